"""Rules that are broken one at a time in the engine: each is noticed by a script."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import bugged_field
import pytest
from bugged_scripts import SCRIPTS
from soak import WHOLE

from builder.games.bugged.play import bugged_play
from builder.games.bugged.play.bugged_play import ALL
from builder.games.bugged.play.figures import Figures
from builder.games.bugged.play.ground import Ground
from builder.games.bugged.play.rules import attacks, cards, moving, turn
from builder.games.bugged.play.setting import Setting
from builder.games.bugged.play.state import ACTED, FIRED_ON, HALTED, SHOT

Broken = Callable[[Callable[..., Any]], Callable[..., Any]]


def _gives(value: object) -> Broken:
    return lambda real: lambda *args, **options: value


def _forgets(flag: int) -> Broken:
    """Do the same, then remove a flag of every unit."""

    def broken(real: Callable[..., Any]) -> Callable[..., Any]:
        def function(setting: Any, state: Any, *args: Any, **options: Any) -> Any:
            result = real(setting, state, *args, **options)
            state.flags = [flags & ~flag for flags in state.flags]
            return result

        return function

    return broken


# Where the rule is: an attribute, or a task of the agenda; and what it does instead, given what it did.
SABOTAGES: dict[str, tuple[Any, str, Broken]] = {
    "distance costs no dice": (Figures, "range_dice", lambda real: lambda self, skill, hexes: skill),
    "the lower unit fights like the higher": (
        Figures, "melee_dice", lambda real: lambda self, skill, height: skill,
    ),
    "double damage is one wound": (
        Figures, "wounds", lambda real: lambda self, damage, armor: int(damage > armor),
    ),
    "a tie of damage wounds": (
        Figures, "wounds", lambda real: lambda self, damage, armor: real(self, damage + 1, armor),
    ),
    "all hexes of a ram count": (
        Figures, "ram_dice", lambda real: lambda self, hexes, wounds: (hexes, hexes + wounds),
    ),
    "wounds left do not count in a ram": (
        Figures, "ram_dice", lambda real: lambda self, hexes, wounds: real(self, hexes, 0),
    ),
    "climbing costs nothing": (Ground, "cost_of", _gives(1)),
    "units fight over any height": (
        Ground, "touches", lambda real: lambda self, cell, there: self.distance[cell][there] == 1,
    ),
    "units see all around": (Ground, "is_in_front", _gives(True)),
    "units fire at those in contact": (Setting, "is_engaged", _gives(False)),
    "loads weigh nothing": (Setting, "load", _gives([])),
    "cards are not used up": (Setting, "discard", _gives(None)),
    "a unit is shot at again and again": (attacks, "interrupt", _forgets(FIRED_ON)),
    "opportunity fire is free": (attacks, "interrupt", _forgets(ACTED)),
    "a shot does not count": (attacks, "_fire", _forgets(SHOT)),
    "riders survive their vehicle": (Setting, "riders", _gives([])),
    "a tie hits": (
        ALL.answers, "dodge",
        lambda real: lambda setting, state, thrown, unit, target, total, *rest: real(
            setting, state, thrown, unit, target, total + 1, *rest
        ),
    ),
    "nobody gets out of the way of a vehicle": (ALL.runs, "evade", _gives(None)),
    "a vehicle runs on after a ram": (ALL.runs, "through", _forgets(HALTED)),
    "what falls is lost": (
        moving, "enter", lambda real: lambda setting, state, unit, cell: _put(state, unit, cell),
    ),
    "a tie of initiative is won": (
        ALL.answers, "initiative",
        lambda real: lambda setting, state, thrown, side, other: real(
            setting, state, thrown._replace(total=thrown.total + side), side, other
        ),
    ),
    "a unit acts again": (turn, "end_activation", _forgets(ACTED)),
    "a swarm attacks with one unit": (
        cards, "_attack_as_one",
        lambda real: lambda setting, state, target, units: real(setting, state, target, units[:1]),
    ),
    "minds are never read": (ALL.answers, "resist", _gives(())),
    "telepathy costs nothing": (ALL.runs, "telepathy", _forgets(ACTED)),
    "explosions spare friends": (
        ALL.runs, "blast",
        lambda real: lambda setting, state, card, column, row, side: real(
            setting, _Only(state, 1 - side), card, column, row, side
        ),
    ),
    "bombs fall where they are aimed": (
        ALL.answers, "drift",
        lambda real: lambda setting, state, thrown, *rest: real(
            setting, state, thrown._replace(total=1), *rest
        ),
    ),
    "cards lie open": (bugged_play, "seen_by", lambda real: lambda setting, state, side: state.copy()),
    "nobody fires at those who tunnel": (ALL.answers, "emerge", _gives(())),
}  # fmt: skip


def _put(state: Any, unit: int, cell: int) -> None:
    state.cell[unit] = cell


class _Only:
    """A state in which the units of one side are nowhere, so that nothing hits them."""

    def __init__(self, state: Any, side: int) -> None:
        self.real = state
        self.cell = [
            cell if owner == side else -1 for cell, owner in zip(state.cell, state.owner, strict=True)
        ]
        self.aboard, self.push = state.aboard, state.push


@pytest.fixture
def fresh() -> Iterator[None]:
    """Plays compile nothing while a rule is broken that other tests use, and keep nothing of it."""
    bugged_field.field_play.cache_clear()
    yield
    bugged_field.field_play.cache_clear()


def _fails(script: Callable[[], None]) -> bool:
    try:
        script()
    except Exception:
        return True
    return False


@pytest.mark.parametrize("name", SABOTAGES if WHOLE else list(SABOTAGES)[::3])
def test_a_broken_rule_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch, fresh: None) -> None:
    place, attribute, broken = SABOTAGES[name]
    if isinstance(place, dict):
        monkeypatch.setitem(place, attribute, broken(place[attribute]))
    else:
        monkeypatch.setattr(place, attribute, broken(getattr(place, attribute)))
    assert any(_fails(script) for script in SCRIPTS)
