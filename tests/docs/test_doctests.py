"""The examples of the site: every doctest of every page, whether written by hand or generated."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from builder.publish.generate import generate
from rulesdb import game_folders, open_game

DOCS = Path(__file__).resolve().parents[2] / "docs"
# As sphinx.ext.doctest runs them.
FLAGS = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL | doctest.DONT_ACCEPT_TRUE_FOR_1
PAGES = [
    page
    for page in sorted(DOCS.rglob("*.md"))
    if not {"reference", "_build"} & {*page.relative_to(DOCS).parts}
    and "{doctest}" in page.read_text(encoding="utf-8")
]
_BLOCK = re.compile(r"^```\{(?P<kind>testsetup|doctest)\}\n(?P<body>.*?)^```$", re.DOTALL | re.MULTILINE)


def run_page(page: str, name: str) -> tuple[int, str]:
    """The number of statements in the doctests of a page, and a report of those that fail.

    All blocks of a page share their variables.
    """
    variables: dict[str, object] = {}
    attempted = 0
    report: list[str] = []
    for block in _BLOCK.finditer(page):
        if block["kind"] == "testsetup":
            exec(compile(block["body"], name, "exec"), variables)
            continue
        line = page.count("\n", 0, block.start("body"))
        test = doctest.DocTestParser().get_doctest(block["body"], {}, name, name, line)
        test.globs = variables
        runner = doctest.DocTestRunner(optionflags=FLAGS, verbose=False)
        attempted += runner.run(test, out=report.append, clear_globs=False).attempted
    return attempted, "".join(report)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(DOCS).as_posix())
def test_every_doctest_of_a_page_passes(path: Path) -> None:
    attempted, report = run_page(path.read_text(encoding="utf-8"), path.name)
    assert attempted > 0
    assert report == ""


@pytest.mark.parametrize("name", game_folders())
def test_every_doctest_of_the_reference_passes(name: str) -> None:
    results = [run_page(page, path) for path, page in generate([open_game(name)], {}).items()]
    assert sum(attempted for attempted, _ in results) > 0
    assert "".join(report for _, report in results) == ""


def test_a_doctest_that_fails_is_reported_with_its_line() -> None:
    page = "# Page\n\n```{testsetup}\ntwo = 2\n```\n\n```{doctest}\n>>> two\n2\n>>> two + 1\n4\n```\n"
    attempted, report = run_page(page, "page.md")
    assert attempted == 2
    assert 'File "page.md", line 10' in report
