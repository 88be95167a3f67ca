"""``# brainbug: ignore[BB204] reason`` on a line or above it, ``ignore-file[…]`` for a whole file."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from builder.lint.finding import Applicability, Edit, Finding, Fix, Severity
from builder.lint.layout import Layout
from builder.lint.registry import current_codes, known_codes
from rulesdb.codes import Code
from rulesdb.problem import Span
from rulesdb.yaml_source import YamlSource

_COMMENT = re.compile(r"#\s*brainbug:\s*ignore(-file)?\[([A-Z0-9, ]*)\]([^\n]*)")


@dataclass(frozen=True, slots=True)
class Suppression:
    """One comment: the codes it names, the first and last line it covers, its reason, and where it stands."""

    codes: tuple[str, ...]
    lines: tuple[int, int]
    reason: str
    span: Span

    def covers(self, finding: Finding) -> bool:
        """Whether it suppresses a finding. One without a reason suppresses nothing."""
        is_there = self.lines[0] <= finding.span.line <= self.lines[1]
        return bool(self.reason) and is_there and finding.code in current_codes(self.codes)


def suppressions_in(source: YamlSource) -> tuple[Suppression, ...]:
    """Every such comment of a file. A comment on a line of its own also covers the next line."""
    if "brainbug" not in source.text:
        return ()
    found = []
    lines = source.lines
    for number, line in enumerate(lines, 1):
        match = _COMMENT.search(line) if "brainbug" in line else None
        if match and not source.is_in_text(number, match.start() + 1):
            alone = not line[: match.start()].strip()
            codes = tuple(dict.fromkeys(code.strip() for code in match[2].split(",") if code.strip()))
            span = Span(source.path, number, match.start() + 1, number, match.end() + 1)
            covered = (1, len(lines) + 1) if match[1] else (number, number + alone)
            found.append(Suppression(codes, covered, match[3].strip(), span))
    return tuple(found)


def apply_suppressions(
    findings: Iterable[Finding], source: YamlSource, unjudged: Collection[str] = ()
) -> tuple[list[Finding], list[Finding]]:
    """The findings that stay, with one for each comment that is idle or bare; and those suppressed.

    A comment is not idle for codes that could not be judged: its finding may be there again once they can.
    """
    suppressions = suppressions_in(source)
    if not suppressions:
        return list(findings), []
    layout = Layout(source)
    used: dict[Suppression, set[str]] = {item: set() for item in suppressions}
    kept: list[Finding] = []
    hidden: list[Finding] = []
    for finding in findings:
        covering = [item for item in suppressions if item.covers(finding)]
        for item in covering:
            used[item].update(code for code in item.codes if finding.code in current_codes([code]))
        (hidden if covering else kept).append(finding)
    for item in suppressions:
        unknown = [code for code in item.codes if code not in used[item] and code not in known_codes()]
        idle = [
            code
            for code in item.codes
            if code not in used[item] and not set(current_codes([code])) & set(unjudged)
        ]
        needless: list[str] = []
        if not item.reason:
            message, help = "a suppression needs its reason", "write it behind the bracket"
        elif unknown:
            needless = unknown
            message, help = f"there is no code {', '.join(unknown)}", "see `brainbug explain`"
        elif idle and len(idle) == len(item.codes):
            needless = idle
            message, help = "this suppression suppresses nothing", "delete it"
        elif idle:
            needless = idle
            message, help = f"there is no {' or '.join(idle)} here to suppress", "take it out of the bracket"
        else:
            continue
        fixes = (_without(item, needless, layout),) if item.reason else ()
        code = Code.UNUSED_SUPPRESSION
        kept.append(Finding(code, code.slug, Severity.WARNING, message, item.span, help, fixes=fixes))
    return kept, hidden


def _without(item: Suppression, needless: Collection[str], layout: Layout) -> Fix:
    """A suppression without the codes that it has for nothing; without any code it goes."""
    left = [code for code in item.codes if code not in needless]
    if not left:
        return Fix("delete the comment", Applicability.SAFE, (layout.remove_comment(item.span),))
    text = layout.written(item.span)
    start, end = text.index("[") + 1, text.index("]")
    bracket = Span(
        item.span.path, item.span.line, item.span.column + start, item.span.line, item.span.column + end
    )
    title = f"take {', '.join(needless)} out of the bracket"
    return Fix(title, Applicability.SAFE, (Edit(bracket, ", ".join(left)),))
