"""The leaf of hidden counters says what they are and how they are made, and is for their side alone."""

from __future__ import annotations

import re

import pytest
from kits import kit_of

from builder.draw.surface.wording import load_words
from builder.press.pages.page import Page

KITS = ["dead-air", "cold-berth", "long-walk", "relief", "ninth-hour"]


def leaf_of(name: str) -> Page:
    [leaf] = [page for page in kit_of(name).pages if page.part == "Counters" and page.reader]
    return leaf


@pytest.mark.parametrize("name", KITS)
def test_the_leaf_explains_its_counters_and_their_making(name: str) -> None:
    words, written = load_words(), {text.text for text in leaf_of(name).drawing.texts}
    assert {words("fold.content"), words("fold.title"), words("fold.hidden")} <= written
    assert {"1", "2", "3", "4"} <= written


@pytest.mark.parametrize("name", KITS)
def test_what_is_hidden_is_explained_to_nobody_else(name: str) -> None:
    title = load_words()("fold.content")
    readers = {page.reader for page in kit_of(name).pages if any(t.text == title for t in page.drawing.texts)}
    assert readers == {leaf_of(name).reader}


@pytest.mark.parametrize(("name", "count"), [("dead-air", 9), ("long-walk", 6), ("relief", 12)])
def test_the_leaf_says_how_many_counters_there_are(name: str, count: int) -> None:
    written = " ".join(text.text for text in leaf_of(name).drawing.texts)
    assert re.search(rf"sees of your {count} counters", written)
