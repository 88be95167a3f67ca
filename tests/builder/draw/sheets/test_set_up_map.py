"""The diagram of the set-up on a briefing has each step and the title of each objective."""

from __future__ import annotations

import pytest
from kits import SCENARIOS, TRIED, kit_of

from builder.draw.maps.zone_tabs import set_up_steps
from builder.draw.sheets.set_up_map import draw_set_up
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import load_theme

NAMES = tuple(dict.fromkeys((*TRIED, *list(SCENARIOS)[::4])))


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
