"""Papers: those that come with brainbug, and a designer's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.press.paper import load_paper
from rulesdb import InputError

A3 = "name: a3\ntitle: A3\nwidth: 297\nheight: 420\nmargin: 10\nedge: 5\n"


def test_a_paper_of_ones_own_comes_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "a3.yaml"
    path.write_text(A3, encoding="utf-8")
    paper = load_paper(str(path))
    assert (paper.title, paper.content) == ("A3", (277, 400))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (A3.replace("edge: 5\n", ""), "a paper has name, title, width"),
        (A3.replace("297", "wide"), "width is 'wide'"),
        (A3.replace("297", "90"), "less than 120 mm"),
    ],
)
def test_a_file_that_is_no_paper_is_refused_with_what_is_wrong(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "own.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=said):
        load_paper(str(path))
