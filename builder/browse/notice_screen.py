"""A page on top of the browser that Escape closes: the help, or the ids of an entry."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Footer

from builder.browse.page import PageLinks
from builder.browse.page_view import PageView


class NoticeScreen(ModalScreen[None]):
    """Shows one page; if there is something to ``copy``, `c` copies it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("c", "copy", "Copy"),
        Binding("escape,q,enter", "close", "Close", priority=True),
    ]

    def __init__(self, title: str, lines: Callable[[int], Sequence[str]], copy: str = "") -> None:
        """A page with a title, its lines for a width, and the text to copy."""
        super().__init__()
        self._title = title
        self._lines = lines
        self._copy = copy

    def compose(self) -> ComposeResult:
        """The page and the keys."""
        with Vertical() as frame:
            frame.border_title = self._title
            yield PageView(id="notice")
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        """Show the page."""
        view = self.query_one("#notice", PageView)
        view.show(lambda width: PageLinks().page(self._lines(width), width))
        view.focus()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer to copy only if there is something to copy."""
        return action != "copy" or bool(self._copy)

    def action_copy(self) -> None:
        """Copy to the clipboard."""
        self.app.copy_to_clipboard(self._copy)
        self.notify(self._copy, title="Copied", markup=False)

    def action_close(self) -> None:
        """Return to the page below."""
        self.dismiss()
