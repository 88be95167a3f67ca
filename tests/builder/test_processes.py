"""A task in a separate process has limited time and memory, and cannot crash brainbug."""

from __future__ import annotations

import sys

import pytest

from builder.processes import Exhausted, run_bounded


def test_a_bounded_task_returns_its_result_or_raises_its_error() -> None:
    assert run_bounded(eval, b"print('not part of the answer') or 3 * 'ab'") == "ababab"
    with pytest.raises(LookupError, match="unknown encoding: none"):
        run_bounded(eval, b"'ab'.encode('none')")


def test_a_task_that_takes_too_long_is_stopped() -> None:
    with pytest.raises(Exhausted, match="takes more than 1 seconds"):
        run_bounded(eval, b"__import__('time').sleep(60)", seconds=0.6)


@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited on Linux")
@pytest.mark.parametrize("code", [b"bytearray(1 << 31)", b"__import__('os').abort()"])
def test_a_task_that_exceeds_its_memory_or_crashes_is_an_error(code: bytes) -> None:
    with pytest.raises(Exhausted, match="1 GiB of memory, or the file is damaged"):
        run_bounded(eval, code)
