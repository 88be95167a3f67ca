"""Modules of VASSAL: what is in them, what must not be in them, and what VASSAL's own engine reads."""

from __future__ import annotations

import importlib
import io
import json
import re
import struct
import zipfile
import zlib
from math import cos, pi, sin, sqrt
from pathlib import Path
from xml.etree import ElementTree

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from soak import soak_only, times
from vassal_engine import missing, open_module

from builder.boards.spots import Place
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import load_theme
from builder.exchange.archive import sealed_archive
from builder.exchange.sharing import Shared, ShareOptions, write_shared
from builder.exchange.vassal.module import share
from builder.exchange.vassal.sequence import sequence
from builder.exchange.vassal.traits import definition, delete, layers, mask, note
from builder.exchange.xml_text import xml_text
from builder.geometry.hexgrid import Hex
from builder.scenario.load import load_scenario, scenario_from
from builder.scenario.model import Scenario
from rulesdb.files.writing import OutputError
from rulesdb.yaml_source import parse_yaml

SCENARIOS = Path(__file__).parents[3] / "scenarios"
ALL = sorted(SCENARIOS.glob("*/*.yaml"))
HEX = 96.0
NASTY = st.text(st.sampled_from("ab;:,/\\'\t\n$<>&\"é\x01\U0001f41b"), max_size=8)


def shared(scenario: Scenario, *, referee: bool = False) -> Shared:
    context = DrawingContext.of(scenario.ruleset, load_theme())
    return share(scenario, ShareOptions(context, referee=referee))


def build_file(module: bytes) -> ElementTree.Element:
    with zipfile.ZipFile(io.BytesIO(module)) as archive:
        return ElementTree.fromstring(archive.read("buildFile.xml"))


def pixels(png: bytes) -> numpy.ndarray:
    """The pixels of an unfiltered RGB image, read without brainbug."""
    width, height = struct.unpack(">II", png[16:24])
    length = struct.unpack(">I", png[33:37])[0]
    rows = numpy.frombuffer(zlib.decompress(png[41 : 41 + length]), dtype=numpy.uint8)
    return rows.reshape(height, 1 + 3 * width)[:, 1:].reshape(height, width, 3)


def with_secrets(zone: str, areas: str, beacon: str) -> Scenario:
    """Dead Air with a secret zone and a secret objective."""
    text = (SCENARIOS / "bug_hunter/dead-air.yaml").read_text(encoding="utf-8")
    text = text.replace(
        "title: Nest, areas: [hold, engine-room]", f"title: {zone}, secret: true, areas: {areas}"
    )
    text = text.replace("    title: Distress beacon\n", f"    title: {beacon}\n    secret: true\n")
    return scenario_from(parse_yaml(text, "secrets.yaml"))


@pytest.fixture(scope="module")
def dead_air() -> Scenario:
    return with_secrets("Xyzzynest", "[hold, engine-room]", "Xyzzybeacon")


@pytest.fixture(scope="module")
def both(dead_air: Scenario) -> Shared:
    return shared(dead_air, referee=True)


@pytest.fixture(scope="module")
def module(both: Shared) -> bytes:
    return both.files[""]


def split(text: str, delimiter: str) -> list[str]:
    """A sequence taken apart by VASSAL's rules: a backslash escapes a delimiter, quotes around a part go."""
    parts, part = [], ""
    for at, letter in enumerate(text):
        if letter != delimiter:
            part += letter
        elif at and text[at - 1] == "\\":
            part = part[:-1] + letter
        else:
            parts.append(part)
            part = ""
    parts.append(part)
    return [each[1:-1] if len(each) > 1 and each[0] == each[-1] == "'" else each for each in parts]


@given(st.lists(NASTY, min_size=1, max_size=5), st.sampled_from(";,\t/"))
@settings(max_examples=times(200, 5000), deadline=None)
def test_a_sequence_of_nasty_texts_comes_apart_as_it_was(parts: list[str], delimiter: str) -> None:
    assert split(sequence(parts, delimiter), delimiter) == parts


@given(NASTY, NASTY, NASTY)
@settings(max_examples=times(60, 2000), deadline=None)
def test_a_nasty_name_survives_all_traits_of_a_piece(name: str, side: str, image: str) -> None:
    traits = [
        mask(image, name, (side or "x",)),
        delete(),
        note("Note"),
        layers([image, "b"], "Flip", ["", ""]),
    ]
    text = definition(7, name, image, traits)
    _, kind, state = split(text.removeprefix("+/"), "/")
    for trait in traits:
        outer, kind = split(kind, "\t")
        own, state = split(state, "\t")
        assert (outer, own) == (trait.type, trait.state)
    assert split(kind.removeprefix("piece;"), ";") == ["", "", image, name]
    assert split(state, ";") == ["null", "0", "0", "7", "0"]


@given(NASTY)
@settings(max_examples=times(30, 1000), deadline=None)
def test_any_text_can_be_in_an_xml_file(text: str) -> None:
    element = ElementTree.Element("a", name=xml_text(text))
    assert ElementTree.fromstring(ElementTree.tostring(element)).get("name") == xml_text(text)


def test_players_get_the_same_bytes_whatever_the_secrets_are(module: bytes) -> None:
    """It is also the test that the same scenario gives the same bytes."""
    assert shared(with_secrets("Plugh", "[hold]", "Plover")).files[""] == module


def test_each_level_is_a_board_with_a_numbered_grid(module: bytes) -> None:
    root = build_file(module)
    boards = root.findall(".//VASSAL.build.module.map.boardPicker.Board")
    grids = [board.find(".//VASSAL.build.module.map.boardPicker.board.HexGrid") for board in boards]
    named = [board.get("name") for board, grid in zip(boards, grids, strict=True) if grid is not None]
    assert named == ["Upper Deck", "Lower Deck"]
    assert all(board.get("width") and board.get("height") for board in boards)


def test_floors_and_space_are_where_the_grid_has_their_hexes(dead_air: Scenario, module: bytes) -> None:
    root = build_file(module)
    archive = zipfile.ZipFile(io.BytesIO(module))
    board = root.find(".//VASSAL.build.module.map.boardPicker.Board")
    assert board is not None
    grid = board.find(".//VASSAL.build.module.map.boardPicker.board.HexGrid")
    assert grid is not None
    x0, y0 = int(grid.get("x0", "")), int(grid.get("y0", ""))
    image = pixels(archive.read(f"images/{board.get('image')}"))
    lit = {}
    for hex in dead_air.hex_map.grid:
        x, y = center(hex, x0, y0)
        # Symbols and names are in the middle, so that a ring around it is looked at.
        angles = [number * pi / 8 for number in range(16)]
        ring = [image[round(y + 36 * sin(angle)), round(x + 36 * cos(angle))].mean() for angle in angles]
        lit[hex] = sorted(ring)[11] > 150
    floors = {hex for hex in dead_air.hex_map.grid if Place(0, hex) in dead_air.hex_map.area_at}
    assert {hex for hex, is_lit in lit.items() if is_lit} == floors


def center(hex: Hex, x0: int, y0: int) -> tuple[float, float]:
    lower = 0.5 if hex.column % 2 == 0 else 0.0
    return x0 + (hex.column - 1) * 1.5 * HEX / sqrt(3), y0 + (hex.row - 1 + lower) * HEX


def test_the_players_module_has_no_secret(both: Shared) -> None:
    players, referee = (contents(both.files[key]) for key in ("", "referee"))
    for name, data in players.items():
        assert b"Xyzzy" not in data, name
        assert b"ummy" not in data, name
    images = {name for name in players if name.startswith("images/")}
    assert all(re.fullmatch(r"images/[0-9a-f]{16}\.png", name) for name in images)
    assert {name for name in referee if name.startswith("images/")} - images


def contents(module: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(module)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_hidden_counters_of_a_force_are_all_alike(dead_air: Scenario, module: bytes) -> None:
    stacks = build_file(module).findall(".//VASSAL.build.module.map.SetupStack")
    [stack] = [stack for stack in stacks if stack.get("name") == "Stranglers"]
    slots = [(slot.text or "").replace(f";{slot.get('gpid')};", ";N;") for slot in stack]
    assert len(slots) == 9
    assert len(set(slots)) == 1
    assert "sides:Preds" in slots[0]


def test_a_module_replaces_only_a_module_that_nobody_has_changed(both: Shared, tmp_path: Path) -> None:
    result = Shared({"": sealed_archive({"buildFile.xml": b"<a/>"})}, both.losses)
    target = tmp_path / "game.vmod"
    write_shared(result, target, "vassal")
    write_shared(result, target, "vassal")
    with zipfile.ZipFile(target, "a") as archive:
        archive.writestr("notes.txt", "mine")
    with pytest.raises(OutputError, match=r"has been changed since; .*--force"):
        write_shared(result, target, "vassal")
    target.write_bytes(b"PK")
    with pytest.raises(OutputError, match="was not written by brainbug"):
        write_shared(result, target, "vassal")
    assert target.read_bytes() == b"PK"


def test_the_report_names_what_a_module_cannot_hold(both: Shared) -> None:
    data = json.loads(json.dumps(both.losses.as_json()))
    assert set(data["losses"][0]) == {"what", "why", "instead", "where"}
    assert any("which counter of Stranglers is what" in line for line in both.losses.lines())


def test_another_reader_finds_every_board_and_every_piece_with_its_traits(
    both: Shared, module: bytes, tmp_path: Path
) -> None:
    """pywargame, if it is installed; it needs Python 3.12, and is no dependency."""
    try:
        vmod = importlib.import_module("pywargame.vassal.vmod")
        build = importlib.import_module("pywargame.vassal.buildfile")
    except (ImportError, SyntaxError):
        pytest.skip("pywargame cannot be imported: it is not installed, or Python is older than 3.12")
    for data in both.files.values():
        (tmp_path / "game.vmod").write_bytes(data)
        with vmod.VMod(str(tmp_path / "game.vmod"), "r") as opened:
            game = build.BuildFile(opened.getBuildFile()).getGame()
            boards = {name: list(each.getBoards()) for name, each in game.getMaps().items()}
            slots = [*game.getPieces(asdict=False), *game.getCards(asdict=False)]
            # It leaves the backslash before the delimiter, which VASSAL takes away.
            names = [(slot["entryName"], slot.getTraits()[-1]["name"].replace("\\/", "/")) for slot in slots]
            images = {slot.getTraits()[-1]["filename"] for slot in slots}
        root = build_file(data)
        assert boards["Map"] == ["Upper Deck", "Lower Deck"]
        elements = [item for item in root.iter() if item.tag.endswith((".PieceSlot", ".CardSlot"))]
        assert sorted(names) == sorted((item.get("entryName"),) * 2 for item in elements)
        assert {f"images/{name}" for name in images} <= contents(data).keys()


@pytest.mark.skipif(bool(missing()), reason=missing())
def test_vassals_engine_opens_a_module_and_names_every_hex_as_brainbug_does(
    dead_air: Scenario, module: bytes, tmp_path: Path
) -> None:
    require_same_in_vassal(dead_air, module, tmp_path)


@soak_only
@pytest.mark.skipif(bool(missing()), reason=missing())
@pytest.mark.parametrize("path", ALL, ids=lambda path: path.stem)
def test_vassals_engine_opens_the_module_of_every_scenario(path: Path, tmp_path: Path) -> None:
    scenario = load_scenario(path)
    for module in shared(scenario, referee=True).files.values():
        require_same_in_vassal(scenario, module, tmp_path)


def require_same_in_vassal(scenario: Scenario, module: bytes, folder: Path) -> None:
    """Check that VASSAL finds all boards, pieces and numbers of places, and reports no trouble."""
    target = folder / "game.vmod"
    target.write_bytes(module)
    root = build_file(module)
    points, expected = places(scenario, root)
    opened = open_module(target, points, folder)
    assert opened.troubles == []
    boards = [item for item in root.iter() if item.tag.endswith(".boardPicker.Board")]
    assert [row[1] for row in opened.rows["board"]] == [board.get("name") for board in boards]
    assert [row[3] for row in opened.rows["name"]] == expected
    slots = [item for item in root.iter() if item.tag.endswith((".PieceSlot", ".CardSlot"))]
    assert sorted(row[1] for row in opened.rows["slot"]) == sorted(
        slot.get("entryName", "") for slot in slots
    )
    palette = next(item for item in root if item.tag.endswith(".PieceWindow"))
    assert len(opened.rows["piece"]) == len(slots) - len(list(palette.iter("VASSAL.build.widget.PieceSlot")))


def places(scenario: Scenario, root: ElementTree.Element) -> tuple[list[tuple[str, int, int]], list[str]]:
    """The pixels of the middle of every numbered place, and the numbers."""
    points, labels = [], []
    board_grid = getattr(scenario.map, "grid", None) or getattr(scenario.map, "lattice", None)
    for board in root.findall("VASSAL.build.module.Map")[0].findall(
        ".//VASSAL.build.module.map.boardPicker.Board"
    ):
        grid = next((item for item in board.iter() if item.tag.endswith((".HexGrid", ".SquareGrid"))), None)
        if grid is None or board_grid is None:
            continue
        for cell in board_grid:
            x = int(grid.get("x0", "")) + (cell.column - 1) * float(grid.get("dx", ""))
            lower = 0.5 if cell.column % 2 == 0 and grid.tag.endswith("HexGrid") else 0.0
            y = int(grid.get("y0", "")) + (cell.row - 1 + lower) * float(grid.get("dy", ""))
            points.append((board.get("name", ""), round(x), round(y)))
            labels.append(board_grid.label(cell))
    return points, labels
