"""Rules that are broken one at a time in the engine: each is noticed by a script."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import infantry_field
import pytest
from infantry_blast_scripts import SCRIPTS as MORE_SCRIPTS
from infantry_scripts import SCRIPTS
from soak import WHOLE

from builder.games.advanced_infantry.play import infantry_play
from builder.games.advanced_infantry.play.bursts import Bursts
from builder.games.advanced_infantry.play.figures import Figures
from builder.games.advanced_infantry.play.ground import Ground
from builder.games.advanced_infantry.play.infantry_play import ALL
from builder.games.advanced_infantry.play.rules import blasts, crews, fire, harm, moving, turn
from builder.games.advanced_infantry.play.setting import Setting
from builder.games.advanced_infantry.play.sightlines import Sightlines

Broken = Callable[[Callable[..., Any]], Callable[..., Any]]


def _gives(value: object) -> Broken:
    return lambda real: lambda *args, **options: value


def _rolls(change: Callable[[int], int]) -> Broken:
    """The same with another roll."""
    return lambda real: (
        lambda setting, state, thrown, *rest: real(
            setting, state, thrown._replace(total=change(thrown.total)), *rest
        )
    )


# Where the rule is: an attribute, or a task; what it does instead; and words of a script that notices it.
SABOTAGES: dict[str, tuple[Any, str, Broken, str]] = {
    "all ground costs a point": (Ground, "cost_of", _gives(1), "each_ground"),
    "movement has no limit": (
        Setting, "may_move", lambda real: lambda self, state, unit: state.left[unit], "eight_points",
    ),
    "wire never holds": (Figures, "entangles", _gives(False), "wire"),
    "wire does no damage": (moving, "wound", _gives(None), "wire"),
    "swimmers fire": (Setting, "is_swimming", _gives(False), "swimmers"),
    "swimmers keep both weapons": (moving, "swim", _gives(None), "second_weapon"),
    "a miss by one hits": (ALL.answers, "shot", _rolls(lambda total: total + 1), "seven_hits"),
    "damage costs no points": (
        Setting, "points",
        lambda real: lambda self, state, unit: self.figures.action_points("regular", False), "damage_costs",
    ),
    "toughness is enough to kill": (
        harm, "wound",
        lambda real: lambda setting, state, unit, points: real(setting, state, unit, points + 1), "unhurt",
    ),
    "prone troopers are as easy to hit": (Setting, "is_prone", _gives(False), "modifiers"),
    "smoke is thin air": (Setting, "smoke", _gives(frozenset()), "modifiers"),
    "fire is no cover": (Setting, "burning", _gives(frozenset()), "fire_covers"),
    "brush is no cover": (Sightlines, "is_covered", _gives(False), "brush"),
    "all look into tunnels": (
        infantry_play, "seen_by", lambda real: lambda setting, state, side: state, "tunnel",
    ),
    "a gun needs no crew": (crews, "helpers", _gives([0, 1, 2]), "without_its_crew"),
    "helpers fire": (Setting, "is_busy", _gives(False), "helpers_with"),
    "arcs are all around": (
        Ground, "in_arc", lambda real: lambda self, cell, facing: self.far[cell] > 0, "in_its_arc",
    ),
    "nobody abandons a gun": (moving, "let_go", _gives(None), "abandons"),
    "a gun falls with its gunner": (harm, "let_go", _gives(None), "dies"),
    "nobody fires at who moves": (fire, "reactors", _gives([]), "rifle_fires_once"),
    "bursts are as strong farther away": (
        Figures, "blast", lambda real: lambda self, weapon: (8, 8, 8), "less_damage",
    ),
    "bursts do not scatter": (Figures, "scatter", _gives(0), "scatters"),
    "water is like land": (blasts, "is_water", _gives(False), "water_makes"),
    "walls do not stop bursts": (Bursts, "_stops", _gives(False), "high_walls"),
    "rounds are never used up": (Setting, "use_round", _gives(None), "rounds"),
    "nothing burns": (blasts, "ignite", _gives(None), "light_every"),
    "fire is warm": (turn, "harm", _gives(None), "who_stays"),
    "clouds stay as they are": (turn, "age_clouds", _gives(None), "cloud_grows"),
    "large targets are like others": (
        blasts, "target_number",
        lambda real: lambda *args, large=False: real(*args), "wall_is_easier",
    ),
    "walls do not add up damage": (blasts, "_crack", _gives(None), "wall_is_easier"),
    "flights climb to any height": (Figures, "levels", lambda real: lambda self, dots: dots * 0, "flight_is"),
    "a hit kite flies on": (harm, "wound", lambda real: _flies_on(real), "falls_prone"),
    "dropped grenades hit on seven": (ALL.answers, "aim", _rolls(lambda total: total + 1), "drops"),
    "leaders do not matter": (turn, "leadership", _gives(0), "fourth_death"),
    "the dead are soon forgotten": (turn, "_shaken", _gives([]), "fourth_death"),
    "whoever carries a box fires": (
        Setting, "arms_of",
        lambda real: lambda self, state, unit: real(self, _empty_handed(state), unit), "things_are",
    ),
}  # fmt: skip


def _flies_on(real: Callable[..., Any]) -> Callable[..., Any]:
    def wound(setting: Any, state: Any, unit: int, points: int) -> None:
        flags, cell = state.flags[unit], state.cell[unit]
        real(setting, state, unit, points)
        if state.cell[unit] >= 0:
            state.flags[unit], state.cell[unit] = flags, cell

    return wound


def _empty_handed(state: Any) -> Any:
    copy = state.copy()
    copy.bearer = [-1] * len(copy.bearer)
    return copy


@pytest.fixture
def fresh() -> Iterator[None]:
    """Plays keep nothing of a broken rule."""
    infantry_field.field_play.cache_clear()
    yield
    infantry_field.field_play.cache_clear()


def _fails(script: Callable[[], None]) -> bool:
    try:
        script()
    except Exception:
        return True
    return False


@pytest.mark.soak
@pytest.mark.parametrize("name", SABOTAGES if WHOLE else list(SABOTAGES)[::12])
def test_a_broken_rule_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch, fresh: None) -> None:
    place, attribute, broken, words = SABOTAGES[name]
    if isinstance(place, dict):
        monkeypatch.setitem(place, attribute, broken(place[attribute]))
    else:
        monkeypatch.setattr(place, attribute, broken(getattr(place, attribute)))
    scripts = sorted([*SCRIPTS, *MORE_SCRIPTS], key=lambda script: words not in script.__name__)
    assert any(_fails(script) for script in scripts)
