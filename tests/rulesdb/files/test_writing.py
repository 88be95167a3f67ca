"""A file is written completely or not at all, and never replaces a foreign file."""

from __future__ import annotations

import errno
import inspect
import os
import signal
import stat
import sys
import threading
from pathlib import Path

import pytest

from rulesdb.files.beside import flush, make_folders
from rulesdb.files.writing import OutputError, replaced_file, write_file

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="pipes, links and modes of POSIX")
FULL = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture
def target(tmp_path: Path) -> Path:
    path = tmp_path / "file"
    path.write_text("old", encoding="utf-8")
    return path


def test_a_new_file_is_written_with_its_folders(tmp_path: Path) -> None:
    write_file(tmp_path / "a" / "b" / "file", "Größe\n")
    assert (tmp_path / "a" / "b" / "file").read_bytes() == "Größe\n".encode()
    assert names(tmp_path / "a" / "b") == ["file"]


def test_an_existing_file_is_replaced_only_by_force(target: Path) -> None:
    with pytest.raises(OutputError, match="file already exists; give another name, or use --force"):
        write_file(target, "new")
    assert target.read_text(encoding="utf-8") == "old"
    write_file(target, "new", force=True)
    assert target.read_text(encoding="utf-8") == "new"
    assert names(target.parent) == ["file"]


@pytest.mark.parametrize("content", ["ol", "olD", "old and more"])
def test_only_the_same_contents_are_no_reason_to_refuse(target: Path, content: str) -> None:
    write_file(target, "old")
    with pytest.raises(OutputError, match="already exists"):
        write_file(target, content)


def test_a_file_that_appears_during_the_work_is_not_replaced(tmp_path: Path) -> None:
    def write_while_another_program_does() -> None:
        with replaced_file(tmp_path / "file") as fresh:
            fresh.write_text("new", encoding="utf-8")
            (tmp_path / "file").write_text("mine", encoding="utf-8")

    with pytest.raises(OutputError, match="already exists"):
        write_while_another_program_does()
    assert (tmp_path / "file").read_text(encoding="utf-8") == "mine"
    assert names(tmp_path) == ["file"]


def test_of_two_new_files_at_once_the_first_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    original = Path.hardlink_to

    def another_program_is_faster(path: Path, fresh: Path) -> None:
        path.write_text("mine", encoding="utf-8")
        original(path, fresh)

    monkeypatch.setattr(Path, "hardlink_to", another_program_is_faster)
    with pytest.raises(OutputError, match=r"cannot write .*: File exists"):
        write_file(tmp_path / "file", "new")
    assert (tmp_path / "file").read_text(encoding="utf-8") == "mine"
    assert names(tmp_path) == ["file"]


def test_a_disk_without_hard_links_is_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_links(path: Path, fresh: Path) -> None:
        raise OSError(errno.EPERM, os.strerror(errno.EPERM))

    monkeypatch.setattr(Path, "hardlink_to", no_links)
    write_file(tmp_path / "file", "new")
    assert (tmp_path / "file").read_text(encoding="utf-8") == "new"
    assert names(tmp_path) == ["file"]


@POSIX
def test_permissions_are_kept(target: Path) -> None:
    target.chmod(0o640)
    write_file(target, "new", force=True)
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    write_file(target.with_name("other"), "new")
    mask = os.umask(0)
    os.umask(mask)
    assert stat.S_IMODE(target.with_name("other").stat().st_mode) == 0o666 & ~mask


@POSIX
@pytest.mark.parametrize("content", ["new", "n", "a new and longer text"])
def test_hard_links_are_kept(target: Path, content: str) -> None:
    other = target.with_name("other")
    other.hardlink_to(target)
    write_file(target, content, force=True)
    assert other.read_text(encoding="utf-8") == content
    assert target.samefile(other)
    assert names(target.parent) == ["file", "other"]


@POSIX
@pytest.mark.parametrize("step", ["posix_fallocate", "write", "ftruncate"])
def test_a_full_disk_leaves_the_old_contents_of_hard_links(
    target: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    other = target.with_name("other")
    other.hardlink_to(target)
    original = getattr(os, step)
    calls = []

    def fail_once(*args: object) -> object:
        if not calls:
            calls.append(args)
            raise FULL
        return original(*args)

    monkeypatch.setattr(os, step, fail_once)
    with pytest.raises(OutputError, match=r"cannot write .*: No space left on device"):
        write_file(target, "a new and longer text", force=True)
    assert other.read_text(encoding="utf-8") == "old"
    assert names(target.parent) == ["file", "other"]


@POSIX
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_waits_until_all_names_of_a_file_have_its_new_contents(target: Path, number: int) -> None:
    other = target.with_name("other")
    other.hardlink_to(target)
    child = os.fork()
    if child == 0:
        original = os.write

        def write_a_part(descriptor: int, content: memoryview) -> int:
            written = original(descriptor, content[:3])
            os.kill(os.getpid(), number)
            return written

        os.write = write_a_part
        signal.signal(number, signal.SIG_DFL)
        write_file(target, "a new and longer text", force=True)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    assert os.WTERMSIG(status) == number
    assert other.read_text(encoding="utf-8") == "a new and longer text"


@POSIX
def test_a_symlink_stays_and_its_target_is_replaced(target: Path) -> None:
    link = target.with_name("link")
    link.symlink_to("file")
    with pytest.raises(OutputError, match="link already exists"):
        write_file(link, "new")
    write_file(link, "new", force=True)
    assert link.is_symlink()
    assert target.read_text(encoding="utf-8") == "new"


@POSIX
def test_a_link_to_itself_is_refused(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    for force in (False, True):
        with pytest.raises(OutputError, match="it is a link that leads to itself"):
            write_file(tmp_path / "loop", "new", force=force)
    assert names(tmp_path) == ["loop"]


def test_a_folder_is_never_replaced(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="is a folder; give the name of a file"):
        write_file(tmp_path, "new", force=True)


@POSIX
def test_a_pipe_without_a_reader_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OutputError, match="pipe: no program reads from this pipe"):
        write_file(tmp_path / "pipe", "new")


@POSIX
@pytest.mark.parametrize("through_a_link", [False, True])
def test_a_pipe_gets_what_is_written_and_stays_a_pipe(tmp_path: Path, through_a_link: bool) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    target = pipe
    if through_a_link:
        target = tmp_path / "link"
        target.symlink_to(pipe)
    # More than fits into a pipe, so that the writer has to wait for the reader.
    content = os.urandom(300_000)
    received: list[bytes] = []
    reader = threading.Thread(target=lambda: received.append(pipe.read_bytes()))
    held_open = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    reader.start()
    with replaced_file(target) as fresh:
        fresh.write_bytes(content)
    reader.join(timeout=20)
    os.close(held_open)
    assert received == [content]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_a_device_that_is_full_is_reported() -> None:
    with pytest.raises(OutputError, match="cannot write /dev/full: No space left on device"):
        write_file(Path("/dev/full"), "new")


@POSIX
def test_what_a_killed_writer_left_is_removed_by_the_next(target: Path) -> None:
    child = os.fork()
    if child == 0:
        with replaced_file(target, force=True):
            os.kill(os.getpid(), 9)
    os.waitpid(child, 0)
    assert len(names(target.parent)) == 2
    write_file(target, "new", force=True)
    assert names(target.parent) == ["file"]


@POSIX
def test_the_journal_of_a_running_writer_stays(target: Path) -> None:
    with replaced_file(target, force=True) as fresh:
        journal = fresh.with_name(f"{fresh.name}-journal")
        journal.touch()
        write_file(target, "of another writer", force=True)
        assert journal.exists()
    assert names(target.parent) == [journal.name, "file"]
    write_file(target, "new", force=True)
    assert names(target.parent) == ["file"]


@POSIX
def test_a_pipe_among_the_leftovers_is_not_waited_for(target: Path) -> None:
    with replaced_file(target, force=True) as fresh:
        name = fresh.name
    os.mkfifo(target.with_name(name))
    write_file(target, "new", force=True)
    assert target.read_text(encoding="utf-8") == "new"


def test_folders_are_made_however_deep(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack()) + 100)
    try:
        make_folders(Path(*"a" * 300))
    finally:
        sys.setrecursionlimit(limit)
    assert Path(*"a" * 300).is_dir()


@POSIX
@pytest.mark.parametrize(
    ("number", "is_error"), [(errno.EIO, True), (errno.ENOSPC, True), (errno.EINVAL, False)]
)
def test_an_error_that_the_disk_reports_late_keeps_the_old_file(
    target: Path, monkeypatch: pytest.MonkeyPatch, number: int, is_error: bool
) -> None:
    def fsync(descriptor: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", fsync)
    flush(target.parent)
    if is_error:
        with pytest.raises(OutputError, match=os.strerror(number)):
            write_file(target, "new", force=True)
    else:
        write_file(target, "new", force=True)
    assert target.read_text(encoding="utf-8") == ("old" if is_error else "new")
    assert names(target.parent) == ["file"]


def test_a_name_can_be_as_long_as_the_system_allows(tmp_path: Path) -> None:
    for _ in range(2):
        write_file(tmp_path / ("x" * 255), "new")
    assert names(tmp_path) == ["x" * 255]
