"""``brainbug explain``."""

from __future__ import annotations

import click

from builder.lint.registry import code_docs, rules_of
from builder.terminal.library_options import library_options
from rulesdb import BrainbugError, Library
from rulesdb.nearest import did_you_mean


@click.command()
@click.argument("code", required=False)
@library_options
def explain(code: str | None, library: Library) -> None:
    """Say what a lint code means, why it matters and how to fix it; without a code, list them."""
    docs = code_docs()
    if code is None:
        for doc in docs.values():
            click.echo(f"{doc.code}  {doc.severity:<7}  {doc.slug}: {doc.what}")
        return
    known = {**docs, **{doc.slug: doc for doc in docs.values()}}
    wanted = code.upper() if code.upper() in docs else code
    if wanted not in known:
        raise BrainbugError(f"there is no code {code}: {did_you_mean(code.upper(), docs)}")
    doc = known[wanted]
    click.secho(f"{doc.code} {doc.slug} ({doc.severity})", bold=True)
    parts = [("What", doc.what), ("Why", doc.why), ("Example", doc.example), ("Mend", doc.fix)]
    if doc.how_to_fix:
        parts.append(("Fix", doc.how_to_fix))
    rules = rules_of(doc, library.open_all())
    if rules:
        parts.append(("Rule", ", ".join(rule.id for rule in rules)))
    for title, text in parts:
        click.echo(f"\n{title}\n" + click.wrap_text(text, 90, "  ", "  "))
