"""The play kits and small pictures of the gallery, rebuilt only if they would be different."""

from __future__ import annotations

import hashlib
import io
import json
import logging
import math
import os
import shutil
from collections.abc import Sequence
from pathlib import Path

from builder.draw.surface.canvas import Drawing, svg_text
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import load_theme
from builder.lint.configuration import ConfigFinder
from builder.lint.engine import lint_file, summarize
from builder.press.kit.kit import compose_kit, kit_work
from builder.press.pdf.pdf import pdf_bytes
from builder.press.pdf.png import png_images
from builder.press.services.sheet_file import load_paper
from builder.process_pool import ProcessPool
from builder.publish.gallery import Exhibit
from builder.publish.map_figures import public_maps
from builder.publish.names import scenario_document
from builder.publish.scenario_page import kit_name, picture_name
from rulesdb import BrainbugError, Library

# The small pictures of the gallery, in pixels.
_PICTURE = (480, 300)
_INCH = 25.4


class KitWork:
    """Draws missing and outdated files, in separate processes.

    They start at once, so that pages can be written in the meantime. Only :meth:`finish` changes the site.

    Args:
        exhibits: the scenarios.
        papers: the papers to draw kits for.
        site: folder of the site.
        state: a file that records the sources of each file; unfinished files are in a folder next to it.
        library: opens the games of the scenarios.
    """

    def __init__(
        self, exhibits: Sequence[Exhibit], papers: Sequence[str], site: Path, state: Path, library: Library
    ) -> None:
        self._site = site
        self._state = state
        self._drafts = state.with_suffix("")
        # Files that a killed build left may be incomplete.
        shutil.rmtree(self._drafts, ignore_errors=True)
        self._before: dict[str, dict[str, str]] = (
            json.loads(state.read_text(encoding="utf-8")) if state.is_file() else {}
        )
        self._keys: dict[str, str] = {}
        jobs: dict[str, tuple[Path, str, Path, str]] = {}
        for item in exhibits:
            folder = scenario_document(item.scenario).rpartition("/")[0]
            kits = [(paper, kit_name(item.scenario, paper)) for paper in papers]
            for paper, file in [*kits, ("", picture_name(item.scenario))]:
                name = f"{folder}/{file}"
                self._keys[name] = item.key
                before = self._before.get(name, {}) if (site / name).is_file() else {}
                if before.get("key") != item.key:
                    jobs[name] = (item.path, paper, self._drafts / name, before.get("digest", ""))
        workers = max(1, min(os.cpu_count() or 1, len(jobs) // 2))
        # pikepdf logs the start of each process, which would appear among the warnings of Sphinx.
        logging.getLogger("pikepdf").setLevel(logging.WARNING)
        # Forked processes would wait forever for threads that Typst may have started here.
        self._pool = ProcessPool(workers)
        self._digests = {name: self._pool.submit(_draw, *job, library) for name, job in jobs.items()}

    def finish(self) -> list[str]:
        """Wait for the last file, and move all into the site; returns the names of the changed files.

        Raises:
            BrainbugError: a file could not be made.
        """
        try:
            digests = {name: future.result() for name, future in self._digests.items()}
        except Exception as error:
            raise BrainbugError(f"a kit of the gallery could not be built: {error}") from error
        finally:
            self._pool.shutdown(cancel_futures=True)
        for name in self._before.keys() - self._keys.keys():
            (self._site / name).unlink(missing_ok=True)
        written = [name for name in digests if (self._drafts / name).is_file()]
        for name in written:
            (self._site / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.move(self._drafts / name, self._site / name)
        shutil.rmtree(self._drafts, ignore_errors=True)
        state = {name: self._before[name] for name in self._keys.keys() & self._before.keys()}
        state |= {name: {"key": self._keys[name], "digest": digest} for name, digest in digests.items()}
        if state != self._before:
            text = json.dumps(state, indent=1, sort_keys=True)
            self._state.write_text(text, encoding="utf-8", newline="\n")
        return written

    def stop(self) -> None:
        """Stop, and leave the site and the state unchanged."""
        self._pool.shutdown(cancel_futures=True)
        shutil.rmtree(self._drafts, ignore_errors=True)


def _picture(drawing: Drawing) -> bytes:
    """The middle of a map as a small picture."""
    from PIL import Image, ImageOps

    width, height = _PICTURE
    scale = max(width / drawing.width, height / drawing.height)
    [image] = png_images([drawing], max(1, math.ceil(scale * _INCH)))
    out = io.BytesIO()
    with Image.open(io.BytesIO(image)) as whole:
        cut = ImageOps.fit(whole.convert("RGB"), _PICTURE, Image.Resampling.LANCZOS)
        cut.save(out, "WEBP", quality=80, method=6)
    return out.getvalue()


def _draw(source: Path, paper: str, target: Path, last_digest: str, library: Library) -> str:
    """Write a kit, or a small picture if there is no ``paper``; returns the digest of its drawings.

    If the digest is the same as last time, nothing is written.
    """
    report = lint_file(source, config=ConfigFinder().of(source), library=library)
    if report.scenario is None or report.has_errors:
        return ""
    theme = load_theme()
    if paper:
        status = summarize(report.findings)
        kit = compose_kit(report.scenario, load_paper(paper), theme, lint_status=status)
        drawings = [page.drawing for page in kit.pages]
    else:
        drawings = public_maps(report.scenario, DrawingContext.of_scenario(report.scenario, theme))[:1]
    digest = hashlib.blake2b(digest_size=12)
    for drawing in drawings:
        digest.update(svg_text(drawing).encode("utf-8"))
    if digest.hexdigest() == last_digest:
        return last_digest
    if paper:
        work = kit_work(kit)
        data = pdf_bytes(work.pages, work.about)
    else:
        data = _picture(drawings[0])
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(data)
    return digest.hexdigest()
