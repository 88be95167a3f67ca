"""The page of a scenario in the gallery: its map, briefing, forces of each side, lint status and kit."""

from __future__ import annotations

import html
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from builder.draw.sheets.briefing import briefing_parts
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import Theme
from builder.draw.surface.wording import Words
from builder.lint.engine import LintReport, summarize
from builder.lint.finding import Finding
from builder.playtest.report.kept import is_stale, read_kept
from builder.publish.map_figures import font_rules, map_figure, public_maps, secret_maps
from builder.publish.markdown import page, running
from builder.publish.rosters import force_parts
from builder.reading.markdown import pipe_table
from builder.scenario.model import Scenario

PAPER_TITLES = {"a4": "A4", "letter": "US Letter"}
_MAPS = {
    "hex": "decks of hexes",
    "land": "open country on hexes",
    "table": "open table",
    "dots": "dot lattice",
}


class PageWriter:
    """Writes the parts of a briefing as Markdown."""

    def __init__(self, words: Words) -> None:
        self.words = words

    def heading(self, text: str, icon: str = "") -> str:
        """A heading of the second level; icons are for paper."""
        return f"## {running(text)}"

    def paragraph(self, text: str, *_: object, **__: object) -> str:
        """A paragraph; sizes and colors are for paper."""
        return running(text)

    def item(self, lead: str, text: str) -> str:
        """A paragraph that starts with a bold phrase, or an item of a list."""
        if lead == "·":
            return f"- {running(text)}"
        return f"**{running(lead)}** {running(text)}"

    def step(self, numbers: str, lead: str, text: str, color: str) -> str:
        """A numbered step; its color is for paper."""
        return self.item(f"{numbers} · {lead}" if numbers else lead, text)

    def boxed(self, title: str, icon: str, write: Callable[[PageWriter], Sequence[str]]) -> list[str]:
        """Parts under a heading; the box is for paper."""
        return [self.heading(title), *write(self)]

    def together(self, parts: Sequence[str]) -> list[str]:
        """The parts as they are: a page has no columns."""
        return list(parts)

    def table(self, heads: Sequence[str], rows: Sequence[Sequence[str]], shares: Sequence[float] = ()) -> str:
        """A table; the shares of the width are for paper."""
        return pipe_table(heads, [[running(cell) for cell in row] for row in rows])


def kit_name(scenario: Scenario, paper: str) -> str:
    """The file of a scenario's kit, next to its page."""
    return f"{scenario.id}-{paper}.pdf"


def picture_name(scenario: Scenario) -> str:
    """The file of a scenario's small picture, next to its page."""
    return f"{scenario.id}.webp"


def scenario_page(
    scenario: Scenario, report: LintReport, papers: Sequence[str], theme: Theme, example: Sequence[str] = ()
) -> str:
    """The page as Markdown; there is a kit for each of the ``papers``, and an ``example`` of play, if any."""
    context = DrawingContext.of_scenario(scenario, theme)
    maps, secret = public_maps(scenario, context), secret_maps(scenario, context)
    css = font_rules([*maps, *secret])
    briefing = briefing_parts(scenario, PageWriter(theme.words))
    parts = [
        f"# {running(scenario.title)}",
        f"[{running(scenario.ruleset.title)}](../index.md) · version {running(scenario.version)} · "
        f"{running(', '.join(scenario.authors))} · "
        f"[lint: {summarize(report.findings)}](#{_anchor(scenario)})",
        briefing[0],
        _strap(scenario),
        *(_downloads(scenario, papers) if papers and not report.has_errors else []),
        "## Map",
        *(map_figure(drawing, css if number == 0 else "") for number, drawing in enumerate(maps)),
        *briefing[2:],
        "## What each side knows",
        "The following is on the sheets of one side only. Open your own side, or both as the referee.",
        *_sides(scenario),
        *(_hidden("The secret map", map(map_figure, secret)) if secret else []),
        *_playtests(scenario),
        *_example(example),
        *_lint(scenario, report),
    ]
    return page(*parts)


def size_of(scenario: Scenario) -> list[str]:
    """The players, the length, the turns and the kind of map of a scenario, in words."""
    turns, players = f"{scenario.turns} turns", f"{scenario.players} players"
    return [fact for fact in (players, scenario.length, turns, _MAPS[scenario.map.kind]) if fact]


def _strap(scenario: Scenario) -> str:
    items = "".join(f"<li>{html.escape(fact)}</li>" for fact in size_of(scenario))
    return f'<ul class="bb-strap">{items}</ul>'


def _anchor(scenario: Scenario) -> str:
    return f"lint-{scenario.ruleset.id}-{scenario.id}"


def _downloads(scenario: Scenario, papers: Sequence[str]) -> list[str]:
    links = [
        f'<a href="{kit_name(scenario, paper)}" download>{PAPER_TITLES.get(paper, paper)}</a>'
        for paper in papers
    ]
    return [
        f'<p class="bb-kit">Play kit to print (PDF): {" ".join(links)}'
        "<small>Briefing, maps, rosters, cards and counters. The sheets of both sides are in it.</small></p>"
    ]


def _sides(scenario: Scenario) -> Iterator[str]:
    """The forces of each side, hidden until the reader opens them."""
    for side in dict.fromkeys(force.side for force in scenario.forces):
        forces = (force for force in scenario.forces if force.side == side)
        parts = (part for force in forces for part in force_parts(force, "", scenario.force(force.rides_in)))
        yield from _hidden(f"Only for the side {scenario.side_title(side)}", parts)


def _hidden(title: str, parts: Iterable[str]) -> Iterator[str]:
    """Parts that are hidden until the reader clicks the title."""
    yield f'<details class="bb-secret">\n<summary>{html.escape(" ".join(title.split()))}</summary>'
    yield from parts
    yield "</details>"


def _playtests(scenario: Scenario) -> Iterator[str]:
    """How the scenario was playtested, if that is kept beside its file."""
    path, text = Path(scenario.source.path), scenario.source.text
    runs = read_kept(path, text)
    if is_stale(path, text):
        yield "## Playtests"
        yield "A machine played an earlier version of the file, so what it found may not hold any more."
    if not runs:
        return
    yield "## Playtests"
    yield "Games that a machine played with this version of the file:"
    lines = []
    for run in runs:
        players = ", ".join(f"{scenario.side_title(side)} by {name}" for side, name in run.players.items())
        endings = ", ".join(
            f"{scenario.side_title(row['side'])} {row['grade']} {row['share']:.0%}"
            if row["side"]
            else f"nobody {row['share']:.0%}"
            for row in run.endings
        )
        lines.append(f"- {run.games:,} games, {running(players)}: {running(endings)}")
    yield "\n".join(lines)


def _example(example: Sequence[str]) -> Iterator[str]:
    """A game that a machine played, hidden because it shows what both sides know."""
    if example:
        yield "## An example of play"
        yield "Each roll leads to its table. The game shows what both sides know."
        yield from _hidden("A whole game", example)


def _lint(scenario: Scenario, report: LintReport) -> Iterator[str]:
    """The output of ``brainbug lint`` for the file."""
    yield f"({_anchor(scenario)})=\n## Lint status"
    path = Path(report.path)
    verdict = summarize(report.findings) if report.findings else "nothing to fix"
    yield f"`brainbug lint {path.name}` reports: {verdict}."
    if report.findings:
        yield "\n".join(_finding(finding) for finding in report.findings)


def _finding(finding: Finding) -> str:
    code = f"[{finding.code}](../../lint/{finding.code}.md)"
    return f"- {code} {finding.severity}, line {finding.span.line}: {running(finding.message)}"
