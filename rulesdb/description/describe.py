"""Creates the description of an entry."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from rulesdb.description.docstrings import parse_docstring
from rulesdb.description.facts import Replaced, describe_facts, prose_of
from rulesdb.description.figures import figures_of
from rulesdb.description.grids import modifier_grid, table_grid
from rulesdb.description.model import Description, Fact, Link, Piece, Prose
from rulesdb.description.questions import Question, questions_of, sample_command
from rulesdb.links import links_in
from rulesdb.model import Entry, Example
from rulesdb.procedures import Procedure
from rulesdb.tables import Table

if TYPE_CHECKING:
    from rulesdb.ruleset import Ruleset

_UNCHANGED: Mapping[str, Replaced] = MappingProxyType({})
_BEYOND = {"clamp": "the last result counts", "no-effect": "no effect"}
_POLICY = {"first": "the first that fits counts", "collect": "all that fit count"}


def describe(
    entry: Entry,
    game: Ruleset | None = None,
    *,
    table: Table | None = None,
    replaced: Mapping[str, Replaced] = _UNCHANGED,
) -> Description:
    """Everything that writers show of an entry.

    Without its ``game``, links have no titles, links to the entry and its figures in tables are unknown, and
    there is a grid only if ``table`` is given. ``replaced`` are the facts that supplements changed.

    >>> from rulesdb import open_game
    >>> game = open_game("bug-hunter")
    >>> description = describe(game.entry("table/random-panic"), game)
    >>> description.grid.heads
    ('force', '1', '2', '3', '4', '5', '6')
    """
    thing: Table | Procedure | None = table
    if game is not None and entry.kind == "table":
        thing = game.table(entry.slug)
    elif game is not None and entry.kind == "procedure":
        thing = game.procedure(entry.slug)
    parsed = parse_docstring(entry.text if entry.kind == "procedure" else "")
    paragraphs = parsed.paragraphs if entry.kind == "procedure" else re.split(r"\n\s*\n", entry.text.strip())
    questions = questions_of(game, thing) if thing is not None else ()
    cited = parsed.sources != str(entry.provenance.source)
    remarks = [*_of_table(thing)] if isinstance(thing, Table) else []
    remarks += [Fact("text", (Piece(f"{about['basis']}: {about['note']}"),)) for about in _of_text(entry)]
    remarks += [Fact("refuses", prose_of(parsed.refuses, game, entry.game))] if parsed.refuses else []
    remarks += [Fact("sources", (Piece(parsed.sources),))] if parsed.sources and cited else []
    return Description(
        id=entry.id,
        kind=entry.kind,
        title=entry.title,
        headline=entry.headline,
        game=game.title if game is not None else entry.game,
        provenance=entry.provenance,
        also=entry.also,
        paragraphs=tuple(prose_of(text, game, entry.game) for text in paragraphs if text),
        grid=table_grid(thing) if isinstance(thing, Table) else None,
        inputs=tuple(Fact(question.name, _accepted(question)) for question in questions),
        remarks=tuple(remarks),
        modifiers=modifier_grid(thing) if isinstance(thing, Table) else None,
        facts=describe_facts(entry, game, replaced),
        figures=figures_of(entry, game) if game is not None else (),
        examples=(*entry.examples, *(Example("In Python", session) for session in parsed.sessions)),
        see=tuple(map(_link, game.links_from(entry)) if game is not None else _untitled_links(entry)),
        used_by=tuple(map(_link, game.links_to(entry)) if game is not None else ()),
        command=sample_command(thing, questions) if thing is not None else "",
    )


def _of_text(entry: Entry) -> Iterator[Mapping[str, str]]:
    """The basis of the text of an entry, if it is not that of the entry."""
    return (about for about in entry.get("bases", ()) if about["of"] == "text")


def _of_table(table: Table) -> Iterator[Fact]:
    unit = table.entry.get("result", {}).get("unit")
    name = f"{table.result_name}, {unit}" if unit and unit not in table.result_name else table.result_name
    kind = table.result_type if name == "result" else f"{name} ({table.result_type})"
    yield Fact("result", (Piece(kind),))
    if table.beyond in _BEYOND:
        yield Fact("beyond its ends", (Piece(_BEYOND[table.beyond]),))
    if table.hit_policy in _POLICY:
        yield Fact("of several results", (Piece(_POLICY[table.hit_policy]),))


def _accepted(question: Question) -> Prose:
    may_be_left_out = "" if question.required else " (may be left out)"
    omitted = f" (left out: {question.default})" if question.default else may_be_left_out
    return (Piece(f"{question.accepts}{omitted}"),)


def _link(entry: Entry) -> Link:
    return Link(entry.id, entry.kind, entry.slug, entry.title)


def _untitled_links(entry: Entry) -> Iterator[Link]:
    """The links of an entry without its game, which have no titles."""
    for key in dict.fromkeys((*links_in(entry.text), *entry.see)):
        kind, _, slug = key.partition("/")
        yield Link(f"{entry.game}:{key}", kind, slug)
