"""Who may talk to a page of brainbug on this machine; each refusal is a test."""

from __future__ import annotations

import re
import socket
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from builder.studio.server.access import Access, Guard
from builder.studio.server.hosting import bind
from builder.studio.server.page_files import PAGE_FOLDER, PageFiles
from rulesdb import BrainbugError

ACCESS = Access(8123, "the-token", "the-session")
HOST = "http://127.0.0.1:8123"
pytestmark = pytest.mark.filterwarnings("ignore:Using `httpx`")


async def page(request: Any) -> PlainTextResponse:
    return PlainTextResponse("secret")


async def echo(socket: WebSocket) -> None:
    await socket.accept()
    await socket.send_text("secret")
    await socket.close()


def client_of(app: Any, **options: Any) -> Any:
    from starlette.testclient import TestClient

    return TestClient(app, base_url=HOST, **options)


def client(cookie: str | None = ACCESS.session) -> Any:
    app = Starlette(routes=[Route("/", page), WebSocketRoute("/live", echo), Route("/edit", page)])
    cookies = {ACCESS.cookie: cookie} if cookie is not None else {}
    return client_of(Guard(app, ACCESS), cookies=cookies)


def hears(cookie: str | None = ACCESS.session, host: str = ACCESS.host, origin: str | None = HOST) -> bool:
    """Whether a socket with these headers is answered."""
    headers = {"host": host} if origin is None else {"host": host, "origin": origin}
    try:
        with client(cookie).websocket_connect("/live", headers=headers) as connection:
            return bool(connection.receive_text() == "secret")
    except WebSocketDisconnect:
        return False


def test_the_token_is_exchanged_for_a_cookie_that_scripts_cannot_read() -> None:
    browser = client(cookie=None)
    answer = browser.get(ACCESS.address)
    assert answer.status_code == 200
    assert re.fullmatch(
        rf"{ACCESS.cookie}={ACCESS.session}; HttpOnly; Path=/; SameSite=strict", answer.headers["set-cookie"]
    )
    assert "secret" not in answer.text
    assert browser.get("/").text == "secret"


@pytest.mark.parametrize("query", ["?token=", "?token=guess", "?token=ü", "?token=a&token=b"])
def test_a_wrong_token_is_refused_even_with_the_cookie(query: str) -> None:
    assert client().get(f"/{query}").status_code == 403


@pytest.mark.parametrize("cookie", [None, "", "guess", ACCESS.token])
def test_a_request_without_the_cookie_is_refused(cookie: str | None) -> None:
    assert client(cookie).get("/").status_code == 403


def test_the_browser_with_the_cookie_is_answered() -> None:
    assert client().get("/").text == "secret"
    assert client().get("/", headers={"origin": HOST}).text == "secret"
    assert hears()


@pytest.mark.parametrize("host", ["localhost:8123", "127.0.0.1", "127.0.0.1:81", "evil.example:8123"])
def test_another_host_is_refused_as_in_dns_rebinding(host: str) -> None:
    assert client().get("/", headers={"host": host}).status_code == 403
    assert not hears(host=host)


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1:8124", "https://127.0.0.1:8123"]
)
def test_another_origin_is_refused(origin: str) -> None:
    assert client().get("/", headers={"origin": origin}).status_code == 403
    assert not hears(origin=origin)


def test_a_socket_must_name_its_origin() -> None:
    assert not hears(origin=None)


@pytest.mark.parametrize("cookie", [None, "", "guess", ACCESS.token])
def test_a_socket_without_the_cookie_is_refused(cookie: str | None) -> None:
    assert not hears(cookie)


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "PATCH"])
def test_nothing_is_changed_by_a_request(method: str) -> None:
    assert client().request(method, "/edit").status_code == 405


@pytest.mark.parametrize("path", ["/", "/?token=guess", "/missing"])
def test_every_answer_forbids_inline_scripts_frames_and_other_origins(path: str) -> None:
    headers = client().get(path).headers
    policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == "'self'"
    assert policy["frame-ancestors"] == "'none'"
    assert policy["connect-src"] == f"'self' ws://{ACCESS.host}"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-resource-policy"] == "same-origin"


def test_the_pages_have_no_inline_scripts_or_styles() -> None:
    for path in PAGE_FOLDER.glob("*.html"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\bstyle=|\bon\w+=|https?:", text), path.name


@pytest.mark.parametrize(
    "path",
    ["/page/../live_kit.py", "/page/%2e%2e/live_kit.py", "/page/..%2flive_kit.py", "//etc/passwd",
     "/fonts/../../theme.py", "/page/watch.html", "/page/", "/etc/passwd"],
)  # fmt: skip
def test_only_the_files_of_the_page_can_be_loaded(path: str) -> None:
    files = PageFiles("watch.html")
    app = Starlette(routes=[Route("/{path:path}", files.file)])
    with client_of(app) as browser:
        assert browser.get("/page/watch.js").status_code == 200
        assert browser.get(path).status_code == 404


def test_the_server_listens_on_this_machine_only() -> None:
    with bind(0) as listening:
        address, port = listening.getsockname()
        assert address == "127.0.0.1"
        with pytest.raises(BrainbugError, match=f"cannot use port {port}: Address already in use"):
            bind(port)


def test_short_messages_do_not_wait_for_those_before_them() -> None:
    with (
        bind(0) as listening,
        socket.create_connection(listening.getsockname()),
        listening.accept()[0] as connection,
    ):
        assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_tokens_are_long_and_not_in_the_representation() -> None:
    one, other = Access(1), Access(1)
    assert len({one.token, one.session, other.token, other.session}) == 4
    assert min(map(len, (one.token, one.session))) >= 32
    assert one.token not in repr(one)
    assert one.session not in repr(one)


def test_sockets_are_of_the_internet_protocol_four() -> None:
    with bind(0) as listening:
        assert listening.family == socket.AF_INET
