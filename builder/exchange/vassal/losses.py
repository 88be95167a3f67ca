"""The parts of a scenario that a module of VASSAL cannot hold."""

from __future__ import annotations

from collections.abc import Iterator

from builder.exchange.losses import Loss, counted, listed
from builder.scenario.model import Scenario

_DRAWN = "VASSAL's boards are images"


def losses_of(scenario: Scenario, *, is_whole: bool) -> tuple[Loss, ...]:
    """Everything that is missing in the module; ``is_whole`` if there is one for a referee, too."""
    return tuple(_losses(scenario, is_whole=is_whole))


def _losses(scenario: Scenario, *, is_whole: bool) -> Iterator[Loss]:
    yield Loss("walls, doors, terrain and sight", _DRAWN, "players check them on the map and the charts")
    rules = [f"{counted(len(scenario.victory), 'victory condition')}"]
    rules += [counted(len(scenario.events), "event")] * bool(scenario.events)
    rules += [counted(len(scenario.special_rules), "special rule")] * bool(scenario.special_rules)
    yield Loss(", ".join(rules), "VASSAL enforces no rules", "they are in the briefing under Charts")
    in_trays = [force.title for force in scenario.forces if scenario.placements_of(force)]
    if in_trays:
        yield Loss(
            f"the set-up of {listed(in_trays)}",
            "a zone is not one place",
            "the counters are in the tray of their force; players put them on the map",
        )
    late = [force.title for force in scenario.forces if force.arrival]
    if late:
        yield Loss(
            f"the arrival of {listed(late)}", "VASSAL has no reinforcements", "take them from their trays"
        )
    hidden = [force.title for force in scenario.forces if "back" not in force.unit["counter"]]
    if hidden:
        yield Loss(
            f"which counter of {listed(hidden)} is what",
            "players can open the file",
            "their player writes a note on each, under its mask (Ctrl+L)",
        )
    if not is_whole:
        secret = [zone.title for zone in scenario.zones if zone.secret]
        secret += [objective.title for objective in scenario.objectives if objective.secret]
        if secret:
            yield Loss(
                f"secret: {listed(secret)}",
                "players can open the file",
                "--referee writes a module with them",
            )
        yield Loss(
            "the cards and sheets that only one side may see",
            "players can open the file",
            "print them, or use --referee",
        )
    if scenario.pots:
        yield Loss("pots", "VASSAL has no points to spend", "use the tracks under Charts")
