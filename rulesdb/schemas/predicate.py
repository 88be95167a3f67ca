"""A JSON Schema as one fast yes or no.

Nearly every file is good, and for those nothing of the machinery that explains a defect is needed. So a
schema is turned into closures that only say whether data pass, and find the references to entries in them;
what does not pass is looked at again by the ``jsonschema`` package, which says why. Both must agree, and
tests hold them to it.

Only the keywords that the shipped schemas use are known here. Whoever uses another one gets
:class:`UnknownKeyword`, and the slow way instead.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from rulesdb.schemas.dialect import REFERENCE_KEYWORD, has_repeats, is_long_enough, is_whole, regex_of
from rulesdb.yaml_source import DataPath

Test = Callable[[Any], bool]
Found = Callable[[Any, DataPath], Iterator[tuple[DataPath, tuple[str, ...], str]]]

_NOTES = frozenset({"$schema", "$defs", "title", "description", "examples"})
_OBJECT = frozenset(
    {"properties", "additionalProperties", "required", "propertyNames", "minProperties", "maxProperties"}
)
_IN_PAIRS = frozenset({"then"})


class UnknownKeyword(Exception):
    """A schema uses a keyword that this module does not know."""


class SchemaPredicates:
    """Tests made from schemas, each made once. ``load`` gives a schema by its name."""

    def __init__(self, load: Callable[[str], Mapping[str, Any]]) -> None:
        self._load = load
        self._files: dict[str, Mapping[str, Any]] = {}
        self._tests: dict[tuple[str, str], Test] = {}
        self._found: dict[tuple[str, str], Found | None] = {}

    def passes(self, name: str) -> Test:
        """Whether data pass the schema ``name``.

        Raises:
            UnknownKeyword: the schema, or one that it refers to, is beyond this module.
        """
        return self._target_test((name, ""))

    def references(self, name: str) -> Found:
        """The texts in data, which have passed, that name an entry: path, kinds, text."""
        return self._target_found((name, "")) or _nothing

    def _at(self, place: tuple[str, str]) -> Any:
        name, pointer = place
        if name not in self._files:
            self._files[name] = self._load(name)
        part: Any = self._files[name]
        for step in pointer.strip("/").split("/") if pointer else ():
            part = part[step]
        return part

    def _target(self, ref: str, name: str) -> tuple[str, str]:
        file, _, pointer = ref.partition("#")
        return (file.removesuffix(".schema.json") if file else name, pointer)

    def _target_test(self, place: tuple[str, str]) -> Test:
        if place not in self._tests:
            # A schema may refer to itself: until it is made, its test is looked up when it is used.
            self._tests[place] = lambda data: self._tests[place](data)
            try:
                self._tests[place] = self._test(self._at(place), place[0])
            except UnknownKeyword:
                del self._tests[place]
                raise
        return self._tests[place]

    def _target_found(self, place: tuple[str, str]) -> Found | None:
        if place not in self._found:
            self._found[place] = lambda data, path: (self._found[place] or _nothing)(data, path)
            self._found[place] = self._finder(self._at(place), place[0])
        return self._found[place]

    def _test(self, schema: Any, name: str) -> Test:
        if isinstance(schema, bool):
            return lambda _: schema
        tests: list[Test] = []
        for keyword, value in schema.items():
            if (
                keyword in _NOTES
                or keyword in _OBJECT
                or keyword in _IN_PAIRS
                or keyword == REFERENCE_KEYWORD
            ):
                continue
            if keyword == "$ref":
                tests.append(self._target_test(self._target(value, name)))
            elif keyword == "allOf":
                tests += [self._test(part, name) for part in value]
            elif keyword == "not":
                tests.append(_negated(self._test(value, name)))
            elif keyword == "if":
                tests.append(_implied(self._test(value, name), self._test(schema.get("then", True), name)))
            elif keyword == "items":
                tests.append(_each(self._test(value, name)))
            elif keyword in _SIMPLE:
                tests.append(_SIMPLE[keyword](value))
            else:
                raise UnknownKeyword(keyword)
        if _OBJECT & schema.keys():
            tests.append(self._object(schema, name))
        return tests[0] if len(tests) == 1 else _all(tests)

    def _object(self, schema: Mapping[str, Any], name: str) -> Test:
        """One pass over the keys of an object does for all keywords about them."""
        known = {key: self._test(part, name) for key, part in schema.get("properties", {}).items()}
        others = schema.get("additionalProperties", True)
        other = None if others is True else self._test(others, name)
        names = self._test(schema["propertyNames"], name) if "propertyNames" in schema else None
        required = tuple(schema.get("required", ()))
        least = schema.get("minProperties", 0)
        most = schema.get("maxProperties", math.inf)

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
                part = known.get(key, other)
                if part is not None and not part(value):
                    return False
            return True

        return test

    def _finder(self, schema: Any, name: str) -> Found | None:
        """What finds references in data, or ``None`` where there can be none."""
        if isinstance(schema, bool):
            return None
        found: list[Found] = []
        kinds = schema.get(REFERENCE_KEYWORD)
        if kinds is not None:
            found.append(_itself((kinds,) if isinstance(kinds, str) else tuple(kinds)))
        if "$ref" in schema:
            found += _some(self._target_found(self._target(schema["$ref"], name)))
        for part in schema.get("allOf", ()):
            found += _some(self._finder(part, name))
        if "if" in schema and "then" in schema:
            then = self._finder(schema["then"], name)
            if then is not None:
                found.append(_where(self._test(schema["if"], name), then))
        if "items" in schema:
            found += [_in_items(each) for each in _some(self._finder(schema["items"], name))]
        known = {key: self._finder(part, name) for key, part in schema.get("properties", {}).items()}
        other = self._finder(schema.get("additionalProperties", True), name)
        if other is not None or any(known.values()):
            found.append(_in_values(known, other))
        return _joined(found) if found else None


def _all(tests: Sequence[Test]) -> Test:
    def test(data: Any) -> bool:
        for part in tests:  # noqa: SIM110  a loop is twice as fast as a generator here
            if not part(data):
                return False
        return True

    return test


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


def _type(wanted: str | Sequence[str]) -> Test:
    if isinstance(wanted, str):
        return _TYPES[wanted]
    tests = [_TYPES[name] for name in wanted]
    return lambda data: any(test(data) for test in tests)


def _one_of(options: Sequence[Any]) -> Test:
    if all(type(option) is str for option in options):
        words = frozenset(options)
        return lambda data: type(data) is str and data in words
    if any(isinstance(option, (bool, dict, list)) for option in options):
        raise UnknownKeyword("enum of more than words and numbers")
    return lambda data: type(data) is not bool and data in options


def _sized(kind: type, fits: Test) -> Test:
    return lambda data: type(data) is not kind or fits(data)


def _numeric(fits: Test) -> Test:
    return lambda data: (type(data) is not int and type(data) is not float) or fits(data)


def _pattern(text: str) -> Test:
    search = regex_of(text).search
    return lambda data: type(data) is not str or search(data) is not None


_SIMPLE: Mapping[str, Callable[[Any], Test]] = {
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
    "uniqueItems": lambda wanted: _sized(list, lambda data: not (wanted and has_repeats(data))),
}


def _nothing(_data: Any, _path: DataPath) -> Iterator[tuple[DataPath, tuple[str, ...], str]]:
    return iter(())


def _some(found: Found | None) -> list[Found]:
    return [] if found is None else [found]


def _joined(parts: Sequence[Found]) -> Found:
    def found(data: Any, path: DataPath) -> Iterator[tuple[DataPath, tuple[str, ...], str]]:
        for part in parts:
            yield from part(data, path)

    return parts[0] if len(parts) == 1 else found


def _itself(kinds: tuple[str, ...]) -> Found:
    def found(data: Any, path: DataPath) -> Iterator[tuple[DataPath, tuple[str, ...], str]]:
        if type(data) is str:
            yield path, kinds, data

    return found


def _where(condition: Test, then: Found) -> Found:
    return lambda data, path: then(data, path) if condition(data) else iter(())


def _in_items(each: Found) -> Found:
    def found(data: Any, path: DataPath) -> Iterator[tuple[DataPath, tuple[str, ...], str]]:
        if type(data) is list:
            for index, item in enumerate(data):
                yield from each(item, (*path, index))

    return found


def _in_values(known: Mapping[str, Found | None], other: Found | None) -> Found:
    def found(data: Any, path: DataPath) -> Iterator[tuple[DataPath, tuple[str, ...], str]]:
        if type(data) is dict:
            for key, value in data.items():
                part = known.get(key, other)
                if part is not None:
                    yield from part(value, (*path, key))

    return found
