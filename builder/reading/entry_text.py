"""An entry as text for a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import click

from builder.reading.docstrings import parse_docstring
from builder.reading.entry_parts import (
    BEYOND,
    POLICY,
    Replaced,
    basis_line,
    by_kind,
    executable,
    facts_of,
    marks_of,
    note_lines,
    sample_command,
    when_it_applies,
)
from builder.reading.questions import questions_of
from builder.reading.table_view import Footnote, cell_lines, view_of
from builder.reading.text_grid import Rules, draw_grid
from rulesdb import Basis, Entry, Procedure, Provenance, Ruleset, Table
from rulesdb.tables import show_value

HOUSE_COLOR = "magenta"
_PROSE = 100


def entry_text(
    game: Ruleset, entry: Entry, width: int, rules: Rules, replaced: Mapping[str, Replaced]
) -> list[str]:
    """The lines of an entry: words, figures, where they come from, links both ways."""
    prose = min(width, _PROSE)
    lines = [click.style(f"{entry.title}  ({entry.id})", bold=True)]
    lines += _provenance(entry.provenance, prose)
    if entry.also:
        lines += _wrapped(f"also called: {', '.join(entry.also)}", prose)
    thing = executable(game, entry)
    if isinstance(thing, Procedure):
        lines += _procedure(game, thing, prose)
    elif entry.text:
        lines += _paragraphs(game.plain_text(entry).split("\n\n"), prose)
    if isinstance(thing, Table):
        lines += ["", *_table(game, thing, width, rules)]
    facts = _facts(entry, width, rules, replaced)
    lines += ["", *facts] if facts else []
    for example in entry.examples:
        lines += ["", f"example: {example.title}", *_session(example.doctest)]
    lines += _links("see", game.links_from(entry), prose)
    lines += _links("used by", game.links_to(entry), prose)
    if thing is not None:
        lines += ["", f"try: {sample_command(game, thing)}"]
    return lines


def _provenance(provenance: Provenance, width: int) -> list[str]:
    said = f"{provenance.source} · {basis_line(provenance)}"
    lines = [_colored(line, provenance.basis) for line in _wrapped(said, width)]
    for note in note_lines(provenance):
        lines += _wrapped(note, width, hang=2)
    return lines


def _procedure(game: Ruleset, procedure: Procedure, width: int) -> list[str]:
    parsed = parse_docstring(procedure.entry.text)
    lines = _paragraphs((paragraph.replace("``", "") for paragraph in parsed.paragraphs), width)
    questions = questions_of(game, procedure)
    if questions:
        lines += ["", "inputs:"]
        wide = max(len(question.name) for question in questions)
        for question in questions:
            default = f" (left out: {question.default or 'none'})" if question.default else ""
            optional = " (may be left out)" if not question.required and not question.default else ""
            said = f"  {question.name:<{wide}}  {question.accepts}{default or optional}"
            lines += _wrapped(said, width, hang=wide + 4)
    if parsed.refuses:
        lines += ["", *_wrapped(f"refuses: {parsed.refuses}", width, hang=2)]
    if parsed.sources and parsed.sources != str(procedure.entry.provenance.source):
        lines += _wrapped(f"sources: {parsed.sources}", width, hang=2)
    for session in parsed.sessions:
        lines += ["", "example, in Python:", *_session(session)]
    return lines


def _table(game: Ruleset, table: Table, width: int, rules: Rules) -> list[str]:
    view = view_of(table)
    places = [places for _, places in view.rows]

    def style(row: int, column: int, text: str) -> str:
        place = column - len(view.down)
        return _colored(text, places[row][place].basis) if place >= 0 else text

    drawn = draw_grid(view.heads, view.body, len(view.down), width, rules, view.across, style)
    footnotes = view.footnotes
    if drawn is None:
        listed, footnotes = cell_lines(table)
        drawn = [
            _colored(line, place.basis)
            for where, place in listed
            for line in _wrapped(f"{where}: {place}", width, hang=2)
        ]
    lines = [*drawn]
    for footnote in footnotes:
        lines += _footnote(footnote, table.entry.provenance, width)
    lines += ["", *_wrapped(f"result: {table.result_name} ({table.result_type})", width)]
    for question in questions_of(game, table):
        lines += _wrapped(f"{question.name}: {question.accepts}", width, hang=2)
    lines += [said for said in (BEYOND[table.beyond], POLICY[table.hit_policy]) if said]
    return lines + _modifiers(table, width, rules)


def _modifiers(table: Table, width: int, rules: Rules) -> list[str]:
    if not table.modifiers:
        return []
    rows = [
        [
            modifier.id,
            f"{modifier.add:+d} to {modifier.to}",
            when_it_applies(modifier),
            f"{modifier.provenance.source} · {modifier.provenance.basis}",
        ]
        for modifier in table.modifiers
    ]

    def style(row: int, column: int, text: str) -> str:
        return _colored(text, table.modifiers[row].provenance.basis)

    drawn = draw_grid(["modifier", "changes", "when", "source"], rows, 1, width, rules, style=style)
    if drawn is None:
        drawn = [line for row in rows for line in _wrapped(", ".join(row), width, hang=2)]
    for modifier in table.modifiers:
        if modifier.provenance.note and modifier.provenance.note != table.entry.provenance.note:
            for note in note_lines(modifier.provenance):
                drawn += _wrapped(f"{modifier.id}, {note}", width, hang=2)
    return ["", *drawn]


def _footnote(footnote: Footnote, table: Provenance, width: int) -> list[str]:
    """What a letter stands for; nothing where the head of the entry has said it of the whole table."""
    provenance = footnote.provenance
    if footnote.everywhere and provenance == table:
        return []
    place = "every cell" if footnote.everywhere else f"[{footnote.letter}]"
    source = "" if provenance.source == table.source else f", {provenance.source}"
    lines = _wrapped(f"{place} {basis_line(provenance)}{source}", width, hang=4)
    for note in note_lines(provenance):
        lines += [f"    {line}" for line in _wrapped(note, width - 4, hang=2)]
    return [_colored(line, provenance.basis) for line in lines]


def _facts(entry: Entry, width: int, rules: Rules, replaced: Mapping[str, Replaced]) -> list[str]:
    lines: list[str] = []
    marks = marks_of(entry, replaced)
    for name, value in facts_of(entry).items():
        title = name.replace("_", " ")
        known = marks.get(name)
        mark = f" [{known.text}]" if known else ""
        basis = known.basis if known else Basis.PRINTED
        if isinstance(value, list) and value and isinstance(value[0], dict):
            lines += [_colored(f"{title}:{mark}", basis), *rows_text(value, width, rules)]
        elif isinstance(value, list) and any(" " in str(part) for part in value):
            lines.append(_colored(f"{title}:{mark}", basis))
            for number, part in enumerate(value, 1):
                lines += _wrapped(f"  {number}. {show_value(part)}", width, hang=5)
        else:
            shown = _wrapped(f"{title}: {show_value(value)}{mark}", width, hang=2)
            lines += [_colored(line, basis) for line in shown]
    return lines


def rows_text(rows: Sequence[dict[str, Any]], width: int, rules: Rules) -> list[str]:
    """Records as a table with a column for each field, numbered; one line a record where that is too wide."""
    heads = list(dict.fromkeys(name for row in rows for name in row))
    body = [
        [str(number), *(show_value(row[name]) if name in row else "–" for name in heads)]
        for number, row in enumerate(rows, 1)
    ]
    titles = ["", *(head.replace("_", " ") for head in heads)]
    drawn = draw_grid(titles, body, 1, width - 2, rules)
    if drawn is None:
        drawn = []
        for number, row in enumerate(rows, 1):
            drawn += _wrapped(f"{number}. {show_value(row)}", width - 2, hang=3)
    return [f"  {line}" for line in drawn]


def _links(title: str, entries: Sequence[Entry], width: int) -> list[str]:
    if not entries:
        return []
    groups = by_kind(entries)
    wide = max(map(len, groups))
    lines = ["", f"{title}:"]
    for kind, members in groups.items():
        said = f"  {kind:<{wide}}  {', '.join(entry.slug for entry in members)}"
        lines += _wrapped(said, width, hang=wide + 4)
    return lines


def _paragraphs(texts: Iterable[str], width: int) -> list[str]:
    return [line for text in texts for line in ("", *_wrapped(" ".join(text.split()), width))]


def _session(session: str) -> list[str]:
    return [click.style(f"  {line}", dim=True) for line in session.splitlines()]


def _wrapped(text: str, width: int, hang: int = 0) -> list[str]:
    # A word is never cut, so that an id or a command can be copied whole.
    return textwrap.wrap(
        text, width, subsequent_indent=" " * hang, break_long_words=False, break_on_hyphens=False
    )


def _colored(text: str, basis: Basis) -> str:
    return click.style(text, fg=HOUSE_COLOR) if basis is Basis.HOUSE else text
