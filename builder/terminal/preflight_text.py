"""What preflight found, as text for a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from builder.press.preflight.finding import Report


def report_text(report: Report, path: str, title: str) -> str:
    """Findings one a line, what was not measured, and the sum."""
    lines = [f"{path}: {finding}" for finding in report.findings]
    lines += [f"{path}: not measured: {what}" for what in report.unmeasured]
    count = len(report.findings)
    said = "nothing to fix" if not count else f"{count} finding{'' if count == 1 else 's'}"
    lines.append(f"{report.looked_at} for {title}: {said}")
    return "\n".join(lines)
