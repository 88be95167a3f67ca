"""The browser: search on the left, the entry on the right."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, ClassVar

from textual import on
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Footer, Input

from builder.browse.catalog import Catalog, citation_text
from builder.browse.history import History, Visit
from builder.browse.notice_screen import NoticeScreen
from builder.browse.page import PageLinks
from builder.browse.page_view import PageView
from builder.browse.pages import ROLL, entry_page, help_lines, id_lines, welcome_lines
from builder.browse.roll_screen import RollScreen
from builder.browse.search_panel import ALL, SearchPanel
from rulesdb import Entry, Ruleset

COLORS: Mapping[str, str] = {"dark": "textual-dark", "light": "textual-light", "terminal": "ansi-dark"}
"""The color schemes, with the Textual theme of each."""


class BrowseApp(App[None]):
    """Shows a catalog; ``rng`` rolls the dice of tables."""

    TITLE = "brainbug"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (72, "-normal"), (110, "-wide")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "search", "Search", key_display="/"),
        Binding("r", "roll", "Roll"),
        Binding("c", "copy", "Cite"),
        Binding("i", "ids", "Id", show=False),
        Binding("left,backspace,alt+left", "go(-1)", "Back", key_display="←"),
        Binding("right,alt+right", "go(1)", "Forward", key_display="→"),
        Binding("z", "zoom", "Zoom", show=False),
        Binding("t", "colors", "Colors", show=False),
        Binding("escape", "page", "Page", show=False),
        Binding("question_mark,f1", "help", "Help", key_display="?", priority=True),
        Binding("q", "quit", "Quit"),
    ]
    CSS_PATH = "browse.tcss"

    def __init__(
        self,
        catalog: Catalog,
        rng: random.Random,
        *,
        words: str = "",
        game: str = ALL,
        kind: str = ALL,
        id: str = "",
        given: Mapping[str, str] | None = None,
        colors: str = "dark",
    ) -> None:
        """Open a catalog, starting with a search or with the entry ``id``.

        With ``given``, the inputs of a cell, that entry is resolved at once.
        """
        super().__init__()
        self.catalog = catalog
        self.history = History()
        self._rng = rng
        self._first_search = (words, game, kind)
        self._first_id = id
        self._given = dict(given or {})
        self._colors = colors

    def compose(self) -> ComposeResult:
        """The search panel, the page and the keys."""
        with Horizontal():
            yield SearchPanel(self.catalog, *self._first_search)
            with Vertical(id="entry-panel"):
                yield PageView(id="entry")
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Show the first entry, or the welcome."""
        self.theme = COLORS[self._colors]
        self._page_view.show(lambda width: PageLinks().page(welcome_lines(self.catalog, width), width))
        self.query_one("#words", Input).focus()
        if self._first_id:
            self.open(self._first_id)
            if self._given:
                self.action_roll()

    @property
    def _page_view(self) -> PageView:
        return self.screen_stack[0].query_one("#entry", PageView)

    @property
    def open_entry(self) -> tuple[Ruleset, Entry] | None:
        """The open entry, with its game."""
        visit = self.history.current
        return None if visit is None else self.catalog.find(visit.id)

    def open(self, id: str) -> None:
        """Go to an entry."""
        self._remember()
        self.history = self.history.open(id)
        self._show()

    def _remember(self) -> None:
        self.history = self.history.leave(self._page_view.top, self._page_view.chosen)

    def _show(self) -> None:
        visit = self.history.current
        if visit is None:
            return
        self.action_page()
        self.call_after_refresh(self._set, visit)

    def _set(self, visit: Visit) -> None:
        """Show the page as soon as the panel has its width."""
        self.action_page()
        self._page_view.show(lambda width: entry_page(self.catalog, visit.id, width), visit.line, visit.link)
        panel = self.query_one("#entry-panel")
        panel.border_title = visit.id
        panel.border_subtitle = f"{self.history.at + 1} of {len(self.history.visits)}"
        self.refresh_bindings()

    def action_page(self) -> None:
        """Focus the page, and show only the page if there is room for only one panel."""
        if self.screen_stack[0].has_class("-narrow"):
            self.screen_stack[0].add_class("zoomed")
        self._page_view.focus()

    @on(SearchPanel.Chosen)
    def _open_chosen(self, event: SearchPanel.Chosen) -> None:
        self.open(event.id)

    @on(PageView.Followed)
    def _follow(self, event: PageView.Followed) -> None:
        if event.target.startswith(ROLL):
            self.action_roll()
        else:
            self.open(event.target)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Dim the actions that are currently impossible."""
        opened = self.open_entry
        if action in ("roll", "copy", "ids") and opened is None:
            return None
        if action == "roll" and opened is not None:
            return opened[1].kind in ("table", "procedure") or None
        if action == "help":
            return not isinstance(self.screen, NoticeScreen)
        if action == "go":
            return self.history.can_go(*parameters) or None  # type: ignore[arg-type]
        return True

    def action_search(self) -> None:
        """Go to the search box."""
        self.screen.remove_class("zoomed")
        self.query_one("#words", Input).focus()

    def action_zoom(self) -> None:
        """Switch the page to full width and back."""
        if self.screen.toggle_class("zoomed").has_class("zoomed"):
            self._page_view.focus()
        else:
            self.query_one("#words", Input).focus()

    def action_go(self, by: int) -> None:
        """Go to a later or earlier entry, at its last scroll position."""
        self._remember()
        self.history = self.history.go(by)
        self._show()

    def action_roll(self) -> None:
        """Open the form of the table or procedure."""
        if self.open_entry is None or self.open_entry[1].kind not in ("table", "procedure"):
            return
        game, entry = self.open_entry
        subject: Any = game.table(entry.slug) if entry.kind == "table" else game.procedure(entry.slug)
        self.push_screen(RollScreen(game, subject, self._rng, self._given))
        self._given = {}

    def action_copy(self) -> None:
        """Copy the citation of the entry."""
        if self.open_entry is not None:
            text = citation_text(*self.open_entry)
            self.copy_to_clipboard(text)
            self.notify(text, title="Copied", markup=False)

    def action_ids(self) -> None:
        """Show the id and the permalink."""
        if self.open_entry is not None:
            _, entry = self.open_entry
            self.push_screen(NoticeScreen("Id and permalink", lambda _: id_lines(entry), entry.id))

    def action_help(self) -> None:
        """Show every key."""
        self.push_screen(NoticeScreen("Help", help_lines))

    def action_colors(self) -> None:
        """Switch to the next color scheme."""
        names = list(COLORS)
        self._colors = names[(names.index(self._colors) + 1) % len(names)]
        self.theme = COLORS[self._colors]
