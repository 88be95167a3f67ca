"""Analysis on the map: spots that are seen, reached, sealed or hidden."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from builder.analysis.contact import first_contacts
from builder.analysis.dead_ground import dead_ground
from builder.analysis.seals import seals
from builder.boards.spots import DotPlace, Place, Region
from builder.scenario.model import Scenario
from rulesdb import InputError

MAX_SPOTS = 6_000


@dataclass(frozen=True, slots=True)
class Shade:
    """Spots of one view of the map that look alike: ``look`` is seen, hidden, open, held or near; a word."""

    view: str
    look: str
    spots: tuple[str, ...]
    text: str = ""


@dataclass(frozen=True, slots=True)
class Analysis:
    """The result of an analysis: a sentence, and shades of the map's spots."""

    about: str
    shades: tuple[Shade, ...] = ()
    lines: tuple[str, ...] = field(default=())


def analyses_of(scenario: Scenario) -> list[dict[str, Any]]:
    """The analyses that a scenario can have: id, title, and the choices of their argument."""
    zones = [{"id": zone.id, "title": zone.title} for zone in scenario.zones]
    forces = [{"id": force.id, "title": force.title} for force in scenario.forces]
    has_spots = bool(_views(scenario))
    offered: list[tuple[str, str, list[dict[str, str]] | None, bool]] = [
        ("sight", "Line of sight", None, has_spots),
        ("reach", "Reach of a force", forces, has_spots and bool(forces)),
        ("dead", "Dead ground of a zone", zones, has_spots and bool(zones)),
        ("air", "Air and leaks", [], scenario.map.decks is not None),
        ("contact", "First contact", [], has_spots and len(forces) > 1),
    ]
    return [
        {"id": id, "title": title, "choices": choices, "picks": choices is None}
        for id, title, choices, is_offered in offered
        if is_offered
    ]


def analyze(scenario: Scenario, name: str, argument: str, view: str) -> Analysis:
    """An analysis by its id; the argument is a spot in a view, a force or a zone.

    Raises:
        InputError: there is no such analysis, spot, force or zone.
    """
    if name not in _ANALYSES:
        raise InputError(f"no such analysis: {name}")
    return _ANALYSES[name](scenario, argument, view)


def _sight(scenario: Scenario, spot: str, view: str) -> Analysis:
    board = scenario.map
    eye = _spot(scenario, spot, view)
    sees = board.sight(scenario.ruleset)
    targets = list(board.view(Region((eye,))).targets)[:MAX_SPOTS]
    seen = [target for target in targets if target == eye or sees(eye, target)]
    hidden = set(targets) - set(seen)
    about = f"from {board.describe(eye)}: {len(seen)} of {len(targets)} {board.spot_name[1]} in sight"
    return Analysis(about, (*_shades(scenario, "seen", seen), *_shades(scenario, "hidden", hidden)))


def _reach(scenario: Scenario, id: str, view: str) -> Analysis:
    force = next((force for force in scenario.forces if force.id == id), None)
    if force is None:
        raise InputError(f"no such force: {id}")
    counted = scenario.map.counted_in
    by_move: dict[int, list[Any]] = {}
    for spot, move in scenario.reach.first_moves(force).items():
        if move <= scenario.reach.moves_in_game:
            by_move.setdefault(move, []).append(spot)
    shades = [
        shade
        for move, spots in sorted(by_move.items())
        for shade in _shades(scenario, f"near-{min(move, 6)}", spots, str(move))
    ]
    if not shades:
        return Analysis(f"{force.title} starts nowhere on the map, or its movement is not known")
    return Analysis(f"{force.title}: the first of its {counted} in which it can be there", tuple(shades))


def _dead(scenario: Scenario, id: str, view: str) -> Analysis:
    zone = scenario.zone(id)
    if zone is None:
        raise InputError(f"no such zone: {id}")
    dead = dead_ground(scenario, zone)
    about = f"from {zone.title}: {len(dead.hidden)} of {dead.of} {dead.unit} are out of sight"
    return Analysis(about, tuple(_shades(scenario, "hidden", dead.hidden)))


def _air(scenario: Scenario, argument: str, view: str) -> Analysis:
    decks = scenario.map.decks
    if decks is None:
        raise InputError("only decks have air")
    shades: list[Shade] = []
    lines = []
    for seal in seals(decks):
        look = "open" if not seal.breach else f"held-{min(seal.strength, 4)}"
        places = [place for id in seal.areas for place in decks.areas[id].places]
        shades += _shades(scenario, look, places, str(seal.strength))
        names = ", ".join(decks.areas[id].name for id in seal.areas)
        way = ", ".join(f"{barrier.kind} at {barrier.where}" for barrier in seal.breach)
        lines.append(f"{names}: {f'held by {way}' if way else 'open to the outside'}")
    return Analysis("barriers that must break before the air is lost", tuple(shades), tuple(lines))


def _contact(scenario: Scenario, argument: str, view: str) -> Analysis:
    titles = {force.id: force.title for force in scenario.forces}
    shades: list[Shade] = []
    lines = []
    for contact in first_contacts(scenario):
        one, other = (titles[id] for id in contact.forces)
        counted = scenario.map.counted_in.removesuffix("s")
        lines.append(f"{one} and {other}: {counted} {contact.moves}, at {contact.where}")
        for index, way in enumerate(contact.ways):
            shades += _shades(scenario, f"way-{index}", way)
    return Analysis("where the sides can first meet, at full movement", tuple(shades), tuple(lines))


_ANALYSES: Mapping[str, Callable[[Scenario, str, str], Analysis]] = {
    "sight": _sight,
    "reach": _reach,
    "dead": _dead,
    "air": _air,
    "contact": _contact,
}


def _views(scenario: Scenario) -> list[str]:
    """The ids of the views by level; empty for an open table, which has no spots."""
    board = scenario.map
    if board.decks is not None:
        return [level.id for level in board.decks.levels]
    return [""] if hasattr(board, "grid") or hasattr(board, "lattice") else []


def _numbered(scenario: Scenario) -> Any:
    """The grid or lattice, which reads and writes the numbers of its cells.

    Raises:
        InputError: it is an open table.
    """
    board = scenario.map
    grid = getattr(board, "grid", None) or getattr(board, "lattice", None)
    if grid is None:
        raise InputError("an open table has no spots")
    return grid


def _spot(scenario: Scenario, text: str, view: str) -> Any:
    """The spot of a number in a view of the map."""
    cell = _numbered(scenario).read(text)
    views = _views(scenario)
    if cell is None or view not in views:
        raise InputError(f"no such place on the map: {text}")
    if hasattr(scenario.map, "lattice"):
        return DotPlace(cell)
    return Place(views.index(view), cell)


def _shades(scenario: Scenario, look: str, spots: Iterable[Any], text: str = "") -> list[Shade]:
    """Spots as shades, one for each view."""
    grid, views = _numbered(scenario), _views(scenario)
    by_view: dict[str, dict[str, None]] = {}
    for spot in spots:
        cell = spot.dot if isinstance(spot, DotPlace) else spot.hex
        view = "" if isinstance(spot, DotPlace) else views[spot.level]
        by_view.setdefault(view, {})[grid.label(cell)] = None
    return [Shade(view, look, tuple(cells), text) for view, cells in by_view.items()]
