"""Tracks for everything that players count besides figures, from the game's ``tracks``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from builder.draw.pieces.marker_copies import marker_needs
from builder.draw.sentences.deadlines import closing_turn
from builder.draw.sentences.entry_text import citation_line, cited
from builder.draw.sentences.side_names import side_name
from builder.draw.sheets.form_parts import HEADING, NUMBERED, TURN_BOX, beside, track_heading, turn_boxes
from builder.draw.sheets.tracks.boxes import LABEL, LABEL_TYPE, boxes_row
from builder.draw.sheets.tracks.colors import track_colors
from builder.draw.sheets.tracks.columns import with_needed_columns
from builder.draw.sheets.tracks.departures import departure_rows, presence_rows, uncounted
from builder.draw.sheets.tracks.events import events_block
from builder.draw.sheets.tracks.grids import FREE, SPARE, cell_number, lines_blocks
from builder.draw.sheets.tracks.lasting import with_end
from builder.draw.sheets.tracks.lines import turn_marks
from builder.draw.surface.canvas import Canvas
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import SMALL, Block, Flow, Writer, stacked
from builder.draw.surface.type import CONDENSED, MIN_SIZE, Type
from builder.draw.surface.wording import Words
from builder.scenario.logic.conditions import LeftBy, Work, comparisons
from builder.scenario.model import Force, Member, Objective, Scenario
from rulesdb import Entry, Ruleset, Table
from rulesdb.constraints import Selector

_APART, _TINY = 6.0, 1e-6
_MAX_MORE = 2
# So much work needs no track.
_REMEMBERED = 1
# How much higher lines can be if a sheet then has room for all tracks.
_LARGE = (1.9, 1.75, 1.6, 1.45, 1.3, 1.15, 1.0, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7)
# Lines are no lower than this if events stand below the turns.
_MIN_WITH_EVENTS = 0.9
# The height of a row in one line, with a caption, in sizes of its boxes.
_ONE_LINE = 1.9
_STEP = 6.4
_MAX_TURN = 1.4
# What boxes leave free below them, in mm.
_BELOW_BOXES = 2.2
_LOW_HEADING = 5.6
# What can stand in a dense heading, in this type and up to this share of its width.
_ABOUT, _MOST_ABOUT = Type(CONDENSED, 2.5), 0.68
_TICK = 3.6
_STEP_BOX = 7.0
_STEP_TYPE = Type(CONDENSED, 3.3)


def track_flow(
    game: Ruleset,
    context: DrawingContext,
    *,
    scenario: Scenario | None = None,
    room: float = 0.0,
    for_all_markers: bool = False,
    tells_events: bool = True,
) -> Flow:
    """The game's tracks; a scenario gives the turns and which rows are needed.

    Lines to write on are so high, and so many, that tracks fill ``room`` mm if they are not higher anyway.
    There are fewer if that saves a sheet, but ``for_all_markers`` one for each marker that is put on one. If
    there is room and it ``tells_events``, what happens in turns stands below these.
    """

    tracks: list[Mapping[str, Any]] = [with_needed_columns(track, scenario) for track in game.tracks]
    if scenario is not None and all(track["kind"] != "turns" for track in tracks):
        tracks.insert(0, {"title": context.words("briefing.length"), "kind": "turns", "icon": "hourglass"})

    if scenario is not None and room:
        tracks = [_with_lines(game, track, scenario) for track in tracks]
    works = _works(scenario) if scenario is not None else []
    departures = _departures(scenario) if scenario is not None else []
    counted = [
        row
        for rows in (departure_rows, presence_rows)
        for row in (rows(scenario, context.words) if scenario is not None else ())
    ]
    work = _work_track(works, departures, counted, context.words) if works or departures or counted else None

    def blocks(writer: Writer) -> Sequence[Block]:
        with_events = is_dense = False

        def drawn(large: float, more: int) -> list[Block]:
            results = [_track(game, track, writer, scenario, large, more, is_dense) for track in tracks]
            if with_events and scenario is not None:
                at = next(index for index, track in enumerate(tracks) if track["kind"] == "turns")
                results[at].append(events_block(scenario, writer))
            drawings = [stacked(parts) if parts else None for parts in results]
            if work is not None:
                half = Writer((writer.width - _APART) / 2, writer.context)
                at, own = next(_pairs(game, tracks, drawings, work, (writer, half), scenario, large))
                drawings[at : at + 1] = own
            return [drawing for drawing in drawings if drawing is not None]

        def fits(large: float, more: int) -> bool:
            return sum(block.height for block in drawn(large, more)) <= room

        # Low lines have notes in their headings rather than roomy ones.
        is_dense = is_low = scenario is not None and room > 0 and not fits(_MIN_WITH_EVENTS, 0)
        if not fits(_LARGE[-1], 0):
            # Fewer free lines are better than another sheet for the last few.
            spare = 0 if for_all_markers else max(track.get(SPARE, 0) for track in tracks)
            tried = range(-1, -FREE - spare - 1 if room else 0, -1)
            fewer = next((each for each in tried if fits(_LARGE[-1], each)), None)
            return drawn(1.0, 0) if fewer is None else drawn(_LARGE[-1], fewer)
        with_events = tells_events and scenario is not None and bool(scenario.events)
        if with_events and not fits(_MIN_WITH_EVENTS, 0):
            # What the boxes of turns name is explained rather than set in roomy headings.
            is_dense = True
            with_events = fits(_LARGE[-1], 0)
            is_dense = with_events or is_low
        large = next(each for each in _LARGE if fits(each, 0))
        more = next((each for each in range(_MAX_MORE, 0, -1) if fits(large, each)), 0)
        return drawn(large, more)

    about = context.words("track.about", title=scenario.title if scenario else game.title)
    return Flow("tracks", context.words("track.title"), about, blocks, columns=1)


def _pairs(
    game: Ruleset,
    tracks: Sequence[Mapping[str, Any]],
    drawings: Sequence[Block | None],
    work: Mapping[str, Any],
    writers: tuple[Writer, Writer],
    scenario: Scenario | None,
    large: float,
) -> Iterator[tuple[int, list[Block | None]]]:
    """What takes the place of the track at a number, the best first, so that the ``work`` has its place.

    The work is beside the first other track of boxes that is no higher in half of the width, or else has the
    whole width after the first track. ``writers`` are for the whole width and for half of it.
    """
    whole, half = writers
    beside_it = stacked(_track(game, work, half, scenario, large, 0))
    for at, (track, drawing) in enumerate(zip(tracks, drawings, strict=True)):
        if track["kind"] == "boxes" and drawing is not None:
            narrow = stacked(_track(game, track, half, scenario, large, 0))
            if narrow.height <= drawing.height + _TINY:
                yield at, [beside([beside_it, narrow], half.width + _APART)]
    yield 0, [drawings[0], stacked(_track(game, work, whole, scenario, large, 0))]


def _work_track(
    works: Sequence[tuple[Objective, Work, int]],
    departures: Sequence[Objective],
    counted: Sequence[Mapping[str, Any]],
    words: Words,
) -> Mapping[str, Any]:
    """A track with a row of boxes for the work at each objective, and a box for each that others leave by.

    Where victory asks how many leave or are at a place, ``counted`` has a row with a box for each of them.
    """
    achieved = [*({"label": objective.title, "count": 1} for objective in departures), *counted]
    if not works:
        note = words("track.counted-note" if counted else "track.departures-note")
        return {"title": words("track.departures"), "note": note, "kind": "boxes", "icon": "round-star",
                "rows": achieved}  # fmt: skip
    kinds = dict.fromkeys(each.unit.replace("_", "-") for _, each, _ in works)
    units = ", ".join(words(f"track.work-{kind}") for kind in kinds)
    return {
        "title": words("track.work"),
        "note": words("track.work-note", units=units),
        "kind": "boxes",
        "icon": "round-star",
        "rows": [{"label": objective.title, "count": count} for objective, _, count in works] + achieved,
    }


def _departures(scenario: Scenario) -> list[Objective]:
    """The objectives for victory that somebody has to leave by: afterward, nothing on the map shows it."""
    needed = {id for condition in scenario.victory for id in condition.objectives}
    left = [
        objective
        for objective in scenario.objectives
        if objective.id in needed
        and not objective.secret
        and any(isinstance(each.quantity, LeftBy) for each in comparisons(objective.done_by))
    ]
    return uncounted(scenario, left)


def _all_works(scenario: Scenario) -> list[tuple[Objective, Work, int]]:
    """The objectives that everybody knows and at which there is work, and how much it is."""
    return [
        (objective, each.quantity, each.limit)
        for objective in scenario.objectives
        if not objective.secret
        for each in comparisons(objective.done_by)
        if isinstance(each.quantity, Work) and isinstance(each.limit, int)
    ]


def _works(scenario: Scenario) -> list[tuple[Objective, Work, int]]:
    """The objectives whose work is not just remembered, or ticked on the turn record."""
    return [each for each in _all_works(scenario) if each[2] > _REMEMBERED]


def _ticks(scenario: Scenario) -> set[int]:
    """The last turns for objectives whose work is done at once: a box shows whether it was."""
    turns = (closing_turn(scenario, each) for each, _, most in _all_works(scenario) if most <= _REMEMBERED)
    return {turn - 1 for turn in turns if turn is not None}


def _track(
    game: Ruleset,
    track: Mapping[str, Any],
    writer: Writer,
    scenario: Scenario | None,
    large: float,
    more: int,
    is_dense: bool = False,
) -> list[Block]:
    """One track: its title, its note, and the boxes or lines to fill in, ``large`` times as high.

    Lines without a label are ``more`` than the game needs at least. If it ``is_dense``, the heading is low,
    and has the note.
    """
    rows = [row for row in track.get("rows", ()) if _is_needed(row, scenario)]
    rows = [own for row in rows for own in _own_rows(game, row, scenario)]
    if scenario is not None:
        # A game can name rows after its sides.
        sides = {side.title: side_name(scenario, side.id, writer.words) for side in game.sides}
        rows = [{**row, "label": sides.get(row["label"], row["label"])} for row in rows]
        rows = list({row["label"]: row for row in rows}.values())
    if ("rows" in track and not rows) or _is_replaced(track, scenario) or _is_useless(track, scenario):
        return []
    track = with_end(game, track, scenario.turns if scenario is not None else 0, writer.words)
    kind, colors = track["kind"], track_colors(game, track, scenario, writer.theme)
    if kind == "turns":
        turns = scenario.turns if scenario else track["count"]
        marks = turn_marks(scenario, writer.words) if scenario else {}
        ticks = _ticks(scenario) if scenario else set()
        high = TURN_BOX * min(max(large, 1.0), _MAX_TURN)
        body = [turn_boxes(turns, marks, writer, high, ticks=ticks)]
    elif kind == "boxes":
        air = _BELOW_BOXES if large > _LARGE[-1] else 0.0
        body = [*_rows(game, track, rows, writer, scenario), Block(air, lambda canvas, x, y: None)]
    elif kind == "steps":
        phases = [phase for phase in game.of_kind("phase") if phase["of"] == track["of"]]
        body = [_steps(phases, track.get("count", 1), writer)]
    else:
        body = lines_blocks(game, track, rows, writer, scenario, large, more, colors)
    # What the boxes of steps and of points are for stands in the heading, which cites nothing.
    citations, note = _citations(game, rows, writer), str(track.get("note", ""))
    both = " ".join(filter(None, (note, citations)))
    is_short = kind == "steps" or track.get("known") == "points"
    if is_dense and writer.metrics.width(both, _ABOUT) <= _MOST_ABOUT * writer.width:
        note, about = "", both
    else:
        note, about = ("", citations or note) if is_short else (note, citations)
    notes = [writer.paragraph(note, SMALL, color="muted")] if note else []
    tall = _LOW_HEADING if is_dense or large <= _LARGE[-1] else HEADING
    heading = track_heading(track["title"], track.get("icon", ""), writer, tall, about, band=colors.band)
    return [heading, *notes, *body]


def _is_replaced(track: Mapping[str, Any], scenario: Scenario | None) -> bool:
    """Whether a scenario's own rules or victory conditions make a track useless."""
    if scenario is None:
        return False
    replaced = {rule.overrides.slug for rule in scenario.special_rules if rule.overrides is not None}
    return track.get("unless") in replaced or bool(track.get("without_victory") and scenario.victory)


def _is_useless(track: Mapping[str, Any], scenario: Scenario | None) -> bool:
    """Whether a scenario has none of the things that a track is for."""
    if scenario is None or "needs" not in track:
        return False
    return not scenario.census.selected(Selector.parse(track["needs"]))


def _with_lines(game: Ruleset, track: Mapping[str, Any], scenario: Scenario) -> Mapping[str, Any]:
    """A track with as many empty lines as a scenario has markers for them, if they are more."""
    if "marker" not in track:
        return track
    needs = (need for need in marker_needs(game, scenario.census) if need.marker.slug == track["marker"])
    spare = max(0, sum(need.copies for need in needs) - int(track["count"]))
    return {**track, "count": track["count"] + spare, SPARE: spare}


def _is_needed(row: Mapping[str, Any], scenario: Scenario | None) -> bool:
    if scenario is None:
        return True
    if "pot" in row and scenario.pots is not None:
        return row["pot"] in scenario.pots
    return "unit" not in row or any(force.unit.slug == row["unit"] for force in scenario.forces)


def _own_rows(
    game: Ruleset, row: Mapping[str, Any], scenario: Scenario | None
) -> Sequence[Mapping[str, Any]]:
    """A row of preservation chits for each force that has its own number, or for the only one of its unit.

    It has the name of that force. Any other row is unchanged.
    """
    if scenario is not None and "side" in row:
        forces = [force for force in scenario.forces if force.side == row["side"]]
        return [own for force in forces for own in _squads(game, row, force)]
    if scenario is not None and "leads" in row:
        members = [member for force in scenario.forces for member in force.members]
        named = (member for member in members if member.leads and member.experience == row["leads"])
        return [{**row, "label": member.name} for member in named]
    table = game.people.get("preservation")
    forces = [force for force in scenario.forces if force.unit.slug == row.get("unit")] if scenario else []
    cell = row.get("cell", {})
    if table is None or not forces or cell.get("table") != table["table"]:
        return [row]
    if len(forces) > 1 and not any(force.preservation for force in forces):
        return [row]
    keys = {table["chits"]: "chits", table["limit"]: "limit"}
    rows = []
    for force in forces:
        new = {**row, "label": force.title}
        if force.preservation:
            own = [force.preservation[keys[each["at"][table["axis"]]]] for each in (cell, *row["marks"])]
            marks = zip(row["marks"], own[1:], strict=True)
            new |= {"cell": None, "count": own[0], "marks": [{**mark, "number": at} for mark, at in marks]}
        rows.append(new)
    return rows


def _squads(game: Ruleset, row: Mapping[str, Any], force: Force) -> Iterator[Mapping[str, Any]]:
    """A row for each team or squad of a force, with a box for each of its figures.

    A mark at the last of them would be for nobody.
    """
    groups: list[tuple[str, Sequence[Member]]] = [(each.title, each.members) for each in force.groups]
    groups = groups or [(force.title, force.members)]
    for title, members in groups:
        count = max(1, len(members))
        marks = [mark for mark in row.get("marks", ()) if cell_number(game, mark) < count]
        yield {**row, "label": title, "count": count, "marks": marks}


def _citations(game: Ruleset, rows: Sequence[Mapping[str, Any]], writer: Writer) -> str:
    """The citations of the tables of the boxes, with their basis."""
    cells = [
        cell
        for row in rows
        for cell in (row.get("cell"), *row.get("marks", ()))
        if cell and "number" not in cell
    ]
    tables: dict[str, Table] = {cell["table"]: game.table(cell["table"]) for cell in cells}
    entries = [table.entry for table in tables.values()]
    sources = [f"{entry.title} ({citation_line(entry, writer.words)})" for entry in entries]
    return "; ".join(sources)


def _rows(
    game: Ruleset,
    track: Mapping[str, Any],
    rows: Sequence[Mapping[str, Any]],
    writer: Writer,
    scenario: Scenario | None,
) -> list[Block]:
    """Rows of numbered boxes, three or two beside each other if they are short."""
    labels, end = [str(row["label"]) for row in rows], _end_icon(game, track)
    longest = max((writer.metrics.width(label, LABEL_TYPE) for label in labels), default=0.0)
    for columns in (3, 2):
        part = Writer((writer.width - (columns - 1) * _APART) / columns, writer.context)
        for label in (longest + 3.0, *([LABEL] if columns == 2 else [])):
            blocks = [_row(game, row, part, scenario, label, end) for row in rows]
            one_line = max((block.height for block in blocks), default=0.0) <= _ONE_LINE * NUMBERED
            is_low = blocks[0].height <= 2 * NUMBERED if label == LABEL else one_line
            if len(rows) >= columns and is_low:
                step = part.width + _APART
                return [beside(blocks[at : at + columns], step) for at in range(0, len(blocks), columns)]
    # Labels keep less room where the boxes would otherwise need another line.
    short, usual = (
        [_row(game, row, writer, scenario, label, end) for row in rows]
        for label in (longest + 3.0, max(LABEL, longest + 3.0))
    )
    return short if sum(row.height for row in short) < sum(row.height for row in usual) else usual


def _end_icon(game: Ruleset, track: Mapping[str, Any]) -> str:
    """The icon of the marker that the last box of a row is for; empty without one."""
    end = track.get("ends_with")
    return str(game.find("marker", end["marker"])[end["side"]].get("icon", "")) if end else ""


def _row(
    game: Ruleset, row: Mapping[str, Any], writer: Writer, scenario: Scenario | None, room: float, end: str
) -> Block:
    number = cell_number(game, row["cell"]) if row.get("cell") else int(row["count"])
    if scenario is not None and scenario.pots is not None and "pot" in row:
        number = scenario.pots[row["pot"]].points
    marks = {cell_number(game, mark): str(mark.get("text", "")) for mark in row.get("marks", ())}
    return boxes_row(str(row["label"]), number, marks, writer, room, end=end)


def _steps(phases: Sequence[Entry], times: int, writer: Writer) -> Block:
    """The phases in two columns, each with a box for each time that the sequence is played."""
    tall, wide = -(-len(phases) // 2), (writer.width - _APART) / 2
    boxes = wide - times * _STEP_BOX

    def draw(canvas: Canvas, x: float, y: float) -> None:
        for index, phase in enumerate(phases):
            column, row = divmod(index, tall)
            left, top = x + column * (wide + _APART), y + row * _STEP
            text = f"{index + 1}  {phase.title}"
            canvas.text(text, left, top + 4.3, writer.metrics.fit(text, _STEP_TYPE, boxes - 14, MIN_SIZE))
            canvas.text(cited(phase), left + boxes - 12, top + 4.3, Type(CONDENSED, MIN_SIZE), fill="muted")
            canvas.boxes(left + boxes, top + 1.4, times, _TICK, _STEP_BOX - _TICK)
            canvas.rule(left, top + _STEP, wide)

    return Block(tall * _STEP + 2.5, draw)
