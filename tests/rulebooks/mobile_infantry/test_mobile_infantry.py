"""Mobile Infantry, compared with a second reading of its book, and more tests of its procedures."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesdb import Basis, InputError, Ruleset, open_game
from rulesdb.games.mobile_infantry.procedures.combat import Shooter
from rulesdb.tables import show_value
from rulesdb.tables.axes import Axis, Interval
from rulesdb.yaml_source import load_yaml

BOOK: dict[str, Any] = load_yaml(Path(__file__).with_name("second_reading.yaml")).data
GAME = open_game("mobile-infantry")
MISSIONS = [
    "bravo-two-zero", "sir-is-this-another-bug-hunt", "tunnel-rats", "eagle-down", "puff-the-magic-dragon",
    "fort-joe-smith", "the-head-hunters",
]  # fmt: skip


@pytest.fixture(scope="module")
def mi() -> Ruleset:
    return GAME


def row_of(line: str) -> tuple[dict[str, str], str, bool]:
    """Inputs, result, and whether the book states it explicitly according to the second reading."""
    at, _, result = line.rpartition(" is ")
    return dict(part.split(" ", 1) for part in at.split(", ")), result.removesuffix(" ?"), result[-1] != "?"


@pytest.mark.parametrize("slug", BOOK["tables"])
def test_every_cell_matches_the_book(mi: Ruleset, slug: str) -> None:
    for line in BOOK["tables"][slug]:
        inputs, result, outright = row_of(line)
        answer = mi.table(slug).lookup(**inputs)
        assert show_value(answer.result) == result, line
        assert outright or answer.provenance.basis in (Basis.DERIVED, Basis.READING), line


@pytest.mark.parametrize("slug", BOOK["tables"])
def test_the_second_reading_covers_every_cell(mi: Ruleset, slug: str) -> None:
    readings = [row_of(line)[0] for line in BOOK["tables"][slug]]
    table = mi.table(slug)
    is_label = {axis.name: axis.is_label for axis in table.axes}
    for at, _ in table.cells():
        assert any(
            all(
                inputs[name] == place if is_label[name] else int(inputs[name]) in Interval.parse(place)
                for name, place in at.items()
            )
            for inputs in readings
        ), at


def test_every_table_of_the_book_has_two_transcriptions(mi: Ruleset) -> None:
    of_the_book = {
        slug for slug, table in mi.tables.items() if table.entry.provenance.basis is not Basis.HOUSE
    }
    assert of_the_book == set(BOOK["tables"])


def test_every_modifier_matches_the_book(mi: Ruleset) -> None:
    modifiers = {
        slug: {modifier.id: modifier.add for modifier in table.modifiers}
        for slug, table in mi.tables.items()
        if table.modifiers
    }
    assert modifiers == BOOK["modifiers"]


def test_every_heading_of_the_book_is_a_rule(mi: Ruleset) -> None:
    assert [rule.slug for rule in mi.of_kind("rule")] == list(mi.sections)


def test_both_sequences_have_the_steps_of_the_book_in_order(mi: Ruleset) -> None:
    steps: dict[str, list[str]] = {}
    for phase in sorted(mi.of_kind("phase"), key=lambda phase: int(phase["order"])):
        steps.setdefault(phase["of"], []).append(phase.title)
    assert steps == {
        "round before bugs are detected": ["March", "Presence test", "Spotting test"],
        "round once bugs are detected": [
            "Bugs move", "Firefight", "Close combat", "MI move", "Presence test", "Spotting test",
        ],
    }  # fmt: skip


def test_a_regiment_has_the_printed_total_not_the_sum_of_its_parts(mi: Ruleset) -> None:
    cell = mi.table("strength").lookup(unit="regiment")
    assert (cell.result, cell.provenance.basis) == (375, Basis.PRINTED)
    counted = mi.procedure("count-strength").resolve(unit="regiment")
    assert (counted.result, counted.provenance.basis) == (335, Basis.DERIVED)
    assert "335" in cell.provenance.note
    assert "375" in counted.provenance.note


@pytest.mark.parametrize(
    ("slug", "pair"),
    [(slug, pair.split()) for slug, pairs in BOOK["never together"].items() for pair in pairs],
)
def test_contradictory_conditions_are_rejected(mi: Ruleset, slug: str, pair: list[str]) -> None:
    with pytest.raises(InputError, match=f"{pair[0]}.*{pair[1]}|{pair[1]}.*{pair[0]}"):
        mi.table(slug).odds(modifiers=pair, **{axis.name: axis.labels[0] for axis in labelled(mi, slug)})


def labelled(mi: Ruleset, slug: str) -> list[Axis]:
    return [axis for axis in mi.table(slug).axes if axis.is_label]


@pytest.mark.parametrize(
    ("modifiers", "basis"),
    [
        ([], Basis.PRINTED),
        (["short-range", "static-position"], Basis.PRINTED),
        (["point-blank"], Basis.READING),
        (["last-of-team", "last-of-squad"], Basis.READING),
    ],
)
def test_the_basis_of_a_shot_is_its_least_certain_modifier(
    mi: Ruleset, modifiers: list[str], basis: Basis
) -> None:
    answer = mi.table("to-hit").lookup(experience="greenhorn", die=3, modifiers=modifiers)
    assert answer.provenance.basis is basis


def test_the_last_man_of_a_squad_is_the_last_of_his_team_too(mi: Ruleset) -> None:
    both = mi.table("to-hit").odds(experience="greenhorn", modifiers=["last-of-team", "last-of-squad"])
    assert both["hit"] == Fraction(4, 6)


READINGS = [
    "move-mi", "move-bug", "check-presence", "react", "reaction-odds", "fire", "kill-odds", "fire-autocannon",
    "spray", "attack-odds", "score-mission",
]  # fmt: skip


@pytest.mark.parametrize("slug", READINGS)
def test_a_procedure_that_depends_on_a_reading_names_it(mi: Ruleset, slug: str) -> None:
    provenance = mi.procedure(slug).entry.provenance
    assert provenance.basis is Basis.READING
    assert provenance.note


VICTORY = {
    "bravo-two-zero": "mi-killed 1, officer-killed 3, craft-lost 5 | bug-killed 1, objective-reached 5/10/20",
    "sir-is-this-another-bug-hunt": (
        "mi-killed 1, officer-killed 3, craft-lost 5 "
        "| warrior-killed 2, flying-warrior-killed 3, tank-bug-killed 5"
    ),
    "tunnel-rats": "mi-killed 1, officer-killed 3, craft-lost 5 | bug-killed 1, chamber-reached 5/10/20",
    "eagle-down": "mi-killed 1, officer-killed 3, craft-lost 5 | bug-killed 1, survivor-rescued 5",
    "puff-the-magic-dragon": "mi-killed 1, craft-lost 5 | bug-killed 1, bug-left 1",
    "fort-joe-smith": "mi-killed 1, officer-killed 3, craft-lost 5 | bug-killed 1, mi-saved 3",
    "the-head-hunters": (
        "mi-killed 1, officer-killed 3, craft-lost 5 "
        "| bug-killed 1, brain-bug-killed 5, brain-bug-captured 20"
    ),
}


@pytest.mark.parametrize("slug", MISSIONS)
def test_victory_points_of_a_mission(mi: Ruleset, slug: str) -> None:
    lines: dict[str, list[str]] = {"bug": [], "mi": []}
    for line in mi.find("mission", slug)["victory"]:
        points = "/".join(map(str, line["by_number"])) if "by_number" in line else line["each"]
        lines[line["side"]].append(f"{line['event']} {points}")
    assert " | ".join(", ".join(side) for side in lines.values()) == VICTORY[slug]


def test_missions_are_in_the_order_of_the_roll(mi: Ruleset) -> None:
    assert [mission.slug for mission in mi.of_kind("mission")] == MISSIONS
    assert [mission["number"] for mission in mi.of_kind("mission")] == list(range(1, 8))
    roll = mi.table("mission-roll")
    assert [roll.lookup(die=number).result for number in range(1, 8)] == MISSIONS


@pytest.mark.parametrize(
    "slug", [slug for slug in MISSIONS if slug not in ("tunnel-rats", "the-head-hunters")]
)
def test_twelve_pieces_of_terrain_of_which_the_mi_move_three(mi: Ruleset, slug: str) -> None:
    assert dict(mi.find("mission", slug)["terrain"]) == {"pieces": 12, "laid_by": "bug", "moved": 3}


DISTANCES = {
    "bravo-two-zero": {"objective table-edge 6+", "objective objective 12+", "landing table-edge -6"},
    "sir-is-this-another-bug-hunt": {"rendezvous drop-zone 36+"},
    "tunnel-rats": {"landing entrance -12"},
    "eagle-down": {"crash-site table-edge 6+", "landing table-edge -6", "landing crash-site 36+"},
    "puff-the-magic-dragon": {"rendezvous drop-zone 36+"},
    "fort-joe-smith": {"fortress table-center -12"},
    "the-head-hunters": set(),
}


@pytest.mark.parametrize("slug", MISSIONS)
def test_distances_of_a_mission(mi: Ruleset, slug: str) -> None:
    distances = {
        f"{line['of']} {line['from']} " + (f"{line['least']}+" if "least" in line else f"-{line['most']}")
        for line in mi.find("mission", slug).get("distances", ())
    }
    assert distances == DISTANCES[slug]


@pytest.mark.parametrize("slug", ["bravo-two-zero", "eagle-down", "puff-the-magic-dragon"])
def test_called_craft_are_three_of_ten_within_twelve_inches(mi: Ruleset, slug: str) -> None:
    retrieval = mi.find("mission", slug)["retrieval"]
    assert {name: retrieval[name] for name in ("by", "craft", "capacity", "away", "within")} == {
        "by": "call", "craft": 3, "capacity": 10, "away": 3, "within": 12,
    }  # fmt: skip


def test_the_timetable_and_the_fort_have_their_own_retrieval(mi: Ruleset) -> None:
    timetable = mi.find("mission", "sir-is-this-another-bug-hunt")["retrieval"]
    assert dict(timetable) == {"by": "timetable", "craft": 3, "capacity": 10, "away": 3, "rounds": [6, 9, 12]}
    assert mi.find("mission", "fort-joe-smith")["retrieval"]["by"] == "roll"


def test_the_tunnel_plan(mi: Ruleset) -> None:
    assert mi.find("mission", "tunnel-rats")["tunnels"] == {
        "entrances": {"least": 3},
        "tunnels": {"least": 8, "most": 12},
        "length": {"least": 12, "most": 24},
        "width": {"least": 4, "most": 6},
        "chambers": 3,
        "diameter": 12,
    }
    assert mi.find("mission", "the-head-hunters")["set_up_as"] == "tunnel-rats"


def test_what_may_be_built_at_the_fort(mi: Ruleset) -> None:
    assert mi.find("mission", "fort-joe-smith")["fortifications"] == {
        "walls": 60, "fire_towers": 1, "landing_zones": 1, "bunkers": 2, "mini_guns": 2, "autocannon": 1,
    }  # fmt: skip


PLACED = ["up to twelve pieces", "move three"]
CARRIED = ["carries ten", "3 rounds to pick them up"]
CALLED = [*PLACED, *CARRIED, "within 12 inches of him"]
FIGURES_IN_WORDS = {
    "bravo-two-zero": [*CALLED, "three equal sectors across", "within 6 inches of any edge"],
    "sir-is-this-another-bug-hunt": [*PLACED, *CARRIED, "rounds 6, 9 and 12"],
    "tunnel-rats": [
        "eight to twelve tunnels from 12 to 24 inches long",
        "4 to 6 inches wide",
        "12 inches across",
    ],
    "eagle-down": [*CALLED, "within 24 inches", "within 6 inches of any edge"],
    "puff-the-magic-dragon": [*CALLED, "the whole table"],
    "fort-joe-smith": [*PLACED, "60 inches", "Two mini-guns and an autocannon", "4, 5 or 6", "4D6 inches"],
    "the-head-hunters": ["2D6 Warriors", "four MI", "1D6 inches"],
}


@pytest.mark.parametrize(
    ("slug", "phrase"), [(slug, phrase) for slug, phrases in FIGURES_IN_WORDS.items() for phrase in phrases]
)
def test_mission_figures_also_appear_in_the_text(mi: Ruleset, slug: str, phrase: str) -> None:
    mission = mi.find("mission", slug)
    assert phrase in " ".join([*mission["layout"], *mission["conditions"]])


@pytest.mark.parametrize(
    ("experience", "modifiers", "least"),
    [
        ("greenhorn", (), 6),
        ("greenhorn", ("point-blank", "static-position"), 3),
        ("veteran", ("short-range",), 4),
        ("veteran", ("falling-back", "fast-crossing"), 7),
        ("veteran", ("point-blank", "static-position", "last-of-squad"), 1),
    ],
)
def test_chance_to_hit_counts_faces_from_the_minimum_up(
    mi: Ruleset, experience: str, modifiers: tuple[str, ...], least: int
) -> None:
    chance = mi.table("to-hit").odds(experience=experience, modifiers=modifiers)["hit"]
    assert chance == Fraction(7 - least, 6)


@given(
    st.lists(
        st.sampled_from(["assault-rifle/burst", "assault-rifle/sustained", "mini-gun/sustained"]), max_size=5
    ),
    st.sampled_from(["warrior", "flying-warrior", "tank-bug"]),
)
def test_kill_odds_agree_with_an_independent_library(volley: list[str], bug: str) -> None:
    shooters = tuple(Shooter.parse(f"{text}/veteran/short-range") for text in volley)
    dice = sum(1 if text.endswith("burst") else 3 for text in volley)
    hits = icepool.d6.map(lambda face: face >= 4).pool(dice).sum() if dice else icepool.Die([0])
    needed = {"warrior": 4, "flying-warrior": 3, "tank-bug": 6}[bug]
    odds = GAME.procedure("kill-odds")(shooters, bug)
    assert Fraction(odds.get("killed", "0")) == hits.probability(">=", needed)
    assert Fraction(odds.get("missed", "0")) == hits.probability("==", 0)
    assert sum(Fraction(chance) for chance in odds.values()) == 1


def test_an_autocannon_jams_once_in_1296(mi: Ruleset) -> None:
    cannon = mi.procedure("fire-autocannon")
    jams = [dice for dice in product(range(1, 7), repeat=4) if cannon(dice, "experienced")[1]]
    assert jams == [(1, 1, 1, 1)]


@pytest.mark.parametrize("choice", ["", "gung-ho", "fall-back", "rout"])
def test_veterans_rout_only_when_both_dice_say_so(mi: Ruleset, choice: str) -> None:
    react = mi.procedure("react")
    routs = [dice for dice in product(range(1, 7), repeat=2) if react(dice, choice=choice) == "rout"]
    assert routs == [(1, 1)]


@pytest.mark.parametrize("veteran", [False, True])
@pytest.mark.parametrize("casualties", range(4))
def test_the_chances_of_a_reaction_add_up_to_one(mi: Ruleset, veteran: bool, casualties: int) -> None:
    odds = mi.procedure("reaction-odds")(("casualty",) * casualties, veteran)
    assert sum(Fraction(chance) for chance in odds.values()) == 1


def test_bugs_at_the_fort_appear_around_it_on_four_or_more(mi: Ruleset) -> None:
    results = [mi.procedure("check-presence")(seed, mission="fort-joe-smith") for seed in range(400)]
    there = [bugs for bugs in results if bugs is not None]
    assert {bugs.location for bugs in there} == {"fort"}
    assert all(4 <= bugs.inches <= 24 for bugs in there)
    assert mi.table("fort-presence").odds()["present"] == Fraction(1, 2)


@pytest.mark.parametrize("bug", ["warrior", "tank-bug"])
def test_a_slowed_bug_moves_half_as_far(mi: Ruleset, bug: str) -> None:
    move, slowed_at = mi.procedure("move-bug"), {"warrior": 2, "tank-bug": 3}[bug]
    assert all(move(bug, seed, hits=slowed_at) * 2 == move(bug, seed) for seed in range(30))
    assert all(move(bug, seed, hits=slowed_at - 1) == move(bug, seed) for seed in range(30))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (("kill-odds", (Shooter("mini-gun"),), "warrior"), "sustained fire only"),
        (
            ("kill-odds", (Shooter("assault-rifle", modifiers=("short-range", "point-blank")),), "warrior"),
            r"'short-range' and 'point-blank' are of one choice \(range\)",
        ),
        (("kill-odds", (), "warrior", 4), "taken=4: use 0-3"),
        (("attack-odds", "tank-bug"), "do not fight this way"),
        (("react", (1, 2, 3)), "one die, or two"),
        (("score-mission", "tunnel-rats", ("chamber-reached=4",)), "at most 3"),
        (("score-mission", "tunnel-rats", ("officers=4",)), "write one of mi-killed"),
        (("move-bug", "warrior", 1, 4), "hits=4: use 0-3"),
        (("spot", 7), "die=7: use 1-6"),
    ],
)
def test_impossible_input_is_rejected_with_the_accepted_values(
    mi: Ruleset, call: tuple[Any, ...], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        mi.procedure(call[0])(*call[1:])
