"""A description as text for a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence

import click

from builder.reading.text_grid import Rules, grid_lines
from rulesdb import Basis, Provenance
from rulesdb.description import Description, Fact, Grid, Link, Note, Place, plain
from rulesdb.model import BASIS_MEANING

HOUSE_COLOR = "magenta"
_PROSE = 100


def text_lines(description: Description, width: int, rules: Rules) -> list[str]:
    """The lines of a description: words, figures, where they come from, links both ways."""
    prose = min(width, _PROSE)
    provenance = description.provenance
    lines = [click.style(f"{description.title}  ({description.id})", bold=True)]
    cited = f"{provenance.source} · {provenance.basis}: {BASIS_MEANING[provenance.basis]}"
    lines += [_colored(line, provenance.basis) for line in _wrapped(cited, prose)]
    for note in note_lines(provenance):
        lines += _wrapped(note, prose, hang=2)
    if description.also:
        lines += _wrapped(f"also called: {', '.join(description.also)}", prose)
    for paragraph in description.paragraphs:
        lines += ["", *_wrapped(plain(paragraph), prose)]
    if description.grid is not None:
        lines += ["", *_grid(description.grid, width, rules, provenance)]
    if description.inputs:
        lines += [
            "",
            "inputs:",
            *_aligned([(fact.title, plain(fact.prose)) for fact in description.inputs], prose),
        ]
    for facts in (description.remarks, description.facts):
        lines += ["", *(line for fact in facts for line in _fact(fact, width, rules))] if facts else []
    if description.modifiers is not None:
        lines += ["", *_grid(description.modifiers, width, rules, provenance)]
    for example in description.examples:
        lines += ["", f"example: {example.title}"]
        lines += [click.style(f"  {line}", dim=True) for line in example.doctest.splitlines()]
    lines += _links("see", description.see, prose)
    lines += _links("used by", description.used_by, prose)
    return [*lines, "", f"try: {description.command}"] if description.command else lines


def note_lines(provenance: Provenance) -> list[str]:
    """The note and the other readings, each with its label; the note of a supplement names its layer."""
    label = "layer" if provenance.basis is Basis.SUPPLEMENT else "note"
    lines = [f"{label}: {provenance.note}"] if provenance.note else []
    return lines + [f"otherwise: {alternative}" for alternative in provenance.alternatives]


def by_kind(links: Iterable[Link]) -> dict[str, list[Link]]:
    """Links under their kinds, in alphabetical order of the kinds."""
    groups: dict[str, list[Link]] = {}
    for link in sorted(links, key=lambda link: link.kind):
        groups.setdefault(link.kind, []).append(link)
    return groups


def place_style(place: Place, text: str) -> str:
    """A text of a place, colored if it is a house value."""
    return _colored(text, place.basis)


def _grid(grid: Grid, width: int, rules: Rules, table: Provenance) -> list[str]:
    lines = grid_lines(grid, width, rules, place_style)
    return [*lines, *(line for note in grid.notes for line in _note(note, table, width))]


def _note(note: Note, table: Provenance, width: int) -> list[str]:
    provenance = note.provenance
    place = f"[{note.letter}]" if note.letter else "every cell"
    source = "" if provenance.source == table.source else f", {provenance.source}"
    meaning = f"{provenance.basis}: {BASIS_MEANING[provenance.basis]}"
    lines = _wrapped(f"{place} {meaning}{source}", width, hang=4)
    for text in note_lines(provenance):
        lines += [f"    {line}" for line in _wrapped(text, width - 4, hang=2)]
    return [_colored(line, provenance.basis) for line in lines]


def _fact(fact: Fact, width: int, rules: Rules) -> list[str]:
    remark = f" [{fact.remark}]" if fact.remark else ""
    head = f"{fact.title}: {plain(fact.prose)}".rstrip() + remark
    lines = [_colored(line, fact.basis) for line in _wrapped(head, width, hang=2)]
    for number, item in enumerate(fact.items, 1):
        lines += _wrapped(f"  {number}. {plain(item)}", width, hang=5)
    if fact.grid is not None:
        lines += [f"  {line}" for line in grid_lines(fact.grid, width - 2, rules)]
    return lines


def _links(title: str, links: Sequence[Link], width: int) -> list[str]:
    rows = [(kind, ", ".join(link.slug for link in group)) for kind, group in by_kind(links).items()]
    return ["", f"{title}:", *_aligned(rows, width)] if rows else []


def _aligned(rows: Sequence[tuple[str, str]], width: int) -> list[str]:
    wide = max(len(name) for name, _ in rows)
    return [
        line for name, text in rows for line in _wrapped(f"  {name:<{wide}}  {text}", width, hang=wide + 4)
    ]


def _wrapped(text: str, width: int, hang: int = 0) -> list[str]:
    if len(text) <= width:
        return [text]
    # A word is never cut, so that an id or a command can be copied whole.
    return textwrap.wrap(
        text, width, subsequent_indent=" " * hang, break_long_words=False, break_on_hyphens=False
    )


def _colored(text: str, basis: Basis) -> str:
    return click.style(text, fg=HOUSE_COLOR) if basis is Basis.HOUSE else text
