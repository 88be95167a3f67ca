"""The registry of procedures: pure functions, each tied to the rule that it implements."""

from __future__ import annotations

import functools
import importlib
import inspect
import types
import typing
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import quote

from rulesdb.arguments import as_text, require, require_each
from rulesdb.errors import InputError, UnknownEntry, brief, brief_repr
from rulesdb.model import Basis, Citation, Entry, Provenance
from rulesdb.own_code import own_code, own_place
from rulesdb.procedures.inputs import Input, as_plain
from rulesdb.procedures.lookups import Lookup, Takes
from rulesdb.tables import Answer, unknown_name

if TYPE_CHECKING:
    from rulesdb.procedures.journal import Journal
    from rulesdb.ruleset import Ruleset

Function = TypeVar("Function", bound=Callable[..., Any])
_MARK = "__brainbug_procedure__"
_NO_TAKES: Mapping[str, Takes] = types.MappingProxyType({})
_NO_SAMPLE: Mapping[str, str] = types.MappingProxyType({})


@dataclass(frozen=True, slots=True)
class _Mark:
    section: str
    basis: Basis
    note: str
    title: str
    takes: Mapping[str, Takes]
    sample: Mapping[str, str]


def procedure(
    section: str,
    *,
    basis: str = "printed",
    note: str = "",
    title: str = "",
    takes: Mapping[str, Takes] = _NO_TAKES,
    sample: Mapping[str, str] = _NO_SAMPLE,
) -> Callable[[Function], Function]:
    """Mark a function of a game's ``procedures`` as an implementation of the rule ``section``.

    The function's name becomes the slug and, unless ``title`` is given, the title; its docstring becomes the
    text. A first parameter called ``game`` receives the ruleset; the others are the inputs. ``takes``
    declares the accepted values of inputs with the functions of :mod:`~rulesdb.procedures.lookups`.
    ``sample`` has values to try, as text, for inputs whose first accepted value says little.
    """

    require("section", section, str, "the section of a rule, such as 304.1")
    require("note", note, str, "a text")
    require("title", title, str, "a text")
    require("takes", takes, Mapping, "what each input accepts, by its name")
    for each in takes.values():
        if not callable(each):
            raise InputError(f"takes: {brief_repr(each)}: use the functions of {Lookup.__module__}")
    require("sample", sample, Mapping, "a text for each input, by its name")
    require_each("sample", sample.values(), str, "texts")
    if basis not in list(Basis):
        raise InputError(f"basis={brief_repr(basis)}: use one of {', '.join(Basis)}")

    def mark(function: Function) -> Function:
        require("procedure", function, types.FunctionType, "a function")
        setattr(function, _MARK, _Mark(section, Basis(basis), note, title, takes, sample))
        return function

    return mark


@dataclass(frozen=True, slots=True)
class Procedure:
    """A registered function, bound to its game."""

    entry: Entry
    function: Callable[..., Any]
    inputs: tuple[Input, ...]
    game: Ruleset | None = field(default=None, repr=False, compare=False)
    takes: Mapping[str, Takes] = field(default_factory=lambda: _NO_TAKES, repr=False)
    sample: Mapping[str, str] = field(default_factory=lambda: _NO_SAMPLE, repr=False)

    @property
    def id(self) -> str:
        return self.entry.id

    @property
    def module(self) -> str:
        """The module that defines it, where the names of its examples are."""
        return str(getattr(self.function, "func", self.function).__module__)

    def __call__(self, *args: Any, **inputs: Any) -> Any:
        """Run it with Python values.

        Raises:
            InputError: an input is missing, unknown, or of a wrong type.
        """
        names = [each.name for each in self.inputs]
        if len(args) > len(names):
            raise InputError(f"{self.id} takes {len(names)} inputs, not {len(args)}: {', '.join(names)}")
        if repeated := inputs.keys() & names[: len(args)]:
            raise InputError(f"{self.id}: {min(repeated)} is given twice")
        values = self._values({**dict(zip(names, args, strict=False)), **inputs})
        with own_code():
            return self.function(**values)

    def lookups(self) -> Mapping[str, Lookup]:
        """The accepted values of its inputs, without inputs that accept any value of their type."""
        if self.game is None:
            return {}
        with own_code(own_place(self._unbound), defines=True):
            return {name: _required_lookup(name, each(self.game)) for name, each in self.takes.items()}

    def accepts(self, name: str) -> str:
        """The values that the input called ``name`` accepts, in words."""
        require("name", name, str, "the name of an input")
        inputs = {each.name: each for each in self.inputs}
        if name not in inputs:
            raise InputError(unknown_name(self.id, "input", name, inputs))
        return accepted(inputs[name], self.lookups().get(name))

    def permalink(self, inputs: Mapping[str, Any]) -> str:
        """``id#input=value&…``, as for a table; a list is written with commas."""
        require("inputs", inputs, Mapping, "the value of each input by its name")
        names = [each.name for each in self.inputs if each.name in inputs]
        texts = {name: as_typed(inputs[name], name) for name in names}
        pairs = "&".join(f"{name}={quote(text, errors='replace')}" for name, text in texts.items())
        return f"{self.id}#{pairs}" if pairs else self.id

    def resolve(self, **texts: Any) -> Answer:
        """Run it with inputs given as text (or as values), as the command line does.

        The basis is the procedure's own, or that of the least certain value that the result depends on: a
        house value, or one of a supplement. The trace has the results of the tables that it used.

        Raises:
            InputError: an input is missing, unknown or cannot be parsed, or the procedure refuses it.
        """
        # The journal imports rulesets, which import procedures: it can only be imported after all of them.
        from rulesdb.procedures.journal import Journal

        values = self._values(texts)
        for name, lookup in self.lookups().items():
            # What names a label or an entry is checked where the procedure looks it up.
            if lookup.is_closed and name in values:
                lookup.require(name, values[name])
        journal = Journal()
        result = self._run(values, journal)
        with own_code(own_place(self._unbound)):
            plain = as_plain(result)
        names = (each.name for each in self.inputs)
        given = {name: _repeated(texts[name], values[name]) for name in names if name in texts}
        call = f"{self.entry.title}: {_listed(given)}" if given else self.entry.title
        trace = (call, *journal.trace)
        return Answer(self.id, given, plain, journal.provenance(self.entry.provenance), trace)

    @property
    def _unbound(self) -> Callable[..., Any]:
        return self.function.func if isinstance(self.function, functools.partial) else self.function

    @property
    def _takes_game(self) -> bool:
        return isinstance(self.function, functools.partial)

    def _accepted(self, names: Iterable[str]) -> str:
        return "; ".join(f"{name}: {self.accepts(name)}" for name in names)

    def _values(self, texts: Mapping[str, Any]) -> dict[str, Any]:
        """The values of all inputs that are given, as text or as values."""
        names = {each.name: each for each in self.inputs}
        for name in texts:
            if name not in names:
                raise InputError(unknown_name(self.id, "input", name, names))
        missing = [each.name for each in self.inputs if each.required and each.name not in texts]
        if missing:
            raise InputError(f"{self.id} needs {self._accepted(missing)}")
        return {name: names[name].read(text) for name, text in texts.items()}

    def _run(self, values: Mapping[str, Any], journal: Journal) -> Any:
        """The result; an error inside the function becomes one sentence about its inputs."""
        from rulesdb.procedures.journal import watched

        first = () if self.game is None or not self._takes_game else (watched(self.game, journal),)
        try:
            with own_code():
                return self._unbound(*first, **values)
        except InputError:
            raise
        except UnknownEntry as error:
            raise InputError(f"{self.id}: {error}") from error
        except (ArithmeticError, LookupError, TypeError, ValueError) as error:
            takes = self._accepted(each.name for each in self.inputs)
            raise InputError(
                f"{self.id} cannot use {brief(_listed(values)) or 'this'}; it takes {takes}"
            ) from error


def accepted(given: Input, lookup: Lookup | None) -> str:
    """The values that an input accepts, in words."""
    if lookup is None:
        return given.accepts
    return f"one or more of {lookup.accepts}" if given.is_list else lookup.accepts


def collect_procedures(module: types.ModuleType, game: Ruleset) -> dict[str, Procedure]:
    """Every marked function of a module, or of the modules of a package, by slug, as they are defined."""
    folders = getattr(module, "__path__", ())
    parts = (importlib.import_module(f"{module.__name__}.{part.name}") for part in iter_modules(folders))
    marked = {
        name.replace("_", "-"): function
        for part in (module, *parts)
        for name, function in vars(part).items()
        if isinstance(getattr(function, _MARK, None), _Mark)
    }
    procedures = {}
    for slug, function in marked.items():
        with own_code(own_place(function), defines=True):
            procedures[slug] = _bind(slug, function, getattr(function, _MARK), game)
    return procedures


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
    rule = f"rule/{mark.section.lower()}"
    source = game.entries[rule].provenance.source if rule in game.entries else Citation(game.id, mark.section)
    entry = Entry(
        game=game.id,
        kind="procedure",
        slug=slug,
        title=mark.title or slug.replace("-", " ").capitalize(),
        text=inspect.getdoc(function) or "",
        provenance=Provenance(source, mark.basis, mark.note),
        see=(rule,),
    )
    names = {given.name for given in inputs}
    for keyword, named in (("takes", mark.takes), ("sample", mark.sample)):
        if strays := sorted(set(named) - names):
            raise TypeError(f"{entry.id}: `{keyword}` names {strays[0]}, which is not an input")
    return Procedure(entry, bound, inputs, game, mark.takes, mark.sample)


def _required_lookup(name: str, lookup: Any) -> Lookup:
    if not isinstance(lookup, Lookup):
        raise TypeError(
            f"takes[{name!r}] gives {brief_repr(lookup)}; use the functions of {Lookup.__module__}"
        )
    return lookup


def _repeated(text: Any, value: Any) -> Any:
    """An input as an answer repeats it: its value if JSON can represent it, else the text."""
    try:
        plain = as_plain(value)
    except (TypeError, ValueError):
        return text
    parts = plain if isinstance(plain, list) else [plain]
    return text if any(isinstance(part, (dict, list)) for part in parts) else plain


def _listed(values: Mapping[str, Any]) -> str:
    return ", ".join(f"{name}={as_typed(value)}" for name, value in values.items())


def as_typed(value: Any, name: str = "value") -> str:
    """A value as written on a command line.

    >>> as_typed((3, 4)), as_typed(False), as_typed(None)
    ('3,4', 'no', 'none')

    Raises:
        InputError: it cannot be written.
    """
    if isinstance(value, (list, tuple)):
        return ",".join(_part(part, name) for part in value)
    if value is None or isinstance(value, bool):
        return "none" if value is None else "yes" if value else "no"
    return as_text(name, value)


def _part(part: Any, name: str) -> str:
    # A list may contain itself.
    return as_text(name, part) if isinstance(part, (list, tuple)) else as_typed(part, name)
