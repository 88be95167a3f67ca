"""The page of an entry on the site."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from builder.publish.figures import figure_cards
from builder.publish.markdown import (
    badge,
    escaped,
    fact_lines,
    grid_table,
    page,
    pieces,
    provenance_notes,
    role,
)
from builder.publish.table_data import is_played, table_block, table_html, totals_html
from builder.reading.markdown import pipe_table
from rulesdb import Entry, Ruleset, Table
from rulesdb.description import Description, Note, describe, plain
from rulesdb.description.results import result_meanings
from rulesdb.search.snippet import sentences_in


def entry_page(game: Ruleset, entry: Entry, uses: Sequence[str] = ()) -> str:
    """The page of one entry; ``uses`` are lines about the scenarios and lint checks that use it."""
    description = describe(entry, game)
    table = game.table(entry.slug) if entry.kind == "table" else None
    parts = [f"# {escaped(entry.headline)}", badge(entry.provenance)]
    if table is not None:
        parts.append(_lookup(game, table))
    parts += provenance_notes(entry.provenance)
    if description.also:
        parts.append(f"Also called {escaped(', '.join(description.also))}.")
    parts += map(pieces, description.paragraphs)
    if table is not None:
        parts += _values(game, table, description)
    else:
        facts = (description.inputs, description.remarks, description.facts)
        parts += [part for each in facts for part in fact_lines(each)]
        parts += figure_cards(description.figures)
    if description.examples:
        parts += ["## Worked examples", _setup(game, entry)]
        for example in description.examples:
            parts += [escaped(example.title), f"```{{doctest}}\n{example.doctest.rstrip()}\n```"]
    parts += _links("See also", game.links_from(entry))
    parts += _links("Used by", game.links_to(entry), uses)
    parts += ["## On the command line", f"```sh\n{description.command or f'brainbug show {entry.id}'}\n```"]
    if table is not None:
        inputs = [f"- {fact.title}: {pieces(fact.prose)}" for fact in description.inputs]
        remarks = [f"- {fact.title}: {escaped(plain(fact.prose))}" for fact in description.remarks]
        parts.append("\n".join([*inputs, *remarks]))
    return page(*parts)


def _lookup(game: Ruleset, table: Table) -> str:
    """The table, and beside it the fields to look it up and roll on it."""
    totals, whole = totals_html(table), table_html(table)
    if totals:
        whole = f"{totals}\n{_folded('The same as ranges', whole)}"
    if not is_played(table):
        return whole
    meanings = {
        label: f"{entry.title}. {_opening(game, entry)}" for label, entry in result_meanings(game, table)
    }
    parts = ['<div class="bb-lookup">', table_block(table, meanings), '<div class="bb-whole">', whole]
    return "\n".join([*parts, "</div>", "</div>"])


def _values(game: Ruleset, table: Table, description: Description) -> Iterator[str]:
    """What the results mean, and what the values and modifiers rest on."""
    assert description.grid is not None
    meanings = [
        [f"**{escaped(label)}**", role(entry), escaped(_opening(game, entry))]
        for label, entry in result_meanings(game, table)
    ]
    if meanings:
        yield "## Results"
        yield pipe_table(["Result", "Means", "In short"], meanings)
    for heading, is_own in (("Cells with another basis", False), ("Notes on cells", True)):
        own = table.entry.provenance.basis
        notes = [note for note in description.grid.notes if (note.provenance.basis is own) is is_own]
        yield from _notes(heading, notes)
    if description.modifiers is not None:
        yield "## Modifiers"
        yield grid_table(description.modifiers)
        yield from _notes("Notes on modifiers", description.modifiers.notes)
    yield from fact_lines(description.facts)


def _folded(title: str, content: str) -> str:
    return f'<details class="bb-more"><summary>{title}</summary>\n{content}\n</details>'


def _opening(game: Ruleset, entry: Entry) -> str:
    return next(iter(sentences_in(game.plain_text(entry))), "")


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
