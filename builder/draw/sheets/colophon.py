"""The last page of a kit: what it was built from, and how to check whether it is up to date."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from builder.draw.surface.canvas import Canvas, Drawing
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.entry_text import cited
from builder.draw.surface.flow import SMALL, Block, Writer, draw_flow
from builder.draw.surface.type import BOLD, Metrics, Type
from builder.draw.surface.wording import Words
from builder.scenario.model import Scenario
from rulesdb import Basis, Entry, Ruleset, __version__

_HASH = Type(BOLD, 4.2)
_MAX_FINDINGS = 20
# Hexadecimal digits: enough to identify a file.
_DIGEST = 16


@dataclass(frozen=True, slots=True)
class ColophonData:
    """The facts about a kit on its last page: hash, the command that checks it, parts, paper, lint status.

    ``parts`` are keys of the catalog; ``findings`` are lint's, one line each.
    """

    hash: str
    command: str
    paper: str
    parts: Sequence[str]
    lint_status: str
    findings: Sequence[str]
    house_values: Sequence[str]


def draw_colophon(
    scenario: Scenario, data: ColophonData, size: tuple[float, float], context: DrawingContext
) -> list[Drawing]:
    """Version, lint status, rules used, house values and hash on sheets of ``size`` mm."""
    words = context.words
    about = words(
        "colophon.about", title=scenario.title, version=scenario.version, game=scenario.ruleset.title
    )

    def blocks(writer: Writer) -> list[Block]:
        return [
            *_facts(scenario, data, writer),
            *_hash(data, writer),
            *_lint(data, writer),
            *_replaced(scenario, writer),
            *_house(data, writer),
            *_supplements(scenario.ruleset, writer),
            *_rules(scenario, writer),
        ]

    title = words("part.Colophon")
    return draw_flow("colophon", title, about, blocks, size, context)


def _facts(scenario: Scenario, data: ColophonData, writer: Writer) -> list[Block]:
    words = writer.words
    parts = ", ".join(words.of("part", part) for part in data.parts)
    facts = {
        "scenario": f"{scenario.title} {scenario.version}",
        "authors": ", ".join(scenario.authors),
        "game": scenario.ruleset.title,
        "program": f"brainbug {__version__}",
        "parts": parts,
        "paper": words("colophon.look", paper=data.paper, theme=writer.theme.name, language=words.language),
    }
    items = [writer.item(words(f"colophon.{lead}"), text, SMALL) for lead, text in facts.items() if text]
    return [writer.heading(words("colophon.kit")), *items]


def _hash(data: ColophonData, writer: Writer) -> list[Block]:
    """The hash in large letters, and its purpose."""
    words = writer.words
    lines = writer.metrics.wrap(data.hash.replace("-", " "), _HASH, writer.width - 4)
    step = _HASH.size * Metrics.LINE
    height = step * len(lines) + 3

    def draw(canvas: Canvas, x: float, y: float) -> None:
        canvas.rect(x, y, writer.width, height, radius=1, fill="panel")
        box = (x, y, writer.width, height)
        canvas.lines(lines, x + 2, y + _HASH.size + 1, _HASH, step, within=box)

    return [
        writer.heading(words("colophon.hash")),
        Block(height + 2, draw),
        writer.paragraph(words("colophon.what-for"), SMALL),
        writer.paragraph(data.command, Type(BOLD, SMALL.size)),
    ]


def _lint(data: ColophonData, writer: Writer) -> list[Block]:
    words = writer.words
    findings = list(data.findings[:_MAX_FINDINGS])
    if len(data.findings) > _MAX_FINDINGS:
        findings.append(words("colophon.more", count=len(data.findings) - _MAX_FINDINGS))
    lines = [writer.paragraph(finding, SMALL) for finding in findings]
    return [writer.heading(words("colophon.lint", status=data.lint_status)), *lines]


def _replaced(scenario: Scenario, writer: Writer) -> list[Block]:
    words = writer.words
    items = [
        writer.item(f"{cited(rule.overrides)}:", words("colophon.by", title=rule.title), SMALL)
        for rule in scenario.special_rules
        if rule.overrides
    ]
    return [writer.heading(words("colophon.replaced")), *items] if items else []


def _house(data: ColophonData, writer: Writer) -> list[Block]:
    words = writer.words
    text = ", ".join(data.house_values) or words("foot.no-values")
    return [writer.heading(words("colophon.house-values")), writer.paragraph(text, SMALL)]


def _supplements(game: Ruleset, writer: Writer) -> list[Block]:
    """The supplements that the game was opened with, each with its file and the file's hash."""
    words = writer.theme.words
    items = [
        writer.item(
            f"{layer.title}:",
            words("colophon.supplement", file=Path(layer.path).name, digest=layer.sha256[:_DIGEST]),
            SMALL,
        )
        for layer in game.layers
    ]
    return [writer.heading(words("colophon.supplements")), *items] if items else []


def _rules(scenario: Scenario, writer: Writer) -> list[Block]:
    """Every entry that the kit uses, by its section; powers are secret and not named."""
    sections: dict[str, list[str]] = {}
    for entry in scenario.entries:
        sections.setdefault(entry.provenance.source.section, []).append(_named(entry, writer.words))
    items = [
        writer.item(f"{section}:", ", ".join(dict.fromkeys(named)), SMALL)
        for section, named in sorted(sections.items(), key=lambda item: natural(item[0]))
    ]
    return [writer.heading(writer.words("colophon.rules")), *items]


def natural(section: str) -> tuple[tuple[int, int, str], ...]:
    """A key that sorts sections in the order of the book.

    >>> sorted(["310.1", "Cards", "309.10", "309.2"], key=natural)
    ['309.2', '309.10', '310.1', 'Cards']
    """
    parts = re.findall(r"\d+|\D+", section)
    return tuple((0, int(part), "") if part.isdigit() else (1, 0, part) for part in parts)


def _named(entry: Entry, words: Words) -> str:
    """The title of an entry, and its basis if that is not printed."""
    if entry.kind == "power":
        return words("colophon.powers")
    basis = entry.provenance.basis
    return entry.title if basis is Basis.PRINTED else f"{entry.title} ({words.of('basis', basis)})"
