"""The species of a force of creatures, where the title of the force does not say it."""

from __future__ import annotations

from builder.draw.surface.wording import Words
from builder.scenario.model import Force


def species_name(force: Force, words: Words) -> str:
    """The species of a force as counters name it; empty without one."""
    return words.term(force.species_title).partition(" (")[0] if force.species else ""


def unsaid_species(force: Force, words: Words) -> str:
    """The species as counters name it; empty without one, or if the title of the force has it."""
    species = species_name(force, words)
    return "" if species.casefold() in force.title.casefold() else species


def title_with_species(force: Force, words: Words) -> str:
    """The title of a force, with the species on its counters if the title does not say it."""
    species = unsaid_species(force, words)
    return f"{force.title} ({species})" if species else force.title
