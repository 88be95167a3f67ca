"""Zip archives with the same bytes from the same content."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

from builder.exchange.seal import BLANK_SEAL, sealed

# The earliest time that a zip archive can state; the real one would make each archive different.
_TIME = (1980, 1, 1, 0, 0, 0)
_STORED_SUFFIXES = (".png",)
_READABLE_BY_ALL = 0o644 << 16


def sealed_archive(files: Mapping[str, bytes]) -> bytes:
    """A zip archive of files by name, in their order; its comment is its seal.

    Images, which are compressed already, are stored as they are.
    """
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, _TIME)
            entry.create_system = 3
            entry.external_attr = _READABLE_BY_ALL
            stored = name.endswith(_STORED_SUFFIXES)
            entry.compress_type = zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
        archive.comment = BLANK_SEAL.encode("ascii")
    return sealed(buffer.getvalue())
