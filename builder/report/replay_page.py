"""A recorded game over the map, as one page that works from a file: step, jump, play."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from builder.draw.example.story import end_of, reason_of
from builder.draw.sentences.entry_text import running_text
from builder.draw.surface.canvas import mm
from builder.draw.surface.theme import Theme
from builder.draw.surface.wording import load_words
from builder.playtest.replays import RecordedGame
from builder.report.map_marks import MapSheet
from builder.report.markup import card, document, escaped
from builder.report.playtest_page import icon_path
from rulesdb import Entry, Ruleset

_SCRIPT = Path(__file__).with_name("static") / "replay.js"
# The radius of a counter, as a share of the width of the map.
_MIN_PIECE = 0.0115
_STATES = {"down": "out of action", "lost": "lost", "left": "leaves the map", "hurt": "is hurt"}


def replay_page(game: RecordedGame, theme: Theme) -> str:
    """The page of a game."""
    scenario, head = game.scenario, game.head
    sheet = MapSheet(scenario, theme)
    sides = list(head["players"])
    rules = _Rules(scenario.ruleset)
    steps = _steps(game, sheet, rules)
    ending = game.lines[-1]["ending"]
    winner = scenario.side_title(ending["side"]) if ending["side"] else ""
    why = _reason(game)
    lead = f"{winner} win ({ending['grade']}): {why}" if winner else f"Nobody wins: {why}"
    titles = [scenario.side_title(side) for side in sides]
    data = {
        "sides": titles,
        "pieces": [
            {"name": name, "side": sides.index(side) if side in sides else 0, "label": _label(name, member)}
            for name, side, _, member in head["pieces"]
        ],
        "size": mm(max(sheet.places.cell * 0.34, sheet.drawings[0].width * _MIN_PIECE)),
        "steps": steps,
    }
    maps = "".join(
        f'<svg class="map" viewBox="{" ".join(str(mm(edge)) for edge in area)}" role="img" '
        f'aria-label="{escaped(drawing.title)}: see the list of steps for what happens">'
        f'<use class="base" href="#map-{number}"/><g class="pieces"></g></svg>'
        for number, drawing in enumerate(sheet.drawings)
        for area in [drawing.area or (0.0, 0.0, drawing.width, drawing.height)]
    )
    key = "".join(
        f'<li><span class="pin{" two" * number}" aria-hidden="true"></span>{escaped(title)}</li>'
        for number, title in enumerate(titles)
    )
    board = (
        f'{_CONTROLS}<p id="now" class="now" aria-live="polite"></p><div class="maps">{maps}</div>'
        f'<ul class="key">{key}<li>dashed: hurt</li><li>crossed: out of action</li></ul>'
    )
    log = '<ol id="log" class="log" aria-label="All steps"></ol>'
    strap = [
        f"game {head['number']}",
        f"seed {head['seed']}",
        *(f"{scenario.side_title(side)}: {name}" for side, name in head["players"].items()),
        f"brainbug {head['release']}",
    ]
    payload = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    parts = [
        f'<div class="replay {escaped(theme.name)}">',
        card("The map", board),
        card("Steps", log, about="Choose a step to go there; a rule leads to its text."),
        "</div>",
        card(
            "Rules used", rules.html, about="As brainbug states them; the book has the whole text.", wide=True
        ),
        f'<script type="application/json" id="game">{payload}</script>',
    ]
    return document(
        f"{scenario.title}, game {head['number']}",
        f"Replay · {scenario.ruleset.title}",
        lead,
        strap,
        parts,
        face=scenario.ruleset.face,
        fonts=sheet.fonts,
        defs=sheet.defs,
        script=_SCRIPT.read_text("utf-8"),
        heading=scenario.title,
        icon=icon_path(scenario.ruleset.face),
    )


_CONTROLS = (
    '<div class="controls" role="group" aria-label="Replay">'
    '<button type="button" id="first" aria-label="First step">|◀</button>'
    '<button type="button" id="back" aria-label="One step back">◀</button>'
    '<button type="button" id="play" aria-pressed="false">Play</button>'
    '<button type="button" id="next" aria-label="One step on">▶</button>'
    '<button type="button" id="last" aria-label="Last step">▶|</button>'
    '<label>Speed <select id="speed"><option value="1600">slow</option><option value="700" selected>usual'
    "</option>"
    '<option value="250">fast</option><option value="60">very fast</option></select></label>'
    '<label>Turn <select id="turn"></select></label>'
    '<input type="range" id="place" min="0" value="0" aria-label="Step"></div>'
)


def _label(name: str, member: str) -> str:
    """A few letters for a counter: the initials of a person, or the number of a creature."""
    words = name.replace(".", " ").split()
    if not member and words[-1].isdigit():
        return words[-1]
    return words[-1][:2]


def _steps(game: RecordedGame, sheet: MapSheet, rules: _Rules) -> list[dict[str, Any]]:
    steps = []
    pieces = [piece[0] for piece in game.head["pieces"]]
    before: dict[int, str] = {}
    for line in (game.head, *game.lines):
        changes = []
        fates = []
        for change in line.get("changes", ()):
            unit, status = int(change["unit"]), str(change["status"])
            where: list[float | int] = []
            if change["at"]:
                number, x, y = sheet.places.point(change["at"])
                where = [number, mm(x), mm(y)]
            changes.append([unit, where, change["strength"], status])
            if status in _STATES and before.get(unit, status) != status:
                fates.append(f"{pieces[unit]} {_STATES[status]}")
            before[unit] = status
        steps.append({**_narrated(line, game, rules), "fates": fates, "changes": changes})
    return steps


def _narrated(line: Mapping[str, Any], game: RecordedGame, rules: _Rules) -> dict[str, Any]:
    """A line of a record in words, and the rules that it carries out."""
    side = game.scenario.side_title(line["side"]) if line.get("side") else ""
    if "record" in line:
        return {"turn": 0, "kind": "start", "text": "Before the set-up", "rules": []}
    if "ending" in line:
        return {"turn": line["turn"], "kind": "end", "text": f"The end: {_reason(game)}", "rules": []}
    if "roll" in line:
        text = f"{side or 'Chance'}: {line['roll']} for {line['purpose']}: {line['total']}"
        cells = []
        for cell in line["cells"]:
            at = ", ".join(f"{name} {value}" for name, value in cell["at"].items())
            house = "" if cell["basis"] == "printed" else f", {cell['basis']}"
            about = f"{at}: {cell['result']} ({cell['source']}{house})"
            cells.append({**rules.link(cell["table"].partition(":")[2]), "about": about})
        links = cells or [rules.link(line["step"])]
        return {"turn": line["turn"], "kind": "roll", "text": text, "rules": links}
    chosen = f", one of {line['of']} choices" if line["of"] > 1 else ""
    text = f"{side}: {line['words']}"
    return {
        "turn": line["turn"],
        "kind": "act",
        "text": text,
        "more": chosen,
        "rules": [rules.link(line["step"])],
    }


def _reason(game: RecordedGame) -> str:
    """Why the game ended."""
    end = end_of(game.scenario, game.lines[-1]["ending"])
    return reason_of(game.scenario, end, load_words().of_game(game.scenario.ruleset))


class _Rules:
    """The rules and tables that a game used, each once, with their texts."""

    def __init__(self, game: Ruleset) -> None:
        self._game = game
        self._used: dict[str, Entry | None] = {}

    def link(self, key: str) -> dict[str, str]:
        """A link to the text of a rule in the page."""
        if key not in self._used:
            kind, _, slug = key.partition("/")
            entries = (
                self._game.of_kind(kind) if kind != "table" else [t.entry for t in self._game.tables.values()]
            )
            self._used[key] = next((entry for entry in entries if entry.slug == slug), None)
        entry = self._used[key]
        return {"to": f"#{_anchor(key)}", "title": key if entry is None else entry.title}

    @property
    def html(self) -> str:
        """The texts."""
        parts = []
        for key, entry in sorted(self._used.items()):
            title = key if entry is None else entry.title
            text = "" if entry is None else running_text(self._game, entry)
            source = "" if entry is None else f"{entry.provenance.source} · {entry.provenance.basis}"
            parts.append(
                f'<div class="rule" id="{escaped(_anchor(key))}" tabindex="-1"><h3>{escaped(title)}</h3>'
                f"<p>{escaped(text)}</p><p class='about'>{escaped(source)} · <code>{escaped(self._game.id)}:"
                f"{escaped(key)}</code></p></div>"
            )
        return f'<div class="rules">{"".join(parts)}</div>'


def _anchor(key: str) -> str:
    return "rule-" + "".join(letter if letter.isalnum() else "-" for letter in key)
