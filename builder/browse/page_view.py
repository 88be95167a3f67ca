"""The widget that shows a page: it scrolls, marks the chosen link, and says when a link is followed."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.selection import Selection
from textual.strip import Strip

from builder.browse.typesetting import Page, Span

STYLES = (
    *("title", "heading", "head", "band", "rule", "muted", "code", "link", "figure", "bar", "error"),
    *("printed", "derived", "reading", "house", "supplement"),
)


class PageView(ScrollView, can_focus=True):
    """Shows what ``show`` gives it, set again whenever the width changes."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "scroll_up", "Up", show=False),
        Binding("down,j", "scroll_down", "Down", show=False),
        Binding("pageup", "page_up", "Page up", show=False),
        Binding("pagedown,space", "page_down", "Page down", show=False),
        Binding("home", "scroll_home", "Top", show=False),
        Binding("end", "scroll_end", "End", show=False),
        Binding("tab", "next_link", "Next link"),
        Binding("shift+tab", "previous_link", "Previous link", show=False),
        Binding("enter", "follow", "Follow"),
    ]
    COMPONENT_CLASSES: ClassVar[set[str]] = {f"page--{style}" for style in STYLES} | {"page--chosen"}
    DEFAULT_CSS = """
    PageView {
        overflow-x: hidden;
        overflow-y: scroll;
        scrollbar-size-vertical: 1;
        background: $surface;
        color: $foreground;
        & > .page--title { text-style: bold; color: $text-primary; }
        & > .page--heading { text-style: bold; color: $text-primary; }
        & > .page--head { text-style: bold; }
        & > .page--band { background: $boost; }
        & > .page--rule { color: $text-muted; }
        & > .page--muted { color: $text-muted; }
        & > .page--code { color: $text-secondary; }
        & > .page--link { text-style: underline; color: $text-primary; }
        & > .page--figure { text-style: bold; }
        & > .page--bar { color: $text-success; }
        & > .page--error { text-style: bold; color: $text-error; }
        & > .page--printed { color: $text-success; }
        & > .page--derived { color: $text-secondary; }
        & > .page--reading { color: $text-warning; }
        & > .page--house { text-style: bold; color: $text-error; }
        & > .page--supplement { text-style: bold; color: $text-success; }
        & > .page--chosen { text-style: bold reverse; }
    }
    """

    chosen: reactive[int | None] = reactive(None)
    """The number of the link that Enter follows."""

    class Followed(Message):
        """A link was followed."""

        def __init__(self, view: PageView, target: str) -> None:
            """The view that it stands on, and where it leads."""
            super().__init__()
            self.view = view
            self.target = target

        @property
        def control(self) -> PageView:
            """The view, for ``@on`` with a selector."""
            return self.view

    def __init__(self, *, id: str | None = None) -> None:
        """An empty page."""
        super().__init__(id=id)
        self.page = Page()
        self._set: Callable[[int], Page] = lambda width: Page()
        self._width = 0

    def show(self, set_page: Callable[[int], Page], line: int = 0, link: int | None = None) -> None:
        """Show the page that ``set_page`` gives for a width in cells, from a line and with a link chosen."""
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
        self.page = self._set(self._width)
        self.virtual_size = Size(self._width, len(self.page.lines))
        self.refresh()

    def on_resize(self) -> None:
        """Set the page again if it has another width now."""
        if self.scrollable_content_region.width != self._width:
            self._lay_out()

    def render_line(self, y: int) -> Strip:
        """The strip at a line of the widget."""
        number = y + self.scroll_offset.y
        width = self.size.width
        base = self.rich_style
        if number >= len(self.page.lines):
            return Strip.blank(width, base)
        segments = [Segment(span.text, base + self._style(span)) for span in self.page.lines[number]]
        selected = None if self.text_selection is None else self.text_selection.get_span(number)
        strip = Strip(segments)
        if selected is not None:
            strip = _highlighted(strip, selected, self.screen.get_component_rich_style("screen--selection"))
        return strip.crop_extend(0, width, base).apply_offsets(0, number)

    def _style(self, span: Span) -> Style:
        style = Style()
        for name in span.style.split():
            style += self.get_component_rich_style(f"page--{name}", partial=True)
        if span.link is not None and span.link == self.chosen:
            style += self.get_component_rich_style("page--chosen", partial=True)
        return style

    def get_selection(self, selection: Selection) -> tuple[str, str] | None:
        """The text that the mouse has selected."""
        return selection.extract(self.page.text), "\n"

    def watch_chosen(self) -> None:
        """Bring the chosen link into view."""
        if self.chosen is not None and self.chosen < len(self.page.links):
            link = self.page.links[self.chosen]
            if link.first < self.top or link.last >= self.top + self.size.height:
                self.scroll_to(y=max(0, link.first - self.size.height // 3), animate=False)
        self.refresh()

    def action_next_link(self) -> None:
        """Choose the next link, from the top of what is shown; after the last, leave the page."""
        links = self.page.links
        if self.chosen is None:
            ahead = [number for number, link in enumerate(links) if link.first >= self.top]
        else:
            ahead = list(range(self.chosen + 1, len(links)))
        self._choose(ahead[0] if ahead else None)
        if not ahead:
            self.screen.focus_next()

    def action_previous_link(self) -> None:
        """Choose the link before; before the first, leave the page."""
        if not self.chosen:
            self._choose(None)
            self.screen.focus_previous()
        else:
            self._choose(self.chosen - 1)

    def _choose(self, number: int | None) -> None:
        self.chosen = number

    def action_follow(self) -> None:
        """Follow the chosen link."""
        if self.chosen is not None and self.chosen < len(self.page.links):
            self.post_message(self.Followed(self, self.page.links[self.chosen].target))

    def on_click(self, event: events.Click) -> None:
        """Follow the link under the mouse."""
        place = event.get_content_offset(self)
        if place is None:
            return
        number = self.page.link_at(place.y + self.top, place.x)
        if number is not None:
            event.stop()
            self.chosen = number
            self.action_follow()


def _highlighted(strip: Strip, selected: tuple[int, int], style: Style) -> Strip:
    """The strip with the cells from one column to another, or to its end, as selected."""
    start, end = selected
    end = strip.cell_length if end == -1 else min(end, strip.cell_length)
    start = min(start, end)
    left, middle, right = (strip.crop(0, start), strip.crop(start, end), strip.crop(end))
    return Strip.join([left, middle.apply_style(style), right])
