"""``brainbug docs``."""

from __future__ import annotations

import gc
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import click

from builder.terminal.force_option import force_option
from builder.terminal.library_options import library_options, warn_of_broken
from builder.terminal.scenario_files import scenario_files
from rulesdb import BrainbugError, Library
from rulesdb.files.beside import make_folders
from rulesdb.files.folders import real_path
from rulesdb.files.reading import read_file
from rulesdb.files.writing import write_file

# The threshold of this process's garbage collector saves a tenth of the time of Sphinx, too.
_SPHINX = (
    "import gc, sys; gc.set_threshold(int(sys.argv[1])); "
    "from builder.processes import end_on_interrupt; end_on_interrupt(); "
    "from sphinx.cmd.build import main; sys.exit(main(sys.argv[2:]))"
)


_SOURCE = ".source"
_MAX_SOURCE = 1 << 16
_REFERENCE = Path(__file__).parents[1] / "publish" / "source"


@click.group()
def docs() -> None:
    """Build the reference site."""


output_option = click.option(
    "-o", "--output", type=click.Path(path_type=Path), default="build/docs", help="Folder of the site."
)


@docs.command("build")
@click.argument("scenarios", nargs=-1, type=click.Path(path_type=Path), metavar="[PATH]...")
@click.option(
    "--source",
    type=click.Path(path_type=Path),
    help="A folder with conf.py. [default: docs, if it has one; otherwise only the reference is built]",
)
@output_option
@click.option("--game", "games", multiple=True, help="Write pages only for this game. Can be repeated.")
@click.option(
    "--kits",
    metavar="PAPERS",
    help="Papers for the scenarios' play kits: a4,letter, or none to skip them. [default: from conf.py]",
)
@library_options
@click.option(
    "--jobs",
    type=click.IntRange(1),
    help="Number of processes that write the pages. [default: all processors]",
)
@force_option
def build(
    scenarios: tuple[Path, ...],
    source: Path | None,
    output: Path,
    games: tuple[str, ...],
    kits: str | None,
    library: Library,
    jobs: int | None,
    force: bool,
) -> None:
    """Write the site as static HTML.

    Its gallery shows the scenarios that come with brainbug, and those of each PATH, a file or a folder.
    """
    if source is not None and not (source / "conf.py").is_file():
        raise BrainbugError(f"no conf.py in {source}; name a folder with one, or leave out --source")
    if not force and output.exists() and not _is_site(output):
        raise BrainbugError(
            f"{output} contains files that are not from a site; use an empty folder, or --force"
        )
    options = ["-W", "-n", "-q", "-j", str(jobs or "auto"), "-b", "html"]
    warn_of_broken(library)
    if scenarios:
        from builder.publish.gallery import gallery_files, load_exhibits

        paths = [real_path(path) for path in scenario_files(scenarios)]
        # Sphinx would report what is wrong with a traceback.
        load_exhibits(gallery_files(paths), library, ())
        options += _setting("scenarios", paths)
    if games:
        options += _setting("pages", [library.open(game).id for game in games])
    if library.supplements:
        options += _setting("supplements", map(real_path, library.supplements))
    if library.broken:
        # They have been reported already; a warning from Sphinx would stop the build.
        options += ["-D", "suppress_warnings=brainbug.game"]
    if kits is not None:
        options += ["-D", f"brainbug_kits={'' if kits == 'none' else kits}"]
    from builder.processes import interrupts_held

    if source is None:
        source = Path("docs") if Path("docs", "conf.py").is_file() else _reference_only(output)
    # -P: no module is imported from the current folder.
    command = [
        sys.executable,
        "-P",
        "-c",
        _SPHINX,
        str(gc.get_threshold()[0]),
        *options,
        str(source),
        str(output),
    ]
    with interrupts_held():
        process = subprocess.Popen(command)
    if process.wait() != 0:
        raise BrainbugError("sphinx failed; see its messages above")
    click.echo(f"site: {output / 'index.html'}")
    if kits == "none":
        click.echo("skipped: the play kits of the scenarios; `brainbug docs build` includes them")


@docs.command("open")
@output_option
def open_site(output: Path) -> None:
    """Open a site that was built in the web browser."""
    import webbrowser

    start = output / "index.html"
    if not start.is_file():
        raise BrainbugError(f"no site in {output}; run `brainbug docs build` first")
    if not webbrowser.open(real_path(start).as_uri()):
        raise BrainbugError(f"no web browser was found; open {start}")


def _setting(name: str, values: Iterable[object]) -> list[str]:
    """An option of Sphinx with a list; none if the list is empty.

    Raises:
        BrainbugError: a value contains a comma, which separates values.
    """
    texts = list(map(str, values))
    for text in texts:
        if "," in text:
            raise BrainbugError(f"a path with a comma cannot be part of a site: {text}; rename it")
    return ["-D", f"brainbug_{name}={','.join(texts)}"] if texts else []


def _reference_only(output: Path) -> Path:
    """A source folder inside the output, so that a later build can reuse files."""
    folder = output / _SOURCE
    make_folders(folder)
    for path in sorted(_REFERENCE.glob("*.*")):
        data, copy = read_file(path, _MAX_SOURCE), folder / path.name
        # Sphinx reads files again if their time has changed.
        if not copy.is_file() or read_file(copy, _MAX_SOURCE) != data:
            write_file(copy, data, force=True)
    return folder


def _is_site(output: Path) -> bool:
    """Whether a folder is empty, or Sphinx has written into it."""
    return output.is_dir() and (
        not any(output.iterdir())
        or any((output / name).exists() for name in (".buildinfo", ".doctrees", _SOURCE))
    )
