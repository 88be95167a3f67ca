"""The smallest game: a head, and one term whose text is ``WORD``."""

from __future__ import annotations

HEAD = """\
kind: ruleset
title: Toy
edition: none
summary: Toy.
documents: [{id: toy, title: Toy}]
sides: [{id: one, title: One, text: A.}]
units: {distance: hex, time: turn, movement: point}
"""
TERM = """\
kind: term
entries:
  - {id: zorn, title: Zorn, source: {document: toy, section: "1"}, basis: printed, text: WORD}
"""
