"""``brainbug lint`` and ``brainbug explain``."""

from __future__ import annotations

import functools
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from builder.lint.configuration import ConfigFinder, LintConfig
from builder.lint.engine import LintReport, lint_file, lint_text
from builder.lint.many import lint_files
from builder.lint.registry import (
    CodeDoc,
    code_docs,
    current_codes,
    free_codes,
    known_codes,
    retired_codes,
    rules_of,
)
from builder.lint.reporters import REPORTERS, clean, colored, plain
from builder.terminal.library_options import library_options
from builder.terminal.scenario_files import scenario_files
from rulesdb import BrainbugError, Library
from rulesdb.nearest import did_you_mean

if TYPE_CHECKING:
    from builder.lint.fixes import FixedText, Proposal


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="PATH...")
@click.option("--select", help="Report only these codes, or codes with these prefixes: BB2,BB301.")
@click.option("--ignore", help="Ignore these codes, or codes with these prefixes.")
@click.option("--fix", is_flag=True, help="Apply safe fixes, and list them.")
@click.option("--unsafe", is_flag=True, help="With --fix or --diff: also apply unsafe fixes.")
@click.option("--diff", is_flag=True, help="Print the changes that --fix would make, without making them.")
@library_options
@click.option("--no-config", is_flag=True, help="Ignore brainbug.toml and pyproject.toml.")
@click.option(
    "--format",
    "form",
    type=click.Choice(list(REPORTERS)),
    default="text",
    show_default=True,
    help="Output format.",
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
    """Check scenario files, and all *.yaml files in folders.

    Exits with 0 if there are no errors or warnings, 1 if there are any, 2 if the command cannot run.
    """
    if unsafe and not (fix or diff):
        raise click.UsageError("--unsafe requires --fix or --diff")
    configs, chosen, left_out = ConfigFinder(), _codes(select), _codes(ignore)
    jobs = (
        (path, (LintConfig() if no_config else configs.of(path)).narrowed(chosen, left_out))
        for path in scenario_files(paths)
    )
    if fix or diff:
        aside = diff or form not in ("text", "concise")
        reports = [
            _fixed(path, config, library, unsafe=unsafe, diff=diff, aside=aside) for path, config in jobs
        ]
    else:
        reports = list(lint_files(jobs, library))
    style = colored if sys.stdout.isatty() else plain
    if not diff:
        click.echo(REPORTERS[form](reports, style), nl=False)
    if any(report.fails for report in reports):
        ctx.exit(1)


def _fixed(
    path: Path, config: LintConfig, library: Library, *, unsafe: bool, diff: bool, aside: bool
) -> LintReport:
    """Fix a file, or print the changes that fixing would make; returns its report."""
    from builder.lint.fixes import fix_report
    from builder.lint.rewriting import difference, rewrite_file

    report = lint_file(path, library=library, config=config)
    again = functools.partial(lint_text, path=path, library=library, config=config)
    fixed = fix_report(report, again, unsafe=unsafe)
    if diff:
        click.echo(difference(path, report.text, fixed.text), nl=False)
    elif fixed.applied:
        rewrite_file(path, report.text, fixed.text)
        report = fixed.report
    _print_fixes(fixed, done=not diff, aside=aside)
    return report


def _print_fixes(fixed: FixedText, *, done: bool, aside: bool) -> None:
    """Print the fixes that were applied and those that were not; on stderr if stdout is for programs."""
    for proposal in fixed.applied if done else ():
        click.echo(f"{_where(proposal)} fixed: {clean(proposal.fix.title)}", err=aside)
    for proposal in fixed.held_back:
        note = f"not fixed, because that would cause other findings: {clean(proposal.fix.title)}"
        click.echo(f"{_where(proposal)} {note}", err=aside)


def _where(proposal: Proposal) -> str:
    return clean(f"{proposal.finding.span}: {proposal.finding.code}")


def _codes(text: str | None) -> list[str]:
    codes = [code.strip().upper() for code in (text or "").split(",") if code.strip()]
    for code in codes:
        if not any(name.startswith(code) for name in known_codes()):
            raise BrainbugError(f"no code starts with {code}: {did_you_mean(code, known_codes())}")
    return list(current_codes(codes))


@click.command()
@click.argument("code", required=False)
@click.option("--next", "show_free", is_flag=True, help="Print the next unused code of each family.")
@library_options
def explain(code: str | None, show_free: bool, library: Library) -> None:
    """Explain a lint code: what it finds, why it matters, how to fix it. Without CODE, list all codes."""
    if show_free:
        click.echo("\n".join(free_codes()))
        return
    docs = code_docs()
    if code is None:
        for doc in docs.values():
            click.echo(f"{doc.code}  {doc.severity:<7}  {doc.slug}: {doc.what}")
        return
    successors = retired_codes().get(code.upper(), ())
    if successors:
        click.echo(f"{code.upper()} has been replaced by {' and '.join(successors)}.\n")
    docs_by_name = {**docs, **{doc.slug: doc for doc in docs.values()}}
    for number, wanted in enumerate(successors or [code.upper() if code.upper() in docs else code]):
        if wanted not in docs_by_name:
            raise BrainbugError(f"unknown code {code}: {did_you_mean(code.upper(), docs)}")
        click.echo("\n" if number else "", nl=False)
        _explain(docs_by_name[wanted], library)


def _explain(doc: CodeDoc, library: Library) -> None:
    click.secho(f"{doc.code} {doc.slug} ({doc.severity})", bold=True)
    parts = [("What", doc.what), ("Why", doc.why), ("Example", doc.example), ("Fix", doc.fix)]
    if doc.how_to_fix:
        parts.append(("Fixed by", doc.how_to_fix))
    rules = rules_of(doc, library.open_all())
    if rules:
        parts.append(("Rule", ", ".join(rule.id for rule in rules)))
    for title, text in parts:
        click.echo(f"\n{title}\n" + click.wrap_text(text, 90, "  ", "  "))
