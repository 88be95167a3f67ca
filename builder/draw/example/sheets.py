"""An example of play on sheets like those of the briefing: as much of a game as two of them have room for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from builder.draw.example.phrases import Phrases, names_in
from builder.draw.example.story import (
    FATES,
    Deeds,
    DiceThrown,
    End,
    Fate,
    Passage,
    Story,
    TurnStart,
    UsedCell,
    joined_rolls,
    reason_of,
)
from builder.draw.sentences.side_names import side_name
from builder.draw.surface.canvas import Canvas, Drawing
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import BODY, SMALL, Block, Flow, Writer
from builder.draw.surface.flow_sheets import FlowSheets
from builder.draw.surface.type import BOLD, Type
from builder.draw.surface.wording import Words
from builder.playtest.play import HURT
from builder.scenario.model import Scenario
from rulesdb import Basis
from rulesdb.description.grids import words_of

MAX_SHEETS = 2
# The sizes of type that are tried; a game that is too long for the smallest is printed in part.
_SCALES = (1.0, 0.94, 0.88)
# A part ends with a whole turn if that leaves out at most this share of it.
_FOR_A_TURN = 0.25
_DIE_ICON, _DIE, _INDENT = "rolling-dices", 2.9, 4.4
_WORDS_OF = "example"
# The axis of tables whose rows are about different things, and those of dice.
_TOPIC = "about"
_DICE = frozenset({"dice", "die", "roll"})


def example_sheets(
    story: Story, scenario: Scenario, size: tuple[float, float], context: DrawingContext, *, is_secret: bool
) -> list[Drawing]:
    """The game on at most :data:`MAX_SHEETS` sheets of ``size`` mm.

    Args:
        story: the game.
        scenario: its scenario, in the language of the sheets.
        size: the width and height of a sheet.
        context: how it is drawn.
        is_secret: whether it shows what a side may not know.
    """
    teller = _Teller(story, scenario, context.words, is_secret=is_secret)
    passages = joined_rolls(story.passages)
    for scale in _SCALES:
        sheets = _set(teller, passages, len(passages), size, context, scale)
        if sheets.count <= MAX_SHEETS:
            return sheets.drawings()
    return _longest(teller, passages, size, context).drawings()


def _longest(
    teller: _Teller, passages: Sequence[Passage], size: tuple[float, float], context: DrawingContext
) -> FlowSheets:
    """As many of the first passages as there is room for, and what followed."""
    low, high = 0, len(passages)
    while high - low > 1:
        middle = (low + high) // 2
        count = _set(teller, passages, middle, size, context, _SCALES[-1]).count
        low, high = (middle, high) if count <= MAX_SHEETS else (low, middle)
    turns = [at for at, passage in enumerate(passages[:low]) if isinstance(passage, TurnStart)]
    if turns and low - turns[-1] <= _FOR_A_TURN * low:
        low = turns[-1]
    return _set(teller, passages, low, size, context, _SCALES[-1])


def _set(
    teller: _Teller,
    passages: Sequence[Passage],
    count: int,
    size: tuple[float, float],
    context: DrawingContext,
    scale: float,
) -> FlowSheets:
    """The first passages in full, and the others in short."""

    def blocks(writer: Writer) -> Sequence[Block]:
        return teller.blocks(writer, passages, count)

    sheets = FlowSheets(size, context, scale)
    sheets.add(Flow(_WORDS_OF, teller.title, teller.subtitle, blocks))
    return sheets


class _Teller:
    """Renders passages in the language of the reader; each is set once for each width and size of type."""

    def __init__(self, story: Story, scenario: Scenario, words: Words, *, is_secret: bool) -> None:
        self._story, self._scenario, self._words = story, scenario, words
        game = scenario.ruleset
        phrases: Mapping[str, str] = game.languages.get(words.language, {}).get("phrases", {})
        names = names_in(story.scenario, scenario)
        self._say = Phrases(phrases, names, words.term, words.decimal)
        self._titles = {table.id: table.entry.title for table in game.tables.values()}
        title = words("example.title")
        self.title = words("sheet.secret", title=title) if is_secret else title
        self.subtitle = words("example.about", title=scenario.title)
        players = ", ".join(
            words("example.player", side=self._side(side), player=name)
            for side, name in story.players.items()
        )
        note = words("example.note", players=players, seed=story.seed, number=story.number)
        self._note = " ".join([note, *([words("example.both-sides")] if is_secret else [])])
        self._blocks: dict[tuple[float, float, int], Block] = {}

    def blocks(self, writer: Writer, passages: Sequence[Passage], count: int) -> list[Block]:
        """Some passages in full, and the others in short."""
        blocks = [writer.paragraph(self._note, SMALL, color="muted")]
        for number, passage in enumerate(passages[:count]):
            key = writer.width, writer.scale, number
            if key not in self._blocks:
                self._blocks[key] = self._block(writer, passage)
            blocks.append(self._blocks[key])
        rest = passages[count:]
        if rest:
            begun = max((each.number for each in passages[:count] if isinstance(each, TurnStart)), default=0)
            short = self._short(writer, rest, begun)
            if len(short) > 1:
                blocks.append(writer.heading(self._words("example.rest"), "hourglass"))
            blocks += short
        return blocks

    def _block(self, writer: Writer, passage: Passage) -> Block:
        match passage:
            case TurnStart(number):
                title = (
                    self._words("example.turn", number=number) if number else self._words("example.set-up")
                )
                return writer.heading(title, "play-button" if number else "treasure-map")
            case Deeds(side, counts):
                return writer.item(f"{self._side(side)}.", f"{'; '.join(self._deeds(side, counts))}.")
            case DiceThrown():
                return _with_die(writer.paragraph(self._roll(passage), SMALL, indent=_INDENT))
            case Fate(units):
                return writer.paragraph(self._fates(units), Type(BOLD, BODY.size))
            case End():
                return writer.item(*self._end(passage))

    def _short(self, writer: Writer, passages: Sequence[Passage], turn: int) -> list[Block]:
        """Whom each later turn costs, and the end; of the turn that has begun, what is left of it."""
        blocks = []
        lost: dict[str, list[tuple[str, str]]] = {}
        lead = self._words("example.later", number=turn)
        for passage in passages:
            if isinstance(passage, TurnStart):
                lead = f"{self._words('example.turn', number=passage.number)}."
            elif isinstance(passage, Fate):
                lost.setdefault(lead, []).extend(unit for unit in passage.units if unit[1] != HURT)
            elif isinstance(passage, End):
                blocks = [
                    *(writer.item(turn, self._fates(units)) for turn, units in lost.items() if units),
                    writer.item(*self._end(passage)),
                ]
        return blocks

    def _side(self, side: str) -> str:
        return side_name(self._scenario, side, self._words)

    def _deeds(self, side: str, counts: Sequence[tuple[str, str, int]]) -> Iterator[str]:
        """Deeds in words; who does several in a row is named once, and a side only before them."""
        last = self._story.scenario.side_title(side)
        for number, (who, deed, count) in enumerate(counts):
            sentence = self._say(deed)
            if who and who == last:
                sentence = sentence.removeprefix(self._say(who)).lstrip(": ")
            if not number:
                sentence = sentence[:1].upper() + sentence[1:]
            last = who or last
            yield self._words("example.times", deed=sentence, count=count) if count > 1 else sentence

    def _roll(self, roll: DiceThrown) -> str:
        words = self._words
        about = {
            "dice": roll.dice,
            "purpose": self._say(roll.purpose),
            "totals": ", ".join(map(str, roll.totals)),
        }
        text = (
            words("example.roll", side=self._side(roll.side), **about)
            if roll.side
            else words("example.roll-of-nobody", **about)
        )
        return " ".join([text, *(self._cell(cell, roll.totals[0]) for cell in roll.cells)])

    def _cell(self, cell: UsedCell, total: int) -> str:
        """A cell by its inputs, except for the roll, which stands before it."""
        words, key = self._words, cell.table.partition(":")[2]
        at = ", ".join(
            self._label(value, key)
            if name == _TOPIC
            else f"{self._label(name, key)} {self._label(value, key)}"
            for name, value in cell.at
            if (name in _DICE, value) != (True, str(total))
        )
        source = cell.source.removeprefix(f"{self._scenario.ruleset.id} ")
        if cell.basis != Basis.PRINTED:
            source = f"{source} · {words.of('basis', cell.basis)}"
        about = {
            "table": self._titles.get(cell.table, cell.table),
            "result": self._label(cell.result, key),
            "source": source,
        }
        return words("example.cell", at=at, **about) if at else words("example.cell-alone", **about)

    def _label(self, label: str, key: str) -> str:
        """A label of a table, or the name of an axis, in words."""
        term = self._words.term(label, key)
        return self._words.term(words_of(label), key) if term == label else term

    def _fates(self, units: Sequence[tuple[str, str]]) -> str:
        """A sentence for each fate, with all whom it meets."""
        in_order = sorted(units, key=lambda unit: FATES.index(unit[1]))
        sentences = []
        for status, group in groupby(in_order, key=lambda unit: unit[1]):
            names = [self._say(name) for name, _ in group]
            sentences.append(self._words(f"example.{status}", names=", ".join(names), count=len(names)))
        return " ".join(sentences)

    def _end(self, end: End) -> tuple[str, str]:
        """Who wins, and why."""
        words = self._words
        if not end.side:
            return words("example.nobody"), self._say(end.why)
        grade = words.of("grade", end.grade)
        lead = words("example.wins", side=self._side(end.side), grade=grade)
        reason = reason_of(self._scenario, end, words)
        return lead, self._say(reason) if end.condition < 0 else reason


def _with_die(block: Block) -> Block:
    """An indented paragraph with dice before it."""

    def draw(canvas: Canvas, x: float, y: float) -> None:
        canvas.icon(_DIE_ICON, x + 0.4, y, _DIE, "muted")
        block.draw(canvas, x, y)

    return replace(block, draw=draw)
