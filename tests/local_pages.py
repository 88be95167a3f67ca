"""Pages of brainbug on this machine, served by a thread of the tests."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from starlette.types import ASGIApp

from builder.studio.server.access import Access
from builder.studio.server.hosting import LocalServer, bind


@contextmanager
def hosted(make: Callable[[Access], ASGIApp]) -> Iterator[Access]:
    """Serve an application as :func:`builder.studio.server.hosting.host` does, until the block ends."""
    started = threading.Event()
    with bind(0) as listening:
        server = LocalServer(make, listening, lambda access: started.set())
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        assert started.wait(20)
        try:
            yield server.access
        finally:
            server.should_exit = True
            thread.join(20)
