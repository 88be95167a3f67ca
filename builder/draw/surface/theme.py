"""Colors, fonts and line weights of a drawing, from a theme file, and the words that go with them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from builder.draw.maps.hex_numbers import HexNumbers, read_hex_numbers
from builder.draw.surface.fonts.theme_fonts import font_problems, read_fonts
from builder.draw.surface.type import Fonts
from builder.draw.surface.wording import Words, load_words
from builder.scenario.forces.counter_colors import COLORS
from rulesdb import DataError, InputError, UnknownEntry
from rulesdb.arguments import require
from rulesdb.codes import Code
from rulesdb.nearest import did_you_mean, nearest
from rulesdb.problem import Problem, first_problems
from rulesdb.yaml_source import DataPath, YamlSource, load_yaml

_FOLDER = Path(__file__).resolve().parent / "themes"
_COLOR = re.compile(r"#[0-9a-fA-F]{6}\Z")
_MAX_WEIGHT = 20.0
# What a theme may call the fields of counters, from before families of counters had names.
_COLORS_OF_COUNTERS = {**COLORS, "red": "wound", "marker": "works"}


@dataclass(frozen=True, slots=True)
class Theme:
    """Named colors (``#rrggbb``) in three groups, and line weights in mm by purpose.

    ``words`` are the texts of drawings in the reader's language. ``own`` names the colors that differ from
    those of the default theme; a game's may replace the others.
    """

    name: str
    colors: Mapping[str, str]
    map: Mapping[str, Any]
    counters: Mapping[str, str]
    lines: Mapping[str, float]
    fonts: Fonts
    words: Words
    own: frozenset[str] = frozenset()

    def with_map(self, colors: Mapping[str, str]) -> Theme:
        """The theme with other colors on maps, by name."""
        return replace(self, map=MappingProxyType({**self.map, **colors}))

    def dressed(self, face: Mapping[str, str]) -> Theme:
        """The theme in the colors of a game, except where the theme has its own.

        >>> load_theme().dressed({"band": "#3d4a2a"})["band"]
        '#3d4a2a'
        >>> load_theme("low-ink").dressed({"band": "#3d4a2a"})["band"]
        '#ffffff'
        """

        def completed(group: Mapping[str, Any]) -> Mapping[str, Any]:
            own = {name: face[name] for name in group.keys() & face.keys() if name not in self.own}
            return MappingProxyType({**group, **own})

        return replace(self, colors=completed(self.colors), map=completed(self.map))

    @property
    def saves_ink(self) -> bool:
        """Whether lines take the place of areas of color, on sheets, maps and counters alike."""
        return self["band"] == self["paper"]

    def __getitem__(self, name: str) -> str:
        """A color by its name in any group; ``#rrggbb`` and ``none`` are returned as they are."""
        if name.startswith("#") or name == "none":
            return name
        for group in (self.colors, self.map, self.counters):
            if name in group:
                return str(group[name])
        raise KeyError(name)

    def weight(self, line: str) -> float:
        """The weight in mm of lines by purpose (``box``), or of a map's walls (``interior_weight``)."""
        return float(self.lines[line] if line in self.lines else self.map[line])

    @property
    def hex_numbers(self) -> HexNumbers:
        """How hexes are numbered: the words of ``map: hex_numbers``."""
        return read_hex_numbers(str(self.map["hex_numbers"]).split())


def theme_names() -> tuple[str, ...]:
    """The themes that come with brainbug."""
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.yaml")))


def load_theme(name: str = "default", words: Words | None = None) -> Theme:
    """Load a theme by name, or from a file whose path ends in ``.yaml``; without ``words`` it is in English.

    Raises:
        UnknownEntry: the theme does not exist.
        DataError: the file cannot be read, or has a key or value that a theme cannot have.
    """
    require("name", name, str, "the name of a theme, or the path of a file that ends in .yaml")
    path = Path(name) if name.endswith(".yaml") else _FOLDER / f"{name}.yaml"
    if not name.endswith(".yaml") and name not in theme_names():
        raise UnknownEntry(name, nearest(name, theme_names()) or theme_names(), "theme")
    source = load_yaml(path)
    default: dict[str, Any] = load_yaml(_FOLDER / "default.yaml").data
    problems = first_problems(_problems(source, source.data, default, ()))
    if isinstance(source.data, dict) and source.data.get("fonts", default["fonts"]) != default["fonts"]:
        problems += first_problems(font_problems(source, source.data["fonts"], path.parent))
    if problems:
        raise DataError(problems, source.text)
    data = _completed(source.data, default)
    groups = {"map", "counters", "lines", "fonts", "name"}
    pairs = ((data, default), (data["map"], default["map"]))
    own = {key for given, usual in pairs for key, value in given.items() if value != usual[key]}
    return Theme(
        name=data["name"],
        colors=MappingProxyType({key: value for key, value in data.items() if key not in groups}),
        map=MappingProxyType(data["map"]),
        counters=MappingProxyType(data["counters"]),
        lines=MappingProxyType(data["lines"]),
        fonts=read_fonts(data["fonts"], path.parent),
        words=words or load_words(),
        own=frozenset(own),
    )


def _problems(source: YamlSource, given: Any, usual: Any, path: DataPath) -> Iterator[Problem]:
    """Mismatches with the default theme: a color must be where that has a color, and so on.

    Colors are copied into drawings unchanged, so they must not contain a link to a server.
    """
    if path == ("fonts",):
        return
    if isinstance(usual, dict):
        if not isinstance(given, dict):
            message = "a theme is a block of colors" if not path else f"`{path[-1]}` is a block of colors"
            yield _problem(source, path, Code.WRONG_TYPE, message, "copy the default theme, and change it")
            return
        older = _COLORS_OF_COUNTERS if path == ("counters",) else {}
        for key, value in given.items():
            if key in usual:
                yield from _problems(source, value, usual[key], (*path, key))
            elif key in older:
                yield from _problems(source, value, usual[older[key]], (*path, key))
            else:
                help = did_you_mean(key, usual)
                yield _problem(source, (*path, key), Code.UNKNOWN_KEY, f"a theme has no `{key}`", help)
    elif isinstance(usual, int | float):
        if isinstance(given, bool) or not isinstance(given, int | float) or not 0 < given <= _MAX_WEIGHT:
            message = f"{given!r} is not a line weight"
            help = f"give millimeters, more than 0 and at most {_MAX_WEIGHT:g}"
            yield _problem(source, path, Code.WRONG_TYPE, message, help)
    elif path == ("name",):
        if not isinstance(given, str):
            yield _problem(source, path, Code.WRONG_TYPE, f"{given!r} is not a name", "write a word")
    elif path == ("map", "hex_numbers"):
        try:
            read_hex_numbers(str(given).split())
        except InputError as error:
            yield _problem(source, path, Code.WRONG_TYPE, str(error), f"for example `{usual}`")
    elif not isinstance(given, str) or not _COLOR.match(given):
        help = 'write it in quotes as "#rrggbb", such as "#b4451f"'
        yield _problem(source, path, Code.WRONG_TYPE, f"{given!r} is not a color", help)


def _problem(source: YamlSource, path: DataPath, code: Code, message: str, help: str) -> Problem:
    span = source.key_span(path) if code is Code.UNKNOWN_KEY else source.value_span(path)
    return Problem(code, message, span, help)


def _completed(data: dict[str, Any], default: dict[str, Any]) -> dict[str, Any]:
    """A theme, completed with the default one; copies of themes of older releases are incomplete."""
    groups = {group: {**default[group], **data.get(group, {})} for group in ("map", "counters", "lines")}
    counters = {_COLORS_OF_COUNTERS.get(name, name): color for name, color in groups["counters"].items()}
    return {**default, **data, **groups, "counters": counters}
