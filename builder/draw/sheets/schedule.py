"""The length of a game and its events, as a briefing tells them."""

from __future__ import annotations

from builder.draw.sentences.effects import event_text
from builder.draw.sentences.side_names import side_name
from builder.draw.sentences.subjects import SubjectWriter
from builder.draw.sheets.writing import Part, Writing
from builder.draw.surface.wording import Words
from builder.scenario.model import Scenario
from builder.scenario.secrets import owner_of


def length_text(scenario: Scenario, words: Words) -> str:
    """The number of turns, or of rounds if the game calls them so."""
    unit = "rounds" if scenario.ruleset.units.get("turn") == "round" else "turns"
    return words(f"briefing.length-in-{unit}", count=scenario.turns)


def schedule_parts(scenario: Scenario, writer: Writing[Part]) -> list[Part]:
    """The length of the game, and its events."""
    words = writer.words
    return [
        writer.heading(words("briefing.length"), "hourglass"),
        writer.paragraph(f"{length_text(scenario, words)}."),
        *(writer.item(lead, open_text(scenario, text, words)) for lead, text in event_texts(scenario, words)),
    ]


def event_texts(scenario: Scenario, words: Words) -> list[tuple[str, str]]:
    """The turns and the title of each event, and its text, in the order of play.

    An event that comes again is in the list once, with all its turns.
    """
    turns: dict[tuple[str, str], list[str]] = {}
    for event in sorted(scenario.events, key=lambda event: event.turn):
        turns.setdefault((event.title, event_text(scenario, event, words)), []).append(str(event.turn))
    subjects = SubjectWriter(scenario, words)
    return [
        (words("briefing.event", count=len(each), turns=subjects.listed(each, "and"), title=title), text)
        for (title, text), each in turns.items()
    ]


def open_text(scenario: Scenario, text: str, words: Words) -> str:
    """A text that everybody may read: of a secret one, whose sheet has it."""
    owner = owner_of(scenario, text)
    return words("briefing.secret-place", side=side_name(scenario, owner, words)) if owner else text
