"""Examples of play on paper: whole as far as they go, marked as machine play, and secret if need be."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
import soak
from click.testing import CliRunner
from handspan_field import FIELD
from kits import SCENARIOS

from builder.cli.build import build
from builder.cli.main import main
from builder.draw.example.phrases import Phrases, names_in
from builder.draw.example.sheets import MAX_SHEETS, example_sheets
from builder.draw.example.story import Deeds, DiceThrown, End, Story, TurnStart, joined_rolls, read_story
from builder.draw.surface.canvas import Drawing
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import load_theme
from builder.draw.surface.wording import load_words
from builder.playtest.example import example_record
from builder.press.kit.job import REFEREE
from builder.press.kit.kit import compose_kit
from builder.press.services.sheet_file import load_paper
from builder.scenario.languages.translation import scenario_in
from builder.scenario.load import scenario_from
from rulesdb import InputError
from rulesdb.language import terms_of
from rulesdb.yaml_source import parse_yaml

A4 = load_paper("a4").content


@pytest.fixture(scope="module")
def field(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("example") / "field.yaml"
    path.write_text(FIELD, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def record(field: Path) -> str:
    text = example_record(field)
    assert text is not None
    return text


@pytest.fixture(scope="module")
def story(record: str) -> Story:
    return read_story(record, "field.jsonl")


def sheets(story: Story, language: str = "en", *, is_secret: bool = False) -> list[Drawing]:
    scenario = scenario_in(story.scenario, language)
    context = DrawingContext.of(scenario.ruleset, load_theme(words=load_words(language)), debug=True)
    return example_sheets(story, scenario, A4, context, is_secret=is_secret)


def text_of(drawings: Sequence[Drawing]) -> str:
    return " ".join(" ".join(text.text.split()) for drawing in drawings for text in drawing.texts)


def test_an_example_says_that_a_machine_played_it_and_ends_with_the_game(story: Story) -> None:
    text = text_of(sheets(story))
    assert "A machine played this game" in text
    assert "Set-up" in text
    assert "Turn 1" in text
    end = story.passages[-1]
    assert isinstance(end, End)
    assert f"win ({end.grade})." in text or "Nobody wins." in text
    assert "(secret)" not in text


def test_a_game_that_is_too_long_is_narrated_in_part_and_then_summarized(story: Story) -> None:
    turns = [
        replace(each, number=each.number + 4 * again) if isinstance(each, TurnStart) else each
        for again in range(8)
        for each in story.passages[:-1]
    ]
    drawings = sheets(replace(story, passages=[*turns, story.passages[-1]]))
    assert len(drawings) == MAX_SHEETS
    text = text_of(drawings)
    assert "What followed" in text
    assert f"Turn {max(each.number for each in turns if isinstance(each, TurnStart))}." in text
    for drawing in drawings:
        assert all(each.y + each.height <= A4[1] for each in drawing.texts)


def test_equal_rolls_are_together_and_no_roll_is_lost(story: Story) -> None:
    rolls = [each for each in story.passages if isinstance(each, DiceThrown)]
    joined = [each for each in joined_rolls(story.passages) if isinstance(each, DiceThrown)]
    assert [total for each in rolls for total in each.totals] == [t for each in joined for t in each.totals]


def test_in_german_an_example_has_no_english_deed(story: Story) -> None:
    text = text_of(sheets(story, "de"))
    assert "Diese Partie hat eine Maschine gespielt" in text
    assert " fires at " not in text
    assert " moves to " not in text
    assert "1W3" in text


@cache
def _phrases(game: str) -> Phrases:
    from rulesdb import open_game

    ruleset = open_game(game)
    return Phrases(ruleset.languages["de"]["phrases"], {}, terms_of(ruleset, "de"))


@soak.soak_only
@pytest.mark.parametrize("name", sorted(SCENARIOS))
def test_german_has_a_phrase_for_all_that_the_example_of_a_scenario_says(name: str) -> None:
    text = example_record(SCENARIOS[name])
    assert text is not None
    story = read_story(text, name)
    phrases = _phrases(story.scenario.ruleset.id)
    deeds = [deed for each in story.passages if isinstance(each, Deeds) for _, deed, _ in each.counts]
    deeds += [each.purpose for each in story.passages if isinstance(each, DiceThrown)]
    assert [each for each in dict.fromkeys(deeds) if not phrases.knows(each)] == []
    for language in ("en", "de"):
        assert 1 <= len(sheets(story, language)) <= MAX_SHEETS


def test_names_of_a_translated_scenario_are_its_own_in_that_language() -> None:
    from kits import scenario_of

    scenario = scenario_of("dead-air")
    names = names_in(scenario, scenario_in(scenario, "de"))
    assert (names["Upper Deck"], names["Air plant"]) == ("Oberdeck", "Luftanlage")


def test_only_the_referee_reads_an_example_with_secrets(story: Story) -> None:
    secret = scenario_from(
        parse_yaml(FIELD.replace("title: Ramp", "title: Ramp, secret: true"), "field.yaml")
    )
    paper, theme = load_paper("a4"), load_theme()
    for scenario, reader, mark in ((story.scenario, "", ""), (secret, REFEREE, " (secret)")):
        pages = compose_kit(scenario, paper, theme, parts=["example"], example=story).pages
        assert {page.reader for page in pages} == {reader}
        assert pages[0].title == f"An example of play{mark}"


def test_an_example_needs_a_game(story: Story) -> None:
    with pytest.raises(InputError, match="needs the record of a game"):
        compose_kit(story.scenario, load_paper("a4"), load_theme(), parts=["example"])


# The command.


def _built(*args: object) -> str:
    done = CliRunner().invoke(build, list(map(str, args)))
    assert done.exit_code == 0, done.output
    return done.output


def test_a_kit_with_the_example_of_a_record_can_be_checked(field: Path, record: str, tmp_path: Path) -> None:
    game, kit = tmp_path / "game.jsonl", tmp_path / "kit"
    game.write_text(record, encoding="utf-8")
    _built(field, "-o", kit, "--only", "example", "--example-from", game)
    manifest = json.loads((kit / "manifest.json").read_text("utf-8"))
    assert list(manifest["shows"]) == ["example"]
    assert "up to date" in _built(field, "--check-print", manifest["hash"], "--example-from", game)


def test_a_kit_has_an_example_only_if_it_is_asked_for(field: Path, tmp_path: Path) -> None:
    _built(field, "-o", tmp_path / "one", "--only", "briefing")
    _built(field, "-o", tmp_path / "other", "--only", "briefing", "--example")
    parts = [
        list(json.loads((tmp_path / name / "manifest.json").read_text("utf-8"))["shows"])
        for name in ("one", "other")
    ]
    assert parts == [["briefing"], ["briefing", "example"]]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda text: "{}", "not a record of a game"),
        (lambda text: text.replace("Field", "Meadow"), "another version of it"),
        (lambda text: text.replace('"purpose"', '"porpoise"'), "a line lacks 'purpose'"),
    ],
)
def test_a_record_that_does_not_fit_is_one_clear_line(
    field: Path, record: str, tmp_path: Path, change: object, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    game = tmp_path / "game.jsonl"
    game.write_text(change(record), encoding="utf-8")  # type: ignore[operator]
    with pytest.raises(SystemExit) as stopped:
        main(["build", str(field), "-o", str(tmp_path / "kit"), "--example-from", str(game)])
    error = capsys.readouterr().err
    assert (stopped.value.code, error.count("\n")) == (2, 1)
    assert message in error


def test_a_record_is_for_one_scenario(
    field: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["build", str(field.parent), "-o", str(tmp_path / "kits"), "--example-from", "game.jsonl"])
    assert stopped.value.code == 2
    assert "the record of one scenario" in capsys.readouterr().err
