"""Record sheets of a game to fill in by hand: squads with ratings, units with scores, teams with figures."""

from __future__ import annotations

from collections.abc import Sequence

from builder.draw.canvas import Canvas, Drawing
from builder.draw.cards import citation_line
from builder.draw.flow import Block, Writer, draw_flow
from builder.draw.theme import Theme
from builder.draw.type import BOLD, CONDENSED, CONDENSED_BOLD, Metrics, Type
from rulesdb import Basis, Entry, Ruleset

_ROW = 9.0
_HEAD = 5.6
_BOX = 3.6
SQUAD = 12
TEAMS, TEAM = "ABCD", 4
FIGURES = 6
_RATINGS = (
    ("ID", 0.8),
    ("Name", 3.4),
    ("Posn.", 1.0),
    ("Act.", 0.8),
    ("Pan.", 0.8),
    ("Abilities", 1.5),
    ("Weapon", 2.2),
    ("Carries", 3.0),
    ("W  I  K", 1.6),
    ("Markers", 2.6),
)
_FIGURES = (
    ("Figure", 3.0),
    ("Weapon", 2.4),
    ("Rounds", 2.4),
    ("Wounded", 1.1),
    ("Killed", 1.1),
    ("Notes", 2.6),
)


def draw_blank_rosters(
    game: Ruleset, size: tuple[float, float], theme: Theme, metrics: Metrics, *, debug: bool = False
) -> list[Drawing]:
    """Sheets of ``size`` mm in the shape that the game's forces call for."""
    rosters = [roster for roster in game.of_kind("roster") if "members" in roster.facts]
    scored = [unit for unit in game.of_kind("unit") if "scores" in unit.facts]

    def teams(writer: Writer) -> Sequence[Block]:
        if scored:
            return [_scored(unit, writer) for unit in scored]
        return [_grid(f"Team {letter}", _FIGURES, [[]] * TEAM, writer) for letter in TEAMS]

    about = f"{game.title} · record sheet, to fill in"
    if not rosters:
        title = "Units" if scored else "Teams"
        return draw_flow("record-sheet", title, about, teams, size, theme, metrics, columns=1, debug=debug)
    drawings: list[Drawing] = []
    blank: list[tuple[str, str, list[list[str]], str]] = [("Squad", "", [[]] * SQUAD, "squad")]
    filled = [
        (roster.title, f" · ratings: {citation_line(roster)}", _ratings(roster), roster.slug)
        for roster in rosters
    ]
    for title, cited, rows, name in [*blank, *filled]:

        def squad(writer: Writer, rows: Sequence[Sequence[str]] = rows) -> Sequence[Block]:
            return [
                _grid("", _RATINGS, rows, writer),
                writer.paragraph(
                    "Abilities: F firing, G grenades, H hand-to-hand; a letter is a bonus, in parentheses a "
                    "penalty. W wounded, I incapacitated, K killed.",
                    Type(CONDENSED, 2.8),
                    color="muted",
                ),
            ]

        drawings += draw_flow(
            f"roster-{name}", title, about + cited, squad, size, theme, metrics, columns=1, debug=debug
        )
    return drawings


def _ratings(roster: Entry) -> list[list[str]]:
    """What a standard roster says of each figure; id, name and weapon are left to the player."""
    rows = []
    for member in roster["members"]:
        abilities = [
            letter if kind == "bonus" else f"({letter})"
            for letter, kind in member.get("abilities", {}).items()
        ]
        rows.append(
            [
                "",
                "",
                str(member.get("position", "")),
                str(member["activation"]),
                str(member["panic"]),
                ", ".join(abilities),
            ]
        )
    return rows


def _grid(
    title: str, columns: Sequence[tuple[str, float]], rows: Sequence[Sequence[str]], writer: Writer
) -> Block:
    """Rows under headings, with what is known written in."""
    unit = writer.width / sum(share for _, share in columns)
    top = 6.5 if title else 0.0

    def draw(canvas: Canvas, x: float, y: float) -> None:
        ink, rule = writer.theme["ink"], writer.theme["rule"]
        canvas.text(title, x, y + 4.6, Type(BOLD, 4), fill=ink)
        y += top
        bottom = y + _HEAD + _ROW * len(rows)
        canvas.rect(x, y, writer.width, _HEAD, fill=writer.theme["panel"])
        left = x
        for head, share in columns:
            room = (left, y, share * unit, _HEAD)
            canvas.text(head, left + 1, y + 4, Type(CONDENSED_BOLD, 3), fill=ink, within=room)
            canvas.line((left, y), (left, bottom), stroke=rule, stroke_width=0.15)
            left += share * unit
        for index, row in enumerate(rows):
            low = y + _HEAD + _ROW * (index + 1)
            left = x
            for cell, (_, share) in zip(row, columns, strict=False):
                room = (left, low - _ROW, share * unit, _ROW)
                canvas.text(cell, left + 1, low - 3, Type(CONDENSED, 3.6), fill=ink, within=room)
                left += share * unit
            canvas.line((x, low), (x + writer.width, low), stroke=rule, stroke_width=0.25)

    return Block(top + _HEAD + _ROW * len(rows) + 4, draw)


def _scored(unit: Entry, writer: Writer) -> Block:
    """A unit's scores in a line, and a row of wound boxes for each of several figures."""
    scores = {name: value for name, value in unit["scores"].items() if name != "wounds"}
    wounds = int(unit["scores"]["wounds"])
    house = unit.provenance.basis is Basis.HOUSE
    said = ", ".join(
        f"{name.replace('_', ' ')} {value}" + ("" if name in ("movement", "carries") else "D6")
        for name, value in scores.items()
    )
    cited = f"{unit.get('points', 0)} points · {citation_line(unit)}"

    def draw(canvas: Canvas, x: float, y: float) -> None:
        theme = writer.theme
        canvas.text(unit.title, x, y + 4.2, Type(BOLD, 3.8), fill=theme["ink"])
        canvas.text(
            cited,
            x + writer.width,
            y + 4.2,
            Type(CONDENSED, 2.6),
            anchor="end",
            fill=theme["house" if house else "muted"],
        )
        type = writer.metrics.fit(said, Type(CONDENSED, 3), writer.width, 2.2)
        canvas.text(said, x, y + 8.4, type, fill=theme["ink"], within=(x, y + 5, writer.width + 0.1, 5))
        wide = writer.width / FIGURES
        for figure in range(FIGURES):
            left = x + figure * wide
            canvas.text(f"{figure + 1}", left, y + 13.6, Type(CONDENSED_BOLD, 3), fill=theme["ink"])
            for wound in range(wounds):
                canvas.rect(
                    left + 3.6 + wound * (_BOX + 0.6),
                    y + 10.6,
                    _BOX,
                    _BOX,
                    stroke=theme["ink"],
                    stroke_width=0.25,
                )

    return Block(18.0, draw)
