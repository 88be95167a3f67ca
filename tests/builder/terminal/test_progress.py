"""Progress bars: on a terminal, after a second, and nowhere else."""

from __future__ import annotations

import io
import sys

import pytest

from builder.terminal import progress as module
from builder.terminal.progress import progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def output_of(monkeypatch: pytest.MonkeyPatch, stream: io.StringIO, patience: float) -> str:
    """The error output after three of four steps."""
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(module, "PATIENCE", patience)
    with progress("Printing", 4) as tick:
        for _ in range(3):
            tick()
    return stream.getvalue()


def test_on_a_terminal_the_bar_shows_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    output = output_of(monkeypatch, Terminal(), patience=-1)
    assert "Printing" in output
    assert "75%" in output


def test_short_work_shows_no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    assert output_of(monkeypatch, Terminal(), patience=3600) == ""


def test_no_bar_goes_into_a_file_or_a_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    assert output_of(monkeypatch, io.StringIO(), patience=-1) == ""


def test_the_bar_is_cleared_for_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", Terminal())
    monkeypatch.setattr(module, "PATIENCE", -1)
    with progress("Building", 4) as tick:
        tick.make_room()
        assert sys.stderr.getvalue() == ""  # type: ignore[attr-defined]
        tick()
        tick.make_room()
        assert sys.stderr.getvalue().endswith("\r\x1b[K")  # type: ignore[attr-defined]
