"""The pages that compare the games."""

from __future__ import annotations

from builder.publish.markdown import badge, escaped, grid_table, page, prose, role, toctree
from builder.reading.markdown import pipe_table
from rulesdb import Ruleset
from rulesdb.description import table_grid
from rulesdb.vocabulary import Concept, compare, load_vocabulary


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
    """One row a game, then the tables that the rows link to."""
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
            parts += [f"{role(table)} · {badge(table.provenance)}", grid_table(game, grid)]
    return page(f"# {escaped(concept.title)}", escaped(concept.text), *parts)
