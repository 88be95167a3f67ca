"""Which templates a scenario needs, and who uses each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from builder.draw.sheets.aid.scope import in_scope
from builder.draw.sheets.cutouts.template_parts import Use
from builder.draw.surface.entry_text import spelled
from builder.draw.surface.wording import Words
from builder.scenario.things import Census
from rulesdb import Ruleset
from rulesdb.constraints import Selector
from rulesdb.tables import show_value

# More uses than this are not listed on a template.
_MAX_USES = 5
_MAX_RINGS = 4


def is_needed(spec: Mapping[str, Any], game: Ruleset, census: Census | None) -> bool:
    """Whether a scenario needs a template; without a census, whether the game has what it is for."""
    if spec.get("cards"):
        # Who has which cards is secret: their templates are with the sheets of their side.
        return census is None and "explosions" in game.printing
    if census is None:
        return "needs" in spec or "table" not in spec or spec["table"] in game.tables
    if any(census.selected(Selector.parse(each)) for each in spec.get("needs", ())):
        return True
    if "table" in spec and "pot" not in spec:
        return bool(_rows(spec, game, census))
    return "needs" not in spec


def uses_of(spec: Mapping[str, Any], game: Ruleset, census: Census | None, words: Words) -> Sequence[Use]:
    """Who uses a template in a scenario; nobody without a census, or if there are too many to list."""
    if census is None:
        return ()
    if "pot" in spec:
        cell = (
            game.table(spec["table"]).lookup(**{game.table(spec["table"]).axes[0].name: spec["row"]}).result
        )
        return [Use(game.pots[spec["pot"]], [show_value(cell[spec["figure"]])])]
    uses = [
        Use(_titled(spelled(label, words)), figures) for label, figures in _rows(spec, game, census).items()
    ]
    listed = {use.name.casefold() for use in uses}
    for each in spec.get("needs", ()):
        slugs = each.get("weapon", ()) if isinstance(each, Mapping) else ()
        for slug in [slugs] if isinstance(slugs, str) else slugs:
            title = game.find("weapon", slug).title
            if title.casefold() not in listed and census.selected(Selector.parse({"weapon": slug})):
                uses.append(Use(title))
    return uses if len(uses) <= _MAX_USES else ()


def _rows(spec: Mapping[str, Any], game: Ruleset, census: Census) -> dict[str, list[str]]:
    """The figures in each row that the scenario keeps of a template's table.

    Of a table with a column for each ring, these are the rows that reach as far as the template.
    """
    scoped = in_scope(game, census)
    if spec.get("table") not in scoped.chart_tables:
        return {}
    table = scoped.tables[spec["table"]]
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
