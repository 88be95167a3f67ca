"""Building small Sphinx projects."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

CONF = """
project = "test"
extensions = ["myst_parser", "sphinx.ext.doctest", "sphinx.ext.intersphinx", "builder.publish"]
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}
exclude_patterns = ["_build"]
html_theme = "basic"
"""
Build = Callable[..., tuple[Path, list[str]]]


def build_project(
    folder: Path, files: dict[str, str], settings: str = "", to: str = "html"
) -> tuple[Path, list[str]]:
    """Build a project of some files; returns the output folder and the warnings."""
    from sphinx.cmd.build import build_main

    files = {"conf.py": CONF + settings, **files}
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    warnings = folder / "_build" / "warnings.txt"
    warnings.parent.mkdir(exist_ok=True)
    built = folder / "_build" / to
    build_main(["-q", "-n", "-b", to, "-w", str(warnings), str(folder), str(built)])
    return built, [line for line in warnings.read_text(encoding="utf-8").splitlines() if line.strip()]


@pytest.fixture(scope="session")
def build() -> Build:
    return build_project
