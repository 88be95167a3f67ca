"""What is read of one entry: words, figures, where they come from, links both ways."""

from __future__ import annotations

from builder.browse.grid import put_grid
from builder.browse.library import Library
from builder.browse.marks import MARKS, badge, legend, marked, marked_words
from builder.browse.prose import prose_words, put_docstring, put_facts, put_prose
from builder.browse.typesetting import Page, Typesetter, Words
from builder.draw.surface.charts import chart_rows
from rulesdb import Entry, Procedure, Provenance, Ruleset, Table

ROLL = "roll:"
"""Before an id, the target of a link that asks the entry for an answer instead of opening it."""


def entry_page(library: Library, id: str, width: int) -> Page:
    """The entry with this id, set ``width`` cells wide.

    Raises:
        UnknownEntry: with the nearest ids.
    """
    game, entry = library.find(id)
    setter = Typesetter(width)
    setter.paragraph(Words(entry_title(entry), "title"))
    setter.paragraph(Words(f"{game.title} · {entry.kind} · {entry.provenance.source}", "muted"))
    _put_provenance(setter, entry.provenance)
    if entry.also:
        setter.paragraph(Words("also: ", "muted"), Words(", ".join(entry.also)))
    if entry.kind == "procedure":
        _put_inputs(setter, game.procedure(entry.slug))
        put_docstring(setter, game, entry.text)
    else:
        put_prose(setter, game, entry.text)
        if entry.kind == "table":
            _put_table(setter, game, game.table(entry.slug))
        else:
            put_facts(setter, game, entry)
    for number, example in enumerate(entry.examples):
        if not number:
            setter.heading("Worked examples")
        setter.paragraph(*prose_words(game, example.title))
        setter.verbatim(example.doctest, "code")
    others = library.elsewhere(entry)
    if others:
        setter.heading("In the other games")
        for owner, other in others:
            setter.paragraph(Words(f"{owner.title}: ", "muted"), Words(other.title, target=other.id))
    _put_links(setter, "See also", game.links_from(entry))
    _put_links(setter, "Used by", game.links_to(entry))
    return setter.page()


def entry_title(entry: Entry) -> str:
    """A numbered rule's title has its number before it."""
    numbered = entry.kind == "rule" and entry.slug[0].isdigit()
    return f"{entry.slug} {entry.title}" if numbered else entry.title


def _put_provenance(setter: Typesetter, provenance: Provenance) -> None:
    setter.paragraph(*badge(provenance))
    if provenance.note:
        setter.paragraph(Words("note: ", "muted"), Words(provenance.note), first="", rest="  ")
    for alternative in provenance.alternatives:
        setter.paragraph(Words("or else: ", "muted"), Words(alternative), first="", rest="  ")


def _put_table(setter: Typesetter, game: Ruleset, table: Table) -> None:
    setter.blank()
    heads, rows = chart_rows(marked(table), "(house)")
    names = {axis.name for axis in table.axes}
    keys = sum(1 for name in names if name.replace("_", " ").replace("-", " ") in heads) or 1
    put_grid(
        setter,
        [setter.spans(marked_words(head)) for head in heads],
        [[setter.spans(marked_words(cell)) for cell in row] for row in rows],
        min(keys, len(heads) - 1) or 1,
    )
    notes = legend(table)
    if notes:
        setter.blank()
    for words in notes:
        setter.paragraph(*words, first="", rest="  ")
    setter.blank()
    setter.paragraph(Words("Roll or look it up", target=ROLL + table.id), Words(" (r)", "muted"))
    for axis in table.axes:
        if not axis.is_label:  # the labels are the heads of the table
            setter.paragraph(Words(f"{axis.name}: ", "muted"), Words(axis.accepts), first="", rest="  ")
    unit = f", {table.entry['result'].get('unit')}" if table.entry["result"].get("unit") else ""
    setter.paragraph(Words("result: ", "muted"), Words(table.result_name + unit))
    if table.modifiers:
        setter.heading("Modifiers")
    for modifier in table.modifiers:
        basis = modifier.provenance.basis
        mark = Words(f" {MARKS[basis]} {basis}", str(basis)) if basis in MARKS else Words("")
        setter.paragraph(
            Words(f"{modifier.add:+d} {modifier.to}", "figure"),
            Words(f" {modifier.when}{', each time' if modifier.repeats else ''}"),
            Words(f" [{modifier.provenance.source}]", "muted"),
            mark,
            first="· ",
            rest="  ",
        )
        if modifier.provenance.note and modifier.provenance.note != table.entry.provenance.note:
            setter.paragraph(Words(modifier.provenance.note, "muted"), first="    ")


def _put_inputs(setter: Typesetter, procedure: Procedure) -> None:
    setter.blank()
    setter.paragraph(Words("Run it", target=ROLL + procedure.id), Words(" (r)", "muted"))
    for given in procedure.inputs:
        default = "" if given.required else f", else {given.default!r}"
        setter.paragraph(
            Words(f"{given.name}: ", "muted"), Words(f"{given.accepts}{default}"), first="", rest="  "
        )


def _put_links(setter: Typesetter, title: str, entries: tuple[Entry, ...]) -> None:
    if entries:
        setter.heading(title)
    for entry in entries:
        setter.paragraph(
            Words(entry_title(entry), target=entry.id),
            Words(f" {entry.kind}", "muted"),
            first="· ",
            rest="  ",
        )
