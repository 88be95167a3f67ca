"""The schemas, and validation of data."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from rulesdb.schemas import NOT_ENTRIES, SchemaSet
from rulesdb.schemas.dialect import REFERENCE_KEYWORD
from rulesdb.schemas.layout import format_schema
from rulesdb.shipped import shipped
from rulesdb.yaml_source import parse_yaml

SCHEMAS = SchemaSet()
ROOT = Path(__file__).resolve().parent.parent.parent


def properties(schema: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every property anywhere in a schema."""
    if isinstance(schema, dict):
        # Keywords next to a reference extend properties that have their titles in its target.
        adds = path.endswith(("/if", "/then", "/not", "/else")) or "$ref" in schema
        for name, value in schema.get("properties", {}).items() if not adds else ():
            yield f"{path}/{name}", value
        for key, value in schema.items():
            yield from properties(value, f"{path}/{key}")
    elif isinstance(schema, list):
        for index, value in enumerate(schema):
            yield from properties(value, f"{path}/{index}")


@pytest.mark.parametrize("name", SCHEMAS.names())
def test_schema_passes_the_meta_schema(name: str) -> None:
    Draft202012Validator.check_schema(SCHEMAS.load(name))


@pytest.mark.parametrize("name", SCHEMAS.names())
def test_valid_data_are_recognized_without_the_slow_validator(name: str) -> None:
    """It explains defects; a keyword that only it knows would have it read every file."""
    assert SCHEMAS.is_compiled(name)


def test_schema_files_are_formatted() -> None:
    folder = shipped("schemas")
    badly = [
        path.name
        for path in sorted(folder.glob("*.json"))
        if format_schema(json.loads(path.read_text("utf-8"))) != path.read_text("utf-8")
    ]
    assert badly == [], "python -m rulesdb.schemas formats them"


@pytest.mark.parametrize("name", SCHEMAS.names())
def test_every_property_has_a_title_and_a_description_for_editors(name: str) -> None:
    bare = [
        path
        for path, value in properties(SCHEMAS.load(name))
        if "$ref" not in value and not ("title" in value and "description" in value)
    ]
    assert bare == []


@pytest.mark.parametrize("name", SCHEMAS.names())
def test_every_reference_to_a_schema_resolves(name: str) -> None:
    def refs(part: Any) -> Iterator[str]:
        if isinstance(part, dict):
            if isinstance(part.get("$ref"), str):
                yield part["$ref"]
            for value in part.values():
                yield from refs(value)
        elif isinstance(part, list):
            for value in part:
                yield from refs(value)

    for ref in refs(SCHEMAS.load(name)):
        file, _, pointer = ref.partition("#")
        target: Any = SCHEMAS.load(file.removesuffix(".schema.json")) if file else SCHEMAS.load(name)
        for step in pointer.strip("/").split("/") if pointer else []:
            target = target[step]
        assert isinstance(target, dict)


def test_every_kind_of_entry_has_the_same_common_keys() -> None:
    common = {"title", "text", "source", "basis", "note", "alternatives", "also", "see", "examples", "id"}
    for name in SCHEMAS.names():
        if name not in NOT_ENTRIES:
            entry = SCHEMAS.load(name)["$defs"]["entry"]
            assert common <= set(entry["properties"]), name
            assert {"id", "title", "source", "basis"} <= set(entry["required"]), name


def test_references_name_kinds_that_have_a_schema() -> None:
    kinds = set(SCHEMAS.names())
    for name in SCHEMAS.names():
        for _, value in properties(SCHEMAS.load(name)):
            if REFERENCE_KEYWORD in value:
                wanted = value[REFERENCE_KEYWORD]
                assert {*([wanted] if isinstance(wanted, str) else wanted)} <= kinds


def test_an_independent_validator_accepts_every_scenario() -> None:
    schema = ROOT / "schemas" / "scenario.schema.json"
    paths = sorted((ROOT / "scenarios").rglob("*.yaml"))
    command = [sys.executable, "-m", "check_jsonschema", "--schemafile", schema, *paths]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


TERM = """\
kind: term
entries:
  - id: lift
    title: Lift
    source: {document: bug-hunter, section: "303.3"}
    basis: printed
    text: A car.
"""


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("title:", "titel:", [("BB006", 3, 5), ("BB004", 4, 5)]),
        ("basis: printed", "basis: printd", [("BB007", 6, 12)]),
        ("id: lift", "id: Lift!", [("BB007", 3, 9)]),
        ("title: Lift", "title: 7", [("BB005", 4, 12)]),
        ("basis: printed", "basis: house", [("BB006", 3, 5)]),
        ("basis: printed", "basis: reading\n    note: x", [("BB006", 3, 5)]),
        ("entries:", "entries: []\nother:", [("BB007", 2, 10), ("BB004", 3, 1)]),
    ],
)
def test_a_defect_is_found_at_its_line_and_column(old: str, new: str, expected: list[Any]) -> None:
    source = parse_yaml(TERM.replace(old, new, 1), "term.yaml")
    problems = SCHEMAS.check(source, "term").problems
    assert [(problem.code, problem.span.line, problem.span.column) for problem in problems] == expected


RULE = """\
kind: rule
entries:
  - id: "303.3"
    title: Lifts
    source: {document: bug-hunter, section: "303.3"}
    basis: printed
    text: A car.
    constrains:
      - what: A lift starts at ground level.
"""


@pytest.mark.parametrize(
    ("keys", "codes"),
    [
        (["check: BB208"], []),
        (["gap: only-in"], []),
        (["not_checkable: It happens in play."], []),
        ([], ["BB006"]),
        (["check: BB28"], ["BB007"]),
        (["check: BB208", "gap: only-in"], ["BB007"]),
        (["gap: only-in", "not_checkable: It happens in play."], ["BB007"]),
    ],
)
def test_a_constraint_has_a_check_or_a_gap_or_a_reason_why_neither(keys: list[str], codes: list[str]) -> None:
    source = parse_yaml(RULE + "".join(f"        {key}\n" for key in keys), "rule.yaml")
    assert [problem.code for problem in SCHEMAS.check(source, "rule").problems] == codes


def test_an_unknown_key_suggests_a_similar_key() -> None:
    source = parse_yaml(TERM.replace("text:", "txt:"), "term.yaml")
    problems = SCHEMAS.check(source, "term").problems
    assert any(problem.help == "did you mean `text`?" for problem in problems)
