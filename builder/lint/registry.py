"""Every check there is, and the codes that the loader itself reports."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from builder.lint.discovery import all_checks
from builder.lint.finding import Applicability
from rulesdb import Entry, Ruleset


@dataclass(frozen=True, slots=True)
class CodeDoc:
    """What ``explain`` and the site say of a code; ``fixable`` is how sure its fixes are, if it has any."""

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
        """How its fixes are applied, in words; empty where it has none."""
        return " or ".join(_HOW_TO_FIX[sure] for sure in self.fixable)


_HOW_TO_FIX = {
    Applicability.SAFE: "`brainbug lint --fix`",
    Applicability.UNSAFE: "`brainbug lint --fix --unsafe`",
    Applicability.DISPLAY: "a choice among the fixes shown",
}
_FILE_CODES = (
    CodeDoc(
        "BB001", "unreadable", "error",
        "A file cannot be read: it is missing, locked, too large, or not UTF-8.",
        "Nothing can be said of what cannot be read.",
        "brainbug lint no-such-file.yaml", "Check the path; save the file as UTF-8.",
    ),
    CodeDoc(
        "BB002", "yaml-syntax", "error",
        "The file is not YAML, or holds a second document.",
        "From the place shown on, the meaning of the file is anybody's guess.",
        "areas: [bridge, comms", "Check indentation, brackets and quotes just before the place shown.",
        fixable=(Applicability.UNSAFE,),
    ),
    CodeDoc(
        "BB003", "duplicate-key", "error",
        "A key stands twice in one block.",
        "YAML lets the later one win in silence, and the earlier one would be lost.",
        "doors: {0405/N: interior, 0405/N: airtight}", "Keep one of them.",
        fixable=(Applicability.DISPLAY,),
    ),
    CodeDoc(
        "BB004", "unknown-key", "error",
        "The schema has no such key.",
        "A misspelt key would be passed over, and what it says with it.",
        "machinry: {0404: obstructing}", "Correct the spelling; the help line names the nearest key.",
        fixable=tuple(Applicability),
    ),
    CodeDoc(
        "BB005", "wrong-type", "error",
        "A value has the wrong type, such as text where a number belongs.",
        "It cannot be used as what it is meant to be.",
        "columns: many", "Write a value of the type that the message names.",
        fixable=(Applicability.SAFE, Applicability.UNSAFE),
    ),
    CodeDoc(
        "BB006", "missing-key", "error",
        "A key that the schema requires is not there.",
        "Without it the thing is not fully described.",
        "an area without hexes", "Add the key.",
    ),
    CodeDoc(
        "BB007", "bad-value", "error",
        "A value is of the right type, but not one that is accepted.",
        "It means nothing here.",
        "0405/N: airtigt", "Use one of the accepted words, or the format that the help line shows.",
        fixable=tuple(Applicability),
    ),
    CodeDoc(
        "BB008", "yaml-alias", "error",
        "Anchors, aliases, merge keys and tags of YAML are not supported.",
        "A reader should see each value where it is used; and aliases can blow a small file up.",
        "hexes: *bridge", "Write the value out.",
    ),
    CodeDoc(
        "BB009", "too-deep", "error",
        "The file is nested deeper than any brainbug file needs.",
        "It is broken, or made to do harm.",
        "[[[[[[…", "Look for a bracket that never closes.",
    ),
    CodeDoc(
        "BB020", "unused-suppression", "warning",
        "A `# brainbug: ignore[…]` comment suppresses nothing, or gives no reason.",
        "Comments that outlive their cause hide the next defect.",
        "# brainbug: ignore[BB204]", "Delete it, or write the reason behind the bracket.",
        fixable=(Applicability.SAFE,),
    ),
    CodeDoc(
        "BB021", "bad-configuration", "error",
        "A brainbug.toml or pyproject.toml sets something that there is not, or is not TOML.",
        "A setting that is passed over in silence would seem to hold.",
        'severity = {BB404 = "mild"}', "Correct the setting; the help line names what is accepted.",
    ),
    CodeDoc(
        "BB010", "table-gap", "error",
        "A table of the database has no result for something that may be asked.",
        "A player would get no answer at the table; the message names the place.",
        "force marine, die 4: no result", "Add the missing row or range, or an `otherwise`.",
    ),
    CodeDoc(
        "BB011", "table-overlap", "error",
        "A table has two results for one place.",
        "It would not be known which of them holds.",
        "die 4: two results (1-4 and 4-6)", "Correct the ranges, or state another hit policy.",
    ),
    CodeDoc(
        "BB012", "table-axis", "error",
        "A table's axis, label, range or modifier does not fit its cells.",
        "The cells could not be found.",
        "`marin` is not a label of axis force", "Use the axis's own labels and ranges.",
    ),
    CodeDoc(
        "BB013", "table-order", "error",
        "A result turns back where the table says that results only rise or fall.",
        "Most often a figure has been copied wrongly.",
        "die 4: the result turns back", "Check the figure against the book, or list it under `exceptions`.",
    ),
    CodeDoc(
        "BB014", "duplicate-id", "error",
        "Two entries of one kind have the same id.",
        "Links to it would be ambiguous.",
        "id `lift` is taken by another term", "Give one of them another id.",
    ),
    CodeDoc(
        "BB015", "dangling-reference", "error",
        "An entry names another that is not there.",
        "The link would lead nowhere.",
        "[[term/hatsch]]", "Correct the name, or add the entry.",
    ),
    CodeDoc(
        "BB016", "table-cell", "error",
        "A cell holds a result of the wrong type, or one that the table does not know.",
        "It could not be used as a result.",
        "`kil` is not a result of this table", "Write a result of the declared type.",
    ),
    CodeDoc(
        "BB017", "supplement", "error",
        "A change of a supplement does not fit: no such target, or another value there than expected.",
        "It would be lost, or would change something else than was meant.",
        "expects 4, but finds 5", "Correct the target or `expect`.",
    ),
    CodeDoc(
        "BB101", "unknown-game", "error",
        "There is no game of that id.",
        "Without the game no name in the file means anything.",
        "game: bughunter", "Use an id that `brainbug games` lists.",
        fixable=(Applicability.UNSAFE, Applicability.DISPLAY),
    ),
)  # fmt: skip

LOADING_CODES = frozenset(doc.code for doc in _FILE_CODES) - {"BB020"}


def rules_of(doc: CodeDoc, games: Iterable[Ruleset]) -> tuple[Entry, ...]:
    """The rules that findings of a code cite, one for each game that has one."""
    cited = ((game, game.checks.get(doc.code, doc.rule)) for game in games)
    return tuple(game.all_entries[rule] for game, rule in cited if rule in game.all_entries)


def code_docs() -> Mapping[str, CodeDoc]:
    """Every code in order, those of the loader among them."""
    docs = [
        *_FILE_CODES,
        *(
            CodeDoc(
                check.code,
                check.slug,
                check.severity.value,
                check.what,
                check.why,
                check.example,
                check.fix,
                check.rule,
                check.fixable,
            )
            for check in all_checks()
        ),
    ]
    return MappingProxyType({doc.code: doc for doc in sorted(docs, key=lambda doc: doc.code)})


@functools.cache
def retired_codes() -> Mapping[str, tuple[str, ...]]:
    """Codes that are no longer given, each with those that do its work now."""
    successors: dict[str, list[str]] = {}
    for check in all_checks():
        for alias in check.aliases:
            successors.setdefault(alias, []).append(check.code)
    return MappingProxyType({code: tuple(successors[code]) for code in sorted(successors)})


def current_codes(codes: Iterable[str]) -> tuple[str, ...]:
    """Codes, or beginnings of codes, with those in use in place of retired ones.

    >>> current_codes(["BB3", "BB409"])
    ('BB3', 'BB403')
    """
    return tuple(dict.fromkeys(now for code in codes for now in retired_codes().get(code, (code,))))
