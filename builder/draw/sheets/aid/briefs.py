"""Short texts of the aid on panels: a bold title with its sections at the end of its line, and the text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from builder.draw.surface.canvas import Canvas
from builder.draw.surface.flow import CELL_PAD, Block, Writer
from builder.draw.surface.type import CONDENSED, CONDENSED_BOLD, Type

SMALL = Type(CONDENSED, 2.47)
"""The type of sections: seven points."""
_GAP = 2.0
# Between a title and its text, as a share of the size of the type; and how much smaller a title can be.
_APART, _SMALLEST = 0.2, 0.9


@dataclass(frozen=True, slots=True)
class Brief:
    """A title, its text, and its sections, in the color of what is not printed if it ``is_marked``."""

    title: str
    text: str
    section: str = ""
    is_marked: bool = False


@dataclass(frozen=True, slots=True)
class Panel(Block):
    """A text on a panel, which can be made higher, such as the panels beside it.

    If it ``is_list``, it is one line beside its title, or several of these below each other. The last
    ``foot`` mm of it are free of type, which is enough between two of these lines.
    """

    stretched: Callable[[float], Block] | None = None
    is_list: bool = False
    foot: float = 0.0

    def of_height(self, height: float) -> Block:
        """The same text on a panel of a height in mm."""
        return self.stretched(height) if self.stretched is not None else self

    def over(self, other: Panel) -> Panel:
        """This panel and another right below it, as one: lines of a list."""
        top = self.height - self.foot

        def draw(canvas: Canvas, x: float, y: float) -> None:
            self.draw(canvas, x, y)
            other.draw(canvas, x, y + top)

        return Panel(top + other.height, draw, is_list=True, foot=other.foot)


def brief_block(
    brief: Brief, writer: Writer, size: float, padding: float = 0.0, *, least: float = 0.0
) -> Panel:
    """A text on a panel, in type of ``size`` mm, with about as much room as rows ``padding`` mm higher have.

    A text that fits beside its title, before the section, is on the same line; any other begins below. The
    block is at ``least`` so many mm high.
    """
    metrics, step, pad = writer.metrics, size * 1.2, CELL_PAD / 2
    bold, plain, width = Type(CONDENSED_BOLD, size), Type(CONDENSED, size), writer.width - CELL_PAD
    text, after = metrics.printed(brief.text), metrics.width(f"{brief.title}  ", bold)
    cited = _GAP + metrics.width(brief.section, SMALL) if brief.section else 0.0
    is_one_line = after + metrics.width(text, plain) + cited <= width
    # A title that is a little too long for its sections beside it is a little smaller.
    smaller = metrics.fit(brief.title, bold, width - cited, _SMALLEST * size)
    is_short = metrics.width(brief.title, smaller) + cited <= width
    bold = smaller if is_short else bold
    titles = metrics.wrap(brief.title, bold, width)
    lines = [] if is_one_line else metrics.wrap(text, plain, width)
    # A section for which the title leaves no room is at the end of the text, or on a line of its own.
    is_beside = is_one_line or is_short or metrics.width(titles[-1], bold) + cited <= width
    is_below = bool(cited) and not is_beside and metrics.width(lines[-1], plain) + cited > width
    count = len(titles) + len(lines) + is_below
    inset = size * 0.3 + padding
    apart = 0.0 if is_one_line else size * _APART
    below_panel = size * 0.3
    height = max(count * step + apart + size * 0.2 + 2 * inset, least - below_panel)
    is_plain = writer.theme.saves_ink

    def draw(canvas: Canvas, x: float, y: float) -> None:
        if is_plain:
            canvas.rule(x, y + height, writer.width)
        else:
            canvas.rect(x, y, writer.width, height, fill="panel")
        base, room = y + step - size * 0.06 + inset, (x, y, writer.width, height)
        below = base + len(titles) * step + apart
        canvas.lines(titles, x + pad, base, bold, step, within=room)
        if is_one_line:
            canvas.text(text, x + pad + after, base, plain, within=room)
        canvas.lines(lines, x + pad, below, plain, step, within=room)
        foot = base + (len(titles) - 1) * step if is_beside else base + (count - 1) * step + apart
        color = "house" if brief.is_marked else "muted"
        canvas.text(brief.section, x + pad + width, foot, SMALL, anchor="end", fill=color, within=room)

    def stretched(height: float) -> Block:
        return brief_block(brief, writer, size, padding, least=height)

    return Panel(
        height + below_panel,
        draw,
        stretched=stretched,
        is_list=is_one_line and not least,
        foot=below_panel + inset,
    )
