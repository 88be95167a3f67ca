"""The figures that the tables of a game have for one unit, short enough for a card or a briefing."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from builder.draw.sentences.entry_text import filled, spelled
from builder.draw.surface.charts import cell_text
from builder.draw.surface.wording import Words
from builder.scenario.model import Force
from rulesdb import Basis, Entry, Ruleset, Table

_MAX_CELLS = 6


@dataclass(frozen=True, slots=True)
class UnitFigure:
    """A figure of a unit: its name, its value and its basis; ``table`` is the slug of its table, if any.

    ``cells`` has each value of the table by its labels, which is empty for a lone value.
    """

    name: str
    value: str
    basis: Basis = Basis.PRINTED
    table: str = ""
    cells: Mapping[str, str] = field(default_factory=dict)

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


def with_power(force: Force, figures: Sequence[UnitFigure], words: Words) -> tuple[UnitFigure, ...]:
    """The figures of a force's unit; a movement that one of its powers replaces is named with that."""
    faster = next((power for power in force.powers if power.get("movement")), None)
    if faster is None:
        return (*figures,)
    name = words("unit.has-movement")
    said = {"power": words.term(faster.title), "figure": str(faster["movement"])}
    return tuple(
        replace(figure, value=words("unit.with-power", usual=figure.value, **said))
        if figure.name == name and not figure.table
        else figure
        for figure in figures
    )


def figures_text(game: Ruleset, unit: Entry, figures: Sequence[UnitFigure], words: Words) -> str:
    """A unit's own figures, then those of tables for which the game has a sentence.

    They are marked if their basis differs from that of the unit.

    >>> from builder.draw.surface.wording import load_words
    >>> from rulesdb import open_game
    >>> game, words = open_game("handspan"), load_words()
    >>> tank = game.find("unit", "tank")
    >>> print(figures_text(game, tank, unit_figures(game, tank, words), words))
    At close range 12 stops it and 18 kills it; at long range 16 and 24. Dice in close quarters: 5 (house).
    """
    lone = [figure for figure in figures if not figure.table]
    own = "; ".join(f"{figure.name} {figure.value}{figure.mark(unit, words)}" for figure in lone)
    sentences = [f"{own[0].upper()}{own[1:]}."] if own else []
    templates = game.printing.get("unit_sentences", {})
    for figure in figures:
        if figure.table in templates:
            sentence = filled(words.term(templates[figure.table]), figure.cells)
            mark = figure.mark(unit, words)
            sentences.append(f"{sentence.removesuffix('.')}{mark}." if mark else sentence)
    return " ".join(sentences)


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
        cells = cells_of(table, unit.slug, words)
        if not cells:
            continue
        key, basis = table.entry.key, table.entry.provenance.basis
        parts = {", ".join(spelled(label, words, key) for label in at): value for at, value in cells.items()}
        line = "; ".join(f"{where}: {value}" if where else value for where, value in parts.items())
        by_labels = {" ".join(at) or "value": value for at, value in cells.items()}
        figures.append(UnitFigure(table.entry.title, line, basis, slug, by_labels))
    return figures


def cells_of(table: Table, slug: str, words: Words) -> dict[tuple[str, ...], str]:
    """The cells of a table for a unit or another label, by their other labels; none if there are many."""
    axis = next((axis for axis in table.axes if slug in axis.labels), None)
    if axis is None:
        return {}
    cells = [(at, cell) for at, cell in table.cells() if at[axis.name] == slug]
    if len(cells) > _MAX_CELLS:
        return {}
    return {
        tuple(label for name, label in at.items() if name != axis.name): cell_text(table, cell, words)
        for at, cell in cells
    }
