"""The sheets of the sides with their templates below, to cut off, in the type in which all of it has room."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from builder.draw.sheets.cutouts.template_corner import template_column, template_corner
from builder.draw.sheets.cutouts.template_parts import Template
from builder.draw.sheets.cutouts.template_sheets import template_strip
from builder.draw.sheets.sides.side_briefing import sides_of
from builder.draw.sheets.sides.side_reminders import reminder_flow
from builder.draw.sheets.sides.side_sheets import side_sheets
from builder.draw.surface.canvas import Drawing
from builder.draw.surface.flow_sheets import FlowSheets
from builder.press.kit.cutouts import side_templates
from builder.press.kit.fillers import APART
from builder.press.kit.job import KitJob

SMALLER = (1.0, 0.96, 0.92)
"""The shares of the usual size of type in which sheets of sides are tried."""
# The same for templates in a corner of sheets whose type is large: it is no smaller than this scale then.
_SMALLEST, _USUAL = (1.0, 0.96, 0.92, 0.88, 0.84, 0.8), 0.94
# How much larger the type of a side with several sheets can be, so that these are full.
_LARGER = 1.1

Sheets = dict[str, FlowSheets]
Strips = dict[str, Drawing | None]


def sides_with_strips(job: KitJob, most: float) -> tuple[Sheets, Strips]:
    """The sheets of each side, and the templates below them, which are None without room.

    The type has at most the scale ``most``. It is a little smaller if all have room then, or smaller still
    with the templates beside the rules to remember.
    """
    scenario, size = job.scenario, job.paper.content
    flows = {side: side_sheets(scenario, side, size, job.context, most=most) for side in sides_of(scenario)}
    sides = _Sides(job, flows, {side: side_templates(job, side) for side in flows})
    usual = sides.with_strips(1.0)
    if sides.are_complete(usual):
        return usual
    smaller = (sides.with_strips(share) for share in SMALLER[1:])
    # On the grid of the texts above, if there is any such way.
    corners = (
        sides.with_corners(share, in_columns=in_columns)
        for in_columns in (True, False)
        for share in _SMALLEST
        if sides.least * share >= _USUAL
    )
    return next((way for ways in (smaller, corners) for way in ways if sides.are_complete(way)), usual)


@dataclass(frozen=True, slots=True)
class _Sides:
    """The sheets of each side in the largest type, and the templates wanted below them."""

    job: KitJob
    flows: Sheets
    wanted: Mapping[str, Sequence[Template]]

    @property
    def least(self) -> float:
        """The scale of the smallest type."""
        return min(each.scale for each in self.flows.values())

    def are_complete(self, way: tuple[Sheets, Strips]) -> bool:
        """Whether all templates have room."""
        return all(way[1][side] for side in self.flows if self.wanted[side])

    def with_strips(self, share: float) -> tuple[Sheets, Strips]:
        """Sheets in type of a share of the usual size, and templates at the foot of each."""
        sheets = {side: self._sheets(side, share) for side in self.flows}
        strips = {
            side: template_strip(self.wanted[side], (own.width, own.room), self.job.of_side(side).context)
            for side, own in sheets.items()
        }
        return sheets, strips

    def with_corners(self, share: float, *, in_columns: bool) -> tuple[Sheets, Strips]:
        """The same with templates in a corner, beside the rules to remember of their side.

        They are ``in_columns`` that go on below those above.
        """
        sheets, strips = Sheets(), Strips()
        for side in self.flows:
            own = self._sheets(side, share, with_reminders=not self.wanted[side])
            corner = self._corner(side, own, in_columns=in_columns) if self.wanted[side] else None
            sheets[side], strips[side] = own, corner
        return sheets, strips

    def _sheets(self, side: str, share: float, *, with_reminders: bool = True) -> FlowSheets:
        own, scale = self.flows[side], self._max_scale(side, share)
        if own.scale <= scale and with_reminders:
            return own
        scenario, size = self.job.scenario, self.job.paper.content
        return side_sheets(scenario, side, size, self.job.context, most=scale, with_reminders=with_reminders)

    def _max_scale(self, side: str, share: float) -> float:
        """The largest scale beside a side with one sheet: the same for one, a little more for several."""
        scale = self.least * share
        return scale if self.flows[side].count == 1 else scale * _LARGER

    def _corner(self, side: str, own: FlowSheets, *, in_columns: bool) -> Drawing | None:
        context = self.job.of_side(side).context
        notes = reminder_flow(self.job.scenario, side, context)
        if notes is None:
            return None
        wanted = self.wanted[side]
        if in_columns:
            rooms = own.column_rooms
            return template_column(wanted, notes, rooms, own.width, context, own.scale)
        return template_corner(wanted, notes, (own.width, own.room - APART), context, own.scale)
