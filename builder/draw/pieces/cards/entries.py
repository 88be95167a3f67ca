"""The cards of a game's entries: powers, action cards, effects, missions and units."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from builder.draw.pieces.cards.content import CardContent, CardFigure, PointsOf, RollStrip
from builder.draw.pieces.unit_figures import score_text
from builder.draw.sentences.entry_text import cited, running_text, short_victory_points, spelled
from builder.draw.surface.charts import cell_text
from builder.draw.surface.wording import Words
from rulesdb import Entry, Ruleset, Table
from rulesdb.description.figures import figure_cells
from rulesdb.description.grids import Located
from rulesdb.yaml_source import load_yaml

_MAX_CELLS = 6
_MAX_FIGURES = 8
_NONE = "–"
# The facts of a power that are shown on a medal, with the sign before them.
_MEDALS = {"armor": "×", "hand_to_hand": "+", "movement": ""}
_SIGNED = tuple(name for name, sign in _MEDALS.items() if sign)
_UNIT_FACTS = ("movement", "powers")


def _looks() -> Mapping[str, Any]:
    looks: Mapping[str, Any] = load_yaml(Path(__file__).with_name("looks.yaml")).data
    return looks


class CardEntries:
    """Reads what is on the cards of one game, in the words of one language."""

    def __init__(self, game: Ruleset, words: Words) -> None:
        self.game = game
        self.words = words
        self.looks = _looks()

    def power(self, entry: Entry) -> CardContent:
        """A power: its figure, its effect, when it applies."""
        when = entry["when"]
        name = next((name for name in _MEDALS if entry.get(name)), "")
        medal = (
            (f"{_MEDALS[name]}{entry[name]}", self.words(f"card.{name.replace('_', '-')}")) if name else None
        )
        content = self._content("power", entry, str(entry["card"]))
        return replace(
            content,
            scene=entry.get("scene", self.looks["scenes"].get(when, content.scene)),
            icon="" if "portrait" in entry.facts else content.icon,
            person=entry.get("portrait", ""),
            # What a medal with a sign does is said by the sign.
            aside="" if name in _SIGNED else running_text(self.game, entry),
            badge=(self.looks["when"][when], self.words.of("when", when)),
            value=medal,
        )

    def action(self, entry: Entry) -> CardContent:
        """An action card: who can play it and when, its effect and points."""
        race = str(entry["race"])
        unit = next((unit for unit in self.game.of_kind("unit") if unit.get("race") == race), None)
        family = str(unit["counter"]["family"]) if unit is not None else ""
        return replace(
            self._content("action", entry),
            person=entry.get("portrait", ""),
            family=family,
            badge=(self.looks["families"].get(family, self.game.face.get("icon", "")), self.words.term(race)),
            points=self._points(entry),
            cue=self.words("card.play", when=entry["play"]),
            figures=tuple(self.action_figures(entry)),
            figures_last=True,
        )

    def action_figures(self, entry: Entry) -> list[CardFigure]:
        """The figures of an action card, such as the dice that it rolls, from the tables of the game."""
        return list(self._of_tables(entry))

    def effect(self, entry: Entry) -> CardContent:
        """An effect on a weapon: what is added to the roll, or what results become."""
        content = self._content("effect", entry)
        table = self.game.tables.get(self.game.printing.get("effect_table", ""))
        if table is None:
            return content
        shift, into = entry.get("shift"), entry.get("any", "none")
        if shift:
            dice = next(axis.dice for axis in table.axes if axis.dice is not None)
            rolls = range(dice.low, dice.high + 1)
            counts = [str(min(max(roll + shift, rolls[0]), rolls[-1])) for roll in rolls]
            strip = RollStrip(tuple(map(str, rolls)), tuple(counts))
            note = self.words("card.counts-as", dice=dice.text)
            return replace(content, value=(f"{shift:+d}", ""), strip=strip, note=note)
        if into != "none":
            results = [result for result in table.entry["result"]["labels"] if result != "none"]
            stun = entry.get("stun", "stun")
            changed = [stun if each == "stun" else into for each in results]
            before, after = (
                tuple(spelled(each, self.words, table.entry.key) for each in row)
                for row in (results, changed)
            )
            strip = RollStrip(before, after)
            return replace(content, strip=strip)
        return content

    def unit(self, entry: Entry) -> CardContent | None:
        """A unit and its figures; ``None`` if neither it nor a table has any."""
        figures = [*self._scores(entry), *self._facts(entry), *self._of_tables(entry)]
        if not figures:
            return None
        # All units of a game have the same boxes; what only some have is in their text.
        figures, others = figures[:_MAX_FIGURES], figures[_MAX_FIGURES:]
        sides = {side.id: side.title for side in self.game.sides}
        counter = entry["counter"]
        family = str(counter["family"])
        content = self._content("unit", entry)
        more = [f"{figure.word[:1].upper()}{figure.word[1:]}: {figure.value}." for figure in others]
        return replace(
            content,
            paragraphs=(" ".join((*content.paragraphs, *more)),),
            icon=counter["icon"],
            person=self._person(entry),
            family=family,
            badge=(
                self.looks["families"].get(family, self.game.face.get("icon", "")),
                self.words.term(str(entry.get("race", sides.get(entry["side"], entry["side"])))),
            ),
            points=self._points(entry) if "points" in entry.facts else None,
            figures=tuple(figures),
        )

    def mission(self, entry: Entry) -> list[CardContent]:
        """The faces of a mission: its summary, and its victory points and conditions if it has any."""
        first = replace(
            self._content("mission", entry), label=self.words("card.number", number=entry["number"])
        )
        page = replace(first, scene="", paragraphs=())
        sides = {side.id: side.title for side in self.game.sides}
        lines = entry.get("victory", ())
        victory = [
            PointsOf(
                sides[side],
                tuple((short_victory_points(line), line["text"]) for line in lines if line["side"] == side),
            )
            for side in dict.fromkeys(line["side"] for line in lines)
        ]
        points = replace(
            page, slug=f"{entry.slug}-points", note=self.words("card.victory-points"), victory=tuple(victory)
        )
        conditions = (*entry.get("layout", ()), *entry.get("conditions", ()))
        rules = replace(page, slug=f"{entry.slug}-conditions", paragraphs=conditions, listed=True)
        return [first, *([points] if victory else []), *([rules] if conditions else [])]

    def all(self, kind: str) -> list[CardContent]:
        """Every card of a kind; of missions, the cards with a scene."""
        entries = self.game.of_kind("card" if kind == "action" else kind)
        if kind == "mission":
            return [self.mission(entry)[0] for entry in entries]
        contents = [getattr(self, kind)(entry) for entry in entries]
        return [content for content in contents if content is not None]

    def _content(self, kind: str, entry: Entry, text: str = "") -> CardContent:
        look = self._look(kind)
        return CardContent(
            kind=kind,
            slug=entry.slug,
            label=self.words(f"card.{kind}"),
            title=entry.title,
            icon=entry.get("icon", self.game.face.get("icon", "")),
            scene=entry.get("scene", look["scene"]),
            family=look.get("family", ""),
            paragraphs=(text or entry.get("card") or running_text(self.game, entry),),
            cited=f"{self.game.title} · {cited(entry)}",
        )

    def _look(self, kind: str) -> Mapping[str, Any]:
        """How cards of a kind look in this game."""
        return {**self.looks["kinds"][kind], **self.game.printing.get("cards", {}).get(kind, {})}

    def _person(self, unit: Entry) -> str:
        """Who or what is on the card of a unit: its portrait, or a person if the game shows them."""
        person = unit["counter"].get("figure", "") if self._look("unit").get("person", True) else ""
        return str(unit.get("portrait", person))

    def _points(self, entry: Entry) -> tuple[str, str]:
        return str(entry["points"]), self.words("unit.has-points")

    def _scores(self, unit: Entry) -> Iterator[CardFigure]:
        icons = self.game.scores.get("icons", {})
        for name, value in unit.get("scores", {}).items():
            text = score_text(self.game, name, value)
            label = text if value or text == str(value) else _NONE
            yield CardFigure(icons.get(name, ""), label, self.words.of("score", name))

    def _facts(self, unit: Entry) -> Iterator[CardFigure]:
        for name in _UNIT_FACTS:
            if name in unit.facts:
                yield CardFigure(self.looks["figures"][name], str(unit[name]), self.words(f"unit.has-{name}"))
        if unit.get("most", 1) > 1:
            value = f"1–{unit['most']}"
            yield CardFigure(self.looks["figures"]["most"], value, self.words("unit.has-most"))

    def _of_tables(self, entry: Entry) -> Iterator[CardFigure]:
        """The figures of the tables that the game has on cards."""
        wanted = {given["table"]: given for given in self.game.printing.get("card_figures", ())}
        named = {rows.table: (rows.axis, cells) for rows, cells in figure_cells(entry, self.game)}
        for slug, look in wanted.items():
            if slug in named:
                axis, cells = named[slug]
                # Not the rows of labels that only mean the entry among others.
                cells = [(at, cell) for at, cell in cells if f"{at[axis]}-".startswith(f"{entry.slug}-")]
            elif entry.slug in look.get("for", ()):
                axis, cells = "", list(self.game.table(slug).cells())
            else:
                continue
            if len(cells) <= _MAX_CELLS:
                yield from self._figures_of(self.game.table(slug), entry, axis, cells, look)

    def _figures_of(
        self, table: Table, entry: Entry, axis: str, cells: Sequence[Located], look: Mapping[str, Any]
    ) -> Iterator[CardFigure]:
        """The cells of a table that are about an entry, whose names are on an ``axis``."""
        for at, cell in cells:
            places = [
                place.removeprefix(entry.slug).removeprefix("-") if name == axis else place
                for name, place in at.items()
            ]
            word = ", ".join(spelled(place, self.words, table.entry.key) for place in places if place)
            if not word or len(cells) == 1:
                word = table.entry.title
            icons = look.get("icons", {})
            icon = next((icons[place] for place in places if place in icons), look["icon"])
            yield CardFigure(icon, cell_text(table, cell, self.words).partition(" (")[0], word)
