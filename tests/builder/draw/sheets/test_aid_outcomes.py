"""Least rolls on the aid: each modifier of a table has a row in which it is worked out."""

from __future__ import annotations

from kits import aids_of


def test_the_aid_works_out_each_least_roll_with_one_modifier() -> None:
    """At short range 7 hit and at long range 9; smoke makes that harder by 3, a large target easier by 2."""
    texts = {text.text for page in aids_of("advanced-infantry").pages for text in page.drawing.texts}
    assert {"7+", "9+", "10+", "12+", "5+"} <= texts
