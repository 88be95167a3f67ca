"""The Sphinx extension: pages from the database, and roles that point at them.

Add ``builder.publish`` to ``extensions`` in ``conf.py``. The pages are written to ``reference/`` under
the documentation's folder, where only what has changed is touched.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

from builder.publish.documents import FOLDER, document_of
from builder.publish.domain import BrainbugDomain, ShortRole, short_roles, warn_of_missing
from builder.publish.generate import generate, write_changed
from builder.publish.pages import page_title
from builder.publish.search_page import leave_out_own_index, search_page, write_search_data
from builder.scenario.load import load_scenario
from rulesdb import Ruleset, __version__, game_folders, open_game
from rulesdb.shipped import shipped

STATIC = Path(__file__).with_name("static")
_SIDEBAR_DEPTH = 3


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the domain and the generation of pages."""
    app.add_domain(BrainbugDomain)
    for kind in short_roles():
        app.add_role(kind, ShortRole(warn_dangling=True))
    app.connect("config-inited", _prepare)
    app.connect("builder-inited", _fill_domain)
    app.connect("warn-missing-reference", warn_of_missing)
    app.connect("builder-inited", leave_out_own_index)
    app.connect("html-page-context", _collapse_navigation, priority=100)
    app.connect("html-collect-pages", search_page)
    app.connect("build-finished", write_search_data)
    return {"version": __version__, "parallel_read_safe": True, "parallel_write_safe": True}


def _prepare(app: Sphinx, config: Any) -> None:
    """Write the pages before Sphinx looks for them, and bring the style sheet along."""
    games = [open_game(name) for name in game_folders()]
    scenarios = [load_scenario(path) for path in sorted(shipped("scenarios").rglob("*.yaml"))]
    write_changed(generate(games, scenarios), Path(app.srcdir) / FOLDER)
    app.brainbug_games = games  # type: ignore[attr-defined]
    app.brainbug_scenarios = scenarios  # type: ignore[attr-defined]
    app.brainbug_sidebars = {}  # type: ignore[attr-defined]
    config.html_static_path.append(str(STATIC))
    config.html_css_files.append("brainbug.css")
    config.html_js_files += ["tables.js", "pages.js"]


def _fill_domain(app: Sphinx) -> None:
    games: list[Ruleset] = app.brainbug_games  # type: ignore[attr-defined]
    app.env.domaindata["bb"]["objects"] = {
        entry.id: (document_of(entry), page_title(entry).replace("\\", ""))
        for game in games
        for entry in game.all_entries.values()
    }


def _collapse_navigation(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any
) -> None:
    """Show the branch of this page only in the sidebar, down to the list of its kind.

    A theme that unfolds every entry on every page takes time and space with the square of their number.
    The entries of a kind lie in one folder and below the sidebar's depth, so they share one sidebar.
    """
    whole = context.get("toctree")
    if whole is None:
        return
    folder, _, page = pagename.rpartition("/")
    shared = folder.count("/") == 2 and folder.startswith(f"{FOLDER}/") and page != "index"
    sidebars: dict[str, str] = app.brainbug_sidebars  # type: ignore[attr-defined]

    def collapsed(**options: Any) -> str:
        if shared and folder in sidebars:
            return sidebars[folder]
        made = str(whole(**{**options, "collapse": True, "maxdepth": _SIDEBAR_DEPTH}))
        if shared:
            sidebars[folder] = made
        return made

    context["toctree"] = collapsed
