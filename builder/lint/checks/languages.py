"""5xx: texts in other languages."""

from __future__ import annotations

from collections.abc import Iterator

from builder.draw.surface.wording import MODEL, language_names
from builder.lint.check import Check
from builder.lint.finding import Defect, Severity
from builder.scenario.languages.translation import TEXTS, misplaced_texts, untranslated
from builder.scenario.model import Scenario
from rulesdb.nearest import did_you_mean

_OTHERS = tuple(name for name in language_names() if name != MODEL)


class MisplacedTextCheck(Check):
    """A text in another language that no sheet would show."""

    code = "BB508"
    slug = "misplaced-text"
    severity = Severity.WARNING
    what = "A text under `texts` belongs to nothing in the scenario, or sheets are not in its language."
    why = "Nothing prints it."
    example = "texts: {de: {objectives: {becon: {title: Sender}}}}, where the objective is beacon"
    fix = "Give the text the same keys as the text that it translates."

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        data = scenario.source.data
        for language in data.get(TEXTS, {}):
            if language not in _OTHERS:
                hint = did_you_mean(str(language), _OTHERS)
                yield Defect(f"no sheets are in the language `{language}`", (TEXTS, language), hint)
                continue
            for path, hint in misplaced_texts(data, language):
                yield Defect(f"`{path[-1]}` translates no text of the scenario", path, hint)


class UntranslatedTextCheck(Check):
    """A sentence without a translation in a scenario that has others."""

    code = "BB507"
    slug = "untranslated-text"
    severity = Severity.INFO
    what = "The scenario has texts in another language, but not for this one."
    why = "Its sheets mix two languages."
    example = "an event with a text of its own, under a `de` that has no events"
    fix = "Add the text under `texts`, with the same keys."

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        data = scenario.source.data
        for language in data.get(TEXTS, {}):
            if language in _OTHERS:
                for path in untranslated(data, data[TEXTS][language]):
                    yield Defect(f"this text is missing in `{language}`", path)
