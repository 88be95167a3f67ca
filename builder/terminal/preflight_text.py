"""The findings of preflight, as text for a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from builder.press.preflight.finding import Report
    from builder.press.services.delivery import Delivery


def report_text(report: Report, path: str, title: str) -> str:
    """One line for each finding and each unmeasured property, and a summary."""
    lines = [f"{path}: {finding}" for finding in report.findings]
    lines += [f"{path}: not measured: {what}" for what in report.unmeasured]
    count = len(report.findings)
    total = "nothing to fix" if not count else f"{count} finding{'' if count == 1 else 's'}"
    lines.append(f"{report.looked_at} for {title}: {total}")
    return "\n".join(lines)


def report_deliveries(deliveries: Sequence[Delivery], folder: Path) -> int:
    """Print the path of each delivery and the findings of preflight; returns 1 if there are findings."""
    if not deliveries:
        return 0
    # Preflight renders pages, and most builds do not need its imports.
    from builder.press.preflight.run import preflight_delivery

    code = 0
    for delivery in deliveries:
        path = folder / delivery.path
        report = preflight_delivery(delivery, folder)
        click.echo(f"{delivery.part.lower()} for a print service: {path}")
        click.echo(report_text(report, str(path), delivery.layout.sheet.title))
        code = max(code, 1 if report.findings else 0)
    return code
