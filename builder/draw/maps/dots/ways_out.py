"""The ways out of a building on each of its floors: doors, windows to fire from, stairs and tunnels."""

from __future__ import annotations

from collections.abc import Iterator

from builder.boards.dots import Building
from builder.draw.maps.dots.site import Site
from builder.draw.surface.wording import Words

# The sides of a building, by whether the wall is upright and whether the building is before it.
_SIDES = {(False, False): "north", (True, True): "east", (False, True): "south", (True, False): "west"}


def floor_lines(site: Site, building: Building, floor: int, words: Words) -> Iterator[str]:
    """What is on a floor of a building, each with its dots.

    Outer doors are on the ground floor only, where the mouths of tunnels are, too; windows are on all floors,
    and stairs are listed for the roof.
    """
    label, inside = site.lattice.label, set(building.dots)
    kinds = () if floor == building.levels else ("window",) if floor else ("door", "window")
    for kind in kinds:
        at = _by_side(site, building, kind)
        sides = [f"{words(f'dots.side-{side}')}\u00a0{', '.join(dots)}" for side, dots in at.items()]
        if sides:
            yield words(f"dots.{kind}-at", dots="; ".join(sides))
    if floor == building.levels and building.stairs:
        yield words("dots.stairs-at", dots=", ".join(map(label, building.stairs)))
    for tunnel in site.dots.tunnels if floor == 0 else ():
        mouths = [label(dot) for dot in tunnel.mouths if dot in inside]
        if mouths:
            yield words("dots.mouth-at", dots=", ".join(mouths), title=tunnel.name)


def _by_side(site: Site, building: Building, kind: str) -> dict[str, list[str]]:
    """The dots behind openings of a kind in the outer walls of a building, by the sides of these."""
    inside, found = set(building.dots), dict[str, list[str]]()
    for edge, opening in site.dots.doors.items():
        behind = [dot for dot in edge if dot in inside]
        if opening.kind == kind and len(behind) == 1:
            run, (west, north, east, south) = site.run(edge), site.plot(behind[0])
            x, y = run.middle
            is_before = (west + east) / 2 < x if run.is_upright else (north + south) / 2 < y
            found.setdefault(_SIDES[run.is_upright, is_before], []).append(site.lattice.label(behind[0]))
    return {side: sorted(set(found[side])) for side in _SIDES.values() if side in found}
