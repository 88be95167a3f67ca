"""Values of wrong types, given to every function of the public API: an error that shows the value."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from builder.draw.maps.dotmap import draw_dots
from builder.draw.maps.hexmap import draw_level
from builder.draw.maps.landmap import draw_land
from builder.draw.maps.map_artists import map_artist
from builder.draw.maps.tablemap import draw_table, draw_tunnels
from builder.draw.sheets.odds.chart import draw_odds
from builder.draw.sheets.odds.sheets import dice_sheet, entry_sheet, read_variation, table_sheet
from builder.draw.sheets.rosters import draw_roster
from builder.draw.surface.canvas import svg_text
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import load_theme
from builder.draw.surface.wording import load_words
from builder.exchange.sqlite.file import write_database
from builder.geometry.dotlattice import DotLattice
from builder.lint.engine import lint_file, lint_scenario, lint_text
from builder.lint.fixes import apply_edits, fix_report
from builder.press.kit.kit import compose_kit, write_kit
from builder.press.kit.play_aids import compose_aids, write_aids
from builder.press.services.sheet_file import load_paper, load_sheet
from builder.scenario.load import load_scenario, scenario_from
from rulesdb import (
    BrainbugError,
    Dice,
    Distribution,
    InputError,
    Library,
    Procedure,
    Table,
    game_folders,
    load_ruleset,
    open_game,
    procedure,
)
from rulesdb.cache.games import GameCache
from rulesdb.dice import parse_roll
from rulesdb.dice.dice import OpposedRoll
from rulesdb.library import id_of_folder
from rulesdb.notebook import distribution_html, entry_html, table_html
from rulesdb.procedures.inputs import MAX_NUMBER
from rulesdb.search import Index, search
from rulesdb.search.cache import ask_games
from rulesdb.shipped import shipped
from rulesdb.vocabulary import compare, find_concept
from rulesdb.yaml_source import load_yaml, parse_yaml


class Unprintable:
    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        raise RuntimeError("no text")


ITSELF: list[Any] = []
ITSELF.append(ITSELF)

ODD: list[Any] = [
    None, True, 5, -1, 10**5000, 1.5, float("nan"), b"marine", "", "\0", "x" * 100_000, "\ud800", [], {},
    ["marine"], {"a": 1}, {1: 2}, set(), object(), Unprintable(), print, int, Path("x"), Fraction(1, 2), 1j,
    float("inf"), ITSELF, [1, "a", None], range(10),
]  # fmt: skip

GAME = open_game("bug-hunter")
PANIC = GAME.table("random-panic")
MODIFIED = next(table for table in GAME.tables.values() if table.modifiers)
CELL = {axis.name: axis.labels[0] if axis.is_label else axis.low for axis in MODIFIED.axes}
PASSAGE = GAME.procedure("airlock-passage")
DICE = Dice.parse("2d6")
INDEX = Index.of([GAME])
SHIP = load_scenario(shipped("scenarios") / "bug_hunter" / "dead-air.yaml")
CONTEXT = DrawingContext(load_theme())
CHANCES = DICE.distribution()

# Each takes one odd value. Files that do not exist and names of nothing are errors, too.
CALLS: dict[str, Callable[[Any], object]] = {
    "open_game": open_game,
    "open_game: supplements": lambda value: open_game("bug-hunter", value),
    "Library: games": lambda value: Library(games=value),
    "Library: folder": lambda value: Library(games={"x": value}).open("x"),
    "Library: supplements": lambda value: Library(supplements=value),
    "Library: supplement": lambda value: Library(supplements=[value]).open("bug-hunter"),
    "Library: cache": lambda value: Library(cache=value),
    "Library.of": Library.of,
    "Library.open": lambda value: Library().open(value),
    "Library.open_alone": lambda value: Library().open_alone("bug-hunter", value),
    "Library.supplements_of": lambda value: Library().supplements_of(value),
    "load_ruleset": load_ruleset,
    "load_ruleset: schemas": lambda value: load_ruleset(game_folders()["bugged"], value),
    "load_ruleset: supplements": lambda value: load_ruleset(game_folders()["bugged"], None, value),
    "table": GAME.table,
    "entry": GAME.entry,
    "find: kind": lambda value: GAME.find(value, "x"),
    "find": lambda value: GAME.find("weapon", value),
    "procedure": GAME.procedure,
    "figure": GAME.figure,
    "figure: input": lambda value: GAME.figure("door-costs", passage=value, state="closed"),
    "figures": lambda value: GAME.figures("door-costs", value),
    "dice": GAME.dice,
    "dice: input": lambda value: GAME.dice("random-panic", force="marine", die=value),
    "links_from": GAME.links_from,
    "links_to": GAME.links_to,
    "plain_text": GAME.plain_text,
    "lookup: label": lambda value: PANIC.lookup(force=value, die=5),
    "lookup: number": lambda value: PANIC.lookup(force="marine", die=value),
    "lookup: modifiers": lambda value: MODIFIED.lookup(modifiers=value, **CELL),
    "lookup: modifier": lambda value: MODIFIED.lookup(modifiers=[value], **CELL),
    "roll: rng": lambda value: PANIC.roll(value, force="marine"),
    "roll": lambda value: PANIC.roll(random.Random(1), force=value),
    "odds": lambda value: PANIC.odds(force=value),
    "permalink": PANIC.permalink,
    "permalink: value": lambda value: PANIC.permalink({"force": [value], "die": value}, value),
    "permalink: modifiers": lambda value: PANIC.permalink({"force": "marine"}, value),
    "Dice.parse": Dice.parse,
    "Dice.pool": Dice.pool,
    "Dice.pool: sides": lambda value: Dice.pool(2, value),
    "Dice.roll": DICE.roll,
    "parse_roll": parse_roll,
    "OpposedRoll.of": lambda value: OpposedRoll.of(value, 2),
    "OpposedRoll.of: times": lambda value: OpposedRoll.of(2, 2, value).distribution(),
    "OpposedRoll.judge": lambda value: OpposedRoll.of(2, 2).judge(value, value),
    "Distribution.of": Distribution.of,
    "Distribution.of: chance": lambda value: Distribution.of([(1, value), (1, value)]),
    "Distribution.at_least": CHANCES.at_least,
    "Distribution.at_most": CHANCES.at_most,
    "Distribution.map": CHANCES.map,
    "Procedure": PASSAGE,
    "Procedure.resolve": lambda value: PASSAGE.resolve(hexes_to_airlock=value),
    "Procedure.accepts": PASSAGE.accepts,
    "Procedure.permalink": PASSAGE.permalink,
    "procedure: basis": lambda value: procedure("1", basis=value),
    "search: games": lambda value: search(value, ["lift"]),
    "search: words": lambda value: search([GAME], value),
    "search: word": lambda value: search([GAME], [value]),
    "search: most": lambda value: search([GAME], ["lift"], most=value),
    "search: kind": lambda value: search([GAME], ["lift"], kind=value),
    "Index.of": Index.of,
    "Index.find": INDEX.find,
    "Index.find: game": lambda value: INDEX.find(["lift"], game=value),
    "Index.find: kind": lambda value: INDEX.find(["lift"], kind=value),
    "Index.find: most": lambda value: INDEX.find(["lift"], most=value),
    "Index.near": INDEX.near,
    "Index.compare": INDEX.compare,
    "ask_games": lambda value: ask_games(lambda _: None, value),
    "find_concept": find_concept,
    "compare": lambda value: compare(value, find_concept("morale")),
    "compare: concept": lambda value: compare([GAME], value),
    "table_html": table_html,
    "entry_html": entry_html,
    "distribution_html": distribution_html,
    "GameCache": GameCache,
    "id_of_folder": id_of_folder,
    "bearing": DotLattice.bearing,
    "load_yaml": load_yaml,
    "parse_yaml": parse_yaml,
    "lint_file": lint_file,
    "lint_file: select": lambda value: lint_file(Path("x"), select=value),
    "lint_text": lambda value: lint_text(value, Path("x")),
    "lint_text: path": lambda value: lint_text("", value),
    "lint_text: library": lambda value: lint_text("", Path("x"), library=value),
    "load_scenario": load_scenario,
    "scenario_from": scenario_from,
    "load_theme": load_theme,
    "load_words": load_words,
    "load_sheet": load_sheet,
    "load_paper": load_paper,
    "lint_scenario": lint_scenario,
    "fix_report": lambda value: fix_report(value, lambda text: lint_text(text, Path("x"))),
    "apply_edits": lambda value: apply_edits("text", value),
    "apply_edits: text": lambda value: apply_edits(value, []),
    "compose_kit": lambda value: compose_kit(value, load_paper("a4"), load_theme()),
    "compose_aids": lambda value: compose_aids(value, load_paper("a4"), load_theme(), aids=[]),
    "compose_aids: aids": lambda value: compose_aids(GAME, load_paper("a4"), load_theme(), aids=value),
    "compose_kit: maps": lambda value: compose_kit(SHIP, load_paper("a4"), load_theme(), maps=value),
    "write_kit": lambda value: write_kit(value, Path("/dev/null/x")),
    "write_aids": lambda value: write_aids(value, Path("/dev/null/x")),
    "DrawingContext": DrawingContext,
    "map_artist": lambda value: map_artist(value, CONTEXT),
    "map_artist: context": lambda value: map_artist(SHIP, value),
    "draw_level": lambda value: draw_level(value, 0, CONTEXT),
    "draw_level: level": lambda value: draw_level(SHIP, value, CONTEXT),
    "draw_level: context": lambda value: draw_level(SHIP, 0, value),
    "draw_level: look": lambda value: draw_level(SHIP, 0, CONTEXT, look=value),
    "draw_level: overview_at": lambda value: draw_level(SHIP, 0, CONTEXT, overview_at=value),
    "draw_land": lambda value: draw_land(value, CONTEXT),
    "draw_land: map": lambda value: draw_land(SHIP, CONTEXT),
    "draw_dots": lambda value: draw_dots(value, CONTEXT),
    "draw_table": lambda value: draw_table(value, 200, CONTEXT),
    "draw_table: width": lambda value: draw_table(SHIP, value, CONTEXT),
    "draw_table: printed": lambda value: draw_table(SHIP, 200, CONTEXT, printed=value),
    "draw_tunnels": lambda value: draw_tunnels(SHIP, value, CONTEXT),
    "draw_roster": lambda value: draw_roster(SHIP, value, (200, 280), CONTEXT),
    "draw_roster: size": lambda value: draw_roster(SHIP, SHIP.forces[0], value, CONTEXT),
    "draw_odds": lambda value: draw_odds(value, CONTEXT),
    "draw_odds: reading": lambda value: draw_odds(dice_sheet("2d6"), CONTEXT, reading=value),
    "dice_sheet": dice_sheet,
    "table_sheet": lambda value: table_sheet(value, {}, None, ()),
    "table_sheet: inputs": lambda value: table_sheet(PANIC, value, None, ()),
    "entry_sheet": lambda value: entry_sheet(GAME, value, {}, (), None),
    "read_variation": read_variation,
    "svg_text": svg_text,
    "write_database: supplements": lambda value: write_database(Path("/dev/null/x"), [GAME], value),
    "write_database": lambda value: write_database(Path("/dev/null/x"), value),
    "write_database: path": lambda value: write_database(value, [1]),  # type: ignore[list-item]
}  # fmt: skip


@pytest.mark.parametrize("name", CALLS)
def test_values_of_wrong_types_are_input_errors(name: str) -> None:
    errors: list[tuple[Any, str]] = []
    for value in ODD:
        try:
            CALLS[name](value)
        except BrainbugError as error:
            errors.append((value, str(error)))
    assert len(errors) >= 5
    # A path is repeated in full.
    assert all(0 < len(error) < 1000 for value, error in errors if not isinstance(value, str))


def test_a_list_without_an_end_is_refused() -> None:
    with pytest.raises(InputError, match="use a list of at most 100000 paths of files"):
        Library(supplements=itertools.repeat("x.yaml"))


def test_a_distribution_of_values_that_cannot_be_compared_is_refused() -> None:
    for value in (ITSELF, 10**5000, Unprintable()):
        with pytest.raises(InputError, match="use values that can be written as JSON"):
            Distribution.of([(value, Fraction(1))])
        assert CHANCES[value] == 0


def test_a_map_of_another_kind_is_not_drawn() -> None:
    with pytest.raises(InputError, match="a map of kind hex, not dots"):
        draw_dots(SHIP, CONTEXT)
    with pytest.raises(InputError, match="level=9: use a number from 0 to "):
        draw_level(SHIP, 9, CONTEXT)
    with pytest.raises(InputError, match="width=1e\\+99: use a number from 1 to 10000 mm"):
        draw_table(SHIP, 1e99, CONTEXT)


def test_an_error_shows_the_value_and_what_is_accepted() -> None:
    with pytest.raises(InputError, match=r"game=5: use the id of a game"):
        open_game(5)  # type: ignore[arg-type]
    with pytest.raises(InputError, match=r"supplements='charts.yaml': use a list of paths of files"):
        open_game("bug-hunter", "charts.yaml")
    with pytest.raises(InputError, match=r"hexes_to_airlock=1.5: use a whole number"):
        PASSAGE(1.5)
    with pytest.raises(InputError, match=r"takes 2 inputs, not 3: hexes_to_airlock, unit"):
        PASSAGE(1, "x", 2)
    with pytest.raises(InputError, match="hexes_to_airlock is given twice"):
        PASSAGE(1, hexes_to_airlock=2)
    with pytest.raises(InputError, match="are not numbers"):
        Distribution.of([("win", Fraction(1))]).at_least(1)


def every_input() -> list[tuple[Procedure, str]]:
    games = Library().open_all()
    return [
        (each, given.name)
        for game in games
        for each in map(game.procedure, (entry.slug for entry in game.of_kind("procedure")))
        for given in each.inputs
    ]


def test_procedures_refuse_values_of_wrong_types() -> None:
    for each, name in every_input():
        sound = {
            given.name: (*each.lookups()[given.name].words, "1")[0] if given.name in each.lookups() else "1"
            for given in each.inputs
            if given.required
        }
        for value in (object(), 10**5000, b"x", 1j, {}):
            others = {other: text for other, text in sound.items() if other != name}
            with pytest.raises(InputError, match=name):
                each.resolve(**{name: value, **others})
            with pytest.raises(InputError, match=name):
                each(**{name: value, **others})


def test_numbers_of_python_have_the_limits_of_texts() -> None:
    with pytest.raises(InputError, match=f"use a number from -{MAX_NUMBER} to {MAX_NUMBER}"):
        PASSAGE(MAX_NUMBER + 1)


@pytest.mark.parametrize("table", [PANIC])
def test_a_table_accepts_numbers_as_text(table: Table) -> None:
    assert table.lookup(force="marine", die="5").result == table.lookup(force="marine", die=5).result
