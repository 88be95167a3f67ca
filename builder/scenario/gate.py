"""Everything that is checked before a scenario is read: size, schema, game, and keys of its kind of map."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from builder.boards.deck_structure import OUTSIDE
from builder.scenario.forces.amount import bad_dice
from builder.scenario.limits import RejectedScenario, text_limits, value_limits
from builder.scenario.logic.problems import logic_problems
from builder.scenario.map_keys import missing_keys, stray_keys
from rulesdb import BrokenGame, DataError, Library, Ruleset, UnknownEntry
from rulesdb.codes import Code
from rulesdb.nearest import did_you_mean
from rulesdb.problem import Problem
from rulesdb.yaml_source import DataPath, YamlSource


def admit(source: YamlSource, library: Library) -> Ruleset:
    """Check a file before it is read, and open its game.

    Raises:
        RejectedScenario: it is too large, does not match the schema, has keys of another kind of map, or
            names a game that cannot be opened.
    """
    _require(text_limits(source), fits_schema=False)
    _require(library.schemas.check(source, "scenario").problems, fits_schema=False)
    game = _game_of(source, library)
    _require([*value_limits(source), *missing_keys(source), *stray_keys(source), *_reserved_ids(source)])
    _require(logic_problems(source))
    _require(bad_dice(source))
    return game


def _require(problems: Iterable[Problem], *, fits_schema: bool = True) -> None:
    listed = list(problems)
    if listed:
        raise RejectedScenario(listed, fits_schema=fits_schema)


def _game_of(source: YamlSource, library: Library) -> Ruleset:
    """The scenario's game; a problem with it is reported where the scenario names it."""
    game: str = source.data["scenario"]["game"]
    span = source.value_span(("scenario", "game"))
    try:
        return library.open(game)
    except UnknownEntry as error:
        help = did_you_mean(game, library.ids)
        message = f"unknown game `{game}`"
        problem = Problem(Code.UNKNOWN_GAME, message, span, help, accepted=library.ids)
        raise RejectedScenario([problem], fits_schema=True) from error
    except DataError as error:
        first = error.problems[0]
        message = str(BrokenGame(game, error))
        problem = Problem(first.code, message, span, first.help)
        raise RejectedScenario([problem], fits_schema=True) from error


def _reserved_ids(source: YamlSource) -> Iterator[Problem]:
    """Areas and lifts with the id of the outside."""
    data: Mapping[str, Any] = source.data["map"]
    paths: list[DataPath] = [
        ("map", "levels", index, "areas", OUTSIDE)
        for index, level in enumerate(data.get("levels", ()))
        if OUTSIDE in level["areas"]
    ]
    lifts = enumerate(data.get("lifts", ()))
    paths += [("map", "lifts", index, "id") for index, lift in lifts if lift["id"] == OUTSIDE]
    for path in paths:
        message = f"`{OUTSIDE}` is the space around the map; no area can have that id"
        yield Problem(Code.BAD_VALUE, message, source.key_span(path), "give the area another id")
