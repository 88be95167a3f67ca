"""Find where a scenario breaks a limit that a rule sets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from builder.scenario.things import Census, Thing
from rulesdb.constraints import Constraint, Limit, Selector


@dataclass(frozen=True, slots=True)
class Breach:
    """A thing that breaks a constraint, and how; ``trait`` is the wrong trait, if there is one."""

    thing: Thing
    message: str
    trait: str = ""
    severity: str = "error"
    help: str = ""


def find_breaches(constraint: Constraint, census: Census) -> Iterable[Breach]:
    """Find where a scenario breaks a constraint, at most once in each group.

    A constraint without a limit has no breaches.
    """
    limit = constraint.limit
    # Most limits are about things that a scenario does not have.
    if limit is None or (limit.of.kind not in census.kinds and not limit.least and not limit.instead):
        return ()
    groups = census.selected(limit.per)
    if not groups or (limit.when is not None and not census.selected(limit.when)):
        return ()
    things = census.selected(limit.of)
    if limit.instead:
        things = [thing for selector in (limit.of, *limit.instead) for thing in census.selected(selector)]
    if not things and not limit.least:
        return ()
    return _breaches(constraint, limit, groups, things, census)


def _breaches(
    constraint: Constraint, limit: Limit, groups: Sequence[Thing], things: Sequence[Thing], census: Census
) -> Iterator[Breach]:
    for group in groups:
        asking = _members(limit.when, group, census) if limit.when is not None else [group]
        if not asking:
            continue
        breach = _breach(limit, group, asking, _inside(group, things), census)
        if breach is not None:
            thing, subject = breach
            what = constraint.what.removesuffix(".")
            if not what[1:2].isupper():
                what = what[0].lower() + what[1:]
            trait = limit.only.lacking(thing) if limit.only is not None else ""
            yield Breach(thing, f"{subject}: {what}", trait, limit.severity, limit.help)


def _members(selector: Selector, group: Thing, census: Census) -> Sequence[Thing]:
    return _inside(group, census.selected(selector))


def _inside(group: Thing, things: Sequence[Thing]) -> Sequence[Thing]:
    """The things that belong to a group; all belong to the scenario."""
    return [thing for thing in things if thing.belongs_to(group)] if group.owner is not None else things


def _breach(
    limit: Limit, group: Thing, asking: Sequence[Thing], concerned: Sequence[Thing], census: Census
) -> tuple[Thing, str] | None:
    """The thing to report, and what is wrong with it; the limit applies because of ``asking``."""
    if limit.only is not None:
        wrong = [thing for thing in concerned if not limit.only.selects(thing)]
        return (wrong[0], _names(wrong)) if wrong else None
    factor = 1
    if limit.for_each is not None:
        factor = -(-len(_members(limit.for_each, group, census)) // limit.each)
    amount = _amount(limit, concerned)
    bound = group.trait(limit.max_trait) if limit.max_trait else limit.most
    if isinstance(bound, int | float) and amount > (most := bound * factor + limit.plus):
        # Report the first thing that exceeds the limit.
        ends = range(1, len(concerned) + 1)
        last = next(end for end in ends if _amount(limit, concerned[:end]) > most)
        excluded = limit.manner == "excludes"
        beside = f"{_names(concerned)} together with {_names(asking)}" if excluded else ""
        return concerned[last - 1], beside or _counted(limit, group, concerned)
    if limit.least and amount < limit.least * factor + limit.plus:
        few = f"{'' if limit.distinct else 'only '}{_counted(limit, group, concerned)}"
        return asking[0], few if concerned else _names(asking)
    return None


def _counted(limit: Limit, group: Thing, things: Sequence[Thing]) -> str:
    """Things in words, with their total if it is limited, and the group."""
    total = f", {_amount(limit, things):g} in all" if limit.sum else ""
    within = f" in {group.name}" if group.owner is not None else ""
    return f"{_names(things)}{total}{within}"


def _amount(limit: Limit, things: Sequence[Thing]) -> float:
    """The number of things, or what the limit counts of them."""
    if limit.distinct:
        return len({thing.trait(limit.distinct) for thing in things})
    if limit.sum:
        traits = (thing.trait(limit.sum) for thing in things)
        return sum(trait for trait in traits if not isinstance(trait, tuple))
    return len(things)


def _names(things: Sequence[Thing]) -> str:
    """Things in words, equal names counted.

    >>> rifle = Thing("weapon", "Pulse rifle", ())
    >>> _names([rifle, rifle, Thing("weapon", "Flamer", ())])
    '2 × Pulse rifle, Flamer'
    """
    counts: dict[str, int] = {}
    for thing in things:
        counts[thing.name] = counts.get(thing.name, 0) + 1
    names = [f"{count} × {name}" if count > 1 else name for name, count in counts.items()]
    return ", ".join(names[:4]) + (f" and {len(names) - 4} more" if len(names) > 4 else "")
