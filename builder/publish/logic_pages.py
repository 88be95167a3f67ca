"""The pages of the words of conditions and effects: what each means, its options, and where it is used."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from builder.draw.sentences.conditions import done_text, victory_text
from builder.draw.sentences.effects import event_text
from builder.draw.surface.wording import load_words
from builder.publish.markdown import escaped, page, toctree
from builder.reading.markdown import pipe_table
from builder.scenario.logic.words import CONDITIONS, EFFECTS, WORK_WORDS
from builder.scenario.model import Scenario
from builder.scenario.secrets import is_secret
from rulesdb.schemas import SchemaSet

FOLDER = "logic"
_KINDS = (("condition", "Conditions", CONDITIONS), ("effect", "Effects", EFFECTS))
_MAX_EXAMPLES = 3


def logic_pages(scenarios: Iterable[Scenario] = ()) -> dict[str, str]:
    """A page for each word, with examples from the scenarios, and an index.

    >>> text = logic_pages()["logic/condition-standing.md"]
    >>> print(text[text.index("#") :].splitlines()[2])
    Number of units of a force or side that are neither dead, nor incapacitated, nor gone.
    """
    schema = SchemaSet().load("logic")["$defs"]
    examples = _examples(scenarios)
    pages = {
        f"{FOLDER}/{kind}-{word}.md": _word_page(
            word, options, schema[kind]["properties"], examples.get((kind, word), ())
        )
        for kind, _, words in _KINDS
        for word, options in words.items()
    }
    sections = []
    for kind, title, words in _KINDS:
        rows = [
            [f"[`{word}`]({kind}-{word}.md)", str(schema[kind]["properties"][word]["description"])]
            for word in words
        ]
        sections += [f"## {title}", pipe_table(["Word", "Meaning"], rows)]
        sections.append(toctree([f"{kind}-{word}" for word in words], ":hidden:"))
    return {f"{FOLDER}/index.md": page("# Conditions and effects", *sections), **pages}


def _word_page(
    word: str, options: Sequence[str], properties: Mapping[str, Any], examples: Sequence[tuple[str, str]]
) -> str:
    about = properties[word]
    rows = [[f"`{key}`", str(properties[key]["description"])] for key in options]
    parts = [f"# `{word}`", f"{about['description']}."]
    if word in WORK_WORDS:
        parts.append("This word can only be used in `done_by` of an objective.")
    if rows:
        parts += ["## Options", pipe_table(["Option", "Meaning"], rows)]
    if examples:
        lines = [f"- {{bb:scenario}}`{id}`: {escaped(sentence)}" for id, sentence in examples]
        parts += ["## In scenarios", "\n".join(lines)]
    return page(*parts)


def _examples(scenarios: Iterable[Scenario]) -> dict[tuple[str, str], list[tuple[str, str]]]:
    """For each word, by its kind, the first scenarios that use it, with the sentence from the data."""
    examples: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for scenario in scenarios:
        id = f"{scenario.ruleset.id}:{scenario.id}"
        for kind, block, sentence in _sentences(scenario):
            for word in dict.fromkeys(_words_in(block, CONDITIONS if kind == "condition" else EFFECTS)):
                listed = examples.setdefault((kind, word), [])
                if len(listed) < _MAX_EXAMPLES and all(other != id for other, _ in listed):
                    listed.append((id, sentence))
    return examples


def _sentences(scenario: Scenario) -> Iterator[tuple[str, Any, str]]:
    """The conditions and effects of a scenario as data, with the sentence from each."""
    words, data = load_words().of_game(scenario.ruleset), scenario.source.data
    for victory in scenario.victory:
        if victory.condition is not None and not is_secret(scenario, victory):
            text = victory_text(scenario, replace(victory, when=""), words)
            yield "condition", data["victory"][victory.path[1]]["when"], text
    for objective in scenario.objectives:
        if objective.done_by is not None and not objective.secret:
            text = done_text(scenario, replace(objective, text=""), words)
            yield "condition", data["objectives"][objective.path[1]]["done_by"], text
    for event in scenario.events:
        if event.effects:
            text = event_text(scenario, replace(event, text=""), words)
            for effect in data["schedule"]["events"][event.path[2]]["effects"]:
                yield "effect", effect, text


def _words_in(block: Any, words: Mapping[str, Any]) -> Iterator[str]:
    """Every word of a condition or effect, including those in it."""
    if isinstance(block, Mapping):
        for key, part in block.items():
            if key in words:
                yield key
            if key in ("all", "any", "not"):
                yield from _words_in(part, words)
    elif isinstance(block, list):
        for part in block:
            yield from _words_in(part, words)
