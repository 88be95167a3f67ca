"""How different colors look, with normal and with color-blind vision."""

from __future__ import annotations

import functools
from types import MappingProxyType

Matrix = tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]]

# Machado, Oliveira and Fernandes 2009, severity 1, for linear RGB.
SIGHTS: MappingProxyType[str, Matrix] = MappingProxyType(
    {
        "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
        "protanopia": (
            (0.152286, 1.052583, -0.204868),
            (0.114503, 0.786281, 0.099216),
            (-0.003882, -0.048116, 1.051998),
        ),
        "deuteranopia": (
            (0.367322, 0.860646, -0.227968),
            (0.280085, 0.672501, 0.047413),
            (-0.011820, 0.042940, 0.968881),
        ),
        "tritanopia": (
            (1.255528, -0.076749, -0.178779),
            (-0.078411, 0.930809, 0.147602),
            (0.004733, 0.691367, 0.303900),
        ),
    }
)


@functools.lru_cache(maxsize=1024)
def contrast(one: str, other: str) -> float:
    """The contrast of two ``#rrggbb`` colors according to WCAG 2: from 1, equal, to 21, black on white.

    >>> round(contrast("#777777", "#ffffff"), 2)
    4.48
    """
    luminances = []
    for color in (one, other):
        red, green, blue = _linear(color)
        luminances.append(0.2126 * red + 0.7152 * green + 0.0722 * blue)
    return (max(luminances) + 0.05) / (min(luminances) + 0.05)


def blend(over: str, under: str, opacity: float) -> str:
    """The ``#rrggbb`` color of one color over another.

    >>> blend("#000000", "#ffffff", 0.25)
    '#bfbfbf'
    """
    channels = [(int(over[at : at + 2], 16), int(under[at : at + 2], 16)) for at in (1, 3, 5)]
    return "#" + "".join(f"{round(a * opacity + b * (1 - opacity)):02x}" for a, b in channels)


def difference(one: str, other: str, sight: str = "normal") -> float:
    """How different two ``#rrggbb`` colors look: CIE 1976, the distance in L*a*b*.

    A difference of 1 is just visible, 20 is clear.

    >>> round(difference("#ffffff", "#000000"))
    100
    >>> difference("#ff0000", "#7f6f00") > 3 * difference("#ff0000", "#7f6f00", "deuteranopia")
    True
    """
    pairs = zip(_seen(one, sight), _seen(other, sight), strict=True)
    return float(sum((a - b) ** 2 for a, b in pairs) ** 0.5)


def smallest_difference(*pairs: tuple[str, str]) -> tuple[float, str]:
    """How different two things in several colors look to those who see it least, and their kind of vision.

    Each pair has the colors of one part of both things; the part with the largest difference counts.
    """
    return min((max(difference(*pair, sight) for pair in pairs), sight) for sight in SIGHTS)


def _linear(color: str) -> tuple[float, float, float]:
    channels = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4 for channel in channels
    )
    return red, green, blue


def _seen(color: str, sight: str) -> tuple[float, float, float]:
    """The color in CIE L*a*b* (D65)."""
    before = _linear(color)
    red, green, blue = (
        min(1.0, max(0.0, sum(part * channel for part, channel in zip(row, before, strict=True))))
        for row in SIGHTS[sight]
    )
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    fx, fy, fz = (
        value ** (1 / 3) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116 for value in (x, y, z)
    )
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)
