"""``brainbug docs``."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import click

from builder.terminal.force_option import force_option
from builder.terminal.library_options import library_options, warn_of_broken
from rulesdb import BrainbugError, Library
from rulesdb.files.folders import real_path

_SPHINX = (
    "import sys; from builder.processes import end_on_interrupt; end_on_interrupt(); "
    "from sphinx.cmd.build import main; sys.exit(main(sys.argv[1:]))"
)


@click.group()
def docs() -> None:
    """Build the reference site."""


@docs.command("build")
@click.option(
    "--source", type=click.Path(path_type=Path), default="docs", help="Source folder, with conf.py."
)
@click.option("-o", "--output", type=click.Path(path_type=Path), default="build/docs", help="Output folder.")
@click.option(
    "--kits",
    metavar="PAPERS",
    help="Papers for the scenarios' play kits: a4,letter, or none to skip them. [default: from conf.py]",
)
@library_options
@force_option
def build(source: Path, output: Path, kits: str | None, library: Library, force: bool) -> None:
    """Write the site as static HTML."""
    if not (source / "conf.py").is_file():
        raise BrainbugError(f"no conf.py in {source}; run the command in a checkout, or use --source")
    if not force and output.exists() and not _is_site(output):
        raise BrainbugError(
            f"{output} contains files that are not from a site; use an empty folder, or --force"
        )
    options = ["-W", "-n", "-q", "-j", "auto", "-b", "html"]
    warn_of_broken(library)
    if library.supplements:
        files = ",".join(str(real_path(path)) for path in library.supplements)
        options += ["-D", f"brainbug_supplements={files}"]
    if library.broken:
        # They have been reported already; a warning of Sphinx would stop the build.
        options += ["-D", "suppress_warnings=brainbug.game"]
    if kits is not None:
        options += ["-D", f"brainbug_kits={'' if kits == 'none' else kits}"]
    from builder.processes import interrupts_held

    # -P: no module is imported from the current folder.
    command = [sys.executable, "-P", "-c", _SPHINX, *options, str(source), str(output)]
    with interrupts_held():
        process = subprocess.Popen(command)
    if process.wait() != 0:
        raise BrainbugError("sphinx failed; see its messages above")
    click.echo(f"site: {output / 'index.html'}")
    if kits == "none":
        click.echo("skipped: the play kits of the scenarios; `brainbug docs build` includes them")


def _is_site(output: Path) -> bool:
    """Whether a folder is empty, or Sphinx has written into it."""
    return output.is_dir() and (
        not any(output.iterdir()) or any((output / name).exists() for name in (".buildinfo", ".doctrees"))
    )
