"""Maps in layers: each view with its geometry, and only what an edit changes is sent."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path

import pytest
from conftest import DEAD_AIR, ROOT
from hypothesis import given
from hypothesis import strategies as st
from random_operations import random_operation
from soak import times

from builder.studio.document import State, fold
from builder.studio.map_layers import Part, Parts, Patch, patch_between
from builder.studio.map_pictures import MapPictures
from rulesdb import BrainbugError

PICTURES = MapPictures()
STATIC = ROOT / "scenarios" / "bugged" / "static.yaml"


def state_of(path: Path, *changes: tuple[str, str]) -> State:
    text = path.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return State(text, path)


def patched(old: Sequence[Part], patch: Patch) -> tuple[str, ...]:
    """The parts that a page has after a patch, as texts."""
    svg = [part if isinstance(part, str) else part.svg for part in old]
    parts: list[str] = []
    for step in patch:
        if isinstance(step, str):
            parts.append(step)
        elif isinstance(step, list):
            first, count = step
            assert count > 0
            parts += svg[first : first + count]
        else:
            group = old[step["at"]]
            assert isinstance(group, Parts)
            parts.append(f"{group.head}{''.join(patched(group.parts, step['patch']))}</g>")
    return tuple(parts)


PARTS = st.lists(st.sampled_from(["<a/>", "<b/>", "<c/>", "<d/>"]), max_size=6)
GROUPS = st.builds(Parts, st.sampled_from(["<g>", '<g class="x">']), PARTS.map(tuple))


@given(PARTS, st.lists(GROUPS, max_size=2), PARTS, st.lists(GROUPS, max_size=2), PARTS)
def test_a_patch_makes_the_new_parts_from_the_old_ones(
    first: list[Part], groups: list[Part], second: list[Part], others: list[Part], third: list[Part]
) -> None:
    old, new = [*first, *groups, *second], [*third, *others, *second]
    expected = "".join(part if isinstance(part, str) else part.svg for part in new)
    assert "".join(patched(old, patch_between(old, new))) == expected


def test_a_patch_sends_only_what_is_new() -> None:
    old = [f'<path d="M{number} 0h1" />' for number in range(9)]
    new = [*old[:3], "<new/>", *old[5:], old[4]]
    assert patch_between(old, new) == [[0, 3], "<new/>", [5, 4], old[4]]


@pytest.mark.parametrize(
    "path", ["bug_hunter/relief", "bugged/static", "handspan/last-lift", "advanced_infantry/customs-house"]
)
def test_the_changes_of_many_edits_make_the_map_that_is_drawn_at_once(path: str) -> None:
    rng, state = random.Random(path), state_of(ROOT / "scenarios" / f"{path}.yaml")
    pictures = MapPictures()
    view = next(iter(pictures.views(state)))
    layers = pictures.picture(state, view).layers
    page = dict(layers.svg)
    for _ in range(times(3, 60)):
        try:
            after = state.after(fold(state, [random_operation(state, rng)]))
        except BrainbugError:
            continue
        if after.scenario is None or view not in pictures.views(after):
            continue
        state, drawn = after, pictures.picture(after, view).layers
        for name, change in drawn.since(layers.parts).items():
            if isinstance(change, str):
                page[name] = change
            else:
                layer = layers.parts[name]
                page[name] = f"{layer.head}{''.join(patched(layer.parts, change))}</g>"
        layers = drawn
    fresh = MapPictures().picture(state, view).layers.svg
    assert {name: page[name] for name in layers.parts} == fresh


def test_an_edit_of_a_door_changes_few_layers() -> None:
    before = PICTURES.picture(state_of(DEAD_AIR), "upper").layers
    edited = state_of(DEAD_AIR, ("0605/N: interior", "0605/N: airtight"))
    after = PICTURES.picture(edited, "upper").layers
    assert list(after.svg) == list(before.svg)
    changed = after.since(before.parts)
    assert "doors" in changed
    assert not {"floors", "furniture", "numbers", "space", "title"} & set(changed)
    assert len(json.dumps(changed)) < sum(map(len, after.svg.values())) / 20


def test_the_layers_are_the_whole_drawing() -> None:
    layers = PICTURES.picture(state_of(DEAD_AIR), "lower").layers
    assert {"title", "space", "hull", "floors", "walls", "doors", "symbols", "numbers", "frame"} <= set(
        layers.svg
    )
    assert all(svg.startswith("<g") for svg in layers.svg.values())
    assert not any("style=" in svg for svg in layers.svg.values())


@pytest.mark.parametrize(
    ("path", "views", "grid"),
    [
        (DEAD_AIR, ["upper", "lower"], {"kind": "hexes", "columns": 22, "rows": 9, "digits": 2}),
        (STATIC, [""], {"kind": "hexes", "columns": 16, "rows": 12, "digits": 2}),
        (ROOT / "scenarios" / "handspan" / "last-lift.yaml", [""], {"kind": "plane"}),
        (ROOT / "scenarios" / "advanced_infantry" / "customs-house.yaml", [""], {"kind": "dots"}),
    ],
    ids=lambda value: value.stem if isinstance(value, Path) else "",
)
def test_each_kind_of_map_has_its_views_and_geometry(
    path: Path, views: list[str], grid: dict[str, object]
) -> None:
    state = state_of(path)
    assert list(PICTURES.views(state)) == views
    picture = PICTURES.picture(state, views[0])
    assert grid.items() <= picture.grid.items()
    assert min(picture.layers.origin) > 0
    corner = f"translate({picture.layers.origin[0]:g} {picture.layers.origin[1]:g})"
    assert any(corner in svg for svg in picture.layers.svg.values())
