"""Whether parties have room, compared with Hall's theorem: each group needs as many spots as counters."""

from __future__ import annotations

from itertools import chain, combinations

from hypothesis import given
from hypothesis import strategies as st

from builder.lint.room import crowded_groups

Parties = list[tuple[int, list[str]]]
PARTIES = st.lists(
    st.tuples(st.integers(0, 5), st.lists(st.sampled_from("abcdef"), max_size=6)), min_size=1, max_size=5
)


def is_crowded(parties: Parties) -> bool:
    spots = {spot for _, some in parties for spot in some}
    return sum(counters for counters, _ in parties) > len(spots)


@given(PARTIES)
def test_somebody_is_crowded_if_and_only_if_a_group_has_more_counters_than_spots(parties: Parties) -> None:
    groups = chain.from_iterable(combinations(parties, size) for size in range(1, len(parties) + 1))
    assert bool(crowded_groups(parties)) == any(is_crowded(list(group)) for group in groups)


@given(PARTIES)
def test_each_group_is_crowded_and_no_party_is_in_two(parties: Parties) -> None:
    groups = crowded_groups(parties)
    assert all(is_crowded([parties[index] for index in group]) for group in groups)
    named = [index for group in groups for index in group]
    assert len(named) == len(set(named))
