"""What the pieces say is explained where its readers look, and nobody reads it twice."""

from __future__ import annotations

from collections import Counter

import pytest
from kits import TRIED, kit_of

KEY, ANATOMY = "Markers", "What is on a counter"


def readers_of(name: str, heading: str) -> list[str]:
    """The readers of the pages with a heading, empty for all players."""
    return [
        page.reader for page in kit_of(name).pages if any(text.text == heading for text in page.drawing.texts)
    ]


@pytest.mark.parametrize("name", [*TRIED, "the-old-one", "cold-ford"])
def test_the_key_to_the_markers_is_once_in_a_kit_on_a_page_for_all(name: str) -> None:
    assert readers_of(name, KEY) == [""]


@pytest.mark.parametrize("name", [*TRIED, "relief", "long-walk", "ninth-hour"])
def test_no_reader_has_a_counter_explained_twice(name: str) -> None:
    counts = Counter(readers_of(name, ANATOMY))
    assert set(counts.values()) <= {1}


@pytest.mark.parametrize("name", ["dead-air", "relief", "long-walk"])
def test_templates_that_all_use_are_not_below_the_hidden_counters_of_a_side(name: str) -> None:
    pages = kit_of(name).pages
    assert [page.title for page in pages if page.reader and page.also == "Templates"] == []
    assert any("Templates" in (page.part, page.also) for page in pages if not page.reader)
