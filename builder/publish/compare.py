"""The pages that set the games side by side."""

from __future__ import annotations

from builder.publish.markdown import badge, escaped, grid_table, prose, role
from builder.reading.markdown import pipe_table
from rulesdb import Entry, Ruleset
from rulesdb.description import table_grid
from rulesdb.vocabulary import Concept, compare, load_vocabulary


def comparison_pages(games: tuple[Ruleset, ...]) -> dict[str, str]:
    """A page for each shared concept, and their index, by file name."""
    concepts = load_vocabulary()
    files = {f"compare/{concept.id}.md": _page(concept, games) for concept in concepts}
    lines = [
        "# The games side by side", "",
        pipe_table(
            ["Concept", "What is compared"],
            [[f"[{escaped(concept.title)}]({concept.id}.md)", escaped(concept.text)] for concept in concepts],
        ), "", "```{toctree}", ":hidden:", "", *(concept.id for concept in concepts), "```",
    ]  # fmt: skip
    files["compare/index.md"] = "\n".join(lines) + "\n"
    return files


def _page(concept: Concept, games: tuple[Ruleset, ...]) -> str:
    """One row a game, then the tables that the rows link to."""
    treated = compare(games, concept)
    rows = [
        [role(entry, game.title), " ".join(prose(game, entry).split()), badge(entry.provenance)]
        for game, entry in treated
    ]
    parts = [
        f"# {escaped(concept.title)}",
        escaped(concept.text),
        pipe_table(["Game", "How", "Source"], rows),
    ]
    for game, entry in treated:
        tables = [linked for linked in game.links_from(entry) if linked.kind == "table"]
        if tables:
            parts.append(f"## {escaped(game.title)}")
        for table in tables:
            parts += _table(game, table)
    return "\n\n".join(parts) + "\n"


def _table(game: Ruleset, entry: Entry) -> list[str]:
    return [
        f"{role(entry)} · {badge(entry.provenance)}",
        grid_table(game, table_grid(game.table(entry.slug))),
    ]
