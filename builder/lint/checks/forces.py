"""3xx: forces."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from builder.lint.check import Check
from builder.lint.finding import Applicability, Edit, Finding, Fix, Severity
from builder.lint.layout import Layout
from builder.scenario.model import Force, Member, Scenario
from rulesdb.nearest import did_you_mean

_FORCE_NAMES = frozenset({"unit", "roster", "species"})


class RosterRowCheck(Check):
    """A figure on a row that the roster does not have, or on a row that is taken."""

    code = "BB301"
    slug = "roster-row"
    what = "A member names a row that its roster does not have, or that another member has."
    why = "Each row is one person with ratings of his own."
    example = "row: 13 of the standard crew, which has twelve rows"
    fix = "Choose a free row of the roster."
    rule = "rule/310.0"
    games = frozenset({"bug-hunter"})
    needs = _FORCE_NAMES

    def check(self, scenario: Scenario) -> Iterator[Finding]:
        for force in scenario.forces:
            rows = len(force.roster.get("members", ())) if force.roster else 0
            taken: dict[int, Member] = {}
            for member in force.members:
                free = [str(row) for row in range(1, rows + 1) if row not in taken]
                if member.row > rows:
                    name = force.roster.title if force.roster else "no roster"
                    yield self.finding(
                        scenario,
                        f"row {member.row} is not on the roster ({name} has {rows} rows)",
                        (*member.path, "row"),
                        f"free rows: {', '.join(free[:12]) or 'none'}",
                    )
                elif member.row in taken:
                    first = taken[member.row]
                    yield self.finding(
                        scenario,
                        f"row {member.row} is {first.name}'s already",
                        (*member.path, "row"),
                        "choose another row",
                        related=(("first used here", scenario.source.value_span((*first.path, "row"))),),
                    )
                taken.setdefault(member.row, member)


class MissingRosterCheck(Check):
    """Members without a roster to take their ratings from."""

    code = "BB302"
    slug = "roster-missing"
    what = "A force has members but no roster, or a roster for another troop type."
    why = "Activation, panic and abilities come from the roster's rows."
    example = "unit: marine with roster: standard-crew"
    fix = "Name a roster of the force's own troop type."
    fixable = (Applicability.UNSAFE,)
    rule = "rule/310.0"
    games = frozenset({"bug-hunter"})
    needs = _FORCE_NAMES

    def check(self, scenario: Scenario) -> Iterator[Finding]:
        for force in scenario.forces:
            if force.members and force.roster is None:
                yield self.finding(
                    scenario,
                    f"force `{force.id}` has members and no roster",
                    (*force.path, "id"),
                    "add `roster:`",
                    fixes=_only(_rosters(scenario, force), _adding(scenario, force, "roster")),
                )
            elif force.roster is not None and force.roster.get("force", force.unit.slug) != force.unit.slug:
                yield self.finding(
                    scenario,
                    f"{force.roster.title} is for {force.roster['force']}, not for {force.unit.slug}",
                    (*force.path, "roster"),
                    did_you_mean(force.unit.slug, _rosters(scenario, force)),
                    fixes=_only(_rosters(scenario, force), _rewriting(scenario, force, "roster")),
                )


class PowerCountCheck(Check):
    """A species with too many or too few powers for its form."""

    code = "BB303"
    slug = "power-count"
    what = "The species' form draws another number of power cards than the species has."
    why = "Individuals and swarms draw different numbers, which balances them."
    example = "unit: swarm-pred with a species of four powers"
    fix = "Let `unit` be the species' own form."
    fixable = (Applicability.UNSAFE,)
    rule = "rule/321.0"
    needs = _FORCE_NAMES

    def check(self, scenario: Scenario) -> Iterator[Finding]:
        for force in scenario.forces:
            wanted = force.unit.get("powers")
            if force.species and wanted is not None and len(force.powers) != wanted:
                units = scenario.ruleset.of_kind("unit")
                forms = [unit.slug for unit in units if unit.get("powers") == len(force.powers)]
                yield self.finding(
                    scenario,
                    f"{force.species_title} has {len(force.powers)} powers; the form draws {wanted}",
                    (*force.path, "unit"),
                    "use the form that the species has on its roster",
                    fixes=_only(forms, _rewriting(scenario, force, "unit")),
                )


class ExcludedPowersCheck(Check):
    """Powers that may not be held together."""

    code = "BB304"
    slug = "excluded-powers"
    what = "A force has two powers of which one rules the other out."
    why = "Together they are too strong; the book allows it by special rule only."
    example = "Speed with Reflexes"
    fix = "Choose another species, or allow it with a special rule that overrides 321.1."
    rule = "rule/321.1"
    needs = _FORCE_NAMES

    def check(self, scenario: Scenario) -> Iterator[Finding]:
        allowed = any(rule.overrides and rule.overrides.key == self.rule for rule in scenario.special_rules)
        for force in scenario.forces:
            held = {power.slug: power for power in force.powers}
            for power in force.powers:
                for other in power.get("excludes", ()):
                    if other in held and power.slug < other and not allowed:
                        yield self.finding(
                            scenario,
                            f"{power.title} and {held[other].title} may not be held together",
                            (*force.path, "species"),
                            "choose another species, or override rule 321.1",
                        )


class IdOrderCheck(Check):
    """Ids that do not follow the activation ratings."""

    code = "BB305"
    slug = "id-order"
    severity = Severity.WARNING
    what = "Of two figures with the same weapon, the one with the lower rating has the higher id."
    why = "When ids rise with ratings, the highest active id tells at a glance who is active."
    example = "id 05 with activation 2 and id 02 with activation 4, both with machine pistols"
    fix = "Number the figures of each weapon in order of activation."
    fixable = (Applicability.UNSAFE,)
    rule = "rule/310.0"
    games = frozenset({"bug-hunter"})
    needs = _FORCE_NAMES | {"weapon"}

    def check(self, scenario: Scenario) -> Iterator[Finding]:
        for force in scenario.forces:
            by_weapon: dict[str, list[Member]] = {}
            for member in force.members:
                if member.id.isdigit() and member.activation:
                    by_weapon.setdefault(member.weapon.slug if member.weapon else "", []).append(member)
            for members in by_weapon.values():
                highest = members[0]
                for member in sorted(members, key=lambda member: int(member.id)):
                    if member.activation < highest.activation and int(member.id) > int(highest.id):
                        yield self.finding(
                            scenario,
                            f"id {member.id} (activation {member.activation}) comes after id {highest.id} "
                            f"(activation {highest.activation}), with the same weapon",
                            (*member.path, "id"),
                            "number the figures of each weapon in order of activation",
                            fixes=_renumbered(scenario, force, members),
                        )
                    if member.activation >= highest.activation:
                        highest = member


class CreatureCountCheck(Check):
    """A force of creatures that does not say how many there are."""

    code = "BB306"
    slug = "creature-count"
    what = "A force without members has no count, or in Bug Hunter no species."
    why = "Its counters could not be printed."
    example = "unit: individual-pred without count"
    fix = "Add `roster`, `species` and `count`."
    rule = "rule/320.0"
    needs = _FORCE_NAMES

    def check(self, scenario: Scenario) -> Iterator[Finding]:
        for force in scenario.forces:
            needs_species = scenario.ruleset.id == "bug-hunter"
            if not force.members and (force.count < 1 or (needs_species and not force.species)):
                missing = "count" if force.count < 1 else "species"
                yield self.finding(
                    scenario,
                    f"force `{force.id}` has no members and no {missing}",
                    (*force.path, "id"),
                    f"add `{missing}:`, or list members",
                )


def _rosters(scenario: Scenario, force: Force) -> list[str]:
    """The rosters for a force's troop type."""
    rosters = scenario.ruleset.of_kind("roster")
    return [roster.slug for roster in rosters if roster.get("force") == force.unit.slug]


def _adding(scenario: Scenario, force: Force, key: str) -> Callable[[str], Edit | None]:
    return lambda name: Layout(scenario.source).add(force.path, "unit", key, name)


def _rewriting(scenario: Scenario, force: Force, key: str) -> Callable[[str], Edit | None]:
    return lambda name: Layout(scenario.source).rewrite((*force.path, key), name)


def _only(names: Sequence[str], write: Callable[[str], Edit | None]) -> tuple[Fix, ...]:
    """The fix that writes the one name that fits, if just one does."""
    edit = write(names[0]) if len(names) == 1 else None
    return (Fix(f"write `{names[0]}`", Applicability.UNSAFE, (edit,)),) if edit is not None else ()


def _renumbered(scenario: Scenario, force: Force, members: Sequence[Member]) -> tuple[Fix, ...]:
    """The ids of some members in order of activation, where they are given and where placements name them."""
    ids = sorted((member.id for member in members), key=int)
    ranked = sorted(members, key=lambda member: (member.activation, int(member.id)))
    renamed = {member.id: id for member, id in zip(ranked, ids, strict=True) if member.id != id}
    layout = Layout(scenario.source)
    edits = [
        layout.rewrite((*member.path, "id"), renamed[member.id]) for member in members if member.id in renamed
    ]
    for placement in scenario.placements:
        if placement.force == force.id:
            named = scenario.source.data["setup"]["placements"][placement.path[-1]].get("members", ())
            edits += [
                layout.rewrite((*placement.path, "members", index), renamed[name])
                for index, name in enumerate(named)
                if name in renamed
            ]
    done = tuple(edit for edit in edits if edit is not None)
    is_whole = len(done) == len(edits) and len(set(ids)) == len(ids)
    return (Fix("number in order of activation", Applicability.UNSAFE, done),) if is_whole else ()
