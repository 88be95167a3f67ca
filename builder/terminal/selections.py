"""What ``show`` prints: entries by their ids, all entries of a game, or a list of a kind."""

from __future__ import annotations

from dataclasses import dataclass

from builder.terminal.ids import read_ids
from builder.terminal.library_options import open_one, warn_of_broken
from rulesdb import Entry, Library, Ruleset


@dataclass(frozen=True, slots=True)
class Selection:
    """Entries with their games; ``is_list`` is true for all entries of a kind, which are only listed."""

    entries: tuple[tuple[Ruleset, Entry], ...]
    is_list: bool = False
    is_game: bool = False


def read_selection(text: str, library: Library) -> Selection:
    """The entries that ``text`` names: a game, a kind, ``game:kind``, or an id as :func:`read_ids` reads it.

    Raises:
        UnknownEntry: no such game or entry; with the nearest three ids.
        InputError: entries of several games have this name; they are listed.
    """
    name = text.strip().casefold()
    if name in library.games:
        game = open_one(library, name)
        return Selection(tuple((game, entry) for entry in game.all_entries.values()), is_game=True)
    owner, colon, kind = name.rpartition(":")
    if "/" not in name and (not colon or owner in library.games):
        games = (open_one(library, owner),) if colon else library.open_all()
        entries = tuple((game, entry) for game in games for entry in game.of_kind(kind))
        if entries:
            # Without a kind of that name, reading the id warns.
            if not colon:
                warn_of_broken(library)
            return Selection(entries, is_list=True)
    game, members = read_ids(text, library)
    return Selection(tuple((game, entry) for entry in members))
