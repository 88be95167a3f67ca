"""The page of one entry: words, figures, where they come from, links both ways."""

from __future__ import annotations

from collections.abc import Sequence

from builder.browse.catalog import Catalog
from builder.browse.grid import put_grid
from builder.browse.marks import badge
from builder.browse.typesetting import Page, Typesetter, Words
from rulesdb import Provenance
from rulesdb.description import Fact, Grid, Link, Piece, Prose, describe

ROLL = "roll:"
"""Before an id, the target of a link that asks the entry for an answer instead of opening it."""


def entry_page(catalog: Catalog, id: str, width: int) -> Page:
    """The entry with this id, set ``width`` cells wide.

    Raises:
        UnknownEntry: with the nearest ids.
    """
    game, entry = catalog.find(id)
    description = describe(entry, game)
    setter = Typesetter(width)
    setter.paragraph(Words(description.headline, "title"))
    setter.paragraph(Words(f"{description.game} · {entry.kind} · {entry.provenance.source}", "muted"))
    setter.paragraph(Words(description.id, "muted"))
    _put_provenance(setter, entry.provenance)
    if description.also:
        setter.paragraph(Words("also: ", "muted"), Words(", ".join(description.also)))
    if description.command:
        asked = "Run it" if entry.kind == "procedure" else "Roll or look it up"
        setter.blank()
        setter.paragraph(Words(asked, target=ROLL + description.id), Words(" (r)", "muted"))
    for paragraph in description.paragraphs:
        setter.blank()
        setter.paragraph(*map(_words, paragraph))
    if description.grid is not None:
        setter.blank()
        _put_grid(setter, description.grid)
    for facts in (description.inputs, description.remarks, description.facts):
        setter.blank()
        for fact in facts:
            _put_fact(setter, fact)
    if description.modifiers is not None:
        setter.heading("Modifiers")
        _put_grid(setter, description.modifiers)
    for number, example in enumerate(description.examples):
        if not number:
            setter.heading("Worked examples")
        setter.paragraph(Words(example.title))
        setter.verbatim(example.doctest, "code")
    others = catalog.elsewhere(entry)
    if others:
        setter.heading("In the other games")
    for owner, other in others:
        setter.paragraph(Words(f"{owner.title}: ", "muted"), Words(other.title, target=other.id))
    _put_links(setter, "See also", description.see)
    _put_links(setter, "Used by", description.used_by)
    return setter.page()


def _words(piece: Piece) -> Words:
    style = "code" if piece.code else str(piece.basis) if piece.letter else ""
    return Words(f"{piece.text}[{piece.letter}]" if piece.letter else piece.text, style, piece.target)


def _put_provenance(setter: Typesetter, provenance: Provenance, *before: Words) -> None:
    setter.paragraph(*before, *badge(provenance))
    if provenance.note:
        setter.paragraph(Words("note: ", "muted"), Words(provenance.note), first="", rest="  ")
    for alternative in provenance.alternatives:
        setter.paragraph(Words("or else: ", "muted"), Words(alternative), first="", rest="  ")


def _put_grid(setter: Typesetter, grid: Grid) -> None:
    if grid.across:
        setter.paragraph(Words(f"{grid.across} runs across", "muted"))
    heads = [setter.spans([Words(head)]) for head in grid.heads]
    rows = [[setter.spans(map(_words, place.pieces)) for place in row] for row in grid.rows]
    put_grid(setter, heads, rows, grid.keys)
    if grid.notes:
        setter.blank()
    for note in grid.notes:
        place = f"[{note.letter}]" if note.letter else "every cell:"
        cited = Words(f"{place} {note.provenance.source} · ", "muted")
        _put_provenance(setter, note.provenance, cited)


def _put_fact(setter: Typesetter, fact: Fact) -> None:
    remark = [Words(f" [{fact.remark}]", str(fact.basis))] * bool(fact.remark)
    setter.paragraph(Words(f"{fact.title}: ", "muted"), *_value(fact.prose), *remark, first="", rest="  ")
    for item in fact.items:
        setter.paragraph(*_value(item), first="  · ", rest="    ")
    if fact.grid is not None:
        _put_grid(setter, fact.grid)
        setter.blank()


def _value(prose: Prose) -> list[Words]:
    return list(map(_words, prose))


def _put_links(setter: Typesetter, title: str, links: Sequence[Link]) -> None:
    if links:
        setter.heading(title)
    for link in links:
        setter.paragraph(
            Words(link.title, target=link.id),
            Words(f" {link.kind} {link.slug}", "muted"),
            first="· ",
            rest="  ",
        )
