"""What every kind of map offers to those who do not care which kind it is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, Self, TypeVar

from builder.boards.moves import Moves
from builder.boards.spots import Region
from rulesdb import Entry, Ruleset
from rulesdb.yaml_source import DataPath

if TYPE_CHECKING:
    from builder.boards.deck import HexMap

S = TypeVar("S")


class Named(Protocol):
    """Something that the file gives an id to."""

    @property
    def id(self) -> str: ...

    @property
    def path(self) -> DataPath: ...


@dataclass(frozen=True, slots=True)
class Overlap:
    """Two things on the same ground, and where the file says so.

    ``other`` is where the first of the two stands, with the words that name it there; ``other_is_key`` says
    that the key of that path is meant. What is not ``is_impossible`` may be what the designer wants.
    """

    message: str
    path: DataPath
    other: DataPath = ()
    other_words: str = "the other is here"
    other_is_key: bool = False
    is_impossible: bool = True


@dataclass(frozen=True, slots=True)
class View:
    """What can be looked at from a region: from where, what counts, and the name of what is counted."""

    eyes: Sequence[Any]
    targets: Sequence[Any]
    unit: str


class Board(ABC, Generic[S]):
    """A map of any kind: its spots, how they are named, what lies between them, who moves over them.

    ``spot_name`` is the field's word for a spot and its plural, ``spot_key`` the key of the file that places
    something, ``counted_in`` what reach is counted in.
    """

    kind: ClassVar[str]
    spot_name: ClassVar[tuple[str, str]]
    spot_key: ClassVar[str]
    counted_in: ClassVar[str] = "moves"
    title: str

    @property
    def distance_unit(self) -> str:
        """The unit of distances if these are measured; empty if they are counted in spots."""
        return ""

    @property
    def distance_sign(self) -> str:
        """What stands after a distance."""
        return f" {self.spot_name[1]}"

    @property
    def site(self) -> str:
        """``ship`` or ``base``, if the file says it."""
        return ""

    @property
    @abstractmethod
    def extent(self) -> str:
        """The size of the map in words, for whoever has left it."""

    @abstractmethod
    def describe(self, spot: S) -> str:
        """A spot in words, as in ``hex 0405 on Deck A``."""

    @abstractmethod
    def has_ground(self, spot: S) -> bool:
        """Whether there is a floor, ground or table to stand on."""

    def contains(self, region: Region, spot: S) -> bool:
        """Whether a spot lies in a region."""
        return spot in region.spots

    def shared(self, one: Region, other: Region) -> str:
        """The ground that two regions have in common, in words; empty if they lie apart."""
        spots = set(one.spots)
        return next((self.describe(spot) for spot in other.spots if spot in spots), "")

    def room(self, region: Region) -> Sequence[S] | None:
        """The spots of a region where counters can be set up, one each; ``None`` if nobody counts them."""
        return [spot for spot in region.spots if self.has_ground(spot)]

    @abstractmethod
    def gap(self, one: Region, other: Region) -> float:
        """The shortest distance between two regions: in spots, or in :attr:`distance_unit`."""

    def beyond_edge(self, region: Region) -> float:
        """How far a region hangs over the edge of the map, in :attr:`distance_unit`; 0 if it does not."""
        return 0.0

    @abstractmethod
    def sight(self, game: Ruleset) -> Callable[[S, S], bool]:
        """Whether one spot is seen from another, the same both ways, by the game's rules."""

    @abstractmethod
    def view(self, region: Region) -> View:
        """From where one looks out of a region, the spots that may be hidden from there, nearest first."""

    @abstractmethod
    def nearest_first(self, eyes: Sequence[S], target: S) -> Sequence[S]:
        """Eyes in the order in which they are likely to see a target."""

    @abstractmethod
    def moves(self, game: Ruleset, allowance: int, *, flies: bool = False) -> Moves | None:
        """The moves of a unit with an allowance; ``None`` if the game has no costs for this kind of map."""

    @abstractmethod
    def terrain_entries(self) -> Iterable[Entry]:
        """Every entry of terrain that the map shows."""

    def named_things(self) -> Iterator[tuple[str, Iterable[Named]]]:
        """What the map gives ids to, by what it is called."""
        return iter(())

    def things(self) -> Iterator[tuple[str, Region, DataPath]]:
        """What has a place of its own on the map: its name, its place, and where the file gives it."""
        return iter(())

    @abstractmethod
    def overlaps(self) -> Iterator[Overlap]:
        """Things on the same ground, of which only one can be there."""

    @property
    def decks(self) -> HexMap | None:
        """The map itself if it has decks, whose rooms hold air."""
        return None

    @classmethod
    def of(cls, board: Board[Any]) -> Self:
        """A board that is known to be of this kind.

        Raises:
            TypeError: it is of another kind.
        """
        if not isinstance(board, cls):
            raise TypeError(f"a map of kind {board.kind}, not {cls.kind}")
        return board

    @property
    def has_doubtful_walls(self) -> bool:
        """Whether nobody can say where the walls are, as areas overlap."""
        return False
