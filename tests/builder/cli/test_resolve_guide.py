"""The lists in the guide to ``show`` and ``resolve`` are complete."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from builder.reading.as_json import entry_json
from rulesdb import open_game

GUIDE = Path(__file__).resolve().parents[3] / "docs" / "guide" / "resolving.md"


@pytest.mark.parametrize("id", ["table/reaction", "procedure/fire", "rule/mi-movement"])
def test_the_guide_names_every_key_of_the_json(id: str) -> None:
    game = open_game("mobile-infantry")
    data = json.loads(json.dumps(entry_json(game, game.all_entries[id], {})))
    listed = set(re.findall(r"`(\w+)`", GUIDE.read_text(encoding="utf-8")))
    keys = set(data)
    for name in ("inputs", "modifiers", "cells", "examples"):
        keys |= {key for part in data.get(name, ()) for key in part}
    assert keys <= listed
