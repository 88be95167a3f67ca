"""The hook for pre-commit, read by pre-commit itself."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from click.testing import CliRunner
from pre_commit.clientlib import load_manifest

from builder.cli.main import brainbug
from rulesdb.shipped import shipped

ROOT = Path(__file__).resolve().parents[1]


def test_the_hook_runs_lint_on_the_scenarios_of_a_repository() -> None:
    [hook] = load_manifest(str(ROOT / ".pre-commit-hooks.yaml"))
    assert re.search(hook["files"], "campaign/scenarios/bugged/static.yaml")
    assert not re.search(hook["files"], "rulesdb/games/bugged/units.yaml")
    program, *args = shlex.split(hook["entry"])
    path = shipped("scenarios") / "bugged" / "static.yaml"
    assert (program, CliRunner().invoke(brainbug, [*args, str(path)]).exit_code) == ("brainbug", 0)
