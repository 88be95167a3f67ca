"""The left side: a search box, two filters, and the results."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Input, OptionList, Select
from textual.widgets.option_list import Option

from builder.browse.catalog import MARKS, Catalog
from rulesdb import Entry
from rulesdb.search import Snippet

ALL = ""
_INDENT = 2


class SearchBox(Input):
    """An input that can contain ``?``; while it is empty, that key is free for help."""

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """Whether a key is text for the box."""
        return (bool(self.value) or character != "?") and super().check_consume_key(key, character)


class SearchPanel(Vertical):
    """Searches while the user types; Enter opens the highlighted result."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "move(1)", "Next result"),
        Binding("up", "move(-1)", "Previous result", show=False),
        Binding("pagedown", "move(8)", "Page down", show=False),
        Binding("pageup", "move(-8)", "Page up", show=False),
    ]

    class Chosen(Message):
        """An entry was chosen from the list."""

        def __init__(self, id: str) -> None:
            """The full id of the entry."""
            super().__init__()
            self.id = id

    def __init__(self, catalog: Catalog, words: str = "", game: str = ALL, kind: str = ALL) -> None:
        """Search ``catalog``, starting with ``words`` in one game and kind."""
        super().__init__(id="search-panel")
        self._catalog = catalog
        self._first = (words, game, kind)

    def compose(self) -> ComposeResult:
        """The box, the filters and the list."""
        words, game, kind = self._first
        yield SearchBox(words, placeholder="Search the rules", id="words", select_on_focus=False)
        games = [("all games", ALL), *((owner.title, owner.id) for owner in self._catalog.games)]
        kinds = [("all kinds", ALL), *((name, name) for name in self._catalog.kinds)]
        with Horizontal(id="filters"):
            yield Select(games, value=game, allow_blank=False, compact=True, id="game")
            yield Select(kinds, value=kind, allow_blank=False, compact=True, id="kind")
        yield OptionList(id="hits", compact=True)

    def on_mount(self) -> None:
        """Search for the first words."""
        self._search()

    @on(Input.Changed, "#words")
    @on(Select.Changed)
    def _search(self) -> None:
        words = self.query_one("#words", Input).value
        game = str(self.query_one("#game", Select).value) or None
        kind = str(self.query_one("#kind", Select).value) or None
        hits = self.query_one("#hits", OptionList)
        matches = self._catalog.search(words, game, kind, hits.content_size.width - _INDENT)
        hits.clear_options()
        if matches:
            hits.add_options([Option(_prompt(entry, snippet), id=entry.id) for entry, snippet in matches])
            hits.highlighted = 0
        else:
            nothing = f"No match for “{words.strip()}”" if words.strip() else "No entry of this kind"
            hits.add_option(Option(Content(nothing), disabled=True))

    def action_move(self, by: int) -> None:
        """Move in the results while the search box keeps the focus."""
        hits = self.query_one("#hits", OptionList)
        if hits.highlighted is not None:
            hits.highlighted = max(0, min(hits.highlighted + by, hits.option_count - 1))

    @on(Input.Submitted, "#words")
    def _open_highlighted(self) -> None:
        option = self.query_one("#hits", OptionList).highlighted_option
        if option is not None and option.id is not None:
            self.post_message(self.Chosen(option.id))

    @on(OptionList.OptionSelected, "#hits")
    def _open_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if event.option_id is not None:
            self.post_message(self.Chosen(event.option_id))


def _prompt(entry: Entry, snippet: Snippet) -> Content:
    """The title, with a mark unless it is printed; kind and section; the part of the text that answers."""
    basis = entry.provenance.basis
    mark = f" {MARKS[basis]}" if basis in MARKS else ""
    where = f"  {entry.kind} · {entry.provenance.source}"
    answer = [(piece, "bold" if is_hit else "") for piece, is_hit in snippet.pieces]
    lead = ["\n" + " " * _INDENT] if answer else []
    return Content.assemble((entry.headline, "bold"), mark, "\n", (where, "dim"), *lead, *answer)
