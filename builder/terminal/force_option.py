"""``--force`` of the commands that write a file."""

from __future__ import annotations

import click

force_option = click.option("--force", is_flag=True, help="Replace an existing file.")
