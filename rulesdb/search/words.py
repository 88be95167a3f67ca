"""The tokenizer of the search, for texts and questions."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

_WORD = r"\d+(?:[.:]\d+)+[a-z]?(?!\w)|[^\W_]+(?:['’][^\W_]+)*"
WORD = re.compile(_WORD, re.IGNORECASE)
_HYPHEN = re.compile("[-‐‑]")
_MINUS = re.compile(r"(?<![^\s(])[-−](?=\d)")
_PLUS = re.compile(r"(?<![^\s(])\+(?=\d)")
_CHAIN = re.compile(rf"(?:{_WORD})(?:{_HYPHEN.pattern}(?:{_WORD}))*", re.IGNORECASE)

_STOP_WORDS = """
a about also am an and any anybody anyone anything are as at be been by can could did do does doing dont
for from get gets got had happen happens has have he her here him his how i if im in into is isnt it its
ive just let like many may me mean means much must my of on or our own please shall she should so some
somebody someone something still than that thats the their them then there these they thing things this
those till to too us use used was we were what whats when where which while who whose why will with would
you your
"""
STOP = frozenset(_STOP_WORDS.split())
"""Words that are ignored unless a question has no others."""


def words_in(text: str) -> list[str]:
    """The words of a text as they are in the index; numbers of rules and ratios are one word.

    >>> words_in("Rule 304.2: a marine's hand-to-hand attack at 3:1.")
    ['rule', '304.2', 'a', 'marine', 'hand', 'to', 'hand', 'attack', 'at', '3:1']
    """
    return [fold(match[0]) for match in WORD.finditer(text)]


def chains_in(text: str) -> Iterator[tuple[str, ...]]:
    """The words of a text, grouped by hyphens.

    >>> list(chains_in("Hand-to-hand: a re-roll"))
    [('hand', 'to', 'hand'), ('a',), ('re', 'roll')]
    """
    for match in _CHAIN.finditer(text):
        words = WORD.findall(match[0]) if _HYPHEN.search(match[0]) else (match[0],)
        yield tuple(map(fold, words))


def spelled_out(text: str) -> str:
    """A question with the sign of each number as a word, as in the names of entries.

    >>> spelled_out("CRT -2, 3-4, +1")
    'CRT minus 2, 3-4, plus 1'
    """
    return _PLUS.sub("plus ", _MINUS.sub("minus ", text))


def indexed(text: str) -> str:
    """The words of a text for an index, hyphenated ones also in one piece: ``setup`` finds ``set-up``.

    >>> indexed("Set-up comes first.")
    'set up comes first setup'
    """
    chains = list(chains_in(text))
    joined = ["".join(chain) for chain in chains if len(chain) > 1]
    return " ".join([*(word for chain in chains for word in chain), *joined])


def question_words(question: str) -> str:
    """The words of a question for an index, without stop words unless it has no others.

    >>> question_words("Can I set up a machine-gun here?")
    'set up machine gun machinegun'
    """
    words = indexed(question).split()
    return " ".join([word for word in words if word not in STOP] or words)


@lru_cache(maxsize=20_000)
def fold(word: str) -> str:
    """A word without case, accents and possessive.

    >>> fold("Marine's"), fold("Éclair")
    ('marine', 'eclair')
    """
    if not word.isascii():
        word = word.replace("’", "'")
        word = "".join(
            letter for letter in unicodedata.normalize("NFKD", word) if not unicodedata.combining(letter)
        )
    return word.casefold().removesuffix("'s").replace("'", "")


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """The common part of the inflected forms of a word, which need not be a word.

    >>> [stem(word) for word in ("grenades", "cycling", "cycle", "carries", "stopped")]
    ['grenad', 'cycl', 'cycl', 'carry', 'stop']
    >>> stem("304.2"), stem("gas"), stem("speed")
    ('304.2', 'gas', 'speed')
    """
    if not word.isalpha() or len(word) < 4:
        return word
    if word.endswith(("ies", "ied")):
        word = word[:-3] + "y"
    elif word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    for ending in ("ing", "ed"):
        rest = word.removesuffix(ending)
        if rest != word and len(rest) >= 3 and any(letter in "aeiouy" for letter in rest) and rest[-1] != "e":
            word = rest
            break
    if len(word) > 3:
        word = word.removesuffix("e")
    return re.sub(r"([^aeiou])\1$", r"\1", word)
