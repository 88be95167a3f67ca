"""The briefing that every player may read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from builder.draw.maps.set_up_signs import numbered
from builder.draw.maps.zone_tabs import force_color, set_up_steps, side_color
from builder.draw.sentences.conditions import done_text, victory_text
from builder.draw.sentences.deadlines import place_text
from builder.draw.sentences.entry_text import (
    as_lead,
    cited,
    replaced_part,
    running_text,
    spelled,
    victory_points,
)
from builder.draw.sentences.scoring import mission_conditions, scored_text, scoring_lines
from builder.draw.sentences.side_names import side_name
from builder.draw.sentences.species import title_with_species, unsaid_species
from builder.draw.sentences.subjects import SubjectWriter
from builder.draw.sheets.deck_notes import air_text, deck_notes
from builder.draw.sheets.schedule import open_text, schedule_parts
from builder.draw.sheets.set_up import (
    areas_text,
    captive_text,
    emplacement_parts,
    set_up_parts,
    vehicle_parts,
)
from builder.draw.sheets.set_up_map import SetUpMap
from builder.draw.sheets.writing import Part, Writing
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import SMALL, Block, Flow, Writer
from builder.draw.surface.type import ITALIC, Type
from builder.draw.surface.wording import Words
from builder.scenario.capability import members_who_may
from builder.scenario.forces.wounds import max_wounds
from builder.scenario.logic.conditions import Moment
from builder.scenario.model import Emplacement, Force, Objective, Scenario, VictoryCondition
from builder.scenario.secrets import is_secret, owner_of
from rulesdb import Entry

# The grade of a condition that no side wins by.
DRAW = "draw"
WIN = "win"
"""The grade of a victory of a game that knows only one."""
_NOTES = Type(ITALIC, 2.9)
# So many objectives stand in one column with the victory conditions.
_FEW_GOALS = 2
# The first parts of a briefing: the story, and the number of players.
_STORY = 2
# The last parts, if there are notes: their heading and their text.
_NOTE_PARTS = 2


def briefing_flow(
    scenario: Scenario, context: DrawingContext, *, has_cover: bool = False, diagram: SetUpMap | None = None
) -> Flow:
    """Story, forces, set-up, events, victory and special rules; the boxes of the turns are on the tracks.

    A cover has the story, and who wrote it. The ``diagram`` follows the steps of the set-up.
    """
    words, game = context.words, scenario.ruleset.title
    authors = ", ".join(scenario.authors)
    about = words("briefing.about", game=game, version=scenario.version, authors=authors)
    if has_cover:
        about = words("briefing.about-play", game=game, players=_players(scenario, words))

    def blocks(writer: Writer) -> Sequence[Block]:
        parts = briefing_parts(scenario, writer, diagram.blocks(writer) if diagram is not None else ())
        if _has_notes(scenario):
            parts[-_NOTE_PARTS:] = [replace(part, anywhere=True) for part in parts[-_NOTE_PARTS:]]
        return parts[_STORY:] if has_cover else parts

    return Flow("briefing", scenario.title, about, blocks)


def briefing_parts(scenario: Scenario, writer: Writing[Part], diagram: Sequence[Part] = ()) -> list[Part]:
    """The parts of the briefing in order, written by ``writer``, with a ``diagram`` of the set-up."""
    words = writer.words
    post = scenario.zone(scenario.command_post)
    parts = [
        writer.paragraph(scenario.summary),
        writer.paragraph(players_text(scenario, words), SMALL, color="muted"),
        writer.heading(words("briefing.forces"), "meeple"),
        *_forces(scenario, writer),
        *_sources_of_abilities(scenario, writer),
        *vehicle_parts(scenario, writer),
        writer.heading(words("briefing.set-up"), "treasure-map"),
        *(
            [writer.paragraph(words("briefing.command-post", place=areas_text(scenario, post) or post.title))]
            if post
            else []
        ),
        *set_up_parts(scenario, writer, list(enumerate(set_up_steps(scenario), 1)), is_open=True),
        *diagram,
        *(
            writer.paragraph(captive_text(scenario, force, captive, words))
            for force in scenario.forces
            for captive in force.captives
        ),
        *emplacement_parts(
            scenario, writer, [item for item in scenario.emplacements if not _hides(scenario, item)]
        ),
        *_decks(scenario, writer),
        *_markers(scenario, writer),
        *schedule_parts(scenario, writer),
    ]
    if scenario.optional_rules == ():
        # Too little for a heading of its own.
        lead = as_lead(words("briefing.optional-rules"))
        parts.append(writer.item(lead, words("briefing.none-in-use")))
    public = [objective for objective in scenario.objectives if not objective.secret]
    goals: list[Part] = []
    if public:
        items = [
            writer.item(
                numbered(scenario, objective),
                words(
                    "briefing.objective",
                    side=side_name(scenario, objective.side, words),
                    place=place_text(scenario, objective, words),
                    text=objective_text(scenario, objective, words),
                ),
            )
            for objective in public
        ]
        goals = [writer.heading(words("briefing.objectives"), "round-star"), *items]
    if scenario.mission is None and len(public) <= _FEW_GOALS:
        # Who looks up a short list looks up the victory conditions with it.
        parts += writer.together([*goals, *_victory(scenario, writer)])
    else:
        parts += writer.together(goals)
        victory = _victory(scenario, writer)
        if scenario.mission is not None:
            parts += _mission(scenario, scenario.mission, writer)
            # Who looks up what wins looks up what gives points.
            victory = [*_points(scenario, writer), *victory]
        parts += writer.together(victory)
    if scenario.pots:
        parts.append(writer.heading(words("briefing.pots"), "token"))
        for pot in scenario.pots.values():
            full = words("briefing.pot", count=pot.points)
            parts.append(writer.item(as_lead(pot.title), f"{full} {pot.text}".strip()))
    if scenario.optional_rules:
        in_use = ", ".join(map(_optional_title, scenario.optional_rules))
        parts += [
            writer.heading(words("briefing.optional-rules"), "tick"),
            writer.paragraph(words("briefing.in-use", titles=in_use)),
        ]
    if scenario.special_rules:
        parts.append(writer.heading(words("briefing.special-rules"), "scroll-unfurled"))
        for rule in scenario.special_rules:
            text = open_text(scenario, rule.text, words)
            if rule.overrides:
                text += f" {words('briefing.replaces', rule=replaced_part(rule.overrides))}"
            parts.append(writer.item(as_lead(rule.title), text))
    if scenario.first_turn:
        parts.append(writer.heading(words("briefing.first-turn"), "play-button"))
        parts += [writer.item(f"{number}.", step) for number, step in enumerate(scenario.first_turn, 1)]
    if _has_notes(scenario):
        parts += [
            writer.heading(words("briefing.notes"), "checklist"),
            writer.paragraph(scenario.notes, _NOTES),
        ]
    return parts


def _has_notes(scenario: Scenario) -> bool:
    """Whether the briefing ends with notes, which no side alone may read."""
    return bool(scenario.notes) and not owner_of(scenario, scenario.notes)


def players_text(scenario: Scenario, words: Words) -> str:
    """The number of players, how long they need, and who leads which side."""
    players, seats = _players(scenario, words), seats_text(scenario, words)
    return words("briefing.with-seats", players=players, seats=seats) if seats else players


def _players(scenario: Scenario, words: Words) -> str:
    """The number of players, and how long they need."""
    if scenario.length:
        return words("briefing.players-and-length", players=scenario.players, length=scenario.length)
    return words("briefing.players", players=scenario.players)


def seats_text(scenario: Scenario, words: Words) -> str:
    """The sides with their leaders, if these do not follow from the number of players; otherwise empty.

    A game can name the only player of a side; the other players then share the other side.
    """
    sides = {side.id: side for side in scenario.ruleset.sides}
    playing = [sides[id] for id in dict.fromkeys(force.side for force in scenario.forces) if id in sides]
    shared = [side for side in playing if not side.player]
    others = scenario.players - len(playing) + 1
    if len(shared) != 1 or len(shared) == len(playing) or others < 1:
        return ""
    seats = [
        words("briefing.seat-as", side=side_name(scenario, side.id, words), player=side.player)
        if side.player
        else words("briefing.seat", count=others, side=side_name(scenario, side.id, words))
        for side in playing
    ]
    return ", ".join(seats)


def _forces(scenario: Scenario, writer: Writing[Part]) -> list[Part]:
    """Each force; those of one side that are only counters, and arrive in one way, are together."""
    words = writer.words
    plain: dict[tuple[str, str], list[Force]] = {}
    parts = []
    for force in scenario.forces:
        start = start_text(scenario, force, words)
        if force.teams or force.members or force.formation or start:
            text = _force_text(scenario, force, words) + start
            lead = as_lead(title_with_species(force, words))
            parts.append(writer.step("", lead, text, force_color(scenario, force)))
        else:
            plain.setdefault((force.side, force.arrival), []).append(force)
    for (side, arrival), forces in plain.items():
        if arrival and len(forces) == 1:
            text = _force_text(scenario, forces[0], words)
            lead = as_lead(title_with_species(forces[0], words))
            parts.append(writer.step("", lead, text, force_color(scenario, forces[0])))
            continue
        counters = [open_count(force, words) for force in forces]
        species = [unsaid_species(force, words) for force in forces]
        counters = ["; ".join(filter(None, each)) for each in zip(species, counters, strict=True)]
        listed = ", ".join(
            words("briefing.force", force=force.title, counters=count)
            for force, count in zip(forces, counters, strict=True)
        )
        text = words("briefing.arrives", forces=listed, arrival=arrival) if arrival else f"{listed}."
        lead = as_lead(side_name(scenario, side, words))
        parts.append(writer.step("", lead, text, side_color(scenario, side)))
    return parts


def _sources_of_abilities(scenario: Scenario, writer: Writing[Part]) -> list[Part]:
    """Where players find what counters without a roster can do."""
    words = writer.words
    hidden = [
        force.is_hidden for force in scenario.forces if not (force.teams or force.members or force.arrival)
    ]
    keys = {"briefing.abilities-hidden": any(hidden), "briefing.abilities-open": not all(hidden)}
    return [writer.paragraph(words(key)) for key, applies in keys.items() if applies]


def _victory(scenario: Scenario, writer: Writing[Part]) -> list[Part]:
    """The conditions that every player may read."""
    words = writer.words
    return writer.boxed(words("briefing.victory"), "trophy", lambda box: _conditions(scenario, box))


def _conditions(scenario: Scenario, writer: Writing[Part]) -> list[Part]:
    words, parts = writer.words, []
    if any(objective.secret for objective in scenario.objectives):
        parts.append(writer.paragraph(words("briefing.more-is-secret")))
    for condition in scenario.victory:
        if is_secret(scenario, condition):
            continue
        titles = [item.title for item in scenario.objectives if item.id in condition.objectives]
        needs = needs_text(scenario, condition, words)
        if titles and condition.condition is None:
            needs.insert(0, words("briefing.by-objectives", count=len(titles), titles=", ".join(titles)))
        side = side_name(scenario, condition.side, words)
        grade = words.of("grade", condition.grade)
        lead = words("briefing.condition", side=side, grade=grade)
        color = side_color(scenario, condition.side)
        if condition.grade == DRAW:
            lead, color = words("briefing.draw"), "muted"
        elif condition.grade == WIN:
            lead = words("briefing.condition-plain", side=side)
        text = " ".join([victory_text(scenario, condition, words), *needs])
        parts.append(writer.step("", lead, text, color))
    if any(condition.at is not Moment.LAST_TURN for condition in scenario.victory):
        parts.append(writer.paragraph(words("briefing.first-met"), SMALL, color="muted"))
    return parts


def _decks(scenario: Scenario, writer: Writing[Part]) -> list[Part]:
    """The air and everything else that is special about the decks."""
    decks = scenario.map.decks
    if decks is None:
        return []
    notes = deck_notes(scenario, decks, writer.words)
    air = air_text(decks, scenario.ruleset, writer.words)
    # Its first sentence says whether these are the decks of a ship.
    kind, _, rest = air.partition(". ")
    first = [writer.item(f"{kind.removesuffix('.')}.", rest)] if air else []
    return [*first, *(writer.item(lead, text) for lead, text in notes)]


def _hides(scenario: Scenario, emplacement: Emplacement) -> bool:
    """Whether a weapon is set up in a secret zone."""
    secret = {zone.id for zone in scenario.zones if zone.secret}
    placements = scenario.placements_of(emplacement.force, {emplacement.gunner.id})
    return any(item.zone in secret for item in placements)


def _markers(scenario: Scenario, writer: Writing[Part]) -> list[Part]:
    """The markers on the map when the game begins."""
    markers = "; ".join(f"{marker.title}: {spots}" for marker, spots in scenario.map.starting_markers)
    return [writer.item(writer.words("briefing.markers"), f"{markers}.")] if markers else []


def _optional_title(rule: Entry) -> str:
    """The title of an optional rule, with the part that is optional if not all of it is."""
    part = rule["optional"]
    return f"{rule.headline} ({part})" if isinstance(part, str) else rule.headline


def objective_text(scenario: Scenario, objective: Objective, words: Words) -> str:
    """The task at an objective, who may do it, who is brought there, and which ship is boarded."""
    sentences = [done_text(scenario, objective, words)]
    if objective.act:
        act = spelled(objective.act, words)
        same = next(
            item
            for item in scenario.objectives
            if (item.act, item.side, item.secret) == (objective.act, objective.side, objective.secret)
        )
        if same is objective:
            able = members_who_may(scenario, objective.side, objective.act)
            named = ", ".join(member.name for _, member in able)
            sentences.append(words("briefing.who-may", act=act, who=named or words("briefing.nobody")))
        else:
            sentences.append(words("briefing.who-may-as", act=act, title=same.title))
    force = scenario.force(objective.brings)
    # The designer's own text says who is brought.
    if force is not None and not objective.text:
        sentences.append(words("briefing.brings", force=force.title))
    if objective.boards:
        things = [item for _, items in scenario.map.named_things() for item in items]
        names = {item.id: getattr(item, "name", item.id) for item in things}
        ship = SubjectWriter(scenario, words).named(
            names.get(objective.boards, objective.boards), "briefing.named"
        )
        sentences.append(words("briefing.boards", ship=ship))
    return " ".join(sentences)


def _mission(scenario: Scenario, mission: Entry, writer: Writing[Part]) -> list[Part]:
    """The mission of the book."""
    words = writer.words
    text = running_text(scenario.ruleset, mission)
    return writer.together(
        [
            writer.heading(words("briefing.mission", title=mission.title), "star-medal"),
            writer.paragraph(f"{text} [{cited(mission)}]"),
            *(writer.step("", "", condition, "heading") for condition in mission_conditions(scenario)),
        ]
    )


def _points(scenario: Scenario, writer: Writing[Part]) -> list[Part]:
    """What gives points in the mission of the book."""
    words = writer.words
    rows = [
        [side_name(scenario, line["side"], words), scored_text(line), victory_points(line, words)]
        for line in scoring_lines(scenario)
    ]
    if not rows:
        return []
    heads = [words("briefing.side"), words("briefing.points-for"), words("briefing.each")]
    heading = writer.heading(words("briefing.victory-points"), "token")
    return [heading, writer.table(heads, rows)]


def _force_text(scenario: Scenario, force: Force, words: Words) -> str:
    return f"{_who_takes_part(scenario, force, words)} {_formation_text(scenario, force, words)}".strip()


def _formation_text(scenario: Scenario, force: Force, words: Words) -> str:
    """The name of the force's formation, and the kind that it is in the game's table."""
    if not force.formation:
        return ""
    given = scenario.ruleset.people["formations"]
    kind = scenario.ruleset.table(given["table"]).lookup(**{given["axis"]: force.formation}).result
    kinds = ", ".join(words.term(str(value)) for value in kind.values())
    return words("briefing.formation", formation=force.formation, kind=kinds)


def _who_takes_part(scenario: Scenario, force: Force, words: Words) -> str:
    side = side_name(scenario, force.side, words)
    if force.teams:
        teams = ", ".join(team.title for team in force.teams)
        figures = words("briefing.figures", count=len(force.members))
        if teams == force.title:
            return words("briefing.without-roster", side=side, figures=figures)
        return words("briefing.in-teams", side=side, figures=figures, count=len(force.teams), teams=teams)
    if force.arrival:
        forces = words("briefing.counted", side=side, counters=open_count(force, words)).removesuffix(".")
        return words("briefing.arrives", forces=forces, arrival=force.arrival)
    if force.members:
        figures = words("briefing.figures", count=len(force.members))
        if force.squads:
            squads = ", ".join(squad.title for squad in force.squads)
            count = len(force.squads)
            return words("briefing.in-squads", side=side, figures=figures, count=count, squads=squads)
        if force.roster is None:
            return words("briefing.without-roster", side=side, figures=figures)
        title = force.roster.title
        roster = title[:1].lower() + title[1:]
        return words("briefing.with-roster", side=side, figures=figures, roster=roster)
    return words("briefing.counted", side=side, counters=open_count(force, words))


def start_text(scenario: Scenario, force: Force, words: Words) -> str:
    """The special conditions of a force at the start, after a space: what it rides in, and lost wounds."""
    sentences = []
    carrier = scenario.force(force.rides_in)
    if carrier is not None:
        sentences.append(words("briefing.rides", carrier=carrier.title))
    if force.wounds is not None:
        most = max_wounds(scenario.ruleset, force.unit)
        sentences.append(words("briefing.wounds-left", wounds=force.wounds, most=most))
    return "".join(f" {sentence}" for sentence in sentences)


def needs_text(scenario: Scenario, condition: VictoryCondition, words: Words) -> list[str]:
    """The numbers that a sentence requires: survivors of a force, and structural damage.

    A condition that is data has them in its own sentence.
    """
    needs: list[str] = []
    if condition.condition is not None:
        return needs
    if condition.survivors is not None:
        id, least = condition.survivors
        force = scenario.force(id)
        needs.append(words("briefing.survivors", count=least, force=force.title if force is not None else id))
    if condition.structural_damage:
        needs.append(words("briefing.damage", count=condition.structural_damage))
    return needs


def counted(force: Force, words: Words) -> str:
    """How many counters a force of creatures or units has, or how many creatures are in its swarms.

    >>> from builder.draw.surface.wording import load_words
    >>> from builder.scenario.load import load_scenario
    >>> from rulesdb.shipped import shipped
    >>> scenario = load_scenario(shipped("scenarios") / "bugged" / "brood-debt.yaml")
    >>> [counted(force, load_words()) for force in scenario.forces[:2]]
    ['1 counter', '2 counters']
    """
    kind = "swarms" if force.unit.get("most", 1) > 1 else "counters"
    return words(f"briefing.{kind}", count=force.amount("count"))


def with_dummies(force: Force, words: Words) -> str:
    """How many counters a force has, and how many dummies among them."""
    counters = counted(force, words)
    if not force.dummies:
        return counters
    return words("briefing.and-dummies", counters=counters, count=force.amount("dummies"))


def open_count(force: Force, words: Words) -> str:
    """How many counters a force has, as far as every player may know it."""
    return words("briefing.count-secret") if force.is_hidden else with_dummies(force, words)
