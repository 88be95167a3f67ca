"""A studio as an application: it answers at once, while the code for checks and drawings is imported."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from builder.studio.folder import Folder
from builder.studio.server.garbage import postponed
from builder.studio.server.page_files import PageFiles
from rulesdb import Library

if TYPE_CHECKING:
    from builder.studio.server.desk import Desk


def studio_app(path: Path, library: Library) -> Starlette:
    """The pages of a studio for a file, or for the files of a folder.

    Raises:
        InputError: there is no such file or folder.
    """
    opening, files = Opening(Folder.of(path), library), PageFiles("studio.html")
    return Starlette(
        routes=[
            Route("/", files.index),
            WebSocketRoute("/live", opening.live),
            WebSocketRoute("/language", opening.language),
            Route("/kit/{digest}.svg", opening.page_of_kit),
            Route("/trace/{name:path}", opening.trace),
            Route("/pdf/{name}", opening.pdf),
            Route("/{path:path}", files.file),
        ],
        lifespan=opening.run,
    )


class Opening:
    """Opens the desk of a folder while the browser loads the page; requests wait for it."""

    def __init__(self, folder: Folder, library: Library) -> None:
        self._folder = folder
        self._library = library

    @asynccontextmanager
    async def run(self, app: Starlette) -> AsyncIterator[None]:
        """Open the desk, and let it watch its files until the application ends."""
        with postponed():
            self._opened = asyncio.create_task(asyncio.to_thread(self._open))
            serving = asyncio.create_task(self._serve(app))
            yield
            serving.cancel()
            with suppress(asyncio.CancelledError):
                await serving
            (await self._opened).workshop.close()

    def _open(self) -> Desk:
        # Slow to import, and the page loads meanwhile.
        from builder.studio.server.desk import Desk

        return Desk(self._folder, self._library)

    async def _serve(self, app: Starlette) -> None:
        app.state.desk = desk = await asyncio.shield(self._opened)
        await asyncio.gather(desk.watch(), desk.prepare())

    async def live(self, socket: WebSocket) -> None:
        """Answer a page until it is closed."""
        await (await self._opened).answer(socket)

    async def language(self, socket: WebSocket) -> None:
        """Answer a text pane until it is closed."""
        await (await self._opened).language.answer(socket)

    async def page_of_kit(self, request: Request) -> Response:
        """A page of a kit."""
        return await (await self._opened).workshop.page_of_kit(request)

    async def trace(self, request: Request) -> Response:
        """An image to trace."""
        return await (await self._opened).traces.image(request)

    async def pdf(self, request: Request) -> Response:
        """A kit as PDF."""
        return await (await self._opened).workshop.pdf(request)
