"""The sheet of a table or of open country: the map, its terrain, and the tables that stand beside a map."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from builder.boards.table import TableMap
from builder.draw.maps.dot_key import sight_and_cover
from builder.draw.maps.landmap import draw_land
from builder.draw.maps.map_look import MapLook
from builder.draw.maps.map_signs import Sign, land_signs, layer_signs
from builder.draw.maps.overview_heading import LEAST_WIDTH, TOP, detail, draw_overview_heading, overview_title
from builder.draw.maps.tablemap import RULER, draw_table, draw_tunnels
from builder.draw.maps.terrain import draw_terrain
from builder.draw.surface.canvas import Canvas, Drawing
from builder.draw.surface.charts import table_blocks
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import Block, Writer, draw_band, draw_flow
from builder.draw.surface.type import BOLD, CONDENSED, REGULAR, Type
from builder.draw.surface.wording import Words
from builder.geometry.shapes import circle
from builder.scenario.model import Scenario
from rulesdb import Entry

_GAP = 6.0
_LEAST_KEY = 60.0
_MOST_BELOW = 0.45
_KEY_HEAD = 8.5
_KEY_STEP = 10.2
_SIGN = 10.0
_SIGN_STEP = 7.0


def draw_table_overview(
    scenario: Scenario,
    size: tuple[float, float],
    context: DrawingContext,
    *,
    look: MapLook | None = None,
    printed: float = 1.0,
) -> list[Drawing]:
    """A table as large as the sheet allows, with a key and the map's tables under it.

    Tables that find no room there go on a second sheet. ``printed`` is how many times as large as drawn the
    sheet will be.
    """

    def map_drawing(room: tuple[float, float]) -> tuple[Drawing, float]:
        drawing = draw_table(scenario, room[0], context, look=look, printed=printed)
        if drawing.height > room[1]:
            narrower = room[0] * room[1] / drawing.height * 0.98
            drawing = draw_table(scenario, narrower, context, look=look, printed=printed)
        return drawing, 1.0

    return _sheets(scenario, map_drawing, _kinds(scenario), size, context, look or MapLook())


def draw_land_overview(
    scenario: Scenario, size: tuple[float, float], context: DrawingContext, *, look: MapLook | None = None
) -> list[Drawing]:
    """Open country at a glance with the set-up zones, a key and the map's tables under it."""

    def map_drawing(room: tuple[float, float]) -> tuple[Drawing, float]:
        whole = draw_land(scenario, context, look=look)
        scale = min(1.0, room[0] / whole.width, room[1] / whole.height)
        return draw_land(scenario, context, look=look, overview_at=detail(scale)), scale

    return _sheets(scenario, map_drawing, _kinds(scenario), size, context, look or MapLook())


def poster_size(
    scenario: Scenario, context: DrawingContext, look: MapLook, printed: float = 1.0
) -> tuple[float, float]:
    """The room in mm that the sheet takes with the map at its true size, or at a part of it."""
    if isinstance(scenario.map, TableMap):
        width = max(LEAST_WIDTH, scenario.map.width * scenario.map.unit_mm / printed + 2 * RULER)
        whole = draw_table(scenario, width, context, look=look)
    else:
        whole = draw_land(scenario, context, look=look)
        width = max(LEAST_WIDTH, whole.width)
    writer = Writer((width - _GAP) / 2, context)
    groups = [*_table_groups(scenario, writer), _pieces(scenario, writer)]
    tables = sum(block.height for group in groups for block in group) + 4
    below = max(_LEAST_KEY, tables, _key_height(scenario, context.words, look))
    return width, TOP + whole.height + below + 2


def _kinds(scenario: Scenario) -> list[str]:
    """The keys of the kinds of terrain on the map, each once."""
    if isinstance(scenario.map, TableMap):
        return list(dict.fromkeys(piece.terrain.key for piece in scenario.map.pieces))
    land = scenario.land_map
    grounds = (land.ground(hex) for hex in land.grid)
    return list(dict.fromkeys(entry.key for entry in grounds if entry is not None))


def _sheets(
    scenario: Scenario,
    map_drawing: Callable[[tuple[float, float]], tuple[Drawing, float]],
    kinds: Iterable[str],
    size: tuple[float, float],
    context: DrawingContext,
    look: MapLook,
) -> list[Drawing]:
    width, height = size
    canvas = Canvas(width, height, context)
    words = context.words
    draw_overview_heading(canvas, scenario, look)
    column = (width - _GAP) / 2
    writer = Writer(column, context)
    groups = [group for group in (_pieces(scenario, writer), *_table_groups(scenario, writer)) if group]
    wanted = sum(block.height for group in groups for block in group) + 4
    below = max(
        _LEAST_KEY, min(max(wanted, _key_height(scenario, context.words, look)), height * _MOST_BELOW)
    )
    drawing, scale = map_drawing((width, height - TOP - below))
    canvas.place(drawing, (width - drawing.width * scale) / 2, TOP, scale=scale)
    top = TOP + drawing.height * scale + 2
    below_key = _draw_key(canvas, scenario, kinds, top, column, context, look)
    ends = {column + _GAP: top, 0.0: below_key}
    left_over: list[Block] = []
    for group in groups:
        tall = sum(block.height for block in group)
        x = next((x for x, y in ends.items() if y + tall <= height), None)
        if x is None:
            left_over += group
            continue
        for block in group:
            block.draw(canvas, x, ends[x])
            ends[x] += block.height
    sheets = [canvas.drawing(*overview_title(scenario, context.words, look))]
    if left_over:
        about = words("sheet.tables-of", title=scenario.title)
        sheets += draw_flow("table-charts", scenario.ruleset.title, about, lambda _: left_over, size, context)
    return sheets


def _table_groups(scenario: Scenario, writer: Writer) -> list[list[Block]]:
    """Each of the map's tables with its title and citation, which stay together."""
    groups = []
    for slug in scenario.ruleset.map_tables:
        table = scenario.ruleset.table(slug)
        group = [writer.paragraph(table.entry.title, Type(BOLD, 4.0)), *table_blocks(table, writer)]
        groups.append([*(replace(block, keep_with_next=True) for block in group[:-1]), group[-1]])
    return groups


def draw_tunnel_sheet(
    scenario: Scenario, size: tuple[float, float], context: DrawingContext
) -> list[Drawing]:
    """The plan of the tunnels with what is in each chamber, for one side's eyes only."""
    width, height = size
    canvas = Canvas(width, height, context)
    words = context.words
    draw_band(canvas, words("map.tunnels"), words("sheet.keep-secret", title=scenario.title), width)
    plan = draw_tunnels(scenario, width, context)
    canvas.place(plan, 0, TOP)
    writer = Writer(width, context)
    y = TOP + plan.height + 3
    table = scenario.table_map
    for node in table.plan.nodes.values() if table.plan else ():
        if node.text:
            block = writer.item(f"{node.name}.", node.text)
            block.draw(canvas, 0, y)
            y += block.height
    return [canvas.drawing("tunnels", words("sheet.secret", title=words("map.tunnels")))]


def _draw_key(
    canvas: Canvas,
    scenario: Scenario,
    kinds: Iterable[str],
    top: float,
    width: float,
    context: DrawingContext,
    look: MapLook,
) -> float:
    """Each kind of terrain that is on the table, and what it does; where the list ends."""
    canvas.text(context.words("map.terrain"), 0, top + 4, Type(BOLD, 4.0))
    y = top + _KEY_HEAD
    small = Type(CONDENSED, 2.8)
    for key in kinds:
        entry = scenario.ruleset.entries[key]
        with canvas.shifted(0.5, y):
            draw_terrain(canvas, entry.get("symbol", "building"), circle((4.0, 3.4), 3.0), 1.0)
        canvas.text(entry.title, 10, y + 2.9, Type(REGULAR, 3.0))
        for index, line in enumerate(
            context.metrics.wrap(terrain_effect(entry, context.words), small, width - 10)[:2]
        ):
            canvas.text(line, 10, y + 6.2 + index * 3.1, small, fill="muted")
        y += _KEY_STEP
    for name, draw in _signs(scenario, context.words, look):
        draw(canvas, (4.5, y + 2.6))
        canvas.text(name, 10, y + 3.7, Type(REGULAR, 3.0))
        y += _SIGN_STEP
    return y + 2


def _key_height(scenario: Scenario, words: Words, look: MapLook) -> float:
    return _KEY_HEAD + _KEY_STEP * len(_kinds(scenario)) + _SIGN_STEP * len(_signs(scenario, words, look)) + 2


def _signs(scenario: Scenario, words: Words, look: MapLook) -> list[Sign]:
    """What stands on the map besides terrain."""
    return [*land_signs(scenario, words), *layer_signs(scenario, words, look, _SIGN)]


def _pieces(scenario: Scenario, writer: Writer) -> list[Block]:
    """The pieces of terrain of which the file says more than where they lie."""
    if not isinstance(scenario.map, TableMap):
        return []
    words = writer.words
    said = []
    for piece in scenario.map.pieces:
        height = ""
        if piece.height:
            height = words("map.high", height=f"{words.number(piece.height)}{scenario.map.sign}")
        if height or piece.text:
            said.append(writer.item(f"{piece.name}.", f"{height} {piece.text}".strip()))
    return [writer.paragraph(words("map.on-the-table"), Type(BOLD, 4.0)), *said] if said else []


def terrain_effect(entry: Entry, words: Words) -> str:
    """What a kind of terrain does, in a line; values of ours are marked."""
    said = [
        words("map.cost", cost=entry["cost"]) if "cost" in entry.facts else "",
        words("map.bad-going") if entry.get("bad_going") else "",
        *sight_and_cover(entry, words),
    ]
    text = ", ".join(part for part in said if part) or words("map.no-effect")
    return f"{text}{words.mark(entry.provenance.basis)}"
