"""Seeing and spotting bugs, and reports by radio.

Source: mobile-infantry Spotting Bugs
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from builder.games.mobile_infantry.play.roster import MI
from builder.games.mobile_infantry.play.rules.reactions import watch_bugs
from builder.games.mobile_infantry.play.setting import Setting
from builder.games.mobile_infantry.play.state import ROUT, State
from builder.playtest.agenda import Agenda
from builder.playtest.play import Roll, Thrown
from builder.playtest.tables import Use

SPOTTING = Agenda()


def groups_alive(setting: Setting, state: State) -> dict[int, list[int]]:
    """The bugs on the table of each group."""
    groups: dict[int, list[int]] = {}
    for bug in setting.living(state, setting.bugs):
        if state.group[bug] >= 0:
            groups.setdefault(state.group[bug], []).append(bug)
    return groups


def notice(setting: Setting, state: State) -> None:
    """Squads see bugs in plain view that are near; then teams that bugs have come near to take tests."""
    squads, far = setting.squads, setting.figures.spotting
    for group, bugs in groups_alive(setting, state).items():
        for squad in range(squads):
            at = group * squads + squad
            if state.known_since[at]:
                continue
            men = (
                unit
                for team in setting.teams
                if team.squad == squad
                for unit in setting.alive(state, setting.units[team.members[0]].team)
            )
            if _in_view(setting, state, men, bugs, far):
                state.known_since[at] = state.turn
    watch_bugs(setting, state)


def _in_view(setting: Setting, state: State, men: Iterable[int], bugs: Sequence[int], far: float) -> bool:
    """Whether one of some troopers sees one of some bugs within a distance."""
    cell, sees = state.cell, setting.ground.sees
    return any(sees(cell[man], cell[bug]) for man in men for bug in setting.near(state, cell[man], bugs, far))


@SPOTTING.run("spotting")
def _spot(setting: Setting, state: State) -> None:
    """Squads report by radio what they knew before; then the nearest team tries to spot each hidden group."""
    _report(setting, state)
    groups = groups_alive(setting, state)
    hidden = [group for group, bugs in groups.items() if setting.is_hidden(state, bugs[0])]
    state.push(*(("spot", group) for group in hidden))


def _report(setting: Setting, state: State) -> None:
    """A squad with a Radio MI reports in the round after it has learned of bugs."""
    squads = setting.squads
    if squads == 1:
        return
    on_air = {
        setting.teams[setting.units[unit].team].squad for unit in setting.radios if setting.able(state, unit)
    }
    for first in range(0, len(state.known_since), squads):
        known_since = state.known_since[first : first + squads]
        if any(0 < known_since[squad] < state.turn for squad in on_air):
            state.known_since[first : first + squads] = [since or state.turn for since in known_since]


def spotter(setting: Setting, state: State, group: int) -> tuple[int, float]:
    """The team nearest to a group that can spot it, and its distance; -1 if there is none."""
    bugs = groups_alive(setting, state).get(group, [])
    best, nearest = -1, 0.0
    for team in range(len(setting.teams)):
        if not setting.ables(state, team) or state.mood[team] == ROUT or setting.in_fight(state, team):
            continue
        away = min((setting.team_distance(state, team, state.cell[bug]) for bug in bugs), default=0.0)
        if best < 0 or away < nearest:
            best, nearest = team, away
    return best, nearest


@SPOTTING.run("spot")
def _roll_spot(setting: Setting, state: State, group: int) -> Roll | None:
    bugs = groups_alive(setting, state).get(group)
    if not bugs or not setting.is_hidden(state, bugs[0]) or spotter(setting, state, group)[0] < 0:
        return None
    return Roll(setting.tables.roll("spotting"), MI, "spotting", "table/spotting")


def spotting_modifiers(setting: Setting, state: State, group: int) -> tuple[str, ...]:
    """The modifiers of the roll to spot a group."""
    team, nearest = spotter(setting, state, group)
    bugs = groups_alive(setting, state)[group]
    ground, men = setting.ground, setting.alive(state, team)
    modifiers = []
    if setting.teams[team].is_command:
        modifiers.append("command-team")
    if not setting.others_near(state, team, setting.figures.alone):
        modifiers.append("alone")
    if any(ground.is_hill[state.cell[unit]] for unit in men):
        modifiers.append("on-hill")
    craft = setting.landed(state)
    if any(setting.near(state, state.cell[unit], craft, setting.figures.contact) for unit in men):
        modifiers.append("vehicle-or-craft")
    modifiers += ["three-bugs"] * (len(bugs) // setting.figures.bugs_to_spot)
    others = (other for other in range(len(setting.teams)) if other != team and setting.ables(state, other))
    if any(
        min(setting.team_distance(state, other, state.cell[bug]) for bug in bugs)
        < nearest + setting.figures.equal_distance
        for other in others
    ):
        modifiers.append("equidistant")
    return tuple(modifiers)


@SPOTTING.answer("spot")
def _spotted(setting: Setting, state: State, thrown: Thrown, group: int) -> Sequence[Use]:
    """A team that spots bugs while it is alone takes a test; its squad knows of them at once."""
    team, _ = spotter(setting, state, group)
    modifiers = spotting_modifiers(setting, state, group)
    table = setting.tables["spotting"]
    if table.result(thrown.total, modifiers=modifiers) == "spotted":
        squad = setting.teams[team].squad
        state.known_since[group * setting.squads + squad] = state.turn
        if "alone" in modifiers:
            state.push(("test", team))
        watch_bugs(setting, state)
    return [table.use(thrown.total, modifiers=modifiers)]
