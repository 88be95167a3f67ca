"""A part of a map as JSON, so that it can be pasted into another file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from builder.geometry.hexgrid import Numbers
from builder.studio.operations.operation import OperationError
from builder.studio.operations.parts.content import Cellset, Content, Side, Thing, side_of

_LABEL = re.compile(r"(?:\d\d){2,4}")


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a map of hexes or dots. ``kind`` is that of its map: ``hex``, ``land`` or ``dots``."""

    kind: str
    cells: Cellset
    content: Content

    def to_json(self) -> dict[str, Any]:
        """The part as JSON. Cells are numbers of columns and rows, as in ``0405``; sides are pairs of them.

        >>> Part("land", frozenset({(4, 5)}), Content({("terrain", "rocks"): frozenset({(4, 5)})})).to_json()
        {'kind': 'land', 'cells': '0405', 'lists': {'terrain/rocks': '0405'}}
        """
        content = self.content
        data: dict[str, Any] = {"kind": self.kind, "cells": _text(self.cells)}
        data["lists"] = {"/".join(path): _text(cells) for path, cells in content.lists.items()}
        data["things"] = [
            {"in": group, "id": id, "block": dict(thing.block), "cells": _texts(thing.cells)}
            for (group, id), thing in content.things.items()
        ]
        data["sides"] = [
            {"in": group, "side": "/".join(map(_label, side)), "value": value}
            for (group, side), value in content.sides.items()
        ]
        data["names"] = [
            {"in": group, "name": name, "cell": _label(cell)} for (group, name), cell in content.names.items()
        ]
        data["marks"] = [
            {"in": group, "cell": _label(cell), "value": value}
            for (group, cell), value in content.marks.items()
        ]
        return {key: value for key, value in data.items() if value}

    @classmethod
    def from_json(cls, data: Any) -> Part:
        """A part from what :meth:`to_json` gives.

        Raises:
            OperationError: the data are something else.
        """
        try:
            lists = {tuple(path.split("/")): _cells(text) for path, text in data.get("lists", {}).items()}
            things = {
                (str(each["in"]), str(each["id"])): Thing(
                    dict(each["block"]), {key: _cells(text) for key, text in each["cells"].items()}
                )
                for each in data.get("things", ())
            }
            sides = {(str(each["in"]), _side(each["side"])): each["value"] for each in data.get("sides", ())}
            names = {
                (str(each["in"]), str(each["name"])): _cell(each["cell"]) for each in data.get("names", ())
            }
            marks = {(str(each["in"]), _cell(each["cell"])): each["value"] for each in data.get("marks", ())}
            part = cls(str(data["kind"]), _cells(data["cells"]), Content(lists, things, sides, names, marks))
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise OperationError("part: use what copying a part of a map gives") from error
        listed = part.content.things.values()
        if not part.cells or not all(thing.cells and {*thing.cells} <= {*thing.block} for thing in listed):
            raise OperationError("part: it has no hexes or dots")
        return part


def _label(cell: Numbers) -> str:
    digits = 2 if max(cell) < 100 else 3
    return f"{cell[0]:0{digits}d}{cell[1]:0{digits}d}"


def _text(cells: Iterable[Numbers]) -> str:
    return " ".join(map(_label, sorted(cells)))


def _texts(cells: Mapping[str, Cellset]) -> dict[str, str]:
    return {key: _text(each) for key, each in cells.items()}


def _cell(label: str) -> Numbers:
    if not _LABEL.fullmatch(label):
        raise ValueError
    half = len(label) // 2
    return int(label[:half]), int(label[half:])


def _cells(text: str) -> Cellset:
    return frozenset(map(_cell, text.split()))


def _side(text: str) -> Side:
    one, other = text.split("/")
    return side_of(_cell(one), _cell(other))
