"""Pieces of a VASSAL module: a definition is a sequence of traits, each around the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from builder.exchange.vassal.sequence import sequence

_CTRL_F, _CTRL_D, _CTRL_H, _CTRL_L = "70,130", "68,130", "72,130", "76,130"
_CTRL_LEFT_BRACKET, _CTRL_RIGHT_BRACKET = "91,130", "93,130"


@dataclass(frozen=True, slots=True)
class Trait:
    """A trait: its definition, and its state at the start."""

    type: str
    state: str = ""


def layers(images: Sequence[str], command: str, names: Sequence[str]) -> Trait:
    """Images of which one is visible; the command (Ctrl+F) shows the next one.

    ``names`` are those of the piece in each layer; an empty one leaves its name.
    """
    parts = ["", 2, "", command, 2, "", "", 2, "", "", "", 1, False, 0, 0]
    parts += [sequence(images, ","), sequence(names, ","), True, "Side", "", "", False, "", 1, 1, True]
    parts += ["", _CTRL_F, "", "", "1.0"]
    return Trait(f"emb2;{sequence(parts, ';')}", "1")


def mask(image: str, title: str, readers: Sequence[str]) -> Trait:
    """A mask that others see instead of the piece, until its owner takes it off (Ctrl+H).

    ``readers`` are the sides that see what is under it; the piece starts masked by the first of them. Without
    readers, it belongs to the player who puts it on.
    """
    access = sequence(["sides", *readers], ":") if readers else "player:"
    state = sequence([readers[0] if readers else "null", ""], ";")
    return Trait(
        f"obs;{sequence([_CTRL_H, image, 'Hide', 'B', title, access, 'Peek', '', False], ';')}", state
    )


def note(command: str) -> Trait:
    """A text that the owner of the piece writes on it (Ctrl+L)."""
    parts = [_CTRL_L, command, 12, "255,255,255", "0,0,0", "b", 0, "c", 0, "t", "c"]
    parts += ["$pieceName$ ($label$)", "Dialog", 0, 0, "Note"]
    return Trait(f"label;{sequence(parts, ';')}")


def facing(directions: int) -> Trait:
    """Turning to one of six or eight directions (Ctrl+[ and Ctrl+])."""
    parts = [directions, _CTRL_RIGHT_BRACKET, _CTRL_LEFT_BRACKET, "Turn right", "Turn left", "", "", "Facing"]
    return Trait(f"rotate;{sequence(parts, ';')}", "0")


def delete() -> Trait:
    """Taking the piece out of play (Ctrl+D)."""
    return Trait(f"delete;{sequence(['Delete', _CTRL_D], ';')}")


def definition(number: int, name: str, image: str, traits: Sequence[Trait]) -> str:
    """The text of a piece: its traits from the outermost to the innermost, around its name and image.

    ``number`` identifies the piece in the module.
    """
    kind = f"piece;{sequence(['', '', image, name], ';')}"
    state = sequence(["null", 0, 0, number, 0], ";")
    for trait in reversed(traits):
        kind, state = sequence([trait.type, kind], "\t"), sequence([trait.state, state], "\t")
    return f"+/{sequence(['null', kind, state], '/')}"
