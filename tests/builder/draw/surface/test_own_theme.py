"""The user's own theme files: valid ones, and the errors of invalid ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.draw.surface.fonts.font_files import letter_widths
from builder.draw.surface.theme import load_theme
from builder.draw.surface.type import REGULAR
from rulesdb import BrainbugError, DataError
from rulesdb.cache.files import VARIABLE


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("", 1, "a theme is a block of colors"),
        ("[1]", 1, "a theme is a block of colors"),
        ("name: x\nmap: 3", 2, "`map` is a block of colors"),
        ("name: [x]", 1, "['x'] is not a name"),
        ("name: x\nink: black", 2, "'black' is not a color"),
        ('name: x\nink: "url(https://example.org/x)"', 2, "'url(https://example.org/x)' is not a color"),
        ('name: x\nmap:\n  wall: "#000000\\n"', 3, "is not a color"),
        ("name: x\nmap:\n  exterior_weight: 0", 3, "0 is not a line weight"),
        ("name: x\nmap:\n  exterior_weight: wide", 3, "'wide' is not a line weight"),
        ('name: x\nmap:\n  wal: "#000000"', 3, "a theme has no `wal`"),
    ],
)
def test_an_invalid_theme_is_reported_with_its_position(
    tmp_path: Path, text: str, line: int, message: str
) -> None:
    path = tmp_path / "own.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DataError) as caught:
        load_theme(str(path))
    (problem,) = caught.value.problems
    assert message in problem.message
    assert problem.span.line == line
    assert problem.help


def test_every_key_of_a_theme_is_optional(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_text(
        'name: mine\nink: "#102030"\nmap: {wall: "#000000", exterior_weight: 3}\n', encoding="utf-8"
    )
    theme, default = load_theme(str(path)), load_theme()
    assert (theme["ink"], theme.map["wall"], theme.map["exterior_weight"]) == ("#102030", "#000000", 3)
    assert theme["muted"] == default["muted"]


@pytest.mark.parametrize("data", [None, b"", b"no font", REGULAR.path.read_bytes()[:3000]])
@pytest.mark.parametrize("is_kept", [True, False])
def test_a_missing_or_damaged_font_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, data: bytes | None, is_kept: bool
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "cache"))
    if not is_kept:
        monkeypatch.setattr("builder.draw.surface.fonts.font_files.cache_folder", lambda: None)
    font = tmp_path / "Plex.ttf"
    if data is not None:
        font.write_bytes(data)
    with pytest.raises(BrainbugError, match=r"the font .*Plex\.ttf cannot be used: ."):
        letter_widths(font)
