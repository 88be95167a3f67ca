"""Validation of data files against the schemas, with the line and column of every defect.

The keyword ``x-brainbug-ref`` marks a text that names an entry of the database. These references are
collected here; the loader resolves them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from rulesdb.codes import Code
from rulesdb.nearest import did_you_mean
from rulesdb.problem import Problem
from rulesdb.schemas.dialect import REFERENCE_KEYWORD, is_whole
from rulesdb.schemas.predicate import SIMPLE, Reference, SchemaPredicates, UnknownKeyword
from rulesdb.schemas.shape import shape_of
from rulesdb.shipped import shipped
from rulesdb.yaml_source import DataPath, YamlSource

NOT_ENTRIES = frozenset(
    {
        "common",
        "coverage",
        "dots-map",
        "hex-map",
        "language",
        "logic",
        "map",
        "printer",
        "questions",
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
MAX_PROBLEMS = 200
Follow = Callable[[Mapping[str, Any]], Mapping[str, Any]]
_MAX_NAME = 80
_SUFFIX = ".schema.json"
_STRICTER = ("pattern", "minLength", "uniqueItems")
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
class Checked:
    """The result of the validation of one file."""

    problems: tuple[Problem, ...]
    find_references: Callable[[], Iterable[Reference]] = tuple

    @property
    def references(self) -> tuple[Reference, ...]:
        """The references of the file, ordered by path; collected at the first access."""
        return tuple(sorted(self.find_references(), key=lambda ref: [*map(str, ref.path)]))


class SchemaSet:
    """The schemas of one folder, which refer to each other by file name."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder if folder is not None else shipped("schemas")
        self._loaded: dict[str, dict[str, Any]] = {}
        self._validators: dict[str, Any] = {}
        self._predicates = SchemaPredicates(self._target)

    def load(self, name: str) -> dict[str, Any]:
        """The schema called ``name``, as in ``table`` for ``table.schema.json``; each is read once.

        A ``$ref`` inside the file is completed with the name of the file.
        """

        def complete(part: dict[str, Any]) -> dict[str, Any]:
            is_local = part.get("$ref", "").startswith("#")
            return part | {"$ref": f"{name}{_SUFFIX}{part['$ref']}"} if is_local else part

        if name not in self._loaded:
            text = (self.folder / f"{name}{_SUFFIX}").read_text(encoding="utf-8")
            self._loaded[name] = json.loads(text, object_hook=complete)
            # If it is there, jsonschema uses its own keywords instead of those below.
            del self._loaded[name]["$schema"]
        return self._loaded[name]

    def follow(self, schema: Mapping[str, Any]) -> Mapping[str, Any]:
        """The schema that a ``$ref`` points to, merged with the keywords next to it; any other unchanged."""
        if "$ref" not in schema:
            return schema
        others = {key: value for key, value in schema.items() if key != "$ref"}
        return {**self.follow(self._target(schema["$ref"])), **others}

    def _target(self, ref: str) -> Any:
        name, _, pointer = ref.partition(_SUFFIX)
        target: Any = self.load(name)
        for part in filter(None, pointer.strip("#").split("/")):
            target = target[part]
        return target

    def names(self) -> list[str]:
        """The names of all schemas in the folder."""
        return sorted(path.name.removesuffix(_SUFFIX) for path in self.folder.glob(f"*{_SUFFIX}"))

    @cached_property
    def _registry(self) -> Any:
        from referencing import Registry
        from referencing.jsonschema import DRAFT202012

        resources = {f"{name}{_SUFFIX}": self.load(name) for name in self.names()}
        return Registry().with_contents(resources.items(), default_specification=DRAFT202012)

    def validator(self, name: str) -> Any:
        """A ``jsonschema`` validator of the schema ``name``, created once."""
        if name not in self._validators:
            from jsonschema import Draft202012Validator
            from jsonschema.validators import extend

            types = Draft202012Validator.TYPE_CHECKER.redefine("integer", lambda _, value: is_whole(value))
            keywords = {keyword: _validates(keyword) for keyword in _STRICTER}
            validator: Any = extend(  # type: ignore[no-untyped-call]
                Draft202012Validator, keywords | {REFERENCE_KEYWORD: _refers}, type_checker=types
            )
            self._validators[name] = validator(self.load(name), registry=self._registry)
        return self._validators[name]

    def is_compiled(self, name: str) -> bool:
        """Whether :meth:`check` recognizes data that match the schema ``name`` without ``jsonschema``."""
        with suppress(UnknownKeyword):
            return bool(self._predicates.passes(f"{name}{_SUFFIX}"))
        return False

    def check(self, source: YamlSource, name: str) -> Checked:
        """Validate a parsed file against the schema ``name``; of many problems, the first are returned."""
        with suppress(UnknownKeyword):
            if self._predicates.passes(f"{name}{_SUFFIX}")(source.data):
                find = self._predicates.references(f"{name}{_SUFFIX}")
                return Checked((), lambda: find(source.data, ()))
        return self.explain(source, name)

    def explain(self, source: YamlSource, name: str) -> Checked:
        """The same as :meth:`check`, but slowly: with ``jsonschema``, which explains every defect."""
        problems: dict[Problem, None] = {}
        references: list[Reference] = []
        for error in self.validator(name).iter_errors(source.data):
            path: DataPath = tuple(error.absolute_path)
            if error.validator == REFERENCE_KEYWORD:
                kinds = (error.validator_value,) if isinstance(error.validator_value, str) else ()
                references.append(Reference(path, kinds or tuple(error.validator_value), error.instance))
                continue
            problems.update(dict.fromkeys(_problems(error, source, path, self.follow)))
            if len(problems) > MAX_PROBLEMS:
                break
        ordered = sorted(problems, key=lambda problem: (problem.span, problem.code, problem.message))
        if len(ordered) > MAX_PROBLEMS:
            ordered = ordered[:MAX_PROBLEMS]
            message = f"more than {MAX_PROBLEMS} defects; the others are not shown"
            ordered.append(replace(ordered[-1], message=message, help="fix these first", accepted=()))
        return Checked(tuple(ordered), lambda: references)


def _validates(keyword: str) -> Callable[..., Iterator[Any]]:
    """A keyword for ``jsonschema`` with the meaning that it has in this package."""

    def validate(_validator: Any, value: Any, instance: Any, _schema: Any) -> Iterator[Any]:
        from jsonschema import ValidationError

        if not SIMPLE[keyword](value)(instance):
            yield ValidationError(keyword)

    return validate


def _refers(_validator: Any, _kinds: Any, instance: Any, _schema: Any) -> Iterator[Any]:
    """Report each reference as an error, the only way to collect them."""
    from jsonschema import ValidationError

    if isinstance(instance, str):
        yield ValidationError("reference")


def _problems(error: Any, source: YamlSource, path: DataPath, follow: Follow) -> list[Problem]:
    keyword: str = error.validator
    schema: Mapping[str, Any] = error.schema
    if keyword == "additionalProperties":
        properties = schema.get("properties", {})
        return [
            Problem(
                Code.UNKNOWN_KEY,
                f"unknown key `{key}`",
                source.key_span((*path, key)),
                did_you_mean(key, properties),
                accepted=tuple(name for name in properties if name not in error.instance),
            )
            for key in error.instance
            if key not in properties
        ]
    if keyword == "required":
        return [
            Problem(
                Code.MISSING_KEY,
                f"key `{key}` is missing from {_name(path)}",
                source.key_span(path),
                _how_to_add(key, schema.get("properties", {}).get(key, {}), follow),
            )
            for key in error.validator_value
            if key not in error.instance
        ]
    if "propertyNames" in list(error.absolute_schema_path)[-2:]:
        return [_bad_value(error, source, (*path, error.instance), key=True)]
    if keyword == "type":
        wanted = error.validator_value
        kinds = wanted if isinstance(wanted, list) else [wanted]
        types = " or ".join(_TYPE_NAMES[kind] for kind in kinds)
        return [
            Problem(
                Code.WRONG_TYPE,
                f"{_name(path)} is {_shape(error.instance)}, not {types}",
                source.value_span(path),
                _describe(schema, f"write {types}"),
                accepted=tuple(kinds),
            )
        ]
    return [_bad_value(error, source, path, key=False)]


def _bad_value(error: Any, source: YamlSource, path: DataPath, *, key: bool) -> Problem:
    value = error.instance
    text = json.dumps(value, ensure_ascii=False) if not isinstance(value, str) else f"`{value}`"
    text = text if len(text) <= 60 else text[:57] + "…"
    schema: Mapping[str, Any] = error.schema
    keyword, limit = error.validator, error.validator_value
    message = {
        "enum": f"{text} is not one of the accepted words",
        "const": f"{text} is not `{limit}`",
        "pattern": f"{text} is not a valid {schema.get('title', 'value').lower().removeprefix('a ')}",
        "minimum": f"{text} is less than {limit}",
        "maximum": f"{text} is more than {limit}",
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
    return Problem(Code.BAD_VALUE, message, span, help_text, accepted=accepted)


def _how_to_add(key: str, schema: Mapping[str, Any], follow: Follow) -> str:
    """The help on a missing key: how to write it, and its purpose."""
    about = follow(schema).get("description", "") if schema else ""
    written = f"add `{key}: {shape_of(schema, follow)}`" if schema else f"add `{key}:`"
    return f"{written}; {about[0].lower()}{about[1:]}" if about else written


def _describe(schema: Mapping[str, Any], otherwise: str) -> str:
    text = str(schema.get("description", otherwise))
    examples = [
        f"`{example}`" if isinstance(example, str) else json.dumps(example)
        for example in schema.get("examples", [])[:2]
    ]
    return f"{text.rstrip('.')}; for example {' or '.join(examples)}" if examples else text


def _name(path: DataPath) -> str:
    """``areas.bridge.hexes`` in back quotes; indexes of lists are in brackets."""
    if not path:
        return "the file"
    name = ""
    for part in path:
        name += f"[{part}]" if isinstance(part, int) else f".{part}" if name else str(part)
    if len(name) > _MAX_NAME:
        name = f"{name[: _MAX_NAME // 2]}…{name[-_MAX_NAME // 2 :]}"
    return f"`{name}`"


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
