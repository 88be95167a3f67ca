"""A printer's profile: the offset between the front and the back of a sheet."""

from __future__ import annotations

from dataclasses import dataclass

from builder.press.pages.paper import Paper
from rulesdb import BrainbugError

Shift = tuple[float, float]


class PrinterError(BrainbugError):
    """A printer is not known, or has not been measured for what is to be printed."""


@dataclass(frozen=True, slots=True)
class Printer:
    """A measured printer: mm that backs are moved right and down, by how the page lies.

    ``None`` stands for what has not been measured.
    """

    name: str
    duplex: str
    upright: Shift | None = None
    on_its_side: Shift | None = None

    def offset(self, page: Paper) -> Shift | None:
        """What has been measured for pages that lie as this one."""
        return self.upright if page.height >= page.width else self.on_its_side

    def shift(self, page: Paper) -> Shift:
        """How far backs are moved on a page.

        Raises:
            PrinterError: pages that lie so have not been measured.
        """
        shift = self.offset(page)
        if shift is None:
            is_upright = page.height >= page.width
            way = "upright pages" if is_upright else "pages on their side"
            option = "--upright" if is_upright else "--on-its-side"
            raise PrinterError(
                f"printer {self.name} has not been measured for {way}: print the calibration pages of "
                f"`brainbug printer calibration`, then `brainbug printer set {self.name} {option} X,Y`"
            )
        return shift
