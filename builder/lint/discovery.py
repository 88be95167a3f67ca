"""Find all checks: classes in files of ``checks/``, of a game's checks, or of the user's folders.

A check is one class in a file; it is not registered anywhere.
"""

from __future__ import annotations

import functools
import importlib
import pkgutil

from builder.extensions import modules_of_games
from builder.lint import checks
from builder.lint.check import Check
from builder.lint.own_checks import checks_in, own_checks


@functools.cache
def all_checks() -> tuple[type[Check], ...]:
    """Every check in the order of the codes, including those in the user's folders.

    Raises:
        BrainbugError: a user's file cannot be run, or a class in it is not a complete check.
    """
    shipped = [
        kind
        for part in pkgutil.iter_modules(checks.__path__)
        for kind in checks_in(importlib.import_module(f"{checks.__name__}.{part.name}"))
    ]
    shipped += [kind for module in modules_of_games("checks") for kind in checks_in(module)]
    own = own_checks()
    return tuple(sorted((*shipped, *own), key=lambda kind: kind.code))
