"""Completion in the shell: ids, inputs and their values.

Bash splits words at ``:`` and ``=``, and expects only the part after the split; zsh and fish do not split
them. So split words are joined first, and the part that the shell already has is removed from completions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import click
from click.shell_completion import CompletionItem

from builder.terminal.library_options import library_with
from rulesdb import BrainbugError, Entry, Procedure, Ruleset, Table
from rulesdb.description.questions import Question, questions_of

EXECUTABLE = ("table", "procedure")
_CUTS = (":", "=", ":=", "=:")
_MODIFIER = "modifier"


def complete_ids(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Ids of every kind, for ``show``."""
    word, kept = _word([*_strings(ctx.params.get("ids"))], incomplete)
    return _offer(_ids(word, ()), word, kept)


def complete_resolve(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """For ``resolve`` the id of a table or procedure, then ``name=value`` for its inputs."""
    words = _given(ctx)
    word, kept = _word(words, incomplete)
    before = join_cut_words([*words, incomplete])[:-1]
    if not before:
        return _offer(_ids(word, EXECUTABLE), word, kept)
    questions = _questions(before[0])
    if not incomplete and before[-1] in {question.name for question in questions}:
        # Click treats a single `=` as the start of a new word.
        word, kept = f"{before[-1]}=", len(before[-1]) + 1
    given = {name.partition("=")[0] for name in before[1:] if "=" in name}
    return _offer(_inputs(before[0], questions, given, word), word, kept)


def complete_modifiers(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The ids of modifiers, for ``--modifier``."""
    before = join_cut_words(_given(ctx))
    return _offer(_listed("", incomplete, _modifiers(before[0])) if before else [], incomplete, 0)


def join_cut_words(words: Sequence[str]) -> list[str]:
    """The words as they were typed, if a shell has split them at ``:`` and ``=``.

    >>> join_cut_words(["bug-hunter", ":", "table/random-panic", "force", "=", "mar"])
    ['bug-hunter:table/random-panic', 'force=mar']
    """
    joined: list[str] = []
    cut = False
    for word in words:
        if (word in _CUTS or cut) and joined:
            joined[-1] += word
        else:
            joined.append(word)
        cut = word in _CUTS
    return joined


def _word(before: Sequence[str], incomplete: str) -> tuple[str, int]:
    """The word that is being typed, and how many of its characters the shell keeps."""
    word = join_cut_words([*before, incomplete])[-1]
    return word, len(word) if incomplete in _CUTS else len(word) - len(incomplete)


def _offer(offers: Iterable[tuple[str, str]], word: str, kept: int) -> list[CompletionItem]:
    """The completions of ``word``; without help texts if the shell would treat them as part of the word."""
    return [
        CompletionItem(offer[kept:], help=None if ":" in offer else help or None)
        for offer, help in offers
        if offer.casefold().startswith(word.casefold())
    ]


def _ids(word: str, kinds: Sequence[str]) -> list[tuple[str, str]]:
    """Full ids; if the word has no game, also slugs and keys that only one game has."""
    game_id, colon, _ = word.partition(":")
    games = [game for game in library_with().open_all() if not colon or game.id == game_id]
    entries = [
        entry for game in games for entry in game.all_entries.values() if not kinds or entry.kind in kinds
    ]
    offers = [(entry.id, entry.title) for entry in entries]
    if colon or not word:
        return offers
    short: dict[str, list[Entry]] = {}
    for entry in entries:
        for name in (entry.slug, entry.key):
            short.setdefault(name, []).append(entry)
    return offers + [(name, having[0].title) for name, having in short.items() if len(having) == 1]


def _inputs(id: str, questions: Sequence[Question], given: set[str], word: str) -> list[tuple[str, str]]:
    """``name=value`` for each value of the inputs that are not given yet."""
    offers: list[tuple[str, str]] = []
    for question in questions:
        if question.name not in given:
            offers += _listed(f"{question.name}=", word, question.samples, question.many)
            if not question.samples:
                offers.append((f"{question.name}=", question.accepts))
    if _MODIFIER not in given:
        offers += _listed(f"{_MODIFIER}=", word, _modifiers(id))
    return offers


def _listed(start: str, word: str, values: Sequence[str], many: bool = True) -> list[tuple[str, str]]:
    """Each value after ``start``, and after the values of a list that are already typed.

    Spaces become hyphens, which are equivalent and need no quotes.
    """
    kept = word.removeprefix(start).rpartition(",") if word.startswith(start) and many else ("", "", "")
    return [(f"{start}{kept[0]}{kept[1]}{value.replace(' ', '-')}", "") for value in values]


def _questions(id: str) -> tuple[Question, ...]:
    game, thing = _find(id)
    return () if thing is None else questions_of(game, thing)


def _modifiers(id: str) -> tuple[str, ...]:
    _, thing = _find(id)
    return tuple(modifier.id for modifier in thing.modifiers) if isinstance(thing, Table) else ()


def _find(id: str) -> tuple[Ruleset | None, Table | Procedure | None]:
    """The table or procedure with an id, and its game; None if there is none."""
    from builder.terminal.ids import read_id

    try:
        game, entry = read_id(id, library_with(), EXECUTABLE)
    except BrainbugError:
        return None, None
    if entry.kind == "table":
        return game, game.table(entry.slug)
    return game, game.procedure(entry.slug) if entry.kind == "procedure" else None


def _given(ctx: click.Context) -> list[str]:
    """The arguments after ``resolve``; in ``ctx.args`` if click could not parse all of them."""
    read = [*_strings(ctx.params.get("id")), *_strings(ctx.params.get("inputs"))]
    return read or [word for word in ctx.args if not word.startswith("-")]


def _strings(value: object) -> tuple[str, ...]:
    """The value of a parameter as words."""
    if isinstance(value, str):
        return (value,)
    return tuple(map(str, value)) if isinstance(value, (tuple, list)) else ()
