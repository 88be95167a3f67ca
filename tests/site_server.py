"""A server for the files of a folder, which notes what it is asked for."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any


@dataclass
class Served:
    """A folder at an address; ``requests`` are the paths that were asked for, with their methods.

    Some hosts redirect ``page.html`` to ``page`` (``is_short``).
    """

    address: str
    is_short: bool = False
    requests: list[str] = field(default_factory=list)

    def loaded(self) -> list[str]:
        """The paths that were loaded since the last call, without queries."""
        paths = [
            line.split()[1].partition("?")[0].lstrip("/") for line in self.requests if line.startswith("GET")
        ]
        self.requests.clear()
        return paths


class _Handler(SimpleHTTPRequestHandler):
    def __init__(self, *args: Any, served: Served, **options: Any) -> None:
        self.served = served
        super().__init__(*args, **options)

    def send_head(self) -> Any:
        # It compares whole seconds, in which a test changes a file several times.
        del self.headers["If-Modified-Since"]
        path, query, words = self.path.partition("?")
        if self.served.is_short and path.endswith(".html"):
            self.send_response(308)
            self.send_header("Location", path.removesuffix(".html") + query + words)
            self.send_header("Content-Length", "0")
            self.end_headers()
            return None
        return super().send_head()

    def translate_path(self, path: str) -> str:
        local = super().translate_path(path)
        if self.served.is_short and Path(f"{local}.html").is_file():
            return f"{local}.html"
        return local

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        self.served.requests.append(f"{self.command} {self.path} {int(code)}")

    def log_message(self, format: str, *args: Any) -> None:
        """Print nothing."""


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 50

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Print nothing if the browser closes a connection."""


@contextmanager
def served(folder: Path, *, is_short: bool = False) -> Iterator[Served]:
    """Serve a folder on this machine only."""
    site = Served("", is_short)
    with _Server(("127.0.0.1", 0), partial(_Handler, served=site, directory=str(folder))) as server:
        site.address = f"http://127.0.0.1:{server.server_port}/"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield site
        finally:
            server.shutdown()
            thread.join()
