"""Plays any game whose ruleset describes in its ``play`` block how units are activated and attack."""

from __future__ import annotations

from builder.playtest.generic.generic_play import GenericPlay

__all__ = ["GenericPlay"]
