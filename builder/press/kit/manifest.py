"""The manifest of a build, and what in a folder no build has made."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rulesdb.files.reading import MIB, read_file

MANIFEST = "manifest.json"
GENERATOR = "brainbug"
_MAX_BYTES = 16 * MIB
# Files that desktops create in every folder that a user has opened.
_DESKTOP_FILES = frozenset({".DS_Store", "Thumbs.db", "desktop.ini"})
# A manifest that lists other files, larger ones or more of them is of no build.
_SUFFIXES = (".svg", ".pdf", ".png", ".csv", ".json", ".tmx", ".dd2vtt", ".tiled-project")
_MAX_DEPTH = 10
_MAX_FILE = 256 * MIB
_MAX_TOTAL = 1024 * MIB


@dataclass(frozen=True, slots=True)
class Obstacle:
    """A file that a build must not replace: its path, and whether it is a sheet that was changed."""

    path: str
    is_edited: bool = False


@dataclass(frozen=True, slots=True)
class _Content:
    """The checksum and the size of a file."""

    sha256: str
    size: int

    def is_of(self, path: Path) -> bool:
        """Whether a file has this content."""
        try:
            return hashlib.sha256(read_file(path, self.size)).hexdigest() == self.sha256
        except OSError:
            return False


def read_manifest(path: Path) -> dict[str, Any] | None:
    """The manifest of a build; None if the file is missing or no build has written it."""
    try:
        data: dict[str, Any] = json.loads(read_file(path, _MAX_BYTES))
        is_of_build = data["generator"].split()[0] == GENERATOR and _listed(data) is not None
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return None
    return data if is_of_build else None


def find_obstacle(folder: Path, manifest: Mapping[str, Any] | None, *, edited: bool) -> Obstacle | None:
    """The first file in a folder that is not in its manifest; with ``edited``, also one that has changed.

    Looks into subfolders only if the manifest lists files there, so that it never walks through a whole disk.

    Raises:
        OSError: the folder cannot be read, or something in it is deleted at the same time.
    """
    listed = (_listed(manifest) or {}) if manifest else {}
    parents = {parent.as_posix() for path in listed for parent in Path(path).parents}
    waiting = [""]
    while waiting:
        inside = waiting.pop()
        with os.scandir(folder / inside) as items:
            entries = sorted(items, key=lambda item: item.name)
        for item in entries:
            path = f"{inside}/{item.name}".removeprefix("/")
            if item.name in _DESKTOP_FILES:
                continue
            if item.is_dir(follow_symlinks=False):
                if path in parents:
                    waiting.append(path)
                elif _has_contents(folder / path):
                    return Obstacle(f"{path}/")
            elif manifest and path == MANIFEST:
                continue
            elif path not in listed or not item.is_file(follow_symlinks=False):
                return Obstacle(path)
            elif edited and not listed[path].is_of(Path(item.path)):
                return Obstacle(path, is_edited=True)
    return None


def _listed(manifest: Mapping[str, Any]) -> dict[str, _Content] | None:
    """The contents of a manifest's files by their paths; None if no build can have listed them."""
    listed: dict[str, _Content] = {}
    if not isinstance(manifest["files"], list):
        return None
    for item in manifest["files"]:
        path, digest, size = item["path"], item["sha256"], item["bytes"]
        if not (isinstance(path, str) and path.endswith(_SUFFIXES) and isinstance(digest, str)):
            return None
        if path.count("/") > _MAX_DEPTH:
            return None
        if type(size) is not int or not 0 <= size <= _MAX_FILE:
            return None
        listed[path] = _Content(digest, size)
    return listed if sum(content.size for content in listed.values()) <= _MAX_TOTAL else None


def _has_contents(folder: Path) -> bool:
    with os.scandir(folder) as items:
        return any(item.name not in _DESKTOP_FILES for item in items)
