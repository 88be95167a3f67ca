"""The briefing of one side: its forces and what they can do, its set-up, and what it wins by."""

from __future__ import annotations

from collections.abc import Sequence

from builder.draw.briefing import placement_text
from builder.draw.canvas import Drawing
from builder.draw.counters import weapon_label
from builder.draw.flow import SMALL, Block, Writer, draw_flow
from builder.draw.theme import Theme
from builder.draw.type import Metrics
from builder.draw.unit_figures import figures_line, unit_figures
from builder.scenario.model import Force, Scenario
from rulesdb import Basis


def sides_of(scenario: Scenario) -> tuple[str, ...]:
    """The sides that have a force, in the order of the file."""
    return tuple(dict.fromkeys(force.side for force in scenario.forces))


def has_secrets(scenario: Scenario, side: str) -> bool:
    """Whether a side's briefing is for its player alone: it has hidden counters, cards or powers."""
    return any(
        "back" not in force.unit["counter"] or force.powers or force.cards
        for force in scenario.forces
        if force.side == side
    )


def draw_side_briefing(
    scenario: Scenario,
    side: str,
    size: tuple[float, float],
    theme: Theme,
    metrics: Metrics,
    *,
    debug: bool = False,
) -> list[Drawing]:
    """What one side has to know beyond the briefing that all read, on sheets of ``size`` mm."""
    title = scenario.side_title(side)
    secret = has_secrets(scenario, side)
    reader = f"secret: for the {title} player alone" if secret else f"for the {title} player"

    def blocks(writer: Writer) -> Sequence[Block]:
        return _blocks(scenario, side, writer)

    return draw_flow(
        f"briefing-{side}",
        f"Briefing: {title}" + (" (secret)" if secret else ""),
        f"{scenario.title} · {reader}",
        blocks,
        size,
        theme,
        metrics,
        debug=debug,
    )


def _blocks(scenario: Scenario, side: str, writer: Writer) -> list[Block]:
    forces = [force for force in scenario.forces if force.side == side]
    about = next((known.text for known in scenario.ruleset.sides if known.id == side), "")
    made = [writer.paragraph(about, SMALL, color="muted")] if about else []
    made.append(writer.heading("Your forces"))
    for force in forces:
        made += _force(scenario, force, writer)
    steps = [
        (number, placement)
        for number, placement in enumerate(scenario.placements, 1)
        if placement.force in {force.id for force in forces}
    ]
    later = [force for force in forces if force.arrival]
    if steps or later:
        made.append(writer.heading("Your set-up"))
        made += [
            writer.item(f"Step {number}.", placement_text(scenario, placement)) for number, placement in steps
        ]
        made += [writer.item(f"{force.title}.", f"Come {force.arrival}.") for force in later]
    objectives = [objective for objective in scenario.objectives if objective.side == side]
    if objectives:
        made.append(writer.heading("Your objectives"))
        made += [
            writer.item(f"{objective.title}", f"({scenario.where(objective)}). {objective.text}")
            for objective in objectives
        ]
    made.append(writer.heading("You win"))
    won = [condition for condition in scenario.victory if condition.side == side]
    if won:
        made += [writer.item(f"{condition.grade.capitalize()}.", condition.when) for condition in won]
    else:
        made.append(writer.paragraph("By keeping the other side from what it wins by."))
    if scenario.mission is not None:
        made += _points(scenario, side, writer)
    return made


def _force(scenario: Scenario, force: Force, writer: Writer) -> list[Block]:
    """A force: its figures and arms or its powers, and what the tables say of its units."""
    made = [writer.item(f"{force.title}.", _count(force))]
    if force.text:
        made.append(writer.paragraph(force.text))
    if force.members:
        arms: dict[str, list[str]] = {}
        for member in force.members:
            held = weapon_label(member.weapon) if member.weapon else member.usual or "unarmed"
            arms.setdefault(held, []).append(member.id)
        listed = "; ".join(f"{weapon}: {', '.join(ids)}" for weapon, ids in arms.items())
        made.append(writer.item("In hand.", f"{listed}."))
    for power in {power.slug: power for power in force.powers}.values():
        made.append(writer.item(f"{power.title}.", power["card"]))
    for card, number in force.cards.values():
        times = f" × {number}" if number > 1 else ""
        made.append(writer.item(f"{card.title}{times}.", f"{card['points']} points; play {card['play']}."))
    game = scenario.ruleset
    units = {member.unit.slug: member.unit for member in force.members if member.unit} or {
        force.unit.slug: force.unit
    }
    for unit in units.values():
        ours = " (house)" if unit.provenance.basis is Basis.HOUSE else ""
        text = " ".join(game.plain_text(unit, pointers=False).split())
        said = figures_line(unit, unit_figures(game, unit))
        made.append(writer.item(f"{unit.title}{ours}.", f"{text} {said}", SMALL))
    return made


def _count(force: Force) -> str:
    if force.members:
        teams = f" in {len(force.teams)} teams" if len(force.teams) > 1 else ""
        return f"{len(force.members)} figures{teams}."
    dummies = f" and {force.dummies} dummies" if force.dummies else ""
    said = (
        f"{force.count} creatures in swarms" if force.unit.get("most", 1) > 1 else f"{force.count} counters"
    )
    panic = ""
    if force.panic is not None:
        panic = " Roll their panic rating." if force.panic == "rolled" else f" Panic rating {force.panic}."
    draw = " Draw their powers." if "powers" in force.unit.facts and not force.powers else ""
    return f"{said}{dummies}.{panic}{draw}"


def _points(scenario: Scenario, side: str, writer: Writer) -> list[Block]:
    """The lines of the mission that give the side points."""
    mission = scenario.mission
    lines = [line for line in mission["victory"] if line["side"] == side] if mission is not None else []
    made = [
        writer.item(
            " / ".join(map(str, line["by_number"])) if "by_number" in line else str(line["each"]),
            line["text"],
        )
        for line in lines
    ]
    return [writer.heading("What gives you points"), *made] if made else []
