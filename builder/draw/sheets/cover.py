"""The cover of a kit: title, picture, story, contents with what to print them on, and the colophon's box."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from builder.draw.maps.perspective import Slab, draw_slabs
from builder.draw.maps.zone_tabs import side_icon
from builder.draw.pieces.counter_look import CounterLook
from builder.draw.sentences.side_names import side_name
from builder.draw.sheets.backdrop import Backdrop, is_dark, night
from builder.draw.surface.canvas import Canvas, Drawing, Rectangle
from builder.draw.surface.clear_space import Box
from builder.draw.surface.color_vision import blend
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.entry_text import cited
from builder.draw.surface.flow import BODY, HEADING, NUMBER_INDENT, Block, Writer, stacked
from builder.draw.surface.icons import icon_authors
from builder.draw.surface.type import BOLD, CONDENSED, CONDENSED_BOLD, ITALIC, REGULAR, Type
from builder.draw.surface.wording import Words
from builder.scenario.model import Scenario
from rulesdb import __version__

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

_GUTTER = 8.0
# The share of the story's column: the contents need less.
_LEFT = 0.54
_ROW = 8.4
_TILE = 7.0
_STRIP = 13.0
_BELOW = 5.0
_INSET = 8.0
_TITLE_SIZE = 30.0
_PAGES_WIDE = 26.0
_FACT = 4.4
_BAR = 50.0
# The story is as large as it can be beside the contents.
_STORY_SIZES = (4.7, 4.3, 4.0, 3.7)
_MIN_PICTURE = 40.0
_AROUND_PICTURE = 4.0
_HASH = Type(BOLD, 2.8)
_CODE_LABEL = Type(CONDENSED_BOLD, 2.8)
_PRINT = Type(CONDENSED, 2.65)
_PRINT_PAD, _PRINT_GUTTER, _PRINT_TOP = 3.5, 5.0, 8.6
_PRINT_SHARES = (0.43, 0.31, 0.26)
# Hexadecimal digits: enough to identify a file.
_DIGEST = 16


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


@dataclass(frozen=True, slots=True)
class ColophonData:
    """The facts about a kit in the box on its cover.

    Attributes:
        hash: the hash of the kit.
        paper: the title of the paper.
        lint_status: what lint found.
        house_values: the titles of the house values.
        playtest: how the scenario was played by machine, in a sentence; empty if it was not.
    """

    hash: str
    paper: str
    lint_status: str
    house_values: Sequence[str]
    playtest: str = ""


def draw_cover(
    scenario: Scenario,
    contents: Sequence[ContentsLine],
    steps: Sequence[str],
    slabs: Sequence[Slab],
    size: tuple[float, float],
    context: DrawingContext,
) -> Drawing:
    """The cover, ``size`` mm: ``steps`` are what to do before playing, ``slabs`` the maps for its picture."""
    from shapely import box as rectangle
    from shapely import union_all

    width, height = size
    canvas = Canvas(width, height, context)
    column = (width - _GUTTER) * _LEFT
    writer, beside = Writer(column, context), Writer(width - _GUTTER - column, context)
    right = stacked([_heading(context.words("contents.title"), beside), *_lines(contents, beside)])
    lefts = (stacked([*_story(scenario, writer, size), *_steps(steps, writer)]) for size in _STORY_SIZES)
    *larger, smallest = lefts
    left = next((block for block in larger if block.height <= right.height), smallest)
    top = height - max(left.height, right.height)
    strip = (0.0, top - _STRIP - _BELOW, width, _STRIP)
    hero = (0.0, 0.0, width, strip[1])
    backdrop = Backdrop(canvas, hero, scenario.ruleset.face.get("backdrop", "space"), scenario.id)
    backdrop.draw_shapes()
    title = _draw_title(canvas, scenario, hero)
    room = hero[3] - title[3] - 2 * _AROUND_PICTURE
    taken: list[BaseGeometry] = [rectangle(*title)]
    if room >= _MIN_PICTURE and slabs:
        picture = (_INSET, title[3] + _AROUND_PICTURE, width - 2 * _INSET, room)
        taken.append(draw_slabs(canvas, slabs, picture, is_dark=is_dark(canvas)))
    backdrop.draw_marks(union_all(taken))
    _draw_facts(canvas, scenario, strip)
    left.draw(canvas, 0, top)
    right.draw(canvas, column + _GUTTER, top)
    return canvas.drawing("cover", scenario.title)


def draw_colophon(scenario: Scenario, data: ColophonData, width: float, context: DrawingContext) -> Drawing:
    """The box at the foot of the cover: the code of the kit, whose work is in it, its rules, its tests."""
    words, metrics = context.words, context.metrics
    columns = (
        _credits(scenario, words),
        _rules_facts(scenario, data, words),
        _kit_facts(scenario, data, words),
    )
    room = width - 2 * _PRINT_PAD - 2 * _PRINT_GUTTER
    blocks = []
    for facts, share in zip(columns, _PRINT_SHARES, strict=True):
        writer = Writer(room * share, context)
        blocks.append(stacked([writer.item(role, text, _PRINT) for role, text in facts]))
    height = _PRINT_TOP + max(block.height for block in blocks) + _PRINT_PAD / 3
    canvas = Canvas(width, height, context)
    canvas.rect(0, 0, width, height, radius=1.6, fill="panel", stroke="rule", stroke_width="rule")
    canvas.text(words("colophon.credits"), _PRINT_PAD, 5.3, Type(context.display, 3.6), fill="heading")
    label, right = words("colophon.hash"), width - _PRINT_PAD
    most = width * 0.7 - metrics.width(f"{label} ", _CODE_LABEL)
    hash = metrics.fit(data.hash, _HASH, most, 2.5)
    canvas.text(data.hash, right, 5.1, hash, anchor="end", fill="muted")
    left = right - metrics.width(data.hash, hash) - 1.6
    canvas.text(label, left, 5.1, _CODE_LABEL, anchor="end", fill="muted")
    canvas.rule(_PRINT_PAD, 7.0, right - _PRINT_PAD)
    x = _PRINT_PAD
    for block, share in zip(blocks, _PRINT_SHARES, strict=True):
        block.draw(canvas, x, _PRINT_TOP)
        x += room * share + _PRINT_GUTTER
    return canvas.drawing("colophon", words("colophon.title"))


def _credits(scenario: Scenario, words: Words) -> list[tuple[str, str]]:
    """Each part of the kit and whose work it is, under which license."""
    authors = ", ".join(scenario.authors)
    if scenario.license:
        authors = words("colophon.owners", authors=authors, license=scenario.license)
    return [
        (words("colophon.scenario"), authors),
        (words("colophon.icons"), words("colophon.icons-by", authors=icon_authors())),
        (words("colophon.program"), words("colophon.program-by", release=__version__)),
    ]


def _kit_facts(scenario: Scenario, data: ColophonData, words: Words) -> list[tuple[str, str]]:
    """How the scenario was tested, and which version of it this is."""
    return [
        *([(words("colophon.played"), data.playtest)] if data.playtest else []),
        (words("colophon.checked"), data.lint_status),
        (words("colophon.version"),
         words("colophon.same-code", version=scenario.version, paper=data.paper)),
    ]  # fmt: skip


def _rules_facts(scenario: Scenario, data: ColophonData, words: Words) -> list[tuple[str, str]]:
    """The rulebook, what replaces a part of it, and what is not in it."""
    game, books = scenario.ruleset, []
    for document in game.documents:
        imprint = ", ".join(filter(None, (*document.authors, document.publisher, str(document.year or ""))))
        books.append(f"{document.title} ({imprint or words('colophon.no-imprint')})")
    replaced = "; ".join(
        words("colophon.replaced", rule=cited(rule.overrides), title=rule.title)
        for rule in scenario.special_rules
        if rule.overrides
    )
    values = ", ".join(data.house_values) or words("foot.no-values")
    return [
        (words("colophon.book"), "; ".join(books) or game.title),
        *([(words("colophon.changed"), replaced)] if replaced else []),
        (words("colophon.house"), words("colophon.house-values", values=values)),
        *(
            (
                words("colophon.supplement"),
                words("colophon.supplement-file", title=layer.title, file=Path(layer.path).name,
                      digest=layer.sha256[:_DIGEST]),
            )
            for layer in game.layers
        ),
    ]  # fmt: skip


def _draw_title(canvas: Canvas, scenario: Scenario, box: Rectangle) -> Box:
    """The game, the title and the tagline on the dark ground; returns the box that they take."""
    x, y, width, _ = box
    display, metrics = canvas.context.display, canvas.metrics
    is_plain = not is_dark(canvas)
    white, glow = ("ink", "ink") if is_plain else ("paper", scenario.ruleset.face.get("glow", "paper"))
    game = scenario.ruleset.title.upper()
    type = Type(display, 5.0, 1.1)
    left, room = x + _INSET, width - 2 * _INSET
    canvas.text(game, left, y + 13.0, type, fill=glow)
    run = metrics.width(game, type) + 4
    if run + 12 < room:
        line = min(room, run + 46)
        canvas.line((left + run, y + 11.3), (left + line, y + 11.3), stroke=glow, stroke_width="heading")
    title = metrics.fit(scenario.title.upper(), Type(display, _TITLE_SIZE), room, 9.0)
    lines = metrics.wrap(scenario.title.upper(), title, room)
    base = y + 19.5 + title.cap
    canvas.lines(lines, left, base, title, title.size * 0.95, fill=white, within=box)
    end = base + title.size * 0.95 * (len(lines) - 1)
    widest = left + max(run + 46, *(metrics.width(line, title) for line in lines))
    if scenario.tagline:
        tagline = metrics.fit(scenario.tagline, Type(ITALIC, 5.2), room, 3.0)
        color = white if is_plain else blend("#ffffff", night(canvas), 0.82)
        canvas.text(scenario.tagline, left, end + 10.0, tagline, fill=color, within=box)
        widest = max(widest, left + metrics.width(scenario.tagline, tagline))
        end += 10.0
    return left, y + 8.0, widest, end + 2.0


def _draw_facts(canvas: Canvas, scenario: Scenario, box: Rectangle) -> None:
    """Players, length and turns in a strip, each with an icon."""
    x, y, width, height = box
    words, metrics = canvas.words, canvas.metrics
    is_plain = not is_dark(canvas)
    color = "ink" if is_plain else "paper"
    if is_plain:
        canvas.rect(*box, stroke="ink", stroke_width="box")
    else:
        canvas.rect(*box, fill="accent")
    facts = [("meeple", words("cover-page.players", count=scenario.players))]
    facts += [("hourglass", scenario.length)] if scenario.length else []
    unit = "rounds" if scenario.ruleset.units.get("turn") == "round" else "turns"
    facts.append(("cycle", words(f"cover-page.{unit}", count=scenario.turns)))
    sides = list(dict.fromkeys(force.side for force in scenario.forces))
    facts += [(side_icon(scenario, side), side_name(scenario, side, words)) for side in sides]
    icon, gap = 6.4, 2.4
    fixed = len(facts) * (icon + gap) + 2 * _INSET
    together = "".join(text for _, text in facts)
    type = metrics.fit(together, Type(BOLD, _FACT), width - fixed - 6.0 * (len(facts) - 1), 2.6)
    spare = (width - fixed - metrics.width(together, type)) / max(1, len(facts) - 1)
    spare = min(spare, 16.0)
    left = x + _INSET
    for name, text in facts:
        canvas.icon(name, left, y + (height - icon) / 2, icon, color)
        left += icon + gap
        canvas.text(text, left, y + height / 2 + 1.6, type, fill=color, within=box)
        left += metrics.width(text, type) + spare


def _heading(text: str, writer: Writer) -> Block:
    def draw(canvas: Canvas, x: float, y: float) -> None:
        type = Type(writer.context.display, HEADING.size)
        canvas.text(text, x, y + 5.6, writer.metrics.fit(text, type, writer.width, 3.0))
        canvas.line((x, y + 7.2), (x + writer.width, y + 7.2), stroke="ink", stroke_width="heading")

    return Block(9.5, draw)


def _story(scenario: Scenario, writer: Writer, size: float) -> list[Block]:
    words = writer.words
    about = words("cover-page.about", version=scenario.version, authors=", ".join(scenario.authors))
    return [
        writer.paragraph(scenario.summary, Type(REGULAR, size)),
        writer.paragraph(about, Type(CONDENSED, 2.8), color="muted"),
    ]


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
    def line(entry: ContentsLine) -> Block:
        def draw(canvas: Canvas, x: float, y: float) -> None:
            left, tile = x + _TILE + 2.4, _tile_color(entry, canvas)
            canvas.rect(x, y + 0.2, _TILE, _TILE, radius=1.2, fill=tile)
            canvas.icon(entry.icon, x + 0.9, y + 1.1, _TILE - 1.8, "paper")
            room = writer.width - _PAGES_WIDE - _TILE - 2.4
            title = writer.metrics.fit(entry.title, Type(BOLD, 3.4), room, 2.6)
            canvas.text(entry.title, left, y + 3.4, title)
            advice = writer.metrics.fit(entry.advice, Type(CONDENSED, 2.8), x + writer.width - left, 2.5)
            canvas.text(entry.advice, left, y + 6.9, advice, fill="muted")
            pages = writer.metrics.fit(entry.pages, Type(BOLD, 3.4), _PAGES_WIDE - 2, 2.5)
            canvas.text(entry.pages, x + writer.width, y + 3.4, pages, anchor="end", fill=tile)
            canvas.rule(x, y + _ROW - 0.6, writer.width)

        return Block(_ROW, draw)

    return [line(entry) for entry in contents]


def _tile_color(entry: ContentsLine, canvas: Canvas) -> str:
    """The color of the icon and the page numbers of a line."""
    look = CounterLook(canvas.theme, entry.family) if entry.family else None
    is_readable = look is not None and not look.saves_ink and look.word == canvas.theme["paper"]
    return look.band if look is not None and is_readable else "heading"
