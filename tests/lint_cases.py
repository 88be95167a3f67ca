"""Cases of lint: a valid scenario, the lines that differ from it, and the output of lint.

A file ``tests/builder/lint/cases/<family>.yaml`` is a list of cases::

    - case: one counter more than the zone has hexes
      from: sound
      change: |
        - count: 2
        + count: 9
      lint: |
        68:27-32 warning BB404 crowded-zone: 10 counters set up in 9 hexes of zone `below`
          help: …

- ``from`` names a scenario in ``tests/builder/lint`` or ``scenarios``, or another case.
- ``change`` removes the lines after ``-``, adds those after ``+``, and keeps those after ``=``, which only
  show the place. The lines to remove and to keep must be in exactly one place of the scenario. Indentation
  does not matter: added lines are indented like their neighbors. A single line can also be a part of a
  line. An empty line separates two places.
- ``game`` changes entries of the game, for properties that no shipped game has: ``{weapon/pistol: {also:
[MP]}}``;
  ``null`` removes a fact.
- ``lint`` is the output of lint, or ``clean``. It comes last; ``make words`` writes it.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import yaml

from builder.lint.engine import LintReport, lint_text
from builder.lint.finding import Finding
from rulesdb import Basis, Entry, Library, Ruleset
from rulesdb.problem import Span

ROOT = Path(__file__).resolve().parent.parent
LINT_TESTS = ROOT / "tests" / "builder" / "lint"
FAMILIES = sorted((LINT_TESTS / "cases").glob("*.yaml"))
LIBRARY = Library()
YAML_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True)
class Case:
    """A scenario that differs slightly from another one, and its report."""

    name: str
    family: str
    base: str
    change: str = ""
    game: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    lint: str = ""

    @functools.cached_property
    def text(self) -> str:
        """The scenario file."""
        try:
            return patched(base_text(self.base), self.change)
        except ValueError as error:
            raise ValueError(f"{self.family}.yaml: {self.name}: {error}") from None

    @property
    def codes(self) -> list[str]:
        """The codes that lint is expected to report."""
        return re.findall(r"^\S+ \w+ (BB\d+)", self.lint, re.MULTILINE)

    @functools.cached_property
    def report(self) -> LintReport:
        """The report of lint."""
        library = LIBRARY
        if self.game:
            games = (game for game in LIBRARY.open_all() if self.game.keys() <= game.entries.keys())
            library = Library.of(*(with_entries(game, self.game) for game in games))
        return lint_text(self.text, Path("case.yaml"), library=library)


def base_text(name: str) -> str:
    """The text of a valid scenario, a shipped scenario or a case.

    Shipped scenarios that were rebalanced are kept in ``bases`` as the cases know them.
    """
    for path in (
        folder / f"{name}.yaml" for folder in (LINT_TESTS, LINT_TESTS / "bases", ROOT / "scenarios")
    ):
        if path.is_file():
            return path.read_text(encoding="utf-8")
    return case(name).text


def case(name: str) -> Case:
    """The case of a name."""
    try:
        return _cases_by_name()[name]
    except KeyError:
        raise ValueError(f"no scenario and no case is called {name!r}") from None


@functools.cache
def _cases_by_name() -> dict[str, Case]:
    return {case.name: case for case in all_cases()}


@functools.cache
def all_cases() -> tuple[Case, ...]:
    """The cases of all families."""
    return tuple(case for path in FAMILIES for case in cases_in(path))


def cases_in(path: Path) -> Iterator[Case]:
    """The cases of one family."""
    with path.open(encoding="utf-8") as file:
        entries = yaml.load(file, YAML_LOADER)
    for entry in entries:
        yield Case(
            name=entry["case"],
            family=path.stem,
            base=entry["from"],
            change=entry.get("change", ""),
            game=entry.get("game", {}),
            lint=entry.get("lint", "").removesuffix("\n"),
        )


def patched(text: str, change: str) -> str:
    """A text with a change; see the top of this module for its format."""
    for place in re.split(r"\n\s*\n", change.strip("\n")):
        if place:
            text = _with_place_changed(text, place.split("\n"))
    return text


def _with_place_changed(text: str, change: list[str]) -> str:
    if wrong := [line for line in change if line[:1] not in "=-+" or line[1:2].strip()]:
        raise ValueError(f"a line of a change begins with `= `, `- ` or `+ `, unlike {wrong[0]!r}")
    old = [line[2:] for line in change if line[0] in "=-"]
    lines = text.split("\n")
    starts = [at for at in range(len(lines)) if _indent(lines[at : at + len(old)], old) is not None]
    if len(starts) == 1:
        indent = " " * (_indent(lines[starts[0] : starts[0] + len(old)], old) or 0)
        new = [indent + line[2:] if line[2:] else "" for line in change if line[0] in "=+"]
        lines[starts[0] : starts[0] + len(old)] = new
        return "\n".join(lines)
    if not starts and len(old) == 1:
        starts = [at for at, line in enumerate(lines) for _ in range(line.count(old[0]))]
        if len(starts) == 1:
            return _with_part_changed(lines, starts[0], change)
    places = f"lines {', '.join(str(at + 1) for at in starts)}" if starts else "no line"
    raise ValueError(f"these are in {places}, not in one place: {old}")


def _indent(lines: list[str], wanted: list[str]) -> int | None:
    """The additional indentation of lines compared with the wanted ones; None if the lines differ."""
    if len(lines) < len(wanted) or not wanted:
        return None
    indent = len(lines[0]) - len(wanted[0])
    same = (line == (" " * indent + want if want else "") for line, want in zip(lines, wanted, strict=True))
    return indent if indent >= 0 and all(same) else None


def _with_part_changed(lines: list[str], at: int, change: list[str]) -> str:
    signs = "".join(line[0] for line in change)
    line = lines[at]
    if signs in ("-", "-+"):
        lines[at] = line.replace(change[0][2:], change[1][2:] if signs == "-+" else "")
    elif signs.strip("+") == "=":
        indent = line[: len(line) - len(line.lstrip())]
        lines[at : at + 1] = [line if part[0] == "=" else indent + part[2:] for part in change]
    else:
        raise ValueError(f"a part of a line is replaced by one line: {change}")
    return "\n".join(lines)


def with_entries(game: Ruleset, changes: Mapping[str, Mapping[str, Any]]) -> Ruleset:
    """A game with some changed entries; entries of other games are left out."""
    changed = {
        key: _with_facts(game.entries[key], facts) for key, facts in changes.items() if key in game.entries
    }
    return replace(game, entries={**game.entries, **changed})


def _with_facts(entry: Entry, changes: Mapping[str, Any]) -> Entry:
    provenance = entry.provenance
    if "basis" in changes:
        provenance = replace(provenance, basis=Basis(changes["basis"]))
    if "section" in changes:
        provenance = replace(provenance, source=replace(provenance.source, section=changes["section"]))
    facts = {name: value for name, value in changes.items() if name not in ("also", "basis", "section")}
    also = tuple(changes.get("also", entry.also))
    return replace(entry, also=also, provenance=provenance, facts=_merged(entry.facts, facts))


def _merged(old: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    new = {**old}
    for name, value in changes.items():
        if value is None:
            new.pop(name)
        elif isinstance(value, Mapping) and isinstance(old.get(name), Mapping):
            new[name] = _merged(old[name], value)
        elif isinstance(value, Mapping) and name in old:
            new[name] = [_merged(item, value.get(item["id"], {})) for item in old[name]]
        else:
            new[name] = value
    return new


def words_of(report: LintReport) -> str:
    """The complete text of a report, with the places of notes and the edits of fixes."""
    return "\n".join(line for finding in report.findings for line in _words(finding)) or "clean"


def _words(finding: Finding) -> Iterator[str]:
    yield f"{place(finding.span)} {finding.severity} {finding.code} {finding.slug}: {finding.message}"
    if finding.rule:
        yield f"  rule: {finding.rule} ({finding.citation})"
    yield f"  help: {finding.help}"
    for message, span in finding.related:
        yield f"  note: {message} at {place(span)}"
    for fix in finding.fixes:
        edits = ", ".join(f"{place(edit.span)} {edit.text!r}" for edit in fix.edits)
        yield f"  fix ({fix.applicability}): {fix.title}: {edits}"


def place(span: Span) -> str:
    """The start and end of a span: ``3:1-8`` on one line, ``3:1-4:1`` over several lines."""
    end = span.end_column if span.line == span.end_line else f"{span.end_line}:{span.end_column}"
    return f"{span.line}:{span.column}-{end}"


def write_words(path: Path) -> None:
    """Write the current output of lint into each case of a family."""
    text = path.read_text(encoding="utf-8")
    parts = re.split(r"^(?=- case:)", text, flags=re.MULTILINE)
    for number, case in enumerate(cases_in(path), 1):
        words = words_of(case.report)
        block = "lint: clean" if words == "clean" else f"lint: |\n{words}".replace("\n", "\n    ")
        old = re.search(r"^  lint:.*(?:\n    .*)*\n", parts[number], re.MULTILINE)
        start = end = re.search(r"^(?:#.*\n|\n)*\Z", parts[number], re.MULTILINE).start()  # type: ignore[union-attr]
        if old:
            start, end = old.span()
        parts[number] = f"{parts[number][:start]}  {block}\n{parts[number][end:]}"
    path.write_text("".join(parts), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    for family in FAMILIES:
        write_words(family)
