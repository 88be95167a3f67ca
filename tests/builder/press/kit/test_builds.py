"""Many scenarios in one call: all valid ones are built, whatever happens to the others."""

from __future__ import annotations

import multiprocessing
import os
import shutil
from pathlib import Path

import pytest
from soak import soak_only

from builder.press.kit.builds import BuildOptions, BuildResult, build_all, plan_builds
from rulesdb import InputError

ROOT = Path(__file__).resolve().parents[4]
SCENARIOS = ROOT / "scenarios"
ONE = SCENARIOS / "handspan" / "pump-hut.yaml"


def brief(scenario: Path, folder: Path) -> BuildOptions:
    """The options of a minimal kit."""
    return BuildOptions(scenario, folder, parts=("briefing",))


def files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """Two valid scenarios, one with an error, and one that is not YAML."""
    folder = tmp_path / "my library"
    (folder / "deep").mkdir(parents=True)
    for name in ("a", "deep/z"):
        shutil.copy(ONE, folder / f"{name}.yaml")
    (folder / "deep" / "broken.yaml").write_text(ONE.read_text(encoding="utf-8").replace("trooper", "troper"))
    (folder / "deep" / "torn.yaml").write_text("scenario: [")
    return folder


def test_one_scenario_uses_the_folder_and_several_get_subfolders(library: Path) -> None:
    [options] = plan_builds([ONE], Path("kit"), brief)
    assert options.output == Path("kit")
    builds = plan_builds([library, ONE], Path("kits"), brief)
    assert [options.output.as_posix() for options in builds] == [
        "kits/a",
        "kits/deep/broken",
        "kits/deep/torn",
        "kits/deep/z",
        "kits/pump-hut",
    ]


def test_two_kits_cannot_share_a_folder(library: Path, tmp_path: Path) -> None:
    shutil.copy(ONE, library / "deep.yaml")
    with pytest.raises(
        InputError, match=r"deep/broken.yaml and .*deep.yaml would share the folder kits/deep;"
    ):
        plan_builds([library], Path("kits"), brief)
    again = tmp_path / "a.yaml"
    shutil.copy(ONE, again)
    with pytest.raises(InputError, match="would share the folder kits/a;"):
        plan_builds([library / "a.yaml", again], Path("kits"), brief)


def test_a_folder_without_scenarios_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"no \*.yaml file in"):
        plan_builds([tmp_path], Path("kits"), brief)


def test_errors_in_one_scenario_do_not_stop_the_others(library: Path, tmp_path: Path) -> None:
    """One process also writes the same bytes as two."""
    results = []
    for processes in (1, 2):
        kits = tmp_path / str(processes)
        kits.mkdir()
        (kits / "a").write_text("a file where a folder should be")
        in_the_way, broken, torn, sound = build_all(plan_builds([library], kits, brief), processes)
        assert "is a file" in in_the_way.problem
        assert "BB102" in broken.findings
        assert "BB002" in torn.findings
        assert (sound.pages > 0, sound.findings, sound.problem) == (True, "", "")
        results.append(files(kits))
    assert results[0] == results[1]
    assert {path.split("/")[1] for path in results[0] if "/" in path} == {"z"}


class Deadly:
    """A path that kills the process that receives it, as running out of memory does."""

    def __reduce__(self) -> tuple[object, ...]:
        return os.abort, ()


def test_a_crash_of_one_build_does_not_affect_others(tmp_path: Path) -> None:
    sound = [brief(ONE, tmp_path / str(number)) for number in range(2)]
    deadly = brief(Deadly(), tmp_path / "deadly")  # type: ignore[arg-type]
    results = list(build_all([sound[0], deadly, sound[1]], 2))
    assert [result.pages > 0 for result in results] == [True, False, True]
    assert "was killed" in results[1].problem


@soak_only
def test_a_process_that_is_killed_is_replaced(tmp_path: Path) -> None:
    results = build_all([brief(ONE, tmp_path / str(number)) for number in range(6)], 2)
    problems = [next(results).problem]
    multiprocessing.active_children()[0].kill()
    problems += [result.problem for result in results]
    assert problems == [""] * 6


def test_a_build_result_does_not_contain_the_kit() -> None:
    assert set(BuildResult.__slots__) == {"options", "pages", "counters", "findings", "problem"}


def test_no_process_imports_from_the_current_folder(
    library: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(library)
    for module in ("multiprocessing", "pickle", "builder"):
        text = "raise SystemExit('imported from the current folder')\n"
        Path(f"{module}.py").write_text(text, encoding="utf-8")
    builds = plan_builds([library / "a.yaml", library / "deep" / "z.yaml"], tmp_path / "out", brief)
    assert [result.problem for result in build_all(builds, 2)] == ["", ""]
