"""Reading a map of dots from Tiled into the ``map`` block of a scenario."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any

from builder.exchange.losses import Loss
from builder.exchange.tiled.dot_cells import DotCells
from builder.exchange.tiled.dots_map import NEW
from builder.exchange.tiled.reading import TiledMap, objects_of
from builder.exchange.tiled.tiles import PLOT_SIDES
from builder.geometry.blocks import blocks_text
from builder.geometry.dot_edges import edge_words, edges_between
from builder.geometry.dotlattice import Dot, DotLattice, Edge, Lattice


class DotsReader:
    """Changes the data of a ``map`` block to what a map of Tiled has; what is the same stays as it was."""

    def __init__(self, tiled: TiledMap, old: Mapping[str, Any]) -> None:
        self.tiled = tiled
        self.old = old
        kind = Lattice.SQUARE if tiled.orientation == "orthogonal" else Lattice.TRIANGULAR
        self.lattice = DotLattice(tiled.columns, tiled.rows, kind, float(old["spacing"]))
        self.cells = DotCells(self.lattice)
        self.losses: list[Loss] = []

    def read(self) -> dict[str, Any]:
        """The new ``map`` block."""
        data = deepcopy(dict(self.old))
        data["columns"], data["rows"] = self.tiled.columns, self.tiled.rows
        if Lattice(data.get("lattice", Lattice.TRIANGULAR)) is not self.lattice.kind:
            data["lattice"] = self.lattice.kind.value
        blocks: dict[str, Any] = {
            "pieces": self.pieces("pieces", "ground"),
            "elevation": self.elevation(),
            "obstacles": self.edges("obstacles", "obstacle"),
            "buildings": self.pieces("buildings", "building"),
            "doors": self.edges("doors", "opening"),
            "labels": self.labels(),
        }
        for key, block in blocks.items():
            if block:
                data[key] = block
            else:
                data.pop(key, None)
        return data

    def painted(self, kind: str) -> dict[str, set[Dot]]:
        """The dots of each tile of a class, by its key."""
        dots: dict[str, set[Dot]] = {}
        for layer in self.tiled.layers:
            for cell, tile in layer.cells.items():
                if tile.kind == kind:
                    dots.setdefault(tile.key, set()).add(Dot(*cell))
        return dots

    def read_dots(self, text: object) -> set[Dot]:
        """The dots of a text of the file."""
        words = str(text).replace(",", " ").split()
        return {dot for word in words for dot in self.lattice.read_block(word) or ()}

    def same(self, text: Any, dots: set[Dot]) -> Any:
        """The text of some dots: the old one if it has the same dots."""
        return text if self.read_dots(text) == dots else blocks_text(self.lattice, dots)

    def pieces(self, key: str, kind: str) -> list[dict[str, Any]]:
        """Pieces of terrain, or buildings: those of the file in its order, then new ones.

        New tiles are a piece for each group of dots that are next to each other.
        """
        painted = self.painted(kind)
        old = list(self.old.get(key, ()))
        dots = {item["id"]: painted.pop(item["id"], set()) for item in old}
        fresh: list[dict[str, Any]] = []
        for name in sorted(painted):
            for group in self.lattice.parts(painted[name]):
                slug = name.removeprefix(NEW)
                item = self.overlapping(old, dots, group, slug if kind == "ground" else "")
                if item is None:
                    about = {"name": "Building"} if kind == "building" else {"terrain": slug}
                    item = {"id": _unused(slug, [*dots, *(each["id"] for each in fresh)]), **about}
                    fresh.append(item)
                dots.setdefault(item["id"], set()).update(group)
        pieces = []
        for item in [*old, *fresh]:
            here = dots[item["id"]]
            if here:
                pieces.append({**item, "dots": self.same(item.get("dots", ""), here)})
            else:
                self.losses.append(
                    Loss(f"{kind} {item['id']}", "no dot of it is painted", "it is taken away")
                )
        return pieces

    def overlapping(
        self,
        old: Sequence[Mapping[str, Any]],
        dots: Mapping[str, set[Dot]],
        group: Sequence[Dot],
        terrain: str,
    ) -> dict[str, Any] | None:
        """A piece of the file of the same terrain, without tiles of its own, on one of these dots."""
        for item in old:
            is_same = not terrain or item["terrain"] == terrain
            if is_same and not dots[item["id"]] and self.read_dots(item["dots"]) & set(group):
                return dict(item)
        return None

    def elevation(self) -> dict[Any, str]:
        """The dots of each level; a text of the file stays if it gives these levels to its dots."""
        painted = {int(key): dots for key, dots in self.painted("level").items()}
        level_of = {dot: level for level, dots in painted.items() for dot in dots}
        texts: dict[Any, str] = {}
        for name, text in self.old.get("elevation", {}).items():
            level, dots = int(name), self.read_dots(text)
            here = painted.pop(level, set())
            # The higher level counts for a dot with two.
            is_same = here <= dots and all(dot in level_of and level_of[dot] >= level for dot in dots)
            if is_same or here:
                texts[name] = text if is_same else blocks_text(self.lattice, here)
        for level in sorted(painted):
            texts[str(level)] = blocks_text(self.lattice, painted[level])
        return texts

    def edges(self, key: str, kind: str) -> dict[str, Any]:
        """The walls and openings between dots; a key of the file stays if all of its edges agree."""
        left: dict[Edge, str] = {}
        for layer in self.tiled.layers:
            for cell, tile in layer.cells.items():
                side = str(tile.properties.get("side", ""))
                if tile.kind != kind or side not in PLOT_SIDES:
                    continue
                dot = Dot(*cell)
                other = self.lattice.beside(dot)[PLOT_SIDES.index(side)]
                edge = self.lattice.edge(dot, other)
                if other not in self.lattice or edge is None:
                    label = self.lattice.label(dot)
                    self.losses.append(
                        Loss(f"{kind} {side} of {label}", "the map ends there", where=layer.name)
                    )
                    continue
                if left.get(edge, tile.key) != tile.key:
                    words = edge_words(self.lattice, [edge])[0]
                    why = f"{tile.key} is painted on the same edge, in a layer above it"
                    self.losses.append(Loss(f"{kind} {left[edge]} at {words}", why, where=layer.name))
                left[edge] = tile.key
        texts: dict[str, Any] = {}
        for text, value in self.old.get(key, {}).items():
            wanted = value["terrain"] if isinstance(value, Mapping) else value
            covered = edges_between(self.lattice, text)
            kept = {edge for edge in covered if left.get(edge) == wanted}
            for edge in kept:
                del left[edge]
            for word in [text] if kept == covered and kept else edge_words(self.lattice, kept):
                texts[word] = value
        for name in sorted(set(left.values())):
            for word in edge_words(self.lattice, [edge for edge, own in left.items() if own == name]):
                texts[word] = name
        return texts

    def labels(self) -> dict[str, str]:
        """The names on the map."""
        labels, older = {}, self.old.get("labels", {})
        for item in objects_of(self.tiled, "label"):
            dot = self.cells.dot_at(item.x + item.width / 2, item.y + item.height / 2)
            if dot is None:
                self.losses.append(Loss(f"label {item.name}", "it is off the map", where=f"line {item.line}"))
            else:
                labels[item.name] = self.lattice.label(dot)
        return {name: labels[name] for name in [*older, *labels] if name in labels}


def _unused(slug: str, ids: Sequence[str]) -> str:
    """An id that nothing has.

    >>> _unused("thicket", ["thicket"])
    'thicket-2'
    """
    id, number = slug, 1
    while id in ids:
        number += 1
        id = f"{slug}-{number}"
    return id
