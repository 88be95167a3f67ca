"""The credits at the foot of a cover: whose work the kit is, its rulebook, its version and its code."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement, pairwise
from pathlib import Path

from builder.draw.sentences.entry_text import replaced_part
from builder.draw.sheets.covers.backdrop import is_dark
from builder.draw.surface.canvas import Canvas, Drawing
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import Block, Writer, stacked
from builder.draw.surface.icons import icon_authors
from builder.draw.surface.type import BOLD, CONDENSED, CONDENSED_BOLD, Type
from builder.draw.surface.wording import Words
from builder.scenario.model import Scenario
from rulesdb import __version__

_HEADING, _HASH, _CODE_LABEL = 4.0, Type(BOLD, 2.7), Type(CONDENSED_BOLD, 2.7)
_PRINT = Type(CONDENSED, 3.0)
_GUTTER, _BASE, _RULE, _TOP = 6.0, 7.0, 8.9, 10.6
_COLUMNS = 3
# Below the last line, which is as far from the edge of the paper as texts are on other pages.
_FOOT = 9.0
# Hexadecimal digits: enough to identify a file.
_DIGEST = 16


@dataclass(frozen=True, slots=True)
class ColophonData:
    """The facts about a kit in the credits on its cover.

    Attributes:
        hash: the hash of the kit.
        paper: the title of the paper.
        faults: what lint found in the scenario; empty if it found nothing.
        house_values: the titles of the house values.
        playtest: how many games of the scenario were played by machine, in a few words; empty if none was.
    """

    hash: str
    paper: str
    faults: str
    house_values: Sequence[str]
    playtest: str = ""


def draw_colophon(
    scenario: Scenario, data: ColophonData, width: float, inset: float, context: DrawingContext
) -> Drawing:
    """The credits on a panel ``width`` mm wide, with the texts ``inset`` mm from its sides."""
    words, metrics = context.words, context.metrics
    facts = [
        (words("colophon.scenario"), _scenario_by(scenario, words)),
        *_rules_facts(scenario, data, words),
        (words("colophon.icons"), words("colophon.icons-by", authors=icon_authors())),
        (words("colophon.program"), words("colophon.program-by", release=__version__)),
        *_kit_facts(scenario, data, words),
    ]
    column = (width - 2 * inset - (_COLUMNS - 1) * _GUTTER) / _COLUMNS
    writer = Writer(column, context)
    blocks = _balanced([writer.item(role, text, _PRINT) for role, text in facts])
    height = _TOP + max(block.height for block in blocks) + _FOOT
    canvas = Canvas(width, height, context)
    if is_dark(canvas):
        canvas.rect(0, 0, width, height, fill="panel")
    canvas.text(words("colophon.credits"), inset, _BASE, Type(context.display, _HEADING), fill="heading")
    label, right = words("colophon.hash"), width - inset
    most = (width - 2 * inset) * 0.7 - metrics.width(f"{label} ", _CODE_LABEL)
    hash = metrics.fit(data.hash, _HASH, most, 2.5)
    canvas.text(data.hash, right, _BASE, hash, anchor="end", fill="muted")
    left = right - metrics.width(data.hash, hash) - 1.6
    canvas.text(label, left, _BASE, _CODE_LABEL, anchor="end", fill="muted")
    canvas.line((inset, _RULE), (right, _RULE), stroke="heading", stroke_width="heading")
    for number, block in enumerate(blocks):
        block.draw(canvas, inset + number * (column + _GUTTER), _TOP)
    return canvas.drawing("colophon", words("colophon.title"))


def _balanced(facts: Sequence[Block]) -> list[Block]:
    """The facts in columns, in their order, so that the highest column is as low as possible."""
    cuts = combinations_with_replacement(range(len(facts) + 1), _COLUMNS - 1)
    ways = ([stacked(facts[start:end]) for start, end in pairwise((0, *cut, len(facts)))] for cut in cuts)
    return min(ways, key=lambda columns: round(max(column.height for column in columns), 3))


def _scenario_by(scenario: Scenario, words: Words) -> str:
    """Whose work the scenario is, and under which license."""
    authors = ", ".join(scenario.authors)
    if not scenario.license:
        return authors
    return words("colophon.owners", authors=authors, license=scenario.license)


def _rules_facts(scenario: Scenario, data: ColophonData, words: Words) -> list[tuple[str, str]]:
    """The rulebook, what replaces a part of it, and what is not in it."""
    game, books = scenario.ruleset, []
    for document in game.documents:
        imprint = ", ".join(filter(None, (*document.authors, document.publisher, str(document.year or ""))))
        books.append(f"{document.title} ({imprint})" if imprint else document.title)
    replaced = "; ".join(
        words("colophon.replaced", rule=replaced_part(rule.overrides), title=rule.title)
        for rule in scenario.special_rules
        if rule.overrides
    )
    values = ", ".join(data.house_values)
    return [
        (words("colophon.book"), "; ".join(books) or game.title),
        *([(words("colophon.changed"), replaced)] if replaced else []),
        *([(words("colophon.house"), words("colophon.house-values", values=values))] if values else []),
        *(
            (
                words("colophon.supplement"),
                words("colophon.supplement-file", title=layer.title, file=Path(layer.path).name,
                      digest=layer.sha256[:_DIGEST]),
            )
            for layer in game.layers
        ),
    ]  # fmt: skip


def _kit_facts(scenario: Scenario, data: ColophonData, words: Words) -> list[tuple[str, str]]:
    """Which version of the scenario this is, how it was tested, and what is wrong with it."""
    return [
        (words("colophon.version"), words("colophon.same-code", version=scenario.version, paper=data.paper)),
        *([(words("colophon.played"), data.playtest)] if data.playtest else []),
        *([(words("colophon.faults"), data.faults)] if data.faults else []),
    ]
