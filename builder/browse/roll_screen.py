"""Resolving a table or a procedure in place: a form on the left, the answer and the odds on the right."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.screen import ModalScreen
from textual.widgets import Button, Checkbox, Footer, Input, Label, Select

from builder.browse.catalog import citation_text
from builder.browse.page_view import PageView
from builder.browse.pages import outcome_page
from builder.draw.sheets.odds.sheet import OddsSheet
from builder.draw.sheets.odds.sheets import table_sheet
from builder.terminal.executing import Resolved, ResolveOptions, resolve_table, run_procedure
from rulesdb import Answer, Basis, BrainbugError, InputError, Procedure, Ruleset, Table
from rulesdb.description.grids import modifier_groups
from rulesdb.description.questions import SEED, Question, questions_of, read_given
from rulesdb.procedures import as_typed
from rulesdb.tables import Modifier

_MAX_SEED = 10**6
_YES_NO = {"yes", "no"}
# The value of the field of a choice of modifiers if none of them applies; no modifier has this id.
_NONE = ""


class Tick(Checkbox):
    """A checkbox that also shows its state without color."""

    BUTTON_LEFT = BUTTON_RIGHT = ""

    def render(self) -> Content:
        """The box and its label."""
        self.BUTTON_INNER = "[x]" if self.value else "[ ]"
        return super().render().rstrip()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The number of lines that the label needs."""
        return self.render().get_height({}, width)


class RollScreen(ModalScreen[None]):
    """The form of one table or procedure."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "roll", "Roll"),
        Binding("enter", "roll", "Roll", show=False),
        Binding("c", "copy", "Copy citation"),
        Binding("escape,q", "close", "Close"),
    ]
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (72, "-normal"), (110, "-wide")]  # noqa: RUF012

    def __init__(
        self,
        game: Ruleset,
        subject: Table | Procedure,
        rng: random.Random,
        given: Mapping[str, str] | None = None,
    ) -> None:
        """Resolve ``subject``, which belongs to ``game``; ``given`` has initial values for the form."""
        super().__init__()
        self._game = game
        self._subject = subject
        self._questions = questions_of(game, subject)
        self._modifiers = modifier_groups(subject) if isinstance(subject, Table) else []
        self._rng = rng
        self._given = dict(given or {})
        self._resolved: Resolved | None = None

    @property
    def answer(self) -> Answer | None:
        """The last answer, until the form changes."""
        return None if self._resolved is None else self._resolved.answer

    def compose(self) -> ComposeResult:
        """The form, the outcome and the keys."""
        with Vertical(id="roll") as frame:
            frame.border_title = self._subject.entry.title
            frame.border_subtitle = self._subject.id
            with Horizontal(id="sides"):
                with VerticalScroll(id="form", can_focus=False):
                    with Horizontal(id="buttons"):
                        word = "Roll" if isinstance(self._subject, Table) else "Run"
                        yield Button(word, id="do-roll", variant="primary", compact=True)
                        yield Button("Close", id="do-close", compact=True)
                    for number, question in enumerate(self._questions):
                        yield from self._compose_question(number, question)
                    if self._modifiers:
                        yield Label("modifiers")
                    for number, group in enumerate(self._modifiers):
                        yield from _compose_modifiers(number, group)
                yield PageView(id="outcome")
        yield Footer(show_command_palette=False)

    def _compose_question(self, number: int, question: Question) -> ComposeResult:
        offered = _choices(question, isinstance(self._subject, Table))
        given = self._given.get(question.name, offered[0] if offered else "")
        with Vertical(classes="question"):
            if offered:
                yield Label(question.name)
                options = [(choice, choice) for choice in offered]
                value = given if given in offered else offered[0]
                yield Select(options, value=value, allow_blank=False, compact=True, id=f"q{number}")
            else:
                yield Label(f"{question.name} ({hint(question)})")
                yield Input(given, compact=True, id=f"q{number}")

    def on_mount(self) -> None:
        """Show the odds at once, and focus the button."""
        self.query_one("#do-roll", Button).focus()
        self._show()

    def _inputs(self) -> dict[str, str]:
        """The fields that are filled in."""
        given: dict[str, str] = {}
        for number, question in enumerate(self._questions):
            field = self.query_one(f"#q{number}")
            assert isinstance(field, (Input, Select))
            given[question.name] = str(field.value)
        return {name: text for name, text in given.items() if text.strip()}

    def _chosen(self) -> list[str]:
        """The ids of the modifiers that apply, each as often as it counts."""
        chosen: list[str] = []
        for number, (modifier, *_) in enumerate(self._modifiers):
            field = self.query_one(f"#m{number}")
            if isinstance(field, Checkbox):
                chosen += [modifier.id] * field.value
            elif isinstance(field, Input):
                chosen += [modifier.id] * _count_of(field.value)
            elif isinstance(field, Select) and field.value != _NONE:
                chosen.append(str(field.value))
        return chosen

    def _odds(self) -> OddsSheet | None:
        """The odds of a table over the dice that are not filled in.

        None if there are no such dice, or another field is missing.

        Raises:
            InputError: a field has a value that is not accepted.
        """
        values = read_given(self._subject.id, self._questions, self._inputs())
        missing = [question for question in self._questions if question.name not in values]
        if (
            not isinstance(self._subject, Table)
            or not missing
            or any(not question.dice for question in missing)
        ):
            return None
        inputs = {name: as_typed(value) for name, value in values.items()}
        return table_sheet(self._subject, inputs, None, self._chosen())

    def _show(self, error: str = "") -> None:
        odds = None
        try:
            odds = self._odds()
        except BrainbugError as refused:
            error = error or str(refused)
        resolved = self._resolved
        view = self.query_one("#outcome", PageView)
        view.show(lambda width: outcome_page(width, resolved, odds, error))

    @on(Select.Changed)
    @on(Input.Changed)
    @on(Checkbox.Changed)
    def changed(self) -> None:
        """Clear the answer, which no longer matches the form."""
        self._resolved = None
        self._show()

    @on(Button.Pressed, "#do-roll")
    @on(Input.Submitted)
    def action_roll(self) -> None:
        """Roll the dice that are not filled in, and show the answer."""
        self._resolved, error = None, ""
        seed = self._rng.randrange(_MAX_SEED)
        try:
            options = ResolveOptions(seed=seed, modifiers=tuple(self._chosen()))
            if isinstance(self._subject, Table):
                self._resolved = resolve_table(self._game, self._subject, self._inputs(), options)
            else:
                self._resolved = run_procedure(self._game, self._subject, self._inputs(), options)
        except BrainbugError as refused:
            error = str(refused)
        self._show(error)

    def action_copy(self) -> None:
        """Copy the citation of the answer, or of the entry if there is no answer yet."""
        link = "" if self._resolved is None else self._resolved.link
        text = citation_text(self._game, self._subject.entry, self.answer, link)
        self.app.copy_to_clipboard(text)
        self.notify(text, title="Copied", markup=False)

    @on(Button.Pressed, "#do-close")
    def action_close(self) -> None:
        """Return to the page."""
        self.dismiss()


def _compose_modifiers(number: int, group: Sequence[Modifier]) -> ComposeResult:
    """The field of a modifier, or one field for all of a choice."""
    modifier = group[0]
    words = _modifier_words(modifier)
    if len(group) > 1:
        with Vertical(classes="question"):
            yield Label(modifier.choice, markup=False)
            options = [("none", _NONE), *((_modifier_words(one), one.id) for one in group)]
            yield Select(options, value=_NONE, allow_blank=False, compact=True, id=f"m{number}")
        return
    if not modifier.repeats:
        yield Tick(Content(words), compact=True, id=f"m{number}")
        return
    with Horizontal(classes="times"):
        yield Input(placeholder="0", compact=True, id=f"m{number}", type="integer", max_length=2)
        yield Label(f"× {words}", markup=False)


def _modifier_words(modifier: Modifier) -> str:
    basis = modifier.provenance.basis
    mark = "" if basis is Basis.PRINTED else f" ({basis})"
    return f"{modifier.add:+d} {modifier.to}: {modifier.when}{mark}"


def _choices(question: Question, is_table: bool) -> tuple[str, ...]:
    """The values to choose from, the default first; empty for an input that is typed."""
    if is_table:
        return question.words
    chosen = question.samples if set(question.samples) == _YES_NO else ()
    return tuple(sorted(chosen, key=lambda word: word != (question.default or "no")))


def hint(question: Question) -> str:
    """The accepted input, and the meaning of an empty field.

    >>> from rulesdb import open_game
    >>> from rulesdb.description.questions import questions_of
    >>> game = open_game("bug-hunter")
    >>> hint(questions_of(game, game.table("random-panic"))[1])
    '1-6 (1d6); leave empty to roll'
    """
    if question.name == SEED:
        return f"{question.accepts}; leave empty for a random one"
    if question.dice is not None:
        return f"{question.accepts}; leave empty to roll"
    return (
        question.accepts if question.required else f"{question.accepts}; empty: {question.default or 'none'}"
    )


def _count_of(text: str) -> int:
    """How often a repeating modifier counts; an empty field means never.

    Raises:
        InputError: the text is not a whole number from 0 to 99.
    """
    if not text.strip():
        return 0
    if not text.strip().isdecimal() or len(text.strip()) > 2:
        raise InputError(f"{text!r} times: use a whole number from 0 to 99")
    return int(text)
