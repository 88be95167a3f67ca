"""What `brainbug edit` prints about operations: their list, and the fields of each."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from builder.studio.operations.operation import FormField, Operation


def describe_operations(name: str | None, map_kind: str | None, *, as_json: bool) -> None:
    """Print one operation, all of them, or those for a kind of map."""
    from builder.studio.operations import operation_kind, operation_names, operations_for

    if name is not None:
        kinds: Sequence[type[Operation]] = [operation_kind(name)]
    elif map_kind is not None:
        kinds = operations_for(map_kind)
    else:
        kinds = [operation_kind(each) for each in operation_names()]
    if as_json:
        listed = [_form_as_json(kind) for kind in kinds]
        click.echo(json.dumps(listed[0] if name else listed, indent=2, ensure_ascii=False))
    elif name is not None:
        _print_form(kinds[0])
    else:
        width = max(len(kind.NAME) for kind in kinds)
        for kind in kinds:
            click.echo(f"{kind.NAME:<{width}}  {kind.summary()}")


def _form_as_json(kind: type[Operation]) -> dict[str, Any]:
    fields = [
        {
            "name": field.name,
            "text": field.text,
            "type": field.type,
            "required": field.is_required,
            **({"options": list(field.options)} if field.options else {}),
            **({"choices": field.choices} if field.choices else {}),
            **({} if field.is_required else {"default": field.default}),
        }
        for field in kind.form()
    ]
    return {"op": kind.NAME, "text": kind.description(), "maps": list(kind.MAPS), "fields": fields}


def _print_form(kind: type[Operation]) -> None:
    click.secho(kind.NAME, bold=True)
    click.echo(click.wrap_text(kind.description(), 90, "  ", "  ", preserve_paragraphs=True))
    click.echo(f"\nMaps: {', '.join(kind.MAPS)}\n")
    form = kind.form()
    width = max(len(field.name) for field in form)
    for field in form:
        click.echo(f"  {field.name:<{width}}  {_field_text(field)}")


def _field_text(field: FormField) -> str:
    notes = [", ".join(option or "empty" for option in field.options)] if field.options else []
    if field.is_required:
        notes.append("required")
    elif field.default not in (None, "", (), False):
        notes.append(f"default {field.default}")
    return f"{field.text} ({'; '.join(notes)})" if notes else field.text
