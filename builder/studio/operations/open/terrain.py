"""Terrain and height of open country and of dots."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from builder.geometry.hexgrid import Numbers
from builder.lint.finding import Edit
from builder.studio.cells import Cells
from builder.studio.document import State
from builder.studio.draft import Draft
from builder.studio.operations.decks.doors import read_side
from builder.studio.operations.decks.fittings import take_spots
from builder.studio.operations.open.walls import take_edges, touching
from builder.studio.operations.operation import About, Operation, OperationError, require_map
from builder.studio.operations.things import block_of, blocks_of, find_block, new_id, require_entry, value_at
from rulesdb.yaml_source import DataPath

NONE = "none"


@dataclass(frozen=True, slots=True)
class PaintTerrain(Operation):
    """Set the terrain of hexes in open country."""

    NAME: ClassVar = "paint-terrain"
    MAPS: ClassVar = ("land",)

    hexes: Annotated[str, About("Hexes and blocks of hexes", "hexes")]
    terrain: Annotated[str, About("Terrain of the game; none for open ground", "terrain")]

    def edits(self, state: State) -> tuple[Edit, ...]:
        require_map(state, PaintTerrain)
        cells = Cells.of(state)
        hexes = cells.read(self.hexes)
        terrain = NONE if self.terrain == NONE else require_entry(state, "terrain", self.terrain)
        if terrain != NONE and state.game.find("terrain", terrain).get("open"):
            terrain = NONE
        draft = state.draft()
        path = ("map", "land", "terrain")
        blocks = block_of(block_of(state.map, "land"), "terrain")
        take_spots(draft, cells, path, [name for name in blocks if name != terrain], hexes)
        if terrain != NONE:
            cells.add(draft, (*path, terrain), hexes)
        return draft.edits()


@dataclass(frozen=True, slots=True)
class PaintHeight(Operation):
    """Set how many levels above the ground hexes or dots are."""

    NAME: ClassVar = "paint-height"
    MAPS: ClassVar = ("land", "dots")

    spots: Annotated[str, About("Hexes or dots, and blocks of them", "spots")]
    height: Annotated[int, About("Level above the ground, 0 to 9")]

    def edits(self, state: State) -> tuple[Edit, ...]:
        require_map(state, PaintHeight)
        if not 0 <= self.height <= 9:
            raise OperationError(f"height={self.height}: use 0 to 9")
        cells = Cells.of(state)
        spots = cells.read(self.spots)
        path: DataPath = ("map", "land", "elevation") if state.kind_name == "land" else ("map", "elevation")
        blocks = value_at(state.data, path)
        draft = state.draft()
        names = list(blocks) if isinstance(blocks, dict) else []
        wanted = str(self.height)
        take_spots(draft, cells, path, [name for name in names if name != wanted], spots)
        if self.height:
            if wanted in names:
                cells.add(draft, (*path, wanted), spots)
            else:
                text = " ".join(cells.words(spots))
                draft.set((*path, wanted), text, order=sorted({*names, wanted}))
        return draft.edits()


@dataclass(frozen=True, slots=True)
class PaintPiece(Operation):
    """Give dots to a piece of terrain; other pieces lose them, and one without dots is removed."""

    NAME: ClassVar = "paint-piece"
    MAPS: ClassVar = ("dots",)

    piece: Annotated[str, About("Id of the piece that gets the dots; none for open ground", "piece")]
    dots: Annotated[str, About("Dots and blocks of dots", "dots")]
    terrain: Annotated[str, About("Terrain of the game, if the piece is new", "terrain")] = ""
    name: Annotated[str, About("Name on the map, if the piece is new")] = ""

    def edits(self, state: State) -> tuple[Edit, ...]:
        require_map(state, PaintPiece)
        cells = Cells.of(state)
        dots = cells.read(self.dots)
        path = ("map", "pieces")
        draft = state.draft()
        for at, piece in blocks_of(state, path):
            is_other = str(piece.get("id")) != self.piece and "dots" in piece
            if is_other and not cells.take(draft, (*at, "dots"), dots):
                draft.remove(at)
        if self.piece == NONE:
            return draft.edits()
        old_piece = find_block(state, path, self.piece)
        if old_piece is not None:
            cells.add(draft, (*old_piece[0], "dots"), dots)
        elif not self.terrain:
            raise OperationError(f"there is no piece `{self.piece}`: a new one needs `terrain`")
        else:
            new: dict[str, Any] = {"id": new_id(self.piece), "name": self.name}
            new |= {"terrain": require_entry(state, "terrain", self.terrain)}
            new |= {"dots": " ".join(cells.words(dots))}
            draft.append(path, {key: value for key, value in new.items() if value})
        return draft.edits()


@dataclass(frozen=True, slots=True)
class EraseGround(Operation):
    """Make hexes or dots bare: no terrain, height, labels or markers; walls between two of them go too."""

    NAME: ClassVar = "erase-ground"
    MAPS: ClassVar = ("land", "dots")

    spots: Annotated[str, About("Hexes or dots, and blocks of them", "spots")]

    def edits(self, state: State) -> tuple[Edit, ...]:
        require_map(state, EraseGround)
        cells = Cells.of(state)
        spots = cells.read(self.spots)
        draft = state.draft()
        base: DataPath = ("map", "land") if state.kind_name == "land" else ("map",)
        for key in ("terrain", "elevation", "labels", "markers"):
            block = value_at(state.data, (*base, key))
            if isinstance(block, dict):
                take_spots(draft, cells, (*base, key), block, spots)
        for key in ("pieces", "buildings"):
            for at, piece in blocks_of(state, ("map", key)):
                if "dots" in piece and not cells.take(draft, (*at, "dots"), spots):
                    draft.remove(at)
        _erase_walls(draft, state, base, spots)
        return draft.edits()


def _erase_walls(draft: Draft, state: State, base: DataPath, spots: Collection[Numbers]) -> None:
    """Remove walls, obstacles and openings between two of some hexes or dots."""
    if state.kind_name == "land":
        grid = Cells.of(state).hexes
        for key in value_at(state.data, (*base, "obstacles")) or ():
            side = read_side(grid, key)
            if side is not None and {side.hex, grid.across(side)} <= set(spots):
                draft.remove((*base, "obstacles", key))
        return
    for key in ("obstacles", "doors"):
        take_edges(draft, state, ("map", key), touching(state, spots))
