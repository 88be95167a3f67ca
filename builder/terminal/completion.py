"""What the shell offers after a press of Tab: ids, inputs and their values.

Bash cuts a word at ``:`` and ``=``, and wants back only what follows the cut; zsh and fish pass words
whole. So the words are joined again, and of each offer the part that the shell has already is left off.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import click
from click.shell_completion import CompletionItem

from builder.terminal.library_options import library_with
from rulesdb import BrainbugError, Entry, Ruleset
from rulesdb.description.questions import Question, questions_of

EXECUTABLE = ("table", "procedure")
_CUTS = (":", "=", ":=", "=:")
_MODIFIER = "modifier"


def complete_ids(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Ids of every kind, for ``show``."""
    word, known = _word([*_strings(ctx.params.get("ids"))], incomplete)
    return _offer(_ids(word, ()), word, known)


def complete_resolve(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """For ``resolve`` the id of a table or procedure, then ``name=value`` for what it asks."""
    words = _given(ctx)
    word, known = _word(words, incomplete)
    before = join_cut_words([*words, incomplete])[:-1]
    if not before:
        return _offer(_ids(word, EXECUTABLE), word, known)
    questions = _questions(before[0])
    if not incomplete and before[-1] in {question.name for question in questions}:
        # Click takes an `=` that stands alone for the start of a new word.
        word, known = f"{before[-1]}=", len(before[-1]) + 1
    given = {name.partition("=")[0] for name in before[1:] if "=" in name}
    return _offer(_inputs(before[0], questions, given, word), word, known)


def complete_modifiers(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The ids of modifiers, for ``--modifier``."""
    before = join_cut_words(_given(ctx))
    return _offer(_listed("", incomplete, _modifiers(before[0])) if before else [], incomplete, 0)


def join_cut_words(words: Sequence[str]) -> list[str]:
    """The words as they were typed, where a shell has cut them at ``:`` and ``=``.

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
    """The whole word that is being typed, and how much of it the shell keeps as it is."""
    word = join_cut_words([*before, incomplete])[-1]
    return word, len(word) if incomplete in _CUTS else len(word) - len(incomplete)


def _offer(offers: Iterable[tuple[str, str]], word: str, known: int) -> list[CompletionItem]:
    """Those offers that go on from ``word``; help is left off where a shell would read it as a part."""
    return [
        CompletionItem(offer[known:], help=None if ":" in offer else help or None)
        for offer, help in offers
        if offer.casefold().startswith(word.casefold())
    ]


def _ids(word: str, kinds: Sequence[str]) -> list[tuple[str, str]]:
    """Whole ids; and, of a word without a game, what only one game has."""
    game_id, colon, _ = word.partition(":")
    games = [game for game in library_with().open_all() if not colon or game.id == game_id]
    found = [
        entry for game in games for entry in game.all_entries.values() if not kinds or entry.kind in kinds
    ]
    offers = [(entry.id, entry.title) for entry in found]
    if colon or not word:
        return offers
    short: dict[str, list[Entry]] = {}
    for entry in found:
        for name in (entry.slug, entry.key):
            short.setdefault(name, []).append(entry)
    return offers + [(name, having[0].title) for name, having in short.items() if len(having) == 1]


def _inputs(id: str, questions: Sequence[Question], given: set[str], word: str) -> list[tuple[str, str]]:
    """``name=value`` for each value that can be listed, of the inputs that are not given yet."""
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
    """Each value after ``start``; of a list, after the values that stand there already.

    A space becomes a hyphen, which is read as one and needs no quotes.
    """
    kept = word.removeprefix(start).rpartition(",") if word.startswith(start) and many else ("", "", "")
    return [(f"{start}{kept[0]}{kept[1]}{value.replace(' ', '-')}", "") for value in values]


def _questions(id: str) -> tuple[Question, ...]:
    found = _find(id)
    if found is None:
        return ()
    game, entry = found
    return questions_of(game, game.table(entry.slug) if entry.kind == "table" else game.procedure(entry.slug))


def _modifiers(id: str) -> tuple[str, ...]:
    found = _find(id)
    if found is None or found[1].kind != "table":
        return ()
    return tuple(modifier.id for modifier in found[0].table(found[1].slug).modifiers)


def _find(id: str) -> tuple[Ruleset, Entry] | None:
    from builder.terminal.ids import read_id

    try:
        game, entry = read_id(id, library_with(), EXECUTABLE)
    except BrainbugError:
        return None
    return (game, entry) if entry.kind in EXECUTABLE else None


def _given(ctx: click.Context) -> list[str]:
    """The words after ``resolve`` that are no options; click leaves them aside where it cannot read all."""
    read = [*_strings(ctx.params.get("id")), *_strings(ctx.params.get("inputs"))]
    return read or [word for word in ctx.args if not word.startswith("-")]


def _strings(value: object) -> tuple[str, ...]:
    """A parameter that has been read so far, as words."""
    if isinstance(value, str):
        return (value,)
    return tuple(map(str, value)) if isinstance(value, (tuple, list)) else ()
