"""An entry as Markdown."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from builder.reading.docstrings import parse_docstring
from builder.reading.entry_parts import (
    BEYOND,
    POLICY,
    Replaced,
    by_kind,
    executable,
    facts_of,
    marks_of,
    note_lines,
    sample_command,
    when_it_applies,
)
from builder.reading.questions import questions_of
from builder.reading.table_view import Place, view_of
from rulesdb import Entry, Procedure, Provenance, Ruleset, Table
from rulesdb.model import BASIS_MEANING
from rulesdb.tables import show_value

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>|~$^]|^[#+-])")


def entry_markdown(game: Ruleset, entry: Entry, replaced: Mapping[str, Replaced]) -> str:
    """The page of an entry, with a line feed at its end."""
    provenance = entry.provenance
    parts = [f"# {escaped(entry.title)}", f"`{entry.id}`", _cited(provenance), *_notes(provenance)]
    if entry.also:
        parts.append(f"Also called {escaped(', '.join(entry.also))}.")
    thing = executable(game, entry)
    if isinstance(thing, Procedure):
        parts += _procedure(game, thing)
    else:
        parts += [escaped(" ".join(part.split())) for part in game.plain_text(entry).split("\n\n")]
    if isinstance(thing, Table):
        parts += _table(game, thing)
    parts += _facts(entry, replaced)
    for example in entry.examples:
        parts += [f"## Example: {escaped(example.title)}", _fenced(example.doctest, "python")]
    parts += _links("See", game.links_from(entry))
    parts += _links("Used by", game.links_to(entry))
    if thing is not None:
        parts.append(_fenced(sample_command(game, thing), "sh"))
    return "\n\n".join(part for part in parts if part) + "\n"


def escaped(text: str) -> str:
    """Text that means itself in Markdown.

    >>> escaped("1 * 2 [x]"), escaped("-1")
    ('1 \\\\* 2 \\\\[x\\\\]', '\\\\-1')
    """
    return _SPECIAL.sub(r"\\\1", text)


def _cited(provenance: Provenance) -> str:
    meaning = BASIS_MEANING[provenance.basis]
    return f"{escaped(str(provenance.source))} · **{provenance.basis}**: {meaning}"


def _notes(provenance: Provenance) -> list[str]:
    return [f"*{kind}:* {escaped(said)}" for kind, _, said in
            (line.partition(": ") for line in note_lines(provenance))]  # fmt: skip


def _procedure(game: Ruleset, procedure: Procedure) -> list[str]:
    parsed = parse_docstring(procedure.entry.text)
    parts = [_code_kept(paragraph) for paragraph in parsed.paragraphs]
    rows = [
        [
            f"`{question.name}`",
            escaped(question.accepts),
            "" if question.required else f"`{question.default}`" if question.default else "may be left out",
        ]
        for question in questions_of(game, procedure)
    ]
    if rows:
        parts += ["## Inputs", _pipes(["input", "accepts", "left out"], rows)]
    if parsed.refuses:
        parts.append(f"Refuses: {_code_kept(parsed.refuses)}.")
    for session in parsed.sessions:
        parts += ["## Example", _fenced(session, "python")]
    return parts


def _table(game: Ruleset, table: Table) -> list[str]:
    view = view_of(table)
    heads = [*map(escaped, view.down), *(_head(view.across, column) for column in view.columns)]
    body = [
        [*map(escaped, labels), *map(_cell, places)]
        for labels, places in view.rows
    ]  # fmt: skip
    parts = [_pipes(heads, body)]
    for footnote in view.footnotes:
        if footnote.everywhere and footnote.provenance == table.entry.provenance:
            continue
        place = "Every cell" if footnote.everywhere else f"<sup>{footnote.letter}</sup>"
        said = " ".join([_cited(footnote.provenance), *_notes(footnote.provenance)])
        parts.append(f"{place} {said}")
    parts.append(f"Result: {escaped(table.result_name)}.")
    parts.append("\n".join(f"- `{q.name}`: {escaped(q.accepts)}" for q in questions_of(game, table)))
    parts += [said.capitalize() + "." for said in (BEYOND[table.beyond], POLICY[table.hit_policy]) if said]
    if table.modifiers:
        rows = [
            [
                f"`{modifier.id}`",
                f"{modifier.add:+d} to {escaped(modifier.to)}",
                escaped(when_it_applies(modifier)),
                f"{escaped(str(modifier.provenance.source))} ({modifier.provenance.basis})",
            ]
            for modifier in table.modifiers
        ]
        parts += ["## Modifiers", _pipes(["modifier", "changes", "when", "source"], rows)]
    return parts


def _head(across: str, column: str) -> str:
    """What stands above a column; a number needs the name of what it counts."""
    numbered = across and column[:1].isdigit()
    return escaped(f"{across} {column}" if numbered else column)


def _cell(place: Place) -> str:
    return escaped(place.text) + (f" <sup>{place.letter}</sup>" if place.letter else "")


def _facts(entry: Entry, replaced: Mapping[str, Replaced]) -> list[str]:
    scalars: list[str] = []
    others: list[str] = []
    marks = marks_of(entry, replaced)
    for name, value in facts_of(entry).items():
        title = escaped(name.replace("_", " "))
        mark = f" ({escaped(marks[name].text)})" if name in marks else ""
        if isinstance(value, list) and value and isinstance(value[0], dict):
            others += [f"## {title.capitalize()}{mark}", _records(value)]
        elif isinstance(value, list) and any(" " in str(part) for part in value):
            listed = "\n".join(
                f"{number}. {escaped(show_value(part))}" for number, part in enumerate(value, 1)
            )
            others += [f"## {title.capitalize()}{mark}", listed]
        else:
            scalars.append(f"- {title}: {escaped(show_value(value))}{mark}")
    return ["\n".join(scalars), *others]


def _records(rows: Sequence[dict[str, Any]]) -> str:
    heads = list(dict.fromkeys(name for row in rows for name in row))
    body = [[escaped(show_value(row[name])) if name in row else "–" for name in heads] for row in rows]
    return _pipes([escaped(head.replace("_", " ")) for head in heads], body)


def _links(title: str, entries: Sequence[Entry]) -> list[str]:
    groups = by_kind(entries)
    lines = [f"- {kind}: {', '.join(f'`{entry.key}`' for entry in found)}" for kind, found in groups.items()]
    return [f"## {title}", "\n".join(lines)] if lines else []


def _pipes(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(cell or ' ' for cell in line)} |" for line in lines)


def _fenced(text: str, language: str) -> str:
    return f"```{language}\n{text.rstrip()}\n```"


def _code_kept(text: str) -> str:
    """Prose in which ````code```` becomes code and the rest means itself."""
    parts = re.split(r"``([^`]+)``", text)
    return "".join(f"`{part}`" if place % 2 else escaped(part) for place, part in enumerate(parts))
