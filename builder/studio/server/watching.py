"""A scenario that is watched: linted and drawn at each save, with its kit in a page that reloads itself."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from builder.lint.engine import LintReport
from builder.press.kit.builds import BuildOptions, KitBuilder
from builder.press.kit.kit import write_kit
from builder.studio.disk import DiskFile
from builder.studio.findings import findings_json
from builder.studio.live_kit import LiveKit, LivePage
from builder.studio.server.page_files import PageFiles
from rulesdb import BrainbugError, Library

PAUSE = 0.1
"""Seconds between two checks of the disk."""


@dataclass(frozen=True, slots=True)
class Redrawn:
    """The result of a save: lint's report, and the pages of the kit that look different.

    ``pages`` is None if errors prevent a kit; ``problem`` is any other reason why there is none.
    """

    report: LintReport | None = None
    pages: tuple[LivePage, ...] | None = None
    problem: str = ""


@dataclass(slots=True)
class Watch:
    """A scenario that is watched; ``folder`` is where its kit is written, None for nowhere.

    ``report`` is called after each redrawing, and with the folder when the kit has been written there.
    """

    scenario: Path
    options: BuildOptions
    library: Library
    folder: Path | None
    report: Callable[[Redrawn | Path], None]
    live: LiveKit = field(init=False)
    last: Redrawn = field(default_factory=Redrawn, init=False)
    revision: int = field(default=0, init=False)
    _pages: set[WebSocket] = field(default_factory=set, init=False)
    _disk: DiskFile = field(init=False)
    _writing: asyncio.Task[None] | None = field(default=None, init=False)
    _is_unwritten: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        self.live = LiveKit(KitBuilder(self.library), self.options)
        self._disk = DiskFile(self.scenario)

    def redraw(self) -> Redrawn:
        """Lint the file, and draw its kit again; errors of any kind are part of the result."""
        # The settings of the linter are read again, because they may have changed, too.
        builder = KitBuilder(self.library)
        try:
            report = builder.lint(self.scenario)
            return Redrawn(report, self.live.draw(report))
        except BrainbugError as error:
            return Redrawn(problem=str(error))

    async def run(self) -> None:
        """Redraw at each change on the disk, until it is canceled; then finish writing."""
        try:
            while True:
                if self._disk.has_changed and self._disk.is_settled:
                    self._disk.note()
                    self.last = await asyncio.to_thread(self.redraw)
                    self.revision += 1
                    await self._send_all()
                    self.report(self.last)
                    self._is_unwritten |= bool(self.last.pages)
                if self._is_unwritten and (self._writing is None or self._writing.done()):
                    self._is_unwritten = False
                    self._writing = asyncio.create_task(self._write())
                await asyncio.sleep(PAUSE)
        finally:
            if self._writing is not None:
                await self._writing

    async def _write(self) -> None:
        """Write the last kit; neither the page nor the next redrawing waits for it."""
        if self.folder is None or self.live.kit is None:
            return
        try:
            await asyncio.to_thread(write_kit, self.live.kit, self.folder, force=self.options.force)
        except BrainbugError as error:
            self.report(Redrawn(problem=str(error)))
        else:
            self.report(self.folder)

    def state(self) -> dict[str, Any]:
        """The state of the page."""
        kit, report = self.live.kit, self.last.report
        return {
            "revision": self.revision,
            "file": self.scenario.name,
            "title": kit.scenario.title if kit is not None else self.scenario.name,
            "game": kit.scenario.ruleset.title if kit is not None else "",
            "pages": [asdict(page) for page in self.live.pages],
            "changed": [page.digest for page in self.last.pages or ()],
            "isCurrent": self.last.pages is not None,
            "problem": self.last.problem,
            "findings": findings_json(report) if report is not None else {"summary": "", "list": []},
        }

    async def _send_all(self) -> None:
        message = json.dumps(self.state(), ensure_ascii=False)
        for page in tuple(self._pages):
            with suppress(WebSocketDisconnect, RuntimeError):
                await page.send_text(message)

    async def answer(self, socket: WebSocket) -> None:
        """Send the state to a page, now and at each change, until it is closed."""
        await socket.accept()
        self._pages.add(socket)
        try:
            await socket.send_text(json.dumps(self.state(), ensure_ascii=False))
            while True:
                await socket.receive_text()
        except WebSocketDisconnect:
            pass
        finally:
            self._pages.discard(socket)

    async def drawing(self, request: Request) -> Response:
        """A page of the kit as SVG."""
        svg = self.live.svg(request.path_params["digest"])
        if svg is None:
            return PlainTextResponse("this page has changed\n", 404)
        return Response(svg, media_type="image/svg+xml")


def watch_app(watch: Watch) -> Starlette:
    """The page of a watched scenario."""
    files = PageFiles("watch.html")

    @asynccontextmanager
    async def watching(app: Starlette) -> AsyncIterator[None]:
        task = asyncio.create_task(watch.run())
        yield
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task

    return Starlette(
        routes=[
            Route("/", files.index),
            Route("/kit/{digest}.svg", watch.drawing),
            WebSocketRoute("/live", watch.answer),
            Route("/{path:path}", files.file),
        ],
        lifespan=watching,
    )
