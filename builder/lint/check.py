"""The base class of lint checks."""

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
    """One kind of defect: its name, why it matters, and how to find it.

    ``brainbug explain`` and the page of the code on the site show the class attributes. ``rule`` is the
    entry that is cited, as ``kind/slug``; a ruleset can name another under ``checks``. ``needs`` are kinds of
    names: if one of them could not be read, the check is skipped, so that one mistake does not cascade;
    ``WALLS`` stands for walls, which are undefined while areas overlap. ``games`` limits a check to some
    games, ``maps`` to some kinds of map. ``fixable`` lists how sure the fixes of its findings can be.
    ``aliases`` are retired codes that the check replaces: suppressions and settings that name them still
    apply.
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
    def check(self, scenario: Scenario) -> Iterator[Finding]:
        """Find every defect of this kind in a scenario."""

    def finding(
        self,
        scenario: Scenario,
        message: str,
        path: DataPath,
        help: str = "",
        *,
        word: str = "",
        key: bool = False,
        related: tuple[tuple[str, Span], ...] = (),
        rule: str = "",
        fixes: tuple[Fix, ...] = (),
    ) -> Finding:
        """A finding at the value of ``path``, at its ``key``, or at a ``word`` in its text.

        ``help`` is :attr:`fix` by default.
        """
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
            help or self.fix[0].lower() + self.fix[1:].removesuffix("."),
            rule=entry.id if entry else "",
            citation=str(entry.provenance.source) if entry else "",
            related=related,
            subject=f"{scenario.id}:{'.'.join(str(part) for part in path if isinstance(part, str))}",
            fixes=fixes,
        )
