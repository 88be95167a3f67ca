"""The order of play down the side of the aid: numbered steps with what is looked up in each."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from builder.draw.sentences.entry_text import cited
from builder.draw.sheets.aid.briefs import SMALL
from builder.draw.sheets.aid.examples import filled_from
from builder.draw.sheets.aid.grids import AidWriter
from builder.draw.sheets.aid.outline import Step
from builder.draw.sheets.aid.pages.spacing import Elastic
from builder.draw.surface.canvas import Canvas
from builder.draw.surface.flow import Block, stacked
from builder.draw.surface.type import BOLD, Type

_DISC = 3.0
_INDENT = 8.4
_ICON = 5.0
# From so much more between two steps on, in mm, their type is so many times as large, and rows are so much
# higher, in mm.
_WIDE, _LARGER = 8.0, ((1.1, 1.2), (1.1, 0.8), (1.05, 0.8), (1.05, 0.4), (1.0, 0.4))


def order_of_play(steps: Sequence[Step], aid: AidWriter, height: float) -> list[Elastic] | None:
    """All steps below their heading, joined by a line; ``None`` if a table is too wide.

    If they are higher than ``height`` mm, they come in two or more blocks.
    """
    whole = _joined(steps, aid)
    if whole is None or whole.height <= height or len(steps) < 2:
        return None if whole is None else [whole]
    # The name of a sequence stays with its first step.
    half = next(at for at in range(len(steps) // 2, 0, -1) if steps[at - 1].number)
    halves = [order_of_play(part, aid, height) for part in (steps[:half], steps[half:])]
    return None if None in halves else [block for part in halves if part is not None for block in part]


def _joined(
    steps: Sequence[Step], aid: AidWriter, apart: float = 0.0, *, is_larger: bool = False
) -> Elastic | None:
    """Some steps as one block, ``apart`` mm further from each other than they need.

    What already ``is_larger`` than usual does not become larger still.
    """
    display = aid.writer.context.display
    # What all steps have in common is cited once, in the heading.
    common = set.intersection(*(set(map(cited, step.entries)) for step in steps if step.number))
    inner = aid.of_width(aid.width - _INDENT).citing_above(common)
    blocks: list[Block] = []
    discs: list[int] = []
    for step in steps:
        if not step.number:
            blocks.append(_named(step, aid))
            continue
        block = _step(step, inner)
        if block is None:
            return None
        discs.append(len(blocks))
        blocks.append(block if step is steps[-1] else stacked([block], apart))
    heading = aid.writer.words("chart.order").upper()
    top = 5.4
    body = stacked(blocks)

    def draw(canvas: Canvas, x: float, y: float) -> None:
        canvas.text(heading, x, y + 3.4, Type(display, 3.5, 0.12), fill="heading")
        about = ", ".join(sorted(common))
        canvas.text(about, x + aid.width, y + 3.4, SMALL, anchor="end", fill="muted")
        starts = [top]
        for block in blocks:
            starts.append(starts[-1] + block.height)
        for before, after in itertools.pairwise(discs):
            # A line between the discs of a sequence; it does not pass a heading.
            if after == before + 1:
                ends = (y + starts[before] + _DISC, y + starts[after] + _DISC)
                canvas.line((x + _DISC, ends[0]), (x + _DISC, ends[1]), stroke="rule", stroke_width=1.2)
        for number, (step, block) in enumerate(zip(steps, blocks, strict=True)):
            block.draw(canvas, x + (_INDENT if step.number else 0), y + starts[number])
            if step.number:
                middle = (x + _DISC, y + starts[number] + _DISC)
                canvas.circle(*middle, _DISC, fill="band", stroke="heading", stroke_width="box")
                type = Type(display, 3.5)
                canvas.text(step.number, middle[0], middle[1] + 1.25, type, anchor="middle", fill="band_text")

    height, gaps = top + body.height + 1.0, len(steps) - 1

    def respaced(higher: float) -> Block:
        if not is_larger and apart + (higher - height) / gaps > _WIDE:
            # Holes between a few steps are smaller if what is in these is larger.
            for grow, padding in _LARGER:
                larger = aid.of_size(grow * aid.size).padded(aid.padding + padding)
                block = _joined(steps, larger)
                if block is not None and block.height <= higher:
                    return _joined(steps, larger, (higher - block.height) / gaps, is_larger=True) or block
        return _joined(steps, aid, apart + (higher - height) / gaps, is_larger=is_larger) or whole

    whole = Elastic(height, draw, gaps=gaps, respaced=respaced)
    return whole


def _named(step: Step, aid: AidWriter) -> Block:
    """The name of a sequence above its steps."""
    type = aid.writer.metrics.fit(step.title, Type(BOLD, 3.1), aid.width, 2.5)

    def draw(canvas: Canvas, x: float, y: float) -> None:
        canvas.text(step.title, x, y + 3.4, type, within=(x, y, aid.width + 0.1, 6))

    return Block(5.6, draw)


def _step(step: Step, aid: AidWriter) -> Block | None:
    """The title with its icon, the text, the tables and the sections of one step."""
    writer, metrics = aid.writer, aid.writer.metrics
    room = aid.width - (_ICON + 1.5 if step.icon else 0)
    title = metrics.fit(step.title, Type(BOLD, max(3.4, aid.heading_size)), room, 2.6)

    def draw_title(canvas: Canvas, x: float, y: float) -> None:
        canvas.text(step.title, x, y + 4.2, title, within=(x, y, room + 0.1, 6))
        if step.icon:
            canvas.icon(step.icon, x + aid.width - _ICON, y + 0.2, _ICON, "muted")

    parts = [Block(6.0, draw_title)]
    listed = "; ".join(f"{number} {title}" for number, title in enumerate(step.listed, 1))
    said = filled_from(aid.game, writer.words, step.text)
    texts = [text for text in (said, f"{listed}." if listed else "") if text]
    tables = [aid.game.table(slug) for slug in step.tables]
    entries = [*step.entries, *(table.entry for table in tables)]
    for text in texts if tables else texts[:-1]:
        parts.append(writer.paragraph(text, aid.text))
    for table in tables:
        body = aid.body(table.entry.slug)
        if body is None:
            return None
        parts.append(body)
        if table.modifiers:
            parts.append(aid.ticks(table))
    is_text_last = bool(texts) and not tables
    parts.append(aid.text_cited(texts[-1], entries) if is_text_last else aid.cited(entries))
    return stacked(parts, 1.0)
