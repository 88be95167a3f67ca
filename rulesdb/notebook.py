"""Entries, tables and chances as HTML, for notebooks.

Each function returns one self-contained element: without scripts and style sheets, and with all texts of the
data escaped. A basis is written in words, so that it can be read without colors and styles.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from rulesdb.arguments import require
from rulesdb.description import Description, Fact, Figure, Grid, Link, Piece, Place, describe
from rulesdb.dice.distribution import Distribution
from rulesdb.model import BASIS_MEANING, Basis, Entry, Provenance
from rulesdb.tables import Table, show_value

_HOUSE = "color:#fff;background:#8a1c5c;"


def table_html(table: Table) -> str:
    """A table with its citation, its notes and its modifiers."""
    require("table", table, Table, "a table")
    return description_html(describe(table.entry, table=table))


def entry_html(entry: Entry) -> str:
    """An entry: its text, its facts, and their sources."""
    require("entry", entry, Entry, "an entry")
    return description_html(describe(entry))


def description_html(description: Description) -> str:
    """The complete content of a description."""
    provenance = description.provenance
    parts = [
        f"<p><strong>{escape(description.title)}</strong> <code>{escape(description.id)}</code><br>"
        f"{_cited(provenance)}</p>",
        *(f"<p>{text}</p>" for text in _notes(provenance)),
    ]
    if description.also:
        parts.append(f"<p>also: {escape(', '.join(description.also))}</p>")
    parts += [f"<p>{_prose(paragraph)}</p>" for paragraph in description.paragraphs]
    if description.grid is not None:
        parts.append(_grid(description.grid))
    parts += [
        _facts(facts) for facts in (description.inputs, description.remarks, description.facts) if facts
    ]
    if description.figures:
        parts += ["<p>Figures</p>", _rows([], map(_figure, description.figures))]
    if description.modifiers is not None:
        parts += ["<p>Modifiers</p>", _grid(description.modifiers)]
    for example in description.examples:
        parts.append(f"<p>Example: {escape(example.title)}</p><pre>{escape(example.doctest)}</pre>")
    parts += [_links("See", description.see), _links("Used by", description.used_by)]
    return _whole(parts)


def distribution_html(distribution: Distribution) -> str:
    """Every result with its exact chance, in percent, and as a bar."""
    require("distribution", distribution, Distribution, "a distribution")
    body = [
        [
            _tag("th", escape(show_value(value)), scope="row"),
            _tag("td", escape(str(chance))),
            _tag("td", f"{float(chance):.1%}"),
            _tag("td", _bar(float(chance)), style="min-width:12em;text-align:left"),
        ]
        for value, chance in distribution
    ]
    parts = [_rows(["result", "chance", "percent", ""], body)]
    if distribution.mean is not None:
        parts.append(f"<p>mean {float(distribution.mean):.3g}</p>")
    return _whole(parts)


def _grid(grid: Grid) -> str:
    notes = "".join(
        f"<p>{f'<sup>{note.letter}</sup>' if note.letter else 'Every cell:'} "
        f"{' '.join([_cited(note.provenance), *_notes(note.provenance)])}</p>"
        for note in grid.notes
    )
    return _lines(grid) + notes


def _lines(grid: Grid) -> str:
    body = [
        [
            *(_tag("th", _place(place), scope="row") for place in row[: grid.keys]),
            *(_tag("td", _place(place)) for place in row[grid.keys :]),
        ]
        for row in grid.rows
    ]
    across = f"<p>{escape(grid.across)} runs across</p>" if grid.across else ""
    return across + _rows(grid.heads, body)


def _place(place: Place) -> str:
    return _lettered(place.pieces)


def _lettered(pieces: Iterable[Piece]) -> str:
    return "".join(_piece(piece) + (f"<sup>{piece.letter}</sup>" if piece.letter else "") for piece in pieces)


def _figure(figure: Figure) -> list[str]:
    """A row: the title of the table with its source and basis, and the figures."""
    title = f"{escape(figure.table.title + figure.qualifier)}<br>{_cited(figure.provenance)}"
    notes = "".join(
        f"<p><sup>{note.letter}</sup> {escape(figure.note_text(note))}</p>" for note in figure.grid.notes
    )
    values = _lettered(figure.line) or _lines(figure.grid)
    return [_tag("th", title, scope="row"), _tag("td", values + notes, style="text-align:left")]


def _facts(facts: Sequence[Fact]) -> str:
    return _rows(
        [], [[_tag("th", escape(fact.title), scope="row"), _tag("td", _fact(fact), style="text-align:left")]
             for fact in facts]
    )  # fmt: skip


def _fact(fact: Fact) -> str:
    remark = f" <em>{escape(fact.remark)}</em>" if fact.remark else ""
    items = "".join(f"<li>{_prose(item)}</li>" for item in fact.items)
    grid = _grid(fact.grid) if fact.grid is not None else ""
    return _prose(fact.prose) + remark + (f"<ol>{items}</ol>" if items else "") + grid


def _links(title: str, links: Sequence[Link]) -> str:
    listed = "; ".join(
        f"<code>{escape(link.key)}</code>{f' {escape(link.title)}' if link.title else ''}" for link in links
    )
    return f"<p>{title}: {listed}</p>" if links else ""


def _cited(provenance: Provenance) -> str:
    """The source and the basis, with a tooltip that explains the basis."""
    basis = provenance.basis
    color = _HOUSE if basis is Basis.HOUSE else ""
    style = f"{color}border:1px solid;border-radius:0.7em;padding:0 0.4em;font-size:80%"
    badge = _tag("span", escape(str(basis)), title=BASIS_MEANING[basis], style=style)
    return f"{escape(str(provenance.source))} {badge}"


def _notes(provenance: Provenance) -> list[str]:
    meaning = escape(BASIS_MEANING[provenance.basis].capitalize())
    notes = [f"<em>{meaning}.</em> {escape(provenance.note)}"] if provenance.note else []
    return notes + [f"<em>Otherwise:</em> {escape(reading)}" for reading in provenance.alternatives]


def _prose(pieces: Iterable[Piece]) -> str:
    return "".join(map(_piece, pieces))


def _piece(piece: Piece) -> str:
    text = escape(piece.text)
    return f"<code>{text}</code>" if piece.code else text


def _rows(heads: Sequence[str], body: Iterable[Sequence[str]]) -> str:
    head = "".join(_tag("th", escape(text), scope="col") for text in heads)
    lines = "".join(f"<tr>{''.join(cells)}</tr>" for cells in body)
    return f"<table>{f'<thead><tr>{head}</tr></thead>' if heads else ''}<tbody>{lines}</tbody></table>"


def _bar(share: float) -> str:
    return _tag("div", "", style=f"width:{share:.2%};height:0.8em;background:currentColor;opacity:0.6")


def _tag(name: str, inner: str, **attributes: str) -> str:
    """An element; ``inner`` is HTML already, attributes are text."""
    listed = "".join(f' {key}="{escape(value)}"' for key, value in attributes.items())
    return f"<{name}{listed}>{inner}</{name}>"


def _whole(parts: Iterable[str]) -> str:
    return f'<div class="brainbug">{"".join(parts)}</div>'
