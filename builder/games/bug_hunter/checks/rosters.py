"""3xx: members on the rows of a roster, and species with powers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from builder.games.bug_hunter.checks import GAMES
from builder.lint.check import Check
from builder.lint.finding import Applicability, Defect, Edit, Fix, Severity
from builder.lint.layout import Layout
from builder.lint.repeats import repeats
from builder.scenario.forces.counter_colors import color_of
from builder.scenario.model import Force, Member, Scenario
from builder.scenario.names import NameKind
from rulesdb import Entry
from rulesdb.nearest import did_you_mean
from rulesdb.yaml_source import DataPath

_FORCE_NAMES = frozenset({NameKind.UNIT, NameKind.ROSTER, NameKind.SPECIES})


class RosterRowCheck(Check):
    """A figure on a row that does not exist or is taken."""

    code = "BB301"
    slug = "roster-row"
    what = "A member names a row that its roster does not have, or that another member has."
    why = "Each row is one person with their own ratings."
    example = "row: 13 of the standard crew, which has twelve rows"
    fix = "Choose a free row of the roster."
    rule = "rule/310.0"
    games = GAMES
    needs = _FORCE_NAMES

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        for force in scenario.forces:
            if force.roster is None or force.unit.slug not in _troops(force.roster):
                continue
            rows = len(force.roster.get("members", ()))
            used = {member.row for member in force.members if member.row}
            free = ", ".join(str(row) for row in range(1, rows + 1) if row not in used)
            for member in force.members:
                if member.row > rows:
                    on_roster = f"({force.roster.title} has {rows} rows)"
                    message = f"row {member.row} is not on the roster {on_roster}"
                    yield Defect(message, (*member.path, "row"), f"free rows: {free or 'none'}")
            on_rows = [(force.squad_of(member), member) for member in force.members if 0 < member.row <= rows]
            for (_, first), (_, member) in repeats(on_rows, lambda pair: (pair[0], pair[1].row)):
                yield Defect(
                    f"row {member.row} already belongs to {first.name}",
                    (*member.path, "row"),
                    related=(("first used here", (*first.path, "row")),),
                )


class MissingRosterCheck(Check):
    """Members or creatures without a roster for their ratings or powers."""

    code = "BB302"
    slug = "roster-missing"
    what = "A force names rows or a species but no roster, or a roster for another troop type."
    why = "Activation, panic and abilities come from the roster's rows, powers from its species."
    example = "unit: marine with roster: standard-crew"
    fix = "Name a roster of the force's own troop type."
    fixable = (Applicability.UNSAFE,)
    rule = "rule/310.0"
    games = GAMES
    needs = _FORCE_NAMES

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        for force in scenario.forces:
            fitting = [
                roster.slug
                for roster in scenario.ruleset.of_kind("roster")
                if force.unit.slug in _troops(roster)
            ]
            rows = any(member.row for member in force.members)
            if force.roster is None and (rows or force.species):
                has = "members on rows" if rows else "a species"
                message = f"force `{force.id}` has {has} and no roster"
                fixes = _only(fitting, _adding(scenario, force, "roster"))
                yield Defect(message, (*force.path, "id"), "add `roster:`", fixes=fixes)
            elif force.roster is not None and force.unit.slug not in _troops(force.roster):
                troops = " and ".join(_troops(force.roster))
                yield Defect(
                    f"{force.roster.title} is for {troops}, not for {force.unit.slug}",
                    (*force.path, "roster"),
                    did_you_mean(force.unit.slug, fitting),
                    fixes=_only(fitting, _rewriting(scenario, force, "roster")),
                )


_EXTRA_POWER = "extra-power"


class PowerCountCheck(Check):
    """A species with too many or too few powers for its form."""

    code = "BB303"
    slug = "power-count"
    what = "A species or force of creatures has more or fewer powers than its form draws."
    why = "Individuals and swarms draw different numbers, which balances them."
    example = "unit: swarm-pred with a species of four powers"
    fix = "Use the form that the species has on its roster, or list as many powers as the form draws."
    fixable = (Applicability.UNSAFE,)
    rule = "rule/321.0"
    needs = _FORCE_NAMES

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        for force in scenario.forces:
            wanted = force.unit.get("powers")
            if wanted is None or not force.powers:
                continue
            # An Extra Power returns to the deck, and two cards are drawn for it.
            extra = sum(power.slug == _EXTRA_POWER for power in force.powers)
            if len(force.powers) - extra == wanted + extra:
                continue
            if force.lists_powers:
                more = ", and two more for each Extra Power" if extra else ""
                message = f"force `{force.id}` has {len(force.powers)} powers; its form draws {wanted}{more}"
                help = "list as many as the form draws, or write `drawn`"
                if len(force.powers) > wanted and not extra:
                    help += "; list `extra-power` too if it was drawn"
                yield Defect(message, (*force.path, "powers"), help)
            elif force.species and force.roster:
                units = scenario.ruleset.of_kind("unit")
                forms = [unit.slug for unit in units if unit.get("powers") == len(force.powers)]
                message = f"{force.species_title} has {len(force.powers)} powers; the form draws {wanted}"
                fixes = _only(forms, _rewriting(scenario, force, "unit"))
                yield Defect(message, (*force.path, "unit"), fixes=fixes)


class PowerDeckCheck(Check):
    """Powers that are held more often than the deck has their cards."""

    code = "BB317"
    slug = "power-deck"
    severity = Severity.WARNING
    what = "All Preds together have a power more often than the deck has its card."
    why = "Powers are drawn from one deck, so players could not lay out the cards."
    example = "two forces with Speed in `powers`, if the deck has one card of it"
    fix = "Choose another power, or another seed."
    rule = "rule/321.0"
    games = GAMES
    needs = _FORCE_NAMES

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        held: Counter[str] = Counter()
        species = set()
        for force in scenario.forces:
            # Forces of one species share its cards.
            if force.species and force.species in species:
                continue
            species.add(force.species)
            # An Extra Power returns to the deck, so it can be drawn any number of times.
            for power in (power for power in force.powers if power.slug != _EXTRA_POWER):
                held[power.slug] += 1
                if held[power.slug] == power.get("copies", 1) + 1:
                    path = (*force.path, "species" if force.species else "powers")
                    message = f"{power.title} is held too often: the deck has {power['copies']} of its cards"
                    yield Defect(message, path)


class ExcludedPowersCheck(Check):
    """Powers that may not be held together."""

    code = "BB304"
    slug = "excluded-powers"
    what = "A force has two powers that exclude each other."
    why = "Together they are too strong; the book allows it by special rule only."
    example = "Speed with Reflexes"
    fix = "Choose another species, or add a special rule that overrides 321.1."
    rule = "rule/321.1"
    needs = _FORCE_NAMES

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        allowed = any(rule.overrides and rule.overrides.key == self.rule for rule in scenario.special_rules)
        for force in () if allowed else scenario.forces:
            powers = sorted(force.powers, key=lambda power: power.slug)
            for power, other in combinations(powers, 2):
                if other.slug in power.get("excludes", ()):
                    message = f"{power.title} and {other.title} may not be held together"
                    yield Defect(message, (*force.path, "species" if force.species else "powers"))


class SameIdCheck(Check):
    """Figures of two forces whose counters look the same."""

    code = "BB315"
    slug = "same-id"
    severity = Severity.WARNING
    what = "Two figures of different forces have the same id on counters of one color."
    why = "On the map nobody could say whose counter it is."
    example = "a crew and colonists, both blue, and an id 01 in each"
    fix = "Change one of the ids."
    rule = "rule/310.0"
    games = GAMES
    needs = frozenset({NameKind.UNIT})

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        figures = [(color_of(force), force, member) for force in scenario.forces for member in force.members]
        for (color, force, first), (_, other, member) in repeats(figures, lambda each: (each[0], each[2].id)):
            if force is not other:
                message = f"{first.name} of force `{force.id}` has a {color} counter with id {member.id}, too"
                related = (("the other is here", (*first.path, "id")),)
                yield Defect(message, (*member.path, "id"), related=related)


class IdOrderCheck(Check):
    """Ids that do not follow the activation ratings."""

    code = "BB305"
    slug = "id-order"
    severity = Severity.INFO
    what = "Of two figures with the same weapon, the one with the lower rating has the higher id."
    why = "When ids rise with ratings, the highest active id shows at a glance who is active."
    example = "id 05 with activation 2 and id 02 with activation 4, both with machine pistols"
    fix = "Number the figures of each weapon in order of activation."
    fixable = (Applicability.UNSAFE,)
    rule = "rule/310.0"
    games = GAMES
    needs = _FORCE_NAMES | {NameKind.WEAPON}

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        for force in scenario.forces:
            by_weapon: dict[tuple[str, str], list[Member]] = {}
            for member in force.members:
                if member.id.isdigit() and member.activation:
                    weapon = member.weapon.slug if member.weapon else ""
                    by_weapon.setdefault((force.squad_of(member), weapon), []).append(member)
            for members in by_weapon.values():
                numbered = sorted(members, key=lambda member: int(member.id))
                highest = numbered[0]
                for member in numbered:
                    if member.activation < highest.activation:
                        alike = "with the same weapon" if member.weapon else "both unarmed"
                        later, earlier = (
                            f"id {one.id} (activation {one.activation})" for one in (member, highest)
                        )
                        fixes = _renumbered(scenario, force, members)
                        yield Defect(
                            f"{later} comes after {earlier}, {alike}", (*member.path, "id"), fixes=fixes
                        )
                    else:
                        highest = member


def _troops(roster: Entry) -> list[str]:
    """The troop types of the rows or species of a roster."""
    forms = {species["form"] for species in roster.get("species", ())}
    return [roster["force"]] if "force" in roster.facts else sorted(forms)


def _adding(scenario: Scenario, force: Force, key: str) -> Callable[[str], Edit | None]:
    return lambda name: Layout(scenario.source).add(force.path, "unit", key, name)


def _rewriting(scenario: Scenario, force: Force, key: str) -> Callable[[str], Edit | None]:
    return lambda name: Layout(scenario.source).rewrite((*force.path, key), name)


def _only(names: Sequence[str], write: Callable[[str], Edit | None]) -> tuple[Fix, ...]:
    """The fix that writes the only name that fits; empty if several names fit."""
    return (
        Fix.of_edit(f"write `{names[0]}`", Applicability.UNSAFE, write(names[0])) if len(names) == 1 else ()
    )


def _named(scenario: Scenario, force: Force) -> Iterator[tuple[DataPath, str]]:
    """The paths where the file refers to members of a force by their ids."""
    data = scenario.source.data
    own = next(item for item in data["forces"] if item["id"] == force.id)
    lists: list[tuple[DataPath, Mapping[str, Any]]] = [
        *(
            (("setup", "placements", index, "members"), item)
            for index, item in _of(force, data["setup"], "placements")
        ),
        *((("vehicles", index, "crew"), item) for index, item in _of(force, data, "vehicles")),
        *(
            ((*force.path, "squads", index, "members"), item)
            for index, item in enumerate(own.get("squads", ()))
        ),
    ]
    for path, item in lists:
        yield from (((*path, index), name) for index, name in enumerate(item.get(str(path[-1]), ())))
    single: list[tuple[DataPath, Mapping[str, Any]]] = [
        *(
            ((*force.path, "members", index, "loader"), item)
            for index, item in enumerate(own.get("members", ()))
        ),
        *(
            ((*force.path, "charges", index, "detonator"), item)
            for index, item in enumerate(own.get("charges", ()))
        ),
        *(
            (("forces", number, "captives", index, "keeper"), item)
            for number, other in enumerate(data["forces"])
            for index, item in _of(force, other, "captives")
        ),
    ]
    yield from ((path, item[str(path[-1])]) for path, item in single if path[-1] in item)


def _of(force: Force, data: Mapping[str, Any], key: str) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """The items of a list that name a force, with their positions."""
    return ((index, item) for index, item in enumerate(data.get(key, ())) if item.get("force") == force.id)


def _renumbered(scenario: Scenario, force: Force, members: Sequence[Member]) -> tuple[Fix, ...]:
    """The fix that renumbers members in order of activation, including all references to them."""
    ids = sorted((member.id for member in members), key=int)
    ranked = sorted(members, key=lambda member: (member.activation, int(member.id)))
    renamed = {member.id: id for member, id in zip(ranked, ids, strict=True) if member.id != id}
    layout = Layout(scenario.source)
    edits = [
        layout.rewrite((*member.path, "id"), renamed[member.id]) for member in members if member.id in renamed
    ]
    edits += [
        layout.rewrite(path, renamed[name]) for path, name in _named(scenario, force) if name in renamed
    ]
    done = tuple(edit for edit in edits if edit is not None)
    is_whole = len(done) == len(edits) and len(set(ids)) == len(ids)
    return (Fix("number in order of activation", Applicability.UNSAFE, done),) if is_whole else ()
