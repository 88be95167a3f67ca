"""A description as text for a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

import click

from builder.reading.text_grid import Rules, grid_lines
from rulesdb import Basis, Provenance
from rulesdb.description import Description, Fact, Figure, Grid, Link, Note, Piece, Place, Prose, plain
from rulesdb.model import BASIS_MEANING

HOUSE_COLOR = "magenta"
_MAX_PROSE_WIDTH = 100
_HYPERLINK = "\x1b]8;;{address}\x1b\\{text}\x1b]8;;\x1b\\"


def text_lines(
    description: Description, width: int, rules: Rules, address: Callable[[str], str] | None = None
) -> list[str]:
    """The lines of a description: text, figures, sources, and links in both directions.

    With ``address``, which maps the id of an entry to an address, links become terminal hyperlinks (OSC 8).
    """
    return _TextWriter(width, rules, address, description.provenance).lines(description)


def note_lines(provenance: Provenance) -> list[str]:
    """The note and the other readings, each with its label; the note of a supplement names the supplement."""
    label = "layer" if provenance.basis is Basis.SUPPLEMENT else "note"
    lines = [f"{label}: {provenance.note}"] if provenance.note else []
    return lines + [f"otherwise: {alternative}" for alternative in provenance.alternatives]


def by_kind(links: Iterable[Link]) -> dict[str, list[Link]]:
    """Links under their kinds, in alphabetical order of the kinds."""
    groups: dict[str, list[Link]] = {}
    for link in sorted(links, key=lambda link: link.kind):
        groups.setdefault(link.kind, []).append(link)
    return groups


def hyperlink(text: str, address: str) -> str:
    """Text as a terminal hyperlink."""
    return _HYPERLINK.format(address=address, text=text) if address else text


@dataclass(frozen=True, slots=True)
class _TextWriter:
    """``own`` is the provenance of the entry, which the notes on its figures need not repeat."""

    width: int
    rules: Rules
    address: Callable[[str], str] | None
    own: Provenance

    def lines(self, description: Description) -> list[str]:
        prose = min(self.width, _MAX_PROSE_WIDTH)
        cited = f"{self.own.source} · {self.own.basis}: {BASIS_MEANING[self.own.basis]}"
        lines = [click.style(f"{description.title}  ({description.id})", bold=True)]
        lines += [_colored(line, self.own.basis) for line in self._wrapped(cited, prose)]
        for note in note_lines(self.own):
            lines += self._wrapped(note, prose, hang=2)
        if description.also:
            lines += self._wrapped(f"also called: {', '.join(description.also)}", prose)
        for paragraph in description.paragraphs:
            lines += ["", *self._wrapped(paragraph, prose)]
        if description.grid is not None:
            lines += ["", *self._grid(description.grid)]
        if description.inputs:
            rows = [(fact.title, fact.prose) for fact in description.inputs]
            lines += ["", "inputs:", *self._aligned(rows, prose)]
        for facts in (description.remarks, description.facts):
            lines += ["", *(line for fact in facts for line in self._fact(fact))] if facts else []
        if description.figures:
            lines += [
                "",
                "figures:",
                *(line for figure in description.figures for line in self._figure(figure)),
            ]
        if description.modifiers is not None:
            lines += ["", *self._grid(description.modifiers)]
        for example in description.examples:
            lines += ["", f"example: {example.title}"]
            lines += [click.style(f"  {line}", dim=True) for line in example.doctest.splitlines()]
        # Without an address, the title of a table is not a link.
        see = description.see if self.address else description.see_also
        lines += self._links("see", see, prose)
        lines += self._links("used by", description.used_by, prose)
        return [*lines, "", f"try: {description.command}"] if description.command else lines

    def _grid(self, grid: Grid) -> list[str]:
        lines = grid_lines(grid, self.width, self.rules, self._place)
        return [*lines, *(line for note in grid.notes for line in self._note(note))]

    def _place(self, place: Place, lines: list[str]) -> list[str]:
        """The wrapped lines of a place, colored if it is a house value, with its links."""
        return [_colored(line, place.basis) for line in self._linked(lines, place.pieces)]

    def _note(self, note: Note) -> list[str]:
        provenance = note.provenance
        place = f"[{note.letter}]" if note.letter else "every cell"
        source = "" if provenance.source == self.own.source else f", {provenance.source}"
        meaning = f"{provenance.basis}: {BASIS_MEANING[provenance.basis]}"
        lines = self._wrapped(f"{place} {meaning}{source}", self.width, hang=4)
        for text in note_lines(provenance):
            lines += [f"    {line}" for line in self._wrapped(text, self.width - 4, hang=2)]
        return [_colored(line, provenance.basis) for line in lines]

    def _fact(self, fact: Fact) -> list[str]:
        remark = f" [{fact.remark}]" if fact.remark else ""
        title = f"{fact.title}: " if fact.prose else f"{fact.title}:"
        head = (Piece(title), *fact.prose, Piece(remark))
        lines = [_colored(line, fact.basis) for line in self._wrapped(head, self.width, hang=2)]
        for number, item in enumerate(fact.items, 1):
            lines += self._wrapped((Piece(f"  {number}. "), *item), self.width, hang=5)
        if fact.grid is not None:
            lines += [f"  {line}" for line in grid_lines(fact.grid, self.width - 2, self.rules, self._place)]
        return lines

    def _figure(self, figure: Figure) -> list[str]:
        """The title of the table and a single row in one line; several rows below the title."""
        mark = (Piece(f"  {figure.mark}"),) if figure.mark else ()
        title = (Piece(f"  {figure.table.title}", target=figure.table.id), Piece(f"{figure.qualifier}:"))
        values = "".join(piece.lettered for piece in figure.line)
        row = (Piece(f" {values}"),) if values else ()
        wrapped = self._wrapped((*title, *row, *mark), self.width, hang=4)
        lines = [_colored(line, figure.provenance.basis) for line in wrapped]
        if not figure.line:
            lines += [
                f"    {line}" for line in grid_lines(figure.grid, self.width - 4, self.rules, self._place)
            ]
        for note in figure.grid.notes:
            notes = self._wrapped(f"[{note.letter}] {figure.note_text(note)}", self.width - 4, hang=4)
            lines += [_colored(f"    {line}", note.provenance.basis) for line in notes]
        return lines

    def _links(self, title: str, links: Sequence[Link], width: int) -> list[str]:
        rows = []
        for kind, group in by_kind(links).items():
            pieces = [piece for link in group for piece in (Piece(", "), Piece(link.slug, target=link.id))]
            rows.append((kind, tuple(pieces[1:])))
        return ["", f"{title}:", *self._aligned(rows, width)] if rows else []

    def _aligned(self, rows: Sequence[tuple[str, Prose]], width: int) -> list[str]:
        wide = max(len(name) for name, _ in rows)
        lines = []
        for name, prose in rows:
            lines += self._wrapped((Piece(f"  {name:<{wide}}  "), *prose), width, hang=wide + 4)
        return lines

    def _wrapped(self, prose: Prose | str, width: int, hang: int = 0) -> list[str]:
        prose = (Piece(prose),) if isinstance(prose, str) else prose
        text = plain(prose)
        if len(text) <= width:
            return self._linked([text], prose)
        # Words are never broken, so that ids and commands can be copied.
        lines = textwrap.wrap(
            text, width, subsequent_indent=" " * hang, break_long_words=False, break_on_hyphens=False
        )
        return self._linked(lines, prose)

    def _linked(self, lines: list[str], prose: Prose) -> list[str]:
        """The wrapped lines with the links of the original text."""
        if self.address is None:
            return lines
        text = "".join(piece.lettered for piece in prose)
        addresses: list[str] = []
        for piece in prose:
            address = self.address(piece.target) if piece.target else ""
            addresses += [address] * len(piece.lettered)
        linked = []
        for line in lines:
            # Wrapping changes only the spaces where lines begin and end.
            words = line.lstrip()
            start = len(text) - len(text.lstrip())
            runs = groupby(zip(words, addresses[start:], strict=False), key=itemgetter(1))
            parts = [hyperlink("".join(letter for letter, _ in run), address) for address, run in runs]
            linked.append(line[: len(line) - len(words)] + "".join(parts))
            text, addresses = text[start + len(words) :], addresses[start + len(words) :]
        return linked


def _colored(text: str, basis: Basis) -> str:
    return click.style(text, fg=HOUSE_COLOR) if basis is Basis.HOUSE else text
