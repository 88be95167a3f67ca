"""Paper: its size, and how near its edge one may print."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from pathlib import Path

from rulesdb import InputError, UnknownEntry
from rulesdb.nearest import nearest
from rulesdb.yaml_source import load_yaml

_FOLDER = Path(__file__).resolve().parent / "sheets"
SMALLEST = 120


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
    """A paper by name, or from a file of one's own whose path ends in ``.yaml``.

    >>> load_paper("a4").content
    (190, 277)

    Raises:
        UnknownEntry: there is no such paper.
        InputError: the file does not describe a paper.
        DataError: the file cannot be read.
    """
    if name.endswith(".yaml"):
        return _own_paper(Path(name))
    if name not in paper_names():
        raise UnknownEntry(name, nearest(name, paper_names()) or paper_names(), "paper")
    return Paper(**load_yaml(_FOLDER / f"{name}.yaml").data)


def _own_paper(path: Path) -> Paper:
    data = load_yaml(path).data
    wanted = [field.name for field in fields(Paper)]
    if not isinstance(data, dict) or sorted(data) != sorted(wanted):
        raise InputError(f"{path}: a paper has {', '.join(wanted)}, and nothing else")
    for name in wanted[2:]:
        if isinstance(data[name], bool) or not isinstance(data[name], int | float) or data[name] < 0:
            raise InputError(f"{path}: {name} is {data[name]!r}; give millimeters, as 210")
    paper = Paper(str(data["name"]), str(data["title"]), *(data[name] for name in wanted[2:]))
    if min(paper.content) < SMALLEST:
        raise InputError(f"{path}: less than {SMALLEST} mm is left inside the margins")
    return paper
