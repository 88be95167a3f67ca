"""The briefing of one side: its forces and what they can do, its set-up and victory conditions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from builder.draw.maps.set_up_signs import numbered
from builder.draw.maps.zone_tabs import set_up_steps
from builder.draw.pieces.unit_figures import figures_text, unit_figures, with_power
from builder.draw.sentences.conditions import victory_text
from builder.draw.sentences.deadlines import place_text
from builder.draw.sentences.entry_text import as_lead, victory_points
from builder.draw.sentences.present import text_in
from builder.draw.sentences.scoring import scored_text, scoring_lines
from builder.draw.sentences.side_names import side_name
from builder.draw.sentences.species import title_with_species
from builder.draw.sheets.briefing import DRAW, WIN, needs_text, objective_text, start_text, with_dummies
from builder.draw.sheets.schedule import event_texts
from builder.draw.sheets.set_up import emplacement_parts, set_up_parts
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import SMALL, Block, Flow, Writer
from builder.draw.surface.flow_sheets import tightest
from builder.draw.surface.wording import Words
from builder.scenario.logic.effects import Item
from builder.scenario.model import Force, Scenario, VictoryCondition
from builder.scenario.secrets import has_secrets, is_secret, owner_of

# Room to write an id.
_BLANK = "_" * 6


def sides_of(scenario: Scenario) -> tuple[str, ...]:
    """The sides that have a force, in the order of the file."""
    return tuple(dict.fromkeys(force.side for force in scenario.forces))


def side_flows(
    scenario: Scenario, side: str, size: tuple[float, float], context: DrawingContext
) -> Sequence[Flow]:
    """The briefing of one side, in addition to the briefing for all and to the records of its forces.

    How it wins, and what gives it points, is below both columns of a sheet of ``size`` mm if this
    leaves no hole in one of them.
    """
    title = side_name(scenario, side, context.words)
    secret = has_secrets(scenario, side)
    words = context.words
    heading = words("side.title", side=title)

    def first_parts(writer: Writer) -> Sequence[Block]:
        return _blocks(scenario, side, writer)

    def won(writer: Writer) -> Sequence[Block]:
        return _win(scenario, side, writer)

    def scored(writer: Writer) -> Sequence[Block]:
        points = _points(scenario, side, writer) if scenario.mission is not None else []
        return [*won(writer), *points]

    def all_of_it(writer: Writer) -> Sequence[Block]:
        return [*first_parts(writer), *scored(writer)]

    whole = Flow(
        f"briefing-{side}",
        words("sheet.secret", title=heading) if secret else heading,
        words("side.secret" if secret else "side.open", title=scenario.title, side=title),
        all_of_it,
    )
    upper = replace(whole, blocks=first_parts)
    if scenario.mission is None:
        lower = replace(whole, blocks=won, columns=1, continues=True)
    else:
        # Its points are beside how it wins.
        lower = replace(whole, blocks=scored, continues=True)
    return tightest([[whole], [upper, lower]], size, context)


def _blocks(scenario: Scenario, side: str, writer: Writer) -> list[Block]:
    words = writer.words
    forces = [force for force in scenario.forces if force.side == side]
    player = next((each.player for each in scenario.ruleset.sides if each.id == side), "")
    blocks = [writer.heading(words("side.forces"), "meeple")]
    described: set[str] = set()
    for force in forces:
        blocks += _force(scenario, force, described, writer)
    if player:
        about = words("side.player", side=side_name(scenario, side, words), player=player)
        blocks.append(writer.paragraph(about, SMALL, color="muted"))
    own_forces = {force.id for force in forces}
    steps = [
        (number, placements)
        for number, placements in enumerate(set_up_steps(scenario), 1)
        if placements[0].force in own_forces
    ]
    later = [force for force in forces if force.arrival]
    if steps or later:
        blocks.append(writer.heading(words("side.set-up"), "treasure-map"))
        blocks += set_up_parts(scenario, writer, steps)
        own = [item for item in scenario.emplacements if item.force.side == side]
        blocks += emplacement_parts(scenario, writer, own)
        arrivals: dict[str, list[str]] = {}
        for force in later:
            arrivals.setdefault(force.arrival, []).append(force.title)
        blocks += [
            writer.item(f"{', '.join(titles)}.", words("side.arrives", arrival=arrival))
            for arrival, titles in arrivals.items()
        ]
    blocks += _only_for(scenario, side, writer)
    objectives = [objective for objective in scenario.objectives if objective.side == side]
    choices = secret_choices(scenario, side, words)
    if objectives or choices:
        blocks.append(writer.heading(words("side.objectives"), "round-star"))
        blocks += [
            writer.item(
                numbered(scenario, objective),
                f"({place_text(scenario, objective, words)}). {objective_text(scenario, objective, words)}",
            )
            for objective in objectives
        ]
        blocks += [writer.paragraph(f"{choice} {_BLANK}") for choice in choices]
    return blocks


def _win(scenario: Scenario, side: str, writer: Writer) -> list[Block]:
    """How a side wins, and when nobody does."""
    words = writer.words
    by_grade = {condition.grade for condition in scenario.victory} - {WIN, DRAW}
    won = [condition for condition in scenario.victory if condition.side == side and condition.grade != DRAW]
    drawn = [one for one in scenario.victory if one.grade == DRAW and not is_secret(scenario, one)]

    def text_of(condition: VictoryCondition) -> str:
        return " ".join([victory_text(scenario, condition, words), *needs_text(scenario, condition, words)])

    def ways(box: Writer) -> Sequence[Block]:
        ways = [
            box.item(f"{words.of('grade', condition.grade).capitalize()}.", text_of(condition))
            if by_grade
            else box.paragraph(text_of(condition))
            for condition in won
        ] or [box.paragraph(words("side.by-keeping"))]
        return [*ways, *(box.item(words("briefing.draw"), text_of(condition)) for condition in drawn)]

    # A draw is no way to win.
    title = words("briefing.victory" if drawn else "side.you-win")
    return writer.together(writer.boxed(title, "trophy", ways))


def secret_choices(scenario: Scenario, side: str, words: Words) -> list[str]:
    """What a side writes down before the game, with room for it: which of several units carries a thing."""
    several = {
        force.id: force
        for force in scenario.forces
        if force.side == side and (len(force.members) or force.amount("count")) != 1
    }
    effects = (effect for rule in scenario.special_rules for effect in rule.effects or ())
    return [
        words(
            "side.carrier",
            title=effect.title[:1].upper() + effect.title[1:],
            force=several[effect.carried_by].title,
        )
        for effect in effects
        if isinstance(effect, Item) and effect.carried_by in several
    ]


def _only_for(scenario: Scenario, side: str, writer: Writer) -> list[Block]:
    """The events, special rules and notes that nobody else may read."""
    words = writer.words
    texts = event_texts(scenario, words)
    texts += [(as_lead(rule.title), rule.text) for rule in scenario.special_rules]
    texts.append((as_lead(words("briefing.notes")), scenario.notes))
    own = [writer.item(lead, text) for lead, text in texts if owner_of(scenario, text) == side]
    return [writer.heading(words("side.only-for-you"), "secret-book"), *own] if own else []


def _force(scenario: Scenario, force: Force, described: set[str], writer: Writer) -> list[Block]:
    """A force: its number, and its units except those in ``described``, to which they are added.

    Their records have the figures, arms, powers and cards.
    """
    words = writer.words
    about = _count(force, words) + start_text(scenario, force, words)
    texts = [writer.paragraph(force.text)] if force.text else []
    if force.unit.get("scores"):
        return [writer.item(as_lead(force.title), about), *texts]
    game, blocks = scenario.ruleset, list[Block]()
    units = {member.unit.slug: member.unit for member in force.members if member.unit} or {
        force.unit.slug: force.unit
    }
    own = [game.people["preservation"]["table"]] if force.preservation else []
    for unit in units.values():
        if unit.slug in described:
            if unit.title.casefold() not in force.title.casefold() and not force.members:
                about = f"{about} {words('briefing.all-of', unit=unit.title)}"
            continue
        described.add(unit.slug)
        plain = unit.slug in game.printing.get("plain_units", ())
        all_figures = with_power(force, unit_figures(game, unit, words, without=own), words)
        figures = figures_text(game, unit, all_figures, words)
        text = f"{'' if plain else text_in(scenario, unit)} {figures}".strip()
        if not text:
            continue
        mark = words.mark(unit.provenance.basis)
        if unit.title.casefold() in force.title.casefold() and not mark:
            # The force is called after its unit.
            about = f"{about} {text}"
        else:
            blocks.append(writer.item(f"{unit.title}{mark}.", text))
    return [writer.item(as_lead(title_with_species(force, words)), about), *texts, *blocks]


def _count(force: Force, words: Words) -> str:
    if force.members:
        figures = words("briefing.figures", count=len(force.members))
        if len(force.teams) > 1:
            return words("side.in-teams", figures=figures, count=len(force.teams))
        return f"{figures}."
    is_rolled = "count" in force.dice
    sentences = [
        words("side.rolled", counters=with_dummies(force, words))
        if is_rolled
        else f"{with_dummies(force, words)}."
    ]
    if force.panic is not None:
        rolled = force.panic == "rolled"
        sentences.append(words("side.roll-panic") if rolled else words("side.panic", rating=force.panic))
    if "powers" in force.unit.facts and not force.powers:
        sentences.append(words("side.draw-powers"))
    return " ".join(sentences)


def _points(scenario: Scenario, side: str, writer: Writer) -> list[Block]:
    """The lines of the mission that give the side points."""
    lines = [line for line in scoring_lines(scenario) if line["side"] == side]
    if not lines:
        return []
    words = writer.words
    rows = [[scored_text(line), victory_points(line, words)] for line in lines]
    table = writer.table([words("briefing.points-for"), words("briefing.each")], rows, (3.9, 2.5))
    return writer.together([writer.heading(words("side.points"), "star-medal"), table])
