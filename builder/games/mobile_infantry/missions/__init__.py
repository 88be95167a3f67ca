"""A scenario file to start from, for a mission of the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from builder.games.mobile_infantry.mission_plan import places_of
from builder.games.mobile_infantry.missions.layout import Layout, lay_out
from builder.scenario.start.blank import about
from builder.scenario.yaml_text import scenario_text
from rulesdb import Entry, InputError, Ruleset

_ORDINALS = ("First", "Second", "Third", "Fourth")
_COLORS = ("Red", "Blue", "Green", "Gold")
_SUPPLY = (
    ("warrior", "Warriors", 16),
    ("flying-warrior", "Flying Warriors", 6),
    ("tank-bug", "Tank Bugs", 3),
)
_AT_RENDEZVOUS = ({"in": "rendezvous", "who": "mi"}, {"in": "rendezvous", "who": "bug", "at_most": 0})
_OVERHEAD: Mapping[str, Any] = MappingProxyType(
    {
        "title": "Craft overhead",
        "text": "Retrieval Craft land at the rendezvous if MI are there and no bugs are.",
        "effects": [{"picks_up": "mi", "in": "rendezvous"}],
        "if": {"all": list(_AT_RENDEZVOUS)},
    }
)
_VICTORY = (("mi", {"points": "mi", "more_than": "bug"}), ("bug", {"points": "bug", "at_least": "mi"}))


def mission_scenario(game: Ruleset, mission: Entry, id: str, title: str, seed: int, squads: int = 1) -> str:
    """The text of a scenario file for a mission, with this many squads of MI.

    Raises:
        InputError: squads out of range, or a mission that cannot be laid out.
    """
    if not 1 <= squads <= len(_ORDINALS):
        raise InputError(f"squads={squads}: use 1-{len(_ORDINALS)}, the number in a company")
    layout = lay_out(game, mission, seed)
    table = {"kind": "table", "title": title, "width": layout.width, "depth": layout.depth, "unit": "inch"}
    placements: list[dict[str, Any]] = [
        {"force": f"squad-{squad}", "zone": layout.start} for squad in range(1, squads + 1)
    ]
    if layout.command:
        placements.insert(0, {"force": "squad-1", "zone": layout.command, "members": ["A"]})
    if _has_survivors(layout):
        placements.append({"force": "survivors", "zone": "survivors"})
    schedule: dict[str, Any] = {"turns": game.table("mission-rounds").lookup(mission=mission.slug).result}
    due = mission.get("retrieval", {}).get("rounds", ())
    if due:
        schedule["events"] = [{"turn": turn, **_OVERHEAD} for turn in due]
    data = {
        "scenario": about(game, id, title, squads + 1, game.plain_text(mission, pointers=False), mission),
        "map": {**table, "pieces": layout.pieces} | ({"tunnels": layout.tunnels} if layout.tunnels else {}),
        "forces": list(_forces(layout, squads)),
        "setup": {"zones": layout.zones, "placements": placements},
        "schedule": schedule,
        **({"objectives": layout.objectives} if layout.objectives else {}),
        "victory": [{"side": side, "grade": "on points", "when": when} for side, when in _VICTORY],
    }
    return scenario_text(data)


def _has_survivors(layout: Layout) -> bool:
    return any(zone["id"] == "survivors" for zone in layout.zones)


def _forces(layout: Layout, squads: int) -> Iterator[dict[str, Any]]:
    fire_teams = int(layout.game.table("organization").lookup(unit="squad").result["fire-team"])
    for squad in range(squads):
        first = ord("A") + squad * (fire_teams + 1)
        teams: list[dict[str, Any]] = [{"id": chr(first), "title": "Command Team", "made_of": "squad"}]
        for number, color in enumerate(_COLORS[:fire_teams], 1):
            team = {"id": chr(first + number), "title": f"{color} Team", "made_of": "fire-team"}
            teams.append({**team, "experience": "rolled"})
        teams[1]["weapons"] = {4: "mini-gun"}
        yield {**_troopers(f"squad-{squad + 1}", f"{_ORDINALS[squad]} Squad"), "teams": teams}
    if _has_survivors(layout):
        team = {"id": "Z", "title": "Survivors", "made_of": "fire-team", "experience": "experienced"}
        yield {**_troopers("survivors", "Survivors"), "teams": [team]}
    has_lair = any(place["id"] == "lair" for place in places_of(layout.game, layout.mission))
    for unit, title, count in _SUPPLY:
        if not (layout.tunnels and unit == "flying-warrior"):
            number = max(count, _entrance_guards(layout)) if has_lair and unit == "warrior" else count
            yield _creatures(f"{unit}s", title, unit, number, "by presence tests")
    if has_lair:
        guard = layout.game.dice("brain-bug-guard", guard="warriors").text.upper()
        yield _creatures("guard", "Guard", "warrior", guard, "around the Brain Bug")
        yield _creatures("brain-bug", "Brain Bug", "brain-bug", 1, "in its chamber, with its guard")


def _entrance_guards(layout: Layout) -> int:
    """The most Warriors that the dice can set to guard the entrances."""
    most = max(int(cell.value) for _, cell in layout.game.table("entrance-guards").cells())
    return most * len(layout.tunnels["entrances"])


def _troopers(id: str, title: str) -> dict[str, Any]:
    return {"id": id, "title": title, "side": "mi", "unit": "trooper"}


def _creatures(id: str, title: str, unit: str, count: int | str, arrival: str) -> dict[str, Any]:
    return {"id": id, "title": title, "side": "bug", "unit": unit, "count": count, "arrival": arrival}
