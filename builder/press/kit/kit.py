"""The play kit of a scenario: every sheet that players need."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from builder.draw.maps.map_artists import map_artist
from builder.draw.pieces.piece import Piece
from builder.draw.sheets.aid.scope import in_scope
from builder.draw.sheets.covers.colophon import ColophonData
from builder.draw.surface.canvas import Drawing
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import Theme
from builder.playtest.report.kept import best_run, read_kept
from builder.press.kit.cover import blank_numbers, cover_page, cover_stub, draw_credits, with_credits
from builder.press.kit.job import KitJob, Part, supplements_json
from builder.press.kit.kit_hash import KitHash, hash_entry, hash_kit, hash_page, look_hash
from builder.press.kit.map_choices import MapChoices
from builder.press.kit.output import SVG_AND_PDF, Formats, Work, write_output
from builder.press.kit.parts import EXAMPLE, PARTS, draw_parts
from builder.press.pages.page import Page
from builder.press.pages.paper import Paper
from builder.press.pdf.typeset import About
from builder.press.services.delivery import Delivery
from builder.press.services.sheet import Duplex
from builder.press.services.sheet_choices import SheetChoices
from builder.scenario.languages.translation import scenario_in
from builder.scenario.model import Scenario
from builder.scenario.used import house_markers
from rulesdb import Basis, InputError
from rulesdb.arguments import as_path, require, require_each

if TYPE_CHECKING:
    from builder.draw.example.story import Story

PDF_NAME = "play-kit.pdf"
COVER = "cover"
ALL_PARTS = (COVER, *PARTS)
PART_NAMES = tuple(part for part in ALL_PARTS if part != EXAMPLE)
"""The parts of a kit for which no more is asked."""


def read_parts(only: str | None) -> tuple[str, ...]:
    """The parts in a list such as ``map,counters``; :data:`PART_NAMES` without a list.

    Raises:
        InputError: a name is unknown.
    """
    parts = tuple(part.strip() for part in only.split(",")) if only else PART_NAMES
    for part in parts:
        if part not in ALL_PARTS:
            raise InputError(f"--only: {part!r} is not a part; choose from {', '.join(ALL_PARTS)}")
    return parts


@dataclass(frozen=True, slots=True)
class Kit:
    """The parts of a kit, its pages in the order of the PDF, and the hash of their content.

    Some of the pages are blank, so that what is cut, taped or for one side has nothing on its back. ``rules``
    are the hashes of the entries that the kit uses, ``duplex`` is how the PDF is meant to be printed.
    ``check`` is the command that checks whether a print is up to date, without the code of the kit.
    """

    scenario: Scenario
    paper: Paper
    theme: Theme
    parts: Mapping[str, Part]
    pages: tuple[Page, ...]
    rules: Mapping[str, str]
    hash: KitHash
    lint_status: str
    duplex: Duplex
    check: str

    @property
    def blank(self) -> list[int]:
        """The numbers of the blank pages."""
        return blank_numbers(self.pages)

    @property
    def loose(self) -> tuple[Drawing, ...]:
        """Complete maps, without paper."""
        return tuple(drawing for part in self.parts.values() for drawing in part.loose)

    @property
    def pieces(self) -> Mapping[str, Sequence[Piece]]:
        """The cards and counters by part."""
        return {name: part.pieces for name, part in self.parts.items() if part.pieces}

    @property
    def deliveries(self) -> tuple[Delivery, ...]:
        """The files for print services."""
        return tuple(delivery for part in self.parts.values() for delivery in part.deliveries)

    @property
    def counters(self) -> int:
        """The number of counters to cut out."""
        return sum(piece.copies for piece in self.pieces.get("counters", ()))


def compose_kit(
    scenario: Scenario,
    paper: Paper,
    theme: Theme,
    *,
    parts: Iterable[str] = PART_NAMES,
    lint_status: str = "",
    maps: MapChoices | None = None,
    sheets: SheetChoices | None = None,
    before: Kit | None = None,
    example: Story | None = None,
    debug: bool = False,
) -> Kit:
    """Draw and lay out the chosen parts of a scenario's kit, in the order of :data:`ALL_PARTS`.

    The cover shows ``lint_status``, lint's result in the theme's language, if lint found
    anything. What depends on the game alone is taken from ``before``, a kit drawn earlier, if it has the same
    game, paper and theme. ``example`` is the game of the part of that name.
    """
    require("scenario", scenario, Scenario, "a scenario; load_scenario reads one")
    require("paper", paper, Paper, "a paper; load_paper reads one")
    require("theme", theme, Theme, "a theme; load_theme reads one")
    require("lint_status", lint_status, str, "a text")
    require("maps", maps, (MapChoices, type(None)), "a MapChoices, or None")
    require("sheets", sheets, (SheetChoices, type(None)), "a SheetChoices, or None")
    require("before", before, (Kit, type(None)), "a kit, or None")
    if example is not None:
        from builder.draw.example.story import Story

        require("example", example, Story, "a Story, or None")
    wanted = frozenset(require_each("parts", parts, str, f"parts: {', '.join(ALL_PARTS)}"))
    words = theme.words
    rules = {entry.id: hash_entry(entry, scenario.ruleset) for entry in scenario.entries}
    scenario = scenario_in(scenario, words.language)
    status = lint_status or words("foot.not-checked")
    footer = words("foot.kit", title=scenario.title, version=scenario.version, game=scenario.ruleset.title)
    context = DrawingContext.of_scenario(scenario, theme, debug=debug)
    maps = maps or MapChoices()
    job = KitJob(
        scenario.ruleset,
        context,
        paper,
        footer,
        sheets or SheetChoices(),
        scenario,
        maps,
        map_artist(scenario, context, maps.look(scenario, theme)),
        wanted,
        _parts_for(before, scenario, paper, theme),
        example,
    )
    drawn = draw_parts(job)
    rules |= {f"supplement {layer.title}": layer.sha256 for layer in scenario.ruleset.layers}
    inner = [page for part in drawn.values() for page in part.pages]
    digests = {name: [hash_page(page) for page in part.printed_pages] for name, part in drawn.items()}
    look = look_hash(paper.name, theme.name, words.language)
    if COVER not in wanted:
        hash = hash_kit(look, digests, rules)
        pages = job.bound(inner)
        return Kit(
            scenario, paper, theme, drawn, tuple(pages), rules, hash, status, job.duplex, _command(job)
        )
    pages = job.bound([cover_stub(job), *inner])
    data = _colophon_data(job, status, hash_kit(look, {COVER: (), **digests}, rules))
    cover = cover_page(job, pages, list(drawn.values()), draw_credits(job, data).height)
    hash = hash_kit(look, {COVER: [hash_page(cover)], **digests}, rules)
    cover = with_credits(job, cover, draw_credits(job, replace(data, hash=str(hash))))
    parts = {COVER: Part([cover]), **drawn}
    pages = [cover, *pages[1:]]
    return Kit(scenario, paper, theme, parts, tuple(pages), rules, hash, status, job.duplex, _command(job))


def _parts_for(before: Kit | None, scenario: Scenario, paper: Paper, theme: Theme) -> Mapping[str, Part]:
    """The parts of an earlier kit that is of the same game, on the same paper and in the same theme."""
    if before is None or before.scenario.ruleset is not scenario.ruleset:
        return {}
    return before.parts if (before.paper, before.theme) == (paper, theme) else {}


def _colophon_data(job: KitJob, status: str, hash: KitHash) -> ColophonData:
    """The facts in the credits on the cover."""
    secret = {
        entry.id
        for force in job.scenario.forces
        for entry in (*force.powers, *(card for card, _ in force.cards.values()))
    }
    values = [entry.title for entry in job.scenario.house_entries if entry.id not in secret]
    if any(entry.id in secret for entry in job.scenario.house_entries):
        values.append(job.context.words("colophon.secret"))
    aid = in_scope(job.game, job.scenario.census)
    tables = [aid.table(slug) for slug in aid.chart_tables]
    if any(table.entry.provenance.basis is Basis.HOUSE for table in tables):
        values.append(job.context.words("foot.tables"))
    elif any(cell.provenance.basis is Basis.HOUSE for table in tables for _, cell in table.cells()):
        values.append(job.context.words("foot.figures"))
    markers = house_markers(job.game)
    values += [job.context.words(f"foot.{markers}")] if markers else []
    faults = "" if status == job.context.words("lint.clean") else status
    return ColophonData(str(hash), job.paper.title, faults, values, _playtest(job))


def _playtest(job: KitJob) -> str:
    """How many games of this text of the scenario were played, if that is kept beside its file."""
    source = job.scenario.source
    run = best_run(read_kept(Path(source.path), source.text))
    return "" if run is None else job.context.words("colophon.playtested", count=run.games)


def _command(job: KitJob) -> str:
    """The command that checks whether a print of the kit is up to date, without the code of the kit."""
    # As a scenario's file is called: kits of a file by another name have the same bytes.
    file = f"{job.scenario.id}.yaml"
    options = [*job.maps.options(), *job.sheets.options()]
    if job.example is not None and job.example.record:
        options.append(f"--example-from={job.example.record}")
    return " ".join(["brainbug build", file, *options, "--check-print"])


def kit_work(kit: Kit) -> Work:
    """The files of a kit."""
    scenario = kit.scenario
    words = kit.theme.words
    subject = words("pdf.kit", id=scenario.id, version=scenario.version)
    about = About(scenario.title, tuple(scenario.authors), subject, words.language, str(kit.hash))
    context = DrawingContext.of_scenario(scenario, kit.theme)
    return Work(kit.pages, PDF_NAME, about, context, kit.loose, kit.pieces, kit.deliveries, kit.duplex)


def write_kit(
    kit: Kit,
    target: Path,
    formats: Formats = SVG_AND_PDF,
    tick: Callable[[], None] = lambda: None,
    *,
    force: bool = False,
) -> Path:
    """Write SVG files, ``play-kit.pdf`` and ``manifest.json``; returns the path of the manifest.

    ``tick`` is called after each file; ``force`` replaces files that were changed after they were built.

    Raises:
        OutputError: the folder cannot be written.
    """
    require("kit", kit, Kit, "a kit; compose_kit makes one")
    return write_output(as_path("target", target), kit_work(kit), _about(kit), formats, tick, force=force)


def _about(kit: Kit) -> dict[str, Any]:
    """A kit's manifest without its files."""
    scenario = kit.scenario
    return {
        "scenario": {
            "id": scenario.id,
            "title": scenario.title,
            "version": scenario.version,
            "game": scenario.ruleset.id,
            "sha256": hashlib.sha256(scenario.source.text.encode("utf-8")).hexdigest(),
        },
        "paper": kit.paper.name,
        "theme": kit.theme.name,
        "language": kit.theme.words.language,
        "lint": kit.lint_status,
        "hash": str(kit.hash),
        "check": f"{kit.check} {kit.hash}",
        "pages": len(kit.pages),
        "counters": kit.counters,
        "overrides": [
            {"rule": rule.overrides.id, "by": rule.title} for rule in scenario.special_rules if rule.overrides
        ],
        "supplements": supplements_json(scenario.ruleset),
        "house_values": [entry.id for entry in scenario.house_entries],
        "shows": {
            name: [{"title": page.title, "sha256": hash_page(page)} for page in part.pages]
            for name, part in kit.parts.items()
        },
        "rests_on": dict(kit.rules),
    }
