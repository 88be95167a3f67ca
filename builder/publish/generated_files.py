"""Writes generated pages into a folder of a project, whose other files it never touches.

A record next to the pages has their checksums, so that a page that somebody wrote or edited is not taken for
a generated one.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path

from rulesdb import BrainbugError
from rulesdb.files.folders import files_in
from rulesdb.files.reading import MIB, read_file

RECORD = ".brainbug.json"
GENERATED = "These pages are generated from the rules database."
_MAX_BYTES = 16 * MIB


def write_changed(files: Mapping[str, str], folder: Path) -> list[str]:
    """Write new and changed pages, and delete former ones; returns the names of the touched pages.

    Raises:
        BrainbugError: a page would replace a file that was not generated, or was edited since.
    """
    recorded = _read_record(folder)
    contents = {name: _read(folder / name) for name in {*files, *recorded}}
    present = {name: _digest(data) for name, data in contents.items() if data is not None}
    new = {name: _digest(text.encode()) for name, text in files.items()}
    changed = [name for name in files if present.get(name) != new[name]]
    for name in changed:
        if name in present and present[name] not in recorded.get(name, ()):
            raise BrainbugError(
                f"{folder / name} was not generated, or was edited since, and a generated page has its name; "
                "move it elsewhere, or generate no pages (brainbug_pages = False)"
            )
    stale = [name for name in recorded if name not in files and present.get(name) in recorded[name]]
    if changed or stale or not recorded:
        # If this is interrupted, the next run finds old pages and new ones.
        both = {name: [present.get(name, ""), digest] for name, digest in new.items()}
        _write_record(folder, {**recorded, **both})
        for name in stale:
            (folder / name).unlink()
        for name in changed:
            _write(folder / name, files[name])
        _write_record(folder, {name: [digest] for name, digest in new.items()})
    return [*stale, *changed]


def _read_record(folder: Path) -> dict[str, list[str]]:
    """The checksums of generated pages, each of one or two versions; empty if there are none."""
    data = _read(folder / RECORD)
    if data is None:
        return _unrecorded(folder)
    try:
        record = json.loads(data)
        return {str(name): list(map(str, digests)) for name, digests in record.items()}
    except (ValueError, AttributeError, TypeError, RecursionError) as error:
        raise BrainbugError(
            f"{folder / RECORD} is damaged; delete the generated pages in {folder}"
        ) from error


def _unrecorded(folder: Path) -> dict[str, list[str]]:
    """The pages that a version of brainbug without records generated."""
    index = _read(folder / "index.md")
    if index is None or GENERATED.encode() not in index:
        return {}
    pages = files_in(folder, ".md", lambda path, reason: None)
    return {path.relative_to(folder).as_posix(): [_digest(_read(path) or b"")] for path in pages}


def _write_record(folder: Path, record: Mapping[str, list[str]]) -> None:
    _write(folder / RECORD, json.dumps(record, indent=0, sort_keys=True) + "\n")


def _write(path: Path, text: str) -> None:
    """Write a page completely or not at all; it can be generated again, so nothing waits for the disk."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f"{path.name}.new")
    fresh.write_text(text, encoding="utf-8", newline="\n")
    fresh.replace(path)


def _read(path: Path) -> bytes | None:
    try:
        return read_file(path, _MAX_BYTES)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise BrainbugError(f"cannot read {path}: {error.strerror}") from error


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
