"""``brainbug lint``."""

from __future__ import annotations

import functools
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from builder.lint.configuration import ConfigFinder, LintConfig
from builder.lint.engine import LintReport, lint_file, lint_text
from builder.lint.many import lint_files
from builder.lint.registry import current_codes, known_codes
from builder.lint.reporters import REPORTERS, clean, colored, plain
from builder.terminal.library_options import library_options
from rulesdb import BrainbugError, Library
from rulesdb.nearest import did_you_mean

if TYPE_CHECKING:
    from builder.lint.fixes import Mended, Proposal


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="PATH...")
@click.option("--select", help="Only these codes, or beginnings of codes, as in BB2,BB301.")
@click.option("--ignore", help="Not these codes.")
@click.option("--fix", is_flag=True, help="Mend what has a safe fix, and say what was done.")
@click.option("--unsafe", is_flag=True, help="With --fix or --diff: also what is only most likely meant.")
@click.option("--diff", is_flag=True, help="Show what --fix would change, and write nothing.")
@library_options
@click.option("--no-config", is_flag=True, help="Pass over brainbug.toml and pyproject.toml.")
@click.option(
    "--format", "form", type=click.Choice(list(REPORTERS)), default="text", show_default=True, help="Output."
)
@click.pass_context
def lint(
    ctx: click.Context,
    paths: tuple[Path, ...],
    select: str | None,
    ignore: str | None,
    fix: bool,
    unsafe: bool,
    diff: bool,
    library: Library,
    no_config: bool,
    form: str,
) -> None:
    """Check scenario files; folders are searched for *.yaml.

    Exits 0 when there is nothing to mend, 1 with errors or warnings, 2 when it cannot run.
    """
    if unsafe and not (fix or diff):
        raise click.UsageError("--unsafe goes with --fix or --diff")
    configs, chosen, left_out = ConfigFinder(), _codes(select), _codes(ignore)
    jobs = (
        (path, (LintConfig() if no_config else configs.of(path)).narrowed(chosen, left_out))
        for path in _files(paths)
    )
    if fix or diff:
        aside = diff or form not in ("text", "concise")
        reports = [
            _mended(path, config, library, unsafe=unsafe, diff=diff, aside=aside) for path, config in jobs
        ]
    else:
        reports = list(lint_files(jobs, library))
    style = colored if sys.stdout.isatty() else plain
    if not diff:
        click.echo(REPORTERS[form](reports, style), nl=False)
    if any(report.fails for report in reports):
        ctx.exit(1)


def _mended(
    path: Path, config: LintConfig, library: Library, *, unsafe: bool, diff: bool, aside: bool
) -> LintReport:
    """The report of a file whose findings have been mended, or would be: the difference is shown then."""
    from builder.lint.fixes import mend
    from builder.lint.rewriting import difference, rewrite_file

    report = lint_file(path, library=library, config=config)
    again = functools.partial(lint_text, path=path, library=library, config=config)
    mended = mend(report, again, unsafe=unsafe)
    if diff:
        click.echo(difference(path, report.text, mended.text), nl=False)
    elif mended.applied:
        rewrite_file(path, report.text, mended.text)
        report = mended.report
    _tell(mended, done=not diff, aside=aside)
    return report


def _tell(mended: Mended, *, done: bool, aside: bool) -> None:
    """What was mended, and what not; aside from output that is for programs."""
    for proposal in mended.applied if done else ():
        click.echo(f"{_where(proposal)} mended: {clean(proposal.fix.title)}", err=aside)
    for proposal in mended.held_back:
        said = f"left alone, as other findings would follow: {clean(proposal.fix.title)}"
        click.echo(f"{_where(proposal)} {said}", err=aside)


def _where(proposal: Proposal) -> str:
    return clean(f"{proposal.finding.span}: {proposal.finding.code}")


def _codes(text: str | None) -> list[str]:
    codes = [code.strip().upper() for code in (text or "").split(",") if code.strip()]
    for code in codes:
        if not any(name.startswith(code) for name in known_codes()):
            raise BrainbugError(f"no code begins with {code}: {did_you_mean(code, known_codes())}")
    return list(current_codes(codes))


def _files(paths: Iterable[Path]) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            found = sorted(file for file in path.rglob("*.yaml") if _lies_in(path, file))
            if not found:
                raise BrainbugError(f"{path} holds no *.yaml file")
            yield from found
        elif path.exists():
            yield path
        else:
            raise BrainbugError(f"there is no file {path}")


def _lies_in(folder: Path, path: Path) -> bool:
    """Whether a path is a file of the folder; a link that leads out of it is told, and not followed.

    Lint shows lines of what it reads, and mends it: in a folder from elsewhere that may be no other file.
    """
    if path.is_symlink() and not path.resolve().is_relative_to(folder.resolve()):
        click.echo(f"{clean(str(path))}: left out, a link that leads out of {clean(str(folder))}", err=True)
        return False
    return path.is_file()
