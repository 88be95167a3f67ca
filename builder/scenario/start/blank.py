"""The text of a blank scenario: a bare map, a force and a zone for each side, and victory conditions."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from string import ascii_uppercase
from typing import Any

from builder.scenario.capability import position_may
from builder.scenario.forces.counter_colors import COLORS
from builder.scenario.yaml_text import scenario_text
from rulesdb import Entry, InputError, Ruleset
from rulesdb.model import Side
from rulesdb.yaml_source import load_yaml

_TURNS = 8
_FIGURES = 4
_SUMMARY = "What happens, and why it matters to whom."
_COLORS = ("yellow", "blue")


KINDS = ("deck", "land", "table", "dots")


def kinds_of_map(game: Ruleset) -> tuple[str, ...]:
    """The kinds of map that a game is played on, the default first.

    If the ruleset does not name them, the unit of distance decides: hexes, dots, or a table.
    """
    if game.maps:
        return game.maps
    return ({"hex": "land", "dot": "dots"}.get(game.units["distance"], "table"),)


def blank_scenario(
    game: Ruleset, id: str, title: str, kind: str = "", *, people: int = 0, seed: int = 1
) -> str:
    """The text of a scenario file with a kind of map, by default the first one of the game.

    With ``people``, forces that would list members have this many generated ones, and creatures draw their
    powers, both from ``seed``.

    Raises:
        InputError: the game is not played on such a map, or has no units.
    """
    kinds = kinds_of_map(game)
    kind = kind or kinds[0]
    if kind not in kinds:
        raise InputError(f"{kind}: {game.title} is played on {' or '.join(kinds)}")
    in_inches = kind == "table" and game.units["distance"] == "inch"
    bare = _bare_maps()["table in inches" if in_inches else kind]
    first = game.sides[0]
    goal = {"id": "goal", "title": "Goal", "side": first.id, **bare["goal"]}
    goal |= {"done_by": {"in": "here"}, "done_at": "last turn"}
    # Only one side can win `otherwise`; the designer has to write the condition of a third side.
    lost = ["otherwise", *[f"No figure of {first.title} is at the goal at the end."] * len(game.sides)]
    placed = list(zip(game.sides, bare["zones"], strict=False))
    forces = list(_forces(game, len(placed), people, seed))
    crowd = people >= game.people.get("new", {}).get("command_post", people + 1)
    spent = max(game.find("unit", force["unit"]).get("points", 0) * force.get("count", 0) for force in forces)
    data = {
        "scenario": {
            **about(game, id, title, len(game.sides), _SUMMARY),
            **({"budget": spent} if spent else {}),
            **({"optional_rules": []} if game.optional_rules else {}),
        },
        "map": {"title": title, **bare["map"]},
        "forces": forces,
        "setup": {
            **({"command_post": f"{first.id}-zone"} if crowd else {}),
            "zones": [{"id": f"{side.id}-zone", "title": side.title, **zone} for side, zone in placed],
            "placements": [{"force": f"{side.id}-force", "zone": f"{side.id}-zone"} for side, _ in placed],
        },
        "schedule": {"turns": _TURNS},
        "objectives": [goal],
        "victory": [
            {"side": first.id, "grade": "win", "when": {"done": "goal"}},
            *(
                {"side": side.id, "grade": "win", "when": when}
                for side, when in zip(game.sides[1:], lost, strict=False)
            ),
        ],
    }
    return scenario_text(data)


@functools.cache
def _bare_maps() -> Mapping[str, Any]:
    maps: Mapping[str, Any] = load_yaml(Path(__file__).with_name("blank_maps.yaml")).data
    return maps


def about(
    game: Ruleset, id: str, title: str, players: int, summary: str, mission: Entry | None = None
) -> dict[str, Any]:
    """The ``scenario`` block of a new file."""
    return {
        "id": id,
        "title": title,
        "game": game.id,
        **({"mission": mission.slug} if mission is not None else {}),
        "version": "0.1.0",
        "authors": ["Your name"],
        "players": players,
        "summary": summary,
    }


def _forces(game: Ruleset, placed: int, people: int, seed: int) -> Iterator[dict[str, Any]]:
    """A force of each side; those after the first ``placed`` arrive later."""
    units: list[Entry] = []
    for number, side in enumerate(game.sides):
        unit = _unit(game, side)
        force = _force(game, side, unit, ascii_uppercase[number])
        if people:
            force = _generated(game, force, people, seed)
        if unit in units:
            force["color"] = next(color for color in _COLORS if COLORS[color] != unit["counter"]["family"])
        if number >= placed:
            force["arrival"] = "when it is wanted"
        units.append(unit)
        yield force


def _unit(game: Ruleset, side: Side) -> Entry:
    """The first unit of a side; the first of the game if all sides share the units."""
    units = game.of_kind("unit")
    if not units:
        raise InputError(f"{game.id} has no units; add an entry of kind unit")
    return next((unit for unit in units if unit["side"] == side.id), units[0])


def _force(game: Ruleset, side: Side, unit: Entry, team: str) -> dict[str, Any]:
    force: dict[str, Any] = {
        "id": f"{side.id}-force",
        "title": side.title,
        "side": side.id,
        "unit": unit.slug,
    }
    if unit.slug in game.teams.get("units", ()):
        return {**force, "teams": [_team(game, unit, team)]}
    roster = _roster(game, unit)
    if roster is None:
        return {**force, "count": _FIGURES}
    force["roster"] = roster.slug
    if "members" in roster.facts:
        return {**force, "members": [{"row": _leader(game, roster, unit), "id": "01", "name": "Leader"}]}
    species = next(item["id"] for item in roster["species"] if item["form"] == unit.slug)
    return {**force, "species": species, "count": _FIGURES, "dummies": 0, "panic": "rolled"}


def _generated(game: Ruleset, force: dict[str, Any], people: int, seed: int) -> dict[str, Any]:
    """A force with generated people instead of members, and powers drawn instead of those of a species."""
    new = {key: value for key, value in force.items() if key not in ("roster", "members", "species")}
    if "members" in force:
        new["generated"] = {"count": people, "seed": seed}
        if weapons := game.people.get("new", {}).get("weapons"):
            new["generated"]["weapons"] = dict(weapons)
    elif "species" in force:
        new["powers"] = {"seed": seed}
    return new


def _roster(game: Ruleset, unit: Entry) -> Entry | None:
    """The first roster with rows for a unit, or with a species of its form."""
    for roster in game.of_kind("roster"):
        forms: Sequence[str] = [species["form"] for species in roster.get("species", ())]
        if unit.slug in (roster.get("force"), *forms):
            return roster
    return None


def _leader(game: Ruleset, roster: Entry, unit: Entry) -> int:
    """The first row of a roster whose figure may act as a leader; row 1 if there is none."""
    if game.acts is None or not game.acts.leader:
        return 1
    positions = [member.get("position", "") for member in roster["members"]]
    rows = enumerate((game.find("position", name) if name else None for name in positions), 1)
    return next((row for row, who in rows if position_may(game, who, unit, game.acts.leader)), 1)


def _team(game: Ruleset, unit: Entry, id: str) -> dict[str, Any]:
    """A team from the game's table of organization, or one that lists its figures."""
    team: dict[str, Any] = {"id": id, "title": f"Team {id}"}
    if "organization" not in game.teams:
        leader = {"name": "Leader", "leads": True, **_rank(game)}
        return {**team, "figures": [leader, {"name": unit.title}]}
    table = game.table(game.teams["organization"])
    rows = ((label, table.lookup(**{table.axes[0].name: label}).result) for label in table.axes[0].labels)
    team["made_of"] = next(label for label, parts in rows if unit.slug in parts)
    return {**team, "experience": "rolled"} if "experience" in game.teams else team


def _rank(game: Ruleset) -> dict[str, str]:
    """The last experience of the game's table, for a leader, if figures without one have none."""
    if "experience" not in game.teams or (game.movement is not None and game.movement.allowance.experience):
        return {}
    return {"experience": game.table(game.teams["experience"]).axes[0].labels[-1]}
