"""What the frame of a page needs: the colors and badge of its game, the way up, and the start of the home."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

from builder.draw.surface.icons import icon_authors, load_icons
from builder.publish.gallery import INDEX, Exhibit
from builder.publish.names import FOLDER, document_of, scenario_document
from builder.publish.scenario_page import picture_name
from builder.publish.search.page import PAGE as SEARCH
from rulesdb import Ruleset
from rulesdb.files.writing import write_file

THEME = Path(__file__).with_name("theme")
NAME = "brainbug"
_FACE = """// The typeface of the site.
document.fonts.add(new FontFace("Plex", Uint8Array.from(atob("{data}"), (letter) => letter.charCodeAt(0)),
  {{ weight: "400 700", stretch: "85% 100%" }}));
"""
_COLORS = ("band", "accent", "glow")
_TITLE = re.compile(r"<h1>.*?</h1>", re.DOTALL)
_TABLES_OF_A_GAME = 2


def colors_of(game: Ruleset) -> str:
    """The colors of a game as a style; empty if it has none of its own.

    >>> from rulesdb import open_game
    >>> colors_of(open_game("bug-hunter"))
    '--bb-band:#1f3a4d;--bb-accent:#b4451f;--bb-glow:#f0a81c'
    """
    return ";".join(f"--bb-{name}:{game.face[name]}" for name in _COLORS if name in game.face)


def icon_of(game: Ruleset) -> str:
    """The path of the game's icon; empty if it has none."""
    icon = load_icons().get(game.face.get("icon", ""))
    return icon.path if icon else ""


def add_frame(app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any) -> None:
    """Give the theme's templates what they show around a page."""
    to: Callable[[str], str] = context["pathto"]
    games: dict[str, Ruleset] = {game.id: game for game in app.brainbug_games_with_pages}  # type: ignore[attr-defined]
    exhibits: list[Exhibit] = app.brainbug_exhibits_with_pages  # type: ignore[attr-defined]
    root: str = app.config.root_doc
    context["bb_icon"] = lambda name: load_icons()[name].path
    context["bb_icon_authors"] = icon_authors()
    context["bb_has_search"] = bool(games)
    home = to(root).partition("#")[0]
    places = [("Games", f"{home}#games", bool(games)), ("Scenarios", to(f"{FOLDER}/{INDEX}"), bool(exhibits))]
    guides = [("Guides", f"{home}#guides", "guides" in _anchors(app, root))]
    context["bb_places"] = [(name, target) for name, target, there in [*places, *guides] if there]
    folder, _, rest = pagename.removeprefix(f"{FOLDER}/").partition("/")
    game = games.get(folder) if pagename.startswith(f"{FOLDER}/") else None
    if game is not None:
        kind, _, name = rest.partition("/")
        context["bb_face"] = colors_of(game)
        context["bb_game"] = {
            "title": game.title,
            "link": to(f"{FOLDER}/{game.id}/index"),
            "icon": icon_of(game),
        }
        context["bb_is_entry"] = bool(name) and name != "index"
        context["bb_crumbs"] = _way_up(game, kind, name, to)
    if pagename == root and games:
        context["bb_home"] = _home(games.values(), exhibits, to)
        context["bb_body"] = _TITLE.sub("", context.get("body", ""), count=1)


def write_face(app: Sphinx, error: Exception | None) -> None:
    """Write the typeface as a script, which every page runs before it shows anything.

    A style sheet would load it later, and words would jump.
    """
    if error is not None or app.builder.format != "html" or app.config.html_theme != NAME:
        return
    data = base64.b64encode((THEME / "plex-sans.woff2").read_bytes()).decode("ascii")
    write_file(Path(app.outdir) / "_static" / "face.js", _FACE.format(data=data), force=True)


def _anchors(app: Sphinx, document: str) -> set[str]:
    toc = app.env.tocs.get(document)
    if toc is None:
        return set()
    references = toc.findall(lambda node: node.get("anchorname") if hasattr(node, "get") else None)
    return {reference["anchorname"].removeprefix("#") for reference in references}


def _way_up(game: Ruleset, kind: str, name: str, to: Callable[[str], str]) -> list[tuple[str, str]]:
    if not name or name == "index":
        return []
    if kind == "scenarios":
        return [("Scenarios", to(f"{FOLDER}/{INDEX}"))]
    return [(f"{kind}s".capitalize(), to(f"{FOLDER}/{game.id}/{kind}/index"))]


def _home(games: Iterable[Ruleset], exhibits: list[Exhibit], to: Callable[[str], str]) -> dict[str, Any]:
    """The tiles of the games, the largest first, the tables used most, and the gallery in the same order."""
    games = sorted(games, key=lambda game: -len(game.all_entries))
    ids = [game.id for game in games]
    exhibits = sorted(exhibits, key=lambda item: ids.index(item.scenario.ruleset.id))
    number = _TABLES_OF_A_GAME if len(games) > 1 else None
    tables = [
        {
            "title": table.entry.title,
            "game": f"{game.title} · {table.entry.provenance.source.section}",
            "link": to(document_of(table.entry)),
            "face": colors_of(game),
        }
        for game in games
        for table in map(game.table, game.common_tables[:number])
    ]
    return {
        "games": [_tile(game, exhibits, to) for game in games],
        "compare": to(f"{FOLDER}/compare/index") if len(games) > 1 else "",
        "tables": tables,
        "examples": [(words, f"{to(SEARCH)}?q={words.replace(' ', '+')}") for words in _examples(games)],
        "gallery": [_shot(item, to) for item in exhibits],
        "all_scenarios": f"{FOLDER}/{INDEX}",
    }


def _examples(games: list[Ruleset]) -> list[str]:
    """Searches to try: a weapon or unit, a number and a table, as far as the games have them."""
    first = games[0]
    tables = [first.table(slug).entry for slug in first.common_tables[:2]]
    weapons = [entry.title.lower() for entry in first.of_kind("weapon")]
    return [
        *weapons[:1],
        *(table.provenance.source.section for table in tables[:1]),
        *(table.title.lower() for table in tables),
    ]


def _tile(game: Ruleset, exhibits: list[Exhibit], to: Callable[[str], str]) -> dict[str, Any]:
    own = [item for item in exhibits if item.scenario.ruleset.id == game.id]
    return {
        "title": game.title,
        "face": colors_of(game),
        "icon": icon_of(game),
        "link": to(f"{FOLDER}/{game.id}/index"),
        "tagline": game.face.get("tagline", game.summary),
        "entries": len(game.all_entries),
        "scenarios": len(own),
        "picture": _picture(own[0], to) if own else "",
    }


def _shot(item: Exhibit, to: Callable[[str], str]) -> dict[str, str]:
    scenario = item.scenario
    about = [scenario.ruleset.title, f"{scenario.turns} turns", f"{scenario.players} players"]
    return {
        "title": scenario.title,
        "about": " · ".join(about),
        "face": colors_of(scenario.ruleset),
        "link": to(scenario_document(scenario)),
        "picture": _picture(item, to),
    }


def _picture(item: Exhibit, to: Callable[[str], str]) -> str:
    page = to(scenario_document(item.scenario))
    return f"{page.rpartition('/')[0]}/{picture_name(item.scenario)}"
