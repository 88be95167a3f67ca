"""Several tables about the same things as one: a row for each thing, with the columns of every table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from builder.draw.sentences.entry_text import spelled
from builder.draw.sheets.aid.rows import aid_rows
from builder.draw.surface.wording import Words
from rulesdb import Ruleset
from rulesdb.description.grids import ABSENT

_LONG_HEAD = " \\ "
# A table of so many columns has no row for a lone figure.
_WIDE = 4
# A longer text makes a column of figures wide; if it stands there twice, it is said once below.
_LONG, _MARK = 13, "†"


@dataclass(frozen=True, slots=True)
class Member:
    """A table in another one: the ``head`` of its column, or what stands before each of its headings.

    If there are ``heads``, they replace its headings. A table that is ``inverted`` gives the things by its
    rolls; one that ``fills`` adds columns to the rows of others, and no rows. A cell that says that there is
    ``nothing`` is printed as those of all other tables that have none. With ``instead``, the rolls of one
    thing are those of another; as long as that ``needs`` something, it is not known whether it is so.
    """

    table: str
    head: str = ""
    heads: tuple[str, ...] = ()
    inverted: bool = False
    fills: bool = False
    nothing: str = ""
    instead: Mapping[str, Any] | None = None

    def thing_of(self, words: Words) -> Mapping[str, str]:
        """The thing in place of another one, both as they are printed."""
        if self.instead is None or "needs" in self.instead:
            return {}
        return {spelled(self.instead["of"], words): spelled(self.instead["by"], words)}


@dataclass(frozen=True, slots=True)
class Joined:
    """Tables that are printed as one, with its title, and ``blank`` rows for what is in another book."""

    title: str
    members: tuple[Member, ...]
    blank: tuple[str, ...] = ()

    @property
    def tables(self) -> tuple[str, ...]:
        return tuple(member.table for member in self.members)


def read_joined(game: Ruleset) -> Mapping[str, Joined]:
    """The joined tables of a game's aid by their ids."""
    return {
        id: Joined(
            each["title"], tuple(Member(**member) for member in each["tables"]), tuple(each.get("blank", ()))
        )
        for id, each in game.aid.get("joined", {}).items()
    }


def joined_rows(game: Ruleset, joined: Joined, words: Words) -> tuple[list[str], list[list[str]]]:
    """The headings and rows; things are in the order in which the tables first have them.

    Tables with the same heading share a column.
    """
    heads: list[str] = []
    columns = [columns_of(game, member, words) for member in joined.members]
    named = zip(joined.members, columns, strict=True)
    things: dict[str, dict[int, str]] = {
        row[0]: {} for member, (_, rows) in named if not member.fills for row in rows
    }
    for own, rows in columns:
        heads += [head for head in own if head not in heads]
        places = [heads.index(head) for head in own[1:]]
        for key, *cells in rows:
            if key in things:
                things[key].update(zip(places, cells, strict=True))
    return heads, [
        [thing, *(cells.get(at, ABSENT) for at in range(1, len(heads)))] for thing, cells in things.items()
    ]


def in_short(heads: Sequence[str], rows: Sequence[list[str]]) -> tuple[list[list[str]], list[list[str]]]:
    """The rows of a wide table with more than one figure, and what is said below them.

    That is each lone figure after its thing, and after a mark a long text that stands in several cells. A
    lone figure that says of a thing in a certain state what the row of the thing says anyway is left out.
    Those of one thing in several states are together.

    >>> heads = ["bug", "moves", "stops at", "killed by"]
    >>> in_short(heads, [["warrior", "2d6", "3", "4"], ["brain bug", "–", "–", "3"]])
    ([['warrior', '2d6', '3', '4']], [['brain bug', 'killed by 3']])
    >>> states = [["brain bug carried", "6", "–", "–"], ["brain bug", "–", "–", "3"]]
    >>> in_short(heads, [["warrior", "2d6", "3", "4"], *states])[1]
    [['brain bug', 'killed by 3', 'carried moves 6']]
    >>> in_short(heads, [["tank bug", "1d6", "12", "6"], ["tank bug in flight", "1d6", "–", "–"]])
    ([['tank bug', '1d6', '12', '6']], [])
    >>> in_short(["gun", "short"], [["rifle", "like a hand grenade"], ["pistol", "like a hand grenade"]])
    ([['rifle', '†'], ['pistol', '†']], [['†', 'like a hand grenade']])
    """
    several, alone = _without_lone_figures(heads, rows)
    counts = Counter(cell for row in several for cell in row[1:] if len(cell) > _LONG)
    long = next((text for text, count in counts.items() if count > 1), "")
    if not long:
        return several, alone
    marked = [[_MARK if cell == long else cell for cell in row] for row in several]
    return marked, [*alone, [_MARK, long]]


def _without_lone_figures(
    heads: Sequence[str], rows: Sequence[list[str]]
) -> tuple[list[list[str]], list[list[str]]]:
    figures = [[pair for pair in zip(heads[1:], row[1:], strict=True) if pair[1] != ABSENT] for row in rows]
    if len(heads) < _WIDE or all(len(own) == 1 for own in figures):
        return [*rows], []
    several = [(row, own) for row, own in zip(rows, figures, strict=True) if len(own) > 1]
    lone = [
        [row[0], f"{head} {cell}"]
        for row, own in zip(rows, figures, strict=True)
        if len(own) == 1
        for head, cell in own
        if not any(row[0].startswith(f"{thing[0]} ") and (head, cell) in known for thing, known in several)
    ]
    return [row for row, _ in several], _by_thing(lone)


def _by_thing(lone: Sequence[list[str]]) -> list[list[str]]:
    """What is said of things, that of a thing in a certain state after that of the thing itself."""
    things = [thing for thing, _ in lone]
    said: dict[str, list[str]] = {}
    for thing, text in sorted(lone, key=lambda each: len(each[0])):
        of = next((other for other in said if thing.startswith((f"{other} ", f"{other}, "))), "")
        if of:
            said[of].append(f"{thing.removeprefix(of).lstrip(', ')} {text}")
        else:
            said[thing] = [text]
    return [[thing, *said[thing]] for thing in things if thing in said]


def columns_of(game: Ruleset, member: Member, words: Words) -> tuple[list[str], list[list[str]]]:
    """The headings and rows of one table as the joined one has them."""
    table = game.table(member.table)
    own_heads, rows = aid_rows(table, words)
    if len(table.axes) > 1 and not table.axes[-1].is_label:
        own_heads, rows = _without_far_zeros(own_heads, rows)
    heads = [own_heads[0].partition(_LONG_HEAD)[0], *own_heads[1:]]
    if member.inverted:
        by_thing: dict[str, list[str]] = {}
        other = member.thing_of(words)
        for roll, thing in rows:
            by_thing.setdefault(other.get(thing, thing), []).append(roll)
        heads = [heads[1], heads[0]]
        rows = [[thing, ", ".join(_runs(rolls))] for thing, rolls in by_thing.items()]
    head = words.term(member.head)
    if member.heads:
        heads[1:] = map(words.term, member.heads)
    elif head:
        heads[1:] = [head] if len(heads) == 2 else [f"{head} {each}" for each in heads[1:]]
    nothing = words.term(member.nothing)
    return heads, [[ABSENT if cell == nothing and nothing else cell for cell in row] for row in rows]


def _runs(rolls: Sequence[str]) -> list[str]:
    """Rolls of which those that follow each other are one range.

    >>> _runs(["1", "3-4", "5-6"])
    ['1', '3-6']
    """
    runs: list[str] = []
    for roll in rolls:
        first, _, last = roll.partition("-")
        before, _, end = runs[-1].rpartition("-") if runs else ("", "", "")
        if first.isdigit() and end.isdigit() and int(first) == int(end) + 1:
            runs[-1] = f"{before or end}-{last or first}"
        else:
            runs.append(roll)
    return runs


def _without_far_zeros(
    heads: Sequence[str], rows: Sequence[Sequence[str]]
) -> tuple[list[str], list[list[str]]]:
    """A table without its last columns in which every row has 0, which say nothing.

    >>> _without_far_zeros(["weapon", "0", "1-3"], [["gun", "4", "0"], ["bomb", "0", "0"]])
    (['weapon', '0'], [['gun', '4'], ['bomb', '0']])
    """
    end = len(heads)
    while end > 2 and all(row[end - 1] == "0" for row in rows):
        end -= 1
    return list(heads[:end]), [list(row[:end]) for row in rows]
