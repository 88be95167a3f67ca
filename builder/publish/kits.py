"""The play kits and small pictures of the gallery, made again only where they would come out different."""

from __future__ import annotations

import hashlib
import json
import logging
import multiprocessing
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from builder.draw.canvas import svg_text
from builder.draw.theme import load_theme
from builder.draw.type import Metrics
from builder.lint.configuration import ConfigFinder
from builder.lint.engine import lint_file, summarize
from builder.press.kit import compose_kit, kit_work
from builder.press.pdf import pdf_bytes
from builder.press.png import png_pictures
from builder.press.sheet_file import load_paper
from builder.publish.documents import scenario_document
from builder.publish.gallery import Exhibit
from builder.publish.map_figures import public_maps
from builder.publish.scenario_page import kit_name, picture_name

_PICTURE_WIDTH = 480
_INCH = 25.4


@dataclass(frozen=True, slots=True)
class Job:
    """A kit on a paper, or without one a small picture; ``digest`` is that of its drawings last time."""

    source: Path
    paper: str
    target: Path
    digest: str


def write_kits(exhibits: Sequence[Exhibit], papers: Sequence[str], site: Path, state: Path) -> list[str]:
    """Write what is missing or out of date below ``site``; the names of the files that were written.

    ``state`` is a file that remembers what each was made of.
    """
    known = _read(state)
    jobs: dict[str, Job] = {}
    keys: dict[str, str] = {}
    for item in exhibits:
        folder = scenario_document(item.scenario).rpartition("/")[0]
        wanted = [(paper, kit_name(item.scenario, paper)) for paper in papers]
        for paper, file in [*wanted, ("", picture_name(item.scenario))]:
            name = f"{folder}/{file}"
            keys[name] = item.key
            before = known.get(name, {}) if (site / name).is_file() else {}
            if before.get("key") != item.key:
                jobs[name] = Job(item.path, paper, site / name, before.get("digest", ""))
    for name in known.keys() - keys.keys():
        (site / name).unlink(missing_ok=True)
    digests = dict(zip(jobs, _share_out(list(jobs.values())), strict=True))
    kept = {name: known[name] for name in keys if name in known and name not in jobs}
    made = {name: {"key": keys[name], "digest": digest} for name, digest in digests.items()}
    if made or kept != known:
        text = json.dumps({**kept, **made}, indent=1, sort_keys=True)
        state.write_text(text, encoding="utf-8", newline="\n")
    return [name for name, digest in digests.items() if digest != jobs[name].digest]


def _read(state: Path) -> Mapping[str, Any]:
    if not state.is_file():
        return {}
    known: Mapping[str, Any] = json.loads(state.read_text(encoding="utf-8"))
    return known


def _share_out(jobs: Sequence[Job]) -> list[str]:
    """Do the jobs on all processors, where there are enough."""
    # It tells each process that it begins, which would stand among the warnings of Sphinx.
    logging.getLogger("pikepdf").setLevel(logging.WARNING)
    processes = min(os.cpu_count() or 1, len(jobs) // 2)
    if processes < 2:
        return [_do(job) for job in jobs]
    # Forked processes would lack the threads that Typst may have begun here, and wait for them for ever.
    context = multiprocessing.get_context("spawn")
    with context.Pool(processes) as pool:
        return pool.map(_do, jobs, chunksize=1)


def _do(job: Job) -> str:
    """Write a file unless its drawings are those that it was made of; the digest of the drawings."""
    report = lint_file(job.source, config=ConfigFinder().of(job.source))
    if report.scenario is None or report.has_errors:
        return ""
    theme = load_theme()
    if job.paper:
        kit = compose_kit(
            report.scenario, load_paper(job.paper), theme, lint_status=summarize(report.findings)
        )
        drawings = [page.drawing for page in kit.pages]
    else:
        drawings = public_maps(report.scenario, theme, Metrics())[:1]
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
