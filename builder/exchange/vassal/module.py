"""A scenario as a module of VASSAL: boards with exact grids, counters, cards, dice, charts and the set-up."""

from __future__ import annotations

from builder.draw.maps.map_artists import map_artist
from builder.draw.maps.map_look import MapLook
from builder.exchange.archive import sealed_archive
from builder.exchange.inventory import scenario_cards, scenario_counters
from builder.exchange.losses import LossReport, counted
from builder.exchange.pictures import board_pictures, face_pixels, png_picture
from builder.exchange.places import places_of
from builder.exchange.sharing import REFEREE, Shared, ShareOptions
from builder.exchange.vassal.component import Component
from builder.exchange.vassal.extras import add_charts, add_dice, add_palette, add_turns
from builder.exchange.vassal.force_window import add_forces
from builder.exchange.vassal.losses import losses_of
from builder.exchange.vassal.windows import Board, add_boards, add_stack, add_window, unique_titles
from builder.exchange.vassal.workshop import Workshop
from builder.scenario.model import Scenario
from rulesdb import __version__

_VASSAL = "3.6.0"
_CARD_PIXELS = 300
_MAP = "Map"


def share(scenario: Scenario, options: ShareOptions) -> Shared:
    """The players' module, and the referee's under the key ``referee`` if it is wanted."""
    places, context = places_of(scenario), options.context
    counters, cards = scenario_counters(scenario, context), scenario_cards(scenario, context)
    counter_pixels = face_pixels([counter.piece for counter in counters], places.counter, context)
    card_pixels = face_pixels([card.piece for card in cards], _CARD_PIXELS, context)
    faces, card_faces = (
        [(png_picture(front), png_picture(back)) for front, back in pixels]
        for pixels in (counter_pixels, card_pixels)
    )
    options.tick()
    files = {}
    for is_secret in (False, True) if options.referee else (False,):
        shop = Workshop(scenario, context, places, counters, faces, cards, card_faces, is_secret)
        files[REFEREE if is_secret else ""] = _archive(shop, options)
    boards = len(scenario.map.decks.levels) if scenario.map.decks is not None else 1
    done = (
        f"{counted(boards, 'board')}, {counted(sum(counter.copies for counter in counters), 'counter')}, "
        f"{counted(sum(card.copies for card in cards), 'card')}",
    )
    return Shared(files, LossReport("VASSAL", done, losses_of(scenario, is_whole=options.referee)))


def _archive(shop: Workshop, options: ShareOptions) -> bytes:
    """A module as a zip archive."""
    title = f"{shop.scenario.title} ({shop.scenario.ruleset.title})"
    name = f"{title}, {REFEREE}" if shop.is_secret else title
    root = Component.root(
        "VASSAL.build.GameModule",
        name=name,
        version=shop.scenario.version,
        VassalVersion=_VASSAL,
        description=shop.scenario.tagline or title,
        ModuleOther1=f"brainbug {__version__}",
        ModuleOther2="",
    )
    root.add("module:BasicCommandEncoder")
    root.add("module:Documentation")
    roster = root.add("module:PlayerRoster", buttonText="Sides", buttonToolTip="Choose a side")
    for side in shop.sides:
        roster.add("entry", side)
    root.add(
        "module:GlobalOptions",
        autoReport="Always",
        centerOnMove="Use Preferences Setting",
        chatterHTMLSupport="Never",
        nonOwnerUnmaskable="Never",
        playerIdFormat="$PlayerName$",
    )
    for add in (_add_map, add_forces, add_palette, add_charts):
        add(root, shop)
        options.tick()
    add_dice(root, shop)
    add_turns(root, shop)
    root.add("module:NotesWindow", buttonText="Notes", tooltip="Notes", icon="")
    root.set({"nextPieceSlotId": shop.next_number})
    data = Component.root("data", version="1")
    for tag, text in (
        ("version", shop.scenario.version),
        ("VassalVersion", _VASSAL),
        ("dateSaved", "0"),
        ("description", shop.scenario.tagline or title),
        ("name", name),
    ):
        data.add(tag, text)
    files = {"buildFile.xml": root.as_file, "moduledata": data.as_file}
    return sealed_archive(files | {f"images/{name}": data for name, data in sorted(shop.images.items())})


def _add_map(root: Component, shop: Workshop) -> None:
    """The main window: a board for each level, a ruler, and the pieces whose place the file gives."""
    look = MapLook(numbers=shop.context.theme.hex_numbers, secrets=shop.is_secret)
    artist, places = map_artist(shop.scenario, shop.context, look), shop.places
    pictures = board_pictures(artist.boards(places.width), places.pixels, places.anchor)
    window = add_window(root, _MAP, is_main=True)
    titles = unique_titles([picture.title for picture in pictures])
    boards = [
        Board(title, picture.picture, picture.at(places.anchor))
        for title, picture in zip(titles, pictures, strict=True)
    ]
    for board in boards:
        shop.image(board.picture)
    add_boards(window, _MAP, boards, places.lines)
    window.add(
        "map:LOS_Thread",
        threadName="LOS",
        label="Ruler",
        tooltip=f"Distance, one step for each {places.unit}" if places.ruler else "Line and distance",
        hotkey="76,130",
        iconName="",
        drawRange=True,
        snapLOS=not places.ruler,
        report="",
        threadColor="200,0,0",
        losThickness=2,
        persistence="Ctrl-Click & Drag",
        rangeFg="255,255,255",
        rangeBg="0,0,0",
        scale=round(places.ruler),
        round="Nearest whole number",
    )
    for stock in shop.stocks:
        if stock.spot is not None:
            level = places.level(stock.spot)
            at = pictures[level].at(places.point(stock.spot))
            add_stack(window, shop, stock, titles[level], at, places.number(stock.spot))
