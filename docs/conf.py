"""Sphinx configuration of the brainbug site."""

from __future__ import annotations

import re
from pathlib import Path

from rulesdb import __version__

project = "brainbug"
author = "The brainbug developers"
copyright = "2026, the brainbug developers"
release = version = __version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.doctest",
    "sphinx.ext.napoleon",
    "builder.publish",
]
source_suffix = {".md": "markdown"}
exclude_patterns = ["_build"]

myst_enable_extensions = ["colon_fence", "deflist", "fieldlist"]
myst_heading_anchors = 3
suppress_warnings: list[str] = []
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
# Defaults as they are written: the values are those of the machine that builds the site, its environment too.
autodoc_preserve_defaults = True
# Docstrings are tried by pytest, where they stand.
doctest_test_doctest_blocks = ""
# Names of the modules that docs/api/ lists must be found. Others are internal, or Python's own, whose pages
# the site does not ask for; type variables have no page.
_listed = "|".join(
    re.escape(module)
    for page in sorted(Path(__file__).with_name("api").glob("*.md"))
    for module in re.findall(r"automodule:: (\S+)", page.read_text(encoding="utf-8"))
)
nitpick_ignore_regex = [("py:.*", rf"(?!({_listed})\.[A-Za-z]\w*$).*")]
nitpick_ignore = [
    ("py:class", "builder.boards.board.S"),
    ("py:class", "builder.boards.moves.S"),
    ("py:class", "builder.geometry.hexgrid.Cell"),
    ("py:class", "builder.playtest.match.S"),
    ("py:class", "builder.playtest.play.S"),
    ("py:class", "builder.geometry.paths.Place"),
    ("py:class", "builder.geometry.shapes.Corner"),
    ("py:class", "rulesdb.procedures.registry.Function"),
    ("py:class", "rulesdb.search.cache.Answer"),
]

brainbug_kits = ["a4", "letter"]

html_theme = "brainbug"
html_title = "brainbug"
html_static_path: list[str] = []
html_css_files: list[str] = []
html_show_sourcelink = False
html_copy_source = False


def without_factories(app, what, name, obj, options, signature, returns):
    """Keep signatures readable: Sphinx shows the default of a dataclass factory as invalid Python."""
    return (signature.replace("<factory>", "...") if signature else signature), returns


def setup(app):
    app.connect("autodoc-process-signature", without_factories)
