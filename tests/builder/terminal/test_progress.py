"""A bar for what takes long: on a terminal, after a second, and nowhere else."""

from __future__ import annotations

import io
import sys

import pytest

from builder.terminal import progress as module
from builder.terminal.progress import progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def shown(monkeypatch: pytest.MonkeyPatch, stream: io.StringIO, patience: float) -> str:
    """What three steps of four leave on the error output."""
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(module, "PATIENCE", patience)
    with progress("Printing", 4) as tick:
        for _ in range(3):
            tick()
    return stream.getvalue()


def test_on_a_terminal_the_bar_shows_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    said = shown(monkeypatch, Terminal(), patience=-1)
    assert "Printing" in said
    assert "75%" in said


def test_what_is_done_soon_shows_no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    assert shown(monkeypatch, Terminal(), patience=3600) == ""


def test_no_bar_goes_into_a_file_or_a_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    assert shown(monkeypatch, io.StringIO(), patience=-1) == ""


def test_the_bar_makes_room_for_what_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", Terminal())
    monkeypatch.setattr(module, "PATIENCE", -1)
    with progress("Building", 4) as tick:
        tick.make_room()
        assert sys.stderr.getvalue() == ""  # type: ignore[attr-defined]
        tick()
        tick.make_room()
        assert sys.stderr.getvalue().endswith("\r\x1b[K")  # type: ignore[attr-defined]
