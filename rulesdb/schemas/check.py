"""Data against the schemas, with the line and column of every defect.

Besides what JSON Schema checks, the keyword ``x-brainbug-ref`` marks a text that names an entry of
the database; those are collected here and resolved by whoever knows the entries.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any

from rulesdb.codes import Code
from rulesdb.nearest import did_you_mean
from rulesdb.problem import Problem
from rulesdb.schemas.dialect import REFERENCE_KEYWORD, has_repeats, is_long_enough, is_whole, regex_of
from rulesdb.schemas.predicate import SchemaPredicates, UnknownKeyword
from rulesdb.schemas.shape import shape_of
from rulesdb.shipped import shipped
from rulesdb.yaml_source import DataPath, YamlSource

NOT_ENTRIES = frozenset(
    {
        "common",
        "dots-map",
        "hex-map",
        "map",
        "printer",
        "ruleset",
        "scenario",
        "shape",
        "sheet",
        "supplement",
        "table-map",
        "vocabulary",
        "words",
    }
)
MOST_PROBLEMS = 200
Follow = Callable[[Mapping[str, Any]], Mapping[str, Any]]
_LONGEST_NAME = 80
_WORDED = frozenset({"const", "pattern"})
_TYPE_NAMES = {
    "object": "a block of `key: value` lines",
    "array": "a list",
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "null": "nothing",
}


@dataclass(frozen=True, slots=True)
class Reference:
    """A text in a data file that names an entry of one of ``kinds``."""

    path: DataPath
    kinds: tuple[str, ...]
    wanted: str


@dataclass(frozen=True, slots=True)
class Checked:
    """What validation found in one file."""

    problems: tuple[Problem, ...]
    references: tuple[Reference, ...]


class SchemaSet:
    """The schemas of one folder, which refer to each other by file name."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder if folder is not None else shipped("schemas")
        self._loaded: dict[str, dict[str, Any]] = {}
        self._validators: dict[str, Any] = {}
        self._predicates = SchemaPredicates(self.load)

    def load(self, name: str) -> dict[str, Any]:
        """The schema called ``name``, as in ``table`` for ``table.schema.json``; each is read once."""
        if name not in self._loaded:
            text = (self.folder / f"{name}.schema.json").read_text(encoding="utf-8")
            self._loaded[name] = json.loads(text)
        return self._loaded[name]

    def follow(self, schema: Mapping[str, Any]) -> Mapping[str, Any]:
        """The schema that a ``$ref`` leads to, with what is written beside it; any other as it is."""
        if "$ref" not in schema:
            return schema
        file, _, pointer = schema["$ref"].partition("#")
        target: Any = self.load(file.removesuffix(".schema.json") if file else self._owner(schema))
        for part in filter(None, pointer.split("/")):
            target = target[part]
        return {**self.follow(target), **{key: value for key, value in schema.items() if key != "$ref"}}

    def _owner(self, schema: Mapping[str, Any]) -> str:
        """The name of the file that a schema is written in."""
        return next(name for name, file in self._loaded.items() if _holds(file, schema))

    def names(self) -> list[str]:
        """The names of all schemas in the folder."""
        return sorted(path.name.removesuffix(".schema.json") for path in self.folder.glob("*.schema.json"))

    @cached_property
    def _registry(self) -> Any:
        from referencing import Registry
        from referencing.jsonschema import DRAFT202012

        resources = [
            (f"{name}.schema.json", DRAFT202012.create_resource(self._undeclared(name)))
            for name in self.names()
        ]
        return Registry().with_resources(resources)

    def validator(self, name: str) -> Any:
        """A validator of the schema ``name``, made once."""
        if name not in self._validators:
            self._validators[name] = self._make_validator(name)
        return self._validators[name]

    def _make_validator(self, name: str) -> Any:
        from jsonschema import Draft202012Validator
        from jsonschema.validators import extend

        types = Draft202012Validator.TYPE_CHECKER.redefine("integer", lambda _, value: is_whole(value))
        checker: Any = extend(Draft202012Validator, _OWN_KEYWORDS, type_checker=types)  # type: ignore[no-untyped-call]
        return checker(self._undeclared(name), registry=self._registry)

    def _undeclared(self, name: str) -> dict[str, Any]:
        """A schema without ``$schema``, at sight of which jsonschema would go back to its own keywords."""
        return {key: value for key, value in self.load(name).items() if key != "$schema"}

    def check(self, source: YamlSource, name: str) -> Checked:
        """Validate a parsed file against the schema ``name``; of many problems, the first are given."""
        try:
            if self._predicates.passes(name)(source.data):
                found = self._predicates.references(name)(source.data, ())
                return Checked((), _in_order(Reference(*each) for each in found))
        except UnknownKeyword:
            pass
        return self.explain(source, name)

    def explain(self, source: YamlSource, name: str) -> Checked:
        """What :meth:`check` finds, slowly and with a reason for everything that is wrong."""
        problems: dict[Problem, None] = {}
        references: list[Reference] = []
        for error in self.validator(name).iter_errors(source.data):
            path: DataPath = tuple(error.absolute_path)
            if error.validator == REFERENCE_KEYWORD:
                kinds = (error.validator_value,) if isinstance(error.validator_value, str) else ()
                references.append(Reference(path, kinds or tuple(error.validator_value), error.instance))
                continue
            problems.update(dict.fromkeys(_problems(error, source, path, self.follow)))
            if len(problems) > MOST_PROBLEMS:
                break
        ordered = sorted(problems, key=lambda problem: (problem.span, problem.code, problem.message))
        if len(ordered) > MOST_PROBLEMS:
            ordered = ordered[:MOST_PROBLEMS]
            said = f"more than {MOST_PROBLEMS} defects; the others are not shown"
            ordered.append(replace(ordered[-1], message=said, help="fix these first", accepted=()))
        return Checked(tuple(ordered), _in_order(references))


def _holds(tree: Any, part: Any) -> bool:
    """Whether ``part`` itself, and not only its like, is somewhere in a tree of mappings and lists."""
    inner = tree.values() if isinstance(tree, dict) else tree if isinstance(tree, list) else ()
    return tree is part or any(_holds(each, part) for each in inner)


def _in_order(references: Iterable[Reference]) -> tuple[Reference, ...]:
    return tuple(sorted(references, key=lambda ref: [*map(str, ref.path)]))


def _reference(_: Any, kinds: Any, instance: Any, __: Mapping[str, Any]) -> Iterator[Any]:
    if isinstance(instance, str):
        yield _error("reference")


def _pattern(_: Any, pattern: str, instance: Any, __: Mapping[str, Any]) -> Iterator[Any]:
    if isinstance(instance, str) and not regex_of(pattern).search(instance):
        yield _error("pattern")


def _min_length(_: Any, least: int, instance: Any, __: Mapping[str, Any]) -> Iterator[Any]:
    if isinstance(instance, str) and not is_long_enough(instance, least):
        yield _error("too short")


def _unique_items(_: Any, wanted: bool, instance: Any, __: Mapping[str, Any]) -> Iterator[Any]:
    if wanted and isinstance(instance, list) and has_repeats(instance):
        yield _error("repeats")


_OWN_KEYWORDS: Mapping[str, Callable[..., Iterator[Any]]] = MappingProxyType(
    {
        REFERENCE_KEYWORD: _reference,
        "pattern": _pattern,
        "minLength": _min_length,
        "uniqueItems": _unique_items,
    }
)


def _error(message: str) -> Any:
    from jsonschema import ValidationError

    return ValidationError(message)


def _problems(error: Any, source: YamlSource, path: DataPath, follow: Follow) -> list[Problem]:
    keyword: str = error.validator
    schema: Mapping[str, Any] = error.schema
    if keyword in ("additionalProperties", "unevaluatedProperties"):
        known = schema.get("properties", {})
        return [
            Problem(
                Code.UNKNOWN_KEY,
                f"unknown key `{key}`",
                source.key_span((*path, key)),
                did_you_mean(key, known),
                accepted=tuple(name for name in known if name not in error.instance),
            )
            for key in error.instance
            if key not in known
        ]
    if keyword == "required":
        missing = [key for key in error.validator_value if key not in error.instance]
        return [
            Problem(
                Code.MISSING_KEY,
                f"key `{key}` is missing from {_name(path)}",
                source.key_span(path),
                _how_to_add(key, schema.get("properties", {}).get(key, {}), follow),
            )
            for key in missing
        ]
    if "propertyNames" in list(error.absolute_schema_path)[-2:]:
        return [_bad_value(error, source, (*path, error.instance), key=True)]
    if keyword == "type":
        wanted = error.validator_value
        kinds = wanted if isinstance(wanted, list) else [wanted]
        shown = " or ".join(_TYPE_NAMES[kind] for kind in kinds)
        return [
            Problem(
                Code.WRONG_TYPE,
                f"{_name(path)} is {_shape(error.instance)}, not {shown}",
                source.value_span(path),
                _describe(schema, f"write {shown}"),
                accepted=tuple(kinds),
            )
        ]
    return [_bad_value(error, source, path, key=False)]


def _bad_value(error: Any, source: YamlSource, path: DataPath, *, key: bool) -> Problem:
    value = error.instance
    shown = json.dumps(value, ensure_ascii=False) if not isinstance(value, str) else f"`{value}`"
    shown = shown if len(shown) <= 60 else shown[:57] + "…"
    schema: Mapping[str, Any] = error.schema
    keyword, limit = error.validator, error.validator_value
    said = {
        "enum": f"{shown} is not one of the accepted words",
        "const": f"{shown} stands where `{limit}` belongs",
        "pattern": f"{shown} is not written as {schema.get('title', 'this key wants').lower()}",
        "minimum": f"{shown} is less than {limit}",
        "maximum": f"{shown} is more than {limit}",
        "minItems": f"{_name(path)} needs at least {limit} item{'' if limit == 1 else 's'}",
        "maxItems": f"{_name(path)} takes at most {limit} items",
        "minLength": f"{_name(path)} is empty",
        "maxLength": f"{_name(path)} is longer than {limit} characters",
        "uniqueItems": f"{_name(path)} lists something twice",
        "minProperties": f"{_name(path)} is empty",
        "not": f"{_name(path)} has keys that exclude each other",
    }.get(keyword, error.message)
    if keyword == "enum":
        help_text = did_you_mean(str(value), [str(option) for option in limit])
    elif keyword == "const":
        help_text = f"write `{limit}`"
    else:
        help_text = _describe(schema, "")
    span = source.key_span(path) if key else source.value_span(path)
    accepted = tuple(map(str, limit)) if keyword == "enum" else (str(limit),) if keyword in _WORDED else ()
    return Problem(Code.BAD_VALUE, said, span, help_text, accepted=accepted)


def _how_to_add(key: str, schema: Mapping[str, Any], follow: Follow) -> str:
    """The help on a missing key: how it is written, and what it is for."""
    about = follow(schema).get("description", "") if schema else ""
    written = f"add `{key}: {shape_of(schema, follow)}`" if schema else f"add `{key}:`"
    return f"{written}; {about[0].lower()}{about[1:]}" if about else written


def _describe(schema: Mapping[str, Any], otherwise: str) -> str:
    said = schema.get("description", otherwise)
    examples = schema.get("examples", [])
    if examples:
        shown = " or ".join(
            f"`{example}`" if isinstance(example, str) else json.dumps(example) for example in examples[:2]
        )
        said = f"{said.rstrip('.')}; for example {shown}"
    return str(said)


def _name(path: DataPath) -> str:
    """``areas.bridge.hexes`` in back quotes; list places in brackets."""
    if not path:
        return "the file"
    shown = ""
    for part in path:
        shown += f"[{part}]" if isinstance(part, int) else f".{part}" if shown else str(part)
    if len(shown) > _LONGEST_NAME:
        shown = f"{shown[: _LONGEST_NAME // 2]}…{shown[-_LONGEST_NAME // 2 :]}"
    return f"`{shown}`"


def _shape(value: Any) -> str:
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    if value is None:
        return "empty"
    if isinstance(value, dict):
        return "a block"
    if isinstance(value, list):
        return "a list"
    return f"`{value}`" if len(str(value)) <= 40 else "a long text"
