"""Record sheets of a game to fill in by hand: squads with ratings, units with scores, teams with figures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from builder.draw.game_sheets import Column, sheets_of
from builder.draw.pieces.unit_figures import score_text
from builder.draw.sentences.entry_text import citation_line
from builder.draw.sheets.form_parts import BOX, grid, wound_letters
from builder.draw.sheets.rosters import ability_letters
from builder.draw.sheets.team_sheets import hit_rows, magazine
from builder.draw.surface.canvas import Canvas, Drawing
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import SMALL, Block, Writer, stacked
from builder.draw.surface.flow_sheets import draw_flow
from builder.draw.surface.type import BOLD, CONDENSED, CONDENSED_BOLD, MIN_SIZE, Type
from builder.draw.surface.wording import Words
from rulesdb import Entry, Ruleset

SQUAD = 12
TEAMS, TEAM = "ABCD", 4
FIGURES = 6
CREATURES = 12


def _rating_columns(words: Words) -> tuple[Column, ...]:
    """The columns for a figure with ratings."""
    return (
        Column(words("roster.id"), 0.8),
        Column(words("roster.name"), 3.2),
        Column(words("roster.position"), 1.0),
        Column(words("roster.activation"), 0.8),
        Column(words("roster.panic"), 0.8),
        Column(words("roster.abilities"), 1.4),
        Column(words("roster.weapon"), 2.0),
        Column(words("record.rounds"), 2.2, boxes=6),
        Column(words("roster.carries"), 2.6),
        Column("  ".join(wound_letters(words)), 1.3, boxes=3),
        Column(words("record.markers"), 2.2),
    )


def figure_columns(game: Ruleset, words: Words) -> Sequence[Column]:
    """The columns for a figure in a team of the game, with as many boxes as its tables require."""
    own = sheets_of(game).figure_columns
    if own is not None:
        return own(game, words)
    rounds = magazine(game, game.teams.get("weapon", ""))
    counted = (
        [Column(words("record.rounds"), 2.4, boxes=rounds)]
        if rounds
        else [Column(words("record.grenade"), 1.1, circles=1)]
    )
    return (
        Column(words("record.figure"), 3.0),
        Column(words("record.weapon"), 2.2),
        *counted,
        Column(words("record.wounded"), 1.1, circles=1),
        Column(words("record.killed"), 1.1, circles=1),
        Column(words("record.notes"), 2.6),
    )


def draw_blank_rosters(game: Ruleset, size: tuple[float, float], context: DrawingContext) -> list[Drawing]:
    """Sheets of ``size`` mm in the form that fits the game's forces."""
    words = context.words
    about = words("record.about", game=game.title)

    def sheets(
        name: str, title: str, subtitle: str, blocks: Callable[[Writer], list[Block]]
    ) -> list[Drawing]:
        return draw_flow(name, title, subtitle, blocks, size, context, columns=1)

    rosters = [roster for roster in game.of_kind("roster") if "members" in roster.facts]
    if rosters:
        drawings = sheets("roster-squad", words("record.squad"), about, partial(_squad, [[]] * SQUAD))
        for roster in rosters:
            cited = words("record.about-cited", game=game.title, source=citation_line(roster, words))
            drawings += sheets(
                f"roster-{roster.slug}", roster.title, cited, partial(_squad, _ratings(roster))
            )
        return drawings
    if any("scores" in unit.facts for unit in game.of_kind("unit")):
        drawings = sheets("record-sheet", words("record.units"), about, partial(_units, game))
    else:
        drawings = sheets("record-sheet", words("record.teams"), about, partial(_teams, game))
    if "hits" in game.teams:
        drawings += sheets("record-sheet-hits", words("record.all-hits"), about, partial(_creatures, game))
    return drawings


def _squad(rows: Sequence[Sequence[str]], writer: Writer) -> list[Block]:
    """A grid for figures with ratings, and the meaning of its letters."""
    words = writer.words
    keys = f"{words('roster.key-abilities')} {words('roster.key')}"
    key = writer.paragraph(keys, Type(CONDENSED, 2.8), color="muted")
    return [grid("", _rating_columns(writer.words), rows, writer), key]


def _teams(game: Ruleset, writer: Writer) -> list[Block]:
    columns = figure_columns(game, writer.words)
    titles = [writer.words("record.team", letter=letter) for letter in TEAMS]
    return [grid(title, columns, [[]] * TEAM, writer) for title in titles]


def _units(game: Ruleset, writer: Writer) -> list[Block]:
    return [_scored(game, unit, writer) for unit in game.of_kind("unit") if "scores" in unit.facts]


def _ratings(roster: Entry) -> list[list[str]]:
    """The values of a standard roster for each figure; players fill in id, name and weapon."""
    rows = []
    for member in roster["members"]:
        ratings = (member.get("position", ""), member["activation"], member["panic"])
        rows.append(["", "", *map(str, ratings), ", ".join(ability_letters(member.get("abilities", {})))])
    return rows


def _creatures(game: Ruleset, writer: Writer) -> list[Block]:
    """Boxes for the hits of several creatures of each kind, with the table of the hits that kill them."""
    table = game.table(game.teams["hits"])
    blocks = []
    for name in table.axes[0].labels:
        unit = game.find("unit", name)
        rows = hit_rows(game, unit, [str(number) for number in range(1, CREATURES + 1)], writer)
        blocks.append(stacked([writer.heading(unit.title), rows]))
    blocks.append(writer.paragraph(citation_line(table.entry, writer.words), SMALL, color="muted"))
    return blocks


def _scored(game: Ruleset, unit: Entry, writer: Writer) -> Block:
    """A unit's scores in a line, and a row of wound boxes for each of several figures."""
    words = writer.words
    scores = {name: value for name, value in unit["scores"].items() if name != "wounds"}
    wounds = int(unit["scores"]["wounds"])
    score_line = ", ".join(
        f"{words.of('score', name)} {score_text(game, name, value)}" for name, value in scores.items()
    )
    points = words("unit.points", count=unit.get("points", 0))
    cited = f"{points} · {citation_line(unit, words)}"

    def draw(canvas: Canvas, x: float, y: float) -> None:
        canvas.text(unit.title, x, y + 4.2, Type(BOLD, 3.8))
        color = "house" if unit.provenance.basis.is_marked else "muted"
        canvas.text(cited, x + writer.width, y + 4.2, Type(CONDENSED, 2.6), anchor="end", fill=color)
        type = writer.metrics.fit(score_line, Type(CONDENSED, 3), writer.width, MIN_SIZE)
        canvas.text(score_line, x, y + 8.4, type, within=(x, y + 5, writer.width + 0.1, 5))
        wide = writer.width / FIGURES
        for figure in range(FIGURES):
            left = x + figure * wide
            canvas.text(f"{figure + 1}", left, y + 13.6, Type(CONDENSED_BOLD, 3))
            canvas.boxes(left + 3.6, y + 10.6, wounds, BOX, 0.6)

    return Block(18.0, draw)
