"""Mobile Infantry's procedures of movement: how troopers and bugs move, appear and are spotted."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from itertools import compress

from rulesdb.games.mobile_infantry.procedures.combat import hits_to_slow
from rulesdb.procedures import of_axis, procedure, require_range
from rulesdb.ruleset import Ruleset


@procedure(
    "mi-movement",
    basis="reading",
    note="The book does not mention bad going for falling back and routing; it is read as not slowing them.",
    takes={"move": of_axis("mi-movement", "move")},
)
def move_mi(game: Ruleset, move: str, seed: int, bad_going: bool = False, helping: bool = False) -> int:
    """The inches that a fire team (march, tactical) or a trooper (fall-back, rout) moves.

    A march may be shorter. ``helping`` is for a trooper who brings a wounded comrade along; a total under 0
    counts as 0.

    >>> from rulesdb import open_game
    >>> move = open_game("mobile-infantry").procedure("move-mi")
    >>> move("march", 1), move("march", 1, bad_going=True), move("march", 1, helping=True)
    (6, 3, 4)

    Raises:
        InputError: no such move.

    Source: mobile-infantry Movement, Close Combat
    """
    ground = "bad-going" if bad_going else "clear"
    inches, _ = game.dice("mi-movement", move=move, ground=ground).roll(random.Random(seed))
    if helping:
        inches += game.figure("helping", who="helper")
    return max(0, inches)


@procedure(
    "bug-movement",
    basis="reading",
    note="Half of an odd number of inches is not rounded.",
    takes={"bug": of_axis("bug-movement", "bug")},
)
def move_bug(game: Ruleset, bug: str, seed: int, hits: int = 0) -> float:
    """The inches that a bug moves, given the hits that it has taken.

    With half the hits that kill it, a Warrior or Tank Bug moves half as far, and a flyer is grounded and
    moves as a slowed Warrior.

    >>> from rulesdb import open_game
    >>> move = open_game("mobile-infantry").procedure("move-bug")
    >>> move("flying-warrior", 7) >= 3, move("warrior", 7, hits=2) * 2 == move("warrior", 7)
    (True, True)
    >>> move("flying-warrior", 7, hits=2) == move("warrior", 7, hits=2)
    True
    >>> move("brain-bug-carried", 1)
    6.0

    Raises:
        InputError: no such bug, or hits with which it cannot move.

    Source: mobile-infantry Movement, Firefights 1
    """
    kind = re.sub("-(retreating|carried|dragged)$", "", bug)
    require_range(0, game.figure("hits-to-kill", bug=kind) - 1, hits=hits)
    slowed = hits >= hits_to_slow(game, kind)
    moving = "warrior" if slowed and kind == "flying-warrior" else bug
    inches, _ = game.dice("bug-movement", bug=moving).roll(random.Random(seed))
    return max(0, inches) / (2 if slowed else 1)


@dataclass(frozen=True, slots=True)
class Appearance:
    """Bugs that appear: where, how many inches from the MI, which kind, and how many."""

    location: str
    inches: int
    bug: str
    number: int


@procedure(
    "presence-testing",
    basis="reading",
    note="The number of bugs is rolled, with equal chances. The usual modifiers do not count at the fort. "
    "Warriors that replace flyers in a tunnel come in the numbers of Warriors.",
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
    """A complete presence test: whether bugs appear, and if so where, how far away, which and how many.

    ``mission`` is the slug of a mission with tables or bugs of its own: the fort has its own presence table,
    and the Brain Bug chooses the direction there; in tunnels nothing flies.

    >>> from rulesdb import open_game
    >>> check = open_game("mobile-infantry").procedure("check-presence")
    >>> any(check(seed, squads=5) is None for seed in range(99))
    False
    >>> {check(seed, squads=5, mission="tunnel-rats").bug for seed in range(99)} == {"tank-bug", "warrior"}
    True

    Raises:
        InputError: fewer than one squad.
    """
    require_range(1, squads=squads)
    rng = random.Random(seed)
    at_fort = mission == "fort-joe-smith"
    if at_fort:
        present = game.table("fort-presence").roll(rng).result
    else:
        flags = {"vehicles-or-craft": vehicles, "engaged-last-turn": engaged, "near-tunnel": near_tunnel}
        modifiers = ["squad-beyond-first"] * (squads - 1) + [*compress(flags, flags.values())]
        present = game.table("presence").roll(rng, modifiers=modifiers).result
    if present != "present":
        return None
    location = "fort" if at_fort else str(game.table("bug-location").roll(rng).result)
    inches, _ = game.dice("bug-distance", location=location).roll(rng)
    bug = str(game.table("bug-type").roll(rng).result)
    if mission in ("tunnel-rats", "the-head-hunters") and bug == "flying-warrior":
        bug = "warrior"
    number, _ = game.dice("bug-number", bug=bug).roll(rng)
    return Appearance(location, inches, bug, number)


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
    """Whether a team spots bugs with this die; without a modifier it cannot.

    >>> from rulesdb import open_game
    >>> spot = open_game("mobile-infantry").procedure("spot")
    >>> spot(6), spot(6, on_hill=True), spot(4, bugs=6, command_team=True)
    (False, True, True)

    Raises:
        InputError: the die is not from 1 to 6, or there are no bugs.
    """
    require_range(1, 6, die=die)
    require_range(1, bugs=bugs)
    flags = {
        "command-team": command_team, "alone": alone, "on-hill": on_hill, "vehicle-or-craft": vehicle,
        "equidistant": equidistant,
    }  # fmt: skip
    modifiers = ["three-bugs"] * (bugs // 3) + [*compress(flags, flags.values())]
    return bool(game.result("spotting", die=die, modifiers=modifiers) == "spotted")
