"""Messages between the pages in a browser and the desk."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, TypeVar

from starlette.websockets import WebSocket, WebSocketDisconnect

from builder.studio.map_layers import Parts
from builder.studio.session import Refused, Session

Message = Mapping[str, Any]
T = TypeVar("T")


@dataclass(eq=False, slots=True)
class PageOfFile:
    """A page in a browser: its socket, its file, its view of the map, and the layers that it shows.

    ``number`` is that of the last map that was sent.
    """

    socket: WebSocket
    session: Session | None = None
    view: str = ""
    shown_layers: Mapping[str, Parts] = field(default_factory=dict)
    number: int = 0
    palette: str = ""
    wants_text: bool = False

    async def send(self, message: Message) -> None:
        """Send a message; nothing if the page is closed."""
        with suppress(WebSocketDisconnect, RuntimeError):
            await self.socket.send_text(json.dumps(message, ensure_ascii=False))


def field_of(message: Message, name: str, type: type[T]) -> T:
    """A field of a message.

    Raises:
        Refused: it is missing, or of another type.
    """
    value = message.get(name)
    if not isinstance(value, type):
        raise Refused(f"the message needs {name!r}")
    return value


def open_session(page: PageOfFile) -> Session:
    """The file that a page has open.

    Raises:
        Refused: it has none.
    """
    if page.session is None:
        raise Refused("open a file first")
    return page.session
