"""The play aids of every game: nothing overflows, nothing is missing, templates have their true size."""

from __future__ import annotations

import itertools
import json
import math
import re
from pathlib import Path

import pdfplumber
import placement
import pytest
from kits import GAMES, aids_of, printed
from pdfplumber.pdf import PDF
from soak import WHOLE

from builder.cli.main import main
from builder.draw.pieces.counters import CounterArtist
from builder.draw.sheets.aid.forces import force_rows
from builder.draw.sheets.aid.joined import read_joined
from builder.draw.sheets.aid.outline import read_block, read_steps, tables_of
from builder.draw.sheets.aid.player_aid import draw_player_aid
from builder.draw.sheets.aid.rows import aid_rows
from builder.draw.sheets.aid.tasks import footnotes_of_tasks
from builder.draw.sheets.cutouts.hex_blasts import hex_blast
from builder.draw.sheets.cutouts.templates import HEX, templates_for
from builder.draw.surface.canvas import Canvas, Drawing, svg_text
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.icons import load_icons
from builder.draw.surface.theme import load_theme
from builder.draw.surface.wording import load_words
from builder.geometry.dotlattice import Dot, DotLattice, Lattice
from builder.press.kit.play_aids import FIGURES, VEHICLES, PlayAids, compose_aids, write_aids
from builder.press.services.sheet_file import load_paper, paper_names
from rulesdb import Basis, InputError, open_game
from rulesdb.description.grids import modifier_groups, words_of
from rulesdb.description.results import result_ranks

MM = 25.4 / 72
PAPERS = paper_names() if WHOLE else ("letter",)
pytestmark = pytest.mark.soak


@pytest.fixture(scope="module", params=list(itertools.product(GAMES, PAPERS)), ids="-".join)
def aids(request: pytest.FixtureRequest) -> PlayAids:
    """Every aid of a game on a paper; with ``make soak``, on every paper."""
    return aids_of(*request.param)


def part(aids: PlayAids, name: str) -> list[Drawing]:
    return [page.drawing for page in aids.pages if page.part == name and not page.is_blank]


def words(drawings: list[Drawing]) -> list[str]:
    return [text.text for drawing in drawings for text in drawing.texts]


def test_texts_stay_in_their_boxes_apart_and_large_enough(aids: PlayAids) -> None:
    drawings = [page.drawing for page in aids.pages]
    assert placement.outside(drawings) == []
    assert placement.overlapping(drawings) == []
    assert placement.too_small(drawings) == []


def test_player_aid_holds_every_chart_table_on_four_pages_at_most(aids: PlayAids) -> None:
    charts = part(aids, "Charts")
    written = " ".join(words(charts))
    in_steps = {slug for step in aids.game.aid.get("order", ()) for slug in step.get("tables", ())}
    titles = {slug: aids.game.table(slug).entry.title for slug in aids.game.chart_tables}
    titles |= {slug: joined.title for joined in read_joined(aids.game).values() for slug in joined.tables}
    titles |= {
        cell.tables[0]: cell.title
        for row in read_block(aids.game)
        for cell in row
        if cell.title and cell.tables and not cell.text
    }
    # The numbers of footnotes are explained below the tasks.
    for slug in footnotes_of_tasks(aids.game):
        titles[slug] = str(aids.game.table(slug).lookup(footnote=1).result)
    assert len(charts) <= 4
    assert titles
    for slug, title in titles.items():
        assert slug in in_steps or title in written


def test_player_aid_marks_each_house_table(aids: PlayAids) -> None:
    written = list(words(part(aids, "Charts")))
    cited = [text for text in written if text.endswith("· house")]
    # What the band of a group cites is not cited again in it.
    in_bands = written if "house" in written else []
    tables = [aids.game.table(slug).entry.provenance for slug in aids.game.chart_tables]
    sections = [table.source.section for table in tables if table.basis is Basis.HOUSE]
    assert all(any(section in text for text in (*cited, *in_bands)) for section in sections)
    assert all(any(section in text for section in sections) for text in cited)


def test_player_aid_lists_every_modifier(aids: PlayAids) -> None:
    written = " ".join(words(part(aids, "Charts")))
    for slug in aids.game.chart_tables:
        for group in modifier_groups(aids.game.table(slug)):
            texts = {re.sub(r"\s*[+-]\d+", "", modifier.when) for modifier in group}
            if len(texts) == 1 < len(group):
                values = [modifier.add for modifier in group]
                assert printed(f"{min(values):+d} to {max(values):+d} {texts.pop()}") in written
            else:
                assert all(printed(f"{modifier.add:+d} {modifier.when}") in written for modifier in group)


def test_player_aid_starts_with_the_block_used_most(aids: PlayAids) -> None:
    cells = [cell for row in aids.game.aid["block"] for cell in row]
    letters = [text.text for text in part(aids, "Charts")[0].texts if re.fullmatch("[A-F]", text.text)]
    assert sorted(letters) == sorted("ABCDEF"[: sum("step" in cell for cell in cells)] * 2)


@pytest.mark.parametrize("game", GAMES)
def test_first_page_of_the_aid_names_only_chart_tables_and_icons_that_exist(game: str) -> None:
    rules = open_game(game)
    steps, rows = read_steps(rules), read_block(rules)
    assert tables_of(steps, rows, read_joined(rules)) <= set(rules.chart_tables)
    assert {step.icon for step in steps if step.icon} <= load_icons().keys()


def test_player_aid_has_the_words_of_every_cell(aids: PlayAids) -> None:
    parts = re.compile(r"[^\s;,.:()]+")
    written = set(parts.findall(" ".join(words(part(aids, "Charts")))))
    for slug in aids.game.chart_tables:
        table = aids.game.table(slug)
        if slug in aids.game.aid["sentences"]:
            continue
        rows = (force_rows(aids.game, slug, load_words()) or aid_rows(table, load_words()))[1]
        if table.axes[-1].dice and len(result_ranks(table)) > 3:
            # Such results stand below each total of the dice.
            rows = [[words_of(value)] for value in result_ranks(table) if value != "none"]
        # A joined table has a dash where there is nothing.
        members = (member for each in read_joined(aids.game).values() for member in each.members)
        nothing = {member.nothing for member in members if member.nothing}
        for row in (row for row in rows if row[-1] not in nothing):
            assert set(parts.findall(printed(row[-1]))) <= written, (slug, row)


def test_grid_of_results_has_each_result_below_its_total() -> None:
    game = open_game("bug-hunter")
    table = game.table("combat-results")
    drawn = draw_player_aid(game, (190.0, 267.0), DrawingContext(load_theme())).sheets[0].texts
    title = next(text for text in drawn if text.text == table.entry.title)
    last = next(text for text in drawn if text.text == "12" and 3 < text.y - title.y < 9)
    heads = [text for text in drawn if text.text in map(str, range(2, 13)) and text.y == last.y]
    assert [text.text for text in heads] == [str(total) for total in range(2, 13)]
    for label in table.axes[0].labels:
        left = next(
            text for text in drawn
            if text.text == label and text.y > last.y and title.x - 9 < text.x < heads[0].x
        )  # fmt: skip
        for head in heads:
            middle = head.x + head.width / 2
            cell = next(
                text for text in drawn
                if abs(text.x + text.width / 2 - middle) < 0.1 and abs(text.y - left.y) < 1.0
            )  # fmt: skip
            assert cell.text.replace("·", "none") == table.lookup(column=label, dice=int(head.text)).result


def test_a_sheet_too_narrow_for_a_table_is_rejected_with_help() -> None:
    with pytest.raises(InputError, match="wider than 40 mm; use larger paper"):
        draw_player_aid(open_game("bug-hunter"), (40.0, 200.0), DrawingContext(load_theme()))


def test_player_aid_lists_the_tasks_and_the_order_of_play(aids: PlayAids) -> None:
    written = " ".join(words(part(aids, "Charts")))
    for entry in (*aids.game.of_kind("task"), *aids.game.of_kind("phase")):
        assert entry.title in written


def test_every_card_of_the_game_is_printed(aids: PlayAids) -> None:
    written = " ".join(words(part(aids, "Cards")))
    for kind in ("power", "effect", "card", "mission"):
        for entry in aids.game.of_kind(kind):
            # A figure that is on the medal is not in the title.
            assert any(printed(title) in written for title in (entry.title, entry.title.rpartition(" ")[0]))


def test_cards_and_counters_have_a_back_for_each_front(aids: PlayAids) -> None:
    for name in ("Cards", "Counters"):
        sheets = [drawing.name.rpartition("-")[2] for drawing in part(aids, name)]
        # The last few are on a sheet to fold that has both.
        folded = sheets[-1:] if sheets[-1:] == ["fold"] else []
        assert sheets == ["fronts", "backs"] * (len(sheets) // 2) + folded


def test_every_unit_has_its_counters_and_every_marker_is_cut(aids: PlayAids) -> None:
    written = words(part(aids, "Counters"))
    for unit in aids.game.of_kind("unit"):
        names = [unit.title.upper(), unit["counter"].get("word", "").upper(), unit.title.split()[-1].upper()]
        assert max(map(written.count, names)) >= FIGURES
    for vehicle in aids.game.of_kind("vehicle"):
        name = vehicle["counter"].get("word", vehicle.title).upper()
        # On both sides, if the back is that of the same vehicle.
        assert written.count(name) in (VEHICLES, 2 * VEHICLES)
    for marker in aids.game.of_kind("marker"):
        words_of_front = marker["front"].get("word", marker["front"]["text"])
        assert set(words_of_front.split()) <= set(" ".join(written).split())


def test_no_counter_says_what_its_rules_are_based_on(aids: PlayAids) -> None:
    assert aids.game.of_kind("marker")
    assert not {"house", "reading", "derived"} & set(words(part(aids, "Counters")))


def test_chits_have_the_counts_of_the_table() -> None:
    game = open_game("bug-hunter")
    artist = CounterArtist(DrawingContext(load_theme()))
    chits = [piece for piece in artist.markers(game) if piece.name.startswith("marker-activation-chit-")]
    faces = {text.text: piece.copies for piece in chits for text in piece.front.texts if text.text.isdigit()}
    wanted = {at["number"]: cell.value for at, cell in game.table("activation-chits").cells()}
    assert faces == wanted
    assert len({tuple(text.text for text in piece.back.texts) for piece in chits}) == 1


def test_hidden_creatures_and_their_dummies_have_the_same_front() -> None:
    game = open_game("bug-hunter")
    artist = CounterArtist(DrawingContext(load_theme()))
    unit = game.find("unit", "individual-pred")
    real, false = artist.unit(game, unit, 1), artist.unit_dummy(unit, 2)
    fronts = {svg_text(piece.front).partition("</title>")[2] for piece in (real, false)}
    assert len(fronts) == 1
    assert svg_text(real.back).partition("</title>")[2] != svg_text(false.back).partition("</title>")[2]


def test_every_unit_with_scores_has_its_record(aids: PlayAids) -> None:
    written = words(part(aids, "Record sheets"))
    assert part(aids, "Record sheets")
    for unit in aids.game.of_kind("unit"):
        if "scores" in unit.facts:
            assert unit.title in written


def test_rows_with_different_ranges_get_common_ones() -> None:
    """The missile's burst reaches dot 3, the others end before it; farther away nothing happens."""
    heads, rows = aid_rows(open_game("advanced-infantry").table("blasts"), load_words())
    assert list(heads[1:]) == ["0", "1", "2", "3"]
    assert next(row for row in rows if row[0] == "anti-tank missile")[1:] == ["13", "6", "3", "1"]
    assert next(row for row in rows if row[0] == "grenade launcher")[1:] == ["4", "2", "1", "0"]


def test_a_yes_no_table_lists_who_is_allowed() -> None:
    table = open_game("bug-hunter").table("capabilities")
    heads, rows = aid_rows(table, load_words())
    assert list(heads) == ["capability", "position"]
    for capability, listed in rows:
        who = {
            words_of(at["position"])
            for at, cell in table.cells()
            if cell.value and words_of(at["capability"]) == capability
        }
        assert set(listed.rstrip("*").replace("*,", ",").split(", ")) == who


def test_sticks_are_for_inches_and_gauges_for_spans() -> None:
    names = {game: {each.name for each in templates_for(open_game(game), load_words("en"))} for game in GAMES}
    assert {"stick-12-first", "stick-12-second", "scatter-clock"} <= names["mobile-infantry"]
    assert {"gauge-hand", "gauge-finger", "air-support", "circle-100", "arc-180"} <= names["handspan"]
    assert {"scatter-dots", "arc-60", "dots-1", "dots-2"} == names["advanced-infantry"]
    assert names["bug-hunter"] == {"hexes-1", "scatter-hex"}
    assert names["bugged"] == {"hexes-1", "hexes-2", "scatter-hex"}


@pytest.fixture(scope="module")
def sheets(tmp_path_factory: pytest.TempPathFactory) -> dict[str, PDF]:
    """The templates of three games as PDFs, read by an independent program."""
    sheets_by_game = {}
    for game in ("mobile-infantry", "handspan", "bugged"):
        target = tmp_path_factory.mktemp("aids") / game
        aids = compose_aids(open_game(game), load_paper("a4"), load_theme(), aids=["templates"])
        write_aids(aids, target)
        sheets_by_game[game] = pdfplumber.open(target / "play-aids.pdf")
    return sheets_by_game


def sizes(pdf: PDF) -> list[tuple[float, float]]:
    return [
        (float(each["width"]) * MM, float(each["height"]) * MM)
        for leaf in pdf.pages
        for each in (*leaf.rects, *leaf.curves, *leaf.lines)
    ]


# The reach of the template of a blast, and half of its angle.
BLAST, PART = 9 * 25.4, math.pi / 12
HEX_CORNER = HEX / math.sqrt(3)


@pytest.mark.parametrize(
    ("game", "width", "height"),
    [
        pytest.param("mobile-infantry", 2 * BLAST * math.sin(PART), BLAST * math.cos(PART), id="9 inches"),
        pytest.param("mobile-infantry", 5.75 * 25.4, 18.0, id="5 3/4 inches"),
        pytest.param("mobile-infantry", 6.25 * 25.4 + 3.0, 18.0, id="6 1/4 inches"),
        pytest.param("handspan", 100.0, 50.0, id="180 degrees"),
        pytest.param("mobile-infantry", 50.0, 50.0, id="scatter by the clock"),
        pytest.param("bugged", 50.0, 50.0 * math.sqrt(3) / 2, id="scatter by hexsides"),
        pytest.param("handspan", 20.0, 240.0, id="gauge of a span"),
        pytest.param("handspan", 16.0, 150.0 + 3.0, id="15 cm"),
        pytest.param("handspan", 100.0 * math.cos(PART), 200.0 * math.sin(PART), id="10 cm to all sides"),
        pytest.param("handspan", 100.0, 100.0, id="10 cm of Handspan"),
        pytest.param("bugged", HEX_CORNER * 5, HEX * 3, id="a hex around"),
        pytest.param("bugged", HEX_CORNER * 8, HEX * 5, id="two hexes around"),
        pytest.param("bugged", 100.0, 3.0, id="line to check by"),
    ],
)
def test_templates_are_exact_to_a_tenth_of_a_millimeter(
    sheets: dict[str, PDF], game: str, width: float, height: float
) -> None:
    measured = sizes(sheets[game])
    assert any(abs(wide - width) < 0.1 and abs(tall - height) < 0.1 for wide, tall in measured), measured


def test_the_sector_of_sixty_degrees_is_as_wide_as_its_reach() -> None:
    arc = next(
        each
        for each in templates_for(open_game("advanced-infantry"), load_words("en"), 18.1)
        if each.name == "arc-60"
    )
    assert (arc.width, arc.height) == pytest.approx((4 * 18.1, 4 * 18.1), abs=0.01)


def test_every_sheet_of_templates_has_a_reference_line(aids: PlayAids) -> None:
    for drawing in part(aids, "Templates"):
        text = svg_text(drawing)
        if drawing.name == "blank":
            continue
        assert 'class="template-' in text
        assert "100 mm" in text


def test_hex_blasts_are_for_maps_of_hexes_and_in_their_size() -> None:
    words = load_words("en")
    assert {"hexes-1", "hexes-2"} <= {each.name for each in templates_for(open_game("bugged"), words)}
    assert not any(each.name.startswith("hexes") for each in templates_for(open_game("handspan"), words))
    blast = hex_blast(2, 15.0)
    assert (blast.width, blast.height) == pytest.approx((8 * 15.0 / math.sqrt(3), 75.0))


def test_the_halves_of_the_long_stick_make_twelve_inches() -> None:
    halves = [
        each
        for each in templates_for(open_game("mobile-infantry"), load_words("en"))
        if each.name.startswith("stick-12")
    ]
    assert sum(each.width for each in halves) == pytest.approx(304.8 + 15 + 3, abs=0.01)


def test_printing_writes_a_manifest_and_names_no_unknown_aid(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as done:
        main(["print", "handspan", "charts", "templates", "-o", str(tmp_path / "aids")])
    assert done.value.code == 0
    manifest = json.loads((tmp_path / "aids" / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["game"] == "handspan"
    assert "handspan:table/missile-range" in manifest["house_values"]
    with pytest.raises(SystemExit) as refused:
        main(["print", "handspan", "posters", "-o", str(tmp_path / "other")])
    assert refused.value.code == 2
    assert "choose from charts, rosters" in capsys.readouterr().err


def test_a_game_without_cards_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as refused:
        main(["print", "advanced-infantry", "cards", "-o", str(tmp_path / "aids")])
    assert refused.value.code == 2
    assert "Advanced Infantry has no cards" in capsys.readouterr().err


@pytest.mark.parametrize(("lattice", "ways"), [(Lattice.TRIANGULAR, 6), (Lattice.SQUARE, 8)])
def test_scatter_by_dots_has_a_number_for_each_neighbor_of_a_dot(lattice: Lattice, ways: int) -> None:
    game = open_game("advanced-infantry")
    templates = templates_for(game, load_words("en"), 15, None, lattice)
    [scatter] = [each for each in templates if each.name == "scatter-dots"]
    canvas = Canvas(scatter.width, scatter.height, DrawingContext.of(game, load_theme()))
    scatter.draw(canvas)
    numbers = [text.text for text in canvas.drawing("scatter", "Scatter").texts if text.text.isdigit()]
    assert numbers == [str(number + 1) for number in range(ways)]
    assert ways == len(DotLattice(9, 9, lattice).neighbors(Dot(5, 5)))
