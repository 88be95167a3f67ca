"""A scenario in another game: the same place and story, with what has a counterpart there."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from difflib import SequenceMatcher
from string import ascii_uppercase
from typing import Any

from builder.exchange.convert.ground import BUILDING, Patch, ground_of
from builder.exchange.convert.maps import Redrawn, Terrain, redraw
from builder.exchange.losses import Loss, LossReport, counted
from builder.scenario.forces.model import Force
from builder.scenario.model import Scenario
from builder.scenario.start.blank import blank_scenario, kinds_of_map
from builder.scenario.yaml_text import scenario_text
from rulesdb import Entry, InputError, Ruleset
from rulesdb.yaml_source import parse_yaml

# The name of each kind of map in the games, by that of the boards.
_KINDS = {"hex": "deck", "land": "land", "table": "table", "dots": "dots"}
# Maps of these kinds are redrawn as one another; decks have levels, doors and air, which no other kind has.
_OPEN = ("land", "dots", "table")
_STORY = ("authors", "license", "players", "length", "tagline", "summary")
_EFFECTS = ("blocks_sight", "cover", "impassable", "bad_going")
_MIN_COMMON = 3
# Symbols of terrain that stand for much the same on the ground; the first of another game's is taken.
_ALIKE = (
    ("woods", "tree", "brush"),
    ("rocks", "loose", "ruins", "wreck"),
    ("building", "bunker", "tower"),
    ("wall", "high-wall", "fence"),
    ("marsh", "shallow"),
    ("trench", "tunnel"),
    ("hill", "mountain", "cliff"),
)
# What is on some maps, and has no counterpart when they are redrawn.
_LEFT_OUT = {
    "doors": "doors and windows",
    "buildings": "floors and stairs of buildings",
    "tunnels": "tunnels",
    "markers": "markers on the map",
}


def convert_scenario(scenario: Scenario, game: Ruleset) -> tuple[str, LossReport]:
    """The text of a scenario of another game, and what has no counterpart in it.

    A map of open ground is redrawn if the other game is played on another kind of map.

    Raises:
        InputError: it is the same game, or only one of the two is played on decks.
    """
    kind = _KINDS[scenario.map.kind]
    if game.id == scenario.ruleset.id:
        raise InputError(f"{scenario.id} is a scenario of {game.title} already")
    kinds = kinds_of_map(game)
    if kind in kinds:
        return _Conversion(scenario, game, kind).run()
    new_kind = next((other for other in kinds if other in _OPEN), "")
    if kind not in _OPEN or not new_kind:
        raise InputError(
            f"{game.title} is played on {' or '.join(kinds)}; {scenario.id} has a map of kind {kind}, "
            "and a deck cannot become open ground, nor open ground a deck"
        )
    return _Conversion(scenario, game, new_kind).run()


class _Conversion:
    """Fills the blank scenario of the other game with everything that has a counterpart."""

    def __init__(self, scenario: Scenario, game: Ruleset, kind: str) -> None:
        self.scenario = scenario
        self.game = game
        self.old: Mapping[str, Any] = scenario.source.data
        self.kind = kind
        id = f"{scenario.id}-{game.id}"
        self.data: dict[str, Any] = deepcopy(parse_yaml(blank_scenario(game, id, scenario.title, kind)).data)
        self.losses: list[Loss] = []
        self.redrawn: Redrawn | None = None
        sides = [side.id for side in scenario.ruleset.sides]
        others = [side.id for side in game.sides]
        self.teams = 0
        self.races: dict[str, str] = {}
        self.sides = {side: others[min(at, len(others) - 1)] for at, side in enumerate(sides)}

    def run(self) -> tuple[str, LossReport]:
        """The text and its report."""
        about = self.data["scenario"]
        about.update({key: self.old["scenario"][key] for key in _STORY if key in self.old["scenario"]})
        if self.kind == _KINDS[self.scenario.map.kind]:
            self.data["map"] = self.map()
        else:
            self.redraw_map()
        self.data["forces"] = [self.force(force) for force in self.scenario.forces]
        self.budget(about)
        # Players choose the optional rules.
        about.pop("optional_rules", None)
        zones = [self.zone(zone) for zone in self.old["setup"]["zones"]]
        self.data["setup"] = {"zones": zones, "placements": self.placements()}
        self.data["schedule"] = {"turns": self.scenario.turns}
        self.objectives()
        self.rest()
        done = f"{counted(len(self.data['forces']), 'force')}, {counted(len(zones), 'zone')}"
        return scenario_text(self.data), LossReport(self.game.title, (done,), tuple(self.losses))

    def placements(self) -> list[dict[str, Any]]:
        """The zone of each force; a force that starts aboard or in another place is in a zone of its side."""
        placements = [
            {"force": item["force"], "zone": item["zone"]} for item in self.old["setup"].get("placements", ())
        ]
        placed = {item["force"]: item["zone"] for item in placements}
        for force in self.scenario.forces:
            near = [
                placed[other.id]
                for other in self.scenario.forces
                if other.side == force.side and other.id in placed
            ]
            if force.id not in placed and not force.arrival and near:
                placements.append({"force": force.id, "zone": near[0]})
                zone = next(zone.title for zone in self.scenario.zones if zone.id == near[0])
                self.losses.append(
                    Loss("where it starts", "it is in no zone", f"it sets up in {zone}", force.title)
                )
        return placements

    def budget(self, about: dict[str, Any]) -> None:
        """Raise the points of the sides to those of their units, if units cost points."""
        if "budget" not in about:
            return
        spent: dict[str, int] = {}
        for force in self.data["forces"]:
            cost = self.game.find("unit", force["unit"]).get("points", 0) * force.get("count", 0)
            spent[force["side"]] = spent.get(force["side"], 0) + cost
        about["budget"] = max(spent.values())
        points = ", ".join(f"{side.title} {spent[side.id]}" for side in self.game.sides if side.id in spent)
        self.losses.append(Loss("balance", f"the forces cost {points} points", "change their numbers"))

    def map(self) -> dict[str, Any]:
        """The map with the terrain of the game, or the closest equivalent."""
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

    def redraw_map(self) -> None:
        """Draw open ground on a map of another kind, and report what that map cannot have."""
        old_kind = _KINDS[self.scenario.map.kind]
        old = parse_yaml(blank_scenario(self.scenario.ruleset, "old", "Old", old_kind)).data["map"]
        terrain = [entry for entry in self.game.of_kind("terrain") if not entry.get("open")]
        by_symbol = {str(entry.get("symbol", "")): entry for entry in reversed(terrain)}
        replacements: dict[str, Entry | None] = {}

        def of_patch(patch: Patch) -> Entry | None:
            if patch.id not in replacements:
                replacements[patch.id] = self.replaced(patch, by_symbol)
            return replacements[patch.id]

        ground = ground_of(self.scenario)
        self.redrawn = redraw(ground, old, self.data["map"], Terrain(of_patch, by_symbol))
        self.data["map"] = self.redrawn.block | {"title": self.scenario.map.title}
        self.losses += self.redrawn.losses
        for key, what in _LEFT_OUT.items():
            if self.old["map"].get(key):
                self.losses.append(Loss(what, "maps of the two games differ", "add what you need"))
        what = f"the map, of kind {old_kind}"
        why = f"{self.game.title} is played on {self.kind}"
        self.losses.append(Loss(what, why, "it was redrawn; look at it"))

    def replaced(self, patch: Patch, by_symbol: Mapping[str, Entry]) -> Entry | None:
        """The terrain of the other game for a patch; what it becomes or why it is missing is reported."""
        title = patch.terrain.title if patch.terrain is not None else patch.symbol.capitalize()
        after = by_symbol.get(BUILDING) if patch.terrain is None else self.counterpart(patch.terrain)
        loss: Loss | None = None
        if after is None:
            what = f"{patch.name} ({title})" if patch.name else title
            loss = Loss(what, f"{self.game.title} has no such terrain")
        elif patch.terrain is not None and after.slug != patch.terrain.slug:
            why = f"{title} is not in {self.game.title}" if patch.name else f"it is not in {self.game.title}"
            loss = Loss(patch.name or title, why, f"it became {after.title}")
        # Terrain without a name can be in many places.
        if loss is not None and loss not in self.losses:
            self.losses.append(loss)
        return after

    def zone(self, zone: Mapping[str, Any]) -> dict[str, Any]:
        """A zone, in its new place if the map was redrawn."""
        if self.redrawn is None:
            return {**zone}
        kept = {key: zone[key] for key in ("id", "title", "secret") if key in zone}
        return kept | self.redrawn.zones[zone["id"]]

    def counterpart(self, terrain: Entry) -> Entry | None:
        """The same terrain by name, by its symbol or a similar one, or by most of its effects."""
        kinds = [entry for entry in self.game.of_kind("terrain") if not entry.get("open")]
        symbol = terrain.get("symbol")
        alike = next((group for group in _ALIKE if symbol in group), ())
        same = [entry for entry in kinds if entry.slug == terrain.slug]
        same += [entry for each in (symbol, *alike) for entry in kinds if entry.get("symbol") == each]
        if same:
            return same[0]

        def likeness(entry: Entry) -> int:
            common = [terrain.get(key) for key in _EFFECTS if entry.get(key) == terrain.get(key)]
            return len(common) if any(common) else 0

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
        """The unit of a side with the same name; or of its family, with the most of its name in common."""
        every = self.game.of_kind("unit")
        # In some games, all sides share the units, but each side has those of one race.
        units = [unit for unit in every if unit["side"] == side] or every
        race = self.races.get(side)
        units = [unit for unit in units if race is None or unit.get("race") == race]
        family = force.unit["counter"]["family"]

        def likeness(unit: Entry) -> tuple[bool, bool, int]:
            matcher = SequenceMatcher(None, force.unit.slug, unit.slug, autojunk=False)
            is_same = unit.slug == force.unit.slug
            return is_same, unit["counter"]["family"] == family, matcher.find_longest_match().size

        best = max(units, key=likeness)
        if best.get("race"):
            self.races[side] = best["race"]
        return best

    def objectives(self) -> None:
        """The objectives with their places; each is carried out by being there at the end."""
        blank = self.data["objectives"][0]
        first = self.game.sides[0].id
        objectives = []
        for item in self.old.get("objectives", ()):
            keep = {key: item[key] for key in ("id", "title", "at", "hex", "dot", "level") if key in item}
            if self.redrawn is not None:
                keep = {"id": item["id"], "title": item["title"], **self.redrawn.goals.get(item["id"], {})}
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
                self.losses.append(Loss(what, "they are about the other game's rules", "rewrite them"))
        if self.scenario.events:
            what = counted(len(self.scenario.events), "event")
            self.losses.append(Loss(what, "their effects are rules", "rewrite them"))
