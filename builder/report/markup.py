"""Parts of pages that work from a file: escaped text, tables, cards, and the page around them."""

from __future__ import annotations

import base64
import hashlib
import html
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

_COLORS = {"band": "#34444f", "accent": "#b4451f", "glow": "#f0a81c"}
_STATIC = Path(__file__).with_name("static")
_FONT = Path(__file__).parent.parent / "publish" / "theme" / "plex-sans.woff2"


def escaped(text: object) -> str:
    """A text for HTML."""
    return html.escape(str(text))


def percent(share: float) -> str:
    """A share as a percentage, as in ``12.5 %``."""
    return f"{share * 100:.1f} %"


def number(value: float) -> str:
    """A number without needless zeros."""
    return f"{value:,.2f}".rstrip("0").rstrip(".")


def count_of_games(count: int) -> str:
    """A number of games in words."""
    return f"{count:,} {'game' if count == 1 else 'games'}"


def table(
    heads: Sequence[str], rows: Iterable[Sequence[object]], caption: str = "", numeric: int | None = None
) -> str:
    """A table; columns from ``numeric`` on are aligned at the right. Cells of the first column are heads."""
    start = len(heads) if numeric is None else numeric
    caption = f"<caption>{escaped(caption)}</caption>" if caption else ""
    head = "".join(
        f'<th scope="col"{_align(at, start)}>{escaped(each)}</th>' for at, each in enumerate(heads)
    )
    body = []
    for row in rows:
        first, *rest = row
        cells = "".join(f"<td{_align(at, start)}>{escaped(each)}</td>" for at, each in enumerate(rest, 1))
        body.append(f'<tr><th scope="row">{escaped(first)}</th>{cells}</tr>')
    return (
        f'<div class="scroll"><table>{caption}<thead><tr>{head}</tr></thead>'
        f"<tbody>{''.join(body)}</tbody></table></div>"
    )


def _align(at: int, start: int) -> str:
    return ' class="n"' if at >= start else ""


def more(summary: str, content: str) -> str:
    """Content that is shown on demand."""
    return f"<details><summary>{escaped(summary)}</summary>{content}</details>"


def card(title: str, content: str, *, about: str = "", wide: bool = False, id: str = "") -> str:
    """A part of a page with a heading."""
    about = f'<p class="about">{escaped(about)}</p>' if about else ""
    name = f' id="{escaped(id)}"' if id else ""
    kind = "card wide" if wide else "card"
    return f'<section class="{kind}"{name}><h2>{escaped(title)}</h2>{about}{content}</section>'


def side_by_side(cards: Sequence[str]) -> str:
    """Cards in two columns; one that would be alone in its row is as wide as both.

    >>> side_by_side([card("A", ""), card("B", "", wide=True)]).count("card wide")
    2
    """
    placed, column = list(cards), 0
    for number, each in enumerate(placed):
        is_wide = each.startswith('<section class="card wide"')
        is_last = number + 1 == len(placed) or placed[number + 1].startswith('<section class="card wide"')
        if not is_wide and not column and is_last:
            placed[number] = each.replace('class="card"', 'class="card wide"', 1)
            is_wide = True
        column = 0 if is_wide else 1 - column
    return "".join(placed)


def facts(pairs: Iterable[tuple[str, str]]) -> str:
    """Numbers in large type, each with its label."""
    items = "".join(f"<div><dt>{escaped(name)}</dt><dd>{escaped(value)}</dd></div>" for name, value in pairs)
    return f'<dl class="facts">{items}</dl>'


def document(
    title: str,
    eyebrow: str,
    lead: str,
    strap: Sequence[str],
    parts: Sequence[str],
    *,
    face: Mapping[str, str],
    fonts: str = "",
    defs: str = "",
    script: str = "",
    heading: str = "",
    icon: str = "",
) -> str:
    """A whole page that loads nothing from other files or the network.

    Args:
        title: the title of the page.
        eyebrow: the line above the heading.
        lead: a sentence below the heading.
        strap: short facts in a band.
        parts: the parts of the page as HTML.
        face: the colors of the game.
        fonts: the rules of the fonts of drawings.
        defs: drawings that parts of the page use, as SVG.
        script: the script of the page.
        heading: the heading, if it is not the title.
        icon: the path of the game's icon, in a box of 512.
    """
    style = (_STATIC / "report.css").read_text("utf-8")
    font = base64.b64encode(_FONT.read_bytes()).decode("ascii")
    source = f"url(data:font/woff2;base64,{font})"
    style = f'@font-face{{font-family:"Plex";font-weight:100 700;src:{source}}}\n{style}{fonts}'
    allowed = (
        f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"
        if script
        else "'none'"
    )
    policy = (
        "default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:; "
        f"script-src {allowed}; base-uri 'none'; form-action 'none'"
    )
    colors = ";".join(f"--{name}:{face.get(name, usual)}" for name, usual in _COLORS.items())
    scripted = f"<script>{script}</script>" if script else ""
    band = "".join(f"<li>{escaped(each)}</li>" for each in strap)
    return (
        "<!DOCTYPE html>\n"
        f'<html lang="en" style="{escaped(colors)}"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{escaped(policy)}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escaped(title)}</title><style>{style}</style></head>\n"
        f'<body><svg class="defs" aria-hidden="true" focusable="false"><defs>{defs}</defs></svg>'
        '<header><div class="wrap"><p class="brand"><svg viewBox="0 0 512 512" aria-hidden="true">'
        f'<path d="{escaped(icon)}"/></svg>brainbug</p><p class="eyebrow">{escaped(eyebrow)}</p>'
        f"<h1>{escaped(heading or title)}</h1>"
        f'<p class="lead">{escaped(lead)}</p></div></header>'
        f'<section class="strap" aria-label="What was played"><ul class="wrap">{band}</ul></section>\n'
        f'<main class="wrap">{"".join(parts)}</main>\n'
        f"{scripted}</body></html>\n"
    )
