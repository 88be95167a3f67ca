"""The move phase: humans, boarding, then bugs; and bugs that come on."""

from __future__ import annotations

from collections.abc import Sequence

from builder.games.handspan.play.roster import GUNS
from builder.games.handspan.play.setting import Setting
from builder.games.handspan.play.state import WAITING, Flag, State
from builder.playtest.play import Action, Roll
from builder.playtest.tables import Use

STAY, GO, HELP, PASS, RELOAD, CLIMB_ABOARD, WAIT, COME = (
    "stay", "go", "help", "pass", "reload", "board", "wait", "come",
)  # fmt: skip
_NO_POINT, EACH_POINT = "without a command point", "each command point"


class Moving:
    """How units move."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    # Humans.

    def human_actions(self, state: State, human: int) -> Sequence[Action]:
        """The actions of a human in his move."""
        setting = self.setting
        actions: list[Action] = [(STAY,)]
        flags = state.flags[human]
        if not flags & Flag.LOADED and state.warheads[human]:
            actions.append((RELOAD,))
        engaged = bool(setting.beside(state, human, setting.bugs))
        if engaged and setting.assume["leaving-combat"] == "held":
            return actions
        beside = setting.beside(state, human, setting.humans)
        if not flags & Flag.WOUNDED and not engaged:
            actions += ((HELP, other) for other in beside if self._can_be_helped(state, other))
        if flags & Flag.WOUNDED and self._has_machine_gun(state, human):
            actions += (
                (PASS, other)
                for other in beside
                if not state.flags[other] & Flag.WOUNDED and not setting.is_engaged(state, other)
            )
        actions += ((GO, cell) for cell in self._walk(state, human, helping=False))
        return actions

    def _can_be_helped(self, state: State, other: int) -> bool:
        flags = state.flags[other]
        return bool(flags & Flag.WOUNDED) and not flags & (Flag.MOVED | Flag.HELPED)

    def _has_machine_gun(self, state: State, human: int) -> bool:
        return state.weapon[human] >= 0 and GUNS[state.weapon[human]] == "squad-machine-gun"

    def lead_actions(self, state: State, human: int) -> Sequence[Action]:
        """Where a human can go with somebody whom he helps."""
        return [(STAY,), *((GO, cell) for cell in self._walk(state, human, helping=True))]

    def _walk(self, state: State, human: int, *, helping: bool) -> Sequence[int]:
        """The cells that a human is offered."""
        setting, figures, here = self.setting, self.setting.figures, state.cell[human]
        is_wounded = bool(state.flags[human] & Flag.WOUNDED) and not helping
        flat = figures.human_move("wounded-alone" if is_wounded else "on-flat-ground")
        reach = setting.ground.walk(here, flat, figures.human_move("climbing"))
        taken = setting.taken(state)
        leader = setting.leader_near(state, human)
        offered = setting.ground.offered(here, reach)
        if leader >= 0:
            to_leader = setting.ground.board.distances(state.cell[leader])
            offered = tuple(cell for cell in offered if to_leader[cell] < to_leader[here])
        return [cell for cell in offered if cell not in taken]

    def apply_human(self, state: State, human: int, action: Action) -> None:
        """Carry out a human's action; one who helps somebody then decides where both go."""
        name = action[0]
        if name == GO:
            state.cell[human] = int(action[1])
            state.flags[human] |= Flag.MOVED
        elif name == RELOAD:
            state.warheads[human] -= 1
            state.flags[human] |= Flag.LOADED | Flag.RELOADED
        elif name == PASS:
            other = int(action[1])
            state.weapon[human], state.weapon[other] = state.weapon[other], state.weapon[human]
        elif name == HELP:
            state.todo.insert(0, ("lead", human, int(action[1])))

    def apply_lead(self, state: State, human: int, helped: int, action: Action) -> None:
        """Move two humans, the helped one next to the other."""
        state.flags[human] |= Flag.HELPED
        state.flags[helped] |= Flag.HELPED
        if action[0] != GO:
            return
        goal, before = int(action[1]), state.cell[helped]
        state.cell[human] = goal
        taken = self.setting.taken(state) - {before}
        free = [cell for cell in self.setting.ground.beside(goal) if cell not in taken]
        if free:
            distances = self.setting.ground.board.distances(before)
            state.cell[helped] = min(free, key=lambda cell: (distances[cell], cell))
        for each in (human, helped):
            state.flags[each] |= Flag.MOVED

    # Boarding.

    def waiting(self, state: State) -> list[tuple[int, int]]:
        """The humans next to a ship with room for them, each with the objective where they board."""
        setting = self.setting
        return [
            (human, objective)
            for objective, places, room in setting.ramps
            if state.aboard.count(objective) < room
            for human in setting.standing(state, setting.humans)
            if state.cell[human] in places
        ]

    def board_roll(self, points: int) -> Roll:
        """The dice of figures that may board, with this many command points."""
        tables = self.setting.figures.tables
        dice = [tables.dice("boarding", _NO_POINT), *[tables.dice("boarding", EACH_POINT)] * points]
        return Roll("+".join(dice), "human", "boarding", "rule/boarding")

    def board_uses(self) -> Sequence[Use]:
        """The cell of that roll."""
        return [self.setting.figures.tables["boarding"].use(_NO_POINT)]

    # Bugs.

    def bug_actions(self, state: State, bug: int) -> Sequence[Action]:
        """Where a bug can go: anywhere near, next to any human in reach, and to every fourth cell beyond."""
        setting, here = self.setting, state.cell[bug]
        actions: list[Action] = [(STAY,)]
        flags = state.flags[bug]
        if flags & Flag.STOPPED:
            return actions
        distance = setting.figures.bug_move(setting.size(bug), bool(flags & Flag.SLOWED))
        if not distance:
            return actions
        reach = setting.ground.within(here, distance)
        taken, cells = setting.taken(state), dict.fromkeys(setting.ground.offered(here, reach))
        distances = setting.ground.board.distances(here)
        for human in setting.standing(state, setting.humans):
            cells |= dict.fromkeys(
                cell
                for cell in sorted(setting.ground.beside(state.cell[human]))
                if distances[cell] <= distance
            )
        actions += ((GO, cell) for cell in cells if cell not in taken and cell != here)
        return actions

    def apply_bug(self, state: State, bug: int, action: Action) -> None:
        """Move a bug; humans whom it reaches first turn to face it."""
        if action[0] != GO:
            return
        setting, goal = self.setting, int(action[1])
        far = setting.ground.board.distance(state.cell[bug], goal)
        state.cell[bug] = goal
        state.flags[bug] |= Flag.MOVED
        if far > setting.figures.span:
            state.flags[bug] |= Flag.RAN
        for human in setting.beside(state, bug, setting.standing(state, setting.humans)):
            if state.facing[human] < 0:
                state.facing[human] = goal

    # Arrivals.

    def comers(self, state: State) -> list[int]:
        """The arrivals that are due in this turn, by number, once for each unit that comes."""
        setting, due = self.setting, []
        for number, (event, arrival) in enumerate(setting.arrivals):
            last = event.turn if not arrival.every_turn else setting.scenario.turns
            if event.span.turns:
                last = min(last, event.turn + event.span.turns - 1)
            if event.turn <= state.turn <= last:
                waiting = [
                    unit
                    for unit, each in enumerate(setting.units)
                    if each.force == arrival.force and state.cell[unit] == WAITING
                ]
                due += [number] * min(arrival.count or len(waiting), len(waiting))
        return due

    def come_actions(self, state: State, number: int) -> Sequence[Action]:
        """Where the next unit of an arrival can come on; none if no unit or no cell is left."""
        setting, (_, arrival) = self.setting, self.setting.arrivals[number]
        if self.comer(state, number) < 0:
            return []
        ground = setting.ground
        if arrival.where is not None:
            cells = ground.thinned(ground.cells_in(arrival.where.region))
        else:
            edges = (arrival.edge,) if arrival.edge else ("north", "east", "south", "west")
            cells = tuple(dict.fromkeys(cell for edge in edges for cell in ground.edge(edge)[::2]))
        taken = setting.taken(state)
        actions: list[Action] = [(COME, cell) for cell in cells if cell not in taken]
        return [*actions, (WAIT,)] if arrival.optional else actions

    def comer(self, state: State, number: int) -> int:
        """The next unit of an arrival; -1 if none is left."""
        force = self.setting.arrivals[number][1].force
        units = enumerate(self.setting.units)
        return next((unit for unit, each in units if each.force == force and state.cell[unit] == WAITING), -1)

    def apply_come(self, state: State, number: int, action: Action) -> None:
        """Bring a unit on; it may not move or fight in this turn."""
        if action[0] == COME:
            unit = self.comer(state, number)
            state.cell[unit] = int(action[1])
            state.flags[unit] |= Flag.FRESH
            state.arrived[number] += 1
