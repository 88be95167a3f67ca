"""``brainbug docs``."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import click

from rulesdb import BrainbugError


@click.group()
def docs() -> None:
    """Build the reference site."""


@docs.command("build")
@click.option("--source", type=click.Path(path_type=Path), default="docs", help="Folder with conf.py.")
@click.option("-o", "--output", type=click.Path(path_type=Path), default="build/docs", help="Folder.")
def build(source: Path, output: Path) -> None:
    """Write the site as static HTML."""
    if not (source / "conf.py").is_file():
        raise BrainbugError(f"{source} holds no conf.py; run this in a checkout, or give --source")
    command = [
        sys.executable,
        "-m",
        "sphinx",
        "-W",
        "-n",
        "-q",
        "-j",
        "auto",
        "-b",
        "html",
        str(source),
        str(output),
    ]
    done = subprocess.run(command, check=False)
    if done.returncode != 0:
        raise BrainbugError("sphinx stopped; its messages are above")
    click.echo(f"site: {output / 'index.html'}")
