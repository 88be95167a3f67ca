"""Maps of Tiled: what is written is read again, by brainbug and after Tiled itself has saved it."""

from __future__ import annotations

import base64
import os
import shutil
import subprocess
import zlib
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image
from soak import WHOLE, times

from builder.boards.spots import Place
from builder.exchange.tiled.cells import center_of, hex_at
from builder.exchange.tiled.dot_cells import DotCells
from builder.exchange.tiled.exporting import tmx_of
from builder.exchange.tiled.importing import import_tmx
from builder.exchange.tiled.reading import TmxError
from builder.geometry.dotlattice import Dot, Edge
from builder.geometry.hexgrid import Direction, Hex, HexGrid
from builder.lint.engine import lint_text
from builder.scenario.load import load_scenario, scenario_from
from builder.scenario.model import Scenario
from builder.scenario.start.blank import blank_scenario
from rulesdb import Library, game_folders
from rulesdb.yaml_source import load_yaml, parse_yaml

SCENARIOS = Path(__file__).parents[3] / "scenarios"
DEAD_AIR = SCENARIOS / "bug_hunter/dead-air.yaml"
STATIC = SCENARIOS / "bugged/static.yaml"
KITES = SCENARIOS / "advanced_infantry/kite-season.yaml"
CUSTOMS = SCENARIOS / "advanced_infantry/customs-house.yaml"
DRAWN = sorted(SCENARIOS.glob("*/*.yaml"))
SAMPLE = [DEAD_AIR, STATIC, SCENARIOS / "mobile_infantry/fort-hadley.yaml", KITES, CUSTOMS]
LIBRARY = Library()
HAS_TILED = shutil.which("tiled") is not None and shutil.which("tmxrasterizer") is not None
needs_tiled = pytest.mark.skipif(not HAS_TILED, reason="Tiled is not installed")
OFFSCREEN = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}


def written(path: Path, folder: Path) -> Path:
    """The map of a scenario, with the images of its tilesets."""
    writer = tmx_of(load_scenario(path, library=LIBRARY))
    for name, data in writer.images.items():
        (folder / name).write_bytes(data)
    target = folder / "map.tmx"
    target.write_text(writer.text(), encoding="utf-8")
    return target


@pytest.fixture(scope="module")
def deck(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(DEAD_AIR, tmp_path_factory.mktemp("deck"))


def imported(tmx: Path, into: Path = DEAD_AIR) -> Scenario:
    result = import_tmx(tmx, load_yaml(into), None, LIBRARY)
    return scenario_from(parse_yaml(result.text, into.name), LIBRARY)


def changed(tmx: Path, folder: Path, change: Callable[[ElementTree.Element], None]) -> Path:
    tree = ElementTree.parse(tmx)
    change(tree.getroot())
    target = folder / "changed.tmx"
    tree.write(target, encoding="utf-8")
    return target


def test_a_map_that_comes_back_unchanged_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    for path in DRAWN if WHOLE else SAMPLE:
        result = import_tmx(written(path, tmp_path), load_yaml(path), None, LIBRARY)
        assert result.text == path.read_text(encoding="utf-8")
        assert result.losses.losses == ()


@needs_tiled
def test_a_map_comes_back_unchanged_after_tiled_has_saved_it(tmp_path: Path) -> None:
    for path in DRAWN if WHOLE else SAMPLE:
        saved = tmp_path / "saved.tmx"
        command = ["tiled", "--export-map", "tmx", written(path, tmp_path), saved]
        subprocess.run(command, check=True, capture_output=True, env=OFFSCREEN, timeout=60)
        result = import_tmx(saved, load_yaml(path), None, LIBRARY)
        assert result.text == path.read_text(encoding="utf-8")


@needs_tiled
def test_tiled_draws_each_room_where_its_hexes_are(deck: Path, tmp_path: Path) -> None:
    """Tiled's own picture: a wrong stagger would read back, but look different."""
    picture = tmp_path / "map.png"
    command = ["tmxrasterizer", "--no-smoothing", "--hide-layer", "features", "--hide-layer", "ways"]
    command += [
        "--hide-layer",
        "objectives",
        "--hide-layer",
        "zones",
        "--hide-layer",
        "walls",
        str(deck),
        str(picture),
    ]
    subprocess.run(command, check=True, capture_output=True, env=OFFSCREEN, timeout=60)
    decks, colors = load_scenario(DEAD_AIR).hex_map, {}
    with Image.open(picture) as image:
        pixels = image.convert("RGBA")
        # Tiles on sides are larger than hexes, so that the picture is, too.
        left, top = (pixels.width - (22 * 90 + 30)) // 2, (pixels.height - (9 * 104 + 52)) // 2
        for hex in decks.grid:
            x, y = center_of(hex)
            at = min(x + max(left, 0), pixels.width - 1), min(y + max(top, 0), pixels.height - 1)
            colors[hex] = pixels.getpixel(at)
    lifts = {lift.id for lift in decks.lifts}
    for hex, color in colors.items():
        area = decks.area_at.get(Place(0, hex), "")
        is_empty = not area or area in lifts
        assert (color[3] == 0) == is_empty, hex
        for _, other in decks.grid.around(hex):
            if other in colors and not is_empty and decks.area_at.get(Place(0, other)) == area:
                assert colors[other] == color


@needs_tiled
@pytest.mark.soak
@pytest.mark.skipif(not WHOLE, reason="only in make soak")
def test_tiled_draws_terrain_and_buildings_where_their_dots_are(dots: Path, tmp_path: Path) -> None:
    picture, board = tmp_path / "map.png", load_scenario(KITES).dots_map
    hidden = ("labels", "objectives", "zones", "walls", "elevation")
    layers = [word for name in hidden for word in ("--hide-layer", name)]
    command = ["tmxrasterizer", "--no-smoothing", *layers, str(dots), str(picture)]
    subprocess.run(command, check=True, capture_output=True, env=OFFSCREEN, timeout=60)
    cells = DotCells(board.lattice)
    whole = (
        (board.lattice.columns - 1) * cells.step + cells.box[0],
        int(cells.box[1] * (board.lattice.rows + 0.5)),
    )
    of = {dot: piece.terrain.slug for piece in board.pieces for dot in piece.dots}
    of |= {dot: building.id for building in board.buildings for dot in building.dots}
    with Image.open(picture) as image:
        pixels = image.convert("RGBA")
    left, top = ((have - want) // 2 for have, want in zip(pixels.size, whole, strict=True))
    colors: dict[str, set[object]] = {}
    for dot in board.lattice:
        x, y = cells.center(dot)
        color = pixels.getpixel((round(x) + left, round(y) + top))
        assert isinstance(color, tuple)
        assert (color[3] > 0) == (dot in of), dot
        if dot in of:
            colors.setdefault(of[dot], set()).add(color)
    assert {len(each) for each in colors.values()} == {1}
    assert len({color for each in colors.values() for color in each}) == len(colors)


@given(
    st.sampled_from(sorted(HexGrid(22, 9))),
    st.sampled_from(["bridge", "hold", "new-1"]),
    st.sampled_from(list(Direction)),
)
@settings(
    max_examples=times(6, 200), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_a_painted_hex_and_a_painted_door_are_in_the_scenario(
    deck: Path, tmp_path: Path, hex: Hex, room: str, side: Direction
) -> None:
    def paint(root: ElementTree.Element) -> None:
        gids = {
            (item.get("value"), tile.find("properties/property[@name='side']")): (tileset, tile)
            for tileset in root.findall("tileset")
            for tile in tileset.findall("tile")
            for item in tile.findall("properties/property[@name='key']")
        }
        tileset, tile = gids[room, None]
        set_cell(root, "rooms", hex, int(tileset.get("firstgid", "")) + int(tile.get("id", "")))
        for (key, about), (tileset, tile) in gids.items():
            if key == "breach" and about is not None and about.get("value") == side.value:
                set_cell(
                    root,
                    f"sides {side.value}",
                    hex,
                    int(tileset.get("firstgid", "")) + int(tile.get("id", "")),
                )

    result = import_tmx(changed(deck, tmp_path, paint), load_yaml(DEAD_AIR), None, LIBRARY)
    decks = scenario_from(parse_yaml(result.text, DEAD_AIR.name), LIBRARY).hex_map
    assert room in {area.id for area in decks.areas.values() if Place(0, hex) in area.places}
    on_side = decks.grid.hexside(hex, side)
    if decks.doors[0, on_side].kind != "breach":
        # The hex beyond has another door on this side, in a layer above.
        label = decks.grid.label(on_side.hex)
        assert f"door breach at {label}/{on_side.direction.value}" in [
            loss.what for loss in result.losses.losses
        ]


def set_cell(root: ElementTree.Element, name: str, hex: Hex, gid: int) -> None:
    data = next(
        layer.find("data") for layer in root.find("group[@name='Upper Deck']") if layer.get("name") == name
    )
    rows = [row.rstrip(",").split(",") for row in data.text.strip().split("\n")]
    rows[hex.row - 1][hex.column - 1] = str(gid)
    data.text = ",\n".join(",".join(row) for row in rows)


def test_everything_but_the_map_stays_with_its_comments(deck: Path, tmp_path: Path) -> None:
    target = changed(deck, tmp_path, lambda root: set_cell(root, "rooms", Hex(2, 4), 0))
    text = import_tmx(target, load_yaml(DEAD_AIR), None, LIBRARY).text
    old, new = DEAD_AIR.read_text(encoding="utf-8").splitlines(), text.splitlines()
    differing = [(one, other) for one, other in zip(old, new, strict=True) if one != other]
    assert [one.split(":")[0].strip() for one, _ in differing] == ["bridge"]


def test_a_moved_objective_and_a_renamed_zone_are_in_the_scenario(deck: Path, tmp_path: Path) -> None:
    def move(root: ElementTree.Element) -> None:
        beacon = next(
            item
            for item in root.iter("object")
            if item.get("name") == "Distress beacon" and item.get("type") == "objective"
        )
        x, y = center_of(Hex(3, 5))
        beacon.set("x", str(x + 20))
        beacon.set("y", str(y - 20))
        next(item for item in root.iter("object") if item.get("name") == "Nest").set("name", "Lair")

    scenario = imported(changed(deck, tmp_path, move))
    [beacon] = [objective for objective in scenario.objectives if objective.id == "beacon"]
    assert beacon.region.spot == Place(0, Hex(3, 5))
    assert beacon.done_by is not None
    assert [zone.title for zone in scenario.zones] == ["Watch", "Sleepers", "Lair"]


def test_a_map_becomes_a_new_scenario_of_its_game(deck: Path) -> None:
    result = import_tmx(deck, None, None, LIBRARY)
    scenario = scenario_from(parse_yaml(result.text), LIBRARY)
    assert scenario.unread == ()
    assert scenario.hex_map.area_at == load_scenario(DEAD_AIR).hex_map.area_at
    assert scenario.ruleset.id == "bug-hunter"


def test_a_piece_of_a_table_that_was_moved_has_its_new_place(tmp_path: Path) -> None:
    path = SCENARIOS / "handspan/pump-hut.yaml"

    def move(root: ElementTree.Element) -> None:
        item = next(item for item in root.iter("object") if item.get("name") == "Slag")
        item.set("x", str(float(item.get("x", "0")) + 64))

    table = imported(changed(written(path, tmp_path), tmp_path, move), path).table_map
    [heap] = [piece for piece in table.pieces if piece.id == "heap"]
    assert heap.shape.contains((70, 30))
    assert not heap.shape.contains((62, 30))


def test_a_copied_piece_of_a_table_is_a_piece_of_its_own(tmp_path: Path) -> None:
    """A copy in Tiled has the properties of the first one, with its key."""
    path = SCENARIOS / "handspan/pump-hut.yaml"

    def copy(root: ElementTree.Element) -> None:
        [layer] = [layer for layer in root.iter("objectgroup") if layer.get("name") == "pieces"]
        item = next(item for item in layer if item.get("name") == "Slag")
        twin = ElementTree.fromstring(ElementTree.tostring(item))
        twin.set("x", "96")
        layer.append(twin)

    result = import_tmx(changed(written(path, tmp_path), tmp_path, copy), load_yaml(path), None, LIBRARY)
    table = scenario_from(parse_yaml(result.text, path.name), LIBRARY).table_map
    first, second = (next(piece for piece in table.pieces if piece.id == id) for id in ("heap", "heap-2"))
    assert (first.terrain, first.name) == (second.terrain, second.name)
    assert first.shape.center != second.shape.center
    assert "another piece heap: ids are unique; it became heap-2" in result.losses.losses[0].sentence


def compressed(root: ElementTree.Element) -> None:
    for data in root.iter("data"):
        gids = [int(part) for part in (data.text or "").split(",")]
        raw = b"".join(gid.to_bytes(4, "little") for gid in gids)
        data.set("encoding", "base64")
        data.set("compression", "zlib")
        data.text = base64.b64encode(zlib.compress(raw)).decode()


def flipped(root: ElementTree.Element) -> None:
    data = next(root.iter("data"))
    data.text = ",".join(
        str(int(part) | 0x80000000 * (int(part) > 0)) for part in (data.text or "").split(",")
    )


def test_compressed_and_flipped_tiles_are_read(deck: Path, tmp_path: Path) -> None:
    text = DEAD_AIR.read_text(encoding="utf-8")
    assert import_tmx(changed(deck, tmp_path, compressed), load_yaml(DEAD_AIR), None, LIBRARY).text == text
    result = import_tmx(changed(deck, tmp_path, flipped), load_yaml(DEAD_AIR), None, LIBRARY)
    assert result.text == text
    assert "flipped tiles" in result.losses.losses[0].what


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('staggerindex="odd"', 'staggerindex="even"', r":2: <map>: stagger axis x, index even"),
        ('infinite="0"', 'infinite="1"', "turn off Map > Map Properties > Infinite"),
        ('orientation="hexagonal"', 'orientation="isometric"', "use hexagonal, or orthogonal"),
        ("<map ", '<!DOCTYPE map [<!ENTITY a "b">]><map ', "has no DOCTYPE"),
        ("0,0,0", "0,9999,0", "tile 9999 at column .* is of no tileset here"),
        ("0,0,0", "0,x,0", "its tiles cannot be read"),
        ("0,0,0", "0,0", "197 tiles for 198 cells"),
        ('width="22"', 'width="220000"', "the maximum is 1000000"),
        ("</map>", "", "not XML: no element found"),
        ("<map ", "<mapp ", "not XML: mismatched tag"),
        ('<tileset col', '<tileset source="../../x.tsx" col', "in another folder"),
        ('firstgid="1"', 'firstgid="one"', "firstgid is 'one', not a whole number"),
    ],
)  # fmt: skip
def test_a_file_that_cannot_be_imported_is_reported_with_its_line(
    deck: Path, tmp_path: Path, old: str, new: str, message: str
) -> None:
    text = deck.read_text(encoding="utf-8")
    assert old in text
    target = tmp_path / "broken.tmx"
    target.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(TmxError, match=message) as caught:
        import_tmx(target, load_yaml(DEAD_AIR), None, LIBRARY)
    assert str(caught.value).startswith(f"{target}:")


def test_a_map_of_another_kind_does_not_fit(deck: Path) -> None:
    with pytest.raises(TmxError, match="a map of kind hex; the scenario has one of kind land"):
        import_tmx(deck, load_yaml(STATIC), None, LIBRARY)


@pytest.fixture(scope="module")
def dots(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(KITES, tmp_path_factory.mktemp("dots"))


def paint(root: ElementTree.Element, layer: str, key: str, *cells: tuple[int, int]) -> None:
    """Paint cells of a layer with the tile of a key, or erase them; a tile on a side is that of the layer."""
    gid = 0
    for tileset in root.findall("tileset"):
        for tile in tileset.findall("tile"):
            about = {item.get("name"): item.get("value") for item in tile.iter("property")}
            if about["key"] == key and about.get("side", layer[-1:]) == layer[-1:]:
                gid = int(tileset.get("firstgid", "")) + int(tile.get("id", ""))
    assert bool(gid) == bool(key)
    data = next(each for each in root.iter("layer") if each.get("name") == layer).find("data")
    assert data is not None
    rows = [row.rstrip(",").split(",") for row in (data.text or "").strip().split("\n")]
    for column, row in cells:
        rows[row - 1][column - 1] = str(gid)
    data.text = ",\n".join(",".join(row) for row in rows)


@pytest.mark.parametrize("name", game_folders())
def test_a_blank_map_of_every_game_comes_back_unchanged(name: str, tmp_path: Path) -> None:
    """``brainbug new --tiled`` writes it."""
    path = tmp_path / "start.yaml"
    game = LIBRARY.open(name.replace("_", "-"))
    path.write_text(blank_scenario(game, "start", "Start"), encoding="utf-8")
    result = import_tmx(written(path, tmp_path), load_yaml(path), None, LIBRARY)
    assert result.text == path.read_text(encoding="utf-8")


def test_rooms_drawn_on_a_blank_deck_are_a_scenario_without_errors(tmp_path: Path) -> None:
    path = tmp_path / "start.yaml"
    path.write_text(blank_scenario(LIBRARY.open("bug-hunter"), "start", "Start"), encoding="utf-8")

    def draw(root: ElementTree.Element) -> None:
        paint(root, "rooms", "new-2", *((column, row) for column in (6, 7) for row in (4, 5)))
        paint(root, "rooms", "new-1", (9, 4), (9, 5))
        paint(root, "sides N", "interior", (7, 4), (9, 4))

    text = import_tmx(changed(written(path, tmp_path), tmp_path, draw), load_yaml(path), None, LIBRARY).text
    report = lint_text(text, path)
    assert [str(finding) for finding in report.findings if finding.severity == "error"] == []
    assert report.scenario is not None
    assert [area for area in report.scenario.hex_map.areas if area.startswith("new")] == ["new-1", "new-2"]


def test_what_is_painted_on_dots_and_between_them_is_in_the_scenario(dots: Path, tmp_path: Path) -> None:
    def change(root: ElementTree.Element) -> None:
        paint(root, "terrain", "new-thicket", (1, 1), (1, 2), (30, 18))
        paint(root, "terrain", "", (12, 8))
        paint(root, "buildings", "new-building", (5, 19), (6, 19))
        paint(root, "walls E", "high-wall", (21, 16))
        paint(root, "walls S", "", (11, 7))
        paint(root, "openings S", "gap", (5, 18))
        paint(root, "elevation", "3", (4, 4))

    board = imported(changed(dots, tmp_path, change), KITES).dots_map
    assert board.terrain[Dot(1, 2)].slug == "thicket"
    thickets = {piece.id: piece.dots for piece in board.pieces if piece.terrain.slug == "thicket"}
    assert thickets["thicket"] == (Dot(1, 1), Dot(1, 2))
    assert thickets["thicket-2"] == (Dot(30, 18),)
    assert Dot(12, 8) not in board.terrain
    assert board.building_at[Dot(6, 19)].id == "building"
    obstacles = {edge: item.terrain.slug for edge, item in board.obstacles.items()}
    assert obstacles[Edge(Dot(21, 16), Dot(22, 16))] == "high-wall"
    assert obstacles[Edge(Dot(21, 17), Dot(22, 17))] == "fence", "the rest of the fence stays"
    assert Edge(Dot(11, 7), Dot(11, 8)) not in obstacles
    assert obstacles[Edge(Dot(12, 7), Dot(12, 8))] == "wall"
    assert board.doors[Edge(Dot(5, 18), Dot(5, 19))].kind == "gap"
    assert board.level(Dot(4, 4)) == 3
    before = load_scenario(KITES, library=LIBRARY).dots_map
    unchanged = {dot: level for dot, level in board.elevation.items() if dot != (4, 4)}
    assert unchanged == {dot: level for dot, level in before.elevation.items() if dot != (4, 4)}


def test_a_repainted_piece_keeps_its_name_when_it_grows(dots: Path, tmp_path: Path) -> None:
    """So that a map can be imported again and again while it is drawn."""
    first = changed(dots, tmp_path, lambda root: paint(root, "terrain", "new-swamp", (1, 1), (2, 1)))
    text = import_tmx(first, load_yaml(KITES), None, LIBRARY).text.replace(
        "{id: swamp, terrain: swamp", "{id: mere, name: Mere, terrain: swamp"
    )
    (tmp_path / "kites.yaml").write_text(text, encoding="utf-8")
    second = changed(dots, tmp_path, lambda root: paint(root, "terrain", "new-swamp", (1, 1), (2, 1), (3, 1)))
    pieces = imported(second, tmp_path / "kites.yaml").dots_map.pieces
    assert [piece.dots for piece in pieces if piece.name == "Mere"] == [(Dot(1, 1), Dot(2, 1), Dot(3, 1))]


def test_a_wall_at_the_end_of_the_map_is_reported(dots: Path, tmp_path: Path) -> None:
    target = changed(dots, tmp_path, lambda root: paint(root, "walls E", "wall", (33, 4)))
    result = import_tmx(target, load_yaml(KITES), None, LIBRARY)
    assert [loss.sentence for loss in result.losses.losses] == [
        "walls E: obstacle E of 3304: the map ends there"
    ]


def test_a_floor_that_is_no_number_is_reported_with_its_line(dots: Path, tmp_path: Path) -> None:
    def write(root: ElementTree.Element) -> None:
        next(item for item in root.iter("property") if item.get("name") == "floor").set("value", "roof")

    with pytest.raises(TmxError, match=r"changed.tmx:\d+: zone quarters: its property floor is 'roof'"):
        import_tmx(changed(dots, tmp_path, write), load_yaml(KITES), None, LIBRARY)


def test_a_square_lattice_becomes_a_new_scenario_on_one(tmp_path: Path) -> None:
    result = import_tmx(written(CUSTOMS, tmp_path), None, None, LIBRARY)
    board = scenario_from(parse_yaml(result.text), LIBRARY).dots_map
    before = load_scenario(CUSTOMS, library=LIBRARY).dots_map
    assert board.lattice == before.lattice
    assert board.obstacles.keys() == before.obstacles.keys()
    assert board.building_at.keys() == before.building_at.keys()


def test_walls_that_follow_from_rooms_are_locked_and_ignored(deck: Path, tmp_path: Path) -> None:
    def drop(root: ElementTree.Element) -> None:
        for group in root.findall("group"):
            [walls] = [layer for layer in group.findall("objectgroup") if layer.get("name") == "walls"]
            assert walls.get("locked") == "1"
            assert len(walls) > 0
            group.remove(walls)

    text = import_tmx(changed(deck, tmp_path, drop), load_yaml(DEAD_AIR), None, LIBRARY).text
    assert text == DEAD_AIR.read_text(encoding="utf-8")


@given(st.sampled_from(sorted(HexGrid(22, 9))), st.integers(-20, 20), st.integers(-20, 20))
@settings(max_examples=times(50, 2000), deadline=None)
def test_a_pixel_near_the_middle_of_a_hex_is_in_it(hex: Hex, right: int, down: int) -> None:
    x, y = center_of(hex)
    assert hex_at(HexGrid(22, 9), x + right, y + down) == hex
