"""``brainbug new``."""

from __future__ import annotations

import os
import re
from pathlib import Path

import click

from rulesdb import BrainbugError, InputError, UnknownEntry, open_game
from rulesdb.nearest import nearest

_SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*\Z")


@click.command()
@click.argument("game")
@click.argument("slug")
@click.option("--mission", help="Lay the table out as a mission of the game wants it.")
@click.option("--from", "source", help="Start from a scenario that comes with brainbug, by its id.")
@click.option("--squads", type=int, default=1, show_default=True, help="Squads of MI, for a mission.")
@click.option("--seed", type=int, default=1, show_default=True, help="Another seed strews other terrain.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="File to write; else SLUG.yaml here.")
@click.option("--force", is_flag=True, help="Replace a file that is there.")
def new(
    game: str,
    slug: str,
    mission: str | None,
    source: str | None,
    squads: int,
    seed: int,
    output: Path | None,
    force: bool,
) -> None:
    """Write a scenario that lints clean, to start from."""
    from builder.exchange.replaced_file import replaced_file
    from builder.scenario.from_mission import mission_scenario

    if not _SLUG.match(slug):
        raise InputError(f"{slug!r}: a scenario's id is lower-case words joined by hyphens, as in dead-air")
    ruleset = open_game(game)
    title = slug.replace("-", " ").title()
    missions = ruleset.of_kind("mission")
    if mission is not None and source is not None:
        raise InputError("--mission and --from: give one of them")
    if mission is not None:
        if not missions:
            raise InputError(f"{game} has no missions; leave --mission out")
        text = mission_scenario(ruleset, ruleset.find("mission", mission), slug, title, seed, squads)
    else:
        text = _copied(game, slug, title, source)
    path = output or Path(f"{slug}.yaml")
    text = _with_schema(text, path)
    if path.exists() and not force:
        raise BrainbugError(f"{path} is there already; --force replaces it")
    try:
        # What is replaced stays until the new one is whole.
        with replaced_file(path, lambda _: False, force=force) as fresh:
            fresh.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise BrainbugError(f"{path} cannot be written: {error.strerror}") from error
    click.echo(f"{path}")
    click.echo(f"next: brainbug lint {path}, then brainbug build {path} -o build/{slug}")


def _with_schema(text: str, path: Path) -> str:
    """The text under a first line that tells an editor where the schema is, from the file's own folder."""
    from rulesdb.shipped import shipped

    schema = shipped("schemas") / "scenario.schema.json"
    try:
        place = os.path.relpath(schema, path.resolve().parent)
    except ValueError:
        # On another drive there is no relative way.
        place = str(schema)
    body = text.partition("\n")[2] if text.startswith("# yaml-language-server") else text
    return f"# yaml-language-server: $schema={Path(place).as_posix()}\n{body}"


def _copied(game: str, slug: str, title: str, source: str | None) -> str:
    """A scenario of the library under another name; the game's first where none is named."""
    from rulesdb.shipped import shipped

    folder = shipped("scenarios") / game.replace("-", "_")
    known = {path.stem: path for path in sorted(folder.glob("*.yaml"))}
    if source is None:
        if not known:
            wants = ", ".join(entry.slug for entry in open_game(game).of_kind("mission"))
            hint = f"; give --mission, one of {wants}" if wants else ""
            raise BrainbugError(f"no scenario of {game} comes with brainbug to start from{hint}")
        source = next(iter(known))
    if source not in known:
        raise UnknownEntry(source, nearest(source, known) or tuple(known), "scenario")
    text = known[source].read_text(encoding="utf-8")
    text = re.sub(r"^(  id: ).*$", rf"\g<1>{slug}", text, count=1, flags=re.MULTILINE)
    return re.sub(r"^(  title: ).*$", rf"\g<1>{title}", text, count=1, flags=re.MULTILINE)
