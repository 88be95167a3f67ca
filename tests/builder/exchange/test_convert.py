"""Scenarios in another game: they have no errors, and report what is lost."""

from __future__ import annotations

from functools import cache
from itertools import product
from math import dist
from pathlib import Path

import pytest
from soak import WHOLE

from builder.exchange.convert import convert_scenario
from builder.exchange.convert.ground import ground_of
from builder.exchange.losses import LossReport
from builder.lint.engine import LintReport, lint_text
from builder.scenario.load import load_scenario
from rulesdb import InputError, open_game

SCENARIOS = Path(__file__).parents[3] / "scenarios"
OPEN = ("handspan", "mobile-infantry", "bugged", "advanced-infantry")
# A scenario for each of the six pairs of games on open ground, in one direction or the other.
PAIRS = [
    ("handspan/pump-hut", "mobile-infantry"),
    ("bugged/static", "handspan"),
    ("handspan/last-lift", "advanced-infantry"),
    ("mobile_infantry/three-lamps", "bugged"),
    ("advanced_infantry/customs-house", "mobile-infantry"),
    ("advanced_infantry/cold-ford", "bugged"),
]
EVERY = [
    (f"{path.parent.name}/{path.stem}", game)
    for path, game in product(sorted(SCENARIOS.glob("*/*.yaml")), OPEN)
    if path.parent.name not in ("bug_hunter", game.replace("-", "_"))
]


@cache
def converted(name: str, game: str) -> tuple[LintReport, LossReport]:
    text, report = convert_scenario(load_scenario(SCENARIOS / f"{name}.yaml"), open_game(game))
    return lint_text(text, Path("converted.yaml")), report


@pytest.mark.soak
@pytest.mark.parametrize(("name", "game"), EVERY if WHOLE else PAIRS)
def test_a_converted_scenario_has_no_errors(name: str, game: str) -> None:
    scenario = load_scenario(SCENARIOS / f"{name}.yaml")
    result, report = converted(name, game)
    assert [str(finding) for finding in result.findings if finding.severity == "error"] == []
    assert result.scenario is not None
    assert result.scenario.summary == scenario.summary
    assert [force.title for force in result.scenario.forces] == [force.title for force in scenario.forces]
    assert [zone.id for zone in result.scenario.zones] == [zone.id for zone in scenario.zones]
    assert report.losses


@pytest.mark.parametrize(("name", "game"), PAIRS)
def test_terrain_zones_and_objectives_keep_their_places(name: str, game: str) -> None:
    """On all kinds of maps, in proportion to their sizes."""
    result, _ = converted(name, game)
    assert result.scenario is not None
    old, new = ground_of(load_scenario(SCENARIOS / f"{name}.yaml")), ground_of(result.scenario)
    across, down = new.width / old.width, new.depth / old.depth
    assert across / down == pytest.approx(1, abs=0.15)
    # No place is farther off than the middle of a hex or dot from its corner.
    near = 0.12 * max(old.width, old.depth)
    assert new.goals.keys() == old.goals.keys() or not old.goals
    for id, (x, y) in ((id, point) for id, point in new.goals.items() if id in old.goals):
        assert dist(old.goals[id], (x / across, y / down)) < near
    for id, shapes in new.zones.items():
        for one, other in zip(bounds(old.zones[id]), bounds(shapes), strict=True):
            assert one == pytest.approx(other / across, abs=near)
    before = [patch.shape.bounds for patch in old.patches] + [shape.bounds for _, shape in old.hills]
    for patch in new.patches:
        x, y = (at / scale for at, scale in zip(patch.shape.center, (across, down), strict=True))
        assert any(
            west - near < x < east + near and north - near < y < south + near
            for west, north, east, south in before
        ), patch.id
    assert new.patches


def bounds(shapes: object) -> tuple[float, ...]:
    """The ends of some shapes together."""
    ends = [shape.bounds for shape in shapes]  # type: ignore[attr-defined]
    west, north, east, south = zip(*ends, strict=True)
    return min(west), min(north), max(east), max(south)


def test_terrain_without_a_counterpart_is_reported_by_name() -> None:
    _, report = converted("advanced_infantry/customs-house", "mobile-infantry")
    assert any("Harbor" in loss.what for loss in report.losses)


def test_a_redrawn_map_is_reported() -> None:
    _, report = converted("bugged/static", "handspan")
    assert "the map, of kind land: Handspan is played on table; it was redrawn; look at it" in [
        loss.sentence for loss in report.losses
    ]


@pytest.mark.parametrize(
    ("name", "game"), [("bug_hunter/dead-air", "handspan"), ("bugged/static", "bug-hunter")]
)
def test_decks_and_open_ground_do_not_become_each_other(name: str, game: str) -> None:
    scenario = load_scenario(SCENARIOS / f"{name}.yaml")
    with pytest.raises(InputError, match="a deck cannot become open ground, nor open ground a deck"):
        convert_scenario(scenario, open_game(game))
