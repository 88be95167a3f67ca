"""A small scenario with conditions and effects, facts to set one by one, and a case of each word."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from builder.scenario.load import scenario_from
from builder.scenario.logic.conditions import Where, Who, Work
from builder.scenario.model import Scenario
from rulesdb import Library
from rulesdb.yaml_source import parse_yaml

SOUND = Path(__file__).resolve().parent / "builder" / "lint" / "sound.yaml"
LIBRARY = Library()


@dataclass
class State:
    """Facts that a test sets one by one; everything else is 0."""

    turns: int = 1
    done_in: Mapping[str, int] = field(default_factory=dict)
    counts: Mapping[str, int] = field(default_factory=dict)

    def turn(self) -> int:
        return self.turns

    def done(self, objective: str) -> int:
        return self.done_in.get(objective, 0)

    def standing(self, who: Who) -> int:
        return self.counts.get(f"standing {who.force or who.side}", 0)

    def lost(self, who: Who) -> int:
        return self.counts.get(f"lost {who.force or who.side}", 0)

    def inside(self, who: Who, where: Where) -> int:
        return self.counts.get(f"{who.item or who.captives or who.force or who.side} in {where.id}", 0)

    def adjoining(self, who: Who, where: Where) -> int:
        return self.counts.get(f"{who.force or who.side} at {where.id}", 0)

    def left_by(self, who: Who, kind: str, way: str) -> int:
        return self.counts.get(f"left by {kind} {way}", 0)

    def carrying(self, who: Who, kind: str, thing: str) -> int:
        return self.counts.get(f"{who.side} carries {kind} {thing}", 0)

    def destroyed(self, item: str) -> bool:
        return item in self.counts

    def burning(self, where: Where) -> bool:
        return f"fire {where.id}" in self.counts

    def happened(self, entry: str) -> bool:
        return entry in self.counts

    def points(self, side: str) -> int:
        return self.counts.get(f"points {side}", 0)

    def damage(self) -> int:
        return self.counts.get("damage", 0)

    def work(self, work: Work) -> int:
        return self.counts.get(f"{work.unit} {work.where.id} {work.who.side} {work.same} {work.within}", 0)


def scenario_with(**parts: Any) -> Scenario:
    """The small scenario of the lint tests with an item, a second objective, and other parts."""
    head, _, _ = SOUND.read_text("utf-8").partition("schedule:")
    rule = {
        "id": "egg",
        "title": "Egg",
        "text": "Carry it.",
        "effects": [{"item": "egg", "title": "the egg", "carried_by": "crew"}],
    }
    goods = {
        "id": "goods",
        "title": "Goods",
        "side": "human",
        "level": "bottom",
        "hex": "0304",
        "text": "Go.",
    }
    blocks = {
        "schedule": {"turns": 6, "events": parts.get("events", [])},
        "objectives": [
            goods | parts.get("goods", {}),
            goods | {"id": "desk", "hex": "0303", "title": "Desk"},
        ],
        "victory": parts.get("victory", [{"side": "human", "grade": "great", "when": "otherwise"}]),
        "special_rules": [rule, *parts.get("special_rules", [])],
    }
    source = parse_yaml(head + yaml.safe_dump(blocks, sort_keys=False), "test.yaml")
    return scenario_from(source, LIBRARY)


MET: list[tuple[Any, State, State]] = [
    ({"done": "goods"}, State(done_in={"goods": 2}), State()),
    ({"done": ["goods", "desk"]}, State(done_in={"goods": 2, "desk": 3}), State(done_in={"goods": 2})),
    ({"done": ["goods", "desk"], "at_least": 1}, State(done_in={"desk": 3}), State()),
    ({"done": "goods", "by_turn": 3}, State(done_in={"goods": 3}), State(done_in={"goods": 4})),
    (
        {"standing": "crew", "at_least": 2},
        State(counts={"standing crew": 2}),
        State(counts={"standing crew": 1}),
    ),
    ({"standing": "human", "at_most": 0}, State(), State(counts={"standing human": 1})),
    ({"lost": "crew", "more_than": 1}, State(counts={"lost crew": 2}), State(counts={"lost crew": 1})),
    ({"in": "hold"}, State(counts={"human in hold": 1}), State()),
    (
        {"in": "hold", "who": "bugs", "fewer_than": 2},
        State(counts={"bugs in hold": 1}),
        State(counts={"bugs in hold": 2}),
    ),
    ({"in": "goods", "item": "egg"}, State(counts={"egg in goods": 1}), State()),
    ({"in": "below", "captives": "bugs"}, State(counts={"bugs in below": 1}), State()),
    ({"adjoins": "goods", "who": "crew"}, State(counts={"crew at goods": 1}), State()),
    ({"left_by": "north"}, State(counts={"left by edge north": 1}), State()),
    ({"left_by": "goods"}, State(counts={"left by objective goods": 1}), State()),
    ({"carries": "egg"}, State(counts={"human carries item egg": 1}), State()),
    ({"carries": "screecher"}, State(counts={"human carries weapon screecher": 1}), State()),
    ({"destroyed": "egg"}, State(counts={"egg": 1}), State()),
    ({"burns": "hold"}, State(counts={"fire hold": 1}), State()),
    ({"happened": "rule/319.0"}, State(counts={"rule/319.0": 1}), State()),
    ({"turn": 3}, State(turns=3), State(turns=4)),
    ({"from_turn": 3}, State(turns=4), State(turns=2)),
    ({"until_turn": 3}, State(turns=3), State(turns=4)),
    ({"points": "human", "more_than": "pred"}, State(counts={"points human": 2, "points pred": 1}), State()),
    ({"points": "pred", "at_least": 5}, State(counts={"points pred": 5}), State(counts={"points pred": 4})),
    ({"damage": "structural", "at_least": 12}, State(counts={"damage": 12}), State(counts={"damage": 11})),
    ({"all": [{"turn": 3}, {"done": "goods"}]}, State(3, {"goods": 3}), State(3)),
    ({"any": [{"turn": 3}, {"done": "goods"}]}, State(3), State(4)),
    ({"not": {"done": "goods"}}, State(), State(done_in={"goods": 1})),
]


WORK: list[tuple[Any, str]] = [
    ({"end_turns": 2, "unless": ["panicked"]}, "end_turns goods human False 0"),
    ({"spend_rounds": 2, "by": "same"}, "spend_rounds goods human True 0"),
    ({"spend_points": 2, "within": 1}, "spend_points goods human False 1"),
    ({"acts": 2}, "acts goods human False 0"),
]


EFFECT_CASES: list[dict[str, Any]] = [
    {"movement": "human", "times": "1/2"},
    {"movement": "crew", "plus": -1, "in": "outside"},
    {"movement": "crew", "members": ["01"], "at_most": 4},
    {"cost": "door-costs/airtight-door", "who": "human", "plus": 1},
    {"modifier": "combat-results/firing-bonus", "who": "crew", "times": 2, "beyond": 3},
    {"dice": "rule/311.3", "plus": -1, "in": {"hexes": "0202-0304", "title": "up front"}},
    {"check": "rule/311.3", "who": "crew"},
    {"arrives": "bugs", "count": 2, "edge": "north", "every_turn": True, "optional": True},
    {"arrives": "bugs", "in": "hold"},
    {"bans": ["rule/314.0", "weapon/screecher"], "who": "pred"},
    {"leave": "north", "who": "crew"},
    {"leave": "hold", "who": "crew"},
    {"doors": ["0401/S"], "level": "top", "stay": "closed"},
    {"opens": "goods"},
    {"closes": ["goods", "desk"]},
    {"item": "key", "title": "the key", "in": "hold", "plus": -1, "pick_up": 2},
    {"picks_up": "human", "in": "goods"},
]
