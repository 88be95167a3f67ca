"""Reading YAML: values, positions, and rejected files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesdb import DataError
from rulesdb.problem import Problem
from rulesdb.yaml_source import load_yaml, parse_yaml

SAMPLE = """\
map:
  columns: 22
  levels:
    - id: upper
      lockers: "1602 1702"
"""

letters = st.characters(min_codepoint=32, max_codepoint=0xFFF, exclude_categories=["Cs", "Cc"])
json_data = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.text(letters, max_size=8),
    lambda children: (
        st.lists(children, max_size=3)
        | st.dictionaries(st.text("abcdefg", min_size=1, max_size=4), children, max_size=3)
    ),
    max_leaves=12,
)


def problem_of(text: str) -> Problem:
    with pytest.raises(DataError) as caught:
        parse_yaml(text, "f.yaml")
    (problem,) = caught.value.problems
    return problem


def at(problem: Problem) -> tuple[str, int, int]:
    return problem.code, problem.span.line, problem.span.column


def test_every_value_and_key_has_a_span() -> None:
    source = parse_yaml(SAMPLE)
    assert str(source.value_span(("map", "columns"))) == "<text>:2:12"
    assert str(source.key_span(("map", "columns"))) == "<text>:2:3"
    assert str(source.value_span(("map", "levels", 0, "id"))) == "<text>:4:11"
    assert source.value_span(("map", "levels", 0, "id")).end_column == 16


def test_a_word_inside_a_text_has_a_span() -> None:
    span = parse_yaml(SAMPLE).word_span(("map", "levels", 0, "lockers"), "1702")
    assert (span.line, span.column, span.end_column) == (5, 22, 26)


def test_a_missing_path_falls_back_to_its_parent() -> None:
    source = parse_yaml(SAMPLE)
    assert source.value_span(("map", "levels", 0, "title")) == source.value_span(("map", "levels", 0))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0405", "0405"), ("405", 405), ("-3", -3), ("+4", 4), ("0", 0), ("1.5", 1.5), ("1e3", "1e3"),
        ("3:1", "3:1"), ("12:30:45", "12:30:45"), ("no", "no"), ("Yes", "Yes"), ("on", "on"),
        ("true", True), ("False", False), ("null", None), ("~", None), ("", None), ("0x1F", "0x1F"),
        ("1_000", "1_000"), ("2026-11-21", "2026-11-21"), ("'405'", "405"), ('"true"', "true"),
        (".inf", ".inf"),
    ],
)  # fmt: skip
def test_scalars_are_parsed_as_they_look(text: str, value: Any) -> None:
    scalar = parse_yaml(f"x: {text}").data["x"]
    assert scalar == value
    assert type(scalar) is type(value)


@given(json_data)
def test_json_data_round_trips(data: Any) -> None:
    assert parse_yaml(json.dumps({"x": data}, ensure_ascii=False)).data == {"x": data}


@given(json_data)
def test_every_span_points_at_its_own_text(data: Any) -> None:
    text = json.dumps({"x": data}, ensure_ascii=False)
    source = parse_yaml(text)

    def walk(value: Any, path: tuple[str | int, ...]) -> None:
        span = source.value_span(path)
        assert json.loads(text[span.column - 1 : span.end_column - 1]) == value
        children = (
            value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        )
        for key, child in children:
            walk(child, (*path, key))

    walk({"x": data}, ())


def test_a_duplicate_key_is_rejected_with_both_positions() -> None:
    problem = problem_of("a: 1\nb: 2\na: 3\n")
    assert at(problem) == ("BB003", 3, 1)
    assert problem.related[0][1].line == 1


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("a: &x 1", ("BB008", 1, 4)),
        ("a: &x [1]\nb: *x", ("BB008", 1, 4)),
        ("b: *x", ("BB008", 1, 4)),
        ("<<: {a: 1}", ("BB008", 1, 1)),
        ("a: !!python/object:os.system x", ("BB008", 1, 4)),
        ("a: 1\n---\nb: 2\n", ("BB002", 2, 1)),
        ("a: [1, 2\nb: 3\n", ("BB002", 2, 2)),
        ("a:\n\t- 1\n", ("BB002", 2, 1)),
        ("a: b: c\n", ("BB002", 1, 5)),
        ("[1, 2]: x\n", ("BB005", 1, 1)),
        ("a: x\x07y\n", ("BB002", 1, 5)),
    ],
)
def test_rejected_yaml_has_one_problem_at_its_position(text: str, where: tuple[str, int, int]) -> None:
    assert at(problem_of(text)) == where


@pytest.mark.parametrize("opening", ["[", "{a: ", "- "])
@pytest.mark.parametrize("times", [100, 10_000])
def test_any_number_of_open_collections_is_one_problem(opening: str, times: int) -> None:
    assert problem_of(opening * times).code == "BB009"


def test_a_byte_order_mark_is_ignored(tmp_path: Path) -> None:
    path = tmp_path / "bom.yaml"
    path.write_bytes("a: 1\n".encode("utf-8-sig"))
    assert load_yaml(path).data == {"a": 1}


def test_a_byte_that_is_not_utf_8_is_shown_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "latin.yaml"
    path.write_bytes("a: é\nb: ".encode() + b"\xe9\n")
    with pytest.raises(DataError) as caught:
        load_yaml(path)
    assert at(caught.value.problems[0]) == ("BB001", 2, 4)


@pytest.mark.parametrize("name", ["missing.yaml", "."])
def test_a_file_that_cannot_be_opened_is_one_problem(tmp_path: Path, name: str) -> None:
    with pytest.raises(DataError, match="cannot read"):
        load_yaml(tmp_path / name)


def test_a_file_beyond_the_limit_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "large.yaml"
    path.write_bytes(b"# " + b"x" * (16 << 20) + b"\n")
    with pytest.raises(DataError, match="larger than 16 MiB"):
        load_yaml(path)
