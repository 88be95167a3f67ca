"""Sphinx configuration of a site that has only the reference, for packages without the documentation."""

from rulesdb import __version__

project = "brainbug"
release = version = __version__
extensions = ["myst_parser", "sphinx.ext.doctest", "builder.publish"]
source_suffix = {".md": "markdown"}
myst_heading_anchors = 3
brainbug_kits = ["a4", "letter"]
html_theme = "brainbug"
html_title = "brainbug"
html_show_sourcelink = False
html_copy_source = False
html_show_copyright = False
