"""Charts as SVG in a page: each has a text for screen readers, and patterns or shapes beside colors."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from builder.report.markup import escaped, percent

_WIDE, _TALL = 560.0, 240.0
_LEFT, _RIGHT, _TOP, _FOOT = 46.0, 14.0, 12.0, 40.0
_COLUMN, _DIGIT = 64.0, 7.2
_MARKS = ("circle", "diamond", "square", "triangle")
_DASHES = ("", "7 4", "2 4", "10 3 2 3")


@dataclass(frozen=True, slots=True)
class Series:
    """A line of a chart: its name, and a share for each step of the axis; ``None`` for a missing one."""

    name: str
    values: Sequence[float | None]


def share_bar(share: float, low: float, high: float, tone: int) -> str:
    """A bar for a share with its interval, from 0 to 1, as a decoration beside the figures."""
    ends = f"M{low * 100:.2f} 6H{high * 100:.2f}M{low * 100:.2f} 2V10M{high * 100:.2f} 2V10"
    return (
        '<svg class="bar" viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">'
        '<rect class="room" width="100" height="12"/>'
        f'<rect class="tone{tone}" width="{share * 100:.2f}" height="12"/>'
        f'<path class="whisker" d="{ends}"/></svg>'
    )


def stacked_bar(shares: Sequence[tuple[str, float, int]], about: str) -> str:
    """Shares that make a whole, side by side."""
    x, parts = 0.0, []
    for name, share, tone in shares:
        if share:
            parts.append(
                f'<rect class="tone{tone}" x="{x * 100:.2f}" width="{share * 100:.2f}" height="16">'
                f"<title>{escaped(name)}: {percent(share)}</title></rect>"
                f'<path class="cut" d="M{(x + share) * 100:.2f} 0V16"/>'
            )
        x += share
    label = escaped(about)
    return (
        f'<svg class="stack" viewBox="0 0 100 16" preserveAspectRatio="none" role="img" aria-label="{label}">'
        f"{''.join(parts)}</svg>"
    )


def line_chart(
    series: Sequence[Series],
    steps: Sequence[str],
    about: str,
    *,
    band: tuple[Sequence[float], Sequence[float]] | None = None,
    axis: str = "turn",
    middle: bool = False,
) -> str:
    """Shares over time; ``band`` is a range around the first line, ``middle`` a line at a half."""
    parts = [_frame(steps, axis, middle=middle)]
    if band is not None:
        forth = [f"{_x(at, len(steps)):.1f} {_y(value):.1f}" for at, value in enumerate(band[1])]
        back = [f"{_x(at, len(steps)):.1f} {_y(value):.1f}" for at, value in enumerate(band[0])][::-1]
        parts.append(f'<path class="band" d="M{"L".join(forth + back)}Z"/>')
    for tone, each in enumerate(series):
        points = [
            (_x(at, len(steps)), _y(value)) for at, value in enumerate(each.values) if value is not None
        ]
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        dash = f' stroke-dasharray="{_DASHES[tone % 4]}"' if _DASHES[tone % 4] else ""
        parts.append(f'<path class="line line{tone}" d="M{path}"{dash}/>')
        parts += (_mark(x, y, tone) for x, y in points)
    legend = "".join(
        f'<li><svg viewBox="0 0 26 12" aria-hidden="true"><path class="line line{tone}" d="M0 6H26"'
        f' stroke-dasharray="{_DASHES[tone % 4] or "none"}"/>{_mark(13, 6, tone)}</svg>'
        f"{escaped(each.name)}</li>"
        for tone, each in enumerate(series)
    )
    return _figure(parts, about, legend)


def column_chart(rows: Sequence[tuple[str, float]], about: str, axis: str = "turn") -> str:
    """Numbers as columns."""
    most = max((value for _, value in rows), default=1.0) or 1.0
    steps = [name for name, _ in rows]
    parts = [_frame(steps, axis, percents=False, columns=True)]
    room = (_WIDE - _LEFT - _RIGHT) / max(1, len(rows))
    wide = min(_COLUMN, room * 0.72)
    labels = [f"{value:.3g}" for _, value in rows]
    has_room = wide > _DIGIT * max(map(len, labels), default=0)
    for at, ((_, value), label) in enumerate(zip(rows, labels, strict=True)):
        tall = (_TALL - _TOP - _FOOT) * value / most
        x, y = _LEFT + room * (at + 0.5) - wide / 2, _TALL - _FOOT - tall
        parts.append(f'<rect class="tone0" x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{tall:.1f}"/>')
        if has_room:
            inside = tall > 26
            parts.append(
                f'<text class="{"on" if inside else "over"}" x="{x + wide / 2:.1f}" '
                f'y="{y + (17 if inside else -4):.1f}">{label}</text>'
            )
    return _figure(parts, about, "")


def _figure(parts: Sequence[str], about: str, legend: str) -> str:
    keys = f'<ul class="legend">{legend}</ul>' if legend else ""
    return (
        f'<figure><svg class="chart" viewBox="0 0 {_WIDE:g} {_TALL:g}" role="img" '
        f'aria-label="{escaped(about)}">'
        f"{''.join(parts)}</svg>{keys}</figure>"
    )


def _frame(
    steps: Sequence[str], axis: str, *, percents: bool = True, columns: bool = False, middle: bool = False
) -> str:
    parts = []
    if percents:
        for share in (0.0, 0.25, 0.5, 0.75, 1.0):
            y = _y(share)
            strong = " half" if middle and share == 0.5 else ""
            parts.append(f'<path class="grid{strong}" d="M{_LEFT} {y:.1f}H{_WIDE - _RIGHT}"/>')
            parts.append(f'<text class="tick end" x="{_LEFT - 7}" y="{y + 4:.1f}">{share:.0%}</text>')
    parts.append(f'<path class="axis" d="M{_LEFT} {_TALL - _FOOT}H{_WIDE - _RIGHT}"/>')
    every = max(1, -(-len(steps) // 16))
    room = (_WIDE - _LEFT - _RIGHT) / max(1, len(steps))
    for at, step in itertools.islice(enumerate(steps), 0, None, every):
        x = _LEFT + room * (at + 0.5) if columns else _x(at, len(steps))
        parts.append(f'<text class="tick" x="{x:.1f}" y="{_TALL - _FOOT + 16}">{escaped(step)}</text>')
    parts.append(
        f'<text class="tick name" x="{(_LEFT + _WIDE - _RIGHT) / 2}" y="{_TALL - 5}">{escaped(axis)}</text>'
    )
    return "".join(parts)


def _x(at: int, count: int) -> float:
    return _LEFT + 8 + (_WIDE - _LEFT - _RIGHT - 16) * (at / max(1, count - 1))


def _y(share: float) -> float:
    return _TALL - _FOOT - (_TALL - _TOP - _FOOT) * share


def _mark(x: float, y: float, tone: int) -> str:
    """The mark of a line, so that lines differ without color."""
    kind = _MARKS[tone % 4]
    if kind == "circle":
        return f'<circle class="mark mark{tone}" cx="{x:.1f}" cy="{y:.1f}" r="3.6"/>'
    shapes = {
        "diamond": ((0, -5), (5, 0), (0, 5), (-5, 0)),
        "square": ((-3.5, -3.5), (3.5, -3.5), (3.5, 3.5), (-3.5, 3.5)),
        "triangle": ((0, -5), (4.6, 3.6), (-4.6, 3.6)),
    }
    points = " ".join(f"{x + across:.1f},{y + down:.1f}" for across, down in shapes[kind])
    return f'<polygon class="mark mark{tone}" points="{points}"/>'
