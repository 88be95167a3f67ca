"""Where the reader has been, as in a web browser."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Visit:
    """An entry that was read, the first line that was shown of it, and the link that was chosen."""

    id: str
    line: int = 0
    link: int | None = None


@dataclass(frozen=True, slots=True)
class History:
    """Visits in order, and the place among them.

    >>> been = History().open("bug-hunter:rule/304.1").open("bug-hunter:table/door-costs")
    >>> been.back().here.id, been.back().forward().here.id
    ('bug-hunter:rule/304.1', 'bug-hunter:table/door-costs')
    """

    visits: tuple[Visit, ...] = ()
    at: int = -1

    @property
    def here(self) -> Visit | None:
        """The visit that is shown; ``None`` before the first."""
        return self.visits[self.at] if self.visits else None

    @property
    def can_go_back(self) -> bool:
        """Whether something was read before this."""
        return self.at > 0

    @property
    def can_go_forward(self) -> bool:
        """Whether the reader came back from something."""
        return self.at < len(self.visits) - 1

    def open(self, id: str) -> History:
        """Go to an entry; what lay forward is forgotten, and opening what is open changes nothing."""
        if self.here is not None and self.here.id == id:
            return self
        visits = (*self.visits[: self.at + 1], Visit(id))
        return History(visits, len(visits) - 1)

    def leave(self, line: int, link: int | None) -> History:
        """Remember how the present entry was being read, for the way back."""
        if self.here is None:
            return self
        visits = list(self.visits)
        visits[self.at] = replace(visits[self.at], line=line, link=link)
        return History(tuple(visits), self.at)

    def back(self) -> History:
        """One visit back; the first stays."""
        return History(self.visits, self.at - 1) if self.can_go_back else self

    def forward(self) -> History:
        """One visit forward; the last stays."""
        return History(self.visits, self.at + 1) if self.can_go_forward else self
