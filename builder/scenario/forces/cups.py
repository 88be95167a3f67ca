"""How many preservation chits are in the cup of a force."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesdb import Ruleset

if TYPE_CHECKING:
    from builder.scenario.model import Force


def chits_in_cup(game: Ruleset, force: Force) -> int:
    """The chits that a force states, or else those that the game has for its unit; 0 if it has no cup."""
    if force.preservation:
        return int(force.preservation["chits"])
    found = game.people.get("preservation")
    if found is None:
        return 0
    table = game.table(found["table"])
    [units] = [axis for axis in table.axes if axis.name != found["axis"]]
    if force.unit.slug not in units.labels:
        return 0
    return int(table.lookup(**{units.name: force.unit.slug, found["axis"]: found["chits"]}).result)
