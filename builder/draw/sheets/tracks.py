"""Tracks for everything that players count besides figures, from the game's ``tracks``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from builder.draw.game_sheets import Column
from builder.draw.sheets.form_parts import NUMBERED, counting_boxes, grid
from builder.draw.surface.canvas import Canvas
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.entry_text import citation_line, cited
from builder.draw.surface.flow import SMALL, Block, Flow, Writer, stacked
from builder.draw.surface.type import CONDENSED, CONDENSED_BOLD, MIN_SIZE, Type
from builder.scenario.model import Scenario
from rulesdb import Entry, Ruleset, Table

_LINE = 7.4
_LABEL = 28.0
_STEP = 6.4
_TICK = 3.6


def track_flow(game: Ruleset, context: DrawingContext, *, scenario: Scenario | None = None) -> Flow:
    """The game's tracks; a scenario gives the turns and which rows are needed."""

    tracks: list[Mapping[str, Any]] = list(game.tracks)
    if scenario is not None and all(track["kind"] != "turns" for track in tracks):
        tracks.insert(0, {"title": context.words("briefing.length", count=scenario.turns), "kind": "turns"})

    def blocks(writer: Writer) -> Sequence[Block]:
        results = [_track(game, track, writer, scenario) for track in tracks]
        return [stacked(parts) for parts in results if parts]

    about = context.words("track.about", title=scenario.title if scenario else game.title)
    return Flow("tracks", context.words("track.title"), about, blocks, columns=1)


def _track(game: Ruleset, track: Mapping[str, Any], writer: Writer, scenario: Scenario | None) -> list[Block]:
    """One track: its title, its note, and the boxes or lines to fill in."""
    rows = [row for row in track.get("rows", ()) if _is_needed(row, scenario)]
    rows = [own for row in rows for own in _own_rows(game, row, scenario)]
    if "rows" in track and not rows:
        return []
    kind = track["kind"]
    if kind == "turns":
        turns = scenario.turns if scenario else track["count"]
        events = {event.turn: event.title for event in scenario.events} if scenario else {}
        body = [_boxes("", turns, events, writer)]
    elif kind == "boxes":
        body = [_row(game, row, writer, scenario) for row in rows]
    elif kind == "steps":
        phases = [phase for phase in game.of_kind("phase") if phase["of"] == track["of"]]
        body = [_steps(phases, track.get("count", 1), writer)]
    else:
        labels = [str(row["label"]) for row in rows] or [""] * int(track["count"])
        columns = [Column(head, 1 if index else 2) for index, head in enumerate(track["columns"])]
        body = [grid("", columns, [[label] for label in labels], writer, tall=_LINE)]
    note = track.get("note", "")
    notes = [writer.paragraph(note, SMALL, color="muted")] if note else []
    notes += _citations(game, rows, writer)
    return [writer.heading(track["title"]), *notes, *body]


def _is_needed(row: Mapping[str, Any], scenario: Scenario | None) -> bool:
    if scenario is None:
        return True
    if "pot" in row and scenario.pots is not None:
        return row["pot"] in scenario.pots
    return "unit" not in row or any(force.unit.slug == row["unit"] for force in scenario.forces)


def _own_rows(
    game: Ruleset, row: Mapping[str, Any], scenario: Scenario | None
) -> Sequence[Mapping[str, Any]]:
    """A row of preservation chits once for each force that has its own number; any other row unchanged."""
    table = game.people.get("preservation")
    forces = [force for force in scenario.forces if force.unit.slug == row.get("unit")] if scenario else []
    if table is None or not any(force.preservation for force in forces):
        return [row]
    cell = row.get("cell", {})
    if cell.get("table") != table["table"]:
        return [row]
    keys = {table["chits"]: "chits", table["limit"]: "limit"}
    rows = []
    for force in forces:
        new = {**row, "label": row["label"] if len(forces) == 1 else force.title}
        if force.preservation:
            own = [force.preservation[keys[each["at"][table["axis"]]]] for each in (cell, *row["marks"])]
            marks = zip(row["marks"], own[1:], strict=True)
            new |= {"cell": None, "count": own[0], "marks": [{**mark, "number": at} for mark, at in marks]}
        rows.append(new)
    return rows


def _citations(game: Ruleset, rows: Sequence[Mapping[str, Any]], writer: Writer) -> list[Block]:
    """A line that cites the tables of the boxes, with their basis."""
    cells = [
        cell
        for row in rows
        for cell in (row.get("cell"), *row.get("marks", ()))
        if cell and "number" not in cell
    ]
    tables: dict[str, Table] = {cell["table"]: game.table(cell["table"]) for cell in cells}
    if not tables:
        return []
    entries = [table.entry for table in tables.values()]
    sources = [f"{entry.title} ({citation_line(entry, writer.words)})" for entry in entries]
    is_house = any(entry.provenance.basis.is_marked for entry in entries)
    return [writer.paragraph("; ".join(sources), SMALL, color="house" if is_house else "muted")]


def _number(game: Ruleset, cell: Mapping[str, Any]) -> int:
    """The number in a cell of the database, plus what the track adds."""
    if "number" in cell:
        return int(cell["number"])
    return int(game.table(cell["table"]).lookup(**cell["at"]).result) + int(cell.get("add", 0))


def _row(game: Ruleset, row: Mapping[str, Any], writer: Writer, scenario: Scenario | None) -> Block:
    number = _number(game, row["cell"]) if row.get("cell") else int(row["count"])
    if scenario is not None and scenario.pots is not None and "pot" in row:
        number = scenario.pots[row["pot"]].points
    marks = {_number(game, mark): str(mark.get("text", "")) for mark in row.get("marks", ())}
    return _boxes(str(row["label"]), number, marks, writer)


def _boxes(label: str, number: int, marks: Mapping[int, str], writer: Writer) -> Block:
    """Numbered boxes after a label; those with a mark are emphasized, and a line below them explains it."""
    left = _LABEL if label else 0.0
    boxes = counting_boxes(number, marks, writer.width - left)
    listed = "; ".join(f"{at} {text}" for at, text in sorted(marks.items()) if text)
    small = Type(CONDENSED, 2.6)
    note_lines = writer.metrics.wrap(listed, small, writer.width - left) if listed else []

    def draw(canvas: Canvas, x: float, y: float) -> None:
        type = writer.metrics.fit(label, Type(CONDENSED_BOLD, 3.2), left - 2, MIN_SIZE)
        canvas.text(label, x, y + 4.9, type, within=(x, y, max(left, 0.1), NUMBERED))
        boxes.draw(canvas, x + left, y)
        room = (x + left, y + boxes.height, writer.width - left, len(note_lines) * 3.5 + 1.2)
        canvas.lines(note_lines, x + left, room[1] + 2.9, small, 3.5, fill="muted", within=room)

    return Block(boxes.height + len(note_lines) * 3.5 + 2.2, draw)


def _steps(phases: Sequence[Entry], times: int, writer: Writer) -> Block:
    """A line for each phase, with a box for each time that the sequence is played."""

    def draw(canvas: Canvas, x: float, y: float) -> None:
        for index, phase in enumerate(phases):
            top = y + index * _STEP
            text = f"{index + 1}  {phase.title}"
            canvas.text(text, x, top + 4.3, Type(CONDENSED, 3.3))
            canvas.text(cited(phase), x + 52, top + 4.3, Type(CONDENSED, MIN_SIZE), fill="muted")
            for time in range(times):
                left = x + 90 + time * 8
                canvas.rect(left, top + 1.4, _TICK, _TICK, stroke="ink", stroke_width="box")
            canvas.rule(x, top + _STEP, writer.width)

    return Block(len(phases) * _STEP + 2.5, draw)
