"""brainbug's own figures for counters and cards, as vector paths."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from rulesdb.yaml_source import load_yaml

BOX = 100.0


def load_silhouettes() -> Mapping[str, str]:
    """Every figure by name: an SVG path in a box of 100 × 100."""
    return MappingProxyType(dict(load_yaml(Path(__file__).with_name("silhouettes.yaml")).data))
