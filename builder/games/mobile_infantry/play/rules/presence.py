"""Presence tests: whether bugs appear, where, which and how many.

Source: mobile-infantry Presence testing
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import numpy as np

from builder.games.mobile_infantry.play.ground import Mask
from builder.games.mobile_infantry.play.roster import BUG, BUGS, FLYER, WARRIOR
from builder.games.mobile_infantry.play.rules.spotting import notice
from builder.games.mobile_infantry.play.setting import Setting
from builder.games.mobile_infantry.play.state import NOBODY, State
from builder.playtest.agenda import Agenda
from builder.playtest.play import Action, Decision, Roll, Thrown
from builder.playtest.tables import Use

PRESENCE = Agenda()
STEP = "rule/presence-testing"
FORT = "fort"
DIRECTIONS = 8
_BY_CRAFT = frozenset({"landing", "drop-zone"})


def presence_modifiers(setting: Setting, state: State) -> tuple[str, ...]:
    """The modifiers of the presence test."""
    squads = {
        setting.teams[setting.units[unit].team].squad for unit in setting.living(state, setting.troopers)
    }
    modifiers = ["squad-beyond-first"] * max(0, len(squads - _strays(setting)) - 1)
    if _came_by_craft(setting) or setting.landed(state):
        modifiers.append("vehicles-or-craft")
    if state.engaged_before:
        modifiers.append("engaged-last-turn")
    mouths = list(setting.ground.entrances)
    if setting.assume["mouths"] == "all":
        mouths += [place for place in state.places if 0 <= place < setting.ground.surface]
    men, far = setting.living(state, setting.troopers), setting.figures.near_entrance
    if any(setting.near(state, mouth, men, far) for mouth in mouths):
        modifiers.append("near-tunnel")
    return tuple(modifiers)


def _strays(setting: Setting) -> set[int]:
    """The squads that are only a team without a command team."""
    led = {team.squad for team in setting.teams if team.is_command}
    return {team.squad for team in setting.teams} - led if led else set()


def _came_by_craft(setting: Setting) -> bool:
    places = {str(place["id"]) for place in setting.mission.get("places", ())}
    return not setting.at_fort and (bool(places & _BY_CRAFT) or "set_up_as" in setting.mission.facts)


@PRESENCE.run("presence")
def _roll_presence(setting: Setting, state: State) -> Roll | None:
    if not setting.living(state, setting.troopers):
        return None
    table = "fort-presence" if setting.at_fort else "presence"
    return Roll(setting.tables.roll(table), BUG, "presence", f"table/{table}")


@PRESENCE.answer("presence")
def _test_presence(setting: Setting, state: State, thrown: Thrown) -> Sequence[Use]:
    if setting.at_fort:
        use = setting.tables["fort-presence"].use(thrown.total)
    else:
        modifiers = presence_modifiers(setting, state)
        use = setting.tables["presence"].use(thrown.total, modifiers=modifiers)
    if use.table.results[use.cell] == "present":
        state.push(("whence",))
    return [use]


@PRESENCE.run("whence")
def _ask_whence(setting: Setting, state: State) -> Decision | None:
    """The bug player chooses the team from which the place is measured, or the direction from a fort."""
    if not setting.at_fort and setting.assume["measured-from"] == "command-team":
        teams = [team for team in range(len(setting.teams)) if setting.alive(state, team)]
        teams.sort(key=lambda team: not setting.teams[team].is_command)
        state.push(("where", teams[0]))
        return None
    return Decision(BUG, "whence", STEP)


@PRESENCE.option("whence")
def _whence(setting: Setting, state: State) -> Sequence[Action]:
    if setting.at_fort:
        return [("direction", number) for number in range(DIRECTIONS)]
    teams = range(len(setting.teams))
    return [("team", team) for team in teams if setting.alive(state, team)]


@PRESENCE.answer("whence")
def _choose_whence(setting: Setting, state: State, action: Action) -> Sequence[Use]:
    number = int(action[1])
    state.push(("how far", number, FORT) if setting.at_fort else ("where", number))
    return ()


@PRESENCE.run("where")
def _roll_where(setting: Setting, state: State, team: int) -> Roll:
    return Roll(setting.tables.roll("bug-location"), BUG, "location", "table/bug-location")


@PRESENCE.answer("where")
def _where(setting: Setting, state: State, thrown: Thrown, team: int) -> Sequence[Use]:
    table = setting.tables["bug-location"]
    state.push(("how far", team, str(table.result(thrown.total))))
    return [table.use(thrown.total)]


@PRESENCE.run("how far")
def _roll_distance(setting: Setting, state: State, number: int, location: str) -> Roll:
    return Roll(setting.tables.dice("bug-distance", location), BUG, "distance", "table/bug-distance")


@PRESENCE.answer("how far")
def _how_far(setting: Setting, state: State, thrown: Thrown, number: int, location: str) -> Sequence[Use]:
    state.push(("which", place_of(setting, state, number, location, thrown.total)))
    return [setting.tables["bug-distance"].use(location)]


def place_of(setting: Setting, state: State, number: int, location: str, inches: int) -> int:
    """The cell so far ahead of a team, behind it or on a flank; at a fort, in a direction from its middle."""
    ground = setting.ground
    if location == FORT:
        middle = ground.points[sorted(setting.perimeter)].mean(axis=0)
        angle = math.tau * number / DIRECTIONS
        return ground.cell_at(middle[0] + inches * math.sin(angle), middle[1] - inches * math.cos(angle))
    here = state.cell[setting.alive(state, number)[0]]
    x, y = ground.spots[here]
    across, along = _front(setting, state, number, here)
    ways = {
        "ahead": (across, along), "behind": (-across, -along),
        "left-flank": (along, -across), "right-flank": (-along, across),
    }  # fmt: skip
    way = ways[location]
    if here < ground.surface:
        return ground.cell_at(x + way[0] * inches, y + way[1] * inches)
    # Below ground the distance is that through the tunnels, as far as they go in that direction.
    offsets = ground.points[ground.surface :] - ground.points[here]
    row = ground.away(here)[ground.surface :]
    ahead = offsets[:, 0] * way[0] + offsets[:, 1] * way[1] > 0
    miss = np.abs(row - inches) + np.where(ahead, 0.0, 1000.0)
    return ground.surface + int(np.argmin(miss))


def _front(setting: Setting, state: State, team: int, here: int) -> tuple[float, float]:
    """The direction in which a team has moved last; before that, toward the middle of the table."""
    ground = setting.ground
    x, y = ground.spots[here]
    heading = state.heading[team]
    table = setting.scenario.table_map
    to = ground.spots[heading] if heading >= 0 and heading != here else (table.width / 2, table.depth / 2)
    across, along = to[0] - x, to[1] - y
    length = math.hypot(across, along)
    return (across / length, along / length) if length else (0.0, -1.0)


@PRESENCE.run("which")
def _roll_which(setting: Setting, state: State, place: int) -> Roll:
    return Roll(setting.tables.roll("bug-type"), BUG, "type", "table/bug-type")


@PRESENCE.answer("which")
def _which(setting: Setting, state: State, thrown: Thrown, place: int) -> Sequence[Use]:
    table = setting.tables["bug-type"]
    kind = str(table.result(thrown.total))
    if setting.is_below and kind == FLYER:
        kind = WARRIOR
    state.push(("how many", place, BUGS.index(kind), NOBODY))
    return [table.use(thrown.total)]


@PRESENCE.run("how many")
def _roll_number(setting: Setting, state: State, place: int, kind: int, group: int) -> Roll | None:
    dice = setting.tables.dice("bug-number", BUGS[kind])
    if dice.isdigit():
        appear(setting, state, place, BUGS[kind], int(dice), group)
        return None
    return Roll(dice, BUG, "number", "table/bug-number")


@PRESENCE.answer("how many")
def _how_many(
    setting: Setting, state: State, thrown: Thrown, place: int, kind: int, group: int
) -> Sequence[Use]:
    appear(setting, state, place, BUGS[kind], thrown.total, group)
    return [setting.tables["bug-number"].use(BUGS[kind])]


def appear(
    setting: Setting, state: State, place: int, kind: str, number: int, group: int, force: str = ""
) -> None:
    """Put bugs on the table: out of cover near a place, or out of a tunnel there, or from the sky."""
    ground = setting.ground
    bugs = list(itertools.islice(setting.in_box(state, kind, force), number))
    if not bugs:
        return
    if group < 0:
        if kind != FLYER and place < ground.surface:
            cover = ground.within(place, setting.figures.near_cover) & ground.has_cover
            nearest = ground.nearest_of(cover, ground.away(place))
            place = nearest if nearest >= 0 else place
        group = len(state.places)
        state.places.append(place)
        state.kinds.append(BUGS.index(kind))
        state.follows.append(1)
        state.appeared.append(state.turn)
        state.known_since += [0] * setting.squads
    row = ground.away(place)
    for bug in bugs:
        mask: Mask = ground.free(ground.reached_from(place), state.cell)
        state.cell[bug] = ground.nearest_of(mask, row)
        state.hits[bug] = state.flags[bug] = state.inches[bug] = 0
        state.group[bug], state.origin[bug] = group, state.cell[bug]
    notice(setting, state)


# Others that follow.


@PRESENCE.run("follow-ups")
def _follow_ups(setting: Setting, state: State) -> None:
    """Where bugs have appeared in an earlier round, more may come."""
    places = [
        group for group, open_ in enumerate(state.follows) if open_ and state.appeared[group] < state.turn
    ]
    state.push(*(("follow", group) for group in places))


@PRESENCE.run("follow")
def _roll_follow(setting: Setting, state: State, group: int) -> Roll:
    return Roll(setting.tables.roll("more-bugs"), BUG, "more bugs", "table/more-bugs")


@PRESENCE.answer("follow")
def _follow(setting: Setting, state: State, thrown: Thrown, group: int) -> Sequence[Use]:
    table = setting.tables["more-bugs"]
    result = table.result(thrown.total)
    if result == "no more":
        state.follows[group] = 0
    elif result == "more":
        place = state.places[group]
        if setting.assume["more-kind"] == "rolled":
            state.push(("which", place))
        else:
            state.push(("how many", place, state.kinds[group], group))
    return [table.use(thrown.total)]
