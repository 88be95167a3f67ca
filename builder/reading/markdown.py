"""A description as Markdown."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from builder.reading.text import by_kind, note_lines
from rulesdb import Provenance
from rulesdb.description import Description, Fact, Figure, Grid, Link, Note, Piece, Place, Prose
from rulesdb.model import BASIS_MEANING

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>|~$^]|^[#+-])", re.MULTILINE)


def markdown_page(description: Description) -> str:
    """The page of an entry."""
    return "\n\n".join(markdown_parts(description, f"# {escaped(description.title)}")) + "\n"


def markdown_parts(description: Description, headline: str) -> list[str]:
    """The parts of a page under a headline of Markdown."""
    parts = [headline, f"`{description.id}`", *cited(description.provenance)]
    if description.also:
        parts.append(f"Also called {escaped(', '.join(description.also))}.")
    parts += map(prose, description.paragraphs)
    if description.grid is not None:
        parts += _grid(description.grid)
    if description.inputs:
        lines = [f"- `{fact.title}`: {prose(fact.prose)}" for fact in description.inputs]
        parts += ["## Inputs", "\n".join(lines)]
    parts += fact_parts(description.remarks, prose, _grid, "## {}")
    if description.modifiers is not None:
        parts += ["## Modifiers", *_grid(description.modifiers)]
    parts += fact_parts(description.facts, prose, _grid, "## {}")
    parts += figure_parts(description.figures, _figure_title, prose, _rows, "## Figures")
    for example in description.examples:
        parts += [f"## Example: {escaped(example.title)}", _fenced(example.doctest, "python")]
    parts += [*_links("See", description.see_also), *_links("Used by", description.used_by)]
    return [*parts, _fenced(description.command, "sh")] if description.command else parts


def escaped(text: str) -> str:
    """Text with its special characters escaped.

    >>> escaped("1 * 2 [x]"), escaped("-1")
    ('1 \\\\* 2 \\\\[x\\\\]', '\\\\-1')
    """
    return _SPECIAL.sub(r"\\\1", text)


def prose(pieces: Prose) -> str:
    """Pieces as Markdown: code as code, everything else escaped."""
    return "".join(code(piece.text) if piece.code else escaped(piece.text) for piece in pieces)


def code(text: str) -> str:
    """Text as code. A backtick in it would end the code, so it becomes an apostrophe.

    >>> code("a ` b")
    "`a ' b`"
    """
    return "`" + text.replace("`", "'") + "`"


def cited(provenance: Provenance) -> list[str]:
    """The source and the basis, then the note and the other readings."""
    meaning = BASIS_MEANING[provenance.basis]
    labeled = (line.partition(": ") for line in note_lines(provenance))
    return [
        f"{escaped(str(provenance.source))} · **{provenance.basis}**: {meaning}",
        *(f"*{label}:* {escaped(text)}" for label, _, text in labeled),
    ]


def pipe_table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table of cells that are Markdown."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(cell or ' ' for cell in line)} |" for line in lines)


def _grid(grid: Grid) -> list[str]:
    return [_rows(grid), *map(_note, grid.notes)]


def _rows(grid: Grid) -> str:
    heads = [escaped(head) for head in grid.heads]
    if grid.across:
        # A number alone does not show what it counts.
        numbered = [column for column in range(grid.keys, len(heads)) if heads[column][:1].isdigit()]
        heads = [f"{escaped(grid.across)} {head}" if column in numbered else head
                 for column, head in enumerate(heads)]  # fmt: skip
    return pipe_table(heads, [list(map(_place, row)) for row in grid.rows])


def _place(place: Place) -> str:
    return lettered(place.pieces, prose)


def lettered(pieces: Prose, write: Callable[[Prose], str]) -> str:
    """Pieces with the letters of their notes; ``write`` gives the text of a piece."""
    return "".join(
        write((piece,)) + (f" <sup>{piece.letter}</sup>" if piece.letter else "") for piece in pieces
    )


def _figure_title(figure: Figure) -> str:
    return escaped(" ".join(filter(None, [figure.table.title + figure.qualifier, figure.mark])))


def _note(note: Note) -> str:
    place = f"<sup>{note.letter}</sup>" if note.letter else "Every cell:"
    return " ".join([place, *cited(note.provenance)])


def fact_parts(
    facts: Sequence[Fact], write: Callable[[Prose], str], draw: Callable[[Grid], list[str]], heading: str
) -> list[str]:
    """Scalars as a list, sentences and grids under a heading; ``write`` and ``draw`` give prose and grids."""
    scalars: list[str] = []
    others: list[str] = []
    for fact in facts:
        remark = write((Piece(f" ({fact.remark})"),)) if fact.remark else ""
        title = write((Piece(fact.title),))
        items = "\n".join(f"{number}. {write(item)}" for number, item in enumerate(fact.items, 1))
        if fact.grid is not None or items:
            others.append(heading.format(title.capitalize()) + remark)
            others += draw(fact.grid) if fact.grid is not None else [items]
        else:
            scalars.append(f"- {title}: {write(fact.prose)}{remark}")
    return ["\n".join(scalars)] * bool(scalars) + others


def figure_parts(
    figures: Sequence[Figure],
    name: Callable[[Figure], str],
    write: Callable[[Prose], str],
    draw: Callable[[Grid], str],
    heading: str,
) -> list[str]:
    """Figures under a heading: single rows as a list, others as tables, each after its name.

    ``name``, ``write`` and ``draw`` give names, prose and grids.
    """
    parts: list[str] = []
    items: list[str] = []
    for figure in figures:
        line = lettered(figure.line, write)
        notes = [_figure_note(figure, note, write) for note in figure.grid.notes]
        if line:
            items.append("\n  - ".join([f"- {name(figure)}: {line}", *notes]))
        else:
            parts += ["\n".join(items), f"{name(figure)}:", draw(figure.grid), *notes]
            items = []
    parts = list(filter(None, [*parts, "\n".join(items)]))
    return [heading, *parts] if parts else []


def _figure_note(figure: Figure, note: Note, write: Callable[[Prose], str]) -> str:
    return f"<sup>{note.letter}</sup> {write((Piece(figure.note_text(note)),))}"


def _links(title: str, links: Sequence[Link]) -> list[str]:
    lines = [
        f"- {kind}: {', '.join(f'`{link.key}`' for link in group)}" for kind, group in by_kind(links).items()
    ]
    return [f"## {title}", "\n".join(lines)] if lines else []


def _fenced(text: str, language: str) -> str:
    return f"```{language}\n{text.rstrip()}\n```"
