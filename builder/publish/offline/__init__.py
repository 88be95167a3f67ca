"""The site as an app: a service worker that keeps it on the device, and a manifest to install it."""

from __future__ import annotations

import hashlib
import html
import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

from builder.publish.offline.site_files import files_of_site
from rulesdb.files.writing import write_file

WORKER = "sw.js"
LIST = "_static/offline.json"
MANIFEST = "manifest.webmanifest"
_PAGE_SCRIPT = "offline.js"
_BUILDERS = ("html", "dirhtml")
_AFTER_ALL_FILES = 900
COLOR = "#131c2b"
_ICONS = "_static/icons"
_VERSION = 12
# Used only by some pages, but by those that are opened most at the table.
_ALSO_AT_ONCE = ("_static/tables.js",)
_WORKER = Path(__file__).with_name("worker.js")


def connect_app(app: Sphinx) -> None:
    """Make an app of the site, if the builder writes one: not of a book, nor of a single page."""
    if app.builder.name in _BUILDERS:
        app.add_js_file(_PAGE_SCRIPT, loading_method="defer")
        app.connect("html-page-context", _link_app)
        app.connect("build-finished", _write_app, priority=_AFTER_ALL_FILES)


def _link_app(app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any) -> None:
    """Link the manifest and the icons in the head of a page."""

    def to(path: str) -> str:
        return html.escape(context["pathto"](path, resource=True))

    context["metatags"] = (
        f"{context.get('metatags', '')}\n"
        f'<link rel="manifest" href="{to(MANIFEST)}">\n'
        f'<meta name="theme-color" content="{COLOR}">\n'
        f'<link rel="icon" type="image/svg+xml" href="{to(f"{_ICONS}/app.svg")}">\n'
        f'<link rel="apple-touch-icon" href="{to(f"{_ICONS}/maskable-192.png")}">\n'
    )


def _write_app(app: Sphinx, error: Exception | None) -> None:
    """Write the manifest, the list of files and the service worker, once all other files are written."""
    if error is not None:
        return
    site = Path(app.outdir)
    home, search = (
        Path(app.builder.get_outfilename(page)).relative_to(site).as_posix()  # type: ignore[attr-defined]
        for page in (app.config.root_doc, "search")
    )
    write_offline(site, home, [home, search, *_ALSO_AT_ONCE], str(app.config.html_title), app.config.project)


def write_offline(site: Path, home: str, start: list[str], name: str, short_name: str) -> None:
    """Make an app of the site in a folder.

    ``home`` is the path of its first page, and ``start`` are the paths of files that work offline at once.
    """
    write_file(site / MANIFEST, _json(manifest(home, name, short_name)), force=True)
    listed = asdict(files_of_site(site, start, [WORKER, LIST]))
    text = json.dumps(listed, ensure_ascii=False, separators=(",", ":")) + "\n"
    version = hashlib.sha256(text.encode()).hexdigest()[:_VERSION]
    write_file(site / LIST, text, force=True)
    constants = f"const VERSION = {json.dumps(version)};\nconst HOME = {json.dumps(home)};\n"
    write_file(site / WORKER, constants + _WORKER.read_text(encoding="utf-8"), force=True)


def manifest(home: str, name: str, short_name: str) -> dict[str, Any]:
    """The web app manifest, with addresses relative to the root of the site."""
    icons = [
        {"src": f"{_ICONS}/{file}-{size}.png", "sizes": f"{size}x{size}", "type": "image/png", **purpose}
        for file, purpose in (("app", {}), ("maskable", {"purpose": "maskable"}))
        for size in (192, 512)
    ]
    return {
        "name": name,
        "short_name": short_name,
        "start_url": home,
        "scope": "./",
        "display": "standalone",
        "theme_color": COLOR,
        "background_color": COLOR,
        "icons": icons,
    }


def _json(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"
