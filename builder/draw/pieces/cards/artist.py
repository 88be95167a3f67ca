"""The cards of a game: powers, action cards, effects, missions and units, each with a front and a back."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from functools import cached_property, reduce
from itertools import combinations, pairwise

from builder.draw.pieces.cards.back import draw_back
from builder.draw.pieces.cards.colors import CardColors
from builder.draw.pieces.cards.content import CardContent
from builder.draw.pieces.cards.entries import CardEntries
from builder.draw.pieces.cards.front import CardFront
from builder.draw.pieces.cards.plan import CardPlan, body_height, fits, plan_cards, roomier
from builder.draw.pieces.cards.size import POKER, CardSize
from builder.draw.pieces.cards.titles import TitleSizes
from builder.draw.pieces.piece import Piece
from builder.draw.surface.canvas import Drawing
from builder.draw.surface.context import DrawingContext
from rulesdb import Entry, Ruleset

# Kinds of cards that can be beside each other on a sheet.
_IN_A_DECK = ("power", "action", "effect", "unit")


class CardArtist:
    """Draws the cards of one game in one theme and size.

    Text has the same size on all cards of a kind in the game, even if only some of them are drawn.
    """

    def __init__(self, context: DrawingContext, game: Ruleset, *, size: CardSize = POKER) -> None:
        """Draw cards of a size, whose backs have the color of the game."""
        self.family = ""
        self.context = context
        self.game = game
        self.size = size
        self._entries = CardEntries(game, context.words)
        self._plans: dict[str, CardPlan] = {}
        self._backs: dict[str, Drawing] = {}

    def for_side(self, family: str) -> CardArtist:
        """The artist of the cards of one side, whose backs have the color of a family of counters."""
        artist = copy(self)
        artist.family, artist._backs = family, {}
        return artist

    def power(self, entry: Entry, copies: int = 1) -> Piece:
        """A power: its figure, its effect and when it applies."""
        return self._piece(self._counted(self._entries.power(entry), copies), copies)

    def action(self, entry: Entry, copies: int = 1) -> Piece:
        """An action card: when it is played, its effect and points."""
        return self._piece(self._counted(self._entries.action(entry), copies), copies)

    def effect(self, entry: Entry, copies: int = 1) -> Piece:
        """A random effect of a weapon."""
        return self._piece(self._counted(self._entries.effect(entry), copies), copies)

    def unit(self, entry: Entry) -> Piece | None:
        """A unit with its figures; ``None`` if neither the unit nor a table has a figure for it."""
        content = self._entries.unit(entry)
        return None if content is None else self._piece(content)

    def mission(self, entry: Entry) -> list[Piece]:
        """A mission: its summary, with its victory points on the back, and cards with its conditions."""
        first, *others = self._entries.mission(entry)
        plan = self._plan("mission")
        text_alone = replace(plan, scene=0.0)
        pages = [part for page in others for part in self._split(page, text_alone)]
        faces = [
            self._front(first, plan),
            *(self._front(page, self._fitted(page, text_alone)) for page in pages),
        ]
        if len(faces) % 2:
            faces.append(self._back("mission"))
        name = f"mission-{entry.slug}"
        return [
            self._cut(name if index == 0 else f"{name}-{index // 2 + 1}", faces[index], faces[index + 1])
            for index in range(0, len(faces), 2)
        ]

    def _fitted(self, page: CardContent, plan: CardPlan) -> CardPlan:
        """The plan, in smaller type if a page that cannot be split, like one of victory points, needs it."""
        if fits(self.size, self.context.metrics, page, plan):
            return plan
        own = plan_cards([page], self.size, self.context.metrics, self.context.display)
        return replace(plan, type=own.type)

    def _split(self, page: CardContent, plan: CardPlan) -> list[CardContent]:
        """The paragraphs of a text card on as few cards as possible, about equally full.

        A card without paragraphs stays one.
        """
        if not page.paragraphs:
            return [page]
        metrics = self.context.metrics
        parts: list[list[str]] = [[]]
        for paragraph in page.paragraphs:
            longer = replace(page, paragraphs=(*parts[-1], paragraph))
            if parts[-1] and not fits(self.size, metrics, longer, plan):
                parts.append([])
            parts[-1].append(paragraph)
        count, best = len(page.paragraphs), tuple(map(tuple, parts))

        def fullest(parts: Sequence[Sequence[str]]) -> float:
            return max(
                body_height(self.size, metrics, replace(page, paragraphs=tuple(part)), plan) for part in parts
            )

        for ends in combinations(range(1, count), len(parts) - 1):
            bounds = pairwise((0, *ends, count))
            best = min(best, tuple(page.paragraphs[start:end] for start, end in bounds), key=fullest)
        return [
            replace(
                page,
                slug=f"{page.slug}-{number}",
                paragraphs=part,
                note=self.context.words("card.page", number=number, total=len(best)),
            )
            for number, part in enumerate(best, 1)
        ]

    def _counted(self, content: CardContent, copies: int) -> CardContent:
        """A card that has the number of its copies at its foot."""
        return replace(content, note=self.context.words("card.copies", count=copies))

    def _piece(self, content: CardContent, copies: int = 1) -> Piece:
        plan = roomier(self.size, self.context.metrics, content, self._plan(content.kind))
        front = self._front(content, plan)
        return self._cut(f"{content.kind}-{content.slug}", front, self._back(content.kind), copies)

    def _cut(self, name: str, front: Drawing, back: Drawing, copies: int = 1) -> Piece:
        size = self.size
        return Piece(name, size.width, size.height, size.bleed, front, back, copies, size.safe)

    def _front(self, content: CardContent, plan: CardPlan) -> Drawing:
        color = f"{content.family}_band" if content.family else "band"
        colors = CardColors.of(self.context, color)
        return CardFront(self.context, self.size, colors, content, plan).draw(f"card-{content.slug}-front")

    def _back(self, kind: str) -> Drawing:
        if kind not in self._backs:
            words = self.context.words
            usual = "accent" if kind == "effect" else "band"
            color = f"{self.family}_band" if self.family else usual
            self._backs[kind] = draw_back(
                self.context,
                self.size,
                CardColors.of(self.context, color),
                name="-".join(filter(None, ("card", kind, self.family, "back"))),
                kind=words(f"card.{kind}"),
                title=self.game.title,
            )
        return self._backs[kind]

    def _plan(self, kind: str) -> CardPlan:
        """What all cards of a kind share; scene and size of titles are those of all kinds of a deck."""
        if kind not in self._plans:
            self._plans[kind] = self._own_plan(kind)
            if kind in _IN_A_DECK:
                lowest = max(min(plan.scene for plan in self._deck_plans), self.size.scenes[-1])
                if self._plans[kind].scene > lowest:
                    self._plans[kind] = self._own_plan(kind, lowest)
                titles = reduce(TitleSizes.least, (plan.titles for plan in self._deck_plans))
                self._plans[kind] = replace(self._plans[kind], titles=titles)
        return self._plans[kind]

    @cached_property
    def _deck_plans(self) -> list[CardPlan]:
        """The plans of the kinds of cards in one deck, whose bars are in line, with titles of one size."""
        return [self._own_plan(kind) for kind in _IN_A_DECK if self._entries.all(kind)]

    def _own_plan(self, kind: str, scene: float = 0.0) -> CardPlan:
        contents, metrics = self._entries.all(kind), self.context.metrics
        return plan_cards(contents, self.size, metrics, self.context.display, scene=scene)
