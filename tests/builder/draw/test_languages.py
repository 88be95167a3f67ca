"""Kits and aids in every language that ships: longer words stay in their place, too, and are large enough."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from pathlib import Path

import pikepdf
import pytest

from builder.cli.main import main
from builder.draw.surface.canvas import Drawing, PlacedText
from builder.draw.surface.theme import load_theme
from builder.draw.surface.wording import MODEL, language_names, load_words
from builder.press.kit.kit import compose_kit
from builder.press.kit.play_aids import AIDS, compose_aids
from builder.press.services.sheet_file import load_paper
from builder.scenario.load import load_scenario
from rulesdb import Basis, open_game
from rulesdb.schemas import SchemaSet
from rulesdb.shipped import shipped

OTHERS = [name for name in language_names() if name != MODEL]
GAMES = ("bug-hunter", "handspan", "mobile-infantry", "bugged", "advanced-infantry")
SCENARIOS = {path.stem: path for path in sorted(shipped("scenarios").rglob("*.yaml"))}
CATALOGUES = Path(__file__).parents[3] / "builder/draw/surface/words"
SLACK = 0.1


def drawings_in(language: str, name: str) -> list[Drawing]:
    """What is drawn for a scenario or a game."""
    theme, paper = load_theme(words=load_words(language)), load_paper("a4")
    if name in SCENARIOS:
        kit = compose_kit(load_scenario(SCENARIOS[name]), paper, theme)
        return [*(page.drawing for page in kit.pages), *kit.loose]
    return [page.drawing for page in compose_aids(open_game(name), paper, theme, aids=AIDS).pages]


def outside(drawing: Drawing) -> Iterator[str]:
    whole = (0.0, 0.0, drawing.width, drawing.height)
    for text in drawing.texts:
        for x, y, width, height in (whole, text.within or whole):
            if not (x - SLACK <= text.x and text.x + text.width <= x + width + SLACK):
                yield f"{drawing.name}: {text.text} goes across"
            if not (y - SLACK <= text.y and text.y + text.height <= y + height + SLACK):
                yield f"{drawing.name}: {text.text} goes down"


def clashes(drawing: Drawing) -> Iterator[str]:
    for one, other in itertools.combinations(drawing.texts, 2):
        if overlap(one, other):
            yield f"{drawing.name}: {one.text} on {other.text}"


def overlap(one: PlacedText, other: PlacedText) -> bool:
    across = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
    down = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
    return across > SLACK / 2 and down > SLACK / 2


def too_small(drawings: Iterable[Drawing]) -> list[str]:
    """Less than five points, but for maps drawn small."""
    return [
        f"{drawing.name}: {text.text}"
        for drawing in drawings
        for text in drawing.texts
        if not drawing.name.endswith("overview") and text.height < 1.75 * 0.698 - 0.01
    ]


@pytest.mark.parametrize("name", [*SCENARIOS, *GAMES])
@pytest.mark.parametrize("language", OTHERS)
def test_words_of_another_language_stay_in_their_place(language: str, name: str) -> None:
    drawings = drawings_in(language, name)
    assert [defect for drawing in drawings for defect in outside(drawing)] == []
    assert [defect for drawing in drawings for defect in clashes(drawing)] == []
    assert too_small(drawings) == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_kit_in_another_language_is_another_kit(language: str) -> None:
    name = next(iter(SCENARIOS))
    said = {text.text for drawing in drawings_in(language, name) for text in drawing.texts}
    english = {text.text for drawing in drawings_in(MODEL, name) for text in drawing.texts}
    assert load_words(language)("briefing.forces") in said - english


@pytest.fixture(scope="module")
def words_of_data() -> dict[str, set[str]]:
    """What the data may say where the catalogue has the word for it, by section."""
    games = [open_game(game) for game in GAMES]
    schemas = SchemaSet()
    power = schemas.load("power")["$defs"]["entry"]["properties"]
    unit = schemas.load("unit")["$defs"]["entry"]["properties"]
    terrain = schemas.load("terrain")["$defs"]["entry"]["properties"]
    hexes, dots = schemas.load("hex-map")["properties"], schemas.load("dots-map")["properties"]
    backs = {unit["counter"].get("back", "") for game in games for unit in game.of_kind("unit")}
    return {
        "state": backs - {""},
        "when": set(power["when"]["enum"]),
        "cover": set(terrain["cover"]["enum"]) - {"none"},
        "air": set(hexes["atmosphere"]["properties"]["inside"]["enum"]),
        "dots": {*dots["lattice"]["enum"], *terrain["paid"]["enum"]},
        "basis": {str(basis) for basis in Basis},
        "score": set(unit["scores"]["properties"]),
    }


@pytest.mark.parametrize("section", ["state", "when", "cover", "air", "dots", "basis", "score"])
def test_every_word_that_the_data_choose_from_is_in_the_catalogue(
    section: str, words_of_data: dict[str, set[str]]
) -> None:
    texts = load_words().texts
    assert {value for value in words_of_data[section] if f"{section}.{value}" not in texts} == set()


def run(*args: str) -> int:
    with pytest.raises(SystemExit) as done:
        main(args)
    return int(done.value.code or 0)


def test_a_kit_in_german_says_so_in_its_pdf(tmp_path: Path) -> None:
    scenario = str(SCENARIOS["dead-air"])
    assert run("build", scenario, "-o", str(tmp_path / "kit"), "--language", "de", "--only", "briefing") == 0
    with pikepdf.open(tmp_path / "kit/play-kit.pdf") as document, document.open_outline() as outline:
        assert str(document.Root.Lang) == "de"
        assert outline.root[0].title == load_words("de").of("part", "Briefing")


def test_a_catalogue_with_a_defect_is_told_with_its_place_and_nothing_is_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = tmp_path / "own.yaml"
    text = (CATALOGUES / "de.yaml").read_text(encoding="utf-8")
    own.write_text(text.replace("    forces: Streitkräfte\n", ""), encoding="utf-8")
    line = text.splitlines().index("  briefing:") + 1
    target = tmp_path / "aids"
    assert run("print", "handspan", "charts", "-o", str(target), "--language", str(own)) == 2
    said = capsys.readouterr().err
    assert f"{own}:{line}:3: BB006 the text `briefing.forces` is missing" in said
    assert "add `forces` under `briefing`; in English: Forces" in said
    assert not target.exists()


def test_a_chart_of_odds_is_drawn_in_german(tmp_path: Path) -> None:
    chart = tmp_path / "odds.svg"
    assert run("odds", "2d6", "--svg", str(chart), "--language", "de") == 0
    assert "Standardabweichung 2,42" in chart.read_text(encoding="utf-8")
