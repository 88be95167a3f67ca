"""How much of a printed page has ink: a page with little of it wastes paper."""

from __future__ import annotations

import pypdfium2
from PIL import Image, ImageChops

DPI = 36
# In mm.
CELL = 5.0
LITTLE = 0.35
# The smallest difference from white, of 255, that counts as ink.
_SEEN = 12
# A blank page has one line at its foot.
_BLANK = 0.01


def ink_share(page: pypdfium2.PdfPage) -> float:
    """The share of the page's cells of 5 mm that have any ink, on an image of 36 dots per inch."""
    image = page.render(scale=DPI / 72).to_pil().convert("RGB")
    white = Image.new("RGB", image.size, (255, 255, 255))
    ink = ImageChops.difference(image, white).convert("L").point(lambda value: 255 * (value > _SEEN))
    across, down = (round(length / 72 * 25.4 / CELL) for length in page.get_size())
    wide, tall = image.width / across, image.height / down
    columns = [(int(x * wide), int((x + 1) * wide)) for x in range(across)]
    rows = [(int(y * tall), int((y + 1) * tall)) for y in range(down)]
    cells = [(left, top, right, low) for left, right in columns for top, low in rows]
    return sum(ink.crop(cell).getbbox() is not None for cell in cells) / len(cells)


def ink_shares(pdf: bytes) -> list[float]:
    """The shares of the pages of a PDF that are not blank."""
    document = pypdfium2.PdfDocument(pdf)
    shares = [ink_share(document[number]) for number in range(len(document))]
    document.close()
    return [share for share in shares if share > _BLANK]
