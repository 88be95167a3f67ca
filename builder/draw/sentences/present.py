"""The texts of entries as a scenario needs them: without sentences about what it does not have."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from builder.draw.sentences.entry_text import running_text
from builder.scenario.model import Scenario
from builder.scenario.used import entries_used
from rulesdb import Entry
from rulesdb.constraints import Selector
from rulesdb.links import links_in

# Kinds of things that a scenario may lack; texts name those of the other kinds to explain a rule.
_LACKED = ("unit", "vehicle", "terrain")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")


def text_in(scenario: Scenario, entry: Entry) -> str:
    """The text of an entry without the sentences that name what the scenario does not have.

    That is a unit by its title, or a unit, a vehicle or terrain by a link, or any other entry by a link for
    which the game says what its sentences need.

    >>> from builder.scenario.load import load_scenario
    >>> from rulesdb.shipped import shipped
    >>> scenario = load_scenario(shipped("scenarios") / "handspan" / "pump-hut.yaml")
    >>> unit = scenario.ruleset.entry("unit/flyer")
    >>> running_text(scenario.ruleset, unit).partition(". ")[2]
    'In the air it is as hard to stop and kill as a Tank, on the ground it counts as a Warrior.'
    >>> text_in(scenario, unit)
    'Also called Hopper.'
    """
    game, used = scenario.ruleset, {each.key: each for each in (*entries_used(scenario), entry)}
    absent = {each.key: each for kind in _LACKED for each in game.of_kind(kind) if each.key not in used}
    needs = {key: Selector.parse(each) for key, each in game.printing.get("sentence_needs", {}).items()}
    unneeded = {key for key, each in needs.items() if not scenario.census.selected(each)}
    present = _naming(each.title for each in used.values() if each.kind == "unit")
    missing = _naming(each.title for each in absent.values() if each.kind == "unit")
    sentences = _SENTENCE_END.split(" ".join(entry.text.split()))
    kept = [
        sentence
        for sentence in sentences
        if (absent.keys() | unneeded).isdisjoint(links_in(sentence))
        # "Flying Warrior" does not name a Warrior.
        and not missing.search(present.sub("", sentence))
    ]
    return running_text(game, replace(entry, text=" ".join(kept)))


def _naming(titles: Iterable[str]) -> re.Pattern[str]:
    """Finds any of some titles as whole words, in the plural, too."""
    longest_first = sorted(set(titles), key=lambda title: (-len(title), title))
    forms = "|".join(re.escape(title) for title in longest_first) or "(?!)"
    return re.compile(rf"\b(?:{forms})s?\b")
