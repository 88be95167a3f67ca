"""What is no file is written into, and never replaced."""

from __future__ import annotations

import os
import stat
import threading
from pathlib import Path

import pytest

from builder.exchange.replaced_file import replaced_file


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
@pytest.mark.parametrize("through_a_link", [False, True])
def test_a_pipe_gets_what_is_written_and_stays_a_pipe(tmp_path: Path, through_a_link: bool) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    target = pipe
    if through_a_link:
        target = tmp_path / "link"
        target.symlink_to(pipe)
    received: list[bytes] = []
    reader = threading.Thread(target=lambda: received.append(pipe.read_bytes()))
    reader.start()
    with replaced_file(target, lambda _: True) as fresh:
        fresh.write_bytes(b"drawn")
    reader.join(timeout=20)
    assert received == [b"drawn"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)
