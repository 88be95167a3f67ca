"""The names nearest to a mistyped one, for "did you mean"."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def nearest(wanted: str, names: Iterable[str], count: int = 3) -> tuple[str, ...]:
    """Up to ``count`` names that are similar to ``wanted``, best first.

    >>> nearest("airlok", ["airlock", "lift", "hatch"])
    ('airlock',)
    """
    by_fold = {name.casefold(): name for name in names}
    matches = difflib.get_close_matches(wanted.casefold(), by_fold, n=count, cutoff=0.6)
    return tuple(by_fold[fold] for fold in matches)


def is_one_slip_apart(one: str, other: str) -> bool:
    """Whether two words differ by one letter that is added, missing, wrong or swapped with its neighbor.

    >>> is_one_slip_apart("machinry", "machinery"), is_one_slip_apart("brigde", "bridge")
    (True, True)
    >>> is_one_slip_apart("hall", "hold")
    False
    """
    if len(one) > len(other):
        one, other = other, one
    start = 0
    while start < len(one) and one[start] == other[start]:
        start += 1
    rest, longer = one[start:], other[start:]
    if len(rest) < len(longer):
        return rest == longer[1:]
    if not rest:
        return False
    return rest[1:] == longer[1:] or (rest[:2] == longer[1::-1] and rest[2:] == longer[2:])


def slips_apart(one: str, other: str) -> int:
    """The number of letters that are added, missing, wrong or swapped with their neighbor between two words.

    >>> slips_apart("airlok", "airlock"), slips_apart("tset", "test"), slips_apart("hall", "bill")
    (1, 1, 2)
    """
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one):
        next_row = [i + 1]
        for j, wanted in enumerate(other):
            cost = min(row[j + 1] + 1, next_row[j] + 1, row[j] + (letter != wanted))
            if i and j and letter == other[j - 1] and one[i - 1] == wanted:
                cost = min(cost, before[j - 1] + 1)
            next_row.append(cost)
        before, row = row, next_row
    return row[-1]


def did_you_mean(wanted: str, names: Iterable[str]) -> str:
    """A question with the nearest name, or the accepted names if none is similar.

    >>> did_you_mean("interor", ["interior", "airtight"])
    'did you mean `interior`?'
    >>> did_you_mean("x", ["interior", "airtight"])
    'use one of: airtight, interior'
    """
    accepted = sorted(names)
    close = nearest(wanted, accepted, 1)
    if close:
        return f"did you mean `{close[0]}`?"
    listed = ", ".join(accepted[:12]) + (", …" if len(accepted) > 12 else "")
    return f"use one of: {listed}" if accepted else "there are none to choose from"
