"""The windows of a module that have a map, with boards, their grids, and controls to move pieces."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from builder.exchange.pictures import Picture
from builder.exchange.places import Lines
from builder.exchange.vassal.component import Component
from builder.exchange.vassal.grids import grid_element
from builder.exchange.vassal.sequence import sequence
from builder.exchange.vassal.stocks import Stock
from builder.exchange.vassal.workshop import Workshop


@dataclass(frozen=True, slots=True)
class Board:
    """A board of a window: its title, its image, and the pixel of its first place, if it has a grid."""

    title: str
    picture: Picture
    first: tuple[float, float] | None = None


def add_window(root: Component, name: str, *, is_main: bool) -> Component:
    """A window for boards; others than the main one open with a button of their name."""
    window = root.add(
        "module:Map",
        mapName=name,
        buttonName="" if is_main else name,
        launch=not is_main,
        allowMultiple=False,
        markMoved="Never",
        edgeWidth=0,
        edgeHeight=0,
        backgroundcolor="221,225,229",
        moveWithinFormat="$pieceName$ moves $previousLocation$ -> $location$",
        moveToFormat="$pieceName$ moves to $location$",
        createFormat="$pieceName$ created in $location$",
        changeFormat="$message$",
        color="180,0,0",
        thickness=2,
        icon="",
    )
    for kind in ("ForwardToKeyBuffer", "Scroller", "ForwardToChatter", "MenuDisplayer", "MapCenterer"):
        window.add(f"map:{kind}")
    window.add("map:StackMetrics", exSepX=18, exSepY=34, unexSepX=3, unexSepY=1, disabled=False)
    for kind in ("StackExpander", "PieceMover", "KeyBufferer"):
        window.add(f"map:{kind}")
    window.add("map:ImageSaver", buttonText="", icon="/images/camera.gif", tooltip="Save the map as an image")
    window.add("map:CounterDetailViewer", delay=500, drawPieces=True, minDisplayPieces=2, zoomlevel="1.0")
    if is_main:
        window.add("map:GlobalMap", scale="0.18", tooltip="Overview", buttonText="Overview", icon="")
    window.add("map:Zoomer", zoomLevels="0.25,0.35,0.5,0.71,1.0,1.41,2.0", zoomStart=3)
    return window


def add_boards(window: Component, name: str, boards: Sequence[Board], lines: Lines | None) -> None:
    """The boards of a window, one below the other, all of them in play."""
    picker = window.add("map:BoardPicker", title="Boards", slotHeight=125, slotWidth=350, slotScale="0.2")
    for board in boards:
        wide, tall = board.picture.width, board.picture.height
        element = picker.add(
            "VASSAL.build.module.map.boardPicker.Board",
            name=board.title,
            image=board.picture.name,
            reversible=False,
            width=wide,
            height=tall,
        )
        if board.first is None or lines is None:
            continue
        zone = element.add("board:ZonedGrid").add(
            "board:mapgrid.Zone",
            name=board.title,
            path=f"0,0;{wide},0;{wide},{tall};0,{tall}",
            locationFormat="$gridLocation$",
            useParentGrid=False,
            useHighlight=False,
            highlightProperty="",
        )
        parts = grid_element(lines, board.first)
        numbered = zone.add(parts.kind)
        numbered.set(parts.attributes)
        numbered.add(parts.numbering).set(parts.numbers)
    rows = [part for row, board in enumerate(boards) for part in (board.title, 0, row)]
    picker.add("setup", sequence([f"{name}BoardPicker", *rows], "\t"))


def add_stack(
    window: Component, workshop: Workshop, stock: Stock, board: str, at: tuple[float, float], number: str = ""
) -> None:
    """Pieces that are on a board when the game starts: at a pixel, or at the number of a place."""
    stack = window.add(
        "map:SetupStack",
        name=stock.title,
        owningBoard=board,
        useGridLocation=bool(number),
        location=number,
        x=round(at[0]),
        y=round(at[1]),
    )
    for _ in range(stock.copies):
        workshop.slot(stack, stock)


def unique_titles(titles: Sequence[str]) -> list[str]:
    """The titles, each with a number if it is not the first of its kind, as VASSAL finds boards by title.

    >>> unique_titles(["Deck", "Deck", ""])
    ['Deck', 'Deck 2', 'Board']
    """
    unique: list[str] = []
    for title in titles:
        name, number = title or "Board", 1
        while name in unique:
            number += 1
            name = f"{title or 'Board'} {number}"
        unique.append(name)
    return unique
