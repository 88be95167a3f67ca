"""The schemas in an editor that has only the common YAML language server."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[3]
DEAD_AIR = ROOT / "scenarios" / "bug_hunter" / "dead-air.yaml"
SERVER = os.environ.get("YAML_LANGUAGE_SERVER") or shutil.which("yaml-language-server")

pytestmark = pytest.mark.skipif(
    SERVER is None,
    reason="no yaml-language-server: npm install -g yaml-language-server, or name it in YAML_LANGUAGE_SERVER",
)

Conversation = Any


@pytest.fixture
def talk(converse: Callable[[list[str], Path], Conversation]) -> Conversation:
    assert SERVER is not None
    return converse([SERVER, "--stdio"], ROOT)


def messages(talk: Conversation, text: str) -> list[str]:
    """The messages about a text at the scenario's path."""
    about = {"uri": DEAD_AIR.as_uri(), "languageId": "yaml", "version": 1, "text": text}
    talk.tell("textDocument/didOpen", {"textDocument": about})
    diagnostics = talk.notification("textDocument/publishDiagnostics")
    return [item["message"] for item in diagnostics["diagnostics"]]


def test_a_scenario_that_names_its_schema_is_valid(talk: Conversation) -> None:
    assert messages(talk, DEAD_AIR.read_text(encoding="utf-8")) == []


def test_a_misspelled_key_is_reported(talk: Conversation) -> None:
    text = DEAD_AIR.read_text(encoding="utf-8").replace("hex_size:", "hex_sise:")
    assert any("hex_sise" in message for message in messages(talk, text))


def test_a_key_has_its_title_and_description(talk: Conversation) -> None:
    text = DEAD_AIR.read_text(encoding="utf-8")
    messages(talk, text)
    line = next(number for number, row in enumerate(text.splitlines()) if "hex_size:" in row)
    where = {"textDocument": {"uri": DEAD_AIR.as_uri()}, "position": {"line": line, "character": 4}}
    contents = talk.ask("textDocument/hover", where)["contents"]
    markdown = contents if isinstance(contents, str) else contents["value"]
    assert "Millimeters from flat side to flat side" in markdown
