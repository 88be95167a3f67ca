"""The costs of movement in a game, from the ``movement`` block of its ruleset.

The block has no figures; it names cells of the game's tables.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from rulesdb.codes import Code
from rulesdb.dice import Dice
from rulesdb.errors import InputError
from rulesdb.model import Basis
from rulesdb.problem import Problem
from rulesdb.tables import Table
from rulesdb.yaml_source import YamlSource


def _no_costs() -> Mapping[str, int]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Allowance:
    """The source of the points of a move: a fact of the unit, or a procedure of the game.

    Attributes:
        fact: keys that lead to the points in a unit's entry; empty if a procedure gives them.
        procedure: slug of a procedure of an experience and of whether the figure flies. It returns the
            points of a turn and how many of them may be spent on moving. Empty if the unit has the points.
        experience: that of a figure whose scenario gives none.
    """

    fact: tuple[str, ...] = ()
    procedure: str = ""
    experience: str = ""


@dataclass(frozen=True, slots=True)
class Flight:
    """How figures fly, one flight a turn.

    Attributes:
        gear: what a figure carries to fly.
        procedure: slug of a procedure of the distance, which returns the points of a flight and the levels
            that it may climb or sink.
        distances: the shortest and the longest flight.
    """

    gear: str
    procedure: str
    distances: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Air:
    """The air that units need on decks.

    Attributes:
        breathed: the atmospheres that harm nobody.
        power: slug of the power of creatures that no atmosphere harms; empty if there is none.
        wearers: the sides whose units can wear suits.
        suit: points that a suit adds to every hex.
        gear: slug of a suit that is carried, to be put on anywhere; empty if none can be.
        rule: slug of the rule about suits; empty if there is none.
    """

    breathed: tuple[str, ...]
    power: str = ""
    wearers: tuple[str, ...] = ()
    suit: int = 0
    gear: str = ""
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Hull:
    """How far a unit can go in a turn on the outside of a ship: hexes on one level, or levels."""

    hexes: int
    levels: int


@dataclass(frozen=True, slots=True)
class Movement:
    """The costs of moving in a game, in its own points.

    Attributes:
        allowance: the source of a unit's points.
        moves: moves of a unit in a turn.
        is_house: whether that number, or the measure of moves over a table, is a house value.
        open: a step to open ground, and to ground without a cost of its own.
        ground: costs by the ``cost`` that an entry of terrain names.
        doors: points added for passing a door, by the kind of the door; a kind that is missing is free.
        machinery: a step into a hex with machinery; ``None`` if it costs no more than others.
        shaft: a step through a hatch or lift; ``None`` if it takes a whole move.
        riders: the sides that ride lifts, all if empty; others climb the shafts level by level.
        summons: calling a lift, which can be boarded in the next move.
        air: what units breathe; ``None`` if no atmosphere harms them.
        hull: how units move on the outside of a ship; ``None`` if they cannot.
        berth: points added for climbing over a berth.
        shut_down: points added for a hex of an area that structural damage has shut down.
        shut_down_at: the points of structural damage that shut a compartment down; 0 if none do.
        level, up, over: the factor of a step's cost on the level or down, up a level, across an obstacle.
        change_level: points for each level up or down.
        tunnel_mouth: entering or leaving a tunnel.
        tunnel_factor: the factor of a step's cost in a tunnel.
        flight: how figures fly; ``None`` if nobody does.
        airlock_power: slug of the power that creatures need to cycle an airlock; empty if all can.
        anywhere: slugs of the cards that take a unit to any place on the map.
        farthest: the farthest that a unit can move in a turn over a table, in inches, by its slug.
        slow: the same in bad going, for units that it slows.
    """

    allowance: Allowance = Allowance()
    moves: int = 1
    is_house: bool = False
    open: int = 1
    ground: Mapping[str, int] = field(default_factory=_no_costs)
    doors: Mapping[str, int] = field(default_factory=_no_costs)
    machinery: int | None = None
    shaft: int | None = None
    riders: tuple[str, ...] = ()
    summons: int = 0
    air: Air | None = None
    hull: Hull | None = None
    berth: int = 0
    shut_down: int = 0
    shut_down_at: int = 0
    level: int = 1
    up: int = 1
    over: int = 1
    change_level: int = 0
    tunnel_mouth: int = 0
    tunnel_factor: int = 1
    flight: Flight | None = None
    anywhere: tuple[str, ...] = ()
    airlock_power: str = ""
    farthest: Mapping[str, int] = field(default_factory=_no_costs)
    slow: Mapping[str, int] = field(default_factory=_no_costs)


class _Reader:
    """Reads the cells that a ``movement`` block names."""

    def __init__(self, source: YamlSource, tables: Mapping[str, Table]) -> None:
        self.source = source
        self.block: dict[str, Any] = source.data["movement"]
        self.tables = tables
        self.problems: list[Problem] = []

    def figure(self, *path: str | int, number: Callable[[Any], int] = int) -> int:
        """The number in a cell; 0, and a problem, if the table has no such cell or no number in it."""
        cell: Any = self.block
        for key in path:
            cell = cell[key]
        try:
            result = self.tables[cell["table"]].lookup(**cell["at"]).result
            return number(result) + int(cell.get("add", 0))
        except InputError as error:
            message = str(error)
        except (TypeError, ValueError):
            message = f"{result!r} in table {cell['table']} is not a number"
        span = self.source.value_span(("movement", *path, "at"))
        self.problems.append(Problem(Code.BAD_VALUE, message, span, "name a cell that has a number"))
        return 0

    def figures(self) -> dict[str, Any]:
        """Every figure that is a key of the block itself."""
        cells = [key for key, value in self.block.items() if isinstance(value, dict) and "table" in value]
        return {key: self.figure(key) for key in cells if key != "measure"}

    def is_house(self) -> bool:
        """Whether the moves in a turn or the measure is a house value; both must have been read before."""
        cells = [self.block[key] for key in ("moves", "measure") if key in self.block]
        if self.problems:
            return False
        return any(
            self.tables[cell["table"]].lookup(**cell["at"]).provenance.basis is Basis.HOUSE for cell in cells
        )

    def ground(self) -> Mapping[str, int]:
        """Every row of the table of ground, which has one axis."""
        if "ground" not in self.block:
            return _no_costs()
        table = self.tables[self.block["ground"]]
        axis = table.axes[0]
        return MappingProxyType({row: int(table.lookup(**{axis.name: row}).result) for row in axis.labels})

    def doors(self) -> Mapping[str, int]:
        """The cost of each kind of door."""
        return MappingProxyType({kind: self.figure("doors", kind) for kind in self.block.get("doors", {})})

    def flight(self) -> Flight | None:
        """How figures fly, if they do."""
        if "flight" not in self.block:
            return None
        flight = self.block["flight"]
        distances = self.figure("flight", "shortest"), self.figure("flight", "longest")
        return Flight(flight["gear"], flight["procedure"], distances)

    def air(self) -> Air | None:
        """The air that units need, if that matters."""
        if "air" not in self.block:
            return None
        air = self.block["air"]
        suit = self.figure("air", "suit") if "suit" in air else 0
        power, wearers = air.get("power", ""), tuple(air.get("wearers", ()))
        return Air(tuple(air["breathed"]), power, wearers, suit, air.get("gear", ""), air.get("rule", ""))

    def hull(self) -> Hull | None:
        """How far a unit can go on the outside of a ship, if it can."""
        if "hull" not in self.block:
            return None
        return Hull(*(self.figure("hull", key, number=_leading_number) for key in ("hexes", "levels")))

    def farthest(self, key: str) -> Mapping[str, int]:
        """The longest of each unit's moves, in inches, if it has moves under this key."""
        inches = self.figure("measure") if "measure" in self.block and key == "cells" else 1
        longest = {}
        for index, item in enumerate(self.block.get("farthest", ())):
            cells = range(len(item.get(key, ())))
            moves = [self.figure("farthest", index, key, cell, number=_highest) for cell in cells]
            if moves:
                longest[item["unit"]] = max(moves) * inches
        return MappingProxyType(longest)


def read_movement(
    source: YamlSource, tables: Mapping[str, Table]
) -> tuple[Movement | None, tuple[Problem, ...]]:
    """The ``movement`` block of a ruleset and the problems in it; ``None`` if the game has no such block."""
    if "movement" not in source.data:
        return None, ()
    reader = _Reader(source, tables)
    own = reader.block.get("allowance", {})
    movement = Movement(
        allowance=Allowance(
            tuple(own["fact"].split(".")) if "fact" in own else (),
            own.get("procedure", ""),
            own.get("experience", ""),
        ),
        ground=reader.ground(),
        doors=reader.doors(),
        flight=reader.flight(),
        anywhere=tuple(reader.block.get("anywhere", ())),
        airlock_power=reader.block.get("airlock_power", ""),
        farthest=reader.farthest("cells"),
        slow=reader.farthest("slow"),
        riders=tuple(reader.block.get("riders", ())),
        air=reader.air(),
        hull=reader.hull(),
        **reader.figures(),
        is_house=reader.is_house(),
    )
    return movement, tuple(reader.problems)


def _highest(result: Any) -> int:
    """The highest result of dice, or the number, at the beginning of a text."""
    return Dice.parse(str(result).split(" ", 1)[0]).high


def _leading_number(result: Any) -> int:
    """The number at the beginning of a text, as in ``4 hexes``."""
    return int(str(result).split(" ", 1)[0])
