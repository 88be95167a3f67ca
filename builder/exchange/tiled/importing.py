"""A map of Tiled into a scenario: map, zones and objectives are replaced, everything else stays as it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from builder.exchange.losses import Loss, LossReport, counted
from builder.exchange.tiled.cells import hex_at
from builder.exchange.tiled.deck_map import DeckReader
from builder.exchange.tiled.dots_reading import DotsReader
from builder.exchange.tiled.exporting import ZONE_PLACES
from builder.exchange.tiled.land_map import read_land
from builder.exchange.tiled.reading import MapObject, TiledMap, TmxError, read_tmx, slug_of, things_of
from builder.exchange.tiled.table_map import read_table, replace_shape, shape_of
from builder.exchange.tiled.tmx import WALL
from builder.geometry.hexgrid import HexGrid
from builder.lint.redraft import Redraft
from builder.scenario.load import scenario_from
from builder.scenario.model import Scenario
from builder.scenario.start.blank import blank_scenario
from rulesdb import Library
from rulesdb.yaml_source import YamlSource, parse_yaml

_BLANK_KINDS = {"hex": "deck", "land": "land", "table": "table", "dots": "dots"}


@dataclass(frozen=True, slots=True)
class Imported:
    """The new text of a scenario, and what could not be read."""

    text: str
    losses: LossReport


def import_tmx(path: Path, into: YamlSource | None, game: str | None, library: Library) -> Imported:
    """Read a map of Tiled into a scenario, or into a blank one of a game.

    Raises:
        TmxError: the file cannot be imported, or is of another kind of map.
        CannotKeep: the text of the scenario cannot be changed without disturbing what is around it.
    """
    tiled = read_tmx(path)
    kind = str(tiled.properties.get("kind", "table" if tiled.orientation == "orthogonal" else ""))
    is_new = into is None
    if into is None:
        into = _blank(tiled, kind, game, library, path)
    scenario = scenario_from(into, library)
    if kind not in ("", scenario.map.kind):
        raise TmxError(f"{path}: a map of kind {kind}; the scenario has one of kind {scenario.map.kind}")
    fits = {"table": ("orthogonal",), "dots": ("orthogonal", "hexagonal")}
    if tiled.orientation not in fits.get(scenario.map.kind, ("hexagonal",)):
        raise TmxError(
            f"{path}: the map is {tiled.orientation}, which does not fit a map of kind {scenario.map.kind}"
        )
    return _Import(tiled, scenario).run(is_new=is_new)


def _blank(tiled: TiledMap, kind: str, game: str | None, library: Library, path: Path) -> YamlSource:
    name = game or str(tiled.properties.get("game", ""))
    if not name:
        raise TmxError(f"{path}: the map does not name its game; use --game, or --into SCENARIO.yaml")
    id = slug_of(str(tiled.properties.get("scenario", "")) or path.stem)
    text = blank_scenario(library.open(name), id, id.replace("-", " ").title(), _BLANK_KINDS.get(kind, ""))
    return parse_yaml(text, f"{id}.yaml")


class _Import:
    """Puts one map into one scenario."""

    def __init__(self, tiled: TiledMap, scenario: Scenario) -> None:
        self.tiled = tiled
        self.scenario = scenario
        self.data: Mapping[str, Any] = scenario.source.data
        self.losses: list[Loss] = list(tiled.losses)
        self.spot_at = self._spots()

    def _spots(self) -> Callable[[float, float], str | None]:
        """The number of the hex or dot at a pixel; ``None`` off the map."""
        if self.scenario.map.kind == "dots":
            lattice = DotsReader(self.tiled, self.data["map"]).cells
            return lambda x, y: None if (dot := lattice.dot_at(x, y)) is None else lattice.lattice.label(dot)
        grid = HexGrid(self.tiled.columns, self.tiled.rows)
        return lambda x, y: None if (hex := hex_at(grid, x, y)) is None else grid.label(hex)

    def run(self, *, is_new: bool) -> Imported:
        """The changed text; in a new scenario, forces and victory refer to what the map has."""
        draft = Redraft(self.scenario.source)
        zones, objectives = self.zones(), self.objectives()
        draft.set(("map",), self.map())
        draft.set(("setup", "zones"), zones)
        if objectives:
            draft.set(("objectives",), objectives)
        if is_new:
            self.describe(draft)
            self.refer(draft, [zone["id"] for zone in zones], [objective["id"] for objective in objectives])
        text = draft.text()
        done = (
            f"{counted(self.tiled.columns, 'column')}, {counted(self.tiled.rows, 'row')}, "
            f"{counted(len(self.tiled.layers), 'layer')} of tiles, "
            f"{counted(sum(item.kind != WALL for item in self.tiled.objects), 'object')}",
        )
        return Imported(text, LossReport("the scenario", done, tuple(self.losses)))

    def describe(self, draft: Redraft) -> None:
        """Give a new map its title, and decks their site and air."""
        about = self.tiled.properties
        paths: dict[str, tuple[str, ...]] = {"title": ("map", "title"), "site": ("map", "site")}
        paths |= {name: ("map", "atmosphere", name) for name in ("outside", "inside")}
        paths["spacing"] = ("map", "spacing")
        for name, path in paths.items():
            if about.get(name):
                draft.set(path, about[name])

    def refer(self, draft: Redraft, zones: list[str], objectives: list[str]) -> None:
        """Let forces of a blank scenario set up in the zones of the map, and victory be an objective."""
        for at in range(len(self.data["setup"]["placements"])):
            draft.set(("setup", "placements", at, "zone"), zones[min(at, len(zones) - 1)])
        if "command_post" in self.data["setup"]:
            draft.set(("setup", "command_post"), zones[0])
        for at, condition in enumerate(self.data["victory"]):
            if isinstance(condition["when"], dict) and condition["when"].get("done") not in (
                None,
                *objectives,
            ):
                draft.set(("victory", at, "when", "done"), objectives[0])

    def map(self) -> dict[str, Any]:
        old = self.data["map"]
        if self.scenario.map.decks is not None or self.scenario.map.kind == "dots":
            decks = self.scenario.map.decks
            reader = DotsReader(self.tiled, old) if decks is None else DeckReader(self.tiled, old, decks)
            block = reader.read()
            self.losses += reader.losses
            return block
        read = read_table if self.scenario.map.kind == "table" else read_land
        return read(self.tiled, old, self.losses)

    def zones(self) -> list[Any]:
        """The zones: the old ones in their order, then new ones; all old ones if the map has none."""
        old = self.data["setup"]["zones"]
        items = things_of(self.tiled, "zone", self.losses)
        if not items:
            return list(old)
        zones = []
        for zone in [*old, *({"id": id, "title": item.name} for id, item in items.items())]:
            item = items.pop(zone["id"], None)
            if item is not None:
                zones.append(self.zone(deepcopy(dict(zone)), item))
        return zones

    def zone(self, zone: dict[str, Any], item: MapObject) -> dict[str, Any]:
        if item.name and item.name != zone["title"]:
            zone["title"] = item.name
        if self.scenario.map.kind == "table":
            replace_shape(zone, item, self.tiled)
            return zone
        for key in ZONE_PLACES:
            value = str(item.properties.get(key, ""))
            old = zone.get(key, "")
            if (" ".join(old) if isinstance(old, list) else str(old)) == value:
                continue
            if key == "floor" and value and not value.removeprefix("-").isdecimal():
                raise TmxError(
                    f"{self.tiled.path}:{item.line}: zone {zone['id']}: its property floor is {value!r}; "
                    "write a whole number"
                )
            zone[key] = value.split() if key == "areas" else int(value or 0) if key == "floor" else value
            if not value:
                del zone[key]
        return zone

    def objectives(self) -> list[Any]:
        """The objectives with their places; those without one stay."""
        old = list(self.data.get("objectives", ()))
        items = things_of(self.tiled, "objective", self.losses)
        if not items:
            return old
        placed = {objective.id for objective in self.scenario.objectives if objective.region}
        objectives = []
        for objective in old:
            item = items.pop(objective["id"], None)
            if item is not None:
                objectives.append(self.objective(deepcopy(dict(objective)), item))
            elif objective["id"] not in placed:
                objectives.append(objective)
        sides = self.scenario.ruleset.sides
        for id, item in items.items():
            fresh = {"id": id, "title": item.name or id, "side": sides[0].id, "text": item.name or id}
            objectives.append(self.objective(fresh, item))
        return objectives

    def objective(self, objective: dict[str, Any], item: MapObject) -> dict[str, Any]:
        if item.name and item.name != objective["title"]:
            objective["title"] = item.name
        side = str(item.properties.get("side", "")) or objective["side"]
        if side != objective["side"]:
            objective["side"] = side
        if self.scenario.map.kind == "table":
            _, (x, y, *_) = shape_of(item, self.tiled)
            if [round(float(at), 3) for at in objective.get("at", ())] != [round(x, 3), round(y, 3)]:
                objective["at"] = [x, y]
            return objective
        spot = self.spot_at(item.x + item.width / 2, item.y + item.height / 2)
        if spot is None:
            self.losses.append(
                Loss(f"objective {objective['id']}", "it is off the map", where=f"line {item.line}")
            )
            return objective
        key = self.scenario.map.spot_key
        if objective.get(key) != spot:
            objective[key] = spot
        if self.scenario.map.decks is not None and objective.get("level") != item.group:
            objective["level"] = item.group
        return objective
