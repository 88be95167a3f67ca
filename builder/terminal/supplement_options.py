"""The options about supplements and house values, which several commands share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from builder.terminal.layers import leave_own_out
from rulesdb import Basis, InputError, Provenance


def supplement_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--supplement FILE``, which may be given more than once, and ``--no-supplements``.

    The user's own files are laid over by :func:`open_layered`; a command need not know of them.
    """
    given = click.option(
        "--supplement",
        "supplements",
        multiple=True,
        type=click.Path(path_type=Path),
        help="A file with figures of your own, laid over those of your own folder.",
    )
    left_out = click.option(
        "--no-supplements",
        is_flag=True,
        expose_value=False,
        callback=leave_own_out,
        help="Leave the files of your own folder out; `brainbug supplement list` names them.",
    )
    return given(left_out(command))


def printed_only_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--printed-only``, which refuses house values."""
    return click.option("--printed-only", is_flag=True, help="Refuse house values.")(command)


def refuse_house(provenance: Provenance, printed_only: bool, id: str) -> None:
    """Raise where only printed values are wanted and this one is ours.

    Raises:
        InputError: naming the entry and how to bring the printed figures in.
    """
    if printed_only and provenance.basis is Basis.HOUSE:
        raise InputError(f"{id} is a house value: unknown from print; a supplement can bring the printed one")
