"""Ids on the command line: ``bug-hunter:table/random-panic``, and the shorter forms people type."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher
from urllib.parse import unquote

from builder.terminal.library_options import open_all, open_one
from rulesdb import Entry, InputError, Library, Ruleset, UnknownEntry
from rulesdb.description.notation import read_inputs

_MIN_LIKENESS = 0.55
_MAX_SUGGESTIONS = 3


def read_id(text: str, library: Library, kinds: tuple[str, ...] = ()) -> tuple[Ruleset, Entry]:
    """The game and the entry that an id names up to its ``#``.

    The kind may be left out if only one kind has the slug, and the game if only one game has it; of several,
    those of ``kinds`` are preferred. Names, abbreviations and titles are understood, too.

    Raises:
        UnknownEntry: no such game or entry; with the nearest three ids.
        InputError: several entries have this name; they are listed.
    """
    game, entries = read_ids(text, library, kinds)
    if len(entries) > 1:
        raise _ambiguous(text, entries)
    return game, entries[0]


def read_ids(text: str, library: Library, kinds: tuple[str, ...] = ()) -> tuple[Ruleset, list[Entry]]:
    """Like :func:`read_id`, but returns every entry of that name in one game.

    Raises:
        UnknownEntry: no such game or entry; with the nearest three ids.
        InputError: entries of several games have this name; they are listed.
    """
    wanted = text.partition("#")[0].strip()
    game_id, colon, name = wanted.partition(":")
    name = name if colon else wanted
    games = (open_one(library, game_id),) if colon else open_all(library)
    matches = _called(games, name, kinds)
    if not matches:
        raise _unknown(wanted, name, games)
    if len({entry.game for entry in matches}) > 1:
        raise _ambiguous(wanted, matches)
    return open_one(library, matches[0].game), matches


def read_permalink(text: str) -> tuple[str, dict[str, str]]:
    """The id and the inputs of ``id#axis=value&axis=value``.

    >>> read_permalink("bug-hunter:table/blasts#grenade=fire&where=own%20hex")
    ('bug-hunter:table/blasts', {'grenade': 'fire', 'where': 'own hex'})

    Raises:
        InputError: the part after the ``#`` has another form.
    """
    id, _, inputs = text.partition("#")
    return id, read_inputs(tuple(unquote(pair) for pair in inputs.split("&") if pair))


def _called(games: Iterable[Ruleset], name: str, kinds: tuple[str, ...]) -> list[Entry]:
    """The entries with this key or slug, else those with this abbreviation, title or other name."""
    kind, slash, called = name.casefold().partition("/")
    if not slash:
        called = kind
    entries = [entry for game in games for entry in game.all_entries.values()]
    entries = [entry for entry in entries if not slash or entry.kind == kind]
    matches = [entry for entry in entries if entry.slug == called]
    matches = matches or [entry for entry in entries if called in _other_names(entry)]
    return [entry for entry in matches if entry.kind in kinds] or matches


def _other_names(entry: Entry) -> set[str]:
    names = (*entry.also, str(entry.get("abbreviation", "")), entry.title, entry.title.replace(" ", "-"))
    return {name.casefold() for name in names if name}


def _ambiguous(wanted: str, entries: Iterable[Entry]) -> InputError:
    return InputError(f"{wanted!r} is ambiguous; use one of {', '.join(entry.id for entry in entries)}")


def _unknown(wanted: str, name: str, games: Iterable[Ruleset]) -> InputError | UnknownEntry:
    ids = {entry.id: entry for game in games for entry in game.all_entries.values()}
    near = nearest_ids(name, ids)
    if near:
        return UnknownEntry(wanted, near)
    return InputError(f"no entry {wanted!r}; search with: brainbug lookup {name}")


def nearest_ids(name: str, entries: Mapping[str, Entry]) -> list[str]:
    """Up to three ids that are similar to ``name``, the most similar first."""
    wanted = name.casefold()
    matcher = SequenceMatcher(b=wanted, autojunk=False)

    def likeness(candidate: str) -> float:
        matcher.set_seq1(candidate.casefold())
        return matcher.ratio() if matcher.quick_ratio() >= _MIN_LIKENESS else 0.0

    scored = [(-max(map(likeness, {entry.slug, entry.key})), id) for id, entry in entries.items()]
    return [id for score, id in sorted(scored) if -score >= _MIN_LIKENESS][:_MAX_SUGGESTIONS]
