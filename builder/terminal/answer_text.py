"""An answer as text for a terminal: the result first, then its trace."""

from __future__ import annotations

import re
import textwrap
from fractions import Fraction
from typing import Any

import click

from builder.reading.text import HOUSE_COLOR, note_lines
from builder.reading.text_grid import Rules, grid_lines
from rulesdb import Answer, Basis
from rulesdb.description import Piece
from rulesdb.description.grids import record_grid
from rulesdb.tables import show_value

_MAX_STEPS = 20
_CHANCE = re.compile(r"\d+/[1-9]\d*")


def answer_lines(
    answer: Answer, link: str, width: int, rules: Rules, max_steps: int = _MAX_STEPS
) -> list[str]:
    """Result, trace, citation, basis, notes, and the permalink that repeats the answer."""
    lines = [click.style(line, bold=True) for line in result_lines(answer.result, width, rules)]
    lines += [f"  {step}" for step in answer.trace[:max_steps]]
    if len(answer.trace) > max_steps:
        lines.append(f"  … and {len(answer.trace) - max_steps} more steps; --json prints all of them")
    provenance = answer.provenance
    color = HOUSE_COLOR if provenance.basis is Basis.HOUSE else None
    lines.append(f"  {provenance.source} · " + click.style(str(provenance.basis), fg=color))
    for note in note_lines(provenance):
        lines += textwrap.wrap(
            note, max(width, 40), initial_indent="  ", subsequent_indent="    ", break_long_words=False
        )
    return [*lines, f"  link: {link}"]


def result_lines(result: Any, width: int, rules: Rules) -> list[str]:
    """A result on as few lines as possible: records and lists of lists have a line for each part.

    >>> from builder.reading.text_grid import rules_for_output
    >>> result_lines({"stop": "5/108", "kill": "103/108"}, 80, rules_for_output())
    ['stop  5/108 (4.6%)', 'kill  103/108 (95.4%)']
    """
    if isinstance(result, str) and _CHANCE.fullmatch(result):
        return [f"{result} ({float(Fraction(result)):.1%})"]
    if isinstance(result, dict) and result:
        return _record(result, width, rules)
    if isinstance(result, list) and result and all(isinstance(part, dict) for part in result):
        grid = record_grid(result, lambda value: (Piece(show_value(value)),))
        return [f"  {line}" for line in grid_lines(grid, width - 2, rules)]
    if isinstance(result, list) and len(result) > 1 and any(isinstance(part, list) for part in result):
        return [f"{number}  {show_value(part)}" for number, part in enumerate(result, 1)]
    return [show_value(result)]


def _record(record: dict[str, Any], width: int, rules: Rules) -> list[str]:
    wide = max(len(str(name)) for name in record)
    lines: list[str] = []
    for name, value in record.items():
        title = str(name).replace("_", " ")
        nested = result_lines(value, width, rules)
        if len(nested) > 1 or (isinstance(value, list) and value and isinstance(value[0], dict)):
            lines += [title, *nested]
        else:
            lines.append(f"{title:<{wide}}  {nested[0]}")
    return lines
