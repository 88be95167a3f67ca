"""What the general checks of the rules' limits count and compare, in the valid scenario."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from builder.lint.constraints.breaches import find_breaches
from builder.scenario.load import load_scenario
from rulesdb.constraints import Constraint

SCENARIOS = Path(__file__).resolve().parents[3] / "scenarios"
RELIEF = SCENARIOS / "bug_hunter/relief.yaml"


def reported(check: dict[str, Any], path: Path = RELIEF) -> list[str]:
    """The output of the linter about a scenario with a limit."""
    constraint = Constraint.parse({"what": "The limit.", "check": check})
    return [breach.message for breach in find_breaches(constraint, load_scenario(path).census)]


@pytest.mark.parametrize(
    ("check", "messages"),
    [
        pytest.param(
            {"at_most": 7, "of": "figure", "per": "force"},
            [
                "Pvt. Ty Amador, Pvt. Wren Okoye, Cpl. Lise Marchand, Pvt. Dov Hersch and 4 more "
                "in force `marines`: the limit"
            ],
            id="more than the number, in the one force that has them",
        ),
        pytest.param({"at_most": 8, "of": "figure", "per": "force"}, [], id="exactly the number"),
        pytest.param(
            {"at_most": "players", "of": {"weapon": "electric-prod"}},
            ["3 × Electric prod: the limit"],
            id="more than a trait of the group",
        ),
        pytest.param(
            {"only": {"turns": {"most": "players"}}, "of": "scenario"},
            ["the scenario: the limit"],
            id="a range that ends at another trait",
        ),
        pytest.param(
            {"at_least": 8, "of": "figure", "per": {"force": {"unit": "marine"}}}, [], id="not fewer"
        ),
        pytest.param(
            {"at_least": 1, "of": {"weapon": "laser-rifle"}, "per": {"force": {"unit": "marine"}}},
            ["force `marines`: the limit"],
            id="fewer: only the groups that are meant",
        ),
        pytest.param(
            {"exactly": 1, "of": {"weapon": "flamer"}, "per": {"force": {"unit": "marine"}}},
            [],
            id="exactly one",
        ),
        pytest.param(
            {"at_most": 1, "of": "figure", "per": {"force": {"unit": "marine"}}, "for_each": "figure"},
            [],
            id="for each of a thing",
        ),
        pytest.param(
            {"at_most": 1, "of": {"weapon": "electric-prod"}, "for_each": {"weapon": "pistol"}, "each": 2},
            ["3 × Electric prod: the limit"],
            id="a fraction of the number counts as whole",
        ),
        pytest.param(
            {"at_most": 1, "plus": 1, "of": {"weapon": "electric-prod"}},
            ["3 × Electric prod: the limit"],
            id="more than so many above the number",
        ),
        pytest.param({"at_most": 1, "plus": 2, "of": {"weapon": "electric-prod"}}, [], id="so many above it"),
        pytest.param(
            {"at_least": 9, "sum": "figures", "of": {"force": {"unit": "marine"}}},
            ["only force `marines`, 8 in all: the limit"],
            id="the total of a trait",
        ),
        pytest.param(
            {"at_most": 7, "sum": "figures", "of": {"force": {"unit": "marine"}}},
            ["force `marines`, 8 in all: the limit"],
            id="the total of a trait, too great",
        ),
        pytest.param(
            {"at_most": 1, "distinct": "side", "of": "force"},
            ["force `marines`, force `staff`, force `swarm`: the limit"],
            id="the different values of a trait",
        ),
        pytest.param({"at_most": 1, "distinct": "side", "of": "figure"}, [], id="the same value of a trait"),
        pytest.param(
            {"at_most": 0, "of": {"machinery": "explosive"}, "when": {"locker": {}}},
            ["2 × explosive machinery: the limit"],
            id="only if there is something",
        ),
        pytest.param(
            {"at_most": 0, "of": {"machinery": "explosive"}, "when": {"weapon": "laser-rifle"}},
            [],
            id="not if there is nothing of the kind",
        ),
        pytest.param(
            {"only": {"site": "base"}, "of": "vehicle"}, [], id="a trait of the scenario that owns the thing"
        ),
        pytest.param(
            {"only": {"site": "ship"}, "of": "area"},
            ["area `garage`, area `garage-lock`, area `pipe-walk`, area `mixers` and 8 more: the limit"],
            id="only with a trait that none has",
        ),
        pytest.param(
            {"only": {"turns": {"least": 20}}, "of": {"objective": {"side": "human"}}},
            ["objective `garage-door`, objective `pumps`: the limit"],
            id="a range",
        ),
        pytest.param(
            {"only": {"atmosphere": {"not": "hostile"}}, "of": {"force": {"unit": "marine"}}},
            ["force `marines`: the limit"],
            id="where a force sets up",
        ),
        pytest.param(
            {"only": {"between": ["airlock", "bay"]}, "of": {"door": "airtight"}},
            ["door 1205/NE, door 1605/NE, door 1605/S: the limit"],
            id="one of several words",
        ),
        pytest.param(
            {"needs": {"weapon": "net"}, "of": {"weapon": "flamer"}, "per": "force"},
            ["Flamer: the limit"],
            id="needs what is not in its group",
        ),
        pytest.param(
            {"needs": {"weapon": "pulse-rifle"}, "of": {"weapon": "flamer"}, "per": "force"},
            [],
            id="needs what is in its group",
        ),
        pytest.param(
            {"excludes": {"weapon": "flamer"}, "of": {"machinery": "explosive"}},
            ["Flamer together with 2 × explosive machinery: the limit"],
            id="two things together",
        ),
        pytest.param(
            {"excludes": {"weapon": "flamer"}, "of": {"weapon": "electric-prod"}, "per": "force"},
            [],
            id="two things in different groups",
        ),
    ],
)
def test_a_limit_reports_its_breaches(check: dict[str, Any], messages: list[str]) -> None:
    assert reported(check) == messages


@pytest.mark.parametrize("path", sorted(SCENARIOS.rglob("*.yaml")), ids=lambda path: path.stem)
def test_every_object_of_a_scenario_has_a_position_in_its_file(path: Path) -> None:
    scenario = load_scenario(path)
    for things in scenario.census.values():
        for thing in things:
            # The default weapon of a figure is not in the file.
            holder = [thing.owner.path] if thing.kind == "weapon" and thing.owner is not None else []
            assert any(path in scenario.source for path in (thing.path, *holder))
            assert [*thing.owners][-1].kind == "scenario"
