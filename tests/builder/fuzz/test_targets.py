"""Every reader of users' files and texts, with randomly corrupted seeds.

A few examples of each are tried, always the same ones; ``make soak`` tries thousands, and different ones
each time.
"""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from soak import WHOLE, times

CORPUS = Path(__file__).resolve().parent / "corpus"
NAMES = (
    "yaml", "dice", "table", "inputs", "supplement", "theme", "sheet", "settings", "scenario", "pdf", "png",
    "font", "language",
)  # fmt: skip
CORPUS_FILES = sorted(path for name in NAMES for path in (CORPUS / name).glob("*"))

# Strings that a typo, a failed download or an attacker could put anywhere into a text.
JUNK = [
    b"\t", b"\0", b"\r", b"\xff", b"\xed\xa0\x80", b"\x1b[2J", b"\xe2\x80\xae", b"\xc2\x85", b"&a ", b"*a ",
    b"<<: ", b"!!python/object/apply:os.system ", b"- ", b"? ", b"{", b"}", b"[", b"]", b"|", b">", b"'",
    b'"',
    b"---\n", b"#", b": ", b",", b"9" * 40, b"1.0e400", b"-1", b".5", b"0", b"null", b"true", b"~", b"d6",
    b"vs",
    b"kh", b"(", b")", b"*", b">=", b"%", b"x2", b"=", b"1-", b"6+", "\u0663".encode(), "\u00b2".encode(),
]  # fmt: skip


def test_every_fuzz_target_runs(targets: ModuleType) -> None:
    assert tuple(targets.TARGETS) == NAMES


@pytest.mark.parametrize("path", CORPUS_FILES, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_corpus_files_no_longer_fail(targets: ModuleType, path: Path) -> None:
    targets.TARGETS[path.parent.name](path.read_bytes())


@pytest.mark.soak
@pytest.mark.parametrize("name", NAMES)
@settings(
    max_examples=times(20, 2000),
    derandomize=not WHOLE,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(data=st.data())
def test_mutated_seeds_do_not_fail(targets: ModuleType, name: str, data: st.DataObject) -> None:
    raw = data.draw(st.sampled_from(targets.seeds(name)))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(raw)))
        upto = data.draw(st.integers(at, min(len(raw), at + 12)))
        raw = (
            raw[:at]
            + data.draw(st.one_of(st.sampled_from(JUNK), st.just(b""), st.binary(max_size=3)))
            + raw[upto:]
        )
    targets.TARGETS[name](raw)
