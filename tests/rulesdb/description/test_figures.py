"""The figures of an entry are the cells of tables about it."""

from __future__ import annotations

import pytest

from builder.reading.as_json import entry_json
from rulesdb import Ruleset, Table, game_folders, open_game
from rulesdb.description import Figure, describe
from rulesdb.description.figures import figure_cells
from rulesdb.tables.axes import Interval


def figures(id: str) -> dict[str, Figure]:
    """The figures of an entry by the slugs of their tables."""
    game, _, key = id.partition(":")
    ruleset = open_game(game)
    return {figure.table.slug: figure for figure in describe(ruleset.entry(key), ruleset).figures}


def values(id: str, table: str) -> str:
    """The values of an entry in a table, on one line."""
    return "".join(piece.lettered for piece in figures(id)[table].line)


# As the books print them.
@pytest.mark.parametrize(
    ("id", "table", "line"),
    [
        ("bug-hunter:weapon/automatic-grenade-launcher", "ammunition", "counted[a]"),
        ("bug-hunter:weapon/screecher", "non-lethal-ranges", "0: none · 1-3: near · 4-8: far · 9+: none"),
        ("bug-hunter:unit/marine", "grenade-availability", "5d6"),
        ("bugged:card/nuke-em", "explosion", "radius in hexes: 2 · dice of damage: 8"),
        ("handspan:weapon/sniper-rifle", "weapon-dice", "4d6kh2"),
        ("handspan:weapon/sniper-rifle", "weapon-ranges", "close: 50 cm · long: line of sight"),
        ("mobile-infantry:weapon/mini-gun", "weapon-ranges", "24"),
        ("mobile-infantry:weapon/assault-rifle", "ammunition", "burst: 5 · sustained: 1"),
        ("mobile-infantry:unit/tank-bug", "hits-to-kill", "6"),
        ("mobile-infantry:unit/tank-bug", "bug-movement", "tank bug: 1d6 · tank bug retreating: 1d6"),
        ("bug-hunter:weapon/pistol", "random-activation", "1: 1 · 2: 2 · 3: 3 · 4: 4 · 5: 5 · 6: 6"),
        ("bug-hunter:weapon/satchel-charge", "structural-damage-dice", "2d6"),
        ("bug-hunter:weapon/smoke-grenade", "weapons-outside", "scatter doubled[a]"),
        ("bug-hunter:unit/swarm-pred", "random-panic", "1: 1 · 2: 2 · 3: 3 · 4: 3 · 5: 4 · 6: 5"),
        ("handspan:unit/warrior", "bug-movement", "normal: 2 · slowed: 1"),
        ("handspan:weapon/guided-missile", "missile-range", "48"),
        ("advanced-infantry:weapon/heavy-machine-gun", "firing-arc", "60"),
        ("advanced-infantry:weapon/recoilless-rifle", "scatter", "1"),
        ("advanced-infantry:weapon/anti-tank-missile", "blasts", "0: 13 · 1: 6 · 2: 3 · 3: 1 · 4-20: 0[a]"),
        (
            "advanced-infantry:weapon/rocket-launcher",
            "explosive-launchers",
            "action points: 5 · ammunition: 2",
        ),
    ],
)
def test_an_entry_shows_its_values_in_a_table(id: str, table: str, line: str) -> None:
    assert values(id, table) == line


def test_an_entry_with_several_rows_shows_each() -> None:
    grid = figures("handspan:unit/flyer")["firing-results"].grid
    assert grid.heads == ("target", "range", "stop", "kill")
    assert [[place.text for place in row] for row in grid.rows] == [
        ["flyer grounded", "close", "3", "6"],
        ["flyer grounded", "long", "7", "12"],
        ["flyer in flight", "close", "12", "18"],
        ["flyer in flight", "long", "16", "24"],
    ]


def test_a_figure_that_the_book_omits_is_not_invented() -> None:
    assert "bug-movement" not in figures("handspan:unit/flyer")
    assert "random-activation" not in figures("bug-hunter:weapon/grenade-launcher")


@pytest.mark.parametrize("table", ["capabilities", "forces-of-positions", "loss-of-position"])
def test_a_position_has_the_rows_that_it_acts_as(table: str) -> None:
    game = open_game("bug-hunter")
    for position in game.of_kind("position"):
        acts_as = set(position.get("acts_as", {}).values())
        labels = [rows.labels for rows in game.label_rows[position.key] if rows.table == table]
        assert len(labels) == 1
        assert acts_as <= set(labels[0]), position.slug


def test_a_house_table_is_marked() -> None:
    firepower = figures("bug-hunter:weapon/pulse-rifle")["firepower"]
    assert firepower.mark == "[house]"
    assert firepower.qualifier == " (by range)"
    assert list(firepower.grid.heads) == ["0-1", "2-5", "6-12", "13-25", "26+"]


def test_a_cell_with_another_basis_has_a_note() -> None:
    spit = figures("handspan:weapon/bug-spit")["weapon-ranges"]
    assert [spit.note_text(note) for note in spit.grid.notes] == [
        "house: The page has question marks; here 10 cm.",
        "house: The page has question marks; here 20 cm.",
    ]


def test_figures_are_in_the_order_of_the_tables() -> None:
    for game in game_folders():
        ruleset = open_game(game)
        order = list(ruleset.tables)
        for entry in ruleset.entries.values():
            places = [order.index(figure.table.slug) for figure in describe(entry, ruleset).figures]
            assert places == sorted(places)


def look_up(table: Table, at: dict[str, str]) -> object:
    """The table's own result at a place, which has a label or a range for each axis."""
    inputs = {
        axis.name: at[axis.name] if axis.is_label else Interval.parse(at[axis.name]).low
        for axis in table.axes
    }
    return table.lookup(**inputs).result


@pytest.mark.parametrize("game", game_folders())
def test_every_figure_is_what_the_table_answers(game: str) -> None:
    ruleset = open_game(game)
    count = 0
    for entry in ruleset.entries.values():
        for rows, cells in figure_cells(entry, ruleset):
            table = ruleset.table(rows.table)
            assert {at[rows.axis] for at, _ in cells} == set(rows.labels)
            for at, cell in cells:
                assert cell.value == look_up(table, at)
                count += 1
    assert count > 0


@pytest.mark.parametrize("game", game_folders())
def test_every_label_of_an_axis_with_entries_is_a_figure_of_its_entry(game: str) -> None:
    ruleset = open_game(game)
    for key, all_rows in ruleset.label_rows.items():
        entry = ruleset.entries[key]
        names = {entry.slug, entry.get("abbreviation"), *entry.also}
        for rows in all_rows:
            assert rows.table in {figure.table.slug for figure in describe(entry, ruleset).figures}
            axis = next(axis for axis in ruleset.table(rows.table).axes if axis.name == rows.axis)
            assert {label for label in axis.labels if label in names} <= set(rows.labels)


def shown_places(game: Ruleset, key: str) -> int:
    return sum(
        len(place.cells)
        for figure in describe(game.entry(key), game).figures
        for row in figure.grid.rows
        for place in row
    )


@pytest.mark.parametrize("game", game_folders())
def test_a_figure_shows_every_one_of_its_cells(game: str) -> None:
    """A record has a place for each of its fields."""
    ruleset = open_game(game)
    for key in ruleset.label_rows:
        cells = sum(len(cells) for _, cells in figure_cells(ruleset.entry(key), ruleset))
        assert shown_places(ruleset, key) >= cells


def test_json_has_the_cells_with_their_permalinks() -> None:
    game = open_game("bug-hunter")
    figure = entry_json(game, game.entry("weapon/pulse-rifle"), {})["figures"][0]
    assert figure["table"] == "bug-hunter:table/firepower"
    assert figure["basis"] == "house"
    assert figure["result"] == {"name": "firepower", "type": "integer"}
    assert [(cell["at"], cell["value"]) for cell in figure["cells"]][:2] == [
        ({"weapon": "PR", "range": "0-1"}, 13),
        ({"weapon": "PR", "range": "2-5"}, 12),
    ]
    assert figure["cells"][0]["permalink"] == "bug-hunter:table/firepower#weapon=PR&range=0-1"


def test_a_description_without_its_game_has_no_figures() -> None:
    assert describe(open_game("bug-hunter").entry("weapon/pulse-rifle")).figures == ()
