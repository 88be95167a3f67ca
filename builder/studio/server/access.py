"""Access to a server on this machine: for one browser, which was given its address with a token.

Other programs, other users and pages of other sites can reach a port of this machine, so each request must
name exactly this host (which stops DNS rebinding), come from this origin if it names one, and bring the
cookie that the token was exchanged for. The token is in the address once: the cookie replaces it.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HOST = "127.0.0.1"
_METHODS = ("GET", "HEAD")
# After a redirect, browsers would attribute the request to the program that opened the address, and would not
# send a strict cookie.
_WELCOME = (
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>brainbug</title>'
    '<link rel="icon" href="data:,">'
    '<meta http-equiv="refresh" content="0; url=/"><p><a href="/">Continue</a></p></html>'
)
_REFUSED = "This page belongs to somebody else: open the address that the command has printed.\n"


@dataclass(frozen=True, slots=True)
class Access:
    """The address of a server with its token, and the cookie that the token is exchanged for."""

    port: int
    token: str = field(default_factory=lambda: secrets.token_urlsafe(24), repr=False)
    session: str = field(default_factory=lambda: secrets.token_urlsafe(24), repr=False)

    @property
    def host(self) -> str:
        """The only host that a request may name."""
        return f"{HOST}:{self.port}"

    @property
    def origin(self) -> str:
        """The only origin that a request may come from."""
        return f"http://{self.host}"

    @property
    def address(self) -> str:
        """The address to open."""
        return f"{self.origin}/?token={self.token}"

    @property
    def cookie(self) -> str:
        """The name of the cookie; browsers do not keep the cookies of different ports apart."""
        return f"brainbug-{self.port}"

    @property
    def policy(self) -> str:
        """The content security policy: nothing from elsewhere, no inline scripts, no ``eval``."""
        parts = (
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            # Editors draw the squiggles under errors as images in their style sheets.
            "img-src 'self' data:",
            "font-src 'self'",
            f"connect-src 'self' ws://{self.host}",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
        )
        return "; ".join(parts)

    @property
    def headers(self) -> dict[str, str]:
        """The headers of every response."""
        return {
            "content-security-policy": self.policy,
            "cross-origin-opener-policy": "same-origin",
            "cross-origin-resource-policy": "same-origin",
            "referrer-policy": "no-referrer",
            "x-content-type-options": "nosniff",
            "x-frame-options": "DENY",
        }

    def is_token(self, given: str) -> bool:
        """Whether a text is the token, compared in constant time."""
        return secrets.compare_digest(given.encode(), self.token.encode())

    def is_session(self, given: str) -> bool:
        """Whether the cookies of a request contain the session."""
        try:
            cookie = SimpleCookie(given).get(self.cookie)
        except CookieError:
            return False
        return cookie is not None and secrets.compare_digest(cookie.value.encode(), self.session.encode())


class Guard:
    """An application behind its access: refuses every request that is not from the browser that has it."""

    def __init__(self, app: ASGIApp, access: Access) -> None:
        self.app = app
        self.access = access

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer or pass on a request."""
        if scope["type"] == "http":
            await self._http(scope, receive, self._with_headers(send))
        elif scope["type"] == "websocket":
            await self._websocket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        answer: ASGIApp
        if not self._is_addressed(headers) or headers.get("origin", self.access.origin) != self.access.origin:
            answer = PlainTextResponse(_REFUSED, 403)
        elif scope["method"] not in _METHODS:
            answer = PlainTextResponse("only GET\n", 405)
        elif scope["path"] == "/" and (given := _token(scope)) is not None:
            answer = self._welcome() if self.access.is_token(given) else PlainTextResponse(_REFUSED, 403)
        elif not self.access.is_session(headers.get("cookie", "")):
            answer = PlainTextResponse(_REFUSED, 403)
        else:
            answer = self.app
        await answer(scope, receive, send)

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        is_ours = self._is_addressed(headers) and headers.getlist("origin") == [self.access.origin]
        if is_ours and self.access.is_session(headers.get("cookie", "")):
            await self.app(scope, receive, send)
            return
        # Closing before accepting is a refusal with the status 403.
        await send({"type": "websocket.close", "code": 1008, "reason": ""})

    def _is_addressed(self, headers: Headers) -> bool:
        """Whether a request names exactly this host, once."""
        return headers.getlist("host") == [self.access.host]

    def _welcome(self) -> Response:
        response = HTMLResponse(_WELCOME)
        response.set_cookie(
            self.access.cookie, self.access.session, httponly=True, samesite="strict", path="/"
        )
        return response

    def _with_headers(self, send: Send) -> Send:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self.access.headers.items():
                    headers[name] = value
                headers.setdefault("cache-control", "no-store")
            await send(message)

        return send_with_headers


def _token(scope: Scope) -> str | None:
    """The token in the query of a request; None without one."""
    values = parse_qs(scope["query_string"].decode("latin-1"), keep_blank_values=True).get("token")
    return values[0] if values else None
