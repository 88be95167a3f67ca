"""Shared by all formats for scenarios: options, results, and writing them to the disk."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from builder.draw.surface.context import DrawingContext
from builder.exchange.losses import LossReport
from builder.exchange.seal import objection
from builder.press.kit.folder import replaced_folder
from builder.press.kit.manifest import GENERATOR, MANIFEST, read_manifest
from builder.scenario.model import Scenario
from rulesdb import __version__
from rulesdb.files.writing import OutputError, replaced_file

Tick = Callable[[], None]
REFEREE = "referee"


@dataclass(frozen=True, slots=True)
class ShareOptions:
    """How to share a scenario.

    ``referee`` also writes the secrets of players, as a second file or with the rest. ``images_at`` is the
    address of a web folder where the user puts the images, for programs that load them from the web.
    """

    context: DrawingContext
    referee: bool = False
    images_at: str = ""
    tick: Tick = field(default=lambda: None)


@dataclass(frozen=True, slots=True)
class Shared:
    """The files of a shared scenario by name, and what is missing in them.

    ``is_folder`` is true if they belong together in a folder. Otherwise the first is the output, and others
    are written next to it, under the same name followed by their key.
    """

    files: Mapping[str, bytes]
    losses: LossReport
    is_folder: bool = False


ShareFunction = Callable[[Scenario, ShareOptions], Shared]


def write_shared(shared: Shared, target: Path, form: str, *, force: bool = False) -> list[Path]:
    """Write the files of a shared scenario, completely or not at all; returns their paths.

    Args:
        shared: the files. target: the file or folder to write. form: the name of the format. force: replace a
            file that brainbug did not write, or that was changed since.

    Raises:
        OutputError: something else is at this path, or it cannot be written.
    """
    if shared.is_folder:
        return _write_folder(shared, target, form, force=force)
    paths = []
    for key, data in shared.files.items():
        path = target if not key else target.with_name(f"{target.stem}-{key}{target.suffix}")
        with replaced_file(path, objection, force=force) as fresh:
            fresh.write_bytes(data)
        paths.append(path)
    return paths


def _write_folder(shared: Shared, target: Path, form: str, *, force: bool) -> list[Path]:
    older = read_manifest(target / MANIFEST)
    if older is not None and older.get("format") != form and not force:
        raise OutputError(f"{target} has other output of brainbug; give another folder, or use --force")
    with replaced_folder(target, force=force) as fresh:
        for name, data in shared.files.items():
            path = fresh / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        listed = [
            {"path": name, "sha256": hashlib.sha256(data).hexdigest(), "bytes": len(data)}
            for name, data in shared.files.items()
        ]
        manifest = {"generator": f"{GENERATOR} {__version__}", "format": form, "files": listed}
        (fresh / MANIFEST).write_text(json.dumps(manifest, indent=2) + "\n", encoding="utf-8")
    return [target / name for name in shared.files]
