"""What is on the counter of a figure, and the places of the person, the icon and the name on its face."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from types import MappingProxyType

from builder.draw.pieces.cards.hero import outline_of
from builder.draw.pieces.counter_names import NAME_ROOM, SIZE
from builder.draw.pieces.team_stripes import LEFT as STRIPE_LEFT
from builder.draw.pieces.team_stripes import WIDTH as STRIPE_WIDTH
from builder.draw.pieces.team_stripes import Stripe
from builder.draw.surface.icons import grip_of, is_held_level, level_length, slant_of
from builder.draw.surface.type import BOLD, CONDENSED_BOLD, Metrics, Type

SAFE = 0.8
BAND = 3.6
HIGH_BAND = 5.8
"""The height of the band of a word in two lines, in mm."""
_ID_SIZE, _SHORT_ID = 4.1, 2
LETTERS = Type(CONDENSED_BOLD, 2.4)
"""The type of letters beside a head."""
LETTERS_BASE, PATCH_LETTERS = 3.8, 7.1
"""The baselines of the first letters beside a head: alone, and below a patch, in mm."""
ID_BASE = 4.15
"""The baseline of an id, in mm: so low that a cut half a millimeter off leaves it whole."""
CORNER = Type(CONDENSED_BOLD, 3.1)
"""The type of the figures in the upper right corner."""
_MIDDLE = SIZE / 2
PATCH, BADGE = 3.8, 5.0
"""The sizes of the patch of a job and of the badge of a state, in mm."""
# The person stands below the id and the patch, so that the head is between them and covers neither.
_FIGURE, _FIGURE_TOP = 9.8, 2.7
# How far the shade of one in a state is to the left, clear of the badge.
_SHADE_LEFT = 0.1
# One that letters push aside is smaller. Half its helmet and half its shoulders, as shares of its size.
_MOVED_FIGURE, _HEAD, _SHOULDER = 8.8, 0.23, 0.42
# How the names of persons begin who wear something on the back, and half of its width.
_WORN, _PACK = "jet-", 0.445
# One with a name below it is smaller, so that the name is not on it.
_NAMED_FIGURE, _NAMED_TOP = 6.8, 2.1
# One who lies prone: the size alone, behind a weapon, and behind a weapon beside a stripe.
_PRONE_FIGURE, _PRONE_ARMED, _PRONE_BESIDE_STRIPE = 12.4, 11.0, 9.2
# The shares of that size that are free at the left and above the ground.
_PRONE_AIR, _PRONE_LOW = 0.016, 0.726
# The ground on which one lies, clear of the name below, and that of a weapon that stands, with its sizes,
# also beside a stripe.
_PRONE_GROUND, _WEAPON_GROUND, _PRONE_WEAPON, _WEAPON_BESIDE_STRIPE = 8.4, 8.2, 5.6, 5.0
# The length of a weapon that is held level, also beside a stripe, and the height of the hands, as a share of
# the size of who lies.
_HELD, _HELD_BESIDE_STRIPE, _HANDS = 7.0, 6.3, 0.535
# The hand of one who lies prone with a raised arm, and the size of what it holds, as shares of the size.
_HAND_OF = MappingProxyType({"person-prone": (1.03, 0.555), "soldier-prone": (1.0, 0.54)})
_GRIPPED = 0.46
NAME_TYPE, NAME_BASE = Type(CONDENSED_BOLD, 2.75), 11.5
"""The type of a name, if it fits, and its baseline in mm."""
# Between a name and a weapon above it.
_ABOVE_NAME = 0.35
SHADE_FOOT = 9.05
"""Where the shade of a person ends above a name, in mm."""
STRIPE_ABOVE_NAME = 9.0
"""Where a stripe above a name ends, in mm."""
# What is beside a stripe begins here, and so far does it push people.
_RIGHT_OF_STRIPE, _STRIPE_PUSH = STRIPE_LEFT + STRIPE_WIDTH + 0.35, 0.5
# The air between letters and what they push.
_BESIDE_LETTERS = 0.6
# Between a badge and the icon at its left.
_BESIDE_BADGE = 0.3
# Icons have some air at their left.
_LEFT_OF_ICON = _RIGHT_OF_STRIPE - 0.8
# The size of an icon without a person, and its middle: below an id or a number, above a name, or alone; and
# above a name without an id, where it is at the left of a badge.
_LABELED, _NAMED, _ALONE, _FREE = (8.6, 8.05), (5.2, 6.2), (9.6, 6.9), (7.2, 5.0)
# The size of a weapon between the id, the badge and the name of one in a state, its middle, and how far it is
# to the left, clear of the badge.
_IN_STATE, _STATE_SHIFT = (6.0, 6.5), -1.0
# The size of a weapon in the hands of a person and its middle, also above a name; and how much smaller and
# higher what is above a high band is, as shares of what that is higher.
_WEAPON, _NAMED_WEAPON, _SMALLER, _HIGHER = (8.2, 8.15), (5.2, 6.1), 0.55, 0.7
# How far a weapon in hand is to the left of the middle, clear of what is at the right.
_ASIDE = 0.9


def id_type(id: str, *, is_slim: bool = False) -> Type:
    """The type of an id that fits; a long or slim one is condensed, clear of what is beside it."""
    return Type(CONDENSED_BOLD if is_slim or len(id) > _SHORT_ID else BOLD, _ID_SIZE)


def longest_of(ids: Sequence[str], metrics: Metrics) -> str:
    """The widest of some ids, which is empty without any."""
    return max(ids, key=lambda id: metrics.width(id, id_type(id)), default="")


@dataclass(frozen=True, slots=True)
class Badge:
    """The sign of a state: an icon in the color of a family."""

    icon: str
    family: str


@dataclass(frozen=True, slots=True)
class Figure:
    """The content of a counter of a person, creature or vehicle.

    ``person`` is the drawing of a person behind the icon, if there is one. ``patch`` has the icon of a job,
    and ``letters`` are below it or, without a patch, in its place. ``name`` stands above the band. The
    ``badge`` of a state is in the corner, or without one the ``corner`` figures of a unit. The ``portrait``
    of a unit's card, if it has one, is in place of an icon and a person; it is clear of the ``longest_id`` of
    its force. A ``turned`` icon is mirrored. Who ``is_prone`` lies behind the icon, or is drawn in ink
    without one. A ``shade`` is the person faintly behind the icon, as on the
    other side. A figure that ``has_slim_id`` has room for a head between the id and a
    patch. The ``stripe`` of a team is at the left edge, and the ``chevrons`` of experience are at the
    right, below the patch. A ``craft`` is drawn as on the map of decks, in place of an icon, by what it looks
    like.
    """

    icon: str
    word: str
    id: str = ""
    amount: str = ""
    person: str = ""
    portrait: str = ""
    longest_id: str = ""
    patch: str = ""
    letters: Sequence[str] = ()
    left: str = ""
    right: str = ""
    name: str = ""
    corner: str = ""
    badge: Badge | None = None
    turned: bool = False
    is_prone: bool = False
    shade: str = ""
    has_slim_id: bool = False
    stripe: Stripe | None = None
    craft: str = ""
    chevrons: int = 0


def icon_place(figure: Figure, metrics: Metrics) -> tuple[float, float, float]:
    """The left and upper edges of a figure's icon on its face, and its size, in mm."""
    if figure.is_prone:
        if is_held_level(figure.icon):
            long = _HELD if figure.stripe is None else _HELD_BESIDE_STRIPE
            size, (_, top, person) = long / level_length(figure.icon), _prone_place(figure)
            left = SIZE - SAFE - (long + size) / 2
            return left, min(top + _HANDS * person, _lowest_middle(figure, size)) - size / 2, size
        size = _PRONE_WEAPON if figure.stripe is None else _WEAPON_BESIDE_STRIPE
        grip, hand = grip_of(figure.icon), _HAND_OF.get(figure.person)
        if grip is not None and hand is not None:
            left, top, person = _prone_place(figure)
            # From the hand to the end of what it holds.
            reach = 0.5 + level_length(figure.icon) / 2 - grip[0]
            size = min(size, _GRIPPED * person, (SIZE - SAFE - left - hand[0] * person) / reach)
            return left + hand[0] * person - grip[0] * size, top + hand[1] * person - grip[1] * size, size
        return SIZE - SAFE - size, _WEAPON_GROUND - size, size
    if not figure.person:
        size, middle = _LABELED if figure.id or figure.amount else _ALONE
        if "\n" in figure.word:
            # Above a high band.
            higher = HIGH_BAND - BAND
            size, middle = size - _SMALLER * higher, middle - _HIGHER * higher
        shift = 0.0
        if figure.badge and not figure.name:
            # Below the badge.
            size, middle, shift = size - 0.9, middle + 0.45, -0.6
        if figure.name:
            is_free = figure.badge is not None and not (figure.id or figure.amount)
            size, middle = _FREE if is_free else _IN_STATE if figure.badge and figure.id else _NAMED
            beside = SIZE - SAFE - BADGE - _BESIDE_BADGE - size / 2
            shift = beside - _MIDDLE if is_free else _STATE_SHIFT if figure.badge else 0.0
        return _MIDDLE - size / 2 + shift, middle - size / 2, size
    size, middle = _NAMED_WEAPON if figure.name else _WEAPON
    x = _MIDDLE - size / 2 - (_ASIDE if figure.patch or figure.letters or figure.chevrons else 0.0)
    x += _pushed(figure, x + size, metrics)
    # What cannot be pushed further to the left is smaller.
    least = SAFE if figure.stripe is None else _LEFT_OF_ICON
    size -= max(0.0, least - x)
    return max(least, x), middle - size / 2, size


def _lowest_middle(figure: Figure, size: float) -> float:
    """How low the middle of a weapon may be that is held level, so that it is not on the name below."""
    if not figure.name or slant_of(figure.icon):
        return SIZE
    lowest = max(y for _, y in outline_of(figure.icon))
    return NAME_BASE - NAME_TYPE.cap - _ABOVE_NAME - lowest * size


def person_place(figure: Figure, metrics: Metrics) -> tuple[float, float, float]:
    """The left and upper edges of the person on a figure's face, and its size, in mm."""
    if figure.is_prone:
        return _prone_place(figure)
    size, top = (_NAMED_FIGURE, _NAMED_TOP) if figure.name else (_FIGURE, _FIGURE_TOP)
    half = _SHOULDER if len(_beside(figure)) > 1 else _HEAD
    half = _PACK if figure.person.startswith(_WORN) else half
    shift = _pushed(figure, _MIDDLE + size * half, metrics)
    if shift < 0 and not figure.name:
        # The head is then below the id.
        size, top = _MOVED_FIGURE, SIZE - BAND - _MOVED_FIGURE
        shift = _pushed(figure, _MIDDLE + size * half, metrics)
    return _MIDDLE - size / 2 + shift, top, size


def shade_place() -> tuple[float, float, float]:
    """The place of the shade of a figure, its head between the id and the badge."""
    return _MIDDLE - _FIGURE / 2 - _SHADE_LEFT, _FIGURE_TOP, _FIGURE


def _prone_place(figure: Figure) -> tuple[float, float, float]:
    """The place of one who lies prone: at the left behind a weapon, or in the middle without one."""
    left = SAFE if figure.stripe is None else _RIGHT_OF_STRIPE
    if figure.icon:
        size = _PRONE_ARMED if figure.stripe is None else _PRONE_BESIDE_STRIPE
    else:
        size = min(_PRONE_FIGURE, SIZE - SAFE - left)
        left = max(left, _MIDDLE - size / 2)
    return left - _PRONE_AIR * size, _PRONE_GROUND - _PRONE_LOW * size, size


def _pushed(figure: Figure, right: float, metrics: Metrics) -> float:
    """How far what would end at ``right`` is pushed, in mm: to the right by a stripe, to the left by letters
    or a badge, for which the result is negative.
    """
    taken = max((metrics.width(each, LETTERS) for each in _beside(figure)), default=0.0)
    taken = max(taken, BADGE - 0.1 if figure.badge else 0.0)
    push = _STRIPE_PUSH if figure.stripe is not None else 0.0
    return min(push, SIZE - SAFE - taken - _BESIDE_LETTERS - right) if taken else push


def _beside(figure: Figure) -> Sequence[str]:
    """The letters beside the head of a figure, or below that beside its shoulder."""
    return figure.letters if figure.patch else figure.letters[1:]


def name_end(figure: Figure, metrics: Metrics) -> float:
    """Where a figure's name above the band ends, in mm from the left edge."""
    return (SIZE + min(NAME_ROOM, metrics.width(figure.name, NAME_TYPE))) / 2
