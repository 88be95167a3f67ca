"""The report of files in a folder that a command skips."""

from __future__ import annotations

from pathlib import Path

import click

from builder.terminal.console import one_line


def report_skipped(path: Path, reason: str) -> None:
    """Print which path is skipped, and why, on the error stream."""
    click.echo(one_line(f"{path}: skipped, {reason}"), err=True)
