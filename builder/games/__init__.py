"""Code for single games: a folder each, with ``checks``, ``sheets`` or ``missions``.

Nothing outside imports them by name; :mod:`builder.extensions` finds them.
"""
