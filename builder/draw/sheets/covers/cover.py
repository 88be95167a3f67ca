"""The cover of a kit: title, picture, story, and contents with what to print them on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from builder.boards.deck import HexMap
from builder.draw.maps.slabs.perspective import Slab, draw_slabs
from builder.draw.pieces.counter_look import CounterLook
from builder.draw.sentences.side_names import who_plays
from builder.draw.sheets.covers.backdrop import Backdrop, is_dark
from builder.draw.sheets.covers.flyers import draw_flyers
from builder.draw.sheets.covers.foreground import Foreground, foreground_of, ridge_of
from builder.draw.sheets.covers.heroes import Emblem, emblem_of
from builder.draw.sheets.covers.open_country import draw_country, draw_weather, light_of
from builder.draw.sheets.covers.outer_space import draw_space, draw_stars
from builder.draw.sheets.schedule import length_text
from builder.draw.surface.canvas import Canvas, Drawing, Point, Rectangle
from builder.draw.surface.clear_space import Box
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import BODY, HEADING, NUMBER_INDENT, Block, Writer, stacked
from builder.draw.surface.type import BOLD, CONDENSED, CONDENSED_BOLD, ITALIC, MIN_SIZE, REGULAR, Type
from builder.scenario.model import Scenario

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

_GUTTER = 8.0
# The share of the story's column: the contents need less.
_LEFT = 0.54
_ROW, _TILE = 8.4, 7.0
_STRIP = 12.0
_BELOW = 5.0
_TITLE_SIZE = 34.0
_PAGES_WIDE, _ADVICE = 26.0, 2.8
# How much larger than what it says below them titles of the contents are at least, and their size in the
# narrower face.
_CLEARLY_LARGER, _NARROW = 1.18, 3.7
_FACT = 4.4
_BAR = 50.0
# The scales of the lower half, and the share of the page that the picture should have above it.
_SCALES, _PICTURE_SHARE = (1.16, 1.1, 1.04, 1.0, 0.94, 0.88), 0.5
# The story is as large as it can be beside the contents.
_STORY_SIZES = (5.4, 5.0, 4.7, 4.4, 4.1, 3.8)
_BELOW_STORY = 0.3
_MIN_PICTURE = 40.0
# The ranges of a game that names none.
_RIDGE = "mountains"
_AROUND_TITLE, _BESIDE_PICTURE, _BELOW_PICTURE = 2.0, 3.0, 4.0
# The baseline of the game's name, and how far letters go below a baseline, as a share of their size.
_GAME, _BELOW_BASE = 16.0, 0.22


@dataclass(frozen=True, slots=True)
class ContentsLine:
    """A line of the contents: what it is, what to print it on, and the numbers of its pages.

    ``reader`` is the only side that may see it, if there is one. ``family`` is the family of counters whose
    color it has.
    """

    title: str
    advice: str
    pages: str
    icon: str
    reader: str = ""
    family: str = ""


def draw_cover(
    scenario: Scenario,
    contents: Sequence[ContentsLine],
    steps: Sequence[str],
    slabs: Sequence[Slab],
    size: tuple[float, float],
    inset: float,
    foot: float,
    context: DrawingContext,
) -> Drawing:
    """The cover, a page of ``size`` mm whose picture goes to its edges; texts are ``inset`` mm from them.

    ``steps`` are what to do before playing, ``slabs`` the maps for its picture. ``foot`` mm at its foot stay
    empty.
    """
    from shapely import Polygon, union_all
    from shapely import box as rectangle

    width, height = size
    canvas = Canvas(width, height, context)
    canvas.rect(0, 0, width, height, fill="paper")
    room, base = width - 2 * inset - _GUTTER, height - foot
    for scale in _SCALES:
        left, right = _columns(scenario, contents, steps, room, scale, context)
        top = base - max(left.height, right.height)
        if top >= _PICTURE_SHARE * height:
            break
    strip = (0.0, top - _STRIP - _BELOW, width, _STRIP)
    hero = (0.0, 0.0, width, strip[1])
    lines = _title_lines(canvas, scenario, width, inset)
    title = union_all([rectangle(*line.box(canvas)) for line in lines])
    backdrop = Backdrop(canvas, hero, scenario.id, title.buffer(_AROUND_TITLE))
    in_space = scenario.map.kind == HexMap.kind
    worlds = title
    if in_space:
        worlds = title.union(draw_space(backdrop))
    else:
        symbols = {str(entry.get("symbol", "")) for entry in scenario.map.terrain_entries()}
        draw_country(backdrop, scenario.ruleset.face.get("backdrop", _RIDGE), symbols)
    _draw_title(canvas, lines, hero, inset)
    picture = (inset, _GAME, width - 2 * inset, hero[3] - _GAME - _BELOW_PICTURE)

    def front_of(stars: BaseGeometry, scenery: Sequence[BaseGeometry]) -> Foreground:
        return foreground_of(backdrop, scenario, stars, scenery, in_space=in_space)

    if hero[3] - title.bounds[3] >= _MIN_PICTURE and slabs:
        light = "" if in_space else light_of(backdrop)
        covered = draw_slabs(
            canvas, slabs, picture, title, front_of, backdrop.darken_edges,
            beyond=inset - _BESIDE_PICTURE, light=light, is_dark=is_dark(canvas),
        )  # fmt: skip
        taken = worlds.union(covered)
    else:
        front = front_of(Polygon(), ())
        backdrop.darken_edges()
        front.draw()
        taken = worlds.union(front.area)
    taken = draw_flyers(backdrop, scenario, taken)
    if in_space:
        draw_stars(backdrop, taken.union(ridge_of(backdrop, in_space=True)))
    else:
        draw_weather(backdrop, taken)
    _draw_facts(canvas, scenario, strip, inset)
    left.draw(canvas, inset, top)
    right.draw(canvas, width - inset - room * (1 - _LEFT), top)
    return canvas.drawing("cover", scenario.title)


def _columns(
    scenario: Scenario,
    contents: Sequence[ContentsLine],
    steps: Sequence[str],
    room: float,
    scale: float,
    context: DrawingContext,
) -> tuple[Block, Block]:
    """The story with the steps, as large as it can be beside the contents, and the contents."""
    writer = Writer(room * _LEFT, context, scale)
    beside = Writer(room * (1 - _LEFT), context, scale)
    right = stacked([_heading(context.words("contents.title"), beside), *_lines(contents, beside)])
    lefts = (stacked([*_story(scenario, writer, size), *_steps(steps, writer)]) for size in _STORY_SIZES)
    *larger, smallest = lefts
    return next((block for block in larger if block.height <= right.height), smallest), right


@dataclass(frozen=True, slots=True)
class _TitleLine:
    """A line of the title block with the left end of its baseline."""

    text: str
    at: Point
    type: Type
    color: str

    def box(self, canvas: Canvas) -> Box:
        """The area that it covers."""
        (x, y), size = self.at, self.type.size
        return x, y - self.type.cap, x + canvas.metrics.width(self.text, self.type), y + size * _BELOW_BASE


def _title_lines(canvas: Canvas, scenario: Scenario, width: float, inset: float) -> list[_TitleLine]:
    """The game, the title and the tagline, for a cover of a width."""
    display, metrics = canvas.context.display, canvas.metrics
    is_plain, room = not is_dark(canvas), width - 2 * inset
    white, glow = ("ink", "ink") if is_plain else ("paper", scenario.ruleset.face.get("glow", "paper"))
    title = metrics.fit(scenario.title.upper(), Type(display, _TITLE_SIZE), room, 9.0)
    lines = [_TitleLine(scenario.ruleset.title.upper(), (inset, _GAME), Type(display, 5.0, 1.1), glow)]
    base = _GAME + 6.0 + title.cap
    for text in metrics.wrap(scenario.title.upper(), title, room):
        lines.append(_TitleLine(text, (inset, base), title, white))
        base += title.size * 0.95
    if scenario.tagline:
        tagline = metrics.fit(scenario.tagline, Type(ITALIC, 5.2), room, 3.0)
        lines.append(_TitleLine(scenario.tagline, (inset, base - title.size * 0.95 + 10.0), tagline, white))
    return lines


def _draw_title(canvas: Canvas, lines: Sequence[_TitleLine], box: Rectangle, inset: float) -> None:
    """The lines, and a rule beside that of the game."""
    for line in lines:
        canvas.text(line.text, *line.at, line.type, fill=line.color, within=box)
    game = lines[0]
    left, right = game.box(canvas)[2] + 4, box[2] - inset
    if left + 8 < right:
        y = game.at[1] - game.type.cap / 2
        ends = (left, y), (min(right, left + 42), y)
        canvas.line(*ends, stroke=game.color, stroke_width="heading")


def _draw_facts(canvas: Canvas, scenario: Scenario, box: Rectangle, inset: float) -> None:
    """Players, length and turns in a strip, each with an icon."""
    x, y, width, height = box
    words, metrics = canvas.words, canvas.metrics
    is_plain = not is_dark(canvas)
    color = "ink" if is_plain else "paper"
    if is_plain:
        edges = [((x + inset, at), (x + width - inset, at)) for at in (y, y + height)]
        canvas.segments(edges, stroke="ink", stroke_width="heading")
    else:
        canvas.rect(*box, fill="accent")
    named = [("meeple", words("cover-page.players", count=scenario.players))]
    named += [("hourglass", scenario.length)] if scenario.length else []
    named.append(("cycle", length_text(scenario, words)))
    facts = [(Emblem(name, "", ""), text) for name, text in named]
    sides = list(dict.fromkeys(force.side for force in scenario.forces))
    facts += [(emblem_of(scenario, side), who_plays(scenario, side, words)) for side in sides]
    icon, gap = 6.4, 2.4
    fixed = len(facts) * (icon + gap) + 2 * inset
    together = "".join(text for _, text in facts)
    type = metrics.fit(together, Type(BOLD, _FACT), width - fixed - 6.0 * (len(facts) - 1), 2.6)
    spare = (width - fixed - metrics.width(together, type)) / max(1, len(facts) - 1)
    spare = min(spare, 16.0)
    left = x + inset
    for emblem, text in facts:
        emblem.draw_sign(canvas, left, y + (height - icon) / 2, icon, color)
        left += icon + gap
        canvas.text(text, left, y + height / 2 + 1.6, type, fill=color, within=box)
        left += metrics.width(text, type) + spare


def _heading(text: str, writer: Writer) -> Block:
    scale = writer.scale

    def draw(canvas: Canvas, x: float, y: float) -> None:
        type = Type(writer.context.display, HEADING.size * scale)
        fitted = writer.metrics.fit(text, type, writer.width, 3.0)
        canvas.text(text, x, y + 5.2 * scale, fitted, fill="heading")
        line = (x, y + 7.0 * scale), (x + writer.width, y + 7.0 * scale)
        canvas.line(*line, stroke="heading", stroke_width="heading")

    return Block(9.2 * scale, draw)


def _story(scenario: Scenario, writer: Writer, size: float) -> list[Block]:
    text = writer.paragraph(scenario.summary, Type(REGULAR, size))
    return [text, Block(size * writer.scale * _BELOW_STORY, lambda canvas, x, y: None)]


def _steps(steps: Sequence[str], writer: Writer) -> list[Block]:
    """Numbered steps; the first has a bar to measure."""
    blocks = [_heading(writer.words("cover-page.before-you-play"), writer)]
    for number, step in enumerate(steps, 1):
        blocks.append(writer.item(f"{number}.", step))
        if number == 1:
            blocks.append(_bar(writer))
    return blocks


def _bar(writer: Writer) -> Block:
    def draw(canvas: Canvas, x: float, y: float) -> None:
        x += NUMBER_INDENT * BODY.size * writer.scale
        ends = [((x, y + 2), (x + _BAR, y + 2)), *(((at, y + 0.6), (at, y + 3.4)) for at in (x, x + _BAR))]
        canvas.segments(ends, stroke="ink", stroke_width=0.3)
        ticks = [((x + at, y + 1.3), (x + at, y + 2.7)) for at in range(10, round(_BAR), 10)]
        canvas.segments(ticks, stroke="ink", stroke_width=0.2)
        canvas.text(
            canvas.words("cover-page.bar", length=round(_BAR)), x + _BAR + 2, y + 2.9, Type(CONDENSED, 2.8)
        )

    return Block(5.0, draw)


def _lines(contents: Sequence[ContentsLine], writer: Writer) -> list[Block]:
    scale, metrics = writer.scale, writer.metrics
    row, tile, wide = _ROW * scale, _TILE * scale, _PAGES_WIDE * scale
    bold, condensed = Type(BOLD, 3.4 * scale), Type(CONDENSED, max(_ADVICE, _ADVICE * scale))

    def largest(type: Type) -> Type:
        """The type in the size in which the titles of all lines fit beside their page numbers."""
        rooms = (writer.width - tile - 5.4 - min(wide, metrics.width(each.pages, bold)) for each in contents)
        sizes = [
            metrics.fit(entry.title, type, room, 2.6).size
            for entry, room in zip(contents, rooms, strict=True)
        ]
        return type.at(min(sizes, default=type.size))

    title = largest(bold)
    if title.size < _CLEARLY_LARGER * condensed.size:
        # In the narrower face, the longest has room for more.
        title = largest(Type(CONDENSED_BOLD, _NARROW * scale))
        condensed = condensed.at(max(MIN_SIZE, min(condensed.size, title.size / _CLEARLY_LARGER)))

    def line(entry: ContentsLine) -> Block:
        def draw(canvas: Canvas, x: float, y: float) -> None:
            left, color = x + tile + 2.4, _tile_color(entry, canvas)
            canvas.rect(x, y + 0.2, tile, tile, radius=1.2, fill=color)
            canvas.icon(entry.icon, x + 0.9, y + 1.1, tile - 1.8, "paper")
            canvas.text(entry.title, left, y + 3.4 * scale, title)
            advice = metrics.fit(entry.advice, condensed, x + writer.width - left, 2.5)
            canvas.text(entry.advice, left, y + 6.9 * scale, advice, fill="muted")
            pages = metrics.fit(entry.pages, bold, wide - 2, 2.5)
            canvas.text(entry.pages, x + writer.width, y + 3.4 * scale, pages, anchor="end", fill=color)
            canvas.rule(x, y + row - 0.6 * scale, writer.width)

        return Block(row, draw)

    return [line(entry) for entry in contents]


def _tile_color(entry: ContentsLine, canvas: Canvas) -> str:
    """The color of the icon and the page numbers of a line."""
    look = CounterLook(canvas.theme, entry.family) if entry.family else None
    is_readable = look is not None and not look.saves_ink and look.word == canvas.theme["paper"]
    return look.band if look is not None and is_readable else "heading"
