"""Versions of a scenario file: named snapshots, kept next to it, and comparison of two versions."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path
from typing import Any

from builder.boards.spots import DotPlace, Place
from builder.studio.document import State
from rulesdb import BrainbugError, InputError
from rulesdb.files.folders import real_path
from rulesdb.files.reading import read_file
from rulesdb.files.writing import write_file

MAX_SNAPSHOTS = 50
_MAX_BYTES = 32 << 20
_MAX_NAME = 80
_MAX_LINES = 2_000


@dataclass(frozen=True, slots=True)
class Snapshots:
    """The named snapshots of a scenario file; those of ``ship.yaml`` are in ``ship.snapshots.json``."""

    scenario: Path

    def names(self) -> tuple[str, ...]:
        """The names of the snapshots, the oldest first."""
        return tuple(self._read())

    def text(self, name: str) -> str:
        """The text of a snapshot.

        Raises:
            InputError: there is none with this name.
        """
        texts = self._read()
        if name not in texts:
            raise InputError(f"there is no snapshot `{name}`")
        return texts[name]

    def add(self, name: str, text: str) -> None:
        """Keep a text under a name; a snapshot of this name is replaced.

        Raises:
            InputError: it has no name, or there are too many.
        """
        name = name.strip()
        texts = {other: kept for other, kept in self._read().items() if other != name}
        if not name or len(name) > _MAX_NAME:
            raise InputError(f"give the snapshot a name of 1 to {_MAX_NAME} letters")
        if len(texts) >= MAX_SNAPSHOTS:
            raise InputError(f"there are {MAX_SNAPSHOTS} snapshots already: delete one first")
        self._write({**texts, name: text})

    def remove(self, name: str) -> None:
        """Delete a snapshot."""
        self._write({other: text for other, text in self._read().items() if other != name})

    @property
    def _path(self) -> Path:
        path = self.scenario.with_name(f"{self.scenario.stem}.snapshots.json")
        if real_path(path).parent != real_path(self.scenario.parent):
            raise BrainbugError(f"{path.name} is a link to another folder; it is neither read nor written")
        return path

    def _read(self) -> dict[str, str]:
        try:
            data = json.loads(read_file(self._path, _MAX_BYTES))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, RecursionError) as error:
            raise InputError(f"{self._path.name} cannot be read: move it away to start again") from error
        is_sound = isinstance(data, dict) and all(isinstance(text, str) for text in data.values())
        if not is_sound:
            raise InputError(f"{self._path.name} has no snapshots: move it away to start again")
        return dict(data)

    def _write(self, texts: Mapping[str, str]) -> None:
        if texts:
            write_file(self._path, json.dumps(texts, indent=1, ensure_ascii=False) + "\n", force=True)
        else:
            self._path.unlink(missing_ok=True)


@dataclass(frozen=True, slots=True)
class Comparison:
    """The differences between two versions.

    Attributes:
        sections: the sections of the briefing with changes, each with a sentence for each of them.
        marks: by view of the map, its changed hexes or dots, with ``added``, ``removed`` or ``changed``.
        lines: the lines of the text that differ, with those around them.
    """

    sections: tuple[tuple[str, tuple[str, ...]], ...]
    marks: Mapping[str, Mapping[str, str]]
    lines: tuple[str, ...]


def compare(old: State, new: State) -> Comparison:
    """The differences between two versions; only by lines if one of them has no model."""
    from builder.changes.scenario_changes import changed_spots, scenario_changes

    pieces = unified_diff(old.text.splitlines(), new.text.splitlines(), lineterm="", n=2)
    lines = tuple(pieces)[2 : _MAX_LINES + 2]
    before, after = old.scenario, new.scenario
    if before is None or after is None:
        return Comparison((), {}, lines)
    changes = scenario_changes(before, after)
    sections: dict[str, list[str]] = {}
    for change in changes:
        sections.setdefault(change.section, []).append(change.sentence)
    marks: dict[str, dict[str, str]] = {}
    for spot, kind in changed_spots(after, changes):
        view, label = _place(after, spot)
        marks.setdefault(view, {})[label] = kind
    return Comparison(tuple((title, tuple(each)) for title, each in sections.items()), marks, lines)


def _place(scenario: Any, spot: Place | DotPlace) -> tuple[str, str]:
    """The view and label of a place."""
    if isinstance(spot, DotPlace):
        return "", scenario.map.lattice.label(spot.dot)
    levels = scenario.map.decks.levels if scenario.map.decks else ()
    return levels[spot.level].id if levels else "", scenario.map.grid.label(spot.hex)
