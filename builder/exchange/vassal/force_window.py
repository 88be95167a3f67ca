"""The window with the trays of the forces and the decks of cards."""

from __future__ import annotations

from collections.abc import Sequence

from builder.exchange.pictures import pictures
from builder.exchange.vassal.component import Component
from builder.exchange.vassal.stocks import Stock
from builder.exchange.vassal.trays import Tray, draw_tray, tray_width
from builder.exchange.vassal.windows import Board, add_boards, add_stack, add_window, unique_titles
from builder.exchange.vassal.workshop import Faces, Workshop
from builder.scenario.model import Force

_FORCES = "Forces"


def add_forces(root: Component, shop: Workshop) -> None:
    """A tray for each force with pieces that are not on the map, and one for the decks of cards."""
    window = add_window(root, _FORCES, is_main=False)
    trays: list[tuple[Tray, float]] = []
    tenants = [force for force in shop.scenario.forces if _tenants(shop, force)]
    for force in tenants:
        stocks = _tenants(shop, force)
        piece = shop.counters[stocks[0].faces[0].counter].piece
        labels = [f"×{stock.copies}" if stock.copies > 1 else "" for stock in stocks]
        size, least = (piece.width, piece.height), tray_width(piece.width)
        tray = draw_tray(force.title, _zones(shop, force), labels, size, least, shop.context)
        trays.append((tray, shop.places.counter / piece.width))
    decks = _decks(shop)
    if decks:
        card, face = shop.cards[0].piece, decks[0][0][1][0]
        scale = face.width / card.width
        least = max((tray.drawing.width * its / scale for tray, its in trays), default=card.width * 2)
        size, title = (card.width, card.height), shop.scenario.ruleset.title
        trays.append((draw_tray(title, "", ["" for _ in decks], size, least, shop.context), scale))
    titles = unique_titles([tray.title for tray, _ in trays])
    boards = []
    for title, (tray, scale) in zip(titles, trays, strict=True):
        [picture] = pictures([tray.drawing], scale)
        shop.image(picture)
        boards.append(Board(title, picture))
    add_boards(window, _FORCES, boards, shop.places.lines)
    for force, title, (tray, scale) in zip(tenants, titles, trays, strict=False):
        for stock, (x, y) in zip(_tenants(shop, force), tray.places, strict=True):
            add_stack(window, shop, stock, title, (x * scale, y * scale))
    if decks:
        tray, scale = trays[-1]
        for cards, (x, y) in zip(decks, tray.places, strict=True):
            _add_deck(window, shop, cards, titles[-1], (round(x * scale), round(y * scale)))


def _tenants(shop: Workshop, force: Force) -> list[Stock]:
    return [stock for stock in shop.stocks if stock.force is force and stock.spot is None]


def _zones(shop: Workshop, force: Force) -> str:
    """The titles of the zones where a force sets up, without those that are secret."""
    zones = (shop.scenario.zone(item.zone) for item in shop.scenario.placements_of(force))
    titles = (zone.title for zone in zones if zone is not None and (shop.is_secret or not zone.secret))
    return ", ".join(dict.fromkeys(titles))


def _decks(shop: Workshop) -> list[list[tuple[str, Faces]]]:
    """The cards with a common back, each as often as it is there; those of one side only with all secrets."""
    decks: dict[tuple[str, str], list[tuple[str, Faces]]] = {}
    for card, (front, back) in zip(shop.cards, shop.card_faces, strict=True):
        if card.reader and not shop.is_secret:
            continue
        deck = decks.setdefault((card.reader, card.piece.back.name), [])
        # One image of the back for the whole deck, so that no back identifies its card.
        common = deck[0][1][1] if deck else back
        deck += [(card.title, (front, common))] * card.copies
    return list(decks.values())


def _add_deck(
    window: Component, shop: Workshop, cards: Sequence[tuple[str, Faces]], board: str, at: tuple[int, int]
) -> None:
    title, (face, _) = cards[0]
    deck = window.add(
        "map:DrawPile",
        name=f"{shop.scenario.ruleset.title}: {title}",
        owningBoard=board,
        x=at[0],
        y=at[1],
        width=face.width,
        height=face.height,
        faceDown="Always",
        shuffle="Via right-click Menu",
        allowMultiple=False,
        allowSelect=True,
        drawFaceUp=False,
        draw=True,
        color="80,80,80",
        maxStack=15,
        reversible=False,
        reshufflable=False,
        canSave=False,
        useGridLocation=False,
    )
    for name, faces in cards:
        shop.card(deck, name, faces)
