"""Sheets of units with scores: the dice of each kind of unit, and wound boxes for every figure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from builder.draw.pieces.cards.content import CardFigure
from builder.draw.pieces.cards.entries import CardEntries
from builder.draw.pieces.counters import CounterArtist
from builder.draw.pieces.unit_figures import score_text
from builder.draw.sentences.entry_text import as_lead, running_text
from builder.draw.sentences.side_names import side_name
from builder.draw.sheets.form_parts import ticked_rows
from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import Block, Flow, Writer, draw_patch, stacked
from builder.draw.surface.type import BOLD, CONDENSED, CONDENSED_BOLD, MIN_SIZE, Type
from builder.scenario.forces.wounds import lost_wounds, max_wounds
from builder.scenario.model import Force, Scenario
from rulesdb import Ruleset
from rulesdb.description.grids import ABSENT

# The height of the box of a score, the boxes in a row, and the space between them.
_CELL, _ACROSS, _BETWEEN = 10.8, 4, 1.2
# All units have as many boxes as on their cards; what only some have is in their text.
_BOXES = 8


def unit_flow(scenario: Scenario, forces: Sequence[Force], context: DrawingContext) -> Flow:
    """A block for each force of a side: its unit's scores, and a row of wound boxes for each figure."""

    def blocks(writer: Writer) -> Sequence[Block]:
        ids = CounterArtist(context).ids(scenario)
        units = [_force_block(scenario, force, ids, writer) for force in forces]
        cards = [item for force in forces for item in card_items(scenario.ruleset, force, writer)]
        heading = [writer.heading(writer.words("part.Cards"))] if cards else []
        return [*units, *writer.together([*heading, *cards])]

    words, side = context.words, forces[0].side
    spent, title = sum(force.points for force in forces), side_name(scenario, side, context.words)
    points = words("unit.side", side=title, points=words("unit.points", count=spent))
    return Flow(f"units-{side}", words("record.units"), f"{words('record.wounds-kill')} {points}", blocks)


def _force_block(scenario: Scenario, force: Force, ids: Mapping[str, Sequence[str]], writer: Writer) -> Block:
    scores = _scores(scenario.ruleset, force, writer)
    game = scenario.ruleset
    about = force.unit.get("card") or running_text(game, force.unit)
    more = list(force.unit["scores"].items())[_BOXES:]
    carries = [f"{writer.words.of('score', name).capitalize()}: {value}." for name, value in more]
    text = writer.paragraph(" ".join(filter(None, (about, *carries, _weapons(game, force, writer)))))
    boxes, lost = max_wounds(game, force.unit), lost_wounds(game, force)
    wounds = ticked_rows(ids[force.id], boxes, writer, lost=lost)
    return stacked([scores, text, wounds])


def _weapons(game: Ruleset, force: Force, writer: Writer) -> str:
    """The weapon that each figure has in hand, if the game gives it."""
    names = [game.find("weapon", slug).title for slug in force.unit.get("weapons", ())]
    return writer.words("unit.weapons", count=len(names), names=", ".join(names)) if names else ""


def _title(force: Force) -> str:
    """The unit's title, after that of the force if it is another one."""
    title = force.unit.title
    return title if title.casefold() in force.title.casefold() else f"{force.title}: {title}"


def card_items(game: Ruleset, force: Force, writer: Writer) -> list[Block]:
    """The action cards of a force, each with its points, when it is played, its effect, and its figures."""
    items, entries = [], CardEntries(game, writer.words)
    for card, number in force.cards.values():
        times = f" × {number}" if number > 1 else ""
        points = writer.words("unit.points", count=card["points"])
        when = writer.words("unit.card", points=points, when=card["play"])
        effect = str(card.get("card") or running_text(game, card))
        item = writer.item(as_lead(f"{card.title}{times}"), f"{when} {effect}")
        figures = entries.action_figures(card)
        items.append(stacked([item, _figures(figures, writer)]) if figures else item)
    return items


def _figures(figures: Sequence[CardFigure], writer: Writer) -> Block:
    """The figures of a card in boxes like the scores of a unit."""
    large = max(1.0, writer.scale)
    boxes = [(figure.icon, figure.value, figure.word) for figure in figures]

    def draw(canvas: Canvas, x: float, y: float) -> None:
        _score_boxes(canvas, boxes, (x, y), writer.width, large)

    return Block(_boxes_height(len(boxes), large), draw)


def _boxes_height(count: int, large: float) -> float:
    return -(-count // _ACROSS) * (_CELL * large + _BETWEEN) + 1.5


def _score_boxes(
    canvas: Canvas, scores: Sequence[tuple[str, str, str]], corner: Point, width: float, large: float
) -> None:
    """Boxes in rows, each with an icon, a figure and a word."""
    cell, wide = _CELL * large, (width + _BETWEEN) / _ACROSS
    for index, (icon, value, word) in enumerate(scores):
        row, column = divmod(index, _ACROSS)
        left, top = corner[0] + column * wide, corner[1] + row * (cell + _BETWEEN)
        _score(canvas, icon, value, word, (left, top, wide - _BETWEEN, cell), large)


def _scores(game: Ruleset, force: Force, writer: Writer) -> Block:
    scores = dict(list(force.unit["scores"].items())[:_BOXES])
    basis, large = force.unit.provenance.basis, max(1.0, writer.scale)
    icons = game.scores.get("icons", {})

    def draw(canvas: Canvas, x: float, y: float) -> None:
        words, metrics, points = writer.words, writer.metrics, Type(CONDENSED, 2.9)
        each = words("unit.points-each", count=force.unit.get("points", 0))
        each += words.mark(basis)
        canvas.text(each, x + writer.width, y + 4.2, points, anchor="end", fill="muted")
        patch = 5.2 * large
        draw_patch(canvas, force.icon, x, y + 0.1, patch)
        room = writer.width - metrics.width(each, points) - 2 - patch - 1.6
        title = f"{_title(force)} × {force.count}"
        fitted = metrics.fit(title, Type(BOLD, 3.8 * large), room, MIN_SIZE)
        canvas.text(title, x + patch + 1.6, y + 4.2, fitted)
        boxes = [
            (icons.get(name, ""), score_text(game, name, value) if value else ABSENT, words.of("score", name))
            for name, value in scores.items()
        ]
        _score_boxes(canvas, boxes, (x, y + 6 * large), writer.width, large)

    return Block(6 * large + _boxes_height(len(scores), large), draw, keep_with_next=True)


def _score(
    canvas: Canvas, icon: str, value: str, word: str, box: tuple[float, float, float, float], large: float
) -> None:
    """A score in a box as on the unit's card: icon and figure above the word."""
    left, top, wide, tall = box
    metrics, side = canvas.metrics, 5.4 * large
    canvas.rect(*box, radius=0.9, fill="paper", stroke="rule", stroke_width="box")
    if icon:
        canvas.icon(icon, left + 1.2, top + 0.8, side, "heading")
    type = metrics.fit(value, Type(CONDENSED_BOLD, 5.2 * large), wide - side - 3.0, 2.5)
    middle = top + 0.8 + side / 2
    canvas.text(value, left + wide - 1.4, middle + type.cap / 2, type, anchor="end", within=box)
    label = metrics.fit(word, Type(CONDENSED, 2.5 * large), wide - 1.0, MIN_SIZE)
    canvas.text(word, left + wide / 2, top + tall - 1.3, label, anchor="middle", fill="muted", within=box)
