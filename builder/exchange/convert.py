"""A scenario in another game: the same place and story, with what has a counterpart there."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from difflib import SequenceMatcher
from string import ascii_uppercase
from typing import Any

from builder.exchange.losses import Loss, LossReport, counted
from builder.scenario.forces.model import Force
from builder.scenario.model import Scenario
from builder.scenario.start.blank import blank_scenario, kinds_of_map
from builder.scenario.yaml_text import scenario_text
from rulesdb import Entry, InputError, Ruleset
from rulesdb.yaml_source import parse_yaml

# The name of each kind of map in the games, by that of the boards.
_KINDS = {"hex": "deck", "land": "land", "table": "table", "dots": "dots"}
_STORY = ("authors", "players", "length", "tagline", "summary")
_EFFECTS = ("blocks_sight", "cover", "impassable", "bad_going")
_MIN_COMMON = 3


def convert_scenario(scenario: Scenario, game: Ruleset) -> tuple[str, LossReport]:
    """The text of a scenario of another game, and what has no counterpart in it.

    Raises:
        InputError: the other game is not played on this kind of map, or it is the same game.
    """
    kind = _KINDS[scenario.map.kind]
    if game.id == scenario.ruleset.id:
        raise InputError(f"{scenario.id} is a scenario of {game.title} already")
    if kind not in kinds_of_map(game):
        kinds = " or ".join(kinds_of_map(game))
        raise InputError(f"{game.title} is played on {kinds}; {scenario.id} has a map of kind {kind}")
    return _Conversion(scenario, game, kind).run()


class _Conversion:
    """Fills the blank scenario of the other game with what it can take over."""

    def __init__(self, scenario: Scenario, game: Ruleset, kind: str) -> None:
        self.scenario = scenario
        self.game = game
        self.old: Mapping[str, Any] = scenario.source.data
        id = f"{scenario.id}-{game.id}"
        self.data: dict[str, Any] = deepcopy(parse_yaml(blank_scenario(game, id, scenario.title, kind)).data)
        self.losses: list[Loss] = []
        sides = [side.id for side in scenario.ruleset.sides]
        others = [side.id for side in game.sides]
        self.teams = 0
        self.sides = {side: others[min(at, len(others) - 1)] for at, side in enumerate(sides)}

    def run(self) -> tuple[str, LossReport]:
        """The text and its report."""
        about = self.data["scenario"]
        about.update({key: self.old["scenario"][key] for key in _STORY if key in self.old["scenario"]})
        self.data["map"] = self.map()
        self.data["forces"] = [self.force(force) for force in self.scenario.forces]
        zones = [{**zone} for zone in self.old["setup"]["zones"]]
        placements = [
            {"force": item["force"], "zone": item["zone"]} for item in self.old["setup"].get("placements", ())
        ]
        self.data["setup"] = {"zones": zones, "placements": placements}
        self.data["schedule"] = {"turns": self.scenario.turns}
        self.objectives()
        self.rest()
        done = f"{counted(len(self.data['forces']), 'force')}, {counted(len(zones), 'zone')}"
        return scenario_text(self.data), LossReport(self.game.title, (done,), tuple(self.losses))

    def map(self) -> dict[str, Any]:
        """The map with the terrain that the game has, or what comes closest."""
        block: dict[str, Any] = deepcopy(dict(self.old["map"]))
        items = block.get("pieces", ())
        kept = []
        for item in items:
            before = self.scenario.ruleset.find("terrain", item["terrain"])
            after = self.counterpart(before)
            name = item.get("name") or item["id"]
            if after is None:
                self.losses.append(Loss(f"{name} ({before.title})", f"{self.game.title} has no such terrain"))
                continue
            if after.slug != before.slug:
                why = f"{before.title} is not in {self.game.title}"
                self.losses.append(Loss(name, why, f"it became {after.title}"))
            kept.append({**item, "terrain": after.slug})
        if items:
            block["pieces"] = kept
        land = block.get("land", {})
        if "terrain" in land:
            land["terrain"] = {
                after.slug: text
                for slug, text in land["terrain"].items()
                if (after := self.counterpart(self.scenario.ruleset.find("terrain", slug))) is not None
            }
        return block

    def counterpart(self, terrain: Entry) -> Entry | None:
        """The same terrain by name, by the way it is drawn, or by most of its effects."""
        kinds = [entry for entry in self.game.of_kind("terrain") if not entry.get("open")]
        same = [entry for entry in kinds if entry.slug == terrain.slug]
        same += [entry for entry in kinds if entry.get("symbol") == terrain.get("symbol")]
        if same:
            return same[0]

        def likeness(entry: Entry) -> int:
            return sum(entry.get(key) == terrain.get(key) for key in _EFFECTS)

        best = max(kinds, key=likeness, default=None)
        return best if best is not None and likeness(best) >= _MIN_COMMON else None

    def force(self, force: Force) -> dict[str, Any]:
        """A force of the same role, with as many creatures; people are those of a blank scenario."""
        side = self.sides[force.side]
        blank = next(item for item in self.data["forces"] if item["side"] == side)
        fresh: dict[str, Any] = {**deepcopy(blank), "id": force.id, "title": force.title}
        if "count" not in blank:
            self.losses.append(
                Loss(
                    "people and their arms",
                    f"{self.game.title} organizes them otherwise",
                    "arm them",
                    force.title,
                )
            )
            self.figures(fresh, force)
        else:
            unit = self.unit(force, side)
            fresh |= {"unit": unit.slug, "count": force.count or len(force.members)}
            if unit.slug != force.unit.slug:
                instead = f"it became {unit.title}"
                self.losses.append(Loss(force.unit.title, "another game has other units", instead))
        if force.arrival:
            fresh["arrival"] = force.arrival
        return fresh

    def figures(self, fresh: dict[str, Any], force: Force) -> None:
        """As many figures under their names, if the game's teams list them."""
        for team in fresh.get("teams", ()):
            team["id"] = ascii_uppercase[self.teams % len(ascii_uppercase)]
            team["title"] = f"Team {team['id']}"
            self.teams += 1
            if "figures" in team and force.members:
                leader, *_ = team["figures"]
                first, *others = force.members
                team["figures"] = [{**leader, "name": first.name}, *({"name": item.name} for item in others)]

    def unit(self, force: Force, side: str) -> Entry:
        """The unit of a side with the same name, or the longest part of its name in common."""
        units = [unit for unit in self.game.of_kind("unit") if unit["side"] == side]

        def likeness(unit: Entry) -> tuple[bool, int]:
            matcher = SequenceMatcher(None, force.unit.slug, unit.slug, autojunk=False)
            return unit.slug == force.unit.slug, matcher.find_longest_match().size

        return max(units, key=likeness)

    def objectives(self) -> None:
        """The objectives with their places; each is carried out by being there at the end."""
        blank = self.data["objectives"][0]
        first = self.game.sides[0].id
        objectives = []
        for item in self.old.get("objectives", ()):
            keep = {key: item[key] for key in ("id", "title", "at", "hex", "dot", "level") if key in item}
            objectives.append(
                {
                    **keep,
                    "side": self.sides[item["side"]],
                    "done_by": blank["done_by"],
                    "done_at": "last turn",
                }
            )
            why, instead = "another game has other acts", "be there at the end"
            self.losses.append(Loss("how it is carried out", why, instead, item["title"]))
        if not objectives:
            return
        self.data["objectives"] = objectives
        goal = next((item for item in objectives if item["side"] == first), objectives[0])
        for condition in self.data["victory"]:
            if isinstance(condition["when"], dict):
                condition["when"] = {"done": goal["id"]}
                condition["side"] = goal["side"]
            else:
                condition["side"] = next(side.id for side in self.game.sides if side.id != goal["side"])

    def rest(self) -> None:
        """Report what belongs to the rules of the old game."""
        for key, what in (
            ("victory", "the grades of victory"),
            ("vehicles", "vehicles"),
            ("special_rules", "special rules"),
            ("pots", "pots"),
            ("first_turn", "the example of the first turn"),
            ("texts", "translations"),
        ):
            if key in self.old:
                self.losses.append(Loss(what, "they are about the other game's rules", "write them anew"))
        if self.scenario.events:
            what = counted(len(self.scenario.events), "event")
            self.losses.append(Loss(what, "their effects are rules", "write them anew"))
