"""The files of the page, each at one address; no other file on the disk can be requested."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from builder.draw.surface.fonts.font_files import FONT_FOLDER
from builder.draw.surface.type import DISPLAY_FACES, FACES, NATURAL, SHIPPED
from rulesdb.files.reading import read_file

_MAX_BYTES = 1 << 24
PAGE_FOLDER = Path(__file__).parents[1] / "page"
_LETTERS = Path(__file__).parents[2] / "publish" / "theme" / "plex-sans.woff2"
_TYPES = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".ttf": "font/ttf",
    ".woff2": "font/woff2",
}


def page_files() -> Mapping[str, Path]:
    """Every file that a page may load, by its address."""
    files = {
        f"/page/{path.name}": path
        for path in sorted(PAGE_FOLDER.iterdir())
        if path.suffix in (".js", ".css", ".svg")
    }
    files["/page/vendor/editor.js"] = PAGE_FOLDER / "vendor" / "editor.js"
    fonts = {f"/fonts/{face.file}": face.path for face in (*FACES, NATURAL, *DISPLAY_FACES.values())}
    return {**files, **fonts, "/fonts/plex-sans.woff2": _LETTERS}


def font_rules() -> str:
    """CSS with the faces of all drawings.

    >>> "src:url(/fonts/ChakraPetch-Bold.ttf)" in font_rules()
    True
    """
    return "\n".join(
        f'@font-face{{font-family:"{SHIPPED.family_of(face)}";font-weight:{face.weight};'
        f"font-style:{face.style};font-stretch:{face.stretch};src:url(/fonts/{face.file})}}"
        for face in (*FACES, NATURAL, *DISPLAY_FACES.values())
        if (FONT_FOLDER / face.file).is_file()
    )


class PageFiles:
    """Answers requests for the files of a page, whose HTML is ``index``."""

    def __init__(self, index: str) -> None:
        self._index = PAGE_FOLDER / index
        self._files = page_files()
        self._fonts = font_rules()

    async def index(self, request: Request) -> Response:
        """The page itself."""
        return Response(read_file(self._index, _MAX_BYTES), media_type="text/html")

    async def file(self, request: Request) -> Response:
        """A file of the page; 404 for any other address."""
        path = request.url.path
        if path == "/fonts/faces.css":
            return Response(self._fonts, media_type="text/css")
        if path not in self._files:
            return PlainTextResponse("no such file\n", 404)
        file = self._files[path]
        # They are small: to read one in another thread would take longer.
        return Response(read_file(file, _MAX_BYTES), media_type=_TYPES.get(file.suffix))
