"""Every table and every procedure of every game can be executed from the command line."""

from __future__ import annotations

import json
import shlex
from contextlib import suppress

import pytest
from soak import WHOLE

from builder.cli.main import main
from builder.terminal.executing import ResolveOptions, resolve_table, run_procedure
from builder.terminal.ids import read_permalink
from rulesdb import InputError, Procedure, Ruleset, Table, game_folders, open_game
from rulesdb.description.notation import read_inputs
from rulesdb.description.questions import SEED, Question, questions_of, sample_command

GAMES: dict[str, Ruleset] = {game: open_game(game) for game in game_folders()}
TABLES = [table.id for game in GAMES.values() for table in game.tables.values()]
PROCEDURES = [procedure.id for game in GAMES.values() for procedure in game.procedures.values()]

FREE_TEXT = {
    "links": "hold=corridor:interior-door,corridor=bridge:airtight-door",
    "breached": "hold",
    "shooters": "assault-rifle/burst/veteran/point-blank,mini-gun/sustained",
    "events": "mi-killed=2",
    "steps": "easy,moderate:up",
}
"""Inputs with a special notation that are not looked up in any table."""

NONSENSE = ("nonsense", "-1", "9999", "", "a,b", "yes")

OF_ONE_PROCEDURE = {
    "advanced-infantry:procedure/flight": {"dots": "10"},
    "bug-hunter:procedure/injury-worsens": {"dice": "6", "powers": "poisonous"},
    "bug-hunter:procedure/roll-soldier": {"force": "marine"},
    "bug-hunter:procedure/roll-squad": {"force": "marine"},
    "bug-hunter:procedure/draw-powers": {"form": "swarm-pred"},
    "handspan:procedure/fire": {"targets": "warrior,tank", "dice": "2,1"},
    "handspan:procedure/fire-odds": {"dice": "3d6"},
    "mobile-infantry:procedure/fire-autocannon": {"dice": "6,5,1,1"},
}
"""Inputs for which the first accepted values do not fit together."""


def executable(id: str) -> tuple[Ruleset, Procedure | None]:
    game, _, key = id.partition(":")
    ruleset = GAMES[game]
    slug = key.partition("/")[2]
    return ruleset, ruleset.procedures[slug] if key.startswith("procedure/") else None


def plausible(question: Question) -> str:
    """Text for an input, from its description and its name."""
    if question.words:
        return question.words[0]
    if question.samples:
        return question.samples[0]
    return FREE_TEXT.get(question.name, "1")


def plausible_inputs(id: str) -> list[str]:
    game, procedure = executable(id)
    assert procedure is not None
    stated = OF_ONE_PROCEDURE.get(id, {})
    questions = [question for question in questions_of(game, procedure) if question.required]
    return [f"{question.name}={stated.get(question.name) or plausible(question)}" for question in questions]


def run(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as left:
        main(["resolve", *args])
    captured = capsys.readouterr()
    return int(left.value.code or 0), captured.out, captured.err


@pytest.mark.parametrize("id", TABLES)
def test_a_table_has_a_result_for_the_first_value_of_each_axis(
    id: str, capsys: pytest.CaptureFixture[str]
) -> None:
    game, _ = executable(id)
    questions = questions_of(game, game.table(id.partition("/")[2]))
    inputs = [f"{question.name}={plausible(question)}" for question in questions if question.dice is None]
    code, out, errors = run(capsys, id, *inputs, "--seed", "1", "--json")
    assert code == 0, errors
    answer = json.loads(out)
    assert set(answer["inputs"]) == {question.name for question in questions}
    assert answer["source"]["section"]
    assert game.table(id.partition("/")[2]).lookup(**answer["inputs"]).result == answer["result"]


@pytest.mark.parametrize("id", PROCEDURES)
def test_a_procedure_gives_a_result_for_plausible_inputs(id: str, capsys: pytest.CaptureFixture[str]) -> None:
    inputs = plausible_inputs(id)
    code, out, errors = run(capsys, id, *inputs, "--seed", "1", "--json")
    assert code == 0, errors
    answer = json.loads(out)
    assert set(answer["inputs"]) - {SEED} == {pair.partition("=")[0] for pair in inputs}
    assert answer["trace"]
    _, given = read_permalink(answer["permalink"])
    game, procedure = executable(id)
    assert procedure is not None
    assert run_procedure(game, procedure, given, ResolveOptions()).answer.as_json() == {
        name: answer[name] for name in answer if name not in ("modifiers", "permalink")
    }


@pytest.mark.parametrize("id", PROCEDURES)
def test_a_procedure_without_its_inputs_says_what_it_accepts(id: str) -> None:
    game, procedure = executable(id)
    assert procedure is not None
    needed = [question for question in questions_of(game, procedure) if question.required]
    needed = [question for question in needed if question.dice is None]
    if not needed:
        assert run_procedure(game, procedure, {}, ResolveOptions(seed=1)).answer.trace
        return
    with pytest.raises(InputError) as refused:
        run_procedure(game, procedure, {}, ResolveOptions(seed=1))
    for question in needed:
        assert f"{question.name}: {question.accepts}" in str(refused.value)


@pytest.mark.soak
@pytest.mark.parametrize("id", PROCEDURES)
def test_nonsense_for_any_input_has_a_result_or_an_error(id: str) -> None:
    game, procedure = executable(id)
    assert procedure is not None
    good = dict(pair.split("=", 1) for pair in plausible_inputs(id))
    for number, question in enumerate(questions_of(game, procedure)):
        for text in NONSENSE if WHOLE else NONSENSE[number % 3 :: 3]:
            with suppress(InputError):
                result = run_procedure(game, procedure, good | {question.name: text}, ResolveOptions(seed=1))
                assert json.dumps(result.answer.as_json())


@pytest.mark.parametrize("id", PROCEDURES)
def test_every_name_that_a_procedure_looks_up_is_listed(id: str) -> None:
    """So that prompts, completion and errors can offer them."""
    game, procedure = executable(id)
    assert procedure is not None
    free = {*FREE_TEXT, "choice", "mission", "dice"}
    unlisted = [
        question.name
        for question, given in zip(questions_of(game, procedure), procedure.inputs, strict=True)
        if given.type in (str, tuple[str, ...]) and not question.words
    ]
    assert set(unlisted) <= free


@pytest.mark.parametrize("id", [*TABLES, *PROCEDURES])
def test_the_command_that_show_suggests_names_every_input_without_dice(id: str) -> None:
    game, procedure = executable(id)
    thing = procedure or game.table(id.partition("/")[2])
    program, command, named_id, *inputs = shlex.split(sample_command(thing, questions_of(game, thing)))
    assert (program, command, named_id) == ("brainbug", "resolve", id)
    given = read_inputs(tuple(inputs))
    needed = [question for question in questions_of(game, thing) if question.required]
    assert list(given) == [question.name for question in needed if question.dice is None]
    if isinstance(thing, Table):
        assert resolve_table(game, thing, given, ResolveOptions(seed=1)).answer.id == id
