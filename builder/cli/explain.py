"""``brainbug explain``."""

from __future__ import annotations

import click

from builder.lint.registry import CodeDoc, code_docs, free_codes, retired_codes, rules_of
from builder.terminal.library_options import library_options
from rulesdb import BrainbugError, Library
from rulesdb.nearest import did_you_mean


@click.command()
@click.argument("code", required=False)
@click.option("--next", "show_free", is_flag=True, help="Print the next free code of each family instead.")
@library_options
def explain(code: str | None, show_free: bool, library: Library) -> None:
    """Explain a lint code: what it means, why it matters, how to fix it. Without a code, list all of them."""
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
        click.echo(f"{code.upper()} is retired: {' and '.join(successors)} took over.\n")
    known = {**docs, **{doc.slug: doc for doc in docs.values()}}
    for number, wanted in enumerate(successors or [code.upper() if code.upper() in docs else code]):
        if wanted not in known:
            raise BrainbugError(f"there is no code {code}: {did_you_mean(code.upper(), docs)}")
        click.echo("\n" if number else "", nl=False)
        _explain(known[wanted], library)


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
