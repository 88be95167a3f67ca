"""Fuzzing that follows the branches of the code: each target in turn, in a process of its own.

    pip install atheris
    python tests/builder/fuzz/guided.py [--runs 200000] [TARGET ...]

TARGET is a name of ``targets.TARGETS``; without one, all are run. For each, a line is printed with the number
of executions, failures, the time of the slowest input without the fuzzer, and the peak of memory. Failing
inputs are shortened and stored in ``build/fuzz/TARGET/failures``; the exit code is 1 if there are any. Add
each to ``corpus.yaml``, where the tests try it from then on, before you fix the code. Inputs that reach new
branches stay in ``build/fuzz/TARGET/inputs``, where the next run starts.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import logging
import os
import random
import re
import subprocess
import sys
import time
import traceback
from pathlib import Path
from typing import Any

# Modules that several tests share.
sys.path.append(str(Path(__file__).resolve().parents[2]))

ROOT = Path(__file__).resolve().parents[3]
BUILD = ROOT / "build" / "fuzz"
# The fuzzer makes everything several times slower; the promise of 10 seconds is checked without it.
TIMEOUT = 60
MAX_SECONDS = 10.0
MAX_MEMORY = 1024
MAX_RESTARTS = 20
_SHORTENING = 30.0
_WORD = re.compile(rb"[\w.+-]+")
_ODD = [
    b"-1", b"99999999999999999999", b"1e400", b".nan", b"{}", b"[]", b"[[]]", b"[null]", b"{a: 1}", b"null",
    b"~", b"true", b'""', b"x" * 300, b"0101-9999", b"outside", b"1d6", b"100d100",
]  # fmt: skip


def main() -> None:
    """Run the targets that are named, or one part of that."""
    parser = argparse.ArgumentParser(description="Fuzz the readers of users' files by coverage.")
    parser.add_argument("targets", nargs="*")
    parser.add_argument("--runs", type=int, default=200_000, help="executions of each target")
    parser.add_argument("--part", choices=["fuzz", "replay", "shorten"], help=argparse.SUPPRESS)
    given = parser.parse_args()
    # What libraries log about damaged files takes longer than reading them.
    logging.disable(logging.CRITICAL)
    if given.part == "fuzz":
        fuzz(given.targets[0], given.runs)
    elif given.part == "replay":
        replay(*given.targets)
    elif given.part == "shorten":
        shorten(*given.targets)
    else:
        sys.exit(run_all(given.targets, given.runs))


def run_all(names: list[str], runs: int) -> int:
    """Fuzz each target and print a line about it; 1 if anything failed."""
    import targets

    row = "{:<11} {:>10} {:>8} {:>10} {:>9} {:>8}"
    print(row.format("target", "executions", "failures", "slowest s", "peak MiB", "minutes"), flush=True)
    is_sound = True
    for name in names or targets.TARGETS:
        start = time.monotonic()
        stats = run_target(name, runs)
        failures = sorted(path for path in (BUILD / name / "failures").iterdir() if path.suffix != ".txt")
        slowest = BUILD / name / "slowest"
        part("replay", name, slowest)
        seconds = float((BUILD / name / "seconds").read_text())
        minutes = (time.monotonic() - start) / 60
        cells = f"{seconds:.3f}", stats["peak"], f"{minutes:.1f}"
        print(row.format(name, stats["executions"], len(failures), *cells), flush=True)
        for path in failures:
            print(f"  {path.relative_to(ROOT)}", flush=True)
        is_sound = is_sound and not failures and seconds <= MAX_SECONDS and stats["peak"] <= MAX_MEMORY
    return 0 if is_sound else 1


def run_target(name: str, runs: int) -> dict[str, int]:
    """Fuzz one target; a process that crashes or hangs is a failure, after which another goes on."""
    folder = BUILD / name
    for inside in ("inputs", "failures", "seeds"):
        (folder / inside).mkdir(parents=True, exist_ok=True)
    for path in (*(folder / "failures").iterdir(), *(folder / "seeds").iterdir()):
        path.unlink()
    total = {"executions": 0, "peak": 0}
    for _ in range(MAX_RESTARTS):
        (folder / "stats.json").unlink(missing_ok=True)
        done = part("fuzz", name, runs=runs - total["executions"])
        stats = json.loads((folder / "stats.json").read_text()) if (folder / "stats.json").is_file() else {}
        total["executions"] += stats.get("executions", 0)
        total["peak"] = max(total["peak"], stats.get("peak", 0))
        if done.returncode == 0 or total["executions"] >= runs:
            break
        # The fuzzer has written the input that ended the process.
        if not any((folder / "failures").iterdir()):
            sys.exit(f"{name} did not run: see {folder / 'fuzz.log'}")
    for path in sorted((folder / "failures").iterdir()):
        if path.suffix != ".txt":
            part("shorten", name, path)
    return total


def part(kind: str, name: str, *more: Path, runs: int = 0) -> subprocess.CompletedProcess[bytes]:
    """A part of the work in a process of its own, whose output goes to a file."""
    command = [sys.executable, __file__, "--part", kind, "--runs", str(runs), name, *map(str, more)]
    with (BUILD / name / f"{kind}.log").open("wb") as log:
        return subprocess.run(command, stdout=log, stderr=subprocess.STDOUT, check=False, cwd=ROOT)


def fuzz(name: str, runs: int) -> None:
    """Feed one target until it was executed so often; the fuzzer ends this process."""
    import atheris

    with atheris.instrument_imports(include=["rulesdb", "builder", "yaml"]):
        import targets

        # Much is imported only by the first input.
        seeds = targets.seeds(name)
        for raw in seeds:
            targets.TARGETS[name](raw)
    folder = BUILD / name
    for raw in seeds:
        (folder / "seeds" / hashlib.sha256(raw).hexdigest()[:12]).write_bytes(raw)
    watch = _Watch(folder, targets.TARGETS[name], runs)
    longest = max(4096, *map(len, seeds)) if seeds else 4096
    options = {
        "runs": runs,
        "timeout": TIMEOUT,
        "report_slow_units": TIMEOUT,
        "max_len": longest + longest // 4,
        "artifact_prefix": f"{folder / 'failures'}/",
        # The limit of memory is checked by the peak that is reported; this ends what would fill the machine.
        "rss_limit_mb": 3 * MAX_MEMORY,
    }
    if name in targets.TEXTS:
        (folder / "words").write_text("".join(map(_word, targets.JUNK)))
        options["dict"] = folder / "words"
    arguments = [f"-{option}={value}" for option, value in options.items()]
    command = [sys.argv[0], str(folder / "inputs"), str(folder / "seeds"), *arguments]

    def mutate(raw: bytes, longest: int, seed: int) -> bytes:
        rng = random.Random(seed)
        if name not in targets.TEXTS or rng.random() < 0.4:
            return atheris.Mutate(raw, longest)
        return with_a_slip(raw, rng, targets.JUNK)[:longest]

    atheris.Setup(command, watch.execute, custom_mutator=mutate)
    atheris.Fuzz()


def with_a_slip(raw: bytes, rng: random.Random, junk: list[bytes]) -> bytes:
    """A text with a line or a word deleted, repeated, moved, swapped or replaced: most of it stays valid."""
    lines = raw.split(b"\n")
    words = [match.span() for match in _WORD.finditer(raw)]
    at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    kind = rng.choice(["delete", "repeat", "move", "indent", "swap", "replace", "replace"])
    if kind in ("swap", "replace") and words:
        start, end = rng.choice(words)
        first, last = rng.choice(words)
        new = raw[first:last] if kind == "swap" else rng.choice([*junk, *_ODD])
        return raw[:start] + new + raw[end:]
    if kind == "delete":
        del lines[at]
    elif kind == "repeat":
        lines.insert(other, lines[at])
    elif kind == "indent":
        lines[at] = b" " * rng.randrange(12) + lines[at].lstrip()
    else:
        lines.insert(other, lines.pop(at))
    return b"\n".join(lines)


class _Watch:
    """Executes a target, and notes failures, the slowest input and the peak of memory."""

    def __init__(self, folder: Path, target: Any, runs: int) -> None:
        self.folder = folder
        self.target = target
        self.runs = runs
        self.executions = 0
        self.slowest = 0.0
        self.stored = time.monotonic()
        self.failures: set[str] = set()

    def execute(self, raw: bytes) -> None:
        start = time.process_time()
        try:
            self.target(raw)
        except Exception as error:
            key = key_of(error)
            if key not in self.failures:
                self.failures.add(key)
                path = self.folder / "failures" / hashlib.sha256(key.encode()).hexdigest()[:12]
                path.write_bytes(raw)
                path.with_suffix(".txt").write_text("".join(traceback.format_exception(error)))
        seconds = time.process_time() - start
        self.executions += 1
        if seconds > self.slowest:
            self.slowest = seconds
            (self.folder / "slowest").write_bytes(raw)
        if self.executions >= self.runs or time.monotonic() - self.stored > 2:
            self.stored = time.monotonic()
            stats = {"executions": self.executions, "peak": peak_memory()}
            (self.folder / "stats.json").write_text(json.dumps(stats))


def peak_memory() -> int:
    """The most memory that this process has had, in MiB; what its parent had does not count."""
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    return int(re.findall(r"VmHWM:\s+(\d+) kB", status)[0]) // 1024


def key_of(error: BaseException) -> str:
    """What failures of one cause have in common: the type, and the last place in brainbug's code."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if f"{ROOT}{os.sep}" in frame.filename and ".venv" not in frame.filename]
    return f"{type(error).__name__} {own[-1].filename}:{own[-1].lineno}" if own else type(error).__name__


def replay(name: str, file: str) -> None:
    """Store the seconds that an input takes without the fuzzer."""
    import targets

    for raw in targets.seeds(name):
        targets.TARGETS[name](raw)
    start = time.process_time()
    try:
        targets.TARGETS[name](Path(file).read_bytes())
    except Exception:
        traceback.print_exc()
    (BUILD / name / "seconds").write_text(str(time.process_time() - start))


def shorten(name: str, file: str) -> None:
    """Remove what a failing input does not need, for half a minute."""
    import targets

    def failure(raw: bytes) -> str:
        try:
            targets.TARGETS[name](raw)
        except Exception as error:
            return key_of(error)
        return ""

    path = Path(file)
    raw = path.read_bytes()
    wanted, end = failure(raw), time.monotonic() + _SHORTENING
    size = len(raw) // 2
    while wanted and size and time.monotonic() < end:
        at = 0
        while at < len(raw) and time.monotonic() < end:
            shorter = raw[:at] + raw[at + size :]
            if failure(shorter) == wanted:
                raw = shorter
            else:
                at += size
        size //= 2
    path.write_bytes(raw)


def _word(raw: bytes) -> str:
    """A line of a dictionary of libFuzzer."""
    return f'"{"".join(f"{chr(92)}x{byte:02X}" for byte in raw)}"\n'


if __name__ == "__main__":
    main()
