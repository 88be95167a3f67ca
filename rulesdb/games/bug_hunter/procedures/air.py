"""Air: how decompression spreads, and how to pass through an airlock."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from rulesdb.errors import InputError
from rulesdb.nearest import did_you_mean
from rulesdb.procedures import of_kind, procedure
from rulesdb.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Link:
    """Two adjacent areas, and what separates them (a label of ``decompression-barriers``)."""

    here: str
    there: str
    kind: str

    @classmethod
    def parse(cls, text: str) -> Link:
        """Parse ``hold=corridor:interior-door``.

        >>> Link.parse("hold=corridor:interior-door")
        Link(here='hold', there='corridor', kind='interior-door')

        Raises:
            InputError: the text does not have this form.
        """
        ends, colon, kind = text.rpartition(":")
        here, equals, there = ends.partition("=")
        if not colon or not equals or not here or not there or not kind:
            raise InputError(f"link {text!r}: write it as hold=corridor:interior-door")
        return cls(here, there, kind)


@procedure("304.1", sample={"breached": "hold"})
def decompression(
    game: Ruleset, links: tuple[Link, ...], breached: tuple[str, ...]
) -> tuple[tuple[str, ...], ...]:
    """Decompression, round by round.

    ``breached`` are the areas at the breach. The result has a tuple for each round after it: the areas that
    lose their air at the start of that round, in alphabetical order.

    The book's example: outside is vacuum, and a wall of room 1812 on map E is breached at ground level.

    >>> from rulesdb import open_game
    >>> rounds = open_game("bug-hunter").procedure("decompression")
    >>> doors = [("room 1812", "corridor 1211", 1)]
    >>> for level in (1, 2, 3):
    ...     doors += [("corridor 1211", beside, level)
    ...               for beside in ("room 1111", "room 1212", "room 1311", "corridor 1210")]
    >>> doors += [("corridor 1211", "room 1514", 1)]
    >>> stairs = [("room 1812", 1, 2), ("room 1812", 2, 3), ("room 1514", 1, 2),
    ...           ("corridor 1211", 1, 2), ("corridor 1211", 2, 3)]
    >>> links = [Link(f"{a}/{level}", f"{b}/{level}", "interior-door") for a, b, level in doors]
    >>> links += [Link(f"{a}/{low}", f"{a}/{high}", "stairs") for a, low, high in stairs]
    >>> links += [Link("elevator 1310", f"corridor 1211/{level}", "airtight-door") for level in (1, 2, 3)]
    >>> for number, lost in enumerate(rounds(tuple(links), ("room 1812/1",)), 1):
    ...     print(number, ", ".join(lost))
    1 room 1812/1
    2 corridor 1211/1, room 1812/2
    3 corridor 1210/1, corridor 1211/2, room 1111/1, room 1212/1, room 1311/1, room 1514/1, room 1812/3
    4 corridor 1210/2, corridor 1211/3, room 1111/2, room 1212/2, room 1311/2, room 1514/2
    5 corridor 1210/3, room 1111/3, room 1212/3, room 1311/3

    The elevator has airtight doors and keeps its air.

    Raises:
        InputError: a link's kind is not in the table, or an area at the breach is in no link.
    """
    areas = {area for link in links for area in (link.here, link.there)}
    for area in breached:
        if area not in areas:
            raise InputError(f"breached={area!r}: no link has it; {did_you_mean(area, areas)}")
    spread: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for link in links:
        neighbors = spread[game.result("decompression-barriers", link=link.kind)]
        neighbors[link.here].add(link.there)
        neighbors[link.there].add(link.here)
    lost: set[str] = set()
    rounds: list[tuple[str, ...]] = []
    front = set(breached)
    while front:
        waiting = list(front)
        while waiting:
            newly = spread["same round"][waiting.pop()] - front - lost
            front |= newly
            waiting += newly
        rounds.append(tuple(sorted(front)))
        lost |= front
        front = {other for area in front for other in spread["next round"][area]} - lost
    return tuple(rounds)


@dataclass(frozen=True, slots=True)
class PassageRound:
    """One round of a walk through an airlock: the action, the movement points it takes, and those left."""

    action: str
    movement_points: int
    left: int


@procedure("303.2", takes={"unit": of_kind("unit")})
def airlock_passage(game: Ruleset, hexes_to_airlock: int, unit: str = "crew") -> tuple[PassageRound, ...]:
    """A walk through an airlock from air to vacuum, round by round.

    ``hexes_to_airlock`` is the number of hexes to the hex next to the airlock's door, at one movement point
    each; ``unit`` is the walker's troop type, whose allowance counts. The book's example starts three hexes
    away.

    >>> from rulesdb import open_game
    >>> for round in open_game("bug-hunter").procedure("airlock-passage")(3):
    ...     print(round.action, round.movement_points, round.left)
    move and enter 7 1
    cycle 0 0
    leave 4 4

    Raises:
        InputError: the airlock is too far away to enter in one round.
    """
    allowance: int = game.find("unit", unit)["movement"]
    enter = 1 + game.figure("door-costs", passage="airlock-door", state="closed")
    spent = hexes_to_airlock + enter
    if hexes_to_airlock < 0 or spent > allowance:
        raise InputError(
            f"hexes_to_airlock={hexes_to_airlock}: entering takes {enter} of {allowance} movement points; "
            f"use 0-{allowance - enter}"
        )
    return (
        PassageRound("move and enter", spent, allowance - spent),
        PassageRound("cycle", 0, 0),
        PassageRound("leave", enter, allowance - enter),
    )
