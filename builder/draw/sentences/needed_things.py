"""What players need for a scenario that its kit does not have: dice, a table with terrain, and the rules."""

from __future__ import annotations

from collections.abc import Collection

from builder.draw.surface.wording import Words
from builder.scenario.model import Scenario

# The faces of the dice that a game counts.
_USUAL_FACES = 6


def things_needed(scenario: Scenario, words: Words, *, writes: bool, faces: Collection[int] = ()) -> str:
    """The dice, a pencil if anything is to be written on (it ``writes``), and what a table needs.

    Among the dice are those with so many ``faces``.

    >>> from builder.draw.surface.wording import load_words
    >>> from builder.scenario.load import load_scenario
    >>> from rulesdb.shipped import shipped
    >>> scenario = load_scenario(shipped("scenarios") / "mobile_infantry" / "candle.yaml")
    >>> things_needed(scenario, load_words(), writes=True)
    '6 six-sided dice, a pencil, a tape measure, a table of 72″ by 48″ with 9 pieces of terrain'
    >>> quay = load_scenario(shipped("scenarios") / "advanced_infantry" / "customs-house.yaml")
    >>> things_needed(quay, load_words(), writes=False, faces=[0, 6, 8])
    '2 six-sided dice, one with 8 sides'
    """
    printing, board = scenario.ruleset.printing, scenario.map.table
    things = [words("cover-page.dice", count=printing["dice"])] if "dice" in printing else []
    things += [words("cover-page.other-die", faces=each) for each in sorted({*faces} - {0, _USUAL_FACES})]
    things += [words("cover-page.pencil")] if writes else []
    if board is not None:
        # The strips to cut out are shorter than weapons reach.
        things.append(words("cover-page.tape-measure"))
        width, depth = (f"{words.number(size)}{board.sign}" for size in (board.width, board.depth))
        things.append(words("cover-page.table", width=width, depth=depth, count=len(board.pieces)))
    return ", ".join([*things, *map(words.term, printing.get("other_things", ()))])


def rulebooks(scenario: Scenario, words: Words) -> str:
    """The titles of the rulebooks of the game, and of those that they add to."""
    game = scenario.ruleset
    others = [words.term(title) for title in game.printing.get("other_books", ())]
    return "; ".join([*(document.title for document in game.documents), *others]) or game.title
