"""The symbols on a map, each drawn around a point at a given size in mm."""

from __future__ import annotations

from math import cos, pi, sin

from builder.draw.surface.canvas import Canvas, Point

Segment = tuple[Point, Point]
# Of the widest door: the share of its hexside, and its thickness as a share of the hex.
DOOR_LENGTH = 0.8
DOOR_WEIGHT = 0.19


def draw_door(canvas: Canvas, ends: Segment, kind: str, size: float) -> None:
    """A door in a hexside: a white leaf (interior), a barred amber block (airtight), or a gap (open)."""
    (x1, y1), (x2, y2) = ends
    angle = _angle(ends)
    length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
    middle = ((x1 + x2) / 2, (y1 + y2) / 2)
    with canvas.layer(transform=f"translate({middle[0]:.3f} {middle[1]:.3f}) rotate({angle:.3f})"):
        if kind == "open":
            canvas.rect(-length * 0.36, -size * 0.075, length * 0.72, size * 0.15, fill="room")
            return
        if kind == "interior":
            leaf = (-length * 0.36, -size * 0.05, length * 0.72, size * 0.1)
            canvas.rect(*leaf, fill="interior_door", stroke="wall", stroke_width="symbol")
            return
        leaf, corner = (-length * 0.4, -size * 0.085, length * 0.8, size * 0.17), size * 0.03
        canvas.rect(*leaf, radius=corner, fill="airtight_door", stroke="hull", stroke_width="symbol")
        for share in (-0.2, 0.0, 0.2):
            at = length * share
            canvas.line((at, -size * 0.085), (at, size * 0.085), stroke="hull", stroke_width="symbol")


def draw_machinery(canvas: Canvas, center: Point, kind: str, size: float) -> None:
    """A gear; explosive machinery has a red core with a flash."""
    x, y = center
    radius = size * 0.22
    color = "explosive" if kind == "explosive" else "machinery"
    teeth: list[Point] = []
    for tooth in range(10):
        for offset, reach in ((-0.2, 0.82), (-0.12, 1.0), (0.12, 1.0), (0.2, 0.82)):
            turn = 2 * pi * (tooth + offset) / 10
            teeth.append((x + radius * reach * cos(turn), y + radius * reach * sin(turn)))
    canvas.polygon(teeth, fill=color, stroke="wall", stroke_width="symbol")
    canvas.circle(x, y, radius * 0.42, fill="room", stroke="wall", stroke_width="symbol")
    if kind == "explosive":
        flash = ((0.12, -0.42), (-0.22, 0.06), (-0.02, 0.06), (-0.12, 0.42), (0.22, -0.06), (0.02, -0.06))
        canvas.polygon([(x + radius * dx, y + radius * dy) for dx, dy in flash], fill=color)


def draw_locker(canvas: Canvas, center: Point, size: float) -> None:
    """A spacesuit: helmet with visor over shoulders."""
    x, y = center
    unit = size * 0.2
    color = "locker"
    canvas.path(
        f"M{x - unit:.3f} {y + unit:.3f}C{x - unit:.3f} {y:.3f} {x + unit:.3f} {y:.3f} "
        f"{x + unit:.3f} {y + unit:.3f}Z",
        fill=color,
    )
    canvas.circle(x, y - unit * 0.25, unit * 0.7, fill="room", stroke=color, stroke_width="symbol")
    canvas.rect(x - unit * 0.42, y - unit * 0.5, unit * 0.84, unit * 0.5, radius=unit * 0.2, fill=color)


def draw_console(canvas: Canvas, center: Point, size: float) -> None:
    """A screen over a slanted desk."""
    x, y = center
    unit = size * 0.2
    color = "console"
    canvas.rect(x - unit * 0.8, y - unit * 0.9, unit * 1.6, unit, radius=unit * 0.12, fill=color)
    canvas.rect(x - unit * 0.62, y - unit * 0.74, unit * 1.24, unit * 0.68, fill="room")
    desk = ((-0.8, 0.25), (0.8, 0.25), (1.1, 0.9), (-1.1, 0.9))
    canvas.polygon([(x + unit * right, y + unit * down) for right, down in desk], fill=color)


def draw_hatch(canvas: Canvas, center: Point, size: float) -> None:
    """A round hatch with rungs."""
    x, y = center
    radius = size * 0.24
    color = "wall"
    canvas.circle(x, y, radius, fill="room", stroke=color, stroke_width="symbol")
    for share in (-0.45, 0.45):
        at = x + radius * share
        canvas.line((at, y - radius * 0.75), (at, y + radius * 0.75), stroke=color, stroke_width="symbol")
    for share in (-0.45, 0.0, 0.45):
        at = y + radius * share
        canvas.line((x - radius * 0.45, at), (x + radius * 0.45, at), stroke=color, stroke_width="symbol")


def draw_lift(canvas: Canvas, center: Point, size: float) -> None:
    """A car with arrows up and down."""
    x, y = center
    unit = size * 0.23
    color = "wall"
    line = {"stroke": color, "stroke_width": "symbol"}
    canvas.rect(x - unit, y - unit, 2 * unit, 2 * unit, radius=unit * 0.2, fill="lift", **line)
    for sign in (-1, 1):
        tip = y + sign * unit * 0.75
        foot = y + sign * unit * 0.15
        canvas.polygon([(x - unit * 0.5, foot), (x + unit * 0.5, foot), (x, tip)], fill=color)


def draw_vehicle(canvas: Canvas, center: Point, size: float) -> None:
    """A hull on two pairs of wheels, seen from above."""
    x, y = center
    unit = size * 0.2
    color = "wall"
    for across in (-0.95, 0.35):
        for down in (-0.95, 0.6):
            canvas.rect(x + across * unit, y + down * unit, 0.6 * unit, 0.35 * unit, fill=color)
    hull, corner = (x - 1.3 * unit, y - 0.7 * unit, 2.6 * unit, 1.4 * unit), unit * 0.35
    canvas.rect(*hull, radius=corner, fill="paper", stroke=color, stroke_width="symbol")
    at = x + 0.55 * unit
    canvas.line((at, y - 0.7 * unit), (at, y + 0.7 * unit), stroke=color, stroke_width="symbol")


def draw_objective(canvas: Canvas, center: Point, size: float) -> None:
    """A star in a ring."""
    x, y = center
    radius = size * 0.2
    color = "objective"
    points: list[Point] = []
    for index in range(10):
        reach = radius if index % 2 == 0 else radius * 0.42
        turn = -pi / 2 + pi * index / 5
        points.append((x + reach * cos(turn), y + reach * sin(turn)))
    canvas.circle(x, y, radius * 1.35, fill="#ffffff", stroke=color, stroke_width="symbol")
    canvas.polygon(points, fill=color)


def _angle(ends: Segment) -> float:
    from math import atan2, degrees

    (x1, y1), (x2, y2) = ends
    return degrees(atan2(y2 - y1, x2 - x1))
