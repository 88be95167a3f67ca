"""Read the ``map`` block of dots into a :class:`~builder.boards.dots.DotsMap`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from builder.boards.dots import Building, DotsMap, Fault, Obstacle, Opening, Piece, StartingMarker, Tunnel
from builder.boards.spots import DotPlace, Region
from builder.geometry.dotlattice import Dot, DotLattice, Edge, Lattice
from builder.scenario.map_reader import MapReader, read_blocks, read_spot
from builder.scenario.names import NameKind, Names
from rulesdb import Entry
from rulesdb.yaml_source import DataPath


class Reader(MapReader):
    """Reads a lattice of dots."""

    map: DotsMap

    def read_map(self, data: Mapping[str, Any]) -> DotsMap:
        self.map = _Block(data, self.names).read()
        return self.map

    def read_zone(self, data: Mapping[str, Any], path: DataPath) -> Region:
        read = self.map.lattice.read_block
        dots = read_blocks(NameKind.DOT, read, data["dots"], (*path, "dots"), self.names)
        if "floor" in data:
            return Region(tuple(DotPlace(dot, data["floor"]) for dot in dots))
        return self.map.region_of(dots)

    def read_place(self, data: Mapping[str, Any], path: DataPath) -> Region | None:
        dot = read_spot(NameKind.DOT, self.map.lattice.read, data["dot"], (*path, "dot"), self.names)
        return Region((DotPlace(dot, data.get("floor", 0)),)) if dot is not None else None


class _Block:
    def __init__(self, data: Mapping[str, Any], names: Names) -> None:
        self.data = data
        self.names = names
        kind = Lattice(data.get("lattice", Lattice.TRIANGULAR))
        self.lattice = DotLattice(data["columns"], data["rows"], kind, float(data["spacing"]))
        self.faults: list[Fault] = []

    def read(self) -> DotsMap:
        game = self.names.ruleset
        kinds = {entry.slug: entry for entry in game.of_kind("terrain")}
        open_ground = next((entry for entry in kinds.values() if entry.get("open")), None)
        building_terrain, tunnel_terrain = (
            kinds.get(game.structures.get(structure, "")) for structure in ("building", "tunnel")
        )
        pieces = tuple(self._pieces())
        buildings = tuple(self._buildings(building_terrain))
        terrain, building_at = self._covered(pieces, buildings)
        return DotsMap(
            title=self.data.get("title", ""),
            lattice=self.lattice,
            open_ground=open_ground,
            building_terrain=building_terrain,
            tunnel_terrain=tunnel_terrain,
            pieces=pieces,
            terrain=MappingProxyType(terrain),
            elevation=MappingProxyType(self._elevation()),
            obstacles=MappingProxyType(self._obstacles()),
            buildings=buildings,
            building_at=MappingProxyType(building_at),
            doors=MappingProxyType(self._doors()),
            tunnels=tuple(self._tunnels()),
            labels=MappingProxyType(dict(self._labels())),
            markers=tuple(self._markers()),
            faults=tuple(self.faults),
        )

    def _pieces(self) -> Iterator[Piece]:
        for item, path in self._items("pieces"):
            terrain = self.names.entry(NameKind.TERRAIN, item["terrain"], (*path, "terrain"))
            dots = self._dots(item["dots"], (*path, "dots"))
            if terrain is not None:
                yield Piece(
                    item["id"], item.get("name", ""), terrain, dots, item.get("text", "").strip(), path
                )

    def _buildings(self, terrain: Entry | None) -> Iterator[Building]:
        usual = str(terrain.get("toughness", "")) if terrain is not None else ""
        for item, path in self._items("buildings"):
            toughness = item.get("toughness", usual)
            self._check_toughness(toughness, (*path, "toughness"))
            yield Building(
                id=item["id"],
                name=item["name"],
                dots=self._dots(item["dots"], (*path, "dots")),
                levels=item.get("levels", 1),
                toughness=toughness,
                stairs=self._dots(item.get("stairs", ""), (*path, "stairs")),
                text=item.get("text", "").strip(),
                path=path,
            )

    def _check_toughness(self, toughness: str, path: DataPath) -> None:
        game = self.names.ruleset
        table = game.structures.get("toughness")
        if toughness:
            rows = game.table(table).axes[0].labels if table else ()
            self.names.check(NameKind.TOUGHNESS, toughness, rows, path)

    def _covered(
        self, pieces: tuple[Piece, ...], buildings: tuple[Building, ...]
    ) -> tuple[dict[Dot, Entry], dict[Dot, Building]]:
        """The terrain and building of each dot; a dot with two things is a fault."""
        first: dict[Dot, tuple[str, DataPath]] = {}
        terrain: dict[Dot, Entry] = {}
        building_at: dict[Dot, Building] = {}
        things: tuple[Piece | Building, ...] = (*pieces, *buildings)
        for thing in things:
            reported: set[DataPath] = set()
            for dot in thing.dots:
                other, where = first.setdefault(dot, (thing.id, thing.path))
                if where == thing.path:
                    if isinstance(thing, Piece):
                        terrain[dot] = thing.terrain
                    else:
                        building_at[dot] = thing
                elif where not in reported:
                    reported.add(where)
                    message = f"dot {self.lattice.label(dot)} of `{thing.id}` already belongs to `{other}`"
                    self.faults.append(
                        Fault("terrain twice", message, (*thing.path, "dots"), (*where, "dots"))
                    )
        return terrain, building_at

    def _elevation(self) -> dict[Dot, int]:
        levels: dict[Dot, int] = {}
        for name, text in self.data.get("elevation", {}).items():
            level = int(name)
            for dot in self._dots(text, ("map", "elevation", name)):
                levels[dot] = max(level, levels.get(dot, level))
        return levels

    def _obstacles(self) -> dict[Edge, Obstacle]:
        obstacles: dict[Edge, Obstacle] = {}
        for text, item in self.data.get("obstacles", {}).items():
            path: DataPath = ("map", "obstacles", text)
            is_long = isinstance(item, Mapping)
            name, named_at = (item["terrain"], (*path, "terrain")) if is_long else (item, path)
            terrain = self.names.entry(NameKind.TERRAIN, name, named_at)
            toughness = item["toughness"] if is_long else ""
            self._check_toughness(toughness, (*path, "toughness"))
            for edge in self._edges(text, path):
                if edge in obstacles:
                    self._twice("wall", edge, path, obstacles[edge].path)
                elif terrain is not None:
                    obstacles[edge] = Obstacle(edge, terrain, text, path, toughness)
        return obstacles

    def _doors(self) -> dict[Edge, Opening]:
        openings: dict[Edge, Opening] = {}
        for text, kind in self.data.get("doors", {}).items():
            path: DataPath = ("map", "doors", text)
            for edge in self._edges(text, path):
                if edge in openings:
                    self._twice("door", edge, path, openings[edge].path)
                else:
                    openings[edge] = Opening(edge, kind, text, path)
        return openings

    def _twice(self, what: str, edge: Edge, path: DataPath, first: DataPath) -> None:
        kind = f"{what} twice"
        if any((fault.kind, fault.path, fault.other) == (kind, path, first) for fault in self.faults):
            return
        between = " and ".join(self.lattice.label(dot) for dot in edge)
        message = f"there is already a {what} between {between}: {first[-1]}"
        self.faults.append(Fault(kind, message, path, first))

    def _edges(self, text: str, path: DataPath) -> tuple[Edge, ...]:
        """The edges where two dots or blocks meet, or all around a block."""
        one, _, other = text.partition("/")
        blocks = [self._block(part, text, path) for part in (one, other) if part != "out"]
        if None in blocks:
            return ()
        first = set(blocks[0] or ())
        second = first if other == "out" else set(blocks[1] or ())
        edges = {
            edge: None
            for dot in sorted(first)
            for edge, neighbor in self.lattice.edges_around(dot)
            if neighbor in self.lattice
            and (neighbor not in first if other == "out" else neighbor in second - first)
        }
        if not edges:
            message = f"{text}: no dots of the two are side by side, so nothing can be between them"
            self.faults.append(Fault("no edge", message, path))
        return tuple(edges)

    def _block(self, part: str, text: str, path: DataPath) -> tuple[Dot, ...] | None:
        block = self.lattice.read_block(part)
        if block is None:
            self.names.note(NameKind.DOT, text, path, is_key=True)
        self.names.count(len(block or ()), path)
        return block

    def _tunnels(self) -> Iterator[Tunnel]:
        for item, path in self._items("tunnels"):
            yield Tunnel(
                id=item["id"],
                name=item["name"],
                mouths=self._dots(item["mouths"], (*path, "mouths")),
                dots=self._dots(item["dots"], (*path, "dots")),
                text=item.get("text", "").strip(),
                path=path,
            )

    def _markers(self) -> Iterator[StartingMarker]:
        for name, text in self.data.get("markers", {}).items():
            path: DataPath = ("map", "markers", name)
            entry = self.names.entry(NameKind.MARKER, name, path, is_key=True)
            dots = self._dots(text, path)
            if entry is not None:
                yield StartingMarker(entry, dots, str(text), path)

    def _labels(self) -> Iterator[tuple[str, Dot]]:
        for name, number in self.data.get("labels", {}).items():
            dot = read_spot(NameKind.DOT, self.lattice.read, number, ("map", "labels", name), self.names)
            if dot is not None:
                yield name, dot

    def _items(self, key: str) -> list[tuple[Mapping[str, Any], DataPath]]:
        return [(item, ("map", key, index)) for index, item in enumerate(self.data.get(key, ()))]

    def _dots(self, text: str | int, path: DataPath) -> tuple[Dot, ...]:
        return read_blocks(NameKind.DOT, self.lattice.read_block, text, path, self.names)
