"""Dice notation: parsed into terms, with errors that point to the position.

The grammar, in which spaces are optional and letters may be capitals::

    roll    = sum [ "vs" sum [ "x" NUMBER ] ]
    sum     = [ sign ] product { sign product }            sign = "+" | "-"
    product = factor { "*" factor }                        at most one with dice
    factor  = NUMBER | dice | "(" sum ")" | ( "max" | "min" ) "(" sum "," sum { "," sum } ")"
    dice    = [ NUMBER ] "d" ( NUMBER | "%" ) [ ( "kh" | "kl" | "dh" | "dl" ) [ NUMBER ] | compare NUMBER ]
    compare = ">=" | "<=" | ">" | "<"
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from rulesdb.arguments import require
from rulesdb.dice.terms import Extreme, Number, Pool, Scaled, Sum, Term
from rulesdb.errors import InputError

MAX_LETTERS = 200
MAX_DEPTH = 10
MAX_DICE = 100
MAX_SIDES = 1000
MAX_NUMBER = 1_000_000
EXAMPLES = "write dice such as 1d6, 3d6+2, 4d6kh2, 5d6>=5, max(0, 1d6-3) or 3d6 vs 2d6"

_TOKEN = re.compile(r"\s*(?:([0-9]+|[a-zA-Z]+|>=|<=|\S)|\Z)")
_KEEPS = ("kh", "kl", "dh", "dl")
_COMPARISONS = (">=", "<=", ">", "<")
_BOUNDS = "to limit a total, write max(0, 1d6-3) or min(6, 1d6+2)"
_SUCCESSES = "a pool that counts dice is written 5d6>=5 or 5d6<=2"
_HINTS: Mapping[str, str] = MappingProxyType(
    {
        "k": "to keep dice, write kh or kl: 4d6kh2",
        "x": "to multiply, write 2*1d6; x2 is for opposed rolls: 4d6 vs 3d6 x2",
        "/": "totals cannot be divided; to multiply, write 2*1d6",
        "!": "exploding dice are not supported",
        "=": _SUCCESSES,
        "==": _SUCCESSES,
        "≥": _SUCCESSES,
        "≤": _SUCCESSES,
        "v": "an opposed roll is written 3d6 vs 2d6",
        "against": "an opposed roll is written 3d6 vs 2d6",
        "cap": _BOUNDS,
        "min": _BOUNDS,
        "max": _BOUNDS,
    }
)


class NotationError(InputError):
    """Dice notation that cannot be parsed; the message shows the text with a caret under ``column``."""

    def __init__(self, text: str, at: int, problem: str, help: str = EXAMPLES) -> None:
        self.text = text
        self.column = at + 1
        self.problem = problem
        line = "".join(letter if letter.isprintable() else " " for letter in text)
        wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in line[:at])
        super().__init__(f"dice, column {self.column}: {problem}\n  {line}\n  {' ' * (at + wide)}^\n  {help}")


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a roll: its text, and what it totals."""

    text: str
    term: Term


@dataclass(frozen=True, slots=True)
class Notation:
    """Parsed dice notation: one side, or two that are opposed; ``times`` is the x of an opposed roll."""

    text: str
    sides: tuple[Side, ...]
    times: int | None = None


def parse_notation(text: str) -> Notation:
    """Parse dice notation.

    >>> parse_notation("4d6 vs 3d6 x2").times
    2
    >>> parse_notation("2d6 + d")
    Traceback (most recent call last):
        ...
    rulesdb.dice.notation.NotationError: dice, column 8: the number of sides is missing
      2d6 + d
             ^
      write dice such as 1d6, 3d6+2, 4d6kh2, 5d6>=5, max(0, 1d6-3) or 3d6 vs 2d6

    Raises:
        NotationError: the text cannot be parsed, or exceeds the limits of this module.
        InputError: the text is empty or very long, or no text.
    """
    require("dice", text, str, "dice notation, such as 1d6")
    if not text.strip():
        raise InputError(f"dice: the text is empty; {EXAMPLES}")
    if len(text) > MAX_LETTERS:
        raise InputError(f"dice: the text is {len(text)} characters long; use at most {MAX_LETTERS}")
    return _Reader(text).roll()


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    at: int

    @property
    def is_number(self) -> bool:
        return self.text[:1].isascii() and self.text[:1].isdigit()


class _Reader:
    """Recursive descent over the tokens of one text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = [
            _Token(match[1].lower(), match.start(1)) for match in _TOKEN.finditer(text) if match[1]
        ]
        self.next = 0
        self.depth = 0
        self.dice = 0

    def roll(self) -> Notation:
        sides = [self._side()]
        times = None
        if self._take("vs"):
            sides.append(self._side())
            if self._take("x"):
                times = self._number("the number after x", 2, 100)
        if self._token.text:
            raise self._unexpected(opposed=len(sides) > 1)
        return Notation(self.text.strip(), tuple(sides), times)

    @property
    def _token(self) -> _Token:
        if self.next < len(self.tokens):
            return self.tokens[self.next]
        return _Token("", len(self.text.rstrip()))

    def _take(self, *wanted: str) -> _Token | None:
        token = self._token
        if token.text not in wanted:
            return None
        self.next += 1
        return token

    def _side(self) -> Side:
        start = self._token.at
        term = self._sum()
        if max(-term.low, term.high) > MAX_NUMBER:
            raise self._error(start, f"totals from {term.low} to {term.high}; use at most {MAX_NUMBER}")
        return Side(self.text[start : self._token.at].strip(), term)

    def _sum(self) -> Term:
        sign = self._take("+", "-")
        terms = [self._signed(sign, self._product())]
        while sign := self._take("+", "-"):
            terms.append(self._signed(sign, self._product()))
        return terms[0] if len(terms) == 1 else Sum(tuple(terms))

    def _signed(self, sign: _Token | None, term: Term) -> Term:
        return Scaled(-1, term) if sign is not None and sign.text == "-" else term

    def _product(self) -> Term:
        term = self._factor()
        while star := self._take("*"):
            other = self._factor()
            if term.pools and other.pools:
                raise self._error(star.at, "dice times dice", "one side of * must be a whole number: 2*1d6")
            number, term = (other, term) if term.pools else (term, other)
            term = Scaled(number.low, term) if term.pools else Number(number.low * term.low)
        return term

    def _factor(self) -> Term:
        token = self._token
        if token.text in ("max", "min"):
            return self._extreme()
        if self._take("("):
            term = self._nested(token)
            self._close(token)
            return term
        if token.is_number:
            number = self._number("the number", 0, MAX_NUMBER)
            return self._pool(token, number) if self._token.text == "d" else Number(number)
        if token.text == "d":
            return self._pool(token, 1)
        if not token.text:
            raise self._error(token.at, "a number or dice are missing at the end")
        raise self._error(
            token.at, f"expected a number or dice, found `{token.text}`", _HINTS.get(token.text, EXAMPLES)
        )

    def _extreme(self) -> Term:
        name = self._token
        self.next += 1
        opening = self._token
        if not self._take("("):
            raise self._error(opening.at, f"expected ( after {name.text}", _BOUNDS)
        terms = [self._nested(opening)]
        while self._take(","):
            terms.append(self._nested(opening))
        self._close(opening)
        if len(terms) < 2:
            raise self._error(name.at, f"{name.text} has one value; give two or more", _BOUNDS)
        return Extreme(tuple(terms), name.text == "max")

    def _nested(self, opening: _Token) -> Term:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self._error(opening.at, f"more than {MAX_DEPTH} nested parentheses")
        term = self._sum()
        self.depth -= 1
        return term

    def _close(self, opening: _Token) -> None:
        if not self._take(")"):
            if not self._token.text:
                raise self._error(opening.at, "this parenthesis is not closed")
            raise self._unexpected(inside=True)

    def _pool(self, start: _Token, count: int) -> Pool:
        self.next += 1
        if not 1 <= count <= MAX_DICE:
            raise self._error(start.at, f"{count} dice; use 1 to {MAX_DICE}")
        self.dice += count
        if self.dice > MAX_DICE:
            raise self._error(start.at, f"more than {MAX_DICE} dice in all")
        sides = 100 if self._take("%") else self._number("the number of sides", 1, MAX_SIDES)
        keep = self._take(*_KEEPS)
        pool = Pool(count, sides, count) if keep is None else self._kept(keep, count, sides)
        compare = self._take(*_COMPARISONS)
        if compare is None:
            return pool
        if pool.kept < count:
            raise self._error(compare.at, "a pool that counts successes keeps all its dice", _SUCCESSES)
        return Pool(count, sides, count, scoring=self._scoring(compare, sides))

    def _kept(self, keep: _Token, count: int, sides: int) -> Pool:
        token = self._token
        number = self._number("the number of dice", 0, MAX_NUMBER) if token.is_number else 1
        drops = keep.text[0] == "d"
        verb, most = ("drop", count - 1) if drops else ("keep", count)
        if not 1 <= number <= most:
            at = token.at if token.is_number else keep.at
            hint = f"{verb} 1 to {most}" if most else "there is one"
            raise self._error(at, f"{verb}s {number} of {count} dice; {hint}")
        highest = keep.text in ("kh", "dl")
        return Pool(count, sides, count - number if drops else number, highest)

    def _scoring(self, compare: _Token, sides: int) -> range:
        token = self._token
        face = self._number("the face to compare with", 0, MAX_NUMBER)
        start, stop = {
            ">=": (face, sides + 1), ">": (face + 1, sides + 1), "<=": (1, face + 1), "<": (1, face),
        }[compare.text]  # fmt: skip
        faces = range(max(1, start), min(stop, sides + 1))
        if not faces:
            help = f"{_SUCCESSES}; chances of a total are in the columns at least and at most"
            raise self._error(token.at, f"no face of a d{sides} is {compare.text}{face}", help)
        return faces

    def _number(self, what: str, low: int, high: int) -> int:
        token = self._token
        if not token.is_number:
            problem = f"expected {what}, found `{token.text}`" if token.text else f"{what} is missing"
            raise self._error(token.at, problem)
        self.next += 1
        digits = token.text.lstrip("0") or "0"
        if len(digits) > 9 or not low <= int(digits) <= high:
            raise self._error(token.at, f"{what} is {token.text}; use {low} to {high}")
        return int(digits)

    def _unexpected(self, *, inside: bool = False, opposed: bool = False) -> NotationError:
        token = self._token
        ends = ", `,` or `)`" if inside else ", `x` or the end" if opposed else ", `vs` or the end"
        problem = f"expected `+`, `-`, `*`{ends}, found `{token.text}`"
        return self._error(token.at, problem, _HINTS.get(token.text, EXAMPLES))

    def _error(self, at: int, problem: str, help: str = EXAMPLES) -> NotationError:
        return NotationError(self.text, at, problem, help)
