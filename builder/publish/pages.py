"""What the page of an entry says."""

from __future__ import annotations

from collections.abc import Sequence

from builder.publish.markdown import (
    badge,
    docstring_parts,
    doctest_block,
    escaped,
    fact_lines,
    prose,
    provenance_notes,
    role,
)
from builder.publish.table_data import table_block, table_html
from rulesdb import Entry, Procedure, Provenance, Ruleset, Table
from rulesdb.tables import show_value


def entry_page(game: Ruleset, entry: Entry, uses: Sequence[str] = ()) -> str:
    """The page of one entry: words, figures, where they come from, examples, links both ways.

    ``uses`` are lines about what uses it outside the database: scenarios and lint checks.
    """
    parts = [f"# {page_title(entry)}", badge(entry.provenance), *provenance_notes(entry.provenance)]
    if entry.kind == "procedure":
        parts += _procedure(game.procedure(entry.slug), game)
    else:
        parts.append(prose(game, entry))
        parts += _table(game.table(entry.slug)) if entry.kind == "table" else fact_lines(game, entry)
    if entry.examples:
        parts += ["## Worked examples", _setup(game)]
        for example in entry.examples:
            parts += [escaped(example.title), doctest_block(example.doctest)]
    parts += _links("See also", game.links_from(entry))
    parts += _links("Used by", game.links_to(entry), uses)
    return "\n\n".join(part for part in parts if part) + "\n"


def page_title(entry: Entry) -> str:
    """A numbered rule's title has its number before it."""
    numbered = entry.kind == "rule" and entry.slug[0].isdigit()
    return f"{entry.slug} {escaped(entry.title)}" if numbered else escaped(entry.title)


def _table(table: Table) -> list[str]:
    axes = [f"`{axis.name}` {escaped(axis.accepts)}" for axis in table.axes]
    parts = [
        table_html(table),
        table_block(table),
        f"Result: {escaped(table.result_name)}. Inputs: {'; '.join(axes)}.",
    ]
    parts += _unprinted(table)
    if table.modifiers:
        lines = [
            f"- `{modifier.id}`: {modifier.add:+d} to {modifier.to}, {escaped(modifier.when)} "
            f"({badge(modifier.provenance)})"
            for modifier in table.modifiers
        ]
        parts += ["## Modifiers", "\n".join(lines)]
    inputs = " ".join(f"{axis.name}={_sample(axis.labels)}" for axis in table.axes if axis.is_label)
    parts.append(f"```sh\nbrainbug resolve {table.id} {inputs}".rstrip() + "\n```")
    return parts


def _unprinted(table: Table) -> list[str]:
    """Cells whose basis is not the table's, gathered by what is said of them."""
    groups: dict[Provenance, list[str]] = {}
    for at, cell in table.cells():
        if cell.provenance.basis is not table.entry.provenance.basis:
            where = ", ".join(f"{name} {value}" for name, value in at.items())
            groups.setdefault(cell.provenance, []).append(f"{where} → {show_value(cell.value)}")
    if not groups:
        return []
    parts = ["## Cells that the book does not print so"]
    for provenance, cells in groups.items():
        parts += [badge(provenance), *provenance_notes(provenance)]
        parts.append("\n".join(f"- {escaped(cell)}" for cell in cells))
    return parts


def _sample(labels: tuple[str, ...]) -> str:
    return f'"{labels[0]}"' if " " in labels[0] else labels[0]


def _procedure(procedure: Procedure, game: Ruleset) -> list[str]:
    inputs = [
        f"- `{given.name}`" + ("" if given.required else f" (default `{given.default!r}`)")
        for given in procedure.inputs
    ]
    module = f"from {game.module} import *\n" if game.module else ""
    return [
        "\n".join(inputs),
        f'```{{testsetup}}\n{module}import rulesdb\ngame = rulesdb.open_game("{game.id}")\n```',
        *docstring_parts(procedure.entry.text),
    ]


def _setup(game: Ruleset) -> str:
    return f'```{{testsetup}}\nimport rulesdb\ngame = rulesdb.open_game("{game.id}")\n```'


def _links(title: str, entries: tuple[Entry, ...], more: Sequence[str] = ()) -> list[str]:
    lines = [f"- {role(entry)} ({entry.kind})" for entry in entries] + [f"- {line}" for line in more]
    if not lines:
        return []
    return [f"## {title}", "\n".join(lines)]
