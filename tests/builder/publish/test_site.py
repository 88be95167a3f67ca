"""The pages of the reference."""

from __future__ import annotations

from pathlib import Path

from builder.publish.generate import generate, write_changed
from rulesdb import Basis, Citation, Entry, Provenance, Ruleset


def test_a_role_becomes_a_link_with_the_entrys_title(whole_site: Path) -> None:
    html = (whole_site / "guide" / "sphinx.html").read_text(encoding="utf-8")
    assert 'href="../reference/bug-hunter/rule/304.2.html"' in html
    assert "304.2 Effects of decompression" in html
    assert "what a door costs" in html
    assert 'href="../reference/bug-hunter/scenarios/dead-air.html"' in html


def test_a_page_lists_entries_that_link_to_it(whole_site: Path) -> None:
    html = (whole_site / "reference/bug-hunter/table/door-costs.html").read_text(encoding="utf-8")
    used_by = html.partition("Used by")[2]
    assert 'href="../rule/303.1b.html"' in used_by


def test_every_entry_has_a_page_and_is_in_the_inventory(whole_site: Path, bug_hunter: Ruleset) -> None:
    from sphinx.util.inventory import InventoryFile

    with (whole_site / "objects.inv").open("rb") as stream:
        inventory = InventoryFile.load(stream, "", lambda base, path: path)
    for entry in bug_hunter.all_entries.values():
        assert (whole_site / f"reference/bug-hunter/{entry.kind}/{entry.slug}.html").is_file()
        assert f"bug-hunter:{entry.slug}" in inventory[f"bb:{entry.kind}"]


def test_a_house_value_is_marked_on_its_page(bug_hunter: Ruleset) -> None:
    from dataclasses import replace

    house = Provenance(Citation("bug-hunter", "315"), Basis.HOUSE, "Our own figure.")
    entry = Entry("bug-hunter", "term", "made-up", "Made up", "Words.", house)
    game = replace(bug_hunter, entries={**bug_hunter.entries, entry.key: entry})
    page = generate([game], {})["bug-hunter/term/made-up.md"]
    assert 'class="bb-basis bb-house"' in page
    assert "Our own figure." in page
    assert "brainbug's own value" in page


def test_generating_again_rewrites_nothing_and_deletes_stale_pages(
    bug_hunter: Ruleset, tmp_path: Path
) -> None:
    files = generate([bug_hunter], {})
    assert sorted(write_changed(files, tmp_path)) == sorted(files)
    assert write_changed(files, tmp_path) == []
    (tmp_path / "stale.md").write_text("old")
    (tmp_path / "index.md").write_text("changed by hand")
    assert sorted(write_changed(files, tmp_path)) == ["index.md", "stale.md"]
    assert not (tmp_path / "stale.md").exists()


def test_text_of_an_entry_is_escaped(bug_hunter: Ruleset) -> None:
    from dataclasses import replace

    source = Provenance(Citation("bug-hunter", "1"), Basis.PRINTED)
    entry = Entry("bug-hunter", "term", "sly", "<b>Sly</b>", "<script>x</script> [a](javascript:y)", source)
    game = replace(bug_hunter, entries={**bug_hunter.entries, entry.key: entry})
    page = generate([game], {})["bug-hunter/term/sly.md"]
    assert "<script>" not in page.replace("\\<script\\>", "")
    assert "](javascript" not in page.replace("\\](javascript", "")
