"""The fonts of a theme file: five faces of one family, next to the file or among the shipped ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

from builder.draw.surface.fonts.font_files import FONT_FOLDER, font_family
from builder.draw.surface.type import FACES, REGULAR, SHIPPED, Face, Fonts
from rulesdb import BrainbugError
from rulesdb.codes import Code
from rulesdb.files.folders import real_path
from rulesdb.problem import Problem
from rulesdb.yaml_source import YamlSource

FACES_BY_NAME: Mapping[str, Face] = MappingProxyType(
    dict(zip(("regular", "italic", "bold", "condensed", "condensed_bold"), FACES, strict=True))
)
_KINDS = (".ttf", ".otf")


def read_fonts(given: Mapping[str, str], beside: Path) -> Fonts:
    """The fonts of a theme whose file is in the folder ``beside``; they have been checked.

    If a theme has fewer than five faces, the regular one replaces the others.
    """
    files = {
        face: _font_path(given.get(name, given["regular"]), beside) for name, face in FACES_BY_NAME.items()
    }
    if files == dict(SHIPPED.files):
        return SHIPPED
    return Fonts(font_family(files[REGULAR]), MappingProxyType(files))


def font_problems(source: YamlSource, given: object, beside: Path) -> Iterator[Problem]:
    """Why the fonts of a theme cannot be used: no file, not a font, or not all of one family."""
    if not isinstance(given, Mapping) or "regular" not in given:
        message = "fonts are a block with `regular` and, if you like, other faces"
        yield _problem(source, (), message, f"the faces are {', '.join(FACES_BY_NAME)}")
        return
    families: dict[str, str] = {}
    for name, file in given.items():
        if name not in FACES_BY_NAME:
            yield _problem(source, (name,), f"unknown face `{name}`", f"use {', '.join(FACES_BY_NAME)}")
            continue
        defect = _defect(file, beside)
        if defect:
            yield _problem(
                source, (name,), defect, "give a .ttf or .otf file next to the theme, or a full path"
            )
            continue
        families[name] = font_family(_font_path(file, beside))
        first = next(iter(families.values()))
        if families[name] != first:
            message = f"`{name}` belongs to the family {families[name]}, not to {first}"
            yield _problem(
                source, (name,), message, "give faces of one family; one file may serve as several"
            )


def _problem(source: YamlSource, path: tuple[str, ...], message: str, help: str) -> Problem:
    return Problem(Code.BAD_VALUE, message, source.value_span(("fonts", *path)), help)


def _font_path(file: str, beside: Path) -> Path:
    """A file next to the theme, or a shipped one."""
    own = real_path(beside / file)
    return own if own.is_file() or not (FONT_FOLDER / file).is_file() else FONT_FOLDER / file


def _defect(file: object, beside: Path) -> str:
    if not isinstance(file, str) or not file.lower().endswith(_KINDS):
        return f"{file!r} is not a font file"
    path = _font_path(file, beside)
    if not path.is_file():
        return f"font not found: {path}"
    try:
        font_family(path)
    except BrainbugError as error:
        return str(error)
    return ""
