"""The tasks of a round on the player aid, with what each costs and the footnotes on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from builder.draw.sheets.aid.grids import AidWriter
from builder.draw.sheets.aid.rows import aid_rows
from builder.draw.surface.canvas import Canvas
from builder.draw.surface.flow import Block, stacked
from builder.draw.surface.type import BOLD, Type
from builder.draw.surface.wording import Words
from rulesdb import Entry, Ruleset

_APART = 1.0
_GUTTER = 4.0
# A group of tasks is at least as wide, in mm.
_MIN_GROUP = 34.0
_MIN_TEXT = 2.47
_DISC, _DISC_STEP = 1.45, 3.3
# Between the title of a task and its limits; what is left free so that no rounded width breaks a line.
_BEFORE_LIMITS, _TINY = 1.2, 0.01
# Between the last task of a column and footnotes below it, in lines.
_AIR = 0.5


def tasks_block(game: Ruleset, aid: AidWriter) -> Block | None:
    """The groups of tasks beside each other, and below them what the numbers of footnotes mean; that is below
    the last groups alone if these are so short that they leave room for it.

    ``None`` if the groups are too wide.
    """
    kept = game.aid.get("tasks")
    tasks = [task for task in game.of_kind("task") if kept is None or task.slug in kept]
    groups: dict[str, list[Entry]] = {}
    for task in tasks:
        groups.setdefault(task["group"], []).append(task)
    if aid.width < len(groups) * _MIN_GROUP:
        return None
    used = sorted({number for task in tasks for number in task.get("footnotes", ())})
    heading, columns = aid.heading(aid.writer.words("chart.tasks"), tasks), _Columns.of(groups, aid)
    for first in range(1, len(groups)):
        below = _notes(game, used, aid.of_width(aid.width - columns.left_of(first)))
        if below and below[0].height <= columns.free_below(first):
            return stacked([heading, _with_notes(columns, first, below[0])], _APART)
    return stacked([heading, columns.block(), *_notes(game, used, aid)], _APART)


def _with_notes(columns: _Columns, first: int, notes: Block) -> Block:
    """Groups with notes in the room at the foot of the last, from the ``first`` on."""
    block = columns.block()

    def draw(canvas: Canvas, x: float, y: float) -> None:
        block.draw(canvas, x, y)
        notes.draw(canvas, x + columns.left_of(first), y + block.height - notes.height)

    return Block(block.height, draw)


def _notes(game: Ruleset, used: Sequence[int], aid: AidWriter) -> list[Block]:
    """The meanings of the numbers on discs, one after the other as far as a line has room."""
    texts = {
        int(at): text
        for slug in footnotes_of_tasks(game)
        for at, text in aid_rows(game.table(slug), aid.writer.words)[1]
        if int(at) in used
    }
    metrics, step = aid.writer.metrics, aid.size * 1.5
    placed: list[tuple[float, int, int, str]] = []
    x, line = 0.0, 0
    for number, text in texts.items():
        run = 2 * _DISC + 1.2 + metrics.width(text, aid.text)
        if x and x + run > aid.width:
            x, line = 0.0, line + 1
        placed.append((x, line, number, text))
        x += run + _GUTTER

    def draw(canvas: Canvas, left: float, top: float) -> None:
        for x, line, number, text in placed:
            middle = top + (line + 0.5) * step
            _draw_disc(canvas, number, left + x + _DISC + 0.3, middle)
            at, base = left + x + 2 * _DISC + 1.2, middle + aid.text.cap / 2
            room = (left, top, aid.width + 0.1, (line + 1) * step)
            canvas.text(text, at, base, aid.text, fill="muted", within=room)

    return [Block((line + 1) * step + 0.8, draw)] if placed else []


def footnotes_of_tasks(game: Ruleset) -> list[str]:
    """The chart tables that all tasks with footnotes refer to."""
    seen = [set(task.see) for task in game.of_kind("task") if task.get("footnotes")]
    return [slug for slug in game.chart_tables if seen and all(f"table/{slug}" in see for see in seen)]


@dataclass(frozen=True, slots=True)
class _Row:
    """A task with its points and who may do it, which are in a line of their own if there is no room."""

    task: Entry
    limits: str
    aid: AidWriter
    small: Type
    width: float

    @property
    def room(self) -> float:
        """The width that the discs of footnotes leave."""
        return self.width - self._beside

    @property
    def least(self) -> float:
        """The width in which the title is on one line."""
        return self._beside + self.aid.writer.metrics.width(self.task.title, self.aid.bold) + _TINY

    @property
    def wanted(self) -> float:
        """The width in which the limits are on the line of the title."""
        limits = self.aid.writer.metrics.width(self.limits, self.small)
        return self.least + (_BEFORE_LIMITS + limits if self.limits else 0.0)

    @property
    def _beside(self) -> float:
        """The width of the discs of footnotes, and of what is left free at both ends."""
        return 2.2 + len(self.task.get("footnotes", ())) * _DISC_STEP

    @property
    def title(self) -> list[str]:
        """The lines of the title."""
        return self.aid.writer.metrics.wrap(self.task.title, self.aid.bold, self.room)

    @property
    def after(self) -> float:
        """The start of the limits in the last line of the title; 0 if they need a line of their own."""
        metrics = self.aid.writer.metrics
        start = metrics.width(self.title[-1], self.aid.bold) + _BEFORE_LIMITS
        return start if start + metrics.width(self.limits, self.small) <= self.room else 0.0

    @property
    def lines(self) -> int:
        return len(self.title) + (1 if self.limits and not self.after else 0)


@dataclass(frozen=True, slots=True)
class _Columns:
    """A column for each group, in rows of which every second is on a panel."""

    rows: Mapping[str, Sequence[_Row]]
    aid: AidWriter
    widths: Sequence[float]
    step: float
    small: Type

    @classmethod
    def of(cls, groups: Mapping[str, Sequence[Entry]], aid: AidWriter) -> _Columns:
        """The columns of groups of tasks."""
        small = aid.text.at(max(aid.size * 0.94, _MIN_TEXT))
        bare = {
            name: [_Row(task, _limits(task, aid.writer.words), aid, small, 0.0) for task in tasks]
            for name, tasks in groups.items()
        }
        widths = _widths([*bare.values()], aid.width - _GUTTER * (len(groups) - 1))
        rows = {
            name: [replace(row, width=width) for row in listed]
            for (name, listed), width in zip(bare.items(), widths, strict=True)
        }
        return cls(rows, aid, widths, aid.size * 1.38 + aid.padding, small)

    @property
    def _lines(self) -> list[int]:
        """How many lines each column has."""
        return [sum(row.lines for row in listed) for listed in self.rows.values()]

    def left_of(self, column: int) -> float:
        """How far a column is from the left edge, in mm."""
        return sum(self.widths[:column]) + column * _GUTTER

    def free_below(self, first: int) -> float:
        """The height in mm below all columns from the ``first`` on, with some air above it."""
        lines = self._lines
        return (max(lines) - max(lines[first:]) - _AIR) * self.step

    def block(self) -> Block:
        """The columns beside each other."""
        step, aid = self.step, self.aid
        is_plain = aid.writer.theme.saves_ink

        def draw(canvas: Canvas, x: float, y: float) -> None:
            for column, (name, listed) in enumerate(self.rows.items()):
                left, width = x + self.left_of(column), self.widths[column]
                base = y + step * 0.7
                canvas.text(f"{name[0].upper()}{name[1:]}", left + 0.8, base, aid.bold, fill="muted")
                top = y + step
                for number, row in enumerate(listed):
                    height = row.lines * step
                    if is_plain:
                        canvas.rule(left, top + height, width)
                    elif number % 2 == 0:
                        canvas.rect(left, top, width, height, fill="panel")
                    _draw_footnotes(canvas, row.task.get("footnotes", ()), left + width, top + step / 2)
                    base, box = top + step * 0.7, (left, top, width, height)
                    canvas.lines(row.title, left + 0.8, base, aid.bold, step * 0.9, within=box)
                    low = base + (row.lines - 1) * step * 0.9
                    canvas.text(row.limits, left + 0.8 + row.after, low, self.small, fill="muted", within=box)
                    top += height

        return Block((max(self._lines) + 1) * step, draw)


def _widths(columns: Sequence[Sequence[_Row]], width: float) -> list[float]:
    """The widths of columns: alike if limits are then on the lines of their tasks as often as otherwise.

    Else those have more room in which that takes the least.
    """
    alike = [width / len(columns)] * len(columns)
    widths = [max(row.least for row in column) for column in columns]
    if sum(widths) > width:
        return alike
    wanted = sorted((row.wanted, number) for number, column in enumerate(columns) for row in column)
    for each, number in wanted:
        more = max(0.0, each - widths[number])
        if sum(widths) + more <= width:
            widths[number] += more

    def on_line(tried: Sequence[float]) -> int:
        return sum(each <= tried[number] for each, number in wanted)

    spare = (width - sum(widths)) / len(columns)
    return alike if on_line(alike) >= on_line(widths) else [each + spare for each in widths]


def _draw_footnotes(canvas: Canvas, numbers: Sequence[int], right: float, middle: float) -> None:
    """The numbers of footnotes on discs up to the right end of a row."""
    for index, number in enumerate(reversed(numbers)):
        _draw_disc(canvas, number, right - _DISC - 0.5 - index * _DISC_STEP, middle)


def _draw_disc(canvas: Canvas, number: int, x: float, y: float) -> None:
    canvas.circle(x, y, _DISC, stroke="heading", stroke_width=0.2)
    type = Type(BOLD, 2.47)
    canvas.text(str(number), x, y + type.cap / 2, type, anchor="middle", fill="heading")


def _limits(task: Entry, words: Words) -> str:
    """The points of a task, and who alone may do it."""
    limits = [words("chart.points", count=task["movement"])] if "movement" in task.facts else []
    if "limit" in task.facts:
        limits.append(words.term(task["limit"]))
    elif task["who"] != "all":
        limits.append(words("chart.only", who=words.of("who", task["who"])))
    return ", ".join(limits)
