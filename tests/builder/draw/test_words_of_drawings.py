"""Every word of a drawing comes from the catalog, the game or the scenario."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from kits import GAMES, SCENARIOS, TRIED, scenario_of
from soak import WHOLE, soak_only

from builder.draw.example.story import FATES
from builder.draw.sheets.odds.chart import draw_odds
from builder.draw.sheets.odds.sheet import OddsColumn, OddsSheet, Reading
from builder.draw.surface.canvas import Drawing
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.icons import icon_authors
from builder.draw.surface.theme import Theme, load_theme
from builder.draw.surface.wording import Forms, load_words
from builder.lint.finding import Severity
from builder.press.kit.kit import PART_NAMES, Kit, compose_kit
from builder.press.kit.play_aids import AIDS, compose_aids
from builder.press.pages.page import Page
from builder.press.services.calibration import calibration_layout, calibration_pages
from builder.press.services.sheet import Duplex
from builder.press.services.sheet_file import load_paper
from rulesdb import Dice, open_game

BUILDER = Path(__file__).parents[3] / "builder"
RULES = BUILDER.parent / "rulesdb/games"
WORD = re.compile(r"[^\W\d_\ue000-\uf8ff]{2,}")
NAMES = tuple({**SCENARIOS, **dict.fromkeys(TRIED)}) if WHOLE else ("dead-air", "last-lift")


def words_of(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(word.casefold() for text in texts for word in WORD.findall(text))


# Independent of the language: the program's name, its command, units; and results of tables, which are data.
SIGNS = frozenset(
    "brainbug build --check-print printer set upright on its side mm cm yes no nothing i ii iii iv".replace(
        "-", " "
    ).split()
)
# Keys with a computed part, of which no shipped scenario has every value.
WORKED_OUT = (
    {f"lint.{severity}" for severity in Severity}
    | {f"sheet.{duplex}" for duplex in Duplex}
    | {f"odds.{reading}" for reading in Reading}
    | {f"calibration.{edge}" for edge in ("long", "short")}
    | {f"dice.{end}-{part}" for end in ("keep", "drop") for part in ("highest", "lowest")}
    | {f"map.way-{length}{turn}" for length in ("", "short-", "bare-") for turn in ("turn", "from-turn")}
    | {f"dots.{opening}" for opening in ("door", "window", "gap")}
    | {f"dots.{part}-{lattice}" for part in ("reads", "arc") for lattice in ("square", "triangular")}
    | {f"cover-page.{duplex}" for duplex in Duplex}
    | {f"contents.{way}" for way in (*Duplex, "service")}
    | {f"contents.{part}" for part in ("Briefing", "Charts", "Example", "Maps", "Rosters", "Templates")}
    | {f"track.work-{kind}" for kind in ("acts", "end-turns", "spend-points", "spend-rounds")}
    | {f"example.{fate}" for fate in FATES}
    | {f"foot.{markers}" for markers in ("markers", "numbers")}
    | {f"mark.{basis}" for basis in ("house", "supplement")}
    | {key for key in load_words().texts if key.startswith(("thing.", "in-rounds."))}
)


# Names in the data and in hashes, letters of teams, numerals of objectives, a paper, terminal output, and a
# transformation.
NO_WORDS = {
    "PRONE",
    "ABCD",
    "III",
    "VII",
    "VIII",
    "Poster",
    "standard movement cost",
    "hand span",
    "action points",
    "brainbug ",
    "brainbug build",
    "brainbug printer set ",
    "supplement ",
    " rotate(90 ",
}


def marked(text: str) -> str:
    """A text with every letter replaced by one from a private range, and its placeholders unchanged."""
    marks = ""
    for literal, name, _, _ in Formatter().parse(text):
        marks += "".join(chr(0xE000 + ord(each) % 0x1000) if each.isalpha() else each for each in literal)
        marks += f"{{{name}}}" if name is not None else ""
    return marks


class RecordedWords(dict[str, Forms]):
    """Texts that record which of them were used."""

    def __init__(self, texts: Mapping[str, Forms]) -> None:
        super().__init__(texts)
        self.keys_asked: set[str] = set()

    def __getitem__(self, key: str) -> Forms:
        self.keys_asked.add(key)
        return super().__getitem__(key)


@dataclass(frozen=True)
class DrawnWords:
    """The words of all drawings, by their subject, and the texts that were used."""

    texts: Mapping[str, frozenset[str]]
    data_texts: Mapping[str, frozenset[str]]
    used_keys: frozenset[str]


@cache
def vocabulary(game: str) -> frozenset[str]:
    """Every word of a game's data."""
    folder = RULES / game.replace("-", "_")
    texts = (path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.yaml")))
    return words_of(text.replace("\\n", " ") for text in texts)


def spoken(pages: Iterable[Page], loose: Iterable[Drawing] = ()) -> frozenset[str]:
    """The words in drawings and in titles of drawings and bookmarks."""
    pages = tuple(pages)
    drawings = [*(page.drawing for page in pages), *loose]
    texts = [text.text for drawing in drawings for text in drawing.texts]
    return words_of([*texts, *(drawing.title for drawing in drawings), *(page.bookmark for page in pages)])


def found_in(kit: Kit) -> tuple[str, str]:
    """The text of a kit that is neither catalog nor data: its hash, its theme, the icons' authors."""
    return f"{kit.hash} {str(kit.hash).replace('-', ' ')}", f"{kit.theme.name} {icon_authors()}"


@pytest.fixture(scope="module")
def drawn_words() -> DrawnWords:
    """Every kit and aid, drawn with a catalog without any letters."""
    words = load_words()
    recorded = RecordedWords({key: tuple(map(marked, forms)) for key, forms in words.texts.items()})
    theme = load_theme(words=replace(words, texts=recorded))
    paper = load_paper("a4")
    texts: dict[str, frozenset[str]] = {}
    data_texts: dict[str, frozenset[str]] = {}
    for name in NAMES:
        scenario = scenario_of(name)
        kit = compose_kit(
            scenario, paper, theme, parts=PART_NAMES if name in TRIED else ["briefing", "roster"]
        )
        texts[name] = spoken(kit.pages, kit.loose)
        data_texts[name] = vocabulary(scenario.ruleset.id) | words_of([scenario.source.text, *found_in(kit)])
    for game in GAMES:
        aids = compose_aids(open_game(game), paper, theme, aids=AIDS)
        texts[game], data_texts[game] = spoken(aids.pages), vocabulary(game)
    for name, pages in (("calibration", calibration(theme, Duplex.LONG)), ("odds", ())):
        texts[name], data_texts[name] = spoken(pages, odds(theme) if name == "odds" else ()), frozenset()
    return DrawnWords(texts, data_texts, frozenset(recorded.keys_asked))


def calibration(theme: Theme, duplex: Duplex) -> list[Page]:
    return calibration_pages(calibration_layout(load_paper("a4"), duplex), DrawingContext(theme))


def odds(theme: Theme) -> list[Drawing]:
    columns = (
        OddsColumn("1", Dice.parse("2d6").distribution()),
        OddsColumn("2", Dice.parse("99d6").distribution()),
    )
    sheet = OddsSheet("2", "2", {}, columns, varied="1")
    return [draw_odds(sheet, DrawingContext(theme), reading=reading) for reading in Reading]


@pytest.mark.soak
@pytest.mark.parametrize("name", [*NAMES, *GAMES, "calibration", "odds"])
def test_all_drawn_words_come_from_the_catalog_or_the_data(name: str, drawn_words: DrawnWords) -> None:
    data_texts = drawn_words.data_texts[name]
    # Long words are broken over lines, and experience levels are shortened to their first letters.
    unexpected = {
        word
        for word in drawn_words.texts[name] - data_texts - SIGNS
        if not any(whole.startswith(word) for whole in data_texts)
    }
    assert unexpected == set()


def code() -> Iterator[ast.Module]:
    """Every module that draws or prints."""
    for folder in ("draw", "games", "press", "cli"):
        for path in sorted((BUILDER / folder).rglob("*.py")):
            yield ast.parse(path.read_text(encoding="utf-8"))


@soak_only
def test_every_text_of_the_catalog_is_used(drawn_words: DrawnWords) -> None:
    """Used by a drawing, named in the code, or in a section that the data select from."""
    texts = load_words().texts
    used = drawn_words.used_keys | WORKED_OUT
    # Those of conditions and effects are tried one by one in test_sentences.py.
    sections: set[str] = {"logic"}
    for node in (node for tree in code() for node in ast.walk(tree)):
        if isinstance(node, ast.Constant) and node.value in texts:
            used |= {str(node.value)}
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "of":
            sections |= {str(each.value) for each in node.args[:1] if isinstance(each, ast.Constant)}
    assert [key for key in texts if key not in used and key.partition(".")[0] not in sections] == []


def unspoken(tree: ast.Module) -> set[int]:
    """Nodes that no drawing shows: docstrings, error messages, and names of types."""
    ids: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Raise):
            ids |= set(map(id, ast.walk(node)))
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            ids.add(id(node.value))
        elif (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in ("TypeVar", "require", "require_each")
        ):
            ids |= {id(part) for argument in node.args for part in ast.walk(argument)}
    return ids


def test_drawing_code_contains_no_words() -> None:
    """Two words in a row, a capitalized word, or a word next to a placeholder."""
    prose = re.compile(
        r"[^\W\d_]{2,}[ ,;:!?]+[^\W\d_]{2,}|^[A-Z][a-z]+$|^[A-Z]{3,}$|^ [a-z]{2,}|[a-z]{2,}:? $"
    )
    unexpected = set()
    for tree in code():
        imported = {
            name.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for name in node.names
        }
        if not imported & {"Canvas", "Writer", "CardArtist", "KitJob"}:
            continue
        skipped = unspoken(tree)
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in skipped:
                unexpected |= {node.value} if prose.search(node.value) else set()
    parts = {key.partition(".")[2] for key in load_words().texts if key.startswith("part.")}
    assert unexpected - parts - NO_WORDS == set()
