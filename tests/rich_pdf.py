"""A small PDF with a part of every kind that preflight reads, to be damaged by tests."""

from __future__ import annotations

import functools
import io

import pikepdf
from pikepdf import Array, Dictionary, Name, String

_CONTENTS = b"""
q 0 0 0 1 k 0 0 198 270 re f Q
/Spot cs 0.5 scn 10 10 20 20 re f /Profile CS 1 SCN 0 0 9 9 re S 0.5 g 1 0 0 rg 0 0 1 RG
/Pattern cs /P0 scn 50 50 30 30 re f /S0 sh /G0 gs
q 72 0 0 72 60 60 cm /Indexed Do Q q 1 0 0 1 5 5 cm /Form Do Q
BT /F1 12 Tf 60 100 Td (ABCDEF) Tj /F2 9 Tf (a) Tj ET
q 10 0 0 10 0 0 cm BI /W 2 /H 2 /BPC 8 /CS /CMYK ID aaaabbbbccccdddd EI Q
"""


@functools.cache
def rich_pdf(*, compressed: bool = False) -> bytes:
    """Two pages as large as a card of DriveThruCards; without compression, every byte can be damaged."""
    document = pikepdf.new()

    def image(data: bytes, space: pikepdf.Object, **more: pikepdf.Object) -> pikepdf.Stream:
        size = {"Width": 20, "Height": 20, "BitsPerComponent": 8}
        return document.make_stream(
            data, Type=Name.XObject, Subtype=Name.Image, ColorSpace=space, **size, **more
        )

    profile = document.make_stream(b"profile", N=4, Alternate=Name.DeviceCMYK)
    function = Dictionary(FunctionType=2, Domain=[0, 1], C0=[0, 0, 0, 0], C1=[1, 1, 1, 1], N=1)
    unicode = b"1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfrange <41> <5A> <0041> endbfrange"
    described = Dictionary(
        Type=Name.FontDescriptor, FontName=Name.Plex, Flags=32, FontBBox=[0, 0, 1000, 1000], StemV=80,
        FontFile2=document.make_stream(b"\0\1\0\0 no font"),
    )  # fmt: skip
    font = Dictionary(
        Type=Name.Font, Subtype=Name.TrueType, BaseFont=Name.Plex, FirstChar=65, LastChar=70,
        Widths=[500] * 6, FontDescriptor=described, Encoding=Name.WinAnsiEncoding,
        ToUnicode=document.make_stream(unicode),
    )  # fmt: skip
    drawn = Dictionary(
        Type=Name.Font, Subtype=Name.Type3, FontBBox=[0, 0, 750, 750], FontMatrix=[0.001, 0, 0, 0.001, 0, 0],
        CharProcs=Dictionary(sq=document.make_stream(b"1000 0 0 0 750 750 d1 0 0 750 750 re f")),
        Encoding=Dictionary(Differences=[97, Name.sq]), FirstChar=97, LastChar=97, Widths=[1000],
        Resources=Dictionary(),
    )  # fmt: skip
    mask = image(bytes(400), Name.DeviceGray)
    palette = Array([Name.Indexed, Name.DeviceRGB, 255, String(b"\0" * 768)])
    form = document.make_stream(
        b"q 0.1 0.2 0.3 0.4 k 0 0 50 50 re f /Im Do Q BT /F1 8 Tf (ABC) Tj ET",
        Type=Name.XObject, Subtype=Name.Form, BBox=[0, 0, 50, 50],
        Group=Dictionary(S=Name.Transparency, CS=Name.DeviceCMYK),
        Resources=Dictionary(
            XObject=Dictionary(Im=image(bytes(1600), Name.DeviceCMYK)), Font=Dictionary(F1=font)
        ),
    )  # fmt: skip
    pattern = document.make_stream(
        b"0 0 5 5 re f", Type=Name.Pattern, PatternType=1, PaintType=1, TilingType=1, BBox=[0, 0, 9, 9],
        XStep=10, YStep=10, Resources=Dictionary(),
    )  # fmt: skip
    for _ in range(2):
        page = document.add_blank_page(page_size=(198, 270))
        page.trimbox, page.bleedbox = Array([9, 9, 189, 261]), Array([0, 0, 198, 270])
        page.obj.Contents = Array([document.make_stream(_CONTENTS), document.make_stream(b"q Q")])
        page.obj.Annots = Array([Dictionary(Type=Name.Annot, Subtype=Name.Link, Rect=[0, 0, 5, 5])])
        page.obj.Resources = Dictionary(
            ColorSpace=Dictionary(
                Spot=Array([Name.Separation, Name.Spot, Name.DeviceCMYK, function]),
                Profile=Array([Name.ICCBased, profile]),
            ),
            Pattern=Dictionary(P0=pattern),
            Shading=Dictionary(
                S0=Dictionary(
                    ShadingType=2, ColorSpace=Name.DeviceCMYK, Coords=[0, 0, 9, 9], Function=function
                )
            ),
            ExtGState=Dictionary(G0=Dictionary(ca=0.5, CA=1, SMask=Name("/None"))),
            XObject=Dictionary(Indexed=image(bytes(400), palette, SMask=mask), Form=form),
            Font=Dictionary(F1=font, F2=drawn),
        )
    labels = [0, Dictionary(P=String("back ")), 1, Dictionary(P=String("front "), S=Name.D)]
    document.Root.PageLabels = Dictionary(Nums=Array(labels))
    document.Root.OutputIntents = Array([Dictionary(Type=Name.OutputIntent, S=Name.GTS_PDFX)])
    document.docinfo["/Trapped"] = Name("/False")
    out = io.BytesIO()
    mode = pikepdf.ObjectStreamMode.generate if compressed else pikepdf.ObjectStreamMode.disable
    document.save(out, compress_streams=compressed, object_stream_mode=mode, deterministic_id=True)
    return out.getvalue()
