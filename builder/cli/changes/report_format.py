"""``--format`` of the commands that report differences."""

from __future__ import annotations

import click

report_format_option = click.option(
    "--format",
    "form",
    type=click.Choice(["text", "markdown", "json"]),
    default="text",
    show_default=True,
    help="Format of the report.",
)
