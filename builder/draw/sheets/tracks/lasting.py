"""How long what is on the lines of a track lasts, and whether its end is worth a column."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from builder.draw.surface.wording import Words
from rulesdb import Ruleset

# The first turns from which something must be gone before the end for a column to be worth it.
_FEW_TURNS = 2


def with_end(game: Ruleset, track: Mapping[str, Any], turns: int, words: Words) -> Mapping[str, Any]:
    """A track whose note says how many turns that lasts which is on its lines; any other as it is.

    The column for the turn of its end is left out in games of so few ``turns`` that hardly any line has one;
    0 turns are a game of any length.
    """
    if "lasts" not in track:
        return track
    [axis] = game.table(track["lasts"]["table"]).axes
    last = max(bin.high for bin in axis.bins if bin.high is not None)
    # What begins in a later turn than this is there when the game ends.
    gone = turns - last - 1
    note, columns = track.get("note", ""), list(track["columns"])
    if not turns or gone > _FEW_TURNS:
        said = words("track.lasts", count=last)
    else:
        said = words("track.lasts-if-late" if gone > 0 else "track.lasts-to-end", count=last, turn=gone)
        del columns[track["lasts"]["column"] - 1]
    return {**track, "note": f"{note} {said}".strip(), "columns": columns}
