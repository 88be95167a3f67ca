"""Kits and aids in every shipped language: longer words also stay in their boxes, and are large enough."""

from __future__ import annotations

import itertools
from pathlib import Path

import pikepdf
import placement
import pytest
from kits import GAMES, SCENARIOS, TRIED, TRIED_IN, aids_of, drawings_of, kit_of

from builder.cli.main import main
from builder.draw.surface.canvas import Drawing
from builder.draw.surface.wording import MODEL, language_names, load_words
from rulesdb import Basis, open_game
from rulesdb.schemas import SchemaSet

OTHERS = [name for name in language_names() if name != MODEL]
CATALOGUES = Path(__file__).parents[3] / "builder/draw/surface/words"


def drawings_in(language: str, name: str) -> list[Drawing]:
    """The drawings for a scenario or a game."""
    if name in GAMES:
        return [page.drawing for page in aids_of(name, language=language).pages]
    return drawings_of(kit_of(name, language))


@pytest.mark.soak
@pytest.mark.parametrize(
    ("language", "name"),
    [(language, name) for name, language in TRIED_IN if language != MODEL]
    + list(itertools.product(OTHERS, GAMES)),
)
def test_words_in_another_language_stay_in_their_boxes(language: str, name: str) -> None:
    drawings = drawings_in(language, name)
    assert placement.outside(drawings) == []
    assert placement.overlapping(drawings) == []
    assert placement.too_small(drawings) == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_kit_in_another_language_is_another_kit(language: str) -> None:
    name = TRIED[0]
    texts = {text.text for drawing in drawings_in(language, name) for text in drawing.texts}
    english = {text.text for drawing in drawings_in(MODEL, name) for text in drawing.texts}
    assert load_words(language)("briefing.forces") in texts - english


@pytest.fixture(scope="module")
def words_of_data() -> dict[str, set[str]]:
    """The words of the data that the catalog translates, by section."""
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
        "dots": {*(f"reads-{name}" for name in dots["lattice"]["enum"]), *terrain["paid"]["enum"]},
        "basis": {str(basis) for basis in Basis},
        "score": set(unit["scores"]["properties"]),
    }


@pytest.mark.parametrize("section", ["state", "when", "cover", "air", "dots", "basis", "score"])
def test_every_word_that_data_can_select_is_in_the_catalog(
    section: str, words_of_data: dict[str, set[str]]
) -> None:
    texts = load_words().texts
    assert {value for value in words_of_data[section] if f"{section}.{value}" not in texts} == set()


def run(*args: str) -> int:
    with pytest.raises(SystemExit) as done:
        main(args)
    return int(done.value.code or 0)


def test_a_german_kit_has_its_language_in_the_pdf(tmp_path: Path) -> None:
    scenario = str(SCENARIOS["dead-air"])
    assert run("build", scenario, "-o", str(tmp_path / "kit"), "--language", "de", "--only", "briefing") == 0
    with pikepdf.open(tmp_path / "kit/play-kit.pdf") as document, document.open_outline() as outline:
        assert str(document.Root.Lang) == "de"
        assert outline.root[0].title == load_words("de").of("part", "Briefing")


def test_a_broken_catalog_is_reported_with_its_position_and_nothing_is_built(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = tmp_path / "own.yaml"
    text = (CATALOGUES / "de.yaml").read_text(encoding="utf-8")
    own.write_text(text.replace("    forces: Streitkräfte\n", ""), encoding="utf-8")
    line = text.splitlines().index("  briefing:") + 1
    target = tmp_path / "aids"
    assert run("print", "handspan", "charts", "-o", str(target), "--language", str(own)) == 2
    errors = capsys.readouterr().err
    assert f"{own}:{line}:3: BB006 the text `briefing.forces` is missing" in errors
    assert "add `forces` under `briefing`; in English: Forces" in errors
    assert not target.exists()


def test_a_chart_of_odds_is_drawn_in_german(tmp_path: Path) -> None:
    chart = tmp_path / "odds.svg"
    assert run("odds", "2d6", "--svg", str(chart), "--language", "de") == 0
    assert "Standardabweichung 2,42" in chart.read_text(encoding="utf-8")
