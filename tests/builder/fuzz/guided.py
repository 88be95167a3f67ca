"""Fuzzing that follows the code's branches, by hand and for as long as one likes.

    pip install atheris
    python tests/builder/fuzz/guided.py TARGET [-max_total_time=600] [other options of libFuzzer]

TARGET is a name of ``targets.TARGETS``. What breaks a promise is written to a file ``crash-…``; put it into
``corpus/TARGET/``, where the tests try it from then on, and mend the code.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import atheris

# Modules that several tests share.
sys.path.append(str(Path(__file__).resolve().parents[2]))

with atheris.instrument_imports(include=["rulesdb", "builder", "yaml"]):
    import targets


def main() -> None:
    """Feed one target, from its seeds on."""
    name, *options = sys.argv[1:]
    folder = tempfile.mkdtemp(prefix=f"brainbug-guided-{name}-")
    for number, seed in enumerate(targets.seeds(name)):
        (Path(folder) / f"seed-{number}").write_bytes(seed)
    atheris.Setup([sys.argv[0], folder, *options], targets.TARGETS[name])
    atheris.Fuzz()


if __name__ == "__main__":
    main()
