"""The history of entries, as in a web browser."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Visit:
    """A visited entry, with the first visible line and the selected link at that time."""

    id: str
    line: int = 0
    link: int | None = None


@dataclass(frozen=True, slots=True)
class History:
    """Visits in order, and the current position.

    >>> history = History().open("bug-hunter:rule/304.1").open("bug-hunter:table/door-costs")
    >>> history.go(-1).current.id, history.go(-1).go(1).current.id, history.can_go(1)
    ('bug-hunter:rule/304.1', 'bug-hunter:table/door-costs', False)
    """

    visits: tuple[Visit, ...] = ()
    at: int = -1

    @property
    def current(self) -> Visit | None:
        """The visit that is shown; ``None`` before the first."""
        return self.visits[self.at] if self.visits else None

    def open(self, id: str) -> History:
        """Go to an entry and forget later visits; opening the current entry changes nothing."""
        if self.current is not None and self.current.id == id:
            return self
        visits = (*self.visits[: self.at + 1], Visit(id))
        return History(visits, len(visits) - 1)

    def leave(self, line: int, link: int | None) -> History:
        """Store the scroll position of the current entry, for going back."""
        if self.current is None:
            return self
        visits = list(self.visits)
        visits[self.at] = replace(self.current, line=line, link=link)
        return History(tuple(visits), self.at)

    def can_go(self, by: int) -> bool:
        """Whether there is a visit this many places later, or earlier if negative."""
        return 0 <= self.at + by < len(self.visits)

    def go(self, by: int) -> History:
        """Go to a later visit, or to an earlier one if negative; stay if there is none."""
        return History(self.visits, self.at + by) if self.can_go(by) else self
