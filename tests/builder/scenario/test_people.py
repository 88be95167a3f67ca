"""People of a force: generated from a seed, in squads, with loads."""

from __future__ import annotations

import pytest

from builder.scenario.load import scenario_from
from builder.scenario.model import Force
from rulesdb import DataError, open_game
from rulesdb.shipped import shipped
from rulesdb.yaml_source import parse_yaml

SOUND = (shipped("scenarios").parent / "tests" / "builder" / "lint" / "sound.yaml").read_text("utf-8")
LISTED = SOUND[SOUND.index("    roster: standard-crew") : SOUND.index("  - id: bugs")]


def crew(block: str) -> Force:
    """The crew of the valid scenario with other people."""
    return scenario_from(parse_yaml(SOUND.replace(LISTED, block))).forces[0]


def test_the_same_seed_gives_the_same_people_and_another_seed_gives_others() -> None:
    block = "    generated: {{count: 8, seed: {}, weapons: {{machine-pistol: 3}}}}\n"
    assert crew(block.format(4)).members == crew(block.format(4)).members
    assert crew(block.format(4)).members != crew(block.format(5)).members


def test_generated_people_have_what_the_procedure_of_the_game_gives() -> None:
    force = crew("    generated: {count: 4, seed: 9, weapons: {MP: 2, flamer: 1}}\n")
    squad = open_game("bug-hunter").procedure("roll-squad")("crew", ("MP", "MP", "FL", "none"), 9)
    assert [member.activation for member in force.members] == [
        place.soldier.activation for place in squad.soldiers
    ]
    assert [member.position.slug for member in force.members if member.position] == list(squad.positions)
    assert force.grenades == squad.grenades


def test_ids_go_on_after_those_of_listed_members_and_rise_with_activation() -> None:
    force = crew(
        "    roster: standard-crew\n"
        '    members: [{row: 1, id: "07", name: Ann Bell, weapon: MP}]\n'
        "    generated: {count: 3, seed: 2, weapons: {MP: 3}, names: [Cy Dean]}\n"
    )
    assert [member.id for member in force.members] == ["07", "08", "09", "10"]
    ratings = [member.activation for member in force.members[1:]]
    assert ratings == sorted(ratings)
    assert [member.name.split()[-1] for member in force.members[1:]] == ["Dean", "09", "10"]


def test_each_squad_has_its_own_people_and_grenades() -> None:
    force = crew(
        "    squads:\n"
        "      - {id: one, title: One, generated: {count: 3, seed: 1}}\n"
        "      - {id: two, title: Two, generated: {count: 2, seed: 1, first: 31}, grenades: rolled}\n"
    )
    assert [[member.id for member in squad.members] for squad in force.squads] == [
        ["01", "02", "03"],
        ["31", "32"],
    ]
    assert [type(squad.grenades) for squad in force.squads] == [int, str]
    assert [force.squad_of(member) for member in force.members] == ["one"] * 3 + ["two"] * 2


def test_too_many_generated_people_are_rejected() -> None:
    squads = "".join(
        f"      - {{id: s{n}, title: S, generated: {{count: 99, seed: 1}}}}\n" for n in range(20)
    )
    force = "  - {{id: f{}, title: F, side: human, unit: crew, squads: [{}]}}\n"
    more = force.format(1, "{id: s, title: S, generated: {count: 99, seed: 1}}")
    text = SOUND.replace(LISTED, f"    squads:\n{squads}{more}")
    with pytest.raises(DataError, match="more than 2,000 people are generated"):
        scenario_from(parse_yaml(text))


def test_powers_are_drawn_from_a_seed_as_the_procedure_draws_them() -> None:
    text = SOUND.replace("species: stranglers", "powers: {seed: 41}").replace("roster: standard-preds", "")
    drawn = scenario_from(parse_yaml(text)).forces[1].powers
    draw = open_game("bug-hunter").procedure("draw-powers")
    assert tuple(power.slug for power in drawn) == draw("individual-pred", 41)
