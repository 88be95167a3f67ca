"""The formats in which scenarios are shared and imported; to add one, add a line here."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulesdb import InputError

if TYPE_CHECKING:
    from builder.exchange.sharing import ShareFunction


@dataclass(frozen=True, slots=True)
class ShareFormat:
    """A format to share a scenario in.

    ``function`` is the path of a function with the type of a
    :data:`~builder.exchange.sharing.ShareFunction`. ``suffix`` is that of the file, empty for a folder.
    ``has_secrets`` is true if a referee's copy can be written. The function reports progress ``steps`` times,
    and ``referee_steps`` times more for such a copy.
    """

    name: str
    title: str
    function: str
    steps: int
    suffix: str = ""
    referee_steps: int = 0
    has_secrets: bool = False
    needs_images_at: bool = False

    def load(self) -> ShareFunction:
        """The function, imported only when the format is used."""
        function: ShareFunction = _imported(self.function)
        return function


@dataclass(frozen=True, slots=True)
class ImportFormat:
    """A format that can be imported, by the ``suffix`` of its files."""

    suffix: str
    title: str
    function: str

    def load(self) -> Any:
        """The function, imported only when the format is used."""
        return _imported(self.function)


SHARE_FORMATS: Mapping[str, ShareFormat] = {
    each.name: each
    for each in (
        ShareFormat(
            "vassal",
            "VASSAL",
            "builder.exchange.vassal.module:share",
            5,
            ".vmod",
            referee_steps=4,
            has_secrets=True,
        ),
        ShareFormat("tiled", "Tiled", "builder.exchange.tiled.exporting:share", 2),
        ShareFormat("uvtt", "Universal VTT", "builder.exchange.universal_vtt:share", 1),
        ShareFormat(
            "tts", "Tabletop Simulator", "builder.exchange.tabletop_simulator:share", 2, needs_images_at=True
        ),
        ShareFormat("csv", "CSV", "builder.exchange.spreadsheet:share", 0),
        ShareFormat("images", "images", "builder.exchange.images:share", 3, has_secrets=True),
    )
}

IMPORT_FORMATS: Mapping[str, ImportFormat] = {
    each.suffix: each
    for each in (ImportFormat(".tmx", "Tiled", "builder.exchange.tiled.importing:import_tmx"),)
}


def import_format(name: str) -> ImportFormat:
    """The format of a file by its name.

    Raises:
        InputError: no format has files with this suffix.
    """
    for form in IMPORT_FORMATS.values():
        if name.lower().endswith(form.suffix):
            return form
    accepted = ", ".join(f"{form.suffix} ({form.title})" for form in IMPORT_FORMATS.values())
    raise InputError(f"{name}: brainbug imports files of these kinds: {accepted}")


def _imported(path: str) -> Any:
    module, _, function = path.partition(":")
    return getattr(importlib.import_module(module), function)
