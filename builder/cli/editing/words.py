"""Operations as they are typed or read: names with fields, JSON, and completion of both in the shell."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from builder.terminal.completion import join_cut_words
from rulesdb import BrainbugError, DataError, InputError

if TYPE_CHECKING:
    from builder.studio.document import State
    from builder.studio.operations.operation import FormField, Operation

_MAX_OPERATIONS_FILE = 4 * 1024 * 1024


def operation_from_words(words: Sequence[str]) -> Operation:
    """An operation from its name and ``name=value``; values of data are written as in the file.

    Raises:
        InputError: the operation, a field or a value is unknown.
    """
    from builder.studio.operations import operation_kind
    from rulesdb.yaml_source import parse_yaml

    kind = operation_kind(words[0])
    types = {field.name: field.type for field in kind.form()}
    values: dict[str, Any] = {}
    for word in words[1:]:
        name, sign, value = word.partition("=")
        if not sign:
            raise InputError(f"{word}: write fields as name=value; see brainbug edit --describe {kind.NAME}")
        if name in values:
            raise InputError(f"`{name}` is given twice")
        values[name] = value
        if types.get(name) == "data":
            try:
                values[name] = parse_yaml(value).data
            except DataError as error:
                problem = error.problems[0].message
                raise InputError(f"{name}={value}: use a value as in a scenario file ({problem})") from error
    return kind.from_fields(values)


def read_stroke(name: str) -> list[Any]:
    """The operations in a file: a JSON list, one object, or one object a line."""
    from rulesdb.files.reading import read_file

    try:
        raw = (
            sys.stdin.buffer.read(_MAX_OPERATIONS_FILE)
            if name == "-"
            else read_file(Path(name), _MAX_OPERATIONS_FILE)
        )
        text = raw.decode("utf-8-sig")
    except OSError as error:
        raise BrainbugError(f"cannot read {name}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise BrainbugError(f"{name} is not UTF-8") from error
    try:
        data = json.loads(text)
    except ValueError:
        try:
            data = [json.loads(line) for line in text.splitlines() if line.strip()]
        except (ValueError, RecursionError) as error:
            raise InputError(
                f"{name}: use JSON: a list of operations, or one on each line ({error})"
            ) from error
    except RecursionError as error:
        raise InputError(f"{name}: nested too deeply") from error
    return data if isinstance(data, list) else [data]


def complete_edit(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """For ``edit`` the name of an operation, then ``name=value`` for its fields."""
    from builder.studio.document import open_state
    from builder.studio.operations import operation_kind, operations_for

    words = [str(word) for word in ctx.params.get("words") or ()]
    word = join_cut_words([*words, incomplete])[-1]
    kept = len(word) - len(incomplete)
    try:
        state = open_state(Path(str(ctx.params.get("file"))))
        kinds = operations_for(state.kind_name)
        before = join_cut_words([*words, incomplete])[:-1]
        if not before:
            offers = [(kind.NAME, kind.summary()) for kind in kinds]
        else:
            given = {part.partition("=")[0] for part in before[1:]}
            form = [field for field in operation_kind(before[0]).form() if field.name not in given]
            offers = [offer for field in form for offer in _offers(state, field)]
    except BrainbugError:
        return []
    return [CompletionItem(name[kept:], help=text) for name, text in offers if name.startswith(word)]


def _offers(state: State, field: FormField) -> list[tuple[str, str]]:
    """The completions of a field: its values, or only its name if they are not known."""
    from builder.studio.choices import choices_of

    named = dict.fromkeys(choice["id"] for choice in choices_of(state).get(field.choices, ()))
    values = [option for option in field.options if option] or list(named)
    values = values or (["true", "false"] if field.type == "boolean" else [""])
    return [(f"{field.name}={value}", field.text) for value in values]
