"""Fixes of defects that keep a file from loading: syntax, misspelled keys and words, wrong types."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from types import MappingProxyType

from builder.lint.finding import Applicability, Edit, Finding, Fix, finding_of
from builder.lint.layout import Layout
from builder.lint.spelling import grid_of, hex_fixes, spelling_fixes
from rulesdb.codes import Code
from rulesdb.problem import Problem, Span
from rulesdb.yaml_source import DataPath, YamlSource, parse_yaml

_INDENT = "  "
# What a schema calls the types of values that need no quotes.
_TYPES = {bool: ("boolean",), int: ("integer", "number"), float: ("number",)}


def loading_finding(problem: Problem, text: str, source: YamlSource | None) -> Finding:
    """A problem with a file as a finding with its fixes; ``source`` is the parsed text, if it is YAML."""
    if source is not None:
        fixer = _FIXERS.get(problem.code)
        place = source.path_at(problem.span)
        fixes = fixer(problem, source, place) if fixer is not None and place is not None else ()
    else:
        fixes = _text_fixes(problem, text)
    return finding_of(problem, fixes)


def _text_fixes(problem: Problem, text: str) -> tuple[Fix, ...]:
    lines = text.splitlines(keepends=True)
    if problem.code == Code.DUPLICATE_KEY:
        return _one_of_two(problem, lines)
    before = lines[problem.span.line - 1][: problem.span.column] if problem.span.line <= len(lines) else ""
    if problem.code == Code.YAML_SYNTAX and "\t" in before:
        tabbed = [(number, re.match(r" *\t[ \t]*", line)) for number, line in enumerate(lines, 1)]
        edits = tuple(
            Edit(Span(problem.span.path, number, 1, number, match.end() + 1), match[0].replace("\t", _INDENT))
            for number, match in tabbed
            if match is not None
        )
        return (Fix("indent with spaces", Applicability.UNSAFE, edits),) if edits else ()
    return ()


def _one_of_two(problem: Problem, lines: list[str]) -> tuple[Fix, ...]:
    """Fixes that delete one of two equal keys, if each has its own line."""
    places = (("second", problem.span), *(("first", span) for _, span in problem.related))
    fixes = []
    for which, span in places:
        line = lines[span.line - 1]
        below = lines[span.line] if span.line < len(lines) else ""
        indent = len(below) - len(below.lstrip(" "))
        if line[: span.column - 1].strip() or "#" in line or (below.strip() and indent >= span.column):
            continue
        edit = Edit(Span(span.path, span.line, 1, span.line + 1, 1), "")
        fixes.append(Fix(f"delete the {which} `{line.strip()}`", Applicability.DISPLAY, (edit,)))
    return tuple(fixes)


def _key_fixes(problem: Problem, source: YamlSource, path: DataPath) -> tuple[Fix, ...]:
    layout = Layout(source)
    return spelling_fixes(
        str(path[-1]), problem.accepted, lambda name: layout.rename(path, name), slip=Applicability.SAFE
    )


def _word_fixes(problem: Problem, source: YamlSource, path: DataPath) -> tuple[Fix, ...]:
    layout = Layout(source)
    is_key = source.key_span(path) == problem.span != source.value_span(path)
    wanted = str(path[-1]) if is_key else layout.written(problem.span).strip("\"'")
    write: Callable[[str], Edit | None]
    write = (lambda word: layout.rename(path, word)) if is_key else (lambda word: layout.rewrite(path, word))
    pattern = problem.accepted[0] if problem.accepted[:1] and problem.accepted[0].startswith("^") else None
    if pattern is None:
        return spelling_fixes(wanted, problem.accepted, write)
    padded = hex_fixes(wanted, grid_of(source.data), write)
    slug = re.sub(r"[^a-z0-9]+", "-", wanted.lower()).strip("-")
    fixes = padded or Fix.of_edit(f"write `{slug}`", Applicability.UNSAFE, write(slug))
    return tuple(fix for fix in fixes if re.search(pattern, fix.title.split("`")[1]))


def _type_fixes(problem: Problem, source: YamlSource, path: DataPath) -> tuple[Fix, ...]:
    """Fixes that quote a text that looks like a number, unquote a number, or make a list of one value."""
    layout = Layout(source)
    span = problem.span
    written = layout.written(span)
    if not written or written[0] in "|>[{":
        return ()
    is_quoted = written[0] in "\"'"
    bare = written[1:-1] if is_quoted else written
    if "string" in problem.accepted and not is_quoted:
        return (Fix("put it in quotes", Applicability.SAFE, (Edit(span, json.dumps(bare)),)),)
    meant = parse_yaml(bare).data if re.fullmatch(r"[\w.+-]+", bare) else None
    if is_quoted and set(_TYPES.get(type(meant), ())) & set(problem.accepted):
        return (Fix("remove the quotes", Applicability.SAFE, (Edit(span, bare),)),)
    if problem.accepted == ("array",) and bare:
        return (Fix("make it a list", Applicability.UNSAFE, (Edit(span, f"[{written}]"),)),)
    return ()


_FIXERS: Mapping[str, Callable[[Problem, YamlSource, DataPath], tuple[Fix, ...]]] = MappingProxyType(
    {
        Code.UNKNOWN_KEY: _key_fixes,
        Code.WRONG_TYPE: _type_fixes,
        Code.BAD_VALUE: _word_fixes,
        Code.UNKNOWN_GAME: _word_fixes,
    }
)
