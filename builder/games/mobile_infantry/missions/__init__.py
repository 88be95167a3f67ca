"""The text of a scenario file to start from, for a mission of the game."""

from __future__ import annotations

from collections.abc import Iterator

from builder.games.mobile_infantry.missions.layout import Layout, lay_out
from builder.games.mobile_infantry.missions.plan import places_of
from builder.scenario.yaml_text import about_lines, flow
from rulesdb import Entry, InputError, Ruleset

_ORDINALS = ("First", "Second", "Third", "Fourth")
_COLORS = ("Red", "Blue", "Green", "Gold")
_SUPPLY = (
    ("warrior", "Warriors", 16),
    ("flying-warrior", "Flying Warriors", 6),
    ("tank-bug", "Tank Bugs", 3),
)


def mission_scenario(game: Ruleset, mission: Entry, id: str, title: str, seed: int, squads: int = 1) -> str:
    """The text of a scenario file for a mission, with so many squads of MI.

    Raises:
        InputError: squads out of range, or a mission that cannot be laid out.
    """
    if not 1 <= squads <= len(_ORDINALS):
        raise InputError(f"squads={squads}: use 1-{len(_ORDINALS)}, as a company has")
    layout = lay_out(game, mission, seed)
    return "\n".join(_lines(layout, id, title, squads)) + "\n"


def _lines(layout: Layout, id: str, title: str, squads: int) -> Iterator[str]:
    summary = layout.game.plain_text(layout.mission, pointers=False)
    yield from about_lines(layout.game, id, title, squads + 1, summary, layout.mission.slug)
    yield from ("", "map:", "  kind: table", f"  title: {title}")
    yield from (f"  width: {layout.width:g}", f"  depth: {layout.depth:g}", "  unit: inch", "  pieces:")
    yield from (f"    - {flow(piece)}" for piece in layout.pieces)
    if layout.tunnels:
        yield "  tunnels:"
        for name, items in layout.tunnels.items():
            yield f"    {name}:"
            yield from (f"      - {flow(item)}" for item in items)
    yield from ("", "forces:")
    yield from _forces(layout, squads)
    yield from ("", "setup:", "  zones:")
    yield from (f"    - {flow(zone)}" for zone in layout.zones)
    yield "  placements:"
    yield from (f"    - {{force: squad-{squad}, zone: {layout.start}}}" for squad in range(1, squads + 1))
    if any(zone["id"] == "survivors" for zone in layout.zones):
        yield "    - {force: survivors, zone: survivors}"
    rounds = layout.game.table("mission-rounds").lookup(mission=layout.mission.slug).result
    yield from ("", "schedule:", f"  turns: {rounds}")
    due = layout.mission.get("retrieval", {}).get("rounds", ())
    if due:
        yield "  events:"
    for turn in due:
        yield f"    - turn: {turn}"
        yield "      title: Craft overhead"
        yield "      text: Retrieval Craft land at the rendezvous if MI are there and no bugs are."
    if layout.objectives:
        yield from ("", "objectives:")
        yield from (f"  - {flow(objective)}" for objective in layout.objectives)
    yield from ("", "victory:")
    yield "  - {side: mi, grade: on points, when: The MI have more victory points than the bugs at the end.}"
    yield "  - {side: bug, grade: on points, when: The bugs have at least as many victory points as the MI.}"


def _forces(layout: Layout, squads: int) -> Iterator[str]:
    teams = int(layout.game.table("organization").lookup(unit="squad").result["fire-team"])
    for squad in range(squads):
        first = ord("A") + squad * (teams + 1)
        yield f"  - id: squad-{squad + 1}"
        yield f"    title: {_ORDINALS[squad]} Squad"
        yield from ("    side: mi", "    unit: trooper", "    teams:")
        yield f"      - {{id: {chr(first)}, title: Command Team, made_of: squad}}"
        for index in range(teams):
            name = f"{_COLORS[index % len(_COLORS)]} Team"
            gun = ", weapons: {4: mini-gun}" if index == 0 else ""
            yield (
                f"      - {{id: {chr(first + 1 + index)}, title: {name}, made_of: fire-team, "
                f"experience: rolled{gun}}}"
            )
    if any(zone["id"] == "survivors" for zone in layout.zones):
        yield from (
            "  - id: survivors",
            "    title: Survivors",
            "    side: mi",
            "    unit: trooper",
            "    teams:",
        )
        yield "      - {id: Z, title: Survivors, made_of: fire-team, experience: experienced}"
    for unit, title, count in _SUPPLY:
        if not (layout.tunnels and unit == "flying-warrior"):
            yield from _creatures(f"{unit}s", title, unit, count, "by presence tests")
    if any(place["id"] == "lair" for place in places_of(layout.game, layout.mission)):
        yield from _creatures("brain-bug", "Brain Bug", "brain-bug", 1, "in its chamber, with its guard")


def _creatures(id: str, title: str, unit: str, count: int, arrival: str) -> Iterator[str]:
    yield f"  - id: {id}"
    yield f"    title: {title}"
    yield "    side: bug"
    yield f"    unit: {unit}"
    yield f"    count: {count}"
    yield f"    arrival: {arrival}"
