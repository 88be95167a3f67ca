"""The Sphinx extension: pages from the database, and roles that point at them.

Add ``builder.publish`` to ``extensions`` in ``conf.py``. The pages are written to ``reference/`` under
the documentation's folder, where only what has changed is touched.
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.util import logging as sphinx_logging

from builder.lint.registry import code_docs
from builder.publish.badges import link_badges
from builder.publish.domain import BrainbugDomain, ShortRole, cite_without_page, short_roles, warn_of_missing
from builder.publish.gallery import gallery_pages, load_exhibits
from builder.publish.generate import generate, write_changed
from builder.publish.names import FOLDER, cited_things
from builder.publish.references import changed_ids, note_cited, pages_to_write
from builder.publish.search_page import leave_out_own_index, note_sections, search_page, write_search_data
from rulesdb import BrainbugError, Library, Ruleset, __version__
from rulesdb.shipped import shipped

STATIC = Path(__file__).with_name("static")
_SIDEBAR_DEPTH = 3
_AFTER_INTERSPHINX = 900


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the domain and the generation of pages."""
    # Some color schemes make all of Python talkative, and then each font that is cut down tells its story.
    logging.getLogger("fontTools").setLevel(logging.WARNING)
    app.setup_extension("myst_parser")
    app.add_config_value("brainbug_pages", True, "env", (bool, list))
    # Papers change the pages of scenarios alone, which are generated; Sphinx need not read all others again.
    app.add_config_value("brainbug_kits", [], "", list)
    app.add_config_value("brainbug_game", "", "env", str)
    app.add_config_value("brainbug_supplements", [], "env", list)
    app.add_domain(BrainbugDomain)
    for kind in short_roles():
        app.add_role(kind, ShortRole(warn_dangling=True))
    app.connect("config-inited", _prepare)
    app.connect("builder-inited", _fill_domain)
    app.connect("doctree-read", note_cited)
    app.connect("env-updated", pages_to_write)
    app.connect("html-page-context", _play_tables)
    app.connect("missing-reference", cite_without_page, priority=_AFTER_INTERSPHINX)
    app.connect("warn-missing-reference", warn_of_missing)
    return {"version": __version__, "parallel_read_safe": True, "parallel_write_safe": True}


def _prepare(app: Sphinx, config: Any) -> None:
    """Write the pages before Sphinx looks for them, and bring the style sheet along."""
    library = Library(supplements=map(Path, config.brainbug_supplements))
    games = list(library.open_all())
    for broken in library.broken:
        sphinx_logging.getLogger(__name__).warning("%s", broken, type="brainbug", subtype="game")
    papers = _papers_of(config)
    exhibits = load_exhibits(sorted(shipped("scenarios").rglob("*.yaml")), library, papers)
    with_pages = _games_with_pages(games, config.brainbug_pages)
    shown = [exhibit for exhibit in exhibits if exhibit.scenario.ruleset in with_pages]
    if with_pages:
        reference = Path(app.srcdir) / FOLDER
        gallery = gallery_pages(shown, reference, papers)
        scenarios = [exhibit.scenario for exhibit in shown]
        write_changed(generate(with_pages, gallery, scenarios), reference)
        _serve_pages(app)
    app.brainbug_games = games  # type: ignore[attr-defined]
    app.brainbug_games_with_pages = with_pages  # type: ignore[attr-defined]
    app.brainbug_library = library  # type: ignore[attr-defined]
    app.brainbug_exhibits = exhibits  # type: ignore[attr-defined]
    app.brainbug_exhibits_with_pages = shown  # type: ignore[attr-defined]
    app.brainbug_sidebars = {}  # type: ignore[attr-defined]
    config.html_static_path.append(str(STATIC))
    config.html_css_files.append("brainbug.css")
    config.html_js_files += ["pages.js", "maps.js", "hints.js"]


def _games_with_pages(games: list[Ruleset], setting: bool | list[str]) -> list[Ruleset]:
    if isinstance(setting, bool):
        return games if setting else []
    ids = [game.id for game in games]
    if unknown := [id for id in setting if id not in ids]:
        raise BrainbugError(f"brainbug_pages: no game {unknown[0]!r}; use some of: {', '.join(ids)}")
    return [game for game in games if game.id in setting]


def _papers_of(config: Any) -> list[str]:
    """The papers that kits are drawn for; on the command line nothing after ``brainbug_kits=`` means none."""
    return [paper for paper in config.brainbug_kits if paper]


def _begin_kits(app: Sphinx) -> None:
    """Have the kits and small pictures of the gallery made while its pages are written."""
    papers = _papers_of(app.config)
    app.brainbug_kit_work = None  # type: ignore[attr-defined]
    if papers and app.builder.format == "html":
        # Drawing and printing are imported where they are wanted.
        from builder.publish.kits import KitWork

        exhibits = app.brainbug_exhibits_with_pages  # type: ignore[attr-defined]
        state = Path(app.doctreedir) / "brainbug-kits.json"
        library = app.brainbug_library  # type: ignore[attr-defined]
        work = KitWork(exhibits, papers, Path(app.outdir), state, library)
        app.brainbug_kit_work = work  # type: ignore[attr-defined]


def _put_kits(app: Sphinx, error: Exception | None) -> None:
    """Put the kits and small pictures beside the pages, if there are any."""
    work = app.brainbug_kit_work  # type: ignore[attr-defined]
    if work is not None and error is None:
        work.finish()
    elif work is not None:
        work.stop()


def _serve_pages(app: Sphinx) -> None:
    """What only a project that has the pages of the reference needs: their search and their sidebar."""
    app.connect("builder-inited", leave_out_own_index)
    app.connect("html-page-context", _collapse_navigation, priority=100)
    app.connect("html-page-context", link_badges)
    app.connect("doctree-read", note_sections)
    app.connect("html-collect-pages", search_page)
    app.connect("build-finished", write_search_data)
    app.connect("builder-inited", _begin_kits)
    app.connect("build-finished", _put_kits)


def _play_tables(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any
) -> None:
    """Put the script of the tables into the head of the pages that have some, where it comes before them."""
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
    """Show the branch of this page only in the sidebar, down to the list of its kind.

    A theme that unfolds every entry on every page takes time and space with the square of their number.
    The entries of a kind are in one folder and below the sidebar's depth, so they share one sidebar. So do
    lint codes, with a sidebar that ends at their list. The scenarios are listed in it.
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
        made = str(whole(**{**options, "collapse": True, "maxdepth": depth}))
        # Sphinx makes captions headings without a rank, which HTML asks for.
        made = made.replace('role="heading">', 'role="heading" aria-level="2">')
        if shared:
            sidebars[folder] = made
        return made

    context["toctree"] = collapsed
