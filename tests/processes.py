"""Runs commands of brainbug in separate processes that need not import everything again.

A server process imports the command once; every command is a fork of it, with the given folder, environment
and streams. Systems without fork start a new interpreter each time.
"""

from __future__ import annotations

import atexit
import functools
import importlib
import json
import os
import random
import shlex
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

CAN_FORK = hasattr(os, "fork") and hasattr(socket, "send_fds") and sys.platform != "darwin"
ROOT = Path(__file__).resolve().parents[1]
_MESSAGE = 1 << 18
# Modules that few commands import and that take long, or that depend on the command's environment.
_LATER = ("builder/publish", "builder/browse", "rulesdb/games")


def brainbug(
    *args: str | Path,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    largest: int = 0,
    encoding: str = "utf-8",
    broken: Mapping[int, str] | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end on a console of an encoding; ``env`` is added to the environment.

    No file that it writes may be larger than ``largest`` bytes, if that is not 0. ``broken`` has the standard
    streams, by number, that are ``closed`` or ``read-only``.
    """
    words = [str(arg) for arg in args]
    environment = {**os.environ, "PYTHONIOENCODING": encoding, **(env or {})}
    if not CAN_FORK:
        assert not largest
        assert not broken
        command = [sys.executable, "-m", "builder", *words]
        return subprocess.run(
            command, cwd=cwd, env=environment, capture_output=True, encoding=encoding, check=False
        )
    pipes = [os.pipe(), os.pipe()]
    with Path(os.devnull).open("rb") as nothing, ThreadPoolExecutor(2) as readers:
        texts = [readers.submit(_text_of, near, encoding) for near, _ in pipes]
        writing = [far for _, far in pipes]
        code = ask(
            server(),
            words,
            str(cwd or Path.cwd()),
            environment,
            [nothing.fileno(), *writing],
            largest,
            broken,
            writing,
        )
        return subprocess.CompletedProcess(words, code, *(text.result() for text in texts))


def _text_of(pipe: int, encoding: str) -> str:
    with os.fdopen(pipe, "rb") as stream:
        return stream.read().decode(encoding)


def client() -> str:
    """The command that a shell runs instead of ``brainbug``."""
    if not CAN_FORK:
        return f"{shlex.quote(sys.executable)} -m builder"
    return shlex.join([sys.executable, "-IS", __file__, "ask", server()])


@functools.cache
def server() -> str:
    """The address of the server of this process, which ends with it."""
    folder = tempfile.TemporaryDirectory(prefix="brainbug-server")
    atexit.register(folder.cleanup)
    address = f"{folder.name}/socket"
    running = subprocess.Popen([sys.executable, __file__, "serve", address], stdout=subprocess.PIPE)
    atexit.register(running.wait)
    atexit.register(running.terminate)
    assert running.stdout is not None
    running.stdout.readline()
    return address


def ask(
    address: str,
    words: list[str],
    cwd: str,
    environment: Mapping[str, str],
    streams: Sequence[int],
    largest: int = 0,
    broken: Mapping[int, str] | None = None,
    passed: Sequence[int] = (),
) -> int:
    """Ask the server to run a command with three streams; returns its exit code.

    Those of ``passed`` are closed here as soon as the server has them.
    """
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as connection:
        connection.connect(address)
        request = json.dumps([words, cwd, dict(environment), largest, dict(broken or {})]).encode()
        socket.send_fds(connection, [request], streams)
        for stream in passed:
            os.close(stream)
        return int(connection.recv(16))


def read_games_once() -> None:
    """Keep the games of this process: hundreds of tests and commands open the same ones from the cache."""
    from rulesdb.cache import plain

    plain.game_from_json = functools.lru_cache(maxsize=16)(plain.game_from_json)


def serve(address: str) -> None:
    """Fork for every request until this process is ended."""
    read_games_once()
    for path in (*ROOT.glob("rulesdb/**/*.py"), *ROOT.glob("builder/**/*.py")):
        place = path.relative_to(ROOT).with_suffix("")
        if path.stem not in ("__init__", "__main__") and not place.as_posix().startswith(_LATER):
            importlib.import_module(".".join(place.parts))
    # Imported only by commands that create a font subset, which most kits need once.
    importlib.import_module("fontTools.subset")
    importlib.import_module("rulesdb").Library().open_all()

    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as listener:
        listener.bind(address)
        listener.listen()
        os.write(1, b"ready\n")
        running: set[int] = set()
        while True:
            connection, _ = listener.accept()
            # Wait for children that have ended, so that their time counts as time of the tests.
            running -= {process for process in running if os.waitpid(process, os.WNOHANG)[0]}
            process = os.fork()
            if process == 0:
                listener.close()
                _answer(connection)
            running.add(process)
            connection.close()


def _answer(connection: socket.socket) -> None:
    """Run one command in a child process, and send its exit code."""
    request, streams, _, _ = socket.recv_fds(connection, _MESSAGE, 3)
    child = os.fork()
    if child == 0:
        connection.close()
        _become(*json.loads(request), streams)
    for stream in streams:
        os.close(stream)
    _, status = os.waitpid(child, 0)
    connection.send(str(os.waitstatus_to_exitcode(status)).encode())
    os._exit(0)


def _become(
    words: list[str],
    cwd: str,
    environment: dict[str, str],
    largest: int,
    broken: dict[str, str],
    streams: list[int],
) -> None:
    """Turn this process into the command."""
    import resource

    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    for number, state in broken.items():
        os.close(int(number))
        if state == "read-only":
            os.dup2(os.open(os.devnull, os.O_RDONLY), int(number))
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(environment)
    if largest:
        resource.setrlimit(resource.RLIMIT_FSIZE, (largest, largest))
    random.seed()
    sys.argv = ["brainbug", *words]
    encoding = environment.get("PYTHONIOENCODING", "utf-8")
    for number, (name, mode) in enumerate((("stdin", "r"), ("stdout", "w"), ("stderr", "w"))):
        # Python has no object for a stream that is closed when it starts.
        is_open = broken.get(str(number)) != "closed"
        setattr(sys, name, open(number, mode, encoding=encoding, closefd=False) if is_open else None)  # noqa: SIM115
    code = _run()
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except OSError:
        code = 120  # as Python ends when it cannot flush
    finally:
        os._exit(code)


def _run() -> int:
    from builder.cli.main import main

    try:
        main()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        import traceback

        traceback.print_exc()
        return 1
    return 0


if __name__ == "__main__":
    task, address, *words = sys.argv[1:]
    if task == "serve":
        serve(address)
    sys.exit(ask(address, words, os.getcwd(), os.environ, [0, 1, 2]))  # noqa: PTH109
