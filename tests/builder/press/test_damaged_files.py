"""Preflight and --check-print answer in one line for any PDF or PNG, in limited time and memory."""

from __future__ import annotations

import io
import sys
import zlib
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name
from rich_pdf import rich_pdf
from soak import every, times

from builder.press.kit.kit_check import read_printed
from builder.press.preflight.document import preflight_pdf
from builder.press.preflight.finding import PreflightError, Report
from builder.press.preflight.image import preflight_png
from builder.press.preflight.run import preflight
from builder.press.services.sheet_file import load_sheet
from rulesdb import InputError

DRIVE = load_sheet("drivethrucards-poker")
CRAFTER = load_sheet("thegamecrafter-poker")
MIB = 1 << 20


def saved(document: pikepdf.Pdf, **options: object) -> bytes:
    out = io.BytesIO()
    document.save(out, **options)
    return out.getvalue()


def changed(change: Callable[[pikepdf.Pdf], object]) -> bytes:
    with pikepdf.open(io.BytesIO(rich_pdf())) as document:
        change(document)
        return saved(document)


def put(*path: object, value: object) -> Callable[[pikepdf.Pdf], None]:
    """Set what is at a path from the first page."""

    def change(document: pikepdf.Pdf) -> None:
        holder = document.pages[0].obj
        for key in path[:-1]:
            holder = holder[key]
        holder[path[-1]] = value

    return change


def damage_in(report: Report) -> set[str]:
    return {finding.message for finding in report.findings if finding.check == "damaged"}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (put("/TrimBox", value=Array([1, 2, 3])), "what is on it cannot be read"),
        (put("/TrimBox", value=Array([0, 0, 10**9, 10**9])), "what is on it cannot be read"),
        (put("/BleedBox", value=Array([Name.A, 0, 0, 0])), "what is on it cannot be read"),
        (put("/Group", value=3), "what it paints cannot be read"),
        (put("/Resources", "/XObject", value=7), "what it paints cannot be read"),
        (put("/Resources", "/ExtGState", "/G0", "/ca", value=Name.No), "what it paints cannot be read"),
        (put("/Resources", "/ColorSpace", value=Array([])), "a color cannot be read"),
        (put("/Resources", "/ColorSpace", "/Spot", value=Array([])), "a color cannot be read"),
        (put("/Resources", "/ColorSpace", "/Profile", 1, value=3), "a color cannot be read"),
    ],
)
def test_a_value_of_a_wrong_type_is_a_finding(change: Callable[[pikepdf.Pdf], object], message: str) -> None:
    assert message in damage_in(preflight_pdf(changed(change), DRIVE))


@pytest.mark.parametrize("key", ["OutputIntents", "PageLabels"])
@pytest.mark.parametrize("value", [7, Name.No, Array([1]), Dictionary(Nums=7)])
def test_a_description_of_a_wrong_type_is_a_finding(key: str, value: object) -> None:
    data = changed(lambda document: document.Root.__setattr__(key, value))
    assert preflight_pdf(data, DRIVE).looked_at == "2 pages"


@pytest.mark.parametrize(
    "contents", [b"k", b"/A k", b"(a) 1 g", b"/Nothing cs 1 sc", b"[1] cs", b"1 2 3 scn"]
)
def test_operators_without_their_operands_do_no_harm(contents: bytes) -> None:
    data = changed(lambda document: document.pages[0].obj.Contents[1].write(contents))
    assert preflight_pdf(data, DRIVE).looked_at == "2 pages"


def test_a_form_that_contains_itself_is_read_once() -> None:
    def contain_itself(document: pikepdf.Pdf) -> None:
        form = document.pages[0].obj.Resources.XObject.Form
        form.Resources.XObject.Im = form

    assert preflight_pdf(changed(contain_itself), DRIVE).looked_at == "2 pages"


def test_a_color_space_in_itself_is_a_finding() -> None:
    def contain_itself(document: pikepdf.Pdf) -> None:
        space = document.make_indirect(Array([Name.Indexed]))
        space.append(space)
        document.pages[0].obj.Resources.ColorSpace.Spot = space

    assert "a color cannot be read" in damage_in(preflight_pdf(changed(contain_itself), DRIVE))


def test_a_pdf_with_a_password_or_without_pages_is_rejected() -> None:
    with pikepdf.open(io.BytesIO(rich_pdf())) as document:
        locked = saved(document, encryption=pikepdf.Encryption(owner="a", user="b"))
    with pytest.raises(PreflightError, match="requires a password; save it without one"):
        preflight_pdf(locked, DRIVE)
    with pytest.raises(PreflightError, match="has no pages"):
        preflight_pdf(saved(pikepdf.new()), DRIVE)


@pytest.mark.parametrize("data", [b"%PDF-", b"%PDF-1.4\ntrailer<</Root 1 0 R>>", rich_pdf()[:3000]])
def test_messages_about_damaged_pdfs_are_the_same_each_time(data: bytes) -> None:
    messages = set()
    for _ in range(2):
        with pytest.raises(PreflightError) as caught:
            preflight_pdf(data, DRIVE)
        messages.add(str(caught.value))
    assert len(messages) == 1
    assert " at 0x" not in messages.pop()


# Small files that unpack to large ones, or that mean more work than they look like.


def bomb(chunk: bytes) -> bytes:
    """A page with 256 MiB of a text in a fraction of it."""
    with pikepdf.open(io.BytesIO(rich_pdf())) as document:
        packer = zlib.compressobj(9)
        part = chunk * (MIB // len(chunk))
        packed = b"".join(packer.compress(part) for _ in range(256)) + packer.flush()
        stream = pikepdf.Stream(document, packed)
        stream.Filter = Name.FlateDecode
        document.pages[0].obj.Contents = stream
        return saved(document, compress_streams=False)


def forms_in_forms() -> bytes:
    """Forms that paint the next one twice, forty deep."""
    with pikepdf.open(io.BytesIO(rich_pdf())) as document:
        form = document.make_stream(b"0 0 1 1 re f", Subtype=Name.Form, BBox=[0, 0, 9, 9])
        for _ in range(40):
            inner = Dictionary(XObject=Dictionary(F=form))
            form = document.make_stream(b"/F Do /F Do", Subtype=Name.Form, BBox=[0, 0, 9, 9], Resources=inner)
        page = document.pages[0].obj
        page.Resources.XObject.F, page.Contents = form, document.make_stream(b"/F Do")
        return saved(document)


@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited on Linux")
@pytest.mark.soak
@pytest.mark.parametrize("make", every(times(2, 1), [forms_in_forms, lambda: bomb(b"q ")]))
def test_a_small_pdf_that_means_endless_work_is_rejected(tmp_path: Path, make: Callable[[], bytes]) -> None:
    path = tmp_path / "bomb.pdf"
    path.write_bytes(make())
    assert path.stat().st_size < MIB
    with pytest.raises(PreflightError, match=r"bomb\.pdf cannot be checked: that takes more than .*; split"):
        preflight(path, DRIVE)


@pytest.mark.parametrize("data", [b"%PDF-1.4 and no more", rich_pdf(), b""])
def test_a_pdf_of_somebody_else_is_not_a_kit(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "kit.pdf"
    path.write_bytes(data)
    with pytest.raises(InputError, match=r"kit\.pdf is not a play kit with a hash"):
        read_printed(str(path))


# Images.


def chunk(kind: bytes, body: bytes) -> bytes:
    return len(body).to_bytes(4) + kind + body + zlib.crc32(kind + body).to_bytes(4)


HEADER = chunk(b"IHDR", (825).to_bytes(4) + (1125).to_bytes(4) + bytes([8, 2, 0, 0, 0]))
DOTS = chunk(b"pHYs", (11811).to_bytes(4) * 2 + b"\1")
REST = chunk(b"IDAT", b"pixels") + chunk(b"IEND", b"")
IMAGE = b"\x89PNG\r\n\x1a\n" + HEADER + DOTS + REST


def test_an_image_that_is_cut_off_anywhere_is_damaged() -> None:
    assert preflight_png(IMAGE, CRAFTER, "a.png").findings == ()
    for end in range(8, len(IMAGE)):
        report = preflight_png(IMAGE[:end], CRAFTER, "a.png")
        assert damage_in(report) == {"the image is damaged: the file is cut off"}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (IMAGE.replace(b"pixels", b"pixelz"), "a checksum is wrong"),
        (IMAGE.replace(HEADER, b""), "it does not begin with a size"),
        (IMAGE.replace(HEADER, chunk(b"IHDR", bytes(13))), "it does not begin with a size"),
        (IMAGE.replace(chunk(b"IDAT", b"pixels"), b""), "it has no pixels"),
        (IMAGE.replace(DOTS, chunk(b"tEXt", b"") * 100_000), "it has more than 100000 chunks"),
    ],
)
def test_a_damaged_image_is_a_finding(data: bytes, message: str) -> None:
    assert damage_in(preflight_png(data, CRAFTER, "a.png")) == {f"the image is damaged: {message}"}
