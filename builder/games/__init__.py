"""What only one game knows in Python: a folder each, with ``checks``, ``sheets`` or ``missions``.

Nothing outside imports these by name; :mod:`builder.extensions` finds them.
"""
