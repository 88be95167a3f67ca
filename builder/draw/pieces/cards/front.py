"""The front of a card: scene, icon, bar with the title, body, small print."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from builder.draw.pieces.cards.blocks import SMALLEST, Aside, Room, Strip, blocks_of
from builder.draw.pieces.cards.brush import Brush
from builder.draw.pieces.cards.colors import CardColors
from builder.draw.pieces.cards.content import CardContent
from builder.draw.pieces.cards.creatures import accent_of, draw_creature, is_creature
from builder.draw.pieces.cards.hero import Disc, cluster_of, hero_place
from builder.draw.pieces.cards.icon_tones import IconTones, draw_toned
from builder.draw.pieces.cards.plan import CardPlan, body_height, body_room, body_top, gap
from builder.draw.pieces.cards.scenes import SCENES
from builder.draw.pieces.cards.size import CardSize
from builder.draw.pieces.cards.titles import FIGURE, MEDAL, SLANT, bar_taken, set_title
from builder.draw.pieces.cards.troopers import Tones, draw_trooper, is_trooper
from builder.draw.surface.canvas import Canvas, Drawing, Rectangle
from builder.draw.surface.color_vision import blend
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.outlines import seeded
from builder.draw.surface.type import BOLD, CONDENSED, CONDENSED_BOLD, Metrics, Type

_BLACK, _WHITE = "#000000", "#ffffff"
_RIM = 0.55
# The size of a person from the head to the belt, as a share of the height of the scene.
_TROOPER = 0.97
# Those before which icons are light.
_DARK_SCENES = frozenset({"underground", "nest", "airlock", "armory", "cocoons", "shoots"})
# Those that are seen through the icon, which is of one tone then.
_SEEN_THROUGH = frozenset({"burst", "sights"})
# The least height of a base line over the cut.
_SAFE_BASE = 3.8
# What the last block leaves free above the rule over the small print.
_OVER_FOOT = 1.35
# What an icon leaves free above the bar besides its margin.
_OVER_BAR = 1.3
# The free height in which a pale icon stands, and its largest size, on a poker card.
_MIN_MARK, _MARK = 9.0, 15.0
_MOST_MARKS = 4
# Small print, 7.5 pt: white letters on a band, and gray ones, look smaller than they are.
_SMALL = 2.65
_PLATE = Type(CONDENSED_BOLD, _SMALL, 0.1)
# The height of a plate with one line, what another adds, and the longest line on a poker card, in mm.
_PLATE_LINE, _PLATE_STEP, _LONG_PLATE = 3.0, 2.5, 16.0
# What the figure on a medal is.
_CAPTION = Type(CONDENSED_BOLD, _SMALL, 0.08)
# Between it and the title above, whose letters may reach below their line.
_ABOVE_CAPTION = 2.0
# Where several icons stand, in sides of one alone, and their size.
_CLUSTERS: dict[int, tuple[float, list[tuple[float, float]]]] = {
    1: (1.0, [(0.0, 0.0)]),
    2: (0.7, [(-0.32, -0.2), (0.32, 0.2)]),
    3: (0.6, [(-0.36, 0.22), (0.0, -0.3), (0.36, 0.22)]),
    4: (0.54, [(-0.52, 0.0), (0.0, -0.34), (0.52, 0.0), (0.0, 0.34)]),
}


class CardFront:
    """Draws the front of one card."""

    def __init__(
        self,
        context: DrawingContext,
        size: CardSize,
        colors: CardColors,
        content: CardContent,
        plan: CardPlan,
    ) -> None:
        self.context = context
        self.metrics: Metrics = context.metrics
        self.size = size
        self.colors = colors
        self.content = content
        self.plan = plan

    def draw(self, name: str) -> Drawing:
        """The drawing, with bleed."""
        size, colors, content = self.size, self.colors, self.content
        canvas = Canvas(size.width + 2 * size.bleed, size.height + 2 * size.bleed, self.context)
        canvas.rect(0, 0, canvas.width, canvas.height, fill=colors.ground)
        if self.plan.scene:
            self._scene(canvas)
        with canvas.shifted(size.bleed, size.bleed):
            self._bar(canvas)
            if self.plan.scene:
                self._tab(canvas)
                self._badge(canvas)
            self._body(canvas)
            self._foot(canvas)
        draw_cut(canvas, size, colors)
        return canvas.drawing(name, content.title)

    @property
    def _top(self) -> float:
        """The top of the bar."""
        return self.size.bar_top(self.plan.scene)

    def _scene(self, canvas: Canvas) -> None:
        size, colors, content = self.size, self.colors, self.content
        wide, tall = canvas.width, self.plan.scene + size.bleed + 0.1
        scene = Canvas(wide, tall, self.context)
        rng = seeded(content.kind, content.slug)
        SCENES[content.scene](Brush(scene, colors, (wide, tall), self._middle + size.bleed, rng))
        canvas.place(scene.drawing(content.scene, content.title), 0, 0, window=(0, 0, wide, tall))
        self._hero(canvas)

    def _hero(self, canvas: Canvas) -> None:
        """The icon of the card, with a rim and a shadow."""
        size, colors, scale = self.size, self.colors, self.size.scale
        is_burst, is_dark = self.content.scene == "burst", self.content.scene in _DARK_SCENES
        tall = self.plan.scene
        side = tall * (0.54 if is_burst else 0.66 if self.content.scene == "underground" else 0.74)
        middle, center = size.bleed + self._middle, size.bleed + tall * (0.52 if is_burst else 0.55)
        icon, person, rim = self.content.icon, self.content.person, _RIM * scale
        dark, light = (
            blend(_BLACK, colors.key, 0.78),
            blend(blend(colors.glow, _WHITE, 0.35), colors.key, 0.88),
        )
        fill, edge = (light, dark) if is_dark else (dark, light)
        shadow = blend(_BLACK, colors.key, 0.7 if not is_dark else 0.9)
        uniform = blend(_BLACK, colors.key, 0.0 if is_dark else 0.25)
        if colors.outlined:
            fill, edge, shadow, uniform, rim = "paper", colors.key, "", "paper", 0.35
        if icon and is_trooper(person):
            bust = _TROOPER * tall
            corner = middle - bust / 2, size.bleed + tall - bust
            draw_trooper(canvas, person, icon, corner, bust, self._tones(uniform, dark, edge), rim)
            return
        if is_creature(person):
            tones = self._creature_tones(person, self._tones(uniform, dark, edge))
            draw_creature(canvas, person, middle, size.bleed, tall, tones, rim)
            return
        if person:
            # The shoulders end behind the bar, and the icon is in front of the chest.
            bust = 0.92 * tall
            top = size.bleed + tall - bust
            canvas.figure(person, middle - bust / 2, top, bust, uniform, rim=edge, rim_width=rim)
            side, center, shadow = 0.56 * side, size.bleed + 0.74 * tall, ""
        if not icon:
            return
        share, spots = _CLUSTERS.get(self._count if self.content.kind == "effect" else 1, _CLUSTERS[1])
        if not is_burst and not person:
            # Clear of its own rim and of a hairline beside it.
            points, margin = cluster_of(icon, share, spots), rim + 0.5 * scale
            (middle, center), side = hero_place(points, (middle, center), side, self._covers, margin, scale)
        for across, down in spots:
            left, top = middle + (across - share / 2) * side, center + (down - share / 2) * side
            if shadow and not is_burst:
                canvas.icon(icon, left + 0.9 * scale, top + 1.3 * scale, share * side, shadow)
            if self.content.scene in _SEEN_THROUGH or person or colors.outlined:
                canvas.icon(icon, left, top, share * side, fill, rim=edge, rim_width=rim)
            else:
                icon_tones = self._icon_tones(dark, light, is_dark)
                draw_toned(canvas, icon, left, top, share * side, icon_tones, rim)

    def _tones(self, uniform: str, dark: str, rim: str) -> Tones:
        """The colors of a person."""
        if self.colors.outlined:
            return Tones("paper", "paper", rim, "paper", rim)
        plate = blend(_WHITE, self.colors.key, 0.22)
        return Tones(uniform, plate, dark, blend(self.colors.glow, _WHITE, 0.3), rim)

    def _icon_tones(self, dark: str, light: str, is_dark: bool) -> IconTones:
        """The colors of an icon: those of a creature's shell, or before a dark scene those of bone."""
        key = self.colors.key
        if is_dark:
            return IconTones(light, dark, blend(_BLACK, key, 0.5), light, blend(_WHITE, light, 0.6),
                             blend(key, light, 0.5))  # fmt: skip
        shell = blend(_WHITE, key, 0.12)
        return IconTones(light, dark, blend(_BLACK, key, 0.6), shell, blend(light, shell, 0.55),
                         blend(_BLACK, key, 0.45))  # fmt: skip

    def _creature_tones(self, creature: str, tones: Tones) -> Tones:
        """The same colors for a creature, with its own and that of the shadow that it stands on."""
        if self.colors.outlined:
            return replace(tones, accent="paper", shadow="paper")
        key = self.colors.key
        # Shells shine more than cloth does, the most in the dark.
        plate = blend(_WHITE, key, 0.42 if self.content.scene in _DARK_SCENES else 0.28)
        shadow = blend(_BLACK, key, 0.72)
        return replace(tones, plate=plate, accent=blend(accent_of(creature), key, 0.9), shadow=shadow)

    @property
    def _covers(self) -> list[Rectangle | Disc]:
        """The boxes in front of the scene, in mm from the corner of the bleed."""
        size, content, scale, bleed = self.size, self.content, self.size.scale, self.size.bleed
        _, top, _, bottom = self._tab_box
        covers: list[Rectangle | Disc] = [
            (0.0, bleed + top, bleed + self._tab_end, bottom - top),
            (0.0, bleed + self._top - _OVER_BAR * scale, size.width + 2 * bleed, size.bar),
        ]
        if content.badge is not None:
            radius = size.badge + 0.4 * scale
            covers.append(Disc(bleed + size.right - size.badge, bleed + size.safe + size.badge, radius))
            if self._has_word:
                left, high, wide, tall = self._plate(content.badge[1])
                covers.append((bleed + left, bleed + high, wide, tall))
        if content.value is not None:
            x, y = self._medal_middle
            covers.append(Disc(bleed + x, bleed + y, (MEDAL + 0.6) * scale))
        return covers

    @property
    def _medal_middle(self) -> tuple[float, float]:
        scale = self.size.scale
        return self.size.right - 0.92 * MEDAL * scale, self._top + 1.4 * scale

    @property
    def _count(self) -> int:
        """The number on the medal, which is that of the icons in a burst; 1 without a medal."""
        figure = self.content.value[0].lstrip("+-") if self.content.value is not None else ""
        return int(figure) if figure.isdigit() else 1

    @property
    def _middle(self) -> float:
        """The middle of the icon, in mm from the cut: in a low scene, between the tab and the badge."""
        size = self.size
        if self.plan.scene >= size.scenes[-1]:
            # Clear of a long word below the badge.
            reach = size.width / 2 + 0.36 * self.plan.scene
            covered = reach - self._plate(self.content.badge[1])[0] if self.content.badge is not None else 0.0
            return size.width / 2 - min(max(0.0, covered), 6.0 * size.scale)
        return (self._tab_end + size.right - 2 * size.badge) / 2

    def _tab(self, canvas: Canvas) -> None:
        """The kind of card, on a tab from the left edge."""
        size, colors, scale = self.size, self.colors, self.size.scale
        type, text, end = self._tab_type, self.content.label.upper(), self._tab_end
        _, top, _, bottom = self._tab_box
        slant = 1.7 * scale
        plate = [(-size.bleed, top), (end, top), (end - slant, bottom), (-size.bleed, bottom)]
        canvas.polygon(plate, fill=colors.band, **self._edge(0.3))
        baseline = (top + bottom + type.cap) / 2
        within = (size.safe, top, end - size.safe, bottom - top)
        canvas.text(text, size.safe, baseline, type, fill=colors.on_band, within=within)

    @property
    def _tab_box(self) -> tuple[float, float, float, float]:
        """The left, upper, right and lower end of the tab, in mm from the cut."""
        scale = self.size.scale
        return -self.size.bleed, 4.0 * scale, self._tab_end, 4.0 * scale + max(4.0, 4.9 * scale)

    @property
    def _tab_type(self) -> Type:
        return Type(CONDENSED_BOLD, max(SMALLEST, 2.6 * self.size.scale), 0.22)

    @property
    def _tab_end(self) -> float:
        """The right end of the tab, in mm from the cut."""
        run = self.metrics.width(self.content.label.upper(), self._tab_type)
        return self.size.safe + run + 3.0 * self.size.scale

    def _badge(self, canvas: Canvas) -> None:
        """A disc with an icon at the right edge, and a word on a plate below it."""
        if self.content.badge is None:
            return
        size, colors, scale = self.size, self.colors, self.size.scale
        icon, word = self.content.badge
        radius = size.badge
        x, y = size.right - radius, size.safe + radius
        canvas.circle(x, y, radius, fill="paper", stroke=colors.key, stroke_width=0.8 * scale)
        side = 6.2 * scale
        if icon:
            canvas.icon(icon, x - side / 2, y - side / 2, side, colors.key)
        if self._has_word:
            plate = self._plate(word)
            canvas.rect(*plate, radius=0.6, fill=colors.band, **self._edge(0.3))
            first, middle = plate[1] + (_PLATE_LINE + _PLATE.cap) / 2, plate[0] + plate[2] / 2
            look = {"anchor": "middle", "fill": colors.on_band, "within": plate}
            canvas.lines(self._plate_lines(word), middle, first, _PLATE, _PLATE_STEP, **look)

    def _plate(self, word: str) -> tuple[float, float, float, float]:
        """The plate of a word below the badge."""
        size, lines = self.size, self._plate_lines(word)
        x, run = size.right - size.badge, max(self.metrics.width(line, _PLATE) for line in lines)
        left, tall = min(x - run / 2, size.right - run - 0.8), _PLATE_LINE + (len(lines) - 1) * _PLATE_STEP
        return left - 0.8, size.safe + 2 * size.badge + 0.6 * size.scale, run + 1.6, tall

    def _plate_lines(self, word: str) -> list[str]:
        """The lines of a word below the badge: two if one would push the icon aside."""
        return self.metrics.wrap(word.upper(), _PLATE, _LONG_PLATE * self.size.scale)

    @property
    def _has_word(self) -> bool:
        """Whether there is room for the word of the badge; if not, it is in the small print."""
        return self.plan.scene >= self.size.under_badge

    def _bar(self, canvas: Canvas) -> None:
        """The bar with the title, and a medal or the points."""
        size, colors, content, scale = self.size, self.colors, self.content, self.size.scale
        top, tall, bleed = self._top, size.bar, size.bleed
        above = top if self.plan.scene else -bleed
        canvas.rect(-bleed, above, size.width + 2 * bleed, top + tall - above, fill=colors.band)
        if colors.outlined:
            for y in (top, top + tall) if self.plan.scene else (top + tall,):
                canvas.line((-bleed, y), (size.width + bleed, y), stroke=colors.key, stroke_width=0.5)
        elif self.plan.scene:
            light = blend(_WHITE, colors.band, 0.35)
            canvas.rect(-bleed, top, size.width + 2 * bleed, 0.7 * scale, fill=light)
        if content.value is not None and self.plan.scene:
            self._medal(canvas, content.value[0])
        elif content.points or content.value:
            self._points(canvas, *(content.points or content.value or ("", "")))
        self._title(canvas, self._title_room)

    @property
    def _title_room(self) -> float:
        """What a medal or the points leave of the bar."""
        return self.size.inner - bar_taken(self.size, self.metrics, self.content, self.plan.scene)

    def _title(self, canvas: Canvas, room: float) -> None:
        """The title in one line, or in two if it is too long."""
        size, scale, colors = self.size, self.size.scale, self.colors
        title, sizes = self.content.short_title, self.plan.titles
        lines, type = set_title(title, room, sizes, self.context.display, self.metrics)
        step = type.size * 1.1
        caption = self._caption.upper() if len(lines) == 1 and self._fits_in_bar(room) else ""
        raised = (_CAPTION.cap + _ABOVE_CAPTION * scale) / 2 if caption else 0.0
        middle = self._top + size.bar / 2 + 0.2 * scale - raised
        baseline = middle - (len(lines) - 1) * step / 2 + type.cap / 2
        within = (size.safe, self._top, room + 0.05, size.bar)
        canvas.lines(lines, size.safe, baseline, type, step, fill=colors.on_band, within=within)
        if caption:
            below = baseline + _ABOVE_CAPTION * scale + _CAPTION.cap
            canvas.text(caption, size.safe, below, _CAPTION, fill=colors.on_band, within=within)

    @property
    def _caption(self) -> str:
        """What the figure on the medal is, below the title, if the title does not say it."""
        content = self.content
        word = content.value[1] if content.value is not None and self.plan.scene else ""
        return "" if word.casefold() == content.short_title.casefold() else word

    def _fits_in_bar(self, room: float) -> bool:
        """Whether there is room for the caption below the title; if not, it is in the small print."""
        return self.metrics.width(self._caption.upper(), _CAPTION) <= room

    def _points(self, canvas: Canvas, figure: str, word: str) -> None:
        """A wedge at the end of the bar with what the card costs."""
        size, colors, scale = self.size, self.colors, self.size.scale
        top, tall, end = self._top, size.bar, size.width + size.bleed
        number, small = Type(BOLD, FIGURE * scale), Type(CONDENSED_BOLD, SMALLEST)
        text = word.upper()
        run = max(self.metrics.width(figure, number), self.metrics.width(text, small))
        middle = size.right - run / 2
        left = size.right - run - 1.8 * scale
        slant = SLANT * scale
        canvas.polygon(
            [(left - slant, top), (end, top), (end, top + tall), (left, top + tall)],
            fill=colors.points,
            **self._edge(0.4),
        )
        within = (left, top, size.right - left, tall)
        ink = colors.ink
        canvas.text(figure, middle, top + 5.9 * scale, number, anchor="middle", fill=ink, within=within)
        canvas.text(text, middle, top + tall - 1.5 * scale, small, anchor="middle", fill=ink, within=within)

    def _medal(self, canvas: Canvas, figure: str) -> None:
        """A medal with a figure across the bar."""
        colors, scale = self.colors, self.size.scale
        radius = MEDAL * scale
        x, y = self._medal_middle
        canvas.circle(x, y, radius, fill="paper", stroke=colors.key, stroke_width=1.2 * scale)
        type = Type(self.context.display, 9.4 * scale)
        type = self.metrics.fit(figure, type, 1.5 * radius, SMALLEST)
        within = (x - radius, y - radius, 2 * radius, 2 * radius)
        canvas.text(figure, x, y + type.cap / 2, type, anchor="middle", fill=colors.key, within=within)

    def _body(self, canvas: Canvas) -> None:
        """The blocks; those below the text stand at the foot."""
        size, plan = self.size, self.plan
        room = body_room(size, self.metrics, plan)
        top, foot = body_top(size, plan), size.foot - _OVER_FOOT * size.scale
        blocks = blocks_of(self.content)
        free = foot - top - body_height(size, self.metrics, self.content, plan)
        is_last = isinstance(blocks[-1], Strip) or (self.content.figures_last and self.content.figures)
        if len(blocks) > 1 and is_last:
            # Rolls and figures stand at the foot of all cards of a kind, and the text above them.
            last = blocks[-1]
            last.draw(canvas, room, self.colors, plan.type, foot - last.height(room, plan.type))
            blocks = blocks[:-1]
        else:
            foot = self._aside(canvas, room, foot, free)
            free = foot - size.foot + _OVER_FOOT * size.scale + free
            if free >= _MIN_MARK * size.scale and not self.colors.outlined:
                self._mark(canvas, foot, min(free, _MARK * size.scale))
        for block in blocks:
            block.draw(canvas, room, self.colors, plan.type, top)
            top += block.height(room, plan.type) + gap(size)

    def _aside(self, canvas: Canvas, room: Room, foot: float, free: float) -> float:
        """More of the rule at the foot of the body, if there is room for it; returns where it begins."""
        aside = Aside(self.content.aside)
        tall = aside.height(room, self.plan.type)
        if not self.content.aside or free < tall + gap(self.size):
            return foot
        aside.draw(canvas, room, self.colors, self.plan.type, foot - tall)
        return foot - tall - gap(self.size)

    def _mark(self, canvas: Canvas, foot: float, side: float) -> None:
        """The icon of the card, pale, at the end of a body that is half empty; as often as the medal says."""
        icon = self.content.icon or self.context.badge
        if icon:
            color = blend(self.colors.key, self.colors.ground, 0.14)
            count = self._count if self._count <= _MOST_MARKS else 1
            side = min(side, self.size.inner / count)
            for number in range(count):
                canvas.icon(icon, self.size.right - (number + 1) * side, foot - side, side, color)

    def _foot(self, canvas: Canvas) -> None:
        """A rule, the citation, and a note, on a tint to the edge."""
        size, colors, content = self.size, self.colors, self.content
        foot = size.foot + size.bleed
        canvas.rect(-size.bleed, size.foot, canvas.width, canvas.height - foot, fill=colors.tint)
        canvas.line((size.safe, size.foot), (size.right, size.foot), stroke=colors.line, stroke_width=0.25)
        # On small cards, too, no letter reaches below the safe zone of print services.
        baseline = size.height - max(size.safe, _SAFE_BASE)
        type = Type(CONDENSED, _SMALL)
        within = (size.safe, size.foot, size.inner + 0.05, size.height - size.safe - size.foot)
        note = content.note
        if content.badge is not None and not self._has_word:
            note = content.badge[1]
        elif self._caption and not self._fits_in_bar(self._title_room):
            note = self._caption
        room = size.inner - self.metrics.width(note, type) - 1.5
        cited = content.cited
        if self.metrics.width(cited, type) > room:
            # Without the game's title, which is on the back.
            cited = self.metrics.shorten(cited.partition(" · ")[2] or cited, type, room)
        canvas.text(cited, size.safe, baseline, type, fill=colors.muted, within=within)
        canvas.text(note, size.right, baseline, type, anchor="end", fill=colors.muted, within=within)

    def _edge(self, weight: float) -> dict[str, Any]:
        """An outline of what stands before the scene: in ink if ink is saved, or else a light edge."""
        if self.colors.outlined:
            return {"stroke": self.colors.key, "stroke_width": weight}
        return {"stroke": blend(_WHITE, self.colors.band, 0.4), "stroke_width": 0.25}


def draw_cut(canvas: Canvas, size: CardSize, colors: CardColors) -> None:
    """The cut as a line, if no color shows it."""
    if size.cut_line and colors.outlined:
        canvas.rect(size.bleed, size.bleed, size.width, size.height, stroke="rule", stroke_width="rule")
