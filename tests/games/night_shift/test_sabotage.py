"""Rules that are broken one at a time in generic play: each is noticed by a script."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import night_shift
import pytest
from night_shift_scripts import SCRIPTS

from builder.playtest.generic import attacks, generic_play, turn
from builder.playtest.generic.ground import Ground
from builder.playtest.generic.setting import Setting
from builder.playtest.generic.state import ACTED, MOVED, PINNED
from builder.playtest.play import View

Broken = Callable[[Callable[..., Any]], Callable[..., Any]]
TASKS = turn.TURN


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


def _without(*names: str) -> Broken:
    """The modifiers of an attack without some."""
    return lambda real: lambda *args: tuple(name for name in real(*args) if name not in names)


# Where the rule is: an attribute, or a task of the agenda; and what it does instead, given what it did.
SABOTAGES: dict[str, tuple[Any, str, Broken]] = {
    "armor does not help": (
        attacks, "column_of", lambda real: lambda setting, attack, power, target: max(1, min(6, power)),
    ),
    "columns go below the first": (
        attacks, "column_of",
        lambda real: lambda setting, attack, power, target: max(1, real(setting, attack, power, target) - 1),
    ),
    "standing still is no help": (attacks, "modifiers_of", _without("steady")),
    "cover is no help": (attacks, "modifiers_of", _without("soft-cover")),
    "a trench is no help": (attacks, "modifiers_of", _without("hard-cover")),
    "pinned units attack as others": (attacks, "modifiers_of", _without("pinned")),
    "cards do nothing": (attacks, "modifiers_of", _without("card")),
    "all ranges are near": (
        attacks, "range_at",
        lambda real: lambda setting, attack, weapon, far: real(setting, attack, weapon, 1),
    ),
    "pins are forgotten": (turn, "suffer", _forgets(PINNED)),
    "moves are forgotten": (TASKS.answers, "move", _forgets(MOVED)),
    "units act again": (TASKS.runs, "rest", _forgets(ACTED)),
    "pinned units move": (Setting, "movement", lambda real: lambda self, state, unit: 4),
    "what falls is lost": (attacks, "drop", _gives(None)),
    "nobody picks anything up": (turn, "_pick_up", _gives(None)),
    "cards are not used up": (Setting, "discard", _gives(None)),
    "cards lie open": (
        generic_play.GenericPlay, "view", lambda real: lambda self, state, side: View(side, state.copy()),
    ),
    "pits can be crossed": (Ground, "_price", lambda real: lambda self, movement, step: 1.0),
    "units strike through walls": (
        Ground, "_beside", lambda real: lambda self, cell: frozenset(self.board.near[cell]),
    ),
    "pinned units leave": (
        turn, "exits_of",
        lambda real: lambda setting, state, unit: iter(
            (0,) if state.cell[unit] in setting.exits(*setting.ways[0]) else ()
        ),
    ),
    "nobody comes": (turn, "_comers", _gives(())),
    "the lower roll goes first": (
        TASKS.answers, "first",
        lambda real: lambda setting, state, thrown, *rest: real(
            setting, state, thrown._replace(total=7 - thrown.total), *rest
        ),
    ),
    "a tie goes to the first side": (
        TASKS.answers, "first",
        lambda real: lambda setting, state, thrown, number, totals, rivals: real(
            setting, state, thrown._replace(total=thrown.total + 10 * (number == 0)), number, totals, rivals
        ),
    ),
}  # fmt: skip


@pytest.fixture
def fresh() -> Iterator[None]:
    """Plays compile nothing while a rule is broken that other tests use, and keep nothing of it."""
    for play in (night_shift.field_play, night_shift.library_play):
        play.cache_clear()
    yield
    for play in (night_shift.field_play, night_shift.library_play):
        play.cache_clear()


def _fails(script: Callable[[], None]) -> bool:
    try:
        script()
    except Exception:
        return True
    return False


@pytest.mark.soak
@pytest.mark.parametrize("name", SABOTAGES)
def test_a_broken_rule_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch, fresh: None) -> None:
    place, attribute, broken = SABOTAGES[name]
    if isinstance(place, dict):
        monkeypatch.setitem(place, attribute, broken(place[attribute]))
    else:
        monkeypatch.setattr(place, attribute, broken(getattr(place, attribute)))
    assert any(_fails(script) for script in SCRIPTS)
