"""The first page of a game's aid: steps of the order of play, and cells of the framed block."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from string import ascii_uppercase
from typing import Any

from builder.draw.sentences.entry_text import running_text
from builder.draw.sheets.aid.joined import Joined
from rulesdb import Entry, Ruleset
from rulesdb.search.snippet import sentences_in


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the order of play. A step without a ``number`` is the name of a sequence."""

    number: str
    title: str
    text: str = ""
    icon: str = ""
    tables: tuple[str, ...] = ()
    listed: tuple[str, ...] = ()
    entries: tuple[Entry, ...] = ()


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of the framed block: a text with its title, tables, or the modifiers or the results of one."""

    letter: str
    step: str
    tables: tuple[str, ...]
    ticks: str
    results: str
    share: float
    title: str = ""
    text: str = ""
    entries: tuple[Entry, ...] = ()
    joined: str = ""
    meanings: Mapping[str, str] = field(default_factory=dict)
    has_example: bool = False
    notes: tuple[str, ...] = ()
    outcomes: Mapping[str, Any] = field(default_factory=dict)


def read_steps(game: Ruleset) -> tuple[Step, ...]:
    """The order of play as the game's ``aid`` has it, or else its phases."""
    sequences = dict.fromkeys(phase["of"] for phase in game.of_kind("phase"))
    phases = [
        {"of": phase.key} for name in sequences for phase in game.of_kind("phase") if phase["of"] == name
    ]
    steps: list[Step] = []
    number, last = 0, ""
    for step in game.aid.get("order", phases if "block" not in game.aid else ()):
        entry = game.all_entries[step["of"]]
        sequence = entry["of"] if entry.kind == "phase" and len(sequences) > 1 else ""
        if sequence != last:
            steps.append(Step("", f"{sequence[0].upper()}{sequence[1:]}"))
            number, last = 0, sequence
        number += 1
        listed = [phase for phase in game.of_kind("phase") if phase["of"] == step.get("sequence")]
        steps.append(
            Step(
                str(number),
                step.get("title", entry.title),
                step.get("text", _opening(game, entry) if entry.kind == "phase" else ""),
                step.get("icon", ""),
                tuple(step.get("tables", ())),
                tuple(phase.title for phase in listed),
                (entry, *listed),
            )
        )
    return tuple(steps)


def read_block(game: Ruleset) -> tuple[tuple[Cell, ...], ...]:
    """The rows of the framed block; cells that name a step have letters in their order."""
    letters = iter(ascii_uppercase)
    return tuple(
        tuple(
            Cell(
                next(letters) if "step" in cell else "",
                cell.get("step", ""),
                tuple(cell.get("tables", ())),
                cell.get("ticks", ""),
                cell.get("results", ""),
                float(cell.get("share", 1)),
                cell.get("title", ""),
                cell.get("text", ""),
                tuple(game.all_entries[key] for key in cell.get("of", ())),
                cell.get("joined", ""),
                cell.get("meanings", {}),
                cell.get("example", False),
                tuple(note["text"] for note in cell.get("notes", ())),
                cell.get("outcomes", {}),
            )
            for cell in row
        )
        for row in game.aid.get("block", ())
    )


def tables_of(
    steps: tuple[Step, ...], rows: tuple[tuple[Cell, ...], ...], joined: Mapping[str, Joined]
) -> set[str]:
    """The tables that the first page has in its steps and its block."""
    in_block = {slug for row in rows for cell in row for slug in (*cell.tables, cell.ticks) if slug}
    in_block |= {slug for row in rows for cell in row if cell.joined for slug in joined[cell.joined].tables}
    return in_block | {slug for step in steps for slug in step.tables}


def _opening(game: Ruleset, entry: Entry) -> str:
    """The first sentence of an entry."""
    return next(iter(sentences_in(running_text(game, entry))), "")
