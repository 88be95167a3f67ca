"""Where the MI should go, by the mission and by where the way home is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from builder.games.mobile_infantry.play.counsel.outlook import would_win
from builder.games.mobile_infantry.play.roster import BRAIN, BUGS, MI
from builder.games.mobile_infantry.play.rules.moving import brain_of
from builder.games.mobile_infantry.play.rules.retrieval import may_call
from builder.games.mobile_infantry.play.setting import Setting
from builder.games.mobile_infantry.play.state import State
from builder.playtest.play import Goal
from builder.scenario.logic.conditions import Inside, LeftBy, quantities
from rulesdb.cache.methods import cached_method

# What an inch toward a goal is worth.
_OBJECTIVE, _HOME, _RESCUE, _FETCH, _TOGETHER = 0.06, 0.12, 0.1, 0.08, 0.02
# Teams that stay as near to each other as this, in inches, fire at the same bugs and steady each other.
_CLOSE_ORDER, _NEAR = 0.04, 4.0


class Plans:
    """Goals of the sides of one scenario. Bugs go where the rules send them."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        objectives = setting.scenario.objectives
        self._places = {
            number: tuple(sorted(setting.ground.around(objective.region, setting.reaching)))
            for number, objective in enumerate(objectives)
            if objective.side == MI and objective.region
        }
        self._homes = [
            number
            for number, objective in enumerate(objectives)
            if any(isinstance(part, LeftBy) for part in quantities(objective.done_by))
        ]
        self._to_reach = [
            number
            for number, objective in enumerate(objectives)
            if any(isinstance(part, Inside) for part in quantities(objective.done_by))
        ]

    def goals(self, state: State, side: str) -> Sequence[Goal]:
        """Where the teams should go."""
        return tuple(self._goals(state)) if side == MI else ()

    def _goals(self, state: State) -> Iterator[Goal]:
        setting, turns = self.setting, self.setting.scenario.turns
        leaders = frozenset(
            setting.ables(state, team)[0] for team in range(len(setting.teams)) if setting.ables(state, team)
        )
        if not leaders:
            return
        craft = tuple(state.cell[each] for each in setting.landed(state))
        if craft:
            yield Goal("the Craft", self._field(craft), leaders, _HOME, turns)
            return
        if setting.survivors:
            yield from self._rescue(state, leaders)
        yield from self._missions(state, leaders)
        yield from self._close_order(state, leaders)

    def _close_order(self, state: State, leaders: frozenset[int]) -> Iterator[Goal]:
        """Above ground, the teams of a squad stay near the one in their middle."""
        setting, surface = self.setting, self.setting.ground.surface
        for members in self._squads(leader for leader in leaders if state.cell[leader] < surface):
            middle = self._middle(state, members)
            others = frozenset(members) - {middle}
            field = self._field_around(state.cell[middle])
            yield Goal("close order", field, others, _CLOSE_ORDER, setting.scenario.turns)

    @cached_method(512)
    def _field_around(self, cell: int) -> list[float]:
        return [max(0.0, away - _NEAR) for away in self._field((cell,))]

    def _middle(self, state: State, leaders: Sequence[int]) -> int:
        """The leader who is nearest to all others."""
        distance, cell = self.setting.ground.distance, state.cell
        return min(leaders, key=lambda one: sum(distance(cell[one], cell[other]) for other in leaders))

    def _squads(self, leaders: Iterable[int]) -> Sequence[Sequence[int]]:
        """The leaders of each squad."""
        squads: dict[int, list[int]] = {}
        for leader in sorted(leaders):
            team = self.setting.units[leader].team
            squads.setdefault(self.setting.teams[team].squad, []).append(leader)
        return list(squads.values())

    def _rescue(self, state: State, leaders: frozenset[int]) -> Iterator[Goal]:
        """Rescuers and survivors go to each other, and then stay with the radio."""
        setting, turns = self.setting, self.setting.scenario.turns
        stranded = leaders & setting.survivors
        if not stranded or not state.met:
            cells = tuple(state.cell[unit] for unit in setting.living(state, setting.survivors))
            if cells:
                yield Goal("the survivors", self._field(cells[:1]), leaders - stranded, _RESCUE, turns)
            return
        radio = setting.radio(state)
        if radio >= 0:
            field = self._field((state.cell[radio],))
            yield Goal("the radio", field, stranded, _RESCUE, turns)

    def _missions(self, state: State, leaders: frozenset[int]) -> Iterator[Goal]:
        setting, turns = self.setting, self.setting.scenario.turns
        open_ = [number for number in self._to_reach if not state.done[number]]
        for number, leader in self._shared(state, open_, leaders):
            title = setting.scenario.objectives[number].title
            yield Goal(title, self._field(self._places[number]), frozenset({leader}), _OBJECTIVE, turns)
        for number in self._homes:
            if number in self._places:
                title = setting.scenario.objectives[number].title
                yield Goal(title, self._field(self._places[number]), leaders, _HOME, turns)
        first = len(setting.objectives)
        rooms = [
            number
            for number in range(len(setting.ground.chambers))
            if "chamber-reached" in setting.scores and not state.done[first + number]
        ]
        if rooms and would_win(setting, state):
            rooms = []
        yield from self._chambers(state, rooms, leaders)
        yield from self._capture(state, leaders)
        if state.due or (may_call(setting, state) and (not open_ or would_win(setting, state))):
            radio = setting.radio(state)
            if radio >= 0:
                yield Goal("the radio", self._field((state.cell[radio],)), leaders, _TOGETHER, turns)

    def _capture(self, state: State, leaders: frozenset[int]) -> Iterator[Goal]:
        """The Brain Bug: to it, and with it to the nearest entrance."""
        setting, turns = self.setting, self.setting.scenario.turns
        brain = brain_of(setting, state)
        if brain < 0 or setting.is_hidden(state, brain):
            yield from self._search(state, leaders)
            return
        here = state.cell[brain]
        if here < setting.ground.surface or not self._is_time_for(state, here, leaders):
            return
        away = setting.ground.away(here)
        at_it = frozenset(unit for unit in leaders if away[state.cell[unit]] <= setting.figures.contact)
        yield Goal("the Brain Bug", self._field((here,)), leaders - at_it, _FETCH, turns)
        if at_it:
            yield Goal("the way up", self._field(setting.ground.entrances), at_it, _FETCH, turns)

    def _search(self, state: State, leaders: frozenset[int]) -> Iterator[Goal]:
        """Before anybody has seen the Brain Bug, the nearest squad looks into chambers; others wait."""
        setting, first = self.setting, len(self.setting.objectives)
        if "brain-bug-captured" not in setting.scores or state.kills[BUGS.index(BRAIN)]:
            return
        rooms = [
            room
            for number, room in enumerate(setting.ground.chambers)
            if not state.done[first + number] and self._is_time_for(state, min(room), leaders)
        ]
        ways = [
            (sum(field[state.cell[leader]] for leader in members) / len(members), members, field)
            for field in (self._field(tuple(sorted(room))) for room in rooms)
            for members in self._squads(leaders)
        ]
        if ways:
            _, members, field = min(ways, key=lambda way: way[0])
            yield Goal("a chamber", field, frozenset(members), _FETCH, setting.scenario.turns)

    def _is_time_for(self, state: State, cell: int, leaders: frozenset[int]) -> bool:
        """Whether the nearest team can go to a cell below ground, and up again, before the game ends."""
        setting = self.setting
        there = min(self._field((cell,))[state.cell[unit]] for unit in leaders)
        back = self._field(setting.ground.entrances)[cell]
        rounds = setting.scenario.turns - state.turn + 1
        return there + back <= rounds * setting.figures.mean_move

    def _chambers(self, state: State, rooms: Sequence[int], leaders: frozenset[int]) -> Iterator[Goal]:
        """A squad goes to a chamber together: single teams die there."""
        setting = self.setting
        fields = [self._field(tuple(sorted(setting.ground.chambers[number]))) for number in rooms]
        for members in self._squads(leaders) if fields else ():
            far = [sum(field[state.cell[leader]] for leader in members) for field in fields]
            field = fields[far.index(min(far))]
            yield Goal("a chamber", field, frozenset(members), _OBJECTIVE, setting.scenario.turns)

    def _shared(
        self, state: State, places: Sequence[int], leaders: frozenset[int]
    ) -> Iterator[tuple[int, int]]:
        """Share out places: each team goes to one that is near and to which few others go."""
        if not places:
            return
        loads = dict.fromkeys(places, 0)
        fields = {number: self._field(self._places[number]) for number in places}
        for leader in sorted(leaders):
            here = state.cell[leader]

            def far(number: int, here: int = here) -> float:
                return fields[number][here] + 12.0 * loads[number]

            best = min(places, key=far)
            loads[best] += 1
            yield best, leader

    @cached_method(512)
    def _field(self, cells: tuple[int, ...]) -> list[float]:
        return self.setting.ground.field(cells)
