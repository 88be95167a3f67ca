"""What holds for every operation on every shipped scenario, tried with random ones."""

from __future__ import annotations

import random
from difflib import SequenceMatcher
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_operations import random_operation
from soak import times

from builder.lint.engine import Stage
from builder.studio.change import Change
from builder.studio.document import State, fold, open_state
from builder.studio.operations import operation_from_json, operation_kind, operation_names
from builder.studio.operations.operation import Operation, OperationError
from rulesdb import BrainbugError, InputError, Library

ROOT = Path(__file__).resolve().parents[3]
LIBRARY = Library()
STATES = {path.stem: open_state(path, LIBRARY) for path in sorted((ROOT / "scenarios").rglob("*.yaml"))}
SEEDS = st.integers(0, 10**6)
# Their values can be anything, so the file may no longer match the schema.
RAW = {"set-value", "remove-value", "set-force", "set-member"}


def tried(state: State, rng: random.Random, fitting: State | None = None) -> tuple[Operation, Change] | None:
    """A random operation and its change; None if it is refused.

    The operation fits the scenario ``fitting``, by default this one.
    """
    try:
        operation = random_operation(fitting or state, rng)
        return operation, fold(state, [operation])
    except BrainbugError:
        return None


@given(st.sampled_from(sorted(STATES)), SEEDS, st.sampled_from(["\n", "\r\n"]))
def test_any_sequence_and_its_undo_gives_the_first_text(name: str, seed: int, ending: str) -> None:
    first, rng = STATES[name], random.Random(seed)
    first = State(first.text.replace("\n", ending), first.path, LIBRARY)
    state, history, whole = first, [], Change()
    for _ in range(5):
        if (result := tried(state, rng, first)) is not None:
            change = result[1]
            history.append(change)
            whole = whole.then(change)
            state = state.after(change)
    assert whole.apply(first.text) == state.text
    assert state.text.count("\n") == state.text.count(ending)
    for change in reversed(history):
        state = state.after(change.inverse())
    assert state.text == first.text


@given(st.sampled_from(sorted(STATES)), SEEDS)
def test_an_operation_in_json_is_the_same_operation(name: str, seed: int) -> None:
    state, rng = STATES[name], random.Random(seed)
    try:
        operation = random_operation(state, rng)
    except (InputError, OperationError):
        return
    assert operation_from_json(operation.to_json()) == operation


@given(st.sampled_from(sorted(STATES)), SEEDS)
def test_an_operation_leaves_a_scenario_that_can_be_read(name: str, seed: int) -> None:
    state, rng = STATES[name], random.Random(seed)
    result = tried(state, rng)
    if result is not None and result[0].NAME not in RAW:
        after = state.after(result[1])
        assert after.report.stage is Stage.MODEL, result[0]


@given(st.sampled_from(sorted(STATES)), SEEDS)
def test_an_operation_that_is_done_twice_changes_nothing_more(name: str, seed: int) -> None:
    """Operations set how things are; only moving by a distance and adding to a list does more each time."""
    state, rng = STATES[name], random.Random(seed)
    result = tried(state, rng)
    more_each_time = {"copy-part", "paste-part", "remove-value", "delete", "rename", "add-level", "set-value"}
    if result is None or result[0].NAME in more_each_time or result[0].NAME.startswith("move"):
        return
    try:
        assert not fold(state.after(result[1]), [result[0]]), result[0]
    except OperationError:
        # What it removed is no longer there.
        assert "none" in result[0].to_json().values()


@given(st.sampled_from(sorted(STATES)), SEEDS)
def test_lines_that_an_operation_does_not_concern_stay_in_their_order(name: str, seed: int) -> None:
    state, rng = STATES[name], random.Random(seed)
    result = tried(state, rng)
    if result is None or result[0].NAME == "move-item":
        return
    change = result[1]
    before, after = state.text.splitlines(), state.after(change).text.splitlines()
    touched = {
        number
        for edit in change.edits(state.text)
        for number in range(edit.span.line, edit.span.end_line + 1)
    }
    kept = [line for number, line in enumerate(before, 1) if number not in touched]
    blocks = SequenceMatcher(None, kept, after, autojunk=False).get_matching_blocks()
    assert sum(block.size for block in blocks) == len(kept)


def test_every_operation_was_tried_with_success() -> None:
    rng = random.Random(7)
    done = set()
    for _ in range(times(12, 40)):
        for state in STATES.values():
            result = tried(state, rng)
            if result is not None and result[1]:
                done.add(result[0].NAME)
    missing = set(operation_names()) - done
    for name in missing:
        done |= {name} if any(_tried_as(state, rng, name) for state in [*STATES.values()] * 20) else set()
    assert done == set(operation_names())


def _tried_as(state: State, rng: random.Random, name: str) -> bool:
    if state.kind_name not in operation_kind(name).MAPS:
        return False
    try:
        return bool(fold(state, [random_operation(state, rng, name)]))
    except BrainbugError:
        return False


@pytest.mark.parametrize("name", operation_names())
def test_every_operation_and_field_is_described(name: str) -> None:
    kind = operation_kind(name)
    assert name == kind.NAME
    assert kind.summary().endswith((".", ":"))
    assert kind.MAPS
    for field in kind.form():
        assert field.text[0].isupper()
        assert not field.text.endswith(".")
