"""The pages of the reference."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.publish.generate import generate
from builder.publish.generated_files import RECORD, write_changed
from rulesdb import Basis, BrainbugError, Citation, Entry, Provenance, Ruleset


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
    fewer = {"index.md": "changed", "other/new.md": "new"}
    assert {*write_changed(fewer, tmp_path)} == {*files, "other/new.md"}
    pages = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()}
    assert pages == {"index.md", "other/new.md", RECORD}


def test_pages_that_were_not_generated_are_kept(tmp_path: Path) -> None:
    """A project may have a folder of this name already."""
    own_pages = {"index.md": "mine", "notes.md": "mine", "below/page.rst": "mine"}
    for name, text in own_pages.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(BrainbugError, match=r"index.md was not generated, or was edited since"):
        write_changed({"a.md": "new", "index.md": "new"}, tmp_path)
    assert {name: (tmp_path / name).read_text(encoding="utf-8") for name in own_pages} == own_pages
    assert not (tmp_path / "a.md").exists()
    assert write_changed({"a.md": "new"}, tmp_path) == ["a.md"]
    assert write_changed({"a.md": "newer"}, tmp_path) == ["a.md"]
    (tmp_path / "a.md").write_text("edited", encoding="utf-8")
    with pytest.raises(BrainbugError, match=r"a.md was not generated, or was edited since"):
        write_changed({"a.md": "newest"}, tmp_path)
    assert write_changed({}, tmp_path) == []
    assert (tmp_path / "a.md").read_text(encoding="utf-8") == "edited"
    assert {name: (tmp_path / name).read_text(encoding="utf-8") for name in own_pages} == own_pages


def test_a_run_that_was_interrupted_can_be_continued(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old, new = ({f"{name}.md": text for name in "abc"} for text in ("old", "new"))
    write_changed(old, tmp_path)
    original = Path.replace
    for number in range(5):
        left = [None] * number

        def interrupted(path: Path, target: Path, left: list[None] = left) -> None:
            if not left:
                raise KeyboardInterrupt
            left.pop()
            original(path, target)

        monkeypatch.setattr(Path, "replace", interrupted)
        with pytest.raises(KeyboardInterrupt):
            write_changed(new, tmp_path)
        monkeypatch.undo()
        write_changed(old, tmp_path)
    assert {path.read_text(encoding="utf-8") for path in tmp_path.glob("*.md")} == {"old"}


@pytest.mark.parametrize("record", ["[" * 100_000, "null", "[]", '{"a.md": null}', "no json"])
def test_a_damaged_record_is_one_error(tmp_path: Path, record: str) -> None:
    (tmp_path / RECORD).write_text(record, encoding="utf-8")
    with pytest.raises(BrainbugError, match="is damaged; delete the generated pages"):
        write_changed({"a.md": "new"}, tmp_path)


def test_text_of_an_entry_is_escaped(bug_hunter: Ruleset) -> None:
    from dataclasses import replace

    source = Provenance(Citation("bug-hunter", "1"), Basis.PRINTED)
    entry = Entry("bug-hunter", "term", "sly", "<b>Sly</b>", "<script>x</script> [a](javascript:y)", source)
    game = replace(bug_hunter, entries={**bug_hunter.entries, entry.key: entry})
    page = generate([game], {})["bug-hunter/term/sly.md"]
    assert "<script>" not in page.replace("\\<script\\>", "")
    assert "](javascript" not in page.replace("\\](javascript", "")
