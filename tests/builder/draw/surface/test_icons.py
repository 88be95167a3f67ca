"""Icons: the badge of a game exists, and the icon of the site is one of the set."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from builder import publish
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.icons import load_icons
from builder.draw.surface.theme import load_theme
from rulesdb import UnknownEntry, open_game

STATIC = Path(publish.__file__).parent / "static" / "icons"


def test_a_misspelled_badge_is_reported_with_the_icon_that_is_meant() -> None:
    game = open_game("handspan")
    wrong = replace(game, face={**game.face, "icon": "open-plam"})
    with pytest.raises(UnknownEntry, match=r"no icon 'open-plam'; did you mean open-palm"):
        DrawingContext.of(wrong, load_theme())


@pytest.mark.parametrize("name", ["app", "maskable"])
def test_the_icon_of_the_site_is_that_of_the_set(name: str) -> None:
    drawn = re.findall(r' d="([^"]+)"', (STATIC / f"{name}.svg").read_text(encoding="utf-8"))
    assert drawn == [" ".join(load_icons()["brain-tentacle"].path.split())]
