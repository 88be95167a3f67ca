"""Reports and records of playtests as lines of text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

_PERCENT = 100
_HOW = (
    ("played", "played"),
    ("played simply", "simply"),
    ("not played", "not_played"),
    ("without effect on play", "no_effect"),
)


def report_lines(report: Mapping[str, Any]) -> Iterator[str]:
    """A report in words; lines that begin without a space are headings."""
    players = ", ".join(f"{side} {name}" for side, name in report["players"].items())
    games = report["games"]
    yield f"{report['title']}: {games} game{'s' * (games != 1)} played, {players}, seed {report['seed']}"
    yield ""
    yield "Endings"
    for row in report["endings"]:
        share, low, high = (_PERCENT * row[key] for key in ("share", "low", "high"))
        name = f"{row['side']}, {row['grade']}" if row["side"] else "nobody"
        yield f"  {name:<20} {share:5.1f} %   {low:.1f} to {high:.1f} %   {row['games']} games"
    yield f"  undecided: {report['undecided']}"
    if report["turns"]:
        turns = report["turns"]
        yield ""
        yield "Games"
        yield f"  turns: {turns['mean']:g} on average, {turns['least']} to {turns['most']}"
        each = report["choices_a_decision"]
        yield f"  decisions: {report['decisions_a_game']:g} a game, each of {each:g} choices"
        yield from (f"  {name}: {mean:g}" for name, mean in report["tally"].items())
    yield ""
    yield "Rules"
    rules = report["rules"]
    counts = ", ".join(f"{name} {len(rules[how])}" for name, how in _HOW)
    yield f"  of the book: {counts}; --json and the report list them"
    yield from (f"  not played: {text}" for text in report["not_played"])
    yield ""
    yield "Assumptions"
    yield from (f"  {id}: {choice}" for id, choice in report["assumptions"].items())
    yield ""
    yield "Weight of assumptions: the share of games that moves to another ending with another choice"
    if not report["weights"]:
        yield "  not measured; --weigh 50 plays 50 games again with each other choice"
    for weight in sorted(report["weights"], key=lambda each: (-each["change"], each["assumption"])):
        share = _PERCENT * weight["change"]
        yield f"  {share:5.1f} %   {weight['assumption']}={weight['choice']}   {weight['games']} games"


def comparison_lines(comparison: Mapping[str, Any]) -> Iterator[str]:
    """The differences between two versions, in words."""
    names = [f"{each['title']} {each['version']} ({each['file']})" for each in comparison["versions"]]
    yield f"{names[0]} and {names[1]}: {comparison['games']} pairs of games with the same dice"
    yield ""
    yield "Endings: before, after, change in points with its interval"
    rows = [
        (f"{row['side']}, {row['grade']}" if row["side"] else "nobody", row) for row in comparison["endings"]
    ]
    rows += [(f"{row['side']} wins", row) for row in comparison["sides"]]
    for name, row in rows:
        before, after, change, low, high = (
            _PERCENT * row[key] for key in ("before", "after", "change", "low", "high")
        )
        yield f"  {name:<20} {before:5.1f} %  {after:5.1f} %   {change:+.1f} ({low:+.1f} to {high:+.1f})"
    yield ""
    yield "Games: before, after, change with its interval"
    for name, row in {"turns": comparison["turns"], **comparison["tally"]}.items():
        numbers = f"{row['before']:g}, {row['after']:g}, {row['change']:+g}"
        yield f"  {name}: {numbers} ({row['low']:+g} to {row['high']:+g})"
    yield f"  same winner in {_PERCENT * comparison['same_winner']:.1f} % of the pairs"


def record_lines(record: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """A record step by step, with the table, cell and citation of every roll."""
    turn = None
    for line in record:
        if "record" in line:
            players = ", ".join(f"{side} {name}" for side, name in line["players"].items())
            yield f"{line['title']}, game {line['number']}, {players}, seed {line['seed']}"
            continue
        if "ending" in line:
            ending = line["ending"]
            winner = f"{ending['side']} wins ({ending['grade']})" if ending["side"] else "nobody wins"
            yield ""
            yield f"End in turn {line['turn']}: {winner}: {ending['why']}"
            continue
        if line["turn"] != turn:
            turn = line["turn"]
            yield ""
            yield f"Turn {turn}" if turn else "Set-up"
        if "roll" in line:
            yield from _roll(line)
        else:
            chosen = f" ({line['choice'] + 1} of {line['of']})" if line["of"] > 1 else ""
            yield f"  {line['side']}: {line['words']}{chosen} [{line['step']}]"


def _roll(line: Mapping[str, Any]) -> Iterator[str]:
    faces = " ".join(map(str, line["faces"]))
    rolled = f"{line['roll']} = {line['total']} ({faces})"
    yield f"    {line['side']} rolls {rolled} for {line['purpose']} [{line['step']}]"
    for cell in line["cells"]:
        at = ", ".join(f"{name}={value}" for name, value in cell["at"].items())
        basis = "" if cell["basis"] == "printed" else f", {cell['basis']}"
        yield f"      {cell['table']} at {at}: {cell['result']} ({cell['source']}{basis})"
