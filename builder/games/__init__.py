"""Code for single games: one folder for each, with ``checks``, ``sheets`` or ``missions``.

Nothing outside imports them by name; :mod:`builder.extensions` finds them.
"""
