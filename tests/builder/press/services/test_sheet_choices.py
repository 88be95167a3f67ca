"""Choosing sheets on the command line: the sheet of each piece, and rejected choices."""

from __future__ import annotations

import json
from pathlib import Path

import pdfplumber
import pytest

from builder.cli.main import main
from builder.press.services.printer import Printer, write_printer
from builder.press.services.sheet import Duplex
from builder.press.services.sheet_choices import SheetChoices
from builder.press.services.sheet_file import load_paper, sheet_names
from rulesdb import InputError

A4 = load_paper("a4")
LASER = Printer("laser", "short", (0.5, 0.25), (0.5, 0.25))
OWN = """\
name: big-cards
title: Big cards on A3
pieces: [cards]
width: 297
height: 420
margin: 10
edge: 5
face: {width: 70, height: 120, bleed: 3, safe: 4}
duplex: short
"""


def run(*args: str) -> int:
    with pytest.raises(SystemExit) as done:
        main(args)
    return int(done.value.code or 0)


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BRAINBUG_CONFIG", str(tmp_path / "config"))
    return tmp_path / "config" / "printers"


def test_pieces_are_on_their_own_sheet_and_the_rest_on_the_kits_paper() -> None:
    layouts = SheetChoices("letter", ("thegamecrafter-poker",)).layouts(load_paper("letter"))
    assert {kind: layout.sheet.name for kind, layout in layouts.items()} == {
        "cards": "thegamecrafter-poker",
        "counters": "letter",
    }


def test_the_duplex_edge_is_from_the_option_or_the_printer_or_the_sheet() -> None:
    def duplex(choices: SheetChoices) -> Duplex:
        return choices.layouts(A4)["counters"].duplex

    assert duplex(SheetChoices()) is Duplex.LONG
    assert duplex(SheetChoices(printer=LASER)) is Duplex.SHORT
    assert duplex(SheetChoices(duplex="fold", printer=LASER)) is Duplex.FOLD


def test_printer_offsets_do_not_apply_to_services() -> None:
    layout = SheetChoices(sheets=("printplaygames-cards",), printer=LASER).layouts(A4)["cards"]
    assert (layout.duplex, layout.printer) == (Duplex.LONG, None)


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        (SheetChoices(sheets=("poker-cards", "mini-cards")), "both for cards"),
        (SheetChoices(duplex="long", printer=LASER), "measured turning over the short edge"),
    ],
)
def test_choices_that_contradict_each_other_are_refused(choices: SheetChoices, message: str) -> None:
    with pytest.raises(InputError, match=message):
        choices.layouts(A4)


def test_a_deck_for_a_service_is_a_separate_checked_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "aids"
    assert run("print", "bug-hunter", "cards", "--sheet", "drivethrucards-poker", "-o", str(target)) == 0
    assert "nothing to fix" in capsys.readouterr().out
    manifest = json.loads((target / "manifest.json").read_text(encoding="utf-8"))
    [deck] = manifest["files"]
    assert (deck["path"], deck["sheet"]) == ("drivethrucards-poker/cards.pdf", "drivethrucards-poker")
    assert not (target / "play-aids.pdf").exists()


def test_a_kit_prints_its_pieces_on_the_chosen_sheet_with_the_printer_offset(
    tmp_path: Path, own_folder: Path
) -> None:
    write_printer(own_folder, LASER)
    scenario = "scenarios/bug_hunter/dead-air.yaml"
    target = tmp_path / "kit"
    options = ("--only", "counters", "--sheet", "counter-sheet", "--printer", "laser")
    assert run("build", scenario, "-o", str(target), *options) == 0
    with pdfplumber.open(target / "play-kit.pdf") as pdf:
        fronts, backs = (page.trimbox for page in pdf.pages[:2])
        mm = [(b - a) * 25.4 / 72 for a, b in zip(fronts, backs, strict=True)]
    assert mm == pytest.approx([0.5, 0.25, 0.5, 0.25], abs=0.02)


def test_a_designers_own_sheet_comes_from_a_file(tmp_path: Path) -> None:
    own = tmp_path / "own.yaml"
    own.write_text(OWN, encoding="utf-8")
    target = tmp_path / "aids"
    assert run("print", "bug-hunter", "cards", "--sheet", str(own), "-o", str(target)) == 0
    with pdfplumber.open(target / "play-aids.pdf") as pdf:
        sizes = {tuple(round(side * 25.4 / 72) for side in (page.width, page.height)) for page in pdf.pages}
    assert sizes <= {(297, 420), (420, 297)}


def test_a_bad_sheet_file_is_refused_with_its_line_and_column(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = tmp_path / "own.yaml"
    own.write_text(OWN.replace("duplex: short", "duplx: short"), encoding="utf-8")
    assert run("print", "bug-hunter", "cards", "--sheet", str(own), "-o", str(tmp_path / "aids")) == 2
    errors = capsys.readouterr().err
    assert f"{own}:9:1: BB004 unknown key `duplx`" in errors
    assert "did you mean `duplex`?" in errors
    assert "Traceback" not in errors


def test_a_print_on_other_sheets_can_be_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scenario, kit = "scenarios/bug_hunter/dead-air.yaml", str(tmp_path / "kit")
    options = ("--sheet", "thegamecrafter-large-square-chit")
    assert run("build", scenario, "-o", kit, "--only", "counters", *options) == 0
    assert run("build", scenario, "--check-print", kit, *options) == 0
    assert "is up to date" in capsys.readouterr().out
    assert run("build", scenario, "--check-print", kit) == 1


def test_sheets_are_listed_with_a_source_for_each_figure(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("sheets") == 0
    listed = capsys.readouterr().out
    assert all(name in listed for name in sheet_names())
    assert run("sheets", "drivethrucards-poker") == 0
    [ink] = [line for line in capsys.readouterr().out.splitlines() if "ink_limit" in line]
    assert "240 %  [published · DriveThruPartners help" in ink
    assert run("sheets", "thegamecrafter-poker", "--json") == 0
    figures = {each["key"]: each for each in json.loads(capsys.readouterr().out)["figures"]}
    assert figures["pixels"]["value"] == "825 × 1125"
    assert figures["order"]["basis"] == "house"


def test_generated_pictures_are_checked_as_drawings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target, sheet = str(tmp_path / "chits"), "thegamecrafter-large-square-chit"
    assert run("print", "handspan", "counters", "--sheet", sheet, "-o", target) == 0
    output = capsys.readouterr().out
    assert "nothing to fix" in output
    assert "not measured" not in output
