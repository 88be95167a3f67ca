"""The cover of a kit: title, picture, story, contents with what to print them on, and the colophon's box."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from builder.draw.surface.canvas import Canvas, Drawing
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.entry_text import cited
from builder.draw.surface.flow import BODY, HEADING, Block, Writer, stacked
from builder.draw.surface.icons import icon_authors
from builder.draw.surface.type import BOLD, CONDENSED, CONDENSED_BOLD, REGULAR, Type
from builder.scenario.model import Scenario
from rulesdb import __version__

_BAND = 34.0
_GUTTER = 8.0
_ROW = 9.6
_PAGES_WIDE = 26.0
_BAR = 50.0
_MIN_PICTURE = 40.0
_HASH = Type(BOLD, 3.4)
_PRINT = Type(CONDENSED, 2.5)
# Hexadecimal digits: enough to identify a file.
_DIGEST = 16


@dataclass(frozen=True, slots=True)
class ContentsLine:
    """A line of the contents: what it is, what to print it on, and the numbers of its pages."""

    title: str
    advice: str
    pages: str


@dataclass(frozen=True, slots=True)
class ColophonData:
    """The facts about a kit in the box on its cover: hash, the command that checks it, paper, lint status."""

    hash: str
    command: str
    paper: str
    lint_status: str
    house_values: Sequence[str]


def draw_cover(
    scenario: Scenario,
    contents: Sequence[ContentsLine],
    steps: Sequence[str],
    pictures: Sequence[Drawing],
    size: tuple[float, float],
    context: DrawingContext,
) -> Drawing:
    """The cover, ``size`` mm: ``steps`` are what to do before playing, ``pictures`` the maps."""
    width, height = size
    canvas = Canvas(width, height, context)
    _draw_title(canvas, scenario)
    column = (width - _GUTTER) / 2
    writer = Writer(column, context)
    left = stacked([*_story(scenario, writer), *_steps(steps, writer)])
    right = stacked([_heading(context.words("contents.title"), writer), *_lines(contents, writer)])
    top = height - max(left.height, right.height)
    left.draw(canvas, 0, top)
    right.draw(canvas, column + _GUTTER, top)
    _draw_pictures(canvas, pictures, (0, _BAND + 4, width, top - _BAND - 10))
    return canvas.drawing("cover", scenario.title)


def draw_colophon(scenario: Scenario, data: ColophonData, width: float, context: DrawingContext) -> Drawing:
    """A box ``width`` mm wide: what the kit was built from, and how to check whether it is up to date."""
    words, metrics = context.words, context.metrics
    # The command is on a line of its own, from which it can be typed.
    texts = " ".join(_facts(scenario, data, context)), words("colophon.check", command=data.command)
    lines = [line for text in texts for line in metrics.wrap(text, _PRINT, width - 4)]
    step, top = 3.3, 6.2
    height = top + step * len(lines) + 1.6
    canvas = Canvas(width, height, context)
    canvas.rect(
        0.1, 0.1, width - 0.2, height - 0.2, radius=1, fill="panel", stroke="rule", stroke_width="rule"
    )
    label = words("colophon.hash")
    canvas.text(label, 2, 4.6, Type(CONDENSED_BOLD, 2.8), fill="muted")
    left = 2 + metrics.width(f"{label} ", Type(CONDENSED_BOLD, 2.8)) + 1
    canvas.text(data.hash.replace("-", " "), left, 4.6, metrics.fit(data.hash, _HASH, width - left - 2, 2.5))
    canvas.lines(lines, 2, top + 2.4, _PRINT, step, within=(0, 0, width, height))
    return canvas.drawing("colophon", words("colophon.title"))


def _facts(scenario: Scenario, data: ColophonData, context: DrawingContext) -> list[str]:
    """The sentences of the box."""
    words, game = context.words, scenario.ruleset
    look = words("colophon.look", paper=data.paper, theme=context.theme.name, language=words.language)
    facts = [
        words("colophon.made", title=scenario.title, version=scenario.version,
              authors=", ".join(scenario.authors), release=__version__, look=look),
        words("colophon.lint", status=data.lint_status),
    ]  # fmt: skip
    facts += (
        words("colophon.replaced", rule=cited(rule.overrides), title=rule.title)
        for rule in scenario.special_rules
        if rule.overrides
    )
    values = ", ".join(data.house_values) or words("foot.no-values")
    facts.append(words("colophon.house-values", values=values))
    facts += (
        words(
            "colophon.supplement",
            title=layer.title,
            file=Path(layer.path).name,
            digest=layer.sha256[:_DIGEST],
        )
        for layer in game.layers
    )
    facts.append(words("colophon.icons", authors=icon_authors()))
    return facts


def _draw_title(canvas: Canvas, scenario: Scenario) -> None:
    """The game, the scenario's title, and its version and authors, on the band."""
    weight = "box" if canvas.theme["band"] == canvas.theme["paper"] else 0
    box = (0.0, 0.0, canvas.width, _BAND)
    canvas.rect(*box, radius=1.5, fill="band", stroke="ink", stroke_width=weight)
    display, room = canvas.context.display, canvas.width - 12
    canvas.text(scenario.ruleset.title.upper(), 6, 8.2, Type(display, 4.4, 0.6), fill="band_text", within=box)
    title = canvas.metrics.fit(scenario.title, Type(display, 15.0), room, 6.0)
    canvas.text(scenario.title, 6, 23.0, title, fill="band_text", within=box)
    about = canvas.words("cover-page.about", version=scenario.version, authors=", ".join(scenario.authors))
    type = canvas.metrics.fit(about, Type(REGULAR, 3.0), room, 2.5)
    canvas.text(about, 6, 30.2, type, fill="band_text", within=box)


def _heading(text: str, writer: Writer) -> Block:
    def draw(canvas: Canvas, x: float, y: float) -> None:
        type = Type(writer.context.display, HEADING.size)
        canvas.text(text, x, y + 5.6, writer.metrics.fit(text, type, writer.width, 3.0))
        canvas.line((x, y + 7.2), (x + writer.width, y + 7.2), stroke="ink", stroke_width="heading")

    return Block(9.5, draw)


def _story(scenario: Scenario, writer: Writer) -> list[Block]:
    words = writer.words
    facts = [words("cover-page.players", count=scenario.players), scenario.length]
    facts.append(words("cover-page.turns", count=scenario.turns))
    line = " · ".join(fact for fact in facts if fact)
    return [
        writer.paragraph(line, Type(BOLD, BODY.size)),
        writer.paragraph(scenario.summary, Type(REGULAR, 3.5)),
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
        canvas.segments(
            [((x, y + 2), (x + _BAR, y + 2)), *(((at, y + 0.8), (at, y + 3.2)) for at in (x, x + _BAR))],
            stroke="ink",
            stroke_width=0.3,
        )
        canvas.text(
            canvas.words("cover-page.bar", length=round(_BAR)), x + _BAR + 2, y + 2.9, Type(CONDENSED, 2.8)
        )

    return Block(5.0, draw)


def _lines(contents: Sequence[ContentsLine], writer: Writer) -> list[Block]:
    def line(entry: ContentsLine) -> Block:
        def draw(canvas: Canvas, x: float, y: float) -> None:
            room = writer.width - _PAGES_WIDE
            title = writer.metrics.fit(entry.title, Type(BOLD, 3.4), room, 2.6)
            canvas.text(entry.title, x, y + 3.8, title)
            advice = writer.metrics.fit(entry.advice, Type(CONDENSED, 2.8), writer.width, 2.5)
            canvas.text(entry.advice, x, y + 7.6, advice, fill="muted")
            pages = writer.metrics.fit(entry.pages, Type(BOLD, 3.4), _PAGES_WIDE - 2, 2.5)
            canvas.text(entry.pages, x + writer.width, y + 3.8, pages, anchor="end", fill="accent")
            canvas.rule(x, y + _ROW - 0.6, writer.width)

        return Block(_ROW, draw)

    return [line(entry) for entry in contents]


def _draw_pictures(
    canvas: Canvas, pictures: Sequence[Drawing], box: tuple[float, float, float, float]
) -> None:
    """The maps side by side or below each other, as large as they fit, without text."""
    x, y, width, height = box
    if not pictures or height < _MIN_PICTURE:
        return
    gap = 4.0
    wide, tall = max(each.width for each in pictures), max(each.height for each in pictures)
    count = len(pictures)
    across = min((width - gap * (count - 1)) / (wide * count), height / tall)
    down = min(width / wide, (height - gap * (count - 1)) / (tall * count))
    scale = max(across, down)
    right, below = (wide * scale + gap, 0.0) if across >= down else (0.0, tall * scale + gap)
    left = x + (width - wide * scale - right * (count - 1)) / 2
    top = y + (height - tall * scale - below * (count - 1)) / 2
    for index, picture in enumerate(pictures):
        canvas.place(picture.without_writing, left + index * right, top + index * below, scale=scale)
