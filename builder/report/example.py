"""A recorded game as an annotated example of play, in Markdown."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from builder.draw.example.story import (
    Deeds,
    DiceThrown,
    End,
    Fate,
    Passage,
    Story,
    TurnStart,
    reason_of,
    story_of,
)
from builder.draw.surface.wording import load_words
from builder.playtest.play import DOWN, HURT, LEFT, LOST
from builder.playtest.replays import RecordedGame

_FATES = {HURT: "is hurt", DOWN: "is out of action", LOST: "is lost", LEFT: "leaves the map"}

Link = Callable[[str, str], str]
"""A link to an entry in Markdown, from its id and its title."""


def plain_link(id: str, title: str) -> str:
    """The title of an entry with its id."""
    return f"{title} (`{id}`)"


def example_of_play(game: RecordedGame, link: Link = plain_link, level: int = 1) -> str:
    """A game as Markdown: the actions of each side, each roll with its table, and the fate of units.

    Args:
        game: the game.
        link: how to write a link to a table.
        level: the level of the first heading; 0 for bold lines without a title, as in a part of a page.
    """
    return "\n\n".join(_Example(story_of(game), link, "#" * level).parts()) + "\n"


class _Example:
    def __init__(self, story: Story, link: Link, heading: str) -> None:
        self._story, self._scenario = story, story.scenario
        self._link, self._heading = link, heading
        self._titles = {table.id: table.entry.title for table in self._scenario.ruleset.tables.values()}

    def parts(self) -> Iterator[str]:
        """The paragraphs."""
        story = self._story
        players = ", ".join(
            f"{self._scenario.side_title(side)} by `{name}`" for side, name in story.players.items()
        )
        if self._heading:
            yield f"{self._heading} {_safe(self._scenario.title)}: an example of play"
        yield (
            f"A machine played this game: {players}, seed {story.seed}, game {story.number}. Units that "
            "do nothing are left out."
        )
        yield from map(self._part, story.passages)

    def _part(self, passage: Passage) -> str:
        match passage:
            case TurnStart(number):
                title = f"Turn {number}" if number else "Set-up"
                return f"{self._heading}# {title}" if self._heading else f"**{title}**"
            case Deeds(side, counts):
                deeds = "; ".join(
                    f"{_safe(deed)} ({count} times)" if count > 1 else _safe(deed)
                    for _, deed, count in counts
                )
                return f"*{_safe(self._scenario.side_title(side))}:* {deeds}."
            case DiceThrown():
                return self._roll(passage)
            case Fate(units):
                return ", ".join(f"**{_safe(name)}** {_FATES[status]}" for name, status in units) + "."
            case End(side, grade):
                winner = _safe(self._scenario.side_title(side)) if side else ""
                result = f"{winner} win ({_safe(grade)})" if side else "Nobody wins"
                words = load_words().of_game(self._scenario.ruleset)
                return f"**{result}**: {_safe(reason_of(self._scenario, passage, words))}"

    def _roll(self, roll: DiceThrown) -> str:
        who = self._scenario.side_title(roll.side) if roll.side else "Chance"
        text = f"> {_safe(who)}, {roll.dice} for {_safe(roll.purpose)}: **{roll.totals[0]}**."
        for cell in roll.cells:
            at = ", ".join(f"{name} {value}" for name, value in cell.at)
            mark = "" if cell.basis == "printed" else f", {cell.basis}"
            text += f" {self._link(cell.table, self._titles.get(cell.table, cell.table))}"
            text += f"{' at ' if at else ''}{_safe(at)}: {_safe(cell.result)}"
            text += f" ({_safe(cell.source)}{mark})."
        return text


def _safe(text: str) -> str:
    """A text without characters that have a meaning in Markdown."""
    return "".join(f"\\{letter}" if letter in "\\`*_[]<>#|$" else letter for letter in " ".join(text.split()))
