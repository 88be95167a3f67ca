"""A fixture that lints any bytes and checks the guarantees for the report, and the other fuzz targets."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from builder.lint.engine import LintReport, lint_file
from builder.lint.reporters import REPORTERS, plain
from rulesdb import Library

LintBytes = Callable[[bytes], LintReport]

_UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


@pytest.fixture(scope="session")
def lint_bytes(tmp_path_factory: pytest.TempPathFactory) -> LintBytes:
    """Lints a file with these bytes, and checks the guarantees for the report."""
    library = Library()
    path = tmp_path_factory.mktemp("fuzz") / "scenario.yaml"

    def lint(raw: bytes) -> LintReport:
        path.write_bytes(raw)
        report = lint_file(path, library=library)
        assert report.scenario is not None or report.has_errors
        for finding in report.findings:
            assert finding.help
            assert finding.span.path == path.as_posix()
            # An unexpected end of the file is reported past the end of the last line.
            assert 1 <= finding.span.line <= len(report.lines) + 1
            line = report.lines[finding.span.line - 1] if finding.span.line <= len(report.lines) else ""
            assert 1 <= finding.span.column <= len(line) + 1
        for reporter in REPORTERS.values():
            output = reporter([report], plain)
            output.encode("utf-8")
            assert not _UNSAFE.search(output)
        return report

    return lint


@pytest.fixture(scope="session")
def targets() -> ModuleType:
    """The module next to this file, which is not a package."""
    place = Path(__file__).with_name("targets.py")
    spec = importlib.util.spec_from_file_location("fuzz_targets", place)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# A program that is run by hand, with a fuzzer that the tests do not need.
collect_ignore = ["guided.py"]
