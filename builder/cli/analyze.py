"""``brainbug analyze``."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from builder.analysis.report import report_of
from builder.scenario.load import load_scenario
from builder.terminal.library_options import library_options
from rulesdb import Library
from rulesdb.files.reading import require_file

# The maximum number of places of a path to print; the middle of longer ones is left out.
_MAX_PLACES = 10


@click.command()
@click.argument("scenario", type=click.Path(path_type=Path))
@library_options
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def analyze(scenario: Path, library: Library, as_json: bool) -> None:
    """Analyze a scenario: seals, contact, reach, dead ground, counters.

    Seals are the minimum number of walls and doors that must be lost before a compartment opens to the
    outside: with all doors shut, then with each airtight door open. Contact and reach are in full moves along
    the fastest path, or in turns on a map of dots. On a table, distances are in a straight line. --json
    prints every path in full.
    """
    require_file(scenario)
    loaded = load_scenario(scenario, library=library)
    report = report_of(loaded)
    if as_json:
        click.echo(json.dumps(report, indent=2, ensure_ascii=False))
        return
    click.secho(f"{loaded.title} ({loaded.ruleset.title})", bold=True)
    for title, lines in _sections(report):
        if lines:
            click.echo()
            click.secho(title, bold=True)
            for line in lines:
                click.echo(f"  {line}")


def _sections(report: dict[str, Any]) -> list[tuple[str, list[str]]]:
    step = report["counted_in"].removesuffix("s")
    contacts = [
        f"{' and '.join(contact['forces'])}: {step} {contact['moves']}, at {contact['where']}"
        for contact in report["contacts"]
    ]
    reach = [
        f"{id}: {reach['force']} in {step} {reach['moves']}{_path(reach['way'])}"
        for id, reaches in report["objectives"].items()
        for reach in reaches
    ]
    far = [
        f"{' and '.join(row['between'])}: {row['distance']:g} {row['unit']}" for row in report["distances"]
    ]
    dead = [
        f"from {zone}: {row['hidden']} of {row['of']} {row['unit']} are out of sight"
        for zone, row in report["dead_ground"].items()
    ]
    return [
        ("Seals: barriers that must be lost before air leaks to the outside", list(_seals(report))),
        ("With one airtight door or hatch open", list(_doors(report))),
        ("First contact, at full movement", contacts),
        ("Objectives in reach", reach),
        ("Distances, in a straight line", far),
        ("Dead ground", dead),
        ("Counters that can run out", list(_counters(report))),
    ]


def _seals(report: dict[str, Any]) -> Iterator[str]:
    for seal in sorted(report["seals"], key=lambda seal: seal["barriers"]):
        how = "; ".join(seal["breach"]) or "open to the outside"
        size = _number(seal["hexes"], "hex", "hexes")
        yield f"{seal['barriers']}  {', '.join(seal['areas'])} ({size}): {how}"


def _doors(report: dict[str, Any]) -> Iterator[str]:
    for state in report["doors"]:
        areas = _number(len(state["areas"]), "area", "areas")
        hexes = _number(state["hexes"], "hex", "hexes")
        yield f"{state['open']}: {areas}, {hexes} behind {state['barriers']}"


def _number(number: int, one: str, more: str) -> str:
    return f"{number} {one if number == 1 else more}"


def _path(path: list[str]) -> str:
    """The numbers of a path, with the deck at each change; if it is long, only its beginning and end."""
    if len(path) < 2:
        return ""
    places, deck = [], ""
    for place in path:
        number, _, on = place.removeprefix("hex ").removeprefix("dot ").partition(" on ")
        places.append(f"{number} ({on})" if on != deck else number)
        deck = on
    if len(places) > _MAX_PLACES:
        places = [*places[: _MAX_PLACES // 2], "…", *places[-_MAX_PLACES // 2 :]]
    return f": {', '.join(places)}"


def _counters(report: dict[str, Any]) -> Iterator[str]:
    """A line for each kind of counter that can run out."""
    kinds: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for mix in report["counters"]:
        kinds.setdefault((mix["force"], mix["title"]), []).append(mix)
    for (_, title), mixes in kinds.items():
        short = [mix for mix in mixes if mix["at_once"] > mix["printed"]]
        parts = [f"{mix['printed']} of size {mix['size']} for up to {mix['at_once']}" for mix in short]
        if any(mix["grows"] for mix in mixes):
            parts.append("each interphase can add to them")
        if parts:
            yield f"{title}: {'; '.join(parts)}"
