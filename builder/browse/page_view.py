"""The widget that shows a page: it scrolls, highlights a link, and reports when a link is followed."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.selection import Selection
from textual.strip import Strip

from builder.browse.page import Page

_MIN_WIDTH = 20


class PageView(ScrollView, can_focus=True):
    """Shows the page that is passed to ``show``, and lays it out again whenever the width changes."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("k", "scroll_up", "Up", show=False),
        Binding("j", "scroll_down", "Down", show=False),
        Binding("space", "page_down", "Page down", show=False),
        Binding("tab", "next_link", "Next link"),
        Binding("shift+tab", "previous_link", "Previous link", show=False),
        Binding("enter", "follow", "Follow"),
    ]
    COMPONENT_CLASSES: ClassVar[set[str]] = {"page--link", "page--chosen"}

    chosen: reactive[int | None] = reactive(None)
    """The number of the link that Enter follows."""

    class Followed(Message):
        """A link was followed."""

        def __init__(self, target: str) -> None:
            """The target of the link."""
            super().__init__()
            self.target = target

    def __init__(self, *, id: str | None = None) -> None:
        """An empty page."""
        super().__init__(id=id)
        self.page = Page()
        self._set: Callable[[int], Page] = lambda width: Page()
        self._width = 0

    def show(self, set_page: Callable[[int], Page], line: int = 0, link: int | None = None) -> None:
        """Show the page that ``set_page`` returns for a width, scrolled to a line, with a link selected."""
        self._set = set_page
        self._lay_out()
        self.chosen = link if link is not None and link < len(self.page.links) else None
        self.scroll_to(y=line, animate=False, force=True)

    @property
    def top(self) -> int:
        """The number of the first line that is shown."""
        return self.scroll_offset.y

    def _lay_out(self) -> None:
        self._width = self.scrollable_content_region.width
        # A view that is hidden has no width yet.
        self.page = self._set(max(_MIN_WIDTH, self._width))
        self.virtual_size = Size(self._width, len(self.page.lines))
        self.refresh()

    def on_resize(self) -> None:
        """Lay the page out again if its width has changed."""
        if self.scrollable_content_region.width != self._width:
            self._lay_out()

    def render_line(self, y: int) -> Strip:
        """The strip at a line of the widget."""
        number = y + self.scroll_offset.y
        width = self.size.width
        base = self.rich_style
        if number >= len(self.page.lines):
            return Strip.blank(width, base)
        line = self.page.lines[number]
        selected = None if self.text_selection is None else self.text_selection.get_span(number)
        if selected is not None:
            start, end = selected
            line = line.copy()
            style = self.screen.get_component_rich_style("screen--selection")
            line.stylize(Style(bgcolor=style.bgcolor), start, None if end == -1 else end)
        segments = [
            Segment(text, base + self._style(style or Style.null()))
            for text, style, _ in line.render(self.app.console)
        ]
        return Strip(segments).crop_extend(0, width, base).apply_offsets(0, number)

    def _style(self, style: Style) -> Style:
        """A style of the page as a style of the widget: hyperlinks become actions."""
        if style.link is None:
            return style
        linked = style.update_link(None) + self.get_component_rich_style("page--link", partial=True)
        if style.link == str(self.chosen):
            linked += self.get_component_rich_style("page--chosen", partial=True)
        return linked + Style.from_meta({"@click": f"follow_link({style.link})"})

    def get_selection(self, selection: Selection) -> tuple[str, str] | None:
        """The text that the mouse has selected."""
        return selection.extract(self.page.text), "\n"

    def watch_chosen(self) -> None:
        """Scroll to the selected link."""
        if self.chosen is not None and self.chosen < len(self.page.links):
            link = self.page.links[self.chosen]
            if link.first < self.top or link.last >= self.top + self.size.height:
                self.scroll_to(y=max(0, link.first - self.size.height // 3), animate=False)
        self.refresh()

    def action_next_link(self) -> None:
        """Select the next link, starting at the top of the view; after the last link, leave the page."""
        links = self.page.links
        if self.chosen is None:
            ahead = [number for number, link in enumerate(links) if link.first >= self.top]
        else:
            ahead = list(range(self.chosen + 1, len(links)))
        self.chosen = ahead[0] if ahead else None
        if not ahead:
            self.screen.focus_next()

    def action_previous_link(self) -> None:
        """Select the previous link; before the first link, leave the page."""
        if not self.chosen:
            self.chosen = None
            self.screen.focus_previous()
        else:
            self.chosen -= 1

    def action_follow(self) -> None:
        """Follow the selected link."""
        if self.chosen is not None and self.chosen < len(self.page.links):
            self.post_message(self.Followed(self.page.links[self.chosen].target))

    def action_follow_link(self, number: int) -> None:
        """Follow a link by its number, as a click on it does."""
        self.chosen = number
        self.action_follow()
