"""The complete play kit: its parts are drawn once, and in order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from builder.draw.surface.theme import load_theme
from builder.press.kit.kit import Kit, compose_kit
from builder.press.services.sheet_file import load_paper
from builder.scenario.model import Scenario


@pytest.fixture(scope="module")
def kit(dead_air: Scenario) -> Kit:
    return compose_kit(dead_air, load_paper("a4"), load_theme(), lint_status="clean")


def groups(element: Any) -> Iterator[Any]:
    yield element
    for child in getattr(element, "elements", ()):
        yield from groups(child)


def test_maps_and_pieces_are_drawn_once_for_all_outputs(kit: Kit) -> None:
    on_paper = {id(group) for page in kit.pages for group in groups(page.drawing.content)}
    alone = [*kit.loose, *(piece.front for pieces in kit.pieces.values() for piece in pieces)]
    assert len(alone) > len(kit.loose) > 0
    # The sheets of maps lack their titles.
    assert all(any(id(group) in on_paper for group in groups(drawing.content)) for drawing in alone)


def test_counters_are_counted_by_their_copies(kit: Kit) -> None:
    assert kit.counters == sum(piece.copies for piece in kit.pieces["counters"])
    assert kit.counters > len(kit.pieces["counters"])
