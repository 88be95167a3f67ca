"""What the page offers depends on the kind of map."""

from __future__ import annotations

import pytest
from kits import SCENARIOS

from builder.studio.document import State
from builder.studio.palette import palette_of


@pytest.mark.parametrize(
    ("name", "offered", "not_offered"),
    [
        ("dead-air", "set-door", "paint-terrain"),
        ("static", "paint-terrain", "set-door"),
        ("last-lift", "place-piece", "set-door"),
        ("customs-house", "set-wall", "set-door"),
    ],
)
def test_only_operations_for_the_kind_of_map_are_offered(name: str, offered: str, not_offered: str) -> None:
    state = State(SCENARIOS[name].read_text(encoding="utf-8"))
    operations = {each["name"] for each in palette_of(state)["operations"]}
    assert offered in operations
    assert not_offered not in operations
