"""Numbers of a scenario that dice decide."""

from __future__ import annotations

from builder.draw.pieces.counters import CounterArtist
from builder.draw.sheets.briefing import with_dummies
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import load_theme
from builder.draw.surface.wording import load_words
from builder.scenario.load import scenario_from
from builder.scenario.model import Scenario
from rulesdb.shipped import shipped
from rulesdb.yaml_source import parse_yaml

TEXT = (shipped("scenarios") / "mobile_infantry" / "the-old-one.yaml").read_text(encoding="utf-8")


def guarded_by(amount: str) -> Scenario:
    return scenario_from(parse_yaml(TEXT.replace("count: 2D6", f"count: {amount}")))


def test_counters_are_printed_for_the_maximum_number() -> None:
    pieces = CounterArtist(DrawingContext(load_theme())).pieces(guarded_by("2D6"))
    assert sum(piece.copies for piece in pieces if piece.name.startswith("guard-")) == 12


def test_players_see_the_dice_and_not_the_maximum() -> None:
    guard = guarded_by("2D6").force("guard")
    assert guard is not None
    assert with_dummies(guard, load_words()) == "2D6 counters"


def test_a_seed_gives_the_same_number_in_every_game() -> None:
    guards = [guarded_by("{dice: 2D6, seed: 7}").force("guard") for _ in range(2)]
    assert [(guard.count, dict(guard.dice)) for guard in guards if guard] == [(5, {}), (5, {})]
