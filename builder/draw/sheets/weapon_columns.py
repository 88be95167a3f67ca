"""The columns of a game's table of weapons beside the weapons on the record of figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from builder.draw.sentences.entry_text import spelled
from builder.draw.sheets.aid.joined import joined_rows, read_joined
from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.type import CONDENSED, CONDENSED_BOLD, Metrics, Type
from builder.draw.surface.wording import Words
from builder.scenario.model import Member
from rulesdb import Ruleset

_HEAD, _CELL = Type(CONDENSED_BOLD, 2.5), Type(CONDENSED, 3.2)
# Between two columns, in mm, at least and at most.
_LEAST, _MOST = 4.0, 11.0


@dataclass(frozen=True, slots=True)
class WeaponColumns:
    """Headings, the cells of each weapon by its slug, and the width of each column in mm."""

    heads: tuple[str, ...] = ()
    cells: Mapping[str, Sequence[str]] | None = None
    widths: tuple[float, ...] = ()

    @property
    def least(self) -> float:
        """The least room, in mm."""
        return sum(self.widths) + _LEAST * len(self.widths)

    def draw_heads(self, canvas: Canvas, at: Point, room: float) -> None:
        """The headings from a point on, in so much room."""
        for head, x in zip(self.heads, self._middles(at[0], room), strict=True):
            canvas.text(head, x, at[1], _HEAD, anchor="middle", fill="muted")

    def draw_row(self, canvas: Canvas, member: Member, at: Point, room: float) -> None:
        """The cells of what a figure has in hand."""
        cells = (self.cells or {}).get(member.weapon.slug, ()) if member.weapon is not None else ()
        for cell, x in zip(cells, self._middles(at[0], room), strict=False):
            canvas.text(cell, x, at[1], _CELL, anchor="middle")

    def _middles(self, left: float, room: float) -> list[float]:
        """The middles of the columns, which are at the right of their room."""
        apart = min(_MOST, (room - sum(self.widths)) / max(1, len(self.widths)))
        left += room - sum(self.widths) - apart * len(self.widths)
        middles = []
        for wide in self.widths:
            middles.append(left + wide / 2)
            left += wide + apart
        return middles


def weapon_columns(game: Ruleset, members: Sequence[Member], metrics: Metrics, words: Words) -> WeaponColumns:
    """The columns of the table that the game names, with the rows of what some figures have in hand.

    There are none without such a table, or if none of the figures has a weapon of it.
    """
    table = read_joined(game).get(game.printing.get("weapon_columns", ""))
    if table is None:
        return WeaponColumns()
    (_, *columns), rows = joined_rows(game, table, words)
    heads = [head[0].upper() + head[1:] for head in columns]
    by_name = {name: cells for name, *cells in rows}
    key = game.table(table.tables[0]).entry.key
    held = {member.weapon.slug for member in members if member.weapon is not None}
    names = {slug: spelled(slug, words, key) for slug in sorted(held)}
    cells = {slug: by_name[name] for slug, name in names.items() if name in by_name}
    widths = tuple(
        max(metrics.width(head, _HEAD), *(metrics.width(row[number], _CELL) for row in cells.values()), 0.0)
        for number, head in enumerate(heads)
    )
    return WeaponColumns(tuple(heads), cells, widths) if cells else WeaponColumns()
