"""A scenario as a saved game of Tabletop Simulator: boards, counters in bags, and decks on sheets of cards.

There is no reader of this format outside the program itself; the tests read it with code of their own.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote, urlsplit

import numpy

from builder.draw.maps.map_artists import map_artist
from builder.draw.maps.map_look import MapLook
from builder.exchange.inventory import Card, scenario_cards, scenario_counters
from builder.exchange.losses import Loss, LossReport, counted
from builder.exchange.pictures import Picture, Pixels, board_pictures, face_pixels, png_picture
from builder.exchange.places import places_of
from builder.exchange.sharing import Shared, ShareOptions
from builder.scenario.model import Scenario
from rulesdb import InputError

SAVE = "save.json"
# A sheet of cards has this many columns and rows; its last place is the back of hidden cards.
COLUMNS, ROWS = 10, 7
CARDS_A_SHEET = COLUMNS * ROWS - 1
_CARD_PIXELS, _COUNTER_PIXELS = 400, 188
# Sizes on the table, in its own units, which are about an inch.
_COUNTER_SIZE = 0.42
_BOARD_SIZE = 14.0
_TRAY_STEP = 3.0


def share(scenario: Scenario, options: ShareOptions) -> Shared:
    """``save.json``, and the images that it loads from ``--images-at``.

    Raises:
        InputError: the address is not one of the web.
    """
    address = _address(options.images_at)
    desk = _Desk(scenario, options, address)
    objects = desk.boards() + desk.bags() + desk.decks()
    data = {
        "SaveName": scenario.title,
        "GameMode": scenario.ruleset.title,
        "Date": "",
        "Table": "Table_RPG",
        "Sky": "Sky_Museum",
        "Note": scenario.tagline,
        "Rules": "",
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
        "ObjectStates": objects,
    }
    files = {SAVE: (json.dumps(data, indent=1, ensure_ascii=False) + "\n").encode("utf-8")}
    files |= dict(sorted(desk.images.items()))
    done = f"{counted(len(objects), 'object')}, {counted(len(desk.images), 'image')} to put at {address}"
    losses = (
        Loss("rules, conditions, events and set-up", "the program enforces none", "print the briefing"),
        Loss("numbers of places", "boards are images", "they are printed on them"),
        Loss("which counter is a dummy", "anybody can look into a bag", "draw from the bag face down"),
        Loss("cards that only one side may see", "anybody can open the file", "print them"),
    )
    return Shared(files, LossReport("Tabletop Simulator", (done,), losses), is_folder=True)


def _address(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment:
        raise InputError(
            f"--images-at {text!r}: give the address of a web folder, such as https://example.org/wren/"
        )
    return text if text.endswith("/") else f"{text}/"


class _Desk:
    """Collects objects and their images."""

    def __init__(self, scenario: Scenario, options: ShareOptions, address: str) -> None:
        self.scenario = scenario
        self.options = options
        self.address = address
        self.images: dict[str, bytes] = {}
        self._ids: set[str] = set()

    def url(self, picture: Picture) -> str:
        """Add an image; returns its address."""
        self.images[picture.name] = picture.data
        return self.address + quote(picture.name)

    def boards(self) -> list[dict[str, Any]]:
        """Each level as a locked board."""
        context, places = self.options.context, places_of(self.scenario)
        views = map_artist(self.scenario, context, MapLook(numbers=context.theme.hex_numbers)).boards(
            places.width
        )
        self.options.tick()
        boards = []
        for number, board in enumerate(board_pictures(views, places.pixels, places.anchor)):
            url = self.url(board.picture)
            custom = _custom(url, url)
            custom["CustomTile"] = {"Type": 0, "Thickness": 0.1, "Stackable": False, "Stretch": True}
            at = (0.0, 1.0, number * -1.2 * _BOARD_SIZE)
            item = self.object("Custom_Tile", board.title, at, _BOARD_SIZE, CustomImage=custom)
            boards.append(item | {"Locked": True})
        return boards

    def bags(self) -> list[dict[str, Any]]:
        """A bag for each force, with its counters; one for the markers. Hidden counters lie face down."""
        counters = scenario_counters(self.scenario, self.options.context)
        faces = face_pixels([item.piece for item in counters], _COUNTER_PIXELS, self.options.context)
        self.options.tick()
        groups: dict[str, list[dict[str, Any]]] = {}
        for counter, (front, back) in zip(counters, faces, strict=True):
            title = counter.force.title if counter.force is not None else self.scenario.ruleset.title
            custom = _custom(self.url(png_picture(front)), self.url(png_picture(back)))
            custom["CustomTile"] = {"Type": 0, "Thickness": 0.2, "Stackable": False, "Stretch": True}
            name = "" if counter.is_hidden else counter.title
            for copy in range(counter.copies):
                piece = self.object(
                    "Custom_Tile",
                    name,
                    (0.0, 1.0, 0.0),
                    _COUNTER_SIZE,
                    f"{counter.piece.name} {copy}",
                    CustomImage=custom,
                )
                groups.setdefault(title, []).append(piece)
        return [
            self.object("Bag", title, (number * _TRAY_STEP - 12.0, 2.0, 14.0), 1.0, ContainedObjects=pieces)
            for number, (title, pieces) in enumerate(groups.items())
        ]

    def decks(self) -> list[dict[str, Any]]:
        """The cards that everybody may see, a deck for each kind of back."""
        cards = [card for card in scenario_cards(self.scenario, self.options.context) if not card.reader]
        faces = face_pixels([card.piece for card in cards], _CARD_PIXELS, self.options.context)
        groups: dict[str, list[tuple[Card, tuple[Pixels, Pixels]]]] = {}
        for card, pair in zip(cards, faces, strict=True):
            groups.setdefault(card.piece.back.name, []).append((card, pair))
        decks, number = [], 0
        for group in groups.values():
            for start in range(0, len(group), CARDS_A_SHEET):
                number += 1
                at = (number * _TRAY_STEP - 12.0, 2.0, 18.0)
                decks.append(self.deck(number, group[start : start + CARDS_A_SHEET], at))
        return decks

    def deck(
        self, number: int, group: Sequence[tuple[Card, tuple[Pixels, Pixels]]], at: tuple[float, float, float]
    ) -> dict[str, Any]:
        """A sheet with up to 69 cards and their back in the last place, as a deck or a single card."""
        back = group[0][1][1]
        tall, wide, _ = back.shape
        sheet = numpy.full((ROWS * tall, COLUMNS * wide, 3), 255, dtype=numpy.uint8)
        for place, (_, (front, _)) in enumerate(group):
            row, column = divmod(place, COLUMNS)
            sheet[row * tall : (row + 1) * tall, column * wide : (column + 1) * wide] = front
        sheet[(ROWS - 1) * tall :, (COLUMNS - 1) * wide :] = back
        custom = {
            str(number): {
                "FaceURL": self.url(png_picture(sheet)),
                "BackURL": self.url(png_picture(back)),
                "NumWidth": COLUMNS,
                "NumHeight": ROWS,
                "BackIsHidden": True,
                "UniqueBack": False,
            }
        }
        cards = [
            self.object(
                "Card",
                card.title,
                at,
                1.0,
                f"{card.piece.name} {copy}",
                CardID=100 * number + place,
                CustomDeck=custom,
            )
            for place, (card, _) in enumerate(group)
            for copy in range(card.copies)
        ]
        if len(cards) == 1:
            return cards[0]
        ids = [card["CardID"] for card in cards]
        return self.object(
            "DeckCustom", self.scenario.ruleset.title, at, 1.0, f"deck {number}",
            DeckIDs=ids, CustomDeck=custom, ContainedObjects=cards,
        )  # fmt: skip

    def object(
        self, kind: str, title: str, at: tuple[float, float, float], scale: float, key: str = "", **more: Any
    ) -> dict[str, Any]:
        """An object with an id that depends on what it is, and not on the time."""
        return {
            "GUID": self._id(f"{kind} {title} {key}"),
            "Name": kind,
            "Transform": {
                "posX": at[0], "posY": at[1], "posZ": at[2], "rotX": 0.0, "rotY": 180.0, "rotZ": 0.0,
                "scaleX": scale, "scaleY": 1.0, "scaleZ": scale,
            },
            "Nickname": title,
            "Description": "",
            "Locked": False,
            "Grid": True,
            "LuaScript": "",
            "LuaScriptState": "",
            "XmlUI": "",
            **more,
        }  # fmt: skip

    def _id(self, key: str) -> str:
        number = 0
        while True:
            id = hashlib.sha256(f"{self.scenario.id} {key} {number}".encode()).hexdigest()[:6]
            if id not in self._ids:
                self._ids.add(id)
                return id
            number += 1


def _custom(front: str, back: str) -> dict[str, Any]:
    return {"ImageURL": front, "ImageSecondaryURL": back, "ImageScalar": 1.0, "WidthScale": 0.0}
