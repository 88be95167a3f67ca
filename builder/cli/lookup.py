"""``brainbug lookup``."""

from __future__ import annotations

import sys
from dataclasses import dataclass

import click

from builder.terminal.library_options import library_options, warn_of_broken
from rulesdb.library import Library
from rulesdb.model import Basis
from rulesdb.search import Comparison, Index, Match, SearchResult, Snippet
from rulesdb.search.cache import ask_games

# Modules that few searches need are imported where they are used, because a search should be instant.
_MAX_WIDTH, _MIN_WIDTH = 114, 24
_SIDE_BY_SIDE_FROM = 64
_INDENT = "    "


@dataclass(frozen=True, slots=True)
class _Answer:
    """Everything that is printed; ``elsewhere`` counts the matches that the filters hide."""

    result: SearchResult
    comparison: Comparison | None
    near: tuple[str, ...]
    elsewhere: int

    @property
    def other_matches(self) -> tuple[Match, ...]:
        """The matches without those that the comparison prints in full."""
        compared = {row.id for row in self.comparison.treatments} if self.comparison else set()
        return tuple(match for match in self.result.matches if match.id not in compared)


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("words", nargs=-1, required=True)
@click.option("--game", help="Search only this game.")
@click.option("--kind", help="Search only entries of this kind: rule, table, weapon, …")
@click.option(
    "--most",
    default=20,
    show_default=True,
    type=click.IntRange(min=1),
    help="Maximum number of matches to print.",
)
@library_options
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def lookup(
    ctx: click.Context,
    words: tuple[str, ...],
    game: str | None,
    kind: str | None,
    most: int,
    library: Library,
    as_json: bool,
) -> None:
    """Search rules, tables, weapons, powers and terms.

    Searches titles, alternative names, texts and figures of every game for WORDS, their other forms and
    their synonyms. A misspelled word is replaced by the most similar word of the database. Numbers such as
    304.2 and abbreviations such as LAG also work. For a concept that games share, such as grenade or morale,
    the command also compares how each game treats it.
    """
    for word in words:
        # "-1" and "-2" are words, as in the modifier of a die; "--knid" is a mistyped option.
        if word.startswith("--") and word.strip("-"):
            raise click.NoSuchOption(word.partition("=")[0], possibilities=["--game", "--kind", "--most"])
    game, kind = (name.casefold() if name else None for name in (game, kind))
    columns = _MAX_WIDTH if as_json else _columns()

    def question(index: Index) -> _Answer:
        result = index.find(words, game, kind, most, columns - len(_INDENT))
        comparison = index.compare(words) if result.matches and not (game or kind or as_json) else None
        if result.matches:
            return _Answer(result, comparison, (), 0)
        return _Answer(result, None, index.near(words), index.find(words, most=0).total)

    answer = ask_games(question, library, warn_of_broken)
    if as_json:
        import json

        rows = [match.as_json() for match in answer.result.matches]
        click.echo(json.dumps(rows, indent=2, ensure_ascii=False))
    elif answer.result.matches:
        _print(answer, columns)
    else:
        _print_no_match(words, answer)
    ctx.exit(0 if answer.result.matches else 1)


def _columns() -> int:
    """The width to print in; fixed if the output is not a terminal, so that it is always the same."""
    if not sys.stdout.isatty():
        return _MAX_WIDTH
    import shutil

    return min(max(shutil.get_terminal_size().columns, _MIN_WIDTH), _MAX_WIDTH)


def _print(answer: _Answer, columns: int) -> None:
    result = answer.result
    for typed, meant in result.corrected:
        click.echo(f'No match for "{typed}"; showing "{meant}".', err=True)
    for word in result.unknown:
        click.echo(f'No match for "{word}".', err=True)
    if not result.complete:
        click.echo("No entry contains every word; showing entries that contain some of them.", err=True)
    if answer.comparison:
        _print_comparison(answer.comparison, columns)
    for match in answer.other_matches:
        _print_match(match, columns)
    if result.total > len(result.matches):
        click.echo(
            f"{len(result.matches)} of {result.total} matches; use --game or --kind to show fewer, "
            "--most to show more"
        )
    best = answer.other_matches[0] if answer.other_matches else result.matches[0]
    click.echo(f"next: brainbug show {best.id}")


def _print_match(match: Match, columns: int) -> None:
    basis = match.provenance.basis
    parts = f", in part {' and '.join(match.parts)}" if match.parts else ""
    color = "magenta" if Basis.HOUSE in (basis, *match.parts) else None
    citation = f"[{match.provenance.source} · {click.style(f'{basis}{parts}', fg=color)}]"
    if sys.stdout.isatty():
        _print_fitting([click.style(match.id, bold=True), _marked(match.title), citation], columns)
    else:
        click.echo(f"{match.id}  {match.title.plain}  {citation}")
    if match.snippet.pieces:
        click.echo(_INDENT + _marked(match.snippet))


def _print_fitting(pieces: list[str], columns: int) -> None:
    """Print pieces on as few lines as possible; pieces are never broken, so that ids can be copied."""
    line, length = pieces[0], len(click.unstyle(pieces[0]))
    for piece in pieces[1:]:
        wide = len(click.unstyle(piece))
        if length + 2 + wide <= columns:
            line, length = f"{line}  {piece}", length + 2 + wide
        else:
            click.echo(line)
            line, length = _INDENT + piece, len(_INDENT) + wide
    click.echo(line)


def _print_comparison(comparison: Comparison, columns: int) -> None:
    """Print how each game treats a concept: titles next to the texts, or above them if there is no room."""
    title = f"{comparison.title} in every game: {comparison.text}"
    click.secho(click.wrap_text(title, columns), bold=True)
    wide = max(len(row.game_title) for row in comparison.treatments) + 4
    for row in comparison.treatments:
        text = f"{row.text} [{row.provenance.source} · {row.provenance.basis}]"
        beside = columns >= _SIDE_BY_SIDE_FROM
        indent = " " * (wide if beside else len(_INDENT))
        wrapped = click.wrap_text(text, min(columns, 100), initial_indent=indent, subsequent_indent=indent)
        if beside:
            click.echo(f"  {row.game_title:<{wide - 2}}{wrapped.lstrip()}")
        else:
            click.echo(f"  {row.game_title}\n{wrapped}")
    click.echo()


def _print_no_match(words: tuple[str, ...], answer: _Answer) -> None:
    query = " ".join(words)
    hint = f"; did you mean {', '.join(answer.near[:3])}?" if answer.near else ""
    click.echo(f"no match for {query!r}{'' if answer.elsewhere else hint}", err=True)
    if answer.elsewhere:
        import shlex

        again = shlex.join(["brainbug", "lookup", *words])
        click.echo(f"matches without --game and --kind: {answer.elsewhere}; try: {again}", err=True)


def _marked(line: Snippet) -> str:
    """A line with its hits in bold on a terminal, otherwise between asterisks."""
    if not sys.stdout.isatty():
        return line.marked()
    return "".join(click.style(text, bold=True) if hit else text for text, hit in line.pieces)
