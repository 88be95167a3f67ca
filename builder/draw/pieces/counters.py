"""Counters: people, creatures, vehicles, dummies and markers, each with a front and a back."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import MappingProxyType

from builder.draw.maps.decks.craft import craft_look
from builder.draw.pieces.cards.creatures import one_of
from builder.draw.pieces.counter_faces import CounterFace, band_room
from builder.draw.pieces.counter_ids import letters_of, numbered_ids
from builder.draw.pieces.counter_key import KeyLine
from builder.draw.pieces.counter_look import CounterLook
from builder.draw.pieces.counter_names import MIN_NAME_SIZE, SIZE
from builder.draw.pieces.counter_words import has_room_for, in_lower_case
from builder.draw.pieces.figure_looks import (
    carried_in_patch,
    chevrons_of,
    corner_figures,
    gear_of,
    has_badge,
    in_hand,
    marks_of,
    own_name,
    person_of,
    portrait_of,
    rank_of,
    rating_of,
    unit_of_species,
)
from builder.draw.pieces.figure_places import SAFE, Badge, Figure, longest_of
from builder.draw.pieces.marker_copies import Need, marker_needs
from builder.draw.pieces.piece import Piece
from builder.draw.pieces.team_stripes import stripe_of
from builder.draw.sentences.species import title_with_species
from builder.draw.surface.canvas import Canvas, Drawing
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.type import Type
from builder.scenario.forces.counter_colors import COLORS
from builder.scenario.forces.wounds import max_wounds
from builder.scenario.model import Force, Member, Scenario, Vehicle
from builder.scenario.things import Census
from rulesdb import Entry, Ruleset
from rulesdb.yaml_source import load_yaml

Draw = Callable[[CounterFace], None]
BLEED = 1.0
MAX_COPIES = 4
PRONE = "PRONE"
_PRONE_FIGURES = MappingProxyType({"person": "person-prone"})
_PRONE_SOLDIER = "soldier-prone"
_LEADER = "rank-3"
# The letters of the ending of a plural.
_ENDING = 2
_HIDDEN = "beast-eye"
# The group of vehicles without a force.
_UNOWNED = "vehicle"


@functools.cache
def _states() -> Mapping[str, Badge]:
    """The badges of the states that the backs of counters show."""
    data = load_yaml(Path(__file__).with_name("states.yaml")).data
    return MappingProxyType({state: Badge(**badge) for state, badge in data.items()})


def group_of(force: Force) -> str:
    """The group of a force's counters."""
    return f"{force.side}:{force.id}"


class CounterArtist:
    """Draws the counters of one scenario in one theme."""

    def __init__(
        self, context: DrawingContext, *, bleed: float = BLEED, cut_line: bool = True, scale: float = 1.0
    ) -> None:
        """Draw in one theme, for counters that are printed at ``scale`` times the usual 5/8 inch.

        On smaller ones, the smallest type is drawn larger, so that it can still be read; text that then does
        not fit is shortened. ``cut_line`` draws a hairline along the cut.
        """
        self.context = context
        self.theme = context.theme
        self.words = context.words
        self.metrics = context.metrics
        self.bleed = bleed
        self.cut_line = cut_line
        self.least = max(MIN_NAME_SIZE, MIN_NAME_SIZE / scale)

    def pieces(self, scenario: Scenario) -> tuple[Piece, ...]:
        """Every counter that the scenario needs: forces in the file's order, then the game's markers."""
        pieces: list[Piece] = []
        for force in scenario.forces:
            own = self.units(scenario, force)
            if force.dummies:
                own.append(self.dummy(force))
            label = title_with_species(force, self.words)
            pieces += [replace(piece, group=group_of(force), label=label) for piece in own]
            pieces += self._vehicles(scenario, force)
        pieces += self._vehicles(scenario, None)
        return (*pieces, *self.markers(scenario.ruleset, scenario.census))

    def _vehicles(self, scenario: Scenario, force: Force | None) -> list[Piece]:
        """The vehicles that a force has at the start; without one, those that nobody has."""
        own = [each for each in scenario.vehicles if scenario.force(each.force) is force]
        group = group_of(force) if force is not None else _UNOWNED
        label = self.words("counter.vehicles")
        return [replace(self.vehicle(scenario, each), group=group, label=label) for each in own]

    def units(self, scenario: Scenario, force: Force) -> list[Piece]:
        """The figures or creatures of a force, in the file's order, without its dummies."""
        if force.members:
            return [self.member(scenario, force, member) for member in force.members]
        return list(self.creatures(scenario, force))

    def ids(self, scenario: Scenario) -> Mapping[str, tuple[str, ...]]:
        """The ids on the counters of each force by its id, for forces without listed figures."""
        forces = [force for force in scenario.forces if not force.members]
        names = [(self.word_of(scenario, force), force.count) for force in forces]
        listed = [member.id for force in scenario.forces for member in force.members]
        ids = numbered_ids(names, letters_of(listed))
        return {force.id: each for force, each in zip(forces, ids, strict=True)}

    def unit_ids(self, game: Ruleset, counts: Mapping[str, int]) -> Mapping[str, tuple[str, ...]]:
        """The ids of the given numbers of counters of each unit or vehicle of a game, by its key."""
        entries = [entry for kind in ("unit", "vehicle") for entry in game.of_kind(kind)]
        listed = [(entry.key, self._word(game, entry, "")) for entry in entries if entry.key in counts]
        ids = numbered_ids([(f"{word} {key}", counts[key]) for key, word in listed])
        return {key: each for (key, _), each in zip(listed, ids, strict=True)}

    def word_of(self, scenario: Scenario, force: Force) -> str:
        """The word on the counters of a force without listed figures."""
        same = [other for other in scenario.forces if _counts_alike(force, other)]
        one = self.words.term(force.one_of_species)
        own = "" if _is_plural(force.title, force.unit.title) else force.title
        is_swarm = int(force.unit.get("most", 1)) > 1
        # Without a species, counters of swarms say what they are.
        title = one or (own if len(same) > 1 and not is_swarm else "")
        return self._word(scenario.ruleset, force.unit, title)

    def _word(self, game: Ruleset, unit: Entry, title: str) -> str:
        return self._label(unit, title, *self._ratings(game, unit))

    def member(self, scenario: Scenario, force: Force, member: Member) -> Piece:
        """A human: ready on the front, and in the state that the unit's counter names on the back."""
        front, back = self.member_sides(scenario, force, member)
        family = self.family(member.unit or force.unit, force)
        team = next((team.id for team in force.teams if member in team.members), "")
        return replace(self._figure(f"{force.id}-{member.id}", family, front, back), team=team)

    def member_sides(self, scenario: Scenario, force: Force, member: Member) -> tuple[Figure, Figure]:
        """The front and the back of a human's counter."""
        game, unit = scenario.ruleset, member.unit or force.unit
        look, portrait = unit["counter"], portrait_of(member, unit)
        (left, right), gear = self._ratings(game, member), list(gear_of(member, self.words))
        # In place of the usual weapon, which is drawn, the band has what makes the figure another one.
        is_of_gear = bool(gear) and member.weapon is None
        word = " · ".join(gear) if is_of_gear else in_hand(member, self.words)
        letters = [*marks_of(game, member, self.words), *([] if is_of_gear else gear)]
        patch = ""
        if member.position is not None:
            leads = [self.words("counter.leader")] * member.leads
            patch = member.position.get("icon", "")
            letters = [member.position["abbreviation"], *leads, *letters]
        elif "short" in look:
            patch, letters = look["icon"], [look["short"], *letters]
        elif (carried := carried_in_patch(member, unit)) is not None:
            # Letters below a patch would push a portrait aside, and its icon is enough.
            short = "" if portrait else carried.get("short", "")
            patch, letters = carried["icon"], [*filter(None, [short]), *letters]
        elif member.leads:
            patch = look.get("patches", {}).get(member.experience, _LEADER)
            if portrait and patch != _LEADER:
                letters = [each for each in letters if each != rank_of(game, member, self.words)]
        icon = "" if has_badge(look) else look["icon"]
        front = Figure(
            member.weapon.get("icon", "") if member.weapon else icon,
            word,
            member.id,
            person="" if portrait else person_of(member, look),
            portrait=portrait,
            has_slim_id=bool(portrait),
            patch=patch,
            letters=letters,
            left=left,
            right=right,
            turned=member.weapon is not None and bool(member.weapon.get("turned", False)),
            stripe=stripe_of(scenario, force, member),
            chevrons=chevrons_of(game, member),
        )
        state = look.get("back", PRONE)
        back = replace(
            front,
            word=self.words.of("state", state),
            patch="",
            letters=(),
            chevrons=0,
            name=own_name(member, unit) or unit.title,
            badge=_states().get(state),
        )
        if state == PRONE:
            prone = _PRONE_FIGURES.get(look.get("figure", "person"), _PRONE_SOLDIER)
            back = replace(back, person=prone, badge=None, is_prone=True)
        elif portrait:
            # The face and the id say who it is, as on the counters of creatures.
            back = replace(back, name="")
        elif back.badge is not None and back.icon:
            # The person would be small behind the weapon, between the id, the badge and the name.
            back = replace(back, person="", shade=front.person)
        return front, back

    def creatures(self, scenario: Scenario, force: Force) -> Iterator[Piece]:
        """One counter for each creature; for a swarm, one for each size that it can split into.

        There are as many copies of a size as can be on the map at once, up to :data:`MAX_COPIES`.
        """
        game, most = scenario.ruleset, int(force.unit.get("most", 1))
        family, word = self.family(force.unit, force), self.word_of(scenario, force)
        draw = partial(self._creature, game, unit=unit_of_species(force), word=word, family=family)
        if most == 1:
            ids = self.ids(scenario)[force.id]
            longest = longest_of(ids, self.metrics)
            for number, id in enumerate(ids, 1):
                yield draw(f"{force.id}-{number}", id=id, longest=longest)
            return
        for size in range(1, min(most, force.count) + 1):
            piece = draw(f"{force.id}-{size}", amount=f"×{size}")
            yield replace(piece, copies=min(force.count // size, MAX_COPIES))

    def unit(self, game: Ruleset, unit: Entry, number: int, id: str = "") -> Piece:
        """A figure of a unit with an id, its number unless stated, or a swarm of that number."""
        is_swarm = int(unit.get("most", 1)) > 1
        label = {"amount": f"×{number}"} if is_swarm else {"id": id or str(number)}
        word, family = self._word(game, unit, ""), self.family(unit)
        return self._creature(game, f"{unit.slug}-{number}", unit, word, family, **label)

    def _creature(
        self, game: Ruleset, piece: str, unit: Entry, word: str, family: str, **labels: str
    ) -> Piece:
        """A counter of a unit; the back shows the state that the unit's counter names.

        In a game with hidden creatures, these have a hidden front, and the back shows what they are.
        """
        front, back = self.unit_sides(game, unit, word, **labels)
        if back is None:
            hidden = partial(_hidden, self.hidden_icon(unit))
            return self._piece(piece, family, hidden, partial(_draw_figure, front))
        return self._figure(piece, family, front, back)

    @staticmethod
    def hidden_icon(unit: Entry) -> str:
        """The icon on the hidden side of a unit that has one."""
        return str(unit["counter"].get("hidden", _HIDDEN))

    def unit_sides(
        self, game: Ruleset, unit: Entry, word: str, id: str = "", amount: str = "", longest: str = ""
    ) -> tuple[Figure, Figure | None]:
        """The front of a creature, and its back in the state that its counter names, if it is not hidden.

        Its portrait leaves room for the ``longest`` id of its force, so that all of a force are alike.
        """
        look = unit["counter"]
        left, right = self._ratings(game, unit)
        is_badge, icon = has_badge(look), look["icon"]
        # One of a swarm, whose number stands beside it.
        portrait = one_of(unit.get("portrait", ""))
        front = Figure(
            "" if is_badge or (portrait and "figure" not in look) else icon,
            word,
            id,
            amount,
            "" if portrait else look.get("figure", ""),
            portrait,
            longest or id,
            patch=icon if is_badge else "",
            letters=[look["short"]] if "short" in look else (),
            left=left,
            right=right,
            corner="/".join(figure for _, figure in corner_figures(game, unit)),
        )
        state: str | None = look.get("back")
        if state is None:
            return front, None
        badge = _states().get(state)
        is_wound = badge is not None and badge.family == "wound"
        if is_wound and max_wounds(game, unit) == 1:
            # The first wound removes it.
            return front, front
        back = self._in_state(front, self.words.of("state", state), state)
        if (front.icon or front.portrait) and id:
            # Its looks and its id say what it is.
            back = replace(back, name="")
        if is_wound:
            ratings = game.printing.get("ratings", {})
            back = replace(
                back,
                left="" if ratings.get("left") == "wounds" else left,
                right="" if ratings.get("right") == "wounds" else right,
            )
        return front, back

    def _label(self, unit: Entry, title: str, left: str = "", right: str = "") -> str:
        """The name of a unit or species in capitals, in two lines if it is too long, or only a part of it."""
        look = unit["counter"]
        name = title or str(look.get("word", unit.title))
        name, (_, room) = name.upper(), band_room(self.metrics, left, right, self.least)
        first, _, last = name.rpartition(" ")
        broken = f"{first}\n{last}" if first and not (left or right) else name
        names = (name, name.partition(" (")[0], broken, last)

        def has_room(line: str) -> bool:
            return has_room_for(line, room, self.metrics, floor=self.least)

        return next((name for name in names if all(map(has_room, name.split("\n")))), last)

    @staticmethod
    def _in_state(front: Figure, word: str, state: str) -> Figure:
        """The same figure with the badge and the word of a state; the unit is named above it."""
        name = front.word.replace("\n", " ")
        return replace(front, word=word, name=name, patch="", letters=(), badge=_states().get(state))

    def _figure(self, name: str, family: str, front: Figure, back: Figure) -> Piece:
        return self._piece(name, family, partial(_draw_figure, front), partial(_draw_figure, back))

    def vehicle(self, scenario: Scenario, vehicle: Vehicle) -> Piece:
        """A vehicle with its title; on the back as a wreck."""
        force = scenario.force(vehicle.force)
        look = vehicle.kind["counter"]
        title = vehicle.title if vehicle.title != vehicle.kind.title else ""
        craft = craft_look(vehicle) if scenario.map.decks is not None else ""
        front = Figure(look["icon"], self._label(vehicle.kind, title), craft=craft)
        back = self._in_state(front, self.words("counter.wreck"), look.get("back", ""))
        family = COLORS[force.color] if force and force.color else look["family"]
        return self._figure(f"vehicle-{vehicle.id}", family, front, back)

    def dummy(self, force: Force) -> Piece:
        """A dummy: the same hidden front as the force's creatures."""
        family = self.family(force.unit, force)
        return self._dummy(f"{force.id}-dummy", force.unit, family, force.dummies or 0)

    def unit_dummy(self, unit: Entry, copies: int) -> Piece:
        """Dummies in the color of a unit that has a hidden side."""
        return self._dummy(f"{unit.slug}-dummy", unit, self.family(unit), copies)

    def _dummy(self, name: str, unit: Entry, family: str, copies: int) -> Piece:
        word = self.words("counter.dummy")
        front = partial(_hidden, self.hidden_icon(unit))
        return self._piece(name, family, front, lambda face: face.dummy(word), copies)

    def markers(self, game: Ruleset, census: Census | None = None) -> list[Piece]:
        """The markers that a scenario can need, those of a family together; or all of the game.

        A table can give the numbers of a marker, and how often each occurs. Those of several objectives have
        the numerals that these have on the map.
        """
        pieces: list[Piece] = []
        needs = [need for need in marker_needs(game, census) if need.copies]
        families = list(dict.fromkeys(_family_of(need) for need in needs))
        for need in sorted(needs, key=lambda need: families.index(_family_of(need))):
            numbers = _numbers(game, need)
            pieces += [self.marker(need, number, copies) for number, copies in numbers.items()]
            if not numbers:
                numerals = Counter(need.numerals if census is not None else [""] * need.copies)
                pieces += [self.marker(need, copies=many, numeral=each) for each, many in numerals.items()]
        return pieces

    def key_lines(self, game: Ruleset, census: Census | None = None) -> list[KeyLine]:
        """A line of the key for each marker that a scenario can need; chits are shown by their first one."""
        lines = []
        for need in marker_needs(game, census):
            if need.copies:
                sides = 1 if need.front is need.back else 2
                numbers = _numbers(game, need)
                copies = sum(numbers.values()) or need.copies
                faces = partial(self._key_faces, need, next(iter(numbers), ""), sides)
                lines.append(KeyLine(faces, sides, self.bleed, need.said, copies, need.unused))
        return lines

    def _key_faces(self, need: Need, number: str, sides: int, with_words: bool) -> list[Drawing]:
        """The ``sides`` of a marker in the key, as they are or without their words."""
        if with_words:
            piece = self.marker(need, number)
            return [piece.front, piece.back][:sides]
        name, family = f"sign-{need.marker.slug}", _family_of(need)
        families = family, str(need.back.get("family", need.marker.get("family", "works")))
        front = {**need.front, "value": number} if number else need.front
        looks = zip((front, need.back)[:sides], families, strict=False)
        return [self._face(name, name, family, partial(_sign, side)) for side, family in looks]

    def marker(self, need: Need, number: str = "", copies: int = 1, numeral: str = "") -> Piece:
        """A marker with an icon and the rule's word on each side.

        The number of a chit is on its front, the numeral of an objective on both sides.
        """
        front = {**need.front, "value": number} if number else need.front
        back = need.back if number or need.back is not need.front else front
        if numeral:
            display = Type(self.context.display, 1.0)
            longest = max(need.numerals, key=lambda each: self.metrics.width(each, display))
            front, back = ({**side, "value": numeral, "longest": longest} for side in (front, back))
        family = _family_of(need)
        piece = self._piece(
            "-".join(filter(None, ("marker", need.marker.slug, need.of, number, numeral))),
            family,
            partial(_marker, front),
            partial(_marker, back),
            copies,
            back_family=back.get("family", str(need.marker.get("family", "works"))),
        )
        # The chits of a table are distinguished by their numbers, and all have the same back.
        first, *other = need.words[:1] if number else need.words
        # On the sheet it is a list to read, not a row of signs.
        first, *other = map(in_lower_case, (first, *other))
        label = self.words("marker.sides", front=first, back=other[0]) if other else first
        return replace(piece, group=f"marker:{family}", label=label)

    def family(self, unit: Entry, force: Force | None = None) -> str:
        """The family of the unit's counter, unless the force has a color of its own."""
        return COLORS[force.color] if force and force.color else str(unit["counter"]["family"])

    def _ratings(self, game: Ruleset, of: Member | Entry) -> tuple[str, str]:
        """The ratings that the game puts at the left and right of the band."""
        ratings = game.printing.get("ratings", {})
        left, right = (rating_of(game, of, ratings.get(side, "")) for side in ("left", "right"))
        return left, right

    def _piece(
        self, name: str, family: str, front: Draw, back: Draw, copies: int = 1, *, back_family: str = ""
    ) -> Piece:
        fronts = self._face(f"counter-{name}-front", name, family, front)
        backs = self._face(f"counter-{name}-back", name, back_family or family, back)
        return Piece(name, SIZE, SIZE, self.bleed, fronts, backs, copies, SAFE, edge_to_edge=True)

    def _face(self, name: str, title: str, family: str, draw: Draw) -> Drawing:
        whole = SIZE + 2 * self.bleed
        canvas = Canvas(whole, whole, self.context)
        face = CounterFace(canvas, CounterLook(self.theme, family), self.bleed, self.least)
        with canvas.shifted(self.bleed, self.bleed):
            draw(face)
            if self.cut_line:
                face.cut()
        return canvas.drawing(name, title)


def _family_of(need: Need) -> str:
    """The family of a marker's front."""
    return str(need.front.get("family", need.marker.get("family", "works")))


def _counts_alike(force: Force, other: Force) -> bool:
    """Whether the creatures of two forces have the same icon, color and numbers."""
    return not other.members and (force.unit.key, force.color) == (other.unit.key, other.color)


def _is_plural(title: str, of: str) -> bool:
    """Whether a title is a word, with or without the ending of a plural.

    >>> _is_plural("Warriors", "Warrior"), _is_plural("Warriors of the north", "Warrior")
    (True, False)
    """
    return title.lower().startswith(of.lower()) and len(title) <= len(of) + _ENDING


def _draw_figure(figure: Figure, face: CounterFace) -> None:
    look = replace(face.look, in_state=figure.badge is not None)
    replace(face, look=look).figure(figure)


def _hidden(icon: str, face: CounterFace) -> None:
    face.hidden(icon)


def _marker(side: Mapping[str, str], face: CounterFace) -> None:
    value, icon = side.get("value", ""), side.get("icon", "")
    if value and not icon:
        face.chit(side["text"], value)
    else:
        face.marker(side.get("word", side["text"]), side["text"], icon, value, side.get("longest", value))


def _numbers(game: Ruleset, need: Need) -> dict[str, int]:
    """The numbers of a chit that a table has, with the copies of each; empty for other markers."""
    if "numbered_by" not in need.marker.facts:
        return {}
    cells = game.table(need.marker["numbered_by"]).cells()
    return {number: int(cell.value) * need.copies for at, cell in cells for number in at.values()}


def _sign(side: Mapping[str, str], face: CounterFace) -> None:
    face.sign(side.get("icon", ""), side.get("value", ""))
