"""Images to trace: sent by a page, kept next to the scenario, and shown under its map."""

from __future__ import annotations

import asyncio
import base64
import binascii
from dataclasses import asdict
from hashlib import sha256

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from builder.studio.folder import Folder
from builder.studio.server.messages import Message, PageOfFile, field_of, open_session
from builder.studio.session import Refused
from builder.studio.tracing import Placement, Tracing
from rulesdb import BrainbugError


class Traces:
    """The images under the maps of a folder's scenarios."""

    def __init__(self, folder: Folder) -> None:
        self._folder = folder

    async def show(self, page: PageOfFile, message: Message) -> None:
        """Send the image under a view, by its address and placement."""
        await self._send(page, field_of(message, "view", str))

    async def add(self, page: PageOfFile, message: Message) -> None:
        """Put an image under a view."""
        view, text = field_of(message, "view", str), field_of(message, "image", str)
        try:
            image = base64.b64decode(text, validate=True)
        except (binascii.Error, ValueError) as error:
            raise Refused("the image did not arrive whole") from error
        placement = Placement.from_json(message.get("placement"))
        await asyncio.to_thread(Tracing(open_session(page).path).add, view, image, placement)
        await self._send(page, view)

    async def place(self, page: PageOfFile, message: Message) -> None:
        """Store the placement of an image."""
        tracing, view = Tracing(open_session(page).path), field_of(message, "view", str)
        if tracing.placement(view) is not None:
            await asyncio.to_thread(tracing.place, view, Placement.from_json(message.get("placement")))

    async def remove(self, page: PageOfFile, message: Message) -> None:
        """Remove an image."""
        view = field_of(message, "view", str)
        await asyncio.to_thread(Tracing(open_session(page).path).remove, view)
        await self._send(page, view)

    async def image(self, request: Request) -> Response:
        """The image under a view of a scenario."""
        try:
            tracing = Tracing(await asyncio.to_thread(self._folder.path, request.path_params["name"]))
            image = tracing.image(request.query_params.get("view", ""))
        except BrainbugError as error:
            return PlainTextResponse(f"{error}\n", 404)
        if image is None:
            return PlainTextResponse("no such image\n", 404)
        return Response(image, media_type="image/jpeg")

    async def _send(self, page: PageOfFile, view: str) -> None:
        tracing = Tracing(open_session(page).path)
        placement, image = tracing.placement(view), await asyncio.to_thread(tracing.image, view)
        is_there = placement is not None and image is not None
        await page.send(
            {
                "type": "trace",
                "view": view,
                "placement": asdict(placement) if is_there and placement else None,
                "version": sha256(image).hexdigest()[:12] if image is not None else "",
            }
        )
