"""The plan of the tunnels below a table: one cut through the earth with its chambers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from builder.boards.table import TunnelPlan
from builder.draw.maps.nature.buildings import draw_mouth
from builder.draw.maps.nature.plot import Marks, Plot, disc, is_bare, mixed, shadow
from builder.draw.maps.nature.rocks import draw_stones
from builder.draw.maps.nature.shapes import softened
from builder.draw.maps.open.lettering import HARD, Lettering, draw_names
from builder.draw.surface.canvas import Canvas
from builder.draw.surface.color_vision import blend
from builder.draw.surface.outlines import area_path, organic, seeded
from builder.draw.surface.type import BOLD, CONDENSED, NATURAL, Type
from builder.scenario.model import Scenario

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

_MOUTH = 2.0
_LENGTH = Type(CONDENSED, 2.6)


def draw_plan(canvas: Canvas, scenario: Scenario, scale: float) -> None:
    """The tunnels at ``scale`` mm per unit, in earth as large as the table."""
    from shapely import Point, box

    table, theme = scenario.table_map, canvas.theme
    plan = table.plan
    assert plan is not None
    wide, deep = table.width * scale, table.depth * scale
    ground = box(0, 0, wide, deep)
    hollow = _hollow(plan, scenario.id, scale).intersection(ground)
    lettering = Lettering((0.8, 0.8, wide - 0.8, deep - 0.8), canvas.metrics)
    lettering.avoid(hollow.boundary.buffer(0.4), 30.0)
    for node in plan.of_kind("entrance"):
        at = Point(node.at[0] * scale, node.at[1] * scale)
        lettering.avoid(at.buffer(_MOUTH + 0.4), HARD)
    names = []
    fill = blend(theme["ink"], theme["hill_line"], 0.6)
    for node in plan.nodes.values():
        if node.name:
            at = Point(node.at[0] * scale, node.at[1] * scale)
            area = at.buffer(max(node.diameter / 2 * scale, _MOUTH))
            is_chamber = node.kind == "chamber"
            type = Type(NATURAL, 4.3, 0.12) if is_chamber else Type(BOLD, 2.8)
            name = lettering.place(
                node.name, type, area, first=[(at.x, at.y)] if is_chamber else (), inside=is_chamber
            )
            names.append((name, fill if is_chamber else "ink"))
    for tunnel in plan.tunnels:
        middle = tunnel.points[(len(tunnel.points) - 1) // 2 : (len(tunnel.points) + 3) // 2]
        x = (middle[0][0] + middle[-1][0]) / 2 * scale
        y = (middle[0][1] + middle[-1][1]) / 2 * scale
        text = f"{tunnel.length:.0f}{table.sign}"
        names.append((lettering.place(text, _LENGTH, Point(x, y).buffer(0.1), first=[(x, y)]), "ink"))
    _draw_earth(canvas, ground, hollow, lettering, scenario.id)
    for node in plan.of_kind("entrance"):
        draw_mouth(canvas, (node.at[0] * scale, node.at[1] * scale), _MOUTH)
    earth = _earth(canvas)
    haloed = [
        (name, ink, theme["tunnel"] if hollow.contains(Point(name.at)) else earth) for name, ink in names
    ]
    draw_names(canvas, haloed, halo_width=0.6)


def _hollow(plan: TunnelPlan, id: str, scale: float) -> BaseGeometry:
    """All tunnels and chambers with rough walls."""
    from shapely import LineString, Polygon, unary_union

    parts: list[BaseGeometry] = []
    for number, tunnel in enumerate(plan.tunnels):
        line = LineString([(x * scale, y * scale) for x, y in tunnel.points])
        way = line.buffer(tunnel.width / 2 * scale)
        rng = seeded(id, "tunnel", str(number))
        parts.append(
            softened(way, rng, inset=0.0, rounding=0.0, wobble=min(0.5, tunnel.width * scale * 0.06))
        )
    for node in plan.of_kind("chamber"):
        at = (node.at[0] * scale, node.at[1] * scale)
        outline = organic(at, node.diameter / 2 * scale, seeded(id, node.id), amplitude=0.07)
        parts.append(Polygon(outline).buffer(0))
    return unary_union(parts).buffer(1.0).buffer(-1.0)


def _earth(canvas: Canvas) -> str:
    """The color of the earth around tunnels: pale enough for names."""
    theme = canvas.theme
    return theme["paper"] if is_bare(theme) else blend(theme["earth"], theme["paper"], 0.42)


def _draw_earth(
    canvas: Canvas, ground: BaseGeometry, hollow: BaseGeometry, lettering: Lettering, id: str
) -> None:
    """Earth with stones, and the tunnels as a hollow in it."""
    from shapely.affinity import translate

    theme, earth = canvas.theme, _earth(canvas)
    canvas.path(area_path(ground), fill=earth)
    clear = lettering.clear(ground, [hollow.buffer(1.6)])
    plot = Plot(ground, seeded(id, "earth"), clear=clear)
    grit = Marks()
    for x, y in plot.points(4.6, 1.0):
        grit.fill(disc(x, y, 0.2, 0.2), mixed(theme, "earth", "paper", 0.75))
    grit.draw(canvas)
    draw_stones(canvas, plot.points(13.0, 2.0, clear=1.4), 2.2, plot.rng)
    canvas.path(area_path(hollow), fill="tunnel", fill_rule="evenodd")
    dark = shadow(theme, "tunnel", 0.4)
    if dark != "none":
        lit = translate(hollow, 0.9, 1.2)
        canvas.path(area_path(hollow.difference(lit)), fill=dark, fill_rule="evenodd")
    canvas.path(area_path(hollow), stroke="ink", stroke_width=0.45, stroke_linejoin="round")
