"""A scenario as CSV: roster, counters and cards, for programs that lay out cards from tables."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping

from builder.draw.pieces.piece import Piece
from builder.exchange.inventory import scenario_cards, scenario_counters
from builder.exchange.losses import Loss, LossReport, counted
from builder.exchange.sharing import Shared, ShareOptions
from builder.scenario.model import Force, Scenario
from rulesdb import Entry

Row = Mapping[str, object]
# How a spreadsheet recognizes a formula, which it would run.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_ROSTER = (
    "side", "force", "id", "name", "count", "unit", "group", "position", "activation", "panic", "weapon",
    "carries", "experience", "gear", "leads", "abilities",
)  # fmt: skip
_COUNTERS = ("id", "title", "kind", "side", "force", "unit", "copies", "hidden", "front", "back")
_CARDS = ("id", "title", "side", "copies", "front", "back")


def share(scenario: Scenario, options: ShareOptions) -> Shared:
    """``roster.csv``, ``counters.csv`` and ``cards.csv``."""
    tables = {
        "roster.csv": (_ROSTER, list(_roster(scenario))),
        "counters.csv": (_COUNTERS, list(_counters(scenario, options))),
        "cards.csv": (_CARDS, list(_cards(scenario, options))),
    }
    files = {name: _text(columns, rows).encode("utf-8") for name, (columns, rows) in tables.items()}
    done = ", ".join(f"{name}: {counted(len(rows), 'row')}" for name, (_, rows) in tables.items())
    losses = (
        Loss("the map, rules, conditions and events", "a table has rows only", "share the printed kit, too"),
        Loss("icons and colors", "cells have text only", "--to images writes the faces under the same ids"),
    )
    return Shared(files, LossReport("CSV", (done,), losses), is_folder=True)


def _roster(scenario: Scenario) -> Iterator[Row]:
    for force in scenario.forces:
        start: dict[str, object] = {"side": scenario.side_title(force.side), "force": force.title}
        if not force.members:
            yield (
                start
                | {"id": force.id, "name": force.species_title, "count": force.amount("count")}
                | {"unit": force.unit.title}
            )
            continue
        for member in force.members:
            group = next((group.title for group in force.groups if member in group.members), "")
            yield start | {
                "id": member.id,
                "name": member.name,
                "count": 1,
                "unit": (member.unit or force.unit).title,
                "group": group,
                "position": member.position.title if member.position is not None else "",
                "activation": member.activation or "",
                "panic": member.panic or "",
                "weapon": member.weapon.title if member.weapon is not None else member.usual,
                "carries": _titles(member.carries),
                "experience": member.experience,
                "gear": "; ".join(member.gear),
                "leads": "yes" if member.leads else "",
                "abilities": "; ".join(f"{name}: {value}" for name, value in member.abilities.items()),
            }


def _counters(scenario: Scenario, options: ShareOptions) -> Iterator[Row]:
    for counter in scenario_counters(scenario, options.context):
        yield {
            "id": counter.piece.name,
            "title": counter.title,
            "kind": counter.kind,
            "side": _side(scenario, counter.force),
            "force": counter.force.title if counter.force is not None else "",
            "unit": counter.unit.title if counter.unit is not None else "",
            "copies": counter.copies,
            "hidden": "yes" if counter.is_hidden else "",
            **_faces(counter.piece),
        }


def _cards(scenario: Scenario, options: ShareOptions) -> Iterator[Row]:
    for card in scenario_cards(scenario, options.context):
        side = scenario.side_title(card.reader) if card.reader else ""
        yield {
            "id": card.piece.name,
            "title": card.title,
            "side": side,
            "copies": card.copies,
            **_faces(card.piece),
        }


def _faces(piece: Piece) -> dict[str, object]:
    """The words on both sides, in the order in which they are drawn."""
    return {
        side: " ".join(placed.text for placed in drawing.texts)
        for side, drawing in (("front", piece.front), ("back", piece.back))
    }


def _titles(entries: Iterable[Entry]) -> str:
    return "; ".join(entry.title for entry in entries)


def _side(scenario: Scenario, force: Force | None) -> str:
    return scenario.side_title(force.side) if force is not None else ""


def _text(columns: tuple[str, ...], rows: Iterable[Row]) -> str:
    """A table as CSV; a text that a spreadsheet would run as a formula begins with an apostrophe."""
    file = io.StringIO()
    writer = csv.DictWriter(file, columns, restval="", lineterminator="\n")
    writer.writeheader()
    for row in rows:
        writer.writerow({name: _harmless(value) for name, value in row.items()})
    return file.getvalue()


def _harmless(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value
