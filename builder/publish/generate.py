"""Every page that the database gives, as a mapping from file names to text; and writing what changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from builder.lint.registry import CodeDoc, code_docs, rules_of
from builder.publish.badges import PAGE, badge_html, basis_page
from builder.publish.compare import comparison_pages
from builder.publish.game_pages import GLOSSARY, game_page, glossary_page
from builder.publish.markdown import escaped, role
from builder.publish.pages import entry_page, page_title
from builder.publish.uses import uses_of
from builder.reading.markdown import pipe_table
from builder.scenario.model import Scenario
from rulesdb import Ruleset


def generate(
    games: Iterable[Ruleset], gallery: Mapping[str, str], scenarios: Iterable[Scenario] = ()
) -> dict[str, str]:
    """All pages, by path from the folder of the reference; ``gallery`` are those of the ``scenarios``."""
    games = tuple(games)
    uses = uses_of(games, scenarios)
    files: dict[str, str] = dict(gallery)
    for game in games:
        kinds = _kinds(game)
        has_scenarios = any(name.startswith(f"{game.id}/") for name in gallery)
        files[f"{game.id}/index.md"] = game_page(game, kinds, has_scenarios)
        for kind in kinds:
            page = glossary_page(game) if kind == GLOSSARY else _kind_page(game, kind)
            files[f"{game.id}/{kind}/index.md"] = page
            for entry in game.of_kind(kind):
                files[f"{game.id}/{kind}/{entry.slug}.md"] = entry_page(game, entry, uses.get(entry.id, ()))
    files |= comparison_pages(games)
    files |= _lint_pages(games)
    files[f"{PAGE}.md"] = basis_page(games)
    files["index.md"] = _index(games, ["scenarios"] if gallery else [])
    return files


def write_changed(files: Mapping[str, str], folder: Path) -> list[str]:
    """Write what is new or different, delete what is no longer there; the names of what was touched."""
    touched: list[str] = []
    there = (
        {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
        if folder.is_dir()
        else set()
    )
    for name in sorted(there - set(files)):
        (folder / name).unlink()
        touched.append(name)
    for name, text in files.items():
        path = folder / name
        if name in there and path.read_text(encoding="utf-8") == text:
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
        touched.append(name)
    return touched


def _kinds(game: Ruleset) -> list[str]:
    return list(dict.fromkeys(entry.kind for entry in game.all_entries.values()))


def _index(games: tuple[Ruleset, ...], scenarios: list[str]) -> str:
    lines = ["# Reference", "", "Generated from the rules database; nothing here is typed twice.", ""]
    entries = [f"{game.id}/index" for game in games]
    parts = (("Games", 2, entries), ("Comparison", 1, ["compare/index"]), ("Scenarios", 1, scenarios))
    for title, depth, documents in (*parts, ("Lint codes", 1, ["lint/index"]), ("Badges", 1, [PAGE])):
        if not documents:
            continue
        lines += [f"## {title}", "", "```{toctree}", f":maxdepth: {depth}", "", *documents, "```", ""]
    return "\n".join(lines)


def _kind_page(game: Ruleset, kind: str) -> str:
    entries = game.of_kind(kind)
    rows = [
        [role(entry, page_title(entry).replace("\\", "")), escaped(str(entry.provenance.source)),
         badge_html(entry.provenance.basis)]
        for entry in entries
    ]  # fmt: skip
    lines = [
        f"# {escaped(game.title)}: {kind}s", "", pipe_table(["Entry", "Source", "Basis"], rows), "",
        "```{toctree}", ":hidden:", "", *(entry.slug for entry in entries), "```",
    ]  # fmt: skip
    return "\n".join(lines) + "\n"


def _lint_pages(games: tuple[Ruleset, ...]) -> dict[str, str]:
    docs = code_docs()
    rows = [
        [f"[{doc.code}]({doc.code}.md)", escaped(doc.slug), doc.severity, escaped(doc.what)]
        for doc in docs.values()
    ]
    index = [
        "# Lint codes", "", pipe_table(["Code", "Name", "Severity", "What it finds"], rows), "",
        "```{toctree}", ":hidden:", "", *docs, "```",
    ]  # fmt: skip
    files = {"lint/index.md": "\n".join(index) + "\n"}
    for doc in docs.values():
        files[f"lint/{doc.code}.md"] = _code_page(doc, games)
    return files


def _code_page(doc: CodeDoc, games: tuple[Ruleset, ...]) -> str:
    rules = [role(rule) for rule in rules_of(doc, games)]
    parts = [
        f"# {doc.code} {escaped(doc.slug)}",
        f"Severity: {doc.severity}." + (f" Rule: {', '.join(rules)}." if rules else ""),
        escaped(doc.what),
        "## Why", escaped(doc.why),
        "## Example", f"```text\n{doc.example}\n```",
        "## How to fix it", escaped(doc.fix),
        *([f"Fixes: {doc.how_to_fix}."] if doc.how_to_fix else []),
    ]  # fmt: skip
    return "\n\n".join(parts) + "\n"
