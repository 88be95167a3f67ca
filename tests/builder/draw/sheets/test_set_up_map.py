"""The diagram of the set-up on a briefing has each step and the title of each objective."""

from __future__ import annotations

import pytest
from kits import SCENARIOS, TRIED, kit_of
from shapely import box
from shapely.affinity import affine_transform

from builder.draw.maps.zone_tabs import set_up_steps
from builder.draw.sheets.set_up_map import draw_set_up
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import load_theme

NAMES = tuple(dict.fromkeys((*TRIED, *list(SCENARIOS)[::4])))
DECKS = frozenset(name for name, path in SCENARIOS.items() if path.parent.name == "bug_hunter")


@pytest.mark.parametrize("name", NAMES)
def test_a_diagram_has_the_steps_of_the_briefing_and_names_each_objective(name: str) -> None:
    kit = kit_of(name)
    slabs, context = kit.parts["briefing"].slabs, DrawingContext.of_scenario(kit.scenario, load_theme())
    drawing = draw_set_up(slabs, 91.0, 91.0, context)
    assert drawing is not None
    texts = {text.text for text in drawing.texts}
    shown = {title for slab in slabs for _, title in slab.flags}
    assert shown <= texts
    numbers = {str(number) for number, _ in enumerate(set_up_steps(kit.scenario), 1)}
    marked = {
        step for slab in slabs for _, steps, _ in slab.marks for step in steps.replace(",", " ").split()
    }
    assert marked
    assert marked <= numbers | {"–"}
    assert all(text.x >= -0.1 and text.x + text.width <= 91.1 for text in drawing.texts)


@pytest.mark.parametrize("name", NAMES)
def test_a_briefing_has_the_diagram(name: str) -> None:
    kit = kit_of(name)
    page = next(page for page in kit.pages if page.part == "Briefing")
    titles = {title for slab in kit.parts["briefing"].slabs for _, title in slab.flags}
    assert titles <= {text.text for text in page.drawing.texts}


def test_a_map_without_zones_or_too_small_to_read_has_no_diagram() -> None:
    slabs = kit_of("dead-air").parts["briefing"].slabs
    context = DrawingContext.of_scenario(kit_of("dead-air").scenario, load_theme())
    assert draw_set_up(slabs, 91.0, 30.0, context) is None
    assert draw_set_up([], 91.0, 91.0, context) is None


@pytest.mark.parametrize("name", [name for name in NAMES if name not in DECKS])
def test_a_diagram_names_terrain_and_no_text_lies_on_a_star_or_another_text(name: str) -> None:
    kit = kit_of(name)
    slabs, context = kit.parts["briefing"].slabs, DrawingContext.of_scenario(kit.scenario, load_theme())
    drawing = draw_set_up(slabs, 91.0, 91.0, context)
    assert drawing is not None
    named = {place.name.casefold() for slab in slabs for place in slab.places}
    written = [text for text in drawing.texts if text.text.casefold() in named]
    assert len(written) >= len(named) / 2
    boxes = [
        box(text.x, text.y, text.x + text.width, text.y + text.height).buffer(-0.1) for text in drawing.texts
    ]
    for number, one in enumerate(boxes):
        assert not any(one.intersects(other) for other in boxes[:number]), drawing.texts[number].text


@pytest.mark.parametrize("name", ["three-lamps", "pump-hut", "eagle-six"])
def test_the_title_of_an_objective_covers_no_terrain(name: str) -> None:
    kit = kit_of(name)
    [slab] = kit.parts["briefing"].slabs
    drawing = draw_set_up([slab], 91.0, 91.0, DrawingContext.of_scenario(kit.scenario, load_theme()))
    assert drawing is not None
    west, north, east, _ = slab.outline.bounds
    scale = drawing.height / (slab.outline.bounds[3] - north)
    left = (91.0 - (east - west) * scale) / 2
    move = [scale, 0, 0, scale, left - west * scale, -north * scale]
    terrain = [affine_transform(place.area, move) for place in slab.places]
    titles = {title for _, title in slab.flags}
    for text in drawing.texts:
        if text.text in titles:
            label = box(text.x, text.y, text.x + text.width, text.y + text.height)
            assert not any(label.intersects(area) for area in terrain), text.text


def test_a_briefing_whose_tracks_are_below_it_has_a_smaller_diagram() -> None:
    page = next(page for page in kit_of("last-lift").pages if page.part == "Briefing")
    texts = {text.text for text in page.drawing.texts}
    assert {"The Teeth", "Ramp"} <= texts
    assert "Turn record" in texts
