"""The content of the aid in type of one size: the order of play, the framed block, and the groups."""

from __future__ import annotations

from functools import cached_property, partial

from builder.draw.sheets.aid.fitted_table import MIN_SIZE
from builder.draw.sheets.aid.frame import framed_block
from builder.draw.sheets.aid.grids import AidWriter
from builder.draw.sheets.aid.groups import Group, group_block, read_groups
from builder.draw.sheets.aid.joined import read_joined
from builder.draw.sheets.aid.outline import Cell, Step, read_block, read_steps, tables_of
from builder.draw.sheets.aid.pages.spacing import GUTTER, Elastic
from builder.draw.sheets.aid.rail import order_of_play
from builder.draw.sheets.aid.tasks import footnotes_of_tasks
from builder.draw.surface.flow import Block


class Contents:
    """The blocks in type of one size, each set once for all the ways to arrange them.

    ``height`` is the room in mm below the head of a sheet that has this many ``columns``.
    """

    def __init__(self, columns: int, height: float, aid: AidWriter) -> None:
        self.game = aid.game
        self.columns = columns
        self.height = height
        self.step = aid.width + GUTTER
        self.aid = aid
        self._parts: dict[tuple[int, int, float], Block | None] = {}
        self._groups: dict[tuple[int, range, int], Block | None] = {}

    def across(self, span: int) -> AidWriter:
        """The writer for some columns."""
        return self.aid.of_width(self.step * span - GUTTER)

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The steps of a turn."""
        return read_steps(self.game)

    @cached_property
    def rail(self) -> list[Elastic] | None:
        """The order of play; ``None`` if it is too large for the sheet."""
        rail = order_of_play(self.steps, self.aid, self.height) if self.steps else []
        # A line of steps is broken only if even the smallest type is too large for the sheet.
        return None if rail is not None and len(rail) > 1 and self.aid.size > MIN_SIZE else rail

    @cached_property
    def rows(self) -> tuple[tuple[Cell, ...], ...]:
        """The rows of the frame."""
        return read_block(self.game)

    @cached_property
    def frame(self) -> Block | None:
        """The block that is used most, in a frame; ``None`` if there is none, or no room for it."""
        frame = framed_block(self.rows, self.across(min(2, self.columns))) if self.rows else None
        # Tables that are joined in the smallest type may be too high below each other.
        is_too_high = frame is not None and frame.height > self.height and self.aid.size > MIN_SIZE
        return None if is_too_high else frame

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        """The groups after that, with what neither has."""
        elsewhere = tables_of(self.steps, self.rows, read_joined(self.game))
        return read_groups(self.game, elsewhere | {*footnotes_of_tasks(self.game)})

    def group(self, number: int, parts: range, span: int) -> Block | None:
        """Some parts of a group in some columns; ``None`` if one of them is too wide."""
        key = number, parts, span
        if key not in self._groups:
            group, aid = self.groups[number], self.across(span)
            self._groups[key] = group_block(group, parts, partial(self._part, number), aid, span)
        return self._groups[key]

    def _part(self, number: int, part: int, width: float) -> Block | None:
        key = number, part, round(width, 3)
        if key not in self._parts:
            group = self.groups[number]
            self._parts[key] = group.parts[part](self.aid.of_width(width).citing_above([group.section]))
        return self._parts[key]
