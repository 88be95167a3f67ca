"""The briefing that every player may read."""

from __future__ import annotations

from collections.abc import Sequence

from builder.draw.canvas import Canvas, Drawing
from builder.draw.flow import NOTE, SMALL, Block, Writer, draw_flow
from builder.draw.theme import Theme
from builder.draw.type import BOLD, CONDENSED, Metrics, Type
from builder.scenario.capability import able
from builder.scenario.model import Force, HexMap, Objective, Placement, Scenario
from rulesdb import Entry


def draw_briefing(
    scenario: Scenario, size: tuple[float, float], theme: Theme, metrics: Metrics, *, debug: bool = False
) -> list[Drawing]:
    """Story, forces, set-up, turn track, victory and special rules on sheets of ``size`` mm."""
    about = f"{scenario.ruleset.title} scenario · version {scenario.version} · {', '.join(scenario.authors)}"

    def blocks(writer: Writer) -> Sequence[Block]:
        return _blocks(scenario, writer)

    return draw_flow("briefing", scenario.title, about, blocks, size, theme, metrics, debug=debug)


def _blocks(scenario: Scenario, writer: Writer) -> list[Block]:
    players = f"{scenario.players} players" + (f", {scenario.length}" if scenario.length else "")
    made = [
        writer.paragraph(scenario.summary),
        writer.paragraph(players, SMALL, color="muted"),
        writer.heading("Forces"),
        *(writer.item(f"{force.title}.", _force_text(scenario, force)) for force in scenario.forces),
        *_vehicles(scenario, writer),
        writer.heading("Set-up"),
        *_command_post(scenario, writer),
        *(
            writer.item(f"{number}.", placement_text(scenario, placement))
            for number, placement in enumerate(scenario.placements, 1)
        ),
        *([writer.paragraph(_air_text(scenario.map))] if isinstance(scenario.map, HexMap) else []),
        writer.heading(f"Length: {scenario.turns} turns"),
        _turn_track(scenario, writer),
        *(
            writer.item(f"Turn {event.turn}, {event.title}.", event.text)
            for event in sorted(scenario.events, key=lambda event: event.turn)
        ),
    ]
    if scenario.objectives:
        made.append(writer.heading("Objectives"))
        made += [
            writer.item(
                f"{objective.title}",
                f"({scenario.side_title(objective.side)}, {scenario.where(objective)}). {objective.text}"
                + _who_may(scenario, objective),
            )
            for objective in scenario.objectives
        ]
    if scenario.mission is not None:
        made += _mission(scenario, scenario.mission, writer)
    made.append(writer.heading("Victory"))
    for condition in scenario.victory:
        needs = [item.title for item in scenario.objectives if item.id in condition.objectives]
        lead = f"{scenario.side_title(condition.side)}, {condition.grade}."
        made.append(writer.item(lead, condition.when + (f" [{', '.join(needs)}]" if needs else "")))
    if scenario.special_rules:
        made.append(writer.heading("Special rules"))
        for rule in scenario.special_rules:
            replaces = f" (Replaces {rule.overrides.provenance.source}.)" if rule.overrides else ""
            made.append(writer.item(f"{rule.title}.", rule.text + replaces))
    if scenario.notes:
        made += [writer.heading("Designer's notes"), writer.paragraph(scenario.notes, NOTE)]
    return made


def _vehicles(scenario: Scenario, writer: Writer) -> list[Block]:
    """What there is to drive or launch, who runs it, and where it stands."""
    made = []
    for vehicle in scenario.vehicles:
        force = scenario.force(vehicle.force)
        where = scenario.where(vehicle.location) or "not on the map yet"
        crew = f"; run by {', '.join(member.name for member in vehicle.crew)}" if vehicle.crew else ""
        about = f"{vehicle.kind.title} of the {force.title if force else vehicle.force}: {where}{crew}."
        made.append(writer.item(f"{vehicle.title}.", f"{about} {vehicle.text}".strip()))
    return [writer.heading("Vehicles"), *made] if made else []


def _command_post(scenario: Scenario, writer: Writer) -> list[Block]:
    zone = scenario.zone(scenario.command_post)
    return [writer.paragraph(f"The command post is in {zone.title}.")] if zone is not None else []


def _who_may(scenario: Scenario, objective: Objective) -> str:
    """Those who may do what the objective asks for."""
    if not objective.act:
        return ""
    named = ", ".join(member.name for _, member in able(scenario, objective.side, objective.act))
    return f" To {objective.act.replace('-', ' ')}: {named or 'nobody'}."


def _mission(scenario: Scenario, mission: Entry, writer: Writer) -> list[Block]:
    """What the book says of the mission, and the points it gives."""
    rows = [
        [
            scenario.side_title(line["side"]),
            line["text"],
            " / ".join(map(str, line["by_number"])) if "by_number" in line else str(line["each"]),
        ]
        for line in mission["victory"]
    ]
    text = " ".join(scenario.ruleset.plain_text(mission, pointers=False).split())
    return [
        writer.heading(f"Mission: {mission.title}"),
        writer.paragraph(text),
        *(writer.item("·", condition) for condition in mission.get("conditions", ())),
        writer.table(["Side", "Victory points for", "Each"], rows, (2.4, 5, 1.2)),
        writer.paragraph(f"[{mission.provenance.source}]", SMALL, color="muted"),
    ]


def _force_text(scenario: Scenario, force: Force) -> str:
    side = scenario.side_title(force.side)
    if force.teams:
        teams = ", ".join(team.title for team in force.teams)
        number = f"{len(force.teams)} teams" if len(force.teams) > 1 else "one team"
        return f"{side}: {len(force.members)} figures in {number}: {teams}."
    if force.arrival:
        return f"{side}: {counted(force)} at hand, to come {force.arrival}."
    if force.members:
        roster = f", on the {force.roster.title.lower()} roster" if force.roster else ""
        return f"{side}: {len(force.members)} figures{roster}."
    dummies = f" and {force.dummies} dummies" if force.dummies else ""
    where = "its player's briefing" if "back" in force.unit["counter"] else "the secret sheet"
    return f"{side}: {counted(force)}{dummies}; what they can do is on {where}."


def counted(force: Force) -> str:
    """How many counters a force of creatures or units has, or how many creatures are in its swarms.

    >>> from builder.scenario.load import load_scenario
    >>> from rulesdb.shipped import shipped
    >>> scenario = load_scenario(shipped("scenarios") / "bugged" / "brood-debt.yaml")
    >>> [counted(force) for force in scenario.forces[:2]]
    ['one counter', '2 counters']
    """
    if force.unit.get("most", 1) > 1:
        return f"{force.count} creatures in swarms"
    return "one counter" if force.count == 1 else f"{force.count} counters"


def placement_text(scenario: Scenario, placement: Placement) -> str:
    """One step of the set-up in words: who, where, and how."""
    force, zone = scenario.force(placement.force), scenario.zone(placement.zone)
    who = force.title if force else placement.force
    if placement.teams and force is not None:
        who = ", ".join(team.title for team in force.teams if team.id in placement.teams)
    elif placement.members and force is not None:
        named = [member.name for member in force.members if member.id in placement.members]
        who = ", ".join(named)
    elif force is not None and any(
        other is not placement and other.force == placement.force for other in scenario.placements
    ):
        who = f"The rest of the {force.title[0].lower()}{force.title[1:]}"
    where = placement.zone
    if zone is not None:
        areas = ""
        if isinstance(scenario.map, HexMap):
            areas = f" ({', '.join(scenario.map.areas[area].name for area in zone.areas)})"
        where = f"{zone.title}{areas}"
    conditions = f" {placement.text}" if placement.text else ""
    return f"{who}: {where}.{conditions}"


def _air_text(hex_map: HexMap) -> str:
    inside, outside = hex_map.inside, hex_map.outside
    lifts = " ".join(
        f"{lift.name} starts on the {hex_map.levels[lift.starts].title}." for lift in hex_map.lifts
    )
    others = [
        f"{area.name}: {area.atmosphere}" for area in hex_map.areas.values() if area.atmosphere != inside
    ]
    but = f", but {'; '.join(others)}" if others else ""
    site = {"ship": "Aboard a ship. ", "base": "In a base. "}.get(hex_map.site, "")
    return f"{site}Inside the air is {inside}{but}; outside is {outside}. {lifts}".strip()


def _turn_track(scenario: Scenario, writer: Writer) -> Block:
    """Numbered boxes to mark the turn; turns with an event are filled."""
    side = 8.0
    a_row = max(1, int(writer.width // side))
    rows = -(-scenario.turns // a_row)
    marked = {event.turn for event in scenario.events}

    def draw(canvas: Canvas, x: float, y: float) -> None:
        for turn in range(1, scenario.turns + 1):
            row, column = divmod(turn - 1, a_row)
            left, top = x + column * side, y + row * side
            fill = writer.theme["panel"] if turn in marked else writer.theme["paper"]
            canvas.rect(left, top, side, side, fill=fill, stroke=writer.theme["ink"], stroke_width=0.3)
            face = BOLD if turn in marked else CONDENSED
            canvas.text(
                str(turn),
                left + side / 2,
                top + 5.4,
                Type(face, 3.8),
                anchor="middle",
                fill=writer.theme["ink"],
            )

    return Block(rows * side + 3, draw)
