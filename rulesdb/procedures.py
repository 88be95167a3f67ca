"""The registry of procedures: pure functions, each tied to the rule that it implements."""

from __future__ import annotations

import functools
import inspect
import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from rulesdb.errors import InputError
from rulesdb.model import Basis, Citation, Entry, Provenance
from rulesdb.nearest import did_you_mean
from rulesdb.tables import Answer, show_value

if TYPE_CHECKING:
    from rulesdb.ruleset import Ruleset

Function = TypeVar("Function", bound=Callable[..., Any])
_MARK = "__brainbug_procedure__"


@dataclass(frozen=True, slots=True)
class _Mark:
    section: str
    basis: Basis
    note: str
    title: str


def procedure(
    section: str, *, basis: str = "printed", note: str = "", title: str = ""
) -> Callable[[Function], Function]:
    """Mark a function of a game's ``procedures.py`` as implementing ``section`` of its book.

    The function's name becomes the slug and, unless ``title`` is given, the title; its docstring the
    text. A first parameter called ``game``
    receives the ruleset; the others are the inputs.
    """

    def mark(function: Function) -> Function:
        setattr(function, _MARK, _Mark(section, Basis(basis), note, title))
        return function

    return mark


@dataclass(frozen=True, slots=True)
class Input:
    """One input of a procedure."""

    name: str
    type: Any
    required: bool
    default: Any = None

    @property
    def accepts(self) -> str:
        """What may be given, in words."""
        return getattr(self.type, "__name__", None) or str(self.type).replace("typing.", "")


@dataclass(frozen=True, slots=True)
class Procedure:
    """A registered function, bound to its game."""

    entry: Entry
    function: Callable[..., Any]
    inputs: tuple[Input, ...]

    @property
    def id(self) -> str:
        return self.entry.id

    def __call__(self, *args: Any, **inputs: Any) -> Any:
        """Run it with Python values."""
        return self.function(*args, **inputs)

    def resolve(self, **texts: Any) -> Answer:
        """Run it with inputs given as text (or as values), as the command line does.

        Raises:
            InputError: an input is missing, unknown or cannot be read.
        """
        names = {known.name: known for known in self.inputs}
        for name in texts:
            if name not in names:
                raise InputError(f"{self.id} has no input {name!r}: {did_you_mean(name, names)}")
        missing = [known for known in self.inputs if known.required and known.name not in texts]
        if missing:
            raise InputError(
                f"{self.id} needs " + "; ".join(f"{known.name}: {known.accepts}" for known in missing)
            )
        values = {name: _convert(name, names[name].type, text) for name, text in texts.items()}
        result = self.function(**values)
        plain = _plain(result)
        trace = (f"{self.entry.title}: {show_value(plain)}",)
        return Answer(self.id, dict(texts), plain, self.entry.provenance, trace)


def collect_procedures(module: types.ModuleType, game: Ruleset) -> dict[str, Procedure]:
    """Every marked function of a module, by slug, in the order they are defined."""
    found: dict[str, Procedure] = {}
    for name, function in vars(module).items():
        mark: _Mark | None = getattr(function, _MARK, None)
        if mark is None:
            continue
        slug = name.replace("_", "-")
        found[slug] = _bind(slug, function, mark, game)
    return found


def _bind(slug: str, function: Callable[..., Any], mark: _Mark, game: Ruleset) -> Procedure:
    signature = inspect.signature(function)
    hints = typing.get_type_hints(function)
    parameters = list(signature.parameters.values())
    bound = function
    if parameters and parameters[0].name == "game":
        bound = functools.partial(function, game)
        parameters = parameters[1:]
    inputs = tuple(
        Input(
            parameter.name,
            hints.get(parameter.name, str),
            parameter.default is inspect.Parameter.empty,
            None if parameter.default is inspect.Parameter.empty else parameter.default,
        )
        for parameter in parameters
    )
    entry = Entry(
        game=game.id,
        kind="procedure",
        slug=slug,
        title=mark.title or slug.replace("-", " ").capitalize(),
        text=inspect.getdoc(function) or "",
        provenance=Provenance(Citation(game.id, mark.section), mark.basis, mark.note),
        see=(f"rule/{mark.section.lower()}",),
    )
    return Procedure(entry, bound, inputs)


def _convert(name: str, wanted: Any, value: Any) -> Any:
    """Text to the annotated type: numbers, flags, lists, and types with a ``parse`` method."""
    if not isinstance(value, str):
        return value
    origin = typing.get_origin(wanted)
    if origin is tuple:
        part = typing.get_args(wanted)[0]
        return tuple(_convert(name, part, item) for item in value.replace(",", " ").split())
    if origin in (types.UnionType, typing.Union):
        options = [option for option in typing.get_args(wanted) if option is not type(None)]
        return _convert(name, options[0], value)
    if wanted is bool:
        if value.casefold() in ("yes", "true", "1", "no", "false", "0"):
            return value.casefold() in ("yes", "true", "1")
        raise InputError(f"{name}={value!r}: use yes or no")
    if wanted is int:
        try:
            return int(value)
        except ValueError:
            raise InputError(f"{name}={value!r}: use a whole number") from None
    parse = getattr(wanted, "parse", None)
    return parse(value) if parse is not None else value


def _plain(value: Any) -> Any:
    """A result as JSON can hold it."""
    if hasattr(value, "as_json"):
        return value.as_json()
    if isinstance(value, Mapping):
        return {str(key): _plain(part) for key, part in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        parts = sorted(value) if isinstance(value, (set, frozenset)) else value
        return [_plain(part) for part in parts]
    return value
