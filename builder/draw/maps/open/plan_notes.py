"""What is beside the secret plan of tunnels: who may read it, how it is used, and forms to fill in."""

from __future__ import annotations

from collections.abc import Sequence

from builder.boards.table import Node
from builder.draw.sentences.entry_text import as_lead, running_text
from builder.draw.sentences.scoring import mission_conditions
from builder.draw.sentences.side_names import side_name
from builder.draw.surface.canvas import Canvas
from builder.draw.surface.flow import CELL_PAD, Block, Writer
from builder.draw.surface.type import BOLD, CONDENSED, CONDENSED_BOLD, REGULAR, Type
from builder.draw.surface.wording import Words
from builder.scenario.model import Scenario

_TAG, _TAG_TOP = 6.6, 2.9
_SECRET, _FOR = Type(BOLD, 3.9, 0.4), Type(CONDENSED, 3.1)
# The head of a form, a row to write in, its box, and where the second column begins as a share of the width.
_FORM_HEAD, _ROW, _BOX, _SECOND = 4.5, 5.0, 3.7, 0.6
_HEAD, _NAME = Type(CONDENSED_BOLD, 2.9), Type(CONDENSED, 3.1)
# The types of rules, of which the largest is used with which entrances have their forms.
_RULES = tuple(Type(REGULAR, size) for size in (2.9, 2.7, 2.5))


def tunnel_reader(scenario: Scenario, words: Words) -> str:
    """The name of the side that has the plan; empty if no side that plays does."""
    owner = scenario.ruleset.printing.get("plan_of", "")
    return side_name(scenario, owner, words) if any(force.side == owner for force in scenario.forces) else ""


def draw_secret_tag(canvas: Canvas, reader: str) -> None:
    """A tag in the title band that says that a sheet is secret, and who may read it."""
    words, metrics, theme = canvas.words, canvas.metrics, canvas.theme
    loud = words("map.plan-secret").upper()
    about = words("map.plan-for", side=reader) if reader else ""
    wide = metrics.width(loud, _SECRET) + (metrics.width(about, _FOR) + 2.4 if about else 0.0) + 5.0
    left, base = canvas.width - wide, _TAG_TOP + _TAG / 2 + _SECRET.cap / 2
    box = (left, _TAG_TOP, wide, _TAG)
    # A theme that saves ink has an outline.
    is_plain = theme.saves_ink
    color = "accent" if is_plain else "band_text"
    canvas.rect(*box, fill="paper" if is_plain else "accent", stroke=color, stroke_width=0.35)
    canvas.text(loud, left + 2.5, base, _SECRET, fill=color, within=box)
    if about:
        canvas.text(about, canvas.width - 2.5, base - 0.1, _FOR, anchor="end", fill=color, within=box)


def tunnel_notes(scenario: Scenario, writer: Writer, room: float) -> list[Block]:
    """How the plan is used by the rules of the mission, and forms for entrances and chambers.

    They are at most ``room`` mm high: rules are smaller if need be, and what does not fit then is left out
    from the end.
    """
    ways = [_in_type(scenario, writer, room, type) for type in _RULES]
    return max(ways, key=len)


def _in_type(scenario: Scenario, writer: Writer, room: float, type: Type) -> list[Block]:
    """The notes that fit with rules in a type."""
    plan, words, mission = scenario.table_map.plan, writer.words, scenario.mission
    assert plan is not None
    own = [writer.item(as_lead(node.name), node.text) for node in plan.nodes.values() if node.text]
    rules: list[Block] = []
    if mission is not None:
        texts = [running_text(scenario.ruleset, mission), *mission_conditions(scenario)]
        rules = [
            writer.heading(words("map.plan-use"), "secret-book"),
            *(writer.paragraph(text, type) for text in texts),
        ]
    forms: list[Block] = []
    for kind, head, note in (
        ("entrance", "map.plan-entrance", "map.plan-guards"),
        ("chamber", "map.plan-chamber", "map.plan-reached"),
    ):
        nodes = [node for node in plan.of_kind(kind) if node.name]
        # Only entrances that are used have guards, if the map says which these are.
        nodes = [node for node in nodes if node.used] or nodes
        if nodes:
            forms.append(_form(writer, words(head), words(note), nodes))
    parts = [own, rules, *([form] for form in forms)]
    while parts and sum(block.height for part in parts for block in part) > room:
        parts.pop()
    return [block for part in parts for block in part]


def _form(writer: Writer, head: str, note: str, nodes: Sequence[Node]) -> Block:
    """A row for each node with a box to write in."""
    wide, is_plain = writer.width, writer.theme.saves_ink
    second = wide * _SECOND

    def draw(canvas: Canvas, x: float, y: float) -> None:
        canvas.text(head, x + CELL_PAD / 2, y + 3.4, _HEAD, fill="muted")
        canvas.text(note, x + second, y + 3.4, _HEAD, fill="muted")
        for number, node in enumerate(nodes):
            top = y + _FORM_HEAD + number * _ROW
            if is_plain:
                canvas.rule(x, top + _ROW, wide)
            elif number % 2 == 0:
                canvas.rect(x, top, wide, _ROW, fill="panel")
            canvas.text(node.name, x + CELL_PAD / 2, top + _ROW / 2 + _NAME.cap / 2, _NAME)
            canvas.rect(x + second, top + (_ROW - _BOX) / 2, wide - second - CELL_PAD, _BOX,
                        fill="paper", stroke="muted", stroke_width=0.2)  # fmt: skip

    return Block(_FORM_HEAD + len(nodes) * _ROW + 1.6, draw)
