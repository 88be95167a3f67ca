"""Rules that are broken one at a time in the engine: each is noticed by a script."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import mobile_field
import pytest
from mobile_scripts import SCRIPTS
from soak import WHOLE

from builder.games.mobile_infantry.play import mobile_infantry_play
from builder.games.mobile_infantry.play.figures import Figures
from builder.games.mobile_infantry.play.mobile_infantry_play import ALL
from builder.games.mobile_infantry.play.rules import (
    close,
    firefight,
    harm,
    moving,
    presence,
    reactions,
    retrieval,
)
from builder.games.mobile_infantry.play.rules import round as rounds
from builder.games.mobile_infantry.play.setting import Setting
from builder.games.mobile_infantry.play.state import FRENZIED, LANDED, TOSSED, WOUNDED

Broken = Callable[[Callable[..., Any]], Callable[..., Any]]


def _gives(value: object) -> Broken:
    return lambda real: lambda *args, **options: value


def _without(*names: str) -> Broken:
    """The same modifiers, except some."""
    return lambda real: lambda *args: tuple(each for each in real(*args) if each not in names)


def _forgets(flag: int) -> Broken:
    """Do the same, then remove a flag of every unit."""

    def broken(real: Callable[..., Any]) -> Callable[..., Any]:
        def function(setting: Any, state: Any, *args: Any) -> Any:
            result = real(setting, state, *args)
            state.flags = [flags & ~flag for flags in state.flags]
            return result

        return function

    return broken


# Where the rule is: an attribute, or a task of the agenda; what it does instead, given what it did; and the
# words in the names of the scripts that should notice.
SABOTAGES: dict[str, tuple[Any, str, Broken, str]] = {
    "bad going is no slower": (
        moving, "allowances", lambda real: lambda *args: (real(*args)[0], real(*args)[0]), "bad_going",
    ),
    "everything is seen": (Setting, "is_hidden", _gives(False), "spotted"),
    "bugs are never slowed": (Setting, "is_slowed", _gives(False), "slowed"),
    "the wounded act": (
        Setting, "able", lambda real: lambda self, state, unit: state.cell[unit] >= 0, "wounded",
    ),
    "the dead bugs leave nobody wounded": (harm, "remove_bug", _forgets(WOUNDED), "wounded"),
    "point blank is as good as short range": (
        firefight, "_by_range", lambda real: lambda setting, away: ("short-range",), "modifiers_of_a_shot",
    ),
    "those who fall back shoot as well": (firefight, "hit_modifiers", _without("falling-back"), "shot"),
    "magazines are never empty": (firefight, "_use_up", _gives(None), "sustained"),
    "reloading takes no time": (rounds, "_reload", _gives(None), "reload"),
    "acid reaches any distance": (
        firefight, "sprayed",
        lambda real: lambda setting, state, bug: setting.living(state, setting.troopers), "acid",
    ),
    "cover does not help to dodge": (firefight, "dodge_modifiers", _without("cover"), "dodge"),
    "a bug fights only the nearest": (
        close, "victims_of", lambda real: lambda *args: real(*args)[:1], "whole_team",
    ),
    "greenhorns fight like others": (close, "attack_modifiers", _without("greenhorn"), "experience"),
    "tossed men get up at once": (ALL.answers, "strike", _forgets(TOSSED), "tossed"),
    "a frenzy takes no time": (ALL.answers, "frenzy", _forgets(FRENZIED), "frenzy"),
    "flyers never land": (close, "_after_swoop", _forgets(LANDED), "flyers"),
    "a rout goes nowhere": (ALL.answers, "flee", _gives(()), "rout"),
    "veterans take the first die": (
        Figures, "best_reaction", lambda real: lambda self, faces, names: real(self, faces[:1], names),
        "veterans",
    ),
    "leaders do not help": (reactions, "_leader_near", _gives(False), "modifiers_of_a_test"),
    "losses shake nobody": (firefight, "test_losses", _gives(None), "losses"),
    "bugs come as easily without Craft": (presence, "_came_by_craft", _gives(False), "presence"),
    "bugs appear at the wrong side": (
        presence, "_front", lambda real: lambda *args: (-real(*args)[0], -real(*args)[1]), "rolled_side",
    ),
    "Craft land among bugs": (retrieval, "_held", _gives(False), "craft"),
    "any number gets into a Craft": (
        retrieval, "boarders",
        lambda real: lambda setting, state, craft: setting.living(state, setting.troopers), "craft",
    ),
    "bugs are seen by all": (
        mobile_infantry_play, "seen_by", lambda real: lambda setting, state, side: state.copy(), "spotted",
    ),
}  # fmt: skip


@pytest.fixture
def fresh() -> Iterator[None]:
    """Plays keep nothing of a broken rule."""
    yield
    mobile_field.field_play.cache_clear()


def _fails(script: Callable[[], None]) -> bool:
    try:
        script()
    except Exception:
        return True
    return False


@pytest.mark.soak
@pytest.mark.parametrize("name", SABOTAGES if WHOLE else list(SABOTAGES)[::5])
def test_a_broken_rule_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch, fresh: None) -> None:
    place, attribute, broken, words = SABOTAGES[name]
    if isinstance(place, dict):
        monkeypatch.setitem(place, attribute, broken(place[attribute]))
    else:
        monkeypatch.setattr(place, attribute, broken(getattr(place, attribute)))
    scripts = sorted(SCRIPTS, key=lambda script: words not in script.__name__)
    assert any(_fails(script) for script in scripts)
