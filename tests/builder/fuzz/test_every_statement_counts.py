"""Nothing in a file is silently ignored: without it, lint, the kit or the rules of machine play differ.

A few statements of two files are tried each time, and those that no scenario has; ``make soak`` tries all.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from soak import WHOLE

from builder.draw.surface.canvas import svg_text
from builder.draw.surface.theme import load_theme
from builder.lint.engine import LintReport, lint_text
from builder.press.kit.kit import PART_NAMES, compose_kit
from builder.press.services.sheet_file import load_paper
from builder.scenario.model import Scenario
from rulesdb import Library
from rulesdb.yaml_source import DataPath, parse_yaml

ROOT = Path(__file__).resolve().parents[3]
SOURCES = {
    path.stem: parse_yaml(path.read_text(encoding="utf-8")).data
    for path in (
        *sorted((ROOT / "tests" / "builder" / "lint").glob("sound*.yaml")),
        *sorted((ROOT / "scenarios").rglob("*.yaml")),
    )
}
# The number of statements that are tried in a file; they are spread evenly over it.
SAMPLE = 2

# Statements that no shipped scenario has, so that they are tried as well.
SAID_MORE: dict[str, tuple[tuple[DataPath, Any], ...]] = {
    "sound": (
        (("map", "levels", 0, "areas", "bridge", "atmosphere"), "hostile"),
        (("forces", 0, "members", 0, "wounded"), True),
    ),
    "last-lift": ((("forces", 0, "teams", 0, "figures", 0, "wounded"), True),),
    "cold-ford": ((("forces", 0, "teams", 0, "figures", 0, "wounded"), True),),
    "sound-table": ((("map", "pieces", 1, "text"), "A barn."), (("map", "pieces", 1, "height"), 3)),
    "sound-tunnels": (
        (("map", "tunnels", "entrances", 0, "text"), "A hole."),
        (("map", "tunnels", "tunnels", 0, "via"), [[20, 20]]),
    ),
    "sound-dots": (
        (("map", "buildings", 0, "text"), "An old mill."),
        (("map", "tunnels", 0, "text"), "A drain."),
        (("map", "pieces", 0, "text"), "Wet."),
    ),
}

TRIED_EACH_TIME = ("sound", "sound-table")

LIBRARY = Library()


def linted(data: Any) -> LintReport:
    text = json.dumps(data, ensure_ascii=False)
    return lint_text(text, Path("scenario.yaml"), library=LIBRARY)


def codes_and_messages(report: LintReport) -> list[tuple[str, str]]:
    return [(finding.code, finding.message) for finding in report.findings]


def kit_of(scenario: Scenario) -> list[Callable[[], Any]]:
    """The contents of a kit, part by part: its pages and loose drawings, and the rest of the manifest."""

    def about() -> Any:
        names = (scenario.id, scenario.title, scenario.version, scenario.ruleset.id)
        # Machines play by these, and kits print the designer's own words in their place.
        effects = [rule.effects for rule in (*scenario.events, *scenario.special_rules)]
        conditions = [(objective.done_by, objective.done_at) for objective in scenario.objectives]
        return [*names, [entry.id for entry in scenario.entries], repr(effects), repr(conditions)]

    def part(name: str) -> Any:
        kit = compose_kit(scenario, load_paper("a4"), load_theme(), parts=[name])
        pages = [(page.part, page.title, svg_text(page.drawing)) for page in kit.pages]
        return [kit.counters, pages, list(map(svg_text, kit.loose))]

    return [
        functools.cache(each) for each in (about, *(functools.partial(part, name) for name in PART_NAMES))
    ]


def statements(data: Any, path: DataPath = ()) -> Iterator[DataPath]:
    """Every entry of a mapping and item of a list, in the order of the file."""
    if path:
        yield path
    if isinstance(data, (dict, list)):
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield from statements(value, (*path, key))


def value_at(data: Any, path: DataPath) -> Any:
    for key in path:
        data = data[key]
    return data


def without(data: Any, path: DataPath) -> Any:
    """The data without one statement."""
    copied: Any = dict(data) if isinstance(data, dict) else list(data)
    if len(path) == 1:
        del copied[path[0]]
    else:
        copied[path[0]] = without(data[path[0]], path[1:])
    return copied


def with_value(data: Any, path: DataPath, value: Any) -> Any:
    """The data with one statement changed or added."""
    copied: Any = dict(data) if isinstance(data, dict) else list(data)
    copied[path[0]] = value if len(path) == 1 else with_value(data[path[0]], path[1:], value)
    return copied


def is_noticed(data: Any, before: LintReport, kit: list[Callable[[], Any]]) -> bool:
    """Whether changed data have another lint report or give another kit."""
    report = linted(data)
    if report.scenario is None or codes_and_messages(report) != codes_and_messages(before):
        return True
    return any(now() != then() for now, then in zip(kit_of(report.scenario), kit, strict=True))


def others(data: Any, path: DataPath) -> Iterator[Any]:
    """The data with other values in a place, because a statement may merely repeat the default."""
    name = next(part for part in reversed(path) if isinstance(part, str))
    now = value_at(data, path)
    if isinstance(now, (int, float)) and not isinstance(now, bool):
        yield with_value(data, path, now + 1)
    for source in SOURCES.values():
        for place in statements(source):
            value = value_at(source, place)
            if place[-1] == name and type(value) is type(now) and value != now:
                yield with_value(data, path, value)


@pytest.mark.soak
@pytest.mark.parametrize("name", SOURCES if WHOLE else TRIED_EACH_TIME)
def test_every_statement_changes_some_output(name: str) -> None:
    data = SOURCES[name]
    for path, value in SAID_MORE.get(name, ()):
        data = with_value(data, path, value)
    report = linted(data)
    assert report.scenario is not None
    kit = kit_of(report.scenario)
    paths = list(statements(data))
    step = 1 if WHOLE else max(1, len(paths) // SAMPLE)
    tried = {*paths[step // 2 :: step], *(path for path, _ in SAID_MORE.get(name, ()))}
    unnoticed = [
        path
        for path in sorted(tried, key=paths.index)
        if not is_noticed(without(data, path), report, kit)
        and not any(is_noticed(other, report, kit) for other in others(data, path))
    ]
    assert unnoticed == []
