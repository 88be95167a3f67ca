"""Conditions without ``not``, from which sentences can be made."""

from __future__ import annotations

from builder.scenario.logic.conditions import All, Any, Compare, Condition, Not, Otherwise, Sign

_OPPOSITE = {
    Sign.AT_LEAST: Sign.FEWER_THAN,
    Sign.FEWER_THAN: Sign.AT_LEAST,
    Sign.AT_MOST: Sign.MORE_THAN,
    Sign.MORE_THAN: Sign.AT_MOST,
}


def without_not(condition: Condition) -> Condition:
    """The same condition without ``Not``; numbers are compared only with at least and at most.

    A list in a list of the same kind becomes one list.

    >>> from builder.scenario.logic.conditions import Turn
    >>> late = Compare(Turn(), Sign.MORE_THAN, 5)
    >>> without_not(late)
    Compare(quantity=Turn(), sign=<Sign.AT_LEAST: 'at_least'>, limit=6)
    >>> without_not(Not(All((late, All((late,)))))).parts[0]
    Compare(quantity=Turn(), sign=<Sign.AT_MOST: 'at_most'>, limit=5)
    """
    return _plain(condition, is_met=True)


def _plain(condition: Condition, *, is_met: bool) -> Condition:
    match condition:
        case Not(part):
            return _plain(part, is_met=not is_met)
        case All(parts) | Any(parts):
            kind = All if isinstance(condition, All) == is_met else Any
            plain = [_plain(part, is_met=is_met) for part in parts]
            flat = [
                nested for part in plain for nested in (part.parts if isinstance(part, kind) else (part,))
            ]
            return flat[0] if len(flat) == 1 else kind(tuple(flat))
        case Compare(quantity, sign, limit):
            sign = sign if is_met else _OPPOSITE[sign]
            if isinstance(limit, int) and sign is Sign.MORE_THAN:
                return Compare(quantity, Sign.AT_LEAST, limit + 1)
            if isinstance(limit, int) and sign is Sign.FEWER_THAN:
                return Compare(quantity, Sign.AT_MOST, limit - 1)
            return Compare(quantity, sign, limit)
        case Otherwise():
            return condition
