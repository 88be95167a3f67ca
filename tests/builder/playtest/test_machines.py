"""Games in several processes and on the workers of a cluster. ``make soak`` kills them while they play."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from handspan_field import FIELD
from soak import soak_only

from builder.playtest.balance import Outcome, Search, balance, version_of
from builder.playtest.batch import Batch, Prepared, finished_games, play_games, prepare
from builder.playtest.game_store import GameStore
from builder.playtest.levers import read_lever
from builder.playtest.machines.cluster import Cluster
from builder.playtest.machines.parcel import pack, play_parcel
from builder.playtest.match import PlayerFault
from rulesdb import BrainbugError
from rulesdb.shipped import shipped

LINEUP = (("human", "random"), ("bug", "random"))
NO_CLUSTER = "no Dask here: pip install 'brainbug[cluster]'"
OWN = """\
class Me:
    def begin(self, side, play, rng):
        self.rng = rng
    def saw(self, roll, thrown):
        pass
    def choose(self, view, decision, actions):
        return self.rng.randrange(len(actions)) {more}
"""


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Prepared:
    path = tmp_path_factory.mktemp("field") / "field.yaml"
    path.write_text(FIELD, encoding="utf-8")
    return prepare(Batch(path, (), LINEUP, ("leaving-combat=free",), 1, watched=1))


def test_a_parcel_gives_the_same_games_without_the_files(prepared: Prepared, tmp_path: Path) -> None:
    own, field = tmp_path / "mine.py", tmp_path / "mine.yaml"
    own.write_text(OWN.replace("{more}", ""), encoding="utf-8")
    field.write_text(FIELD, encoding="utf-8")
    lineup = (("human", f"{own}:Me"), ("bug", "random"))
    usual = prepare(replace(prepared.batch, path=field, lineup=lineup))
    parcel, expected = pack(usual), [usual.result(0), usual.result(1)]
    own.unlink()
    field.unlink()
    assert str(tmp_path) not in repr(parcel)
    assert list(play_parcel(parcel, [0, 1]).results) == expected


def test_a_worker_reports_what_it_cannot_play(prepared: Prepared, tmp_path: Path) -> None:
    parcel = pack(prepared)
    assert "install the same" in play_parcel(replace(parcel, release="0.0.1"), [0]).problem
    assert "same games on every machine" in play_parcel(replace(parcel, head="{}"), [0]).problem
    own = tmp_path / "mine.py"
    own.write_text(OWN.replace("{more}", "+ 99"), encoding="utf-8")
    lineup = (("human", f"{own}:Me"), ("bug", "random"))
    problem = play_parcel(pack(prepare(replace(prepared.batch, lineup=lineup))), [0]).problem
    assert "player Me of the human side" in problem


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """A scheduler and two workers in this process."""
    distributed = pytest.importorskip("distributed", reason=NO_CLUSTER)
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None, silence_logs=50
    ) as local:
        yield Cluster(local.scheduler_address)


def test_a_cluster_plays_the_same_games(prepared: Prepared, cluster: Cluster) -> None:
    assert list(play_games(prepared, range(7), cluster)) == list(play_games(prepared, range(7)))
    bad = replace(prepared, batch=replace(prepared.batch, assume=("leaving-combat=held",)))
    with pytest.raises(PlayerFault, match="same games on every machine"):
        list(finished_games(bad, [0], cluster))


def test_balance_on_a_cluster_finds_the_same(prepared: Prepared, cluster: Cluster, tmp_path: Path) -> None:
    path = tmp_path / "longer.yaml"
    path.write_text(FIELD.replace("turns: 4", "turns: 6"), encoding="utf-8")
    lever = read_lever("turns=6", prepared.scenario.source.data)

    def outcome(jobs: int | Cluster) -> Outcome:
        as_it_is = version_of(prepared.batch.path, FIELD, None, 0, prepared.batch)
        longer = version_of(path, path.read_text("utf-8"), lever, 6, prepared.batch)
        return balance([as_it_is, longer], Search("human", 0.5, round=4, most=4), 4, jobs)

    assert outcome(cluster) == outcome(1)


# With real processes.


def _free_port() -> int:
    with closing(socket.socket()) as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


class Machines:
    """A scheduler and its workers, as processes of their own."""

    def __init__(self, folder: Path) -> None:
        pytest.importorskip("distributed", reason=NO_CLUSTER)
        self._folder = folder
        self._port = _free_port()
        self.address = f"tcp://127.0.0.1:{self._port}"
        self.processes: list[subprocess.Popen[bytes]] = []

    def scheduler(self) -> subprocess.Popen[bytes]:
        return self._start("scheduler", "--port", self._port, "--dashboard-address", ":0")

    def worker(self) -> subprocess.Popen[bytes]:
        return self._start("worker", self.address, "--nthreads", 1, "--no-dashboard", "--no-nanny")

    def _start(self, *words: object) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            [sys.executable, "-m", "distributed.cli.dask_" + str(words[0]), *map(str, words[1:])],
            cwd=self._folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.processes.append(process)
        return process

    def close(self) -> None:
        for process in self.processes:
            process.kill()
            process.wait()


@pytest.fixture
def machines(tmp_path: Path) -> Iterator[Machines]:
    with closing(Machines(tmp_path)) as machines:
        yield machines


LIFT = shipped("scenarios") / "handspan" / "last-lift.yaml"
GAMES = 60


def _command(out: Path, *more: object) -> list[str]:
    words = ("playtest", LIFT, "--games", GAMES, "--players", "human=greedy,bug=greedy", "-o", out, *more)
    return [sys.executable, "-m", "builder", *map(str, words)]


@contextmanager
def _playing(out: Path, *more: object) -> Iterator[subprocess.Popen[str]]:
    """A playtest from the moment when some of its games are kept."""
    with subprocess.Popen(
        _command(out, *more),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        try:
            path, limit = out / "games.sqlite", time.monotonic() + 90
            while not path.exists() or path.stat().st_size < 5 * 4096:
                assert process.poll() is None, process.communicate()
                assert time.monotonic() < limit
                time.sleep(0.1)
            yield process
        finally:
            process.kill()


def _files(out: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in out.iterdir()}


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    out = tmp_path_factory.mktemp("expected")
    subprocess.run(_command(out, "--jobs", 1), check=True, capture_output=True)
    return _files(out)


def _ends_well(process: subprocess.Popen[str], out: Path, expected: Any) -> None:
    _, errors = process.communicate(timeout=300)
    assert (process.returncode, errors) == (0, "")
    assert _files(out) == expected


@soak_only
@pytest.mark.parametrize("workers", [1, 2, 4])
def test_any_number_of_workers_gives_the_same_bytes(
    machines: Machines, workers: int, tmp_path: Path, expected: dict[str, bytes]
) -> None:
    machines.scheduler()
    for _ in range(workers):
        machines.worker()
    out = tmp_path / "out"
    subprocess.run(_command(out, "--cluster", machines.address), check=True, capture_output=True)
    assert _files(out) == expected


@soak_only
def test_games_of_a_worker_that_is_killed_are_played_by_another(
    machines: Machines, tmp_path: Path, expected: dict[str, bytes]
) -> None:
    machines.scheduler()
    victim, _ = machines.worker(), machines.worker()
    with _playing(tmp_path / "out", "--cluster", machines.address) as process:
        victim.kill()
        _ends_well(process, tmp_path / "out", expected)


@soak_only
def test_games_continue_after_a_killed_scheduler_is_restarted(
    machines: Machines, tmp_path: Path, expected: dict[str, bytes]
) -> None:
    scheduler, _ = machines.scheduler(), machines.worker()
    with _playing(tmp_path / "out", "--cluster", machines.address) as process:
        scheduler.kill()
        scheduler.wait()
        machines.scheduler()
        # Workers end if they lose their scheduler for long.
        machines.worker()
        _ends_well(process, tmp_path / "out", expected)


@soak_only
@pytest.mark.parametrize("where", ["cluster", "jobs"])
def test_ctrl_c_keeps_finished_games_and_resume_goes_on(
    machines: Machines, where: str, tmp_path: Path, expected: dict[str, bytes]
) -> None:
    if where == "cluster":
        machines.scheduler()
        machines.worker()
    more = ("--cluster", machines.address) if where == "cluster" else ("--jobs", 2)
    out = tmp_path / "out"
    with _playing(out, *more) as process:
        os.killpg(process.pid, signal.SIGINT)
        output, errors = process.communicate(timeout=60)
    assert process.returncode == 130, errors
    assert f"of {GAMES} games" in errors
    assert "Traceback" not in errors + output
    head = json.loads((out / "report.json").read_text("utf-8"))
    assert 0 < head["games"] < GAMES
    again = [sys.executable, "-m", "builder", "playtest", str(LIFT), "--resume", "-o", str(out)]
    for path in out.glob("game-*.jsonl"):
        path.unlink()
    subprocess.run(again, check=True, capture_output=True)
    assert _files(out) == expected


@soak_only
def test_a_process_of_the_pool_that_is_killed_is_replaced(tmp_path: Path, expected: dict[str, bytes]) -> None:
    with _playing(tmp_path / "out", "--jobs", 2) as process:
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text("utf-8").split()
        players = [int(each) for each in children if b"resource_tracker" not in _command_line(each)]
        os.kill(players[0], signal.SIGKILL)
        _ends_well(process, tmp_path / "out", expected)


def _command_line(process: str) -> bytes:
    return Path(f"/proc/{process}/cmdline").read_bytes()


@soak_only
def test_processes_end_with_the_playtest_that_started_them(tmp_path: Path) -> None:
    with _playing(tmp_path / "out", "--jobs", 2) as process:
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text("utf-8").split()
        process.kill()
        process.wait()
    assert children
    while any(_is_alive(each) for each in children):
        time.sleep(0.1)


def _is_alive(process: str) -> bool:
    status = Path(f"/proc/{process}/status")
    return status.is_file() and "State:\tZ" not in status.read_text("utf-8")


@soak_only
def test_a_playtest_that_is_killed_goes_on(tmp_path: Path, expected: dict[str, bytes]) -> None:
    out = tmp_path / "out"
    with _playing(out, "--jobs", 2) as process:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    subprocess.run(_command(out, "--jobs", 2), check=True, capture_output=True)
    assert _files(out) == expected


@soak_only
def test_a_full_disk_loses_no_finished_game(tmp_path: Path, expected: dict[str, bytes]) -> None:
    out, whole = tmp_path / "out", tmp_path / "whole"
    subprocess.run(_command(whole, "--jobs", 1), check=True, capture_output=True)
    half = (whole / "games.sqlite").stat().st_size // 2048
    limited = f"ulimit -f {half}; exec {' '.join(_command(out, '--jobs', 1))}"
    done = subprocess.run(["bash", "-c", limited], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert (done.stderr.count("\n"), "Traceback" in done.stderr) == (1, False), done.stderr
    with closing(GameStore(out / "games.sqlite", _head(), GAMES)) as store:
        kept = [each.game for each in store.results()]
    assert 0 < len(kept) < GAMES
    assert kept == list(range(len(kept)))
    subprocess.run(_command(out, "--jobs", 1), check=True, capture_output=True)
    assert _files(out) == expected


def _head() -> Any:
    return prepare(Batch(LIFT, (), (("human", "greedy"), ("bug", "greedy")), (), 1)).head


@soak_only
def test_a_wrong_address_and_a_cluster_without_workers_are_one_error(
    machines: Machines, prepared: Prepared
) -> None:
    with pytest.raises(BrainbugError, match="no scheduler answers"):
        list(finished_games(prepared, [0], Cluster(machines.address, patience=2)))
    machines.scheduler()
    with pytest.raises(BrainbugError, match="has no workers"):
        list(finished_games(prepared, [0], Cluster(machines.address, patience=5)))
