"""Reading ends at once, or after a stated number of bytes, whatever is at a path."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

import pytest

from rulesdb import InputError
from rulesdb.files.reading import MIB, read_file, require_file

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="pipes and links of POSIX")


@pytest.mark.parametrize("size", [0, 1, 4095, 4096, 100_000, MIB - 1, MIB])
def test_a_file_up_to_the_limit_is_read_whole(tmp_path: Path, size: int) -> None:
    path = tmp_path / "file"
    path.write_bytes(os.urandom(size))
    assert read_file(path, MIB) == path.read_bytes()


@pytest.mark.parametrize("size", [MIB + 1, 1 << 36])
def test_a_larger_file_is_refused(tmp_path: Path, size: int) -> None:
    path = tmp_path / "file"
    path.touch()
    os.truncate(path, size)
    with pytest.raises(OSError, match="it is larger than 1 MiB") as refused:
        read_file(path, MIB)
    assert refused.value.errno == errno.EFBIG


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="there is no /proc here")
def test_a_file_that_states_no_size_is_read(tmp_path: Path) -> None:
    assert b"VmRSS" in read_file(Path("/proc/self/status"), MIB)


@POSIX
def test_what_is_no_file_is_named_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "endless").symlink_to("/dev/zero")
    for path, reason in (
        (tmp_path / "pipe", "it is a named pipe, not a file"),
        (tmp_path / "endless", "it is a device, not a file"),
        (tmp_path, "it is a folder, not a file"),
    ):
        with pytest.raises(OSError, match=reason):
            read_file(path, MIB)
        with pytest.raises(InputError, match=f"cannot read {path}: {reason}"):
            require_file(path)


@POSIX
def test_a_link_that_leads_nowhere_is_one_error(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    (tmp_path / "broken").symlink_to(tmp_path / "none")
    with pytest.raises(InputError, match="loop: Too many levels of symbolic links"):
        require_file(tmp_path / "loop")
    for name in ("broken", "none", "broken/none"):
        with pytest.raises(InputError, match="file not found: "):
            require_file(tmp_path / name)
