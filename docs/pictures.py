"""Redraw the pictures of printed sheets in the README and the guides, each of at most 150 kB.

    python docs/pictures.py

Kits and play aids are built into build/pictures. A picture shows one page, several beside each other, or a
page of brainbug in a browser.
"""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from PIL import Image
from screenshots import SCREENSHOTS

from rulesdb.own_code import OWN_GAMES

ROOT = Path(__file__).parents[1]
BUILD, IMAGES = ROOT / "build" / "pictures", ROOT / "docs" / "images"
GAMES = ROOT / "examples" / "games"
MAX_BYTES = 150_000
GAP = 16
# The commands, by the folders into which they build.
BUILDS = {
    "dead-air": ("build", "scenarios/bug_hunter/dead-air.yaml"),
    "fold": ("build", "scenarios/bug_hunter/dead-air.yaml", "--only", "cards", "--duplex", "fold"),
    "seen": (
        *("build", "scenarios/bug_hunter/dead-air.yaml", "--only", "map"),
        *("--dead-ground", "watch", "--hex-numbers", "letters,center"),
    ),
    "eagle-six": ("build", "scenarios/mobile_infantry/eagle-six.yaml"),
    "static": ("build", "scenarios/bugged/static.yaml"),
    **{
        name: ("build", f"examples/games/night_shift/scenarios/{name}.yaml")
        for name in ("cage-nine", "haul-road", "wash-house", "second-siren")
    },
    "infantry": ("print", "mobile-infantry", "charts", "templates"),
    "deck-images": ("share", "scenarios/bug_hunter/dead-air.yaml", "--to", "images"),
    "kite-images": ("share", "scenarios/advanced_infantry/kite-season.yaml", "--to", "images"),
    "bugged": ("print", "bugged", "counters"),
    "hunter": ("print", "bug-hunter", "rosters", "cards"),
}
# Maps that Tiled draws, by their folders: the scenario, and the layers that are hidden.
TILED = {
    "tiled-deck": ("scenarios/bug_hunter/dead-air.yaml", ("zones",)),
    "tiled-dots": ("scenarios/advanced_infantry/kite-season.yaml", ("zones",)),
}
# The pages of each picture as patterns, with the width of the picture in pixels.
PICTURES = {
    "cover": (["dead-air/png/*-cover.png"], 620),
    "overview": (["dead-air/png/*-overview.png"], 620),
    "deck": (["dead-air/png/*-map-upper-1.png"], 1000),
    "counters": (["dead-air/png/*-counters-01-fronts.png"], 800),
    "cards": (["hunter/png/*-cards-01-fronts.png"], 1000),
    "dead-ground": (["seen/png/*-map-upper-1.png"], 1000),
    "table": (["eagle-six/png/*-table-overview.png"], 1000),
    "land": (["static/png/*-land-overview.png"], 800),
    "play-aids": (["infantry/png/*-player-aid-1.png", "infantry/png/*-templates*.png"], 1500),
    "tracks": (["dead-air/png/*-tracks*.png", "hunter/png/*-secret-individual-pred.png"], 1300),
    "sheets": (
        ["hunter/png/*-cards-01-fronts.png", "hunter/png/*-cards-01-backs.png", "fold/png/*.png"],
        1600,
    ),
    "tiled": (["tiled-deck.png", "deck-images/maps/upper.png"], 1500),
    "tiled-dots": (["tiled-dots.png", "kite-images/maps/map.png"], 1500),
    "night-shift": (["cage-nine/png/*-cover.png", "cage-nine/png/*-briefing-shift-*.png"], 1000),
    "night-shift-map": (["cage-nine/png/*-map-nine.png"], 1000),
    "night-shift-counters": (["cage-nine/png/*-counters-01*.png"], 800),
    "night-shift-land": (["haul-road/png/*-land-overview.png"], 800),
    "night-shift-table": (["wash-house/png/*-table-overview.png"], 800),
    "night-shift-dots": (["second-siren/png/*-dots-overview.png"], 620),
    "unit-counters": (["bugged/png/*-counters-01-fronts.png"], 900),
}


def main() -> None:
    """Build the kits, and write the pictures."""
    command = Path(sys.executable).parent / "brainbug"
    for folder, call in BUILDS.items():
        png = ["--png"] if call[0] != "share" else []
        call = (*call, "-o", BUILD / folder, *png, "--force")
        subprocess.run([command, *call], cwd=ROOT, env={**os.environ, OWN_GAMES: str(GAMES)}, check=True)
    for folder, (scenario, hidden) in TILED.items():
        draw_with_tiled(command, scenario, BUILD / folder, hidden)
    for name, (patterns, width) in PICTURES.items():
        pages = [sorted(BUILD.glob(pattern))[0] for pattern in patterns]
        (IMAGES / f"{name}.png").write_bytes(small(beside([Image.open(page) for page in pages]), width))
    for name, (take, width) in SCREENSHOTS.items():
        (IMAGES / f"{name}.png").write_bytes(small(Image.open(io.BytesIO(take())).convert("RGB"), width))


def draw_with_tiled(command: Path, scenario: str, folder: Path, hidden: Sequence[str]) -> None:
    """Let Tiled draw the map of a scenario; ``tmxrasterizer`` is in Debian's package ``tiled``."""
    call = [command, "share", scenario, "--to", "tiled", "-o", folder, "--force"]
    subprocess.run(call, cwd=ROOT, check=True)
    layers = [word for name in hidden for word in ("--hide-layer", name)]
    target = folder.with_suffix(".png")
    call = ["tmxrasterizer", *layers, folder / "map.tmx", target]
    subprocess.run(call, env={**os.environ, "QT_QPA_PLATFORM": "offscreen"}, check=True)
    drawn = Image.open(target).convert("RGBA")
    paper = Image.new("RGBA", drawn.size, "white")
    paper.alpha_composite(drawn)
    paper.convert("RGB").save(target)


def beside(pages: list[Image.Image]) -> Image.Image:
    """Pages of one height beside each other on grey."""
    tall = min(page.height for page in pages)
    scaled = [page.convert("RGB").resize((page.width * tall // page.height, tall)) for page in pages]
    wide = sum(page.width for page in scaled) + GAP * (len(pages) - 1)
    whole = Image.new("RGB", (wide, tall), "#c8ccd0")
    left = 0
    for page in scaled:
        whole.paste(page, (left, 0))
        left += page.width + GAP
    return whole


def small(picture: Image.Image, width: int) -> bytes:
    """A PNG of a width, with as many colors as :data:`MAX_BYTES` bytes allow."""
    resized = picture.resize((width, picture.height * width // picture.width), Image.Resampling.LANCZOS)
    for colors in (256, 128, 64, 32):
        file = io.BytesIO()
        resized.quantize(colors, method=Image.Quantize.MAXCOVERAGE).save(file, "PNG", optimize=True)
        if file.tell() <= MAX_BYTES:
            return file.getvalue()
    return small(picture, width * 9 // 10)


if __name__ == "__main__":
    main()
