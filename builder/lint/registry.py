"""All codes of findings: those of the checks, and those that the loader reports."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from builder.lint.discovery import all_checks
from builder.lint.finding import Applicability
from rulesdb import Entry, Ruleset
from rulesdb.codes import Code
from rulesdb.yaml_source import load_yaml


@dataclass(frozen=True, slots=True)
class CodeDoc:
    """The documentation of a code; ``fixable`` lists how certain its fixes are, if it has any."""

    code: str
    slug: str
    severity: str
    what: str
    why: str
    example: str
    fix: str
    rule: str = ""
    fixable: tuple[Applicability, ...] = ()

    @property
    def how_to_fix(self) -> str:
        """How its fixes are applied, in words; empty if it has none."""
        return " or ".join(_HOW_TO_FIX[sure] for sure in self.fixable)


LOADING_CODES: frozenset[str] = frozenset(Code) - {Code.UNUSED_SUPPRESSION}
_HOW_TO_FIX = {
    Applicability.SAFE: "`brainbug lint --fix`",
    Applicability.UNSAFE: "`brainbug lint --fix --unsafe`",
    Applicability.DISPLAY: "a choice among the fixes shown",
}


def rules_of(doc: CodeDoc, games: Iterable[Ruleset]) -> tuple[Entry, ...]:
    """The rules that findings of a code cite, one for each game that has one."""
    cited = ((game, game.checks.get(doc.code, doc.rule)) for game in games)
    return tuple(game.all_entries[rule] for game, rule in cited if rule in game.all_entries)


def _loading_docs() -> tuple[CodeDoc, ...]:
    """The codes that the loader itself reports."""
    docs = load_yaml(Path(__file__).with_name("loading_codes.yaml")).data
    return tuple(
        CodeDoc(
            code,
            code.slug,
            **{
                "severity": "error",
                **docs[code],
                "fixable": tuple(map(Applicability, docs[code].get("fixable", ()))),
            },
        )
        for code in Code
    )


@functools.cache
def code_docs() -> Mapping[str, CodeDoc]:
    """Every code in order, those of the loader included."""
    fields = [field.name for field in dataclasses.fields(CodeDoc)]
    docs = [*_loading_docs()]
    docs += (CodeDoc(**{name: getattr(check, name) for name in fields}) for check in all_checks())
    return MappingProxyType({doc.code: doc for doc in sorted(docs, key=lambda doc: doc.code)})


@functools.cache
def known_codes() -> tuple[str, ...]:
    """Every code in use, followed by the retired ones."""
    return (*code_docs(), *retired_codes())


def free_codes() -> tuple[str, ...]:
    """The next unused code of each family of a hundred codes."""
    last: dict[str, str] = {}
    for code in sorted(known_codes()):
        last[code[:3]] = code
    return tuple(f"BB{int(code[2:]) + 1:03}" for code in last.values())


@functools.cache
def retired_codes() -> Mapping[str, tuple[str, ...]]:
    """Codes that are no longer used, each with those that replace it."""
    successors: dict[str, list[str]] = {}
    for check in all_checks():
        for alias in check.aliases:
            successors.setdefault(alias, []).append(check.code)
    return MappingProxyType({code: tuple(successors[code]) for code in sorted(successors)})


def current_codes(codes: Iterable[str]) -> tuple[str, ...]:
    """Codes, or beginnings of codes, with retired ones replaced.

    >>> current_codes(["BB3", "BB409"])
    ('BB3', 'BB403')
    """
    return tuple(dict.fromkeys(now for code in codes for now in retired_codes().get(code, (code,))))
