"""Everything for one side: its briefing, and the records of its forces."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import partial

from builder.draw.game_sheets import sheets_of
from builder.draw.sheets.rosters import roster_flows
from builder.draw.sheets.sides.arrivals import arrival_flow
from builder.draw.sheets.sides.creature_sheets import creature_flow
from builder.draw.sheets.sides.side_briefing import side_flows
from builder.draw.sheets.sides.side_colors import context_of_side
from builder.draw.sheets.sides.side_reminders import reminder_flow
from builder.draw.sheets.sides.unit_sheets import card_flow, unit_flow
from builder.draw.sheets.team_sheets import has_note_lines, hit_flow, team_flow
from builder.draw.surface.canvas import Drawing
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import Flow
from builder.draw.surface.flow_sheets import FlowSheets, fitted_sheets
from builder.scenario.model import Force, Scenario

# The least share of the usual size of type that rules to remember are worth on the sheet of a briefing.
_LEAST = 0.9
# In type of this scale, they are worth it in any case.
_USUAL = 1.0
# The sizes of type in which there may be room for a few of them.
_SMALLER = (1.0, 0.94, 0.88)
# So few teams are listed together with those of other forces.
_FEW_TEAMS = 2


def draw_side_sheets(
    scenario: Scenario, side: str, size: tuple[float, float], context: DrawingContext
) -> list[Drawing]:
    """The sheets for one side and nobody else, as few of ``size`` mm as possible."""
    return side_sheets(scenario, side, size, context).drawings()


def side_sheets(
    scenario: Scenario,
    side: str,
    size: tuple[float, float],
    context: DrawingContext,
    *,
    most: float = math.inf,
    with_reminders: bool = True,
) -> FlowSheets:
    """The briefing of a side and the records of its forces, before anything is drawn.

    Below them are the rules that the side should remember, unless they stand elsewhere, and who of it arrives
    when, if that takes no more sheets. Their type has at most the scale ``most``, and all is in the color of
    the side.
    """
    context = context_of_side(scenario, side, context)
    if _has_fine_records(scenario, side):
        # Larger texts above them would look like those of another sheet.
        most = min(most, 1.0)
    sheets = _with_records(scenario, side, size, context, most, with_reminders=with_reminders)
    arrivals = arrival_flow(scenario, side, context)
    if arrivals is not None:
        sheets.add_if_fits(arrivals, least=0.0)
    return sheets


def _with_records(
    scenario: Scenario,
    side: str,
    size: tuple[float, float],
    context: DrawingContext,
    most: float,
    *,
    with_reminders: bool,
) -> FlowSheets:
    """The briefing and the records, and reminders if they take no more sheets."""
    briefing, records = (
        side_flows(scenario, side, size, context),
        list(_record_flows(scenario, side, context)),
    )
    flows = [*briefing, *records]
    # Lines to write on fill the last sheet of fine records, whose teams need no more room.
    fitted = partial(fitted_sheets, is_filled=_has_fine_records(scenario, side))
    sheets = fitted(flows, size, context, most=most)
    if not with_reminders:
        return sheets
    own = [force for force in scenario.forces if force.side == side]

    def reminded(reminders: Flow | None) -> FlowSheets | None:
        """The sheets with reminders, if they take no more; without any if there are none."""
        if reminders is None:
            return sheets
        if sheets.count > 1 and are_squads(own):
            # Below the first squad, on the sheet of the briefing, if the next one has a sheet of its own.
            first, *others = records
            above = fitted([*briefing, first, reminders], size, context, most=most)
            within = fitted([*briefing, first, reminders, *others], size, context, most=above.scale)
            if above.count == 1 and within.count == sheets.count and within.scale >= min(most, _USUAL):
                return within
        elif sheets.count > 1:
            # On the sheet of the briefing, if a team then begins the next one.
            before = fitted([*briefing, reminders, *records], size, context, most=most)
            if before.count == sheets.count and before.scale >= sheets.scale * _LEAST:
                return before
        # Sheets on which they do not fit do not change.
        if sheets.add_if_fits(reminders, least=0.0):
            return sheets
        # In smaller type, if need be: both sides of a game have reminders, or neither seems to need them.
        fuller = fitted([*flows, reminders], size, context, most=most)
        return fuller if fuller.count == sheets.count else below_smaller(reminders)

    def below_smaller(reminders: Flow) -> FlowSheets | None:
        """Reminders in less room than a section usually begins in, below the rest in smaller type."""
        for scale in _SMALLER:
            smaller = fitted(flows, size, context, most=min(most, scale))
            if smaller.count == sheets.count and smaller.add_if_fits(reminders, least=0.0):
                return smaller
        return None

    full = reminder_flow(scenario, side, context)
    fullest = reminded(full)
    if fullest is not None and (fullest is sheets or fullest.scale >= min(most, _USUAL)):
        return fullest
    # The rules of the game that are no concern of the side's own things are the first to be left out.
    own_things = reminder_flow(scenario, side, context, only_of_things=True)
    if fullest is None and own_things is not None and (fitting := below_smaller(own_things)) is not None:
        return fitting
    # What binds everybody is on the briefing for all, too, and so is left out next.
    only_own = reminder_flow(scenario, side, context, only_own=True)
    fewer = None if only_own is None else reminded(only_own)
    if fullest is not None and (fewer is None or fullest.scale >= fewer.scale * _LEAST):
        return fullest
    if fewer is not None:
        return fewer
    # Or only about what the side itself has.
    shorter = reminder_flow(scenario, side, context, only_own=True, only_of_things=True)
    # Or at least what this scenario changes, which no rulebook has.
    changes = reminder_flow(scenario, side, context, only_changes=True)
    left = (below_smaller(flow) for flow in (shorter, changes) if flow is not None)
    return next(filter(None, left), sheets)


def _has_fine_records(scenario: Scenario, side: str) -> bool:
    """Whether a side has records of figures in type of one size, whatever that of other texts is."""
    game = scenario.ruleset
    is_listed = sheets_of(game).listed_teams is not None or "weapon_columns" in game.printing
    return is_listed and any(force.side == side and force.teams for force in scenario.forces)


def are_squads(forces: Sequence[Force]) -> bool:
    """Whether there are several forces, each with many teams, which are listed apart."""
    return len(forces) > 1 and all(len(force.teams) > _FEW_TEAMS for force in forces)


def has_notes(scenario: Scenario, side: str) -> bool:
    """Whether the records of a side have lines to write on."""
    return any(map(has_note_lines, _teams_together(scenario, side)))


def _teams_together(scenario: Scenario, side: str) -> list[list[Force]]:
    """The forces of a side with records of teams, those together that stand below one title.

    Each of several squads has a title across the sheet, and its teams in two even columns.
    """
    own = sheets_of(scenario.ruleset).listed_teams
    forces = [force for force in scenario.forces if force.side == side and force.teams]
    forces = [force for force in forces if not (own and all(team.is_listed for team in force.teams))]
    if are_squads(forces):
        return [[force] for force in forces]
    return [forces] if forces else []


def _record_flows(scenario: Scenario, side: str, context: DrawingContext) -> Iterator[Flow]:
    """The records of a side's forces, each in the form for its kind."""
    forces = [force for force in scenario.forces if force.side == side]
    scored = [force for force in forces if force.unit.get("scores")]
    hits = [force for force in forces if scenario.ruleset.teams and not force.members]
    own = sheets_of(scenario.ruleset).listed_teams
    groups = _teams_together(scenario, side)
    in_teams = [force for group in groups for force in group]
    rostered = [force for force in forces if force.members and not force.teams and force not in scored]
    for group in groups:
        yield team_flow(scenario, group, context)
    for force in forces:
        if force in scored or force in in_teams:
            continue
        if force.teams and own is not None:
            yield own(scenario, force, context)
        elif force.members:
            if force is rostered[0]:
                yield from roster_flows(scenario, rostered, context)
        elif force not in hits:
            yield creature_flow(scenario, force, context)
    if scored:
        yield unit_flow(scenario, scored, context)
        if (cards := card_flow(scenario, scored, context)) is not None:
            yield cards
    if hits:
        yield hit_flow(scenario, hits, context)
