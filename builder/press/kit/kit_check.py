"""Compares a printed kit with a new build: which parts and pages have changed."""

from __future__ import annotations

import hashlib
import io
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import Any

import pikepdf

from builder.draw.surface.theme import Theme, load_theme, theme_names
from builder.draw.surface.wording import language_names, load_words
from builder.press.kit.kit import Kit
from builder.press.kit.kit_hash import RULES, KitHash, hash_page, look_hash
from builder.press.kit.manifest import MANIFEST, read_manifest
from builder.press.pages.paper import Paper
from builder.press.services.sheet_file import load_paper, paper_names
from builder.processes import Exhausted, run_bounded
from rulesdb import InputError
from rulesdb.errors import brief
from rulesdb.files.reading import MIB, read_file

_MAX_BYTES = 256 * MIB
_MAX_TEXT = 1000


@dataclass(frozen=True, slots=True)
class Contents:
    """The id of a kit's scenario, and the checksums of its pages by part and title, and of rules by id."""

    scenario: str
    pages: Mapping[str, Mapping[str, str]]
    rules: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class PrintedKit:
    """A kit on paper: its hash, and its contents if its manifest was given."""

    hash: KitHash
    contents: Contents | None = None

    @property
    def parts(self) -> tuple[str, ...]:
        """The parts that were printed."""
        return tuple(part for part in self.hash.parts if part != RULES)


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a part of a printed kit, or the rules behind it, has changed since.

    ``details`` name the changed pages or entries, if there is a manifest.
    """

    part: str
    is_stale: bool
    details: tuple[str, ...] = ()


def read_printed(given: str) -> PrintedKit:
    """A printed kit by the hash on its cover, by its folder, its manifest or its PDF.

    Raises:
        InputError: that is neither a kit nor the hash of one.
    """
    path = Path(given)
    if path.is_dir():
        return _from_manifest(path / MANIFEST)
    if os.path.lexists(path):
        return _from_pdf(path) if path.suffix == ".pdf" else _from_manifest(path)
    if "/" in given or path.suffix in (".pdf", ".json"):
        raise InputError(f"no kit found at {given}")
    return PrintedKit(KitHash.parse(given))


def find_look(
    printed: PrintedKit, paper: str | None = None, theme: str | None = None, language: str | None = None
) -> tuple[Paper, Theme]:
    """The paper and theme of a printed kit: the given ones, or those of brainbug that match its hash.

    Raises:
        InputError: none match; the box on its cover names the right ones.
    """
    papers = map(load_paper, [paper] if paper else paper_names())
    themes = map(load_theme, [theme] if theme else theme_names())
    languages = map(load_words, [language] if language else language_names())
    for page, look, words in product(papers, themes, languages):
        if look_hash(page.name, look.name, words.language) == printed.hash.look:
            return page, replace(look, words=words)
    raise InputError(
        "the kit was printed on other paper, in another theme or language; "
        "give --paper, --theme and --language as the box on its cover says"
    )


def compare_kit(printed: PrintedKit, kit: Kit) -> list[Verdict]:
    """The changes of each part that was printed, and of the rules behind them.

    Raises:
        InputError: the printed kit is of another scenario.
    """
    if printed.contents is not None and printed.contents.scenario != kit.scenario.id:
        other = brief(printed.contents.scenario)
        raise InputError(f"the printed kit is of the scenario {other}, not of {kit.scenario.id}")
    pages = {name: {page.title: hash_page(page) for page in part.pages} for name, part in kit.parts.items()}
    return [
        Verdict(part, short != kit.hash.parts.get(part), tuple(_details(printed, part, pages.get(part), kit)))
        for part, short in printed.hash.parts.items()
    ]


def _details(printed: PrintedKit, part: str, pages: Mapping[str, str] | None, kit: Kit) -> Iterator[str]:
    """The pages or entries of a part that differ from the print."""
    if printed.contents is None:
        return
    if part == RULES:
        before, now = printed.contents.rules, kit.rules
    else:
        before, now = printed.contents.pages.get(part, {}), pages or {}
    for name in before:
        if name not in now:
            yield f"{name} was removed"
        elif before[name] != now[name]:
            yield name
    yield from (f"{name} was added" for name in now if name not in before)


def _from_manifest(path: Path) -> PrintedKit:
    manifest = read_manifest(path)
    contents = None if manifest is None else _contents_of(manifest)
    if manifest is None or contents is None:
        raise InputError(f"{path} is not the manifest of a play kit with a hash")
    return PrintedKit(KitHash.parse(manifest["hash"]), contents)


def _contents_of(manifest: Mapping[str, Any]) -> Contents | None:
    """The contents that a manifest lists; None if it is not valid or has no hash."""

    def text(value: Any) -> str:
        if not isinstance(value, str) or len(value) > _MAX_TEXT:
            raise ValueError("not a short text")
        return value

    try:
        text(manifest["hash"])
        return Contents(
            text(manifest["scenario"]["id"]),
            {
                part: {text(page["title"]): text(page["sha256"]) for page in pages}
                for part, pages in manifest["shows"].items()
            },
            {text(id): text(digest) for id, digest in manifest["rests_on"].items()},
        )
    except (LookupError, TypeError, ValueError, AttributeError):
        return None


def _from_pdf(path: Path) -> PrintedKit:
    """The kit of a PDF: from the manifest next to it, if it lists this file, or from the PDF's metadata."""
    try:
        data = read_file(path, _MAX_BYTES)
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from error
    beside = path.parent / MANIFEST
    digest = hashlib.sha256(data).hexdigest()
    if any(item["sha256"] == digest for item in (read_manifest(beside) or {"files": ()})["files"]):
        return _from_manifest(beside)
    try:
        return PrintedKit(KitHash.parse(run_bounded(identifier_of_pdf, data)))
    except (Exhausted, InputError) as error:
        raise InputError(f"{path} is not a play kit with a hash") from error


def identifier_of_pdf(data: bytes) -> str:
    """The identifier in the metadata of a PDF; empty if there is none, or the file is damaged."""
    try:
        with pikepdf.open(io.BytesIO(data)) as document, document.open_metadata() as metadata:
            return str(metadata.get("dc:identifier", ""))
    except MemoryError:
        raise
    except Exception:
        # Libraries for PDF and XML raise errors of many types.
        return ""
