"""The pieces that a module starts with, and their places: numbers on the map, or the tray of their force."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from builder.exchange.inventory import Counter
from builder.exchange.places import Places
from builder.scenario.model import Force, Scenario


@dataclass(frozen=True, slots=True)
class Face:
    """One side of a counter."""

    counter: int
    is_back: bool = False


@dataclass(frozen=True, slots=True)
class Stock:
    """Identical pieces in one place.

    ``faces`` are those that the piece can show, the first of them at the start. ``keeper`` is the side that
    alone knows what it is; empty if everybody does. ``spot`` is where it stands, ``None`` for the tray;
    ``number`` is the printed number of that place, empty on a table. ``turns`` is true for what can face a
    direction, ``takes_notes`` if its keeper writes on it what it is.
    """

    title: str
    faces: tuple[Face, ...]
    copies: int
    force: Force | None
    keeper: str = ""
    spot: Any = None
    turns: bool = True
    takes_notes: bool = False


def starting_stocks(
    scenario: Scenario, counters: Sequence[Counter], places: Places, *, is_secret: bool
) -> tuple[Stock, ...]:
    """The pieces that a game starts with.

    The hidden counters of a force are all alike in the module for players: neither its file nor its trays
    reveal which are creatures and which are dummies. Their player writes notes on them under their masks.
    With ``is_secret``, they are the real ones.
    """
    stocks: list[Stock] = []
    for force in scenario.forces:
        own = [(at, counter) for at, counter in enumerate(counters) if counter.force is force]
        hidden = [(at, counter) for at, counter in own if counter.is_hidden]
        held = _held(force, own)
        stocks += held
        if hidden and not is_secret:
            stocks.append(_unknown(scenario, force, hidden, sum(stock.copies for stock in held)))
        for at, counter in own:
            if not counter.is_hidden or is_secret:
                keeper = scenario.side_title(force.side) if counter.is_hidden else ""
                stock = _stock(at, counter)
                stocks.append(replace(stock, keeper=keeper, spot=counter.region.spot))
    by_name = {counter.piece.name: at for at, counter in enumerate(counters)}
    for slug, spots in places.markers:
        marker = by_name.get(f"marker-{slug}")
        if marker is not None:
            stocks += [replace(_stock(marker, counters[marker]), copies=1, spot=spot) for spot in spots]
    return tuple(stocks)


def palette_stocks(counters: Sequence[Counter], *, is_secret: bool) -> Iterator[Stock]:
    """Every counter once, for the palette; dummies only in the referee's."""
    for at, counter in enumerate(counters):
        if counter.kind != "dummy" or is_secret:
            stock = _stock(at, counter)
            faces = stock.faces[::-1] if counter.is_hidden and counter.kind == "creature" else stock.faces
            yield replace(stock, faces=faces, copies=1)


def _stock(at: int, counter: Counter) -> Stock:
    faces = (Face(at), Face(at, is_back=True))
    return Stock(counter.title, faces, counter.copies, counter.force, turns=counter.kind != "marker")


def _unknown(scenario: Scenario, force: Force, hidden: Sequence[tuple[int, Counter]], held: int) -> Stock:
    """The hidden counters of a force, without a hint as to what each one is."""
    creatures = [(at, counter) for at, counter in hidden if counter.kind == "creature"]
    faces = [Face(hidden[0][0]), *(Face(at, is_back=True) for at, _ in creatures)]
    copies = max(1, sum(counter.copies for _, counter in hidden) - held)
    keeper = scenario.side_title(force.side)
    return Stock(force.title, tuple(faces), copies, force, keeper, takes_notes=True)


def _held(force: Force, own: Sequence[tuple[int, Counter]]) -> list[Stock]:
    """Captives, whom everybody sees, where they are held."""
    stocks = []
    creatures = [(at, counter) for at, counter in own if counter.kind == "creature"]
    for captive in force.captives:
        at, counter = creatures[min(captive.count, len(creatures)) - 1] if creatures else (0, None)
        if counter is not None and captive.region:
            is_swarm = int(force.unit.get("most", 1)) > 1
            stock = replace(_stock(at, counter), copies=1 if is_swarm else captive.count)
            faces = stock.faces[::-1] if counter.is_hidden else stock.faces
            stocks.append(replace(stock, faces=faces, spot=captive.region.spot))
    return stocks
