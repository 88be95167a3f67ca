"""Sheets of units with scores: the counter and the dice of each kind of unit, and a line for every figure."""

from __future__ import annotations

from collections.abc import Sequence

from builder.draw.pieces.cards.content import CardFigure
from builder.draw.pieces.cards.entries import CardEntries
from builder.draw.pieces.counter_names import SIZE
from builder.draw.pieces.counters import CounterArtist
from builder.draw.pieces.shown_face import SHADOW
from builder.draw.pieces.unit_figures import score_text
from builder.draw.sentences.entry_text import as_lead, running_text
from builder.draw.sentences.side_names import side_name
from builder.draw.sheets.sides.face_beside import draw_face
from builder.draw.sheets.sides.score_boxes import score_boxes
from builder.draw.sheets.sides.unit_lines import unit_lines
from builder.draw.surface.canvas import Canvas
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import Block, Flow, Writer, stacked
from builder.draw.surface.type import BOLD, CONDENSED, MIN_SIZE, REGULAR, Type
from builder.scenario.forces.wounds import lost_wounds, max_wounds
from builder.scenario.model import Force, Scenario
from rulesdb import Entry, Ruleset
from rulesdb.description.grids import ABSENT

# Lines have a box for so many turns at most.
_MAX_TURNS = 12
# What a unit is stands beside its title in this size at least; what each costs, below its counter.
_LEAST_ABOUT, _COST, _BESIDE = 2.8, Type(CONDENSED, MIN_SIZE), 2.6
# All units have as many boxes as on their cards; what only some have is in their text.
_BOXES = 8


def unit_flow(scenario: Scenario, forces: Sequence[Force], context: DrawingContext) -> Flow:
    """A block for each force of a side: its counter, its unit's scores, and a line for each figure."""

    def blocks(writer: Writer) -> Sequence[Block]:
        ids = CounterArtist(context).ids(scenario)
        units = [_force_block(scenario, force, ids[force.id], writer) for force in forces]
        cards = [] if _are_even(forces) else _cards(forces)
        items = [stacked(_card_parts(scenario.ruleset, *card, writer)) for card in cards]
        heading = [writer.heading(writer.words("part.Cards"))] if items else []
        return [*units, *writer.together([*heading, *items])]

    words, side = context.words, forces[0].side
    spent, title = sum(force.points for force in forces), side_name(scenario, side, context.words)
    points = words("unit.side", side=title, points=words("unit.points", count=spent))
    return Flow(f"units-{side}", words("record.units"), f"{words('record.wounds-kill')} {points}", blocks)


def card_flow(scenario: Scenario, forces: Sequence[Force], context: DrawingContext) -> Flow | None:
    """The action cards of a side's forces below its units, if these fill both columns; None without cards.

    Beside an odd number of units there is room for the cards. A single card has its figures beside it.
    """
    game, words, side, cards = scenario.ruleset, context.words, forces[0].side, _cards(forces)
    if not cards or not _are_even(forces):
        return None
    is_single = len(cards) == 1
    has_figures = any(CardEntries(game, words).action_figures(card) for card, _ in cards)

    def blocks(writer: Writer) -> Sequence[Block]:
        items = [_card_parts(game, *card, writer) for card in cards]
        return items[0] if is_single else [stacked(parts) for parts in items]

    about = words("side.alone", title=scenario.title, side=side_name(scenario, side, words))
    columns = 2 if has_figures or not is_single else 1
    return Flow(f"cards-{side}", words("part.Cards"), about, blocks, columns)


def _are_even(forces: Sequence[Force]) -> bool:
    return len(forces) % 2 == 0


def _cards(forces: Sequence[Force]) -> list[tuple[Entry, int]]:
    """The action cards of forces, each with its number."""
    return [card for force in forces for card in force.cards.values()]


def _force_block(scenario: Scenario, force: Force, ids: Sequence[str], writer: Writer) -> Block:
    game = scenario.ruleset
    about = force.unit.get("card") or running_text(game, force.unit)
    more = list(force.unit["scores"].items())[_BOXES:]
    carries = [f"{writer.words.of('score', name).capitalize()}: {value}." for name, value in more]
    text = " ".join(filter(None, (about, *carries, _weapons(game, force, writer))))

    # Its wounds and the turns in which it has acted.
    turns = scenario.turns if game.printing.get("acts_once") and scenario.turns <= _MAX_TURNS else 0
    wounds = max_wounds(game, force.unit)
    lines = unit_lines(ids, wounds, writer, lost=lost_wounds(game, force), turns=turns)
    return stacked([*_name(force, text, writer), _with_face(scenario, force, writer), lines])


def _weapons(game: Ruleset, force: Force, writer: Writer) -> str:
    """The weapon that each figure has in hand, if the game gives it."""
    names = [game.find("weapon", slug).title for slug in force.unit.get("weapons", ())]
    return writer.words("unit.weapons", count=len(names), names=", ".join(names)) if names else ""


def _title(force: Force) -> str:
    """The unit's title, after that of the force if it is another one."""
    title = force.unit.title
    return title if title.casefold() in force.title.casefold() else f"{force.title}: {title}"


def _card_parts(game: Ruleset, card: Entry, number: int, writer: Writer) -> list[Block]:
    """A card with its points, when it is played, and its effect; then its figures, if it has any."""
    times = f" × {number}" if number > 1 else ""
    points = writer.words("unit.points", count=card["points"])
    when = writer.words("unit.card", points=points, when=card["play"])
    effect = str(card.get("card") or running_text(game, card))
    item = writer.item(as_lead(f"{card.title}{times}"), f"{when} {effect}")
    figures = CardEntries(game, writer.words).action_figures(card)
    return [item, _figures(figures, writer)] if figures else [item]


def _figures(figures: Sequence[CardFigure], writer: Writer) -> Block:
    """The figures of a card in boxes like the scores of a unit."""
    return score_boxes([(figure.icon, figure.value, figure.word) for figure in figures], writer, writer.width)


def _name(force: Force, text: str, writer: Writer) -> list[Block]:
    """The title of a unit with the number of its figures, then what it is, beside that or below it."""
    metrics, large = writer.metrics, max(1.0, writer.scale)
    title = f"{_title(force)} × {force.count}"
    bold = metrics.fit(title, Type(BOLD, 3.8 * large), writer.width, MIN_SIZE)
    left = metrics.width(title, bold) + 2.4
    about = metrics.fit(text, Type(REGULAR, 3.2 * large), writer.width - left, _LEAST_ABOUT)
    is_beside = left + metrics.width(text, about) <= writer.width

    def draw(canvas: Canvas, x: float, y: float) -> None:
        canvas.text(title, x, y + 4.2, bold)
        if is_beside:
            canvas.text(text, x + left, y + 4.2, about, within=(x, y, writer.width, 6 * large))

    head = Block(6 * large, draw)
    return [head] if is_beside else [head, writer.paragraph(text)]


def _with_face(scenario: Scenario, force: Force, writer: Writer) -> Block:
    """The dice of a unit in boxes as on its card, beside its counter and what each of them costs."""
    game, words, metrics = scenario.ruleset, writer.words, writer.metrics
    scores = dict(list(force.unit["scores"].items())[:_BOXES])
    icons, left = game.scores.get("icons", {}), SIZE + _BESIDE
    said = "unit.points" if force.count == 1 else "unit.points-each"
    points = words(said, count=force.unit.get("points", 0))
    points += words.mark(force.unit.provenance.basis)
    cost = metrics.wrap(points, _COST, SIZE)
    figures = [
        (icons.get(name, ""), score_text(game, name, value) if value else ABSENT, words.of("score", name))
        for name, value in scores.items()
    ]
    boxes = score_boxes(figures, writer, writer.width - left)

    def draw(canvas: Canvas, x: float, y: float) -> None:
        draw_face(canvas, scenario, force, (x, y), SIZE)
        base = y + SIZE + SHADOW[1] + _COST.size + 0.3
        canvas.lines(cost, x, base, _COST, _COST.size * 1.12, fill="muted")
        boxes.draw(canvas, x + left, y)

    tall = SIZE + SHADOW[1] + len(cost) * _COST.size * 1.12 + 1.0
    return Block(max(tall, boxes.height), draw)
