"""Declarations of the inputs of procedures."""

from __future__ import annotations

import types

import pytest

from rulesdb import InputError, Ruleset, UnknownEntry
from rulesdb.procedures import collect_procedures, of_axis, of_kind, one_of, procedure


def test_an_axis_a_kind_and_words_declare_accepted_inputs(bug_hunter: Ruleset) -> None:
    axis = of_axis("random-panic", "force", "nobody")(bug_hunter)
    assert axis.words == ("colonist", "crew", "marine", "pred", "nobody")
    kinds = of_kind("unit")(bug_hunter)
    assert kinds.words == tuple(unit.slug for unit in bug_hunter.of_kind("unit"))
    assert one_of("ship", "base")(bug_hunter).accepts == "ship, base"
    assert of_axis("random-panic", "die")(bug_hunter).accepts == "1-6 (1d6)"


def test_a_table_or_axis_that_does_not_exist_is_reported(bug_hunter: Ruleset) -> None:
    with pytest.raises(UnknownEntry, match="random-panic"):
        of_axis("random-panik", "force")(bug_hunter)
    with pytest.raises(InputError, match="has no axis forse: did you mean `force`"):
        of_axis("random-panic", "forse")(bug_hunter)


def test_a_declaration_must_name_an_input(bug_hunter: Ruleset) -> None:
    @procedure("1", takes={"unti": of_kind("unit")})
    def advance(unit: str) -> str:
        """Advance."""
        return unit

    module = types.ModuleType("procedures")
    module.advance = advance  # type: ignore[attr-defined]
    with pytest.raises(TypeError, match="`takes` names unti, which is not an input"):
        collect_procedures(module, bug_hunter)
