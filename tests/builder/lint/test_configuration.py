"""Codes can be selected, and their severities set, in brainbug.toml or pyproject.toml above a file."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from builder.lint.configuration import ConfigFinder, LintConfig
from builder.lint.engine import LintReport, lint_file
from builder.lint.finding import Severity
from builder.lsp.document import Context
from rulesdb import DataError
from rulesdb.files.reading import MIB

SOUND = (Path(__file__).parent / "sound.yaml").read_text(encoding="utf-8")
CROWDED = SOUND.replace("count: 2", "count: 12")
LATE = SOUND.replace("turn: 4, title: Calm", "turn: 44, title: Calm")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "drafts").mkdir()
    return tmp_path


def report(folder: Path, text: str, name: str = "drafts/some.yaml") -> LintReport:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return lint_file(path, config=ConfigFinder().of(path))


def test_a_severity_can_be_changed_and_so_can_the_exit_code(folder: Path) -> None:
    assert [finding.severity for finding in report(folder, CROWDED).findings] == [Severity.WARNING]
    (folder / "brainbug.toml").write_text('[lint]\nseverity = {BB404 = "info"}\n')
    linted = report(folder, CROWDED)
    assert [finding.severity for finding in linted.findings] == [Severity.INFO]
    assert not linted.fails
    (folder / "brainbug.toml").write_text('[lint]\nseverity = {BB404 = "error", BB4 = "info"}\n')
    assert report(folder, CROWDED).has_errors


def test_a_code_can_be_ignored_or_be_the_only_one_selected(folder: Path) -> None:
    config = folder / "pyproject.toml"
    config.write_text('[tool.brainbug.lint]\nignore = ["BB404"]\n')
    assert report(folder, CROWDED).findings == ()
    config.write_text('[tool.brainbug.lint]\nselect = ["BB2", "BB3"]\n')
    assert report(folder, CROWDED).findings == ()
    config.write_text('[tool.brainbug.lint]\nselect = ["BB4"]\n')
    assert len(report(folder, CROWDED).findings) == 1


@pytest.mark.parametrize("pattern", ["drafts/*", "some.yaml", "*/some.*", "dra*"])
def test_codes_can_be_ignored_for_some_files(folder: Path, pattern: str) -> None:
    (folder / "brainbug.toml").write_text(f'[lint.per-file-ignores]\n"{pattern}" = ["BB404"]\n')
    assert report(folder, CROWDED).findings == ()
    assert len(report(folder, CROWDED, "other.yaml").findings) == 1


def test_the_command_line_overrides_the_configured_lists(folder: Path) -> None:
    config = LintConfig(select=("BB2",), ignore=("BB404",), folder=folder)
    assert not config.wants("BB404")
    assert config.narrowed(["BB4"], []).wants("BB404")
    assert not config.narrowed([], ["BB203"]).wants("BB203")
    assert config.narrowed([], ["BB203"]).wants("BB204")


def test_the_nearest_configuration_applies_and_brainbug_toml_before_pyproject(folder: Path) -> None:
    (folder / "brainbug.toml").write_text('[lint]\nignore = ["BB404"]\n')
    (folder / "drafts" / "pyproject.toml").write_text("[tool.black]\nline-length = 88\n")
    assert ConfigFinder().of(folder / "drafts" / "a.yaml").ignore == ("BB404",)
    (folder / "drafts" / "pyproject.toml").write_text('[tool.brainbug.lint]\nignore = ["BB1"]\n')
    assert ConfigFinder().of(folder / "drafts" / "a.yaml").ignore == ("BB1",)
    (folder / "drafts" / "brainbug.toml").write_text("")
    assert ConfigFinder().of(folder / "drafts" / "a.yaml").ignore == ()


def test_a_configuration_above_a_relative_path_is_found(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "brainbug.toml").write_text('[lint]\nignore = ["BB404"]\n')
    monkeypatch.chdir(folder / "drafts")
    assert ConfigFinder().of(Path("a.yaml")).ignore == ("BB404",)


def test_load_errors_are_always_reported(folder: Path) -> None:
    (folder / "brainbug.toml").write_text('[lint]\nignore = ["BB"]\n')
    assert [finding.code for finding in report(folder, "scenario: [").findings] == ["BB002"]


@pytest.mark.parametrize(
    ("text", "place", "message", "help"),
    [
        ("[lint]\nselct = []\n", "2:1", "unknown setting `selct`", "did you mean `select`?"),
        ("[lint]\nignore = 'BB4'\n", "2:1", "`ignore` is not a list of codes", "write a list"),
        ('[lint]\nignore = [\n  "BB4",\n  "BX2",\n]\n', "4:4", "no code starts with `BX2`", "use one of"),
        ('# why\n[lint]\nseverity = {BB404 = "mild"}\n', "3:13", "'mild' is not a severity", "use error,"),
        ('[lint.severity]\n"BB999" = "info"\n', "2:2", "no code starts with `BB999`", "did you mean"),
        ('[lint]\nseverity = {BB004 = "info"}\n', "2:13", "BB004 keeps a file from loading", "remove it"),
        ('[lint.per-file-ignores]\n"a*" = ["BB777"]\n', "2:10", "no code starts with `BB777`", "did you"),
        ("lint = 3\n", "1:1", "`lint` is not a table", "write `[lint]`"),
        ("[lint]\nseverity = 3\n", "2:1", "`severity` is not a table", "write `severity = {"),
        ("[lint]\nseverity = {BB404 = 0x" + "f" * 9000 + "}\n", "2:13", "a value of type int", "use"),
        ('[lint]\nignore = ["' + "B" * 9000 + '"]\n', "2:12", "no code starts with `BBB", "use one of"),
        ("a = 1\n[lint]\nselect = " + "[" * 3000, "3:1", "TOML syntax: brackets or braces are nested", "rem"),
        ("a = 1\nb = " + "{c=" * 3000, "2:1", "TOML syntax: brackets or braces are nested too deep", "rem"),
        ("a = 1\nb = " + "9" * 5000, "2:5", "TOML syntax: a number has more than 1000 digits", "shorten"),
        ("a = 1\n" + "a . " * 90_000 + "b = 1", "2:1", "TOML syntax: a key has more than 100 parts", "use a"),
        (
            "[lint.per-file-ignores]\n" + "".join(f'"x{n}" = []\n' for n in range(20_000)),
            "1:7", "more than 1000 patterns; there are 20000", "use patterns",
        ),
        ("[lint\n", "1:6", "TOML syntax: ", "check quotes"),
        ("[lint]\nignore = ['BB4'\n", "2:1", "TOML syntax: ", "check quotes"),
    ],
)  # fmt: skip
def test_a_configuration_error_has_a_position_and_help(
    folder: Path, text: str, place: str, message: str, help: str
) -> None:
    (folder / "brainbug.toml").write_text(text)
    with pytest.raises(DataError) as error:
        ConfigFinder().of(folder / "a.yaml")
    (problem,) = error.value.problems
    assert problem.code == "BB021"
    assert str(problem.span) == f"{(folder / 'brainbug.toml').as_posix()}:{place}"
    assert problem.message.startswith(message)
    assert problem.help.startswith(help)


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_an_unreadable_configuration_is_reported(folder: Path) -> None:
    (folder / "brainbug.toml").touch(mode=0)
    with pytest.raises(DataError, match="cannot read the file"):
        ConfigFinder().of(folder / "a.yaml")


def test_a_configuration_that_is_not_utf8_is_reported(folder: Path) -> None:
    (folder / "brainbug.toml").write_bytes(b"[lint]\n# \xff\n")
    with pytest.raises(DataError, match="it is not UTF-8"):
        ConfigFinder().of(folder / "a.yaml")


def test_a_code_can_be_suppressed_for_a_whole_file(folder: Path) -> None:
    excused = "# brainbug: ignore-file[BB404, BB406] a chaotic start\n"
    linted = report(folder, excused + CROWDED.replace("turn: 4, title: Calm", "turn: 44, title: Calm"))
    assert linted.findings == ()
    assert sorted(finding.code for finding in linted.suppressed) == ["BB404", "BB406"]


def test_a_file_suppression_needs_a_reason_and_a_finding(folder: Path) -> None:
    linted = report(folder, "# brainbug: ignore-file[BB404]\n" + CROWDED)
    assert [finding.message for finding in linted.findings if finding.code == "BB020"] == [
        "a suppression needs a reason"
    ]
    linted = report(folder, SOUND + "# brainbug: ignore-file[BB404] who knows\n")
    assert [finding.message for finding in linted.findings] == ["this suppression suppresses nothing"]


def test_a_suppression_is_not_unused_while_its_code_cannot_be_checked(folder: Path) -> None:
    excused = "# brainbug: ignore-file[BB404] a chaotic start\n"
    misspelt = CROWDED.replace("zone: front}", "zone: frnt}")
    assert {finding.code for finding in report(folder, excused + misspelt).findings} == {"BB103"}


def test_a_suppression_inside_a_text_is_ignored(folder: Path) -> None:
    text = 'text: "Nobody # brainbug: ignore[BB404] may call it."'
    linted = report(folder, SOUND.replace("text: Nobody may call it.", text))
    assert linted.findings == ()


@pytest.mark.skipif(os.name != "posix", reason="pipes, devices and links of POSIX")
@pytest.mark.parametrize("name", ["brainbug.toml", "pyproject.toml"])
def test_settings_that_are_no_file_are_one_problem_for_lint_and_editors(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    for create, reason in (
        (lambda: os.mkfifo(path), "it is a named pipe, not a file"),
        (lambda: path.symlink_to("/dev/zero"), "it is a device, not a file"),
        (lambda: path.symlink_to(path), "Too many levels of symbolic links"),
        (lambda: path.mkdir(), "it is a folder, not a file"),
        (lambda: path.write_bytes(b"#" * (MIB + 1)), "it is larger than 1 MiB"),
    ):
        create()
        with pytest.raises(DataError, match=f"cannot read the file: {reason}"):
            ConfigFinder().of(tmp_path / "ship.yaml")
        config, problems = Context().settings(tmp_path / "ship.yaml")
        assert config == LintConfig()
        assert [problem.message for problem in problems] == [f"cannot read the file: {reason}"]
        if path.is_dir():
            path.rmdir()
        else:
            path.unlink()


def test_settings_are_found_however_deep_a_file_is(tmp_path: Path) -> None:
    (tmp_path / "brainbug.toml").write_text('[lint]\nignore = ["BB404"]\n')
    depth = sys.getrecursionlimit() + 10
    assert ConfigFinder().of(tmp_path.joinpath(*"a" * depth, "ship.yaml")).ignore == ("BB404",)


def test_a_configuration_may_begin_with_a_byte_order_mark(folder: Path) -> None:
    (folder / "brainbug.toml").write_text('\ufeff[lint]\nignore = ["BB404"]\n', encoding="utf-8")
    assert ConfigFinder().of(folder / "a.yaml").ignore == ("BB404",)
