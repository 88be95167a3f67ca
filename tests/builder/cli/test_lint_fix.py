"""`brainbug lint --fix` and `--diff`: the files, output and exit codes."""

from __future__ import annotations

import json
import stat
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from builder.cli.lint import lint
from builder.cli.main import main

SOUND = (Path(__file__).parents[1] / "lint" / "sound.yaml").read_text(encoding="utf-8")
MISSPELT = SOUND.replace("machinery:", "machinry:")
NO_DUMMIES = SOUND.replace("    dummies: 1\n", "")


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return Path("some.yaml")


def run(*args: str) -> Result:
    return CliRunner().invoke(lint, args)


def test_fix_writes_the_file_and_lists_the_fixes(path: Path) -> None:
    path.write_text(MISSPELT, encoding="utf-8")
    done = run("--fix", "some.yaml")
    assert done.output == "some.yaml:30:7: BB004 fixed: write `machinery`\nclean in 1 file\n"
    assert done.exit_code == 0
    assert path.read_text(encoding="utf-8") == SOUND
    assert run("--fix", "some.yaml").output == "clean in 1 file\n"


def test_unsafe_fixes_require_the_option(path: Path) -> None:
    path.write_text(NO_DUMMIES, encoding="utf-8")
    done = run("--fix", "some.yaml")
    assert done.exit_code == 1
    assert "fix:  add `dummies: 0` (--fix --unsafe)" in done.output
    assert path.read_text(encoding="utf-8") == NO_DUMMIES
    assert run("--fix", "--unsafe", "some.yaml").exit_code == 0
    assert path.read_text(encoding="utf-8") == SOUND.replace("dummies: 1", "dummies: 0")


def test_diff_shows_the_change_and_writes_nothing(path: Path) -> None:
    path.write_text(MISSPELT, encoding="utf-8")
    done = run("--diff", "some.yaml")
    assert done.stdout.splitlines()[:3] == ["--- a/some.yaml", "+++ b/some.yaml", "@@ -27,7 +27,7 @@"]
    assert '-      machinry: {obstructing: "0203"}\n+      machinery: {obstructing: "0203"}\n' in done.stdout
    assert done.exit_code == 1
    assert path.read_text(encoding="utf-8") == MISSPELT


def test_harmful_fixes_are_skipped_and_reported(path: Path) -> None:
    text = MISSPELT.replace('{obstructing: "0203"}', "{obstructing: many}")
    path.write_text(text, encoding="utf-8")
    done = run("--fix", "some.yaml", "--format", "concise")
    assert "BB004 not fixed, because that would cause other findings: write `machinery`" in done.output
    assert path.read_text(encoding="utf-8") == text


def test_a_byte_order_mark_line_ends_and_permissions_are_kept(path: Path) -> None:
    raw = b"\xef\xbb\xbf" + MISSPELT.replace("\n", "\r\n").encode()
    path.write_bytes(raw)
    path.chmod(0o640)
    assert run("--fix", "some.yaml").exit_code == 0
    assert path.read_bytes() == raw.replace(b"machinry", b"machinery")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert [item.name for item in Path().iterdir()] == ["some.yaml"]


@pytest.mark.skipif(sys.platform == "win32", reason="needs symbolic links")
def test_a_symlink_stays_a_symlink(path: Path) -> None:
    Path("real.yaml").write_text(MISSPELT, encoding="utf-8")
    path.symlink_to("real.yaml")
    assert run("--fix", "some.yaml").exit_code == 0
    assert path.is_symlink()
    assert Path("real.yaml").read_text(encoding="utf-8") == SOUND


def test_a_file_without_fixes_is_not_touched(path: Path) -> None:
    path.write_text(SOUND, encoding="utf-8")
    before = path.stat()
    assert run("--fix", "--unsafe", "some.yaml").exit_code == 0
    assert path.stat().st_mtime_ns == before.st_mtime_ns
    assert path.stat().st_ino == before.st_ino


def test_with_fix_json_stays_json(path: Path) -> None:
    path.write_text(MISSPELT, encoding="utf-8")
    done = run("--fix", "--format", "json", "some.yaml")
    assert json.loads(done.stdout)["files"][0]["findings"] == []
    assert "fixed:" in done.stderr


def test_unsafe_alone_is_an_error(path: Path) -> None:
    path.write_text(SOUND, encoding="utf-8")
    done = run("--unsafe", "some.yaml")
    assert done.exit_code == 2
    assert "--unsafe requires --fix or --diff" in done.output


def test_a_configuration_applies_unless_it_is_ignored(path: Path) -> None:
    path.write_text(SOUND.replace("count: 2", "count: 12"), encoding="utf-8")
    assert run("some.yaml").exit_code == 1
    Path("brainbug.toml").write_text('[lint]\nseverity = {BB404 = "info"}\n', encoding="utf-8")
    assert run("some.yaml").exit_code == 0
    assert run("--no-config", "some.yaml").exit_code == 1


def test_a_bad_configuration_is_one_message_with_its_position(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path.write_text(SOUND, encoding="utf-8")
    Path("brainbug.toml").write_text('[lint]\nignore = ["BX"]\n', encoding="utf-8")
    with pytest.raises(SystemExit) as ended:
        main(["lint", "some.yaml"])
    errors = capsys.readouterr().err
    assert ended.value.code == 2
    assert "brainbug.toml:2:12: BB021 no code starts with `BX`" in errors
    assert "Traceback" not in errors


def test_a_file_that_changed_in_the_meantime_is_not_overwritten(tmp_path: Path) -> None:
    from builder.lint.rewriting import rewrite_file
    from rulesdb import BrainbugError

    path = tmp_path / "a.yaml"
    path.write_text("new", encoding="utf-8")
    with pytest.raises(BrainbugError, match="changed by another program"):
        rewrite_file(path, "old", "fixed")
    assert path.read_text(encoding="utf-8") == "new"
