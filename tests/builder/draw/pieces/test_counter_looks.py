"""How counters look: units, vehicles, weapons and markers have icons, and none can be taken for another."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from kits import SCENARIOS, aids_of, scenario_of
from soak import every, times

from builder.draw.pieces.cards.hero import outline_of
from builder.draw.pieces.counter_names import SIZE
from builder.draw.pieces.counters import CounterArtist
from builder.draw.pieces.figure_places import icon_place
from builder.draw.pieces.piece import Piece
from builder.draw.surface.canvas import Drawing, svg_text
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.icons import icon_path, is_held_level, load_icons, slant_of
from builder.draw.surface.theme import load_theme, theme_names
from rulesdb import open_game

ROOT = Path(__file__).parents[4]
GAMES = ("bug-hunter", "handspan", "mobile-infantry", "bugged", "advanced-infantry")


def looks_of(game: str, *kinds: str) -> dict[str, Mapping[str, Any]]:
    return {entry.key: entry["counter"] for kind in kinds for entry in open_game(game).of_kind(kind)}


def sides_of(game: str) -> list[tuple[str, Mapping[str, str]]]:
    markers = open_game(game).of_kind("marker")
    return [
        (side.get("family", marker["family"]), side)
        for marker in markers
        for side in (marker["front"], marker.get("back", marker["front"]))
    ]


@pytest.mark.parametrize("game", GAMES)
def test_every_icon_exists(game: str) -> None:
    icons = [look["icon"] for look in looks_of(game, "unit", "vehicle").values()]
    icons += [entry["icon"] for kind in ("weapon", "position") for entry in open_game(game).of_kind(kind)]
    icons += [side["icon"] for _, side in sides_of(game) if "icon" in side]
    assert set(icons) <= load_icons().keys()


@pytest.mark.parametrize("game", GAMES)
def test_no_two_units_or_vehicles_look_alike(game: str) -> None:
    looks = looks_of(game, "unit", "vehicle")
    assert len({look["icon"] for look in looks.values()}) == len(looks)


@pytest.mark.parametrize("game", GAMES)
def test_no_two_weapons_have_one_icon(game: str) -> None:
    weapons = open_game(game).of_kind("weapon")
    assert len({weapon["icon"] for weapon in weapons}) == len(weapons)


@pytest.mark.parametrize("game", GAMES)
def test_no_two_words_on_markers_have_one_icon(game: str) -> None:
    words: dict[str, set[str]] = {}
    for _, side in sides_of(game):
        words.setdefault(side.get("icon", ""), set()).add(side.get("word", side["text"]).removesuffix("S"))
    assert {icon: texts for icon, texts in words.items() if len(texts) > 1} == {}


@pytest.mark.parametrize("theme", theme_names())
def test_every_theme_has_a_field_and_a_band_for_each_family(theme: str) -> None:
    counters = load_theme(theme).counters
    families = {family for game in GAMES for family, _ in sides_of(game)}
    families |= {look["family"] for game in GAMES for look in looks_of(game, "unit", "vehicle").values()}
    assert families | {f"{family}_band" for family in families} | {"rating"} == counters.keys()


@pytest.mark.soak
@pytest.mark.parametrize(("game", "language"), every(times(3, 1), list(product(GAMES, ["en", "de"]))))
def test_every_word_fits_its_counter(game: str, language: str) -> None:
    """A word that does not fit would be cut, and end in a period, as otherwise only abbreviations do."""
    aids = aids_of(game, language=language)
    own = {look.get("word") for look in looks_of(game, "unit", "vehicle").values()}
    texts = {text.text for page in aids.pages if page.part == "Counters" for text in page.drawing.texts}
    assert {text for text in texts if text.isupper() and text.endswith(".")} <= own


def test_every_icon_is_used() -> None:
    files = (path for folder in ("builder", "rulesdb") for path in (ROOT / folder).rglob("*"))
    texts = " ".join(
        path.read_text(encoding="utf-8")
        for path in files
        if path.suffix in (".py", ".yaml", ".html") and path.name != "icons.yaml"
    )
    words = set(re.findall(r"[\w-]+", texts))
    assert load_icons().keys() - words == set()


def drawn(name: str) -> dict[str, Piece]:
    """The counters of a scenario by their names."""
    pieces = CounterArtist(DrawingContext(load_theme())).pieces(scenario_of(name))
    return {piece.name: piece for piece in pieces}


def paths(face: Drawing) -> list[str]:
    return re.findall(r'<path [^>]*?\bd="([^"]+)"', svg_text(face))


def pictures(face: Drawing) -> list[str]:
    """Where and in what size the pictures of a face are, and what they show."""
    return re.findall(r'<g transform="[^"]+"><path [^>]+>', svg_text(face))


def test_the_counters_of_a_kind_have_their_icon_in_one_place_and_size() -> None:
    """An id of three characters does not push it away."""
    faces = [pictures(piece.front) for name, piece in drawn("candle").items() if name.startswith("warriors-")]
    assert len(faces) == 16
    assert all(face == faces[0] for face in faces)


def test_figures_look_like_what_they_do() -> None:
    """The Customs House has officers, recruits, somebody with a flamethrower and somebody with rockets."""
    context = DrawingContext(load_theme())
    named = {path: name for name, path in context.figures.items()}
    pieces = [piece for piece in drawn("customs-house").values() if not piece.name.startswith("marker")]
    shown = {named.get(path) for piece in pieces for path in paths(piece.front)} - {None}
    assert shown == {"soldier", "officer", "recruit", "masked", "heavy"}
    assert all(context.figures["soldier-prone"] in paths(piece.back) for piece in pieces)


def test_a_special_weapon_on_the_back_of_a_figure_is_its_patch() -> None:
    """In the Customs House, H4 has a rifle in hand and a grenade launcher besides."""
    launcher = open_game("advanced-infantry").find("weapon", "grenade-launcher")["icon"]
    assert icon_path(launcher) in paths(drawn("customs-house")["guard-H4"].front)


def test_the_letters_of_gear_are_on_the_band_as_large_as_a_weapon_on_another() -> None:
    """All Kites carry rifles and fly with jet packs, whose tanks take the room at their sides."""
    fronts = {name: piece.front for name, piece in drawn("kite-season").items()}
    kites = [front for name, front in fronts.items() if name.startswith("kites-")]
    assert len(kites) == 7
    [rifle] = [text for text in fronts["garrison-G4"].texts if text.text == "RIFLE"]
    for front in kites:
        [jet] = [text for text in front.texts if text.text == "JET"]
        assert jet.height == rifle.height


@pytest.mark.parametrize("name", ["cold-ford", "dead-air"])
def test_who_lies_prone_has_the_same_weapon_as_on_the_front_clear_of_the_name(name: str) -> None:
    scenario = scenario_of(name)
    context, seen = DrawingContext(load_theme()), set[str]()
    artist = CounterArtist(context)
    for force in scenario.forces:
        for member in force.members:
            front, back = artist.member_sides(scenario, force, member)
            assert back.is_prone
            assert back.icon == front.icon
            left, top, size = icon_place(back, context.metrics)
            [text] = [
                text for text in artist.member(scenario, force, member).back.texts if text.text == back.name
            ]
            assert 0 < left < SIZE - size
            turn = math.radians(slant_of(back.icon))
            across = [x * math.cos(turn) - y * math.sin(turn) for x, y in outline_of(back.icon)]
            # A cut that is half a millimeter off leaves it whole.
            assert (
                left + size / 2 + max(-min(across) if back.turned else max(across), 0.0) * size < SIZE - 0.6
            )
            # What is held level takes up the middle of its square.
            below = 0.82 if is_held_level(back.icon) else 1.0
            assert top + below * size < text.y - artist.bleed
            seen.add(back.icon)
    assert len(seen) > 3


@pytest.mark.parametrize(
    ("name", "piece", "word", "ratings"),
    [
        ("dead-air", "crew-02", "SCREECH", ("1", "5")),
        ("brood-debt", "tunneler", "TUNNELER", ("4", "3")),
        ("brood-debt", "leaper", "LEAPER", ("10", "1")),
    ],
)
def test_ratings_stand_on_the_band_clear_of_a_long_word_at_both_sides(
    name: str, piece: str, word: str, ratings: tuple[str, str]
) -> None:
    texts = next(each for id, each in drawn(name).items() if piece in id).front.texts
    [middle] = [text for text in texts if text.text == word]
    left, right = (next(text for text in texts if text.text == each) for each in ratings)
    assert middle.x - left.x - left.width >= 0.9
    assert right.x - middle.x - middle.width >= 0.9
    assert all(abs(text.y + text.height - middle.y - middle.height) < 0.5 for text in (left, right))


@pytest.mark.parametrize("game", GAMES)
def test_every_person_of_counters_is_drawn(game: str) -> None:
    looks = looks_of(game, "unit").values()
    persons = {person for look in looks for person in (look.get("figure"), *look.get("persons", {}).values())}
    persons |= {weapon.get("person") for weapon in open_game(game).of_kind("weapon")}
    assert persons - {None} <= DrawingContext(load_theme()).figures.keys()


@pytest.mark.parametrize("name", SCENARIOS)
def test_no_word_on_the_counter_of_a_creature_is_cut_short_or_a_plural(name: str) -> None:
    scenario = scenario_of(name)
    artist = CounterArtist(DrawingContext.of(scenario.ruleset, load_theme()))
    for force in scenario.forces:
        for piece in () if force.members else artist.units(scenario, force):
            texts = [text.text for face in (piece.front, piece.back) for text in face.texts]
            assert not any(text.endswith(".") for text in texts)
            assert f"{force.unit.title}s".upper() not in texts


@pytest.mark.parametrize(
    ("name", "word"),
    [("ninth-hour", "STINK BUGS"), ("relief", "STRANGLERS"), ("cold-berth", "LIGHTNING BUG")],
)
def test_counters_of_a_species_say_its_name(name: str, word: str) -> None:
    scenario = scenario_of(name)
    artist = CounterArtist(DrawingContext.of(scenario.ruleset, load_theme()))
    force = next(force for force in scenario.forces if force.species)
    for piece in artist.creatures(scenario, force):
        assert word in " ".join(text.text for text in sorted(piece.back.texts, key=lambda text: text.y))


def test_individual_species_of_a_roster_have_icons_of_their_own() -> None:
    icons = {scenario_of(name).forces[-1].icon for name in ("dead-air", "cold-berth")}
    assert len(icons) == 2


def test_experience_and_action_points_of_troopers_are_in_one_place_on_all_fronts() -> None:
    """Elite L1 has four chevrons and 12 points, regular M3 two and 10; no word pushes a figure aside."""
    pieces = {name: piece for name, piece in drawn("cold-ford").items() if name.startswith("rearguard-")}
    texts = {name: [text.text for text in piece.front.texts] for name, piece in pieces.items()}
    assert texts["rearguard-L1"] == ["RIFLE", "12", "L1"]
    assert texts["rearguard-M3"] == ["RIFLE", "10", "M3"]
    chevrons = {
        name: svg_text(piece.front).count('stroke-linejoin="miter"') for name, piece in pieces.items()
    }
    assert (chevrons["rearguard-L1"], chevrons["rearguard-M3"]) == (4, 2)
