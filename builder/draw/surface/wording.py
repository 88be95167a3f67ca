"""The words of drawings in one language, from a catalog: one YAML file for each language.

The words of games come from their own files, and those of scenarios from the scenarios.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from string import Formatter
from types import MappingProxyType
from typing import Any

from rulesdb import Ruleset, UnknownEntry
from rulesdb.arguments import require
from rulesdb.codes import Code
from rulesdb.errors import DataError
from rulesdb.language import Terms, terms_of
from rulesdb.nearest import did_you_mean, nearest
from rulesdb.problem import Problem, first_problems
from rulesdb.schemas import SchemaSet
from rulesdb.yaml_source import DataPath, YamlSource, load_yaml

_FOLDER = Path(__file__).resolve().parent / "words"
MODEL = "en"
# The placeholder whose number chooses between the forms of a text.
COUNT = "count"
# More than there are of anything in a kit.
_TRIED = 10_001

Forms = tuple[str, ...]
ENGLISH_QUOTES = tuple("“”‘’")


@dataclass(frozen=True, slots=True)
class Words:
    """Texts by key, as in ``briefing.forces``, each in the plural forms of the language.

    ``choose`` returns the index of the form for a number; ``decimal`` is the decimal sign; ``quotes`` are the
    opening and the closing quotation mark, and those of a quotation inside another; ``term``
    translates labels of the game that is drawn. ``in_rounds`` is whether that game counts rounds, not turns:
    the texts of ``in-rounds`` then replace those that they are named after.
    """

    language: str
    texts: Mapping[str, Forms]
    choose: Callable[[int], int]
    decimal: str
    quotes: tuple[str, ...] = ENGLISH_QUOTES
    term: Terms = field(default_factory=Terms)
    in_rounds: bool = False

    def __call__(self, key: str, **parts: object) -> str:
        """The text of a key with its placeholders filled; ``count`` chooses the form.

        >>> words = load_words()
        >>> words("unit.points", count=1), words("unit.points", count=12)
        ('1 point', '12 points')
        """
        in_rounds = f"in-rounds.{key}"
        forms = self.texts[in_rounds if self.in_rounds and in_rounds in self.texts else key]
        count = parts.get(COUNT)
        form = self._form(forms, count) if isinstance(count, int) else forms[-1]
        return form.format(**{name: self._formatted(part) for name, part in parts.items()})

    def of(self, group: str, value: object) -> str:
        """A word of the database or of a scenario file in this language, or itself if it has no translation.

        >>> load_words("de").of("basis", "reading"), load_words("de").of("basis", "borrowed")
        ('Lesart', 'borrowed')
        """
        forms = self.texts.get(f"{group}.{value}")
        return forms[-1] if forms else str(value)

    def of_game(self, game: Ruleset) -> Words:
        """The same words with the terms of a game: ``words.term`` translates its labels.

        >>> from rulesdb import open_game
        >>> [load_words().of_game(open_game(id))("logic.every-turn") for id in ("bugged", "mobile-infantry")]
        ['every turn', 'every round']
        """
        in_rounds = game.units.get("turn") == "round"
        return replace(self, term=terms_of(game, self.language), in_rounds=in_rounds)

    def mark(self, basis: object) -> str:
        """The mark after a value that is not printed in the book, preceded by a space; empty for any other.

        >>> load_words().mark("house"), load_words().mark("printed")
        (' (house)', '')
        """
        forms = self.texts.get(f"mark.{basis}")
        return f" {forms[-1]}" if forms else ""

    def number(self, value: float, spec: str = "g") -> str:
        """A number with the language's decimal sign.

        >>> load_words("de").number(2.5)
        '2,5'
        """
        return format(value, spec).replace(".", self.decimal)

    def _form(self, forms: Forms, count: int) -> str:
        """The form for a number; the last one if the rule, which cannot be tried on all numbers, fails."""
        with suppress(ArithmeticError, LookupError):
            place = self.choose(abs(count)) if len(forms) > 1 else 0
            if place >= 0:
                return forms[place]
        return forms[-1]

    def _formatted(self, part: object) -> str:
        return self.number(part) if isinstance(part, float) else str(part)


def language_names() -> tuple[str, ...]:
    """The languages that come with brainbug."""
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.yaml")))


def load_words(name: str = MODEL) -> Words:
    """Load a catalog by its language, or from a file whose path ends in ``.yaml``.

    Raises:
        UnknownEntry: the language does not exist.
        DataError: the file cannot be read, or a text, form or placeholder is missing or superfluous.
    """
    require("name", name, str, "the name of a language, or the path of a file that ends in .yaml")
    own = name.endswith(".yaml")
    path = Path(name) if own else _FOLDER / f"{name}.yaml"
    if not own and name not in language_names():
        raise UnknownEntry(name, nearest(name, language_names()) or language_names(), "language")
    source = load_yaml(path)
    # The catalogs that come with brainbug are checked by its tests.
    problems = catalog_problems(source, load_yaml(_FOLDER / f"{MODEL}.yaml")) if own else ()
    if problems:
        raise DataError(problems, source.text)
    return _words_from(source.data)


def _words_from(data: Mapping[str, Any]) -> Words:
    names: list[str] = data["plurals"]["forms"]
    texts = {
        key: (text,) if isinstance(text, str) else tuple(text[name] for name in names)
        for key, _, text in _texts(data)
    }
    choose = gettext.c2py(data["plurals"]["choose"])
    quotes = tuple(data.get("quotes", ENGLISH_QUOTES))
    return Words(data["language"], MappingProxyType(texts), choose, data["decimal"], quotes)


def catalog_problems(source: YamlSource, model: YamlSource) -> tuple[Problem, ...]:
    """Why a catalog cannot be used in place of ``model``, in the order of the file."""
    problems = list(SchemaSet().check(source, "words").problems)
    if problems:
        return tuple(problems)
    names: list[str] = source.data["plurals"]["forms"]
    problems += _plural_problems(source)
    wanted = {key: text for key, _, text in _texts(model.data)}
    texts = {key: (path, text) for key, path, text in _texts(source.data)}
    missing = wanted.keys() - texts.keys()
    problems += first_problems(
        Problem(
            Code.UNKNOWN_KEY, f"no drawing uses `{key}`", source.key_span(path), did_you_mean(key, missing)
        )
        for key, (path, _) in texts.items()
        if key not in wanted
    )
    for key, text in wanted.items():
        section, _, name = key.partition(".")
        if key not in texts:
            at = source.key_span(("words", section) if section in source.data["words"] else ("words",))
            hint = next(iter(text.values())) if isinstance(text, dict) else text
            hint = f"add `{name}` under `{section}`; in English: {hint}"
            problems.append(Problem(Code.MISSING_KEY, f"the text `{key}` is missing", at, hint))
            continue
        path, translation = texts[key]
        problems += _text_problems(source, path, translation, text, names)
    return tuple(sorted(problems, key=lambda problem: (problem.span, problem.message)))


def _plural_problems(source: YamlSource) -> Iterator[Problem]:
    at = ("plurals", "choose")
    forms, text = source.data["plurals"]["forms"], source.data["plurals"]["choose"]
    help_text = "write it as gettext does, with n for the number: `n != 1`"
    try:
        choose = gettext.c2py(text)
        # A rule may treat the numbers that it names differently, and others after them.
        named = map(int, re.findall(r"\d+", text))
        numbers = {*range(_TRIED), *(number + step for number in named for step in (-1, 0, 1))}
        chosen = {choose(number) for number in numbers if number >= 0}
    except (ValueError, ArithmeticError, RecursionError) as error:
        message = f"`{text}` is not a plural rule: {error}"
        yield Problem(Code.BAD_VALUE, message, source.value_span(at), help_text)
        return
    wrong = chosen - set(range(len(forms)))
    if wrong:
        message = f"`{text}` chooses form {max(wrong)}, counted from 0, and there are {len(forms)}"
        yield Problem(Code.BAD_VALUE, message, source.value_span(at), help_text)


def _text_problems(
    source: YamlSource, path: DataPath, translation: Any, model: Any, names: list[str]
) -> Iterator[Problem]:
    """The differences between the forms and placeholders of a text and those of the model."""
    key = ".".join(map(str, path[1:]))
    if isinstance(translation, str) == isinstance(model, dict):
        message = f"`{key}` contains a number, and needs the forms {', '.join(names)}"
        help_text = "write a block with a text for each form of `plurals`"
        if isinstance(translation, dict):
            message, help_text = (
                f"`{key}` contains no number, and must be one text",
                "write the text after the key",
            )
        yield Problem(Code.BAD_VALUE, message, source.value_span(path), help_text)
        return
    if isinstance(translation, dict) and set(translation) != set(names):
        message = f"`{key}` has the forms {', '.join(translation)}, and `plurals` names {', '.join(names)}"
        yield Problem(Code.BAD_VALUE, message, source.key_span(path), "write a text for each form")
        return
    each = (
        [(path, translation)]
        if isinstance(translation, str)
        else [((*path, form), translation[form]) for form in translation]
    )
    models = [model] if isinstance(model, str) else list(model.values())
    wanted = set().union(*(_placeholders(text) or set() for text in models))
    for at, text in each:
        placeholders = _placeholders(text)
        if placeholders is None:
            message, help_text = (
                f"the braces of `{key}` are not balanced",
                "write {{ and }} for braces themselves",
            )
        elif placeholders - wanted:
            message = f"`{key}` has no placeholder {_braced(placeholders - wanted)}"
            help_text = f"it has {_braced(wanted)}" if wanted else "it has none"
        elif wanted - placeholders - ({COUNT} if len(each) > 1 else set()):
            message, help_text = (
                f"`{key}` is missing {_braced(wanted - placeholders)}",
                f"in English: {models[-1]}",
            )
        else:
            continue
        yield Problem(Code.BAD_VALUE, message, source.value_span(at), help_text)


def _placeholders(text: str) -> set[str] | None:
    """The names in braces; ``None`` if the braces are not balanced, or contain more than a name."""
    try:
        parts = [part[1:] for part in Formatter().parse(text)]
    except ValueError:
        return None
    placeholders = {name for name, _, _ in parts if name is not None}
    is_plain = all(not spec and not conversion for _, spec, conversion in parts)
    return placeholders if is_plain and all(name.isidentifier() for name in placeholders) else None


def _braced(names: set[str]) -> str:
    return ", ".join(f"{{{name}}}" for name in sorted(names))


def _texts(data: Mapping[str, Any]) -> Iterator[tuple[str, DataPath, Any]]:
    """Every text with its key and its path."""
    for section, texts in data["words"].items():
        for name, text in texts.items():
            yield f"{section}.{name}", ("words", section, name), text
