"""Images that lie under a map to be traced: kept in files next to the scenario, and never printed.

``ship.yaml`` has its image in ``ship.trace.jpg``, or one for each level as in ``ship.upper.trace.jpg``, and
where they lie in ``ship.trace.json``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from math import isfinite
from pathlib import Path
from typing import Any, Self

from rulesdb import BrainbugError, InputError
from rulesdb.files.folders import real_path
from rulesdb.files.reading import read_file
from rulesdb.files.writing import write_file

MAX_IMAGE = 8 << 20
"""The maximum size of an image in bytes."""
_MAX_PLACES = 1 << 16
_JPEG = b"\xff\xd8\xff"
_VIEW = re.compile(r"[a-z0-9-]{0,60}")


@dataclass(frozen=True, slots=True)
class Placement:
    """The placement of an image on the map.

    Attributes:
        x: its upper left corner in mm from the grid's corner.
        y: the same, downward.
        scale: mm in a pixel.
        angle: by how many degrees it is turned clockwise around this corner.
        strength: how much of it shows through the map, from 0 to 1.
        width: its width in pixels.
        height: its height in pixels.
    """

    x: float
    y: float
    scale: float
    angle: float
    strength: float
    width: int
    height: int

    @classmethod
    def from_json(cls, data: Any) -> Self:
        """A placement from JSON.

        Raises:
            InputError: a value is missing, or not a number in its range.
        """
        try:
            values = {field.name: float(data[field.name]) for field in fields(cls)}
        except (KeyError, TypeError, ValueError) as error:
            raise InputError("the placement of an image needs numbers: x, y, scale, …") from error
        is_sound = all(isfinite(value) and abs(value) < 1e6 for value in values.values())
        if not is_sound or values["scale"] <= 0 or min(values["width"], values["height"]) < 1:
            raise InputError("the placement of an image is out of range")
        x, y, scale, angle, strength, width, height = (round(value, 5) for value in values.values())
        return cls(x, y, scale, angle, min(1.0, max(0.0, strength)), int(width), int(height))


@dataclass(frozen=True, slots=True)
class Tracing:
    """The images under the map of a scenario file."""

    scenario: Path

    def image_path(self, view: str) -> Path:
        """The file of a view's image.

        Raises:
            InputError: the view's name cannot be part of a file's name.
        """
        if not _VIEW.fullmatch(view):
            raise InputError(f"a map with the name `{view}` cannot have an image")
        return self._beside(f".{view}.trace.jpg" if view else ".trace.jpg")

    def placement(self, view: str) -> Placement | None:
        """The placement of a view's image; None if it has none."""
        try:
            return Placement.from_json(self._places().get(view))
        except InputError:
            return None

    def image(self, view: str) -> bytes | None:
        """A view's image; None if it has none."""
        if self.placement(view) is None:
            return None
        try:
            return read_file(self._inside(self.image_path(view)), MAX_IMAGE)
        except OSError:
            return None

    def add(self, view: str, image: bytes, placement: Placement) -> None:
        """Put an image under a view.

        Raises:
            BrainbugError: it is not a JPEG image, is too large, or cannot be written.
        """
        if not image.startswith(_JPEG):
            raise InputError("an image to trace has to be a JPEG")
        if len(image) > MAX_IMAGE:
            raise InputError(f"an image to trace may have {MAX_IMAGE >> 20} MB at most")
        path = self._inside(self.image_path(view))
        # A file of this name that the studio did not write stays.
        write_file(path, image, force=view in self._places())
        self.place(view, placement)

    def place(self, view: str, placement: Placement) -> None:
        """Store the placement of a view's image."""
        self._write({**self._places(), view: asdict(placement)})

    def remove(self, view: str) -> None:
        """Remove a view's image; its file is deleted."""
        places = dict(self._places())
        if places.pop(view, None) is None:
            return
        self._inside(self.image_path(view)).unlink(missing_ok=True)
        self._write(places)

    def _places(self) -> Mapping[str, Any]:
        try:
            data = json.loads(read_file(self._inside(self._beside(".trace.json")), _MAX_PLACES))
        except (OSError, ValueError, RecursionError):
            return {}
        return data if isinstance(data, dict) else {}

    def _write(self, places: Mapping[str, Any]) -> None:
        path = self._inside(self._beside(".trace.json"))
        if places:
            write_file(path, json.dumps(places, indent=2, sort_keys=True) + "\n", force=True)
        else:
            path.unlink(missing_ok=True)

    def _beside(self, ending: str) -> Path:
        return self.scenario.with_name(self.scenario.stem + ending)

    def _inside(self, path: Path) -> Path:
        """The path itself, if it is no link to another folder.

        Raises:
            BrainbugError: it is one.
        """
        if real_path(path).parent != real_path(self.scenario.parent):
            raise BrainbugError(f"{path.name} is a link to another folder; it is neither read nor written")
        return path
