"""Invariants of the play of Advanced Infantry, its rules as scripts, and whole games."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from infantry_blast_scripts import SCRIPTS as MORE_SCRIPTS
from infantry_scripts import SCRIPTS


@pytest.mark.parametrize("script", [*SCRIPTS, *MORE_SCRIPTS], ids=lambda script: script.__name__)
def test_a_script_gives_what_the_rules_say(script: Callable[[], None]) -> None:
    script()
