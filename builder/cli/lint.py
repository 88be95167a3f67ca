"""``brainbug lint``."""

from __future__ import annotations

import functools
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from builder.lint.engine import lint_file
from builder.lint.registry import code_docs
from builder.lint.reporters import REPORTERS, colored, plain
from rulesdb import BrainbugError, open_game
from rulesdb.nearest import did_you_mean
from rulesdb.validate import SchemaSet


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="PATH...")
@click.option("--select", help="Only these codes, or beginnings of codes, as in BB2,BB301.")
@click.option("--ignore", help="Not these codes.")
@click.option(
    "--format", "form", type=click.Choice(list(REPORTERS)), default="text", show_default=True, help="Output."
)
@click.pass_context
def lint(
    ctx: click.Context, paths: tuple[Path, ...], select: str | None, ignore: str | None, form: str
) -> None:
    """Check scenario files; folders are searched for *.yaml.

    Exits 0 when there is nothing to mend, 1 with errors or warnings, 2 when it cannot run.
    """
    schemas, opener = SchemaSet(), functools.cache(open_game)
    chosen, left_out = _codes(select), _codes(ignore)
    reports = [
        lint_file(path, select=chosen, ignore=left_out, schemas=schemas, opener=opener)
        for path in _files(paths)
    ]
    style = colored if sys.stdout.isatty() else plain
    click.echo(REPORTERS[form](reports, style), nl=False)
    if any(report.fails for report in reports):
        ctx.exit(1)


def _codes(text: str | None) -> list[str]:
    codes = [code.strip().upper() for code in (text or "").split(",") if code.strip()]
    known = code_docs()
    for code in codes:
        if not any(name.startswith(code) for name in known):
            raise BrainbugError(f"no code begins with {code}: {did_you_mean(code, known)}")
    return codes


def _files(paths: Iterable[Path]) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            found = sorted(path.rglob("*.yaml"))
            if not found:
                raise BrainbugError(f"{path} holds no *.yaml file")
            yield from found
        elif path.exists():
            yield path
        else:
            raise BrainbugError(f"there is no file {path}")
