"""Fuzz targets, one for each reader of users' files and texts: each raises only if a guarantee is violated.

The tests next to this file run each of them a little; ``guided.py`` runs one for as long as you like.
"""

from __future__ import annotations

import atexit
import functools
import io
import itertools
import json
import logging
import random
import re
import shutil
import tempfile
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import yaml
from rich_pdf import rich_pdf

from builder.cli.supplement import form
from builder.draw.surface.fonts.font_tables import UnusableFont, cut_font, read_family
from builder.draw.surface.theme import load_theme
from builder.draw.surface.wording import load_words
from builder.lint.configuration import ConfigFinder
from builder.lint.engine import lint_file
from builder.lint.reporters import REPORTERS, plain
from builder.press.kit.kit import Kit, compose_kit
from builder.press.kit.kit_check import compare_kit, read_printed
from builder.press.kit.manifest import GENERATOR, find_obstacle, read_manifest
from builder.press.pdf.png import SIGNATURE
from builder.press.preflight.document import preflight_pdf
from builder.press.preflight.finding import PreflightError
from builder.press.preflight.image import preflight_png
from builder.press.services.sheet import Sheet
from builder.press.services.sheet_file import load_paper, load_sheet
from builder.reading.markdown import markdown_page
from builder.scenario.load import load_scenario
from rulesdb import (
    Basis,
    Citation,
    DataError,
    Dice,
    Entry,
    InputError,
    Library,
    Procedure,
    Provenance,
    Table,
    open_game,
)
from rulesdb.description.describe import describe
from rulesdb.description.notation import read_axis
from rulesdb.dice import parse_roll
from rulesdb.load import load_ruleset
from rulesdb.schemas import SchemaSet
from rulesdb.supplement import apply_changes, read_supplement, unknown_targets
from rulesdb.tables.axes import Axis, Interval
from rulesdb.tables.compiler import DefectiveTable, compile_table
from rulesdb.yaml_source import parse_yaml

ROOT = Path(__file__).resolve().parents[3]
SURFACE = ROOT / "builder" / "draw" / "surface"
SHEETS = ROOT / "builder" / "press" / "services" / "sheets"
LINT = ROOT / "tests" / "builder" / "lint"
CORPUS = Path(__file__).resolve().with_name("corpus.yaml")
SCHEMAS = SchemaSet()
SUPPLEMENT = {
    "kind": "supplement",
    "game": "handspan",
    "title": "Own copy",
    "changes": [
        {"target": "weapon/assault-rifle", "facts": {"class": "slug-thrower"}, "reason": "page 1"},
        {"target": "table/weapon-dice#weapon=assault-rifle", "value": 3, "reason": "page 1"},
    ],
}
# The chunks of an image of one pixel.
IMAGE = bytes.fromhex(
    "0000000d49484452000000010000000108000000003a7e9b55000000097048597300002e2300002e230178a53f760000"
    "000a49444154789c636000000002000148afa4710000000049454e44ae426082"
)
_PRINTED = Provenance(Citation("book", "1"), Basis.PRINTED)
_UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def read_yaml(raw: bytes) -> None:
    """Any text gives data in which every value has a position, or one problem."""
    try:
        source = parse_yaml(raw.decode("utf-8", "replace"))
    except DataError as error:
        _hold(len(error.problems) == 1 and bool(error.problems[0].help), error)
        return
    lines = len(source.lines) + 1
    for _, span in (*source.value_spans(), *source.key_spans()):
        assert 1 <= span.line <= span.end_line <= lines + 1
    json.dumps(source.data)


def read_dice(raw: bytes) -> None:
    """Any text gives dice with rolls within bounds and chances that add up to one, or an input error."""
    try:
        roll = parse_roll(raw.decode("utf-8", "replace"))
    except InputError as error:
        _hold("\n  " in str(error) or str(error).startswith("dice: the text is"), error)
        return
    roll.throw(random.Random(1))
    try:
        odds = roll.distribution()
    except InputError:
        return
    assert sum(chance for _, chance in odds) == 1
    if isinstance(roll, Dice):
        assert (odds.outcomes[0][0], odds.outcomes[-1][0]) == (roll.low, roll.high)


def read_table(raw: bytes) -> None:
    """Data that match the schema of tables give a table in which every cell has a result, or defects."""
    try:
        source = parse_yaml(raw.decode("utf-8", "replace"))
    except DataError:
        return
    if SCHEMAS.check(source, "table").problems:
        return
    for data in source.data["entries"]:
        entry = Entry("game", "table", data["id"], data["title"], "", _PRINTED)
        try:
            table = compile_table(entry, data)
        except DefectiveTable as error:
            _hold(all(defect.message and defect.path for defect in error.defects), error)
            continue
        for at, _ in itertools.islice(table.cells(), 20):
            inputs = {axis.name: _inside(axis, at[axis.name]) for axis in table.axes}
            assert table.lookup(**inputs).trace


def _inside(axis: Axis, place: str) -> str | int:
    return place if axis.is_label else Interval.parse(place).low


def read_inputs(raw: bytes) -> None:
    """Whatever is given for an input, a table accepts or rejects it; so do the arguments of a command."""
    text = raw.decode("utf-8", "replace")
    name, _, value = text.partition("=")
    for table in _tables():
        for inputs in ({name: value}, {axis.name: text for axis in table.axes}):
            with suppress(InputError):
                table.lookup(**inputs)
        for axis in table.axes:
            with suppress(InputError):
                read_axis(axis, text)
    with suppress(InputError):
        _tables()[0].lookup(force="marine", die=1, modifiers=[text])
    for procedure in _procedures():
        for place in procedure.inputs:
            with suppress(InputError):
                procedure.resolve(**{each.name: text if each == place else "1" for each in procedure.inputs})


def read_supplement_file(raw: bytes) -> None:
    """A supplement is valid, or each of its problems has a position and help."""
    path = _written(raw, "supplement.yaml")
    try:
        supplement = read_supplement(path, SCHEMAS)
    except DataError as error:
        _hold(all(problem.help for problem in error.problems), error)
        return
    entries = _entries()
    problems = unknown_targets(supplement.changes, tuple(entries))
    for key, data in entries.items():
        problems += apply_changes(key, data, supplement.changes)[1]
    assert all(problem.message and problem.help for problem in problems)


def read_theme(raw: bytes) -> None:
    """A theme has every color, or its problems are reported."""
    with suppress(DataError):
        theme = load_theme(str(_written(raw, "theme.yaml")))
        assert all(re.fullmatch("#[0-9a-fA-F]{6}", color) for color in theme.colors.values())


def read_sheet(raw: bytes) -> None:
    """A sheet file describes a sheet, or its problems are reported."""
    with suppress(DataError, InputError):
        load_sheet(str(_written(raw, "sheet.yaml")))


def read_settings(raw: bytes) -> None:
    """Lint settings are valid, or their defect is reported."""
    path = _written(raw, "brainbug.toml")
    with suppress(DataError):
        ConfigFinder().of(path.with_name("scenario.yaml"))


def read_scenario(raw: bytes) -> None:
    """A scenario has a report, which every reporter can show."""
    report = lint_file(_written(raw, "scenario.yaml"), library=_library())
    assert report.scenario is not None or report.has_errors
    for reporter in REPORTERS.values():
        assert not _UNSAFE.search(reporter([report], plain))


def read_pdf(raw: bytes) -> None:
    """A PDF has a report of its damage, or cannot be opened."""
    with suppress(PreflightError):
        assert preflight_pdf(raw, _sheet("drivethrucards-poker")).looked_at


def read_font(raw: bytes) -> None:
    """A font can be measured, cut and typeset, or is refused."""
    with suppress(UnusableFont):
        assert read_family(raw)


def read_language(raw: bytes) -> None:
    """A language chooses a form for every number, or its problems are reported."""
    with suppress(DataError):
        words = load_words(str(_written(raw, "language.yaml")))
        assert all(words("unit.points", count=count) for count in (0, 1, 400, 10**9))


def read_png(raw: bytes) -> None:
    """An image has a report of its damage."""
    preflight_png(SIGNATURE + raw, _sheet("thegamecrafter-poker"), "image.png")


def read_ruleset(raw: bytes) -> None:
    """The files of a game, with a form feed between them, are a game whose entries can be described."""
    folder = _folder() / "my_game"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for number, part in enumerate(raw.split(b"\f")):
        (folder / (f"entries-{number}.yaml" if number else "ruleset.yaml")).write_bytes(part)
    try:
        game = load_ruleset(folder, SCHEMAS)
    except DataError as error:
        _hold(all(problem.message for problem in error.problems), error)
        return
    for entry in game.all_entries.values():
        markdown_page(describe(game, entry))
    for table in game.tables.values():
        with suppress(InputError):
            table.odds()
    assert game.limits is not None


def read_manifest_file(raw: bytes) -> None:
    """Any manifest is that of a printed kit, which can be compared, or of none."""
    path = _written(raw, "manifest.json")
    with suppress(InputError):
        compare_kit(read_printed(str(path)), _kit())
    find_obstacle(path.parent, read_manifest(path), edited=True)


def read_messages(raw: bytes) -> None:
    """The language server answers whatever an editor sends, and no answer is an error of Python.

    Without a header, each line is the body of a message.
    """
    from pygls.io_ import run

    from builder.lsp.connection import EditorInput, EditorOutput

    if not raw.startswith(b"Content-Length"):
        raw = b"".join(
            b"Content-Length: %d\r\n\r\n%s" % (len(body), body) for body in raw.split(b"\n") if body
        )
    server = _server()
    server.workspace.text_documents.clear()
    server._open.clear()
    sent = io.BytesIO()
    answers = EditorOutput(sent)
    server.protocol.set_writer(answers)
    with suppress(SystemExit):
        run(threading.Event(), EditorInput(io.BytesIO(raw), answers), server.protocol, None, lambda *_: None)
    server.protocol._shutdown = False
    for answer in re.findall(rb"\r\n\r\n(\{.*?\})(?=Content-Length|\Z)", sent.getvalue(), re.DOTALL):
        error = json.loads(answer).get("error") or {}
        assert "traceback" not in (error.get("data") or {}), error


Target = Callable[[bytes], None]
TARGETS: Mapping[str, Target] = {
    "yaml": read_yaml,
    "dice": read_dice,
    "table": read_table,
    "inputs": read_inputs,
    "supplement": read_supplement_file,
    "theme": read_theme,
    "sheet": read_sheet,
    "settings": read_settings,
    "scenario": read_scenario,
    "pdf": read_pdf,
    "png": read_png,
    "font": read_font,
    "language": read_language,
    "ruleset": read_ruleset,
    "manifest": read_manifest_file,
    "lsp": read_messages,
}
TEXTS = tuple(name for name in TARGETS if name not in ("pdf", "png", "font"))

# What a slip of the hand, a bad download or ill will may put anywhere into a text.
JUNK = [
    b"\t", b"\0", b"\r", b"\xff", b"\xed\xa0\x80", b"\x1b[2J", b"\xe2\x80\xae", b"\xc2\x85", b"&a ", b"*a ",
    b"<<: ", b"!!python/object/apply:os.system ", b"- ", b"? ", b"{", b"}", b"[", b"]", b"|", b">", b"'",
    b'"',
    b"---\n", b"#", b": ", b",", b"9" * 40, b"1.0e400", b"-1", b".5", b"0", b"null", b"true", b"~", b"d6",
    b"vs",
    b"kh", b"(", b")", b"*", b">=", b"%", b"x2", b"=", b"1-", b"6+", "\u0663".encode(), "\u00b2".encode(),
]  # fmt: skip


def _hold(condition: bool, error: Exception) -> None:
    """Check that an error satisfies the guarantees for errors."""
    if not condition:
        raise AssertionError("an error is incomplete") from error


@functools.cache
def seeds(name: str) -> list[bytes]:
    """Sound inputs of a target to begin from, and those of the corpus that once went wrong."""
    return own_seeds(name) + [raw for _, raw in corpus(name)]


@functools.cache
def corpus(name: str) -> list[tuple[str, bytes]]:
    """The inputs of a target that once went wrong, by the name of their case.

    ``corpus.yaml`` has each as a text, or as a patch of a seed: ``from`` is the number of the seed, and each
    item of ``replace`` is a text of the seed with the one that takes its place. Letters stand for bytes.
    """
    cases = yaml.load(CORPUS.read_bytes(), getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    return [(case["case"], _patched(name, case)) for case in cases if case["target"] == name]


def _patched(name: str, case: Mapping[str, Any]) -> bytes:
    raw = case["text"].encode("latin-1") if "text" in case else own_seeds(name)[case["from"]]
    for old, new in case.get("replace", ()):
        assert old.encode("latin-1") in raw, f"{case['case']}: the seed has no {old!r}"
        raw = raw.replace(old.encode("latin-1"), new.encode("latin-1"), 1)
    return raw


@functools.cache
def own_seeds(name: str) -> list[bytes]:
    """Sound inputs of a target."""
    if name in ("yaml", "scenario"):
        return [path.read_bytes() for path in sorted(LINT.glob("sound*.yaml"))]
    make: dict[str, Callable[[], list[bytes]]] = {
        "dice": lambda: [b"4d6kh2+1", b"max(0, 1d6-3)", b"3d6 vs 2d6 x2", b"5d6>=5", b"2*(d%-1)", b"4d6dl1"],
        "table": lambda: [(ROOT / "rulesdb" / "games" / "handspan" / "tables.yaml").read_bytes()],
        "inputs": lambda: [b"force=marine", b"die=3", b"22:2", b"31-84", b'6"', b"5 hexes", b"2,3"],
        "supplement": lambda: [
            form(open_game("handspan")).encode(),
            json.dumps(SUPPLEMENT, indent=1).encode(),
        ],
        "theme": lambda: [path.read_bytes() for path in sorted((SURFACE / "themes").glob("*.yaml"))],
        "sheet": lambda: [path.read_bytes() for path in sorted(SHEETS.glob("*.yaml"))],
        "settings": lambda: [
            b'[lint]\nselect = ["BB2"]\nignore = ["BB5"]\nseverity = {BB404 = "info"}\n',
            b'[lint.per-file-ignores]\n"drafts/*" = ["BB105", "BB4"]\n',
        ],
        "pdf": lambda: [rich_pdf(), rich_pdf(compressed=True)],
        "png": lambda: [IMAGE],
        "ruleset": lambda: [b"\f".join(_tutorial_files())],
        "font": lambda: [cut_font((SURFACE / "fonts" / "IBMPlexSans-Regular.ttf").read_bytes(), "ABC abc")],
        "language": lambda: [path.read_bytes() for path in sorted((SURFACE / "words").glob("*.yaml"))],
        "manifest": lambda: [json.dumps(_manifest(), indent=1).encode()],
        "lsp": lambda: ["\n".join(map(json.dumps, _conversation())).encode()],
    }
    return make[name]()


def _tutorial_files() -> list[bytes]:
    """The files of the game in the tutorial."""
    folder = ROOT / "examples" / "games" / "night_shift"
    return [path.read_bytes() for path in sorted(folder.rglob("*.yaml")) if path.parent.name != "scenarios"]


def _manifest() -> dict[str, Any]:
    """The manifest of a kit, without its files."""
    kit = _kit()
    return {
        "generator": f"{GENERATOR} 0.1.0",
        "scenario": {"id": kit.scenario.id, "title": kit.scenario.title},
        "hash": str(kit.hash),
        "files": [{"path": "svg/briefing.svg", "sha256": "0" * 64, "bytes": 1}],
        "shows": {name: [{"title": "Briefing", "sha256": "0" * 64}] for name in kit.parts},
        "rests_on": dict(itertools.islice(kit.rules.items(), 3)),
    }


def _conversation() -> list[dict[str, Any]]:
    """What an editor says about one scenario, with its errors."""
    uri = "file:///ship.yaml"
    document = {"uri": uri, "languageId": "yaml", "version": 1}
    text = (LINT / "sound-land.yaml").read_text(encoding="utf-8").replace("weapon", "weapn", 1)
    place = {"textDocument": {"uri": uri}, "position": {"line": 12, "character": 9}}
    span = {"start": place["position"], "end": {"line": 14, "character": 0}}
    change = {"range": span, "text": "  id: "}
    notes = [
        ("textDocument/didOpen", {"textDocument": {**document, "text": text}}),
        ("textDocument/didChange", {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [change]}),
        ("textDocument/didSave", {"textDocument": {"uri": uri}}),
    ]
    requests = [
        *((f"textDocument/{name}", place) for name in ("hover", "completion", "definition")),
        ("textDocument/documentSymbol", {"textDocument": {"uri": uri}}),
        (
            "textDocument/codeAction",
            {"textDocument": {"uri": uri}, "range": span, "context": {"diagnostics": [], "only": ["source"]}},
        ),
    ]
    return [
        *({"jsonrpc": "2.0", "method": method, "params": params} for method, params in notes),
        *(
            {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
            for number, (method, params) in enumerate(requests)
        ),
        {"jsonrpc": "2.0", "method": "textDocument/didClose", "params": {"textDocument": {"uri": uri}}},
    ]


@functools.cache
def _server() -> Any:
    """A language server that lints without waiting for a pause, and logs nothing."""
    from builder.lsp.server import make_server

    logging.getLogger("pygls").setLevel(logging.CRITICAL + 1)
    server: Any = make_server(_library())
    server.publish_later = server.publish
    about = {"processId": None, "rootUri": None, "capabilities": {}}
    start = json.dumps({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": about})
    server.protocol.set_writer(io.BytesIO())
    server.protocol.handle_message(json.loads(start, object_hook=server.protocol.structure_message))
    return server


@functools.cache
def _kit() -> Kit:
    scenario = load_scenario(LINT / "sound-table.yaml", library=_library())
    return compose_kit(scenario, load_paper("a4"), load_theme(), parts=["briefing"])


@functools.cache
def _sheet(name: str) -> Sheet:
    return load_sheet(name)


@functools.cache
def _library() -> Library:
    return Library()


@functools.cache
def _tables() -> tuple[Table, ...]:
    return tuple(_library().open("bug-hunter").tables.values())[:12]


@functools.cache
def _procedures() -> tuple[Procedure, ...]:
    game = _library().open("handspan")
    return tuple(game.procedure(entry.slug) for entry in game.of_kind("procedure"))


@functools.cache
def _entries() -> dict[str, dict[str, Any]]:
    """The data of every entry of a game, as in its files."""
    folder = ROOT / "rulesdb" / "games" / "handspan"
    files = [parse_yaml(path.read_text(encoding="utf-8")).data for path in sorted(folder.glob("*.yaml"))]
    return {
        f"{file['kind']}/{data['id']}": data
        for file in files
        if isinstance(file.get("entries"), list)
        for data in file["entries"]
    }


@functools.cache
def _folder() -> Path:
    folder = tempfile.mkdtemp(prefix="brainbug-fuzz-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


def _written(raw: bytes, name: str) -> Path:
    path = _folder() / name
    path.write_bytes(raw)
    return path
