"""Draws open country on hexes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from builder.boards.spots import Region
from builder.draw.maps.landmap import draw_land, land_about, land_corner
from builder.draw.maps.map_artist import MIN_KEY, SCREEN_WIDTH, MapView, Size, hexes_on_paper, small_scale
from builder.draw.maps.map_frame import MARGIN
from builder.draw.maps.map_key import Key, KeyItem
from builder.draw.maps.nature.landmarks import landmark_of
from builder.draw.maps.open.artist import PICTURE, OpenArtist
from builder.draw.maps.open.key import hulk_item, level_item, obstacle_items, scenery_item
from builder.draw.maps.open.label_places import names_hulk
from builder.draw.maps.open.land_plan import LandPlan
from builder.draw.maps.open.lettering import name_line
from builder.draw.maps.slabs.land_relief import LandRelief
from builder.draw.maps.slabs.perspective import NamedPlace, Slab, slab_of
from builder.draw.maps.slabs.picture_view import in_one, zone_marks
from builder.draw.maps.slabs.raised_landmarks import stand_landmarks
from builder.draw.surface.canvas import Drawing, Point
from builder.draw.surface.clear_space import Box
from builder.draw.surface.filler import Filler
from builder.geometry.hexgrid import Hex
from builder.geometry.hexlayout import HexLayout
from builder.scenario.model import Objective

_TINY = 0.01
# How much darker open ground is on a picture than on the map.
_DIMMED = 0.13
# The least height of a row of the key at the foot of a sheet, and those with more air, in mm.
_LOW_ROW, _AIRY_ROWS = 8.9, (18.0, 16.5, 15.0, 13.5, 12.0, 11.4)


class LandArtist(OpenArtist):
    """Open country on hexes."""

    file_prefix = "land-"
    shows_north = False

    @property
    def note(self) -> str:
        return self._note_with(land_about(self.scenario, self.context))

    def maps(self, width: float, room: Size | None = None, seams: Sequence[Box] = ()) -> list[Drawing]:
        return [draw_land(self.scenario, self.context, look=self.look)]

    @property
    def fillers(self) -> Sequence[Filler]:
        """The key, with rows as low or high as a sheet allows; those of one column have air if they can."""
        low = Key(self.key.items, self.context, row=_LOW_ROW)

        def least(width: float) -> float | None:
            return low.block(width).height if width >= MIN_KEY else None

        def airy(width: float) -> float | None:
            is_column = MIN_KEY <= width < 2 * self.key.column + _TINY
            return self.key.block(width, _AIRY_ROWS[-1]).height if is_column else least(width)

        def draw(room: Size) -> Drawing:
            blocks = [*(self.key.block(room[0], row) for row in _AIRY_ROWS), self.key.block(room[0])]
            block = next((each for each in blocks if each.height <= room[1]), low.block(room[0]))
            return self.drawing_of(block, room[0])

        return [Filler(airy, draw, airy=True, shorter=Filler(least, draw, airy=True))]

    def view(self, id: str, width: float = SCREEN_WIDTH) -> MapView:
        land = self.scenario.land_map
        layout = HexLayout(land.grid, land.hex_size)
        drawing = draw_land(self.scenario, self.context, look=self.look)
        box = *land_corner(), layout.width, layout.height
        return MapView(drawing, box, MARGIN, hexes_on_paper(land.grid, land.hex_size))

    def slabs(self, width: float) -> list[Slab]:
        from shapely import Polygon, box, unary_union

        layout, corner = (
            HexLayout(self.scenario.land_map.grid, self.scenario.land_map.hex_size),
            land_corner(),
        )
        # The sides of neighbors are the same but for rounding, so that hexes must overlap to join.
        hexes = [Polygon(layout.corners(hex)).buffer(_TINY, join_style="mitre") for hex in layout.grid]
        board = unary_union(hexes)
        # The picture is cut straight where the edge of the hexes is deepest.
        west, north, east, south = board.bounds
        across, down = layout.radius / 2, layout.size / 2
        shown = box(west + across, north + down, east - across, south - down)
        goals = [
            (objective, layout.center(objective.region.spot.hex))
            for objective in self.look.objectives_of(self.scenario)
        ]
        flags = [(at, objective.title) for objective, at in goals]
        landmarks, feet = stand_landmarks(self.scenario, goals, self.context)

        def spots_of(region: Region) -> list[Point]:
            return [layout.center(hex) for hex in region.hexes()]

        marks = tuple(zone_marks(self.scenario, self.look, in_one(spots_of)))
        lines = [
            unary_union([Polygon(layout.corners(hex)) for hex in zone.region.hexes()]).boundary
            for zone in self.look.zones_of(self.scenario)
        ]
        starred = frozenset(objective.region.spot.hex for objective, _ in goals)
        relief = LandRelief(self.scenario.land_map, self.scenario.id, shown, starred)
        return [
            slab_of(
                drawing, board, corner, PICTURE, flags, relief,
                shown=shown, landmarks=landmarks, feet=feet, dimmed=_DIMMED,
                marks=marks, places=self._named(layout), solids=lines,
            )
            for drawing in self.maps(width)
        ]  # fmt: skip

    def _named(self, layout: HexLayout) -> Iterator[NamedPlace]:
        """The labels of the land that are not those of objectives, at their places on the map."""
        from shapely import Polygon

        land = self.scenario.land_map
        titles = {objective.title.casefold() for objective in self.look.objectives_of(self.scenario)}
        names = {each.name.text.casefold(): each for each in self._plan.names if each.kind == "land"}
        for text, hex in land.labels.items():
            if text.casefold() not in titles:
                west, north, east, south = names[text.casefold()].name.box
                entry = land.ground(hex)
                symbol = str(entry.get("symbol", "ground")) if entry is not None else "ground"
                area = Polygon(layout.corners(hex))
                yield NamedPlace(
                    text, area, name_line(symbol), names[text.casefold()].halo, is_natural=True,
                    at=((west + east) / 2, (north + south) / 2),
                )  # fmt: skip

    @cached_property
    def _plan(self) -> LandPlan:
        """The plan of the map at its true size."""
        return LandPlan(self.scenario, self.context, self.look)

    @cached_property
    def _whole(self) -> Drawing:
        return draw_land(self.scenario, self.context, look=self.look, titled=False)

    def _aspect(self) -> tuple[float, float, float, float]:
        return self._whole.width, self._whole.height, 0.0, 0.0

    def _fitted(self, room: Size) -> tuple[Drawing, float, str]:
        width, height, _, _ = self._aspect()
        scale = min(1.0, room[0] / width, room[1] / height)
        at = small_scale(scale)
        small = draw_land(self.scenario, self.context, look=self.look, overview_at=at, titled=False)
        return small, scale, land_about(self.scenario, self.context)

    def _items(self) -> Iterator[KeyItem]:
        land, movement = self.scenario.land_map, self.scenario.ruleset.movement
        assert movement is not None, "every game on land has costs of movement"
        kinds = {entry.id: entry for entry in map(land.ground, land.grid) if entry is not None}
        for entry in kinds.values():
            yield self._terrain_item(entry, str(entry.get("symbol", "ground")))
        levels = sorted({level for level in land.elevation.values() if level})
        if levels:
            yield level_item(levels, self.context, movement.up)
        yield from obstacle_items(
            [item.kind for item in land.obstacles.values()], self.context, movement.over
        )
        for text, hex in land.labels.items():
            if names_hulk(text) and self._is_open(hex) and hex not in self._starred:
                yield hulk_item(text, self.context)
        if not self.context.theme.saves_ink:
            yield scenery_item(self.context)
        yield from self._signs()

    @cached_property
    def _starred(self) -> frozenset[Hex]:
        return frozenset(objective.region.spot.hex for objective in self.scenario.objectives)

    def _is_open(self, hex: Hex) -> bool:
        """Whether there is nothing in a hex but what stands there for show."""
        land = self.scenario.land_map
        return land.ground(hex) == land.open_ground

    def _marked(self) -> list[Objective]:
        return [
            objective
            for objective in self.look.objectives_of(self.scenario)
            if landmark_of(objective) and self._is_open(objective.region.spot.hex)
        ]

    def _poster_size(self) -> Size:
        return self._size_with(self._whole.width, self._whole.height)
