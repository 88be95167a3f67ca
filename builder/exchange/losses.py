"""Loss reports: what the format of another program cannot hold, item by item."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Loss:
    """Something that is missing after an export or an import.

    ``what`` is missing, because of ``why``; ``instead`` is what to do about it, or empty. ``where`` names the
    part of the scenario or of the file, if it is one part.
    """

    what: str
    why: str
    instead: str = ""
    where: str = ""

    @property
    def sentence(self) -> str:
        """The loss in one line.

        >>> Loss("air", "VASSAL has no rooms", "see the map", where="bridge").sentence
        'bridge: air: VASSAL has no rooms; see the map'
        """
        start = f"{self.where}: " if self.where else ""
        end = f"; {self.instead}" if self.instead else ""
        return f"{start}{self.what}: {self.why}{end}"


@dataclass(frozen=True, slots=True)
class LossReport:
    """The losses of one export or import; ``done`` lists what was written or read, in words."""

    format: str
    done: tuple[str, ...]
    losses: tuple[Loss, ...]

    def lines(self) -> list[str]:
        """The report as text: what was done, then what is missing."""
        lines = list(self.done)
        if self.losses:
            lines += [f"Not in {self.format}:", *(f"  {loss.sentence}" for loss in self.losses)]
        else:
            lines.append(f"{self.format} holds everything")
        return lines

    def as_json(self) -> dict[str, Any]:
        """The report as JSON data."""
        return {
            "format": self.format,
            "done": list(self.done),
            "losses": [
                {"what": loss.what, "why": loss.why, "instead": loss.instead, "where": loss.where}
                for loss in self.losses
            ],
        }


def counted(number: int, one: str, more: str = "") -> str:
    """A number with its noun.

    >>> counted(1, "piece"), counted(3, "piece"), counted(2, "hex", "hexes")
    ('1 piece', '3 pieces', '2 hexes')
    """
    return f"{number} {one if number == 1 else more or f'{one}s'}"


def listed(names: Sequence[str], most: int = 4) -> str:
    """Names in a row; the last ones of many only as their number.

    >>> listed(["a", "b", "c"], most=2)
    'a, b and 1 more'
    """
    rest = len(names) - most
    return ", ".join(names[:most]) + (f" and {rest} more" if rest > 0 else "")
