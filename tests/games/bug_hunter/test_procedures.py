"""Bug Hunter's procedures, in addition to the worked examples, which are doctests."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesdb import InputError, Ruleset, open_game
from rulesdb.games.bug_hunter.procedures.air import Link

GAME = open_game("bug-hunter")
AREAS = ["a", "b", "c", "d", "e", "f"]
KINDS = ["open", "interior-door", "stairs", "airtight-door", "hatch", "wall"]
links = st.lists(
    st.builds(Link, st.sampled_from(AREAS), st.sampled_from(AREAS), st.sampled_from(KINDS)), max_size=12
)


def rounds_of(rounds: tuple[tuple[str, ...], ...]) -> dict[str, int]:
    return {area: number for number, areas in enumerate(rounds, 1) for area in areas}


def spread(some_links: list[Link], breached: list[str]) -> dict[str, int]:
    # A breach is in a known area: each has a wall, through which no air passes.
    walls = [Link(area, "outside", "wall") for area in breached]
    return rounds_of(GAME.procedure("decompression")((*some_links, *walls), tuple(breached)))


@pytest.mark.parametrize("kind", ["airtight-door", "hatch", "wall"])
def test_air_never_passes_an_airtight_door_a_hatch_or_a_wall(kind: str) -> None:
    assert spread([Link("a", "b", kind)], ["a"]) == {"a": 1}


@pytest.mark.parametrize("kind", ["interior-door", "stairs"])
def test_an_interior_door_or_stairs_hold_for_one_round(kind: str) -> None:
    assert spread([Link("a", "b", kind), Link("b", "c", kind)], ["a"]) == {"a": 1, "b": 2, "c": 3}


def test_areas_with_open_passages_lose_air_together() -> None:
    assert spread([Link("a", "b", "open"), Link("c", "b", "interior-door")], ["a"]) == {
        "a": 1,
        "b": 1,
        "c": 2,
    }


@given(links, st.lists(st.sampled_from(AREAS), min_size=1, max_size=2))
def test_direction_and_order_of_links_do_not_matter(some: list[Link], breached: list[str]) -> None:
    turned = [Link(link.there, link.here, link.kind) for link in reversed(some)]
    assert spread(some, breached) == spread(turned, breached)


@given(links)
def test_with_two_breaches_the_nearer_one_counts_for_each_area(some: list[Link]) -> None:
    first, second, both = spread(some, ["a"]), spread(some, ["f"]), spread(some, ["a", "f"])
    nearest = {
        area: min(airless[area] for airless in (first, second) if area in airless)
        for area in first.keys() | second.keys()
    }
    assert both == nearest


@given(links)
def test_air_leaves_only_through_links_and_in_order(some: list[Link]) -> None:
    rounds = spread(some, ["a"])
    waits = {"open": 0, "interior-door": 1, "stairs": 1}
    for area, number in rounds.items():
        ways = {
            rounds.get(link.there if link.here == area else link.here, 99) + waits[link.kind]
            for link in some
            if area in (link.here, link.there) and link.here != link.there and link.kind in waits
        }
        assert number == 1 or min(ways) == number


def test_an_unknown_kind_of_link_is_rejected() -> None:
    with pytest.raises(InputError, match="did you mean `interior-door`"):
        GAME.procedure("decompression")((Link("a", "b", "interor-door"),), ("a",))


@pytest.mark.parametrize("text", ["a=b", "a:open", "=b:open", "a=:open", ""])
def test_a_malformed_link_is_rejected(text: str) -> None:
    with pytest.raises(InputError, match="write it as"):
        Link.parse(text)


@pytest.mark.parametrize("hexes", [-1, 5])
def test_an_airlock_too_far_away_is_rejected(bug_hunter: Ruleset, hexes: int) -> None:
    with pytest.raises(InputError, match="use 0-4"):
        bug_hunter.procedure("airlock-passage")(hexes)
