"""Tables and lists of the running text, compared with a second reading of the book."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulesdb import Basis, Ruleset
from rulesdb.tables.axes import Interval
from rulesdb.yaml_source import load_yaml

BOOK: dict[str, Any] = load_yaml(Path(__file__).with_name("second_reading.yaml")).data
TABLES = {
    key.partition(" (")[0]: lines
    for key, lines in BOOK.items()
    if isinstance(lines, list) and lines and " is " in str(lines[0]) and "blast" not in key
}


def block(name: str) -> Any:
    return next(value for key, value in BOOK.items() if key.startswith(name))


def row_of(line: str) -> tuple[dict[str, str], str]:
    given, _, result = line.partition(" is ")
    return dict(part.split(" ", 1) for part in given.split(", ")), result


def test_every_cell_matches_the_book(bug_hunter: Ruleset) -> None:
    answers = {
        (slug, line): str(bug_hunter.table(slug).lookup(**row_of(line)[0]).result)
        for slug, lines in TABLES.items()
        for line in lines
    }
    assert answers == {(slug, line): row_of(line)[1] for slug, line in answers}


@pytest.mark.parametrize("slug", TABLES)
def test_the_second_reading_covers_every_cell(bug_hunter: Ruleset, slug: str) -> None:
    read_inputs = [row_of(line)[0] for line in TABLES[slug]]
    for at, _ in bug_hunter.table(slug).cells():
        axes = {axis.name: axis for axis in bug_hunter.table(slug).axes}

        def meets(inputs: dict[str, str], at: dict[str, str] = at, axes: dict[str, Any] = axes) -> bool:
            return all(
                inputs[name] == place if axes[name].is_label else int(inputs[name]) in Interval.parse(place)
                for name, place in at.items()
            )

        assert any(meets(inputs) for inputs in read_inputs), at


def test_every_table_of_the_book_has_two_transcriptions(bug_hunter: Ruleset) -> None:
    first = {"random-activation", "random-panic", "random-ability", "door-costs", "decompression-attack"}
    records = {
        "machinery-damage",
        "passage-actions",
        "ways-out",
        "loss-of-position",
        "recovery-outcomes",
        "sample-pieces",
        "formations",
    }
    elsewhere = {
        "capabilities",
        "forces-of-positions",
        "positions-assigned",
        "standard-rules-cited",
        "activation-row",
        "motion-tracker",
    }
    of_the_book = {
        slug for slug, table in bug_hunter.tables.items() if table.entry.provenance.basis is not Basis.HOUSE
    }
    assert of_the_book == set(TABLES) | first | records | elsewhere


@pytest.mark.parametrize("line", block("machinery-damage"))
def test_machinery_damage(bug_hunter: Ruleset, line: str) -> None:
    inputs, result = row_of(line)
    damage = bug_hunter.table("machinery-damage").lookup(**inputs).result
    assert f"{damage['blast']} and {damage['structural points']}" == result
    assert damage["hexes"] == 7


def test_after_its_blast_explosive_machinery_attacks_in_its_own_hex_only(bug_hunter: Ruleset) -> None:
    damage = bug_hunter.table("machinery-damage")
    assert "damaged hex only" in damage.lookup(machinery="explosive").result["afterwards"]
    assert damage.lookup(machinery="obstructing").result["afterwards"] == "nothing"


@pytest.mark.parametrize("position", block("who may"))
def test_capabilities(bug_hunter: Ruleset, position: str) -> None:
    table = bug_hunter.table("capabilities")
    allowed = [act for act in table.axes[1].labels if table.lookup(position=position, capability=act).result]
    assert sorted(allowed) == block("who may")[position]


@pytest.mark.parametrize("position", block("forces by position"))
def test_forces_of_a_position(bug_hunter: Ruleset, position: str) -> None:
    table = bug_hunter.table("forces-of-positions")
    forces = [force for force in table.axes[1].labels if table.lookup(position=position, force=force).result]
    assert forces == block("forces by position")[position]


def test_a_death_costs_preservation_chits(bug_hunter: Ruleset) -> None:
    costs = {
        at["position"]: cell.value["preservation chits"]
        for at, cell in bug_hunter.table("loss-of-position").cells()
    }
    assert len(costs) == 16
    assert {position: cost for position, cost in costs.items() if cost} == block("what a death costs")


def test_nineteen_standard_rules_changed_and_seven_more_are_cited(bug_hunter: Ruleset) -> None:
    cells = {at["section"]: cell for at, cell in bug_hunter.table("standard-rules-cited").cells()}
    sections = {section: cell.provenance.source.section for section, cell in cells.items()}
    listed = [section for section, source in sections.items() if source == "301.0"]
    assert listed == [str(section) for section in block("standard rules that have changed")]
    assert len(listed) == 19
    changed = [section for section, cell in cells.items() if cell.value["changed"]]
    assert [section for section in changed if section not in listed] == ["7.3"]  # a case of 7.0
    cited = {section: source for section, source in sections.items() if source != "301.0"}
    assert cited == {str(section): str(at) for section, at in block("standard rules cited elsewhere").items()}


@pytest.mark.parametrize("piece", block("faces of samples"))
def test_sample_pieces(bug_hunter: Ruleset, piece: str) -> None:
    result = bug_hunter.table("sample-pieces").lookup(piece=piece).result
    assert [result["front"], result["back"]] == block("faces of samples")[piece]


def test_text_on_markers_is_from_the_book_or_marked_house(bug_hunter: Ruleset) -> None:
    texts = block("writing on markers")
    for marker in bug_hunter.of_kind("marker"):
        bases = {item["of"]: item["basis"] for item in marker["bases"]}
        assert bases.pop("copies") == "house"
        for side, printed in zip(("front", "back"), texts.get(marker.slug, ["", ""]), strict=True):
            if side not in marker.facts:
                continue
            face = marker[side]
            words = f"{face['text']} {face.get('value', '')}".replace("\n", " ").strip()
            assert words == printed if side not in bases else printed in words, marker.slug


def test_formations(bug_hunter: Ruleset) -> None:
    table = bug_hunter.table("formations")
    formations = {at["formation"]: f"{cell.value['size']} {cell.value['type']}" for at, cell in table.cells()}
    assert formations == block("formations")


def test_only_a_death_in_recovery_costs_a_preservation_chit(bug_hunter: Ruleset) -> None:
    outcomes = bug_hunter.table("recovery-outcomes")
    costs = {at["result"]: cell.value.get("preservation chits", 0) for at, cell in outcomes.cells()}
    assert {result: cost for result, cost in costs.items() if cost} == {"dies": 1}
    rolled = {cell.value for _, cell in bug_hunter.table("casualty-recovery").cells()}
    assert rolled == set(costs)


@pytest.mark.parametrize("kind", ["marker", "power", "effect", "weapon", "unit", "vehicle"])
def test_a_separate_basis_names_a_figure_of_the_entry(bug_hunter: Ruleset, kind: str) -> None:
    for entry in bug_hunter.of_kind(kind):
        assert {item["of"].partition(".")[0] for item in entry.get("bases", ())} <= set(entry.facts)
        if "copies" in entry.facts:
            assert "copies" in {item["of"] for item in entry["bases"]}


def test_no_alternative_reading_is_split_at_a_comma(bug_hunter: Ruleset) -> None:
    given = [entry.provenance for entry in bug_hunter.all_entries.values()]
    given += [cell.provenance for table in bug_hunter.tables.values() for _, cell in table.cells()]
    others = [other for provenance in given for other in provenance.alternatives]
    assert others
    assert [other for other in others if not other.endswith(".") or other[0].islower()] == []


@pytest.mark.parametrize(("levels", "less"), [("same", 0), ("one", 3)])
@pytest.mark.parametrize("die", range(1, 7))
def test_a_tracker_rolls_a_die_minus_three_per_level_up_to_five_hexes(
    bug_hunter: Ruleset, levels: str, less: int, die: int
) -> None:
    track = bug_hunter.procedure("track-motion")
    distances = [distance for distance in range(9) if track(die, distance, levels)]
    assert distances == [distance for distance in range(6) if die - less > distance]


@pytest.mark.parametrize("distance", range(9))
def test_a_tracker_finds_nothing_two_levels_away(bug_hunter: Ruleset, distance: int) -> None:
    assert not any(bug_hunter.procedure("track-motion")(die, distance, "more") for die in range(1, 7))


def test_task_summary(bug_hunter: Ruleset) -> None:
    tasks: dict[str, list[str]] = {}
    for task in bug_hunter.of_kind("task"):
        parts = [task.slug, str(task.get("movement", "-")), *map(str, task.get("footnotes", []))]
        parts = [task["who"], *parts] if task["who"] != "all" else parts
        tasks.setdefault(task["group"], []).append(" ".join(parts))
    assert tasks == block("tasks")


def test_power_cards_match_the_book(bug_hunter: Ruleset) -> None:
    assert sorted(power.slug for power in bug_hunter.of_kind("power")) == block("power cards")


def test_both_decks_have_fifty_cards(bug_hunter: Ruleset) -> None:
    powers = sum(power["copies"] for power in bug_hunter.of_kind("power"))
    effects = sum(effect["copies"] for effect in bug_hunter.of_kind("effect"))
    sizes = bug_hunter.table("deck-sizes")
    assert (powers, effects) == tuple(
        sizes.lookup(deck=deck).result for deck in ("power cards", "effect cards")
    )
    assert powers + effects == 50


def test_rules_and_sections_of_the_book_correspond(bug_hunter: Ruleset) -> None:
    assert sorted(rule.slug for rule in bug_hunter.of_kind("rule")) == sorted(map(str, block("sections")))


def test_every_rule_declares_its_constraints_on_scenarios(bug_hunter: Ruleset) -> None:
    assert [rule.slug for rule in bug_hunter.of_kind("rule") if not rule.constrains] == []


def test_every_weapon_of_the_book_exists(bug_hunter: Ruleset) -> None:
    by_class: dict[str, int] = {}
    for weapon in bug_hunter.of_kind("weapon"):
        by_class[weapon["class"]] = by_class.get(weapon["class"], 0) + 1
    assert by_class == {
        "slug-thrower": 7, "launcher": 2, "energy": 3, "non-lethal": 6, "grenade": 4, "charge": 2,
        "equipment": 3,
    }  # fmt: skip


def test_six_vehicles_and_six_steps_of_the_interphase(bug_hunter: Ruleset) -> None:
    assert len(bug_hunter.of_kind("vehicle")) == 6
    assert [phase["order"] for phase in bug_hunter.of_kind("phase")] == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("number", range(1, 13))
def test_swarm_losses_are_rounded_up(bug_hunter: Ruleset, number: int) -> None:
    losses = bug_hunter.procedure("swarm-losses")
    assert losses(number, "W") == (number + 2) // 3
    assert losses(number, "I") == (2 * number + 2) // 3
    assert losses(number, "K") == number
    assert {losses(number, result) for result in ("stun", "P", "P#", "none")} == {0}


def test_splitting_six_with_a_chit_of_two_matches_the_books_example(bug_hunter: Ruleset) -> None:
    ways = bug_hunter.procedure("swarm-splits")(6, 2)
    assert {(larger, smaller) for larger, smaller, _ in ways} == {(5, 1), (4, 2), (3, 3)}
    assert next(able for larger, _, able in ways if larger == 5) == (1,)


@pytest.mark.parametrize(("form", "number"), [("individual-pred", 4), ("swarm-pred", 2)])
def test_power_draws_have_the_right_number_and_never_speed_with_reflexes(
    bug_hunter: Ruleset, form: str, number: int
) -> None:
    draw = bug_hunter.procedure("draw-powers")
    for seed in range(200):
        cards = draw(form, seed)
        assert len(cards) >= number
        assert "extra-power" not in cards
        assert not {"speed", "reflexes"} <= set(cards)


@pytest.mark.parametrize("effect", ["all-panic", "all-w", "all-i", "all-k"])
def test_effects_that_change_all_results_do_not_change_stuns_and_misses(
    bug_hunter: Ruleset, effect: str
) -> None:
    apply = bug_hunter.procedure("apply-weapon-effect")
    turned = {apply(effect, result) for result in ("P", "P#", "W", "I", "K")}
    assert turned == {{"all-panic": "P", "all-w": "W", "all-i": "I", "all-k": "K"}[effect]}
    assert apply(effect, "stun") == "stun"
    assert apply(effect, "none") == "none"
