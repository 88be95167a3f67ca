"""The play kit of a scenario: every sheet that one needs to play it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from builder.draw.canvas import Drawing
from builder.draw.piece import Piece
from builder.draw.silhouettes import load_silhouettes
from builder.draw.theme import Theme
from builder.draw.type import Metrics
from builder.press.bench import Bench
from builder.press.folder import MANIFEST, replaced_folder
from builder.press.map_choices import MapChoices
from builder.press.output import SVG_AND_PDF, Formats, Work, write_work
from builder.press.page import Page
from builder.press.paper import Paper
from builder.press.parts import PARTS
from builder.press.typeset import About
from builder.scenario.model import Scenario
from builder.scenario.used import house_entries, house_markers
from rulesdb import __version__

PDF_NAME = "play-kit.pdf"


@dataclass(frozen=True, slots=True)
class Kit:
    """Pages in the order of the PDF, and what is also useful without paper: whole maps, and pieces.

    ``pieces`` are the cards and counters by part.
    """

    scenario: Scenario
    paper: Paper
    theme: Theme
    pages: tuple[Page, ...]
    loose: tuple[Drawing, ...]
    pieces: Mapping[str, tuple[Piece, ...]]

    @property
    def counters(self) -> int:
        """How many counters there are to cut out."""
        return sum(piece.copies for piece in self.pieces.get("counters", ()))


def compose_kit(
    scenario: Scenario,
    paper: Paper,
    theme: Theme,
    *,
    parts: Iterable[str] = tuple(PARTS),
    lint_status: str = "",
    maps: MapChoices | None = None,
    debug: bool = False,
) -> Kit:
    """Draw and lay out the chosen parts of a scenario's kit, in the order of :data:`PARTS`.

    ``lint_status`` says in the theme's language what lint found.
    """
    wanted = set(parts)
    words = theme.words
    ours = [entry.title for entry in house_entries(scenario)]
    markers = house_markers(scenario)
    ours += [words(f"foot.{markers}")] if markers else []
    footer = words(
        "foot.kit",
        title=scenario.title,
        version=scenario.version,
        game=scenario.ruleset.title,
        release=__version__,
        status=lint_status or words("foot.not-checked"),
        values=", ".join(ours) or words("foot.no-values"),
    )
    metrics = Metrics()
    bench = Bench(scenario, paper, theme, metrics, load_silhouettes(), footer, debug, maps or MapChoices())
    made = {name: make(bench) for name, make in PARTS.items() if name in wanted}
    return Kit(
        scenario,
        paper,
        theme,
        tuple(page for part in made.values() for page in part.pages),
        tuple(drawing for part in made.values() for drawing in part.loose),
        {name: tuple(part.pieces) for name, part in made.items() if part.pieces},
    )


def kit_work(kit: Kit) -> Work:
    """What of a kit is written."""
    scenario = kit.scenario
    words = kit.theme.words
    subject = words("pdf.kit", id=scenario.id, version=scenario.version)
    about = About(scenario.title, tuple(scenario.authors), subject, words.language)
    return Work(kit.pages, PDF_NAME, about, kit.loose, kit.pieces)


def write_kit(
    kit: Kit, target: Path, formats: Formats = SVG_AND_PDF, tick: Callable[[], None] = lambda: None
) -> Path:
    """Write SVG files, ``play-kit.pdf`` and ``manifest.json``; the old folder stays until all is done.

    ``tick`` is called after each file. Returns the path of the manifest.

    Raises:
        OutputError: the folder cannot be written.
    """
    with replaced_folder(target) as folder:
        files = write_work(folder, kit_work(kit), formats, tick)
        manifest = json.dumps(_manifest(kit, files), indent=2, ensure_ascii=False) + "\n"
        (folder / MANIFEST).write_text(manifest, encoding="utf-8", newline="\n")
    return target / MANIFEST


def _manifest(kit: Kit, files: list[dict[str, Any]]) -> dict[str, Any]:
    scenario = kit.scenario
    return {
        "schema_version": 1,
        "generator": f"brainbug {__version__}",
        "scenario": {
            "id": scenario.id,
            "title": scenario.title,
            "version": scenario.version,
            "game": scenario.ruleset.id,
            "sha256": hashlib.sha256(scenario.source.text.encode("utf-8")).hexdigest(),
        },
        "paper": kit.paper.name,
        "theme": kit.theme.name,
        "pages": len(kit.pages),
        "counters": kit.counters,
        "overrides": [
            {"rule": rule.overrides.id, "by": rule.title} for rule in scenario.special_rules if rule.overrides
        ],
        "house_values": [entry.id for entry in house_entries(scenario)],
        "files": files,
    }
