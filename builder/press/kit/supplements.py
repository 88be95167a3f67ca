"""The supplements that sheets were drawn with, as they name them."""

from __future__ import annotations

from pathlib import Path

from builder.draw.surface.wording import Words
from rulesdb import Ruleset


def supplements_note(game: Ruleset, words: Words) -> str:
    """The end of the small print under each page; empty without supplements."""
    titles = ", ".join(layer.title for layer in game.layers)
    return words("foot.supplements", titles=titles) if titles else ""


def supplements_json(game: Ruleset) -> list[dict[str, str]]:
    """The supplements for a manifest, which need not say where on this machine they are."""
    return [
        {"title": layer.title, "file": Path(layer.path).name, "sha256": layer.sha256} for layer in game.layers
    ]
