"""Names that have several meanings: no game of ours has such names, but one's own may."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from builder.lint.checks.references import UnknownEntryCheck
from builder.scenario.load import load_scenario
from builder.scenario.model import Unread

SOUND = Path(__file__).parent / "sound.yaml"


def test_a_name_of_several_entries_is_found_with_what_it_may_mean() -> None:
    path = ("forces", 0, "members", 2, "weapon")
    known = ("screecher", "screamer")
    unread = Unread("weapon", "SC", path, known, in_database=True, is_ambiguous=True)
    (finding,) = UnknownEntryCheck().check(replace(load_scenario(SOUND), unread=(unread,)))
    assert finding.message == "weapon `SC` may be `screecher` or `screamer`"
    assert (finding.span.line, finding.span.column) == (52, 51)
    assert finding.help == "use one of these slugs"
    assert finding.fixes == ()
