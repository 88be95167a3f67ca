"""Files of any size are handled within a gibibyte of memory and half a minute."""

from __future__ import annotations

import os
import re
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from soak import every, times

from builder.draw.surface.theme import load_theme
from builder.draw.surface.wording import load_words
from builder.scenario.limits import MAX_CHARACTERS, MAX_COMMENTS, MAX_UNKNOWN
from builder.scenario.limits import MAX_VALUES as MAX_SCENARIO_VALUES
from rulesdb import DataError, open_game
from rulesdb.problem import MAX_PROBLEMS
from rulesdb.yaml_source import MAX_BYTES, MAX_VALUES

GIBIBYTE = 1 << 30
SECONDS = 30
LINT = Path(__file__).resolve().parents[1] / "lint"
SOUND, LAND, TABLE, DOTS = (
    (LINT / f"{name}.yaml").read_text(encoding="utf-8")
    for name in ("sound", "sound-land", "sound-table", "sound-dots")
)

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="this system has no such limits")


def lint_in_bounds(path: Path, form: str = "concise") -> subprocess.CompletedProcess[str]:
    """``brainbug lint`` in a process with limited memory and time."""

    def bounded() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (GIBIBYTE, GIBIBYTE))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))

    return subprocess.run(
        [sys.executable, "-m", "builder", "lint", "--no-config", "--format", form, path],
        capture_output=True,
        text=True,
        check=False,
        # The limits are set between fork and exec, where nothing else happens.
        preexec_fn=bounded,
        env={**os.environ, "PYTHONUTF8": "1"},
    )


def ship(rooms: int, room: int = 6) -> str:
    """A deck of ``rooms`` × ``rooms`` rooms without doors, in a ship with forces and objectives."""
    numbers = {
        f"r{x}-{y}": (x * room + 1, y * room + 1, x * room + room, y * room + room)
        for x in range(rooms)
        for y in range(rooms)
    }
    digits = 2 if rooms * room < 100 else 3
    areas = "".join(
        f'        {id}: {{name: R, hexes: "{x:0{digits}}{y:0{digits}}-{u:0{digits}}{v:0{digits}}"}}\n'
        for id, (x, y, u, v) in numbers.items()
    )
    return (
        re.sub(
            r"hexes: \"[^\"]*\"", f'hexes: "{1:0{digits}}{1:0{digits}}"', SOUND.partition("      areas:\n")[0]
        )
        .replace("columns: 8", f"columns: {rooms * room}")
        .replace("rows: 6", f"rows: {rooms * room}")
        + f"      areas:\n{areas}"
        + SOUND[SOUND.index("forces:\n") :]
    )


LARGE: dict[str, Callable[[], str | bytes]] = {
    "fifty-megabytes": lambda: b"x" * 50_000_000,
    "control-characters": lambda: b"\0" * (MAX_BYTES - 1),
    "brackets": lambda: "[" * (MAX_BYTES - 1),
    "zeros": lambda: "[" + "0," * (MAX_BYTES // 2 - 2) + "]",
    "lines": lambda: "\n" * (MAX_BYTES - 8) + "a: [",
    "one-text": lambda: "scenario: " + "x" * (MAX_BYTES - 16),
    "one-anchor": lambda: "&" + "a" * (MAX_BYTES - 8) + " x",
    "keys": lambda: "".join(f"k{number}: 1\n" for number in range(MAX_VALUES + 1)),
    "unknown-keys": lambda: "scenario:\n" + "".join(f"  k{n}: 1\n" for n in range(MAX_SCENARIO_VALUES - 100)),
    "wrong-types": lambda: "scenario: {authors: [" + "{}, " * (MAX_SCENARIO_VALUES - 100) + "]}",
    "items-to-compare": lambda: (
        "map: {kind: hex, lifts: [{levels: [" + ", ".join(f"{{a: {n}}}" for n in range(20_000)) + "]}]}"
    ),
    "comments": lambda: "# brainbug: ignore[BB204] x\n" * (MAX_COMMENTS - 10) + SOUND,
    "too-many-comments": lambda: "# brainbug: ignore[BB204] x\n" * MAX_COMMENTS + SOUND,
    "hexes-again-and-again": lambda: SOUND.replace(
        'hexes: "0503"', 'hexes: "' + "0101-0806 " * (MAX_CHARACTERS // 20) + '0503"'
    ),
    "hexes-off-the-map": lambda: SOUND.replace('hexes: "0503"', 'hexes: "' + "9999 " * 150_000 + '0503"'),
    "names-of-nothing": lambda: SOUND.replace(
        "  placements:\n",
        "  placements:\n"
        + "".join(f"    - {{force: f{n}, zone: z{n}}}\n" for n in range(MAX_UNKNOWN // 2 - 1)),
    ),
    "rooms-without-doors": lambda: ship(40),
    "pieces": lambda: TABLE.replace(
        "  pieces:\n",
        "  pieces:\n"
        + "".join(
            f"    - {{id: p{n}, name: P, terrain: building, rectangle: [{x * 3}, {y * 3}, 2, 2]}}\n"
            for n in range(290)
            for y, x in [divmod(n, 20)]
        ),
    ),
    "dots": lambda: DOTS.replace("columns: 16", "columns: 200").replace("rows: 12", "rows: 200"),
}


@pytest.mark.soak
@pytest.mark.parametrize("name", every(times(8, 1), [*LARGE]))
def test_a_large_file_is_handled_in_bounded_memory_and_time(tmp_path: Path, name: str) -> None:
    text = LARGE[name]()
    path = tmp_path / "large.yaml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    done = lint_in_bounds(path, "text")
    assert done.stderr == ""
    assert done.returncode == 1
    assert re.match(rf"{re.escape(path.as_posix())}:\d+:\d+: BB\d{{3}} ", done.stdout)


def test_at_most_a_hundred_findings_of_a_code_are_listed(tmp_path: Path) -> None:
    path = tmp_path / "many.yaml"
    path.write_text(ship(15).replace("columns: 90", "columns: 6"), encoding="utf-8")
    lines = lint_in_bounds(path).stdout.splitlines()
    off_the_map = [line for line in lines if " BB201 " in line]
    assert len(off_the_map) == 101
    assert sum("more than 100 findings of BB201" in line for line in off_the_map) == 1


WORDS = Path(__file__).resolve().parents[3] / "builder" / "draw" / "surface" / "words" / "en.yaml"
MISTAKES: dict[str, tuple[Callable[[str], object], str]] = {
    "theme": (load_theme, "name: own\n" + "".join(f'ink{n}: "#000000"\n' for n in range(5000))),
    "fonts": (
        load_theme,
        "name: own\nfonts:\n  regular: IBMPlexSans-Regular.ttf\n"
        + "".join(f"  bold{n}: x.ttf\n" for n in range(5000)),
    ),
    "language": (
        load_words,
        WORDS.read_text(encoding="utf-8") + "".join(f"    word{n}: x\n" for n in range(5000)),
    ),
    "supplement": (
        lambda path: open_game("handspan", [path]),
        "kind: supplement\ngame: handspan\ntitle: Own\nchanges:\n"
        + "".join(f"  - {{target: weapon/rifle-{n}, facts: {{a: 1}}, reason: r}}\n" for n in range(5000)),
    ),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_the_first_hundred_of_many_mistakes_are_reported(tmp_path: Path, name: str) -> None:
    load, text = MISTAKES[name]
    path = tmp_path / "own.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DataError) as caught:
        load(str(path))
    assert len(caught.value.problems) == MAX_PROBLEMS
    assert all(problem.help for problem in caught.value.problems)
