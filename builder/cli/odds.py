"""``brainbug odds``."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from typing import Any

import click

from builder.draw.sheets.odds.sheet import OddsColumn, OddsSheet, Reading
from builder.draw.sheets.odds.sheets import dice_sheet, entry_sheet, read_variation
from builder.terminal.force_option import force_option
from builder.terminal.ids import read_id
from builder.terminal.library_options import library_options, printed_only_option, refuse_house
from builder.terminal.odds_text import format_odds
from rulesdb import InputError, Library
from rulesdb.description.notation import read_inputs

_BLOCK = "█"


@click.command()
@click.argument("id", metavar="ID|NOTATION")
@click.argument("inputs", nargs=-1, metavar="[AXIS=VALUE]...")
@click.option("--modifier", "modifiers", multiple=True, help="Apply this modifier of the table.")
@click.option(
    "--vary",
    "varied",
    multiple=True,
    metavar="AXIS=A,B",
    help="Compare these values of an axis, one per column; modifier=A,B+C,none compares modifiers.",
)
@click.option(
    "--show",
    "reading",
    type=click.Choice([reading.value for reading in Reading]),
    default=Reading.CHANCE.value,
    show_default=True,
    help="Chance that bars and columns show: of exactly this result, or of at least or at most this result.",
)
@click.option("--svg", type=click.Path(path_type=Path), metavar="FILE", help="Also write a bar chart.")
@click.option("--theme", default="default", show_default=True, help="Theme of the bar chart.")
@click.option("--language", default="en", show_default=True, help="Language of the bar chart.")
@force_option
@library_options
@printed_only_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def odds(
    id: str,
    inputs: tuple[str, ...],
    modifiers: tuple[str, ...],
    varied: tuple[str, ...],
    reading: str,
    svg: Path | None,
    theme: str,
    language: str,
    force: bool,
    library: Library,
    printed_only: bool,
    as_json: bool,
) -> None:
    """Print the exact chance of every result of a table, a procedure or a roll of dice.

    NOTATION is, for example, 4d6kh2, '5d6>=5' or 3d6 vs 2d6; quote < > * and parentheses for the shell.
    """
    variation = read_variation(varied)
    if _is_notation(id):
        if modifiers or variation:
            raise InputError("--modifier and --vary require a table or a procedure; dice have no inputs")
        sheet = dice_sheet(" ".join((id, *inputs)))
    else:
        sheet = entry_sheet(*read_id(id, library), read_inputs(inputs), modifiers, variation)
    for source in sheet.house:
        refuse_house(source, printed_only, sheet.id)
    if not sheet.is_numeric and reading != Reading.CHANCE:
        raise InputError(f"--show {reading}: the results are not numbers; omit it")
    if svg is not None:
        _write_chart(sheet, svg, theme, language, Reading(reading), force=force)
    if as_json:
        click.echo(json.dumps(_as_json(sheet), indent=2, ensure_ascii=False))
        return
    for line in format_odds(
        sheet, shutil.get_terminal_size().columns, reading=Reading(reading), block=_block()
    ):
        click.secho(line, fg="magenta" if line.startswith("house value") else None)
    if svg is not None:
        click.echo(f"chart: {svg}")


def _is_notation(text: str) -> bool:
    """Whether the first argument is dice notation, not an id with or without its game."""
    return ":" not in text and "/" not in text and (not text or any(letter.isdigit() for letter in text))


def _block() -> str:
    """The character for bars: a full block if the terminal's encoding has it."""
    try:
        _BLOCK.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return "#"
    return _BLOCK


def _as_json(sheet: OddsSheet) -> dict[str, Any]:
    data: dict[str, Any] = {"id": sheet.id} if sheet.sources else {"dice": sheet.id}
    if sheet.sources:
        data["inputs"] = dict(sheet.inputs)
    if sheet.varied:
        data["vary"] = sheet.varied
        data["columns"] = [{"value": column.label, **_column_json(sheet, column)} for column in sheet.columns]
    else:
        data |= _column_json(sheet, sheet.columns[0])
    if sheet.overlapping:
        data["overlapping"] = True
    if sheet.sources:
        data |= next(iter((*sheet.house, *sheet.sources))).as_json()
    if len(sheet.sources) > 1:
        data["sources"] = [source.as_json() for source in sheet.sources]
    return data


def _column_json(sheet: OddsSheet, column: OddsColumn) -> dict[str, Any]:
    rows: list[dict[str, Any]] = [
        {"result": value, "chance": str(chance)}
        for value, chance in zip(sheet.results, sheet.chances(column), strict=True)
        if chance or len(sheet.columns) == 1
    ]
    if not sheet.is_numeric:
        return {"odds": rows}
    for reading in (Reading.AT_LEAST, Reading.AT_MOST):
        chances = dict(zip(sheet.results, sheet.chances(column, reading), strict=True))
        for row in rows:
            row[reading.replace("-", "_")] = str(chances[row["result"]])
    return {
        "odds": rows,
        "mean": str(column.odds.mean),
        "variance": str(column.odds.variance),
        "standard_deviation": column.odds.standard_deviation,
    }


def _write_chart(
    sheet: OddsSheet, path: Path, theme: str, language: str, reading: Reading, *, force: bool
) -> None:
    from builder.draw.sheets.odds.chart import draw_odds
    from builder.draw.surface.canvas import svg_text
    from builder.draw.surface.context import DrawingContext
    from builder.draw.surface.theme import load_theme
    from builder.draw.surface.type import Subsets
    from builder.draw.surface.wording import load_words
    from rulesdb.files.writing import write_file

    context = DrawingContext(load_theme(theme, load_words(language)))
    drawing = draw_odds(sheet, context, reading=reading)
    write_file(path, svg_text(drawing, Subsets(drawing.letters, drawing.fonts).css), force=force)
