"""Generated scenarios of any size, without errors."""

from __future__ import annotations

import re
from itertools import pairwise, product
from pathlib import Path
from string import Template

ROOT = Path(__file__).resolve().parent.parent
SHIPPED = ROOT / "scenarios"
_MODEL = SHIPPED / "bug_hunter" / "dead-air.yaml"
# Sections of the model whose items are repeated, each time with different ids.
_REPEATED = frozenset({"forces", "zones", "objectives", "victory", "special_rules"})
_SECTION = re.compile(r"^(?=notes:|(?:  )?[a-z_]+:$)", re.MULTILINE)


def square_ship(size: int, room: int = 10) -> str:
    """A deck of ``size`` × ``size`` hexes, all in square rooms of ``room`` hexes a side, joined by doors."""
    digits, count = max(2, len(str(size))), size // room
    rooms, doors = [], []
    for x, y in product(range(count), repeat=2):
        left, top = x * room + 1, y * room + 1
        hexes = f"{_hex(left, top, digits)}-{_hex(left + room - 1, top + room - 1, digits)}"
        rooms.append(f'        room-{x + 1}-{y + 1}: {{name: R{x + 1}.{y + 1}, hexes: "{hexes}"}}\n')
        # The first column of every room has its west sides at SW and NW.
        if y:
            doors.append(f"        {_hex(left + 1, top, digits)}/N: interior\n")
        if x:
            doors.append(f"        {_hex(left, top + 1, digits)}/SW: airtight\n")
    helm = _hex(min(size, room + 2), min(size, room + 2), digits)
    below = ["      doors:\n", *doors] if doors else []
    return _ship(size, size, "".join(rooms + below), helm)


def open_ship(columns: int, rows: int) -> str:
    """A deck of one room, to draw; its zones are not on the map."""
    digits = max(2, len(str(max(columns, rows))))
    last = _hex(columns, rows, digits)
    room = f'        room-1-1: {{name: R1.1, hexes: "{_hex(1, 1, digits)}-{last}"}}\n'
    return _ship(columns, rows, room, last)


def _ship(columns: int, rows: int, rooms: str, helm: str) -> str:
    """A scenario on one deck with these rooms and doors; ``helm`` is the hex of its objective."""
    text = Path(__file__).with_name("ship.template").read_text(encoding="utf-8")
    return Template(text).substitute(columns=columns, rows=rows, rooms=rooms.rstrip("\n"), helm=helm)


def long_scenario(times: int = 14) -> str:
    """The shipped scenario Dead Air with its decks, forces, objectives and rules repeated."""
    decks = [f"{name}{_tag(number)}" for number in range(times) for name in ("upper", "lower")]
    parts = []
    for section in _SECTION.split(_MODEL.read_text(encoding="utf-8"))[1:]:
        heading, _, body = section.partition("\n")
        key = heading.strip(" :")
        if key in ("texts", "first_turn"):
            continue
        if key == "levels":
            body = "".join(_decks(body, number) for number in range(times))
        elif key == "hatches":
            body = _repeated(body.splitlines(keepends=True)[0], times)
            body += "".join(f'    - {{hex: "1705", levels: [{a}, {b}]}}\n' for a, b in pairwise(decks))
        elif key == "lifts":
            lines = body.splitlines(keepends=True)
            # A cargo lift connects two decks, of which the upper one has its controls.
            cargo = [line for line in lines if "controls:" in line]
            others = "".join(line for line in lines if "controls:" not in line)
            body = re.sub(r"levels: \[[^]]*\]", f"levels: [{', '.join(decks)}]", others.rstrip("\n") + "\n")
            body += "".join(_cargo_lift(line, number) for number in range(times) for line in cargo) + "\n"
        elif key == "placements":
            body = _repeated(body.rstrip("\n") + "\n", times) + "\n"
        elif key == "events":
            events = re.split(r"^(?=    - )", body.rstrip() + "\n", flags=re.MULTILINE)
            body = "".join(event * times for event in events) + "\n"
        elif key in _REPEATED:
            body = _repeated(body, times)
        parts.append(f"{heading}\n{body}")
    return "".join([*parts, "# brainbug: ignore-file[BB315] there are more crews than ids\n"])


def _cargo_lift(line: str, number: int) -> str:
    """A cargo lift of the model between the decks of a repetition."""
    return re.sub(r"\b(cargo-lift|upper|lower)\b", rf"\1{_tag(number)}", line)


def many_scenarios(folder: Path, count: int) -> None:
    """Write copies of the shipped scenarios to a folder, each with a different id."""
    models = sorted(SHIPPED.rglob("*.yaml"))
    for number in range(count):
        model = models[number % len(models)]
        text = model.read_text(encoding="utf-8")
        text = text.replace(f"id: {model.stem}\n", f"id: {model.stem}-{number}\n", 1)
        (folder / f"{model.stem}-{number}.yaml").write_text(text, encoding="utf-8")


def _hex(column: int, row: int, digits: int) -> str:
    return f"{column:0{digits}d}{row:0{digits}d}"


def _tag(number: int) -> str:
    return f"-{number}" if number else ""


def _decks(text: str, number: int) -> str:
    """The decks with numbers after their ids, titles and areas."""
    tag = _tag(number)
    text = re.sub(r"^(    - id: [a-z-]+)$", rf"\g<1>{tag}", text, flags=re.MULTILINE)
    text = re.sub(r"^(      title: .*)$", rf"\g<1> {number + 1}", text, flags=re.MULTILINE)
    return re.sub(r"^(        [a-z-]+)(?=: \{name)", rf"\g<1>{tag}", text, flags=re.MULTILINE)


def _repeated(text: str, times: int) -> str:
    """A block repeated, with numbers after every id that it defines or refers to."""
    return "".join(_numbered(text, number) for number in range(times))


def _numbered(text: str, number: int) -> str:
    if not number:
        return text
    tag = _tag(number)
    text = re.sub(r"\b(id|force|zone|level|done|standing): ([a-z][a-z-]*)", rf"\1: \2{tag}", text)
    text = re.sub(
        r"\b(areas|objectives|levels|done): \[([^]]*)\]",
        lambda match: f"{match[1]}: [{re.sub(r'[a-z][a-z-]*', lambda name: name[0] + tag, match[2])}]",
        text,
    )
    text = re.sub(r"^    overrides: .*\n", "", text, flags=re.MULTILINE)
    return re.sub(r"^(    grade: .*)$", rf"\g<1> {number + 1}", text, flags=re.MULTILINE)


def big_ship(columns: int = 60, rows: int = 40, levels: int = 3, room: int = 10) -> str:
    """A ship of several decks of square rooms, joined by doors."""
    ship = square_ship(20)
    head, _, rest = ship.partition("    - id: deck\n")
    tail = rest[rest.index("forces:\n") :]
    blocks = []
    for level in range(1, levels + 1):
        rooms, doors = [], []
        for x, y in product(range(columns // room), range(rows // room)):
            left, top = x * room + 1, y * room + 1
            hexes = f"{_hex(left, top, 2)}-{_hex(left + room - 1, top + room - 1, 2)}"
            id = f"room-{level}-{x + 1}-{y + 1}"
            rooms.append(f'        {id}: {{name: R{level}.{x + 1}.{y + 1}, hexes: "{hexes}"}}\n')
            doors += [f"        {_hex(left + 1, top, 2)}/N: interior\n"] if y else []
            doors += [f"        {_hex(left, top + 1, 2)}/SW: airtight\n"] if x else []
        parts = ["      areas:\n", *rooms, "      doors:\n", *doors]
        blocks.append(f"    - id: deck-{level}\n      title: Deck {level}\n{''.join(parts)}")
    head = head.replace("columns: 20", f"columns: {columns}").replace("rows: 20", f"rows: {rows}")
    tail = (
        tail.replace("room-1-1", "room-1-1-1")
        .replace("room-2-2", "room-1-2-2")
        .replace("level: deck", "level: deck-1")
    )
    return f"{head}{''.join(blocks)}{tail}"
