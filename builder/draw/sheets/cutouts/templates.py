"""The templates that a game, a scenario or a side needs."""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from builder.draw.sheets.cutouts.dot_templates import dot_scatter, dots_around
from builder.draw.sheets.cutouts.hex_blasts import hex_blast
from builder.draw.sheets.cutouts.round_templates import arc, circle, scatter, sector, wedge
from builder.draw.sheets.cutouts.strip_flags import flags_of
from builder.draw.sheets.cutouts.strips import scale_strip
from builder.draw.sheets.cutouts.template_parts import EXPLOSIONS, Template, Use
from builder.draw.sheets.cutouts.template_uses import TemplateUses
from builder.draw.sheets.cutouts.transports import transports
from builder.draw.surface.wording import Words
from builder.geometry.dotlattice import Lattice
from builder.scenario.things import Census
from rulesdb import Ruleset
from rulesdb.yaml_source import load_yaml

HEX = 18.0
_WAYS = 6
# So many blasts find room on a sheet, each with a template of its own.
_MOST_BLASTS = 3
_BLAST_STEPS = ("template.blast-aim", "template.blast-strength")
_EXPLOSION_STEPS = ("template.explosion-lay", "template.explosion-dice")
# A card names no table for its scatter: what is rolled is always the same.
_CARD_SCATTER_STEPS = tuple(f"template.card-scatter-{each}" for each in ("lay", "way", "range"))


@functools.cache
def _sizes() -> Mapping[str, Any]:
    data: Mapping[str, Any] = load_yaml(Path(__file__).with_suffix(".yaml")).data
    return data


@dataclass(frozen=True, slots=True)
class _Maker:
    """Makes templates from the game, the size of hexes or spacing of dots, and the uses of each."""

    game: Ruleset
    spacing: float
    lattice: Lattice
    uses: TemplateUses

    def templates(self, spec: Mapping[str, Any]) -> Iterable[Template]:
        """The templates of a specification of the data: one, but several of craft and of hex blasts.

        Each of a few blasts has a template of its own, with its strength in every hex.
        """
        if spec["kind"] == "transport":
            return transports(self.game.find("vehicle", spec["vehicle"]), spec["count"], spec["seats"])
        uses = self.uses.of(spec)
        if spec["kind"] == "hexes" and 1 <= len(uses) <= _MOST_BLASTS and all(use.figures for use in uses):
            radius = spec["radius"]
            name = spec.get("name", f"hexes-{radius}")
            blasts = (
                hex_blast(radius, self.spacing, [use], name=f"{name}-{number}" if len(uses) > 1 else name)
                for number, use in enumerate(uses, 1)
            )
            heading, short = "template.blast-heading", "template.blast-short"
            return [replace(blast, steps=_BLAST_STEPS, heading=heading, short=short) for blast in blasts]
        return [self.template(spec)]

    def template(self, spec: Mapping[str, Any]) -> Template:
        """The template of a specification."""
        kind, uses = spec["kind"], self.uses.of(spec)
        if kind == "circle":
            return circle(spec["diameter"], uses)
        if kind == "wedge":
            return wedge(spec["name"], spec["degrees"], spec["reach"], uses)
        if kind == "arc":
            step = self.spacing if "dots" in spec else 10.0
            return arc(
                spec["degrees"],
                spec.get("reach") or spec["dots"] * step,
                uses,
                word=spec["word"],
                about=spec.get("about", ""),
                icon=spec.get("icon", ""),
                step=step,
                # Dots that are equally far away on a square lattice are not on a circle.
                has_rings=not ("dots" in spec and self.lattice is Lattice.SQUARE),
            )
        if kind == "sector":
            return sector(spec, self.game, uses)
        if kind == "scatter":
            return scatter(spec["by"], spec["ways"], uses)
        if kind == "hexes":
            return hex_blast(spec["radius"], self.spacing, uses)
        if kind == "dots":
            return dots_around(spec["radius"], self.spacing, uses, self.lattice)
        if kind == "dot-scatter":
            return dot_scatter(self.spacing, self.lattice)
        flags = flags_of(_sizes()["flags"].get(spec["strip"], ()), self.game, self.uses.census)
        return scale_strip(spec, _sizes()["strips"][spec["strip"]], flags)


def templates_for(
    game: Ruleset,
    words: Words,
    hex_size: float = HEX,
    census: Census | None = None,
    lattice: Lattice = Lattice.TRIANGULAR,
) -> tuple[Template, ...]:
    """The templates for the game's unit of distance: all, or those that a scenario names something for.

    ``hex_size`` is that of the map, in mm from flat side to flat side, for blasts that cover hexes; or the
    distance between two dots of a ``lattice``, for what is measured in dots.
    """
    sizes = _sizes()
    uses = TemplateUses(game, census, words)
    maker = _Maker(game, hex_size, lattice, uses)
    specs = sizes["games"].get(game.units["distance"], sizes["other"])
    templates = (maker.templates(spec) for spec in specs if uses.needs(spec))
    return tuple({each.name: each for several in templates for each in several}.values())


def card_templates(game: Ruleset, cards: Collection[str], hex_size: float) -> tuple[Template, ...]:
    """The templates for cards, by slug, that explode; none if the game has no such cards.

    Each has the hexes that the explosion hits and its dice, and there is one for their scatter.
    """
    tables = game.printing.get("explosions")
    if tables is None:
        return ()
    table = game.table(tables["table"])
    down, across = table.axes
    reach, dice = across.labels
    die = game.scores["die"] if game.scores else ""
    results = []
    for card in (label for label in down.labels if label in cards):
        radius, strength = (
            table.lookup(**{down.name: card, across.name: about}).result for about in (reach, dice)
        )
        use = Use(game.find("card", card).title, [f"{strength}{die}"])
        blast = hex_blast(int(radius), hex_size, [use], name=f"hexes-{radius}-{card}")
        results.append(replace(blast, steps=_EXPLOSION_STEPS, heading=EXPLOSIONS))
    figures = game.printing.get("card_figures", ())
    scattered = next((each["for"] for each in figures if each["table"] == tables["scatter"]), ())
    scattering = [Use(game.find("card", card).title) for card in scattered if card in cards]
    if scattering:
        results.append(replace(scatter("hex", _WAYS, scattering), steps=_CARD_SCATTER_STEPS))
    return tuple(results)
