"""Ids on the command line: ``bug-hunter:table/random-panic``, and the shorter forms people type."""

from __future__ import annotations

from pathlib import Path

from builder.cli.supplement import open_layered
from rulesdb import Entry, InputError, Ruleset, UnknownEntry, game_folders


def read_id(text: str, supplements: tuple[Path, ...] = ()) -> tuple[Ruleset, Entry]:
    """The game, with ``supplements`` laid over it, and the entry that an id names up to its ``#``.

    ``game:slug`` works where only one kind has that slug.

    Raises:
        UnknownEntry: no such game or entry; with the nearest ids.
        InputError: the slug belongs to entries of several kinds.
    """
    game_id, colon, name = text.partition("#")[0].partition(":")
    if not colon:
        raise InputError(f"{text!r} has no game; write it as {next(iter(game_folders()))}:{text}")
    game = open_layered(game_id, supplements)
    if "/" in name:
        return game, game.entry(name)
    matches = [entry for entry in game.all_entries.values() if entry.slug == name.casefold()]
    if len(matches) > 1:
        raise InputError(f"{text!r} could be {', '.join(entry.id for entry in matches)}; write one of them")
    if not matches:
        from rulesdb.nearest import nearest

        slugs = {entry.slug: entry.id for entry in game.all_entries.values()}
        raise UnknownEntry(text, [slugs[near] for near in nearest(name, slugs)])
    return game, matches[0]


def read_inputs(pairs: tuple[str, ...]) -> dict[str, str]:
    """``axis=value`` arguments as a mapping.

    >>> read_inputs(("force=marine", "die=5"))
    {'force': 'marine', 'die': '5'}

    Raises:
        InputError: an argument has no ``=``, or names an input twice.
    """
    inputs: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise InputError(f"{pair!r} is no input; write name=value, as in force=marine")
        if name in inputs:
            raise InputError(f"{name!r} is given twice")
        inputs[name] = value
    return inputs
