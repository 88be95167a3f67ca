"""The patches, badges, letters and stripes on the counters of a scenario in rows, each with its meaning."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from builder.draw.pieces.chevrons import CLOSE, WIDTH, draw_chevrons, height_of
from builder.draw.pieces.counter_look import CounterLook
from builder.draw.pieces.counter_words import is_abbreviation
from builder.draw.pieces.counters import CounterArtist
from builder.draw.pieces.figure_looks import (
    carried_in_patch,
    experience_marks,
    experience_of,
    gear_of,
    marks_of,
    rank_of,
    unit_of_species,
)
from builder.draw.pieces.figure_places import Badge
from builder.draw.pieces.team_stripes import Stripe, stripe_of
from builder.draw.sentences.team_titles import titled_teams
from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.type import CONDENSED, CONDENSED_BOLD, Type
from builder.draw.surface.wording import Words
from builder.scenario.model import Force, Scenario
from rulesdb import Ruleset

_PATCH, _ICON = 4.6, 3.7
_LETTERS, _MEANING = Type(CONDENSED_BOLD, 2.9), Type(CONDENSED, 2.9)
_ROW = 5.5
# The family whose color no side has.
_NEUTRAL = "works"
# How many patches a line of a usual sheet has.
_A_LINE = 4
# The width of a stripe.
_STRIPE = 3.4
# Between a patch and its letters, before its meaning, and after that.
_AFTER_PATCH, _BESIDE, _APART = 1.0, 1.4, 5.0


@dataclass(frozen=True, slots=True)
class Patch:
    """A patch of an icon in the color of a family, the letters of a mark, or both, and what they mean.

    Instead it can be the ``stripe`` of a team, or the ``chevrons`` of an experience. Patches of another
    ``line`` begin a new one.
    """

    icon: str
    letters: str
    meaning: str
    family: str
    stripe: Stripe | None = None
    line: int = 0
    chevrons: int = 0


def patches_of(
    artist: CounterArtist, scenario: Scenario, side: str = "", *, has_backs: bool = False
) -> list[Patch]:
    """The patches and marks of the listed figures of a side, or of all that everybody may see, each once.

    The marks of experience are in order, the best first; then come the badges of states, and at the end the
    stripes of teams, those of each of several squads in a line of their own below its title. A state that
    all units have in common is only there if it ``has_backs``, where no counter beside it shows its back.
    """
    found: dict[tuple[str, str], Patch] = {}
    forces = [force for force in scenario.forces if (force.side == side if side else not force.is_hidden)]
    for force in forces:
        for patch in _of_force(artist, scenario, force):
            found.setdefault((patch.letters, patch.meaning), patch)
    # What counters in several colors have in common is in none of these.
    if len({patch.family for patch in found.values()}) > 1:
        found = {key: replace(patch, family=_NEUTRAL) for key, patch in found.items()}
    stripes = [*_stripes_of(artist, scenario, forces)]
    marks = _by_experience(list(found.values()), scenario.ruleset, artist.words)
    short = [*_short_names(artist, scenario, forces), *_short_weapons(forces, len(stripes))]
    return [*marks, *short, *_states_of(artist, scenario, forces, least=1 if has_backs else 2), *stripes]


def _short_names(artist: CounterArtist, scenario: Scenario, forces: Sequence[Force]) -> list[Patch]:
    """The words on counters that are no part of the names of their units, each with that name.

    A unit has a word of its own, or a force whose counters are to be told from those of others.
    """
    names = {artist.word_of(scenario, force): force.unit.title for force in forces if not force.members}
    return [Patch("", word, name, "") for word, name in names.items() if word.lower() not in name.lower()]


def _short_weapons(forces: Sequence[Force], stripes: int) -> list[Patch]:
    """The abbreviations of weapons on the bands of figures; before so many stripes if all have one line."""
    weapons = [member.weapon for force in forces for member in force.members if member.weapon is not None]
    names = {str(weapon.get("word", "")): weapon.title for weapon in weapons}
    short = [(word, name) for word, name in names.items() if word and is_abbreviation(word)]
    line = int(0 < stripes <= _A_LINE - len(short))
    return [Patch("", word, name, "", line=line) for word, name in short]


def _states_of(artist: CounterArtist, scenario: Scenario, forces: Sequence[Force], least: int) -> list[Patch]:
    """The badges on the backs of units, each with its units; none if these are fewer than ``least``."""
    units: dict[tuple[Badge, str], list[str]] = {}
    for force in forces:
        word = artist.word_of(scenario, force)
        # Who is listed has a roster that says it.
        _, back = (
            (None, None)
            if force.members
            else artist.unit_sides(scenario.ruleset, unit_of_species(force), word, word)
        )
        if back is not None and back.badge is not None:
            titles = units.setdefault((back.badge, back.word), [])
            titles += [force.unit.title] if force.unit.title not in titles else []
    return [
        Patch(badge.icon, word, artist.words("counter.back-of", units=", ".join(titles)), badge.family)
        for (badge, word), titles in units.items()
        if len(units) >= least
    ]


def _by_experience(patches: Sequence[Patch], game: Ruleset, words: Words) -> list[Patch]:
    """Patches with the marks of experience side by side, in order, where the first of them is."""
    marks = experience_marks(game, words)
    of_experience = sorted(
        (patch for patch in patches if patch.chevrons or (not patch.icon and patch.letters in marks)),
        key=lambda patch: (-patch.chevrons, marks.index(patch.letters) if patch.letters in marks else 0),
    )
    first = min((patches.index(patch) for patch in of_experience), default=0)
    others = [
        [patch for patch in part if patch not in of_experience] for part in (patches[:first], patches[first:])
    ]
    return [*others[0], *of_experience, *others[1]]


def _stripes_of(artist: CounterArtist, scenario: Scenario, forces: Sequence[Force]) -> Iterator[Patch]:
    """The stripes of the teams of forces, if they have stripes; a title comes before those of a squad."""
    line, squad = 1, ""
    for force, team, title in titled_teams(forces):
        if title != team.title and squad != force.id:
            squad = force.id
            yield Patch("", force.title, "", "", line=line + 1)
            line += 2
        stripe = stripe_of(scenario, force, team.members[0]) if team.members else None
        if stripe is not None:
            family = artist.family(team.members[0].unit or force.unit, force)
            yield Patch("", team.id, team.title, family, stripe, line)


def _of_force(artist: CounterArtist, scenario: Scenario, force: Force) -> Iterator[Patch]:
    """The patches of the listed figures of a force, some more than once."""
    game, words = scenario.ruleset, artist.words
    for member in force.members:
        unit, letters = member.unit or force.unit, ""
        front, _ = artist.member_sides(scenario, force, member)
        marks = {**marks_of(game, member, words), **gear_of(member, words)}
        carried, family = carried_in_patch(member, unit), artist.family(unit, force)
        if member.position is not None:
            letters, meaning = member.position["abbreviation"], member.position.title
        elif "short" in unit["counter"]:
            letters, meaning = unit["counter"]["short"], unit.title
        elif carried is not None:
            letters, meaning = carried.get("short", ""), words("counter.carries", title=carried.title)
        else:
            letters, meaning = rank_of(game, member, words), words("counter.leads")
            # The rank is below the patch, or only in it.
            meaning = marks.pop(letters, meaning)
        if front.patch:
            letters = letters if letters in front.letters else ""
            yield Patch(front.patch, letters, meaning, family)
        yield from (Patch("", mark, title, family) for mark, title in marks.items())
        if front.chevrons:
            title = words("counter.experience", title=words.term(experience_of(game, member)))
            yield Patch("", "", title, family, chevrons=front.chevrons)


@dataclass(frozen=True)
class PatchRow:
    """Patches beside each other in rows of a width in mm."""

    patches: Sequence[Patch]
    width: float
    context: DrawingContext

    @cached_property
    def height(self) -> float:
        """The height of the rows in mm."""
        return max((top for _, top in self._places), default=-_ROW) + _ROW

    @cached_property
    def breadth(self) -> float:
        """The width of the longest patch with its meaning in mm."""
        return max(map(self._length, self.patches), default=0.0)

    def draw(self, canvas: Canvas, corner: Point) -> None:
        """Draw the rows from their upper left corner on a canvas."""
        metrics, (left, top) = self.context.metrics, corner
        for patch, (across, y) in zip(self.patches, self._places, strict=True):
            x, level = left + across, top + y + _ROW / 2
            base = level + _LETTERS.cap / 2
            if patch.icon:
                look = CounterLook(self.context.theme, patch.family)
                edge = {"stroke": "ink", "stroke_width": 0.2} if look.saves_ink else {}
                side = level - _PATCH / 2
                canvas.rect(x, side, _PATCH, _PATCH, radius=0.8, fill=look.band, **edge)
                inset = (_PATCH - _ICON) / 2
                color = "ink" if look.saves_ink else look.word
                canvas.icon(patch.icon, x + inset, side + inset, _ICON, color)
                x += _PATCH + _AFTER_PATCH
            if patch.stripe is not None:
                look, side = CounterLook(self.context.theme, patch.family), level - _PATCH / 2
                patch.stripe.draw(canvas, look, side + _PATCH, left=x, top=side, width=_STRIPE)
                x += _STRIPE + _BESIDE
            if patch.chevrons:
                look, tall = CounterLook(self.context.theme, patch.family), height_of(patch.chevrons, CLOSE)
                draw_chevrons(canvas, look, patch.chevrons, left=x, bottom=level + tall / 2, step=CLOSE)
                x += WIDTH + _BESIDE
            canvas.text(patch.letters, x, base, _LETTERS)
            x += metrics.width(patch.letters, _LETTERS) + (_BESIDE if patch.letters else 0.0)
            canvas.text(patch.meaning, x, base, _MEANING, fill="muted")

    def _length(self, patch: Patch) -> float:
        """The width of a patch with its letters and its meaning."""
        metrics = self.context.metrics
        letters = metrics.width(patch.letters, _LETTERS) + _BESIDE if patch.letters else 0.0
        before = (_PATCH + _AFTER_PATCH) * bool(patch.icon) + (_STRIPE + _BESIDE) * (patch.stripe is not None)
        before += (WIDTH + _BESIDE) * bool(patch.chevrons)
        return before + letters + metrics.width(patch.meaning, _MEANING)

    @cached_property
    def _places(self) -> list[tuple[float, float]]:
        """The upper left corner of each patch, in columns that all lines share."""
        lines: dict[int, list[Patch]] = {}
        for patch in self.patches:
            lines.setdefault(patch.line, []).append(patch)
        columns = self._columns(lines)
        step = (self.width + _APART) / columns
        places: list[tuple[float, float]] = []
        rows = 0
        for _, line in sorted(lines.items()):
            places += [(at % columns * step, (rows + at // columns) * _ROW) for at in range(len(line))]
            rows += -(-len(line) // columns)
        return places

    def _columns(self, lines: Mapping[int, Sequence[Patch]]) -> int:
        """How many columns there are: as many as fit, but no more than fill the rows of a line."""
        longest = max(map(self._length, self.patches), default=self.width)
        most = max(1, int((self.width + _APART) // (longest + _APART)))
        return max((-(-len(line) // -(-len(line) // most)) for line in lines.values()), default=1)
