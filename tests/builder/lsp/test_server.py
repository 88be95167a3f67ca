"""The server over stdin and stdout, as editors use it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

SOUND = (Path(__file__).parents[1] / "lint" / "sound.yaml").read_text(encoding="utf-8")
MISSPELT = SOUND.replace("weapon: screecher", "weapon: screacher")


Conversation = Any


@pytest.fixture
def talk(tmp_path: Path, converse: Callable[[list[str], Path], Conversation]) -> Conversation:
    conversation = converse([sys.executable, "-m", "builder", "lsp"], tmp_path)
    assert conversation.server["name"] == "brainbug"
    for name in ("hover", "completion", "definition", "documentSymbol", "codeAction"):
        assert conversation.capabilities[f"{name}Provider"]
    return conversation


def opened(talk: Conversation, path: Path, text: str) -> str:
    uri = path.as_uri()
    about = {"uri": uri, "languageId": "yaml", "version": 1, "text": text}
    talk.tell("textDocument/didOpen", {"textDocument": about})
    return uri


def diagnostics(talk: Conversation) -> list[tuple[str, int, int]]:
    published = talk.notification("textDocument/publishDiagnostics")
    return [
        (item["code"], item["range"]["start"]["line"], item["range"]["start"]["character"])
        for item in published["diagnostics"]
    ]


def at(uri: str, text: str, words: str, more: int = 0) -> dict[str, Any]:
    """The position of some words in a text, plus an offset."""
    line = next(number for number, row in enumerate(text.splitlines()) if words in row)
    column = text.splitlines()[line].index(words) + more
    return {"textDocument": {"uri": uri}, "position": {"line": line, "character": column}}


def test_an_editor_opens_queries_fixes_and_closes_a_file(talk: Conversation, tmp_path: Path) -> None:
    uri = opened(talk, tmp_path / "some.yaml", MISSPELT)
    assert diagnostics(talk) == [("BB102", 51, 50)]

    hover = talk.ask("textDocument/hover", at(uri, MISSPELT, "standard-crew", 3))
    assert hover["contents"]["value"].startswith("**Standard crew** (roster, Bug Hunter)")
    assert "**printed**" in hover["contents"]["value"]

    where = talk.ask("textDocument/definition", at(uri, MISSPELT, "zone: below", 8))
    assert where["range"]["start"] == {"line": 64, "character": 11}

    outline = talk.ask("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
    assert [symbol["name"] for symbol in outline][:3] == ["scenario", "map", "forces"]

    offered = talk.ask("textDocument/completion", at(uri, MISSPELT, "screacher", 3))
    assert "screecher" in {item["label"] for item in offered["items"]}

    place = at(uri, MISSPELT, "screacher")["position"]
    actions = talk.ask(
        "textDocument/codeAction",
        {
            "textDocument": {"uri": uri},
            "range": {"start": place, "end": place},
            "context": {"diagnostics": []},
        },
    )
    (action,) = actions
    assert (action["title"], action["kind"]) == ("Write `screecher` (BB102)", "quickfix")
    (edit,) = action["edit"]["changes"][uri]
    assert edit["newText"] == "screecher"

    change = {"range": edit["range"], "text": edit["newText"]}
    talk.tell(
        "textDocument/didChange", {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [change]}
    )
    assert diagnostics(talk) == []

    talk.tell("textDocument/didClose", {"textDocument": {"uri": uri}})
    assert diagnostics(talk) == []
    assert talk.ask("shutdown", None) is None
    talk.tell("exit", None)
    assert talk.process.wait(timeout=30) == 0


def test_names_of_the_file_are_offered_while_a_line_is_incomplete(talk: Conversation, tmp_path: Path) -> None:
    uri = opened(talk, tmp_path / "some.yaml", SOUND)
    assert diagnostics(talk) == []
    broken = SOUND.replace("- {force: crew, zone: front}", "- {force: crew, zone: fr")
    talk.tell(
        "textDocument/didChange",
        {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [{"text": broken}]},
    )
    offered = talk.ask("textDocument/completion", at(uri, broken, "zone: fr", 8))
    assert [item["label"] for item in offered["items"]] == ["front", "below"]
    assert [code for code, _, _ in diagnostics(talk)] == ["BB002"]
    hover = talk.ask("textDocument/hover", at(uri, broken, "weapon: screecher", 9))
    assert hover["contents"]["value"].startswith("**Screecher**")


def test_columns_are_counted_as_the_editor_counts_them(talk: Conversation, tmp_path: Path) -> None:
    """The emoji of a bug takes two units of UTF-16."""
    text = SOUND.replace("name: Eve Fox, weapon: screecher", "name: Eve 🐛🐛, weapon: screacher")
    uri = opened(talk, tmp_path / "some.yaml", text)
    column = next(row for row in text.splitlines() if "screacher" in row).index("screacher") + 2
    assert diagnostics(talk) == [("BB102", 51, column)]
    place = at(uri, text, "screacher")
    place["position"]["character"] = column + 4
    offered = talk.ask("textDocument/completion", place)
    (item,) = [item for item in offered["items"] if item["label"] == "screecher"]
    assert item["textEdit"]["range"]["start"]["character"] == column


def test_every_safe_fix_can_be_applied_at_once(talk: Conversation, tmp_path: Path) -> None:
    text = SOUND.replace("machinery:", "machinry:").replace("columns: 8", 'columns: "8"')
    uri = opened(talk, tmp_path / "some.yaml", text)
    assert [code for code, _, _ in diagnostics(talk)] == ["BB005", "BB004"]
    start = {"line": 0, "character": 0}
    (action,) = talk.ask(
        "textDocument/codeAction",
        {
            "textDocument": {"uri": uri},
            "range": {"start": start, "end": start},
            "context": {"diagnostics": [], "only": ["source.fixAll"]},
        },
    )
    assert action["edit"]["changes"][uri][0]["newText"] == SOUND


def test_other_yaml_files_are_ignored(talk: Conversation, tmp_path: Path) -> None:
    uri = opened(talk, tmp_path / "compose.yaml", "services:\n  web: {image: nginx}\n")
    assert diagnostics(talk) == []
    place = {"textDocument": {"uri": uri}, "position": {"line": 1, "character": 3}}
    assert talk.ask("textDocument/completion", place)["items"] == []
    assert talk.ask("textDocument/hover", place) is None


def test_settings_apply_and_invalid_ones_are_reported_once(talk: Conversation, tmp_path: Path) -> None:
    (tmp_path / "brainbug.toml").write_text('[lint]\nignore = ["BB102"]\n')
    uri = opened(talk, tmp_path / "some.yaml", MISSPELT)
    assert diagnostics(talk) == []
    (tmp_path / "brainbug.toml").write_text('[lint]\nignore = ["BX"]\n')
    talk.tell("textDocument/didSave", {"textDocument": {"uri": uri}})
    message = talk.notification("window/showMessage")
    assert "brainbug.toml:2:12: BB021 no code starts with `BX`" in message["message"]


def test_without_pygls_the_error_says_how_to_install_it(tmp_path: Path) -> None:
    script = (
        "import sys; sys.modules['pygls'] = None; sys.modules['lsprotocol'] = None; "
        "from builder.cli.main import main; main(['lsp'])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "pip install 'brainbug[lsp]'" in done.stderr
    assert "Traceback" not in done.stderr
