"""What a check is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import ClassVar

from builder.lint.finding import Applicability, Finding, Fix, Severity
from builder.scenario.model import Scenario
from builder.scenario.names import NameKind
from rulesdb.problem import Span
from rulesdb.yaml_source import DataPath


class Check(ABC):
    """One kind of defect: what it is called, why it matters, and how to find it.

    ``explain`` and the site's page of the code come from the class attributes. ``rule`` is the entry that
    is cited, as ``kind/slug``; a ruleset names another under ``checks``. ``needs`` are kinds of names: if one
    of those could not be read, the check is left out, so that one mistake does not cascade; ``WALLS`` stands
    for walls, which are doubtful while areas overlap. ``games`` limits a check to some games, ``maps`` to
    some kinds of map. ``fixable`` says how sure the fixes are that its findings may carry. ``aliases`` are
    retired codes whose work the check does now: suppressions and settings that name them still hold.
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
    def concerns(cls, game: str, map_kind: str) -> bool:
        """Whether the check knows scenarios of a game on such a map."""
        return (not cls.games or game in cls.games) and (not cls.maps or map_kind in cls.maps)

    @abstractmethod
    def check(self, scenario: Scenario) -> Iterator[Finding]:
        """Everything of this kind that is wrong with the scenario."""

    def finding(
        self,
        scenario: Scenario,
        message: str,
        path: DataPath,
        help: str,
        *,
        word: str = "",
        key: bool = False,
        related: tuple[tuple[str, Span], ...] = (),
        rule: str = "",
        fixes: tuple[Fix, ...] = (),
    ) -> Finding:
        """A finding at the value of ``path``, at its ``key``, or at a ``word`` inside its text."""
        source = scenario.source
        if word:
            span = source.word_span(path, word)
        else:
            span = source.key_span(path) if key else source.value_span(path)
        cited = rule or scenario.ruleset.checks.get(self.code, self.rule)
        entry = scenario.ruleset.all_entries.get(cited)
        return Finding(
            self.code,
            self.slug,
            self.severity,
            message,
            span,
            help,
            rule=entry.id if entry else "",
            citation=str(entry.provenance.source) if entry else "",
            related=related,
            subject=f"{scenario.id}:{'.'.join(str(part) for part in path if isinstance(part, str))}",
            fixes=fixes,
        )
