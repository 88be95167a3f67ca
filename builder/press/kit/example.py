"""The game of a kit's example of play: from a record, or the one that a machine plays for it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from builder.draw.example.story import Story, read_story
from builder.playtest.example import example_record
from builder.scenario.model import Scenario
from rulesdb import InputError, Library
from rulesdb.files.reading import MIB, read_file, require_file

_MAX_RECORD = 64 * MIB


def example_of(scenario: Scenario, library: Library, record: Path | None = None) -> Story:
    """The game for an example of play.

    Args:
        scenario: the scenario of the kit.
        library: the library with which it was loaded.
        record: the record of a game; without one, a machine plays the usual game.

    Raises:
        InputError: it is no record, or one of another version of the scenario, or no machine plays it.
    """
    path = Path(scenario.source.path)
    if record is None:
        text = example_record(path, library)
        if text is None:
            raise InputError(f"{path}: no machine plays it, so there is no example of play; see `playtest`")
        return read_story(text, str(path), library)
    require_file(record)
    story = read_story(read_file(record, _MAX_RECORD).decode("utf-8", "replace"), str(record), library)
    if story.scenario.source.text != scenario.source.text:
        raise InputError(
            f"{record} is a game of another scenario, or of another version of it; "
            f"record one with `brainbug playtest {path.name} -o DIR`"
        )
    return replace(story, record=record.name)
