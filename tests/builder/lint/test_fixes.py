"""Fixing a file: what changes, what stays, and that nothing gets worse."""

from __future__ import annotations

import functools
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lint_cases import Case, all_cases, case

from builder.lint.configuration import LintConfig
from builder.lint.engine import LintReport, lint_text
from builder.lint.finding import Applicability
from builder.lint.fixes import FixedText, apply_edits, fix_report
from builder.lint.layout import Layout
from builder.lint.registry import code_docs
from rulesdb import Library
from rulesdb.yaml_source import parse_yaml

HERE = Path(__file__).parent
SOUND = (HERE / "sound.yaml").read_text(encoding="utf-8")
TABLE = (HERE / "sound-table.yaml").read_text(encoding="utf-8")
LAND = (HERE / "sound-land.yaml").read_text(encoding="utf-8")
FIXABLE = [case for case in all_cases() if "  fix (" in case.lint and not case.game]

LIBRARY = Library()


def linted(text: str) -> LintReport:
    return lint_text(text, Path("f.yaml"), library=LIBRARY)


def fixed(text: str, *, unsafe: bool = True) -> FixedText:
    return fix_report(linted(text), linted, unsafe=unsafe)


def changed(text: str, old: str, new: str) -> str:
    assert text.count(old) == 1
    return text.replace(old, new)


def findings_of(report: LintReport) -> Counter[tuple[str, str]]:
    return Counter((finding.code, finding.subject) for finding in report.findings)


ALARM = "    - {turn: 2, title: Alarm, text: The lights go out.}\n"
CALM = "    - {turn: 4, title: Calm, text: The lights come back.}\n"
ANN = '      - {row: 1, id: "01", name: Ann Bell, weapon: MP}\n'
CY = '      - {row: 3, id: "02", name: Cy Dean, weapon: MP}\n'

SAFE, UNSAFE = Applicability.SAFE, Applicability.UNSAFE
# The valid scenario with a typo, and the applicability of the fix that restores it.
SLIPS = [
    pytest.param("machinery:", "machinry:", SAFE, "BB004", id="a misspelled key"),
    pytest.param("  columns: 8", "  colums: 8", SAFE, "BB004", id="a misspelled key that is needed"),
    pytest.param("columns: 8", 'columns: "8"', SAFE, "BB005", id="a number in quotes"),
    pytest.param("0403/NE: airtight", "0403/NE: airtigt", UNSAFE, "BB007", id="a misspelled word"),
    pytest.param('hex: "0204"', 'hex: "204"', SAFE, "BB007", id="a hex short of a zero"),
    pytest.param("0405-0505", "405-0505", SAFE, "BB007", id="a block of hexes short of a zero"),
    pytest.param("0404/S:", "404/S:", SAFE, "BB007", id="a hexside short of a zero"),
    pytest.param('hex: "0204"', "hex: 204", SAFE, "BB201", id="a hex that was read as a number"),
    pytest.param("game: bug-hunter", "game: bughunter", UNSAFE, "BB101", id="a misspelled game"),
    pytest.param("weapon: screecher", "weapon: screacher", UNSAFE, "BB102", id="a misspelled weapon"),
    pytest.param("areas: [hold]", "areas: [hodl]", UNSAFE, "BB103", id="a misspelled area"),
    pytest.param("starts: top", "starts: topp", UNSAFE, "BB103", id="a misspelled level of a lift"),
    pytest.param("zone: below}", "zone: bellow}", UNSAFE, "BB103", id="a misspelled zone"),
    pytest.param("0503/SE: airtight", "0503/SE: interior", UNSAFE, "BB204", id="a leaky airlock"),
    pytest.param("0401/S: airtight\n      m", "0401/S: interior\n      m", SAFE, "BB208",
                 id="a lift door that is not airtight"),
    pytest.param("unit: individual-pred", "unit: swarm-pred", UNSAFE, "BB303",
                 id="a form with another number of powers"),
    pytest.param(ALARM + CALM, CALM + ALARM, SAFE, "BB406", id="events out of order"),
    pytest.param("  turns: 6\n", "  turns: 6  # brainbug: ignore[BB406] to come\n", SAFE,
                 "BB020", id="an idle suppression"),
    pytest.param("  turns: 6\n", "  # brainbug: ignore-file[BB406] to come\n  turns: 6\n", SAFE,
                 "BB020", id="an idle suppression on a line of its own"),
    pytest.param("objectives:\n  - {id: goods", "objectives:\n  - {id: Goods", UNSAFE, "BB007",
                 id="an id with a capital"),
    pytest.param("authors: [Tester]", "authors: Tester", UNSAFE, "BB005", id="one for a list"),
    pytest.param("roster: standard-crew", "roster: standard-marines", UNSAFE, "BB302",
                 id="the roster of another troop type"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "sure", "code"), SLIPS)
def test_fixing_a_typo_restores_the_file_byte_for_byte(
    old: str, new: str, sure: Applicability, code: str
) -> None:
    broken = changed(SOUND, old, new)
    assert code in {finding.code for finding in linted(broken).findings}
    after = fixed(broken)
    assert after.text == SOUND
    assert {proposal.fix.applicability for proposal in after.applied} == {sure}
    assert fixed(broken, unsafe=False).text == (SOUND if sure is Applicability.SAFE else broken)


@pytest.mark.parametrize(
    ("old", "new", "after"),
    [
        pytest.param("    dummies: 1\n", "", "    dummies: 0\n", id="dummies"),
        pytest.param("    panic: rolled\n", "", "    panic: rolled\n", id="panic"),
        pytest.param("    roster: standard-crew\n", "", "    roster: standard-crew\n", id="roster"),
    ],
)
def test_a_missing_key_is_added_to_its_block(old: str, new: str, after: str) -> None:
    result = fixed(changed(SOUND, old, new))
    assert result.report.findings == ()
    assert parse_yaml(result.text).data == parse_yaml(SOUND.replace(old, after)).data


@pytest.mark.parametrize(("old", "new", "sure", "code"), SLIPS)
def test_the_rest_of_the_model_is_unchanged(old: str, new: str, sure: Applicability, code: str) -> None:
    """Next to the typo there is another defect without a fix, which must not change."""
    other = changed(SOUND, "Eve Fox", "Eve Featherstonehaughington")
    before, after = linted(other).scenario, fixed(changed(other, old, new)).report.scenario
    assert before is not None
    assert after == replace(before, source=after.source if after else before.source)


def test_ids_are_renumbered_at_definitions_and_references() -> None:
    text = changed(changed(SOUND, 'id: "01"', 'id: "05"'), 'id: "02"', 'id: "04"')
    text = changed(
        text, "{force: crew, zone: front}", '{force: crew, zone: front, members: ["05", "04", "03"]}'
    )
    result = fixed(text)
    assert result.report.findings == ()
    members = parse_yaml(result.text).data["forces"][0]["members"]
    assert [(member["name"], member["id"]) for member in members] == [
        ("Ann Bell", "04"), ("Cy Dean", "05"), ("Eve Fox", "03"),
    ]  # fmt: skip
    assert parse_yaml(result.text).data["setup"]["placements"][0]["members"] == ["04", "05", "03"]


def test_an_unused_zone_is_deleted_but_its_comment_stays() -> None:
    line = "    - {id: stern, title: Stern, areas: [store]}  # for the finale\n"
    text = changed(SOUND, "    - {id: below", line + "    - {id: below")
    assert fixed(text).text == changed(SOUND, "    - {id: below", "    # for the finale\n    - {id: below")


def test_a_duplicate_hexside_is_deleted() -> None:
    text = changed(
        SOUND, "        0503/SE: airtight\n", "        0503/SE: airtight\n        0603/NW: airtight\n"
    )
    assert fixed(text, unsafe=False).text == SOUND


def test_a_hex_label_gets_its_missing_zero() -> None:
    for old, new in (("0502-0604", "0502-604"), ('Mill: "0905"', "Mill: 905"), ("0704/N:", "704/N:")):
        assert fixed(changed(LAND, old, new), unsafe=False).text == LAND


def test_on_a_wide_map_the_fix_of_a_hex_label_is_unsafe() -> None:
    text = changed(SOUND, "columns: 8", "columns: 120")
    fixes = [fix for finding in linted(text).findings if finding.code == "BB201" for fix in finding.fixes]
    assert {fix.applicability for fix in fixes} == {Applicability.UNSAFE}
    assert fixed(text).report.findings == ()


def test_comments_move_with_their_events_and_make_the_fix_unsafe() -> None:
    note = "    # when the crew has split up\n"
    broken = changed(SOUND, ALARM + CALM, note + CALM + ALARM)
    assert fixed(broken, unsafe=False).text == broken
    assert fixed(broken).text == changed(SOUND, ALARM + CALM, ALARM + note + CALM)


def test_tabs_become_spaces() -> None:
    text = changed(SOUND, "  turns: 6\n", "\tturns: 6\n")
    assert linted(text).findings[0].code == "BB002"
    assert fixed(text).text == SOUND


def test_only_selected_codes_are_fixed() -> None:
    text = changed(changed(SOUND, "    dummies: 1\n", ""), "    panic: rolled\n", "")
    wanted = functools.partial(
        lint_text, path=Path("f.yaml"), library=LIBRARY, config=LintConfig(select=("BB408",))
    )
    result = fix_report(wanted(text), wanted, unsafe=True)
    assert result.text == changed(text, "    count: 2\n", "    count: 2\n    panic: rolled\n")
    assert [finding.code for finding in result.report.left_out] == ["BB401"]


def test_a_fix_that_causes_another_finding_is_not_applied() -> None:
    """An objective that no condition names, but that the mission requires."""
    named = "when: More points than the bugs., objectives: [objective-1, objective-2]}"
    text = changed(TABLE, "when: More points than the bugs.}", named)
    result = fixed(text)
    assert result.text == text
    assert [proposal.fix.title for proposal in result.held_back] == ["delete objective `objective-3`"]


def test_a_harmful_fix_does_not_block_other_fixes() -> None:
    named = "when: More points than the bugs., objectives: [objective-1, objectiv-2]}"
    text = changed(TABLE, "when: More points than the bugs.}", named)
    text = changed(text, "  turns: 20\n", "  turns: 20  # brainbug: ignore[BB406] to come\n")
    result = fixed(text)
    assert {proposal.finding.code for proposal in result.applied} == {"BB020", "BB103"}
    assert {proposal.finding.code for proposal in result.held_back} == {"BB106"}


def test_a_misspelled_key_with_a_bad_value_is_not_fixed() -> None:
    text = changed(SOUND, 'machinery: {obstructing: "0203"}', "machinry: {obstructing: many}")
    result = fixed(text)
    assert result.text == text
    assert [proposal.finding.code for proposal in result.held_back] == ["BB004"]


def test_two_similar_names_are_not_fixed_automatically() -> None:
    text = changed(SOUND, "{id: below, title: Below", "{id: fronts, title: Below")
    text = text.replace("zone: below", "zone: frontx").replace("zone: front}", "zone: front}")
    (finding,) = [finding for finding in linted(text).findings if finding.code == "BB103"]
    assert {fix.applicability for fix in finding.fixes} == {Applicability.DISPLAY}
    assert sorted(fix.title for fix in finding.fixes) == ["write `front`", "write `fronts`"]
    assert fixed(text).text == text


def test_a_duplicate_key_is_never_deleted_automatically() -> None:
    text = case("a hexside with two kinds of door").text
    (finding,) = linted(text).findings
    assert [fix.title for fix in finding.fixes] == [
        "delete the second `0303/SE: interior`", "delete the first `0303/SE: airtight`",
    ]  # fmt: skip
    assert fixed(text).text == text
    for fix in finding.fixes:
        assert linted(apply_edits(text, fix.edits)).scenario is not None


def test_an_unused_code_is_removed_from_the_suppression() -> None:
    line = "    - {turn: 7, title: Calm, text: Back.}  # brainbug: ignore[BB105, BB406] extra turns\n"
    text = changed(SOUND, CALM, line)
    assert [finding.message for finding in linted(text).findings] == ["no BB105 here to suppress"]
    assert fixed(text, unsafe=False).text == text.replace("[BB105, BB406]", "[BB406]")


# Every case that has a fix.


@pytest.mark.parametrize("case", FIXABLE, ids=lambda case: case.name)
def test_fixing_is_idempotent_and_causes_no_findings(case: Case) -> None:
    before, after = case.report, fixed(case.text)
    again = fixed(after.text)
    assert (again.text, again.applied) == (after.text, ())
    assert findings_of(after.report) <= findings_of(before)
    assert len(after.report.findings) < len(before.findings) or after.text == case.text


def test_fixes_have_the_applicability_that_their_page_states() -> None:
    for finding in (finding for fixable in FIXABLE for finding in fixable.report.findings):
        assert {fix.applicability for fix in finding.fixes} <= set(code_docs()[finding.code].fixable)


def test_at_least_ten_codes_have_automatic_fixes() -> None:
    sure = {Applicability.SAFE, Applicability.UNSAFE}
    assert len([doc for doc in code_docs().values() if sure & set(doc.fixable)]) >= 10


# Files with comments anywhere, and any of the typos.


def comments_of(text: str) -> list[str]:
    lines = text.splitlines()
    layout = Layout(parse_yaml(text))
    columns = [(line, layout.comment_column(number)) for number, line in enumerate(lines, 1)]
    return sorted(line[column - 1 :].strip() for line, column in columns if column is not None)


@st.composite
def commented(draw: st.DrawFn) -> str:
    """The valid scenario with comments at the ends of lines and between them."""
    numbers = st.sets(st.integers(0, SOUND.count("\n") - 1), max_size=12)
    behind, above = draw(numbers), draw(numbers)
    lines = []
    for number, line in enumerate(SOUND.splitlines()):
        if number in above:
            lines.append(" " * draw(st.integers(0, 8)) + f"# above {number}")
        lines.append(f"{line}  # behind {number}, 虫 {{x: 'y" if number in behind else line)
    ending = draw(st.sampled_from(["\n", "\r\n"]))
    return ending.join(lines) + draw(st.sampled_from([ending, ""]))


slips = st.lists(st.sampled_from([param.values[:2] for param in SLIPS]), min_size=1, max_size=4, unique=True)


@given(commented(), slips)
def test_fixing_keeps_comments_causes_no_findings_and_is_idempotent(
    text: str, chosen: list[tuple[str, str]]
) -> None:
    assert linted(text).findings == ()
    broken = text
    for old, new in chosen:
        broken = broken.replace(str(old), str(new), 1)
    after = fixed(broken)
    assert fixed(after.text).text == after.text
    if after.report.scenario is not None:
        assert [comment for comment in comments_of(after.text) if "brainbug:" not in comment] == comments_of(
            text
        )
        assert findings_of(after.report) <= findings_of(linted(broken)) or linted(broken).scenario is None
    if "\r\n" in text:
        assert after.text.count("\r\n") == after.text.count("\n")


@given(st.data())
def test_a_key_with_a_typo_is_fixed_or_unchanged(data: st.DataObject) -> None:
    source = parse_yaml(SOUND)
    path, span = data.draw(st.sampled_from([item for item in source.key_spans() if len(item[0][-1]) > 2]))
    key = str(path[-1])
    place = data.draw(st.integers(0, len(key) - 1))
    slip = data.draw(st.sampled_from([key[:place] + key[place + 1 :], key[:place] + "q" + key[place:]]))
    lines = SOUND.splitlines(keepends=True)
    line = lines[span.line - 1]
    lines[span.line - 1] = line[: span.column - 1] + slip + line[span.end_column - 1 :]
    broken = "".join(lines)
    findings = [finding for finding in linted(broken).findings if finding.code == "BB004"]
    assert fixed(broken, unsafe=False).text in ((SOUND,) if findings else (SOUND, broken))


@given(st.sampled_from(FIXABLE), st.data())
def test_a_fix_changes_nothing_outside_its_spans(case: Case, data: st.DataObject) -> None:
    fixes = [fix for finding in case.report.findings for fix in finding.fixes]
    text, fix = case.text, data.draw(st.sampled_from(fixes))
    new = apply_edits(text, fix.edits)
    lines, rest = text.split("\n"), new
    line = column = 1
    for edit in sorted(fix.edits, key=lambda edit: edit.span):
        unchanged = between(lines, (line, column), (edit.span.line, edit.span.column))
        assert rest.startswith(unchanged + edit.text)
        rest = rest[len(unchanged + edit.text) :]
        line, column = edit.span.end_line, edit.span.end_column
    assert rest == between(lines, (line, column), (len(lines), len(lines[-1]) + 1))


def between(lines: list[str], start: tuple[int, int], end: tuple[int, int]) -> str:
    """The text from one line and column to another."""
    if start[0] == end[0]:
        return lines[start[0] - 1][start[1] - 1 : end[1] - 1]
    first, last = lines[start[0] - 1][start[1] - 1 :], lines[end[0] - 1][: end[1] - 1]
    return "\n".join([first, *lines[start[0] : end[0] - 1], last])


@given(st.data())
def test_fixing_any_text_terminates_and_is_idempotent(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from([SOUND, LAND, TABLE]))
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = start + data.draw(st.integers(0, 12))
        text = text[:start] + data.draw(st.text("ab: -[]{}\"'#|\n\t0", max_size=4)) + text[end:]
    after = fixed(text)
    assert fixed(after.text).text == after.text
    assert after.report.stage >= linted(text).stage
