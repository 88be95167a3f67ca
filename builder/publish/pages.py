"""The page of an entry on the site."""

from __future__ import annotations

from collections.abc import Sequence

from builder.publish.markdown import (
    badge,
    escaped,
    fact_lines,
    figure_lines,
    grid_table,
    page,
    pieces,
    provenance_notes,
    role,
)
from builder.publish.table_data import table_block, table_html
from rulesdb import Entry, Ruleset, Table
from rulesdb.description import Description, Note, describe, plain


def entry_page(game: Ruleset, entry: Entry, uses: Sequence[str] = ()) -> str:
    """The page of one entry; ``uses`` are lines about the scenarios and lint checks that use it."""
    description = describe(entry, game)
    parts = [f"# {escaped(entry.headline)}", f"{badge(entry.provenance)} · `{entry.id}`"]
    parts += provenance_notes(entry.provenance)
    if description.also:
        parts.append(f"Also called {escaped(', '.join(description.also))}.")
    parts += map(pieces, description.paragraphs)
    if entry.kind == "table":
        parts += _table(game.table(entry.slug), description)
    else:
        parts += [part for facts in (description.inputs, description.remarks, description.facts)
                  for part in fact_lines(facts)]  # fmt: skip
        parts += figure_lines(description.figures)
    if description.command:
        parts.append(f"```sh\n{description.command}\n```")
    if description.examples:
        parts += ["## Worked examples", _setup(game, entry)]
        for example in description.examples:
            parts += [escaped(example.title), f"```{{doctest}}\n{example.doctest.rstrip()}\n```"]
    parts += _links("See also", game.links_from(entry))
    parts += _links("Used by", game.links_to(entry), uses)
    return page(*parts)


def _table(table: Table, description: Description) -> list[str]:
    assert description.grid is not None
    inputs = "; ".join(f"`{fact.title}` {pieces(fact.prose)}" for fact in description.inputs)
    remarks = [f"{fact.title.capitalize()}: {escaped(plain(fact.prose))}." for fact in description.remarks]
    summary = " ".join([remarks[0], f"Inputs: {inputs}.", *remarks[1:]])
    parts = [table_html(table), table_block(table), summary]
    for heading, is_own in (("Cells with another basis", False), ("Notes on cells", True)):
        own = table.entry.provenance.basis
        notes = [note for note in description.grid.notes if (note.provenance.basis is own) is is_own]
        parts += _notes(heading, notes)
    if description.modifiers is not None:
        parts += ["## Modifiers", grid_table(description.modifiers)]
        parts += _notes("Notes on modifiers", description.modifiers.notes)
    return [*parts, *fact_lines(description.facts)]


def _notes(heading: str, notes: Sequence[Note]) -> list[str]:
    """Values whose provenance differs from the table's, under their badge and notes."""
    parts = [f"## {heading}"] if notes else []
    for note in notes:
        parts += [badge(note.provenance), *provenance_notes(note.provenance)]
        parts.append("\n".join(f"- {escaped(value)}" for value in note.values))
    return parts


def _setup(game: Ruleset, entry: Entry) -> str:
    functions = ""
    if entry.kind == "procedure":
        functions = f"from {game.procedures[entry.slug].module} import *\n"
    return f'```{{testsetup}}\n{functions}import rulesdb\ngame = rulesdb.open_game("{game.id}")\n```'


def _links(title: str, entries: tuple[Entry, ...], more: Sequence[str] = ()) -> list[str]:
    lines = [f"- {role(entry)} ({entry.kind})" for entry in entries] + [f"- {line}" for line in more]
    if not lines:
        return []
    return [f"## {title}", "\n".join(lines)]
