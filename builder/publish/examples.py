"""An example of play for each scenario that a machine plays: the first game of the usual players."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from builder.playtest.example import example_record
from builder.playtest.replays import read_game
from builder.publish.markdown import role_of
from builder.report.example import example_of_play
from rulesdb import Library


def example_parts(path: Path, library: Library | None = None) -> Iterator[str]:
    """The example of a scenario as Markdown with links to tables; nothing if no machine plays it."""
    record = example_record(path, library)
    if record is not None:
        game = read_game(record, path.name, library)
        yield from example_of_play(game, lambda id, _: role_of(id), level=0).rstrip().split("\n\n")
