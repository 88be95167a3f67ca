"""A task in a separate process has limited time and memory, and cannot crash brainbug."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

from builder.processes import Exhausted, interrupts_held, run_bounded


def test_a_bounded_task_returns_its_result_or_raises_its_error() -> None:
    assert run_bounded(eval, b"print('not part of the answer') or 3 * 'ab'") == "ababab"
    with pytest.raises(LookupError, match="unknown encoding: none"):
        run_bounded(eval, b"'ab'.encode('none')")


def test_a_task_that_takes_too_long_is_stopped() -> None:
    with pytest.raises(Exhausted, match="takes more than 1 seconds"):
        run_bounded(eval, b"sum(iter(int, 1))", seconds=0.6)


@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited on Linux")
@pytest.mark.parametrize("code", [b"bytearray(1 << 31)", b"__import__('os').abort()"])
def test_a_task_that_exceeds_its_memory_or_crashes_is_an_error(code: bytes) -> None:
    with pytest.raises(Exhausted, match="1 GiB of memory, or the file is damaged"):
        run_bounded(eval, code)


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_an_interrupt_waits_until_a_process_can_end_on_it() -> None:
    code = (
        "import os, signal; os.kill(os.getpid(), signal.SIGINT)\n"
        "from builder.processes import end_on_interrupt; print('imported', flush=True)\n"
        "end_on_interrupt(); print('goes on')"
    )
    with interrupts_held():
        process = subprocess.Popen(
            [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
    assert process.communicate() == ("imported\n", "")
    assert process.returncode == -signal.SIGINT
