"""The figures that the tables of a game have for one unit, short enough for a card or a briefing."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from builder.draw.surface.charts import cell_text, spelled
from builder.draw.surface.wording import Words
from rulesdb import Basis, Entry, Ruleset, Table

_MAX_CELLS = 6


@dataclass(frozen=True, slots=True)
class UnitFigure:
    """A figure of a unit: its name, its value and its basis."""

    name: str
    value: str
    basis: Basis = Basis.PRINTED

    @property
    def in_a_line(self) -> str:
        """The value next to its name: several with a key each are in parentheses."""
        return f"({self.value})" if ": " in self.value else self.value

    def mark(self, unit: Entry, words: Words) -> str:
        """The mark of the figure's basis, unless the unit has the same basis."""
        return words.mark(self.basis) if self.basis is not unit.provenance.basis else ""


def unit_figures(
    game: Ruleset, unit: Entry, words: Words, *, without: Collection[str] = ()
) -> tuple[UnitFigure, ...]:
    """The unit's own figures, then those of every chart or linked table that has a row for it.

    ``without`` has the slugs of tables to leave out.

    >>> from builder.draw.surface.wording import load_words
    >>> from rulesdb import open_game
    >>> game = open_game("mobile-infantry")
    >>> for figure in unit_figures(game, game.find("unit", "tank-bug"), load_words()):
    ...     print(figure.name, figure.value)
    Bug movement 1d6
    Where bugs stop 12
    How many bugs appear 1
    Hits to kill 6
    Hits that slow 3
    """
    own = unit.provenance.basis
    figures = [
        UnitFigure(words.of("score", name), _score(game, name, value, words), own)
        for name, value in unit.get("scores", {}).items()
    ]
    figures += [
        UnitFigure(words(f"unit.has-{name}"), str(unit[name]), own)
        for name in ("points", "movement", "powers")
        if name in unit.facts
    ]
    if unit.get("most", 1) > 1:
        figures.append(UnitFigure(words("unit.has-most"), f"1-{unit['most']}", own))
    return (*figures, *_of_tables(game, unit, words, without))


def figures_line(unit: Entry, figures: Sequence[UnitFigure], words: Words) -> str:
    """Figures in one sentence, marked if their basis differs from that of the unit."""
    parts = [f"{figure.name} {figure.in_a_line}{figure.mark(unit, words)}" for figure in figures]
    return f"{'; '.join(parts)}." if parts else ""


def score_text(game: Ruleset, name: str, value: int) -> str:
    """A score of a unit: a number of dice, or just a number.

    >>> from rulesdb import open_game
    >>> [score_text(open_game("bugged"), name, 4) for name in ("dodge", "movement", "carries")]
    ['4D6', '4', '4']
    """
    table = game.table(game.scores["table"]) if game.scores else None
    label = name.replace("_", " ")
    if table is None or label not in table.axes[0].labels:
        return str(value)
    counted_in = table.lookup(**{table.axes[0].name: label}).result
    return f"{value}{game.scores['die']}" if counted_in == game.scores["dice"] else str(value)


def _score(game: Ruleset, name: str, value: int, words: Words) -> str:
    text = score_text(game, name, value)
    return text if value or text == str(value) else words("unit.no-dice")


def _of_tables(game: Ruleset, unit: Entry, words: Words, without: Collection[str]) -> list[UnitFigure]:
    linked = [entry.slug for entry in game.links_from(unit) if entry.kind == "table"]
    figures = []
    for slug in dict.fromkeys(slug for slug in (*game.chart_tables, *linked) if slug not in without):
        table = game.table(slug)
        value = _cells_of(table, unit.slug, words)
        if value:
            figures.append(UnitFigure(table.entry.title, value, table.entry.provenance.basis))
    return figures


def _cells_of(table: Table, slug: str, words: Words) -> str:
    """The cells of a table for the unit, or an empty text if there are too many or none."""
    axis = next((axis for axis in table.axes if slug in axis.labels), None)
    if axis is None:
        return ""
    cells = [(at, cell) for at, cell in table.cells() if at[axis.name] == slug]
    if len(cells) > _MAX_CELLS:
        return ""
    parts = []
    for at, cell in cells:
        others = [place for name, place in at.items() if name != axis.name]
        where = ", ".join(spelled(place, words, table.entry.key) for place in others)
        value = cell_text(table, cell, words)
        parts.append(f"{where}: {value}" if where else value)
    return "; ".join(parts)
