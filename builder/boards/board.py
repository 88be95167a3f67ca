"""The interface of all kinds of map."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, Self, TypeVar

from builder.boards.moves import Mover, Moves
from builder.boards.parts import Part
from builder.boards.spots import Region
from rulesdb import Entry, InputError, Ruleset
from rulesdb.conditions import Trait
from rulesdb.yaml_source import DataPath

if TYPE_CHECKING:
    from builder.boards.cells.cells import Cells
    from builder.boards.deck import HexMap
    from builder.boards.table import TableMap

S = TypeVar("S")


class Named(Protocol):
    """Something with an id in the file."""

    @property
    def id(self) -> str: ...

    @property
    def path(self) -> DataPath: ...


@dataclass(frozen=True, slots=True)
class NamedRegion:
    """A part of the map with an id: what kind of part it is, its name for players, and where it is."""

    kind: str
    title: str
    region: Region


@dataclass(frozen=True, slots=True)
class Overlap:
    """Two things on the same ground, and where they are in the file.

    ``other`` is the path of the first of the two (its key if ``other_is_key``), and ``other_words`` a note
    about it. An overlap that is not ``is_impossible`` may be intended.
    """

    message: str
    path: DataPath
    other: DataPath = ()
    other_words: str = "the other is here"
    other_is_key: bool = False
    is_impossible: bool = True


@dataclass(frozen=True, slots=True)
class View:
    """The view from a region: the spots to look from, those to look at, and the name of the latter."""

    eyes: Sequence[Any]
    targets: Sequence[Any]
    unit: str


class Board(ABC, Generic[S]):
    """A map of any kind: its spots and their names, lines of sight, and how units move.

    ``spot_name`` is the singular and plural of a spot, ``spot_key`` the key that gives a place in the file,
    ``counted_in`` the unit in which reach is counted.
    """

    kind: ClassVar[str]
    spot_name: ClassVar[tuple[str, str]]
    spot_key: ClassVar[str]
    counted_in: ClassVar[str] = "moves"
    title: str

    @property
    def distance_unit(self) -> str:
        """The unit of measured distances; empty if distances are counted in spots."""
        return ""

    @property
    def distance_sign(self) -> str:
        """The unit as written after a distance."""
        return f" {self.spot_name[1]}"

    @property
    def site(self) -> str:
        """``ship`` or ``base``, if the file gives it."""
        return ""

    @property
    def facings(self) -> Sequence[str]:
        """The directions in which a unit or weapon can face, clockwise from the north."""
        return ("N", "NE", "E", "SE", "S", "SW", "W", "NW")

    @property
    @abstractmethod
    def extent(self) -> str:
        """The size of the map in words, as help for places that are off the map."""

    @abstractmethod
    def describe(self, spot: S) -> str:
        """A spot in words, as in ``hex 0405 on Deck A``."""

    @abstractmethod
    def has_ground(self, spot: S) -> bool:
        """Whether there is a floor, ground or table to stand on."""

    def can_hold(self, spot: S) -> bool:
        """Whether units can be there: on the ground, or outside, next to a ship or around a base."""
        return self.has_ground(spot)

    def contains(self, region: Region, spot: S) -> bool:
        """Whether a spot lies in a region."""
        return spot in region.spots

    def covers(self, outer: Region, inner: Region) -> bool:
        """Whether a region is completely inside another one."""
        return len(inner.spots) <= len(outer.spots) and set(inner.spots) <= set(outer.spots)

    def shared(self, one: Region, other: Region) -> str:
        """The ground that two regions have in common, in words; empty if there is none."""
        spots = set(one.spots)
        return next((self.describe(spot) for spot in other.spots if spot in spots), "")

    def room(self, region: Region) -> Sequence[S] | None:
        """The spots of a region, each with room for one counter; ``None`` if there is no limit."""
        return [spot for spot in region.spots if self.has_ground(spot)]

    def part_of(self, spot: S, each: str) -> str:
        """The ``building`` that a spot is in, or the ``floor``; empty if it is in none, as on most maps."""
        return ""

    @abstractmethod
    def gap(self, one: Region, other: Region) -> float:
        """The shortest distance between two regions: in spots, or in :attr:`distance_unit`."""

    def overhang(self, region: Region) -> float:
        """How far a region extends beyond the edge of the map, in :attr:`distance_unit`; 0 if it does not."""
        return 0.0

    @abstractmethod
    def sight(self, game: Ruleset) -> Callable[[S, S], bool]:
        """A function that returns whether two spots see each other by the game's rules."""

    @abstractmethod
    def view(self, region: Region) -> View:
        """The view from a region, for finding spots that are hidden from it."""

    @abstractmethod
    def nearest_first(self, eyes: Sequence[S], target: S) -> Sequence[S]:
        """Eyes in the order in which they are likely to see a target, to find one soon."""

    @abstractmethod
    def moves(self, game: Ruleset, mover: Mover) -> Moves | None:
        """The moves of a unit; ``None`` if the game has no costs for this kind of map."""

    def cells(self, game: Ruleset) -> Cells:
        """The board as numbered cells, for play by machine.

        Raises:
            InputError: no machine plays on this kind of map, or the game has no costs for it.
        """
        raise InputError(f"a map of kind {self.kind} cannot be played by machine yet")

    @abstractmethod
    def terrain_entries(self) -> Iterable[Entry]:
        """Every entry of terrain that is on the map."""

    def named_things(self) -> Iterator[tuple[str, Iterable[Named]]]:
        """The parts of the map that have ids, by the name of their kind."""
        return iter(())

    @property
    def named_regions(self) -> Mapping[str, NamedRegion]:
        """The parts of the map where units can be, by id."""
        return {}

    def door_names(self, level: str = "") -> Sequence[str]:
        """The doors as the file names them; only those on a level, if the map has levels and it is given."""
        return ()

    def placed_parts(self) -> Iterator[tuple[str, Region, DataPath]]:
        """The parts of the map that could be off it: the name, place and path of each."""
        return iter(())

    @property
    def traits(self) -> Mapping[str, Trait]:
        """The traits of the whole map, for constraints."""
        return {"site": (self.site,)} if self.site else {}

    def parts(self) -> Iterator[Part]:
        """The parts of the map, for constraints."""
        return iter(())

    def traits_of(self, region: Region) -> Mapping[str, Trait]:
        """The traits of a region, for constraints: everything that occurs in it."""
        return {}

    def traits_toward(self, region: Region, id: str) -> Mapping[str, Trait]:
        """The traits of a place where figures board the part of the map with this id."""
        return {}

    def inches_between(self, one: Region, other: Region) -> float | None:
        """The shortest distance between two regions in inches; ``None`` if distances are counted in spots."""
        return None

    def inches_around_entrance(self, region: Region) -> float | None:
        """The radius in inches around an entrance that holds a whole region; ``None`` without entrances."""
        return None

    @property
    def starting_markers(self) -> Sequence[tuple[Entry, str]]:
        """The markers on the map when the game begins, each with its spots as in the file."""
        return ()

    def front_of(self, region: Region, facing: str) -> tuple[str, ...]:
        """The thing in front of each front spot of a vehicle, in words; empty if the board does not know."""
        return ()

    @abstractmethod
    def overlaps(self) -> Iterator[Overlap]:
        """Pairs of things that cannot be on the same ground."""

    @property
    def decks(self) -> HexMap | None:
        """The map itself if it has decks; else ``None``."""
        return None

    @property
    def table(self) -> TableMap | None:
        """The map itself if it is laid out on a table; else ``None``."""
        return None

    @classmethod
    def of(cls, board: Board[Any]) -> Self:
        """The board itself, typed as this kind.

        Raises:
            InputError: the board is of another kind.
        """
        if not isinstance(board, cls):
            raise InputError(f"a map of kind {board.kind}, not {cls.kind}")
        return board

    @property
    def has_doubtful_walls(self) -> bool:
        """Whether walls are undefined because areas overlap."""
        return False
