"""How wide the letters of a face are, as fontTools reads it; kept, as that package is slow to import.

Lint asks after widths alone, and would wait longer for the package than for all else it does with a file.
"""

from __future__ import annotations

import hashlib
import json
import struct
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rulesdb import BrainbugError
from rulesdb.cache.files import cache_folder, keep, read_kept

# One for each shipped face, and as many again of an older version.
_KEPT = 12


@dataclass(frozen=True, slots=True)
class LetterWidths:
    """Advance widths by code point, the width of a letter that the font lacks, and the units of an em."""

    widths: Mapping[int, int]
    missing: int
    per_em: int


def letter_widths(font: Path) -> LetterWidths:
    """The widths of one font file, kept in the user's cache folder under the file's digest.

    Raises:
        BrainbugError: the file is not there, or is no font.
    """
    folder = cache_folder()
    if folder is None:
        return _read(font)
    try:
        made_of = hashlib.blake2b(font.read_bytes(), digest_size=12).hexdigest()
    except OSError as error:
        raise _unusable(font, error.strerror or type(error).__name__) from error
    path = folder / f"widths-{made_of}.json"
    kept = read_kept(path)
    if kept is not None:
        return _unpacked(json.loads(kept))
    read = _read(font)
    packed = {"widths": list(read.widths.items()), "missing": read.missing, "per_em": read.per_em}
    with suppress(OSError):
        keep(json.dumps(packed).encode("ascii"), path, "widths-", _KEPT)
    return read


def _unpacked(packed: dict[str, Any]) -> LetterWidths:
    return LetterWidths(dict(packed["widths"]), packed["missing"], packed["per_em"])


def _read(font: Path) -> LetterWidths:
    from fontTools.ttLib import TTFont, TTLibError

    try:
        with TTFont(font, lazy=True) as tables:
            advances = tables["hmtx"].metrics
            widths = {code: advances[name][0] for code, name in tables.getBestCmap().items()}
            return LetterWidths(widths, advances[".notdef"][0], tables["head"].unitsPerEm)
    except OSError as error:
        raise _unusable(font, error.strerror or type(error).__name__) from error
    except (TTLibError, KeyError, AttributeError, struct.error, AssertionError) as error:
        raise _unusable(font, "it is damaged") from error


def _unusable(font: Path, reason: str) -> BrainbugError:
    return BrainbugError(f"the font {font} cannot be used: {reason}; it comes with brainbug: reinstall it")
