"""The course of the games of a playtest as cards of its page: what happened by turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from builder.analysis.contact import first_contacts
from builder.report.charts import Series, column_chart, line_chart
from builder.report.markup import card, count_of_games, more, number, percent, table
from builder.scenario.model import Scenario

_MAX_CONTACTS = 6


def course_cards(measures: Mapping[str, Any], scenario: Scenario) -> Iterator[str]:
    """Cards of the course of games: tension, survival, objectives, contact and decisions."""
    yield _tension(measures, scenario)
    yield _survival(measures, scenario)
    if measures["objectives"]:
        yield _objectives(measures, scenario)
    yield _contact(measures, scenario)
    yield _decisions(measures, scenario)


def _tension(measures: Mapping[str, Any], scenario: Scenario) -> str:
    lead = measures["lead"]
    title = "Tension"
    if lead is None:
        return card(title, "<p>Too few games: at least 20 that were watched are needed.</p>")
    curve = lead["curve"]
    side = scenario.side_title(lead["side"])
    steps = ["start", *(str(row["turn"]) for row in curve[1:])]
    text = "; ".join(f"{step} {row['middle']:.0%}" for step, row in zip(steps, curve, strict=True))
    chart = line_chart(
        [Series(f"{side}, the middle game", [row["middle"] for row in curve])],
        steps,
        f"Chance of {side} to win, by turn, in the middle game: {text}",
        band=([row["low"] for row in curve], [row["high"] for row in curve]),
        middle=True,
    )
    changes, decided = lead["lead_changes"], lead["decided"]
    summary = (
        f"<p>Changes of the lead: {number(changes['mean'])} a game, at most {changes['most']}; "
        f"none in {count_of_games(changes['none'])}. Open until the last turn: "
        f"{count_of_games(decided['in_last_turn'])}.</p>"
    )
    rows = [
        (step, f"{row['low']:.0%}", f"{row['middle']:.0%}", f"{row['high']:.0%}", f"{row['open']:.0%}")
        for step, row in zip(steps, curve, strict=True)
    ]
    more_of = more(
        "As a table",
        table(["after turn", "one in ten", "middle", "nine in ten", "open games"], rows, numeric=1),
    )
    about = (
        f"The chance of {side} after each turn, estimated from what is left of each force "
        "and the objectives. The band holds eight of ten games."
    )
    return card(title, chart + summary + more_of, about=about)


def _survival(measures: Mapping[str, Any], scenario: Scenario) -> str:
    forces = measures["forces"]
    turns = max(len(row["left_by_turn"]) for row in forces)
    steps = ["start", *map(str, range(1, turns))]
    series = [Series(row["title"], row["left_by_turn"]) for row in forces]
    text = "; ".join(f"{row['title']} {row['left_by_turn'][-1]:.0%} at the end" for row in forces)
    chart = line_chart(series, steps, f"Share of each force that is left, by turn: {text}")
    rows = [
        (
            row["title"],
            row["strength"],
            number(row["lost"]["mean"]),
            f"{row['lost']['least']} to {row['lost']['most']}",
        )
        for row in forces
    ]
    losses = table(["force", "strength", "lost", "range"], rows, numeric=1)
    return card("Survival", chart + losses, about="The share of each force that is left after each turn.")


def _objectives(measures: Mapping[str, Any], scenario: Scenario) -> str:
    rows = measures["objectives"]
    steps = [str(turn) for turn in range(1, scenario.turns + 1)]
    played = [row for row in rows if row["games"]][:4]
    text = "; ".join(f"{row['title']} {row['share']:.0%}" for row in rows)
    chart = ""
    if played and len(steps) > 1:
        series = [Series(row["title"], row["by_turn"]) for row in played]
        chart = line_chart(series, steps, f"Share of games with each objective carried out: {text}")
    lines = [
        (
            row["title"],
            scenario.side_title(row["side"]),
            percent(row["share"]),
            f"{row['low'] * 100:.0f} to {row['high'] * 100:.0f} %",
            "–" if row["mean_turn"] is None else number(row["mean_turn"]),
        )
        for row in rows
    ]
    heads = ["objective", "side", "carried out", "interval", "mean turn"]
    return card(
        "Objectives",
        chart + table(heads, lines, numeric=2),
        about="How often and when they were carried out.",
    )


def _contact(measures: Mapping[str, Any], scenario: Scenario) -> str:
    contact, attack = measures["contact"], measures["attack"]
    rows = [(str(row["turn"]), float(row["games"])) for row in contact["by_turn"]]
    text = "; ".join(f"turn {turn}: {games:g} games" for turn, games in rows)
    chart = (
        column_chart(rows, f"Turn of the first contact. {text}", "turn of the first contact") if rows else ""
    )
    earliest = first_contacts(scenario)
    lines = [
        (
            name,
            "–" if each["earliest"] is None else each["earliest"],
            "–" if each["mean"] is None else number(each["mean"]),
            each["never"],
        )
        for name, each in (("next to each other", contact), ("first attack", attack))
    ]
    heads = ["in play", "earliest turn", "mean turn", "games without"]
    possible = "<p>On an open table, the earliest possible contact is not computed.</p>"
    if earliest:
        titles = {force.id: force.title for force in scenario.forces}
        earliest_rows = [
            (f"{titles[each.forces[0]]} and {titles[each.forces[1]]}", each.moves, each.where)
            for each in sorted(earliest, key=lambda each: each.moves)[:_MAX_CONTACTS]
        ]
        possible = table(["earliest possible", "move", "where"], earliest_rows)
    return card(
        "First contact", chart + table(heads, lines, numeric=1) + possible, about="When the sides met."
    )


def _decisions(measures: Mapping[str, Any], scenario: Scenario) -> str:
    rows = measures["decisions_by_turn"]
    columns = [("set-up" if not row["turn"] else str(row["turn"]), row["decisions"]) for row in rows]
    text = "; ".join(f"{turn} {count:g}" for turn, count in columns)
    chart = column_chart(columns, f"Decisions with a choice, by turn: {text}")
    lines = [
        ("set-up" if not row["turn"] else row["turn"], number(row["decisions"]), number(row["choices"]))
        for row in rows
    ]
    content = chart + more("As a table", table(["turn", "decisions", "choices of each"], lines, numeric=1))
    return card("Decisions", content, about="Decisions with a choice, in the games that got so far.")
