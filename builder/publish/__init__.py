"""The Sphinx extension: pages from the database, and roles that link to them.

Add ``builder.publish`` to ``extensions`` in ``conf.py``. The pages are written to ``reference/`` under
the documentation's folder; unchanged files are not rewritten.
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.errors import ConfigError
from sphinx.util import logging as sphinx_logging

from builder.lint.registry import code_docs
from builder.publish.badges import link_badges
from builder.publish.domain import (
    BrainbugDomain,
    ShortRole,
    changed_ids,
    cite_without_page,
    note_cited,
    pages_to_write,
    short_roles,
    warn_of_missing,
)
from builder.publish.frame import NAME, THEME, add_frame, write_face
from builder.publish.gallery import gallery_files, gallery_pages, load_exhibits
from builder.publish.generate import generate
from builder.publish.generated_files import write_changed
from builder.publish.names import FOLDER, cited_things
from builder.publish.offline import connect_app
from builder.publish.search.page import leave_out_own_index, note_sections, search_page, write_search_data
from builder.publish.site_schemas import write_schemas
from rulesdb import BrainbugError, Library, Ruleset, __version__
from rulesdb.arguments import require_each

STATIC = Path(__file__).with_name("static")
_SIDEBAR_DEPTH = 3
_AFTER_INTERSPHINX = 900


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the domain and the generation of pages."""
    # fontTools logs each font that it subsets.
    logging.getLogger("fontTools").setLevel(logging.WARNING)
    app.setup_extension("myst_parser")
    app.add_config_value("brainbug_pages", True, "env", (bool, list, str))
    # The setting changes only generated pages, so Sphinx need not read the others again.
    app.add_config_value("brainbug_kits", [], "", list)
    app.add_config_value("brainbug_game", "", "env", str)
    app.add_config_value("brainbug_supplements", [], "env", list)
    app.add_config_value("brainbug_scenarios", [], "env", list)
    app.add_domain(BrainbugDomain)
    for kind in short_roles():
        app.add_role(kind, ShortRole(warn_dangling=True))
    app.add_html_theme(NAME, str(THEME))
    app.connect("config-inited", _prepare)
    app.connect("builder-inited", _fill_domain)
    app.connect("doctree-read", note_cited)
    app.connect("env-updated", pages_to_write)
    app.connect("html-page-context", _play_tables)
    app.connect("html-page-context", add_frame)
    app.connect("build-finished", write_face)
    app.connect("missing-reference", cite_without_page, priority=_AFTER_INTERSPHINX)
    app.connect("warn-missing-reference", warn_of_missing)
    return {"version": __version__, "parallel_read_safe": True, "parallel_write_safe": True}


def _prepare(app: Sphinx, config: Any) -> None:
    """Write the pages before Sphinx looks for them, and add the style sheet and scripts.

    Raises:
        ConfigError: a setting of brainbug is wrong. Sphinx prints other errors with a traceback.
    """
    try:
        _add_pages(app, config)
    except BrainbugError as error:
        raise ConfigError(f"brainbug: {error}") from error


def _add_pages(app: Sphinx, config: Any) -> None:
    supplements = require_each("brainbug_supplements", config.brainbug_supplements, str, "paths of files")
    library = Library(supplements=supplements)
    games = list(library.open_all())
    for broken in library.broken:
        sphinx_logging.getLogger(__name__).warning("%s", broken, type="brainbug", subtype="game")
    papers = _papers_of(config)
    scenarios = require_each(
        "brainbug_scenarios", config.brainbug_scenarios, str, "paths of files and folders"
    )
    exhibits = load_exhibits(gallery_files(map(Path, scenarios)), library, papers)
    with_pages = _games_with_pages(games, config.brainbug_pages)
    exhibits_with_pages = [item for item in exhibits if item.scenario.ruleset in with_pages]
    if with_pages:
        reference = Path(app.srcdir) / FOLDER
        gallery = gallery_pages(exhibits_with_pages, reference, papers)
        to_show = [exhibit.scenario for exhibit in exhibits_with_pages]
        write_changed(generate(with_pages, gallery, to_show), reference)
        _serve_pages(app)
    app.brainbug_games = games  # type: ignore[attr-defined]
    app.brainbug_games_with_pages = with_pages  # type: ignore[attr-defined]
    app.brainbug_library = library  # type: ignore[attr-defined]
    app.brainbug_exhibits = exhibits  # type: ignore[attr-defined]
    app.brainbug_exhibits_with_pages = exhibits_with_pages  # type: ignore[attr-defined]
    app.brainbug_sidebars = {}  # type: ignore[attr-defined]
    config.html_static_path.append(str(STATIC))
    config.html_css_files.append("brainbug.css")
    config.html_js_files += ["pages.js", "maps.js", "hints.js"]


def _games_with_pages(games: list[Ruleset], setting: bool | list[str] | str) -> list[Ruleset]:
    if isinstance(setting, bool):
        return games if setting else []
    if isinstance(setting, str):
        # The command line cannot give a list.
        setting = setting.split(",")
    ids = [game.id for game in games]
    setting = list(require_each("brainbug_pages", setting, str, "ids of games"))
    if unknown := [id for id in setting if id not in ids]:
        raise BrainbugError(f"brainbug_pages: no game {unknown[0]!r}; use some of: {', '.join(ids)}")
    return [game for game in games if game.id in setting]


def _papers_of(config: Any) -> list[str]:
    """The papers that kits are drawn for; ``brainbug_kits=`` on the command line means none."""
    return [paper for paper in require_each("brainbug_kits", config.brainbug_kits, str, "papers") if paper]


def _draw_kits(app: Sphinx) -> None:
    """Draw the kits and small pictures of the gallery while its pages are written."""
    exhibits = app.brainbug_exhibits_with_pages  # type: ignore[attr-defined]
    if exhibits and app.builder.format == "html":
        # Importing the drawing and printing code takes time, so other builds skip it.
        from builder.publish.kits import KitWork

        state = Path(app.doctreedir) / "brainbug-kits.json"
        library = app.brainbug_library  # type: ignore[attr-defined]
        work = KitWork(exhibits, _papers_of(app.config), Path(app.outdir), state, library)
        app.connect("build-finished", lambda _, error: work.stop() if error else work.finish())


def _serve_pages(app: Sphinx) -> None:
    """Connect what only a project with the reference needs: search, sidebar, badges, kits and the app."""
    app.connect("builder-inited", leave_out_own_index)
    app.connect("html-page-context", _collapse_navigation, priority=100)
    app.connect("html-page-context", link_badges)
    app.connect("doctree-read", note_sections)
    app.connect("html-collect-pages", search_page)
    app.connect("build-finished", write_search_data)
    app.connect("build-finished", write_schemas)
    app.connect("builder-inited", _draw_kits)
    app.connect("builder-inited", connect_app)


def _play_tables(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any
) -> None:
    """Load the script of the tables in the head of pages that have tables, so that it runs before them."""
    if 'class="bb-play' in context.get("body", ""):
        script = context["pathto"]("_static/tables.js", resource=True)
        context["metatags"] = f'{context.get("metatags", "")}\n<script src="{script}"></script>\n'


def _fill_domain(app: Sphinx) -> None:
    domain: BrainbugDomain = app.env.get_domain("bb")  # type: ignore[assignment]
    games: list[Ruleset] = app.brainbug_games  # type: ignore[attr-defined]
    scenarios = [item.scenario for item in app.brainbug_exhibits]  # type: ignore[attr-defined]
    things = cited_things(games, scenarios, code_docs().values())
    app.brainbug_changed = changed_ids(domain.objects, things)  # type: ignore[attr-defined]
    domain.fill(things, games)


def _collapse_navigation(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any
) -> None:
    """Show only the branch of this page in the sidebar, down to the list of its kind.

    Listing every entry on every page takes time and space proportional to the square of their number. The
    entries of a kind are below the sidebar's depth, so they share one sidebar, and so do lint codes.
    Scenarios are listed.
    """
    whole = context.get("toctree")
    if whole is None:
        return
    folder, _, page = pagename.rpartition("/")
    is_code = folder == f"{FOLDER}/lint"
    is_entry = (
        folder.count("/") == 2 and folder.startswith(f"{FOLDER}/") and not folder.endswith("/scenarios")
    )
    shared = (is_code or is_entry) and page != "index"
    depth = _SIDEBAR_DEPTH - 1 if is_code else _SIDEBAR_DEPTH
    sidebars: dict[str, str] = app.brainbug_sidebars  # type: ignore[attr-defined]

    def collapsed(**options: Any) -> str:
        if shared and folder in sidebars:
            return sidebars[folder]
        text = str(whole(**{**options, "collapse": True, "maxdepth": depth}))
        # Sphinx omits the level of these headings, which HTML requires.
        text = text.replace('role="heading">', 'role="heading" aria-level="2">')
        if shared:
            sidebars[folder] = text
        return text

    context["toctree"] = collapsed
