"""The part of a game's aid that a scenario needs: no rows, columns or modifiers for absent things."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from builder.draw.sheets.aid.named_rows import names_in_use
from builder.scenario.model import SpecialRule
from builder.scenario.things import Census
from rulesdb import Entry, Ruleset, Table
from rulesdb.constraints import Selector
from rulesdb.tables.axes import Axis
from rulesdb.tables.table import Binned, Labelled, Node

# The things of a scenario by the kind of the entry that they are made of; other kinds are called alike.
_THINGS: Mapping[str, tuple[str, ...]] = {
    "unit": ("force", "figure"),
    "weapon": ("weapon", "load", "charge", "captive"),
}
# Kinds of entries that a scenario may lack. Who has which powers and cards may be secret.
_LACKED = frozenset({"unit", "weapon", "vehicle", "terrain"})

# What only its own side may know; an aid is open to everybody.
_SECRET = frozenset({"power", "card"})

_CONTENTS = ("tables", "ticks", "results", "joined", "outcomes", "text", "example")


def in_scope(game: Ruleset, census: Census | None, *, is_open: bool = True) -> Ruleset:
    """The game with the tables and the aid that a scenario needs; the game itself without a census.

    What is ``is_open`` to everybody has nothing that only secret powers or cards need.

    A label of a table that names entries is left out if the scenario has none of them, if the game's aid has
    ``own_rows``. The aid's ``needs`` say the same of other labels, of modifiers, and of whole tables, and
    come before that.
    """
    if census is None:
        return game
    scope = _Scope(game, census, is_open=is_open)
    reduced = {slug: scope.reduced(table) for slug, table in game.tables.items()}
    kept = {slug: table for slug, table in reduced.items() if table is not None}
    return replace(
        game,
        tables=MappingProxyType({**game.tables, **kept}),
        chart_tables=tuple(slug for slug in game.chart_tables if slug in kept),
        aid=MappingProxyType(scope.aid(kept)),
    )


def with_special_rules(game: Ruleset, rules: Sequence[SpecialRule]) -> Ruleset:
    """The game with special rules of a scenario in its aid, if it has a group for them."""
    if not any(group.get("special_rules") for group in game.aid.get("groups", ())):
        return game
    said = [{"title": rule.title, "text": rule.text} for rule in rules]
    return replace(game, aid=MappingProxyType({**game.aid, "special_rules": said}))


def needs_table(game: Ruleset, census: Census, slug: str) -> bool:
    """Whether a scenario needs a table of its game at all, by the ``needs`` of the aid."""
    return _Scope(game, census, is_open=True).needs_key(slug)


def needed_contents(
    game: Ruleset, census: Census | None, special_rules: Sequence[SpecialRule] = ()
) -> tuple[str, ...]:
    """The contents of an aid for a scenario, as texts; equal for scenarios whose aids are equal."""
    scoped = with_special_rules(in_scope(game, census), special_rules)
    tables = [
        f"{slug} {[axis.labels for axis in table.axes]} {[modifier.id for modifier in table.modifiers]}"
        for slug, table in scoped.tables.items()
    ]
    return (*tables, *scoped.chart_tables, repr(scoped.aid))


class _Scope:
    """The facts of a scenario for which the aid of its game asks."""

    def __init__(self, game: Ruleset, census: Census, *, is_open: bool) -> None:
        self.game = game
        self.census = census
        self.unknown = _SECRET if is_open else frozenset()
        self.needs: Mapping[str, Sequence[Any]] = game.aid.get("needs", {})
        unused = (about.trait("unused_rules") for about in census.get("scenario", ()))
        keys = (f"rule/{slug}" for slugs in unused if isinstance(slugs, tuple) for slug in slugs)
        # Of others, only a part is optional.
        self.unused = {key for key in keys if game.all_entries[key]["optional"] is True}
        # The entries that each label of an axis names.
        self.named: dict[tuple[str, str, str], list[str]] = {}
        if game.aid.get("own_rows"):
            for key, places in game.label_rows.items():
                for place in places:
                    for label in place.labels:
                        self.named.setdefault((place.table, place.axis, label), []).append(key)

    def has(self, things: Iterable[Any]) -> bool:
        """Whether the scenario has one of some things, given as selectors."""
        wanted = map(Selector.parse, things)
        return any(each.kind not in self.unknown and bool(self.census.selected(each)) for each in wanted)

    def needs_key(self, key: str) -> bool:
        """Whether a table, ``table/label`` or ``table/modifier`` is needed; what nothing is said of is."""
        return key not in self.needs or self.has(self.needs[key])

    def has_entry(self, key: str) -> bool:
        """Whether the scenario has something that an entry describes."""
        kind, _, slug = key.partition("/")
        if kind not in _LACKED:
            return True
        return self.has({thing: slug} for thing in _THINGS.get(kind, (kind,)))

    def needs_label(self, table: str, axis: str, label: str) -> bool:
        """Whether a row or column of a table is needed."""
        if f"{table}/{label}" in self.needs:
            return self.needs_key(f"{table}/{label}")
        keys = self.named.get((table, axis, label), ())
        return not keys or any(map(self.has_entry, keys))

    def reduced(self, table: Table) -> Table | None:
        """A table without the labels and modifiers that are not needed; ``None`` if none of it is."""
        slug = table.entry.slug
        if slug in self.game.aid.get("on_cards", ()) or not self.needs_key(slug):
            return None
        axes = []
        for axis in table.axes:
            labels = tuple(label for label in axis.labels if self.needs_label(slug, axis.name, label))
            if axis.is_label and not labels:
                return None
            axes.append(axis if labels == axis.labels else replace(axis, labels=labels))
        modifiers = tuple(each for each in table.modifiers if self.needs_key(f"{slug}/{each.id}"))
        if modifiers == table.modifiers and tuple(axes) == table.axes:
            return table
        reduced = _with_axes(table, axes)
        if table.result_type == "flag" and all(axis.is_label for axis in axes):
            # What nobody may do is not in the list.
            named = [at for at, cell in reduced.cells() if cell.value]
            reduced = _with_axes(
                reduced,
                [
                    replace(axis, labels=tuple(each for each in axis.labels if each in used))
                    for axis in axes
                    for used in ({at[axis.name] for at in named},)
                ],
            )
        # Only an axis of labels can be empty; one of dice has none from the start.
        first = reduced.axes[0]
        return None if first.is_label and not first.labels else replace(reduced, modifiers=modifiers)

    def aid(self, kept: Mapping[str, Table]) -> dict[str, Any]:
        """The aid without what stands on tables that are not ``kept``, and with one of its examples."""
        aid = dict(self.game.aid)
        aid["sentences"] = {slug: text for slug, text in aid.get("sentences", {}).items() if slug in kept}
        if "order" in aid:
            steps = (self._step(step, kept) for step in aid["order"])
            aid["order"] = [step for step in steps if step is not None]
        joined = {
            id: {
                **each,
                "tables": [self._member(member) for member in each["tables"] if member["table"] in kept],
            }
            for id, each in aid.get("joined", {}).items()
        }
        # Tables that only fill the rows of others are not enough.
        aid["joined"] = {
            id: each
            for id, each in joined.items()
            if not all(member.get("fills") for member in each["tables"])
        }
        aid["examples"] = [each for each in aid.get("examples", ()) if self.has(each["needs"])][:1]
        reminders = (each for each in aid.get("reminders", ()) if each["of"] not in self.unused)
        aid["reminders"] = [each for each in reminders if "needs" not in each or self.has(each["needs"])]
        if "block" in aid:
            rows = ([self._cell(cell, kept, aid) for cell in row] for row in aid["block"])
            filled = [[cell for cell in row if cell] for row in rows]
            aid["block"] = [row for row in filled if row]
        # Only tables have a unit of length of their own.
        units = (board.trait("unit") for board in self.census.get("map", ()))
        aid["units"] = [unit for each in units if isinstance(each, tuple) for unit in each]
        aid["row_names"] = names_in_use(self.game, aid, self._is_there)
        tasks = (task.slug for task in self.game.of_kind("task"))
        aid["tasks"] = [slug for slug in tasks if self.needs_key(f"tasks/{slug}")]
        return aid

    def _member(self, member: Mapping[str, Any]) -> Mapping[str, Any]:
        """A table of a joined one, with what comes instead of a result only where that is so."""
        if "instead" not in member:
            return member
        instead = dict(member["instead"])
        return {**member, "instead": instead if self.has(instead.pop("needs")) else None}

    def _is_there(self, entry: Entry) -> bool:
        """Whether the scenario has what an entry describes; ground that is open is everywhere."""
        return bool(entry.get("open")) or self.has_entry(entry.key)

    def _step(self, step: Mapping[str, Any], kept: Mapping[str, Table]) -> Mapping[str, Any] | None:
        """A step with the tables that are kept, or what it has otherwise; ``None`` if it has nothing then.

        The scenario has no steps of optional rules that are not in use.
        """
        if step["of"] in self.unused:
            return None
        if "needs" in step and not self.has(step["needs"]):
            if "otherwise" not in step:
                return None
            step = {**{key: step[key] for key in ("of", "title", "icon") if key in step}, **step["otherwise"]}
        return {**step, "tables": [slug for slug in step.get("tables", ()) if slug in kept]}

    def _cell(
        self, cell: Mapping[str, Any], kept: Mapping[str, Table], aid: Mapping[str, Any]
    ) -> Mapping[str, Any]:
        """A cell of the block with what is kept of it; empty if nothing is."""
        own = {**cell, "tables": [slug for slug in cell.get("tables", ()) if slug in kept]}
        if "notes" in own:
            own["notes"] = [note for note in own["notes"] if "needs" not in note or self.has(note["needs"])]
        for key in ("ticks", "results"):
            if key in own and not self._has_part(own[key], key, kept):
                del own[key]
        if own.get("joined", "") not in aid["joined"]:
            own.pop("joined", None)
        if not aid["examples"]:
            own.pop("example", None)
        is_empty = not any(own.get(key) for key in _CONTENTS)
        return {} if is_empty else own

    def _has_part(self, slug: str, key: str, kept: Mapping[str, Table]) -> bool:
        """Whether a table has results to explain, or modifiers or rows to tick."""
        if slug not in kept:
            return False
        had = self.game.tables[slug].modifiers
        return key == "results" or not had or bool(kept[slug].modifiers)


def _with_axes(table: Table, axes: Sequence[Axis]) -> Table:
    """The table with the labels that are left on its axes."""
    kept = [frozenset(axis.labels) for axis in axes]
    return replace(table, axes=tuple(axes), root=_pruned(table.root, kept))


def _pruned(node: Node, kept: Sequence[frozenset[str]]) -> Node:
    """The cells below the labels that are kept on each axis."""
    if isinstance(node, Labelled):
        branches = {
            label: _pruned(child, kept[1:]) for label, child in node.branches.items() if label in kept[0]
        }
        return Labelled(MappingProxyType(branches))
    if isinstance(node, Binned):
        return replace(node, bins=tuple((span, _pruned(child, kept[1:])) for span, child in node.bins))
    return node
