"""Sheets of teams: what one figure alone can use is in its row, and what a team always is at its head."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from kits import SCENARIOS

from builder.draw.sheets.team_sheets import team_flow
from builder.draw.surface.canvas import Drawing
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow_sheets import draw_flows
from builder.draw.surface.theme import load_theme
from builder.scenario.load import scenario_from
from rulesdb.yaml_source import parse_yaml

SIZE = (190.0, 277.0)
CONTEXT = DrawingContext(load_theme())


def sheets_of(name: str, side: str, *changes: tuple[str, str]) -> Sequence[Drawing]:
    """The sheets of a side's teams in a shipped scenario with some texts replaced."""
    text = SCENARIOS[name].read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    scenario = scenario_from(parse_yaml(text))
    forces = [force for force in scenario.forces if force.side == side and force.teams]
    return draw_flows([team_flow(scenario, forces, CONTEXT)], SIZE, CONTEXT)


def texts_of(sheets: Sequence[Drawing]) -> list[str]:
    return [text.text for sheet in sheets for text in sheet.texts]


def test_a_supply_that_one_figure_alone_can_use_is_in_its_row() -> None:
    written = texts_of(sheets_of("pump-hut", "human"))
    assert "Assault rifle, guided missile" in written
    assert not any(text.startswith("Supplies") for text in written)


def test_a_supply_that_several_figures_can_use_has_a_line_of_its_own() -> None:
    second = ("{name: Tpr. Dell}", "{name: Tpr. Dell, carries: [guided-missile]}")
    assert "Supplies: Guided missile" in texts_of(sheets_of("pump-hut", "human", second))


def test_a_command_team_is_called_veteran_and_others_are_rolled_for() -> None:
    written = texts_of(sheets_of("under-marrow", "mi"))
    assert written.count("veteran") == 1 + written.count("greenhorn")
    assert "by the rules" not in written


@pytest.mark.parametrize("name", ["pump-hut", "last-lift"])
def test_a_record_of_one_team_or_two_has_the_dice_and_ranges_of_weapons(name: str) -> None:
    assert {"Dice", "Close", "Long", "5d6", "100 cm"} <= set(texts_of(sheets_of(name, "human")))
