"""The free room of sheets, and what it is filled with."""

from __future__ import annotations

from builder.draw.surface.canvas import Canvas, Drawing
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.filler import Filler
from builder.draw.surface.theme import load_theme
from builder.press.pages.filling import Filling, share_room, thin_strips

CONTEXT = DrawingContext(load_theme())
GAP = 5.0


def drawn(room: tuple[float, float]) -> Drawing:
    return Canvas(*room, CONTEXT).drawing("filler", "")


def filler(height: float, *, min_width: float = 0.0, grows: bool = False) -> Filler:
    return Filler(lambda width: height if width >= min_width else None, drawn, grows)


def test_each_of_several_goes_to_a_sheet_of_its_own_if_there_is_one() -> None:
    sheets = [[(0.0, 0.0, 100.0, 60.0)], [(0.0, 0.0, 100.0, 50.0)]]
    places = share_room(sheets, (100.0, 100.0), [filler(20), filler(20)], GAP)
    assert places == [Filling(1, (0.0, 55.0, 100.0, 20.0)), Filling(0, (0.0, 65.0, 100.0, 20.0))]


def test_what_grows_takes_the_rest_below_what_does_not() -> None:
    places = share_room([[]], (100.0, 100.0), [filler(20, grows=True), filler(30)], GAP)
    assert places == [Filling(0, (0.0, 35.0, 100.0, 65.0)), Filling(0, (0.0, 0.0, 100.0, 30.0))]


def test_two_in_a_wide_room_are_beside_each_other() -> None:
    first, second = share_room([[]], (280.0, 60.0), [filler(40), filler(40)], GAP)
    assert first is not None
    assert second is not None
    assert first.box[1] == second.box[1]
    assert first.box[0] + first.box[2] < second.box[0]


def test_what_fits_nowhere_has_no_place() -> None:
    sheets = [[(0.0, 0.0, 60.0, 95.0)]]
    assert share_room(sheets, (100.0, 100.0), [filler(20, min_width=60)], GAP) == [None]


def test_only_a_strip_that_is_seen_and_of_no_use_counts() -> None:
    sheets = [[(0.0, 0.0, 90.0, tall)] for tall in (95.0, 50.0, 10.0)]
    assert thin_strips(sheets, (90.0, 100.0), 20.0, 60.0) == 1
