"""A scenario as images: maps with the pixels of all places, and both sides of every counter and card."""

from __future__ import annotations

import json
from collections.abc import Sequence
from math import cos, pi, sin
from typing import Any

from builder.draw.maps.map_artists import map_artist
from builder.draw.maps.map_look import MapLook
from builder.exchange.inventory import Card, Counter, scenario_cards, scenario_counters
from builder.exchange.losses import Loss, LossReport, counted
from builder.exchange.pictures import BoardPicture, board_pictures, face_pixels, png_picture
from builder.exchange.places import Places, places_of
from builder.exchange.sharing import Shared, ShareOptions
from builder.scenario.model import Scenario

_CARD_PIXELS = 750
_COUNTER_PIXELS = 188
PLACES = "places.json"


def share(scenario: Scenario, options: ShareOptions) -> Shared:
    """Images in folders by kind, and ``places.json`` with what is where on the maps."""
    context, places = options.context, places_of(scenario)
    look = MapLook(numbers=context.theme.hex_numbers, secrets=options.referee)
    views = map_artist(scenario, context, look).boards(places.width)
    boards = board_pictures(views, places.pixels, places.anchor)
    options.tick()
    files: dict[str, bytes] = {}
    maps = []
    for level, board in enumerate(boards):
        name = f"maps/{scenario.map.decks.levels[level].id if scenario.map.decks is not None else 'map'}.png"
        files[name] = board.picture.data
        maps.append(_map(scenario, places, board, level, name, is_secret=options.referee))
    counters, cards = scenario_counters(scenario, context), scenario_cards(scenario, context)
    pieces: list[dict[str, Any]] = []
    groups: tuple[tuple[str, Sequence[Counter | Card], int], ...] = (
        ("counters", counters, _COUNTER_PIXELS),
        ("cards", cards, _CARD_PIXELS),
    )
    for folder, items, width in groups:
        faces = face_pixels([item.piece for item in items], width, context)
        options.tick()
        for item, pair in zip(items, faces, strict=True):
            names = [f"{folder}/{item.piece.name}-{side}.png" for side in ("front", "back")]
            files |= {name: png_picture(face).data for name, face in zip(names, pair, strict=True)}
            pieces.append(_piece(item, *names))
    data = {"scenario": scenario.id, "title": scenario.title, "maps": maps, "pieces": pieces}
    listing = json.dumps(data, indent=1, ensure_ascii=False).encode("utf-8")
    done = f"{counted(len(maps), 'map')}, {counted(len(pieces), 'piece')} with two sides each"
    losses = [Loss("rules, conditions and events", "images have none", "share the printed kit, too")]
    secret = [zone.title for zone in scenario.zones if zone.secret]
    if secret and not options.referee:
        losses.append(Loss("secret zones", "everybody sees images", "--referee includes them"))
    return Shared(
        {**files, PLACES: listing + b"\n"}, LossReport("images", (done,), tuple(losses)), is_folder=True
    )


def _map(
    scenario: Scenario, places: Places, board: BoardPicture, level: int, name: str, *, is_secret: bool
) -> dict[str, Any]:
    """A map: its image, and the pixels of its numbered places, zones and objectives."""
    zones = {
        zone.id: _pixels_of(places, board, level, zone.region.spots)
        for zone in scenario.zones
        if is_secret or not zone.secret
    }
    objectives = {
        item.id: _pixels_of(places, board, level, item.region.spots)
        for item in scenario.objectives
        if is_secret or not item.secret
    }
    data: dict[str, Any] = {
        "title": board.title,
        "image": name,
        "width": board.picture.width,
        "height": board.picture.height,
        "origin": list(_rounded(board.origin)),
        "pixels_per_unit": round(board.scale, 6),
        "places": {
            places.number(spot): list(_rounded(board.at(places.point(spot))))
            for spot in places.spots
            if places.level(spot) == level
        },
        "zones": {id: points for id, points in zones.items() if points},
        "objectives": {id: points for id, points in objectives.items() if points},
    }
    if places.lines is not None and places.lines.shape == "hex":
        radius = places.lines.dx / 1.5
        corners = (_rounded((radius * cos(pi * side / 3), radius * sin(pi * side / 3))) for side in range(6))
        data["hex_corners"] = [list(corner) for corner in corners]
    return data


def _pixels_of(places: Places, board: BoardPicture, level: int, spots: Any) -> list[list[float]]:
    return [list(_rounded(board.at(places.point(spot)))) for spot in spots if places.level(spot) == level]


def _rounded(point: tuple[float, float]) -> tuple[float, float]:
    return round(point[0], 2), round(point[1], 2)


def _piece(item: Counter | Card, front: str, back: str) -> dict[str, Any]:
    return {"id": item.piece.name, "title": item.title, "copies": item.copies, "front": front, "back": back}
