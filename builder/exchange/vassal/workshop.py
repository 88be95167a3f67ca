"""Data that the parts of one module share: the scenario, the images so far, and the numbers of pieces."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from builder.draw.surface.context import DrawingContext
from builder.exchange.inventory import Card, Counter
from builder.exchange.pictures import Picture
from builder.exchange.places import Places
from builder.exchange.sharing import REFEREE
from builder.exchange.vassal.component import Component
from builder.exchange.vassal.stocks import Face, Stock, starting_stocks
from builder.exchange.vassal.traits import Trait, definition, delete, facing, layers, mask, note
from builder.scenario.model import Scenario

Faces = tuple[Picture, Picture]
_SQUARE_TURNS, _HEX_TURNS = 8, 6


@dataclass
class Workshop:
    """Collects the images of one module while its parts are built.

    ``faces`` are the front and back of each of the ``counters``, ``card_faces`` of each of the ``cards``.
    """

    scenario: Scenario
    context: DrawingContext
    places: Places
    counters: Sequence[Counter]
    faces: Sequence[Faces]
    cards: Sequence[Card]
    card_faces: Sequence[Faces]
    is_secret: bool
    images: dict[str, bytes] = field(default_factory=dict)
    next_number: int = 1

    @property
    def referee(self) -> tuple[str, ...]:
        """The name of the side that sees everything, in the module that has it."""
        return (REFEREE.capitalize(),) if self.is_secret else ()

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """The names of the sides, as players choose them."""
        titles = (self.scenario.side_title(force.side) for force in self.scenario.forces)
        return (*dict.fromkeys(titles), *self.referee)

    @cached_property
    def stocks(self) -> tuple[Stock, ...]:
        """The pieces that a game starts with."""
        return starting_stocks(self.scenario, self.counters, self.places, is_secret=self.is_secret)

    def image(self, picture: Picture) -> str:
        """Add an image to the module; returns its name, which reveals nothing about it."""
        self.images[picture.name] = picture.data
        return picture.name

    def slot(self, parent: Component, stock: Stock) -> None:
        """A piece in a stack or palette."""
        images = [self.image(self._face(face)) for face in stock.faces]
        traits = [delete()]
        if stock.keeper:
            hidden = self.image(self._face(Face(stock.faces[0].counter)))
            traits.insert(0, mask(hidden, stock.title, (stock.keeper, *self.referee)))
        if stock.turns:
            is_square = len(self.scenario.map.facings) == _SQUARE_TURNS
            traits.append(facing(_SQUARE_TURNS if is_square else _HEX_TURNS))
        if stock.takes_notes:
            traits.append(note("Note"))
        if len(set(images)) > 1:
            traits.append(layers(images, "Flip", ["" for _ in images]))
        face = self._face(stock.faces[0])
        self._add(parent, "PieceSlot", stock.title, images[0], traits, (face.width, face.height))

    def card(self, parent: Component, title: str, faces: Faces) -> None:
        """A card in a deck, with its back as its mask."""
        front, back = (self.image(face) for face in faces)
        traits = [mask(back, "?", ()), delete()]
        self._add(parent, "CardSlot", title, front, traits, (faces[0].width, faces[0].height))

    def _face(self, face: Face) -> Picture:
        return self.faces[face.counter][1 if face.is_back else 0]

    def _add(
        self, parent: Component, kind: str, title: str, image: str, traits: list[Trait], size: tuple[int, int]
    ) -> None:
        number, self.next_number = self.next_number, self.next_number + 1
        text = definition(number, title, image, traits)
        parent.add(f"widget:{kind}", text, entryName=title, gpid=number, width=size[0], height=size[1])
