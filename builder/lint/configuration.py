"""``[lint]`` of ``brainbug.toml``, or ``[tool.brainbug.lint]`` of ``pyproject.toml``, in a folder above."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from pathlib import Path
from types import MappingProxyType
from typing import Any

from builder.lint.finding import Finding, Severity
from builder.lint.registry import LOADING_CODES, current_codes, known_codes
from rulesdb import DataError
from rulesdb.codes import Code
from rulesdb.errors import brief, brief_repr
from rulesdb.files.folders import real_path
from rulesdb.files.reading import MIB, read_file
from rulesdb.nearest import did_you_mean
from rulesdb.problem import Problem, Span

_TABLES = {"brainbug.toml": ("lint",), "pyproject.toml": ("tool", "brainbug", "lint")}
_MAX_BYTES = MIB
_MAX_PARTS = 100
_MAX_DIGITS = 1000
_MAX_PATTERNS = 1000
_PART = r"[\w\"'-]"
_LONG_KEY = re.compile(rf"(?<!{_PART})(?:{_PART}++[ \t]*+\.[ \t]*+){{{_MAX_PARTS}}}")
_LONG_NUMBER = re.compile(rf"(?<!\w)[+-]?\d[\d_]{{{_MAX_DIGITS}}}")
SETTINGS = ("select", "ignore", "severity", "per-file-ignores")


@dataclass(frozen=True, slots=True)
class LintConfig:
    """Which codes are reported, where, and with which severity. ``BB2`` means all codes with that prefix.

    ``per_file`` lists shell patterns for paths from ``folder``, each with the codes that are ignored there.
    """

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    severity: Mapping[str, Severity] = field(default_factory=lambda: MappingProxyType({}))
    per_file: tuple[tuple[str, tuple[str, ...]], ...] = ()
    folder: Path | None = None

    def narrowed(self, select: Sequence[str], ignore: Sequence[str]) -> LintConfig:
        """The configuration with command-line options: ``select`` replaces both lists, ``ignore`` adds."""
        if select:
            return replace(self, select=tuple(select), ignore=tuple(ignore))
        return replace(self, ignore=(*self.ignore, *ignore))

    def for_file(self, path: Path) -> LintConfig:
        """The configuration of one file, with the codes that are ignored there."""
        if not self.per_file:
            return self
        full = real_path(path)
        if self.folder is not None and full.is_relative_to(self.folder):
            full = full.relative_to(self.folder)
        names = full.as_posix(), full.name
        codes = [
            code
            for pattern, ignored in self.per_file
            if any(fnmatchcase(name, pattern) for name in names)
            for code in ignored
        ]
        return replace(self, ignore=(*self.ignore, *dict.fromkeys(codes)), per_file=())

    def wants(self, code: str) -> bool:
        """Whether findings of a code are reported."""
        return not code.startswith(self.ignore) and (not self.select or code.startswith(self.select))

    def with_severity(self, finding: Finding) -> Finding:
        """The finding with the configured severity of its code."""
        prefixes = [prefix for prefix in self.severity if finding.code.startswith(prefix)]
        return replace(finding, severity=self.severity[max(prefixes, key=len)]) if prefixes else finding


class ConfigFinder:
    """Finds the configuration of files, and reads each configuration once."""

    def __init__(self) -> None:
        self._by_folder: dict[Path, LintConfig] = {}

    def of(self, path: Path) -> LintConfig:
        """The nearest configuration above a file; an empty one if there is none.

        Raises:
            DataError: it cannot be read, is not TOML, or has an unknown setting.
        """
        passed: list[Path] = []
        config = LintConfig()
        for folder in real_path(path).parents:
            if folder in self._by_folder:
                config = self._by_folder[folder]
                break
            passed.append(folder)
            own = next(filter(None, (_read(folder / name) for name in _TABLES)), None)
            if own is not None:
                config = own
                break
        self._by_folder.update(dict.fromkeys(passed, config))
        return config


def _read(path: Path) -> LintConfig | None:
    """The configuration in one file, if it has any."""
    try:
        text = read_file(path, _MAX_BYTES).decode("utf-8-sig")
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8"
        raise _Reader(path, "").failure(f"cannot read the file: {reason}", "check the file", 1) from error
    if path.name == "pyproject.toml" and "brainbug" not in text:
        return None
    return _Reader(path, text).read()


class _Reader:
    """Reads one file. The TOML parser gives no positions, so errors are located by a text search."""

    def __init__(self, path: Path, text: str) -> None:
        self.path = path
        self.lines = text.splitlines()
        self.text = text
        self.table = _TABLES[path.name]

    def read(self) -> LintConfig | None:
        import tomllib

        # The parser needs quadratic time in the number of parts.
        self._refuse(_LONG_KEY, f"a key has more than {_MAX_PARTS} parts", "use a table header")
        self._refuse(_LONG_NUMBER, f"a number has more than {_MAX_DIGITS} digits", "shorten it")
        try:
            data: Any = tomllib.loads(self.text)
        except RecursionError as error:
            line = max(range(len(self.lines)), key=lambda number: sum(map(self.lines[number].count, "[{")))
            message = "TOML syntax: brackets or braces are nested too deep"
            raise self.failure(message, "remove some", line + 1) from error
        except tomllib.TOMLDecodeError as error:
            reason = str(error)
            place = re.search(r" \(at line (\d+), column (\d+)\)", reason)
            line, column = (int(place[1]), int(place[2])) if place else (max(1, len(self.lines)), 1)
            message = f"TOML syntax: {reason[: reason.rfind(' (at ')] if ' (at ' in reason else reason}"
            raise self.failure(message, "check quotes and brackets there", line, column) from error
        for name in self.table:
            if not isinstance(data, dict):
                raise self.fault(self.table[0], f"`{self.table[0]}` is not a table", "write a table header")
            if name not in data:
                return LintConfig(folder=self.path.parent) if len(self.table) == 1 else None
            data = data[name]
        return self._config(data)

    def _refuse(self, pattern: re.Pattern[str], problem: str, help: str) -> None:
        match = pattern.search(self.text)
        if match:
            before = self.text[: match.start()]
            line, column = before.count("\n") + 1, match.start() - before.rfind("\n")
            raise self.failure(f"TOML syntax: {problem}", help, line, column)

    def _config(self, data: Any) -> LintConfig:
        header = ".".join(self.table)
        if not isinstance(data, dict):
            raise self.fault(self.table[-1], f"`{header}` is not a table", f"write `[{header}]`")
        for key in data:
            if key not in SETTINGS:
                raise self.fault(key, f"unknown setting `{brief(key)}`", did_you_mean(key, SETTINGS))
        severity = {}
        for code, word in self._table(data, "severity").items():
            self._check_code(code, code)
            if code in LOADING_CODES:
                raise self.fault(code, f"{code} keeps a file from loading", "remove it: always an error")
            if not isinstance(word, str) or word not in list(Severity):
                message = f"{brief_repr(word)} is not a severity"
                raise self.fault(code, message, "use error, warning or info")
            severity.update(dict.fromkeys(current_codes([code]), Severity(word)))
        per_file = self._table(data, "per-file-ignores")
        if len(per_file) > _MAX_PATTERNS:
            message = f"more than {_MAX_PATTERNS} patterns; there are {len(per_file)}"
            raise self.fault("per-file-ignores", message, "use patterns that match several files")
        return LintConfig(
            self._codes(data, "select"),
            self._codes(data, "ignore"),
            MappingProxyType(severity),
            tuple((pattern, self._codes(per_file, pattern)) for pattern in per_file),
            self.path.parent,
        )

    def _table(self, data: Mapping[str, Any], key: str) -> Mapping[str, Any]:
        value = data.get(key, {})
        if not isinstance(value, dict):
            raise self.fault(key, f"`{key}` is not a table", f"write `{key} = {{ … = … }}`")
        return value

    def _codes(self, data: Mapping[str, Any], key: str) -> tuple[str, ...]:
        value = data.get(key, [])
        if not isinstance(value, list) or not all(isinstance(code, str) for code in value):
            message = f"`{brief(key)}` is not a list of codes"
            raise self.fault(key, message, 'write a list, such as ["BB105", "BB5"]')
        for code in value:
            self._check_code(code, key)
        return current_codes(value)

    def _check_code(self, code: str, key: str) -> None:
        if not code or not any(name.startswith(code) for name in known_codes()):
            message = f"no code starts with `{brief(code)}`"
            raise self.fault(key, message, did_you_mean(code, known_codes()), code)

    def fault(self, key: str, message: str, help: str, word: str = "") -> DataError:
        """An error at a key, or at a word after it."""
        line, column = self._find(key, word)
        return self.failure(message, help, line, column)

    def failure(self, message: str, help: str, line: int, column: int = 1) -> DataError:
        """An error at a line and column."""
        span = Span(self.path.as_posix(), line, column, line, column + 1)
        return DataError([Problem(Code.BAD_CONFIGURATION, message, span, help)], self.text)

    def _find(self, key: str, word: str) -> tuple[int, int]:
        header = re.compile(r"\s*\[.*" + re.escape(self.table[-1]))
        start = next((number for number, line in enumerate(self.lines) if header.match(line)), 0)
        wanted = re.compile(rf"(?<![\w-]){re.escape(key)}(?![\w-])")
        for number in range(start, len(self.lines)):
            match = wanted.search(self.lines[number].partition("#")[0])
            if match and word and word != key:
                return self._find_word(word, number, match.end())
            if match:
                return number + 1, match.start() + 1
        return start + 1, 1

    def _find_word(self, word: str, first: int, column: int) -> tuple[int, int]:
        for number in range(first, len(self.lines)):
            place = self.lines[number].find(word, column if number == first else 0)
            if place >= 0:
                return number + 1, place + 1
        return first + 1, 1
