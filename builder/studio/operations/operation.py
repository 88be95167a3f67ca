"""The base class of operations: frozen dataclasses whose fields are their JSON and their form."""

from __future__ import annotations

import functools
import inspect
import types
import typing
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any, ClassVar, Literal, Self, get_args, get_origin

from builder.lint.finding import Edit
from builder.lint.redraft import CannotKeep as CannotKeep
from builder.studio.document import State
from rulesdb import BrainbugError, InputError
from rulesdb.errors import brief_repr
from rulesdb.nearest import did_you_mean


class OperationError(BrainbugError):
    """An operation that does not fit the scenario: an unknown name, or a place off the map."""


@dataclass(frozen=True, slots=True)
class About:
    """The description of a field in a form.

    ``choices`` is the kind of things that the value names, if they depend on the scenario: ``level``,
    ``area``, ``hexes``, ``sides``, ``terrain``.
    """

    text: str
    choices: str = ""


@dataclass(frozen=True, slots=True)
class FormField:
    """One field of an operation's form.

    Attributes:
        name: its key in JSON and in a shell.
        text: what it is.
        type: ``text``, ``integer``, ``number``, ``boolean``, ``choice``, ``point``, ``points``,
            ``numbers`` or ``data``.
        options: the accepted words of a ``choice``.
        choices: the kind of things that the value names, if they depend on the scenario.
        default: the value if it is left out; required fields have none.
    """

    name: str
    text: str
    type: str
    options: tuple[str, ...] = ()
    choices: str = ""
    is_required: bool = True
    default: Any = None


class Operation(ABC):
    """One edit of a scenario, in the words of its domain.

    A class has a ``NAME`` for JSON and shells, and ``MAPS``, the kinds of map (``hex``, ``land``, ``table``,
    ``dots``) on which it can be used.
    """

    NAME: ClassVar[str]
    MAPS: ClassVar[tuple[str, ...]] = ("hex", "land", "table", "dots")

    @abstractmethod
    def edits(self, state: State) -> tuple[Edit, ...]:
        """The edits of the text; none if the operation would change nothing.

        Raises:
            CannotKeep: the change cannot be made without disturbing the text around it.
            OperationError: the operation does not fit the scenario.
        """

    @classmethod
    def form(cls) -> tuple[FormField, ...]:
        """The fields, in the order of the class."""
        return _form(cls)

    @classmethod
    def summary(cls) -> str:
        """A description of the operation in one line."""
        return (cls.__doc__ or "").strip().partition("\n")[0]

    @classmethod
    def description(cls) -> str:
        """A description of the operation in paragraphs."""
        return inspect.cleandoc(cls.__doc__ or "")

    @classmethod
    def from_fields(cls, values: Mapping[str, Any]) -> Self:
        """An operation from values of JSON, or from texts that were typed.

        Raises:
            InputError: a field is unknown, missing, or has a value of another type.
        """
        form = {field.name: field for field in cls.form()}
        for name in values:
            if name not in form:
                raise InputError(f"{cls.NAME} has no field `{name}`: {did_you_mean(str(name), form)}")
        for field in form.values():
            if field.is_required and field.name not in values:
                raise InputError(f"{cls.NAME} needs `{field.name}`: {field.text}")
        return cls(**{name: read_value(form[name], value, cls.NAME) for name, value in values.items()})

    def to_json(self) -> dict[str, Any]:
        """The operation as JSON, without the fields that have their default."""
        values = {field.name: getattr(self, field.name) for field in self.form()}
        defaults = {field.name: field.default for field in self.form() if not field.is_required}
        kept = {
            name: value for name, value in values.items() if name not in defaults or value != defaults[name]
        }
        return {"op": self.NAME, **{name: _plain(value) for name, value in kept.items()}}


def read_value(field: FormField, value: Any, operation: str) -> Any:
    """A value of a field from JSON, or from a text that was typed.

    Raises:
        InputError: it is of another type.
    """
    if value is None and not field.is_required and field.default is None:
        return None
    try:
        return _READERS[field.type](field, value)
    except (TypeError, ValueError, KeyError):
        accepted = f"one of {', '.join(field.options)}" if field.options else _ACCEPTS[field.type]
        message = f"{operation}: {field.name}={brief_repr(value)}: use {accepted}"
        raise InputError(message) from None


def require_map(state: State, operation: type[Operation]) -> None:
    """Refuse a scenario whose map is of another kind.

    Raises:
        OperationError: naming the kinds on which the operation can be used.
    """
    kind = state.kind_name
    if kind not in operation.MAPS:
        accepted = " or ".join(operation.MAPS)
        raise OperationError(
            f"{operation.NAME} is for maps of kind {accepted}; this one is of kind {kind or '?'}"
        )


@functools.cache
def _form(kind: type[Operation]) -> tuple[FormField, ...]:
    hints = typing.get_type_hints(kind, include_extras=True)
    form = []
    for item in fields(kind):  # type: ignore[arg-type]
        hint, *notes = get_args(hints[item.name])
        about = next(note for note in notes if isinstance(note, About))
        type, options = _type_of(hint)
        is_required = item.default is MISSING
        default = None if is_required else item.default
        form.append(FormField(item.name, about.text, type, options, about.choices, is_required, default))
    return tuple(form)


def _type_of(hint: Any) -> tuple[str, tuple[str, ...]]:
    """The type of a field in a form, and its options."""
    if isinstance(hint, types.UnionType):
        hint = next(part for part in get_args(hint) if part is not type(None))
    if get_origin(hint) is Literal:
        return "choice", get_args(hint)
    return _TYPES[hint], ()


Point = tuple[float, float]
Points = tuple[Point, ...]
Numbers = tuple[float, ...]
_TYPES: Mapping[Any, str] = {
    str: "text",
    int: "integer",
    float: "number",
    bool: "boolean",
    Point: "point",
    Points: "points",
    Numbers: "numbers",
    Any: "data",
}
_ACCEPTS = {
    "text": "a text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "point": "two numbers, as in 12,7.5",
    "points": "points, as in 1,2 3,4 5,2",
    "numbers": "numbers, as in 36,24,5",
    "data": "a value of JSON",
}


def _text(field: FormField, value: Any) -> str:
    if isinstance(value, bool) or not isinstance(value, (str, int)):
        raise TypeError
    return str(value)


def _choice(field: FormField, value: Any) -> str:
    if value not in field.options:
        raise ValueError
    return str(value)


def _integer(field: FormField, value: Any) -> int:
    if isinstance(value, bool) or (isinstance(value, float) and not value.is_integer()):
        raise TypeError
    return int(value)


def _number(field: FormField, value: Any) -> float:
    if isinstance(value, bool):
        raise TypeError
    number = float(value)
    if not abs(number) < 1e6:
        raise ValueError
    return number


def _boolean(field: FormField, value: Any) -> bool:
    return value if isinstance(value, bool) else {"true": True, "false": False}[value]


def _point(field: FormField, value: Any) -> Point:
    x, y = value.split(",") if isinstance(value, str) else value
    return _number(field, x), _number(field, y)


def _points(field: FormField, value: Any) -> Points:
    return tuple(_point(field, point) for point in (value.split() if isinstance(value, str) else value))


def _numbers(field: FormField, value: Any) -> Numbers:
    return tuple(_number(field, part) for part in (value.split(",") if isinstance(value, str) else value))


def _data(field: FormField, value: Any) -> Any:
    return value


_READERS = {
    "text": _text,
    "choice": _choice,
    "integer": _integer,
    "number": _number,
    "boolean": _boolean,
    "point": _point,
    "points": _points,
    "numbers": _numbers,
    "data": _data,
}


def _plain(value: Any) -> Any:
    """A value as JSON has it."""
    return [_plain(part) for part in value] if isinstance(value, tuple) else value
