"""Asking a table or a procedure in place: a form on the left, the answer and the odds on the right."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Checkbox, Footer, Input, Label, Select

from builder.browse.catalog import citation_text
from builder.browse.outcome_page import outcome_page
from builder.browse.page_view import PageView
from builder.browse.questions import Form, counted
from rulesdb import Answer, BrainbugError, Entry, Procedure, Ruleset, Table
from rulesdb.description.questions import Question
from rulesdb.tables import Modifier


class RollScreen(ModalScreen[None]):
    """The form of one table or procedure."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "roll", "Roll"),
        Binding("enter", "roll", "Roll", show=False),
        Binding("c", "copy", "Copy citation"),
        Binding("escape,q", "close", "Close"),
    ]
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (72, "-normal"), (110, "-wide")]  # noqa: RUF012
    DEFAULT_CSS = """
    RollScreen {
        align: center middle;
        & > #roll { width: 100%; height: 1fr; border: round $primary; background: $surface; }
        &.-wide > #roll { width: 90%; height: 90%; }
        #form { width: 2fr; padding: 0 1; }
        #outcome { width: 3fr; padding: 0 0 0 1; }
        &.-narrow #sides { layout: vertical; }
        &.-narrow #form { width: 100%; height: 2fr; }
        &.-narrow #outcome { width: 100%; height: 3fr; }
        .question { height: auto; margin: 0 0 1 0; }
        .question Label { width: 100%; color: $text-muted; }
        Checkbox { width: 100%; height: auto; }
        .times { height: auto; }
        .times Input { width: 6; }
        .times Label { width: 1fr; height: auto; }
        #buttons { height: 1; margin: 0 0 1 0; }
        #buttons Button { margin: 0 2 0 0; }
    }
    """

    def __init__(
        self,
        game: Ruleset,
        subject: Table | Procedure,
        rng: random.Random,
        given: Mapping[str, str] | None = None,
    ) -> None:
        """Ask ``subject``, which belongs to ``game``; ``given`` fills the form in."""
        super().__init__()
        self._game = game
        self._form = Form.of(game, subject)
        self._rng = rng
        self._given = dict(given or {})
        self._answer: Answer | None = None

    @property
    def answer(self) -> Answer | None:
        """The last answer, while the form still says the same."""
        return self._answer

    @property
    def _entry(self) -> Entry:
        return self._form.subject.entry

    @property
    def _modifiers(self) -> tuple[Modifier, ...]:
        subject = self._form.subject
        return subject.modifiers if isinstance(subject, Table) else ()

    def compose(self) -> ComposeResult:
        """The form, the outcome and the keys."""
        with Vertical(id="roll") as frame:
            frame.border_title = self._entry.title
            frame.border_subtitle = self._entry.id
            with Horizontal(id="sides"):
                with VerticalScroll(id="form", can_focus=False):
                    with Horizontal(id="buttons"):
                        word = "Roll" if isinstance(self._form.subject, Table) else "Run"
                        yield Button(word, id="do-roll", variant="primary", compact=True)
                        yield Button("Close", id="do-close", compact=True)
                    for number, question in enumerate(self._form.questions):
                        yield from self._compose_question(number, question)
                    if self._modifiers:
                        yield Label("modifiers")
                    for number, modifier in enumerate(self._modifiers):
                        yield from _compose_modifier(number, modifier)
                yield PageView(id="outcome")
        yield Footer(show_command_palette=False)

    def _compose_question(self, number: int, question: Question) -> ComposeResult:
        choices = self._form.choices(question)
        given = self._given.get(question.name, choices[0] if choices else "")
        with Vertical(classes="question"):
            if choices:
                yield Label(question.name)
                options = [(choice, choice) for choice in choices]
                value = given if given in choices else choices[0]
                yield Select(options, value=value, allow_blank=False, compact=True, id=f"q{number}")
            else:
                yield Label(f"{question.name} ({self._form.hint(question)})")
                yield Input(given, compact=True, id=f"q{number}")

    def on_mount(self) -> None:
        """Show the odds at once, and wait on the button."""
        self.query_one("#do-roll", Button).focus()
        self._show()

    def _read(self) -> dict[str, str]:
        given: dict[str, str] = {}
        for number, question in enumerate(self._form.questions):
            field = self.query_one(f"#q{number}")
            assert isinstance(field, (Input, Select))
            given[question.name] = str(field.value)
        return given

    def _chosen(self) -> list[str]:
        chosen: list[str] = []
        for number, modifier in enumerate(self._modifiers):
            field = self.query_one(f"#m{number}")
            if isinstance(field, Checkbox):
                chosen += [modifier.id] * field.value
            elif isinstance(field, Input):
                chosen += [modifier.id] * counted(field.value)
        return chosen

    def _show(self, error: str = "") -> None:
        odds = None
        try:
            odds = self._form.odds(self._read(), self._chosen())
        except BrainbugError as refused:
            # An empty field is no mistake yet; what was typed and is not accepted is one.
            error = error or ("" if self._incomplete() else str(refused))
        answer = self._answer
        permalink = "" if answer is None else self._form.subject.permalink(answer.inputs)
        view = self.query_one("#outcome", PageView)
        view.show(lambda width: outcome_page(width, answer, odds, error, permalink))

    def _incomplete(self) -> bool:
        given = self._read()
        return any(
            self._form.is_required(question) and not given[question.name] for question in self._form.questions
        )

    @on(Select.Changed)
    @on(Input.Changed)
    @on(Checkbox.Changed)
    def changed(self) -> None:
        """What was answered no longer answers the form."""
        self._answer = None
        self._show()

    @on(Button.Pressed, "#do-roll")
    @on(Input.Submitted)
    def action_roll(self) -> None:
        """Throw the dice that are left, and answer."""
        self._answer, error = None, ""
        try:
            self._answer = self._form.answer(self._read(), self._chosen(), self._rng)
        except BrainbugError as refused:
            error = str(refused)
        self._show(error)

    def action_copy(self) -> None:
        """Copy the citation of the answer, or of the entry before there is one."""
        permalink = "" if self._answer is None else self._form.subject.permalink(self._answer.inputs)
        text = citation_text(self._game, self._entry, self._answer, permalink)
        self.app.copy_to_clipboard(text)
        self.notify(text, title="Copied", markup=False)

    @on(Button.Pressed, "#do-close")
    def action_close(self) -> None:
        """Back to the page."""
        self.dismiss()


def _compose_modifier(number: int, modifier: Modifier) -> ComposeResult:
    words = f"{modifier.add:+d} {modifier.to}: {modifier.when}"
    if modifier.provenance.basis.value != "printed":
        words += f" ({modifier.provenance.basis})"
    if not modifier.repeats:
        yield Checkbox(words.replace("[", "\\["), compact=True, id=f"m{number}")
        return
    with Horizontal(classes="times"):
        yield Input(placeholder="0", compact=True, id=f"m{number}", type="integer", max_length=2)
        yield Label(f"× {words}", markup=False)
