"""The home of a game: what it is, how a turn goes, what its rules say where; and its glossary."""

from __future__ import annotations

from collections.abc import Iterator

from builder.publish.markdown import badge, escaped, prose, role
from rulesdb import Entry, Ruleset

GLOSSARY = "term"


def game_page(game: Ruleset, kinds: list[str], gallery: bool) -> str:
    """The home of a game, with its sequence of play and its contents."""
    documents = [
        f"- *{escaped(document.title)}*"
        + (f", {', '.join(document.authors)}" if document.authors else "")
        + (f" ({document.publisher}, {document.year})" if document.year else "")
        for document in game.documents
    ]
    parts = [
        f"# {escaped(game.title)}",
        escaped(game.summary),
        f"{escaped(game.edition)}. Sources:",
        "\n".join(documents),
        *(["Scenarios for it are in {doc}`the gallery <../scenarios>`."] if gallery else []),
        *_sequences(game),
        *_contents(game),
        "## All entries by kind",
        "\n".join(["```{toctree}", ":maxdepth: 1", "", *(f"{kind}/index" for kind in kinds), "```"]),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def glossary_page(game: Ruleset) -> str:
    """Every term of a game with its meaning."""
    terms = game.of_kind(GLOSSARY)
    ordered = sorted(terms, key=lambda entry: entry.title.casefold())
    told = [
        "\\\n".join([_named(entry), " ".join(prose(game, entry).split()), badge(entry.provenance)])
        for entry in ordered
    ]
    toctree = ["```{toctree}", ":hidden:", "", *(entry.slug for entry in terms), "```"]
    parts = [f"# {escaped(game.title)}: glossary", *told, "\n".join(toctree)]
    return "\n\n".join(parts) + "\n"


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
    """The rules in the book's order, those with a number under the section that they belong to."""
    rules = game.of_kind("rule")
    if rules:
        yield "## Contents of the rules"
        yield "\n".join(f"{'  ' * _depth(rule)}- {role(rule)}" for rule in rules)


def _depth(rule: Entry) -> int:
    """How deep a rule stands: ``304.0`` is a section, ``304.2`` in it, ``303.1a`` in that."""
    number, dot, part = rule.slug.partition(".")
    if not (dot and number.isdigit()) or part == "0":
        return 0
    return 2 if part[-1].isalpha() and not part.startswith("0") else 1
