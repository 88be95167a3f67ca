"""The base class of lint checks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import ClassVar

from builder.lint.finding import Applicability, Defect, Finding, Severity
from builder.scenario.model import Scenario
from builder.scenario.names import NameKind

# Kinds of names that checks of decks and of set-up zones need.
DECK_NAMES = frozenset({NameKind.HEX, NameKind.LEVEL, NameKind.NEW_AREA, NameKind.NEW_HEXSIDE})
_GROUND = {NameKind.HEX, NameKind.DOT, NameKind.LEVEL, NameKind.AREA, NameKind.NEW_AREA, NameKind.TERRAIN}
ZONE_NAMES = frozenset(_GROUND | {NameKind.ZONE, NameKind.FORCE, NameKind.MEMBER, NameKind.UNIT})
REACH_NAMES = ZONE_NAMES | {
    NameKind.SIDE,
    NameKind.OBJECTIVE,
    NameKind.EXPERIENCE,
    NameKind.TOUGHNESS,
    NameKind.NEW_HEXSIDE,
    NameKind.WALLS,
}


class Check(ABC):
    """One kind of defect: its name, why it matters, and the code that finds it.

    ``brainbug explain`` and the page of the code on the site show the class attributes. ``rule`` is the
    entry that is cited, as ``kind/slug``; a ruleset can name others under ``checks``, by the code, or by the
    code, a slash and the ``aspect`` of a defect. ``needs`` are kinds of names: if one of them could not be
    read, the check is skipped, so that one mistake does not cascade; ``WALLS`` stands for walls, which are
    undefined while areas overlap. ``games`` limits a check to some games, ``maps`` to some kinds of map.
    ``fixable`` lists how certain the fixes of its findings can be. ``aliases`` are retired codes that the
    check replaces: suppressions and settings that name them still apply.
    """

    code: ClassVar[str]
    aliases: ClassVar[tuple[str, ...]] = ()
    slug: ClassVar[str]
    severity: ClassVar[Severity] = Severity.ERROR
    what: ClassVar[str]
    why: ClassVar[str]
    example: ClassVar[str]
    fix: ClassVar[str]
    rule: ClassVar[str] = ""
    needs: ClassVar[frozenset[NameKind]] = frozenset()
    fixable: ClassVar[tuple[Applicability, ...]] = ()
    games: ClassVar[frozenset[str]] = frozenset()
    maps: ClassVar[frozenset[str]] = frozenset()

    @classmethod
    def applies_to(cls, game: str, map_kind: str) -> bool:
        """Whether the check applies to a game on a kind of map."""
        return (not cls.games or game in cls.games) and (not cls.maps or map_kind in cls.maps)

    @abstractmethod
    def check(self, scenario: Scenario) -> Iterator[Defect]:
        """Every defect of this kind in a scenario."""

    def findings(self, scenario: Scenario) -> Iterator[Finding]:
        """The defects with their places in the file and the rule that they violate."""
        for defect in self.check(scenario):
            yield self.finding(defect, scenario)

    def finding(self, defect: Defect, scenario: Scenario) -> Finding:
        """A defect at its place in the file, with the rule that it violates."""
        source, path = scenario.source, defect.path
        if defect.word:
            span = source.word_span(path, defect.word)
        else:
            span = source.key_span(path) if defect.key else source.value_span(path)
        related_span = source.key_span if defect.related_keys else source.value_span
        checks = scenario.ruleset.checks
        usual = checks.get(self.code, self.rule)
        cited = defect.rule or checks.get(f"{self.code}/{defect.aspect}", usual)
        entry = scenario.ruleset.all_entries.get(cited)
        return Finding(
            self.code,
            self.slug,
            Severity(defect.severity or self.severity),
            defect.message,
            span,
            defect.help or self.fix[0].lower() + self.fix[1:].removesuffix("."),
            rule=entry.id if entry else "",
            citation=str(entry.provenance.source) if entry else "",
            related=tuple((message, related_span(place)) for message, place in defect.related),
            subject=f"{scenario.id}:{'.'.join(str(part) for part in path if isinstance(part, str))}",
            fixes=defect.fixes,
        )


class DeckCheck(Check):
    """A check of decks, by default one that needs walls."""

    maps = frozenset({"hex"})
    needs = DECK_NAMES | {NameKind.WALLS}


class DotsCheck(Check):
    """A check of a lattice of dots."""

    maps = frozenset({"dots"})
    needs = frozenset({NameKind.DOT, NameKind.TERRAIN})
