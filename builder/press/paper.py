"""Paper: its size, and how near its edge one may print."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from rulesdb import UnknownEntry
from rulesdb.nearest import nearest
from rulesdb.yaml_source import load_yaml

_FOLDER = Path(__file__).resolve().parent / "sheets"


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet of ``width`` × ``height`` mm.

    Text keeps ``margin`` mm from the edge; pieces to cut out keep ``edge`` mm, the least that home
    printers can do.
    """

    name: str
    title: str
    width: float
    height: float
    margin: float
    edge: float

    @property
    def turned(self) -> Paper:
        """The same sheet on its side."""
        return replace(self, width=self.height, height=self.width)

    @property
    def content(self) -> tuple[float, float]:
        """The room inside the margins, in mm."""
        return self.width - 2 * self.margin, self.height - 2 * self.margin


def paper_names() -> tuple[str, ...]:
    """The papers that brainbug knows."""
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.yaml")))


def load_paper(name: str) -> Paper:
    """A paper by name.

    >>> load_paper("a4").content
    (190, 277)

    Raises:
        UnknownEntry: there is no such paper.
    """
    if name not in paper_names():
        raise UnknownEntry(name, nearest(name, paper_names()) or paper_names(), "paper")
    return Paper(**load_yaml(_FOLDER / f"{name}.yaml").data)
