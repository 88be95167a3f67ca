"""Sphinx configuration of the brainbug site."""

from __future__ import annotations

from rulesdb import __version__

project = "brainbug"
author = "The brainbug developers"
copyright = "2026, the brainbug developers"
release = version = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.doctest", "builder.publish"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["_build"]

myst_enable_extensions = ["colon_fence", "deflist", "fieldlist"]
myst_heading_anchors = 3
suppress_warnings: list[str] = []
autodoc_typehints = "signature"
nitpick_ignore_regex = [("py:.*", r".*")]

brainbug_kits = ["a4", "letter"]

html_theme = "furo"
html_title = "brainbug"
html_static_path: list[str] = []
html_css_files: list[str] = []
html_show_sourcelink = False
html_copy_source = False
html_theme_options = {"navigation_with_keys": True, "enable_search_shortcuts": True}
