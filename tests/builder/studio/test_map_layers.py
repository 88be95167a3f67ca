"""Maps in layers: each view with its geometry, and only what an edit changes is sent."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import DEAD_AIR, ROOT

from builder.studio.document import State
from builder.studio.map_pictures import MapPictures

PICTURES = MapPictures()
STATIC = ROOT / "scenarios" / "bugged" / "static.yaml"


def state_of(path: Path, *changes: tuple[str, str]) -> State:
    text = path.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return State(text, path)


def test_an_edit_of_a_door_changes_few_layers() -> None:
    before = PICTURES.picture(state_of(DEAD_AIR), "upper").layers
    edited = state_of(DEAD_AIR, ("0605/N: interior", "0605/N: airtight"))
    after = PICTURES.picture(edited, "upper").layers
    assert list(after.svg) == list(before.svg)
    changed = after.since(before.hashes)
    assert "doors" in changed
    assert not {"floors", "furniture", "numbers", "space", "title"} & set(changed)
    assert sum(map(len, changed.values())) < sum(map(len, after.svg.values())) / 4


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
