"""Malicious files: every output shows their words only as text, and they have no other effect."""

from __future__ import annotations

import itertools
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pikepdf
import pytest
from processes import brainbug
from soak import every, times

from builder.draw.surface.canvas import svg_text
from builder.draw.surface.theme import load_theme
from builder.lint.engine import LintReport, lint_text
from builder.press.kit.kit import compose_kit, write_kit
from builder.press.services.sheet_file import load_paper
from builder.publish.scenario_page import scenario_page
from builder.scenario.model import Scenario
from rulesdb import InputError, Library, open_game
from rulesdb.yaml_source import parse_yaml

LINT = Path(__file__).resolve().parents[1] / "lint"
SOUND = {
    path.stem: parse_yaml(path.read_text(encoding="utf-8")).data for path in sorted(LINT.glob("sound*.yaml"))
}
# Keys whose values are only displayed; names have the maximum length.
SHORT, LONG = {"title", "name", "length"}, {"text", "summary", "notes", "authors", "reason", "note"}
LETTERS = 24

# Markup of every output format, and strings that programs could interpret as commands.
WORDS = (
    "</text><script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "]]></style><!ENTITY x SYSTEM 'file:///x'>",
    "&lt;script&gt;&#x3C;script&#x3E;",
    "[x](javascript:alert(1)) <https://x.test>",
    "```{raw} html\n<script>x</script>\n```",
    ":::{include} /etc/passwd\n:::",
    "# head\n\n1. one\n\n- two\n\n    code",
    "%{x} {{x}} {rule}`bug-hunter:304.2` $x$",
    '")\n#read("/etc/passwd") #image("/x"',
    "=cmd|' /C calc'!A0",
    "\u202e\u2066gnp.exe\u2069",
    "::error file=x::lost %0A::warning::x",
    "(x)=\n---\n+++\n| a | b |\n|---|---|",
)


def hostile(data: Any, words: str) -> Any:
    """The data with other words in every displayed text, and as the names of labels and consoles."""
    return _worded(data, itertools.repeat(words))


def _worded(data: Any, words: Iterator[str]) -> Any:
    if isinstance(data, list):
        return [_worded(part, words) for part in data]
    if not isinstance(data, dict):
        return data
    changed: dict[str, Any] = {}
    for key, value in data.items():
        if key in LONG and value:
            changed[key] = [next(words).strip()] if key == "authors" else next(words).strip()
        elif key in SHORT:
            changed[key] = next(words)[:LETTERS].strip()
        else:
            name = next(words)[:LETTERS].strip() if key in ("Bridge", "Helm") else key
            changed[name] = _worded(value, words)
    return changed


SVG = "{http://www.w3.org/2000/svg}"
SVG_TAGS = {
    f"{SVG}{name}"
    for name in (
        "svg", "g", "title", "defs", "style", "rect", "circle", "ellipse", "line", "polyline", "polygon",
        "path", "text", "tspan", "use", "clipPath", "symbol", "pattern",
    )
}  # fmt: skip
# Keys of PDF objects that run, fetch or open other files.
ACTIVE = (
    "/JavaScript",
    "/JS",
    "/Launch",
    "/URI",
    "/GoToR",
    "/SubmitForm",
    "/OpenAction",
    "/AA",
    "/EmbeddedFile",
)


@pytest.fixture(scope="module")
def library() -> Library:
    return Library()


def report_of(data: Any, library: Library) -> tuple[Scenario, LintReport]:
    report = lint_text(json.dumps(data), Path("hostile.yaml"), library=library)
    assert report.scenario is not None, report.findings
    return report.scenario, report


def scenario_of(data: Any, library: Library) -> Scenario:
    return report_of(data, library)[0]


@pytest.mark.soak
@pytest.mark.parametrize("name", every(times(2, 1), [*SOUND]))
def test_a_drawing_contains_user_words_only_as_text(library: Library, name: str) -> None:
    """Each malicious string is in another place."""
    scenario = scenario_of(_worded(SOUND[name], itertools.cycle(WORDS)), library)
    kit = compose_kit(scenario, load_paper("a4"), load_theme())
    seen = ""
    for drawing in [*(page.drawing for page in kit.pages), *kit.loose]:
        root = ElementTree.fromstring(svg_text(drawing).partition("\n")[2])
        for element in root.iter():
            assert element.tag in SVG_TAGS
            for key, value in element.attrib.items():
                assert not key.lower().startswith("on")
                assert not key.endswith("href") or value.startswith("#")
                assert "url(" not in value or value.startswith("url(#")
            seen += (element.text or "") + (element.tail or "")
    assert "<script>" in seen


def test_a_pdf_contains_no_active_content(library: Library, tmp_path: Path) -> None:
    words = "\n".join(WORDS)
    scenario = scenario_of(hostile(SOUND["sound-table"], words), library)
    kit = compose_kit(scenario, load_paper("a4"), load_theme(), parts=["briefing"])
    write_kit(kit, tmp_path / "kit")
    with pikepdf.open(tmp_path / "kit" / "play-kit.pdf") as document:
        for thing in document.objects:
            keys = set(thing.keys()) if isinstance(thing, (pikepdf.Dictionary, pikepdf.Stream)) else set()
            assert not keys & set(ACTIVE)
            assert thing.get("/Subtype") != "/Link" if keys else True
        assert str(document.docinfo["/Title"]) == scenario.title
        assert "/etc/passwd" not in document.docinfo
    written = sorted(
        path.relative_to(tmp_path / "kit").as_posix() for path in (tmp_path / "kit").rglob("*.svg")
    )
    assert written
    assert all(re.fullmatch(r"svg/[a-z0-9-]+\.svg", name) for name in written)


HTML_TAGS = {
    "main", "section", "h1", "h2", "p", "ul", "li", "strong", "code", "span", "a", "small", "br", "details",
    "summary", "figure", "figcaption", "div", "table", "colgroup", "col", "thead", "tbody", "tr", "th", "td",
}  # fmt: skip


class _Page(HTMLParser):
    """The elements of a page, and its attributes that act or fetch."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.acting: list[tuple[str, str | None]] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.acting += [
            (key, value) for key, value in attrs if key in ("href", "src") or key.startswith("on")
        ]

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.soak
@pytest.mark.parametrize("words", every(times(3, 1), WORDS), ids=lambda words: words[:12].strip())
def test_a_page_of_the_site_escapes_user_words(library: Library, words: str) -> None:
    from docutils.core import publish_string
    from myst_parser.docutils_ import Parser

    scenario, report = report_of(hostile(SOUND["sound-land"], words), library)
    # Roles and links to documents have a meaning only for Sphinx.
    text = re.sub(r"\{bb:\w+\}", "", scenario_page(scenario, report, ["a4"], load_theme()))
    text = re.sub(r"\((?:\.\./)+[\w/-]+\.md\)", "(https://ours.test)", text)
    settings = {
        "myst_enable_extensions": ["colon_fence", "deflist", "fieldlist"],
        "output_encoding": "unicode",
        "report_level": 2,
        "halt_level": 2,
        "line_length_limit": 10_000_000,
        "embed_stylesheet": False,
        "stylesheet_path": "",
        "file_insertion_enabled": True,
        "raw_enabled": True,
    }
    html = publish_string(text, parser=Parser(), writer_name="html5", settings_overrides=settings)
    page = _Page()
    page.feed(html.partition("<body")[2])
    svg_tags = {tag.rpartition("}")[2].lower() for tag in SVG_TAGS}
    assert page.tags <= HTML_TAGS | svg_tags
    own_links = re.compile(r"#[\w-]+|https://ours.test|sound-land-a4.pdf")
    assert all(key == "href" and own_links.fullmatch(str(value)) for key, value in page.acting), page.acting
    assert " ".join(words.split()) in " ".join(page.text.split())


AUDIT = """
import json, sys
seen = []
def hook(event, args):
    if event == "open" and isinstance(args[0], (str, bytes)):
        seen.append((event, args[0] if isinstance(args[0], str) else args[0].decode("utf-8", "replace")))
    elif event.partition(".")[0] in ("socket", "subprocess", "ctypes", "urllib", "http", "ftplib", "smtplib",
                                     "webbrowser", "pty") or event in ("os.system", "os.exec", "os.fork"):
        seen.append((event, repr(args)))
from builder.cli.main import main
# NumPy, which Shapely needs, opens its own process as a library.
import shapely
sys.addaudithook(hook)
try:
    main(sys.argv[1:])
finally:
    sys.__stderr__.write(json.dumps(seen))
"""


def audited(
    *args: str | Path, cwd: Path, cache: Path
) -> tuple[subprocess.CompletedProcess[str], list[list[str]]]:
    """Run a command; returns its result, the files that it opened, and other system calls."""
    done = subprocess.run(
        [sys.executable, "-c", AUDIT, *args],
        capture_output=True,
        encoding="utf-8",
        check=False,
        cwd=cwd,
        env={
            **os.environ,
            "BRAINBUG_CACHE": str(cache),
            "BRAINBUG_CONFIG": str(cache),
            "XDG_STATE_HOME": str(cache),
            "LOCALAPPDATA": str(cache),
            "TMPDIR": str(cache.parent),
            "PYTHONIOENCODING": "utf-8",
        },
    )
    return done, json.loads(done.stderr[done.stderr.rindex('[["') :] if '[["' in done.stderr else "[]")


@pytest.mark.skipif(sys.platform == "win32", reason="paths are compared as POSIX writes them")
@pytest.mark.soak
@pytest.mark.parametrize("command", every(times(3, 1), ["build", "lint", "fix", "analyze", "supplement"]))
def test_a_scenario_file_never_causes_execution_network_or_other_reads(tmp_path: Path, command: str) -> None:
    folder, cache, out = tmp_path / "from-elsewhere", tmp_path / "cache", tmp_path / "out"
    folder.mkdir()
    path = folder / "hostile.yaml"
    words = "$(touch x) `id` /etc/passwd https://example.org/x"
    text = json.dumps(hostile(SOUND["sound"], words))
    path.write_text(f"# yaml-language-server: $schema=https://example.org/x.json\n{text}\n", encoding="utf-8")
    if command == "supplement":
        change = {"target": "weapon/machine-pistol", "facts": {"title": words}, "reason": words}
        whole = {"kind": "supplement", "game": "bug-hunter", "title": words, "changes": [change]}
        path.write_text(json.dumps(whole), encoding="utf-8")
    args: dict[str, list[str | Path]] = {
        "lint": ["lint", folder],
        "fix": ["lint", "--fix", "--unsafe", path],
        "build": ["build", path, "-o", out, "--only", "briefing,map"],
        "analyze": ["analyze", path],
        "supplement": ["show", "bug-hunter:weapon/machine-pistol", "--supplement", path],
    }
    done, seen = audited(*args[command], cwd=folder, cache=cache)
    assert done.returncode in (0, 1), done.stderr
    assert [entry for entry in seen if entry[0] != "open"] == []
    own_folders = [Path(place).resolve() for place in (
        folder, cache, out.parent, sys.prefix, sys.base_prefix, Path(__file__).resolve().parents[3],
        "/dev/null", "/proc/self",
    )]  # fmt: skip
    opened = {Path(folder, name).resolve() for _, name in seen}
    # Lint settings are searched for in the parent folders, which are the user's own.
    settings = {name for name in opened if name.name in ("brainbug.toml", "pyproject.toml")}
    assert [name for name in opened - settings if not any(map(name.is_relative_to, own_folders))] == []
    assert sorted(path.name for path in folder.iterdir()) == ["hostile.yaml"]


STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


@pytest.mark.parametrize("words", ["\u202egnp.exe\u2069", "a\u0085b\u2028::error::c", "\x1b[2J\x9b31m"])
@pytest.mark.parametrize(
    "args",
    [
        ("show", "bug-hunter:weapon/machine-pistol"), ("show", "bug-hunter:weapon/machine-pistol", "--json"),
        ("show", "bug-hunter:weapon/machine-pistol", "--format", "markdown"), ("supplement", "check"),
        ("supplement", "list"), ("supplement", "list", "--json"),
    ],
)  # fmt: skip
def test_words_of_a_supplement_cannot_control_a_terminal(
    tmp_path: Path, args: tuple[str, ...], words: str
) -> None:
    change = {"target": "weapon/machine-pistol", "facts": {"title": words}, "reason": words}
    whole: Any = {"kind": "supplement", "game": "bug-hunter", "title": words, "changes": [change]}
    path = tmp_path / "supplements" / "hostile.yaml"
    path.parent.mkdir()
    path.write_text(json.dumps(whole, ensure_ascii=False), encoding="utf-8")
    more = [path] if args[1] == "check" else []
    done = brainbug(*args, *more, env={"BRAINBUG_CONFIG": str(tmp_path)})
    assert "Traceback" not in done.stderr
    assert not STEERING.search(done.stdout + done.stderr)


@pytest.mark.parametrize(
    "words",
    [
        "__class__",
        "{0.__class__}",
        "%s%n",
        "../../etc/passwd",
        "die=1; import os",
        "1" * 5000,
        "\0",
        "\ud800",
    ],
)
def test_inputs_of_a_table_are_only_looked_up(words: str) -> None:
    table = open_game("bug-hunter").table("random-panic")
    for inputs in ({"force": words}, {words: 1}, {"force": "marine", "die": words}):
        with pytest.raises(InputError):
            table.lookup(**inputs)
    with pytest.raises(InputError):
        table.lookup(force="marine", die=1, modifiers=[words])
