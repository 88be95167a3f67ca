"""Answers requests of the pages for snapshots of files and differences between versions."""

from __future__ import annotations

import asyncio
from dataclasses import asdict, replace
from typing import Any

from builder.studio.map_pictures import MapPictures
from builder.studio.server.messages import Message, PageOfFile, field_of, open_session
from builder.studio.session import Refused, Session
from builder.studio.versions import Snapshots, compare

OPENED = "opened"
"""The version that a file had when the studio opened it; the others are ``snapshot:NAME``."""


class History:
    """The versions of the files that are open."""

    def __init__(self, pictures: MapPictures) -> None:
        self._pictures = pictures

    async def list(self, page: PageOfFile, message: Message) -> None:
        """Send the versions that can be compared and restored."""
        await self._send(page)

    async def add(self, page: PageOfFile, message: Message) -> None:
        """Keep the text under a name."""
        session = open_session(page)
        Snapshots(session.path).add(field_of(message, "name", str), session.state.text)
        await self._send(page)

    async def remove(self, page: PageOfFile, message: Message) -> None:
        """Delete a snapshot."""
        Snapshots(open_session(page).path).remove(field_of(message, "name", str))
        await self._send(page)

    async def compare(self, page: PageOfFile, message: Message) -> None:
        """Send the changes since a version, and that version's picture of the view that is shown."""
        session = open_session(page)
        version = field_of(message, "version", str)
        old = replace(session.state, text=text_of(session, version))
        changes = await asyncio.to_thread(compare, old, session.state)
        picture: dict[str, Any] = {}
        scenario = old.scenario
        if scenario is not None and page.view in self._pictures.views(old):
            layers = (await asyncio.to_thread(self._pictures.picture, old, page.view)).layers
            picture = {"layers": list(layers.svg.values()), "origin": layers.origin}
        await page.send(
            {
                "type": "compared",
                "version": version,
                "rev": session.revision,
                "old": picture,
                **asdict(changes),
            }
        )

    async def _send(self, page: PageOfFile) -> None:
        session = open_session(page)
        names = await asyncio.to_thread(Snapshots(session.path).names)
        await page.send({"type": "versions", "names": names})


def text_of(session: Session, version: str) -> str:
    """The text of a version.

    Raises:
        Refused: the version's name is malformed.
        InputError: there is no such snapshot.
    """
    kind, _, name = version.partition(":")
    if kind == OPENED:
        return session.opened.text
    if kind != "snapshot":
        raise Refused(f"there is no version {version!r}")
    return Snapshots(session.path).text(name)
