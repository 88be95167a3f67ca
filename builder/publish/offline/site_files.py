"""The files of a site that work offline: what is loaded at once, what follows, and what only on demand."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from posixpath import join, normpath
from urllib.parse import unquote, urlsplit

MAX_PICTURE = 60_000
"""The size in bytes above which a picture is loaded on demand."""
_FOR_BROWSERS = {".html", ".css", ".js", ".woff2", ".woff", ".webmanifest"}
_PICTURES = {".svg", ".png", ".webp", ".avif", ".jpg", ".jpeg", ".gif", ".ico"}
_LISTINGS = {"_sources", "_downloads"}
# What browsers never ask for: inventories and notes of Sphinx, and files for debugging.
_UNUSED = {".map", ".inv"}
_DIGEST = 8

_LOADED = re.compile(r"<(?:script|link)\b[^>]*?\s(?:src|href)=\"([^\"]+)\"[^>]*>")
_NO_FILE = re.compile(r"\brel=\"(?!stylesheet|preload|manifest|icon|apple-touch-icon)")
_IN_STYLE = re.compile(r"(?:url\(|@import)\s*[\"']?([^)\"'\s]+)")


@dataclass(frozen=True, slots=True)
class SiteFiles:
    """The files of a site by when they are loaded, each with a short digest of its contents.

    ``core`` is the home page and the search page with all that they load except pictures; ``pages`` are the
    other pages, styles, scripts, fonts and small pictures; ``others`` are kept when they are first seen.
    """

    core: Mapping[str, str]
    pages: Mapping[str, str]
    others: Mapping[str, str]


def files_of_site(site: Path, start: list[str], besides: list[str]) -> SiteFiles:
    """The files in the folder ``site``; ``start`` are the paths of the pages that have to work at once.

    ``besides`` are the paths of files that are left out.
    """
    files = {path.relative_to(site).as_posix(): path for path in _published(site)}
    names = sorted(files.keys() - {*besides}, key=_order)
    core = dict.fromkeys(name for name in loaded_by(site, start) if name in files)
    later = [name for name in names if name not in core]
    pages = [name for name in later if _is_background(name, files[name].stat().st_size)]
    others = sorted({*later} - {*pages})
    return SiteFiles(*({name: _digest(files[name]) for name in group} for group in (core, pages, others)))


def loaded_by(site: Path, pages: list[str]) -> list[str]:
    """The pages, and the paths of the styles, scripts, fonts and icons that they load, in this order."""
    loaded = dict.fromkeys(pages)
    waiting = list(loaded)
    while waiting:
        name = waiting.pop(0)
        new = [path for path in _references(site, name) if path not in loaded and (site / path).is_file()]
        loaded.update(dict.fromkeys(new))
        waiting += new
    return list(loaded)


def _published(site: Path) -> Iterator[Path]:
    """The files below a folder, without hidden ones."""
    for folder, folders, names in os.walk(site):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in names:
            path = Path(folder, name)
            if not name.startswith(".") and path.suffix not in _UNUSED:
                yield path


def _digest(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()[:_DIGEST]


def _order(name: str) -> tuple[bool, bool, str]:
    """What many pages load comes first, then the pages of the games."""
    return not name.startswith("_static/"), not name.startswith("reference/"), name


def _is_background(name: str, size: int) -> bool:
    path = PurePosixPath(name)
    if path.parts[0] in _LISTINGS:
        return False
    return path.suffix in _FOR_BROWSERS or (path.suffix in _PICTURES and size <= MAX_PICTURE)


def _references(site: Path, name: str) -> Iterator[str]:
    """The paths of the files of the site that a page or a style sheet loads."""
    suffix = PurePosixPath(name).suffix
    if suffix not in (".html", ".css"):
        return
    text = (site / name).read_text(encoding="utf-8")
    if suffix == ".css":
        links = [link for link in _IN_STYLE.findall(text) if _is_font_or_style(link)]
    else:
        links = [match[1] for match in _LOADED.finditer(text) if not _NO_FILE.search(match[0])]
    for link in links:
        parts = urlsplit(link)
        if parts.path and not parts.scheme and not parts.netloc:
            yield normpath(join(str(PurePosixPath(name).parent), unquote(parts.path)))


def _is_font_or_style(link: str) -> bool:
    return PurePosixPath(urlsplit(link).path).suffix in _FOR_BROWSERS
