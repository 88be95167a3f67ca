"""The wheel contains all its data: installed elsewhere, it builds a scenario in an empty folder."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build with the installed tools, so that no network is needed."""
    out = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return next(out.glob("*.whl"))


def test_wheel_contains_schemas_scenarios_fonts_and_games(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {
        "rulesdb/_shipped/schemas/scenario.schema.json",
        "rulesdb/_shipped/scenarios/bug_hunter/dead-air.yaml",
        "rulesdb/games/bug_hunter/ruleset.yaml",
        "builder/draw/surface/fonts/IBMPlexSans-Regular.ttf",
        "builder/draw/surface/fonts/OFL.txt",
        "builder/draw/surface/themes/default.yaml",
        "builder/press/services/sheets/a4.yaml",
        "builder/publish/source/conf.py",
        "builder/publish/source/index.md",
        "rulesdb/py.typed",
    } <= names


def test_wheel_contains_completion_for_shells_and_a_manual_page(wheel: Path) -> None:
    names = {name.partition(".data/data/")[2] for name in zipfile.ZipFile(wheel).namelist()}
    assert {
        "share/man/man1/brainbug.1",
        "share/bash-completion/completions/brainbug",
        "share/zsh/site-functions/_brainbug",
        "share/fish/vendor_completions.d/brainbug.fish",
    } <= names


def test_wheel_contains_no_tests_or_docs(wheel: Path) -> None:
    tops = {name.split("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert {top for top in tops if not top.endswith((".dist-info", ".data"))} == {"rulesdb", "builder"}


def test_installed_wheel_builds_a_scenario_from_an_empty_folder(wheel: Path, tmp_path: Path) -> None:
    """The environment is empty except for the dependencies, which it uses from this one by path."""
    environment = tmp_path / "env"
    venv.create(environment, with_pip=False)
    folder = "Scripts" if os.name == "nt" else "bin"
    python = environment / folder / ("python.exe" if os.name == "nt" else "python")
    site = next(environment.rglob("site-packages"))
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(site)
    borrowed = tmp_path / "borrowed"
    borrowed.mkdir()
    here = Path(next(path for path in sys.path if path.endswith("site-packages")))
    for item in here.iterdir():
        if "brainbug" not in item.name and not item.name.startswith("__editable__"):
            (borrowed / item.name).symlink_to(item)
    empty = tmp_path / "empty"
    empty.mkdir()
    shipped = site / "rulesdb" / "_shipped" / "scenarios" / "bug_hunter" / "dead-air.yaml"
    call = "import sys; from builder.cli.main import main; main(sys.argv[1:])"
    done = subprocess.run(
        [python, "-c", call, "build", shipped, "-o", "kit", "--only", "briefing,counters"],
        cwd=empty,
        env={"PYTHONPATH": str(borrowed), "PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    manifest = json.loads((empty / "kit" / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["scenario"]["id"] == "dead-air"
    assert (empty / "kit" / "play-kit.pdf").read_bytes().startswith(b"%PDF-")
