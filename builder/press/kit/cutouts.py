"""The counters and templates of a kit, and the sheet that explains counters above templates to cut off."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial

from builder.draw.pieces.counter_key import WITH_WORDS
from builder.draw.pieces.counters import group_of
from builder.draw.pieces.fold_guide import draw_fold_guide, draw_fold_line
from builder.draw.pieces.hidden_samples import draw_samples, samples_of
from builder.draw.pieces.marker_copies import rating_notes
from builder.draw.pieces.piece import Piece
from builder.draw.sentences.side_names import side_name
from builder.draw.sheets.cutouts.template_parts import Template
from builder.draw.sheets.cutouts.template_sheets import template_block, template_sheets, template_strip
from builder.draw.sheets.cutouts.template_steps import STEPS_SCALE
from builder.draw.sheets.cutouts.templates import HEX, card_templates, templates_for
from builder.draw.sheets.cutouts.vehicle_templates import vehicle_templates
from builder.draw.sheets.sides.side_briefing import sides_of
from builder.draw.surface.canvas import Canvas, Drawing
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import BAND, HEADING, draw_band
from builder.geometry.dotlattice import Lattice
from builder.press.kit.fillers import (
    ANATOMY,
    APART,
    KEPT,
    KEY,
    KEY_SHEET,
    PATCHES,
    TEMPLATES,
    Drawn,
    anatomy_for,
    below_band,
    explanations,
    fill_boxes,
    full_explanation_sheet,
    is_shared,
    patch_legend,
    place_below,
    unexplained,
)
from builder.press.kit.job import KitJob, Part
from builder.press.pages.beneath import DrawBelow
from builder.press.pages.imposition import Aside
from builder.press.pages.page import Leaf, Page
from builder.scenario.model import Force

# The most by which what is on a sheet is moved apart to fill it, in mm.
_MORE_APART = 20.0
# From explanations to the line along which templates below them are cut off, if all has room so, in mm.
_ABOVE_CUT = (APART, 3.5)
# The family of counters without a force that all may see.
_NO_FORCE = "works"


def wanted_templates(job: KitJob) -> Sequence[Template]:
    """The templates that the scenario needs, but for those of the cards that a side has."""
    scenario = job.scenario
    if "templates" not in job.wanted or "explosions" in job.game.printing:
        return ()
    hex_size, lattice = getattr(scenario.map, "hex_size", HEX), Lattice.TRIANGULAR
    if scenario.map.kind == "dots":
        dots = scenario.dots_map.lattice
        hex_size, lattice = dots.spacing, dots.kind
    own = templates_for(job.game, job.context.words, hex_size, scenario.census, lattice)
    return [*own, *vehicle_templates(scenario)]


@dataclass(slots=True)
class _Once:
    """Draws something in the first place that has room for it."""

    draw: DrawBelow
    is_drawn: bool = False

    def __call__(self, width: float, height: float) -> Drawing | None:
        drawing = None if self.is_drawn else self.draw(width, height)
        self.is_drawn = self.is_drawn or drawing is not None
        return drawing


def side_templates(job: KitJob, side: str) -> Sequence[Template]:
    """The templates for the cards that a side has and nobody else may know of."""
    if "templates" not in job.wanted:
        return ()
    cards = {card for force in job.scenario.forces if force.side == side for card in force.cards}
    return card_templates(job.game, cards, getattr(job.scenario.map, "hex_size", HEX))


def visible_counters(job: KitJob, drawn: Drawn, names: Collection[str] = ()) -> Part:
    """The counters that all may see, with templates below them if that saves a page.

    Explanations by their ``names`` are below them as far as there is room. Print services deliver all
    counters together.
    """
    pieces = job.counter_artist().pieces(job.scenario)
    if job.layout("counters").sheet.file is not None:
        return job.cut_out("Counters", pieces)
    hidden = {group_of(force) for force in job.scenario.forces if force.is_hidden}
    visible = [piece for piece in pieces if piece.group not in hidden]
    plain, templates = _counters(job, visible, names), wanted_templates(job)
    if not templates:
        return replace(plain, pieces=pieces)
    # On both sides of a sheet, counters may take the page that templates of their own would take.
    ways = (_counters(job, visible, names, templates, folds=folds) for folds in (True, False))
    filled = (each for each in ways if TEMPLATES in each.shared and len(each.pages) <= len(plain.pages))
    return replace(next(filled, plain), pieces=pieces)


def _counters(
    job: KitJob,
    pieces: Sequence[Piece],
    names: Collection[str],
    templates: Sequence[Template] = (),
    *,
    folds: bool = True,
) -> Part:
    """Sheets of counters; below those on the last are templates and explanations that have room.

    On the sheet of backs there is only what is on a counter.
    """
    block = partial(template_block, templates, context=job.context, has_check=True)
    below = {TEMPLATES: _Once(lambda width, height: block((width, height)))}
    below |= {name: _Once(partial(_explanation, job, name)) for name in names}
    behind = [draw for name, draw in below.items() if name == ANATOMY]
    ratings = " ".join(rating_notes(job.game, job.context.words))
    steps, guide = (partial(_seen_fold_guide, job, draw) for draw in (draw_fold_line, draw_fold_guide))
    aside = Aside(ratings, [*below.values()], behind, steps, guide)
    part = job.cut_out("Counters", pieces, aside=aside, folds=folds)
    shared = frozenset(name for name, draw in below.items() if draw.is_drawn)
    if TEMPLATES not in shared:
        return replace(part, shared=shared)
    last = max(number for number, page in enumerate(part.pages) if page.leaf is not Leaf.BACK)
    pages = [*part.pages]
    pages[last] = replace(pages[last], also="Templates")
    return replace(part, pages=pages, shared=shared)


def _explanation(job: KitJob, name: str, width: float, height: float, side: str = "") -> Drawing | None:
    if name == PATCHES:
        return patch_legend(job, width, height)
    return next(iter(explanations(job, (name,), width, height, side)), None)


def hidden_counters(job: KitJob, pieces: Sequence[Piece], drawn: Drawn) -> list[Page]:
    """Those ``pieces`` of sides that nobody else may see, because they tell how many there are of what.

    Below them is what they are and how they are made. Without room for what they are, one has remarks, if no
    other sheet of the side has it.
    """
    if job.layout("counters").sheet.file is not None:
        return []
    hidden = {group_of(force): force.side for force in job.scenario.forces if force.is_hidden}
    pages = list[Page]()
    for side in dict.fromkeys(hidden.values()):
        own = [piece for piece in pieces if hidden.get(piece.group) == side]
        explained = _Once(partial(_samples, job, side))
        below: list[DrawBelow] = [explained]
        if not is_shared(anatomy_for(side), drawn):
            below.append(partial(_unless_drawn, explained, partial(_explanation, job, ANATOMY, side=side)))
        below.append(partial(_fold_guide, job, side))
        title = side_name(job.scenario, side, job.context.words)
        pages += job.cut_out("Counters", own, reader=side, side=title, aside=Aside(below=below)).pages
    return pages


def _unless_drawn(before: _Once, draw: DrawBelow, width: float, height: float) -> Drawing | None:
    """What stands in for something that has found no room before it."""
    return None if before.is_drawn else draw(width, height)


def has_samples(job: KitJob) -> bool:
    """Whether the sheets of hidden counters tell what is on these, so that no other sheet has to."""
    return "counters" in job.wanted and job.layout("counters").sheet.file is None


def _hidden_forces(job: KitJob, side: str) -> list[Force]:
    return [force for force in job.scenario.forces if force.is_hidden and force.side == side]


def _samples(job: KitJob, side: str, width: float, height: float) -> Drawing | None:
    """What is on the hidden counters of a side."""
    samples = samples_of(job.counter_artist(), job.scenario, _hidden_forces(job, side))
    return draw_samples(samples, width, height, job.context)


def _seen_fold_guide(
    job: KitJob,
    draw: Callable[[str, float, float, DrawingContext], Drawing | None],
    width: float,
    height: float,
) -> Drawing | None:
    """How counters that all may see are made, in the colors of the first of them."""
    seen = next((force for force in job.scenario.forces if not force.is_hidden), None)
    family = job.counter_artist().family(seen.unit, seen) if seen is not None else _NO_FORCE
    return draw(family, width, height, job.context)


def _fold_guide(job: KitJob, side: str, width: float, height: float) -> Drawing | None:
    """How the hidden counters of a side are made, in their colors."""
    first = _hidden_forces(job, side)[0]
    return draw_fold_guide(job.counter_artist().family(first.unit, first), width, height, job.context)


def templates(job: KitJob, drawn: Drawn) -> Part:
    """The templates that the scenario needs, with what explains the counters in their free room.

    Those for the cards of a side are for it alone.
    """
    if "explosions" in job.game.printing:
        # The cover lists no templates that would tell who has such a card: they are with the sheets.
        sides = () if "roster" in job.wanted else sides_of(job.scenario)
        own = [own_templates(job, side, "Templates") for side in sides]
        return Part([page for pages, _ in own for page in pages])
    wanted = () if is_shared(TEMPLATES, drawn) else wanted_templates(job)
    if not wanted:
        return Part(())
    names = unexplained(job, drawn)
    least = WITH_WORDS if KEY in names and not job.terse else 0.0
    sheet = _explained_templates(job, wanted, names, least) if names else None
    if sheet is not None:
        return Part(job.pages("Templates", [sheet], leaf=Leaf.ALONE), shared=frozenset(names))
    keyed = full_explanation_sheet(job, names) if KEY in names else None
    if keyed is not None:
        # Many markers are on a sheet of their own rather than small ones without words beside templates. It
        # is one to keep, so it is listed apart from what is cut up.
        sheets = template_sheets(wanted, job.game, job.paper.content, job.context)
        pages = job.pages("Rosters", [keyed], leaf=Leaf.ALONE)
        pages += job.pages("Templates", sheets, leaf=Leaf.ALONE)
        return Part(pages, shared=frozenset(names))
    sheets, shared = _filled_templates(job, wanted, names, min_scale=KEPT)
    if KEY not in shared:
        sheets, shared = _filled_templates(job, wanted, names)
    return Part(job.pages("Templates", sheets, leaf=Leaf.ALONE), shared=frozenset(shared))


def _filled_templates(
    job: KitJob, wanted: Sequence[Template], names: Collection[str], *, min_scale: float = 0.0
) -> tuple[list[Drawing], set[str]]:
    """Sheets of templates with explanations of the counters in their free room; returns which those are.

    A sheet with an explanation is named and listed for both, and says what is cut out of it. No marker is
    smaller than ``min_scale``.
    """
    size, words = job.paper.content, job.context.words
    plain = template_sheets(wanted, job.game, size, job.context)
    roomy = template_sheets(wanted, job.game, size, job.context, leaves_room=True) if names else []
    filled, shared = fill_boxes(job, roomy, names, min_scale=min_scale, is_kept=True)
    if not shared:
        return plain, shared
    kind = "markers" if shared == {KEY} else "key"
    title = words(f"contents.{kind}-and-templates")
    changed = [number for number, sheet in enumerate(roomy) if filled[number] is not sheet]
    roomy = template_sheets(
        wanted, job.game, size, job.context, leaves_room=True, titles=dict.fromkeys(changed, title)
    )
    filled, _ = fill_boxes(job, roomy, names, min_scale=min_scale, is_kept=True)
    keyed = [
        replace(sheet, name=f"{KEY_SHEET}-{sheet.name}") if number in changed else sheet
        for number, sheet in enumerate(filled)
    ]
    return keyed, shared


def _explained_templates(
    job: KitJob, wanted: Sequence[Template], names: Collection[str], min_scale: float
) -> Drawing | None:
    """A sheet with explanations of the counters, and templates to cut off at its foot; None without room.

    No marker is smaller than ``min_scale``.
    """
    context, words, (width, height) = job.context, job.context.words, job.paper.content
    room = height - BAND
    strip = template_strip(wanted, (width, room), context, has_check=True)
    if strip is None:
        return None
    rooms = (room - strip.height - apart for apart in _ABOVE_CUT)
    ways = (explanations(job, names, width, tall, min_scale=min_scale) for tall in rooms)
    above = next(filter(None, ways), None)
    if above is None:
        return None
    canvas = Canvas(width, height, context)
    title = words("contents.key-and-templates")
    draw_band(canvas, title, words("counter.about", title=job.scenario.title), width)
    spare = room - strip.height - sum(each.height + APART for each in above)
    place_below(canvas, above, BAND + below_band(spare), APART + min(_MORE_APART, spare / len(above)))
    canvas.place(strip, 0.0, height - strip.height)
    return canvas.drawing(f"{KEY_SHEET}-templates", title)


def own_templates(
    job: KitJob, side: str, part: str, *, with_anatomy: bool = False
) -> tuple[list[Page], bool]:
    """Pages of their own for the templates of a side, and whether they have what is on one of its counters.

    There are none if it has no templates.
    """
    wanted = side_templates(job, side)
    draw = partial(template_sheets, wanted, job.game, job.paper.content, job.context)
    sheets, added = draw() if wanted else [], set[str]()
    if with_anatomy:
        sheets, added = fill_boxes(job, sheets, (ANATOMY,), side, heading=STEPS_SCALE * HEADING.size)
    if wanted and not added:
        sheets = draw(is_alone=True)
    return job.pages(part, sheets, leaf=Leaf.SINGLE, reader=side), bool(added)
