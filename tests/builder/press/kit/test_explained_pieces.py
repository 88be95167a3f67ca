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
