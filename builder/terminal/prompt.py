"""Prompts for missing inputs on a terminal, one after the other."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import click

from rulesdb import InputError, Table
from rulesdb.description.grids import when_it_applies
from rulesdb.description.notation import read_modifiers
from rulesdb.description.questions import Question


def asker_on_terminal() -> Asker | None:
    """An asker if standard input and the error stream are terminals, else None.

    Questions go to the error stream, so that results stay clean.
    """
    return Asker(sys.stdin.readline) if sys.stdin.isatty() and sys.stderr.isatty() else None


@dataclass(frozen=True, slots=True)
class Asker:
    """Asks on the error stream; ``read_line`` returns an answer, and an empty text at the end of input.

    Each question raises ``click.exceptions.Exit`` with code 2 if the answer is Ctrl-C or Ctrl-D.
    """

    read_line: Callable[[], str]

    def ask(self, question: Question) -> str:
        """The answer as text that the question accepts; empty if its dice should be rolled."""
        wide = len(str(len(question.words)))
        for number, word in enumerate(question.words, 1):
            click.echo(f"  {number:>{wide}}  {word}", err=True)
        while True:
            answer = _meant(self._line(f"{question.name} ({_hint(question)}): "), question)
            if not answer and question.dice is not None:
                return ""
            try:
                if not answer:
                    raise InputError(f"{question.name} is needed: {question.accepts}")
                question.check(answer)
                return answer
            except InputError as error:
                click.echo(f"  {error}", err=True)

    def ask_modifiers(self, table: Table) -> list[str]:
        """The ids of the modifiers that apply; Return alone means none."""
        for number, modifier in enumerate(table.modifiers, 1):
            click.echo(f"  {number}  {modifier.id}: {modifier.add:+d}, {when_it_applies(modifier)}", err=True)
        ids = [modifier.id for modifier in table.modifiers]
        repeating = [number for number, modifier in enumerate(table.modifiers, 1) if modifier.repeats]
        sample = f"{repeating[0]}*2" if repeating else "1,2" if len(ids) > 1 else "1"
        while True:
            answer = self._line(f"modifiers (for example {sample}; Enter for none): ")
            try:
                chosen = [_by_number(name, ids) for name in read_modifiers([answer])]
                table.chosen(chosen)
                return chosen
            except InputError as error:
                click.echo(f"  {error}", err=True)

    def report_defaults(self, questions: Iterable[Question]) -> None:
        """Print the values of the inputs that are not asked for."""
        listed = ", ".join(f"{question.name}={question.default or 'none'}" for question in questions)
        if listed:
            click.echo(f"  defaults: {listed}", err=True)

    def _line(self, prompt: str) -> str:
        """The input after a prompt; ``input`` would write the prompt to standard output."""
        try:
            click.echo(prompt, err=True, nl=False)
            line = self.read_line()
        except KeyboardInterrupt:
            line = ""
        if not line:
            click.echo("\nstopped: nothing was resolved", err=True)
            raise click.exceptions.Exit(2)
        return line.strip()


def _hint(question: Question) -> str:
    if question.dice is not None:
        return f"{question.accepts}; Enter to roll it"
    if question.words:
        return f"1-{len(question.words)} or a name" + (
            ", several separated by commas" if question.many else ""
        )
    return question.accepts


def _meant(answer: str, question: Question) -> str:
    """The answer, with numbers replaced by the words that they select."""
    if not question.words:
        return answer
    items = answer.split(",") if question.many else [answer]
    return ",".join(_by_number(item.strip(), question.words) for item in items)


def _by_number(answer: str, words: Sequence[str]) -> str:
    if answer.isdecimal() and answer not in words and 1 <= int(answer) <= len(words):
        return words[int(answer) - 1]
    return answer
