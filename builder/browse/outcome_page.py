"""What is read of an answer: the result, its basis, how it came about, and the exact odds."""

from __future__ import annotations

from rich.cells import cell_len

from builder.browse.marks import MARKS, badge
from builder.browse.typesetting import Page, Span, Typesetter, Words, wrap
from rulesdb import Answer, Distribution
from rulesdb.tables import show_value

_EIGHTHS = " ▏▎▍▌▋▊▉█"


def outcome_page(
    width: int, answer: Answer | None, odds: Distribution | None, error: str = "", permalink: str = ""
) -> Page:
    """An answer or the reason why there is none, then the odds of the next roll."""
    setter = Typesetter(width)
    if error:
        setter.paragraph(Words(error, "error"))
    if answer is not None:
        _put_answer(setter, answer, permalink)
    if odds is not None:
        setter.heading("Exact odds")
        _put_odds(setter, odds)
    return setter.page()


def _put_answer(setter: Typesetter, answer: Answer, permalink: str) -> None:
    basis = answer.provenance.basis
    style = "title" if basis not in MARKS else str(basis)
    setter.paragraph(Words(show_value(answer.result) + MARKS.get(basis, ""), style))
    for step in answer.trace:
        setter.paragraph(Words(step), first="  ", rest="    ")
    setter.blank()
    setter.paragraph(Words(f"{answer.provenance.source} · ", "muted"), *badge(answer.provenance))
    if answer.provenance.note:
        setter.paragraph(Words("note: ", "muted"), Words(answer.provenance.note), first="", rest="  ")
    for reading in answer.provenance.alternatives:
        setter.paragraph(Words("or else: ", "muted"), Words(reading), first="", rest="  ")
    setter.paragraph(Words(permalink, "muted"))


def _put_odds(setter: Typesetter, odds: Distribution) -> None:
    """A line for each result: value, fraction, per cent, bar; the bars share the space that is left."""
    values = [show_value(value) for value, _ in odds]
    named = min(max(cell_len(value) for value in values), max(6, setter.width // 3))
    parts = max(len(str(chance)) for _, chance in odds)
    room = min(40, setter.width - named - parts - 11)
    most = max(chance for _, chance in odds)
    for value, (_, chance) in zip(values, odds, strict=True):
        lines = wrap([Span(value, "figure")], named)
        used = sum(cell_len(span.text) for span in lines[0])
        tail = [Span(" " * (named - used)), Span(f"  {chance!s:>{parts}}  {float(chance):6.1%} ", "muted")]
        bar = [Span(_bar(float(chance / most) * room), "bar")] if room > 2 else []
        setter.put([(*lines[0], *tail, *bar), *lines[1:]])
    if odds.mean is not None:
        setter.paragraph(Words(f"mean {float(odds.mean):.3g}", "muted"))


def _bar(cells: float) -> str:
    """A bar to an eighth of a cell; what can happen always shows.

    >>> _bar(2.5), _bar(0.01)
    ('██▌', '▏')
    """
    eighths = max(1, round(cells * 8))
    return "█" * (eighths // 8) + _EIGHTHS[eighths % 8].strip()
