"""Secret sheets of hidden creatures: numbers, powers, and a line for each counter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate

from builder.draw.pieces.counters import CounterArtist
from builder.draw.sentences.entry_text import as_lead, citation_line, in_brackets, running_text
from builder.draw.sentences.side_names import side_name
from builder.draw.sentences.species import unsaid_species
from builder.draw.sheets.form_parts import LINE, amount_to_write, draw_marks
from builder.draw.sheets.set_up import captive_text
from builder.draw.sheets.sides.face_beside import beside_face
from builder.draw.surface.canvas import Canvas, Drawing
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import BODY, SMALL, Block, Flow, Writer, kept_together, stacked
from builder.draw.surface.flow_sheets import draw_flow
from builder.draw.surface.type import BOLD, CONDENSED, CONDENSED_BOLD, MIN_SIZE, Type
from builder.scenario.logic.effects import Arrival
from builder.scenario.model import Force, Scenario
from rulesdb import Entry, Ruleset

# The side of the counter, how much higher facts beside it can be, and what is free below it, in mm.
_FACE, _OVER, _BELOW_FACE = 24.0, 2.0, 2.6
_HEAD = 5.6
_NUMBER = 11.0
# The least and the largest box of a creature in a swarm, and between two of them.
_CREATURE, _LARGEST, _APART = 7.0, 12.0, 1.4
# How much smaller they are if that saves a row.
_SMALLER = 0.86
_BEFORE_LINES = 1.6
BLANK_LINES = 32


def creature_flow(scenario: Scenario, force: Force, context: DrawingContext) -> Flow:
    """The information that only the player of a force of creatures may see."""
    words = context.words
    counters = (words("creature.counters"), amount_to_write(force, "count", words))
    if force.unit.get("most", 1) > 1:
        creatures = amount_to_write(force, "count", words)
        swarms = words("creature.in-swarms", creatures=creatures, most=min(force.count, force.unit["most"]))
        if force.swarms:
            sizes = ", ".join(map(str, force.swarms))
            swarms = words("creature.swarms", creatures=creatures, sizes=sizes)
        counters = (words("creature.creatures"), swarms)
    panic = words("creature.panic-rolled") if force.panic == "rolled" else str(force.panic or "–")
    facts = [counters, (words("creature.panic"), panic)]
    # Each power stands once, with its text, unless there are two cards of one.
    if len({power.slug for power in force.powers}) < len(force.powers) or not force.powers:
        powers = ", ".join(power.title for power in force.powers)
        powers = powers or words("creature.powers-drawn", number=force.unit.get("powers", 0))
        facts.append((words("creature.powers"), powers))
    if force.dummies or "dummies" in force.dice:
        facts.insert(1, (words("creature.dummies"), amount_to_write(force, "dummies", words)))
    if species := unsaid_species(force, words):
        facts.insert(0, (words("creature.species"), species))
    facts += (
        (words("creature.held"), captive_text(scenario, force, captive, words)) for captive in force.captives
    )
    if force.native:
        facts.append((words("creature.origin"), words("creature.native")))

    def blocks(writer: Writer) -> Sequence[Block]:
        results = _facts(scenario, force, facts, writer)
        for power in {power.slug: power for power in force.powers}.values():
            text = f"{power['card']} {in_brackets(power, words)}"
            results.append(writer.item(as_lead(power.title), text))
        if force.unit.get("most", 1) > 1:
            return [*results, *_swarm_boxes(scenario, force, writer)]
        return [*results, *_counter_lines(CounterArtist(context).ids(scenario)[force.id], writer)]

    return Flow(
        f"secret-{force.id}",
        words("sheet.secret", title=force.title),
        words("side.alone", title=scenario.title, side=side_name(scenario, force.side, context.words)),
        blocks,
    )


def _facts(scenario: Scenario, force: Force, facts: Sequence[tuple[str, str]], writer: Writer) -> list[Block]:
    """The first facts beside the counter, as many as are no higher, and the others below it."""
    beside = 0

    def write(narrow: Writer) -> Sequence[Block]:
        nonlocal beside
        items = [narrow.item(f"{name}:", value) for name, value in facts]
        ends = accumulate(item.height for item in items)
        beside = sum(end <= _FACE + _OVER for end in ends)
        return items[:beside]

    first = beside_face(scenario, force, writer, _FACE, write)
    below = [writer.item(f"{name}:", value) for name, value in facts[beside:]]
    return [replace(first, height=first.height + _BELOW_FACE), *below]


def draw_blank_creature_sheets(
    game: Ruleset, size: tuple[float, float], context: DrawingContext
) -> list[Drawing]:
    """A sheet to fill in for each hidden unit of the game; none if the game has no hidden units."""
    drawings: list[Drawing] = []
    for unit in game.of_kind("unit"):
        if "powers" not in unit.facts:
            continue

        def blocks(writer: Writer, unit: Entry = unit) -> Sequence[Block]:
            words = writer.words
            facts = ("creature.species", "creature.counters", "creature.dummies", "creature.panic")
            results = [_write_in(words(fact), writer) for fact in facts]
            results += [
                _write_in(words("creature.power", number=number), writer)
                for number in range(1, unit["powers"] + 1)
            ]
            results.append(writer.paragraph(running_text(game, unit), BODY))
            results.append(writer.paragraph(citation_line(unit, writer.words), SMALL, color="muted"))
            return [*results, *_counter_lines([""] * BLANK_LINES, writer)]

        about = context.words("sheet.keep-secret", title=context.words("record.about", game=game.title))
        drawings += draw_flow(f"secret-{unit.slug}", unit.title, about, blocks, size, context)
    return drawings


def _write_in(name: str, writer: Writer) -> Block:
    """A name and a line to write on."""

    def draw(canvas: Canvas, x: float, y: float) -> None:
        canvas.text(name, x, y + 5.4, Type(BOLD, 3.4))
        line = ((x + 26, y + 6.4), (x + writer.width, y + 6.4))
        canvas.line(*line, stroke="muted", stroke_width="rule")

    return Block(8.4, draw)


def _counter_lines(numbers: Sequence[str], writer: Writer) -> list[Block]:
    """A line with boxes for each counter; the headings stay with the first."""
    tall = writer.line(LINE)

    def head(canvas: Canvas, x: float, y: float) -> None:
        type = Type(CONDENSED_BOLD, 3.0)
        canvas.rect(x, y, writer.width, _HEAD, fill="panel")
        words = writer.words
        counter = words("creature.counter")
        fitted = writer.metrics.fit(counter, type, _NUMBER - 1.2, MIN_SIZE)
        canvas.text(counter, x + 1, y + 4, fitted)
        canvas.text(words("roster.wounds-and-markers"), x + _NUMBER + 1.2, y + 4, type)

    def line(number: str) -> Block:
        def draw(canvas: Canvas, x: float, y: float) -> None:
            canvas.text(number, x + 1.2, y + tall / 2 + 1.4, Type(BOLD, 4.2))
            draw_marks(canvas, x + _NUMBER, y, writer.width - _NUMBER, tall)
            canvas.rule(x, y + tall, writer.width)

        return Block(tall, draw)

    return _below(Block(_HEAD, head), [line(number) for number in numbers])


def _swarm_boxes(scenario: Scenario, force: Force, writer: Writer) -> list[Block]:
    """A box for each creature of a force in swarms, whose counters show how many they are.

    If more come every turn, or a power adds some, there are as many boxes without numbers as fill up this row
    and another.
    """
    words, least = writer.words, writer.line(_CREATURE)
    adding = scenario.ruleset.printing.get("adds_counters")
    is_open = any(power.slug == adding for power in force.powers) or any(
        isinstance(effect, Arrival) and effect.every_turn and effect.force == force.id
        for event in scenario.events
        for effect in event.effects or ()
    )
    usual, smaller = (
        max(1, int((writer.width + _APART) // (side + _APART))) for side in (least, _SMALLER * least)
    )
    # Boxes are smaller if none is then alone in a row.
    few = -(-force.count // smaller)
    fitting = usual if -(-force.count // usual) == few else -(-force.count // few)
    rows = -(-force.count // fitting) + is_open
    # Rows of one length, in boxes as large as these then can be.
    a_row = fitting if is_open else -(-force.count // rows)
    step = (writer.width + _APART) / a_row
    side = min(_LARGEST, step - _APART)
    step = (writer.width - side) / max(1, a_row - 1)

    def draw(canvas: Canvas, x: float, y: float) -> None:
        for number in range(rows * a_row if is_open else force.count):
            row, column = divmod(number, a_row)
            left, top = x + column * step, y + row * (side + _APART)
            canvas.boxes(left, top, 1, side, 0)
            if number >= force.count:
                continue
            type = Type(CONDENSED, 3.0)
            middle = left + side / 2, top + side / 2 + type.cap / 2
            canvas.text(str(number + 1), *middle, type, anchor="middle", fill="muted")

    text = " ".join((words("creature.cross-out"), *([words("creature.more")] if is_open else ())))
    return kept_together(
        [
            writer.heading(words("creature.dead"), "skull-crack"),
            writer.paragraph(text, SMALL, color="muted"),
            Block(rows * (side + _APART) + 2.0, draw),
        ]
    )


def _below(head: Block, lines: Sequence[Block]) -> list[Block]:
    """Lines below a head, which stays with the first and is repeated at the top of columns."""
    first = stacked([Block(_BEFORE_LINES, lambda canvas, x, y: None), head])
    return [
        replace(first, keep_with_next=True, above=_BEFORE_LINES),
        *(replace(line, continued=head) for line in lines),
    ]
