"""Constraints: what a rule requires of a scenario, written as data next to the rule."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Self

from rulesdb.conditions import HasTraits, Test, compile_test

# The general check that enforces a limit, by the limit's key in the file.
CODES: Mapping[str, str] = MappingProxyType(
    {
        "at_most": "BB801",
        "at_least": "BB801",
        "exactly": "BB801",
        "only": "BB802",
        "needs": "BB803",
        "excludes": "BB804",
    }
)


@dataclass(frozen=True)
class Selector:
    """Selects things of a scenario by their kind and the required values of their traits.

    A wanted trait is a word, a list of words of which one is enough, ``{not: word}``, or a range of numbers
    with ``least`` and ``most``. A bare word stands for ``{is: word}``.
    """

    kind: str
    wanted: Mapping[str, Any]

    @functools.cached_property
    def key(self) -> str:
        """The selector as text; equal selectors have equal texts."""
        return f"{self.kind} {dict(self.wanted)!r}"

    @functools.cached_property
    def words(self) -> tuple[str, tuple[str, ...]] | None:
        """A trait that must be a word, and the words that fit, to look things up by; prefers ``is``.

        >>> Selector.parse({"weapon": {"unit": ["crew", "colonist"], "loaded": True}}).words
        ('unit', ('crew', 'colonist'))
        """
        for name in ("is", *self.wanted):
            wanted = self.wanted.get(name)
            if isinstance(wanted, bool):
                return name, ("yes" if wanted else "no",)
            words = tuple(wanted) if isinstance(wanted, list) else (wanted,)
            if all(isinstance(word, str) for word in words):
                return name, words
        return None

    @functools.cached_property
    def rest(self) -> Selector:
        """The selector without the trait of ``words``."""
        name = self.words[0] if self.words else ""
        return Selector(self.kind, {each: wanted for each, wanted in self.wanted.items() if each != name})

    @functools.cached_property
    def tests(self) -> tuple[Test, ...]:
        """A function for each wanted trait, which tests it."""
        return tuple(compile_test(name, wanted) for name, wanted in self.wanted.items())

    def selects(self, thing: HasTraits) -> bool:
        """Whether a thing of the right kind has every wanted trait."""
        for test in self.tests:  # noqa: SIM110
            if not test(thing):
                return False
        return True

    def lacking(self, thing: HasTraits) -> str:
        """The first wanted trait that a thing does not have; empty if it has all."""
        tests = zip(self.wanted, self.tests, strict=True)
        return next((name for name, test in tests if not test(thing)), "")

    @classmethod
    def parse(cls, data: Mapping[str, Any] | str) -> Self:
        """A selector as a rule file writes it.

        >>> Selector.parse({"weapon": "pulse-rifle"}).key
        "weapon {'is': 'pulse-rifle'}"
        >>> Selector.parse("scenario").key
        'scenario {}'
        """
        if isinstance(data, str):
            return cls(data, MappingProxyType({}))
        [(kind, wanted)] = data.items()
        return cls(kind, MappingProxyType(dict(wanted) if isinstance(wanted, Mapping) else {"is": wanted}))


@dataclass(frozen=True, slots=True)
class Limit:
    """A constraint that general checks enforce.

    ``per`` selects groups: teams, forces, the scenario. A limit applies to the groups that contain something
    that ``when`` selects. In each of them, the number of things that ``of`` selects must be from ``least`` to
    ``most``. If ``for_each`` is given, these numbers apply once for every ``each`` things that it selects;
    ``plus`` is added to them. If ``max_trait`` names a trait of the group, its value is the maximum. If
    ``sum`` names a trait, its total is compared instead of the number of things; if ``distinct`` names one,
    the number of its different values. If ``only`` is given, it must select every one of the things. Things
    that ``instead`` selects count like those of ``of``.
    ``manner`` is the limit's key in the file: ``at_most``, ``at_least``, ``exactly``, ``only``, ``needs`` or
    ``excludes``. ``severity`` is that of the finding; ``help`` is how to fix it, if the file has that.
    """

    manner: str
    of: Selector
    per: Selector
    when: Selector | None = None
    least: int = 0
    most: int | None = None
    max_trait: str = ""
    for_each: Selector | None = None
    each: int = 1
    plus: int = 0
    sum: str = ""
    distinct: str = ""
    only: Selector | None = None
    instead: tuple[Selector, ...] = ()
    severity: str = "error"
    help: str = ""

    @classmethod
    def parse(cls, data: Mapping[str, Any]) -> Self:
        """A limit as a rule file writes it.

        >>> Limit.parse({"at_most": 2, "of": {"weapon": "pulse-rifle"}, "per": "force"}).most
        2
        """
        manner = next(name for name in CODES if name in data)
        of = Selector.parse(data["of"])
        when = Selector.parse(data["when"]) if "when" in data else None
        value = data[manner]
        least, most, max_trait = 0, None, ""
        if manner in ("needs", "excludes"):
            # Counts the things that a group with the selected thing must have, or must not have.
            of, when = Selector.parse(value[0] if isinstance(value, list) else value), of
            least, most = (1, None) if manner == "needs" else (0, 0)
        elif manner != "only":
            least = value if manner != "at_most" else 0
            max_trait = value if isinstance(value, str) else ""
            most = value if manner != "at_least" and not isinstance(value, str) else None
        return cls(
            manner,
            of,
            Selector.parse(data.get("per", "scenario")),
            when,
            least,
            most,
            max_trait,
            for_each=Selector.parse(data["for_each"]) if "for_each" in data else None,
            only=Selector(of.kind, MappingProxyType(value)) if manner == "only" else None,
            instead=tuple(map(Selector.parse, value[1:])) if isinstance(value, list) else (),
            **{
                key: data[key]
                for key in ("each", "plus", "sum", "distinct", "severity", "help")
                if key in data
            },
        )


@dataclass(frozen=True, slots=True)
class Constraint:
    """A requirement of a rule for scenarios, in one sentence, and how it is checked.

    One of the other attributes is set: ``limit`` if general checks enforce it, ``check`` for the code of its
    own check, ``gap`` if there is no check yet, or ``not_checkable`` with the reason why no file can show a
    violation.
    """

    what: str
    limit: Limit | None = None
    check: str = ""
    gap: str = ""
    not_checkable: str = ""

    @classmethod
    def parse(cls, data: Mapping[str, Any]) -> Self:
        """A constraint as a rule file writes it."""
        check = data.get("check", "")
        if isinstance(check, Mapping):
            return cls(data["what"], Limit.parse(check))
        return cls(data["what"], None, check, data.get("gap", ""), data.get("not_checkable", ""))

    @property
    def code(self) -> str:
        """The code of the lint check that enforces it; empty if there is none."""
        return CODES[self.limit.manner] if self.limit is not None else self.check

    @property
    def state(self) -> str:
        """``checked``, ``without a check yet`` or ``not checkable``."""
        return "checked" if self.code else "without a check yet" if self.gap else "not checkable"


def count_states(constraints: Iterable[Constraint]) -> str:
    """How many constraints are in each state, in words.

    >>> count_states([Constraint("One.", check="BB306"), Constraint("Two.", check="BB307")])
    '2 checked'
    """
    counts = Counter(constraint.state for constraint in constraints)
    return ", ".join(f"{count} {state}" for state, count in sorted(counts.items()))
