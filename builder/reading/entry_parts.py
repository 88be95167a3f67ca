"""What is shown of an entry, whatever it is shown as."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from builder.reading.questions import Question, questions_of
from rulesdb import Basis, Entry, Procedure, Provenance, Ruleset, Table
from rulesdb.model import BASIS_MEANING
from rulesdb.tables import Modifier, show_value

_IN_TABLE = {"axes", "cells", "result", "modifiers", "beyond", "hit_policy", "otherwise", "monotone"}
_ABOUT_FACTS = {"bases"}
BEYOND = {
    "clamp": "beyond its ends the last result counts",
    "error": "",
    "no-effect": "beyond its ends it has no effect",
}
POLICY = {"unique": "", "first": "of several that fit, the first counts", "collect": "all that fit count"}


def basis_line(provenance: Provenance) -> str:
    """How sure a datum is, in words."""
    return f"{provenance.basis}: {BASIS_MEANING[provenance.basis]}"


def note_lines(provenance: Provenance) -> list[str]:
    """Note and other readings, each with what it is; a supplement's note names its layer."""
    lines = []
    if provenance.note:
        kind = "layer" if provenance.basis is Basis.SUPPLEMENT else "note"
        lines.append(f"{kind}: {provenance.note}")
    return lines + [f"otherwise: {alternative}" for alternative in provenance.alternatives]


def facts_of(entry: Entry) -> Mapping[str, Any]:
    """The figures of an entry that are not shown in another way."""
    left_out = _IN_TABLE if entry.kind == "table" else _ABOUT_FACTS
    return {name: value for name, value in entry.facts.items() if name not in left_out}


@dataclass(frozen=True, slots=True)
class Replaced:
    """What stood in a fact's place before, and the layer that put another value there."""

    before: Any
    layer: str


@dataclass(frozen=True, slots=True)
class Mark:
    """What is said of a fact that is not as sure as its entry."""

    basis: Basis
    text: str


def marks_of(entry: Entry, replaced: Mapping[str, Replaced]) -> dict[str, Mark]:
    """The facts that need a word: those with a basis of their own, and those of supplements."""
    marks: dict[str, Mark] = {}
    for about in entry.get("bases", ()):
        basis = Basis(about["basis"])
        notes = [about.get("note", ""), *(f"otherwise: {other}" for other in about.get("alternatives", ()))]
        said = " ".join([f"{basis}:", *filter(None, notes)])
        marks[str(about["of"]).partition(".")[0]] = Mark(basis, said)
    for name, change in replaced.items():
        said = f"supplement {change.layer}; before: {show_value(change.before)}"
        marks[name] = Mark(Basis.SUPPLEMENT, said)
    return marks


def when_it_applies(modifier: Modifier) -> str:
    """The condition of a modifier, how often it counts and with what it does not."""
    often = ", as often as it counts" if modifier.repeats else ""
    apart = f", not with {' or '.join(modifier.excludes)}" if modifier.excludes else ""
    return f"{modifier.when}{often}{apart}"


def by_kind(entries: Iterable[Entry]) -> dict[str, list[Entry]]:
    """Entries under their kinds, in alphabetical order of the kinds."""
    found: dict[str, list[Entry]] = {}
    for entry in sorted(entries, key=lambda entry: entry.kind):
        found.setdefault(entry.kind, []).append(entry)
    return found


def executable(game: Ruleset, entry: Entry) -> Table | Procedure | None:
    """The table or procedure that an entry is, if it is one."""
    if entry.kind == "table":
        return game.table(entry.slug)
    return game.procedure(entry.slug) if entry.kind == "procedure" else None


def sample_command(game: Ruleset, thing: Table | Procedure) -> str:
    """A command that resolves it, with the first of what each input accepts."""
    wanted = [question for question in questions_of(game, thing) if question.required]
    inputs = [f"{question.name}={_sample(question)}" for question in wanted if question.dice is None]
    return shlex.join(["brainbug", "resolve", thing.id, *inputs])


def _sample(question: Question) -> str:
    if question.samples:
        return question.samples[0].replace(" ", "-")
    shown = question.accepts.partition("as in ")[2]
    return shown.partition(";")[0] if shown else "3"
