"""A kit on leaves of paper: fronts and backs, blank pages, secrets of one side, and pages with little ink."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from ink import LITTLE, ink_shares
from kits import SCENARIOS, TRIED, kit_of, scenario_of, written_kit
from soak import WHOLE, soak_only

from builder.draw.sheets.sides.side_briefing import sides_of
from builder.draw.surface.theme import load_theme
from builder.draw.surface.wording import load_words
from builder.press.kit.cover import page_ranges
from builder.press.kit.job import REFEREE
from builder.press.kit.kit import Kit, compose_kit, kit_work
from builder.press.pages.leaves import one_sided_from
from builder.press.pages.page import Leaf, Page
from builder.press.pdf.pdf import pdf_bytes
from builder.press.services.sheet import Duplex
from builder.press.services.sheet_choices import SheetChoices
from builder.press.services.sheet_file import load_paper
from builder.scenario.model import Scenario

NAMES = tuple(dict.fromkeys((*TRIED, *SCENARIOS))) if WHOLE else TRIED
WORDS = [form for forms in load_words().texts.values() for form in forms]
NUMBERS = dict(
    enumerate(
        (
            "none",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
        )
    )
)


def leaves(kit: Kit) -> Iterator[tuple[Page, Page | None]]:
    """Front and back of each leaf that is printed on both sides; the last may have no back."""
    pages = kit.pages[: one_sided_from(kit.pages)]
    for number in range(0, len(pages), 2):
        yield pages[number], pages[number + 1] if number + 1 < len(pages) else None


@pytest.mark.parametrize("name", NAMES)
def test_fronts_have_their_backs_behind_them_and_each_side_leaves_of_its_own(name: str) -> None:
    for front, back in leaves(written_kit(name)):
        assert front.leaf not in (Leaf.BACK, Leaf.BLANK), front.title
        if back is None:
            assert front.leaf is not Leaf.FRONT, front.title
            continue
        assert (front.leaf is Leaf.FRONT) == (back.leaf is Leaf.BACK), front.title
        assert front.leaf is not Leaf.ALONE or back.is_blank, front.title
        assert front.reader == back.reader, front.title
    pages = written_kit(name).pages
    assert not any(page.is_blank for page in pages[one_sided_from(pages) :])


@pytest.mark.parametrize("name", TRIED)
def test_what_is_printed_on_one_side_is_at_the_end_and_the_cover_says_from_where_on(name: str) -> None:
    kit = kit_of(name)
    last = one_sided_from(kit.pages)
    parts = {page.part for page in kit.pages[last:]}
    # They are on sheets of their own, or where another one has room for them.
    written = {text.text for page in kit.pages[1:] for text in page.drawing.texts}
    assert {"What the markers mean", "What is on a counter"} <= written
    assert written & {"Templates", "Key and templates", "Markers and templates", "Explosions"}
    assert "Cover" not in parts
    # Cards and counters there have their backs beside them.
    pieces = [page for page in kit.pages[last:] if page.part in ("Cards", "Counters")]
    assert all(page.name.endswith("-fold") for page in (piece.drawing for piece in pieces))
    cover = " ".join(text.text for text in kit.pages[0].drawing.texts)
    assert f"Print pages 1–{last} two-sided" in cover


@pytest.mark.parametrize("name", TRIED)
def test_player_aids_have_leaves_of_their_own(name: str) -> None:
    for front, back in leaves(kit_of(name)):
        if back is not None and "Charts" in (front.part, back.part):
            assert back.is_blank or front.part == back.part == "Charts"


@pytest.mark.parametrize("name", NAMES)
def test_no_map_is_on_the_back_of_what_players_write_on(name: str) -> None:
    assert not any(
        back is not None and {front.part, back.part} == {"Maps", "Rosters"}
        for front, back in leaves(kit_of(name))
    )


@pytest.mark.parametrize("name", NAMES)
def test_blank_pages_are_empty_and_listed_on_the_cover(name: str) -> None:
    kit = written_kit(name)
    for number in kit.blank:
        [text] = kit.pages[number - 1].drawing.texts
        assert text.text == "This page is blank on purpose."
    cover = " ".join(text.text for text in kit.pages[0].drawing.texts)
    if kit.blank:
        assert f"Page {kit.blank[0]} is" in cover or f"Pages {page_ranges(kit.blank)} are" in cover


def secrets_of(scenario: Scenario, side: str) -> set[str]:
    """Texts that only one side may read."""
    forces = [force for force in scenario.forces if force.side == side]
    own = {force.id for force in forces}
    placed = {placement.zone for placement in scenario.placements if placement.force in own}
    texts = {power.title for force in forces for power in force.powers}
    texts |= {card.title for force in forces for card, _ in force.cards.values()}
    texts |= {force.text for force in forces if force.text}
    texts |= {zone.title for zone in scenario.zones if zone.secret and zone.id in placed}
    texts |= {item.title for item in scenario.objectives if item.secret and item.side == side}
    # Not titles in words of every kit, such as that of a zone on the hull.
    return {text for text in texts if not any(text in each for each in (*WORDS, scenario.summary))}


def numbers_of(scenario: Scenario, side: str) -> list[str]:
    """Patterns of what tells how many hidden counters a side has."""
    patterns = []
    for force in (force for force in scenario.forces if force.side == side and force.is_hidden):
        for count in {force.count, force.dummies or 0} - {0}:
            number = rf"\b(?:{count}|{NUMBERS.get(count, count)})"
            of_them = rf"(?:creatures|dummies|Preds|{re.escape(force.title.removeprefix('The '))})\b"
            patterns += [rf"\b(?:there are|all) {number}\b", rf"{number} {of_them}"]
        patterns.append(rf"\b{re.escape(force.title)} \d")
    return patterns


def names(page: Page, text: str) -> bool:
    """Whether a page has a text, as whole words."""
    written = " ".join(placed.text for placed in page.drawing.texts)
    return re.search(rf"(?<!\w){re.escape(text)}(?!\w)", written) is not None


@pytest.mark.parametrize("name", NAMES)
def test_no_page_has_what_only_the_other_side_may_know(name: str) -> None:
    kit, scenario = written_kit(name), scenario_of(name)
    secrets = {side: secrets_of(scenario, side) for side in sides_of(scenario)}
    numbers = {side: numbers_of(scenario, side) for side in sides_of(scenario)}
    for page in kit.pages:
        for side, texts in secrets.items():
            if page.reader in (side, REFEREE):
                continue
            assert [text for text in texts - secrets.get(page.reader, set()) if names(page, text)] == []
            written = " ".join(placed.text for placed in page.drawing.texts)
            assert [each for each in numbers[side] if re.search(each, written)] == []


def test_the_cards_and_units_of_a_side_are_on_no_page_of_the_other() -> None:
    kit, scenario = kit_of("static"), scenario_of("static")
    for side in sides_of(scenario):
        own = [page for page in kit.pages if page.reader == side]
        assert {page.part for page in own} == {"Rosters", "Cards"}
        written = " ".join(text.text for page in own for text in page.drawing.texts)
        for force in scenario.forces:
            titles = {force.unit.title, *(card.title for card, _ in force.cards.values())}
            assert all((title in written) == (force.side == side) for title in titles)


@pytest.mark.parametrize(
    ("duplex", "edge"), [("", "LongEdge"), ("long", "LongEdge"), ("short", "ShortEdge"), ("none", "Simplex")]
)
def test_a_print_dialog_starts_at_true_size_and_with_the_edge_of_the_backs(duplex: str, edge: str) -> None:
    import io

    import pikepdf

    sheets = SheetChoices(duplex=duplex)
    paper = load_paper("a4")
    parts = ["cards", "templates"]
    kit = compose_kit(scenario_of("dead-air"), paper, load_theme(), parts=parts, sheets=sheets)
    work = kit_work(kit)
    with pikepdf.open(io.BytesIO(pdf_bytes(work.pages, work.about, duplex=work.duplex))) as document:
        preferences = document.Root.ViewerPreferences
        assert str(preferences.PrintScaling) == "/None"
        assert str(preferences.Duplex).endswith(edge)
    assert kit.duplex in {layout.duplex for layout in sheets.layouts(paper).values()}
    assert not kit.blank or kit.duplex is not Duplex.NONE


@soak_only
def test_hardly_any_page_of_the_library_has_little_ink() -> None:
    shares = []
    for name in SCENARIOS:
        work = kit_work(kit_of(name))
        shares += ink_shares(pdf_bytes(work.pages, work.about))
    assert sum(share < LITTLE for share in shares) < 0.1 * len(shares)


def test_hardly_any_page_of_a_kit_has_little_ink() -> None:
    work = kit_work(kit_of("dead-air"))
    shares = ink_shares(pdf_bytes(work.pages, work.about))
    # The hidden counters are few, but nobody else may see their sheet; the other one has templates.
    assert sum(share < LITTLE for share in shares) <= 2


@pytest.mark.parametrize(("duplex", "sheets"), [("", ["fold"]), ("long", ["fronts", "backs"])])
def test_few_counters_are_on_one_sheet_to_fold_unless_both_sides_are_asked_for(
    duplex: str, sheets: list[str]
) -> None:
    chosen = SheetChoices(duplex=duplex)
    kit = compose_kit(
        scenario_of("static"), load_paper("a4"), load_theme(), parts=["counters"], sheets=chosen
    )
    assert [page.drawing.name.rpartition("-")[2] for page in kit.pages] == sheets
    assert sum(piece.copies for piece in kit.pieces["counters"]) == 22


def test_a_deck_is_made_in_one_way() -> None:
    """Cards that are folded and glued would differ from the others in thickness."""
    kit = compose_kit(scenario_of("relief"), load_paper("a4"), load_theme(), parts=["cards"])
    common = [page.drawing.name.rpartition("-")[2] for page in kit.pages if not page.reader]
    assert common == ["fold"]
    own = [page.drawing.name.rpartition("-")[2] for page in kit.pages if page.reader]
    assert own == ["fronts", "backs"] * 3
