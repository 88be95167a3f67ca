"""Covers of kits: no star falls into the type, and the steps name what is in the kit."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from kits import GAMES, SCENARIOS, TRIED, kit_of, written_kit
from soak import every, times

from builder.draw.sentences.side_names import side_name
from builder.draw.sheets.backdrop import _MOTIFS
from builder.draw.surface.wording import load_words
from builder.press.pages.leaves import one_sided_from
from rulesdb import open_game

NAMES = tuple(dict.fromkeys((*TRIED, *SCENARIOS)))


def paths(group: Any) -> Iterator[str]:
    """The data of the paths of stars, which are dots."""
    for element in getattr(group, "elements", ()):
        data = element.attribs.get("d", "") if hasattr(element, "attribs") else ""
        if data.endswith("h.01"):
            yield data
        yield from paths(element)


@pytest.mark.soak
@pytest.mark.parametrize("name", every(times(6, 1), NAMES))
def test_stars_are_clear_of_type(name: str) -> None:
    cover = written_kit(name).pages[0].drawing
    margin = written_kit(name).paper.margin
    stars = [
        (float(x) + margin, float(y) + margin)
        for data in paths(cover.content)
        for x, y in re.findall(r"M(-?[\d.]+) (-?[\d.]+)h", data)
    ]
    # The letters of the title, which is the first large text, and of all above the picture.
    title = max(cover.texts, key=lambda text: text.height)
    for text in cover.texts:
        if text.y > title.y + title.height + 14:
            continue
        for x, y in stars:
            across = max(text.x - x, 0.0, x - text.x - text.width)
            down = max(text.y - y, 0.0, y - text.y - text.height)
            assert across + down > 2.0, f"{name}: a star at {x:.0f}, {y:.0f} in {text.text!r}"


@pytest.mark.soak
@pytest.mark.parametrize("name", every(times(6, 1), NAMES))
def test_steps_and_facts_name_what_is_in_the_kit(name: str) -> None:
    kit = written_kit(name)
    written = " ".join(text.text for text in kit.pages[0].drawing.texts)
    parts = {part for page in kit.pages for part in (page.part, page.also)}
    cut = written.partition("Cut out the ")[2].partition(".")[0]
    assert {part for part in ("Cards", "Counters", "Templates") if part.lower() in cut} == parts & {
        "Cards",
        "Counters",
        "Templates",
    }
    side, words = kit.scenario.forces[0].side, load_words().of_game(kit.scenario.ruleset)
    assert kit.scenario.forces[0].title in written or side_name(kit.scenario, side, words) in written


def test_each_game_has_a_backdrop_of_its_own() -> None:
    motifs = [open_game(game).face["backdrop"] for game in GAMES]
    assert len(set(motifs)) == len(motifs)
    assert set(motifs) <= set(_MOTIFS)


@pytest.mark.parametrize("name", ["kite-season", "dead-air"])
def test_sheets_to_tape_are_those_with_a_part_of_a_map(name: str) -> None:
    pages = kit_of(name).pages
    parts = [page for page in pages if page.part == "Maps" and re.search(r", part \d+ of \d+", page.title)]
    texts = [text.text for text in pages[0].drawing.texts]
    assert any(text.endswith(f"tape {len(parts)} sheets") for text in texts)


@pytest.mark.parametrize("name", ["the-old-one", "long-walk", "dead-air"])
def test_no_sheet_printed_on_one_side_is_among_those_printed_on_both(name: str) -> None:
    pages = kit_of(name).pages
    both = one_sided_from(pages)
    words = [text for text in pages[0].drawing.texts if "one side" in text.text]
    ranges = [text for text in pages[0].drawing.texts if re.fullmatch(r"\d[\d–, ]*", text.text)]
    for advice in words:
        beside = [text for text in ranges if text.y < advice.y + 1.0 and text.x > advice.x]
        if beside:
            nearest = max(beside, key=lambda text: text.y)
            assert int(re.split("[–,]", nearest.text)[0]) > both, advice.text
    assert all("both sides" not in text.text for text in pages[0].drawing.texts if "plain" in text.text)
