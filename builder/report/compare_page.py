"""Two versions of a scenario side by side, as one page that works from a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from builder.draw.surface.theme import Theme
from builder.report.charts import stacked_bar
from builder.report.map_marks import MapSheet, marks_of
from builder.report.markup import card, document, escaped, facts, number, percent, side_by_side, table
from builder.report.playtest_page import icon_path
from builder.scenario.model import Scenario

_MAX_ROWS = 12
_PLACES = (("moved", "Movement", "a game"), ("died", "Losses", "lost a game"))


def compare_page(
    comparison: Mapping[str, Any],
    scenarios: tuple[Scenario, Scenario],
    measures: tuple[Mapping[str, Any], Mapping[str, Any]],
    theme: Theme,
) -> str:
    """The page of a comparison; ``measures`` are those of both reports."""
    before, after = scenarios
    sides = list(comparison["players"])
    titles = {side: after.side_title(side) for side in sides}
    names = [f"{each['title']} {each['version']}" for each in comparison["versions"]]
    if names[0] == names[1]:
        names = [each["file"] for each in comparison["versions"]]
    sheets = [MapSheet(before, theme, "before"), MapSheet(after, theme, "after")]
    parts = [_endings(comparison, titles, names), _changes(comparison), _moves(comparison, titles)]
    for place, title, unit in _PLACES:
        pictures = []
        for sheet, each, name in zip(sheets, measures, names, strict=True):
            marks = marks_of(each["places"][place], sides[:2])
            about = f"{title} on the map of {name}."
            pictures.append(f"<div><h3>{escaped(name)}</h3>{sheet.picture(marks, about, unit)}</div>")
        parts.append(card(title, f'<div class="pair">{"".join(pictures)}</div>', wide=True))
    games = comparison["games"]
    strap = [f"{games:,} pairs of games", f"seed {comparison['seed']}"]
    strap += [f"{titles[side]}: {name}" for side, name in comparison["players"].items()]
    body = side_by_side([part for part in parts if part])
    return document(
        f"{names[0]} and {names[1]}",
        f"Playtests compared · {after.ruleset.title}",
        _verdict(comparison, titles),
        strap,
        [f'<div class="contents {escaped(theme.name)}">{body}</div>'],
        face=after.ruleset.face,
        fonts="".join(sheet.fonts for sheet in sheets),
        defs="".join(sheet.defs for sheet in sheets),
        heading=after.title,
        icon=icon_path(after.ruleset.face),
    )


def _verdict(comparison: Mapping[str, Any], titles: Mapping[str, str]) -> str:
    """The result of the comparison, in a sentence."""
    rows = [row for row in comparison["sides"] if row["low"] > 0 or row["high"] < 0]
    if not rows:
        return f"{comparison['games']:,} pairs of games show no sure difference in who wins."
    parts = [f"{titles[row['side']]} {points(row['change'])}" for row in rows]
    return f"The change moves who wins: {'; '.join(parts)}."


def points(change: float) -> str:
    """A change of a share, in percentage points."""
    return f"{change * 100:+.1f} points"


def _interval(row: Mapping[str, float]) -> str:
    return f"{row['low'] * 100:+.1f} to {row['high'] * 100:+.1f}"


def _endings(comparison: Mapping[str, Any], titles: Mapping[str, str], names: Sequence[str]) -> str:
    order = list(titles)
    bars = ""
    for which, name in zip(("before", "after"), names, strict=True):
        seen: set[str] = set()
        shares = []
        for row in comparison["endings"]:
            tone = order.index(row["side"]) + (4 if row["side"] in seen else 0) if row["side"] in order else 3
            seen.add(row["side"])
            shares.append((_name(row, titles), row[which], tone))
        about = f"{name}: " + "; ".join(f"{title} {percent(share)}" for title, share, _ in shares)
        bars += f"<h3>{escaped(name)}</h3>{stacked_bar(shares, about)}"
    rows = [
        (
            _name(row, titles),
            percent(row["before"]),
            percent(row["after"]),
            points(row["change"]),
            _interval(row),
        )
        for row in comparison["endings"]
    ]
    rows += [
        (
            f"{titles[row['side']]} wins",
            percent(row["before"]),
            percent(row["after"]),
            points(row["change"]),
            _interval(row),
        )
        for row in comparison["sides"]
    ]
    heads = ["ending", names[0], names[1], "change", "interval"]
    about = "Pairs of games with the same dice; the true change lies in the interval 95 times in 100."
    return card("Endings", bars + table(heads, rows, numeric=1), about=about, wide=True)


def _name(row: Mapping[str, Any], titles: Mapping[str, str]) -> str:
    return f"{titles.get(row['side'], row['side'])}, {row['grade']}" if row["side"] else "Nobody"


def _changes(comparison: Mapping[str, Any]) -> str:
    pairs = [
        ("same winner", percent(comparison["same_winner"])),
        ("same ending", percent(comparison["same_ending"])),
    ]
    rows = [
        (
            name,
            number(row["before"]),
            number(row["after"]),
            f"{row['change']:+.2f}",
            f"{row['low']:+.2f} to {row['high']:+.2f}",
        )
        for name, row in {"turns": comparison["turns"], **comparison["tally"]}.items()
    ]
    return card(
        "Games", facts(pairs) + table(["a game", "before", "after", "change", "interval"], rows, numeric=1)
    )


def _moves(comparison: Mapping[str, Any], titles: Mapping[str, str]) -> str:
    def title_of(ending: Sequence[str]) -> str:
        return _name({"side": ending[0], "grade": ending[1]}, titles)

    rows = [(title_of(row["from"]), title_of(row["to"]), row["games"]) for row in comparison["moved"]][
        :_MAX_ROWS
    ]
    content = (
        table(["before", "after", "games"], rows, numeric=2) if rows else "<p>No game ended otherwise.</p>"
    )
    return card("Games that ended otherwise", content, about="With the same dice.")
