"""Figures of our own for counters and cards, as vector paths."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from builder.draw.surface.canvas import Canvas, mm
from rulesdb.yaml_source import load_yaml

BOX = 100.0


def load_silhouettes() -> Mapping[str, str]:
    """Every figure by name: an SVG path in a box of 100 × 100."""
    return MappingProxyType(dict(load_yaml(Path(__file__).with_name("silhouettes.yaml")).data))


def draw_silhouette(
    canvas: Canvas, path: str, x: float, y: float, size: float, fill: str, *, lying: bool = False
) -> None:
    """A figure in the square with top left corner (x, y); ``lying`` turns it onto its side."""
    turn = f" rotate(90 {BOX / 2:g} {BOX / 2:g})" if lying else ""
    with canvas.layer(transform=f"translate({mm(x)} {mm(y)}) scale({size / BOX:.5f}){turn}"):
        canvas.path(path, fill=fill, fill_rule="evenodd")
