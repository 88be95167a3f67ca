"""Coverage-guided fuzzing, run by hand for as long as you like.

    pip install atheris
    python tests/builder/fuzz/guided.py TARGET [-max_total_time=600] [other options of libFuzzer]

TARGET is a name in ``targets.TARGETS``. An input that violates a guarantee is written to a file ``crash-…``;
put it into ``corpus/TARGET/``, where the tests use it from then on, and fix the code.
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
    """Fuzz one target, starting from its seeds."""
    name, *options = sys.argv[1:]
    folder = tempfile.mkdtemp(prefix=f"brainbug-guided-{name}-")
    for number, seed in enumerate(targets.seeds(name)):
        (Path(folder) / f"seed-{number}").write_bytes(seed)
    atheris.Setup([sys.argv[0], folder, *options], targets.TARGETS[name])
    atheris.Fuzz()


if __name__ == "__main__":
    main()
