"""A recorded game as passages of text: turns, deeds, rolls with their tables, and what becomes of units."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from builder.draw.sentences.conditions import victory_text
from builder.draw.surface.wording import Words
from builder.playtest.play import DOWN, HURT, LEFT, LOST, READY
from builder.playtest.replays import RecordedGame, read_game
from builder.scenario.model import Scenario
from rulesdb import InputError, Library

FATES = (LOST, DOWN, LEFT, HURT)
"""What can become of a unit that an example mentions."""
# What a unit chooses when it does nothing, and the choice of the unit itself.
_SILENT = frozenset({"stay", "hold", "wait", "done", "end", "pass", "act", "unit"})
# The choice to move, which the moves themselves follow.
_STARTS = (["move"], ["stop"])


@dataclass(frozen=True, slots=True)
class TurnStart:
    """A turn begins; 0 is the set-up."""

    number: int


@dataclass(frozen=True, slots=True)
class Deeds:
    """The deeds of a side, each once with how often: who, or an empty text, what, and the number."""

    side: str
    counts: tuple[tuple[str, str, int], ...]


@dataclass(frozen=True, slots=True)
class UsedCell:
    """A cell of a table that a roll used: the inputs, the result, and the citation."""

    table: str
    at: tuple[tuple[str, str], ...]
    result: str
    source: str
    basis: str


@dataclass(frozen=True, slots=True)
class DiceThrown:
    """A roll of a side, or of nobody, with the cells that it used; equal rolls in a row may be together."""

    side: str
    dice: str
    purpose: str
    totals: tuple[int, ...]
    cells: tuple[UsedCell, ...]


@dataclass(frozen=True, slots=True)
class Fate:
    """The fates of some units: their names and one of :data:`FATES` for each."""

    units: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class End:
    """The end of the game: who wins, if anybody, by which grade, and why.

    ``condition`` is the index of the victory condition in the scenario, -1 if it is not by one.
    """

    side: str
    grade: str
    why: str
    condition: int


Passage: TypeAlias = TurnStart | Deeds | DiceThrown | Fate | End


@dataclass(frozen=True, slots=True)
class Story:
    """A game in passages.

    Attributes:
        scenario: the scenario, as it was played.
        players: the player of each side.
        seed: the seed of its dice.
        number: its number.
        passages: what happens, in order; the last is the end.
        record: the name of the file that it was read from, unless it is the game that is usually played.
    """

    scenario: Scenario
    players: Mapping[str, str]
    seed: int
    number: int
    passages: Sequence[Passage]
    record: str = ""


def read_story(text: str, name: str, library: Library | None = None) -> Story:
    """The story of a record.

    Raises:
        InputError: it is not a record, or the supplements are not those of the game.
        DataError: the scenario in it has errors.
    """
    game = read_game(text, name, library)
    try:
        return story_of(game)
    except (KeyError, TypeError, AttributeError, IndexError, ValueError) as error:
        raise InputError(f"{name}: this is not a record of a game; a line lacks {error}") from error


def story_of(game: RecordedGame) -> Story:
    """The story of a game.

    Raises:
        KeyError, TypeError, ValueError, AttributeError, IndexError: a line is not one of a record.
    """
    head = game.head
    players = {str(side): str(name) for side, name in head["players"].items()}
    return Story(game.scenario, players, int(head["seed"]), int(head["number"]), tuple(_passages(game)))


def reason_of(scenario: Scenario, end: End, words: Words) -> str:
    """Why a game ended: the victory condition that was met, or what the record says."""
    if end.condition < 0:
        return end.why
    return victory_text(scenario, scenario.victory[end.condition], words)


def joined_rolls(passages: Sequence[Passage]) -> list[Passage]:
    """The same passages, with equal rolls in a row as one, unless they use tables.

    >>> roll = DiceThrown("human", "1d6", "panic", (3,), ())
    >>> joined_rolls([roll, roll])
    [DiceThrown(side='human', dice='1d6', purpose='panic', totals=(3, 3), cells=())]
    """
    joined: list[Passage] = []
    for passage in passages:
        last = joined[-1] if joined else None
        if (
            isinstance(last, DiceThrown)
            and isinstance(passage, DiceThrown)
            and not (last.cells or passage.cells)
            and (last.side, last.dice, last.purpose) == (passage.side, passage.dice, passage.purpose)
        ):
            totals = last.totals + passage.totals
            joined[-1] = DiceThrown(last.side, last.dice, last.purpose, totals, ())
        else:
            joined.append(passage)
    return joined


def _passages(game: RecordedGame) -> Iterator[Passage]:
    names = [str(piece[0]) for piece in game.head["pieces"]]
    status: dict[int, str] = {}
    turn, side, deeds = None, "", list[tuple[str, str]]()
    for line in game.lines:
        is_choice = "words" in line
        if line["turn"] != turn or (is_choice and line["side"] != side):
            yield from _done(side, deeds)
            deeds = []
        if line["turn"] != turn:
            turn = int(line["turn"])
            yield TurnStart(turn)
        if "ending" in line:
            yield from _done(side, deeds)
            yield end_of(game.scenario, line["ending"])
            return
        if is_choice:
            side = str(line["side"])
            if line["action"][0] not in _SILENT and line["action"] not in _STARTS:
                deeds.append(_deed(game.scenario.side_title(side), names, line))
        elif line["cells"] or line["side"]:
            yield from _done(side, deeds)
            deeds = []
            yield _thrown(line)
        units = tuple(_fates(line, status))
        if units:
            yield from _done(side, deeds)
            deeds = []
            yield Fate(tuple((names[unit], what) for unit, what in units))


def end_of(scenario: Scenario, ending: Mapping[str, Any]) -> End:
    """The end of a game from the last line of its record."""
    side, grade, why = (str(ending[key]) for key in ("side", "grade", "why"))
    numbers = [
        number
        for number, condition in enumerate(scenario.victory)
        if (condition.side, condition.grade) == (side, grade)
    ]
    named = [n for n in numbers if why in (scenario.victory[n].when, f"victory condition {n + 1}")]
    (number,) = named[:1] or (numbers if len(numbers) == 1 else [-1])
    return End(side, grade, why, number)


def _deed(side: str, names: Sequence[str], line: Mapping[str, Any]) -> tuple[str, str]:
    """Who does something, if the words begin with that, and the words."""
    words = str(line["words"])
    who, colon, _ = words.partition(": ")
    if colon:
        return who, words
    whos = [names[int(unit)] for unit in line["subject"][:1]] + [side]
    return next((who for who in whos if words.startswith(who)), ""), words


def _done(side: str, deeds: Sequence[tuple[str, str]]) -> Iterator[Deeds]:
    if deeds:
        yield Deeds(side, tuple((who, words, count) for (who, words), count in Counter(deeds).items()))


def _thrown(line: Mapping[str, Any]) -> DiceThrown:
    cells = tuple(
        UsedCell(
            table=str(cell["table"]),
            at=tuple((str(name), str(value)) for name, value in cell["at"].items()),
            result=str(cell["result"]),
            source=str(cell["source"]),
            basis=str(cell["basis"]),
        )
        for cell in line["cells"]
    )
    total = int(line["total"])
    return DiceThrown(str(line["side"]), str(line["roll"]), str(line["purpose"]), (total,), cells)


def _fates(line: Mapping[str, Any], before: dict[int, str]) -> Iterator[tuple[int, str]]:
    """The fates of units in a line; ``before`` has their state until then, and is brought up to date."""
    for change in line.get("changes", ()):
        unit, status = int(change["unit"]), str(change["status"])
        if status in FATES and status != before.get(unit, READY):
            yield unit, status
        before[unit] = status
