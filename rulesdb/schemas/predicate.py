"""Fast validation: a JSON Schema compiled into functions that only return whether data are valid.

Nearly every file is valid and needs no explanation of a defect. So a schema is compiled into closures that
return whether data are valid, and others that find the references to entries in valid data. The
``jsonschema`` package checks invalid data again and explains the defects. Tests make sure that both agree.

Only the keywords that the shipped schemas use are supported. Any other raises :class:`UnknownKeyword`; then
``jsonschema`` checks all data.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rulesdb.schemas.dialect import REFERENCE_KEYWORD, has_repeats, is_long_enough, is_whole, regex_of
from rulesdb.yaml_source import DataPath

_OBJECT = frozenset(
    {"properties", "additionalProperties", "required", "propertyNames", "minProperties", "maxProperties"}
)
_NOT_TESTED = frozenset({"$schema", "$defs", "title", "description", "examples", "then", REFERENCE_KEYWORD})


class UnknownKeyword(Exception):
    """A schema uses a keyword that this module does not support."""


@dataclass(frozen=True, slots=True)
class Reference:
    """A text in a data file that names an entry of one of ``kinds``."""

    path: DataPath
    kinds: tuple[str, ...]
    wanted: str


Test = Callable[[Any], bool]
Finder = Callable[[Any, DataPath], Iterable[Reference]]


class SchemaPredicates:
    """Functions compiled from schemas, each once; ``target`` returns the schema that a ``$ref`` points to."""

    def __init__(self, target: Callable[[str], Any]) -> None:
        self._target = target
        self._tests: dict[str, Test] = {}
        self._finders: dict[str, Finder] = {}

    def passes(self, ref: str) -> Test:
        """Whether data are valid under the schema at ``ref``.

        Raises:
            UnknownKeyword: the schema, or one that it refers to, uses a keyword that is not supported.
        """
        if ref not in self._tests:
            # A schema may refer to itself: until it is compiled, its test is looked up at each use.
            self._tests[ref] = lambda data: self._tests[ref](data)
            try:
                self._tests[ref] = self._test(self._target(ref))
            except UnknownKeyword:
                del self._tests[ref]
                raise
        return self._tests[ref]

    def references(self, ref: str) -> Finder:
        """The references to entries in data that are valid under the schema at ``ref``."""
        if ref not in self._finders:
            self._finders[ref] = lambda data, path: self._finders[ref](data, path)
            self._finders[ref] = self._finder(self._target(ref))
        return self._finders[ref]

    def _test(self, schema: Any) -> Test:
        if isinstance(schema, bool):
            return lambda _: schema
        tests: list[Test] = []
        for keyword, value in schema.items():
            if keyword in _NOT_TESTED or keyword in _OBJECT:
                continue
            if keyword == "$ref":
                tests.append(self.passes(value))
            elif keyword == "allOf":
                tests += map(self._test, value)
            elif keyword == "anyOf":
                tests.append(_any_of([self._test(part) for part in value]))
            elif keyword == "not":
                tests.append(_negated(self._test(value)))
            elif keyword == "if":
                tests.append(_implied(self._test(value), self._test(schema.get("then", True))))
            elif keyword == "items":
                tests.append(_each(self._test(value)))
            elif keyword in SIMPLE:
                tests.append(SIMPLE[keyword](value))
            else:
                raise UnknownKeyword(keyword)
        if _OBJECT & schema.keys():
            tests.append(self._object(schema))
        return _all(tests)

    def _object(self, schema: Mapping[str, Any]) -> Test:
        """All keywords about the keys of an object, checked in one pass."""
        properties = {key: self._test(part) for key, part in schema.get("properties", {}).items()}
        others = schema.get("additionalProperties", True)
        other = None if others is True else self._test(others)
        names = self._test(schema["propertyNames"]) if "propertyNames" in schema else None
        required = tuple(schema.get("required", ()))
        least, most = schema.get("minProperties", 0), schema.get("maxProperties", math.inf)

        def test(data: Any) -> bool:
            if type(data) is not dict:
                return True
            if not least <= len(data) <= most:
                return False
            for key in required:
                if key not in data:
                    return False
            for key, value in data.items():
                if names is not None and not names(key):
                    return False
                part = properties.get(key, other)
                if part is not None and not part(value):
                    return False
            return True

        return test

    def _finder(self, schema: Any) -> Finder:
        """A function that finds references in data; ``_find_nothing`` if there cannot be any."""
        if isinstance(schema, bool):
            return _find_nothing
        kinds = schema.get(REFERENCE_KEYWORD, ())
        kinds = (kinds,) if isinstance(kinds, str) else tuple(kinds)
        parts = [self._finder(part) for part in schema.get("allOf", ())]
        if "$ref" in schema:
            parts.append(self.references(schema["$ref"]))
        if "then" in schema:
            parts.append(_find_if(self._test(schema["if"]), self._finder(schema["then"])))
        parts = [part for part in parts if part is not _find_nothing]
        items = self._finder(schema.get("items", True))
        properties = {key: self._finder(part) for key, part in schema.get("properties", {}).items()}
        other = self._finder(schema.get("additionalProperties", True))
        in_items = items is not _find_nothing
        in_values = any(part is not _find_nothing for part in (*properties.values(), other))
        if not (kinds or parts or in_items or in_values):
            return _find_nothing

        def find(data: Any, path: DataPath) -> Iterator[Reference]:
            if kinds and type(data) is str:
                yield Reference(path, kinds, data)
            for part in parts:
                yield from part(data, path)
            if in_items and type(data) is list:
                for index, item in enumerate(data):
                    yield from items(item, (*path, index))
            if in_values and type(data) is dict:
                for key, value in data.items():
                    yield from properties.get(key, other)(value, (*path, key))

        return find


def _find_nothing(_data: Any, _path: DataPath) -> Iterable[Reference]:
    return ()


def _find_if(condition: Test, finder: Finder) -> Finder:
    if finder is _find_nothing:
        return finder
    return lambda data, path: finder(data, path) if condition(data) else ()


def _all(tests: Sequence[Test]) -> Test:
    """Whether data pass all tests; most schemas have few, for which a loop would be slow."""
    if not tests:
        return lambda _: True
    if len(tests) == 1:
        return tests[0]
    if len(tests) == 2:
        one, other = tests
        return lambda data: one(data) and other(data)
    if len(tests) == 3:
        first, second, third = tests
        return lambda data: first(data) and second(data) and third(data)
    half = len(tests) // 2
    return _all((_all(tests[:half]), _all(tests[half:])))


def _any_of(tests: Sequence[Test]) -> Test:
    return lambda data: any(test(data) for test in tests)


def _negated(test: Test) -> Test:
    return lambda data: not test(data)


def _implied(condition: Test, consequence: Test) -> Test:
    return lambda data: not condition(data) or consequence(data)


def _each(part: Test) -> Test:
    def test(data: Any) -> bool:
        if type(data) is list:
            for item in data:
                if not part(item):
                    return False
        return True

    return test


_TYPES: Mapping[str, Test] = {
    "object": lambda data: type(data) is dict,
    "array": lambda data: type(data) is list,
    "string": lambda data: type(data) is str,
    "boolean": lambda data: type(data) is bool,
    "null": lambda data: data is None,
    "number": lambda data: type(data) is int or type(data) is float,
    "integer": is_whole,
}


def _type(names: str | Sequence[str]) -> Test:
    if isinstance(names, str):
        return _TYPES[names]
    return _any_of([_TYPES[name] for name in names])


def _one_of(options: Sequence[Any]) -> Test:
    if all(type(option) is str for option in options):
        words = frozenset(options)
        return lambda data: type(data) is str and data in words
    if any(isinstance(option, (dict, list)) for option in options):
        raise UnknownKeyword("enum of lists or objects")
    # In Python, true and 1 are equal.
    truths = [option for option in options if type(option) is bool]
    others = [option for option in options if type(option) is not bool]
    return lambda data: data in (truths if type(data) is bool else others)


def _sized(kind: type, fits: Test) -> Test:
    return lambda data: type(data) is not kind or fits(data)


def _numeric(fits: Test) -> Test:
    return lambda data: (type(data) is not int and type(data) is not float) or fits(data)


def _pattern(text: str) -> Test:
    search = regex_of(text).search
    return lambda data: type(data) is not str or search(data) is not None


SIMPLE: Mapping[str, Callable[[Any], Test]] = {
    "type": _type,
    "enum": _one_of,
    "const": lambda value: _one_of([value]),
    "pattern": _pattern,
    "minimum": lambda least: _numeric(lambda data: bool(data >= least)),
    "maximum": lambda most: _numeric(lambda data: bool(data <= most)),
    "exclusiveMinimum": lambda least: _numeric(lambda data: bool(data > least)),
    "minLength": lambda least: _sized(str, lambda data: is_long_enough(data, least)),
    "maxLength": lambda most: _sized(str, lambda data: len(data) <= most),
    "minItems": lambda least: _sized(list, lambda data: len(data) >= least),
    "maxItems": lambda most: _sized(list, lambda data: len(data) <= most),
    "uniqueItems": lambda is_set: _sized(list, lambda data: not (is_set and has_repeats(data))),
}
"""Keywords whose test needs no other part of the schema."""
