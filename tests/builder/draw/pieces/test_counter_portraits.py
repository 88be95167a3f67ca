"""A unit has the same figure on its counter as on its card, clear of what else is on the counter."""

from __future__ import annotations

import re

import pytest
from kits import scenario_of
from shapely.geometry import MultiPoint, box

from builder.draw.pieces.cards.artist import CardArtist
from builder.draw.pieces.cards.troopers import is_trooper
from builder.draw.pieces.counter_names import SIZE
from builder.draw.pieces.counter_portraits import portrait_end, portrait_place, portrait_points
from builder.draw.pieces.counters import CounterArtist
from builder.draw.pieces.figure_looks import unit_of_species
from builder.draw.pieces.figure_places import BADGE, BAND, SAFE, id_type
from builder.draw.surface.canvas import svg_text
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.icons import icon_path
from builder.draw.surface.theme import load_theme
from rulesdb import Entry, open_game

GAME = open_game("bugged")
CONTEXT = DrawingContext.of(GAME, load_theme())
COUNTERS, CARDS = CounterArtist(CONTEXT), CardArtist(CONTEXT, GAME)
UNITS = [unit for unit in GAME.of_kind("unit") if "portrait" in unit.facts]
# Longer path data are those of no other drawing by chance.
_LONG = 30


def paths_in(svg: str) -> set[str]:
    return {part.partition('"')[0] for part in svg.split(' d="')[1:]}


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: str(unit.slug))
def test_a_counter_has_the_figure_of_its_card_and_no_other(unit: Entry) -> None:
    card = CARDS.unit(unit)
    assert card is not None
    on_card = paths_in(svg_text(card.front))
    piece = COUNTERS.unit(GAME, unit, 1)
    for face in (piece.front, piece.back):
        figure = {path for path in paths_in(svg_text(face)) if len(path) > _LONG}
        badges = {icon_path("bleeding-wound")}
        assert figure - badges
        assert figure - badges <= on_card


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: str(unit.slug))
def test_a_figure_is_clear_of_id_badge_band_and_cut_but_large(unit: Entry) -> None:
    for figure in COUNTERS.unit_sides(GAME, unit, "WORD", "W8"):
        assert figure is not None
        middle, top, height, broad = portrait_place(figure, CONTEXT.metrics)
        scale = height / 100
        across = scale * broad
        ink = MultiPoint(
            [(middle + across * x, top + scale * y) for x, y in portrait_points(figure.portrait)]
        )
        wide = CONTEXT.metrics.width("W8", id_type("W8"))
        # What is close at the right of an id seems to be a part of it.
        assert ink.distance(box(SAFE, 1.2, SAFE + wide + 0.5, 4.55)) >= 0.3
        if figure.badge is not None:
            assert ink.distance(box(SIZE - SAFE - BADGE + 0.1, 0.7, SIZE, 0.7 + BADGE)) >= 0.3
        left, _, right, low = ink.bounds
        assert left >= 0.7
        assert right <= SIZE - 0.7
        # People are seen to the chest; the band hides the rest.
        assert low <= (SIZE if is_trooper(figure.portrait) else SIZE - BAND)
        assert max(right - left, low - ink.bounds[1]) >= 6.4


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: str(unit.slug))
def test_a_line_to_a_figure_ends_on_it_and_not_at_the_band(unit: Entry) -> None:
    front, _ = COUNTERS.unit_sides(GAME, unit, "WORD", "W1", longest="W10")
    x, y = portrait_end(front, CONTEXT.metrics)
    middle, _, height, _ = portrait_place(front, CONTEXT.metrics)
    assert middle < x < middle + height
    assert y < SIZE - BAND - 2.0


def test_ratings_have_one_size_on_all_counters() -> None:
    sizes = {
        text.height
        for unit in GAME.of_kind("unit")
        for text in COUNTERS.unit(GAME, unit, 1, "X").front.texts
        if text.text.isdigit()
    }
    assert len(sizes) == 1


def test_a_species_has_its_own_figure_and_a_swarm_one_of_its_kind() -> None:
    figures = []
    for name in ("dead-air", "cold-berth", "ninth-hour", "relief"):
        scenario = scenario_of(name)
        artist = CounterArtist(DrawingContext.of(scenario.ruleset, load_theme()))
        unit = unit_of_species(next(force for force in scenario.forces if force.species))
        front, _ = artist.unit_sides(scenario.ruleset, unit, "WORD", "W1")
        figures.append(front.portrait)
    assert figures == ["strangler", "lightning-bug", "stink-bug", "strangler"]


def test_all_creatures_of_a_force_are_drawn_alike_however_long_their_ids_are() -> None:
    scenario = scenario_of("pump-hut")
    artist = CounterArtist(DrawingContext.of(scenario.ruleset, load_theme()))
    warriors = next(force for force in scenario.forces if force.id == "warriors")
    assert {len(id) for id in artist.ids(scenario)["warriors"]} == {2, 3}
    places = {
        re.findall(r'transform="(translate\S+ \S+ scale[^"]+)', svg_text(piece.front))[0]
        for piece in artist.units(scenario, warriors)
    }
    assert len(places) == 1


def test_a_long_id_is_well_clear_of_the_badge() -> None:
    for id in ("W1", "W16", "T99"):
        assert SIZE - SAFE - BADGE - SAFE - CONTEXT.metrics.width(id, id_type(id)) >= 0.8
