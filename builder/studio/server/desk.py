"""The pages of a studio and the files that they have open: messages in, messages out.

A page sees one file and one view of its map. What an edit changes is sent to every page of the file: first
its state and undo steps, then the layers of the map that look different, then the findings. Drawing and
checking take longest, so they run in the background, and edits in the meantime are drawn and checked once.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, replace
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from builder.lint.fixes import fix_report
from builder.studio.change import Change
from builder.studio.disk import PAUSE
from builder.studio.document import State
from builder.studio.findings import findings_json
from builder.studio.folder import Folder
from builder.studio.gallery import gallery, start
from builder.studio.map_analysis import analyses_of
from builder.studio.map_layers import Layers
from builder.studio.map_pictures import MapPictures
from builder.studio.operations import operation_from_json
from builder.studio.palette import palette_of
from builder.studio.selection.handles import Handles, handles_of
from builder.studio.server.garbage import Garbage
from builder.studio.server.history import History, text_of
from builder.studio.server.language import LanguageService, uri_of
from builder.studio.server.messages import Message, PageOfFile, field_of, open_session
from builder.studio.server.traces import Traces
from builder.studio.server.workshop import Workshop
from builder.studio.session import Refused, Session
from builder.studio.where import place_of
from rulesdb import BrainbugError, Library


class Desk:
    """The open files of a folder with their pages; ``sessions`` are the files by name."""

    def __init__(self, folder: Folder, library: Library) -> None:
        self.folder = folder
        self.library = library
        self.sessions: dict[str, Session] = {}
        self._opening = asyncio.Lock()
        self._pages: set[PageOfFile] = set()
        self._pictures = MapPictures()
        self._drawing: dict[Session, asyncio.Task[None]] = {}
        self.workshop = Workshop(library)
        self.traces = Traces(folder)
        self.history = History(self._pictures)
        self.language = LanguageService(folder, library)
        self._garbage = Garbage()

    async def answer(self, socket: WebSocket) -> None:
        """Answer a page until it is closed."""
        await socket.accept()
        page = PageOfFile(socket)
        self._pages.add(page)
        try:
            files = await asyncio.to_thread(self.folder.files)
            await page.send({"type": "files", "files": files, "folder": self.folder.root.name})
            while True:
                await self._receive(page, await socket.receive_text())
        except WebSocketDisconnect:
            pass
        finally:
            self._pages.discard(page)
            self.workshop.leave(page)

    async def watch(self) -> None:
        """Check the files on the disk for changes, until it is canceled."""
        while True:
            await asyncio.sleep(PAUSE)
            for session in list(self.sessions.values()):
                if any(page.session is session for page in self._pages) and session.look_at_disk():
                    await self._changed(session)
            is_busy = any(not task.done() for task in self._drawing.values())
            self._garbage.look(sum(each.revision for each in self.sessions.values()), is_busy=is_busy)

    async def _receive(self, page: PageOfFile, text: str) -> None:
        """Carry out a message; the answer to an invalid one is the problem."""
        try:
            message = json.loads(text)
            name = message["type"]
            act = _ACTS[name]
        except (ValueError, KeyError, TypeError, RecursionError):
            await page.send({"type": "refused", "reason": "unknown message", "id": None})
            return
        try:
            await act(self, page, message)
        except BrainbugError as error:
            await page.send({"type": "refused", "reason": str(error), "id": message.get("id")})
            if isinstance(error, Refused) and page.session is not None:
                await self._changed(page.session)
        except Exception as error:
            # A bug that one edit triggers must not end the page, which can undo it.
            logging.getLogger(__name__).exception("a message of the page failed")
            reason = f"brainbug failed on this: {type(error).__name__}: {error}"
            await page.send({"type": "refused", "reason": reason, "id": message.get("id")})

    async def open(self, page: PageOfFile, message: Message) -> None:
        """Show a file of the folder."""
        page.session = await self._session(field_of(message, "file", str))
        page.session.look_at_disk()
        page.view, page.shown_layers, page.palette = "", {}, ""
        await self._changed(page.session, only=page)

    async def _session(self, name: str) -> Session:
        """A file of the folder, which is opened once."""
        async with self._opening:
            path = await asyncio.to_thread(self.folder.path, name)
            if name not in self.sessions:
                self.sessions[name] = await asyncio.to_thread(Session, path, self.library)
            return self.sessions[name]

    async def prepare(self) -> None:
        """Open the only file and draw its map while the browser starts; the page reports what is wrong."""
        if self.folder.only:
            with suppress(Exception):
                session = await self._session(self.folder.only)
                if session.last_good is not None:
                    await asyncio.to_thread(self._pictures.picture, session.last_good, "")

    async def gallery(self, page: PageOfFile, message: Message) -> None:
        """Send the starting points for new scenarios."""
        games = await asyncio.to_thread(gallery, self.library)
        await page.send({"type": "gallery", "games": games, "canStart": not self.folder.only})

    async def start(self, page: PageOfFile, message: Message) -> None:
        """Write a new scenario, and offer it to all pages."""
        words = [field_of(message, name, str) for name in ("game", "source", "kind", "slug")]
        name = await asyncio.to_thread(start, self.folder, self.library, *words)
        files = await asyncio.to_thread(self.folder.files)
        for each in tuple(self._pages):
            chosen = name if each is page else ""
            await each.send(
                {"type": "files", "files": files, "folder": self.folder.root.name, "open": chosen}
            )

    async def show(self, page: PageOfFile, message: Message) -> None:
        """Show another view of the map."""
        page.view, page.shown_layers = field_of(message, "view", str), {}
        if page.session is not None:
            await self._changed(page.session, only=page)

    async def show_text(self, page: PageOfFile, message: Message) -> None:
        """Start or stop sending the text."""
        page.wants_text = field_of(message, "wanted", bool)
        if page.session is not None:
            await self._changed(page.session, only=page)

    async def do(self, page: PageOfFile, message: Message) -> None:
        """Carry out the operations of a stroke."""
        session = open_session(page)
        operations = [operation_from_json(each) for each in field_of(message, "ops", list)]
        session.do(
            operations, field_of(message, "base", int), str(message.get("title") or _title(operations))
        )
        await self._done(page, message)

    async def type(self, page: PageOfFile, message: Message) -> None:
        """Take over the text of the text pane."""
        open_session(page).type(field_of(message, "text", str), field_of(message, "base", int))
        await self._done(page, message)

    async def fix(self, page: PageOfFile, message: Message) -> None:
        """Apply a fix of a finding, by default its first one."""
        session = open_session(page)
        findings, index = session.state.report.findings, field_of(message, "finding", int)
        number = message.get("fix", 0)
        if index not in range(len(findings)) or number not in range(len(findings[index].fixes)):
            raise Refused("this finding no longer has this fix")
        finding = findings[index]
        session.edit(finding.fixes[number].edits, field_of(message, "base", int), f"Fix {finding.code}")
        await self._done(page, message)

    async def fix_all(self, page: PageOfFile, message: Message) -> None:
        """Apply every safe fix."""
        session = open_session(page)
        before = session.state
        fixed = await asyncio.to_thread(
            fix_report, before.report, lambda text: replace(before, text=text).report
        )
        if not fixed.applied:
            raise Refused("no finding has a safe fix")
        change = Change.between(before.text, fixed.text)
        session.edit(change.edits(before.text), field_of(message, "base", int), "Fix all that is safe")
        await self._done(page, message)

    async def restore(self, page: PageOfFile, message: Message) -> None:
        """Take over the text of another version, as a step that can be undone."""
        session = open_session(page)
        old = session.state.text
        change = Change.between(old, text_of(session, field_of(message, "version", str)))
        session.edit(
            change.edits(old), field_of(message, "base", int), str(message.get("title") or "Restore")
        )
        await self._done(page, message)

    async def undo(self, page: PageOfFile, message: Message) -> None:
        """Undo the last step."""
        open_session(page).undo(field_of(message, "base", int))
        await self._done(page, message)

    async def redo(self, page: PageOfFile, message: Message) -> None:
        """Redo the last step that was undone."""
        open_session(page).redo(field_of(message, "base", int))
        await self._done(page, message)

    async def resolve(self, page: PageOfFile, message: Message) -> None:
        """Choose a version of a file that two programs have changed."""
        session = open_session(page)
        session.resolve(field_of(message, "mine", bool))
        await self._done(page, message)

    async def _done(self, page: PageOfFile, message: Message) -> None:
        await page.send({"type": "done", "id": message.get("id")})
        if page.session is not None:
            await self._changed(page.session)

    async def _changed(self, session: Session, only: PageOfFile | None = None) -> None:
        """Send the state of a file to its pages, then start to draw its map and to check it."""
        pages = [page for page in self._pages if page.session is session and only in (None, page)]
        for page in pages:
            self._correct_view(page, session)
            await page.send(self._state(page, session))
            if not page.palette:
                await self._send_palette(page, session)
            if page.wants_text:
                text = {"text": session.state.text, "uri": uri_of(session.path)}
                await page.send({"type": "text", "rev": session.revision, **text})
        if session not in self._drawing or self._drawing[session].done():
            self._drawing[session] = asyncio.create_task(self._show(session))

    def _correct_view(self, page: PageOfFile, session: Session) -> None:
        """Choose the first view of the map if the page shows one that does not exist."""
        good = session.last_good
        if good is not None:
            views = self._pictures.views(good)
            if page.view not in views:
                page.view, page.shown_layers = next(iter(views)), {}

    def _state(self, page: PageOfFile, session: Session) -> Message:
        """The state of a page without the map and the findings."""
        state, good = session.state, session.last_good
        scenario = good.scenario if good is not None else None
        conflict = session.conflict
        return {
            "type": "state",
            "rev": session.revision,
            "file": session.path.name,
            "title": scenario.title if scenario is not None else session.path.name,
            "game": scenario.ruleset.title if scenario is not None else "",
            "mapKind": scenario.map.kind if scenario is not None else "",
            "views": self._pictures.views(good) if good is not None else {},
            "view": page.view,
            "canEdit": session.is_readable and conflict is None and not session.is_missing,
            "isCurrent": good is state,
            "isMissing": session.is_missing,
            "undo": session.done[-1].title if session.done else None,
            "redo": session.undone[-1].title if session.undone else None,
            "conflict": None
            if conflict is None
            else {"mine": conflict.own_text, "theirs": conflict.disk_text},
            "handles": asdict(handles_of(state, page.view) if session.is_readable else Handles()),
            "analyses": analyses_of(scenario) if scenario is not None else [],
        }

    async def _send_palette(self, page: PageOfFile, session: Session) -> None:
        """Send the tools with their choices, if they differ from those of the page."""
        good = session.last_good
        if good is None:
            return
        palette = palette_of(session.state if session.is_readable else good)
        text = json.dumps(palette, ensure_ascii=False)
        if text != page.palette:
            page.palette = text
            await page.send({"type": "palette", **palette})

    async def _show(self, session: Session) -> None:
        """Draw the map of a file for its pages and check it; repeat if the file changes in the meantime."""
        while True:
            state, good, revision = session.state, session.last_good, session.revision
            pages = [page for page in self._pages if page.session is session]
            if not pages:
                return
            views = {page.view for page in pages}
            try:
                for view in views if good is not None else ():
                    assert good is not None
                    picture = await asyncio.to_thread(self._pictures.picture, good, view)
                    for page in pages:
                        if page.view == view and page.session is session:
                            await _send_map(page, picture.layers, picture.grid, revision)
                findings = await asyncio.to_thread(_findings, state)
                for page in pages:
                    if page.session is session:
                        await page.send({"type": "findings", "rev": revision, **findings})
                        await self._send_palette(page, session)
            except Exception as error:
                # A bug that one edit triggers must not end the page, which can undo it.
                logging.getLogger(__name__).exception("the map could not be drawn or checked")
                for page in pages:
                    reason = f"the map cannot be drawn or checked: {error}"
                    await page.send({"type": "refused", "reason": reason})
                return
            now = [page for page in self._pages if page.session is session]
            is_shown = all(page in pages and (page.shown_layers or good is None) for page in now)
            if session.revision == revision and is_shown and {page.view for page in now} <= views:
                return


def _findings(state: State) -> Message:
    """The findings in a version of a file, with their places on the map."""
    report = state.report
    findings = findings_json(report)
    for each, finding in zip(findings["list"], report.findings, strict=True):
        each["place"] = place_of(finding, report)
    return findings


async def _send_map(page: PageOfFile, layers: Layers, grid: Mapping[str, Any], revision: int) -> None:
    """Send what the page does not show yet, as changes of the map with the number ``base``; 0 for no map."""
    changed, base = layers.since(page.shown_layers), page.number if page.shown_layers else 0
    page.shown_layers = layers.parts
    page.number += 1
    await page.send(
        {
            "type": "map",
            "rev": revision,
            "view": page.view,
            "base": base,
            "number": page.number,
            "size": [layers.width, layers.height],
            "origin": layers.origin,
            "grid": grid,
            "order": list(layers.parts),
            "layers": changed,
        }
    )


def _title(operations: list[Any]) -> str:
    """The title of a stroke in menus: its first operation.

    >>> from builder.studio.operations import operation_from_json
    >>> _title([operation_from_json({"op": "set-door", "level": "a", "sides": "0101/N", "door": "none"})])
    'Set door'
    """
    name = operations[0].NAME.replace("-", " ") if operations else "nothing"
    return f"{name[0].upper()}{name[1:]}"


_ACTS: Mapping[str, Callable[[Desk, PageOfFile, Message], Awaitable[None]]] = {
    "open": Desk.open,
    "gallery": Desk.gallery,
    "start": Desk.start,
    "view": Desk.show,
    "text": Desk.show_text,
    "do": Desk.do,
    "type": Desk.type,
    "fix": Desk.fix,
    "fix-all": Desk.fix_all,
    "restore": Desk.restore,
    "undo": Desk.undo,
    "redo": Desk.redo,
    "resolve": Desk.resolve,
    "analyze": lambda desk, page, message: desk.workshop.analyze(page, message),
    "inspect": lambda desk, page, message: desk.workshop.inspect(page, message),
    "entry": lambda desk, page, message: desk.workshop.entry(page, message),
    "brief": lambda desk, page, message: desk.workshop.brief(page, message),
    "part": lambda desk, page, message: desk.workshop.part(page, message),
    "versions": lambda desk, page, message: desk.history.list(page, message),
    "snapshot": lambda desk, page, message: desk.history.add(page, message),
    "snapshot-remove": lambda desk, page, message: desk.history.remove(page, message),
    "compare": lambda desk, page, message: desk.history.compare(page, message),
    "trace": lambda desk, page, message: desk.traces.show(page, message),
    "trace-add": lambda desk, page, message: desk.traces.add(page, message),
    "trace-place": lambda desk, page, message: desk.traces.place(page, message),
    "trace-remove": lambda desk, page, message: desk.traces.remove(page, message),
    "kit": lambda desk, page, message: desk.workshop.kit(page, message),
    "playtest": lambda desk, page, message: desk.workshop.playtest(page, message),
    "record": lambda desk, page, message: desk.workshop.record(page, message),
}
