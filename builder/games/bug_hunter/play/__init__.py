"""Bug Hunter, played by machine."""

from builder.games.bug_hunter.play.play import make_play

__all__ = ["make_play"]
