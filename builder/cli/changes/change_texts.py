"""Comparisons of versions as text, Markdown and JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from builder.changes.odds import ModifierShift, Shift
    from builder.changes.pages import StalePages
    from builder.changes.scenario_changes import Change

_MAX_PAGES = 8


def change_lines(changes: Sequence[Change], *, markdown: bool) -> Iterator[str]:
    """The changes by section."""
    for section, group in groupby(changes, key=lambda change: change.section):
        yield f"### {section}" if markdown else section
        for change in group:
            yield f"- {escaped(change.sentence)}" if markdown else f"  {change.sentence}"
        yield ""


def page_lines(stale: Sequence[StalePages], *, markdown: bool) -> Iterator[str]:
    """The pages to print again, by part."""
    yield "### Print again" if markdown else "Print again"
    for part in stale:
        # Titles have commas and semicolons.
        names = " · ".join(part.titles[:_MAX_PAGES])
        more = f" and {len(part.titles) - _MAX_PAGES} more" if len(part.titles) > _MAX_PAGES else ""
        text = f"{part.part}: {names}{more}" if names else part.part
        yield f"- {escaped(text)}" if markdown else f"  {text}"
    if not stale:
        yield "- nothing" if markdown else "  nothing"
    yield ""


def shift_lines(shift: Shift, *, markdown: bool) -> Iterator[str]:
    """A table of the chances before and after."""
    rows = [
        (text, _chance(before), _chance(after), _difference(after - before))
        for text, before, after in shift.rows
    ]
    if shift.mean_change is not None and shift.before.mean is not None and shift.after.mean is not None:
        means = shift.before.mean, shift.after.mean
        first, second = (f"{mean} ({float(mean):.2f})" for mean in means)
        rows.append(("mean", first, second, _signed(shift.mean_change)))
    yield from table_lines(("result", "before", "after", "difference"), rows, markdown=markdown)


def modifier_lines(shifts: Sequence[ModifierShift], *, markdown: bool) -> Iterator[str]:
    """A row for each modifier: its effect, and the effect of one more."""
    rows = []
    for item in shifts:
        name = f"{item.modifier.id} ({item.modifier.add:+d})"
        rows.append((name, _effect(item.use), _effect(item.plus_one)))
    yield from table_lines(("modifier", "its effect", "+1 on it"), rows, markdown=markdown)


def _effect(shift: Shift) -> str:
    """A summary of a shift: the change of the mean, and the share of rolls with another result."""
    share = f"{shift.distance} ({float(shift.distance):.1%}) of results"
    return f"mean {_signed(shift.mean_change)}; {share}" if shift.mean_change is not None else share


def table_lines(heads: Sequence[str], rows: Sequence[Sequence[str]], *, markdown: bool) -> Iterator[str]:
    """Rows under heads, in columns."""
    if markdown:
        yield f"| {' | '.join(heads)} |"
        yield f"|{'---|' * len(heads)}"
        yield from (f"| {' | '.join(map(escaped, row))} |" for row in rows)
        return
    widths = [max(len(row[at]) for row in [heads, *rows]) for at in range(len(heads))]
    for row in [heads, *rows]:
        yield "  " + "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()


def shift_json(shift: Shift) -> dict[str, Any]:
    """A shift with its chances as fractions."""
    return {
        "inputs": dict(shift.inputs),
        "results": [
            {"result": text, "before": str(before), "after": str(after)} for text, before, after in shift.rows
        ],
        "mean_change": None if shift.mean_change is None else str(shift.mean_change),
        "different_results": str(shift.distance),
    }


def _chance(chance: Fraction) -> str:
    return f"{chance} ({float(chance):.1%})"


def _difference(chance: Fraction) -> str:
    return _signed(chance) if chance else "0"


def _signed(number: Fraction) -> str:
    return f"{'+' if number > 0 else ''}{number} ({float(number):+.3f})" if number else "0"


def escaped(text: str) -> str:
    """A text that Markdown shows as it is."""
    for sign in "\\`*_{}[]<>|#":
        text = text.replace(sign, f"\\{sign}")
    return text
