"""Pages and kits of the gallery: their contents, secrets, and when they are rebuilt."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from soak import every, soak_only, times

from builder.draw.surface.canvas import svg_text
from builder.draw.surface.theme import load_theme
from builder.lint.engine import lint_file, summarize
from builder.playtest.report.kept import kept_path
from builder.press.kit.kit import compose_kit
from builder.press.services.sheet_file import load_paper
from builder.publish.gallery import QUIET, Exhibit, gallery_pages, load_exhibits
from builder.publish.kits import KitWork
from builder.publish.scenario_page import scenario_page
from builder.scenario.load import load_scenario
from rulesdb import BrainbugError, Library, Ruleset
from rulesdb.shipped import shipped

SCENARIOS = sorted(shipped("scenarios").rglob("*.yaml"))
LIBRARY = Library()
LAST_LIFT = next(path for path in SCENARIOS if path.stem == "last-lift")
DETAILS = re.compile(r"<details.*?</details>", re.DOTALL)


def page_of(path: Path, *papers: str) -> str:
    report = lint_file(path)
    assert report.scenario is not None
    return scenario_page(report.scenario, report, papers, load_theme())


def flat(text: str) -> str:
    """The text of a page, without line breaks and backslashes."""
    return " ".join(text.replace("\\", "").split())


@pytest.mark.parametrize("kind", ["hex", "land", "table", "dots"])
def test_the_layers_of_a_map_are_groups_that_can_be_hidden(kind: str) -> None:
    path = next(path for path in SCENARIOS if load_scenario(path).map.kind == kind)
    page = page_of(path)
    names = ["zones", "zone-names", "objectives", "names", "rulers" if kind == "table" else "numbers"]
    assert [name for name in names if f'<g class="{name}"' not in page] == []


@pytest.mark.soak
@pytest.mark.parametrize("path", every(times(9, 1), SCENARIOS), ids=lambda path: path.stem)
def test_a_page_has_the_briefing_and_collapses_the_secrets_of_each_side(path: Path) -> None:
    scenario = load_scenario(path)
    page = flat(page_of(path, "a4"))
    open_part = flat(DETAILS.sub("", page))
    shut_part = " ".join(DETAILS.findall(page))
    texts = [scenario.summary, *(condition.when for condition in scenario.victory)]
    texts += [objective.text for objective in scenario.objectives]
    texts += [f"**{rule.title}.**" for rule in scenario.special_rules]
    for text in texts:
        assert flat(text) in open_part
    for force in scenario.forces:
        assert flat(force.text) in shut_part
        assert not force.text or flat(force.text) not in open_part
        for member in force.members:
            assert member.name in shut_part
        for power in force.powers:
            assert f"`{power.game}:{power.slug}`" in shut_part
    assert open_part.count("<svg role=") >= 1
    assert ("Map: Tunnels" in shut_part) == ("Map: Tunnels" in page)
    assert f'href="{scenario.id}-a4.pdf"' in open_part


def test_the_lint_status_lists_each_finding_with_its_code() -> None:
    report = lint_file(LAST_LIFT)
    assert report.findings
    page = page_of(LAST_LIFT)
    assert summarize(report.findings).capitalize() in page
    for finding in report.findings:
        assert f"(../../lint/{finding.code}.md)" in page


def test_without_papers_there_are_no_downloads() -> None:
    assert ".pdf" not in page_of(LAST_LIFT)


@pytest.fixture
def exhibit() -> Exhibit:
    [loaded] = load_exhibits([LAST_LIFT], LIBRARY, ["a4"])
    return loaded


def test_a_page_is_kept_while_its_sources_are_unchanged(exhibit: Exhibit, tmp_path: Path) -> None:
    pages = gallery_pages([exhibit], tmp_path, ["a4"])
    (tmp_path / exhibit.page).parent.mkdir(parents=True)
    marked = pages[exhibit.page] + "\nkept\n"
    (tmp_path / exhibit.page).write_text(marked, encoding="utf-8")
    assert gallery_pages([exhibit], tmp_path, ["a4"])[exhibit.page] == marked
    changed = replace(exhibit, key="another")
    page = gallery_pages([changed], tmp_path, ["a4"])[exhibit.page]
    assert page == pages[exhibit.page].replace(exhibit.key, "another")


def test_the_key_depends_on_the_scenario_its_game_and_the_papers(exhibit: Exhibit, tmp_path: Path) -> None:
    copy = tmp_path / LAST_LIFT.name
    copy.write_bytes(LAST_LIFT.read_bytes())
    [unplayed] = load_exhibits([copy], LIBRARY, ["a4"])
    kept_path(copy).write_bytes(kept_path(LAST_LIFT).read_bytes())
    [same] = load_exhibits([copy], LIBRARY, ["a4"])
    [other_paper] = load_exhibits([copy], LIBRARY, ["letter"])
    copy.write_text(copy.read_text(encoding="utf-8") + "# fixed\n", encoding="utf-8")
    [changed] = load_exhibits([copy], LIBRARY, ["a4"])
    assert same.key == exhibit.key
    assert len({exhibit.key, other_paper.key, changed.key, unplayed.key}) == 4


@pytest.mark.soak
@pytest.mark.parametrize(
    "name", every(times(5, 1), ["last-lift", "dead-air", "static", "candle", "customs-house"])
)
def test_ignored_texts_are_on_no_sheet_and_on_no_page(name: str) -> None:
    """The key does not cover the texts of rules, so different texts must not change a page or a kit."""
    path = next(path for path in SCENARIOS if path.stem == name)
    scenario = load_scenario(path)
    used = {entry.id for entry in scenario.entries}
    other = replace(
        scenario.ruleset,
        entries={
            key: replace(entry, text="Other words.")
            if entry.kind in QUIET and entry.id not in used
            else entry
            for key, entry in scenario.ruleset.entries.items()
        },
    )
    assert other != scenario.ruleset

    def texts_of(game: Ruleset) -> list[str]:
        report = lint_file(path, library=Library.of(game))
        assert report.scenario is not None
        kit = compose_kit(report.scenario, load_paper("a4"), load_theme())
        sheets = [svg_text(page.drawing) for page in kit.pages]
        return [*sheets, scenario_page(report.scenario, report, ["a4"], load_theme())]

    assert texts_of(other) == texts_of(scenario.ruleset)


def test_only_changed_kits_are_rebuilt(exhibit: Exhibit, tmp_path: Path) -> None:
    state = tmp_path / "state.json"
    folder = "reference/handspan/scenarios"
    kit, picture = f"{folder}/last-lift-a4.pdf", f"{folder}/last-lift.webp"

    def run(*exhibits: Exhibit) -> list[str]:
        return sorted(KitWork(exhibits, ["a4"], tmp_path, state, LIBRARY).finish())

    assert run(exhibit) == [kit, picture]
    assert (tmp_path / kit).read_bytes().startswith(b"%PDF")
    assert (tmp_path / picture).read_bytes()[8:12] == b"WEBP"
    assert run(exhibit) == []
    # Something in the game has changed, but nothing that the sheets show.
    assert run(replace(exhibit, key="another")) == []
    (tmp_path / kit).unlink()
    assert run(replace(exhibit, key="another")) == [kit]
    assert run() == []
    assert not (tmp_path / picture).exists()


@soak_only
def test_a_failed_build_leaves_the_kits_unchanged(exhibit: Exhibit, tmp_path: Path) -> None:
    site, state = tmp_path / "site", tmp_path / "state.json"
    KitWork([exhibit], ["a4"], site, state, LIBRARY).finish()
    before = {path: path.read_bytes() for path in [state, *site.rglob("*.pdf"), *site.rglob("*.webp")]}
    KitWork([replace(exhibit, key="another")], ["a4", "letter"], site, state, LIBRARY).stop()
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


@soak_only
def test_output_of_a_killed_build_is_never_used(exhibit: Exhibit, tmp_path: Path) -> None:
    site, state = tmp_path / "site", tmp_path / "state.json"
    KitWork([exhibit], ["a4"], site, state, LIBRARY).finish()
    [kit] = site.rglob("*.pdf")
    whole = kit.read_bytes()
    left = tmp_path / "state" / kit.relative_to(site)
    left.parent.mkdir(parents=True)
    left.write_bytes(b"half a kit")
    assert KitWork([replace(exhibit, key="another")], ["a4"], site, state, LIBRARY).finish() == []
    assert kit.read_bytes() == whole


def test_a_kit_that_cannot_be_built_stops_the_build(exhibit: Exhibit, tmp_path: Path) -> None:
    work = KitWork([exhibit], ["no-such-paper"], tmp_path / "site", tmp_path / "state.json", LIBRARY)
    with pytest.raises(BrainbugError, match="could not be built"):
        work.finish()
    assert not (tmp_path / "state.json").exists()
