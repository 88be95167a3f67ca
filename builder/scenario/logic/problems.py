"""Problems of conditions and effects that match the schema but mean nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from builder.scenario.logic.words import (
    BOUNDS,
    CONDITIONS,
    EFFECTS,
    WORK_WORDS,
    conditions_of,
    effects_of,
    word_of,
)
from builder.scenario.map_kinds import MapKind, kind_of
from rulesdb.codes import Code
from rulesdb.nearest import did_you_mean
from rulesdb.problem import Problem
from rulesdb.yaml_source import DataPath, YamlSource

# The words that need a number.
_NEED_A_BOUND = frozenset({"standing", "lost", "points", "damage"})

# The options that a word needs: one of each group.
_REQUIRED: Mapping[str, tuple[tuple[str, ...], ...]] = MappingProxyType(
    {
        "movement": (("times", "plus", "at_most"),),
        "cost": (("plus",),),
        "dice": (("plus",),),
        "doors": (("stay",),),
        "item": (("title",), ("carried_by", "in")),
        "picks_up": (("in",),),
        **dict.fromkeys(_NEED_A_BOUND, (BOUNDS,)),
    }
)


def logic_problems(source: YamlSource) -> Iterator[Problem]:
    """Problems of conditions and effects that match the schema but mean nothing."""
    kind = kind_of(source.data["map"])
    for path, block in conditions_of(source.data):
        yield from _condition_problems(source, path, block, kind)
    for path, block in effects_of(source.data):
        yield from _word_problems(source, path, block, EFFECTS, "an effect")
        if isinstance(block.get("in"), Mapping):
            yield from _place_problems(source, (*path, "in"), block["in"], kind)
    for index, event in enumerate(source.data["schedule"].get("events", ())):
        if "text" not in event and not event.get("effects"):
            path = ("schedule", "events", index)
            yield _missing(source, path, "an event needs `text`, or `effects`", "add `text`")
        if "until" in event and "turns" in event:
            path = ("schedule", "events", index, "turns")
            message, help = "`turns` cannot be used with `until`", "delete one of the two"
            yield Problem(Code.UNKNOWN_KEY, message, source.key_span(path), help)
    for index, objective in enumerate(source.data.get("objectives", ())):
        path = ("objectives", index)
        if "text" not in objective and "done_by" not in objective:
            yield _missing(source, path, "an objective needs `done_by`, or `text`", "add `done_by`")
        if "done_at" in objective and "done_by" not in objective:
            yield _missing(source, path, "`done_at` needs `done_by`", "add `done_by`, or delete `done_at`")
    for index, victory in enumerate(source.data["victory"]):
        if isinstance(victory["when"], str) and victory["when"] != "otherwise":
            for key in ("text", "at"):
                if key in victory:
                    yield _prose(source, ("victory", index, key), key)
        elif victory["when"] == "otherwise" and victory.get("at", "last turn") != "last turn":
            path, message = ("victory", index, "at"), "`otherwise` is checked when the last turn ends"
            yield Problem(Code.BAD_VALUE, message, source.value_span(path), "delete `at`")


def _condition_problems(
    source: YamlSource, path: DataPath, block: Mapping[str, Any], kind: MapKind
) -> Iterator[Problem]:
    yield from _word_problems(source, path, block, CONDITIONS, "a condition")
    is_objective = path[0] == "objectives"
    for word in WORK_WORDS if not is_objective else ():
        if word in block:
            message = f"`{word}` can only be used in `done_by` of an objective"
            help = "write it there, and `done: ID` here"
            yield Problem(Code.UNKNOWN_KEY, message, source.key_span((*path, word)), help)
    for key in ("in", "adjoins", "burns"):
        place = block.get(key)
        if place == "here" and not is_objective:
            message = "`here` is the place of an objective, in its `done_by`"
            yield Problem(Code.BAD_VALUE, message, source.value_span((*path, key)), "name the place")
        elif isinstance(place, Mapping):
            yield from _place_problems(source, (*path, key), place, kind)
    for key in ("all", "any"):
        for index, part in enumerate(block.get(key, ())):
            yield from _condition_problems(source, (*path, key, index), part, kind)
    if "not" in block:
        yield from _condition_problems(source, (*path, "not"), block["not"], kind)


def _word_problems(
    source: YamlSource,
    path: DataPath,
    block: Mapping[str, Any],
    words: Mapping[str, tuple[str, ...]],
    what: str,
) -> Iterator[Problem]:
    """Problems with the keys of one condition or effect: no word, two words, or options of another word."""
    word = word_of(block, words)
    if not word:
        message = f"{what} needs a word besides {', '.join(f'`{key}`' for key in block)}"
        help = f"add one of {', '.join(f'`{key}`' for key in words)}"
        yield _missing(source, path, message, help, tuple(words))
        return
    for key in block:
        if key != word and key not in words[word]:
            if key in words:
                message = f"`{key}` and `{word}` cannot stand together"
                help = "put them under `all` or `any`" if words is CONDITIONS else "write them as two effects"
            else:
                message = f"`{key}` cannot be used with `{word}`"
                help = did_you_mean(key, words[word]) if words[word] else "delete it"
            yield Problem(
                Code.UNKNOWN_KEY, message, source.key_span((*path, key)), help, accepted=words[word]
            )
    for group in _REQUIRED.get(word, ()):
        if not any(key in block for key in group):
            keys = " or ".join(f"`{key}`" for key in group)
            yield _missing(source, path, f"`{word}` needs {keys}", f"add {keys}", group)
    bounds = [key for key in BOUNDS if key in block]
    least, most = block.get("at_least"), block.get("at_most")
    if isinstance(least, int) and isinstance(most, int) and least > most:
        message = f"at least {least} and at most {most} is impossible"
        yield Problem(Code.BAD_VALUE, message, source.value_span((*path, "at_most")), "swap the two")
    for key in bounds:
        if isinstance(block[key], str) and word != "points":
            message = f"`{key}` of `{word}` is a number, not a side"
            yield Problem(Code.WRONG_TYPE, message, source.value_span((*path, key)), "write a number")
    if word == "movement" and isinstance(block.get("times"), int):
        message, help = "`times` of `movement` is a fraction", "write it as in 1/2 or 2/1"
        yield Problem(Code.WRONG_TYPE, message, source.value_span((*path, "times")), help)
    if word == "modifier" and isinstance(block.get("times"), str):
        message, help = "`times` of `modifier` is a whole number", "write it as in 2"
        yield Problem(Code.WRONG_TYPE, message, source.value_span((*path, "times")), help)


def _place_problems(
    source: YamlSource, path: DataPath, block: Mapping[str, Any], kind: MapKind
) -> Iterator[Problem]:
    """Problems of a place that is described like a zone, with keys of another kind of map or too few."""
    if sum(key in block for key in kind.zone_keys) != 1:
        keys = " or ".join(f"`{key}`" for key in kind.zone_keys)
        needs = "needs exactly one of the keys" if len(kind.zone_keys) > 1 else "needs the key"
        yield _missing(source, path, f"a place on {kind.title} {needs} {keys}", f"add {keys}")
    accepted = (*kind.zone_keys, *kind.more_zone_keys, "title", "not_on")
    for key in block:
        if key not in accepted:
            message = f"`{key}` cannot be used on {kind.title}"
            help = f"delete it, or use {' or '.join(f'`{name}`' for name in kind.zone_keys)}"
            yield Problem(Code.UNKNOWN_KEY, message, source.key_span((*path, key)), help)


def _missing(
    source: YamlSource, path: DataPath, message: str, help: str, accepted: tuple[str, ...] = ()
) -> Problem:
    return Problem(Code.MISSING_KEY, message, source.value_span(path), help, accepted=accepted)


def _prose(source: YamlSource, path: DataPath, key: str) -> Problem:
    message = f"`{key}` has no meaning next to a sentence in `when`"
    help = "write `when` as a condition, or delete this"
    return Problem(Code.UNKNOWN_KEY, message, source.key_span(path), help)
