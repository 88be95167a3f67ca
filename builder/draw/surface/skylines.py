"""The outlines of ranges on a horizon: points at shares of its width, and of the height of the range."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from math import pi, sin
from random import Random
from types import MappingProxyType

_STEPS = 64

_Profile = Iterator[tuple[float, float]]


def _waves(rng: Random, rates: tuple[float, ...]) -> Callable[[float], float]:
    """A sum of waves between 0 and 1."""
    phases = [(rate, rng.uniform(0, 2 * pi)) for rate in rates]
    whole = sum(1 / rate for rate in rates)
    return lambda at: 0.5 + sum(sin(2 * pi * at * rate + phase) / rate for rate, phase in phases) / whole / 2


def _peaks(rng: Random) -> _Profile:
    """Sharp mountains."""
    wave, at, is_peak = _waves(rng, (1.0, 2.0)), 0.0, False
    while at < 1.0:
        high = wave(at) * (rng.uniform(0.85, 1.15) if is_peak else rng.uniform(0.35, 0.7))
        yield at, high + 0.06
        at, is_peak = at + rng.uniform(0.02, 0.055), not is_peak
    yield 1.0, wave(1.0) * 0.6


def _hills(rng: Random) -> _Profile:
    """Round hills."""
    wave = _waves(rng, (1.3, 2.0, 3.1))
    for step in range(_STEPS + 1):
        yield step / _STEPS, wave(step / _STEPS)


def _mesas(rng: Random) -> _Profile:
    """Flat-topped rocks with steep sides over a plain."""
    at = 0.0
    while at < 1.0:
        yield at, 0.12
        at += rng.uniform(0.03, 0.14)
        high, wide = rng.uniform(0.4, 1.1), rng.uniform(0.04, 0.15)
        yield at, 0.14
        yield at + 0.016, high * 0.42
        yield at + 0.022, high * 0.95
        yield at + 0.026, high
        yield at + 0.026 + wide, high
        yield at + 0.03 + wide, high * 0.94
        yield at + 0.036 + wide, high * 0.42
        at += 0.052 + wide


def _moors(rng: Random) -> _Profile:
    """Long slopes that fall to one side, each with a steep face."""
    at, high = 0.0, rng.uniform(0.3, 0.8)
    yield at, high
    while at < 1.0:
        wide = rng.uniform(0.14, 0.34)
        low, top = rng.uniform(0.05, 0.3), rng.uniform(0.6, 1.1)
        for step in range(1, 9):
            share = step / 8
            yield at + wide * share, high + (low - high) * (0.5 - 0.5 * sin(pi * (0.5 + share)))
        yield at + wide + 0.03, top * 0.8
        yield at + wide + 0.05, top
        at, high = at + wide + 0.05, top


def _roofs(rng: Random) -> _Profile:
    """The roofs, chimneys and masts of a town."""
    at = 0.0
    while at < 1.0:
        wide, high = rng.uniform(0.02, 0.06), rng.uniform(0.3, 0.95)
        kind = rng.choice(("flat", "flat", "gable", "mast"))
        yield at, high
        if kind == "gable":
            yield at + wide / 2, high + 0.28
        elif kind == "mast":
            middle = at + wide * rng.uniform(0.3, 0.7)
            yield middle - 0.001, high
            yield middle - 0.001, high + 0.6
            yield middle + 0.001, high + 0.6
            yield middle + 0.001, high
        yield at + wide, high
        at += wide
        if rng.random() < 0.35:
            yield at, 0.1
            at += rng.uniform(0.01, 0.05)
            yield at, 0.1


def _trees(rng: Random) -> _Profile:
    """The edge of a wood."""
    wave, at = _waves(rng, (1.0, 3.0)), 0.0
    while at < 1.0:
        wide, high = rng.uniform(0.008, 0.016), (0.35 + wave(at) * 0.65) * rng.uniform(0.8, 1.2)
        yield at, high * 0.45
        yield at + wide / 2, high
        at += wide
        yield at, high * 0.5


RANGES: Mapping[str, Callable[[Random], _Profile]] = MappingProxyType(
    {"mountains": _peaks, "hills": _hills, "mesas": _mesas, "moors": _moors, "roofs": _roofs, "trees": _trees}
)
