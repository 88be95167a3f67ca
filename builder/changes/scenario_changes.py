"""What changed for players between two versions of a scenario, from the data of both files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from builder.boards.spots import DotPlace, Place
from builder.press.kit.kit_hash import hash_entry
from builder.scenario.model import Scenario
from builder.scenario.yaml_text import flow_text

_ADDED, _REMOVED, _CHANGED = "added", "removed", "changed"
# The blocks of a file, as players know them, in the order of a report.
_SECTIONS: Mapping[str, str] = {
    "scenario": "About",
    "map": "Map",
    "forces": "Forces",
    "vehicles": "Vehicles",
    "setup": "Set-up",
    "schedule": "Schedule",
    "objectives": "Objectives",
    "victory": "Victory",
    "special_rules": "Special rules",
    "pots": "Pots",
    "first_turn": "Example of the first turn",
    "notes": "Notes",
    "texts": "Translations",
}
FIGURES = "Figures of the game"
_SPOTS = ("hexes", "dots", "hex", "dot")
_MAX_TEXT = 100


@dataclass(frozen=True, slots=True)
class Change:
    """One change: the section of the briefing, the place in it, and the old and new value.

    ``kind`` is ``added``, ``removed`` or ``changed``. ``added`` and ``removed`` are numbered places, if the
    change is one of places, on the level with the id ``level``.
    """

    section: str
    where: str
    kind: str
    old: Any = None
    new: Any = None
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    level: str = ""

    @property
    def sentence(self) -> str:
        """The change in words."""
        if self.added or self.removed:
            parts = [f"added {' '.join(self.added)}"] if self.added else []
            parts += [f"took away {' '.join(self.removed)}"] if self.removed else []
            return f"{self.where}: {', '.join(parts)}"
        if self.kind == _ADDED:
            return f"{self.where}: added {_short(self.new)}"
        if self.kind == _REMOVED:
            return f"{self.where}: took away {_short(self.old)}"
        return f"{self.where}: {_short(self.old)} → {_short(self.new)}"


def scenario_changes(old: Scenario, new: Scenario) -> tuple[Change, ...]:
    """Every change, by section; figures of the game that both use come last."""
    changes: list[Change] = []
    before, after = old.source.data, new.source.data
    read = _block_reader(new)
    for key, title in _SECTIONS.items():
        comparison = _Comparison(title, read)
        comparison.compare((), before.get(key), after.get(key))
        changes += comparison.changes
    return (*changes, *_figures(old, new))


def _figures(old: Scenario, new: Scenario) -> Iterator[Change]:
    """Entries of the game that both versions use and that differ."""
    before = {entry.id: entry for entry in old.entries}
    for entry in new.entries:
        old_entry = before.get(entry.id)
        if old_entry is None or hash_entry(old_entry, old.ruleset) == hash_entry(entry, new.ruleset):
            continue
        where = f"{entry.title} ({entry.id})"
        source = str(old_entry.provenance.source), str(entry.provenance.source)
        yield Change(FIGURES, where, _CHANGED, source[0], source[1])


def _block_reader(scenario: Scenario) -> Callable[[str], tuple[Any, ...] | None]:
    """Reads the numbers of places, as ``0304-0506``, on this kind of map."""
    board: Any = scenario.map
    grid = getattr(board, "grid", None) or getattr(board, "lattice", None)
    return grid.read_block if grid is not None else lambda text: None


class _Comparison:
    """Walks through two versions of one block."""

    def __init__(self, section: str, read: Callable[[str], tuple[Any, ...] | None]) -> None:
        self.section = section
        self.read = read
        self.changes: list[Change] = []

    def compare(self, path: tuple[str, ...], old: Any, new: Any, level: str = "") -> None:
        """Compare two values; items of lists are matched by their ids."""
        if old == new:
            return
        if isinstance(old, Mapping) and isinstance(new, Mapping):
            level = str(new.get("id", level)) if path[:1] == ("levels",) and len(path) == 2 else level
            for key in [*old, *(key for key in new if key not in old)]:
                self.compare((*path, str(key)), old.get(key), new.get(key), level)
            return
        if isinstance(old, list) and isinstance(new, list) and _has_ids(old) and _has_ids(new):
            before, after = ({item["id"]: item for item in items} for items in (old, new))
            for id in [*before, *(id for id in after if id not in before)]:
                self.compare((*path, str(id)), before.get(id), after.get(id), level)
            kept = [id for id in before if id in after], [id for id in after if id in before]
            if kept[0] != kept[1]:
                self.add(path, _CHANGED, ", ".join(kept[0]), ", ".join(kept[1]))
            return
        if isinstance(old, list) and isinstance(new, list) and old and new and isinstance(old[0], Mapping):
            for at in range(max(len(old), len(new))):
                one, other = (items[at] if at < len(items) else None for items in (old, new))
                self.compare((*path, str(at + 1)), one, other, level)
            return
        if ((path and path[-1] in _SPOTS) or self.section == "Map") and self.places(path, old, new, level):
            return
        kind = _ADDED if old is None else _REMOVED if new is None else _CHANGED
        self.add(path, kind, old, new, level)

    def add(self, path: tuple[str, ...], kind: str, old: Any, new: Any, level: str = "") -> None:
        """Record a change."""
        where = " › ".join(path) or self.section.lower()
        self.changes.append(Change(self.section, where, kind, old, new, level=level))

    def places(self, path: tuple[str, ...], old: Any, new: Any, level: str) -> bool:
        """Record the numbered places that were added and removed; false if the values are not places."""
        before, after = (self.numbers(value) for value in (old, new))
        if before is None or after is None or not before | after:
            return False
        added, removed = sorted(after - before), sorted(before - after)
        where = " › ".join(path)
        if added or removed:
            change = Change(self.section, where, _CHANGED, old, new, tuple(added), tuple(removed), level)
            self.changes.append(change)
        return True

    def numbers(self, value: Any) -> set[str] | None:
        """The numbers of the places in a text of blocks; ``None`` if it is something else."""
        if value is None:
            return set()
        if not isinstance(value, str | int):
            return None
        numbers: set[str] = set()
        for block in str(value).split():
            cells = self.read(block)
            if cells is None:
                return None
            digits = len(block.partition("-")[0]) // 2
            numbers |= {f"{column:0{digits}d}{row:0{digits}d}" for column, row in cells}
        return numbers


def _has_ids(items: Sequence[Any]) -> bool:
    return all(isinstance(item, Mapping) and "id" in item for item in items)


def _short(value: Any) -> str:
    """A value on one line, cut if it is long."""
    text = " ".join(str(value).split()) if isinstance(value, str) else flow_text(value)
    return text if len(text) <= _MAX_TEXT else f"{text[: _MAX_TEXT - 1]}…"


def changed_spots(scenario: Scenario, changes: Sequence[Change]) -> tuple[tuple[Any, str], ...]:
    """The places of a map that changes are about, each with ``added``, ``removed`` or ``changed``.

    A place that is added in one change and removed in another, as when it moves to another area, has changed.
    """
    board: Any = scenario.map
    grid = getattr(board, "grid", None) or getattr(board, "lattice", None)
    if grid is None:
        return ()
    levels = (
        {level.id: at for at, level in enumerate(scenario.map.decks.levels)} if scenario.map.decks else {}
    )
    kinds: dict[Any, str] = {}
    for change in changes:
        numbers = [*((number, _ADDED) for number in change.added)]
        numbers += [(number, _REMOVED) for number in change.removed]
        number, slash, _ = change.where.rpartition(" › ")[2].partition("/")
        numbers += [(number, _CHANGED)] if slash else []
        for label, kind in numbers:
            cell = grid.read(label)
            if cell is not None:
                spot = (
                    DotPlace(cell) if hasattr(board, "lattice") else Place(levels.get(change.level, 0), cell)
                )
                kinds[spot] = kind if kinds.get(spot, kind) == kind else _CHANGED
    return tuple(kinds.items())
