"""Dice against brute force and against an independent library."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from fractions import Fraction

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesdb import Dice, InputError

small_pools = st.tuples(st.integers(1, 4), st.integers(1, 6)).flatmap(
    lambda pool: st.tuples(
        st.just(pool[0]), st.just(pool[1]), st.sampled_from(["", "kh", "kl"]), st.integers(1, pool[0])
    )
)


def brute_force(count: int, sides: int, keep: str, kept: int) -> dict[int, Fraction]:
    rolls = Counter(
        sum(sorted(roll, reverse=keep != "kl")[: kept if keep else count])
        for roll in itertools.product(range(1, sides + 1), repeat=count)
    )
    return {total: Fraction(ways, sides**count) for total, ways in sorted(rolls.items())}


@settings(deadline=None)
@given(small_pools)
def test_a_pool_is_what_counting_every_roll_gives(pool: tuple[int, int, str, int]) -> None:
    count, sides, keep, kept = pool
    text = f"{count}d{sides}" + (f"{keep}{kept}" if keep else "")
    assert dict(Dice.parse(text).distribution()) == brute_force(*pool)


@settings(deadline=None, max_examples=40)
@given(st.integers(1, 12), st.integers(2, 12), st.integers(-5, 5), st.booleans(), st.data())
def test_an_independent_library_agrees(
    count: int, sides: int, bonus: int, highest: bool, data: st.DataObject
) -> None:
    kept = data.draw(st.integers(1, count))
    text = f"{count}d{sides}{'kh' if highest else 'kl'}{kept}{bonus:+d}"
    pool = icepool.d(sides).pool(count)
    oracle = (pool.highest(kept) if highest else pool.lowest(kept)).sum() + bonus
    whole = oracle.denominator()
    assert dict(Dice.parse(text).distribution()) == {
        total: Fraction(ways, whole) for total, ways in oracle.items()
    }


def test_terms_add_and_subtract() -> None:
    dice = Dice.parse("10 - 1d3 + 2")
    assert dict(dice.distribution()) == {total: Fraction(1, 3) for total in (9, 10, 11)}
    assert (dice.low, dice.high) == (9, 11)


@given(small_pools, st.integers(0, 10**6))
def test_a_roll_lies_within_the_distribution_and_comes_again_with_its_seed(
    pool: tuple[int, int, str, int], seed: int
) -> None:
    count, sides, keep, kept = pool
    dice = Dice.parse(f"{count}d{sides}" + (f"{keep}{kept}" if keep else ""))
    total, faces = dice.roll(random.Random(seed))
    assert dice.distribution()[total] > 0
    assert len(faces) == count
    assert (total, faces) == dice.roll(random.Random(seed))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "empty"),
        ("2x6", "position 2"),
        ("2d6 3", "position 5"),
        ("0d6", "0 dice"),
        ("2d0", "0 sides"),
        ("2d6kh3", "keeps 3 of 2"),
        ("2d6kh0", "keeps 0 of 2"),
        ("101d6", "101 dice"),
        ("60d6+60d6", "more than 100"),
        ("2d1001", "1001 sides"),
        ("50d6kh2", "at most 20"),
        ("2d6+", "position 4"),
    ],
)
def test_bad_notation_is_refused_with_the_bad_value(text: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        Dice.parse(text)
