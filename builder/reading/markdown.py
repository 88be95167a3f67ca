"""A description as Markdown."""

from __future__ import annotations

import re
from collections.abc import Sequence

from builder.reading.text import by_kind, note_lines
from rulesdb import Provenance
from rulesdb.description import Description, Fact, Grid, Link, Note, Place, Prose
from rulesdb.model import BASIS_MEANING

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>|~$^]|^[#+-])", re.MULTILINE)


def markdown_page(description: Description) -> str:
    """The page of an entry, with a line feed at its end."""
    return "\n\n".join(markdown_parts(description, f"# {escaped(description.title)}")) + "\n"


def markdown_parts(description: Description, headline: str) -> list[str]:
    """The blocks of a page under a headline, which is Markdown itself."""
    parts = [headline, f"`{description.id}`", *cited(description.provenance)]
    if description.also:
        parts.append(f"Also called {escaped(', '.join(description.also))}.")
    parts += map(prose, description.paragraphs)
    if description.grid is not None:
        parts += _grid(description.grid)
    if description.inputs:
        lines = [f"- `{fact.title}`: {prose(fact.prose)}" for fact in description.inputs]
        parts += ["## Inputs", "\n".join(lines)]
    parts += _facts(description.remarks)
    if description.modifiers is not None:
        parts += ["## Modifiers", *_grid(description.modifiers)]
    parts += _facts(description.facts)
    for example in description.examples:
        parts += [f"## Example: {escaped(example.title)}", _fenced(example.doctest, "python")]
    parts += [*_links("See", description.see), *_links("Used by", description.used_by)]
    return [*parts, _fenced(description.command, "sh")] if description.command else parts


def escaped(text: str) -> str:
    """Text that means itself in Markdown.

    >>> escaped("1 * 2 [x]"), escaped("-1")
    ('1 \\\\* 2 \\\\[x\\\\]', '\\\\-1')
    """
    return _SPECIAL.sub(r"\\\1", text)


def prose(pieces: Prose) -> str:
    """Pieces as Markdown: code keeps its marks, everything else means itself."""
    return "".join(f"`{piece.text}`" if piece.code else escaped(piece.text) for piece in pieces)


def cited(provenance: Provenance) -> list[str]:
    """The source and the basis, then the note and the other readings."""
    meaning = BASIS_MEANING[provenance.basis]
    labeled = (line.partition(": ") for line in note_lines(provenance))
    return [
        f"{escaped(str(provenance.source))} · **{provenance.basis}**: {meaning}",
        *(f"*{label}:* {escaped(text)}" for label, _, text in labeled),
    ]


def pipe_table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table of cells that are Markdown already."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(cell or ' ' for cell in line)} |" for line in lines)


def _grid(grid: Grid) -> list[str]:
    heads = [escaped(head) for head in grid.heads]
    if grid.across:
        # A number alone would not say what it counts.
        numbered = [column for column in range(grid.keys, len(heads)) if heads[column][:1].isdigit()]
        heads = [f"{escaped(grid.across)} {head}" if column in numbered else head
                 for column, head in enumerate(heads)]  # fmt: skip
    return [pipe_table(heads, [list(map(_place, row)) for row in grid.rows]), *map(_note, grid.notes)]


def _place(place: Place) -> str:
    return "".join(
        prose((piece,)) + (f" <sup>{piece.letter}</sup>" if piece.letter else "") for piece in place.pieces
    )


def _note(note: Note) -> str:
    place = f"<sup>{note.letter}</sup>" if note.letter else "Every cell:"
    return " ".join([place, *cited(note.provenance)])


def _facts(facts: Sequence[Fact]) -> list[str]:
    scalars: list[str] = []
    others: list[str] = []
    for fact in facts:
        title = escaped(fact.title)
        remark = f" ({escaped(fact.remark)})" if fact.remark else ""
        if fact.grid is not None:
            others += [f"## {title.capitalize()}{remark}", *_grid(fact.grid)]
        elif fact.items:
            items = (f"{number}. {prose(item)}" for number, item in enumerate(fact.items, 1))
            others += [f"## {title.capitalize()}{remark}", "\n".join(items)]
        else:
            scalars.append(f"- {title}: {prose(fact.prose)}{remark}")
    return ["\n".join(scalars)] * bool(scalars) + others


def _links(title: str, links: Sequence[Link]) -> list[str]:
    lines = [
        f"- {kind}: {', '.join(f'`{link.key}`' for link in group)}" for kind, group in by_kind(links).items()
    ]
    return [f"## {title}", "\n".join(lines)] if lines else []


def _fenced(text: str, language: str) -> str:
    return f"```{language}\n{text.rstrip()}\n```"
