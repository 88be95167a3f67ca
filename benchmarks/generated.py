"""Scenarios made to measure: as large as wanted, and without a defect."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SHIPPED = ROOT / "scenarios"
_MODEL = SHIPPED / "bug_hunter" / "dead-air.yaml"

_HEAD = """\
scenario:
  id: square-ship
  title: Square Ship
  game: bug-hunter
  version: 1.0.0
  authors: [The brainbug developers]
  players: 2
  summary: A ship of equal rooms.
map:
  kind: hex
  columns: {size}
  rows: {size}
  hex_size: 8
  atmosphere: {{outside: vacuum, inside: benign}}
  levels:
    - id: deck
      title: Deck
      areas:
"""
_TAIL = """\
forces:
  - id: crew
    title: Crew
    side: human
    unit: crew
    roster: standard-crew
    members:
      - {row: 1, id: "01", name: Ann Holt, weapon: screecher}
  - {id: bugs, title: Bugs, side: pred, unit: individual-pred, roster: standard-preds, species: stranglers,
     count: 3, dummies: 0, panic: 3}
setup:
  zones:
    - {id: fore, title: Fore, areas: [room-1-1]}
    - {id: aft, title: Aft, areas: [room-2-2]}
  placements:
    - {force: crew, zone: fore}
    - {force: bugs, zone: aft}
schedule:
  turns: 20
objectives:
  - {id: helm, title: Helm, side: human, level: deck, hex: "HELM", text: Take it.}
victory:
  - {side: human, grade: win, when: The helm is taken., objectives: [helm]}
  - {side: pred, grade: win, when: It is not.}
"""


def square_ship(size: int, room: int = 10, *, doors: bool = True) -> str:
    """A deck of ``size`` × ``size`` hexes, all of it square rooms, each with doors to the rooms beside it."""
    digits = max(2, len(str(size)))

    def hex(column: int, row: int) -> str:
        return f"{column:0{digits}d}{row:0{digits}d}"

    count = size // room
    rooms = [(x, y) for x in range(count) for y in range(count)]
    lines = [
        f"        room-{x + 1}-{y + 1}: {{name: R{x + 1}.{y + 1}, "
        f'hexes: "{hex(x * room + 1, y * room + 1)}-{hex((x + 1) * room, (y + 1) * room)}"}}\n'
        for x, y in rooms
    ]
    if doors and count > 1:
        lines.append("      doors:\n")
        for x, y in rooms:
            # A room's first column is a raised one where it is odd; its west sides there are SW and NW.
            if y:
                lines.append(f"        {hex(x * room + 2, y * room + 1)}/N: interior\n")
            if x:
                lines.append(f"        {hex(x * room + 1, y * room + 2)}/SW: airtight\n")
    helm = hex(min(size, room + 2), min(size, room + 2))
    return _HEAD.format(size=size) + "".join(lines) + _TAIL.replace("HELM", helm)


def long_scenario(times: int = 14) -> str:
    """The shipped scenario Dead Air with everything in it so many times over: decks, people, objectives."""
    parts = dict(_parts(_MODEL.read_text(encoding="utf-8")))
    head, levels = parts["map"].split("  levels:\n")
    levels, below = levels.split("  hatches:\n")
    hatches, lifts = below.split("  lifts:\n")
    upper, lower = levels.split("    - id: lower\n")
    decks = [f"{name}{_tag(number)}" for number in range(times) for name in ("upper", "lower")]
    stack = ", ".join(decks)
    passages = "".join(f'    - {{hex: "1705", levels: [{one}, {other}]}}\n' for one, other in pairwise(decks))
    shaft = re.sub(r"levels: \[[^]]*\]", f"levels: [{stack}]", lifts).rstrip() + "\n\n"
    zones, placements = parts["setup"].removeprefix("setup:\n  zones:\n").split("  placements:\n")
    turns, events = parts["schedule"].split("  events:\n")
    return "".join(
        [
            parts["scenario"],
            head,
            "  levels:\n",
            *(_deck(upper, number) + _deck("    - id: lower\n" + lower, number) for number in range(times)),
            "  hatches:\n",
            *(_again(hatches.splitlines(keepends=True)[0], number) for number in range(times)),
            passages,
            "  lifts:\n",
            shaft,
            "forces:\n",
            *(_again(parts["forces"].removeprefix("forces:\n"), number) for number in range(times)),
            "setup:\n  zones:\n",
            *(_again(zones, number) for number in range(times)),
            "  placements:\n",
            *(_again(placements.rstrip() + "\n", number) for number in range(times)),
            "\n",
            turns,
            "  events:\n",
            *(f"{line}\n" * times for line in events.rstrip().splitlines()),
            "\n",
            "objectives:\n",
            *(_again(parts["objectives"].removeprefix("objectives:\n"), number) for number in range(times)),
            "victory:\n",
            *(_again(parts["victory"].removeprefix("victory:\n"), number) for number in range(times)),
            "special_rules:\n",
            *(
                _again(parts["special_rules"].removeprefix("special_rules:\n"), number)
                for number in range(times)
            ),
            parts["notes"],
        ]
    )


def many_scenarios(folder: Path, count: int) -> None:
    """Fill a folder with copies of the shipped scenarios in turn, each with an id of its own."""
    models = sorted(SHIPPED.rglob("*.yaml"))
    for number in range(count):
        model = models[number % len(models)]
        text = model.read_text(encoding="utf-8")
        text = text.replace(f"id: {model.stem}\n", f"id: {model.stem}-{number}\n", 1)
        (folder / f"{model.stem}-{number}.yaml").write_text(text, encoding="utf-8")


def _parts(text: str) -> Iterator[tuple[str, str]]:
    """The blocks of a file by their keys."""
    for block in re.split(r"^(?=[a-z_]+:)", text, flags=re.MULTILINE):
        yield block.partition(":")[0], block


def _tag(number: int) -> str:
    return f"-{number}" if number else ""


def _deck(text: str, number: int) -> str:
    """One more deck: ids are numbered, and so are titles."""
    text = re.sub(r"^(    - id: )([a-z-]+)$", rf"\g<1>\g<2>{_tag(number)}", text, flags=re.MULTILINE)
    text = re.sub(r"^(      title: .*)$", rf"\g<1> {number + 1}", text, flags=re.MULTILINE)
    return re.sub(r"^(        [a-z-]+)(?=: \{name)", rf"\g<1>{_tag(number)}", text, flags=re.MULTILINE)


def _again(text: str, number: int) -> str:
    """A block once more, with numbers behind every id that it gives or names."""
    if not number:
        return text
    tag = _tag(number)
    text = re.sub(r"\b(id|force|zone|level): ([a-z][a-z-]*)", rf"\1: \2{tag}", text)
    text = re.sub(
        r"\b(areas|objectives|levels): \[([^]]*)\]",
        lambda found: f"{found[1]}: [{re.sub(r'[a-z][a-z-]*', lambda name: name[0] + tag, found[2])}]",
        text,
    )
    text = re.sub(r"^    overrides: .*\n", "", text, flags=re.MULTILINE)
    return re.sub(r"^(    grade: .*)$", rf"\g<1> {number + 1}", text, flags=re.MULTILINE)
