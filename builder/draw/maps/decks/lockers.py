"""The contents of a locker: in short on the map, in full in the briefing."""

from __future__ import annotations

from builder.boards.deck_parts import Feature
from builder.draw.surface.wording import Words


def contents_in_short(locker: Feature, words: Words) -> str:
    """The number of suits and of other things; empty if the file does not limit the suits."""
    parts = [words("locker.suits", count=locker.suits)] if locker.suits else []
    more = len(locker.holds) or int(bool(locker.text))
    return " ".join([*parts, f"+{more}" if parts else words("locker.things", count=more)] if more else parts)


def contents_in_full(locker: Feature, words: Words) -> str:
    """Suits, then other things by name; empty if the file does not list them."""
    parts = [] if not locker.suits else [words("locker.spacesuits", count=locker.suits)]
    if locker.suits is None and (locker.holds or locker.text):
        parts.append(words("locker.enough"))
    titles = [entry.title for entry in locker.holds]
    for title in dict.fromkeys(titles):
        number = titles.count(title)
        parts.append(f"{number} × {title}" if number > 1 else title)
    listed = f"{', '.join(parts)}." if parts else ""
    return f"{listed[:1].upper()}{listed[1:]} {locker.text}".strip()
