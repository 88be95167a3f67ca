"""How the inputs of procedures are read from text, and how results become plain data."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesdb import InputError, open_game
from rulesdb.procedures import as_typed
from rulesdb.procedures.inputs import as_plain, convert, describe


@dataclass(frozen=True)
class Step:
    """A step of a walk."""

    ground: str
    move_cost: int

    @classmethod
    def parse(cls, text: str) -> Step:
        """Read ``mud:2``."""
        ground, _, cost = text.partition(":")
        return cls(ground, int(cost))


@pytest.mark.parametrize(
    ("wanted", "text", "value"),
    [
        (int, " 7 ", 7),
        (int, "-3", -3),
        (float, "2.5", 2.5),
        (bool, "Yes", True),
        (bool, "off", False),
        (str, " crew ", "crew"),
        (int | None, "none", None),
        (int | None, "4", 4),
        (int | str, "crew", "crew"),
        (tuple[int, ...], "2,4", (2, 4)),
        (tuple[int, ...], "2 4", (2, 4)),
        (tuple[int, ...], "6*3", (6, 6, 6)),
        (tuple[int, ...], "", ()),
        (tuple[str, ...], "room 1,room 2", ("room 1", "room 2")),
        (tuple[str, ...], "ER*2, MG", ("ER", "ER", "MG")),
        (tuple[int, str], "3,crew", (3, "crew")),
        (Step, "mud:2", Step("mud", 2)),
        (tuple[Step, ...], "mud:2,ice:3", (Step("mud", 2), Step("ice", 3))),
    ],
)
def test_text_becomes_the_annotated_type(wanted: Any, text: str, value: Any) -> None:
    assert convert("given", wanted, text) == value


@pytest.mark.parametrize(
    ("wanted", "text", "message"),
    [
        (int, "2.5", "given='2.5': use a whole number, such as 3"),
        (float, "x", "use a number, such as 2.5"),
        (bool, "2", "use yes or no"),
        (tuple[int, str], "3", "1 given; use 2"),
        (tuple[int, ...], "1,x", "given='x': use a whole number"),
        (Step, "mud", "write text such as mud:2"),
    ],
)
def test_an_error_states_how_to_write_the_value(wanted: Any, text: str, message: str) -> None:
    with pytest.raises(InputError, match=message.replace("(", r"\(")):
        convert("given", wanted, text)


def test_a_type_that_reads_text_is_described_by_its_own_sample() -> None:
    assert describe(Step) == "text such as mud:2"
    assert describe(tuple[Step, ...]) == "one or more, separated by commas, such as mud:2"


def test_a_dataclass_becomes_names_in_words() -> None:
    plain = as_plain({"way": (Step("mud", 2),), "chance": Fraction(1, 3)})
    assert plain == {"way": [{"ground": "mud", "move cost": 2}], "chance": "1/3"}


@given(st.one_of(st.integers(-9999, 9999), st.booleans(), st.none()))
def test_a_typed_value_round_trips(value: int | bool | None) -> None:
    wanted = bool if isinstance(value, bool) else int | None
    assert convert("given", wanted, as_typed(value)) == value


@given(st.lists(st.integers(-9999, 9999)).map(tuple))
def test_a_typed_list_round_trips(value: tuple[int, ...]) -> None:
    assert convert("given", tuple[int, ...], as_typed(value)) == value


def test_python_values_are_taken_as_they_are() -> None:
    losses = open_game("bug-hunter").procedure("swarm-losses")
    assert losses.resolve(number=7, result="K").result == losses.resolve(number="7", result="K").result
