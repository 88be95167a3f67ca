"""``brainbug impact``."""

from __future__ import annotations

import json
from pathlib import Path

import click

from builder.cli.changes.report_format import report_format_option
from builder.terminal.library_options import library_with
from rulesdb import InputError, Library, Ruleset
from rulesdb.files.reading import require_file


@click.command()
@click.argument("supplement", type=click.Path(path_type=Path))
@click.option("--scenarios", multiple=True, type=click.Path(path_type=Path), metavar="FILE|FOLDER",
              help="Look for uses in these scenarios. [default: those that come with the game]")  # fmt: skip
@click.option(
    "--kit", "kits", multiple=True, metavar="FOLDER", help="Report whether this printed kit is stale."
)
@report_format_option
def impact(supplement: Path, scenarios: tuple[Path, ...], kits: tuple[str, ...], form: str) -> None:
    """Report what an erratum or a supplement changes.

    Lists every changed entry, the exact odds of each changed table before and after, which scenarios use
    them, and which printed kits are stale. Your other supplements are not applied.
    """
    from builder.changes.odds import supplement_impact
    from builder.cli.changes.change_texts import shift_json, shift_lines
    from builder.press.kit.kit_hash import hash_entry
    from rulesdb.supplement import named_game

    require_file(supplement)
    name = named_game(supplement)
    if not name:
        raise InputError(f"{supplement} does not name a game")
    before, after = Library().open(name), library_with((supplement,), own=False).open(name)
    old_entries = before.all_entries
    changed = [
        entry
        for id, entry in after.all_entries.items()
        if id not in old_entries or hash_entry(entry, after) != hash_entry(old_entries[id], before)
    ]
    tables = supplement_impact(before, after, [entry.id for entry in changed])
    uses = _uses(scenarios, {entry.id for entry in changed}, after)
    stale = {kit: _stale_rules(kit, after) for kit in kits}
    if form == "json":
        data = {
            "game": name,
            "entries": [{"id": entry.id, "title": entry.title} for entry in changed],
            "tables": [
                {"id": item.table.id, "odds": [shift_json(shift) for shift in item.shifts]} for item in tables
            ],
            "scenarios": uses,
            "kits": stale,
        }
        click.echo(json.dumps(data, indent=2, ensure_ascii=False, default=str))
        return
    is_markdown = form == "markdown"

    def head(text: str) -> str:
        return f"### {text}" if is_markdown else text

    mark = "- " if is_markdown else "  "
    lines = [head("Changed entries"), *(f"{mark}{entry.title} ({entry.id})" for entry in changed), ""]
    for item in tables:
        lines.append(head(item.table.entry.title))
        if not item.shifts:
            lines.append(f"{mark}the odds of its results do not change, or it has no dice")
        for shift in item.shifts:
            at = ", ".join(f"{axis}={value}" for axis, value in shift.inputs.items())
            lines += [f"{mark}{at}"] if at else []
            lines += (
                ["", *shift_lines(shift, markdown=True)]
                if is_markdown
                else shift_lines(shift, markdown=False)
            )
        lines.append("")
    lines += [head("Scenarios that use them")]
    lines += [f"{mark}{title}: {', '.join(ids)}" for title, ids in uses.items()] or [f"{mark}none"]
    for kit, rules in stale.items():
        lines += ["", head(f"Kit {kit}"), f"{mark}{'stale: ' + ', '.join(rules) if rules else 'up to date'}"]
    click.echo("\n".join(lines))


def _uses(paths: tuple[Path, ...], ids: set[str], game: Ruleset) -> dict[str, list[str]]:
    """The titles of scenarios of the game that use changed entries, with the ids of those."""
    from builder.scenario.load import load_scenario
    from builder.terminal.skipped import report_skipped
    from rulesdb.files.folders import files_in
    from rulesdb.shipped import scenarios_folder

    files: list[Path] = []
    for path in paths or (scenarios_folder(game.id),):
        files += files_in(path, ".yaml", report_skipped) if path.is_dir() else [path]
    uses = {}
    library = Library()
    for file in files:
        if not _is_of(file, game.id):
            continue
        scenario = load_scenario(file, library=library)
        used = [entry.id for entry in scenario.entries if entry.id in ids]
        if used:
            uses[scenario.title] = used
    return uses


def _is_of(file: Path, game: str) -> bool:
    """Whether a scenario belongs to a game, by its text; to load each of them would take a second."""
    from rulesdb.yaml_source import load_yaml

    data = load_yaml(file).data
    about = data.get("scenario") if isinstance(data, dict) else None
    return isinstance(about, dict) and about.get("game") == game


def _stale_rules(kit: str, game: Ruleset) -> list[str]:
    """The entries that a printed kit uses and that have changed since."""
    from builder.press.kit.kit_check import read_printed
    from builder.press.kit.kit_hash import hash_entry

    printed = read_printed(kit)
    if printed.contents is None:
        raise InputError(f"{kit}: give the folder of the kit or its manifest; a hash does not list its rules")
    entries = game.all_entries
    return [
        id
        for id, digest in printed.contents.rules.items()
        if id in entries and hash_entry(entries[id], game) != digest
    ]
