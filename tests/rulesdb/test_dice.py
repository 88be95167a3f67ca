"""Dice, compared with brute force and an independent library."""

from __future__ import annotations

import itertools
import random
import re
from collections import Counter
from fractions import Fraction

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesdb import Dice, InputError
from rulesdb.dice import parse_roll

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


@given(small_pools)
def test_a_pool_matches_enumeration(pool: tuple[int, int, str, int]) -> None:
    count, sides, keep, kept = pool
    text = f"{count}d{sides}" + (f"{keep}{kept}" if keep else "")
    assert dict(Dice.parse(text).distribution()) == brute_force(*pool)


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
def test_a_roll_is_within_the_distribution_and_repeats_with_its_seed(
    pool: tuple[int, int, str, int], seed: int
) -> None:
    count, sides, keep, kept = pool
    dice = Dice.parse(f"{count}d{sides}" + (f"{keep}{kept}" if keep else ""))
    total, faces = dice.roll(random.Random(seed))
    assert dice.distribution()[total] > 0
    assert len(faces) == count
    assert (total, faces) == dice.roll(random.Random(seed))


@given(st.integers(1, 8), st.integers(3, 10), st.integers(2, 9), st.sampled_from([">=", "<=", ">", "<"]))
def test_a_pool_of_successes_agrees_with_an_independent_library(
    count: int, sides: int, goal: int, compare: str
) -> None:
    goal = min(goal, sides - 1)
    meets = {
        ">=": lambda face: face >= goal, "<=": lambda face: face <= goal,
        ">": lambda face: face > goal, "<": lambda face: face < goal,
    }[compare]  # fmt: skip
    counted = count @ icepool.d(sides).map(lambda face: int(meets(face)))
    distribution = Dice.parse(f"{count}d{sides}{compare}{goal}").distribution()
    assert {total: distribution[total] for total in counted} == {
        total: counted.probability("==", total) for total in counted
    }


@given(small_pools, small_pools, st.sampled_from([None, 2, 3]))
def test_an_opposed_roll_matches_enumeration(
    own: tuple[int, int, str, int], other: tuple[int, int, str, int], times: int | None
) -> None:
    def text(pool: tuple[int, int, str, int]) -> str:
        count, sides, keep, kept = pool
        return f"{count}d{sides}" + (f"{keep}{kept}" if keep else "")

    roll = parse_roll(f"{text(own)} vs {text(other)}" + (f" x{times}" if times else ""))
    wanted: Counter[str] = Counter()
    for total, chance in brute_force(*own).items():
        for theirs, weight in brute_force(*other).items():
            great = times is not None and total > theirs and total >= times * theirs
            name = {2: "double win", 3: "triple win"}[times or 2] if great else "win"
            outcome = name if total > theirs else "tie" if total == theirs else "lose"
            wanted[outcome] += chance * weight  # type: ignore[assignment]
    assert dict(roll.distribution()) == {outcome: chance for outcome, chance in wanted.items() if chance}


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("d6", "1d6"),
        ("2D6", "2d6"),
        ("1d%", "1d100"),
        ("4d6dl1", "4d6kh3"),
        ("4d6dh1", "4d6kl3"),
        ("4d6kh", "4d6kh1"),
        ("2*1d6", "1d6*2"),
        ("(1d6+1d4)", "1d6 + 1d4"),
        ("5d6>4", "5d6>=5"),
    ],
)
def test_equivalent_notations_are_equal(text: str, same: str) -> None:
    assert dict(Dice.parse(text).distribution()) == dict(Dice.parse(same).distribution())


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [("max(0, 1d6-3)", 0, 3), ("min(4, 1d6)", 1, 4), ("2*1d6-1", 1, 11), ("3d6>=5", 0, 3), ("-1d6", -6, -1)],
)
def test_a_total_has_bounds(text: str, low: int, high: int) -> None:
    dice = Dice.parse(text)
    totals = [total for total, _ in dice.distribution()]
    assert (dice.low, dice.high) == (min(totals), max(totals)) == (low, high)
    assert sum(chance for _, chance in dice.distribution()) == 1


@given(small_pools, st.integers(0, 10**6))
def test_dropped_dice_are_rolled_but_do_not_count(pool: tuple[int, int, str, int], seed: int) -> None:
    count, sides, keep, kept = pool
    throw = Dice.parse(f"{count}d{sides}" + (f"{keep}{kept}" if keep else "")).throw(random.Random(seed))
    (thrown,) = throw.thrown
    assert len(thrown.faces) == count
    counted = [face for face, counts in zip(thrown.faces, thrown.counted, strict=True) if counts]
    assert len(counted) == (kept if keep else count)
    assert sum(counted) == throw.result


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("2x6", 2, "found `x`"),
        ("2d6 3", 5, "found `3`"),
        ("0d6", 1, "0 dice"),
        ("2d0", 3, "the number of sides is 0"),
        ("2d6kh3", 6, "keeps 3 of 2"),
        ("2d6kh0", 6, "keeps 0 of 2"),
        ("101d6", 1, "101 dice"),
        ("60d6+60d6", 6, "more than 100"),
        ("2d1001", 3, "the number of sides is 1001"),
        ("2d6+", 5, "missing at the end"),
        ("max(1d6", 4, "not closed"),
        ("3d6 vs", 7, "missing at the end"),
        ("1d6*1d6", 4, "dice times dice"),
        ("3d6>=7", 6, "7"),
        ("((((((((((((1d6))))))))))))", 11, "more than 10 nested parentheses"),
    ],
)
def test_invalid_notation_is_rejected_with_a_caret_under_the_error(
    text: str, column: int, message: str
) -> None:
    with pytest.raises(InputError, match=re.escape(message)) as caught:
        parse_roll(text)
    _, line, caret, help = str(caught.value).split("\n")
    assert line.strip() == text
    assert caret.index("^") - 2 == column - 1
    assert help.strip()


@pytest.mark.parametrize(("text", "message"), [("", "empty"), ("9" * 300, "use at most 200")])
def test_empty_and_too_long_texts_are_rejected(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        parse_roll(text)


@given(st.text(alphabet="0123456789dklhvsx+-*()<>=,% max", max_size=24))
def test_any_text_is_dice_or_an_input_error(text: str) -> None:
    try:
        roll = parse_roll(text)
    except InputError:
        return
    assert roll.throw(random.Random(1)).result is not None
