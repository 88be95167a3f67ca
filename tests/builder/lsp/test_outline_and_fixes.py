"""The outline of a file, and its quick fixes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

from builder.lint.fixes import apply_edits
from builder.lsp.document import Context, Document
from builder.lsp.quick_fixes import fix_everything, quick_fixes_at
from builder.lsp.symbols import Symbol, symbols_of

SCENARIOS = sorted((Path(__file__).parents[3] / "scenarios").rglob("*.yaml"))


def all_of(symbols: Iterable[Symbol]) -> Iterator[Symbol]:
    for symbol in symbols:
        yield symbol
        yield from all_of(symbol.children)


def test_the_outline_names_levels_areas_forces_people_zones_and_events(sound: Document) -> None:
    symbols = [(symbol.name, symbol.detail) for symbol in all_of(symbols_of(sound))]
    for expected in (
        ("scenario", "Sound"), ("Top", "top"), ("bridge", "Bridge"), ("Crew", "crew"), ("Eve Fox", "03"),
        ("Front", "front"), ("crew", "front"), ("Alarm", ""), ("decisive", "human"), ("Goods", "goods"),
    ):  # fmt: skip
        assert expected in symbols


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_the_range_of_a_name_is_inside_the_range_of_its_symbol(path: Path, context: Context) -> None:
    document = Document(path, path.read_text(encoding="utf-8")).checked(context)
    symbols = list(all_of(symbols_of(document)))
    assert len(symbols) > 10
    for symbol in symbols:
        start = (symbol.span.line, symbol.span.column)
        end = (symbol.span.end_line, symbol.span.end_column)
        assert start <= (symbol.name_span.line, symbol.name_span.column)
        assert (symbol.name_span.end_line, symbol.name_span.end_column) <= end


def test_a_broken_file_keeps_its_last_outline(sound: Document, context: Context) -> None:
    broken = sound.edited(sound.text.replace("authors: [Tester]", "authors: [Tester")).checked(context)
    assert broken.source is None
    assert symbols_of(broken) == symbols_of(sound)


def test_a_fix_is_offered_on_the_line_of_its_finding_only(
    put: Callable[[str, str], tuple[Document, int, int]], context: Context
) -> None:
    document, line, _ = put("weapon: screecher", "weapon: screacher‸")
    document = document.checked(context)
    (fix,) = quick_fixes_at(document, line, line)
    assert (fix.title, fix.is_preferred) == ("Write `screecher` (BB102)", False)
    assert "weapon: screecher" in apply_edits(document.text, fix.edits)
    assert quick_fixes_at(document, line + 1, line + 9) == ()


def test_no_fix_is_offered_for_a_text_that_has_changed_since(sound: Document, context: Context) -> None:
    document = sound.edited(sound.text.replace("machinery:", "machinry:")).checked(context)
    assert fix_everything(document, context) is not None
    assert fix_everything(document.edited("# new\n" + document.text), context) is None
    assert quick_fixes_at(document.edited("# new\n" + document.text), 1, 99) == ()


def test_all_safe_fixes_at_once_leave_a_sound_file(sound: Document, context: Context) -> None:
    broken = sound.text.replace("machinery:", "machinry:").replace('hex: "0204"', "hex: 204")
    fix = fix_everything(sound.edited(broken).checked(context), context)
    assert fix is not None
    assert apply_edits(broken, fix.edits) == sound.text
