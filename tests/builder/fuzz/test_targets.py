"""Every reader of users' files and texts, with randomly corrupted seeds.

A few examples of each are tried, always the same ones; ``make soak`` tries thousands, and different ones
each time.
"""

from __future__ import annotations

from types import ModuleType

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from soak import WHOLE, times

NAMES = (
    *("yaml", "dice", "table", "inputs", "supplement", "theme", "sheet", "settings", "scenario"),
    *("pdf", "png", "font", "language", "ruleset", "manifest", "lsp"),
)


def test_every_fuzz_target_runs(targets: ModuleType) -> None:
    assert tuple(targets.TARGETS) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_seeds_and_the_corpus_do_not_fail(targets: ModuleType, name: str) -> None:
    for raw in targets.seeds(name):
        targets.TARGETS[name](raw)


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
            + data.draw(st.one_of(st.sampled_from(targets.JUNK), st.just(b""), st.binary(max_size=3)))
            + raw[upto:]
        )
    targets.TARGETS[name](raw)
