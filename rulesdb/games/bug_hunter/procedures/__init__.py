"""Bug Hunter's procedures, each a pure function tied to its rule. Figures come from the tables."""

from rulesdb.games.bug_hunter.procedures.air import Link, PassageRound, airlock_passage, decompression
from rulesdb.games.bug_hunter.procedures.combat import apply_weapon_effect, combat_column, draw_weapon_effect
from rulesdb.games.bug_hunter.procedures.lift import LiftRound, ride_lift
from rulesdb.games.bug_hunter.procedures.people import grenades_available, may, roll_soldier
from rulesdb.games.bug_hunter.procedures.powers import (
    draw_powers,
    hand_to_hand_rating,
    injury_worsens,
    innate_multiple,
    interphase_powers,
    regenerates,
)
from rulesdb.games.bug_hunter.procedures.preds import pred_recovers, track_motion
from rulesdb.games.bug_hunter.procedures.recovery import Recovery, interphase, recover
from rulesdb.games.bug_hunter.procedures.squads import roll_squad
from rulesdb.games.bug_hunter.procedures.structure import self_destruct_clock, structural_damage
from rulesdb.games.bug_hunter.procedures.swarms import (
    merge_swarms,
    swarm_activation,
    swarm_losses,
    swarm_multiple,
    swarm_splits,
)

__all__ = [
    "LiftRound",
    "Link",
    "PassageRound",
    "Recovery",
    "airlock_passage",
    "apply_weapon_effect",
    "combat_column",
    "decompression",
    "draw_powers",
    "draw_weapon_effect",
    "grenades_available",
    "hand_to_hand_rating",
    "injury_worsens",
    "innate_multiple",
    "interphase",
    "interphase_powers",
    "may",
    "merge_swarms",
    "pred_recovers",
    "recover",
    "regenerates",
    "ride_lift",
    "roll_soldier",
    "roll_squad",
    "self_destruct_clock",
    "structural_damage",
    "swarm_activation",
    "swarm_losses",
    "swarm_multiple",
    "swarm_splits",
    "track_motion",
]
