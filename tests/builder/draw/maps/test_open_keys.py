"""The key of open ground: everything that the map shows, and nothing else."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from builder.draw.maps.map_artists import map_artist
from builder.draw.maps.map_key import Key, KeyItem
from builder.draw.maps.open.artist import OpenArtist
from builder.draw.maps.zone_tabs import first_step
from builder.draw.surface.canvas import Canvas, svg_text
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import load_theme
from builder.draw.surface.wording import load_words
from builder.scenario.load import load_scenario
from builder.scenario.model import Scenario
from rulesdb.shipped import shipped

WORDS = load_words()


def scenario(name: str) -> Scenario:
    return load_scenario(shipped("scenarios") / f"{name}.yaml")


def key_of(played: Scenario) -> list[tuple[str, str]]:
    """The titles and texts of the items of a key."""
    artist = map_artist(played, DrawingContext(load_theme(), debug=True))
    assert isinstance(artist, OpenArtist)
    return [(item.title, item.text) for item in artist.key.items]


def said_of(*titles: str) -> str:
    return WORDS("map.landmark-said", titles=", ".join(titles))


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("bugged/brood-debt", "Pick-up"),
        ("mobile_infantry/candle", "The Wick"),
        ("bugged/kessel-wash", "Valve"),
    ],
)
def test_a_sign_below_the_star_of_an_objective_is_in_the_key(name: str, title: str) -> None:
    assert (WORDS("map.objective"), said_of(title)) in key_of(scenario(name))


def test_objectives_with_one_sign_are_one_item_and_those_without_one_have_the_plain_star() -> None:
    played = scenario("bugged/brood-debt")
    [pick_up] = played.objectives
    second = replace(pick_up, id="hill", title="Old Hill")
    third = replace(pick_up, id="second-pick-up", title="Second Pick-up")
    items = key_of(replace(played, objectives=(pick_up, second, third)))
    objectives = [text for title, text in items if title == WORDS("map.objective")]
    assert objectives == ["", said_of("Pick-up", "Second Pick-up")]


def test_every_name_in_a_key_is_as_high_beside_its_sample_however_long_the_words_about_it_are() -> None:
    samples: list[float] = []
    about = [
        "",
        "one line",
        "words that run on over two lines",
        "words that run on and on over three lines or more",
    ]
    items = [KeyItem("Name", text, lambda _, at: samples.append(at[1])) for text in about]
    context = DrawingContext(load_theme())
    canvas, key = Canvas(200, 100, context), Key(items, context)
    key.draw(canvas, 0, 0, 1, by_rows=False, width=41.0)
    names = [float(y) for y in re.findall(r'y="([\d.]+)"[^>]*>Name<', svg_text(canvas.drawing("key", "Key")))]
    below = [round(name - sample, 1) for name, sample in zip(names, samples, strict=True)]
    # A name alone is level with its sample.
    assert len(set(below[1:])) == 1
    assert below[0] > below[1]


def test_the_key_has_the_points_that_the_game_asks_for_ground_and_for_steps_up_and_across() -> None:
    key = dict(key_of(scenario("bugged/kessel-wash")))
    assert [key["Grass"], key["Rocks"], key["Deep water"]] == [
        WORDS("map.hex-cost", count=points) for points in (1, 2, 3)
    ]
    assert key["Level 1, 2"] == WORDS("map.slope", factor=2)
    assert key["Wall"] == key["Hedge"] == WORDS("map.across", factor=2)


def test_a_wreck_that_a_label_names_is_in_the_key() -> None:
    assert ("Wreckage", WORDS("map.no-effect")) in key_of(scenario("bugged/brood-debt"))
    assert "Wreckage" not in dict(key_of(scenario("bugged/kessel-wash")))


def test_the_arrow_of_a_zone_is_in_the_key_only_if_all_in_a_zone_face_one_way() -> None:
    assert WORDS("map.facing") in dict(key_of(scenario("bugged/brood-debt")))
    assert WORDS("map.facing") not in dict(key_of(scenario("bugged/kessel-wash")))


@pytest.mark.parametrize("name", ["bugged/kessel-wash", "bugged/static"])
def test_the_tab_of_a_zone_in_the_key_has_the_first_step_of_its_side(name: str) -> None:
    played = scenario(name)
    first, second = (first_step(played, played.zones, side) for side in (0, 1))
    assert (first, second) == ("1", "2")
