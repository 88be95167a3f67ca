"""The pages of the reference, compared with the database: nothing is missing, and nothing is repeated."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from builder.lint.registry import code_docs
from builder.publish.badges import basis_page
from builder.publish.generate import generate
from builder.publish.markdown import escaped, role
from builder.publish.names import cited_things
from rulesdb import Basis, Ruleset, game_folders, open_game
from rulesdb.model import BASIS_MEANING
from rulesdb.vocabulary import compare, load_vocabulary

GAMES = tuple(open_game(name) for name in game_folders())
PAGES = generate(GAMES, {})
KINDS = {
    "rule", "table", "weapon", "unit", "position", "power", "card", "task", "vehicle", "mission", "procedure",
    "term", "phase", "effect", "roster",
}  # fmt: skip
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


def roles_in(text: str) -> list[str]:
    """The targets of the roles in a text, as ``kind game:slug``."""
    return [
        f"{kind} {target}" for kind, target in re.findall(r"\{bb:([\w-]+)\}`(?:[^`<]*<)?([^`>]+)>?`", text)
    ]


def target(entry_role: str) -> str:
    (role,) = roles_in(entry_role)
    return role


def part(page: str, heading: str) -> str:
    """The text under a heading."""
    return page.partition(f"## {heading}\n")[2].partition("\n## ")[0]


def test_every_kind_that_the_games_have_has_pages() -> None:
    there = {name.split("/")[1] for name in PAGES if name.count("/") == 2}
    assert there >= {entry.kind for game in GAMES for entry in game.all_entries.values()}
    assert there >= KINDS


@each_game
def test_every_entry_has_a_page_with_its_badge_its_citation_and_its_links(game: Ruleset) -> None:
    for entry in game.all_entries.values():
        page = PAGES[f"{game.id}/{entry.kind}/{entry.slug}.md"]
        assert page.startswith(f"# {escaped(entry.headline)}\n")
        assert f'class="bb-basis bb-{entry.provenance.basis}"' in page
        assert escaped(str(entry.provenance.source)) in page
        used_by = roles_in(part(page, "Used by"))
        entries = [one for one in used_by if one.partition(" ")[0] not in ("scenario", "code")]
        assert entries == [target(role(other)) for other in game.links_to(entry)]
        assert roles_in(part(page, "See also")) == [target(role(other)) for other in game.links_from(entry)]


@each_game
def test_the_list_of_a_kind_has_each_entry_once_in_the_books_order(game: Ruleset) -> None:
    """Sphinx creates the links to the next and the previous page from its table of contents."""
    for kind in dict.fromkeys(entry.kind for entry in game.all_entries.values()):
        page = PAGES[f"{game.id}/{kind}/index.md"]
        listed = page.partition("```{toctree}\n:hidden:\n\n")[2].partition("\n```")[0].split("\n")
        assert listed == [entry.slug for entry in game.of_kind(kind)]
        assert set(Counter(roles_in(page))) >= {target(role(entry)) for entry in game.of_kind(kind)}


@each_game
def test_the_home_page_of_a_game_has_the_turn_sequence_and_the_contents(game: Ruleset) -> None:
    page = PAGES[f"{game.id}/index.md"]
    steps = part(page, "Sequence of play")
    for sequence in dict.fromkeys(phase.get("of", "turn") for phase in game.of_kind("phase")):
        phases = [phase for phase in game.of_kind("phase") if phase.get("of", "turn") == sequence]
        ordered = [target(role(phase)) for phase in sorted(phases, key=lambda phase: phase["order"])]
        numbered = [f"{number}. {{bb:{name.replace(' ', '}`')}`" for number, name in enumerate(ordered, 1)]
        assert [steps.find(line) for line in numbered] == sorted(steps.find(line) for line in numbered)
        assert all(line in steps for line in numbered)
    assert roles_in(part(page, "Contents of the rules")) == [
        target(role(rule)) for rule in game.of_kind("rule")
    ]
    for document in game.documents:
        assert escaped(document.title) in page


@each_game
def test_the_glossary_defines_every_term(game: Ruleset) -> None:
    page = PAGES[f"{game.id}/term/index.md"]
    for term in game.of_kind("term"):
        assert f"**{role(term)}**" in page
        assert all(escaped(name) in page for name in term.also)
    assert page.count('class="bb-basis') == len(game.of_kind("term"))


@each_game
def test_a_link_has_the_start_of_its_entry_as_tooltip(game: Ruleset) -> None:
    things = cited_things([game], [], [])
    for entry in game.all_entries.values():
        opening = things[entry.id].opening
        plain = " ".join(game.plain_text(entry).split())
        if entry.kind == "procedure":
            assert opening == ""
        else:
            assert plain.startswith(opening.removesuffix(" …"))
            assert bool(opening) == bool(plain)
            assert len(opening) <= 320


def test_every_concept_is_compared_for_the_games_that_treat_it() -> None:
    for concept in load_vocabulary():
        page = PAGES[f"compare/{concept.id}.md"]
        for game, entry in compare(GAMES, concept):
            assert f"{{bb:{entry.kind}}}`{game.title} <{game.id}:{entry.slug}>`" in page


def test_every_lint_code_has_a_page_with_reason_and_fix() -> None:
    for code, doc in code_docs().items():
        page = PAGES[f"lint/{code}.md"]
        assert all(escaped(text) in page for text in (doc.what, doc.why, doc.fix))
        assert f"[{code}]({code}.md)" in PAGES["lint/index.md"]


def test_every_badge_is_explained() -> None:
    page = basis_page(GAMES)
    for basis in Basis:
        assert f"## {str(basis).capitalize()}\n" in page
        assert BASIS_MEANING[basis].capitalize() in page
