"""How soon the studio shows edits, in Chromium: ``python -m benchmarks.studio [--edits 200] [--long]``.

For the largest scenario of each kind of map, and for a ship of three decks of 60 × 40 hexes, it prints the
median and the 95th percentile of the milliseconds from sending an edit until its findings and its map are in
the page, and until the map is painted; the processor milliseconds of server and page for each edit, which
other programs do not disturb; the seconds from the command to the first page; and the memory of the server
after all edits, in MiB.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from benchmarks.generated import SHIPPED, big_ship

Edit = dict[str, Any]
# In milliseconds for edits and findings, seconds for the first page, and MiB.
BUDGETS = {"map": 100.0, "findings": 200.0, "stroke": 200.0, "first page": 2.0, "memory": 300.0}
_LONG = 2_000
# Attempts for each wanted edit: some are refused, or change nothing.
_TRIES = 3
# Keeps the socket of the page, so that edits come from the page itself.
_KEEPER = """(() => {
  const Native = window.WebSocket;
  window.WebSocket = class extends Native {
    constructor(...given) {
      super(...given);
      if (String(given[0]).endsWith("/live")) { window.live = this; }
    }
  };
})()"""
# Sends edits over the socket of the page, and notes when the page shows each: in its elements, and painted.
_SENDER = """() => {
  const times = window.times = {};
  const note = (what, element) => new MutationObserver(() => {
    const time = (times[element.dataset.rev] ??= {});
    if (time[what]) { return; }
    time[what] = performance.now();
    if (what !== "map") { return; }
    requestAnimationFrame(() => setTimeout(() => { time.painted = performance.now(); }));
  }).observe(element, { attributes: true, attributeFilter: ["data-rev"] });
  note("findings", document.querySelector("#findings"));
  note("map", document.querySelector("#map"));
  let answer = null;
  window.live.addEventListener("message", (event) => {
    if (!/^.{0,12}"(done|refused)"/.test(event.data)) { return; }
    const message = JSON.parse(event.data);
    if (message.id === "benchmark" && answer) { answer(message); answer = null; }
  });
  const pause = () => new Promise((resolve) => setTimeout(resolve, 5));
  const shown = () => Number(document.querySelector("#findings").dataset.rev);
  window.edit = async (ops) => {
    const base = shown(), start = performance.now();
    const done = new Promise((resolve) => { answer = resolve; });
    window.live.send(JSON.stringify({ type: "do", ops, base, id: "benchmark" }));
    const message = await done;
    if (message.type === "refused") { return null; }
    for (let waits = 0; waits < 800; waits += 1) {
      // Some random edits set what is set already.
      if (waits === 200 && shown() === base) { return null; }
      const time = times[base + 1];
      if (time?.painted && time.findings) {
        return [time.findings - start, time.map - start, time.painted - start];
      }
      await pause();
    }
    return null;
  };
}"""


def doors(rng: random.Random, columns: int, rows: int, level: str) -> Edit:
    """A door in the middle of a map of hexes."""
    side = _side(rng, columns, rows)
    kind = rng.choice(("interior", "airtight", "open", "none"))
    return {"op": "set-door", "level": level, "sides": side, "door": kind}


def hedges(rng: random.Random, columns: int, rows: int) -> Edit:
    """A hedge in open country."""
    side = _side(rng, columns, rows)
    return {"op": "set-obstacle", "sides": side, "obstacle": rng.choice(("hedge", "wall", "none"))}


def _side(rng: random.Random, columns: int, rows: int) -> str:
    hex = f"{rng.randint(3, columns - 2):02}{rng.randint(3, rows - 2):02}"
    return f"{hex}/{rng.choice(('N', 'NE', 'SE'))}"


def heights(rng: random.Random, columns: int, rows: int) -> Edit:
    """The height of a dot."""
    spot = f"{rng.randint(2, columns - 1):02}{rng.randint(2, rows - 1):02}"
    return {"op": "paint-height", "spots": spot, "height": rng.choice((0, 1))}


def pieces(rng: random.Random, id: str) -> Edit:
    """A piece of terrain of a table, moved a little."""
    by = [rng.choice((-0.5, 0.5)), rng.choice((-0.5, 0.5))]
    return {"op": "move", "kind": "piece", "id": id, "by": by}


def strokes(rng: random.Random) -> Edit:
    """A stroke of ten hexes that begins in a room of the large ship, and widens it."""
    across, down = rng.randint(0, 4), rng.randint(0, 3)
    column, row = 10 * across + rng.randint(2, 10), 10 * down + rng.randint(1, 10)
    return {
        "op": "paint-area",
        "level": "deck-1",
        "area": f"room-1-{across + 1}-{down + 1}",
        "hexes": f"{column:02}{row:02}-{column + 9:02}{row:02}",
    }


CASES: dict[str, tuple[Path | None, Callable[[random.Random], Edit]]] = {
    "decks": (SHIPPED / "bug_hunter" / "relief.yaml", lambda rng: doors(rng, 20, 8, "")),
    "land": (SHIPPED / "bugged" / "brood-debt.yaml", lambda rng: hedges(rng, 12, 9)),
    "dots": (SHIPPED / "advanced_infantry" / "cold-ford.yaml", lambda rng: heights(rng, 33, 22)),
    "table": (SHIPPED / "handspan" / "pump-hut.yaml", lambda rng: pieces(rng, "")),
    "60 × 40 × 3": (None, strokes),
}


def completed(edit: Edit, text: str) -> Edit:
    """An edit with the first level or piece of a file, if it names none."""
    if edit.get("level") == "":
        match = re.search(r"levels:\n +- id: ([\w-]+)", text)
        return {**edit, "level": match[1] if match else ""}
    if edit.get("id") == "":
        match = re.search(r"pieces:\n(?: *#.*\n)* +- \{?id: ([\w-]+)", text)
        return {**edit, "id": match[1] if match else ""}
    return edit


def measured(path: Path, make: Callable[[random.Random], Edit], edits: int) -> dict[str, float]:
    """The measurements of a scenario: first page, findings and map of random edits, and memory."""
    from playwright.sync_api import sync_playwright

    rng, text = random.Random(1), path.read_text(encoding="utf-8")
    with sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = chromium.new_page(viewport={"width": 1280, "height": 800})
        page.add_init_script(_KEEPER)
        start = time.perf_counter()
        command = [str(Path(sys.executable).parent / "brainbug"), "studio", str(path), "--no-open"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, encoding="utf-8")
        try:
            assert server.stdout is not None
            page.goto(server.stdout.readline().strip())
            page.wait_for_selector("#map[data-rev]")
            first = time.perf_counter() - start
            page.evaluate(_SENDER)
            busy = page.context.new_cdp_session(page)
            busy.send("Performance.enable")
            before = cpu_of(server.pid), _page_seconds(busy)
            samples: list[list[float]] = []
            for _ in range(_TRIES * edits):
                times = page.evaluate("(ops) => edit(ops)", [completed(make(rng), text)])
                samples += [] if times is None else [times]
                if len(samples) == edits:
                    break
            spent = cpu_of(server.pid) - before[0], _page_seconds(busy) - before[1]
            memory = memory_of(server.pid)
        finally:
            server.terminate()
            server.wait()
            chromium.close()
    findings, drawn, painted = ([each[index] for each in samples] for index in (0, 1, 2))
    return {
        "edits": len(samples),
        "first page": first,
        "findings": median(findings),
        "findings 95 %": quantiles(findings, n=20)[-1],
        "map": median(drawn),
        "map 95 %": quantiles(drawn, n=20)[-1],
        "painted": median(painted),
        "server": spent[0] / len(samples) * 1000,
        "page": spent[1] / len(samples) * 1000,
        "memory": memory,
    }


def cpu_of(process: int) -> float:
    """The processor seconds of a process; 0 if the system does not report them."""
    stat = Path(f"/proc/{process}/stat")
    if not stat.is_file():
        return 0.0
    user, system = stat.read_text(encoding="utf-8").rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def _page_seconds(busy: Any) -> float:
    """The seconds that the page's own thread has worked."""
    metrics = busy.send("Performance.getMetrics")["metrics"]
    return next(float(each["value"]) for each in metrics if each["name"] == "TaskDuration")


def memory_of(process: int) -> float:
    """The memory of a process in MiB; 0 where the system does not tell."""
    status = Path(f"/proc/{process}/status")
    match = re.search(r"VmRSS:\s+(\d+) kB", status.read_text(encoding="utf-8")) if status.is_file() else None
    return int(match[1]) / 1024 if match else 0.0


def rows(edits: int, *, only: str = "") -> Iterator[tuple[str, dict[str, float]]]:
    """The measures of each case, each in a folder of its own."""
    for name, (model, make) in CASES.items():
        if only and name != only:
            continue
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "scenario.yaml"
            path.write_text(big_ship() if model is None else model.read_text("utf-8"), encoding="utf-8")
            yield name, measured(path, make, edits)


def main() -> None:
    """Print a row for each case."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.studio", description=__doc__)
    parser.add_argument("--edits", type=int, default=200)
    parser.add_argument("--only", default="", choices=["", *CASES])
    parser.add_argument("--long", action="store_true", help=f"{_LONG} edits of decks, for memory")
    given = parser.parse_args()
    cases = rows(_LONG, only="decks") if given.long else rows(given.edits, only=given.only)
    for name, case in cases:
        print(f"{name:12}", ", ".join(f"{what} {value:.4g}" for what, value in case.items()), flush=True)


if __name__ == "__main__":
    main()
