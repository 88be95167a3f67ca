"""What a counter shows of a unit's state, and of the hits that bring it there."""

from __future__ import annotations

from builder.draw.pieces.counter_look import CounterLook
from builder.draw.pieces.counters import CounterArtist
from builder.draw.surface.canvas import svg_text
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import load_theme, theme_names
from rulesdb import open_game

GAME = open_game("mobile-infantry")


def test_the_back_of_one_in_a_state_has_the_band_of_the_state_and_a_paler_field() -> None:
    for name in theme_names():
        theme = load_theme(name)
        own, state = CounterLook(theme, "bug"), CounterLook(theme, "movement")
        if own.saves_ink:
            continue
        warrior = CounterArtist(DrawingContext(theme)).unit(GAME, GAME.find("unit", "warrior"), 1)
        front, back = svg_text(warrior.front), svg_text(warrior.back)
        assert own.field in front
        assert state.band not in front
        assert state.band in back
        assert own.field not in back


def test_without_fills_a_frame_around_its_word_shows_a_state() -> None:
    warrior = CounterArtist(DrawingContext(load_theme("low-ink"))).unit(GAME, GAME.find("unit", "warrior"), 1)
    assert 'rx="0.8"' not in svg_text(warrior.front)
    assert 'rx="0.8"' in svg_text(warrior.back)


def test_the_hits_that_slow_and_kill_a_bug_are_in_its_corner_until_a_badge_is() -> None:
    artist = CounterArtist(DrawingContext(load_theme("default")))
    hits = {
        bug: artist.unit_sides(GAME, GAME.find("unit", bug), "WORD", "X1")[0].corner
        for bug in ("warrior", "flying-warrior", "tank-bug", "brain-bug")
    }
    assert hits == {"warrior": "2/4", "flying-warrior": "2/3", "tank-bug": "3/6", "brain-bug": "3"}
    warrior = artist.unit(GAME, GAME.find("unit", "warrior"), 1)
    assert "2/4" in {text.text for text in warrior.front.texts}
    assert "2/4" not in {text.text for text in warrior.back.texts}
