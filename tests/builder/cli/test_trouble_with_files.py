"""Files and folders that cannot be used: one clear line, exit code 2, and the old output is unchanged."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from processes import brainbug

SOUND = Path(__file__).resolve().parents[1] / "lint" / "sound-table.yaml"
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="limits, links and modes of POSIX")
# Root can write even if the mode forbids it.
NOT_ROOT = pytest.mark.skipif(
    not hasattr(os, "getuid") or os.getuid() == 0, reason="root can write everywhere"
)


def in_one_line(done: subprocess.CompletedProcess[str], *messages: str) -> None:
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    (line,) = done.stderr.splitlines()
    for words in messages:
        assert words in line


def kit(folder: Path, *more: str | Path, largest: int = 0) -> subprocess.CompletedProcess[str]:
    return brainbug("build", SOUND, "-o", folder, "--only", "briefing", *more, largest=largest)


def everything_in(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("built") / "kit"
    assert kit(folder).returncode == 0
    return folder


@POSIX
@pytest.mark.parametrize("largest", [1, 4096, 20_000])
def test_a_build_over_its_quota_leaves_the_old_kit(tmp_path: Path, built: Path, largest: int) -> None:
    target = tmp_path / "kit"
    shutil.copytree(built, target)
    in_one_line(kit(target, largest=largest), "brainbug: cannot write", "File too large")
    assert everything_in(target) == everything_in(built)
    assert [path.name for path in tmp_path.iterdir()] == ["kit"]


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 200 KB, if one can be mounted."""
    place = tmp_path / "disk"
    place.mkdir()
    if not shutil.which("mount") or sys.platform != "linux":
        pytest.skip("no disk can be mounted here")
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=200k", "none", place], capture_output=True, check=False
    )
    if mounted.returncode != 0:
        pytest.skip("mounting a disk is not permitted here")
    yield place
    subprocess.run(["umount", place], check=True)


@pytest.mark.parametrize(
    "args",
    [
        ["build", SOUND, "-o", "kit"],
        ["print", "bug-hunter", "counters", "-o", "kit"],
        ["export", "all.db", "--to", "sqlite", "--game", "handspan"],
    ],
    ids=lambda args: args[0],
)
def test_a_full_disk_is_reported_and_no_files_remain(small_disk: Path, args: list[str | Path]) -> None:
    in_one_line(brainbug(*args, cwd=small_disk), "full" if args[0] == "export" else "No space left on device")
    assert list(small_disk.iterdir()) == []


def fill_up(disk: Path) -> None:
    number = os.open(disk / "filling", os.O_WRONLY | os.O_CREAT)
    try:
        while os.write(number, b"x" * 4096):
            pass
    except OSError:
        os.close(number)


def test_a_full_disk_does_not_damage_the_scenario_to_fix_or_replace(small_disk: Path) -> None:
    text = SOUND.read_text(encoding="utf-8") + "# brainbug: ignore[BB204] that there is not\n"
    path = small_disk / "ship.yaml"
    path.write_text(text, encoding="utf-8")
    fill_up(small_disk)
    in_one_line(brainbug("lint", "--fix", path), "ship.yaml: No space left on device")
    in_one_line(brainbug("new", "bug-hunter", "ship", "-o", path, "--force"), "No space left on device")
    in_one_line(brainbug("odds", "3d6", "--svg", path, "--force"), "No space left on device")
    in_one_line(brainbug("printer", "calibration", "-o", path, "--force"), "No space left on device")
    in_one_line(brainbug("export", path, "--to", "sqlite", "--force"), "full")
    in_one_line(brainbug("odds", "3d6", "--svg", small_disk / "ship.svg"), "No space left on device")
    in_one_line(brainbug("supplement", "new", "bug-hunter", "-o", small_disk / "form"), "No space left")
    assert path.read_text(encoding="utf-8") == text
    assert sorted(each.name for each in small_disk.iterdir()) == ["filling", "ship.yaml"]


OUTPUTS: dict[str, list[str]] = {
    "odds": ["odds", "3d6", "--svg", "FILE"],
    "calibration": ["printer", "calibration", "-o", "FILE"],
    "new": ["new", "bug-hunter", "ship", "-o", "FILE"],
    "form": ["supplement", "new", "bug-hunter", "-o", "FILE"],
    "export": ["export", "FILE", "--to", "sqlite", "--game", "handspan"],
}


@POSIX
@pytest.mark.parametrize("command", OUTPUTS)
def test_a_file_of_somebody_else_is_replaced_only_by_force(tmp_path: Path, command: str) -> None:
    def run(name: str, *more: str) -> subprocess.CompletedProcess[str]:
        return brainbug(*(word.replace("FILE", name) for word in OUTPUTS[command]), *more, cwd=tmp_path)

    (tmp_path / "mine").write_text("mine", encoding="utf-8")
    (tmp_path / "other-name").hardlink_to(tmp_path / "mine")
    (tmp_path / "loop").symlink_to("loop")
    os.mkfifo(tmp_path / "pipe")
    in_one_line(run("mine"), "mine ", "use --force to replace it")
    in_one_line(run("loop"), "cannot write loop: it is a link that leads to itself")
    in_one_line(run("pipe"), "cannot write pipe: no program reads from this pipe")
    assert (tmp_path / "other-name").read_text(encoding="utf-8") == "mine"
    assert run("mine", "--force").returncode == 0
    assert (tmp_path / "other-name").samefile(tmp_path / "mine")
    assert (tmp_path / "mine").stat().st_size > 1000
    assert {path.name for path in tmp_path.iterdir()} == {"loop", "mine", "other-name", "pipe"}


@POSIX
def test_a_fixed_scenario_keeps_its_other_names(tmp_path: Path) -> None:
    text = SOUND.read_text(encoding="utf-8") + "# brainbug: ignore[BB204] that there is not\n"
    (tmp_path / "ship.yaml").write_text(text, encoding="utf-8")
    (tmp_path / "other-name").hardlink_to(tmp_path / "ship.yaml")
    assert brainbug("lint", "--fix", tmp_path / "ship.yaml").returncode == 0
    assert (tmp_path / "other-name").samefile(tmp_path / "ship.yaml")
    assert (tmp_path / "other-name").read_text(encoding="utf-8") != text


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["build", SOUND, "-o", SOUND], "is a file; give a folder with -o"),
        (["build", SOUND, "-o", SOUND / "kit"], "cannot write next to"),
        (["build", "none.yaml", "-o", "kit"], "file not found: none.yaml"),
        (["print", "handspan", "charts", "-o", SOUND / "kit"], "cannot write next to"),
        (["export", SOUND / "all.db", "--to", "sqlite"], "cannot "),
        (["odds", "3d6", "--svg", SOUND / "chart.svg"], "cannot "),
        (["odds", "3d6", "--svg", "."], "is a folder; give the name of a file"),
        (["new", "bug-hunter", "ship", "-o", SOUND / "ship.yaml"], "cannot "),
        (["supplement", "new", "bug-hunter", "-o", SOUND / "form.yaml"], "cannot write"),
        (["lint", SOUND / "ship.yaml"], "file not found"),
        (["build", SOUND, "-o", "x" * 300], "File name too long"),
    ],
)
def test_a_place_that_cannot_be_written_is_named(
    tmp_path: Path, args: list[str | Path], message: str
) -> None:
    in_one_line(brainbug(*args, cwd=tmp_path), message)


@NOT_ROOT
def test_a_read_only_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "closed").mkdir(mode=0o500)
    in_one_line(kit(tmp_path / "closed" / "kit"), "cannot write next to", "Permission denied")


@POSIX
def test_a_symlinked_output_folder_is_replaced_at_its_target(tmp_path: Path, built: Path) -> None:
    shutil.copytree(built, tmp_path / "real" / "kit")
    link = tmp_path / "kit"
    link.symlink_to(tmp_path / "real" / "kit", target_is_directory=True)
    assert kit(link, "--paper", "letter").returncode == 0
    assert link.is_symlink()
    assert everything_in(tmp_path / "real" / "kit") != everything_in(built)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["kit", "real"]


@POSIX
def test_a_dangling_symlink_gets_its_folder(tmp_path: Path) -> None:
    link = tmp_path / "kit"
    link.symlink_to(tmp_path / "later", target_is_directory=True)
    assert kit(link).returncode == 0
    assert (tmp_path / "later" / "manifest.json").is_file()


@pytest.mark.parametrize(
    "name", ["two words", "Größe – 船 🐛", "it's #1; a&b (copy)", "-o", "per%20cent $HOME"]
)
def test_files_and_folders_can_have_any_name(tmp_path: Path, built: Path, name: str) -> None:
    folder = tmp_path / name
    folder.mkdir()
    scenario = folder / f"{name}.yaml"
    scenario.write_bytes(SOUND.read_bytes())
    assert brainbug("lint", folder).returncode == 0
    done = brainbug("build", scenario, "-o", folder / name, "--only", "briefing")
    assert (done.returncode, done.stderr) == (0, "")
    assert everything_in(folder / name) == everything_in(built)


def test_other_files_can_have_any_name(tmp_path: Path) -> None:
    name = tmp_path / "Größe – 船 🐛 #1"
    for args in (
        ["export", f"{name}.db", "--to", "sqlite", "--game", "handspan"],
        ["odds", "3d6", "--svg", f"{name}.svg"],
        ["new", "bug-hunter", "ship", "-o", f"{name}.yaml"],
        ["supplement", "new", "bug-hunter", "-o", f"{name}.form.yaml"],
    ):
        assert brainbug(*args).returncode == 0
    assert len(list(tmp_path.iterdir())) == 4


def test_paths_can_be_long(tmp_path: Path, built: Path) -> None:
    folder = tmp_path.joinpath(*["a-folder-of-a-long-name-in-another"] * 12)
    assert len(str(folder)) > 400
    assert kit(folder / ("k" * 200)).returncode == 0
    assert everything_in(folder / ("k" * 200)) == everything_in(built)


def test_written_files_have_the_same_line_ends_everywhere(built: Path) -> None:
    for name, data in everything_in(built).items():
        if not name.endswith(".pdf"):
            assert b"\r" not in data
            assert data.endswith(b"\n")


def test_file_names_are_distinct_on_every_system(built: Path) -> None:
    """Some systems ignore case; Windows reserves a few names for devices, and does not allow colons."""
    devices = {
        "con",
        "prn",
        "aux",
        "nul",
        *(f"{port}{number}" for port in ("com", "lpt") for number in range(10)),
    }
    root = Path(__file__).resolve().parents[3]
    shipped = [
        path for part in ("rulesdb", "builder", "schemas", "scenarios") for path in (root / part).rglob("*")
    ]
    places = [path.relative_to(root).as_posix() for path in shipped] + list(everything_in(built))
    assert len({place.casefold() for place in places}) == len(places)
    for place in places:
        for part in place.split("/"):
            assert part.partition(".")[0].casefold() not in devices
            assert not set('<>:"|?*\\') & set(part)
            assert not part.endswith((" ", "."))


def test_a_site_is_not_built_into_a_folder_with_other_files(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "conf.py").touch()
    (tmp_path / "web").mkdir()
    (tmp_path / "web" / "index.html").write_text("mine", encoding="utf-8")
    args = ("docs", "build", "--source", tmp_path / "docs", "-o")
    for folder in (tmp_path / "web", tmp_path / "web" / "index.html"):
        in_one_line(
            brainbug(*args, folder),
            "contains files that are not from a site; use an empty folder, or --force",
        )
    assert (tmp_path / "web" / "index.html").read_text(encoding="utf-8") == "mine"


IN_NO_FOLDER = """
import os, sys, tempfile
os.chdir(tempfile.mkdtemp())
os.rmdir(os.getcwd())
from builder.cli.main import main
main()
"""


@POSIX
def test_a_deleted_current_folder_matters_only_to_what_is_in_it(tmp_path: Path) -> None:
    def run(*args: str | Path) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", IN_NO_FOLDER, *args]
        return subprocess.run(command, capture_output=True, encoding="utf-8", check=False)

    done = run("print", "handspan", "charts", "--png", "-o", tmp_path / "aids")
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "aids" / "manifest.json").is_file()
    in_one_line(run("print", "handspan", "charts", "-o", "aids"), "the current folder: No such file")
