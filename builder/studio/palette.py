"""The palette of the page: the operations for the map with their forms, and the choices of their fields."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from builder.studio.choices import choices_of
from builder.studio.document import State
from builder.studio.operations import operations_for
from builder.studio.operations.operation import Operation


def palette_of(state: State) -> dict[str, Any]:
    """The operations that the map of a scenario accepts, and the choices of their fields."""
    operations = [_operation(each) for each in operations_for(state.kind_name)]
    return {"operations": operations, "choices": choices_of(state)}


def _operation(kind: type[Operation]) -> dict[str, Any]:
    return {"name": kind.NAME, "summary": kind.summary(), "form": [asdict(field) for field in kind.form()]}
