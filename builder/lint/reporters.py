"""Findings as text for people and as data for programs."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from types import MappingProxyType
from typing import Any

from builder.lint.engine import LintReport, summarize
from builder.lint.finding import Applicability, Finding, Fix, Severity
from builder.lint.registry import code_docs
from rulesdb import __version__
from rulesdb.problem import Span

SCHEMA_VERSION = 1
# Control characters, marks of writing direction, other line ends, and surrogates.
_UNSAFE = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
MAX_EXCERPT = 100
_COLORS = {Severity.ERROR: "31;1", Severity.WARNING: "33;1", Severity.INFO: "36"}

_HOW = {
    Applicability.SAFE: "--fix",
    Applicability.UNSAFE: "--fix --unsafe",
    Applicability.DISPLAY: "or by hand",
}

Style = Callable[[str, str], str]


def plain(text: str, _codes: str) -> str:
    """No color."""
    return text


def colored(text: str, codes: str) -> str:
    """ANSI color, for a terminal."""
    return f"\x1b[{codes}m{text}\x1b[0m"


def clean(text: str) -> str:
    """Text that cannot move a terminal's cursor or change the direction of writing.

    Control characters are replaced by visible symbols. File names can have bytes that are not text.

    >>> clean("a\\x1b[2Jb")
    'a␛[2Jb'
    """
    return _UNSAFE.sub(lambda match: _picture(match[0]), text)


def _picture(letter: str) -> str:
    return "␡" if letter == "\x7f" else chr(0x2400 + ord(letter)) if letter < " " else "\ufffd"


def _as_data(report: Mapping[str, Any]) -> str:
    """JSON that is safe to print on a terminal, whatever the names of the files."""
    text = json.dumps(report, indent=2, ensure_ascii=False)
    return _UNSAFE.sub(lambda match: match[0] if match[0] == "\n" else f"\\u{ord(match[0]):04x}", text) + "\n"


def text_report(reports: Sequence[LintReport], style: Style = plain) -> str:
    """Each finding with its source line, rule and help, then a summary."""
    parts = []
    for report in reports:
        lines = report.lines if report.findings else []
        parts += [_full(finding, lines, style) for finding in report.findings]
    return "\n".join([*parts, _totals(reports)]) + "\n"


def concise_report(reports: Sequence[LintReport], style: Style = plain) -> str:
    """One line for each finding, then a summary."""
    lines = [_headline(finding, style) for report in reports for finding in report.findings]
    return "\n".join([*lines, _totals(reports)]) + "\n"


def json_report(reports: Sequence[LintReport], _style: Style = plain) -> str:
    """Everything, for programs; ``schema_version`` changes when a key is removed or changes its meaning."""
    files = [
        {
            "path": report.path,
            "findings": [_as_json(finding) for finding in report.findings],
            "suppressed": len(report.suppressed),
        }
        for report in reports
    ]
    return _as_data({"schema_version": SCHEMA_VERSION, "files": files})


def github_report(reports: Sequence[LintReport], _style: Style = plain) -> str:
    """Annotations of a GitHub workflow."""
    words = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}
    lines = []
    for report in reports:
        for finding in report.findings:
            span = finding.span
            where = f"file={_escaped(span.path, ',:')},line={span.line},col={span.column}"
            title = f"title={finding.code} {finding.slug}"
            message = _escaped(f"{finding.message}. {finding.help}" if finding.help else finding.message)
            lines.append(f"::{words[finding.severity]} {where},{title}::{message}")
    return "".join(f"{line}\n" for line in lines)


def sarif_report(reports: Sequence[LintReport], _style: Style = plain) -> str:
    """SARIF 2.1.0."""
    docs = code_docs()
    findings = [finding for report in reports for finding in report.findings]
    used = sorted({finding.code for finding in findings})
    levels = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
    rules = [
        {
            "id": code,
            "name": docs[code].slug,
            "shortDescription": {"text": docs[code].what},
            "help": {"text": docs[code].fix},
        }
        for code in used
    ]
    results = [
        {
            "ruleId": finding.code,
            "ruleIndex": used.index(finding.code),
            "level": levels[finding.severity],
            "message": {"text": finding.message},
            "locations": [{"physicalLocation": _sarif_place(finding.span)}],
            "partialFingerprints": {"brainbug/v1": finding.fingerprint},
            **({"fixes": [_sarif_fix(fix) for fix in finding.fixes]} if finding.fixes else {}),
        }
        for finding in findings
    ]
    tool = {"driver": {"name": "brainbug", "version": __version__, "rules": rules}}
    run = {"tool": tool, "columnKind": "unicodeCodePoints", "results": results}
    schema = "https://json.schemastore.org/sarif-2.1.0.json"
    return _as_data({"$schema": schema, "version": "2.1.0", "runs": [run]})


REPORTERS: Mapping[str, Callable[[Sequence[LintReport], Style], str]] = MappingProxyType(
    {
        "text": text_report,
        "concise": concise_report,
        "json": json_report,
        "sarif": sarif_report,
        "github": github_report,
    }
)


def _headline(finding: Finding, style: Style) -> str:
    where = clean(str(finding.span))
    code = style(finding.code, _COLORS[finding.severity])
    level = "" if finding.severity is Severity.ERROR else f"{finding.severity}: "
    return f"{style(where, '1')}: {code} {level}{clean(finding.message)}"


def _full(finding: Finding, lines: Sequence[str], style: Style) -> str:
    parts = [_headline(finding, style), *_excerpt(finding, lines, style)]
    if finding.rule:
        parts.append(f"  rule: {finding.citation} ({finding.rule})")
    if finding.help:
        parts.append(f"  help: {clean(finding.help)}")
    parts += [f"  fix:  {clean(fix.title)} ({_HOW[fix.applicability]})" for fix in finding.fixes]
    parts += [f"  note: {clean(message)}: {clean(str(span))}" for message, span in finding.related]
    return "\n".join(parts) + "\n"


def _excerpt(finding: Finding, lines: Sequence[str], style: Style) -> list[str]:
    """The source line with carets under the finding; a long line is cut around it."""
    span = finding.span
    if span.line > len(lines):
        return []
    line = lines[span.line - 1]
    start = span.column - 1
    end = span.end_column - 1 if span.end_line == span.line else len(line)
    end = max(start + 1, min(end, len(line)))
    cut = max(0, start - MAX_EXCERPT // 3) if len(line) > MAX_EXCERPT else 0
    excerpt = clean(line[cut : cut + MAX_EXCERPT]).replace("\t", " ")
    before = _columns(excerpt[: start - cut])
    carets = max(1, _columns(excerpt[start - cut : end - cut]))
    number = f"{span.line:>5} | "
    pointer = " " * 5 + " | " + " " * before
    return [f"{number}{excerpt}", pointer + style("^" * carets, _COLORS[finding.severity])]


def _columns(text: str) -> int:
    """The width of a text in a terminal: wide letters take two columns, combining marks none."""
    return sum(
        0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        for letter in text
    )


def _totals(reports: Sequence[LintReport]) -> str:
    files = f"{len(reports)} file{'' if len(reports) == 1 else 's'}"
    return f"{summarize(finding for report in reports for finding in report.findings)} in {files}"


def _as_json(finding: Finding) -> dict[str, Any]:
    data = asdict(finding)
    del data["subject"]
    return data | {
        "rule": finding.rule or None,
        "citation": finding.citation or None,
        "related": [{"message": message, "span": asdict(span)} for message, span in finding.related],
        "docs": finding.docs,
        "fingerprint": finding.fingerprint,
    }


def _sarif_place(span: Span) -> dict[str, Any]:
    return {"artifactLocation": {"uri": span.path}, "region": _sarif_region(span)}


def _sarif_region(span: Span) -> dict[str, int]:
    keys = ("startLine", "startColumn", "endLine", "endColumn")
    return dict(zip(keys, (span.line, span.column, span.end_line, span.end_column), strict=True))


def _sarif_fix(fix: Fix) -> dict[str, Any]:
    """A fix in SARIF, which has no field of its own for the applicability."""
    replacements = [
        {"deletedRegion": _sarif_region(edit.span), "insertedContent": {"text": edit.text}}
        for edit in fix.edits
    ]
    place = {"uri": fix.edits[0].span.path}
    return {
        "description": {"text": fix.title},
        "artifactChanges": [{"artifactLocation": place, "replacements": replacements}],
        "properties": {"applicability": fix.applicability.value},
    }


def _escaped(text: str, more: str = "") -> str:
    escaped = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    for letter in more:
        escaped = escaped.replace(letter, f"%{ord(letter):02X}")
    return clean(escaped)
