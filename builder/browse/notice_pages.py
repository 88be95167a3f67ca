"""The pages that are not entries: the welcome, the help, and the ids of an entry."""

from __future__ import annotations

from builder.browse.catalog import Catalog
from builder.browse.marks import MARKS
from builder.browse.typesetting import Page, Typesetter, Words
from rulesdb import Basis, Entry
from rulesdb.model import BASIS_MEANING

KEYS = (
    ("Search", (
        ("/", "go to the search box and type; results follow each letter"),
        ("↓ ↑", "move in the results while typing"),
        ("Enter", "open the marked result"),
        ("Tab", "go on to the filters of game and kind, and to the list"),
        ("Esc", "back to the page"),
    )),
    ("Read", (
        ("↓ ↑ PgDn PgUp", "scroll; Home and End go to the ends"),
        ("Tab, Shift+Tab", "next and previous link; a click follows one"),
        ("Enter", "follow the chosen link"),
        ("← →", "back and forward (Alt+← and Alt+→ work everywhere)"),
        ("z", "give the page the whole width, or take it back"),
    )),
    ("Do", (
        ("r", "roll a table, or run a procedure; odds show at once"),
        ("c", "copy the citation"),
        ("i", "id, permalink and commands of this entry"),
        ("t", "colors: dark, light, or the terminal's own"),
        ("? or F1", "this help"),
        ("q, Ctrl+Q", "quit"),
    )),
)  # fmt: skip


def help_page(width: int) -> Page:
    """Every key, and what the marks mean."""
    setter = Typesetter(width)
    for title, keys in KEYS:
        setter.heading(title)
        for key, does in keys:
            setter.paragraph(Words(key.ljust(16), "figure"), Words(does), first="", rest=" " * 16)
    setter.heading("Marks")
    _put_marks(setter)
    return setter.page()


def welcome_page(catalog: Catalog, width: int) -> Page:
    """What there is to read, before anything is open."""
    setter = Typesetter(width)
    setter.paragraph(Words("brainbug", "title"), Words(" · the rules database", "muted"))
    setter.blank()
    setter.paragraph(Words("Type what you look for; "), Words("?", "figure"), Words(" tells every key."))
    for game in catalog.games:
        tables, procedures = len(game.tables), len(game.procedures)
        setter.heading(game.title)
        setter.paragraph(Words(f"{game.subtitle or game.edition}", "muted"), first="  ")
        setter.paragraph(
            Words(f"{len(game.all_entries)} entries, {tables} tables, {procedures} procedures"), first="  "
        )
    setter.heading("Marks")
    _put_marks(setter)
    return setter.page()


def id_page(entry: Entry, width: int) -> Page:
    """How to come back to an entry from elsewhere."""
    setter = Typesetter(width)
    commands = [f"brainbug show {entry.id}", f"brainbug browse {entry.id}"]
    if entry.kind in ("table", "procedure"):
        commands.append(f"brainbug resolve {entry.id}")
    if entry.kind == "table":
        commands.append(f"brainbug odds {entry.id}")
    for name, text in (
        ("id", entry.id),
        ("permalink of a cell", f"{entry.id}#axis=value&…" if entry.kind == "table" else ""),
        ("page of the site", f"reference/{entry.game}/{entry.kind}/{entry.slug}.html"),
    ):
        if text:
            setter.heading(name.capitalize())
            setter.verbatim(text, "figure")
    setter.heading("On the command line")
    for command in commands:
        setter.verbatim(command, "code")
    return setter.page()


def _put_marks(setter: Typesetter) -> None:
    for basis in Basis:
        mark = MARKS.get(basis, " ")
        setter.paragraph(
            Words(f"{mark} {basis}".ljust(16), str(basis)),
            Words(BASIS_MEANING[basis]),
            first="",
            rest=" " * 16,
        )
