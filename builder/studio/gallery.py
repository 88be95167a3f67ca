"""Starting points for new scenarios: those that come with brainbug, and a blank map of each kind."""

from __future__ import annotations

from typing import Any

from builder.scenario.start.blank import blank_scenario, kinds_of_map
from builder.scenario.start.copies import SLUG, copied_scenario, starters_of, titles_of_starters, with_schema
from builder.studio.folder import Folder
from rulesdb import InputError, Library
from rulesdb.files.writing import write_file


def gallery(library: Library) -> list[dict[str, Any]]:
    """The games, each with the titles of its scenarios by id and the kinds of blank maps."""
    games = []
    for game in library.open_all():
        titles, kinds = titles_of_starters(game.id), list(kinds_of_map(game))
        games.append({"id": game.id, "title": game.title, "scenarios": titles, "blank": kinds})
    return games


def start(folder: Folder, library: Library, game: str, source: str, kind: str, slug: str) -> str:
    """Write a new scenario into a folder; returns the name of its file.

    It is a copy of the scenario ``source``, or has a blank map of a kind if that is empty.

    Raises:
        InputError: the id is malformed, there is no such starting point, or only one file may be edited.
        OutputError: the file already exists, or it cannot be written.
    """
    if folder.only:
        raise InputError("only one file is open; start the studio with a folder")
    if not SLUG.match(slug):
        raise InputError(f"{slug!r} is not a scenario id: use lower-case words and hyphens, such as dead-air")
    title, path = slug.replace("-", " ").title(), folder.root / f"{slug}.yaml"
    if source:
        text = copied_scenario(starters_of(library.open(game).id), slug, title, source)
    else:
        text = blank_scenario(library.open(game), slug, title, kind)
    write_file(path, with_schema(text, path))
    return path.name
