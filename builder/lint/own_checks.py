"""The user's checks: files in the folders that ``BRAINBUG_CHECKS`` names, separated as in ``PATH``.

They are ordinary code and can fail; the error is then reported with its file and line.
"""

from __future__ import annotations

import importlib.util
import inspect
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from builder.lint.check import Check
from builder.lint.finding import Defect, Finding, Fix, Severity
from builder.scenario.model import Scenario
from rulesdb import BrainbugError
from rulesdb.errors import brief_repr
from rulesdb.files.reading import MIB, read_file
from rulesdb.own_code import OWN_CHECKS, own_code, own_folders

# Codes that brainbug itself never uses.
OWN_CODE = re.compile(r"BB7\d\d")
_MAX_FILE = 16 * MIB
_MODULES = "brainbug_own_checks."
_NEEDED = ("code", "slug", "what", "why", "example", "fix")
_TYPES = (
    ((*_NEEDED, "rule", "severity"), str, "a text"),
    (("aliases", "fixable"), tuple, "a tuple"),
    (("needs",), (set, frozenset), "a frozenset"),
    (("games", "maps"), (set, frozenset, tuple, list), "a frozenset"),
)


_END = object()


class _BadCheck(BrainbugError):
    """A user's file without a valid check."""


def own_checks() -> Iterator[type[Check]]:
    """The checks of the files in the user's folders, each validated.

    Raises:
        BrainbugError: a file cannot be run, or a class in it is not a complete check.
    """
    holders: dict[str, Path] = {}
    for path in _files(own_folders(OWN_CHECKS)):
        module = _run(path)
        kinds = list(checks_in(module))
        if not kinds:
            raise _BadCheck(f"{path}: no check in this file; derive a class from builder.lint.check.Check")
        for kind in kinds:
            _require_complete(kind, path)
            if kind.code in holders:
                raise _BadCheck(f"{path}: {kind.code} is used by {holders[kind.code]}; choose another BB7xx")
            holders[kind.code] = path
            yield kind


def _files(folders: Iterable[Path]) -> Iterable[Path]:
    for folder in folders:
        if not folder.is_dir():
            raise _BadCheck(f"{OWN_CHECKS}: not a folder: {folder}; name folders with checks in .py files")
        yield from sorted(path for path in folder.glob("*.py") if not path.name.startswith("_"))


def _run(path: Path) -> ModuleType:
    """The module of a file; errors in it are reported with their position."""
    # Needed only if the user has checks.
    from rulesdb.own_modules import FreshLoader

    name = f"{_MODULES}{path.stem}"
    # Reported with the path as the user wrote it.
    loader = FreshLoader(name, str(path))
    spec = importlib.util.spec_from_loader(name, loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    with own_code(f"{path}:1", defines=True):
        loader.exec_module(module)
    return module


def checks_in(module: ModuleType) -> Iterator[type[Check]]:
    """The checks that a module defines, without imported classes and those that begin with ``_``."""
    for thing in vars(module).values():
        if not isinstance(thing, type) or not issubclass(thing, Check):
            continue
        if thing.__module__ == module.__name__ and not thing.__name__.startswith("_"):
            yield thing


def findings_of(check: Check, scenario: Scenario) -> Iterator[Finding]:
    """The findings of a check.

    Raises:
        OwnCodeError: a user's check raises an error, or returns or yields something other than defects.
    """
    is_own = type(check).__module__.startswith(_MODULES)
    return _own_findings(check, scenario) if is_own else check.findings(scenario)


def _own_findings(check: Check, scenario: Scenario) -> Iterator[Finding]:
    code = inspect.unwrap(type(check).check).__code__
    place = f"{code.co_filename}:{code.co_firstlineno}"
    with own_code(place):
        defects = iter(_require_defects(check.check(scenario)))
    while True:
        with own_code(place):
            defect = next(defects, _END)
            if defect is _END:
                return
            frame = getattr(defects, "gi_frame", None)
            place = f"{code.co_filename}:{frame.f_lineno}" if frame else place
        with own_code(place):
            finding = check.finding(_required_defect(defect), scenario)
        yield finding


def _require_defects(defects: Any) -> Iterable[Any]:
    if not isinstance(defects, Iterable):
        raise TypeError(f"check returns {brief_repr(defects)}; yield a Defect for each defect")
    return defects


def _required_defect(defect: Any) -> Defect:
    if not isinstance(defect, Defect):
        raise TypeError(f"check yields {brief_repr(defect)}, not a Defect")
    texts = (defect.message, defect.help, defect.word, defect.rule)
    for text in texts:
        if not isinstance(text, str):
            raise TypeError(f"Defect with {brief_repr(text)} instead of a text")
    if not isinstance(defect.path, tuple | list):
        raise TypeError(f"Defect with the path {brief_repr(defect.path)}; use a tuple of keys and numbers")
    if defect.severity is not None:
        _require_severity(defect.severity)
    if not isinstance(defect.fixes, tuple) or not all(isinstance(fix, Fix) for fix in defect.fixes):
        raise TypeError(f"Defect with the fixes {brief_repr(defect.fixes)}; use a tuple of Fix")
    return defect


def _require_severity(severity: Any) -> None:
    if severity not in tuple(Severity):
        raise ValueError(_unknown_severity(severity))


def _unknown_severity(severity: Any) -> str:
    return f"no severity {brief_repr(severity)}; use one of {', '.join(Severity)}"


def _require_complete(kind: type[Check], path: Path) -> None:
    lines = read_file(path, _MAX_FILE).splitlines()
    start = f"class {kind.__name__}".encode()
    place = f"{path}:{next((number for number, line in enumerate(lines, 1) if line.startswith(start)), 1)}"
    if reason := _defect_of(kind):
        raise _BadCheck(f"{place}: {reason}")
    with own_code(place):
        kind()
        kind.applies_to("", "")


def _defect_of(kind: type[Check]) -> str:
    """Why a class is not a complete check; empty if it is one."""
    name = kind.__name__
    missing = [attribute for attribute in _NEEDED if not getattr(kind, attribute, "")]
    if missing:
        return f"{name} is missing {', '.join(missing)}"
    for attributes, types, accepted in _TYPES:
        for attribute in attributes:
            value = getattr(kind, attribute)
            if not isinstance(value, types):
                return f"{name}: {attribute} is {brief_repr(value)}; it must be {accepted}"
    if inspect.isabstract(kind) or not inspect.isfunction(inspect.unwrap(kind.check)):
        return f"{name} is missing the method check(self, scenario)"
    if kind.severity not in tuple(Severity):
        return f"{name}: {_unknown_severity(kind.severity)}"
    if not OWN_CODE.fullmatch(kind.code):
        return f"{kind.code} is reserved; codes of your own are BB700 to BB799"
    return ""
