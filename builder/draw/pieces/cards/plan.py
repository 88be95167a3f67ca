"""The size of the text and of the scene of all cards of a kind, so that a deck looks like one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from builder.draw.pieces.cards.blocks import FEW, SMALLEST, Room, blocks_of
from builder.draw.pieces.cards.content import CardContent
from builder.draw.pieces.cards.size import CardSize
from builder.draw.pieces.cards.titles import TitleSizes, bar_taken, title_sizes
from builder.draw.surface.type import BOLD, CONDENSED, REGULAR, Face, Metrics, Type

# 12 pt and 11 pt, in mm.
LARGEST, FLOOR = 4.23, 3.88
_SHRINK = 0.97
# Between the body and the rule above the small print.
_ABOVE_FOOT = 0.55
# How much higher than they have to be boxes of figures are, if there is room.
_GROWN = (1.36, 1.28, 1.2, 1.12, 1.06)


@dataclass(frozen=True, slots=True)
class CardPlan:
    """The type of the effect, the height of the scene from the cut in mm, and the sizes of titles.

    Boxes of figures are ``grown`` times as high as they have to be.
    """

    type: Type
    scene: float
    titles: TitleSizes = field(default_factory=TitleSizes)
    grown: float = 1.0


def gap(size: CardSize) -> float:
    """The distance between two blocks."""
    return 1.7 * size.scale


def body_top(size: CardSize, plan: CardPlan) -> float:
    """The top of the body, below the bar."""
    return size.bar_top(plan.scene) + size.bar + 2.2 * size.scale


def body_room(size: CardSize, metrics: Metrics, plan: CardPlan) -> Room:
    """The room for the blocks."""
    return Room(size.safe, size.inner, size.scale, metrics, plan.grown)


def body_height(size: CardSize, metrics: Metrics, content: CardContent, plan: CardPlan) -> float:
    """The height of the blocks with the gaps between them."""
    room = body_room(size, metrics, plan)
    heights = [block.height(room, plan.type) for block in blocks_of(content)]
    return sum(heights) + gap(size) * max(0, len(heights) - 1)


def fits(size: CardSize, metrics: Metrics, content: CardContent, plan: CardPlan) -> bool:
    """Whether the body ends above the small print."""
    return body_top(size, plan) + body_height(size, metrics, content, plan) <= size.foot - _ABOVE_FOOT


def plan_cards(
    contents: Sequence[CardContent],
    size: CardSize,
    metrics: Metrics,
    display: Face = BOLD,
    *,
    scene: float = 0.0,
) -> CardPlan:
    """The largest text, and then the highest scene, with which every card of a kind fits.

    Text on poker cards is at least 11 pt. If some of it is too long for that even with the lowest scene, it
    is smaller. With ``scene``, that is the height of the scene, at which the cards fit.
    """
    has_medals = any(content.value is not None for content in contents)
    for plan in _plans(size, () if has_medals else size.low_scenes):
        plan = replace(plan, scene=scene or plan.scene)
        if all(fits(size, metrics, content, plan) for content in contents):
            plan = _with_grown_figures(contents, size, metrics, plan)
            break
    titles = title_sizes(
        [
            (content.short_title, size.inner - bar_taken(size, metrics, content, plan.scene))
            for content in contents
        ],
        display,
        size.scale,
        metrics,
    )
    return replace(plan, titles=titles)


def _with_grown_figures(
    contents: Sequence[CardContent], size: CardSize, metrics: Metrics, plan: CardPlan
) -> CardPlan:
    """A plan that fits with the highest boxes that do, if need be with the text at its usual least."""
    with_figures = [content for content in contents if content.figures]
    if not with_figures:
        return plan
    texts = dict.fromkeys((plan.type.size, min(plan.type.size, min(1.0, size.scale) ** 0.5 * FLOOR)))
    grown = (replace(plan, type=plan.type.at(text), grown=share) for share in _GROWN for text in texts)
    return next(
        (each for each in grown if all(fits(size, metrics, content, each) for content in with_figures)), plan
    )


def roomier(size: CardSize, metrics: Metrics, content: CardContent, plan: CardPlan) -> CardPlan:
    """The plan of a card, with higher boxes than others of its kind if its figures are few and have room."""
    if not 0 < len(content.figures) <= FEW:
        return plan
    higher = (replace(plan, grown=grown) for grown in _GROWN if grown > plan.grown)
    foot = size.foot - gap(size)
    return next(
        (each for each in higher if body_top(size, each) + body_height(size, metrics, content, each) <= foot),
        plan,
    )


def _plans(size: CardSize, low: Sequence[float]) -> Iterator[CardPlan]:
    """First larger text with the usual scene, then lower scenes, then smaller text, at last no scene.

    Smaller cards are held nearer to the eye, so their text may be smaller, but not in proportion unless it
    has to be.
    """
    highest, *lower = size.scenes
    share = min(1.0, size.scale)
    usual, least = share**0.5 * FLOOR, max(SMALLEST, share * FLOOR)
    for step in range(4):
        yield CardPlan(Type(REGULAR, usual * (LARGEST + (FLOOR - LARGEST) * step / 3) / FLOOR), highest)
    for scene in lower:
        yield CardPlan(Type(REGULAR, usual), scene)
    for text in _smaller(usual, least):
        yield CardPlan(Type(REGULAR, text), lower[-1])
    for scene in low:
        yield CardPlan(Type(REGULAR, least), scene)
    lowest = (*lower, *low)[-1]
    for text in _smaller(usual, least):
        yield CardPlan(Type(CONDENSED, text), lowest)
    for text in _smaller(usual, 0.1):
        yield CardPlan(Type(CONDENSED, text), 0.0)


def _smaller(largest: float, smallest: float) -> Iterator[float]:
    """Sizes of text, each a little smaller than the one before."""
    while largest > smallest:
        yield largest
        largest *= _SHRINK
    yield smallest
