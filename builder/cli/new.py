"""``brainbug new``."""

from __future__ import annotations

from pathlib import Path

import click

from builder.scenario.start.blank import KINDS, blank_scenario
from builder.scenario.start.copies import SLUG, copied_scenario, scenario_of_mission, starters_of, with_schema
from builder.terminal.force_option import force_option
from builder.terminal.library_options import library_options, open_one
from rulesdb import InputError, Library, Ruleset


@click.command()
@click.argument("game")
@click.argument("slug")
@click.option("--blank", is_flag=True, help="Start with an empty map and one force per side.")
@click.option("--map", "kind", type=click.Choice(KINDS), help="Kind of map; implies --blank.")
@click.option("--mission", help="Lay out this mission of the game, or copy a scenario of it.")
@click.option("--from", "source", help="Copy this scenario of those that come with brainbug.")
@click.option("--squads", type=int, default=1, show_default=True, help="Number of squads for --mission.")
@click.option("--people", type=click.IntRange(1, 16), help="Generate this many people; implies --blank.")
@click.option(
    "--seed",
    type=int,
    default=1,
    show_default=True,
    help="Random seed of the terrain for --mission, or of the people for --people.",
)
@click.option("--tiled", is_flag=True, help="Also write its map as a folder for Tiled, the map editor.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="File to write. [default: SLUG.yaml]")
@library_options
@force_option
def new(
    game: str,
    slug: str,
    blank: bool,
    kind: str | None,
    mission: str | None,
    source: str | None,
    squads: int,
    people: int | None,
    seed: int,
    tiled: bool,
    output: Path | None,
    library: Library,
    force: bool,
) -> None:
    """Create a scenario without lint errors, as a starting point.

    By default it is a copy of a scenario that comes with brainbug, or blank if there is none for the game.
    """
    from rulesdb.files.writing import replaced_file

    if not SLUG.match(slug):
        raise InputError(f"{slug!r} is not a scenario id: use lower-case words and hyphens, such as dead-air")
    ruleset = open_one(library, game)
    title = slug.replace("-", " ").title()
    blank = blank or kind is not None or people is not None
    if sum((blank, mission is not None, source is not None)) > 1:
        raise InputError("use only one of --blank (or --map or --people), --mission and --from")
    starters = starters_of(game)
    if mission is not None:
        text = _from_mission(ruleset, mission, slug, title, seed, squads)
    elif blank or (source is None and not starters):
        if people is not None and "generator" not in ruleset.people:
            raise InputError(f"{game} has no tables to generate people with; omit --people")
        text = blank_scenario(ruleset, slug, title, kind or "", people=people or 0, seed=seed)
    else:
        text = copied_scenario(starters, slug, title, source)
    path = output or Path(f"{slug}.yaml")
    text = with_schema(text, path)
    with replaced_file(path, force=force) as fresh:
        fresh.write_text(text, encoding="utf-8", newline="\n")
    click.echo(path)
    if tiled:
        folder = _tiled_folder(path, text, library, force=force)
        click.echo(folder)
        click.echo(
            f"next: draw {folder / 'map.tmx'}, then brainbug import {folder / 'map.tmx'} --into {path}"
        )
        return
    click.echo(f"next: brainbug lint {path}, then brainbug build {path} -o build/{slug}")


def _tiled_folder(path: Path, text: str, library: Library, *, force: bool) -> Path:
    """Write the map of a new scenario as a folder for Tiled beside it."""
    from builder.draw.surface.context import DrawingContext
    from builder.draw.surface.theme import load_theme
    from builder.exchange.formats import SHARE_FORMATS
    from builder.exchange.sharing import ShareOptions, write_shared
    from builder.scenario.load import scenario_from
    from rulesdb.yaml_source import parse_yaml

    scenario = scenario_from(parse_yaml(text, str(path)), library)
    options = ShareOptions(DrawingContext.of_scenario(scenario, load_theme()))
    folder = path.with_name(f"{path.stem}-tiled")
    write_shared(SHARE_FORMATS["tiled"].load()(scenario, options), folder, "tiled", force=force)
    return folder


def _from_mission(game: Ruleset, name: str, slug: str, title: str, seed: int, squads: int) -> str:
    from builder.scenario.missions import mission_writer

    if not game.of_kind("mission"):
        raise InputError(f"{game.id} has no missions; omit --mission")
    mission, write = game.find("mission", name), mission_writer(game)
    if write is None:
        source = scenario_of_mission(starters_of(game.id), mission.slug)
        if source:
            return copied_scenario(starters_of(game.id), slug, title, source)
        raise InputError(
            f"--mission does not support {game.id}; use --blank, and add `mission: {mission.slug}`"
        )
    return write(game, mission, slug, title, seed, squads)
