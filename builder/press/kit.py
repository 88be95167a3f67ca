"""The play kit of a scenario: every sheet that one needs to play it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from builder.draw.briefing import draw_briefing
from builder.draw.canvas import Drawing, mm, svg_text
from builder.draw.cards import CardArtist, card_text
from builder.draw.counters import CounterArtist
from builder.draw.hexmap import draw_level
from builder.draw.landmap import draw_land
from builder.draw.overview import draw_overview
from builder.draw.rosters import draw_creature_sheet, draw_roster
from builder.draw.silhouettes import load_silhouettes
from builder.draw.table_overview import draw_land_overview, draw_table_overview, draw_tunnel_sheet
from builder.draw.tablemap import draw_table, draw_tunnels
from builder.draw.team_sheets import draw_hit_sheets, draw_team_sheets
from builder.draw.theme import Theme
from builder.draw.type import Face, Metrics, Subsets
from builder.draw.unit_sheets import draw_unit_sheets
from builder.press.folder import MANIFEST, replaced_folder
from builder.press.imposition import impose
from builder.press.page import Page, page_of
from builder.press.paper import Paper
from builder.press.pdf import pdf_bytes, png_pages
from builder.press.tiling import tile
from builder.scenario.model import Scenario
from builder.scenario.used import house_entries
from rulesdb import __version__

PDF_NAME = "play-kit.pdf"
PNG_PPI = 150.0


@dataclass(frozen=True, slots=True)
class Kit:
    """Pages in the order of the PDF, and the drawings that are also useful without paper."""

    scenario: Scenario
    paper: Paper
    theme: Theme
    pages: tuple[Page, ...]
    loose: tuple[Drawing, ...]
    counters: int


@dataclass(frozen=True, slots=True)
class _Bench:
    """What every part needs to be drawn."""

    scenario: Scenario
    paper: Paper
    theme: Theme
    metrics: Metrics
    silhouettes: Mapping[str, str]
    footer: str
    debug: bool

    def page(self, part: str, drawing: Drawing) -> Page:
        return page_of(part, drawing, self.paper, self.footer, self.theme, self.metrics, self.debug)


def _briefing(bench: _Bench) -> list[Page]:
    drawings = draw_briefing(
        bench.scenario, bench.paper.content, bench.theme, bench.metrics, debug=bench.debug
    )
    return [bench.page("Briefing", drawing) for drawing in drawings]


def _maps(bench: _Bench) -> list[Page]:
    if bench.scenario.map.kind == "table":
        return _table_sheets(bench)
    if bench.scenario.map.kind == "land":
        return _land_sheets(bench)
    overview = draw_overview(
        bench.scenario, bench.paper.content, bench.theme, bench.metrics, debug=bench.debug
    )
    pages = [bench.page("Maps", overview)]
    for drawing in _levels(bench):
        pages += tile(
            "Maps", drawing, bench.paper, bench.footer, bench.theme, bench.metrics, debug=bench.debug
        )
    return pages


def _table_sheets(bench: _Bench) -> list[Page]:
    """The table, and the plan of its tunnels where it has any."""
    sheets = [draw_table_overview]
    if bench.scenario.table_map.plan is not None:
        sheets.append(draw_tunnel_sheet)
    size = bench.paper.content
    return [
        bench.page("Maps", drawing)
        for draw in sheets
        for drawing in draw(bench.scenario, size, bench.theme, bench.metrics, debug=bench.debug)
    ]


def _land_sheets(bench: _Bench) -> list[Page]:
    """Open country at a glance, then at its true size over pages."""
    size = bench.paper.content
    sheets = draw_land_overview(bench.scenario, size, bench.theme, bench.metrics, debug=bench.debug)
    pages = [bench.page("Maps", drawing) for drawing in sheets]
    whole = draw_land(bench.scenario, bench.theme, bench.metrics, debug=bench.debug)
    pages += tile("Maps", whole, bench.paper, bench.footer, bench.theme, bench.metrics, debug=bench.debug)
    return pages


def _loose_maps(bench: _Bench) -> list[Drawing]:
    """The maps as drawings of their own, without paper."""
    if bench.scenario.map.kind == "land":
        return [draw_land(bench.scenario, bench.theme, bench.metrics, debug=bench.debug)]
    if bench.scenario.map.kind != "table":
        return _levels(bench)
    width = bench.paper.content[0]
    drawings = [draw_table(bench.scenario, width, bench.theme, bench.metrics, debug=bench.debug)]
    if bench.scenario.table_map.plan is not None:
        drawings.append(draw_tunnels(bench.scenario, width, bench.theme, bench.metrics, debug=bench.debug))
    return drawings


def _levels(bench: _Bench) -> list[Drawing]:
    levels = range(len(bench.scenario.hex_map.levels))
    return [
        draw_level(bench.scenario, level, bench.theme, bench.metrics, debug=bench.debug) for level in levels
    ]


def _rosters(bench: _Bench) -> list[Page]:
    pages: list[Page] = []
    wide = bench.paper.turned
    hits = [force for force in bench.scenario.forces if bench.scenario.ruleset.teams and not force.members]
    for force in bench.scenario.forces:
        if force.unit.get("scores"):
            continue
        if force.teams:
            sheets = draw_team_sheets(
                bench.scenario, force, bench.paper.content, bench.theme, bench.metrics, debug=bench.debug
            )
            pages += [bench.page("Rosters", sheet) for sheet in sheets]
        elif force in hits:
            continue
        elif force.members:
            drawings = draw_roster(
                bench.scenario, force, wide.content, bench.theme, bench.metrics, debug=bench.debug
            )
            pages += [
                page_of("Rosters", drawing, wide, bench.footer, bench.theme, bench.metrics, bench.debug)
                for drawing in drawings
            ]
        else:
            sheet = draw_creature_sheet(
                bench.scenario, force, bench.paper.content, bench.theme, bench.metrics, debug=bench.debug
            )
            pages.append(bench.page("Rosters", sheet))
    scored = [force for force in bench.scenario.forces if force.unit.get("scores")]
    if scored:
        sheets = draw_unit_sheets(
            bench.scenario, scored, bench.paper.content, bench.theme, bench.metrics, debug=bench.debug
        )
        pages += [bench.page("Rosters", sheet) for sheet in sheets]
    if hits:
        sheets = draw_hit_sheets(
            bench.scenario, hits, bench.paper.content, bench.theme, bench.metrics, debug=bench.debug
        )
        pages += [bench.page("Rosters", sheet) for sheet in sheets]
    return pages


def _cards(bench: _Bench) -> list[Page]:
    artist = CardArtist(bench.theme, bench.metrics, bench.silhouettes, debug=bench.debug)
    title = bench.scenario.ruleset.title
    forces = bench.scenario.forces
    pieces = [artist.power(power, title) for force in forces for power in force.powers]
    pieces += [
        artist.action(card, title, card_text(bench.scenario.ruleset, card), number)
        for force in forces
        for card, number in force.cards.values()
    ]
    return impose(
        "Cards",
        "cards",
        "Cards",
        pieces,
        bench.paper,
        bench.footer,
        bench.theme,
        bench.metrics,
        debug=bench.debug,
    )


def _counters(bench: _Bench) -> list[Page]:
    artist = CounterArtist(bench.theme, bench.metrics, bench.silhouettes, debug=bench.debug)
    pieces = artist.pieces(bench.scenario)
    return impose(
        "Counters",
        "counters",
        "Counters",
        pieces,
        bench.paper,
        bench.footer,
        bench.theme,
        bench.metrics,
        debug=bench.debug,
    )


PARTS: Mapping[str, Callable[[_Bench], list[Page]]] = {
    "briefing": _briefing,
    "map": _maps,
    "roster": _rosters,
    "cards": _cards,
    "counters": _counters,
}


def compose_kit(
    scenario: Scenario,
    paper: Paper,
    theme: Theme,
    *,
    parts: Iterable[str] = tuple(PARTS),
    lint_status: str = "not checked",
    debug: bool = False,
) -> Kit:
    """Draw and lay out the chosen parts of a scenario's kit, in the order of :data:`PARTS`."""
    wanted = set(parts)
    house = house_entries(scenario)
    values = ", ".join(entry.title for entry in house) or "none"
    footer = (
        f"{scenario.title} {scenario.version} · {scenario.ruleset.title} · brainbug {__version__} · "
        f"lint: {lint_status} · house values: {values}"
    )
    metrics = Metrics()
    bench = _Bench(scenario, paper, theme, metrics, load_silhouettes(), footer, debug)
    pages = [page for name, make in PARTS.items() if name in wanted for page in make(bench)]
    loose = _loose_maps(bench) if "map" in wanted else []
    artist = CounterArtist(theme, metrics, bench.silhouettes)
    counters = sum(piece.copies for piece in artist.pieces(scenario)) if "counters" in wanted else 0
    return Kit(scenario, paper, theme, tuple(pages), tuple(loose), counters)


def write_kit(kit: Kit, target: Path, *, png: bool = False) -> Path:
    """Write SVG files, ``play-kit.pdf`` and ``manifest.json``; the old folder stays until all is done.

    Returns the path of the manifest.

    Raises:
        OutputError: the folder cannot be written.
    """
    with replaced_folder(target) as folder:
        files: list[dict[str, Any]] = []
        css = _css(kit)
        for number, page in enumerate(kit.pages, 1):
            name = f"svg/{number:02d}-{page.drawing.name}.svg"
            files.append(_write_svg(folder, name, page.drawing, css, page.part))
        for drawing in kit.loose:
            files.append(_write_svg(folder, f"svg/{drawing.name}.svg", drawing, css, "Maps"))
        scenario = kit.scenario
        subject = f"Play kit of {scenario.id} {scenario.version}"
        pdf = pdf_bytes(kit.pages, scenario.title, ", ".join(scenario.authors), subject)
        files.append(_write(folder, PDF_NAME, pdf, part="", title=scenario.title, pages=len(kit.pages)))
        if png:
            for number, (page, image) in enumerate(
                zip(kit.pages, png_pages(kit.pages, PNG_PPI), strict=True), 1
            ):
                name = f"png/{number:02d}-{page.drawing.name}.png"
                files.append(_write(folder, name, image, part=page.part, title=page.title))
        manifest = json.dumps(_manifest(kit, files), indent=2, ensure_ascii=False) + "\n"
        (folder / MANIFEST).write_text(manifest, encoding="utf-8", newline="\n")
    return target / MANIFEST


def _css(kit: Kit) -> str:
    letters: dict[Face, set[str]] = {}
    drawings: Sequence[Drawing] = [*(page.drawing for page in kit.pages), *kit.loose]
    for drawing in drawings:
        for face, used in drawing.letters.items():
            letters.setdefault(face, set()).update(used)
    return Subsets(letters).css


def _write_svg(folder: Path, name: str, drawing: Drawing, css: str, part: str) -> dict[str, Any]:
    data = svg_text(drawing, css).encode("utf-8")
    return _write(
        folder,
        name,
        data,
        part=part,
        title=drawing.title,
        width_mm=mm(drawing.width),
        height_mm=mm(drawing.height),
    )


def _write(folder: Path, name: str, data: bytes, **about: Any) -> dict[str, Any]:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return {"path": name, "sha256": hashlib.sha256(data).hexdigest(), "bytes": len(data), **about}


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
