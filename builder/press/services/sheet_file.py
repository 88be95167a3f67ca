"""Sheet files: read and checked, with every defect at its line and column."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from builder.press.pages.paper import Paper
from builder.press.services.sheet import Duplex, FileKind, Provenance, Sheet, Side, Sides
from rulesdb import DataError, InputError, UnknownEntry
from rulesdb.arguments import require
from rulesdb.codes import Code
from rulesdb.nearest import nearest
from rulesdb.problem import Problem
from rulesdb.schemas import SchemaSet
from rulesdb.yaml_source import DataPath, YamlSource, load_yaml

_FOLDER = Path(__file__).resolve().parent / "sheets"
_PAGE = ("width", "height", "margin", "edge")
_MIN_ROOM = 120
_FITTING = 0.51


def sheet_names() -> tuple[str, ...]:
    """The sheets that come with brainbug."""
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.yaml")))


def paper_names() -> tuple[str, ...]:
    """The sheets for every page of a kit."""
    return tuple(name for name in sheet_names() if load_sheet(name).is_paper)


def load_sheet(name: str) -> Sheet:
    """A sheet by name, or from the user's own file, whose path ends in ``.yaml``.

    >>> sheet = load_sheet("thegamecrafter-poker")
    >>> sheet.pixels, sheet.bleed, sheet.provenance("face.bleed").basis
    ((825, 1125), 3.175, 'published')

    Raises:
        UnknownEntry: there is no such sheet.
        DataError: the file cannot be read, or does not describe a sheet; with line and column.
    """
    require("name", name, str, "the name of a sheet, or the path of a file that ends in .yaml")
    if name.endswith(".yaml"):
        return parse_sheet(load_yaml(Path(name)))
    if name not in sheet_names():
        raise UnknownEntry(name, nearest(name, sheet_names()) or sheet_names(), "sheet")
    return parse_sheet(load_yaml(_FOLDER / f"{name}.yaml"))


def load_paper(name: str) -> Paper:
    """The page of a sheet for every page of a kit, by name or from a file.

    >>> load_paper("a4").content
    (190, 277)

    Raises:
        UnknownEntry: there is no such sheet.
        InputError: the sheet is only for pieces to cut out.
        DataError: the file cannot be read, or does not describe a sheet.
    """
    sheet = load_sheet(name)
    if sheet.paper is None or not sheet.is_paper:
        raise InputError(
            f"{name} is a sheet for {' and '.join(sheet.pieces)} alone; give it with --sheet, "
            f"and a paper as {' or '.join(paper_names())} with --paper"
        )
    return sheet.paper


def parse_sheet(source: YamlSource) -> Sheet:
    """A sheet from a parsed file.

    Raises:
        DataError: the file does not describe a sheet.
    """
    problems = SchemaSet().check(source, "sheet").problems or tuple(_mismatches(source))
    if problems:
        raise DataError(problems, source.text)
    data = source.data
    face = data.get("face", {})
    grid = data.get("grid", {})
    marks = data.get("marks", {})
    page = [data[key] for key in _PAGE] if "width" in data else None
    first, second = data.get("order", ("front", "back"))
    return Sheet(
        data["name"],
        data["title"],
        Paper(data["name"], data["title"], *page) if page else None,
        tuple(data.get("pieces", ())),
        (face["width"], face["height"]) if "width" in face else None,
        face.get("bleed"),
        face.get("safe"),
        **{key: grid[key] for key in ("columns", "rows", "gutter") if key in grid},
        may_turn=grid.get("turned", True),
        duplex=Duplex(data.get("duplex", "long")),
        crop=Sides(marks.get("crop", "both")),
        registration=Sides(marks.get("registration", "none")),
        file=FileKind(data["file"]) if "file" in data else None,
        order=(Side(first), Side(second)),
        resolution=data.get("resolution"),
        pixels=tuple(data["pixels"]) if "pixels" in data else None,
        ink_limit=data.get("ink_limit"),
        figures={
            key: Provenance(given["basis"], given.get("source", ""), given.get("note", ""))
            for given in data.get("figures", [])
            for key in given["of"]
        },
    )


def _mismatches(source: YamlSource) -> list[Problem]:
    """Keys that contradict each other, though each is valid."""
    data = source.data
    problems: list[Problem] = []

    def add(message: str, path: DataPath, help: str) -> None:
        problems.append(Problem(Code.BAD_VALUE, message, source.value_span(path), help))

    given = [key for key in _PAGE if key in data]
    if given and len(given) < len(_PAGE):
        missing = ", ".join(f"`{key}`" for key in _PAGE if key not in data)
        add(f"a page without {missing}", (given[0],), "give width, height, margin and edge, or none of them")
    face = data.get("face", {})
    if ("width" in face) != ("height" in face):
        one, other = ("width", "height") if "width" in face else ("height", "width")
        add(f"a face with a {one} and no {other}", ("face", one), "give both, or neither")
    if not given and "width" not in face:
        add("neither a page nor a face has a size", ("title",), "give the page's width and height, or face")
    if not given and "pieces" not in data:
        add("a sheet of single faces must name its pieces", ("title",), "add `pieces: [cards]`")
    if not given and "file" not in data:
        add("a sheet of single faces must name its file format", ("title",), "add `file: pdf` or `file: png`")
    if given and data.get("file") == "png":
        add("images have no page", ("file",), "remove width, height, margin and edge, or use pdf")
    if problems:
        return problems
    if given and "pieces" not in data:
        room = min(data["width"], data["height"]) - 2 * data["margin"]
        if room < _MIN_ROOM:
            add(f"{room:g} mm are left inside the margins", ("width",), f"a paper needs {_MIN_ROOM} mm")
    if given and "width" in face:
        _check_room(data, add)
    if "pixels" in data:
        sizes = [face.get(key, 0) + 2 * face.get("bleed", 0) for key in ("width", "height")]
        exact = [size * data.get("resolution", 300) / 25.4 for size in sizes]
        if any(abs(a - b) >= _FITTING for a, b in zip(exact, data["pixels"], strict=True)):
            size = " × ".join(f"{length:g}" for length in sizes)
            pixels = " × ".join(f"{number:.0f}" for number in exact)
            message = "the pixels are not those of the face with its bleed"
            add(message, ("pixels",), f"{size} mm at the resolution are {pixels} pixels")
    for number, given_figures in enumerate(data.get("figures", [])):
        if given_figures["basis"] == "published" and "source" not in given_figures:
            path = ("figures", number, "basis")
            add(
                "a published figure must name its source",
                path,
                "add `source:` with the publisher and the place, or use `basis: house`",
            )
    return problems


def _check_room(data: Mapping[str, Any], add: Any) -> None:
    face, grid, edge = data["face"], data.get("grid", {}), data["edge"]
    bleed = face.get("bleed", 0)
    gutter = grid.get("gutter", 2 * bleed)
    for count, length, page in (("columns", "width", "width"), ("rows", "height", "height")):
        number = grid.get(count, 1)
        needed = number * face[length] + (number - 1) * gutter + 2 * bleed
        pages = [data[page]] if not grid.get("turned", True) else [data["width"], data["height"]]
        if needed > max(pages) - 2 * edge + 0.001:
            path = ("grid", count) if count in grid else ("face", length)
            add(
                f"{number} {count} need {needed:g} mm, and the page has {max(pages) - 2 * edge:g}",
                path,
                f"fewer {count}, a smaller {length} or bleed, or a larger page",
            )
