"""Answers requests of the page besides editing: the kit, analysis and playtests of its file."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from builder.draw.surface.theme import theme_names
from builder.lsp.schema_view import SchemaView
from builder.studio.entries import brief, entry_card
from builder.studio.inspection import things_about, things_at, things_of
from builder.studio.map_analysis import analyze
from builder.studio.operations.parts.copies import part_of
from builder.studio.server.messages import Message, PageOfFile, field_of, open_session
from builder.studio.session import Refused, Session
from rulesdb import Library

if TYPE_CHECKING:
    from builder.studio.kit_preview import KitPreview, Look
    from builder.studio.playtests import Playtests, Task


class Workshop:
    """The processes that draw kits and play games, which start when they are needed."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self._started: dict[str, Any] = {}
        self._schemas = SchemaView(library.schemas)
        self._playing: dict[PageOfFile, asyncio.Task[None]] = {}
        self._drawing: dict[PageOfFile, asyncio.Task[None]] = {}
        self._sessions: dict[str, Session] = {}

    @property
    def kits(self) -> KitPreview:
        """Draws kits; imported with the first kit, because that is slow."""
        from builder.studio.kit_preview import KitPreview

        if "kits" not in self._started:
            self._started["kits"] = KitPreview(self.library)
        kits: KitPreview = self._started["kits"]
        return kits

    @property
    def playtests(self) -> Playtests:
        """Plays games; imported with the first game, because that is slow."""
        from builder.studio.playtests import Playtests

        if "playtests" not in self._started:
            self._started["playtests"] = Playtests()
        playtests: Playtests = self._started["playtests"]
        return playtests

    def close(self) -> None:
        """End the processes."""
        for started in self._started.values():
            started.close()

    def leave(self, page: PageOfFile) -> None:
        """End the tasks of a page that was closed."""
        for tasks in (self._playing, self._drawing):
            if page in tasks:
                tasks.pop(page).cancel()

    async def analyze(self, page: PageOfFile, message: Message) -> None:
        """Send an analysis of the last version that loads."""
        good = open_session(page).last_good
        scenario = good.scenario if good is not None else None
        if scenario is None:
            raise Refused("the scenario does not load: correct it first")
        words = [field_of(message, name, str) for name in ("name", "argument", "view")]
        analysis = await asyncio.to_thread(analyze, scenario, *words)
        await page.send({"type": "analysis", "name": words[0], "argument": words[1], **asdict(analysis)})

    async def inspect(self, page: PageOfFile, message: Message) -> None:
        """Send the blocks of the file at a place on the map, of a force, or about the scenario as a whole."""
        session = open_session(page)
        spot, view = field_of(message, "spot", str), field_of(message, "view", str)
        force = str(message.get("force", ""))
        things: list[dict[str, Any]] = []
        if session.is_readable and force:
            things = things_of(session.state, force, self._schemas)
        elif session.is_readable and not spot:
            things = things_about(session.state, view, self._schemas)
        elif session.is_readable:
            things = things_at(session.state, spot, view, self._schemas)
        await page.send(
            {"type": "things", "spot": spot, "force": force, "rev": session.revision, "things": things}
        )

    async def entry(self, page: PageOfFile, message: Message) -> None:
        """Send an entry of the rules: its text, figures and links."""
        card = await asyncio.to_thread(entry_card, self.library, field_of(message, "entry", str))
        await page.send({"type": "entry", **card})

    async def brief(self, page: PageOfFile, message: Message) -> None:
        """Send figures of an entry that a field of a form names."""
        state, kind = open_session(page).state, field_of(message, "kind", str)
        entry = brief(state, kind, field_of(message, "slug", str))
        await page.send({"type": "brief", "kind": kind, "slug": message["slug"], "entry": entry})

    async def part(self, page: PageOfFile, message: Message) -> None:
        """Send a part of the map, so that it can be pasted: some hexes or dots, or a box on a table."""
        state = open_session(page).state
        view, spots = field_of(message, "view", str), field_of(message, "spots", str)
        box = field_of(message, "box", list)
        if not all(isinstance(each, (int, float)) for each in box):
            raise Refused("the message needs a 'box' of numbers")
        await page.send({"type": "part", "part": part_of(state, view, spots, tuple(map(float, box)))})

    async def kit(self, page: PageOfFile, message: Message) -> None:
        """Draw the kit, and send its pages; while one is drawn, only the last request counts."""
        session = open_session(page)
        look = _look(message)
        self._sessions[session.path.name] = session
        if page in self._drawing:
            self._drawing.pop(page).cancel()
        self._drawing[page] = asyncio.create_task(self._draw_kit(page, session, look))

    async def _draw_kit(self, page: PageOfFile, session: Session, look: Look) -> None:
        from builder.press.services.sheet_file import paper_names

        revision = session.revision
        drawn = await self.kits.draw(session.state.text, session.path, look)
        pages = [asdict(each) for each in drawn.pages]
        kit = {"type": "kit", "rev": revision, "pages": pages, "problem": drawn.problem}
        await page.send({**kit, "themes": theme_names(), "papers": paper_names()})

    async def playtest(self, page: PageOfFile, message: Message) -> None:
        """Play games, and send a report after every few; stop playing if the number is 0."""
        from builder.studio.playtests import MAX_GAMES, Task

        games = min(MAX_GAMES, field_of(message, "games", int))
        session = open_session(page)
        if page in self._playing:
            self._playing.pop(page).cancel()
        if games > 0:
            task = Task.of(session.path, session.state.text, self.library)
            self._playing[page] = asyncio.create_task(self._play(page, session, task, games))

    async def _play(self, page: PageOfFile, session: Session, task: Task, games: int) -> None:
        revision = session.revision
        async for report in self.playtests.play(task, games):
            content = {"problem": report} if isinstance(report, str) else report
            await page.send({"type": "played", "rev": revision, "of": games, **content})

    async def record(self, page: PageOfFile, message: Message) -> None:
        """Send the record of a game."""
        from builder.studio.playtests import Task

        session = open_session(page)
        task = Task.of(session.path, session.state.text, self.library)
        lines = await self.playtests.record(task, field_of(message, "game", int))
        if isinstance(lines, str):
            raise Refused(lines)
        await page.send({"type": "record", "lines": lines})

    async def page_of_kit(self, request: Request) -> Response:
        """A page of the last kit as SVG."""
        svg = self.kits.svg(request.path_params["digest"])
        if svg is None:
            return PlainTextResponse("this page has changed\n", 404)
        return Response(svg, media_type="image/svg+xml")

    async def pdf(self, request: Request) -> Response:
        """The kit of a file that is open, as PDF."""
        session = self._sessions.get(request.path_params["name"])
        if session is None:
            return PlainTextResponse("no such file is open\n", 404)
        try:
            look = _look(request.query_params)
        except Refused as error:
            return PlainTextResponse(f"{error}\n", 400)
        data = await self.kits.pdf(session.state.text, session.path, look)
        if isinstance(data, str):
            return PlainTextResponse(f"{data}\n", 409)
        name = f"{session.path.stem}-kit.pdf"
        headers = {"content-disposition": f"attachment; filename*=utf-8''{quote(name)}"}
        return Response(data, media_type="application/pdf", headers=headers)


def _look(given: Mapping[str, Any]) -> Look:
    """The theme and paper of a request; only names, as files could be anywhere.

    Raises:
        Refused: one is unknown.
    """
    from builder.press.services.sheet_file import paper_names
    from builder.studio.kit_preview import Look

    theme, paper = str(given.get("theme") or "default"), str(given.get("paper") or "a4")
    if theme not in theme_names() or paper not in paper_names():
        raise Refused(f"there is no theme {theme!r}, or no paper {paper!r}")
    return Look(theme, paper)
