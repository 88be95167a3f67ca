"""Who may do what, by kind of force: a column for each, with its own positions as rosters name them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from builder.draw.sentences.entry_text import spelled
from builder.draw.surface.wording import Words
from rulesdb import Ruleset
from rulesdb.description.grids import ABSENT


def force_rows(game: Ruleset, slug: str, words: Words) -> tuple[Sequence[str], list[list[str]]] | None:
    """Headings and rows of the table that the game's aid has ``by_force``; ``None`` for other tables.

    What a whole force may do, everybody in it may. What nobody in the scenario's forces may do is left out. A
    position has its name once, and then only its abbreviation.
    """
    given = game.aid.get("by_force", {})
    if slug != given.get("table"):
        return None
    table, whole = game.table(slug), game.table(given["whole"])
    label, act = (axis.name for axis in table.axes)
    allowed = {(at[label], at[act]) for at, cell in table.cells() if cell.value}
    everybody = {tuple(at.values()) for at, cell in whole.cells() if cell.value}
    forces = whole.axes[0].labels
    named: set[str] = set()

    def able(force: str, what: str) -> Iterator[str]:
        if (force, what) in everybody:
            yield words("chart.everybody")
            return
        for position in game.of_kind("position"):
            acts_as = position.get("acts_as", {}).get(force, position.slug)
            if force in position["forces"] and (acts_as, what) in allowed:
                title, short = spelled(position.slug, words, table.entry.key), position["abbreviation"]
                yield short if position.slug in named else f"{title} ({short})"
                named.add(position.slug)

    heads = [
        spelled(act, words, table.entry.key),
        *(spelled(each, words, whole.entry.key) for each in forces),
    ]
    rows = [
        [spelled(what, words, table.entry.key), *(", ".join(able(force, what)) or ABSENT for force in forces)]
        for what in table.axes[1].labels
    ]
    return heads, [row for row in rows if any(cell != ABSENT for cell in row[1:])]
