"""The counters of the teams of a force differ by their stripes, in every theme."""

from __future__ import annotations

import pytest
from kits import SCENARIOS, scenario_of

from builder.draw.pieces.counter_look import CounterLook
from builder.draw.pieces.counter_names import MIN_NAME_SIZE, SIZE
from builder.draw.pieces.counters import CounterArtist
from builder.draw.pieces.figure_places import SAFE, STRIPE_ABOVE_NAME, person_place
from builder.draw.pieces.team_stripes import LEFT, WIDTH, stripe_of
from builder.draw.surface.canvas import Canvas, svg_text
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import load_theme, theme_names
from builder.draw.surface.type import CONDENSED_BOLD, Type
from builder.scenario.forces.counter_colors import family_of
from rulesdb import open_game


@pytest.mark.parametrize("theme", theme_names())
def test_teams_and_squads_have_stripes_of_their_own(theme: str) -> None:
    scenario, drawn = scenario_of("the-old-one"), set()
    context = DrawingContext.of(scenario.ruleset, load_theme(theme))
    teams = [(force, team) for force in scenario.forces for team in force.teams]
    assert len({force.id for force, _ in teams}) == 2
    for force, team in teams:
        stripes = {stripe_of(scenario, force, member) for member in team.members}
        assert len(stripes) == 1
        [stripe] = stripes
        assert stripe is not None
        canvas = Canvas(SIZE, SIZE, context)
        stripe.draw(canvas, CounterLook(context.theme, family_of(force)))
        drawn.add(svg_text(canvas.drawing("stripe", "Stripe")))
    assert len(drawn) == len(teams) == 10


def test_a_stripe_is_whole_on_its_counter_if_the_cut_is_a_millimeter_off() -> None:
    assert LEFT >= 1.0
    assert LEFT + WIDTH < SIZE / 3


@pytest.mark.parametrize("name", ["customs-house", "cold-ford", "the-old-one"])
def test_names_are_below_the_stripes(name: str) -> None:
    scenario = scenario_of(name)
    artist, found = CounterArtist(DrawingContext.of(scenario.ruleset, load_theme())), 0
    for force in scenario.forces:
        for member in force.members:
            _, back = artist.member_sides(scenario, force, member)
            drawing = artist.member(scenario, force, member).back
            if back.stripe is None:
                continue
            [text] = [text for text in drawing.texts if back.name.startswith(text.text.rstrip("."))]
            assert text.y - artist.bleed >= STRIPE_ABOVE_NAME, member.id
            found += 1
    assert found


def test_a_force_of_one_team_has_no_stripes() -> None:
    scenario = scenario_of("pump-hut")
    force = scenario.forces[0]
    assert {stripe_of(scenario, force, member) for member in force.members} == {None}


@pytest.mark.parametrize("name", SCENARIOS)
def test_letters_beside_a_person_are_clear_of_its_head(name: str) -> None:
    scenario = scenario_of(name)
    context = DrawingContext.of(scenario.ruleset, load_theme())
    artist, type = CounterArtist(context), Type(CONDENSED_BOLD, MIN_NAME_SIZE)
    for force in scenario.forces:
        for member in force.members:
            front, _ = artist.member_sides(scenario, force, member)
            left, _, size = person_place(front, context.metrics)
            beside = front.letters if front.patch else front.letters[1:]
            wide = max((context.metrics.width(each, type) for each in beside), default=0.0)
            # A helmet is less than half as wide as the person.
            assert left + 0.73 * size <= SIZE - SAFE - wide + 0.01, member.id


def test_officers_and_sergeants_have_patches_of_their_own_without_letters_beside_portraits() -> None:
    scenario = scenario_of("pump-hut")
    artist = CounterArtist(DrawingContext.of(open_game("handspan"), load_theme()))
    force = scenario.forces[0]
    fronts = [artist.member_sides(scenario, force, member)[0] for member in force.members]
    leaders = [front for front, member in zip(fronts, force.members, strict=True) if member.leads]
    assert len({front.patch for front in leaders}) == len(leaders) == 2
    assert all(front.portrait and not front.letters for front in fronts if front.patch)


def test_a_lone_team_beside_a_squad_has_a_stripe_that_none_of_its_teams_has() -> None:
    scenario = scenario_of("eagle-six")
    stripes = [
        {stripe_of(scenario, force, member) for member in team.members}
        for force in scenario.forces
        for team in force.teams
    ]
    assert len(stripes) == 6
    assert None not in set.union(*stripes)
    assert len(set.union(*stripes)) == 6
