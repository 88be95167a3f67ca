"""What goes into a file, and every row of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from builder.exchange.sqlite.citation import Row
from builder.exchange.sqlite.entry_rows import (
    entry_rows,
    game_rows,
    layer_rows,
    link_rows,
    procedure_rows,
    section_rows,
)
from builder.exchange.sqlite.odds_rows import SURENESS, odds_rows
from builder.exchange.sqlite.table_rows import table_rows
from rulesdb import Ruleset
from rulesdb.model import BASIS_MEANING
from rulesdb.schemas import NOT_ENTRIES, SchemaSet
from rulesdb.supplement import Supplement
from rulesdb.vocabulary import Concept, load_vocabulary


@dataclass(frozen=True, slots=True)
class Content:
    """What goes into a file.

    ``games`` are loaded with ``supplements`` laid over them already; ``kinds`` has the title and the
    meaning of each kind of entry.
    """

    games: tuple[Ruleset, ...]
    concepts: tuple[Concept, ...]
    kinds: Mapping[str, tuple[str, str]]
    supplements: tuple[Supplement, ...] = ()


def content_of(games: Iterable[Ruleset], supplements: Iterable[Supplement] = ()) -> Content:
    """The games with the shared vocabulary and the kinds of entries, which their schemas describe.

    ``supplements`` are those that the games were opened with.
    """
    schemas = SchemaSet()
    kinds = {}
    for name in schemas.names():
        if name not in NOT_ENTRIES:
            entry = schemas.load(name)["$defs"]["entry"]
            kinds[name] = (entry["title"], entry["description"])
    kinds["procedure"] = ("Procedure", "A function that carries out a rule.")
    return Content(tuple(games), load_vocabulary(), kinds, tuple(supplements))


def rows_of(content: Content) -> Iterator[Row]:
    """Every row; the order of the rows of one relation is the order in the file."""
    for number, basis in enumerate(SURENESS, 1):
        yield "bases", {"id": str(basis), "position": number, "meaning": BASIS_MEANING[basis]}
    for kind, (title, meaning) in content.kinds.items():
        yield "kinds", {"id": kind, "title": title, "meaning": meaning}
    for number, concept in enumerate(content.concepts, 1):
        yield (
            "concepts",
            {"id": concept.id, "position": number, "title": concept.title, "text": concept.text.strip()},
        )
        for place, name in enumerate(concept.also, 1):
            yield "concept_names", {"concept_id": concept.id, "position": place, "name": name}
    for number, game in enumerate(content.games, 1):
        yield from game_rows(game, number)
        for place, entry in enumerate(game.all_entries.values(), 1):
            yield from entry_rows(game, entry, place)
            yield from link_rows(game, entry)
        yield from section_rows(game)
        for slug, table in game.tables.items():
            yield from table_rows(table, game.map_tables.index(slug) + 1 if slug in game.map_tables else None)
            yield from odds_rows(table)
        for procedure in game.procedures.values():
            yield from procedure_rows(procedure)
    counts: dict[str, int] = {}
    for layer in content.supplements:
        counts[layer.game] = counts.get(layer.game, 0) + 1
        yield from layer_rows(layer, counts[layer.game])
