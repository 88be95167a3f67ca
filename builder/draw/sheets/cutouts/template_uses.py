"""Which templates a scenario needs, and who uses each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from builder.draw.sentences.entry_text import spelled
from builder.draw.sheets.aid.scope import in_scope
from builder.draw.sheets.cutouts.template_parts import Use
from builder.draw.surface.wording import Words
from builder.scenario.things import Census
from rulesdb import Ruleset
from rulesdb.constraints import Selector
from rulesdb.tables import show_value

# More uses than this are not listed on a template.
_MAX_USES = 5
# More than this are named together, where they have a name in common.
_FEW_USES = 2
_MAX_RINGS = 4


@dataclass(frozen=True)
class TemplateUses:
    """Who uses the templates of a game in a scenario, by their specifications; all of it without a census."""

    game: Ruleset
    census: Census | None
    words: Words

    def needs(self, spec: Mapping[str, Any]) -> bool:
        """Whether a scenario needs a template; without a census, whether the game has what it is for."""
        if spec.get("cards"):
            # Who has which cards is secret: their templates are with the sheets of their side.
            return self.census is None and "explosions" in self.game.printing
        if self.census is None:
            # Without users, the template of all blasts is enough.
            if "at" in spec:
                return False
            return "needs" in spec or "table" not in spec or spec["table"] in self.game.tables
        if any(self.census.selected(Selector.parse(each)) for each in spec.get("needs", ())):
            return True
        if "table" in spec and "pot" not in spec:
            return bool(self._rows(spec))
        return "needs" not in spec

    def of(self, spec: Mapping[str, Any]) -> Sequence[Use]:
        """Who uses a template; nobody without a census, or if there are too many to list."""
        game, census = self.game, self.census
        if census is None:
            return ()
        if "pot" in spec:
            table = game.table(spec["table"])
            value = table.lookup(**{table.axes[0].name: spec["row"]}).result
            return [Use(game.pots[spec["pot"]], [show_value(value[spec["figure"]])])]
        if "any" in spec and self._has_unnamed(spec):
            return [Use(self.words(spec["any"]))]
        rows = self._rows(spec).items()
        uses = [Use(_titled(spelled(label, self.words)), figures) for label, figures in rows]
        listed = {use.name.casefold() for use in uses}
        for each in spec.get("needs", ()):
            selector = Selector.parse(each)
            if selector.kind == "weapon":
                names = {thing.name for thing in census.selected(selector)}
                titles = [entry.title for entry in game.of_kind("weapon") if entry.title in names]
                others = [title for title in titles if title.casefold() not in listed]
                uses += [
                    Use(self.words(spec["when"], name=name) if "when" in spec else name) for name in others
                ]
        if "any" in spec and len(uses) > _FEW_USES:
            # More names would have no room between the arrows of a scatter template.
            return [Use(self.words(spec["any"]))]
        return uses if len(uses) <= _MAX_USES else ()

    def _has_unnamed(self, spec: Mapping[str, Any]) -> bool:
        """Whether others than named weapons need a template, such as squads that choose theirs in play."""
        selectors = (Selector.parse(each) for each in spec.get("needs", ()))
        return self.census is not None and any(
            self.census.selected(each) for each in selectors if each.kind != "weapon"
        )

    @cached_property
    def _scoped(self) -> Ruleset:
        return in_scope(self.game, self.census)

    def _rows(self, spec: Mapping[str, Any]) -> dict[str, list[str]]:
        """The figures in each row that the scenario keeps of a template's table.

        Of a table with a column for each ring, these are the rows that reach as far as the template.
        """
        if spec.get("table") not in self._scoped.chart_tables:
            return {}
        table = self._scoped.tables[spec["table"]]
        if "at" in spec:
            return {table.entry.title: [show_value(table.lookup(**spec["at"]).result)]}
        down, *across = table.axes
        rows = {}
        for label in down.labels:
            if "figure" in spec:
                value = table.lookup(**{down.name: label}).result
                if all(value[name] == wanted for name, wanted in spec.get("where", {}).items()):
                    rows[label] = [show_value(value[spec["figure"]])]
                continue
            [rings] = across
            places: Sequence[Any] = rings.labels or range(_MAX_RINGS)
            values = [table.lookup(**{down.name: label, rings.name: at}).result for at in places]
            reach = sum(bool(value) for value in values) - 1
            if reach == spec["radius"] or (reach > spec["radius"] and spec.get("largest")):
                rows[label] = [f"{show_value(value)}{spec.get('unit', '')}" for value in values[: reach + 1]]
        return rows


def _titled(text: str) -> str:
    """A label with a capital at its beginning, as the titles of entries have it."""
    return text[:1].upper() + text[1:]
