"""The output folder is either the old one or the new one, never a mixture."""

from __future__ import annotations

import errno
import hashlib
import json
import multiprocessing
import os
import signal
import sys
from pathlib import Path

import pytest
from soak import every, times

from builder.press.kit.folder import put_in_place, replaced_folder, swap_folders
from builder.press.kit.manifest import MANIFEST, find_obstacle
from rulesdb.files.beside import sweep
from rulesdb.files.writing import OutputError

POSIX = pytest.mark.skipif(os.name != "posix", reason="signals and locks of POSIX")


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def fill(folder: Path, content: str) -> None:
    """The files of a build: two files and the manifest that lists them."""
    (folder / "svg").mkdir()
    digest = hashlib.sha256(content.encode()).hexdigest()
    listed = [{"path": path, "sha256": digest, "bytes": len(content)} for path in ("svg/page.svg", "kit.pdf")]
    for item in listed:
        (folder / str(item["path"])).write_text(content)
    (folder / MANIFEST).write_text(json.dumps({"generator": "brainbug 1", "title": content, "files": listed}))


def build(target: Path, content: str, *, force: bool = False) -> None:
    with replaced_folder(target, force=force) as folder:
        fill(folder, content)


def what_is_in(target: Path) -> set[str]:
    """The contents of the files, including the manifest's title: a single one if the folder is consistent."""
    title = json.loads((target / MANIFEST).read_text())["title"]
    return {title, (target / "svg" / "page.svg").read_text(), (target / "kit.pdf").read_text()}


def test_a_new_folder_appears_whole(tmp_path: Path) -> None:
    target = tmp_path / "kit"
    with replaced_folder(target) as folder:
        fill(folder, "new")
        assert not target.exists()
    assert what_is_in(target) == {"new"}
    assert names(tmp_path) == {"kit"}


def test_an_interrupted_build_leaves_the_old_output_intact(tmp_path: Path) -> None:
    target = tmp_path / "kit"
    build(target, "old")

    def interrupted_build() -> None:
        with replaced_folder(target) as folder:
            fill(folder, "new")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted_build()
    assert what_is_in(target) == {"old"}
    assert names(tmp_path) == {"kit"}


def test_a_second_build_replaces_the_first_and_leaves_no_other_files(tmp_path: Path) -> None:
    target = tmp_path / "kit"
    for content in ("first", "second"):
        build(target, content)
    assert what_is_in(target) == {"second"}
    assert names(tmp_path) == {"kit"}


def test_a_full_disk_is_reported_and_leaves_the_old_output(tmp_path: Path) -> None:
    target = tmp_path / "kit"
    build(target, "old")

    def build_until_the_disk_is_full() -> None:
        with replaced_folder(target) as folder:
            (folder / "kit.pdf").write_text("half")
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with pytest.raises(OutputError, match="kit: No space left on device"):
        build_until_the_disk_is_full()
    assert what_is_in(target) == {"old"}
    assert names(tmp_path) == {"kit"}


@POSIX
@pytest.mark.soak
@pytest.mark.parametrize("is_there", every(times(2, 1), [True, False]))
def test_a_build_killed_at_any_step_leaves_the_old_or_the_new_folder(tmp_path: Path, is_there: bool) -> None:
    """The build is killed at its first system call, then at its second, and so on until it survives."""
    target = tmp_path / "kit"
    outcomes = []
    for step in range(1, 200):
        if is_there:
            build(target, "old")
        died = in_a_process_that_dies_at(step, target)
        outcomes.append(what_is_in(target) if target.exists() else set())
        if not died:
            break
        sweep(target)
        assert names(tmp_path) == ({"kit"} if target.exists() else set())
        if not is_there and target.exists():
            build(target, "new")
            break
    assert outcomes[0] == ({"old"} if is_there else set())
    assert outcomes[-1] == {"new"}
    assert all(contents in ({"old"}, {"new"}) for contents in outcomes if is_there or contents)
    assert len(outcomes) > 10


def in_a_process_that_dies_at(step: int, target: Path) -> bool:
    """Build in a copy of this process, which is killed at its system call number ``step``."""
    child = os.fork()
    if child == 0:
        left = step

        def count(event: str, _: object) -> None:
            nonlocal left
            if event.startswith(("os.", "open", "shutil.", "ctypes.", "fcntl.")):
                left -= 1
                if left == 0:
                    os.kill(os.getpid(), signal.SIGKILL)

        sys.addaudithook(count)
        try:
            build(target, "new")
        finally:
            os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status)


def _build_often(target: Path, content: str) -> None:
    for _ in range(30):
        build(target, content)


@POSIX
def test_concurrent_builds_do_not_disturb_each_other_or_readers(tmp_path: Path) -> None:
    target = tmp_path / "kit"
    build(target, "a")
    context = multiprocessing.get_context("fork")
    builders = [context.Process(target=_build_often, args=(target, content)) for content in "abc"]
    for builder in builders:
        builder.start()
    while any(builder.is_alive() for builder in builders):
        assert target.is_dir()
    for builder in builders:
        builder.join()
    assert [builder.exitcode for builder in builders] == [0, 0, 0]
    assert len(what_is_in(target)) == 1
    assert names(tmp_path) == {"kit"}


def test_without_atomic_exchange_the_old_folder_is_moved_aside(tmp_path: Path) -> None:
    target, fresh = tmp_path / "kit", tmp_path / "fresh"
    for folder, content in ((target, "old"), (fresh, "new")):
        folder.mkdir()
        fill(folder, content)
    put_in_place(fresh, target, at_once=False)
    assert what_is_in(target) == {"new"}
    assert names(tmp_path) == {"kit"}


def test_a_folder_moved_aside_by_a_killed_build_is_restored(tmp_path: Path) -> None:
    target = tmp_path / "kit"
    with replaced_folder(target) as folder:
        fill(folder, "old")
        hidden = folder.name
    target.rename(tmp_path / f"{hidden}.old")
    sweep(target)
    assert what_is_in(target) == {"old"}
    assert names(tmp_path) == {"kit"}


def test_two_folders_can_be_exchanged(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    for folder, content in ((one, "1"), (other, "2")):
        folder.mkdir()
        fill(folder, content)
    if not swap_folders(one, other):
        pytest.skip("this system cannot swap two folders in one step")
    assert (what_is_in(one), what_is_in(other)) == ({"2"}, {"1"})
    with pytest.raises(FileNotFoundError):
        swap_folders(one, tmp_path / "none")


@pytest.mark.parametrize("manifest", [None, "{}", "no json", '{"generator": "webpack", "files": []}'])
def test_a_folder_that_is_not_from_a_build_is_not_touched(tmp_path: Path, manifest: str | None) -> None:
    (tmp_path / "diary.txt").write_text("mine")
    if manifest is not None:
        (tmp_path / MANIFEST).write_text(manifest)
    before = names(tmp_path)
    with pytest.raises(OutputError, match="not from a brainbug build"), replaced_folder(tmp_path):
        pass
    assert names(tmp_path) == before


def test_a_users_file_inside_a_build_is_not_lost(tmp_path: Path) -> None:
    target = tmp_path / "kit"
    build(target, "old")
    (target / "svg" / "notes.txt").write_text("mine")
    with pytest.raises(OutputError, match=r"contains svg/notes.txt, which is not from a build"):
        build(target, "new")
    (target / "svg" / "notes.txt").rename(target / ".DS_Store")
    build(target, "new")
    assert what_is_in(target) == {"new"}


def manifest_of(*listed: object) -> str:
    return json.dumps({"generator": "brainbug 1", "files": listed})


def listed_file(name: str, changes: dict[str, object]) -> dict[str, object]:
    return {"path": name, "sha256": hashlib.sha256(b"mine").hexdigest(), "bytes": 4, **changes}


@pytest.mark.parametrize("name", ["diary.txt", "svg/page.svg", ".git/config"])
@pytest.mark.parametrize(
    "change",
    [
        {"sha256": "0" * 64},
        {"sha256": None},
        {"bytes": 10**30},
        {"bytes": -1},
        {"bytes": "4"},
        {"path": None},
        {},
    ],
    ids=str,
)
def test_a_manifest_of_somebody_else_deletes_nothing(
    tmp_path: Path, name: str, change: dict[str, object]
) -> None:
    """Only drawings with the right checksum count as built, whatever a manifest claims."""
    target = tmp_path / "mine"
    (target / name).parent.mkdir(parents=True)
    (target / name).write_text("mine")
    (target / MANIFEST).write_text(manifest_of(listed_file(name, change)))
    is_a_build = not change and name.endswith(".svg")
    if is_a_build:
        build(target, "new")
        return
    with pytest.raises(OutputError, match=r"not from a brainbug build|was changed after it was built"):
        build(target, "new")
    assert (target / name).read_text() == "mine"


@pytest.mark.parametrize("content", ["edited", "ol", "older"])
def test_an_edited_sheet_is_replaced_only_by_force(tmp_path: Path, content: str) -> None:
    target = tmp_path / "kit"
    build(target, "old")
    (target / "svg" / "page.svg").write_text(content)
    with pytest.raises(OutputError, match=r"contains svg/page.svg, which was changed after it was built"):
        build(target, "new")
    assert (target / "svg" / "page.svg").read_text() == content
    (target / "notes.txt").write_text("mine")
    with pytest.raises(OutputError, match=r"contains notes.txt, which is not from a build"):
        build(target, "new", force=True)
    (target / "notes.txt").unlink()
    build(target, "new", force=True)
    assert what_is_in(target) == {"new"}


def test_a_sheet_that_is_edited_during_a_build_is_not_lost(tmp_path: Path) -> None:
    target = tmp_path / "kit"
    build(target, "old")

    def build_during_an_edit() -> None:
        with replaced_folder(target) as folder:
            fill(folder, "new")
            (target / "kit.pdf").write_text("edited")

    with pytest.raises(OutputError, match=r"contains kit.pdf, which was changed after it was built"):
        build_during_an_edit()
    assert (target / "kit.pdf").read_text() == "edited"


@POSIX
def test_links_in_place_of_built_files_are_foreign(tmp_path: Path) -> None:
    target = tmp_path / "kit"
    build(target, "old")
    (target / "kit.pdf").rename(tmp_path / "kit.pdf")
    (target / "kit.pdf").symlink_to(tmp_path / "kit.pdf")
    with pytest.raises(OutputError, match=r"contains kit.pdf, which is not from a build"):
        build(target, "new")


def test_a_large_foreign_folder_is_not_searched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first foreign file is enough; `build -o /` would otherwise walk through the whole disk."""
    for number in range(30):
        (tmp_path / "target" / f"a{number}" / "below").mkdir(parents=True)
    looked_at: list[object] = []
    original = os.scandir

    def scandir(path: Path) -> object:
        looked_at.append(path)
        return original(path)

    monkeypatch.setattr(os, "scandir", scandir)
    obstacle = find_obstacle(tmp_path / "target", None, edited=True)
    assert obstacle is not None
    assert obstacle.path == "a0/"
    assert len(looked_at) == 2


def test_a_file_is_not_overwritten(tmp_path: Path) -> None:
    target = tmp_path / "kit"
    target.write_text("mine")
    with pytest.raises(OutputError, match="is a file"), replaced_folder(target):
        pass
    assert target.read_text() == "mine"
    with pytest.raises(OutputError, match="cannot write next to"), replaced_folder(target / "inside"):
        pass


@POSIX
def test_a_link_to_itself_and_a_pipe_are_named(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    os.mkfifo(tmp_path / "pipe")
    for name, message in (
        ("loop", "a link that leads to itself"),
        ("pipe", "is a named pipe; give a folder"),
    ):
        with pytest.raises(OutputError, match=message):
            build(tmp_path / name, "new")
    assert names(tmp_path) == {"loop", "pipe"}


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root can write everywhere")
def test_a_read_only_folder_is_not_changed(tmp_path: Path) -> None:
    target = tmp_path / "kit"
    build(target, "old")
    target.chmod(0o555)
    with pytest.raises(OutputError, match="is read-only"):
        build(target, "new")
    target.chmod(0o755)
    tmp_path.chmod(0o555)
    with pytest.raises(OutputError, match="cannot write next to"):
        build(target, "new")
    tmp_path.chmod(0o755)
    assert what_is_in(target) == {"old"}


def test_a_symlink_to_a_build_stays_a_symlink(tmp_path: Path) -> None:
    real, link = tmp_path / "real", tmp_path / "link"
    build(real, "old")
    link.symlink_to(real)
    build(link, "new")
    assert link.is_symlink()
    assert what_is_in(real) == {"new"}
    assert names(tmp_path) == {"real", "link"}


@pytest.mark.parametrize("name", ["two words", "Käfer-狩り", "-o", "x" * 250])
def test_a_folder_can_have_any_name(tmp_path: Path, name: str) -> None:
    for content in ("old", "new"):
        build(tmp_path / name, content)
    assert what_is_in(tmp_path / name) == {"new"}
    assert names(tmp_path) == {name}
