"""The home page and the glossary of a game, and the pages that compare the games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from builder.publish.markdown import badge, escaped, grid_table, page, prose, role, toctree
from builder.reading.markdown import pipe_table
from rulesdb import Entry, Ruleset
from rulesdb.constraints import count_states
from rulesdb.description import table_grid
from rulesdb.vocabulary import Concept, compare, load_vocabulary

GLOSSARY = "term"
_HOW = {
    "played": "played",
    "simply": "played simply",
    "not_played": "not played",
    "no_effect": "without effect on play",
}


def game_page(game: Ruleset, kinds: list[str], gallery: bool) -> str:
    """The home page of a game."""
    documents = [
        f"- *{escaped(document.title)}*"
        + (f", {escaped(', '.join(document.authors))}" if document.authors else "")
        + (
            f" ({', '.join(filter(None, (escaped(document.publisher), str(document.year))))})"
            if document.year
            else ""
        )
        + (f". {escaped(document.note)}" if document.note else "")
        for document in game.documents
    ]
    return page(
        f"# {escaped(game.title)}",
        escaped(game.summary),
        f"{escaped(game.edition)}. Sources:",
        "\n".join(documents),
        "Scenarios for it are in {doc}`the gallery <../scenarios>`." if gallery else "",
        *_sequences(game),
        *_contents(game),
        "## All entries by kind",
        toctree((f"{kind}/index" for kind in kinds), ":maxdepth: 1"),
        *_constraints_link(game),
    )


def glossary_page(game: Ruleset) -> str:
    """Every term of a game with its meaning."""
    terms = game.of_kind(GLOSSARY)
    items = [
        "\\\n".join([_named(entry), " ".join(prose(game, entry).split()), badge(entry.provenance)])
        for entry in sorted(terms, key=lambda entry: entry.title.casefold())
    ]
    return page(f"# {escaped(game.title)}: glossary", *items, toctree(entry.slug for entry in terms))


def _constraints_link(game: Ruleset) -> Iterator[str]:
    pages = [*["constraints"] * bool(game.constraints), *["play"] * bool(game.coverage)]
    if pages:
        yield "## For designers of scenarios"
        yield toctree(pages, ":maxdepth: 1")


def constraints_page(game: Ruleset) -> str:
    """The requirements of each rule of a game for scenarios, and the checks that enforce them."""
    rows = [
        [
            role(rule, rule.headline),
            escaped(item.what),
            f"{{bb:code}}`{item.code}`" if item.code else escaped(item.not_checkable or "No check yet."),
        ]
        for rule, item in game.constraints
    ]
    return page(
        f"# {escaped(game.title)}: what the rules require of a scenario",
        f"Of these {len(rows)} constraints: {count_states(item for _, item in game.constraints)}.",
        pipe_table(["Rule", "Constraint", "Check, or why no file can show it"], rows),
    )


def play_page(game: Ruleset) -> str:
    """How machines play each rule of a game, and what they follow where the book is silent."""
    counts = Counter(each.how for each in game.coverage.values())
    rules = [
        [role(rule, rule.headline), _HOW[game.coverage[rule.slug].how], escaped(game.coverage[rule.slug].why)]
        for rule in game.of_kind("rule")
        if rule.slug in game.coverage
    ]
    assumed = [
        [role(entry), escaped(_choice(entry)), escaped(entry["why"])] for entry in game.of_kind("assumption")
    ]
    listed = ", ".join(f"{counts[how]} {words}" for how, words in _HOW.items())
    return page(
        f"# {escaped(game.title)}: what a machine plays",
        f"Of {len(rules)} rules: {listed}.",
        pipe_table(["Rule", "How", "What is different, or why it is not played"], rules),
        "## Assumptions where the book is silent",
        pipe_table(["Assumption", "What play follows", "Why"], assumed),
    )


def _choice(entry: Entry) -> str:
    """The words of the choice that an assumption has by default."""
    return next(str(choice["text"]) for choice in entry["choices"] if choice["id"] == entry["default"])


def _named(entry: Entry) -> str:
    also = ", ".join(escaped(name) for name in entry.also)
    return f"**{role(entry)}**" + (f" ({also})" if also else "")


def _sequences(game: Ruleset) -> Iterator[str]:
    """The steps of each sequence, in their order."""
    phases: dict[str, list[Entry]] = {}
    for phase in game.of_kind("phase"):
        phases.setdefault(str(phase.get("of", "turn")), []).append(phase)
    if phases:
        yield "## Sequence of play"
    for title, steps in phases.items():
        if len(phases) > 1 or title != "turn":
            yield f"**{escaped(title.capitalize())}**"
        ordered = sorted(steps, key=lambda step: int(step.get("order", 0)))
        yield "\n".join(
            f"{number}. {role(step)}: {' '.join(prose(game, step).split())}"
            for number, step in enumerate(ordered, 1)
        )


def _contents(game: Ruleset) -> Iterator[str]:
    """The rules in the book's order, numbered ones under their section."""
    rules = game.of_kind("rule")
    if rules:
        yield "## Contents of the rules"
        yield "\n".join(f"{'  ' * _depth(rule)}- {role(rule)}" for rule in rules)


def _depth(rule: Entry) -> int:
    """The depth of a rule: 0 for a section as ``304.0``, 1 for ``304.2``, 2 for ``303.1a``."""
    number, dot, part = rule.slug.partition(".")
    if not (dot and number.isdigit()) or part == "0":
        return 0
    return 2 if part[-1].isalpha() and not part.startswith("0") else 1


def comparison_pages(games: tuple[Ruleset, ...]) -> dict[str, str]:
    """A page for each shared concept, and their index, by file name."""
    concepts = load_vocabulary()
    files = {f"compare/{concept.id}.md": _concept_page(concept, games) for concept in concepts}
    rows = [[f"[{escaped(concept.title)}]({concept.id}.md)", escaped(concept.text)] for concept in concepts]
    table = pipe_table(["Concept", "What is compared"], rows)
    contents = toctree(concept.id for concept in concepts)
    files["compare/index.md"] = page("# Comparison of the games", table, contents)
    return files


def _concept_page(concept: Concept, games: tuple[Ruleset, ...]) -> str:
    """One row for each game, then the tables that the rows link to."""
    entries = compare(games, concept)
    rows = [
        [role(entry, game.title), " ".join(prose(game, entry).split()), badge(entry.provenance)]
        for game, entry in entries
    ]
    parts = [pipe_table(["Game", "How", "Source"], rows)]
    for game, entry in entries:
        tables = [linked for linked in game.links_from(entry) if linked.kind == "table"]
        parts += [f"## {escaped(game.title)}"] * bool(tables)
        for table in tables:
            grid = table_grid(game.table(table.slug))
            parts += [f"{role(table)} · {badge(table.provenance)}", grid_table(grid)]
    return page(f"# {escaped(concept.title)}", escaped(concept.text), *parts)
