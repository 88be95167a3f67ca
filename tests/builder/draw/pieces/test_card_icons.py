"""The icon of a card is not covered by what stands before its scene."""

from __future__ import annotations

import pytest
from shapely.geometry import MultiPoint, Point, box

from builder.draw.pieces.cards.hero import Disc, hero_place, outline_of
from rulesdb import open_game

TAB, WORD, BAR = (0.0, 7.0, 29.0, 4.9), (44.0, 20.0, 19.0, 3.0), (0.0, 44.5, 69.5, 11.2)
BADGE = Disc(57.9, 11.6, 5.0)
COVERS = (TAB, WORD, BAR, BADGE)
POWERS = {power.slug: power["icon"] for power in open_game("bug-hunter").of_kind("power")}


@pytest.mark.parametrize("power", POWERS)
def test_icons_of_powers_are_clear_of_tab_badge_word_and_bar(power: str) -> None:
    icon = POWERS[power]
    (x, y), side = hero_place(outline_of(icon), (33.0, 25.8), 30.7, COVERS, 1.0, 1.0)
    ink = MultiPoint([(x + across * side, y + down * side) for across, down in outline_of(icon)])
    for left, top, width, height in (TAB, WORD, BAR):
        assert ink.distance(box(left, top, left + width, top + height)) >= 0.99
    assert ink.distance(Point(BADGE.x, BADGE.y)) >= BADGE.radius + 0.99
    assert side >= 0.7 * 30.7


def test_an_icon_with_nothing_before_it_stays_where_it_is() -> None:
    assert hero_place(outline_of("two-shadows"), (33.0, 25.8), 30.7, (), 1.0, 1.0) == ((33.0, 25.8), 30.7)


def test_an_icon_that_cannot_be_clear_is_as_large_as_wanted() -> None:
    everywhere = (0.0, 0.0, 70.0, 95.0)
    assert hero_place(outline_of("two-shadows"), (33.0, 25.8), 30.7, (everywhere,), 1.0, 1.0) == (
        (33.0, 25.8),
        30.7,
    )
