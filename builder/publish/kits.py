"""The play kits and small pictures of the gallery, made again only where they would come out different."""

from __future__ import annotations

import hashlib
import json
import logging
import multiprocessing
import os
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from builder.draw.surface.canvas import svg_text
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import load_theme
from builder.lint.configuration import ConfigFinder
from builder.lint.engine import lint_file, summarize
from builder.press.kit.kit import compose_kit, kit_work
from builder.press.pdf.pdf import pdf_bytes
from builder.press.pdf.png import png_pictures
from builder.press.services.sheet_file import load_paper
from builder.publish.documents import scenario_document
from builder.publish.gallery import Exhibit
from builder.publish.map_figures import public_maps
from builder.publish.scenario_page import kit_name, picture_name
from rulesdb import BrainbugError, Library

_PICTURE_WIDTH = 480
_INCH = 25.4


@dataclass(frozen=True, slots=True)
class Job:
    """A kit on a paper, or without one a small picture; ``digest`` is that of its drawings last time."""

    source: Path
    paper: str
    target: Path
    digest: str


class KitWork:
    """The making of what is missing or out of date, in processes of its own.

    They begin at once; pages can be written meanwhile. Nothing of the site is touched before :meth:`finish`.

    Args:
        exhibits: the scenarios.
        papers: the papers to make kits for.
        site: folder of the site.
        state: a file that remembers what each file was made of; what is being made lies beside it.
        library: opens the games of the scenarios.
    """

    def __init__(
        self, exhibits: Sequence[Exhibit], papers: Sequence[str], site: Path, state: Path, library: Library
    ) -> None:
        self._site = site
        self._state = state
        self._making = state.with_suffix("")
        # What a build that was killed had made is of an unknown state.
        shutil.rmtree(self._making, ignore_errors=True)
        self._known = _read(state)
        self._keys: dict[str, str] = {}
        self._jobs: dict[str, Job] = {}
        for item in exhibits:
            folder = scenario_document(item.scenario).rpartition("/")[0]
            wanted = [(paper, kit_name(item.scenario, paper)) for paper in papers]
            for paper, file in [*wanted, ("", picture_name(item.scenario))]:
                name = f"{folder}/{file}"
                self._keys[name] = item.key
                before = self._known.get(name, {}) if (site / name).is_file() else {}
                if before.get("key") != item.key:
                    self._jobs[name] = Job(item.path, paper, self._making / name, before.get("digest", ""))
        jobs = list(self._jobs.values())
        hands = min(os.cpu_count() or 1, max(1, len(jobs) // 2)) if jobs else 0
        self._hands = [_Hand(jobs[first::hands], library) for first in range(hands)]

    def finish(self) -> list[str]:
        """Wait for the last file, and put all in place; the names of the files that were written."""
        found = [hand.digests() for hand in self._hands]
        digests = {
            name: found[number % len(found)][number // len(found)] for number, name in enumerate(self._jobs)
        }
        for name in self._known.keys() - self._keys.keys():
            (self._site / name).unlink(missing_ok=True)
        written = [name for name in digests if self._jobs[name].target.is_file()]
        for name in written:
            (self._site / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.move(self._jobs[name].target, self._site / name)
        shutil.rmtree(self._making, ignore_errors=True)
        kept = {name: self._known[name] for name in self._keys.keys() & self._known.keys() - digests.keys()}
        made = {name: {"key": self._keys[name], "digest": digest} for name, digest in digests.items()}
        if made or kept != self._known:
            text = json.dumps({**kept, **made}, indent=1, sort_keys=True)
            self._state.write_text(text, encoding="utf-8", newline="\n")
        return written

    def stop(self) -> None:
        """Leave everything as it was."""
        for hand in self._hands:
            hand.stop()
        shutil.rmtree(self._making, ignore_errors=True)


class _Hand:
    """A process that does jobs one after the other."""

    def __init__(self, jobs: Sequence[Job], library: Library) -> None:
        # It tells each process that it begins, which would stand among the warnings of Sphinx.
        logging.getLogger("pikepdf").setLevel(logging.WARNING)
        # Forked processes would lack the threads that Typst may have begun here, and wait for them for ever.
        context = multiprocessing.get_context("spawn")
        self._told, tell = context.Pipe(duplex=False)
        self._process = context.Process(target=_do_all, args=(list(jobs), library, tell), daemon=True)
        self._process.start()
        tell.close()

    def digests(self) -> list[str]:
        """What each job's drawings are, in order.

        Raises:
            BrainbugError: a job could not be done; what went wrong stands on standard error.
        """
        try:
            found: list[str] = self._told.recv()
        except EOFError:
            raise BrainbugError("a kit of the gallery could not be made; what stopped it is above") from None
        self._process.join()
        return found

    def stop(self) -> None:
        self._process.terminate()
        self._process.join()


def _do_all(jobs: Sequence[Job], library: Library, tell: Connection) -> None:
    draft = _Draft(library)
    tell.send([draft.do(job) for job in jobs])


def _read(state: Path) -> Mapping[str, Any]:
    if not state.is_file():
        return {}
    known: Mapping[str, Any] = json.loads(state.read_text(encoding="utf-8"))
    return known


class _Draft:
    """Does jobs, and loads each game once for them all."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._theme = load_theme()

    def do(self, job: Job) -> str:
        """Write a file unless its drawings are those that it was made of; the digest of the drawings."""
        config = ConfigFinder().of(job.source)
        report = lint_file(job.source, config=config, library=self._library)
        if report.scenario is None or report.has_errors:
            return ""
        if job.paper:
            status = summarize(report.findings)
            kit = compose_kit(report.scenario, load_paper(job.paper), self._theme, lint_status=status)
            drawings = [page.drawing for page in kit.pages]
        else:
            drawings = public_maps(report.scenario, DrawingContext(self._theme))[:1]
        digest = hashlib.blake2b(digest_size=12)
        for drawing in drawings:
            digest.update(svg_text(drawing).encode("utf-8"))
        if digest.hexdigest() == job.digest:
            return job.digest
        if job.paper:
            work = kit_work(kit)
            data = pdf_bytes(work.pages, work.about)
        else:
            dots = max(1, round(_PICTURE_WIDTH * _INCH / drawings[0].width))
            data = next(png_pictures(drawings, dots))
        job.target.parent.mkdir(parents=True, exist_ok=True)
        job.target.write_bytes(data)
        return digest.hexdigest()
