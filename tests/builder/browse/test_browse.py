"""The browser in the terminal, operated as by a user."""

from __future__ import annotations

import asyncio
import functools
import random
import subprocess
import sys
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import product

import pytest
from soak import every, times
from textual.pilot import Pilot
from textual.widgets import Checkbox, Input, OptionList, Select

from builder.browse.app import BrowseApp
from builder.browse.catalog import Catalog, citation_text
from builder.browse.history import History
from builder.browse.page_view import PageView
from builder.browse.roll_screen import RollScreen
from rulesdb import game_folders, open_game


@functools.cache
def catalog() -> Catalog:
    return Catalog(tuple(open_game(name) for name in game_folders()))


PANIC = "bug-hunter:table/random-panic"
SIZES = ((40, 20), (80, 24), (140, 40))
LONG = (PANIC, "bug-hunter:table/combat-results", "mobile-infantry:mission/tunnel-rats")


def drive(
    steps: Callable[[BrowseApp, Pilot[None]], Awaitable[None]],
    size: tuple[int, int] = (120, 40),
    **options: object,
) -> BrowseApp:
    """Run the browser without a terminal, with dice from a fixed seed."""
    app = BrowseApp(catalog(), random.Random(7), **options)  # type: ignore[arg-type]

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await steps(app, pilot)

    # Playwright keeps an event loop running in this thread.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(run())).result()
    return app


def here(app: BrowseApp) -> str:
    assert app.open_entry is not None
    return app.open_entry[1].id


def words_on(app: BrowseApp, id: str = "entry") -> str:
    view = app.screen.query_one(f"#{id}", PageView)
    return "\n".join(
        "".join(segment.text for segment in view.render_line(y)) for y in range(view.size.height)
    )


def test_typing_searches_and_enter_opens() -> None:
    async def steps(app: BrowseApp, pilot: Pilot[None]) -> None:
        await pilot.press(*"airlok")
        await pilot.pause(0.3)
        assert app.query_one("#hits", OptionList).option_count > 1
        await pilot.press("enter")
        await pilot.pause(0.2)
        assert here(app).startswith("bug-hunter:")
        assert "irlock" in words_on(app)

    drive(steps)


def test_a_result_shows_the_row_that_answers() -> None:
    async def steps(app: BrowseApp, pilot: Pilot[None]) -> None:
        app.query_one("#words", Input).value = "how many hits kill a warrior"
        await pilot.pause(0.3)
        first = app.query_one("#hits", OptionList).get_option_at_index(0)
        assert first.id == "mobile-infantry:table/hits-to-kill"
        assert str(first.prompt).splitlines()[-1].strip() == "Warrior: hits 4"

    drive(steps)


def test_the_help_key_works_in_an_empty_search_box_and_is_text_in_a_question() -> None:
    async def steps(app: BrowseApp, pilot: Pilot[None]) -> None:
        box = app.query_one("#words", Input)
        assert app.focused is box
        await pilot.press("question_mark", "question_mark")
        assert [type(screen).__name__ for screen in app.screen_stack[1:]] == ["NoticeScreen"]
        await pilot.press("escape", *"can he shoot", "question_mark")
        assert box.value == "can he shoot?"

    drive(steps)


def test_a_modifier_that_counts_is_marked_without_color() -> None:
    async def steps(app: BrowseApp, pilot: Pilot[None]) -> None:
        await pilot.press("r")
        await pilot.pause(0.3)
        tick = app.screen.query(Checkbox).first()
        before = str(tick.render())
        tick.toggle()
        assert (before[:4], str(tick.render())[:4]) == ("[ ] ", "[x] ")

    drive(steps, id="bug-hunter:table/combat-results")


@pytest.mark.soak
@pytest.mark.parametrize("size", every(times(3, 1), SIZES))
def test_the_label_of_a_modifier_is_never_cut(size: tuple[int, int]) -> None:
    async def steps(app: BrowseApp, pilot: Pilot[None]) -> None:
        await pilot.press("r")
        await pilot.pause(0.3)
        for tick in app.screen.query(Checkbox):
            lines = ["".join(part.text for part in tick.render_line(y)) for y in range(tick.size.height)]
            assert " ".join(" ".join(lines).split()) == str(tick.render()).strip()

    drive(steps, size, id="bug-hunter:table/combat-results")


def test_modifiers_of_one_choice_are_one_field() -> None:
    async def steps(app: BrowseApp, pilot: Pilot[None]) -> None:
        await pilot.press("r")
        await pilot.pause(0.3)
        form = app.screen
        assert isinstance(form, RollScreen)
        effects = form.query_one("#m0", Select)
        assert [value for _, value in effects._options][:2] == ["", "effect-plus-1"]
        assert len(effects._options) == 9
        effects.value = "effect-minus-2"
        await pilot.pause(0.2)
        assert "none*" in words_on(app, "outcome")
        effects.value = ""
        await pilot.pause(0.2)
        assert "none*" not in words_on(app, "outcome")

    drive(steps, id="bug-hunter:table/combat-results")


def test_an_unknown_word_shows_no_match() -> None:
    async def steps(app: BrowseApp, pilot: Pilot[None]) -> None:
        app.query_one("#words", Input).value = "qqqqzzzzwwww"
        await pilot.pause(0.3)
        hits = app.query_one("#hits", OptionList)
        assert hits.option_count == 1
        assert hits.get_option_at_index(0).disabled

    drive(steps)


def test_filters_restrict_the_list_to_a_game_and_a_kind() -> None:
    async def steps(app: BrowseApp, pilot: Pilot[None]) -> None:
        app.query_one("#game", Select).value = "handspan"
        app.query_one("#kind", Select).value = "weapon"
        await pilot.pause(0.3)
        hits = app.query_one("#hits", OptionList)
        ids = [hits.get_option_at_index(index).id for index in range(hits.option_count)]
        assert ids == [entry.id for entry in open_game("handspan").of_kind("weapon")]

    drive(steps)


def test_links_and_back_and_forward_work() -> None:
    async def steps(app: BrowseApp, pilot: Pilot[None]) -> None:
        first = here(app)
        await pilot.press("tab", "enter")
        await pilot.pause(0.3)
        second = here(app)
        assert second != first
        await pilot.press("left")
        await pilot.pause(0.2)
        assert here(app) == first
        await pilot.press("right")
        await pilot.pause(0.2)
        assert here(app) == second

    drive(steps, id="bug-hunter:rule/303.2")


def test_a_table_is_rolled_in_place_and_its_citation_copied() -> None:
    async def steps(app: BrowseApp, pilot: Pilot[None]) -> None:
        await pilot.press("r")
        await pilot.pause(0.3)
        screen = app.screen
        assert isinstance(screen, RollScreen)
        await pilot.press("r")
        await pilot.pause(0.3)
        assert screen.answer is not None
        assert screen.answer.id == PANIC
        assert str(screen.answer.result) in words_on(app, "outcome")
        await pilot.press("escape", "c")
        await pilot.pause(0.2)

    app = drive(steps, id=PANIC)
    assert (
        app.clipboard
        == "Bug Hunter Special Rules, 309.2: Random panic ratings <bug-hunter:table/random-panic>"
    )


def test_the_same_seed_rolls_the_same() -> None:
    results = []

    async def steps(app: BrowseApp, pilot: Pilot[None]) -> None:
        await pilot.press("r")
        await pilot.pause(0.2)
        await pilot.press("r")
        await pilot.pause(0.2)
        assert isinstance(app.screen, RollScreen)
        assert app.screen.answer is not None
        results.append(app.screen.answer.result)

    drive(steps, id=PANIC)
    drive(steps, id=PANIC)
    assert results[0] == results[1]


@pytest.mark.soak
@pytest.mark.parametrize(
    ("id", "size"), every(times(12, 1), list(product(LONG, [(40, 20), (80, 24), (140, 40)])))
)
def test_an_entry_can_be_read_at_any_width(id: str, size: tuple[int, int]) -> None:
    async def steps(app: BrowseApp, pilot: Pilot[None]) -> None:
        await pilot.pause(0.2)
        view = app.query_one("#entry", PageView)
        assert view.size.width <= size[0]
        assert words_on(app).strip()

    drive(steps, size=size, id=id)


def test_a_house_value_is_marked_on_the_page() -> None:
    async def steps(app: BrowseApp, pilot: Pilot[None]) -> None:
        await pilot.pause(0.2)
        assert "house" in words_on(app)

    drive(steps, id="mobile-infantry:table/nuke-hits")


def test_a_new_visit_clears_the_forward_history() -> None:
    history = History().open("a").open("b").go(-1).open("c")
    assert [visit.id for visit in history.visits] == ["a", "c"]
    assert not history.can_go(1)


def test_a_house_value_is_marked_in_citations() -> None:
    game = open_game("bug-hunter")
    assert citation_text(game, game.entry("table/firepower")).endswith("(house value)")


def test_without_a_terminal_browse_suggests_another_command() -> None:
    command = [sys.executable, "-m", "builder", "browse"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    assert done.returncode == 2
    assert "brainbug lookup" in done.stderr
