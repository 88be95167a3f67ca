"""A drawing that is larger than the paper, at its true size over several sheets."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from builder.draw.canvas import Canvas, Drawing
from builder.draw.theme import Theme
from builder.draw.type import BOLD, CONDENSED, Metrics, Type
from builder.press.page import SMALL_PRINT, Page
from builder.press.paper import Paper

OVERLAP = 10.0
_MARK = 4.0
_FOOT = 5.0


@dataclass(frozen=True, slots=True)
class Tiling:
    """How a drawing is cut up: sheets across and down, and the room on each, in mm."""

    paper: Paper
    across: int
    down: int
    width: float
    height: float

    def window(self, column: int, row: int, drawing: Drawing) -> tuple[float, float, float, float]:
        """The part of the drawing that one sheet shows."""
        left = column * (self.width - OVERLAP)
        top = row * (self.height - OVERLAP)
        return left, top, min(self.width, drawing.width - left), min(self.height, drawing.height - top)


def fit_tiling(drawing: Drawing, paper: Paper) -> Tiling:
    """The fewest sheets, upright or on their side, with :data:`OVERLAP` mm shown twice at each seam."""
    best: Tiling | None = None
    for sheet in (paper, paper.turned):
        width = sheet.width - 2 * sheet.margin
        height = sheet.height - 2 * sheet.edge - _FOOT
        across = max(1, ceil((drawing.width - OVERLAP) / (width - OVERLAP)))
        down = max(1, ceil((drawing.height - OVERLAP) / (height - OVERLAP)))
        if best is None or across * down < best.across * best.down:
            best = Tiling(sheet, across, down, width, height)
    assert best is not None
    return best


def tile(
    part: str,
    drawing: Drawing,
    paper: Paper,
    footer: str,
    theme: Theme,
    metrics: Metrics,
    *,
    debug: bool = False,
) -> list[Page]:
    """The drawing over as many sheets as it takes, with registration marks where they are joined."""
    tiling = fit_tiling(drawing, paper)
    words = theme.words
    pages: list[Page] = []
    for row in range(tiling.down):
        for column in range(tiling.across):
            window = tiling.window(column, row, drawing)
            sheet = tiling.paper
            canvas = Canvas(sheet.width, sheet.height, metrics, debug=debug)
            canvas.rect(0, 0, sheet.width, sheet.height, fill=theme["paper"])
            x, y = sheet.margin, sheet.edge
            canvas.place(drawing, x, y, window=window)
            _draw_seams(canvas, tiling, (column, row), (x, y), window, theme)
            count = tiling.across * tiling.down
            number = row * tiling.across + column + 1
            shown = (
                drawing.title
                if count == 1
                else words("sheet.number-of", title=drawing.title, number=number, total=count)
            )
            canvas.text(shown, x, sheet.height - sheet.edge - 0.4, Type(BOLD, 2.6), fill=theme["ink"])
            after = x + metrics.width(shown, Type(BOLD, 2.6)) + 4
            with canvas.layer(SMALL_PRINT):
                canvas.text(
                    footer, after, sheet.height - sheet.edge - 0.4, Type(CONDENSED, 2.3), fill=theme["muted"]
                )
            trim = (x, y, window[2], window[3])
            suffix = "" if count == 1 else f"-{number}"
            made = canvas.drawing(f"{drawing.name}{suffix}", shown)
            pages.append(Page(part, made, trim, trim, words.of("part", part)))
    return pages


def _draw_seams(
    canvas: Canvas,
    tiling: Tiling,
    at: tuple[int, int],
    corner: tuple[float, float],
    window: tuple[float, float, float, float],
    theme: Theme,
) -> None:
    """Crosses on the middle line of each overlap, at both ends; lay one sheet's cross on the other's."""
    x, y = corner
    _, _, width, height = window
    column, row = at
    upright = [OVERLAP / 2] if column > 0 else []
    upright += [width - OVERLAP / 2] if column < tiling.across - 1 else []
    level = [OVERLAP / 2] if row > 0 else []
    level += [height - OVERLAP / 2] if row < tiling.down - 1 else []
    points = [(x + at_x, y + end) for at_x in upright for end in (_MARK, height - _MARK)]
    points += [(x + end, y + at_y) for at_y in level for end in (_MARK, width - _MARK)]
    color = theme["accent"]
    for mark_x, mark_y in points:
        canvas.circle(mark_x, mark_y, 1.4, stroke=color, stroke_width=0.2)
        upright_line = ((mark_x, mark_y - 2.6), (mark_x, mark_y + 2.6))
        level_line = ((mark_x - 2.6, mark_y), (mark_x + 2.6, mark_y))
        canvas.segments([level_line, upright_line], stroke=color, stroke_width=0.2)
