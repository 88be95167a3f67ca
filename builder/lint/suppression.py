"""``# brainbug: ignore[BB204] reason`` on a line, or on the line above."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from builder.lint.finding import Finding, Severity
from rulesdb.problem import Span
from rulesdb.yaml_source import YamlSource

CODE = "BB020"
_COMMENT = re.compile(r"#\s*brainbug:\s*ignore\[([A-Z0-9, ]*)\]([^\n]*)")


@dataclass(frozen=True, slots=True)
class Suppression:
    """One comment: the codes it names, the lines it covers, and its reason."""

    codes: tuple[str, ...]
    lines: tuple[int, int]
    reason: str
    span: Span


def suppressions_in(source: YamlSource) -> tuple[Suppression, ...]:
    """Every such comment of a file. A comment on a line of its own also covers the next line."""
    found = []
    for number, line in enumerate(source.text.splitlines(), 1):
        match = _COMMENT.search(line)
        if match:
            alone = not line[: match.start()].strip()
            codes = tuple(code.strip() for code in match[1].split(",") if code.strip())
            span = Span(source.path, number, match.start() + 1, number, match.end() + 1)
            found.append(Suppression(codes, (number, number + alone), match[2].strip(), span))
    return tuple(found)


def apply_suppressions(
    findings: Iterable[Finding], suppressions: Iterable[Suppression], known_codes: Iterable[str]
) -> tuple[list[Finding], list[Finding]]:
    """The findings that stay, with one for each comment that is idle or bare; and those suppressed."""
    suppressions = tuple(suppressions)
    known = set(known_codes)
    used: set[Suppression] = set()
    kept: list[Finding] = []
    hidden: list[Finding] = []
    for finding in findings:
        covering = [
            item
            for item in suppressions
            if finding.code in item.codes
            and item.lines[0] <= finding.span.line <= item.lines[1]
            and item.reason
        ]
        used.update(covering)
        (hidden if covering else kept).append(finding)
    for item in suppressions:
        unknown = [code for code in item.codes if code not in known]
        if not item.reason:
            message, help = "a suppression needs its reason", "write it behind the bracket"
        elif unknown:
            message, help = f"there is no code {', '.join(unknown)}", "see `brainbug explain`"
        elif item not in used:
            message, help = "this suppression suppresses nothing", "delete it"
        else:
            continue
        kept.append(Finding(CODE, "unused-suppression", Severity.WARNING, message, item.span, help))
    return kept, hidden
