"""Entries, tables and chances as HTML, for notebooks.

Each function gives one element that stands alone: no script, no style sheet, and every text of the data
escaped. What a basis says is written in words, so that it survives where colors and styles are dropped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from rulesdb.links import replace_links
from rulesdb.model import BASIS_MEANING, Basis, Entry, Provenance

if TYPE_CHECKING:
    from rulesdb.dice.distribution import Distribution
    from rulesdb.tables import Cell, Table

    _Row = tuple[tuple[str, ...], list[tuple[str, Cell]]]
    """A row's keys, and the text of each of its cells with the cell itself."""

_CODE = re.compile(r"``(.+?)``")
_LOUD = "color:#fff;background:#8a1c5c;"
_LEFT = "text-align:left"
_MOST_ACROSS = 20


def table_html(table: Table) -> str:
    """A table with its citation; the last axis runs across where every row is cut alike.

    A cell whose basis is not the table's own says so.
    """
    heads, rows, across = _grid(table)
    own = table.entry.provenance.basis
    body = [
        [
            *(_tag("th", escape(_words(key)), scope="row") for key in keys),
            *(_cell(cell, own) for cell in cells),
        ]
        for keys, cells in rows
    ]
    said = (
        f"{_words(table.result_name)}; {_words(across)} runs across" if across else _words(table.result_name)
    )
    parts = [_heading(table.entry), f"<p>Result: {escape(said)}</p>", _rows(heads, body)]
    if table.modifiers:
        lines = [
            f"<li><code>{escape(modifier.id)}</code>: {modifier.add:+d} to {escape(modifier.to)}, "
            f"{_prose(modifier.when)}{_mark(modifier.provenance, own)}</li>"
            for modifier in table.modifiers
        ]
        parts.append(f"<p>Modifiers</p><ul>{''.join(lines)}</ul>")
    return _whole(parts)


def distribution_html(distribution: Distribution) -> str:
    """Every result with its exact chance, in percent, and as a bar."""
    from rulesdb.tables import show_value

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


def entry_html(entry: Entry) -> str:
    """An entry: its words, its figures, and where they come from. Lists of records become tables."""
    parts = [_heading(entry)]
    if entry.also:
        parts.append(f"<p>also: {escape(', '.join(entry.also))}</p>")
    parts += [_paragraph(text) for text in re.split(r"\n\s*\n", entry.text.strip()) if text]
    if entry.facts:
        body = [
            [_tag("th", escape(_words(name)), scope="row"), _tag("td", _fact(value), style=_LEFT)]
            for name, value in entry.facts.items()
        ]
        parts.append(_rows([], body))
    return _whole(parts)


def _grid(table: Table) -> tuple[list[str], list[_Row], str]:
    """Headings, rows, and the name of the axis that runs across, if one does."""
    from rulesdb.tables import show_value

    names = [axis.name for axis in table.axes]
    lines: dict[tuple[str, ...], dict[str, Cell]] = {}
    for at, cell in table.cells():
        *down, last = (at[name] for name in names)
        lines.setdefault(tuple(down), {})[last] = cell
    across = list(next(iter(lines.values()), {}))
    alike = all(list(line) == across for line in lines.values())
    fits = len(names) > 1 and len(across) <= _MOST_ACROSS
    if fits and alike and table.hit_policy == "unique" and table.result_type != "record":
        heads = [_words(name) for name in names[:-1]] + [_words(place) for place in across]
        cells = ([(show_value(cell.value), cell) for cell in line.values()] for line in lines.values())
        return heads, list(zip(lines, cells, strict=True)), names[-1]
    fields = list(dict.fromkeys(name for _, cell in table.cells() for name in _record(cell.value)))
    heads = [_words(name) for name in (*names, *(fields or [table.result_name]))]
    rows: list[_Row] = []
    for at, cell in table.cells():
        record = _record(cell.value)
        texts = [show_value(record[name]) if name in record else "–" for name in fields]
        keys = tuple(at[name] for name in names)
        rows.append((keys, [(text, cell) for text in texts or [show_value(cell.value)]]))
    return heads, rows, ""


def _record(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _cell(shown: tuple[str, Cell], own: Basis) -> str:
    text, cell = shown
    return _tag("td", escape(text) + _mark(cell.provenance, own))


def _mark(provenance: Provenance, own: Basis) -> str:
    """The basis of a part, where it is not that of the whole."""
    return "" if provenance.basis is own else f"&nbsp;<sup>{_badge(provenance)}</sup>"


def _badge(provenance: Provenance) -> str:
    basis = provenance.basis
    said = (
        f"{BASIS_MEANING[basis]}: {_unlinked(provenance.note)}" if provenance.note else BASIS_MEANING[basis]
    )
    loud = _LOUD if basis is Basis.HOUSE else ""
    style = f"{loud}border:1px solid;border-radius:0.7em;padding:0 0.4em;font-size:80%"
    return _tag("span", escape(str(basis)), title=said, style=style)


def _heading(entry: Entry) -> str:
    provenance = entry.provenance
    lines = [
        f"<p><strong>{escape(entry.title)}</strong> <code>{escape(entry.id)}</code><br>"
        f"{escape(str(provenance.source))} {_badge(provenance)}</p>"
    ]
    if provenance.note:
        said = BASIS_MEANING[provenance.basis].capitalize()
        lines.append(f"<p><em>{escape(said)}.</em> {_prose(provenance.note)}</p>")
    lines += [f"<p><em>Or else:</em> {_prose(reading)}</p>" for reading in provenance.alternatives]
    return "".join(lines)


def _paragraph(text: str) -> str:
    """Own-word prose; links as their words, Python sessions as they stand."""
    if text.lstrip().startswith(">>>"):
        return f"<pre>{escape(text)}</pre>"
    return f"<p>{_prose(text)}</p>"


def _prose(text: str) -> str:
    """Words of ours as HTML, with links as their words."""
    return _CODE.sub(r"<code>\1</code>", escape(_unlinked(text)))


def _unlinked(text: str) -> str:
    return replace_links(text, lambda target, shown: shown or _words(target.partition("/")[2]))


def _fact(value: Any) -> str:
    from rulesdb.tables import show_value

    if isinstance(value, list) and value and all(isinstance(row, Mapping) for row in value):
        heads = list(dict.fromkeys(name for row in value for name in row))
        body = [
            [_tag("td", escape(show_value(row[name]) if name in row else "–")) for name in heads]
            for row in value
        ]
        return _rows([_words(name) for name in heads], body)
    return escape(show_value(value))


def _rows(heads: Sequence[str], body: Iterable[Sequence[str]]) -> str:
    head = "".join(_tag("th", escape(text), scope="col") for text in heads)
    lines = "".join(f"<tr>{''.join(cells)}</tr>" for cells in body)
    return f"<table>{f'<thead><tr>{head}</tr></thead>' if heads else ''}<tbody>{lines}</tbody></table>"


def _bar(share: float) -> str:
    return _tag("div", "", style=f"width:{share:.2%};height:0.8em;background:currentColor;opacity:0.6")


def _tag(name: str, inner: str, **attributes: str) -> str:
    """An element; ``inner`` is HTML already, attributes are text."""
    said = "".join(f' {key}="{escape(value)}"' for key, value in attributes.items())
    return f"<{name}{said}>{inner}</{name}>"


def _whole(parts: Iterable[str]) -> str:
    return f'<div class="brainbug">{"".join(parts)}</div>'


def _words(slug: str) -> str:
    """A slug in words; numbers and ranges stay as they are.

    >>> _words("own-hex"), _words("2-5")
    ('own hex', '2-5')
    """
    return slug if slug[:1].isdigit() else slug.replace("_", " ").replace("-", " ")
