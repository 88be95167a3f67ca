"""The framed block of the aid: the tables that are used together most, lettered in the order of their use."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, repeat

from builder.draw.sheets.aid.examples import example_block
from builder.draw.sheets.aid.grids import AidWriter
from builder.draw.sheets.aid.outcomes import outcomes_block
from builder.draw.sheets.aid.outline import Cell
from builder.draw.surface.canvas import Canvas
from builder.draw.surface.flow import Block, stacked
from builder.draw.surface.type import BOLD, Type

_STRIP = 9.6
_PAD = 3.0
_GAP = 4.0
# How much higher the rows of a short table are beside a higher cell, in mm.
_HIGHER = 1.2
_RADIUS = 2.6
_EDGE = 0.7


def framed_block(rows: Sequence[Sequence[Cell]], aid: AidWriter) -> Block | None:
    """The rows in a frame below a strip that names the steps; ``None`` if a table is too wide.

    The cells of a row that is too narrow for them stand below each other.
    """
    inner = aid.of_width(aid.width - 2 * _PAD)
    blocks: list[Block] = []
    for row in rows:
        block = _row(row, inner) or _stack(row, inner)
        if block is None:
            return None
        blocks.append(block)
    steps = [(cell.letter, cell.step) for row in rows for cell in row if cell.letter]
    strip = _STRIP if steps else 0.0
    body = stacked(blocks)
    height = strip + _PAD * 0.8 + body.height + _PAD * 0.4

    def draw(canvas: Canvas, x: float, y: float) -> None:
        if strip:
            _strip(canvas, (x, y, aid.width, strip), steps)
        edge = _EDGE / 2
        box = (x + edge, y + edge, aid.width - _EDGE, height - _EDGE)
        canvas.rect(*box, radius=_RADIUS, stroke="accent", stroke_width=_EDGE)
        body.draw(canvas, x + _PAD, y + strip + _PAD * 0.8)

    return Block(height + 1.0, draw)


def _row(row: Sequence[Cell], aid: AidWriter) -> Block | None:
    """Cells side by side by their shares of the width."""
    shares = sum(cell.share for cell in row)
    room = aid.width - _GAP * (len(row) - 1)
    widths = [room * cell.share / shares for cell in row]
    blocks = [_cell(cell, aid.of_width(width)) for cell, width in zip(row, widths, strict=True)]
    tall = max((block.height for block in blocks if block is not None), default=0.0)
    drawn = []
    for cell, width, block in zip(row, widths, blocks, strict=True):
        if block is None:
            return None
        # Beside a higher cell, a table has higher rows.
        is_short = bool(cell.tables) and block.height < tall
        higher = _cell(cell, aid.of_width(width).padded(aid.padding + _HIGHER)) if is_short else None
        drawn.append(block if higher is None or higher.height > tall else higher)

    def draw(canvas: Canvas, x: float, y: float) -> None:
        for block, width in zip(drawn, widths, strict=True):
            block.draw(canvas, x, y)
            x += width + _GAP

    return Block(tall, draw)


def _stack(row: Sequence[Cell], aid: AidWriter) -> Block | None:
    blocks = [_cell(cell, aid) for cell in row]
    return None if None in blocks else stacked([block for block in blocks if block is not None])


def _cell(cell: Cell, aid: AidWriter) -> Block | None:
    """The tables of a cell below each other, then the modifiers or the results of one."""
    ticked = {cell.ticks}
    titles = chain(["" if cell.text else cell.title], repeat(""))
    parts = [
        # Below a text, a sentence needs no heading of its own.
        aid.brief(aid.game.table(slug).entry, aid.sentence(slug))
        if cell.text and aid.sentence(slug)
        else aid.table(slug, "" if number or cell.text else cell.letter, title, ticked=slug in ticked)
        for number, (slug, title) in enumerate(zip(cell.tables, titles, strict=False))
    ]
    if cell.outcomes:
        parts.append(outcomes_block(cell.outcomes, aid))
    if cell.joined:
        parts.append(aid.joined(cell.joined, "" if cell.tables else cell.letter))
    letter = cell.letter if cell.text or not (cell.tables or cell.joined) else ""
    if cell.text:
        heading = aid.heading(cell.title or cell.step, cell.entries, letter)
        parts.insert(0, stacked([heading, aid.writer.paragraph(cell.text, aid.text)]))
        letter = ""
    if cell.ticks and cell.ticks not in cell.tables:
        table = aid.game.table(cell.ticks)
        heading = aid.heading(aid.writer.words("chart.ticks"), (), letter)
        if not table.modifiers:
            heading = aid.heading(table.entry.title, (table.entry,), letter)
        parts.append(stacked([heading, aid.ticks(table)]))
        letter = ""
    if cell.notes:
        notes = map(aid.writer.words.term, cell.notes)
        parts.append(aid.writer.paragraph(" ".join(notes), aid.text, color="muted"))
    if cell.results:
        results = aid.colored.tiles(aid.game, aid.game.table(cell.results), cell.meanings)
        parts += (
            [] if results is None else [aid.heading(aid.writer.words("chart.results"), (), letter), results]
        )
    if cell.has_example:
        parts.append(example_block(aid))
    return None if None in parts else stacked([part for part in parts if part is not None])


def _strip(canvas: Canvas, box: tuple[float, float, float, float], steps: Sequence[tuple[str, str]]) -> None:
    """The letters and names of the steps in a row, with arrows between them."""
    x, y, width, height = box
    is_plain = canvas.theme.saves_ink
    color, letters = ("accent", "paper") if is_plain else ("paper", "accent")
    if is_plain:
        canvas.line((x, y + height), (x + width, y + height), stroke="accent", stroke_width="heading")
    else:
        canvas.rect(x, y, width, height, radius=_RADIUS, fill="accent")
        canvas.rect(x, y + height - _RADIUS, width, _RADIUS, fill="accent")
    disc, gap, arrow = 2.5, 1.2, 1.9
    fixed = len(steps) * (2 * disc + gap) + (len(steps) - 1) * (arrow + 4 * gap)
    names = "".join(name for _, name in steps)
    type = canvas.metrics.fit(names, Type(BOLD, 3.3), width - 2 * _PAD - fixed, 2.65)
    run = canvas.metrics.width(names, type) + fixed
    spare = max(0.0, (width - 2 * _PAD - run) / max(1, len(steps) - 1)) if len(steps) > 1 else 0.0
    at, middle = x + _PAD, y + height / 2
    for number, (letter, name) in enumerate(steps):
        if number:
            at += spare / 2 + 2 * gap
            canvas.polygon([(at, middle - 1.3), (at + arrow, middle), (at, middle + 1.3)], fill=color)
            at += arrow + 2 * gap + spare / 2
        canvas.circle(at + disc, middle, disc, fill=color)
        letter_type = Type(canvas.context.display, 3.3)
        canvas.text(letter, at + disc, middle + 1.15, letter_type, anchor="middle", fill=letters)
        at += 2 * disc + gap
        canvas.text(name, at, middle + 1.1, type, fill=color, within=box)
        at += canvas.metrics.width(name, type)
