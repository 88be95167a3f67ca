"""Briefings of the sides: each side has one, and secrets are only on the sheet of their side."""

from __future__ import annotations

from pathlib import Path

import pytest
from kits import GAMES
from soak import every, times

from builder.draw.pieces.unit_figures import figures_text, unit_figures
from builder.draw.sentences.side_names import side_name
from builder.draw.sheets.briefing import briefing_flow
from builder.draw.sheets.sides.side_briefing import sides_of
from builder.draw.sheets.sides.side_sheets import draw_side_sheets
from builder.draw.surface.canvas import Drawing
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow_sheets import draw_flows
from builder.draw.surface.theme import load_theme
from builder.draw.surface.wording import load_words
from builder.scenario.load import load_scenario, scenario_from
from builder.scenario.model import Scenario
from builder.scenario.secrets import has_secrets
from rulesdb import open_game
from rulesdb.shipped import shipped
from rulesdb.yaml_source import parse_yaml

SIZE = (190.0, 277.0)
LIBRARY = every(times(3, 1), sorted(shipped("scenarios").rglob("*.yaml")))


def words(drawings: list[Drawing]) -> str:
    return " ".join(text.text for drawing in drawings for text in drawing.texts)


@pytest.fixture(params=LIBRARY, ids=lambda path: path.stem)
def scenario(request: pytest.FixtureRequest) -> Scenario:
    path: Path = request.param
    return load_scenario(path)


def briefing(scenario: Scenario, side: str) -> list[Drawing]:
    return draw_side_sheets(scenario, side, SIZE, DrawingContext(load_theme(), debug=True))


def public_briefing(scenario: Scenario) -> list[Drawing]:
    context = DrawingContext(load_theme(), debug=True)
    return draw_flows([briefing_flow(scenario, context)], SIZE, context)


@pytest.mark.soak
def test_each_side_is_briefed_on_two_pages_at_most(scenario: Scenario) -> None:
    for side in sides_of(scenario):
        pages = briefing(scenario, side)
        assert 1 <= len(pages) <= 2
        written = words(pages)
        for force in scenario.forces:
            if force.side == side:
                assert f"{force.title}." in written
        for objective in scenario.objectives:
            assert (objective.title in written) or objective.side != side


def test_every_side_knows_when_the_game_is_a_draw() -> None:
    static = load_scenario(shipped("scenarios") / "bugged" / "static.yaml")
    assert all(
        f"{load_words()('briefing.draw')} Nobody or both" in words(briefing(static, side)).replace("  ", " ")
        for side in sides_of(static)
    )


@pytest.mark.soak
def test_a_secret_briefing_names_its_reader(scenario: Scenario) -> None:
    for side in sides_of(scenario):
        title = f"secret: for {side_name(scenario, side, load_words())} only"
        assert (title in words(briefing(scenario, side))) == has_secrets(scenario, side)


@pytest.mark.soak
def test_powers_and_cards_are_only_on_their_sides_sheet(scenario: Scenario) -> None:
    public = words(public_briefing(scenario))
    for force in scenario.forces:
        for secret in (*force.powers, *(card for card, _ in force.cards.values())):
            assert f"{secret.title}." not in public
            for side in sides_of(scenario):
                others = [other for other in scenario.forces if other.side == side]
                secret_slugs = {power.slug for other in others for power in other.powers}
                secret_slugs |= {card.slug for other in others for card, _ in other.cards.values()}
                if secret.slug not in secret_slugs:
                    assert f"{secret.title}." not in words(briefing(scenario, side))


@pytest.mark.parametrize("name", ["warrior", "tank", "minitank"])
def test_unit_figures_match_the_tables(name: str) -> None:
    game = open_game("handspan")
    table = game.table("firing-results")
    figures = next(
        figure.value
        for figure in unit_figures(game, game.find("unit", name), load_words())
        if figure.name == table.entry.title
    )
    for at, cell in table.cells():
        if at["target"] == name:
            assert f"{cell.value['kill'] if isinstance(cell.value, dict) else cell.value}" in figures


def test_a_vehicle_without_melee_shows_none() -> None:
    game = open_game("bugged")
    texts = {
        figure.name: figure.value
        for figure in unit_figures(game, game.find("unit", "hover-tank"), load_words())
    }
    assert texts["melee skill"] == "none"
    assert texts["range damage"] == f"{game.find('unit', 'hover-tank')['scores']['range_damage']}D6"


def test_secret_zones_and_objectives_are_not_in_the_public_briefing() -> None:
    path = shipped("scenarios") / "bug_hunter" / "dead-air.yaml"
    text = path.read_text(encoding="utf-8")
    text = text.replace("title: Nest, ", "title: Nest, secret: true, ")
    text = text.replace("    title: Distress beacon\n", "    title: Distress beacon\n    secret: true\n")
    scenario = scenario_from(parse_yaml(text, "secret.yaml"))
    public = words(public_briefing(scenario))
    assert "Air plant" in public
    assert "Distress beacon" not in public
    assert "Air plant and Distress beacon are achieved" not in public
    assert "Cargo Hold" not in public
    assert "There are also secret objectives" in public
    humans, preds = (words(briefing(scenario, side)) for side in ("human", "pred"))
    assert "Distress beacon" in humans
    assert "Air plant and Distress beacon are achieved" in humans
    assert "Cargo Hold" in preds
    assert has_secrets(scenario, "human")
    assert not has_secrets(load_scenario(path), "human")


@pytest.mark.parametrize("slug", GAMES)
def test_sentences_about_units_fit_the_figures_of_their_tables(slug: str) -> None:
    game, words_of_game = open_game(slug), load_words()
    for table in game.printing.get("unit_sentences", {}):
        units = [
            unit
            for unit in game.of_kind("unit")
            if any(unit.slug in axis.labels for axis in game.table(table).axes)
        ]
        assert units
        for unit in units:
            figures = unit_figures(game, unit, words_of_game)
            text = figures_text(game, unit, figures, words_of_game)
            own = [figure for figure in figures if figure.table == table]
            assert all(value in text for figure in own for value in figure.cells.values())


def test_a_unit_of_several_forces_is_described_once() -> None:
    scenario = load_scenario(shipped("scenarios") / "mobile_infantry" / "the-old-one.yaml")
    assert words(briefing(scenario, "bug")).count("The most numerous and deadly bug") == 1


def test_the_sheet_of_a_side_has_the_hexes_of_its_secret_zone() -> None:
    scenario = load_scenario(shipped("scenarios") / "bug_hunter" / "long-walk.yaml")
    assert "Hull (hexes 0503–0507)" in words(briefing(scenario, "pred"))
    assert "0503–0507" not in words(public_briefing(scenario))


def test_the_sheet_of_a_side_describes_units_only_by_what_the_scenario_has() -> None:
    scenario = load_scenario(shipped("scenarios") / "handspan" / "pump-hut.yaml")
    assert "MiniTank. 1 counter. It moves one hand span a turn. At close range 7 stops it" in words(
        briefing(scenario, "bug")
    )
    assert "Trooper." not in words(briefing(scenario, "human"))
