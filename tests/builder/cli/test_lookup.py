"""The command ``brainbug lookup``."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from processes import brainbug

from rulesdb import game_folders, open_game
from rulesdb.cache.files import VARIABLE

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(autouse=True, scope="module")
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Use a cache folder other than the user's."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(VARIABLE, str(tmp_path_factory.mktemp("cache")))
        yield


def lookup(*args: str) -> subprocess.CompletedProcess[str]:
    return brainbug("lookup", *args)


def test_each_match_shows_citation_basis_and_hit_and_the_last_line_a_command() -> None:
    lines = lookup("cycling", "airlock", "--kind", "rule").stdout.splitlines()
    assert lines[0] == "bug-hunter:rule/303.2  Airlocks  [bug-hunter 303.2 · printed]"
    assert "**cycling**" in lines[1]
    assert lines[-1] == "next: brainbug show bug-hunter:rule/303.2"


def test_the_suggested_command_works() -> None:
    next_line = lookup("flamer").stdout.splitlines()[-1]
    command = shlex.split(next_line.removeprefix("next: brainbug "))
    assert brainbug(*command).returncode == 0


def test_a_house_value_is_marked_house() -> None:
    first = lookup("combat", "results", "--kind", "table").stdout.partition("\n")[0]
    assert first.startswith(
        "bug-hunter:table/combat-results  Combat results  [bug-hunter 304.2 · house, in part"
    )


def test_a_printed_table_with_house_cells_is_marked() -> None:
    assert "printed, in part derived and house" in lookup("close-quarters-dice").stdout.partition("\n")[0]


def test_a_concept_is_compared_before_other_matches() -> None:
    output = lookup("grenade").stdout
    comparison, _, rest = output.partition("\n\n")
    assert comparison.startswith("Grenade in every game:")
    for name in game_folders():
        game = open_game(name)
        assert f"\n  {game.title} " in comparison
        assert f"{name}:concept/grenade" not in rest
    assert rest.startswith(("bug-hunter:rule/307.0", "handspan:rule/grenades"))


def test_with_a_filter_the_concept_is_an_ordinary_entry() -> None:
    assert "in every game" not in lookup("morale", "--game", "handspan").stdout
    assert "handspan:concept/morale" in lookup("morale", "--game", "handspan").stdout
    assert "handspan:concept/morale" in lookup("morale", "--kind", "concept").stdout


def test_corrections_are_printed_on_the_error_stream() -> None:
    done = lookup("airlok")
    assert done.stderr == 'No match for "airlok"; showing "airlock".\n'
    assert done.stdout == lookup("airlock").stdout


def test_json_has_the_same_keys_for_every_match() -> None:
    done = lookup("decompression", "--json")
    rows = json.loads(done.stdout)
    assert done.returncode == 0
    assert {" ".join(row) for row in rows} == {
        "id title game kind score snippet source basis basis_of_parts note alternatives"
    }
    assert rows[0]["id"] == "bug-hunter:rule/304.0"
    assert rows[0]["source"] == {"document": "bug-hunter", "section": "304.0"}
    assert {type(row["score"]) for row in rows} == {float}
    assert "**Decompression**" in rows[0]["snippet"]


def test_most_prints_the_number_of_other_matches() -> None:
    lines = lookup("door", "--most", "1").stdout.splitlines()
    assert re.fullmatch(
        r"1 of \d+ matches; use --game or --kind to show fewer, --most to show more", lines[-2]
    )


def test_no_match_exits_1_with_a_hint() -> None:
    done = lookup("qwertzuiop")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "no match for 'qwertzuiop'\n"
    assert "did you mean 309.2" in lookup("309.22").stderr
    assert (lookup("qwertzuiop", "--json").returncode, lookup("qwertzuiop", "--json").stdout) == (1, "[]\n")


def test_filters_without_matches_print_the_number_without_filters() -> None:
    done = lookup("airlock", "--kind", "weapon")
    assert done.returncode == 1
    assert re.search(r"matches without --game and --kind: \d+; try: brainbug lookup airlock\n", done.stderr)


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ([], "Missing argument 'WORDS...'"),
        (["***"], "'***' has no word to search for"),
        ([""], "'' has no word to search for"),
        (["airlock", "--game", "bughunter"], "no game 'bughunter'; did you mean bug-hunter?"),
        (["airlock", "--kind", "rules"], "no kind 'rules'; did you mean rule?"),
        (["airlock", "--kind", "tabel"], "no kind 'tabel'; did you mean table?"),
        (["airlock", "--most", "0"], "--most"),
    ],
)
def test_invalid_queries_exit_2_with_one_message(args: list[str], message: str) -> None:
    done = lookup(*args)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def on_terminal(columns: int, *args: str) -> str:
    """The output on a terminal of this width, with escape sequences."""
    pty = pytest.importorskip("pty")
    near, far = pty.openpty()
    running = subprocess.Popen(
        [sys.executable, "-m", "builder", "lookup", *args],
        stdout=far,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "COLUMNS": str(columns)},
    )
    os.close(far)
    sent = b""
    # At the end, Linux reports that the terminal is gone.
    with contextlib.suppress(OSError):
        while part := os.read(near, 4096):
            sent += part
    os.close(near)
    assert running.wait() == 0
    return sent.decode().replace("\r\n", "\n")


@pytest.mark.parametrize("columns", [1, 30, 60, 90, 300])
def test_on_a_terminal_lines_fit_and_ids_are_not_broken(columns: int) -> None:
    lines = click.unstyle(on_terminal(columns, "grenade", "--most", "8")).splitlines()
    for line in lines:
        is_whole = line.startswith(("next: ", "8 of ", "    [")) or ":" in line.partition(" ")[0]
        assert len(line) <= min(max(columns, 32), 114) or is_whole, line
    assert any(line.split(" ")[0] == "bug-hunter:rule/307.0" for line in lines)


def test_a_terminal_shows_hits_in_bold_and_house_in_color() -> None:
    output = on_terminal(120, "combat", "results", "--kind", "table", "--most", "1")
    assert click.style("Combat", bold=True) in output
    assert click.style("house, in part printed", fg="magenta").removesuffix("\x1b[0m") in output
    assert "**" not in output


def test_a_reader_that_closes_early_is_not_an_error() -> None:
    command = f"set -o pipefail; {shlex.quote(sys.executable)} -m builder lookup door --most 500 | head -n 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) == 1
