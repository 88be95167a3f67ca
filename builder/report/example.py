"""A recorded game as an annotated example of play, in Markdown."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from builder.playtest.replays import RecordedGame

# What a unit chooses when it does nothing, and the choice of the unit itself.
_SILENT = frozenset({"stay", "hold", "wait", "done", "pass", "act"})
_FATES = {"hurt": "is hurt", "down": "is out of action", "lost": "is lost", "left": "leaves the map"}

# The choice to move, which the moves themselves follow.
_STARTS = (["move"], ["stop"])

Link = Callable[[str, str], str]
"""A link to an entry in Markdown, from its id and its title."""


def plain_link(id: str, title: str) -> str:
    """The title of an entry with its id."""
    return f"{title} (`{id}`)"


def example_of_play(game: RecordedGame, link: Link = plain_link, level: int = 1) -> str:
    """A game as Markdown: what each side does, each roll with its table, and what becomes of units.

    Args:
        game: the game.
        link: how to write a link to a table.
        level: the level of the first heading; 0 for bold lines without a title, as in a part of a page.
    """
    return "\n\n".join(_Example(game, link, "#" * level).parts()) + "\n"


class _Example:
    def __init__(self, game: RecordedGame, link: Link, heading: str) -> None:
        self.game, self.scenario = game, game.scenario
        self._link, self._heading = link, heading
        self._titles = {table.id: table.entry.title for table in self.scenario.ruleset.tables.values()}
        self._pieces = [piece[0] for piece in game.head["pieces"]]
        self._status: dict[int, str] = {}

    def parts(self) -> Iterator[str]:
        """The paragraphs."""
        head = self.game.head
        players = ", ".join(
            f"{self.scenario.side_title(side)} by `{name}`" for side, name in head["players"].items()
        )
        if self._heading:
            yield f"{self._heading} {_safe(self.scenario.title)}: an example of play"
        yield (
            f"A machine played this game: {players}, seed {head['seed']}, game {head['number']}. Units that "
            "do nothing are left out."
        )
        turn, side, deeds = None, "", list[str]()
        for line in self.game.lines:
            if line["turn"] != turn or ("words" in line and line["side"] != side):
                yield from self._told(side, deeds)
                deeds = []
            if line["turn"] != turn:
                turn = line["turn"]
                title = f"Turn {turn}" if turn else "Set-up"
                yield f"{self._heading}# {title}" if self._heading else f"**{title}**"
            if "ending" in line:
                yield from self._told(side, deeds)
                yield self._end(line)
                return
            if "words" in line:
                side = line["side"]
                is_start = line["action"] in _STARTS
                if line["action"][0] not in _SILENT and not is_start:
                    deeds.append(_safe(line["words"]))
            elif line["cells"] or line["side"]:
                yield from self._told(side, deeds)
                deeds = []
                yield self._roll(line)
            fates = ", ".join(self._fates(line))
            if fates:
                yield from self._told(side, deeds)
                deeds = []
                yield f"{fates}."

    def _told(self, side: str, deeds: list[str]) -> Iterator[str]:
        """What a side does, each deed once with how often."""
        if deeds:
            counts = {deed: deeds.count(deed) for deed in deeds}
            said = "; ".join(
                f"{deed} ({count} times)" if count > 1 else deed for deed, count in counts.items()
            )
            yield f"*{_safe(self.scenario.side_title(side))}:* {said}."

    def _roll(self, line: Mapping[str, Any]) -> str:
        who = self.scenario.side_title(line["side"]) if line["side"] else "Chance"
        text = f"> {_safe(who)}, {line['roll']} for {_safe(line['purpose'])}: **{line['total']}**."
        for cell in line["cells"]:
            at = ", ".join(f"{name} {value}" for name, value in cell["at"].items())
            mark = "" if cell["basis"] == "printed" else f", {cell['basis']}"
            title = self._titles.get(cell["table"], cell["table"])
            text += f" {self._link(cell['table'], title)}"
            text += f"{' at ' if at else ''}{_safe(at)}: {_safe(str(cell['result']))}"
            text += f" ({_safe(cell['source'])}{mark})."
        return text

    def _fates(self, line: Mapping[str, Any]) -> Iterator[str]:
        """What becomes of units with a line."""
        for change in line.get("changes", ()):
            unit, status = int(change["unit"]), str(change["status"])
            before = self._status.get(unit, "ready")
            self._status[unit] = status
            if status in _FATES and status != before:
                yield f"**{_safe(self._pieces[unit])}** {_FATES[status]}"

    def _end(self, line: Mapping[str, Any]) -> str:
        ending = line["ending"]
        if not ending["side"]:
            return f"**Nobody wins**: {_safe(ending['why'])}"
        winner = _safe(self.scenario.side_title(ending["side"]))
        return f"**{winner} win ({_safe(ending['grade'])})**: {_safe(ending['why'])}"


def _safe(text: str) -> str:
    """A text without signs that Markdown would read."""
    return "".join(f"\\{letter}" if letter in "\\`*_[]<>#|$" else letter for letter in " ".join(text.split()))
