"""``# brainbug: ignore[BB204] reason`` on a line or above it, ``ignore-file[…]`` for a whole file."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from builder.lint.finding import Applicability, Edit, Finding, Fix, Severity
from builder.lint.layout import Layout
from builder.lint.registry import current_codes, known_codes
from rulesdb.codes import Code
from rulesdb.problem import Span
from rulesdb.yaml_source import YamlSource

_COMMENT = re.compile(r"#\s*brainbug:\s*ignore(-file)?\[([A-Z0-9, ]*)\]([^\n]*)")


@dataclass(frozen=True, slots=True)
class Suppression:
    """One comment: its codes, the first and last line that it covers, its reason, and its place."""

    codes: tuple[str, ...]
    lines: tuple[int, int]
    reason: str
    span: Span

    def covers(self, finding: Finding) -> bool:
        """Whether it suppresses a finding. One without a reason suppresses nothing."""
        is_there = self.lines[0] <= finding.span.line <= self.lines[1]
        return bool(self.reason) and is_there and finding.code in current_codes(self.codes)


def suppressions_in(source: YamlSource) -> tuple[Suppression, ...]:
    """Every suppression comment of a file. A comment on its own line also covers the next line."""
    if "brainbug" not in source.text:
        return ()
    suppressions = []
    lines = source.lines
    for number, line in enumerate(lines, 1):
        match = _COMMENT.search(line) if "brainbug" in line else None
        if match and not source.is_in_text(number, match.start() + 1):
            alone = not line[: match.start()].strip()
            codes = tuple(dict.fromkeys(code.strip() for code in match[2].split(",") if code.strip()))
            span = Span(source.path, number, match.start() + 1, number, match.end() + 1)
            covered = (1, len(lines) + 1) if match[1] else (number, number + alone)
            suppressions.append(Suppression(codes, covered, match[3].strip(), span))
    return tuple(suppressions)


def apply_suppressions(
    findings: Iterable[Finding], source: YamlSource, prevented: Collection[str] = ()
) -> tuple[list[Finding], list[Finding]]:
    """The findings that remain, with one for each unused or invalid comment; and those suppressed.

    A code in ``prevented`` is never unused: its check could not run, and may report the finding again.
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
        problem = _problem(item, used[item], prevented)
        if problem is not None:
            message, help, unused = problem
            fixes = (_without(item, unused, layout),) if unused else ()
            code = Code.UNUSED_SUPPRESSION
            kept.append(
                Finding(code.value, code.slug, Severity.WARNING, message, item.span, help, fixes=fixes)
            )
    return kept, hidden


def _problem(
    item: Suppression, used: Collection[str], prevented: Collection[str]
) -> tuple[str, str, list[str]] | None:
    """The problem with a suppression, how to fix it, and its codes that are unknown or unused."""
    rest = [code for code in item.codes if code not in used]
    unknown = [code for code in rest if code not in known_codes()]
    idle = [code for code in rest if not set(current_codes([code])) & set(prevented)]
    if not item.reason:
        return "a suppression needs a reason", "write it after the brackets", []
    if unknown:
        return f"unknown code {', '.join(unknown)}", "`brainbug explain` lists all codes", unknown
    if idle and len(idle) == len(item.codes):
        return "this suppression suppresses nothing", "delete it", idle
    return (f"no {' or '.join(idle)} here to suppress", "remove it from the brackets", idle) if idle else None


def _without(item: Suppression, unused: Collection[str], layout: Layout) -> Fix:
    """A fix that removes unused codes from a suppression, or the whole comment if none is left."""
    left = [code for code in item.codes if code not in unused]
    if not left:
        return Fix("delete the comment", Applicability.SAFE, (layout.remove_comment(item.span),))
    text = layout.written(item.span)
    start, end = text.index("[") + 1, text.index("]")
    column = item.span.column
    bracket = replace(item.span, column=column + start, end_column=column + end)
    title = f"remove {', '.join(unused)} from the brackets"
    return Fix(title, Applicability.SAFE, (Edit(bracket, ", ".join(left)),))
