"""Generates the pages of the database by file name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from builder.lint.registry import CodeDoc, code_docs, rules_of
from builder.publish.badges import PAGE, badge_html, basis_page
from builder.publish.game_pages import (
    GLOSSARY,
    comparison_pages,
    constraints_page,
    game_page,
    glossary_page,
    play_page,
)
from builder.publish.generated_files import GENERATED
from builder.publish.logic_pages import FOLDER, logic_pages
from builder.publish.markdown import escaped, page, role, toctree
from builder.publish.pages import entry_page
from builder.reading.markdown import pipe_table
from builder.scenario.model import Scenario
from rulesdb import Ruleset


def generate(
    games: Iterable[Ruleset], gallery: Mapping[str, str], scenarios: Iterable[Scenario] = ()
) -> dict[str, str]:
    """All pages, by path in the folder of the reference; ``gallery`` has those of the ``scenarios``."""
    games, scenarios = tuple(games), tuple(scenarios)
    uses = uses_of(games, scenarios)
    files: dict[str, str] = dict(gallery)
    for game in games:
        kinds = list(dict.fromkeys(entry.kind for entry in game.all_entries.values()))
        has_scenarios = any(name.startswith(f"{game.id}/") for name in gallery)
        files[f"{game.id}/index.md"] = game_page(game, kinds, has_scenarios)
        if game.constraints:
            files[f"{game.id}/constraints.md"] = constraints_page(game)
        if game.coverage:
            files[f"{game.id}/play.md"] = play_page(game)
        for kind in kinds:
            index = glossary_page(game) if kind == GLOSSARY else _kind_page(game, kind)
            files[f"{game.id}/{kind}/index.md"] = index
            for entry in game.of_kind(kind):
                files[f"{game.id}/{kind}/{entry.slug}.md"] = entry_page(game, entry, uses.get(entry.id, ()))
    files |= comparison_pages(games)
    files |= logic_pages(scenarios)
    files |= _lint_pages(games)
    files[f"{PAGE}.md"] = basis_page(games)
    files["index.md"] = _index(games, bool(gallery))
    return files


def _index(games: tuple[Ruleset, ...], has_gallery: bool) -> str:
    parts = [
        ("Games", 2, [f"{game.id}/index" for game in games]),
        ("Comparison", 1, ["compare/index"]),
        ("Scenarios", 1, ["scenarios"] * has_gallery),
        ("Conditions and effects", 1, [f"{FOLDER}/index"]),
        ("Lint codes", 1, ["lint/index"]),
        ("Badges", 1, [PAGE]),
    ]
    sections = [
        f"## {title}\n\n{toctree(documents, f':maxdepth: {depth}')}"
        for title, depth, documents in parts
        if documents
    ]
    return page("# Reference", GENERATED, *sections)


def _kind_page(game: Ruleset, kind: str) -> str:
    entries = game.of_kind(kind)
    rows = [
        [role(entry, entry.headline), escaped(str(entry.provenance.source)),
         badge_html(entry.provenance.basis)]
        for entry in entries
    ]  # fmt: skip
    table = pipe_table(["Entry", "Source", "Basis"], rows)
    return page(f"# {escaped(game.title)}: {kind}s", table, toctree(entry.slug for entry in entries))


def _lint_pages(games: tuple[Ruleset, ...]) -> dict[str, str]:
    docs = code_docs()
    rows = [
        [f"[{doc.code}]({doc.code}.md)", escaped(doc.slug), doc.severity, escaped(doc.what)]
        for doc in docs.values()
    ]
    table = pipe_table(["Code", "Name", "Severity", "What it finds"], rows)
    pages = {f"lint/{doc.code}.md": _code_page(doc, games) for doc in docs.values()}
    return {"lint/index.md": page("# Lint codes", table, toctree(docs)), **pages}


def _code_page(doc: CodeDoc, games: tuple[Ruleset, ...]) -> str:
    rules = [role(rule) for rule in rules_of(doc, games)]
    return page(
        f"# {doc.code} {escaped(doc.slug)}",
        f"Severity: {doc.severity}." + (f" Rule: {', '.join(rules)}." if rules else ""),
        escaped(doc.what),
        "## Why", escaped(doc.why),
        "## Example", f"```text\n{doc.example}\n```",
        "## How to fix it", escaped(doc.fix),
        f"Fixes: {doc.how_to_fix}." if doc.how_to_fix else "",
    )  # fmt: skip


def uses_of(games: Sequence[Ruleset], scenarios: Iterable[Scenario]) -> Mapping[str, list[str]]:
    """For each entry, by its id, a line of Markdown for every scenario and lint check that uses it.

    Tables that are next to every map of a game are left out, because every scenario has them.
    """
    lines: dict[str, list[str]] = {}
    for scenario in scenarios:
        game = scenario.ruleset
        next_to_maps = {game.table(slug).entry.id for slug in game.map_tables}
        for entry in scenario.entries:
            if entry.id not in next_to_maps:
                line = f"{{bb:scenario}}`{game.id}:{scenario.id}` (scenario)"
                lines.setdefault(entry.id, []).append(line)
    for doc in code_docs().values():
        for rule in rules_of(doc, games):
            lines.setdefault(rule.id, []).append(f"{{bb:code}}`{doc.code}` (lint check)")
    return lines
