"""Type: the shipped faces of text and display, the width of texts, and line breaks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from types import MappingProxyType

from builder.draw.surface.fonts.font_files import FONT_FOLDER, LetterWidths, font_subset, letter_widths

# Seven points in mm: nothing is smaller but numbers and names on maps, counters, and small print on cards.
MIN_SIZE = 2.47
FAMILY = "IBM Plex Sans"
_CAP = 0.698
_NO_BREAK = "\u00a0"
# A last line of so few letters looks lost.
_WIDOW = 3


@dataclass(frozen=True, slots=True)
class Face:
    """One font file, and its CSS properties; without a ``family`` it belongs to the family of the theme.

    ``cap`` is the height of its capitals, as a share of the em.
    """

    file: str
    weight: int = 400
    style: str = "normal"
    stretch: str = "normal"
    family: str = ""
    cap: float = _CAP

    @property
    def path(self) -> Path:
        return FONT_FOLDER / self.file


REGULAR = Face("IBMPlexSans-Regular.ttf")
ITALIC = Face("IBMPlexSans-Italic.ttf", style="italic")
BOLD = Face("IBMPlexSans-Bold.ttf", weight=700)
CONDENSED = Face("IBMPlexSansCondensed-Regular.ttf", stretch="condensed")
CONDENSED_BOLD = Face("IBMPlexSansCondensed-Bold.ttf", weight=700, stretch="condensed")
FACES = (REGULAR, ITALIC, BOLD, CONDENSED, CONDENSED_BOLD)
# Natural features on maps.
NATURAL = Face("Vollkorn-SemiBoldItalic.ttf", 600, "italic", family="Vollkorn", cap=0.676)
# Titles and headings; each game chooses one by its name.
DISPLAY_FACES = MappingProxyType(
    {
        "Barlow Condensed": Face("BarlowCondensed-Bold.ttf", 700, stretch="condensed", family="Barlow"),
        "Black Ops One": Face("BlackOpsOne-Regular.ttf", family="Black Ops One", cap=0.648),
        "Chakra Petch": Face("ChakraPetch-Bold.ttf", 700, family="Chakra Petch"),
        "Oswald": Face("Oswald-SemiBold.ttf", 600, family="Oswald", cap=0.81),
        "Russo One": Face("RussoOne-Regular.ttf", family="Russo One"),
    }
)


@dataclass(frozen=True, slots=True)
class Fonts:
    """The font files of the faces of text, all of one family; other faces have the file that they name."""

    family: str
    # Paths differ between machines, but signatures in the documentation must not.
    files: Mapping[Face, Path] = field(repr=False)

    def path(self, face: Face) -> Path:
        return self.files.get(face, face.path)

    def family_of(self, face: Face) -> str:
        return face.family or self.family


SHIPPED = Fonts(FAMILY, MappingProxyType({face: face.path for face in FACES}))


_CONDENSED_IS_LARGER = 1.18


@dataclass(frozen=True, slots=True)
class Type:
    """A face at a size in mm (the height of the em, not of a capital), ``spacing`` mm between letters."""

    face: Face
    size: float
    spacing: float = 0.0

    def at(self, size: float) -> Type:
        """The same face at another size."""
        return Type(self.face, size, self.spacing)

    @classmethod
    def title(cls, face: Face, size: float) -> Type:
        """A face at the size in mm at which it looks as large as others; a condensed one is larger."""
        return cls(face, size * _CONDENSED_IS_LARGER if face.stretch == "condensed" else size)

    @property
    def cap(self) -> float:
        """The height of its capitals, in mm."""
        return self.face.cap * self.size


class Metrics:
    """Advance widths of the faces of some fonts, each read once and kept for the lifetime of this object.

    ``printed`` returns a text as it is printed, which is what is measured.
    """

    CAP_HEIGHT = _CAP
    LINE = 1.32

    def __init__(self, fonts: Fonts = SHIPPED, printed: Callable[[str], str] = str) -> None:
        self.fonts = fonts
        self.printed = printed
        self._widths: dict[str, LetterWidths] = {}

    def width(self, text: str, type: Type) -> float:
        """The width of a text, in mm. Kerning is ignored, so the result may be slightly too large."""
        letters = self._letters(type.face)
        text = self.printed(text)
        width = sum(map(letters.__getitem__, text)) * type.size / letters.per_em
        return width + type.spacing * max(0, len(text) - 1) if type.spacing else width

    def widths(self, texts: Sequence[str], type: Type) -> list[float]:
        """The widths of many texts that are printed as they are, in mm."""
        letters = self._letters(type.face)
        advance, size, per_em, spacing = letters.__getitem__, type.size, letters.per_em, type.spacing
        widths = [sum(map(advance, text)) * size / per_em for text in texts]
        if spacing:
            between = [spacing * max(0, len(text) - 1) for text in texts]
            widths = [width + more for width, more in zip(widths, between, strict=True)]
        return widths

    def fit(self, text: str, type: Type, width: float, smallest: float) -> Type:
        """The type, reduced to ``smallest`` mm at most if the text is wider than ``width``."""
        runs = self.width(text, type)
        if runs <= width or runs == 0:
            return type
        # The space between letters stays as it is.
        spaces = type.spacing * max(0, len(self.printed(text)) - 1)
        return type.at(max(smallest, type.size * (width - spaces) / (runs - spaces)))

    def shorten(self, text: str, type: Type, width: float) -> str:
        """The text, shortened with an ellipsis if it does not fit."""
        text = self.printed(text)
        if self.width(text, type) <= width:
            return text
        letters = self._letters(type.face)
        em = type.size / letters.per_em
        sums = accumulate((letters[letter] * em + type.spacing for letter in text), initial=letters["…"] * em)
        fitting = sum(1 for run in sums if run <= width)
        return text[: max(0, fitting - 1)].rstrip() + "…"

    def wrap(self, text: str, type: Type, width: float) -> list[str]:
        """The text broken at spaces into lines no wider than ``width``; longer words are broken too.

        It is not broken at a no-break space, which is an ordinary one in the lines. A last word of a few
        letters has the one before it in its line.
        """
        letters = self._letters(type.face)
        em, space = type.size / letters.per_em, letters[" "]

        def is_wide(advance: int, count: int) -> bool:
            return advance * em + type.spacing * (count - 1) > width

        text = self.printed(text)
        # Most texts are short: one that fits as a whole is not looked at word by word.
        is_plain = "\n" not in text and _NO_BREAK not in text
        if is_plain and not is_wide(sum(map(letters.__getitem__, text)), len(text)):
            return [" ".join(text.split())]
        lines: list[str] = []
        for paragraph in text.split("\n"):
            line, runs, begun = "", 0, len(lines)
            for word in filter(None, paragraph.split(" ")) if _NO_BREAK in text else paragraph.split():
                advance = sum(map(letters.__getitem__, word))
                pieces = self._pieces(word, type, width) if is_wide(advance, len(word)) else [word]
                for piece in pieces:
                    if len(pieces) > 1:
                        advance = sum(map(letters.__getitem__, piece))
                    if not line:
                        line, runs = piece, advance
                    elif is_wide(runs + space + advance, len(line) + 1 + len(piece)):
                        lines.append(line)
                        line, runs = piece, advance
                    else:
                        line, runs = f"{line} {piece}", runs + space + advance
            if len(line) <= _WIDOW and len(lines) > begun and lines[-1].count(" ") > 1:
                above, last = lines[-1].rsplit(" ", 1)
                if self.width(f"{last} {line}", type) <= width:
                    lines[-1], line = above, f"{last} {line}"
            lines.append(line)
        return [line.replace(_NO_BREAK, " ") for line in lines] if _NO_BREAK in text else lines

    def _pieces(self, word: str, type: Type, width: float) -> list[str]:
        """A word that is too wide, broken between letters."""
        pieces = [""]
        for letter in word:
            if pieces[-1] and self.width(pieces[-1] + letter, type) > width:
                pieces.append("")
            pieces[-1] += letter
        return pieces

    def _letters(self, face: Face) -> LetterWidths:
        # Looking up a name is much faster than looking up a face.
        if face.file not in self._widths:
            self._widths[face.file] = letter_widths(self.fonts.path(face))
        return self._widths[face.file]


class Subsets:
    """Subsets of fonts with the letters that some drawings use, for standalone SVG files."""

    def __init__(self, letters: dict[Face, set[str]], fonts: Fonts = SHIPPED) -> None:
        self.letters = letters
        self.fonts = fonts

    @cached_property
    def css(self) -> str:
        """``@font-face`` rules with embedded fonts, in a fixed order."""
        import base64

        rules = []
        for face in (*FACES, *sorted(self.letters.keys() - set(FACES), key=lambda face: face.file)):
            letters = "".join(sorted(self.letters.get(face, ())))
            if letters:
                data = base64.b64encode(font_subset(self.fonts.path(face), letters)).decode("ascii")
                stretch = "75%" if face.stretch == "condensed" else "100%"
                rules.append(
                    f"@font-face{{font-family:'{self.fonts.family_of(face)}';font-weight:{face.weight};font-style:{face.style};"
                    f"font-stretch:{stretch};src:url(data:font/ttf;base64,{data})}}"
                )
        return "\n".join(rules)
