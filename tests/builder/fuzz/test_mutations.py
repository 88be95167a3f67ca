"""Valid scenarios, corrupted at random: the result is always a report.

A few examples of each kind are tried each time, always the same ones; ``make soak`` tries thousands, and
different ones each time.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from soak import WHOLE, every, times

from builder.lint.engine import LintReport
from rulesdb.yaml_source import DataPath, parse_yaml

LintBytes = Callable[[bytes], LintReport]

ROOT = Path(__file__).resolve().parents[3]
SOUND = sorted((ROOT / "tests" / "builder" / "lint").glob("sound*.yaml"))
SOURCES = {path.stem: path.read_bytes() for path in (*SOUND, *sorted((ROOT / "scenarios").rglob("*.yaml")))}

pytestmark = pytest.mark.soak

often = settings(
    max_examples=times(10, 2000),
    derandomize=not WHOLE,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
names = st.sampled_from(list(SOURCES))

# Values that a typo, a failed download or an attacker could put anywhere into a file.
JUNK = [
    b"\t", b"\0", b"\r", b"\r\n", b"\xef\xbb\xbf", b"\xff", b"\xed\xa0\x80", b"\x1b[2J", b"\xc2\x9b31m",
    b"\xe2\x80\xae", b"\xe2\x80\xa8", b"\xc2\x85", b"\x7f", "\U0001f47e".encode(), b"&a ", b"*a ", b"<<: ",
    b"!!python/object/apply:os.system ", b"- ", b"? ", b"{", b"}", b"[", b"]", b"|", b">", b"%YAML 9.9\n",
    b"'", b'"', b'"\\0"', b'"\\e[31m"', b"---\n", b"...\n", b"#", b": ", b",", b"9" * 40, b"1.0e400",
    b"-1", b".5", b"0" * 9, b"</text><script>", b"# brainbug: ignore[",
]  # fmt: skip


@often
@given(st.data())
def test_a_file_cut_off_at_any_byte_is_reported(lint_bytes: LintBytes, data: st.DataObject) -> None:
    raw = SOURCES[data.draw(names)]
    lint_bytes(raw[: data.draw(st.integers(0, len(raw)))])


@often
@given(st.data())
def test_a_file_with_flipped_bytes_is_reported(lint_bytes: LintBytes, data: st.DataObject) -> None:
    raw = bytearray(SOURCES[data.draw(names)])
    places = st.tuples(st.integers(0, len(raw) - 1), st.integers(0, 255))
    for place, value in data.draw(st.lists(places, min_size=1, max_size=8)):
        raw[place] = value
    lint_bytes(bytes(raw))


@often
@given(st.data())
def test_a_file_with_inserted_junk_is_reported(lint_bytes: LintBytes, data: st.DataObject) -> None:
    raw = SOURCES[data.draw(names)]
    place = data.draw(st.integers(0, len(raw)))
    lint_bytes(raw[:place] + data.draw(st.sampled_from(JUNK)) + raw[place:])


@often
@given(st.data())
def test_a_file_with_lines_deleted_duplicated_or_moved_is_reported(
    lint_bytes: LintBytes, data: st.DataObject
) -> None:
    lines = SOURCES[data.draw(names)].split(b"\n")
    start = data.draw(st.integers(0, len(lines) - 1))
    stop = start + data.draw(st.integers(1, 5))
    picked = lines[start:stop]
    change = data.draw(st.sampled_from(["lose", "double", "indent", "move"]))
    if change == "double":
        lines[start:start] = picked
    elif change == "indent":
        by = data.draw(st.integers(0, 14))
        lines[start:stop] = [b" " * by + line.lstrip() for line in picked]
    else:
        del lines[start:stop]
        if change == "move":
            place = data.draw(st.integers(0, len(lines)))
            lines[place:place] = picked
    lint_bytes(b"\n".join(lines))


@often
@given(st.data())
def test_a_file_with_other_digits_and_words_is_reported(lint_bytes: LintBytes, data: st.DataObject) -> None:
    raw = SOURCES[data.draw(names)]
    words = list(re.finditer(rb"[A-Za-z0-9./-]+", raw))
    for _ in range(data.draw(st.integers(1, 3))):
        old, new = (words[data.draw(st.integers(0, len(words) - 1))] for _ in range(2))
        if old.end() <= len(raw):
            raw = raw[: old.start()] + new[0] + raw[old.end() :]
    lint_bytes(raw)


@often
@given(st.data())
def test_a_file_with_parts_of_other_files_is_reported(lint_bytes: LintBytes, data: st.DataObject) -> None:
    whole, other = (parse_yaml(SOURCES[data.draw(names)].decode()).data for _ in range(2))
    old = data.draw(st.sampled_from([path for path in paths_in(whole) if path]))
    new = data.draw(st.sampled_from(list(paths_in(other))))
    lint_bytes(json.dumps(with_value(whole, old, value_at(other, new)), ensure_ascii=False).encode())


ODD_VALUES: tuple[Any, ...] = (
    None, True, 0, -1, 1, 10**17, 10**30, 1.5, 22.0, 1e17, "", " ", "\u00a0", "x", "a-b", "0101", "0101-9999",
    "0405-0304", "0405-0405-0405", "\u0660\u0664\u0660\u0665", "0101\n", "outside", "rolled", "weapon/net",
    "x" * 5000, "\u202e", "\ufeff", "</text>", "\U0001f47e", [], {}, [[]], [None], [0, 0], [1.5, -3, 2],
    [[0, 0], [0, 0], [0, 0]], {"id": "x"}, {"": ""}, ["x", "x"],
)  # fmt: skip


@pytest.mark.parametrize("path", SOUND, ids=lambda path: path.stem)
def test_an_odd_value_anywhere_is_reported(lint_bytes: LintBytes, path: Path) -> None:
    """Every fifth place of a valid scenario with one odd value, or every place with all of them."""
    whole = parse_yaml(path.read_text(encoding="utf-8")).data
    for number, place in enumerate(every(times(5, 1), list(paths_in(whole)))):
        one = ODD_VALUES[number % len(ODD_VALUES)]
        for value in ODD_VALUES if WHOLE else (one,):
            lint_bytes(json.dumps(with_value(whole, place, value), ensure_ascii=False).encode())


def paths_in(data: Any, path: DataPath = ()) -> Iterator[DataPath]:
    """Every place in data, starting with the root."""
    yield path
    for key, value in data.items() if isinstance(data, dict) else enumerate(data):
        if isinstance(value, (dict, list)):
            yield from paths_in(value, (*path, key))
        else:
            yield (*path, key)


def value_at(data: Any, path: DataPath) -> Any:
    for key in path:
        data = data[key]
    return data


def with_value(data: Any, path: DataPath, value: Any) -> Any:
    """The same data with another value at one place."""
    if not path:
        return value
    copied: Any = dict(data) if isinstance(data, dict) else list(data)
    copied[path[0]] = with_value(data[path[0]], path[1:], value)
    return copied
