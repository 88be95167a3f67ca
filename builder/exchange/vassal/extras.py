"""The other parts of a module: palette, charts and briefing, dice, turn track."""

from __future__ import annotations

from builder.draw.maps.map_artists import map_artist
from builder.draw.sheets.aid.player_aid import draw_player_aid
from builder.draw.sheets.briefing import briefing_flow
from builder.draw.sheets.sides.side_briefing import sides_of
from builder.draw.sheets.sides.side_sheets import draw_side_sheets
from builder.draw.sheets.tracks.tracks import track_flow
from builder.draw.surface.canvas import Drawing
from builder.draw.surface.flow_sheets import draw_flows
from builder.exchange.pictures import pictures
from builder.exchange.vassal.component import Component
from builder.exchange.vassal.sequence import sequence
from builder.exchange.vassal.stocks import Stock, palette_stocks
from builder.exchange.vassal.windows import unique_titles
from builder.exchange.vassal.workshop import Workshop
from builder.scenario.secrets import has_secrets, open_special_rules

# The size of a page in mm, and the pixels for each mm, so that letters can be read.
_PAGE = (190.0, 270.0)
_PAGE_SCALE = 5.0
_PLAN_WIDTH = 280.0
_USUAL_DICE = ((1, 6), (2, 6))


def add_palette(root: Component, shop: Workshop) -> None:
    """A window with every counter, without limit: first those of each force, then the markers."""
    tabs = root.add("module:PieceWindow", text="Counters", tooltip="All counters", hotkey="", icon="")
    tabs = tabs.add("widget:TabWidget", entryName="Counters")
    groups: dict[str, list[Stock]] = {}
    for stock in palette_stocks(shop.counters, is_secret=shop.is_secret):
        groups.setdefault(stock.force.title if stock.force is not None else "Markers", []).append(stock)
    for title, stocks in groups.items():
        panel = tabs.add(
            "widget:PanelWidget", entryName=title, fixed=True, nColumns=6, vert=False, scale="1.0"
        )
        for stock in stocks:
            shop.slot(panel, stock)


def add_charts(root: Component, shop: Workshop) -> None:
    """Briefing, charts, tracks and the sheets of the sides as pages; secret ones only for the referee."""
    scenario, context = shop.scenario, shop.context
    pages: list[Drawing] = draw_flows([briefing_flow(scenario, context)], _PAGE, context)
    rules = open_special_rules(scenario)
    pages += draw_player_aid(scenario.ruleset, _PAGE, context, scenario.census, rules).sheets
    pages += draw_flows([track_flow(scenario.ruleset, context, scenario=scenario)], _PAGE, context)
    for side in sides_of(scenario):
        if shop.is_secret or not has_secrets(scenario, side):
            pages += draw_side_sheets(scenario, side, _PAGE, context)
    if shop.is_secret:
        pages += map_artist(scenario, context).plans(_PLAN_WIDTH)
    window = root.add(
        "module:ChartWindow", name="Charts", text="Charts", tooltip="Briefing and charts", hotkey=""
    )
    tabs = window.add("widget:TabWidget", entryName="Charts")
    titles = unique_titles([page.title for page in pages])
    for title, picture in zip(titles, pictures(pages, _PAGE_SCALE), strict=True):
        tabs.add("widget:Chart", chartName=title, fileName=shop.image(picture), description=title)


def add_dice(root: Component, shop: Workshop) -> None:
    """A button for each roll of dice that the game's tables have, and one that asks how many."""
    rolls = {
        (pool.count, pool.sides)
        for table in shop.scenario.ruleset.tables.values()
        for axis in table.axes
        if axis.dice is not None and len(axis.dice.pools) == 1
        for pool in axis.dice.pools
    }
    for count, sides in sorted(rolls or _USUAL_DICE):
        _add_dice(root, f"{count}d{sides}", count, sides, asks=False)
    _add_dice(root, "Dice…", 1, 6, asks=True)


def _add_dice(root: Component, name: str, count: int, sides: int, *, asks: bool) -> None:
    root.add(
        "module:DiceButton",
        name=name,
        text=name,
        tooltip=f"Roll {name}",
        icon="",
        hotkey="",
        nDice=count,
        nSides=sides,
        plus=0,
        addToTotal=0,
        reportTotal=not asks,
        prompt=asks,
        reportFormat="** $name$ = $result$ *** <$PlayerName$>",
    )


def add_turns(root: Component, shop: Workshop) -> None:
    """A turn track with the game's phases, as far as the database knows them."""
    turns = shop.scenario.turns
    tracker = root.add(
        "turn:TurnTracker",
        name="Turn",
        buttonText="Turn",
        hotkey="",
        icon="",
        reportFormat="Turn updated from $oldTurn$ to $newTurn$",
        turnFormat="$level1$ $level2$ $level3$ $level4$",
        length=-1,
    )
    levels = tracker.add(
        "turn:CounterTurnLevel",
        property="Turn",
        start=1,
        incr=1,
        loop=True,
        loopLimit=turns,
        turnFormat=f"Turn $value$ of {turns}",
    )
    phases = list(dict.fromkeys(entry.title for entry in shop.scenario.ruleset.of_kind("phase")))
    if len(phases) > 1:
        levels.add(
            "turn:ListTurnLevel",
            property="Phase",
            list=sequence(phases, ","),
            configList=False,
            configFirst=False,
            turnFormat="$value$",
        )
