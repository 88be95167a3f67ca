"""Maps of dots: walls, buildings, paths and their action points, sight, troopers."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from builder.boards.dot_moves import DotSteps
from builder.boards.spots import TUNNEL, DotPlace
from builder.games.advanced_infantry.trooper import action_points, crew, grenades, rounds
from builder.geometry.dotlattice import Dot, Edge
from builder.geometry.paths import cheapest_costs
from builder.scenario.load import load_scenario, scenario_from
from builder.scenario.model import Member, Scenario
from rulesdb import DataError, open_game
from rulesdb.shipped import shipped
from rulesdb.yaml_source import parse_yaml

SOUND = Path(__file__).parents[1] / "lint" / "sound-dots.yaml"
LIBRARY = sorted((shipped("scenarios") / "advanced_infantry").glob("*.yaml"))


@pytest.fixture(scope="module")
def sound() -> Scenario:
    return load_scenario(SOUND)


def field(map: str, lattice: str = "triangular") -> Scenario:
    """A map of twelve by ten dots with the contents of ``map``, and one trooper."""
    return scenario_from(
        parse_yaml(
            f"""\
scenario: {{id: f, title: F, game: advanced-infantry, version: 1.0.0, authors: [A], players: 2, summary: S.}}
map:
  kind: dots
  columns: 12
  rows: 10
  spacing: 18
  lattice: {lattice}
{map}
forces:
  - id: one
    title: One
    side: attacker
    unit: trooper
    teams: [{{id: A, title: A, figures: [{{name: One}}, {{name: Two, gear: [jet-pack]}}]}}]
setup:
  zones: [{{id: start, title: Start, dots: "0101"}}]
  placements: [{{force: one, zone: start}}]
schedule: {{turns: 3}}
victory: [{{side: attacker, grade: win, when: Now.}}]
""",
            "field.yaml",
        )
    )


def steps_of(scenario: Scenario) -> DotSteps:
    assert scenario.ruleset.movement is not None
    return DotSteps(scenario.ruleset.movement, scenario.dots_map)


def walking_costs(scenario: Scenario, start: DotPlace) -> dict[DotPlace, int]:
    return cheapest_costs([start], steps_of(scenario))


def dot_sees(scenario: Scenario, eye: Dot, target: Dot) -> bool:
    return scenario.map.sight(scenario.ruleset)(DotPlace(eye), DotPlace(target))


def step_cost(scenario: Scenario, start: str, end: str) -> int | None:
    lattice = scenario.dots_map.lattice
    one, other = lattice.read(start), lattice.read(end)
    assert one is not None
    assert other is not None
    costs = dict(steps_of(scenario)(DotPlace(one)))
    return costs.get(DotPlace(other))


def member(scenario: Scenario, id: str) -> Member:
    return next(member for force in scenario.forces for member in force.members if member.id == id)


# Reading.


def test_a_figure_has_its_teams_experience_unless_it_states_its_own(sound: Scenario) -> None:
    assert [(item.id, item.experience) for item in sound.forces[0].members] == [
        ("A1", "veteran"), ("A2", "veteran"), ("A3", "veteran"),
    ]  # fmt: skip
    assert [item.experience for item in sound.forces[1].members] == ["green", ""]


def test_a_figure_without_a_chapter_weapon_has_the_default_one(sound: Scenario) -> None:
    assert (member(sound, "A1").weapon, member(sound, "A1").usual) == (None, "Rifle")


def test_a_dot_with_two_levels_has_the_higher_one(sound: Scenario) -> None:
    dots = sound.dots_map
    assert [dots.level(Dot(*dot)) for dot in ((12, 1), (13, 2), (11, 1))] == [1, 2, 0]


def test_a_building_has_walls_all_around_and_none_inside(sound: Scenario) -> None:
    """Three columns and three rows of dots have twelve edges to the outside."""
    walls = [edge for edge, barrier in sound.dots_map.barriers.items() if barrier.building]
    assert len(walls) == 12
    assert {barrier.door.kind for barrier in sound.dots_map.barriers.values() if barrier.door} == {
        "door", "window", "gap",
    }  # fmt: skip


def test_a_wall_around_a_block_is_at_its_outer_edges() -> None:
    obstacles = field("  obstacles: {0101-0202/out: wall}").dots_map.obstacles
    assert set(obstacles) == {
        Edge(Dot(1, 2), Dot(1, 3)), Edge(Dot(2, 2), Dot(2, 3)),
        Edge(Dot(2, 1), Dot(3, 1)), Edge(Dot(2, 2), Dot(3, 2)),
    }  # fmt: skip


def test_a_wall_between_two_blocks_is_wherever_they_touch() -> None:
    obstacles = field("  obstacles: {0304-0604/0305-0605: fence}").dots_map.obstacles
    assert sorted(edge.here for edge in obstacles) == [Dot(column, 4) for column in (3, 4, 5, 6)]


def test_a_building_has_the_toughness_of_the_game_by_default(sound: Scenario) -> None:
    assert [building.toughness for building in sound.dots_map.buildings] == ["medium"]


def test_a_zone_of_a_map_on_dots_needs_dots() -> None:
    text = SOUND.read_text(encoding="utf-8").replace('dots: "0101-0112"', "areas: [west]")
    with pytest.raises(DataError, match="needs the key `dots`"):
        scenario_from(parse_yaml(text, "s.yaml"))


# Action points; the costs are those of the book's table.


@pytest.mark.parametrize(
    ("terrain", "cost"),
    [("rough", 3), ("swamp", 4), ("barbed-wire", 6), ("shallow-water", 4), ("deep-water", 4), ("tree", None)],
)
def test_entering_has_the_cost_of_the_terrain(terrain: str, cost: int | None) -> None:
    scenario = field(f'  pieces: [{{id: p, terrain: {terrain}, dots: "0505"}}]')
    assert step_cost(scenario, "0504", "0505") == cost


def test_a_trench_costs_extra_to_enter_and_leave_but_not_inside() -> None:
    scenario = field('  pieces: [{id: t, terrain: trench, dots: "0504-0505"}]')
    assert [step_cost(scenario, *way) for way in (("0503", "0504"), ("0504", "0505"), ("0505", "0506"))] == [
        3, 1, 3,
    ]  # fmt: skip


def test_each_contour_crossed_costs_extra() -> None:
    scenario = field('  elevation: {1: "0505", 2: "0507", -1: "0509"}')
    ways = (("0504", "0505"), ("0505", "0504"), ("0506", "0507"), ("0508", "0509"))
    assert [step_cost(scenario, *way) for way in ways] == [3, 3, 6, 3]


@pytest.mark.parametrize(("obstacle", "cost"), [("wall", 5), ("fence", 5), ("high-wall", None)])
def test_a_wall_can_be_climbed_but_not_a_high_one(obstacle: str, cost: int | None) -> None:
    scenario = field(f"  obstacles: {{0505/0506: {obstacle}}}")
    assert step_cost(scenario, "0505", "0506") == step_cost(scenario, "0506", "0505") == cost


def test_a_step_costs_as_much_as_its_most_expensive_obstacle() -> None:
    scenario = field('  pieces: [{id: s, terrain: swamp, dots: "0506"}]\n  obstacles: {0505/0506: wall}')
    assert step_cost(scenario, "0505", "0506") == 5


def test_a_diagonal_step_takes_the_cheaper_side() -> None:
    """From 0505 to 0604, past the end of a wall; with walls on both sides, there is no path."""
    free = field("  obstacles: {0504/0505: high-wall}")
    shut = field("  obstacles: {0504/0505: high-wall, 0505/0605: high-wall}")
    climbed = field("  obstacles: {0504/0505: high-wall, 0505/0605: wall}")
    assert [step_cost(scenario, "0505", "0604") for scenario in (free, shut, climbed)] == [1, None, 5]


@pytest.mark.parametrize("lattice", ["triangular", "square"])
def test_a_building_is_entered_by_its_door_or_window_only(lattice: str) -> None:
    building = '  buildings: [{id: b, name: B, dots: "0505-0606"}]\n'
    shut = field(building, lattice)
    lone = {DotPlace(Dot(column, row)) for column in (5, 6) for row in (5, 6)}
    assert set(walking_costs(shut, DotPlace(Dot(1, 1)))) & lone == set()
    opened = field(building + "  doors: {0505/0504: door, 0606/0607: window}", lattice)
    assert step_cost(opened, "0504", "0505") == 1
    assert step_cost(opened, "0607", "0606") == 5


def test_stairs_lead_from_floor_to_floor_and_to_the_roof(sound: Scenario) -> None:
    costs = walking_costs(sound, DotPlace(Dot(12, 9)))
    assert [costs.get(DotPlace(Dot(12, 9), floor)) for floor in (0, 1, 2, 3)] == [0, 3, 6, None]


def test_a_tunnel_costs_two_at_its_mouths_and_double_inside(sound: Scenario) -> None:
    costs = walking_costs(sound, DotPlace(Dot(6, 10)))
    assert costs[DotPlace(Dot(6, 10), TUNNEL)] == 2
    assert costs[DotPlace(Dot(7, 10), TUNNEL)] == 4
    assert costs[DotPlace(Dot(10, 9), TUNNEL)] == 2 + 4 * 2
    below = walking_costs(sound, DotPlace(Dot(12, 9), TUNNEL))
    assert below[DotPlace(Dot(12, 9))] == 2


def test_walking_costs_the_same_in_both_directions_on_open_ground() -> None:
    scenario = field("  labels: {}")
    start = DotPlace(Dot(3, 3))
    costs = walking_costs(scenario, start)
    lattice = scenario.dots_map.lattice
    assert all(cost == lattice.distance(start.dot, spot.dot) for spot, cost in costs.items())


def test_a_walker_moves_eight_dots_a_turn() -> None:
    scenario = field("  labels: {}")
    turns = first_member_only(scenario)
    assert (turns[DotPlace(Dot(1, 9))], turns[DotPlace(Dot(1, 10))]) == (1, 2)


def first_member_only(scenario: Scenario) -> dict[DotPlace, int]:
    force = scenario.forces[0]
    alone = replace(force, members=force.members[:1])
    return dict(replace(scenario, forces=(alone, *scenario.forces[1:])).reach.first_moves(alone))


def test_a_jet_pack_flies_over_walls_and_lands_on_a_roof_it_can_climb_to() -> None:
    """No dot of the map is twelve dots away from 0705, the distance needed to climb four levels."""
    map = (
        "  obstacles: {{0301-0310/0401-0410: high-wall}}\n"
        '  buildings: [{{id: b, name: B, dots: "0705-0806", levels: {}}}]'
    )
    low, high = field(map.format(2)), field(map.format(4))
    assert low.reach.first_moves(low.forces[0])[DotPlace(Dot(7, 5), 2)] == 1
    assert DotPlace(Dot(7, 5), 4) not in high.reach.first_moves(high.forces[0])
    assert DotPlace(Dot(7, 5), 2) not in first_member_only(low)


# Sight.


def test_walls_and_thickets_hide_and_fences_windows_and_swamps_do_not() -> None:
    eye, target = Dot(5, 2), Dot(5, 8)
    assert dot_sees(field("  labels: {}"), eye, target)
    for hides, map in (
        (True, "  obstacles: {0505/0506: wall}"),
        (False, "  obstacles: {0505/0506: fence}"),
        (True, '  pieces: [{id: p, terrain: thicket, dots: "0505"}]'),
        (False, '  pieces: [{id: p, terrain: swamp, dots: "0505"}]'),
        (
            True,
            '  buildings: [{id: b, name: B, dots: "0505"}]\n  doors: {0504/0505: door, 0505/0506: window}',
        ),
        (
            False,
            '  buildings: [{id: b, name: B, dots: "0505"}]\n  doors: {0504/0505: gap, 0505/0506: window}',
        ),
    ):
        assert dot_sees(field(map), eye, target) is not hides, map


def test_thickets_can_be_seen_into_and_out_of() -> None:
    dots = field('  pieces: [{id: p, terrain: thicket, dots: "0505-0506"}]')
    assert dot_sees(dots, Dot(5, 2), Dot(5, 5))
    assert dot_sees(dots, Dot(5, 5), Dot(5, 2))
    assert not dot_sees(dots, Dot(5, 2), Dot(5, 6))


# Troopers.


def test_experience_and_a_jet_pack_change_action_points(sound: Scenario) -> None:
    kite = field("  labels: {}").forces[0].members[1]
    assert action_points(sound.ruleset, member(sound, "A1")) == (11, 8)
    assert action_points(sound.ruleset, member(sound, "G1")) == (9, 8)
    assert action_points(sound.ruleset, kite) == (8, 8)


def test_rounds_match_the_book_and_double_with_extra_ammunition() -> None:
    text = SOUND.read_text(encoding="utf-8")
    more = text.replace(
        "carries: [grenade-launcher]", "carries: [grenade-launcher], gear: [extra-ammunition]"
    )
    for source, wanted in ((text, 4), (more, 8)):
        scenario = scenario_from(parse_yaml(source, "s.yaml"))
        cal = member(scenario, "A3")
        assert rounds(scenario.ruleset, cal, cal.carries[0]) == wanted


def test_a_smoke_grenade_replaces_a_hand_grenade(sound: Scenario) -> None:
    assert grenades(sound.ruleset, member(sound, "A1")) == (4, 0)
    assert grenades(sound.ruleset, member(sound, "G1")) == (3, 1)


def test_only_crewed_weapons_have_a_crew(sound: Scenario) -> None:
    assert crew(sound.ruleset, member(sound, "A2").weapon) == 2
    assert crew(sound.ruleset, member(sound, "A3").carries[0]) is None
    assert crew(sound.ruleset, None) is None


# Terrain of the game, and the scenarios that come with it.


def test_every_cost_and_toughness_of_the_terrain_is_a_row_of_its_table() -> None:
    game = open_game("advanced-infantry")
    costs, toughness = game.table("terrain-costs").axes[0].labels, game.table("toughness").axes[0].labels
    terrain = game.of_kind("terrain")
    assert {entry["cost"] for entry in terrain if "cost" in entry.facts} <= set(costs)
    assert {entry["toughness"] for entry in terrain if "toughness" in entry.facts} <= set(toughness)
    assert sum(bool(entry.get("open")) for entry in terrain) == 1


def test_the_library_has_crewed_weapons_jet_packs_and_a_building_to_storm() -> None:
    scenarios = {path.stem: load_scenario(path) for path in LIBRARY}
    assert set(scenarios) >= {"cold-ford", "kite-season", "customs-house"}
    ford, kites, house = (scenarios[name] for name in ("cold-ford", "kite-season", "customs-house"))
    guns = [crew(ford.ruleset, item.weapon) for force in ford.forces for item in force.members]
    assert sum(gun is not None for gun in guns) >= 3
    assert all("jet-pack" in item.gear for item in kites.forces[0].members)
    assert all(objective.region.spot.floor for objective in kites.objectives)
    assert max(building.levels for building in house.dots_map.buildings) == 3
    assert {ford.dots_map.lattice.kind, house.dots_map.lattice.kind} == {"triangular", "square"}


@pytest.mark.parametrize("path", LIBRARY, ids=lambda path: path.stem)
def test_every_objective_of_the_library_can_be_reached_in_half_its_turns(path: Path) -> None:
    scenario = load_scenario(path)
    for objective in scenario.objectives:
        spot = objective.region.spot
        forces = [force for force in scenario.forces if force.side == objective.side]
        assert min(scenario.reach.first_moves(force)[spot] for force in forces) <= scenario.turns / 2


def test_from_the_hill_the_gun_trench_has_the_ford_in_one_arc() -> None:
    """Cold Ford depends on arcs: one of those to the west covers the whole ford, which is visible."""
    scenario = load_scenario(next(path for path in LIBRARY if path.stem == "cold-ford"))
    dots = scenario.dots_map
    ford = next(piece for piece in dots.pieces if piece.id == "ford")
    gun = Dot(25, 11)
    dots_in_arc = [
        facing
        for facing in dots.lattice.arcs
        if all(dots.lattice.in_arc(gun, facing, dot) for dot in ford.dots)
    ]
    assert dots_in_arc == ["W"]
    assert sum(dot_sees(scenario, gun, dot) for dot in ford.dots) > len(ford.dots) / 2
