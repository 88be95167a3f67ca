"""The plan of the tunnels below a table: one cut through the earth with its chambers."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import mode
from string import ascii_uppercase
from typing import TYPE_CHECKING

from builder.boards.table import Node, TunnelPlan
from builder.draw.maps.nature.buildings import draw_mouth
from builder.draw.maps.open.lettering import HARD, Lettering, Name, draw_names
from builder.draw.maps.open.tunnels.chambers import draw_contents
from builder.draw.maps.open.tunnels.earth import draw_earth, earth_color
from builder.draw.maps.open.tunnels.hollow import chamber_outline, draw_floor, draw_rim, draw_walls, hollow_of
from builder.draw.maps.open.tunnels.tenants import draw_tenant, tenant_box, tenants_of
from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.color_vision import blend
from builder.draw.surface.outlines import seeded
from builder.draw.surface.type import BOLD, CONDENSED_BOLD, NATURAL, Type
from builder.draw.surface.wording import Words
from builder.scenario.model import Scenario

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

_MOUTH, _CROSSING = 2.0, 2.3
# How far the middle of the name of an entrance is above its end of the tunnel.
_ABOVE = 3.4
LENGTH = Type(CONDENSED_BOLD, 3.2)
"""The type of lengths."""
_LETTER, _CHAMBER, _ENTRANCE = Type(BOLD, 3.2), Type(NATURAL, 4.3, 0.12), Type(BOLD, 2.8)
# What lies in a chamber is so far from its wall, and from the middle of a way in, as a share of its width.
_OFF_WALL, _WAY = 0.9, 0.22
# How wide a tunnel is in places, as a share of its width.
_WIDEST = 1.13
# The owner of the tunnels and chambers, on which only names of what is in them lie.
_HOLLOW = "hollow"


def draw_plan(canvas: Canvas, scenario: Scenario, scale: float) -> None:
    """The tunnels at ``scale`` mm per unit, in earth as large as the table."""
    from shapely import box, unary_union

    table = scenario.table_map
    plan = table.plan
    assert plan is not None
    wide, deep = table.width * scale, table.depth * scale
    ground = box(0, 0, wide, deep)
    hollow = hollow_of(plan, scenario.id, scale).intersection(ground)
    lettering = Lettering((0.8, 0.8, wide - 0.8, deep - 0.8), canvas.metrics)
    lettering.avoid(hollow.boundary.buffer(0.4), 30.0)
    lettering.avoid(hollow, HARD, owner=_HOLLOW)
    signs = []
    for node in plan.nodes.values():
        reach = {"entrance": _MOUTH + 0.4, "junction": _CROSSING + 0.6}.get(node.kind)
        if reach is not None:
            x, y = node.at[0] * scale, node.at[1] * scale
            signs.append((x - reach, y - reach, x + reach, y + reach))
    tenants = [
        (force, tenant_box(force, node, scale))
        for node in plan.of_kind("chamber")
        for force in tenants_of(scenario, node)[:1]
    ]
    signs += [each for _, each in tenants]
    for sign in signs:
        lettering.take(sign)
    names = [
        *_node_names(canvas, plan, lettering, scale),
        *_lengths(plan, lettering, scale, table.sign, canvas.words),
    ]
    written = unary_union([box(*each) for each in (*signs, *(name.box for name, _, _ in names))])
    draw_earth(canvas, ground, hollow, written, scenario.id)
    draw_rim(canvas, hollow, ground, written, scenario.id)
    draw_floor(canvas, hollow, written, scenario.id)
    for node in plan.of_kind("chamber"):
        _draw_contents(canvas, plan, node, written, scenario.id, scale)
    draw_walls(canvas, hollow)
    for node in plan.of_kind("entrance"):
        at = node.at[0] * scale, node.at[1] * scale
        draw_mouth(canvas, at, _MOUTH, is_used=node.used)
    for letter, node in zip(ascii_uppercase, plan.of_kind("junction"), strict=False):
        draw_crossing(canvas, (node.at[0] * scale, node.at[1] * scale), letter)
    for force, room in tenants:
        draw_tenant(canvas, force, room)
    draw_names(canvas, names, halo_width=0.6)


def draw_crossing(canvas: Canvas, at: Point, letter: str) -> None:
    """A place where tunnels cross: a disc with its letter."""
    x, y = at
    canvas.circle(x, y, _CROSSING, fill="paper", stroke="ink", stroke_width=0.4)
    canvas.text(letter, x, y + _LETTER.cap / 2, _LETTER, anchor="middle")


def _node_names(
    canvas: Canvas, plan: TunnelPlan, lettering: Lettering, scale: float
) -> Iterator[tuple[Name, str, str]]:
    """The names of entrances in the rock beside them, and of chambers in these, each with its colors."""
    from shapely import Point as Spot

    theme = canvas.theme
    for node in plan.nodes.values():
        at = Spot(node.at[0] * scale, node.at[1] * scale)
        if node.kind == "chamber":
            area, fill = at.buffer(node.diameter / 2 * scale), blend(theme["ink"], theme["hill_line"], 0.6)
            name = lettering.place(node.name, _CHAMBER, area, first=[(at.x, at.y)], owners=[_HOLLOW])
            yield name, fill, "tunnel"
        elif node.kind == "entrance" and node.name:
            widest = max((each.width for each in plan.tunnels if node in each.ends), default=0.0)
            reach = max(widest / 2 * scale * _WIDEST, _MOUTH)
            # All above, if there is room.
            above = at.x, at.y - reach - _ABOVE
            name = lettering.place(node.name, _ENTRANCE, at.buffer(reach), first=[above], inside=False)
            yield name, "ink", earth_color(theme)


def _lengths(
    plan: TunnelPlan, lettering: Lettering, scale: float, sign: str, words: Words
) -> Iterator[tuple[Name, str, str]]:
    """The length of each tunnel in its middle, with its width if most are not so wide."""
    from shapely import Point as Spot

    usual = usual_width(plan)
    for tunnel in plan.tunnels:
        middle = tunnel.points[(len(tunnel.points) - 1) // 2 : (len(tunnel.points) + 3) // 2]
        x = (middle[0][0] + middle[-1][0]) / 2 * scale
        y = (middle[0][1] + middle[-1][1]) / 2 * scale
        text, around = f"{tunnel.length:.0f}{sign}", Spot(x, y).buffer(0.1)
        if tunnel.width != usual:
            text = words("map.tunnel-wide", length=text, width=f"{words.number(tunnel.width)}{sign}")
        yield lettering.place(text, LENGTH, around, first=[(x, y)], owners=[_HOLLOW]), "ink", "tunnel"


def usual_width(plan: TunnelPlan) -> float:
    """The width that most tunnels have."""
    return mode(tunnel.width for tunnel in plan.tunnels)


def _draw_contents(
    canvas: Canvas, plan: TunnelPlan, chamber: Node, written: BaseGeometry, id: str, scale: float
) -> None:
    """What lies in a chamber, off its name, who is there, and the ways in."""
    from shapely import LineString, unary_union

    at, radius = (chamber.at[0] * scale, chamber.at[1] * scale), chamber.diameter / 2 * scale
    floor = chamber_outline(at, radius, (id, chamber.id)).buffer(-_OFF_WALL)
    ways = [
        LineString([(x * scale, y * scale) for x, y in tunnel.points]).buffer(tunnel.width * scale * _WAY)
        for tunnel in plan.tunnels
        if chamber in tunnel.ends
    ]
    draw_contents(
        canvas, chamber.name, floor, unary_union([*ways, written]), seeded(id, chamber.id, "contents")
    )
