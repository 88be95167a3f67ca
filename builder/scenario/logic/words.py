"""The words of conditions and effects, and the options that each of them takes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from rulesdb.yaml_source import DataPath

BOUNDS = ("at_least", "at_most", "more_than", "fewer_than")
_UNITS = ("who", "members", "only", "unless")
_WORK = (*_UNITS, "within", "by", "in_a_row")

# The words of conditions. All are in the schema, which describes them; a test compares the two.
CONDITIONS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "all": (),
        "any": (),
        "not": (),
        "done": ("by_turn", *BOUNDS),
        "standing": ("members", "only", "unless", *BOUNDS),
        "lost": ("members", *BOUNDS),
        "in": (*_UNITS, "item", "captives", *BOUNDS),
        "adjoins": (*_UNITS, *BOUNDS),
        "left_by": ("who", "members", *BOUNDS),
        "carries": (*_UNITS, *BOUNDS),
        "destroyed": (),
        "burns": (),
        "happened": (),
        "turn": (),
        "from_turn": (),
        "until_turn": (),
        "points": BOUNDS,
        "damage": BOUNDS,
        "end_turns": _WORK,
        "spend_rounds": _WORK,
        "spend_points": (*_UNITS, "within", "by"),
        "acts": _WORK,
    }
)
# The words that only `done_by` can have, because they are about the place of an objective.
WORK_WORDS = ("end_turns", "spend_rounds", "spend_points", "acts")
EFFECTS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "movement": ("members", "in", "times", "plus", "at_most"),
        "cost": ("who", "members", "plus"),
        "modifier": ("who", "members", "in", "over", "toward", "beyond", "times"),
        "dice": ("who", "members", "in", "beyond", "plus"),
        "check": ("who", "members"),
        "arrives": ("count", "edge", "in", "every_turn", "optional"),
        "bans": ("who", "members", "in"),
        "leave": ("who", "members"),
        "doors": ("level", "stay", "plus"),
        "opens": (),
        "closes": (),
        "item": ("title", "carried_by", "in", "plus", "pick_up", "word", "icon"),
        "picks_up": ("members", "in"),
    }
)


def word_of(block: Mapping[str, Any], words: Mapping[str, tuple[str, ...]]) -> str:
    """The first word of a condition or effect; its other keys are options. Empty if it has none.

    >>> word_of({"item": "egg", "in": "hold"}, CONDITIONS), word_of({"item": "egg", "in": "hold"}, EFFECTS)
    ('in', 'item')
    """
    return next((key for key in block if key in words), "")


def conditions_of(data: Mapping[str, Any]) -> Iterator[tuple[DataPath, Mapping[str, Any]]]:
    """Every condition of a scenario file that is not part of another one, with its path."""
    for index, event in enumerate(data["schedule"].get("events", ())):
        for key in ("if", "unless", "until"):
            if key in event:
                yield ("schedule", "events", index, key), event[key]
    for index, objective in enumerate(data.get("objectives", ())):
        if "done_by" in objective:
            yield ("objectives", index, "done_by"), objective["done_by"]
    for index, victory in enumerate(data["victory"]):
        if not isinstance(victory["when"], str):
            yield ("victory", index, "when"), victory["when"]


def effects_of(data: Mapping[str, Any]) -> Iterator[tuple[DataPath, Mapping[str, Any]]]:
    """Every effect of a scenario file, with its path."""
    blocks: list[tuple[DataPath, Mapping[str, Any]]] = [
        *((("schedule", "events", index), block) for index, block in enumerate(_events(data))),
        *((("special_rules", index), block) for index, block in enumerate(data.get("special_rules", ()))),
    ]
    for path, block in blocks:
        for number, effect in enumerate(block.get("effects", ())):
            yield (*path, "effects", number), effect


def _events(data: Mapping[str, Any]) -> Any:
    return data["schedule"].get("events", ())
