"""The ids of counters without listed figures: a letter for each unit, with the number of the counter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

# Letters that look like digits are the last choice.
_ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZIO"
_VOWELS = "AEIOUÄÖÜ"


def numbered_ids(names: Sequence[tuple[str, int]], taken: Collection[str] = ()) -> list[tuple[str, ...]]:
    """The ids of as many counters as stated of each name; counters of the same name are numbered on.

    The letter of a name is its first letter, or else its next consonant, that no other name has and that is
    not ``taken``.

    >>> numbered_ids([("TROOPER", 2), ("SIEGE", 1), ("SHADE", 1), ("TROOPER", 1)])
    [('T1', 'T2'), ('S1',), ('H1',), ('T3',)]
    >>> numbered_ids([("WARRIOR", 1)], taken="W")
    [('R1',)]
    """
    letters: dict[str, str] = {}
    for name, _ in names:
        if name not in letters:
            used = {*taken, *letters.values()}
            letters[name] = next((each for each in _candidates(name) if each not in used), "")
    counts: Counter[str] = Counter()
    ids = []
    for name, count in names:
        start = counts[name]
        ids.append(tuple(f"{letters[name]}{start + number}" for number in range(1, count + 1)))
        counts[name] += count
    return ids


def letters_of(ids: Collection[str]) -> set[str]:
    """The letters that ids of a letter and a number begin with.

    >>> sorted(letters_of(["B7", "01", "K12", "Quill"]))
    ['B', 'K']
    """
    return {id[0].upper() for id in ids if id[:1].isalpha() and id[1:].isdecimal()}


def _candidates(name: str) -> list[str]:
    """The letters for a name, the best first."""
    letters = [each for each in name.upper() if each.isalpha()]
    consonants = [each for each in letters[1:] if each not in _VOWELS]
    return list(dict.fromkeys([*letters[:1], *consonants, *_ALPHABET]))
