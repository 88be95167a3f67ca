"""The places, distances and tunnels of a mission, including those of the mission whose set-up it uses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rulesdb import Entry, Ruleset

FAR = float("inf")


def distances_of(game: Ruleset, mission: Entry) -> dict[tuple[str, str], tuple[float, float]]:
    """The minimum and maximum distance from one place to another, in the game's unit."""
    distances: dict[tuple[str, str], tuple[float, float]] = {}
    for line in _all(game, mission, "distances"):
        distances[line["of"], line["from"]] = (float(line.get("least", 0)), float(line.get("most", FAR)))
    return distances


def tunnels_of(game: Ruleset, mission: Entry) -> Mapping[str, Any]:
    """The tunnel plan of a mission; empty if it has none."""
    for entry in _layers(game, mission):
        if "tunnels" in entry.facts:
            plan: Mapping[str, Any] = entry["tunnels"]
            return plan
    return {}


def places_of(game: Ruleset, mission: Entry) -> tuple[Mapping[str, Any], ...]:
    """The places of a mission, its own first."""
    return tuple(_all(game, mission, "places"))


def _layers(game: Ruleset, mission: Entry) -> Iterator[Entry]:
    yield mission
    if "set_up_as" in mission.facts:
        yield from _layers(game, game.find("mission", mission["set_up_as"]))


def _all(game: Ruleset, mission: Entry, name: str) -> Iterator[Mapping[str, Any]]:
    for entry in _layers(game, mission):
        yield from entry.get(name, ())
