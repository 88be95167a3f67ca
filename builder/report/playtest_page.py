"""The report of a playtest as one page that works from a file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from builder.draw.surface.icons import load_icons
from builder.draw.surface.theme import Theme
from builder.report.charts import column_chart, share_bar, stacked_bar
from builder.report.map_marks import MapSheet, mark_table, marks_of
from builder.report.markup import (
    card,
    count_of_games,
    document,
    escaped,
    facts,
    more,
    number,
    percent,
    side_by_side,
    table,
)
from builder.report.playtest_course import course_cards
from builder.scenario.model import Scenario

_PLACES = (
    ("moved", "Movement", "Where units went: how often a unit entered each place.", "a game"),
    ("fired", "Fire", "What was attacked: how often a side aimed at each place.", "attacks a game"),
    ("died", "Losses", "Where units fell: the strength lost at each place.", "lost a game"),
    ("stood", "Survivors", "Where the survivors were when the game ended.", "left a game"),
)
_MAX_ROWS = 15
# Rules that are not played as in the book: the title and the head of their table, and their key in reports.
_LESS_PLAYED = (
    ("Played simply", "how", "simply"),
    ("Not played", "why", "not_played"),
    ("Without effect on play", "why", "no_effect"),
)


def playtest_page(report: Mapping[str, Any], scenario: Scenario, theme: Theme) -> str:
    """The page of a report.

    Args:
        report: the report as plain data, as in ``report.json``.
        scenario: the scenario that was played.
        theme: the look of the maps.
    """
    sheet = MapSheet(scenario, theme)
    measures = report["measures"]
    writer = _Writer(report, scenario, sheet)
    parts = [writer.endings(), writer.games()]
    if measures["watched"]:
        parts += course_cards(measures, scenario)
        parts += writer.pictures()
        parts += writer.people()
    parts += [writer.chance(), writer.assumptions()]
    if measures["watched"]:
        parts += writer.tables()
    parts.append(writer.rules())
    games = report["games"]
    players = ", ".join(f"{scenario.side_title(side)}: {name}" for side, name in report["players"].items())
    strap = [
        count_of_games(games),
        players,
        f"seed {report['seed']}",
        f"version {scenario.version}",
        f"brainbug {report['release']}",
    ]
    face = scenario.ruleset.face
    body = side_by_side([part for part in parts if part])
    return document(
        f"Playtest of {scenario.title}",
        f"Playtest · {scenario.ruleset.title}",
        writer.verdict(),
        strap,
        [f'<div class="contents {escaped(theme.name)}">{body}</div>'],
        face=face,
        fonts=sheet.fonts if measures["watched"] else "",
        defs=sheet.defs if measures["watched"] else "",
        heading=scenario.title,
        icon=icon_path(face),
    )


def icon_path(face: Mapping[str, str]) -> str:
    """The path of a game's icon; empty if it has none."""
    icon = load_icons().get(face.get("icon", ""))
    return icon.path if icon is not None else ""


class _Writer:
    """Writes the parts of a page."""

    def __init__(self, report: Mapping[str, Any], scenario: Scenario, sheet: MapSheet) -> None:
        self.report = report
        self.measures = report["measures"]
        self.scenario = scenario
        self.sheet = sheet
        self.sides = list(report["players"])
        self.titles = [scenario.side_title(side) for side in self.sides]

    def _tone(self, side: str, place: int) -> int:
        """The color of an ending: that of its side, lighter for its lower grades."""
        if side not in self.sides:
            return 3
        return self.sides.index(side) + (4 if place else 0)

    def verdict(self) -> str:
        """The result of the games, in a sentence."""
        shares = dict.fromkeys(self.sides, 0.0)
        for row in self.report["endings"]:
            if row["side"] in shares:
                shares[row["side"]] += row["share"]
        parts = [
            f"{title} won {percent(shares[side])}"
            for side, title in zip(self.sides, self.titles, strict=True)
        ]
        rest = 1 - sum(shares.values())
        if rest > 1e-9 and self.report["games"]:
            parts.append(f"nobody {percent(rest)}")
        games = count_of_games(self.report["games"])
        return f"{'; '.join(parts)} of {games} that a machine played by the printed rules."

    def endings(self) -> str:
        """The share of each ending."""
        rows, shares = [], []
        places: dict[str, int] = {}
        for row in self.report["endings"]:
            place = places.setdefault(row["side"], 0)
            places[row["side"]] += 1
            tone = self._tone(row["side"], place)
            title = self.scenario.side_title(row["side"]) if row["side"] else ""
            name = f"{title}, {row['grade']}" if title else "Nobody"
            shares.append((name, row["share"], tone))
            rows.append(
                f'<tr><th scope="row">{escaped(name)}</th><td class="n">{row["games"]:,}</td>'
                f"<td>{share_bar(row['share'], row['low'], row['high'], tone)}</td>"
                f'<td class="n">{percent(row["share"])}</td>'
                f'<td class="n">{row["low"] * 100:.1f} to {row["high"] * 100:.1f} %</td></tr>'
            )
        about = "; ".join(f"{name} {percent(share)}" for name, share, _ in shares)
        heads = (
            '<th scope="col">ending</th><th scope="col" class="n">games</th>'
            '<th scope="col">out of all games</th>'
            '<th scope="col" class="n">share</th><th scope="col" class="n">interval</th>'
        )
        content = (
            f"{stacked_bar(shares, about)}"
            f'<div class="scroll ends"><table><thead><tr>{heads}</tr></thead>'
            f"<tbody>{''.join(rows)}</tbody></table></div>"
        )
        about = "The true chance lies in the interval 95 times in 100 (Wilson)."
        return card("Endings", content, about=about, wide=True)

    def games(self) -> str:
        """The numbers of a game at a glance, and its length."""
        report, measures = self.report, self.measures
        pairs = []
        if report["turns"]:
            turns = report["turns"]
            pairs.append((f"turns, {turns['least']:g} to {turns['most']:g}", number(turns["mean"])))
        pairs += [
            ("decisions a game", number(report["decisions_a_game"])),
            ("choices of a decision", number(report["choices_a_decision"])),
        ]
        lead = measures.get("lead")
        if lead:
            pairs.append(("changes of the lead", number(lead["lead_changes"]["mean"])))
            pairs.append(("decided in turn", number(lead["decided"]["mean_turn"])))
        pairs.append(("undecided games", str(report["undecided"])))
        rows = [(str(row["turn"]), float(row["games"])) for row in measures["lengths"]]
        text = "; ".join(f"turn {turn}: {games:g} games" for turn, games in rows)
        chart = column_chart(rows, f"Turn in which games ended. {text}", "turn of the end")
        ends = ", ".join(f"{how} {count}" for how, count in report["ended"].items())
        ended = f"<p>How games ended: {escaped(ends)}.</p>"
        return card("Games", facts(pairs) + chart + ended, wide=False)

    def pictures(self) -> Iterator[str]:
        """Numbers over the map."""
        key = "".join(
            f'<li><span class="pin{" two" * number}" aria-hidden="true"></span>{escaped(title)} '
            f"({'diamonds' if number else 'circles'})</li>"
            for number, title in enumerate(self.titles[:2])
        )
        key = f'<ul class="key">{key}<li>The area shows the number.</li></ul>'
        for name, title, about, unit in _PLACES:
            marks = marks_of(self.measures["places"][name], self.sides[:2])
            if not marks:
                continue
            top = max(marks, key=lambda mark: mark.value)
            text = (
                f"{title} on the map. Most at {top.place}: {top.value:.2f} {unit}, {self.titles[top.side]}."
            )
            picture = self.sheet.picture(marks, text, unit)
            rows = more("As a table", mark_table(marks, self.titles, unit))
            yield card(title, key + picture + rows, about=about, wide=len(self.sheet.drawings) > 1)

    def people(self) -> Iterator[str]:
        """The fate of each unit."""
        units = self.measures["units"]
        rows = [(row["name"], percent(row["took_part"]), percent(row["fell"])) for row in units]
        rows.sort(key=lambda row: -float(row[2].split()[0]))
        heads = ["unit", "took part", "fell"]
        content = table(heads, rows[:_MAX_ROWS], numeric=1)
        if len(rows) > _MAX_ROWS:
            content += more("All units", table(heads, rows[_MAX_ROWS:], numeric=1))
        yield card(
            "Units",
            content,
            about="Took part: met an enemy, attacked or was hurt. Fell: dead or out of action.",
        )

    def chance(self) -> str:
        """Luck against skill."""
        rows = self.report.get("skill", ())
        if not rows:
            note = (
                "<p>Not measured. <code>--skill 50</code> plays 50 games again with weaker players "
                "and the same dice.</p>"
            )
            return card("Luck and skill", note)
        lines = [
            (
                f"{self.scenario.side_title(row['side'])}: {row['player']}",
                percent(row["usual"]),
                percent(row["share"]),
                percent(row["same_winner"]),
                row["games"],
            )
            for row in rows
        ]
        heads = ["other player", "wins usually", "wins so", "same winner", "games"]
        about = (
            "The same dice with another player for one side. If its wins hardly fall, skill matters little; "
            "where the winner stays the same, the dice or the scenario decide."
        )
        return card("Luck and skill", table(heads, lines, numeric=1), about=about)

    def assumptions(self) -> str:
        """The choices that play follows if the book is silent, and how much they matter."""
        weights = sorted(self.report["weights"], key=lambda row: (-row["change"], row["assumption"]))
        chosen = table(["assumption", "choice"], self.report["assumptions"].items())
        if weights:
            rows = [
                (f"{row['assumption']}={row['choice']}", percent(row["change"]), row["games"])
                for row in weights
            ]
            heads = ["other choice", "games that end otherwise", "games"]
            content = table(heads, rows[:_MAX_ROWS], numeric=1)
            if len(rows) > _MAX_ROWS:
                content += more("The other choices", table(heads, rows[_MAX_ROWS:], numeric=1))
        else:
            content = (
                '<p class="note">Not weighed. <code>--weigh 50</code> plays 50 games again with each other '
                "choice. Until then, this report may be about the assumptions and not about the scenario.</p>"
            )
        about = "What play follows where the book is silent, and how many games another choice changes."
        return card("Assumptions", content + more("What play assumed", chosen), about=about)

    def tables(self) -> Iterator[str]:
        """The use of tables, and house values."""
        tables = self.measures["tables"]
        rows = [
            (row["title"], f"{row['uses']:,}", f"{row['cells_used']} of {row['cells']}") for row in tables
        ]
        content = table(["table", "uses", "cells used"], rows, numeric=1)
        for row in tables:
            used = [
                (
                    _inputs(each["at"]),
                    _result(each["result"]),
                    f"{each['uses']:,}",
                    percent(each["share_of_games"]),
                )
                for each in row["used"][:_MAX_ROWS]
            ]
            never = "; ".join(map(_inputs, row["never_used"]))
            never = f"<p>Never used: {escaped(never)}.</p>" if never else "<p>Every cell was used.</p>"
            heads = [", ".join(row["axes"]), "result", "uses", "in games"]
            content += more(row["title"], table(heads, used, numeric=2) + never)
        yield card("Tables", content, about="Which tables and cells the games used.")
        house = self.measures["house_values"]
        rows = [
            (f"{row['title']}: {_inputs(row['at'])}", _result(row["result"]), percent(row["share_of_games"]))
            for row in sorted(house, key=lambda row: (-row["share_of_games"], row["title"], str(row["at"])))
        ]
        content = (
            table(["house value", "result", "in games"], rows[:_MAX_ROWS], numeric=2)
            if rows
            else "<p>None was used.</p>"
        )
        if len(rows) > _MAX_ROWS:
            content += more(
                f"{len(rows) - _MAX_ROWS} more",
                table(["house value", "result", "in games"], rows[_MAX_ROWS:], numeric=2),
            )
        about = (
            "Cells that are brainbug's own and not in the book, and the share of games that rolled on them."
        )
        yield card("House values", content, about=about)

    def rules(self) -> str:
        """The rules and the parts of the file that were played."""
        rules = self.report["rules"]
        counts = facts(
            [
                ("rules played", str(len(rules["played"]))),
                ("played simply", str(len(rules["simply"]))),
                ("not played", str(len(rules["not_played"]))),
                ("without effect on play", str(len(rules["no_effect"]))),
            ]
        )
        left_out = "".join(f"<li>{escaped(text)}</li>" for text in self.report["not_played"])
        left_out = f"<h3>Stated in the file, but not played</h3><ul>{left_out}</ul>" if left_out else ""
        steps = ""
        if self.measures["watched"]:
            rows = [(row["title"], row["step"], f"{row['times']:,}") for row in self.measures["steps"]]
            steps = more("Rules by use", table(["rule, phase or table", "key", "times"], rows, numeric=2))
        reasons = "".join(
            more(title, table(["rule", head], rules[how].items()))
            for title, head, how in _LESS_PLAYED
            if rules[how]
        )
        file = f"<p>File: <code>{escaped(self.report['file_sha256'])}</code></p>"
        about = "A machine played these rules of the book. What is left out can change who wins."
        return card("Rules", counts + left_out + reasons + steps + file, about=about, wide=True)


def _inputs(at: Sequence[object]) -> str:
    return ", ".join(map(str, at)) or "–"


def _result(result: object) -> str:
    if isinstance(result, dict):
        return ", ".join(f"{name} {value}" for name, value in result.items())
    return str(result)
