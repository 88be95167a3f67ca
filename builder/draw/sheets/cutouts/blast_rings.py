"""What the blasts of a scenario do in each ring of a template, from the middle outward."""

from __future__ import annotations

from collections.abc import Sequence

from builder.draw.sheets.aid.scope import in_scope
from builder.scenario.things import Census
from rulesdb import Ruleset
from rulesdb.tables import show_value

# A ring has room for so many lines.
_MAX_LINES = 3


def blast_rings(game: Ruleset, census: Census | None) -> Sequence[Sequence[tuple[str, str]]]:
    """For each ring the strength of each blast, by the label of its row; none if there are many, or none.

    The game's data name the table, whose rows are blasts and whose columns are rings.
    """
    slug = game.printing.get("blast_table", "")
    scoped = in_scope(game, census)
    if census is None or slug not in scoped.chart_tables:
        return ()
    table = scoped.table(slug)
    down, across = table.axes
    if len(down.labels) > _MAX_LINES:
        return ()
    return [
        [
            (label, show_value(table.lookup(**{down.name: label, across.name: ring}).result))
            for label in down.labels
        ]
        for ring in across.labels
    ]
