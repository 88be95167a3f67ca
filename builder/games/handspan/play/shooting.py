"""Ranged combat: shots, grenades, missiles and air strikes."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from builder.games.handspan.play.setting import Setting
from builder.games.handspan.play.state import Flag, State
from builder.playtest.play import Action, Roll
from builder.playtest.tables import Use
from rulesdb import Dice

HOLD, FIRE, SPLIT, THROW, LAUNCH, STRIKE = "hold", "fire", "split", "throw", "launch", "strike"
# To fire without the bonus die, which is saved for a second roll, and to throw a grenade at a place.
SAVE, LOB = "save", "lob"
PLACE = -1
WARHEADS = ("armor-piercing", "fragmentation")
_GRENADE = "grenade"
_THROWN = "another-thrown"
_CLOSE = "close"


class Shooting:
    """Ranged combat of humans. Rolls that are due are tasks of the state."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    # What a human can do.

    def actions(self, state: State, human: int) -> Sequence[Action]:
        """The shots, throws and launches of a human; at least to hold fire."""
        setting, flags = self.setting, state.flags[human]
        actions: list[Action] = [(HOLD,)]
        if flags & (Flag.FIRED | Flag.DELAYED):
            return actions
        if setting.assume["firing-when-jumped"] == "no" and setting.is_engaged(state, human):
            return actions
        seen = self._seen(state, human)
        if seen:
            actions += self._shots(state, human, seen)
            if state.grenades[human]:
                far = self._throw(state, human).high * setting.figures.inch
                distances = setting.ground.board.distances(state.cell[human])
                actions += ((THROW, bug) for bug in seen if distances[state.cell[bug]] <= far)
        if state.grenades[human]:
            actions += ((LOB, cell) for cell in self._lobs(state, human))
        actions += self._launches(state, human)
        return actions

    def _seen(self, state: State, human: int) -> list[int]:
        setting, here = self.setting, state.cell[human]
        sees = setting.ground.board.sees
        return [bug for bug in setting.standing(state, setting.bugs) if sees(here, state.cell[bug])]

    def _lobs(self, state: State, human: int) -> Iterator[int]:
        """The places in sight without a bug at which a human can throw a grenade, if there are any bugs."""
        setting, here = self.setting, state.cell[human]
        taken = {state.cell[bug] for bug in setting.standing(state, setting.bugs)}
        if taken:
            reach = setting.ground.within(here, self._throw(state, human).high * setting.figures.inch)
            for cell in setting.ground.offered(here, reach):
                if cell not in taken and setting.ground.board.sees(here, cell):
                    yield cell

    def _shots(self, state: State, human: int, seen: Sequence[int]) -> Iterator[Action]:
        setting, gun = self.setting, self.setting.gun(state, human)
        if not gun:
            return
        distances = setting.ground.board.distances(state.cell[human])
        bands = {bug: setting.figures.band(gun, distances[state.cell[bug]]) for bug in seen}
        targets = [bug for bug in seen if bands[bug]]
        most = min(len(self.supporters(state, human)), setting.figures.max_supporters)
        for bug in targets:
            for supporters in range(most + 1):
                if self.dice(state, human, bug, supporters):
                    yield (FIRE, bug, supporters)
                if state.flags[human] & Flag.BONUS and self.dice(state, human, bug, supporters, saves=True):
                    yield (SAVE, bug, supporters)
        for bug in targets:
            dice = self.dice(state, human, bug, 0)
            count = self._splits(dice)
            for other in targets:
                is_pair = other > bug and other in setting.beside(state, bug, targets)
                if is_pair and self.dice(state, human, other, 0) == dice:
                    yield from ((SPLIT, bug, other, first) for first in range(1, count))

    def _splits(self, dice: str) -> int:
        """How many dice can be split between two targets; 0 for a sniper's."""
        if not dice:
            return 0
        (pool,) = Dice.parse(dice).pools
        return pool.count if pool.kept == pool.count else 0

    def supporters(self, state: State, human: int) -> list[int]:
        """The figures next to a firer that can support him."""
        setting, gun = self.setting, self.setting.gun(state, human)
        if not self._cooperates(state, human):
            return []
        return [
            other
            for other in setting.beside(state, human, setting.humans)
            if setting.gun(state, other) == gun
            and not state.flags[other] & (Flag.FIRED | Flag.DELAYED)
            and not setting.is_engaged(state, other)
            and self._cooperates(state, other)
        ]

    def _cooperates(self, state: State, human: int) -> bool:
        return self.setting.leader_near(state, human) < 0

    def dice(self, state: State, human: int, bug: int, supporters: int, *, saves: bool = False) -> str:
        """The dice of a shot, with a bonus die unless that is saved; empty if none are left."""
        setting = self.setting
        hidden = setting.ground.is_hidden(state.cell[human], state.cell[bug])
        command = bool(state.flags[human] & Flag.BONUS) and not saves
        hampered = setting.is_hampered(state, human)
        return setting.figures.shot(setting.gun(state, human), hampered, hidden, command, supporters)

    def band(self, state: State, human: int, bug: int) -> str:
        """The range of a shot."""
        distance = self.setting.ground.board.distance(state.cell[human], state.cell[bug])
        return self.setting.figures.band(self.setting.gun(state, human), distance)

    def _launches(self, state: State, human: int) -> Iterator[Action]:
        setting, flags = self.setting, state.flags[human]
        if state.launched or not flags & Flag.LOADED or flags & (Flag.MOVED | Flag.HELPED | Flag.RELOADED):
            return
        distances = setting.ground.board.distances(state.cell[human])
        for bug in setting.standing(state, setting.bugs):
            in_range = distances[state.cell[bug]] <= setting.figures.missile_range
            if in_range and self._is_spotted(state, human, bug):
                yield from ((LAUNCH, bug, warhead) for warhead in range(len(WARHEADS)))

    def _is_spotted(self, state: State, human: int, bug: int) -> bool:
        """Whether a member of the squad who is not in combat sees a bug."""
        setting, team = self.setting, self.setting.units[human].team
        return any(
            setting.units[other].team == team
            and setting.ground.board.sees(state.cell[other], state.cell[bug])
            and not setting.is_engaged(state, other)
            for other in setting.standing(state, setting.humans)
        )

    def _throw(self, state: State, human: int) -> Dice:
        moving = bool(state.flags[human] & (Flag.MOVED | Flag.HELPED))
        return Dice.parse(self.setting.figures.tables.dice("grenade-throw", _thrower(moving)))

    # What an action leads to.

    def apply(self, state: State, human: int, action: Action) -> None:
        """Carry out an action: its rolls become due."""
        name = action[0]
        if name == HOLD:
            return
        state.flags[human] |= Flag.FIRED
        if name in (FIRE, SAVE):
            self._fire(state, human, int(action[1]), int(action[2]), saves=name == SAVE)
        elif name == SPLIT:
            self._split(state, human, int(action[1]), int(action[2]), int(action[3]))
        elif name == THROW:
            state.grenades[human] -= 1
            state.todo.append(("prepare", human, int(action[1])))
        elif name == LOB:
            state.grenades[human] -= 1
            state.todo.append(("prepare", human, PLACE, int(action[1])))
        else:
            state.flags[human] &= ~Flag.LOADED
            state.launched += 1
            state.todo.append(("stray", human, int(action[1]), int(action[2])))

    def _fire(self, state: State, human: int, bug: int, supporters: int, *, saves: bool) -> None:
        dice = self.dice(state, human, bug, supporters, saves=saves)
        band = self.band(state, human, bug)
        for other in self.supporters(state, human)[:supporters]:
            if self.setting.assume["support"] == "instead":
                state.flags[other] |= Flag.FIRED
        if saves:
            state.todo.append(("shot", bug, dice, band, human))
            return
        state.flags[human] &= ~Flag.BONUS
        state.todo.append(("shot", bug, dice, band))

    def _split(self, state: State, human: int, bug: int, other: int, first: int) -> None:
        dice = self.dice(state, human, bug, 0)
        (pool,) = Dice.parse(dice).pools
        bands = self.band(state, human, bug), self.band(state, human, other)
        state.flags[human] &= ~Flag.BONUS
        state.todo.append(("shot", bug, f"{first}d{pool.sides}", bands[0]))
        state.todo.append(("shot", other, f"{pool.count - first}d{pool.sides}", bands[1]))

    # Rolls.

    def shot_roll(self, dice: str) -> Roll:
        """The roll of a shot."""
        return Roll(dice, "human", "fire", "rule/firing-results")

    def hit(self, state: State, bug: int, band: str, total: int) -> Sequence[Use]:
        """Carry out what a total does to a bug."""
        setting = self.setting
        if state.cell[bug] < 0:
            return []
        uses = self.uses(state, bug, band, total)
        target = setting.target(state, bug)
        effect = setting.figures.effect(target, band, total)
        if effect == "kill":
            setting.kill(state, bug)
        elif effect == "stop":
            state.flags[bug] |= Flag.STOPPED | (Flag.SLOWED if target == "warrior" else 0)
        elif effect == "slow":
            state.flags[bug] |= Flag.SLOWED
        return uses

    def uses(self, state: State, bug: int, band: str, total: int) -> Sequence[Use]:
        """The cell of the firing results for a total."""
        target = self.setting.target(state, bug)
        effect = self.setting.figures.effect(target, band, total)
        results = self.setting.figures.tables["firing-results"]
        return [results.use(target, band, effect if effect == "kill" else "stop")]

    def prepare_roll(self, state: State, human: int, bug: int) -> Roll:
        """The roll that makes a grenade ready; for a bug, the better of two dice with a bonus die."""
        axis = self.setting.figures.game.table("grenade-preparation").axes[0]
        assert axis.dice is not None
        (pool,) = axis.dice.pools
        bonus = bug != PLACE and state.flags[human] & Flag.BONUS
        dice = f"{pool.count + 1}d{pool.sides}kh{pool.count}" if bonus else axis.dice.text
        return Roll(dice, "human", "grenade", "table/grenade-preparation")

    def prepared(self, state: State, human: int, aim: Sequence[int], total: int) -> Sequence[Use]:
        """A grenade is ready or delayed; ``aim`` is a bug, or :data:`PLACE` and a cell."""
        if aim[0] != PLACE:
            state.flags[human] &= ~Flag.BONUS
        team = self.setting.units[human].team
        flat = self.setting.figures.tables["grenade-preparation"]
        use = flat.use(total, modifiers=[_THROWN] * state.thrown[team])
        state.thrown[team] += 1
        if flat.results[use.cell] == "ready":
            state.todo.insert(0, ("distance", human, *aim))
        else:
            state.flags[human] |= Flag.DELAYED
            state.grenades[human] += 1
        return [use]

    def distance_roll(self, state: State, human: int) -> Roll:
        """The roll for how far a grenade flies."""
        return Roll(self._throw(state, human).text, "human", "throw", "table/grenade-throw")

    def landed(self, state: State, human: int, aim: Sequence[int], total: int) -> Sequence[Use]:
        """A grenade lands on the way to its target or beyond it."""
        setting, spots = self.setting, self.setting.ground.board.spots
        goal = aim[1] if aim[0] == PLACE else state.cell[aim[0]]
        (x, y), (aim_x, aim_y) = spots[state.cell[human]], spots[goal]
        far, flown = math.dist((x, y), (aim_x, aim_y)), total * setting.figures.inch
        if setting.assume["grenade-throw"] == "at-most":
            flown = min(flown, far)
        share = flown / far if far else 0.0
        cell = setting.ground.board.nearest((x + (aim_x - x) * share, y + (aim_y - y) * share))
        self.burst(state, cell, _GRENADE, setting.figures.grenade_radius)
        moving = bool(state.flags[human] & (Flag.MOVED | Flag.HELPED))
        return [setting.figures.tables["grenade-throw"].use(_thrower(moving))]

    def burst(self, state: State, cell: int, weapon: str, radius: float, *by: int) -> None:
        """Everything within a radius is hit: bugs roll for an effect, humans in the open for a wound.

        ``by`` is who may roll again, if anybody.
        """
        setting, dice = self.setting, self.setting.figures.blast(weapon)
        distances = setting.ground.board.distances(cell)
        for number in setting.standing(state, range(len(setting.units))):
            here = state.cell[number]
            if distances[here] > radius:
                continue
            if number in setting.humans:
                if setting.ground.in_open(here):
                    state.todo.append(("wound", number))
            else:
                state.todo.append(("shot", number, dice, _CLOSE, *by))

    def stray_roll(self, way: str) -> Roll:
        """The roll for how far a missile strays to the side, or over or under its aim point."""
        return Roll(
            self.setting.figures.tables.dice("missile-deviation", way),
            "human",
            "missile",
            "rule/guided-missiles",
        )

    def strayed(self, state: State, human: int, bug: int, warhead: int, across: int, along: int) -> None:
        """A missile lands; over counts double."""
        setting, board = self.setting, self.setting.ground.board
        (x, y), (aim_x, aim_y) = board.spots[state.cell[human]], board.spots[state.cell[bug]]
        far = math.dist((x, y), (aim_x, aim_y)) or 1.0
        unit_x, unit_y = (aim_x - x) / far, (aim_y - y) / far
        # "x2 if over": a figure of the rule's text, which no table has.
        forward = (along + max(0, along)) * setting.figures.inch
        sideways = across * setting.figures.inch
        cell = board.nearest(
            (aim_x + unit_x * forward - unit_y * sideways, aim_y + unit_y * forward + unit_x * sideways)
        )
        weapon = WARHEADS[warhead]
        radius = setting.figures.circle(weapon) / 2
        if radius:
            self.burst(state, cell, weapon, radius, human)
            return
        near = setting.ground.beside(cell) | {cell}
        hit = [other for other in setting.standing(state, setting.bugs) if state.cell[other] in near]
        if hit:
            distances = board.distances(cell)
            target = min(hit, key=lambda other: (distances[state.cell[other]], other))
            state.todo.append(
                ("shot", target, setting.figures.blast(weapon), setting.assume["missile-range"], human)
            )

    # Air strikes.

    def strikes(self, state: State) -> Sequence[Action]:
        """Where air support can strike now; only to hold if its pot is not full."""
        setting = self.setting
        actions: list[Action] = [(HOLD,)]
        full = any(
            name == "air-support" and state.pots[number] >= pot.points
            for number, (name, pot) in enumerate(setting.pots)
        )
        if full and setting.assume["air-support"] != "none":
            bugs = setting.standing(state, setting.bugs)
            actions += ((STRIKE, cell) for cell in sorted({state.cell[bug] for bug in bugs}))
        return actions

    def apply_strike(self, state: State, action: Action) -> None:
        """Everything near a point is hit as by a grenade; the pot is empty then."""
        if action[0] != STRIKE:
            return
        setting = self.setting
        for number, (name, _) in enumerate(setting.pots):
            if name == "air-support":
                state.pots[number] = 0
        wide = setting.assume["air-support"] == "wide-blast"
        radius = setting.figures.circle(_GRENADE) if wide else setting.figures.grenade_radius
        self.burst(state, int(action[1]), _GRENADE, radius)


def _thrower(moving: bool) -> str:
    return "moving" if moving else "stationary"
