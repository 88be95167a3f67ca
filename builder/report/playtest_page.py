"""The report of a playtest as one page that works from a file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from builder.analysis.contact import first_contacts
from builder.draw.surface.icons import load_icons
from builder.draw.surface.theme import Theme
from builder.report.charts import Series, column_chart, line_chart, share_bar, stacked_bar
from builder.report.map_marks import MapSheet, mark_table, marks_of
from builder.report.markup import card, document, escaped, facts, more, number, percent, side_by_side, table
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
_SOME = 6


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
        parts += writer.course()
        parts += writer.pictures()
        parts += writer.people()
    parts += [writer.chance(), writer.assumptions()]
    if measures["watched"]:
        parts += writer.tables()
    parts.append(writer.rules())
    games = report["games"]
    players = ", ".join(f"{scenario.side_title(side)}: {name}" for side, name in report["players"].items())
    strap = [
        _games(games),
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


def _games(count: int) -> str:
    return f"{count:,} {'game' if count == 1 else 'games'}"


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
        games = _games(self.report["games"])
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

    def course(self) -> Iterator[str]:
        """The course of games: tension, survival, objectives, contact and decisions."""
        yield self._tension()
        yield self._survival()
        if self.measures["objectives"]:
            yield self._objectives()
        yield self._contact()
        yield self._decisions()

    def _tension(self) -> str:
        lead = self.measures["lead"]
        title = "Tension"
        if lead is None:
            return card(title, "<p>Too few games: at least 20 that were watched are needed.</p>")
        curve = lead["curve"]
        side = self.scenario.side_title(lead["side"])
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
            f"none in {_games(changes['none'])}. Open until the last turn: "
            f"{_games(decided['in_last_turn'])}.</p>"
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

    def _survival(self) -> str:
        forces = self.measures["forces"]
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

    def _objectives(self) -> str:
        rows = self.measures["objectives"]
        steps = [str(turn) for turn in range(1, self.scenario.turns + 1)]
        played = [row for row in rows if row["games"]][:4]
        text = "; ".join(f"{row['title']} {row['share']:.0%}" for row in rows)
        chart = ""
        if played and len(steps) > 1:
            series = [Series(row["title"], row["by_turn"]) for row in played]
            chart = line_chart(series, steps, f"Share of games with each objective carried out: {text}")
        lines = [
            (
                row["title"],
                self.scenario.side_title(row["side"]),
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

    def _contact(self) -> str:
        contact, attack = self.measures["contact"], self.measures["attack"]
        rows = [(str(row["turn"]), float(row["games"])) for row in contact["by_turn"]]
        text = "; ".join(f"turn {turn}: {games:g} games" for turn, games in rows)
        chart = (
            column_chart(rows, f"Turn of the first contact. {text}", "turn of the first contact")
            if rows
            else ""
        )
        earliest = first_contacts(self.scenario)
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
            titles = {force.id: force.title for force in self.scenario.forces}
            earliest_rows = [
                (f"{titles[each.forces[0]]} and {titles[each.forces[1]]}", each.moves, each.where)
                for each in sorted(earliest, key=lambda each: each.moves)[:_SOME]
            ]
            possible = table(["earliest possible", "move", "where"], earliest_rows)
        return card(
            "First contact", chart + table(heads, lines, numeric=1) + possible, about="When the sides met."
        )

    def _decisions(self) -> str:
        rows = self.measures["decisions_by_turn"]
        columns = [("set-up" if not row["turn"] else str(row["turn"]), row["decisions"]) for row in rows]
        text = "; ".join(f"{turn} {count:g}" for turn, count in columns)
        chart = column_chart(columns, f"Decisions with a choice, by turn: {text}")
        lines = [
            ("set-up" if not row["turn"] else row["turn"], number(row["decisions"]), number(row["choices"]))
            for row in rows
        ]
        content = chart + more(
            "As a table", table(["turn", "decisions", "choices of each"], lines, numeric=1)
        )
        return card("Decisions", content, about="Decisions with a choice, in the games that got so far.")

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
