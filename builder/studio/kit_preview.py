"""The kit of a file as it will print, drawn in another process so that editing does not wait for it."""

from __future__ import annotations

import functools
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from builder.lint.configuration import ConfigFinder
from builder.lint.engine import lint_text
from builder.press.kit.builds import BuildOptions, KitBuilder
from builder.press.kit.kit import kit_work
from builder.press.pdf.pdf import pdf_bytes
from builder.studio.live_kit import LiveKit, LivePage
from builder.studio.server.worker import Worker
from rulesdb import BrainbugError, Library

_KEPT = 4


@dataclass(frozen=True, slots=True)
class Look:
    """How a kit is printed: the names of a theme and a paper."""

    theme: str = "default"
    paper: str = "a4"


@dataclass(frozen=True, slots=True)
class DrawnKit:
    """The pages of a kit, and the SVG files of new ones by digest; or the reason why there is no kit."""

    pages: tuple[LivePage, ...] = ()
    svg: Mapping[str, str] = field(default_factory=dict)
    problem: str = ""


class KitPreview:
    """Draws kits in a process of its own, which starts with the first one."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self._worker = Worker()
        # The pages of the last few kits, as several browsers may look at several files.
        self._kits: deque[Mapping[str, str]] = deque(maxlen=_KEPT)

    async def draw(self, text: str, path: Path, look: Look) -> DrawnKit:
        """The kit of a text; the files of its pages are kept for :meth:`svg`."""
        drawn = await self._worker.run(_draw, self.library, text, path, look)
        if isinstance(drawn, str):
            return DrawnKit(problem=drawn)
        self._kits.append(drawn.svg)
        return drawn

    async def pdf(self, text: str, path: Path, look: Look) -> bytes | str:
        """The kit of a text as PDF; or the reason why there is none."""
        return await self._worker.run(_pdf, self.library, text, path, look)

    def svg(self, digest: str) -> str | None:
        """A page of the last few kits; None if they have no such page."""
        return next((kit[digest] for kit in self._kits if digest in kit), None)

    def close(self) -> None:
        """End the process."""
        self._worker.close()


# The kits that this process has drawn; each task comes with an equal library that is not open yet.
_builder = functools.cache(KitBuilder)


@functools.lru_cache(maxsize=4)
def _live(library: Library, path: Path, look: Look) -> LiveKit:
    options = BuildOptions(path, Path(), paper=look.paper, theme=look.theme)
    return LiveKit(_builder(library), options)


def _draw(library: Library, text: str, path: Path, look: Look) -> DrawnKit | str:
    live = _live(library, path, look)
    try:
        config = ConfigFinder().of(path)
        new = live.draw(lint_text(text, path, library=live.builder.library, config=config))
    except BrainbugError as error:
        return str(error)
    if new is None:
        return "the scenario has errors: fix them first"
    return DrawnKit(live.pages, {page.digest: live.svg(page.digest) or "" for page in live.pages})


def _pdf(library: Library, text: str, path: Path, look: Look) -> bytes | str:
    drawn = _draw(library, text, path, look)
    kit = _live(library, path, look).kit
    if isinstance(drawn, str) or kit is None:
        return str(drawn)
    work = kit_work(kit)
    return pdf_bytes(work.pages, work.about, duplex=work.duplex)
