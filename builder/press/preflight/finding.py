"""What preflight finds: where, what, and which figure of which source it goes against."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from builder.press.services.sheet import Sheet


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that the service would send back.

    ``check`` is its slug, ``where`` a page or file, ``key`` the figure's key in the sheet file, ``wanted``
    the figure in words and ``figure`` where it comes from.
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
    """All findings of a file or folder, what could not be measured, and how much was looked at."""

    findings: tuple[Finding, ...]
    unmeasured: tuple[str, ...] = ()
    looked_at: str = ""


class Notebook:
    """Collects findings against one sheet; of the same finding on many pages the first few are kept."""

    MAX_ALIKE = 10

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self._findings: list[Finding] = []
        self._unmeasured: dict[str, None] = {}
        self._seen: dict[str, int] = {}

    def add(self, check: str, where: str, message: str, key: str, wanted: str) -> None:
        """Note a finding against the figure under ``key``."""
        self._seen[check] = self._seen.get(check, 0) + 1
        if self._seen[check] <= self.MAX_ALIKE:
            figure = str(self.sheet.provenance(key))
            self._findings.append(Finding(check, where, message, key, wanted, figure))

    def leave(self, what: str) -> None:
        """Note that something cannot be measured."""
        self._unmeasured[what] = None

    def report(self, looked_at: str) -> Report:
        """All that was noted."""
        more = [
            Finding(check, "further on", f"{count - self.MAX_ALIKE} more of this kind", "", "as above", "")
            for check, count in self._seen.items()
            if count > self.MAX_ALIKE
        ]
        return Report((*self._findings, *more), tuple(self._unmeasured), looked_at)


def joined(reports: Iterable[Report]) -> Report:
    """Several reports as one."""
    all_of_them = list(reports)
    return Report(
        tuple(finding for report in all_of_them for finding in report.findings),
        tuple(dict.fromkeys(what for report in all_of_them for what in report.unmeasured)),
        ", ".join(report.looked_at for report in all_of_them),
    )
