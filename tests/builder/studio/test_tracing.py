"""Images to trace: what is kept next to a scenario, and what is refused."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from builder.studio.tracing import MAX_IMAGE, Placement, Tracing
from rulesdb import BrainbugError, InputError

JPEG = b"\xff\xd8\xff\xe0 and so on"
PLACE = Placement(1.5, -2, 0.25, 3, 0.5, 800, 600)


@pytest.fixture
def tracing(tmp_path: Path) -> Tracing:
    (tmp_path / "ship.yaml").write_text("scenario: {}\n", encoding="utf-8")
    return Tracing(tmp_path / "ship.yaml")


def test_an_image_is_kept_beside_the_file_for_each_level(tracing: Tracing) -> None:
    tracing.add("", JPEG, PLACE)
    tracing.add("upper", JPEG + b"2", PLACE)
    names = sorted(path.name for path in tracing.scenario.parent.iterdir())
    assert names == ["ship.trace.jpg", "ship.trace.json", "ship.upper.trace.jpg", "ship.yaml"]
    assert (tracing.image("upper"), tracing.placement("upper")) == (JPEG + b"2", PLACE)
    assert (tracing.image("lower"), tracing.placement("lower")) == (None, None)


def test_an_image_is_moved_replaced_and_removed(tracing: Tracing) -> None:
    tracing.add("", JPEG, PLACE)
    moved = Placement(9, 9, 1, 0, 1, 800, 600)
    tracing.place("", moved)
    tracing.add("", JPEG + b"2", moved)
    assert (tracing.image(""), tracing.placement("")) == (JPEG + b"2", moved)
    tracing.remove("")
    assert [path.name for path in tracing.scenario.parent.iterdir()] == ["ship.yaml"]


@pytest.mark.parametrize("view", ["../up", "a/b", "A", "x" * 99])
def test_a_view_that_cannot_be_part_of_a_name_is_refused(tracing: Tracing, view: str) -> None:
    with pytest.raises(InputError, match="cannot have an image"):
        tracing.add(view, JPEG, PLACE)


def test_what_is_not_a_small_jpeg_is_refused(tracing: Tracing) -> None:
    with pytest.raises(InputError, match="JPEG"):
        tracing.add("", b"<svg/>", PLACE)
    with pytest.raises(InputError, match="8 MB at most"):
        tracing.add("", JPEG + bytes(MAX_IMAGE), PLACE)


def test_a_file_of_somebody_else_is_not_replaced(tracing: Tracing) -> None:
    theirs = tracing.image_path("")
    theirs.write_bytes(b"a photo")
    with pytest.raises(BrainbugError, match="already exists"):
        tracing.add("", JPEG, PLACE)
    assert theirs.read_bytes() == b"a photo"


def test_links_to_other_folders_are_neither_read_nor_written(
    tracing: Tracing, tmp_path_factory: pytest.TempPathFactory
) -> None:
    outside = tmp_path_factory.mktemp("outside") / "secret.jpg"
    outside.write_bytes(JPEG)
    tracing.add("", JPEG, PLACE)
    tracing.image_path("").unlink()
    tracing.image_path("").symlink_to(outside)
    with pytest.raises(BrainbugError, match="link to another folder"):
        tracing.image("")
    with pytest.raises(BrainbugError, match="link to another folder"):
        tracing.add("", JPEG + b"2", PLACE)
    assert outside.read_bytes() == JPEG


@pytest.mark.parametrize("text", ["", "[", "[1]", '{"": 5}', '{"": {"x": 1}}', "[" * 9999])
def test_notes_that_cannot_be_read_are_as_none(tracing: Tracing, text: str) -> None:
    tracing.scenario.with_name("ship.trace.json").write_text(text, encoding="utf-8")
    assert tracing.image("") is None
    tracing.add("", JPEG, PLACE)
    assert tracing.placement("") == PLACE


@pytest.mark.parametrize(
    "change", [{"scale": 0}, {"x": float("nan")}, {"width": 0}, {"y": "far"}, {"angle": None}, {"x": 1e9}]
)
def test_a_placement_out_of_range_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(InputError, match="placement of an image"):
        Placement.from_json(asdict(PLACE) | change)
