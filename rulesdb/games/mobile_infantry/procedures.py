"""Mobile Infantry's procedures, each a pure function tied to its heading. Figures come from the tables."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rulesdb.dice import Dice
from rulesdb.errors import InputError
from rulesdb.procedures import of_axis, of_kind, one_of, procedure
from rulesdb.ruleset import Ruleset


@procedure(
    "mi-organization",
    basis="derived",
    note="The parts that the book lists, added up. For a regiment it prints 375, which they do not come to.",
    takes={"unit": of_axis("organization", "unit")},
)
def count_strength(game: Ruleset, unit: str) -> int:
    """Men in a unit, counted from its parts down to the last trooper.

    The counts of fire team, squad and company are those that the book prints; that of a regiment is not.

    >>> from rulesdb import open_game
    >>> count = open_game("mobile-infantry").procedure("count-strength")
    >>> [count(unit) for unit in ("fire-team", "squad", "company", "regiment")]
    [4, 20, 83, 335]

    Raises:
        InputError: no such unit.

    Source: mobile-infantry Mobile Infantry Organisation
    """
    table = game.table("organization")
    units = set(table.axes[0].labels)
    parts: Mapping[str, int] = table.lookup(unit=unit).result
    return sum(
        number * (count_strength(game, part) if part in units else 1) for part, number in parts.items()
    )


@procedure(
    "mi-movement",
    basis="reading",
    note="Bad going is not mentioned for falling back and routing, and is taken not to slow them.",
    takes={"move": of_axis("mi-movement", "move")},
)
def move_mi(game: Ruleset, move: str, seed: int, bad_going: bool = False, helping: bool = False) -> int:
    """Inches of a move of a fire team (march, tactical) or of a trooper (fall-back, rout).

    ``helping`` is for one who brings a wounded comrade along.

    >>> from rulesdb import open_game
    >>> move = open_game("mobile-infantry").procedure("move-mi")
    >>> move("march", 1), move("march", 1, bad_going=True), move("march", 1, helping=True)
    (6, 3, 4)

    Raises:
        InputError: no such move.

    Source: mobile-infantry Movement, Close Combat
    """
    ground = "bad-going" if bad_going else "clear"
    dice = Dice.parse(game.table("mi-movement").lookup(move=move, ground=ground).result)
    inches, _ = dice.roll(random.Random(seed))
    if helping:
        inches += int(game.table("helping").lookup(who="helper").result)
    return max(0, inches)


@procedure(
    "bug-movement",
    basis="reading",
    note="Half of an odd number of inches is not rounded.",
    takes={"bug": of_axis("bug-movement", "bug")},
)
def move_bug(game: Ruleset, bug: str, seed: int, hits: int = 0) -> float:
    """Inches that a bug moves, with the hits that it has taken.

    From half the hits that kill it on, a Warrior or Tank Bug moves half as far; a flyer is on the ground
    and moves as a Warrior that is slowed.

    >>> from rulesdb import open_game
    >>> move = open_game("mobile-infantry").procedure("move-bug")
    >>> move("flying-warrior", 7) >= 3, move("warrior", 7, hits=2) * 2 == move("warrior", 7)
    (True, True)
    >>> move("flying-warrior", 7, hits=2) == move("warrior", 7, hits=2)
    True
    >>> move("brain-bug-carried", 1)
    6.0

    Raises:
        InputError: no such bug, or hits that it cannot have and move.

    Source: mobile-infantry Movement, Firefights 1
    """
    table = game.table("half-hits")
    kind = _kind(bug)
    most = int(game.table("hits-to-kill").lookup(bug=kind).result)
    if not 0 <= hits < most:
        raise InputError(f"hits={hits}: a {kind} that moves has 0-{most - 1}")
    slowed = kind in table.axes[0].labels and hits >= int(table.lookup(bug=kind).result)
    grounded = slowed and kind == "flying-warrior"
    moving = "warrior" if grounded else bug
    inches, _ = Dice.parse(game.table("bug-movement").lookup(bug=moving).result).roll(random.Random(seed))
    return max(0, inches) / (2 if slowed else 1)


def _kind(bug: str) -> str:
    """The bug itself, without the manner in which it moves."""
    for manner in ("-retreating", "-carried", "-dragged"):
        bug = bug.removesuffix(manner)
    return bug


@dataclass(frozen=True, slots=True)
class Appearance:
    """Bugs that turn up: where, how many inches from the MI, which, and how many."""

    location: str
    inches: int
    bug: str
    number: int

    def as_json(self) -> dict[str, Any]:
        """As JSON can hold it."""
        return {
            "location": self.location, "inches": self.inches, "bug": self.bug, "number": self.number,
        }  # fmt: skip


@procedure(
    "presence-testing",
    basis="reading",
    note="How many bugs come is rolled, each number alike. The usual modifiers do not count at the fort. "
    "Warriors that stand in for flyers in a tunnel come in the numbers of Warriors.",
)
def check_presence(
    game: Ruleset,
    seed: int,
    squads: int = 1,
    vehicles: bool = False,
    engaged: bool = False,
    near_tunnel: bool = False,
    mission: str = "",
) -> Appearance | None:
    """A whole presence test: whether bugs turn up, and where, how far off, which and how many.

    ``mission`` is a mission's slug where it has tables or bugs of its own: at the fort bugs come on a roll
    of its own table and from all around it; in tunnels nothing flies.

    >>> from rulesdb import open_game
    >>> check = open_game("mobile-infantry").procedure("check-presence")
    >>> any(check(seed, squads=5) is None for seed in range(99))
    False
    >>> {check(seed, squads=5, mission="tunnel-rats").bug for seed in range(99)} == {"tank-bug", "warrior"}
    True

    Raises:
        InputError: fewer than one squad.

    Source: mobile-infantry Presence testing
    """
    if squads < 1:
        raise InputError(f"squads={squads}: use 1 or more")
    rng = random.Random(seed)
    at_fort = mission == "fort-joe-smith"
    if at_fort:
        present = game.table("fort-presence").roll(rng).result
    else:
        modifiers = presence_modifiers(squads, vehicles, engaged, near_tunnel)
        present = game.table("presence").roll(rng, modifiers=modifiers).result
    if present != "present":
        return None
    location = "fort" if at_fort else str(game.table("bug-location").roll(rng).result)
    inches, _ = Dice.parse(game.table("bug-distance").lookup(location=location).result).roll(rng)
    bug = str(game.table("bug-type").roll(rng).result)
    if mission in ("tunnel-rats", "the-head-hunters") and bug == "flying-warrior":
        bug = "warrior"
    number, _ = Dice.parse(game.table("bug-number").lookup(bug=bug).result).roll(rng)
    return Appearance(location, inches, bug, number)


def presence_modifiers(squads: int, vehicles: bool, engaged: bool, near_tunnel: bool) -> list[str]:
    """Ids of the modifiers of the presence table, the one for squads once for each after the first."""
    flags = {"vehicles-or-craft": vehicles, "engaged-last-turn": engaged, "near-tunnel": near_tunnel}
    return ["squad-beyond-first"] * (squads - 1) + [name for name, applies in flags.items() if applies]


@procedure("spotting-bugs", takes={"die": of_axis("spotting", "die")})
def spot(
    game: Ruleset,
    die: int,
    bugs: int = 1,
    command_team: bool = False,
    alone: bool = False,
    on_hill: bool = False,
    vehicle: bool = False,
    equidistant: bool = False,
) -> bool:
    """Whether a team spots bugs with this die: without a modifier nobody does.

    >>> from rulesdb import open_game
    >>> spot = open_game("mobile-infantry").procedure("spot")
    >>> spot(6), spot(6, on_hill=True), spot(4, bugs=6, command_team=True)
    (False, True, True)

    Raises:
        InputError: the die is not from 1 to 6, or there are no bugs.

    Source: mobile-infantry Spotting Bugs
    """
    if bugs < 1 or not 1 <= die <= 6:
        raise InputError(f"die={die}, bugs={bugs}: a die is 1-6 and there is a bug at least")
    flags = {
        "command-team": command_team, "alone": alone, "on-hill": on_hill, "vehicle-or-craft": vehicle,
        "equidistant": equidistant,
    }  # fmt: skip
    modifiers = ["three-bugs"] * (bugs // 3) + [name for name, applies in flags.items() if applies]
    found: bool = game.table("spotting").lookup(die=die, modifiers=modifiers).result == "spotted"
    return found


_PREFERENCE = (
    "What a team of veterans prefers where it names no choice is ours, and so is it that a gung-ho charge is "
    "better than a rout."
)


@procedure(
    "reaction-tests",
    basis="reading",
    note=_PREFERENCE,
    takes={
        "dice": of_axis("reaction", "die"),
        "modifiers": one_of(
            "greenhorns-first",
            "outnumber",
            "outnumbered",
            "casualty",
            "no-bugs-near",
            "last-man",
            "leader-near",
        ),
    },
)
def react(game: Ruleset, dice: tuple[int, ...], modifiers: tuple[str, ...] = (), choice: str = "") -> str:
    """The reaction of a team: one die, or two from which veterans and command teams choose.

    ``choice`` is the reaction they want; where neither die gives it, or none is named, the best that does
    not carry them out of hand: orders before no advance, falling back, a gung-ho charge, a rout. A rout is
    not chosen while the other die is better.

    >>> from rulesdb import open_game
    >>> react = open_game("mobile-infantry").procedure("react")
    >>> react((1,)), react((1,), ("last-man", "leader-near")), react((6, 2)), react((6, 4), choice="gung-ho")
    ('rout', 'no-advance', 'fall-back', 'gung-ho')
    >>> react((1, 6), choice="rout")
    'gung-ho'

    Raises:
        InputError: not one die or two of six faces, or no such modifier.

    Source: mobile-infantry Reaction Tests
    """
    if len(dice) not in (1, 2) or any(not 1 <= die <= 6 for die in dice):
        raise InputError(f"dice={dice}: give one die, or two for veterans and command teams, each 1-6")
    table = game.table("reaction")
    results = [str(table.lookup(die=die, modifiers=modifiers).result) for die in dice]
    if choice in results and choice != "rout":
        return choice
    return min(results, key=("orders", "no-advance", "fall-back", "gung-ho", "rout").index)


@procedure(
    "reaction-tests",
    basis="reading",
    note=_PREFERENCE,
    takes={
        "modifiers": one_of(
            "greenhorns-first",
            "outnumber",
            "outnumbered",
            "casualty",
            "no-bugs-near",
            "last-man",
            "leader-near",
        )
    },
)
def reaction_odds(
    game: Ruleset, modifiers: tuple[str, ...] = (), veteran: bool = False, choice: str = ""
) -> dict[str, str]:
    """The exact chance of each reaction, as fractions; veterans choose as :func:`react` does.

    >>> from rulesdb import open_game
    >>> odds = open_game("mobile-infantry").procedure("reaction-odds")
    >>> odds()
    {'rout': '1/6', 'fall-back': '1/6', 'no-advance': '1/6', 'orders': '1/3', 'gung-ho': '1/6'}
    >>> odds(veteran=True)["rout"], odds(("casualty", "casualty"), veteran=True)["orders"]
    ('1/36', '11/36')

    Raises:
        InputError: no such modifier.

    Source: mobile-infantry Reaction Tests
    """
    faces = range(1, 7)
    throws = [(one, two) for one in faces for two in faces] if veteran else [(one,) for one in faces]
    counts = dict.fromkeys(("rout", "fall-back", "no-advance", "orders", "gung-ho"), 0)
    for dice in throws:
        counts[react(game, dice, modifiers, choice)] += 1
    return {reaction: str(Fraction(count, len(throws))) for reaction, count in counts.items() if count}


@dataclass(frozen=True, slots=True)
class Shooter:
    """One MI who fires: his weapon, how, his team's experience, and modifiers of the to-hit table."""

    weapon: str
    fire: str = "burst"
    experience: str = "experienced"
    modifiers: tuple[str, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Shooter:
        """Read ``assault-rifle/burst/veteran/short-range+static-position``, or the first parts of it.

        Raises:
            InputError: there are more than four parts.
        """
        parts = text.split("/")
        if len(parts) > 4:
            raise InputError(f"shooter {text!r}: write it as weapon/fire/experience/modifier+modifier")
        named = dict(zip(("weapon", "fire", "experience"), parts, strict=False))
        modifiers = tuple(name for name in parts[3].split("+") if name) if len(parts) == 4 else ()
        return cls(**named, modifiers=modifiers)


_MODIFIERS_OF_FIRE = (
    "The modifiers for short range and point blank are not added up; "
    "those for the last man of a team and of a squad are."
)


def _hit_chance(game: Ruleset, experience: str, modifiers: tuple[str, ...]) -> Fraction:
    return game.table("to-hit").odds(experience=experience, modifiers=modifiers)["hit"]


def _dice_of(game: Ruleset, weapon: str, fire: str) -> int:
    dice = int(game.table("fire-dice").lookup(weapon=weapon, fire=fire).result)
    if dice == 0:
        raise InputError(f"weapon={weapon!r}: it has sustained fire only; use fire=sustained")
    return dice


@procedure("mi-firefights", basis="reading", note=_MODIFIERS_OF_FIRE)
def fire(game: Ruleset, shooters: tuple[Shooter, ...], seed: int) -> int:
    """Hits of a volley at one bug.

    >>> from rulesdb import open_game
    >>> from rulesdb.games.mobile_infantry.procedures import Shooter
    >>> volley = open_game("mobile-infantry").procedure("fire")
    >>> team = (Shooter("assault-rifle", "sustained", "veteran", ("point-blank",)),) * 4
    >>> 0 <= volley(team, 3) <= 12
    True

    Raises:
        InputError: no such weapon, fire, experience or modifier, or a weapon that cannot fire so.

    Source: mobile-infantry Firefights 1
    """
    rng = random.Random(seed)
    table = game.table("to-hit")
    hits = 0
    for shooter in shooters:
        for _ in range(_dice_of(game, shooter.weapon, shooter.fire)):
            shot = table.roll(rng, experience=shooter.experience, modifiers=shooter.modifiers)
            hits += shot.result == "hit"
    return hits


@procedure(
    "mi-firefights", basis="reading", note=_MODIFIERS_OF_FIRE, takes={"bug": of_axis("hits-to-kill", "bug")}
)
def kill_odds(game: Ruleset, shooters: tuple[Shooter, ...], bug: str, taken: int = 0) -> dict[str, str]:
    """The exact chances that a volley kills a bug, slows it, hits it or misses, as fractions.

    ``taken`` are hits that the bug has already. A bug that was slow before counts as slowed.

    >>> from rulesdb import open_game
    >>> from rulesdb.games.mobile_infantry.procedures import Shooter
    >>> odds = open_game("mobile-infantry").procedure("kill-odds")
    >>> odds((Shooter("assault-rifle", modifiers=("short-range",)),) * 4, "warrior")
    {'missed': '16/81', 'hit': '32/81', 'slowed': '32/81', 'killed': '1/81'}

    Raises:
        InputError: as for :func:`fire`, or a bug that such hits have killed.

    Source: mobile-infantry Firefights 1
    """
    needed = int(game.table("hits-to-kill").lookup(bug=bug).result)
    if not 0 <= taken < needed:
        raise InputError(f"taken={taken}: a {bug} that lives has 0-{needed - 1}")
    slows = game.table("half-hits")
    slow = int(slows.lookup(bug=bug).result) if bug in slows.axes[0].labels else needed
    chances = {0: Fraction(1)}
    for shooter in shooters:
        hit = _hit_chance(game, shooter.experience, shooter.modifiers)
        for _ in range(_dice_of(game, shooter.weapon, shooter.fire)):
            after: dict[int, Fraction] = {}
            for hits, chance in chances.items():
                after[hits + 1] = after.get(hits + 1, Fraction(0)) + chance * hit
                after[hits] = after.get(hits, Fraction(0)) + chance * (1 - hit)
            chances = after
    found = dict.fromkeys(("missed", "hit", "slowed", "killed"), Fraction(0))
    for hits, chance in chances.items():
        total = taken + hits
        state = "killed" if total >= needed else "slowed" if total >= slow else "hit" if hits else "missed"
        found[state] += chance
    return {state: str(chance) for state, chance in found.items() if chance}


@procedure(
    "mi-firefights",
    basis="reading",
    note=_MODIFIERS_OF_FIRE,
    takes={
        "experience": of_axis("to-hit", "experience"),
        "dice": of_axis("to-hit", "die"),
        "modifiers": one_of(
            "short-range",
            "point-blank",
            "static-position",
            "falling-back",
            "fast-crossing",
            "last-of-team",
            "last-of-squad",
        ),
    },
)
def fire_autocannon(
    game: Ruleset, dice: tuple[int, ...], experience: str, modifiers: tuple[str, ...] = ()
) -> tuple[int, bool]:
    """Hits of an autocannon, and whether it has jammed: for the rest of the battle, where all dice show 1.

    >>> from rulesdb import open_game
    >>> cannon = open_game("mobile-infantry").procedure("fire-autocannon")
    >>> cannon((1, 1, 1, 1), "veteran"), cannon((6, 5, 1, 1), "veteran", ("static-position",))
    ((0, True), (2, False))

    Raises:
        InputError: not its number of dice, or not dice of six faces.

    Source: mobile-infantry Firefights 1
    """
    wanted = _dice_of(game, "autocannon", "sustained")
    if len(dice) != wanted or any(not 1 <= die <= 6 for die in dice):
        raise InputError(f"dice={dice}: give {wanted}, each 1-6")
    table = game.table("to-hit")
    shots = [table.lookup(experience=experience, die=die, modifiers=modifiers).result for die in dice]
    return shots.count("hit"), set(dice) == {1}


@procedure(
    "tank-bug-firefights",
    basis="reading",
    note="Which of those in reach the jet takes first, if it cannot take all, is not said: here the nearest.",
    takes={"targets": of_axis("dodge", "experience")},
)
def spray(
    game: Ruleset, seed: int, targets: tuple[str, ...], cover: bool = False, just_spotted: bool = False
) -> tuple[str, ...]:
    """A Tank Bug's spray at the troopers in its reach, nearest first, each given by experience.

    What becomes of each that it reaches: ``killed`` or ``dodged``; those after them are not sprayed.

    >>> from rulesdb import open_game
    >>> spray = open_game("mobile-infantry").procedure("spray")
    >>> set(spray(5, ("greenhorn",) * 6)) <= {"killed", "dodged"}
    True

    Raises:
        InputError: no such experience.

    Source: mobile-infantry Firefights 2
    """
    rng = random.Random(seed)
    reached, _ = Dice.parse(game.table("acid-spray").lookup(about="targets").result).roll(rng)
    modifiers = [name for name, applies in (("cover", cover), ("just-spotted", just_spotted)) if applies]
    table = game.table("dodge")
    return tuple(
        str(table.roll(rng, experience=target, modifiers=modifiers).result) for target in targets[:reached]
    )


@procedure(
    "close-combat",
    basis="reading",
    note="Totals under 1 and over 6, of which nothing is said, count as 1 and as 6.",
    takes={"bug": one_of("warrior", "flying-warrior"), "experience": of_axis("to-hit", "experience")},
)
def attack_odds(
    game: Ruleset, bug: str, experience: str = "experienced", routing: bool = False, hard_cover: bool = False
) -> dict[str, str]:
    """The exact chances of a Warrior's or Flying Warrior's attack, as fractions.

    >>> from rulesdb import open_game
    >>> odds = open_game("mobile-infantry").procedure("attack-odds")
    >>> odds("warrior", "veteran", hard_cover=True)
    {'stabbed': '1/6', 'pinned': '1/6', 'tossed': '1/6', 'clear': '1/2'}
    >>> odds("flying-warrior", "greenhorn")["beheaded"]
    '1/3'

    Raises:
        InputError: no such bug or experience.

    Source: mobile-infantry Close Combat
    """
    tables = {"warrior": "warrior-attack", "flying-warrior": "flyer-attack"}
    if bug not in tables:
        raise InputError(f"bug={bug!r}: use {' or '.join(tables)}; other bugs do not fight so")
    known = game.table("to-hit").axes[0].read(experience)
    flags = {
        "greenhorn": known == "greenhorn",
        "routing": routing,
        "veteran": known == "veteran",
        "hard-cover": hard_cover,
    }
    modifiers = [name for name, applies in flags.items() if applies]
    return {str(value): str(chance) for value, chance in game.table(tables[bug]).odds(modifiers=modifiers)}


@procedure("frenzy-attacks", takes={"bugs": of_axis("frenzy", "bugs"), "die": of_axis("frenzy", "die")})
def frenzy(game: Ruleset, bugs: int, die: int) -> bool:
    """Whether so many bugs in reach of a living trooper fall into a frenzy over him.

    >>> from rulesdb import open_game
    >>> frenzy = open_game("mobile-infantry").procedure("frenzy")
    >>> frenzy(3, 3), frenzy(3, 4), frenzy(9, 6)
    (True, False, True)

    Raises:
        InputError: the die is not from 1 to 6, or bugs are negative.

    Source: mobile-infantry Close Combat
    """
    found: bool = game.table("frenzy").lookup(bugs=bugs, die=die).result
    return found


@procedure("mission-control")
def roll_mission(game: Ruleset, seed: int, mostly_veterans: bool = False) -> str:
    """The slug of the mission that is rolled.

    >>> from rulesdb import open_game
    >>> roll = open_game("mobile-infantry").procedure("roll-mission")
    >>> missions = {roll(seed) for seed in range(99)}
    >>> len(missions), "the-head-hunters" in missions
    (6, False)
    >>> "bravo-two-zero" in {roll(seed, mostly_veterans=True) for seed in range(99)}
    False

    Source: mobile-infantry Mission Control
    """
    modifiers = ("mostly-veterans",) if mostly_veterans else ()
    return str(game.table("mission-roll").roll(random.Random(seed), modifiers=modifiers).result)


@procedure(
    "mission-control",
    basis="reading",
    note="An officer who is killed scores as an officer, not as an MI besides.",
    takes={"mission": of_kind("mission")},
)
def score_mission(game: Ruleset, mission: str, events: tuple[str, ...]) -> dict[str, int]:
    """Victory points of each side for what has happened, as ``event=number``.

    >>> from rulesdb import open_game
    >>> score = open_game("mobile-infantry").procedure("score-mission")
    >>> score("bravo-two-zero", ("mi-killed=4", "officer-killed=1", "bug-killed=9", "objective-reached=2"))
    {'bug': 7, 'mi': 19}

    Raises:
        InputError: no such mission or event, or a number that is not one.

    Source: mobile-infantry Mission Control
    """
    lines = {line["event"]: line for line in game.find("mission", mission)["victory"]}
    points = dict.fromkeys((line["side"] for line in lines.values()), 0)
    for event in events:
        name, _, number = event.partition("=")
        if name not in lines or not number.isdecimal():
            raise InputError(f"event {event!r}: write one of {', '.join(lines)} with =number")
        line, count = lines[name], int(number)
        by_number = line.get("by_number")
        if by_number is None:
            points[line["side"]] += count * int(line["each"])
        elif count > len(by_number):
            raise InputError(f"event {event!r}: there are {len(by_number)} at the most")
        elif count:
            points[line["side"]] += int(by_number[count - 1])
    return points
