"""Which printed pages must be printed again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from builder.draw.surface.theme import Theme
from builder.press.kit.kit import compose_kit
from builder.press.kit.kit_check import PrintedKit, compare_kit, find_look
from builder.press.kit.kit_hash import hash_page
from builder.press.pages.paper import Paper
from builder.scenario.model import Scenario
from rulesdb import InputError
from rulesdb.errors import brief


@dataclass(frozen=True, slots=True)
class StalePages:
    """The pages of a part that are out of date, by title."""

    part: str
    titles: tuple[str, ...]


def stale_pages(old: Scenario, new: Scenario, paper: Paper, theme: Theme) -> tuple[StalePages, ...]:
    """The pages of a kit of the old version that differ in a kit of the new one, or are not in it."""
    kits = [compose_kit(scenario, paper, theme) for scenario in (old, new)]
    before, after = (
        {name: {page.title: hash_page(page) for page in part.pages} for name, part in kit.parts.items()}
        for kit in kits
    )
    return _differing(before, after)


def stale_between(old: PrintedKit, new: PrintedKit) -> tuple[StalePages, ...]:
    """The pages of a printed kit that differ in another one of the same scenario.

    Raises:
        InputError: they are of different scenarios.
    """
    assert old.contents is not None
    assert new.contents is not None
    if old.contents.scenario != new.contents.scenario:
        one, other = brief(old.contents.scenario), brief(new.contents.scenario)
        raise InputError(f"the first kit is of the scenario {one}, the second of {other}")
    return _differing(old.contents.pages, new.contents.pages)


def _differing(
    before: Mapping[str, Mapping[str, str]], after: Mapping[str, Mapping[str, str]]
) -> tuple[StalePages, ...]:
    """The pages with another checksum, given by part and title."""
    stale = []
    for part in [*before, *(part for part in after if part not in before)]:
        pages, now = before.get(part, {}), after.get(part, {})
        titles = [title for title in [*pages, *now] if pages.get(title) != now.get(title)]
        if titles:
            stale.append(StalePages(part, tuple(dict.fromkeys(titles))))
    return tuple(stale)


def stale_in_kit(printed: PrintedKit, new: Scenario) -> tuple[StalePages, ...]:
    """The pages of a printed kit that differ in a kit of a scenario.

    Raises:
        InputError: the kit is of another scenario, or was printed with a look that is unknown here.
    """
    paper, theme = find_look(printed)
    verdicts = compare_kit(printed, compose_kit(new, paper, theme, parts=printed.parts))
    return tuple(StalePages(item.part, item.details) for item in verdicts if item.is_stale)
