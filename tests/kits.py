"""Scenarios, kits and aids that many tests use: each is composed once per process.

Some in the model language are drawn with svgwrite's validator on, which raises on any attribute that SVG does
not have; with ``make soak``, all of them.
"""

from __future__ import annotations

import functools

from soak import WHOLE

from builder.draw.surface.canvas import Drawing
from builder.draw.surface.theme import load_theme
from builder.draw.surface.typography import Typography
from builder.draw.surface.wording import MODEL, language_names, load_words
from builder.games.mobile_infantry.missions import mission_scenario
from builder.games.mobile_infantry.missions.layout import missions_with_layout
from builder.press.kit.kit import COVER, Kit, compose_kit
from builder.press.kit.play_aids import AIDS, PlayAids, compose_aids
from builder.press.services.sheet_file import load_paper
from builder.scenario.load import load_scenario, scenario_from
from builder.scenario.model import Scenario
from rulesdb import open_game
from rulesdb.shipped import shipped
from rulesdb.yaml_source import parse_yaml

GAMES = ("bug-hunter", "handspan", "mobile-infantry", "bugged", "advanced-infantry")
SCENARIOS = {path.stem: path for path in sorted(shipped("scenarios").rglob("*.yaml"))}
MISSIONS = missions_with_layout()
# One scenario for each kind of map.
MAPS = ("dead-air", "eagle-six", "static", "customs-house")
VALIDATED = MAPS[:2]
# Those that are tested each time: one for each kind of map and each game, and one of a mission with tunnels.
TRIED = (*SCENARIOS, *MISSIONS) if WHOLE else (*MAPS, "last-lift", "tunnel-rats")
# The same with languages: the scenario that is translated and a short one stand for other languages.
TRIED_IN = tuple(
    (name, language)
    for language in language_names()
    for name in (TRIED if WHOLE or language == MODEL else ("dead-air", "last-lift"))
)


def scenario_of_mission(slug: str, seed: int = 1) -> Scenario:
    game = open_game("mobile-infantry")
    text = mission_scenario(game, game.find("mission", slug), slug, slug.replace("-", " ").title(), seed)
    return scenario_from(parse_yaml(text, "mission.yaml"))


@functools.cache
def scenario_of(name: str) -> Scenario:
    """A shipped scenario, or one generated from a mission."""
    return load_scenario(SCENARIOS[name]) if name in SCENARIOS else scenario_of_mission(name)


@functools.cache
def kit_of(name: str, language: str = MODEL) -> Kit:
    """The kit of a scenario on A4."""
    theme = load_theme(words=load_words(language))
    is_validated = language == MODEL and (WHOLE or name in VALIDATED)
    return compose_kit(scenario_of(name), load_paper("a4"), theme, debug=is_validated)


@functools.cache
def written_kit(name: str, language: str = MODEL) -> Kit:
    """The kit of a scenario; if it is not tried as a whole, only the parts with texts of the scenario."""
    if name in TRIED:
        return kit_of(name, language)
    theme = load_theme(words=load_words(language))
    return compose_kit(
        scenario_of(name), load_paper("a4"), theme, parts=(COVER, "briefing", "roster", "cards")
    )


@functools.cache
def aids_of(game: str, paper: str = "a4", language: str = MODEL) -> PlayAids:
    """Every aid of a game."""
    theme = load_theme(words=load_words(language))
    return compose_aids(open_game(game), load_paper(paper), theme, aids=AIDS, debug=language == MODEL)


@functools.cache
def _typography(language: str) -> Typography:
    return Typography(load_words(language))


def printed(text: str, language: str = MODEL) -> str:
    """A text of the data as drawings print it."""
    return _typography(language)(text)


def drawings_of(kit: Kit) -> list[Drawing]:
    return [*(page.drawing for page in kit.pages), *kit.loose]
