"""The data of the site's search: entries and scenarios, and separately lint codes and authored pages.

The script ranks like ``brainbug lookup``, with the same weights, which are part of the data.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from builder.lint.registry import CodeDoc
from builder.publish.names import code_document, document_of, scenario_document
from builder.publish.search.packed_rows import packed_rows
from builder.scenario.model import Scenario
from rulesdb import Ruleset
from rulesdb.model import BASIS_MEANING
from rulesdb.search import question, ranking
from rulesdb.search.contents import (
    CONCEPT_WORTH,
    OTHER_NAME_WORTH,
    SAME_WORTH,
    TITLE_WORTH,
    plain_synonyms,
    recommending,
    searchable_text,
)
from rulesdb.search.snippet import sentences_in
from rulesdb.search.words import STOP
from rulesdb.vocabulary import load_plain_words, load_vocabulary

SITE_KIND_WORTH: Mapping[str, float] = {"scenario": 0.9, "lint code": 0.7, "page": 0.65}
"""The factor of kinds that only the site has."""


class Row(NamedTuple):
    """Something to search for, shown under its ``group`` and ``kind``.

    ``key`` is its name in an id, ``others`` are its other names; the words of ``place`` have the lowest
    weight. ``lines`` are shown if they answer better than a sentence of the text; ``incoming`` are the
    numbers of the rows that link to this one; ``questions`` are the words of
    what players ask that it answers.
    """

    group: str
    kind: str
    key: str
    title: str
    url: str
    others: tuple[str, ...] = ()
    source: str = ""
    section: str = ""
    basis: str = ""
    text: str = ""
    facts: str = ""
    notes: str = ""
    place: str = ""
    lines: tuple[str, ...] = ()
    incoming: tuple[int, ...] = ()
    questions: tuple[str, ...] = ()


def entry_rows(games: Iterable[Ruleset], uri: Callable[[str], str]) -> list[Row]:
    """A row for every entry, in the order of the games and their books; these rows come first.

    ``uri`` gives the address of a document from the root of the site.
    """
    games = tuple(games)
    ids = [entry.id for game in games for entry in game.all_entries.values()]
    numbers = {id: number for number, id in enumerate(ids)}
    rows = []
    for game in games:
        for entry in game.all_entries.values():
            text = searchable_text(game, entry)
            source = entry.provenance.source
            rows.append(
                Row(
                    game.id, entry.kind, entry.slug, entry.title,
                    uri(document_of(entry)),
                    text.other_names, str(source), source.section, str(entry.provenance.basis),
                    " ".join(text.prose.split()), text.facts, text.notes, " · ".join(text.places),
                    text.passages[len(sentences_in(text.prose)):],
                    tuple(sorted(numbers[other.id] for other in recommending(game, entry))),
                    text.questions,
                )
            )  # fmt: skip
    return rows


def scenario_rows(scenarios: Iterable[Scenario], uri: Callable[[str], str]) -> list[Row]:
    """A row for every scenario, without its secrets."""
    return [
        Row(
            scenario.ruleset.id, "scenario", scenario.id, scenario.title,
            uri(scenario_document(scenario)),
            text=scenario.summary,
            facts=" · ".join([scenario.map.title, *(force.title for force in scenario.forces)]),
            place=scenario.ruleset.title,
        )
        for scenario in scenarios
    ]  # fmt: skip


def code_rows(docs: Iterable[CodeDoc], uri: Callable[[str], str]) -> list[Row]:
    """A row for every lint code."""
    return [
        Row("lint", "lint code", doc.code, doc.slug.replace("-", " "), uri(code_document(doc)),
            source=doc.code, text=doc.what, notes=f"{doc.why} · {doc.fix}", others=(doc.slug,))
        for doc in docs
    ]  # fmt: skip


def search_script(games: Sequence[Ruleset], rows: Iterable[Row], groups: Mapping[str, str]) -> str:
    """The data as a script, which browsers can load from a disk.

    ``groups`` are the headings of groups that are not games, by their name in rows.
    """
    data = {
        "groups": [*([game.id, game.title] for game in games), *map(list, groups.items())],
        "games": [game.id for game in games],
        "rows": packed_rows(Row._fields, [*rows]),
        "concepts": [[concept.id, concept.title, *concept.also] for concept in load_vocabulary()],
        "plainWords": [list(pair) for pair in plain_synonyms(load_plain_words())],
        "basis": {str(basis): meaning for basis, meaning in BASIS_MEANING.items()},
        "stop": sorted(STOP),
        "worth": {
            "column": dict(ranking.COLUMN_WORTH),
            "together": sorted(ranking.TOGETHER),
            "form": dict(question.FORM_WORTH),
            "same": SAME_WORTH,
            "concept": CONCEPT_WORTH,
            "kind": {**ranking.KIND_WORTH, **SITE_KIND_WORTH},
            "otherKind": ranking.OTHER_KIND_WORTH,
            "aims": [[aim.pattern, dict(aim.kinds)] for aim in ranking.AIMS],
            "saturation": ranking.SATURATION,
            "lengthShare": ranking.LENGTH_SHARE,
            "minWorthCounted": ranking.MIN_WORTH_COUNTED,
            "coverShare": ranking.COVER_SHARE,
            "nearShare": ranking.NEAR_SHARE,
            "nearWords": ranking.NEAR_WORDS,
            "adjacentShare": ranking.ADJACENT_SHARE,
            "titleShare": ranking.TITLE_SHARE,
            "likenessShare": ranking.LIKENESS_SHARE,
            "link": ranking.LINK_SHARE,
            "minCover": ranking.MIN_COVER,
            "inflectedName": ranking.INFLECTED_NAME_SHARE,
            "title": TITLE_WORTH,
            "otherName": OTHER_NAME_WORTH,
        },
        "limits": {
            "maxNameWords": question.MAX_NAME_WORDS,
            "minBeginning": question.MIN_BEGINNING,
            "minCorrected": question.MIN_CORRECTED,
            "minTwoSlips": question.MIN_TWO_SLIPS,
            "minEntries": question.MIN_ENTRIES,
            "maxAbbreviation": question.MAX_ABBREVIATION,
        },
    }
    return _call("load", data)


def guides_script(rows: Iterable[Row]) -> str:
    """More rows as a script, which the search page loads after its first results."""
    return _call("add", packed_rows(Row._fields, [*rows]))


def _call(function: str, data: Mapping[str, Any]) -> str:
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return f"brainbugSearch.{function}({text});\n"
