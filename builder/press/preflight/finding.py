"""The findings of preflight: the place, the defect, and the violated requirement with its source."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from builder.press.services.sheet import Sheet
from rulesdb import BrainbugError


class PreflightError(BrainbugError):
    """A file cannot be read, or is not of a kind that can be checked."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A defect for which the service would reject the file.

    ``check`` is its slug, ``where`` a page or file, ``key`` the requirement's key in the sheet file,
    ``wanted`` the requirement in words, and ``figure`` its source.
    """

    check: str
    where: str
    message: str
    key: str
    wanted: str
    figure: str

    def __str__(self) -> str:
        if not self.figure:
            return f"{self.where}: {self.check}: {self.message}"
        return f"{self.where}: {self.check}: {self.message}; {self.wanted} ({self.figure})"


@dataclass(frozen=True, slots=True)
class Report:
    """All findings of a file or folder, what could not be measured, and what was checked."""

    findings: tuple[Finding, ...]
    unmeasured: tuple[str, ...] = ()
    looked_at: str = ""


class Notebook:
    """Collects the findings for one sheet; only the first few of each check."""

    MAX_ALIKE = 10

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self._findings: list[Finding] = []
        self._unmeasured: dict[str, None] = {}
        self._counts: Counter[str] = Counter()

    def add(self, check: str, where: str, message: str, key: str, wanted: str) -> None:
        """Record a finding about the requirement under ``key``."""
        self._counts[check] += 1
        if self._counts[check] <= self.MAX_ALIKE:
            figure = str(self.sheet.provenance(key))
            self._findings.append(Finding(check, where, message, key, wanted, figure))

    def add_damage(self, where: str, message: str) -> None:
        """Record that a part of a file is not valid in its format."""
        self.add("damaged", where, message, "file", "every part of the file is complete and valid")

    @contextmanager
    def reading(self, where: str, what: str) -> Iterator[None]:
        """Record damage if something cannot be read, and continue with the rest of the file."""
        try:
            yield
        except MemoryError:
            raise
        except Exception:
            # The PDF libraries raise errors of many types for invalid values.
            self.add_damage(where, f"{what} cannot be read")

    def leave(self, what: str) -> None:
        """Record that something cannot be measured."""
        self._unmeasured[what] = None

    def report(self, looked_at: str) -> Report:
        """The report of everything recorded."""
        more = [
            Finding(check, "further on", f"{count - self.MAX_ALIKE} more of this kind", "", "as above", "")
            for check, count in self._counts.items()
            if count > self.MAX_ALIKE
        ]
        return Report((*self._findings, *more), tuple(self._unmeasured), looked_at)
