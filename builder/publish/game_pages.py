"""The home page of a game, with its sequence of play and the contents of its rules; and its glossary."""

from __future__ import annotations

from collections.abc import Iterator

from builder.publish.markdown import badge, escaped, page, prose, role, toctree
from rulesdb import Entry, Ruleset

GLOSSARY = "term"


def game_page(game: Ruleset, kinds: list[str], gallery: bool) -> str:
    """The home page of a game."""
    documents = [
        f"- *{escaped(document.title)}*"
        + (f", {', '.join(document.authors)}" if document.authors else "")
        + (f" ({document.publisher}, {document.year})" if document.year else "")
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
    )


def glossary_page(game: Ruleset) -> str:
    """Every term of a game with its meaning."""
    terms = game.of_kind(GLOSSARY)
    items = [
        "\\\n".join([_named(entry), " ".join(prose(game, entry).split()), badge(entry.provenance)])
        for entry in sorted(terms, key=lambda entry: entry.title.casefold())
    ]
    return page(f"# {escaped(game.title)}: glossary", *items, toctree(entry.slug for entry in terms))


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
