"""The guide to conditions: its examples are valid, and the texts that it lists are those that are left."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from logic_cases import LIBRARY, SOUND

from builder.scenario.gate import admit
from builder.scenario.load import load_scenario
from rulesdb.shipped import shipped
from rulesdb.yaml_source import parse_yaml

GUIDE = (Path(__file__).resolve().parents[2] / "docs/guide/conditions.md").read_text("utf-8")
BLOCKS: list[str] = re.findall(r"```yaml\n(.*?)```", GUIDE, flags=re.DOTALL)
KEYS = ("schedule", "objectives", "victory", "special_rules")


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block[:20])
def test_the_examples_of_the_guide_match_the_schema(block: str) -> None:
    sound = SOUND.read_text("utf-8")
    parts = dict(re.findall(r"^(\w+):\n((?:[ ].*\n)+)", sound, flags=re.MULTILINE))
    parts |= dict(re.findall(r"^(\w+):\n((?:[ ].*\n)+)", block, flags=re.MULTILINE))
    text = "".join(f"{key}:\n{lines}" for key, lines in parts.items())
    assert admit(parse_yaml(text, "guide.yaml"), LIBRARY).id == "bug-hunter"


def test_no_event_is_only_a_text_as_the_guide_says() -> None:
    scenarios = [load_scenario(path, library=LIBRARY) for path in shipped("scenarios").glob("*/*.yaml")]
    prose = {event.title for each in scenarios for event in each.events if event.effects is None}
    assert prose == set()
    assert "objectives and events of the scenarios that come with brainbug are data." in " ".join(
        GUIDE.split()
    )
