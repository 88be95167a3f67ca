"""The hash of a kit shows for each part whether a new print would differ."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from builder.draw.surface.theme import load_theme
from builder.draw.surface.wording import load_words
from builder.press.kit.folder import OutputError, replaced_folder
from builder.press.kit.kit import COVER, PART_NAMES, Kit, compose_kit, write_kit
from builder.press.kit.kit_check import Contents, PrintedKit, compare_kit, find_look, read_printed
from builder.press.kit.kit_hash import RULES, KitHash, hash_entry, hash_page
from builder.press.kit.parts import MARKS, PARTS
from builder.press.services.sheet_file import load_paper
from builder.scenario.load import scenario_from
from builder.scenario.model import Scenario
from rulesdb import InputError
from rulesdb.yaml_source import parse_yaml


def composed(scenario: Scenario, **options: object) -> Kit:
    return compose_kit(scenario, load_paper("a4"), load_theme(), **options)  # type: ignore[arg-type]


def changed(scenario: Scenario, old: str, new: str) -> Scenario:
    text = scenario.source.text
    assert old in text
    return scenario_from(parse_yaml(text.replace(old, new), "dead-air.yaml"))


def stale(printed: PrintedKit, kit: Kit) -> dict[str, tuple[str, ...]]:
    return {verdict.part: verdict.details for verdict in compare_kit(printed, kit) if verdict.is_stale}


@pytest.fixture(scope="module")
def kit(dead_air: Scenario) -> Kit:
    return composed(dead_air, lint_status="2 warnings")


@pytest.fixture(scope="module")
def folder(kit: Kit, tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("printed") / "kit"
    write_kit(kit, target)
    return target


def test_every_part_has_an_unmistakable_letter() -> None:
    assert set(MARKS) == {COVER, *PARTS}
    assert len({*MARKS.values(), "X"}) == len(MARKS) + 1
    assert not set("ILOU") & set(MARKS.values())


def test_a_hash_typed_from_paper_is_understood(kit: Kit) -> None:
    text = str(kit.hash)
    for typed in (text.lower(), text.replace("-", " "), f"  {text.replace('0', 'O').replace('1', 'l')} "):
        assert KitHash.parse(typed) == kit.hash
    assert set(kit.hash.parts) == {*PART_NAMES, RULES}


@pytest.mark.parametrize("typed", ["", "8Q2K", "8Q2K-ZF0T4", "8Q2K-MF0T", "8Q2K-MF0T4-MF0T4", "8Q2K-MF0T!"])
def test_an_invalid_hash_is_rejected_with_an_example(typed: str) -> None:
    with pytest.raises(InputError, match="8Q2K-MF0T4-X92HD"):
        KitHash.parse(typed)


def test_lint_status_and_program_version_do_not_make_a_kit_stale(
    dead_air: Scenario, kit: Kit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("builder.draw.sheets.covers.colophon.__version__", "99.0")
    again = composed(dead_air, lint_status="12 warnings")
    assert again.hash == kit.hash
    assert again.pages[0] != kit.pages[0]


def test_the_hash_is_the_same_in_every_process(dead_air: Scenario, kit: Kit) -> None:
    """The order of sets differs between processes, and must not affect the hash."""
    code = (
        "import sys; from pathlib import Path\n"
        "from builder.press.kit.builds import BuildOptions, KitBuilder\n"
        "shop = KitBuilder(); options = BuildOptions(Path(sys.argv[1]), Path())\n"
        "print(shop.compose(options, shop.lint(options.scenario)).hash)"
    )
    path = str(dead_air.source.path)
    command = [sys.executable, "-c", code, path]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": "7"})
    assert done.stdout.strip() == str(kit.hash)


def test_with_only_the_hash_changes_are_reported_by_part(dead_air: Scenario, kit: Kit) -> None:
    printed = read_printed(str(kit.hash).lower())
    assert stale(printed, kit) == {}
    assert stale(printed, composed(changed(dead_air, "Once a crew has", "Once crews have"))) == {
        "briefing": ()
    }
    assert stale(printed, composed(changed(dead_air, "weapon: flamer", "weapon: pistol"))) == {
        "cover": (),
        "charts": (),
        "roster": (),
        "counters": (),
        "templates": (),
        "rules": (),
    }


def test_with_the_kit_changes_are_reported_by_page_and_entry(dead_air: Scenario, folder: Path) -> None:
    now = composed(changed(dead_air, "weapon: flamer", "weapon: pistol"))
    for given in (folder, folder / "manifest.json", folder / "play-kit.pdf"):
        changes = stale(read_printed(str(given)), now)
        # The sheets of both sides have type of one scale, which the words of one can change.
        assert changes["roster"] in (("Briefing: Humans",), ("Briefing: Humans", "Briefing: Preds (secret)"))
        assert changes["rules"] == (
            "bug-hunter:weapon/flamer was removed",
            "bug-hunter:weapon/pistol was added",
        )


def test_a_pdf_without_its_folder_is_compared_by_part(
    dead_air: Scenario, folder: Path, tmp_path: Path
) -> None:
    alone = tmp_path / "copy.pdf"
    alone.write_bytes((folder / "play-kit.pdf").read_bytes())
    now = composed(changed(dead_air, "Once a crew has", "Once crews have"))
    assert stale(read_printed(str(alone)), now) == {"briefing": ()}


def test_parts_that_were_not_printed_are_not_compared(dead_air: Scenario, kit: Kit) -> None:
    printed = PrintedKit(composed(dead_air, parts=["map"]).hash)
    assert printed.parts == ("map",)
    assert [verdict.part for verdict in compare_kit(printed, kit)] == ["map", RULES]


def test_a_changed_rule_is_reported_even_if_no_page_prints_it(dead_air: Scenario) -> None:
    game = dead_air.ruleset
    rule = next(entry for entry in dead_air.entries if entry.kind == "rule")
    table = next(entry for entry in dead_air.entries if entry.kind == "table")
    assert hash_entry(rule, game) != hash_entry(replace(rule, text=f"{rule.text} But not always."), game)
    compiled = game.tables[table.slug]
    game_without = replace(game, tables={**game.tables, table.slug: replace(compiled, root=None)})
    assert hash_entry(table, game) != hash_entry(table, game_without)


@pytest.mark.parametrize(
    ("paper", "theme", "language"), [("letter", "low-ink", "en"), ("a4", "high-contrast", "de")]
)
def test_paper_theme_and_language_of_a_print_follow_from_its_hash(
    dead_air: Scenario, paper: str, theme: str, language: str
) -> None:
    look = load_theme(theme, load_words(language))
    printed = PrintedKit(compose_kit(dead_air, load_paper(paper), look, parts=["briefing"]).hash)
    sheet, printed_look = find_look(printed)
    assert (sheet.name, printed_look.name, printed_look.words.language) == (paper, theme, language)
    with pytest.raises(InputError, match="give --paper, --theme and --language"):
        find_look(printed, paper="letter" if paper == "a4" else "a4")


def test_a_kit_of_another_scenario_is_refused(kit: Kit) -> None:
    other = PrintedKit(kit.hash, Contents("relief", {}, {}))
    with pytest.raises(InputError, match="of the scenario relief, not of dead-air"):
        compare_kit(other, kit)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("kit.pdf", b"%PDF-1.7 nothing", "not a play kit with a hash"),
        ("manifest.json", b"{}", "not the manifest of a play kit"),
        ("manifest.json", b"\xff", "not the manifest of a play kit"),
    ],
)
def test_files_that_are_not_a_kit_are_rejected(
    tmp_path: Path, name: str, content: bytes, message: str
) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(InputError, match=message):
        read_printed(str(tmp_path / name))


ODD_VALUES = [
    None, 3, [], {}, "", "x", [3], {"a": 3}, {"a": [3]}, {"a": [{"title": 3, "sha256": "x"}]}, "x" * 9999
]  # fmt: skip


@pytest.mark.parametrize("key", ["generator", "files", "hash", "scenario", "shows", "rests_on"])
def test_a_manifest_with_an_odd_value_is_not_the_manifest_of_a_kit(
    folder: Path, tmp_path: Path, key: str
) -> None:
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    usual = manifest[key]
    odd = [value for value in ODD_VALUES if value not in ([], {}) or not isinstance(usual, type(value))]
    for value in odd:
        (tmp_path / "manifest.json").write_text(json.dumps({**manifest, key: value}), encoding="utf-8")
        with pytest.raises(InputError, match=r"is not the (manifest of a play kit|hash of a kit)"):
            read_printed(str(tmp_path))


@pytest.mark.parametrize(
    "content",
    [
        b"[" * 100_000,
        b"9" * 5000,
        b"null",
        b'{"generator": "brainbug", "hash": "x", "files": [{"path": "%s.svg", "sha256": "", "bytes": 0}]}'
        % (b"a/" * 500_000),
    ],
)
def test_a_manifest_that_is_too_deep_is_of_no_build(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "manifest.json").write_bytes(content)
    with pytest.raises(InputError, match="is not the manifest of a play kit"):
        read_printed(str(tmp_path))
    with pytest.raises(OutputError, match="not from a brainbug build"), replaced_folder(tmp_path):
        pass


def test_a_pdf_beside_a_foreign_manifest_is_read_itself(kit: Kit, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_bytes(b'{"name": "a web page"}')
    (tmp_path / "kit.pdf").write_bytes((folder / "play-kit.pdf").read_bytes())
    assert read_printed(str(tmp_path / "kit.pdf")).hash == kit.hash


def test_the_box_on_the_cover_has_the_sources_of_the_kit(kit: Kit) -> None:
    assert kit.pages[0].part == "Cover"
    written = " ".join(text.text for text in kit.pages[0].drawing.texts)
    assert written.count(str(kit.hash)) == 1
    assert "brainbug build" not in written
    assert "Scenario and drawings The brainbug developers, MIT License" in written
    assert "Faults in the scenario 2 warnings" in written
    assert "Rulebook Bug Hunter Special Rules (Steve Winter, TSR/SPI, 1988)" in written
    assert "Changed here rule 303.3, by “The lift waits below”" in written
    assert "brainbug’s own: tables marked “house” on the player aid, numbers of markers" in written


def test_the_manifest_lists_the_entries_of_each_page(kit: Kit, folder: Path) -> None:
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    assert (manifest["hash"], manifest["lint"]) == (str(kit.hash), "2 warnings")
    assert manifest["check"] == f"brainbug build dead-air.yaml --check-print {kit.hash}"
    digests = [page["sha256"] for pages in manifest["shows"].values() for page in pages]
    assert sorted(digests) == sorted(hash_page(page) for page in kit.pages if not page.is_blank)
    assert set(manifest["rests_on"]) == {entry.id for entry in kit.scenario.entries}
