"""Catalogs of words: plural forms, placeholders, and clear errors for the user's own files."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from builder.draw.surface.wording import Words, language_names, load_words
from rulesdb import DataError, UnknownEntry
from rulesdb.shipped import shipped
from rulesdb.yaml_source import load_yaml

ENGLISH = Path(__file__).parents[4] / "builder/draw/surface/words/en.yaml"


def own(tmp_path: Path, old: str = "", new: str = "") -> Path:
    """A copy of the English catalog with one change."""
    text = ENGLISH.read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "own.yaml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return path


def defects(tmp_path: Path, old: str, new: str) -> list[tuple[int, str, str]]:
    """Line, code and message of every problem of such a copy; all of them have help."""
    with pytest.raises(DataError) as raised:
        load_words(str(own(tmp_path, old, new)))
    assert all(problem.help and problem.span.column > 0 for problem in raised.value.problems)
    return [(problem.span.line, problem.code, problem.message) for problem in raised.value.problems]


def line_of(text: str) -> int:
    lines = ENGLISH.read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if text in line)


def test_a_copy_of_the_english_catalog_gives_the_same_words(tmp_path: Path) -> None:
    assert load_words(str(own(tmp_path))).texts == load_words().texts


def test_the_number_chooses_the_form() -> None:
    words = load_words()
    assert [words("unit.points", count=count) for count in (0, 1, 2)] == ["0 points", "1 point", "2 points"]


def test_a_language_may_count_in_three_forms(tmp_path: Path) -> None:
    """Polish: one, then two to four but not twelve to fourteen, then the others."""
    data = load_yaml(ENGLISH).data
    rule = "n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2"
    data["plurals"] = {"forms": ["one", "few", "many"], "choose": rule}
    for texts in data["words"].values():
        for name, text in texts.items():
            if isinstance(text, dict):
                texts[name] = {"one": text["one"], "few": text["other"], "many": text["other"]}
    data["words"]["unit"]["points"] = {
        "one": "{count} punkt",
        "few": "{count} punkty",
        "many": "{count} punktów",
    }
    path = tmp_path / "pl.yaml"
    path.write_text(yaml.safe_dump(data, allow_unicode=True), encoding="utf-8")
    words = load_words(str(path))
    assert [words("unit.points", count=count) for count in (1, 3, 5, 13, 22)] == [
        "1 punkt",
        "3 punkty",
        "5 punktów",
        "13 punktów",
        "22 punkty",
    ]


def test_a_decimal_number_is_written_as_the_language_writes_it(tmp_path: Path) -> None:
    words = load_words(str(own(tmp_path, 'decimal: "."', 'decimal: ","')))
    assert words("template.across", size=2.5) == "2,5 cm across"


def test_a_word_missing_from_the_catalog_stays_unchanged() -> None:
    assert load_words().of("air", "methane") == "methane"


@pytest.mark.parametrize(
    ("old", "new", "line", "code", "message"),
    [
        ("    forces: Forces\n", "", "  briefing:", "BB006", "the text `briefing.forces` is missing"),
        ("    forces: ", "    farces: ", "    forces: ", "BB004", "no drawing uses `briefing.farces`"),
        ('"Turn {turns}', '"Turn {trun}', "    event:", "BB007", "no placeholder {trun}"),
        (
            "{title} (continued)",
            "continued",
            "    continued:",
            "BB007",
            "`sheet.continued` is missing {title}",
        ),
        ("{title} (continued)", "{title (continued)", "    continued:", "BB007", "are not balanced"),
        ("{title} (continued)", "{title!r} (continued)", "    continued:", "BB007", "are not balanced"),
        (
            "    forces: Forces",
            "    forces: {one: Force, other: Forces}",
            "    forces:",
            "BB007",
            "no number",
        ),
        ("    forces: Forces", "    forces: [Forces]", "    forces:", "BB005", "not text or a block"),
        ("choose: n != 1", "choose: n is 1", "plurals:", "BB007", "`n is 1` is not a plural rule"),
        (
            "choose: n != 1",
            "choose: n % 4",
            "plurals:",
            "BB007",
            "chooses form 3, counted from 0, and there are 2",
        ),
        ("choose: n != 1", "choose: 'n == 400 ? 5 : 0'", "plurals:", "BB007", "chooses form 5"),
        ("choose: n != 1", "choose: 'n > 70000 ? 5 : 0'", "plurals:", "BB007", "chooses form 5"),
        ("choose: n != 1", "choose: n / (n - 400)", "plurals:", "BB007", "is not a plural rule"),
        ("choose: n != 1", "choose: n % 0", "plurals:", "BB007", "is not a plural rule"),
        ("    forces: Forces", f"    forces: {'Forces ' * 200}", "    forces:", "BB007", "1000"),
        ("title: English\n", "", "language: en", "BB006", "key `title` is missing"),
        (
            'other: "{count} points"}',
            'many: "{count} points"}',
            '    points: {one: "{count}',
            "BB007",
            "names one, other",
        ),
    ],
)
def test_a_defect_is_reported_with_its_line(
    tmp_path: Path, old: str, new: str, line: str, code: str, message: str
) -> None:
    problems = defects(tmp_path, old, new)
    assert any(
        at == line_of(line) and problem_code == code and message in problem_text
        for at, problem_code, problem_text in problems
    ), problems


def test_an_unknown_language_is_rejected_with_the_known_ones() -> None:
    with pytest.raises(UnknownEntry, match="no language 'klingon'"):
        load_words("klingon")


@pytest.mark.parametrize("name", language_names())
def test_every_shipped_language_is_complete(name: str, tmp_path: Path) -> None:
    """Loaded as a user's file, a catalog is checked against the schema and the English catalog."""
    copy = tmp_path / f"{name}.yaml"
    copy.write_bytes((ENGLISH.parent / f"{name}.yaml").read_bytes())
    words = load_words(str(copy))
    assert isinstance(words, Words)
    assert words.language == name


def test_the_schema_of_catalogs_ships() -> None:
    assert (shipped("schemas") / "words.schema.json").is_file()


@pytest.mark.parametrize(("rule", "count"), [("n % (n - 300 * 300) != 1", 90_000), ("n / 60000", 400_000)])
def test_a_plural_rule_that_fails_for_a_large_number_chooses_the_last_form(
    tmp_path: Path, rule: str, count: int
) -> None:
    words = load_words(str(own(tmp_path, "choose: n != 1", f"choose: {rule}")))
    assert words("unit.points", count=count) == f"{count} points"
