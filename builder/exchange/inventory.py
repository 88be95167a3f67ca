"""Every counter and card of a scenario, with data for other programs: its kind, owner and name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from builder.boards.spots import Region
from builder.draw.pieces.cards.artist import CardArtist
from builder.draw.pieces.counters import CounterArtist
from builder.draw.pieces.piece import Piece
from builder.draw.surface.context import DrawingContext
from builder.press.kit.decks import scenario_decks
from builder.scenario.model import Force, Scenario
from rulesdb import Entry


@dataclass(frozen=True, slots=True)
class Counter:
    """A counter with its ``copies``.

    ``kind`` is ``figure``, ``creature``, ``dummy``, ``vehicle`` or ``marker``. ``force`` is ``None`` for a
    marker. ``is_hidden`` is true if its front does not show what it is. ``region`` is where it stands when
    the game begins, if the file gives the exact place.
    """

    piece: Piece
    kind: str
    title: str
    copies: int = 1
    force: Force | None = None
    unit: Entry | None = None
    is_hidden: bool = False
    region: Region = field(default_factory=Region)
    facing: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """A card with its ``copies``; ``reader`` is the side that may see it, empty for everybody."""

    piece: Piece
    title: str
    copies: int
    reader: str


def scenario_counters(scenario: Scenario, context: DrawingContext) -> tuple[Counter, ...]:
    """Every counter: those of the forces in the file's order, vehicles, markers."""
    artist = CounterArtist(context, cut_line=False)
    counters: list[Counter] = []
    for force in scenario.forces:
        counters += _units(artist, scenario, force)
        if force.dummies:
            title = f"{force.title}: {context.words('counter.dummy').lower()}"
            piece = artist.dummy(force)
            counters.append(Counter(piece, "dummy", title, piece.copies, force, force.unit, is_hidden=True))
    for vehicle in scenario.vehicles:
        piece, owner = artist.vehicle(scenario, vehicle), scenario.force(vehicle.force)
        place = Region(vehicle.region.spots[:1])
        counters.append(
            Counter(
                piece, "vehicle", vehicle.title, 1, owner, vehicle.kind, region=place, facing=vehicle.facing
            )
        )
    titles = {f"marker-{entry.slug}": entry.title for entry in scenario.ruleset.of_kind("marker")}
    for piece in artist.markers(scenario.ruleset, scenario.census):
        name = next((name for name in (piece.name, piece.name.rpartition("-")[0]) if name in titles), "")
        number = piece.name.removeprefix(name).removeprefix("-")
        title = " ".join(filter(None, (titles.get(name, piece.name), number)))
        counters.append(Counter(piece, "marker", title, piece.copies))
    return tuple(counters)


def _units(artist: CounterArtist, scenario: Scenario, force: Force) -> list[Counter]:
    pieces = artist.units(scenario, force)
    if force.members:
        places = {item.gunner.id: item for item in scenario.emplacements if item.force.id == force.id}
        figures = []
        for piece, member in zip(pieces, force.members, strict=True):
            item = places.get(member.id)
            region = item.region if item is not None and item.region else Region()
            facing = item.facing if item is not None else ""
            unit = member.unit or force.unit
            figures.append(
                Counter(piece, "figure", member.name, 1, force, unit, region=region, facing=facing)
            )
        return figures
    title, is_swarm = force.species_title or force.unit.title, int(force.unit.get("most", 1)) > 1
    sign = "×" if is_swarm else ""
    return [
        Counter(
            piece,
            "creature",
            f"{title} {sign}{number}",
            piece.copies,
            force,
            force.unit,
            is_hidden=force.is_hidden,
        )
        for number, piece in enumerate(pieces, 1)
    ]


def scenario_cards(scenario: Scenario, context: DrawingContext) -> tuple[Card, ...]:
    """Every card of the kit: those that everybody may see, then those of each side."""
    artist = CardArtist(context, scenario.ruleset)
    return tuple(
        Card(piece, piece.front.title, piece.copies, deck.reader)
        for deck in scenario_decks(artist, scenario)
        for piece in (*deck.cards, *deck.units)
    )


def titles_of(counters: Sequence[Counter]) -> list[str]:
    """The names of some counters, each once."""
    return list(dict.fromkeys(counter.title for counter in counters))
