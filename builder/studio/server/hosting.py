"""Runs an application on this machine alone, until it is interrupted."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import uvicorn
from starlette.types import ASGIApp

from builder.studio.server.access import HOST, Access, Guard
from rulesdb import BrainbugError

MAX_MESSAGE = 1 << 24
"""The maximum size of a message from the page in bytes."""


def bind(port: int) -> socket.socket:
    """A socket on this machine alone; port 0 is any free one.

    Raises:
        BrainbugError: the port is used by another program, or may not be used.
    """
    try:
        listening = socket.create_server((HOST, port))
    except OSError as error:
        reason = error.strerror or str(error)
        raise BrainbugError(f"cannot use port {port}: {reason}; give another one, or none") from error
    # Otherwise a short message waits up to 40 ms until the browser has acknowledged the one before it. Its
    # connections inherit this; asyncio sets it only for sockets whose protocol is named.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listening


def host(
    make: Callable[[Access], ASGIApp],
    *,
    port: int = 0,
    started: Callable[[Access], None] = lambda access: None,
) -> None:
    """Serve an application until Ctrl-C; ``started`` is called when it can be opened.

    Raises:
        BrainbugError: the port cannot be used.
    """
    with bind(port) as listening:
        server = LocalServer(make, listening, started)
        with suppress(KeyboardInterrupt):
            server.run(sockets=[listening])


class LocalServer(uvicorn.Server):
    """A server for the browser that gets its address; it reports when it answers requests."""

    def __init__(
        self, make: Callable[[Access], ASGIApp], listening: socket.socket, started: Callable[[Access], None]
    ) -> None:
        self.access = Access(listening.getsockname()[1])
        self._started = started
        config = uvicorn.Config(
            Guard(make(self.access), self.access),
            log_level="critical",
            access_log=False,
            server_header=False,
            ws="websockets-sansio",
            ws_max_size=MAX_MESSAGE,
            # Nothing leaves this machine, so compressing messages would only take time.
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=1,
        )
        super().__init__(config)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and report it."""
        await super().startup(sockets)
        if not self.should_exit:
            self._started(self.access)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """End on Ctrl-C and on signals to terminate, but finish the current work first."""
        with super().capture_signals():
            yield
            # Otherwise they would be raised again, and kill the process before it has ended its workers.
            self._captured_signals.clear()
