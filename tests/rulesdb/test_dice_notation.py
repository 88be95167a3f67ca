"""Dice notation: the meaning of each text, and the complete messages about invalid ones."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from rulesdb import Dice, InputError
from rulesdb.dice import MAX_TOTALS, MAX_WORK, OpposedRoll, Throw, parse_roll
from rulesdb.dice.notation import EXAMPLES, NotationError, parse_notation
from rulesdb.dice.terms import Extreme, Number, Pool, Scaled, Sum, Thrown

SUCCESSES = "a pool that counts dice is written 5d6>=5 or 5d6<=2"
TOTALS = f"{SUCCESSES}; chances of a total are in the columns at least and at most"
BOUNDS = "to limit a total, write max(0, 1d6-3) or min(6, 1d6+2)"
AGAINST = "an opposed roll is written 3d6 vs 2d6"
MULTIPLY = "to multiply, write 2*1d6; x2 is for opposed rolls: 4d6 vs 3d6 x2"
AFTER_SIDE = "expected `+`, `-`, `*`, `vs` or the end, found"


@pytest.mark.parametrize(
    ("text", "column", "message", "help"),
    [
        ("2x6", 2, f"{AFTER_SIDE} `x`", MULTIPLY),
        ("2d6 3", 5, f"{AFTER_SIDE} `3`", EXAMPLES),
        ("3d6 vs 2d6 3", 12, "expected `+`, `-`, `*`, `x` or the end, found `3`", EXAMPLES),
        ("3d6 vs 2d6 vs 1d6", 12, "expected `+`, `-`, `*`, `x` or the end, found `vs`", EXAMPLES),
        ("3d6 vs 2d6 x2 x3", 15, "expected `+`, `-`, `*`, `x` or the end, found `x`", MULTIPLY),
        ("(1d6 3", 6, "expected `+`, `-`, `*`, `,` or `)`, found `3`", EXAMPLES),
        ("1d6+(2 3", 8, "expected `+`, `-`, `*`, `,` or `)`, found `3`", EXAMPLES),
        ("max 3", 5, "expected ( after max", BOUNDS),
        ("1+min", 6, "expected ( after min", BOUNDS),
        ("1d6+max(3)", 5, "max has one value; give two or more", BOUNDS),
        ("1+max(1d6", 6, "this parenthesis is not closed", EXAMPLES),
        ("2*(1d6", 3, "this parenthesis is not closed", EXAMPLES),
        ("max()", 5, "expected a number or dice, found `)`", EXAMPLES),
        ("cap 3", 1, "expected a number or dice, found `cap`", BOUNDS),
        ("3+x", 3, "expected a number or dice, found `x`", MULTIPLY),
        ("(", 2, "a number or dice are missing at the end", EXAMPLES),
        ("1d6*1d6", 4, "dice times dice", "one side of * must be a whole number: 2*1d6"),
        ("3d6>=7", 6, "no face of a d6 is >=7", TOTALS),
        ("3d6<=0", 6, "no face of a d6 is <=0", TOTALS),
        ("3d6>6", 5, "no face of a d6 is >6", TOTALS),
        ("3d6<1", 5, "no face of a d6 is <1", TOTALS),
        ("5d6>=x", 6, "expected the face to compare with, found `x`", EXAMPLES),
        ("5d6>=", 6, "the face to compare with is missing", EXAMPLES),
        ("4d6kh2>=5", 7, "a pool that counts successes keeps all its dice", SUCCESSES),
        ("4d6kh5", 6, "keeps 5 of 4 dice; keep 1 to 4", EXAMPLES),
        ("4d6dl4", 6, "drops 4 of 4 dice; drop 1 to 3", EXAMPLES),
        ("4d6dh9", 6, "drops 9 of 4 dice; drop 1 to 3", EXAMPLES),
        ("1d6dl", 4, "drops 1 of 1 dice; there is one", EXAMPLES),
        ("1d6kh0", 6, "keeps 0 of 1 dice; keep 1 to 1", EXAMPLES),
        ("4d6kh1000001", 6, "the number of dice is 1000001; use 0 to 1000000", EXAMPLES),
        ("2d6 vs 1d6 x", 13, "the number after x is missing", EXAMPLES),
        ("2d6 vs 1d6 x1", 13, "the number after x is 1; use 2 to 100", EXAMPLES),
        ("2d6 vs 1d6 x101", 13, "the number after x is 101; use 2 to 100", EXAMPLES),
        ("2d", 3, "the number of sides is missing", EXAMPLES),
        ("2d+1", 3, "expected the number of sides, found `+`", EXAMPLES),
        ("1+1000001", 3, "the number is 1000001; use 0 to 1000000", EXAMPLES),
        ("99999999999", 1, "the number is 99999999999; use 0 to 1000000", EXAMPLES),
        ("1 vs 1000000*2", 6, "totals from 2000000 to 2000000; use at most 1000000", EXAMPLES),
        ("-1000000-1", 1, "totals from -1000001 to -1000001; use at most 1000000", EXAMPLES),
        ("1+0d6", 3, "0 dice; use 1 to 100", EXAMPLES),
        ("101d6", 1, "101 dice; use 1 to 100", EXAMPLES),
        ("100d6+d6", 7, "more than 100 dice in all", EXAMPLES),
        ("1d6/2", 4, f"{AFTER_SIDE} `/`", "totals cannot be divided; to multiply, write 2*1d6"),
        ("4k3", 2, f"{AFTER_SIDE} `k`", "to keep dice, write kh or kl: 4d6kh2"),
        ("1d6=3", 4, f"{AFTER_SIDE} `=`", SUCCESSES),
        ("5d6≥5", 4, f"{AFTER_SIDE} `≥`", SUCCESSES),
        ("2d6!", 4, f"{AFTER_SIDE} `!`", "exploding dice are not supported"),
        ("3d6 V 2d6", 5, f"{AFTER_SIDE} `v`", AGAINST),
        ("d6 against d6", 4, f"{AFTER_SIDE} `against`", AGAINST),
    ],
)
def test_invalid_notation_is_reported_with_a_complete_message(
    text: str, column: int, message: str, help: str
) -> None:
    with pytest.raises(NotationError) as caught:
        parse_roll(text)
    error = caught.value
    assert (error.text, error.column, error.problem) == (text, column, message)
    caret = " " * (column - 1) + "^"
    assert str(error) == f"dice, column {column}: {message}\n  {text}\n  {caret}\n  {help}"


@pytest.mark.parametrize(
    ("text", "at", "line", "before"),
    [
        ("1 + x", 4, "1 + x", 4),
        ("1\t+\nx", 4, "1 + x", 4),
        # Wide and full-width letters take two columns.
        ("界字x", 2, "界字x", 4),
        ("Ａx", 1, "Ａx", 2),
        ("éx", 1, "éx", 1),
    ],
)
def test_the_caret_is_under_the_wrong_character(text: str, at: int, line: str, before: int) -> None:
    lines = str(NotationError(text, at, "problem")).split("\n")
    assert lines == [f"dice, column {at + 1}: problem", f"  {line}", f"  {' ' * before}^", f"  {EXAMPLES}"]


def test_an_opposed_roll_has_no_total() -> None:
    with pytest.raises(NotationError) as caught:
        Dice.parse("3d6 VS 2d6")
    assert (caught.value.text, caught.value.column) == ("3d6 VS 2d6", 5)
    assert caught.value.problem == "an opposed roll has no total"
    assert str(caught.value).endswith("\n  give the dice of one side")


@pytest.mark.parametrize(
    ("text", "message"),
    [("", f"dice: the text is empty; {EXAMPLES}"), (" " * 201, f"dice: the text is empty; {EXAMPLES}"),
     ("1" + " " * 200, "dice: the text is 201 characters long; use at most 200")],
)  # fmt: skip
def test_empty_and_too_long_texts_are_rejected(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_roll(text)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("7", Number(7)), ("007", Number(7)), ("-3", Scaled(-1, Number(3))), ("2*3", Number(6)),
        ("2*0", Number(0)),
        ("0", Number(0)), ("000000000000", Number(0)), ("1000000", Number(1_000_000)),
        ("d6", Pool(1, 6, 1)), ("1D%", Pool(1, 100, 1)), ("100d1000", Pool(100, 1000, 100)),
        ("4d6kh", Pool(4, 6, 1)), ("4d6kl3", Pool(4, 6, 3, highest=False)), ("4d6dl", Pool(4, 6, 3)),
        ("4d6dh3", Pool(4, 6, 1, highest=False)), ("4d6kh4", Pool(4, 6, 4)),
        ("5d6>=5", Pool(5, 6, 5, scoring=range(5, 7))), ("5d6>4", Pool(5, 6, 5, scoring=range(5, 7))),
        ("5d6<=2", Pool(5, 6, 5, scoring=range(1, 3))), ("5d6<3", Pool(5, 6, 5, scoring=range(1, 3))),
        ("5d6>=0", Pool(5, 6, 5, scoring=range(1, 7))), ("5d6<=9", Pool(5, 6, 5, scoring=range(1, 7))),
        ("2*d6", Scaled(2, Pool(1, 6, 1))), ("d6*2*3", Scaled(3, Scaled(2, Pool(1, 6, 1)))),
        ("d6+2", Sum((Pool(1, 6, 1), Number(2)))), ("10-d3", Sum((Number(10), Scaled(-1, Pool(1, 3, 1))))),
        ("+d6", Pool(1, 6, 1)), ("-d6", Scaled(-1, Pool(1, 6, 1))), ("(d6)", Pool(1, 6, 1)),
        ("max(0, d6-3, 1)", Extreme((
            Number(0), Sum((Pool(1, 6, 1), Scaled(-1, Number(3)))), Number(1)), True)),
        ("Min(4,d6)", Extreme((Number(4), Pool(1, 6, 1)), False)),
    ],
)  # fmt: skip
def test_notation_is_parsed(text: str, term: object) -> None:
    (side,) = parse_notation(text).sides
    assert side.term == term


def test_sides_keep_their_text_without_surrounding_spaces() -> None:
    dice = parse_notation("  3d6 + 1  vs  2d6  x3 ")
    assert (dice.text, dice.times) == ("3d6 + 1  vs  2d6  x3", 3)
    assert [side.text for side in dice.sides] == ["3d6 + 1", "2d6"]
    assert parse_notation("1 vs 2 x100").times == 100
    roll = parse_roll("  3d6 + 1  vs  2d6  x3 ")
    assert isinstance(roll, OpposedRoll)
    assert (roll.text, roll.own.text, roll.other.text) == ("3d6 + 1  vs  2d6  x3", "3d6 + 1", "2d6")


def test_ten_nested_parentheses_are_accepted_repeatedly() -> None:
    deep = "(" * 10 + "1d6" + ")" * 10
    assert Dice.parse(f"{deep}+{deep}").high == 12
    assert Dice.parse("+".join(["(((1)))"] * 8)).high == 8
    assert Dice.parse("(1)+" + deep).high == 7
    most = "(" * 10 + "max(1, 2)" + ")" * 10
    for text, column in (
        (f"({deep})", 11),
        (f"(1)+({deep})", 15),
        (f"max(1, {deep})", 17),
        (f"max({deep}, 1)", 14),
        (most, 14),
    ):
        with pytest.raises(NotationError, match="more than 10 nested parentheses") as caught:
            parse_roll(text)
        assert caught.value.column == column


def test_at_most_a_hundred_dice_are_accepted() -> None:
    assert Dice.parse("50d6+50d6").high == 600
    assert Dice.parse("100d6").high == 600
    assert Dice.parse("1d1000").high == 1000


@pytest.mark.parametrize(
    ("pool", "text"),
    [
        (Pool(4, 6, 4), "4d6"), (Pool(4, 6, 2), "4d6kh2"), (Pool(4, 6, 2, highest=False), "4d6kl2"),
        (Pool(5, 6, 5, scoring=range(5, 7)), "5d6>=5"), (Pool(5, 6, 5, scoring=range(1, 3)), "5d6<=2"),
        (Pool(5, 6, 5, scoring=range(1, 7)), "5d6>=1"), (Pool(5, 6, 5, scoring=range(1, 6)), "5d6<=5"),
    ],
)  # fmt: skip
def test_a_pool_round_trips_through_its_notation(pool: Pool, text: str) -> None:
    assert str(pool) == text
    assert parse_notation(text).sides[0].term == pool


def test_dice_that_do_not_count_are_in_parentheses() -> None:
    assert str(Thrown(Pool(3, 6, 2), (5, 1, 6), (True, False, True))) == "3d6kh2: 5 (1) 6"


class Loaded(random.Random):
    """Dice with given results."""

    def __init__(self, *faces: int) -> None:
        super().__init__(0)
        self.faces = list(faces)

    def randint(self, a: int, b: int) -> int:
        face = self.faces.pop(0)
        assert a == 1
        assert face <= b
        return face


@pytest.mark.parametrize(
    ("text", "faces", "result", "counted"),
    [
        ("3d6", [4, 1, 6], 11, [True, True, True]),
        ("3d6kh2", [4, 1, 6], 10, [True, False, True]),
        ("3d6kl2", [4, 1, 6], 5, [True, True, False]),
        ("3d6kh1", [2, 5, 5], 5, [False, True, False]),
        ("3d6>=4", [4, 1, 6], 2, [True, False, True]),
        ("3d6<4", [4, 1, 6], 1, [False, True, False]),
        ("-2*3d6", [4, 1, 6], -22, [True, True, True]),
        ("1d6 + 2d4 + 1", [6, 3, 1], 11, [True, True, True]),
        ("max(1d6, 2d4)", [6, 3, 1], 6, [True, True, True]),
        ("min(1d6, 2d4)", [6, 3, 1], 4, [True, True, True]),
    ],
)
def test_dice_are_rolled_as_notated(text: str, faces: list[int], result: int, counted: list[bool]) -> None:
    throw = Dice.parse(text).throw(Loaded(*faces))
    assert (throw.result, throw.totals) == (result, (result,))
    assert [face for pool in throw.thrown for face in pool.faces] == faces
    assert [counts for pool in throw.thrown for counts in pool.counted] == counted
    assert tuple(pool.pool for pool in throw.thrown) == Dice.parse(text).pools
    assert Dice.parse(text).roll(Loaded(*faces)) == (result, tuple(faces))


@pytest.mark.parametrize(
    ("times", "own", "other", "result"),
    [
        ("", 3, 4, "lose"), ("", 4, 4, "tie"), ("", 5, 4, "win"), ("", 9, 1, "win"),
        (" x2", 7, 4, "win"), (" x2", 8, 4, "double win"), (" x3", 8, 4, "win"), (" x3", 12, 4, "triple win"),
        (" x4", 12, 3, "win by x4"), (" x2", 4, 4, "tie"), (" x2", 3, 4, "lose"),
    ],
)  # fmt: skip
def test_opposed_rolls_have_a_winner(times: str, own: int, other: int, result: str) -> None:
    roll = parse_roll(f"1d12 vs 1d6{times}")
    assert isinstance(roll, OpposedRoll)
    assert roll.judge(own, other) == result
    throw = roll.throw(Loaded(own, other))
    pools = (Thrown(Pool(1, 12, 1), (own,), (True,)), Thrown(Pool(1, 6, 1), (other,), (True,)))
    assert throw == Throw(result, (own, other), pools)


@pytest.mark.parametrize(
    ("text", "times"), [("1d6 vs 1d4-2 x2", 2), ("2-1d4 vs 1d4-3 x3", 3), ("1d4-2 vs 1d6-5 x5", 5)]
)
def test_chances_of_a_double_win_match_enumeration(text: str, times: int) -> None:
    """With totals of zero or less, multiplication is misleading."""
    roll = parse_roll(text)
    assert isinstance(roll, OpposedRoll)
    counted: dict[str, Fraction] = {}
    for own, chance in roll.own.distribution():
        for other, weight in roll.other.distribution():
            result = roll.judge(own, other)
            counted[result] = counted.get(result, Fraction(0)) + chance * weight
    assert dict(roll.distribution()) == counted
    assert sum(counted.values()) == 1
    assert roll.times == times


@pytest.mark.parametrize(
    ("term", "ways"),
    [
        (Number(4), {4: 1}),
        (Pool(2, 2, 2), {2: 1, 3: 2, 4: 1}),
        (Pool(2, 3, 1), {1: 1, 2: 3, 3: 5}),
        (Pool(2, 3, 1, highest=False), {1: 5, 2: 3, 3: 1}),
        (Pool(2, 6, 2, scoring=range(5, 7)), {0: 16, 1: 16, 2: 4}),
        (Pool(2, 6, 2, scoring=range(1, 7)), {2: 36}),
        (Scaled(0, Pool(1, 3, 1)), {0: 3}),
        (Scaled(-2, Pool(1, 2, 1)), {-2: 1, -4: 1}),
        (Scaled(2, Sum((Pool(1, 2, 1), Number(-1)))), {0: 1, 2: 1}),
        (Sum((Pool(1, 2, 1), Pool(1, 2, 1))), {2: 1, 3: 2, 4: 1}),
        (Sum((Pool(1, 2, 1),) * 3), {3: 1, 4: 3, 5: 3, 6: 1}),
        (Extreme((Pool(1, 2, 1), Pool(1, 3, 1)), True), {1: 1, 2: 3, 3: 2}),
        (Extreme((Pool(1, 2, 1),) * 3, True), {1: 1, 2: 7}),
        (Extreme((Pool(1, 2, 1), Pool(1, 3, 1)), False), {1: 4, 2: 2}),
        (Extreme((Pool(1, 2, 1), Number(5)), True), {5: 2}),
    ],
)
def test_outcomes_are_counted_exactly(term: Pool, ways: dict[int, int]) -> None:
    assert term.ways() == ways


def test_values_at_the_limits_are_accepted() -> None:
    assert Dice.parse("1" + " " * 199).high == 1
    widest = Dice.parse("10d1000+1d10")
    assert widest.term.spread == MAX_TOTALS
    assert sum(widest.ways().values()) == 1000**10 * 10


def test_a_pool_of_equal_dice() -> None:
    assert Dice.pool(1).distribution()[6] == Fraction(1, 6)
    assert Dice.pool(2, 4).distribution()[8] == Fraction(1, 16)
    assert dict(Dice.pool(0).distribution()) == {0: 1}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("30d1000", f"odds of 30d1000: up to 29971 totals; use fewer dice or sides, "
                    f"for at most {MAX_TOTALS}"),
        ("9d1000kh8", "odds of 9d1000kh8: about 32072000 steps to compute; use fewer dice or sides, "
                     f"for at most {MAX_WORK}"),
    ],
)  # fmt: skip
def test_odds_that_take_too_long_are_rejected(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        Dice.parse(text).distribution()
    assert str(caught.value) == message
