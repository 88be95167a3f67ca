"""The requirements of PDF/X-1a:2003, and those of every press: embedded fonts, no encryption."""

from __future__ import annotations

from collections.abc import Sequence

import pikepdf

from builder.press.pdf.pdfx import VERSION, is_transparent, painted_objects, resources_of
from builder.press.preflight.finding import Notebook
from builder.press.services.sheet import FileKind

_FILES = ("/FontFile", "/FontFile2", "/FontFile3")
_HIGHEST = (1, 4)


def check_standard(document: pikepdf.Pdf, pages: Sequence[pikepdf.Page], notes: Notebook) -> None:
    """Report missing fonts and, if PDF/X-1a is required, violations of it."""
    with notes.reading("file", "a font"):
        for name in sorted(_missing_fonts(document)):
            notes.add(
                "fonts", "file", f"font {name} is not embedded", "file", "every font is inside the file"
            )
    if notes.sheet.file is not FileKind.PDF_X:
        return
    with notes.reading("file", "the description of the file"):
        for message in _file_defects(document):
            notes.add("pdf-x", "file", message, "file", f"{VERSION} is required")
    for number, page in enumerate(pages, 1):
        with notes.reading(f"page {number}", "what it paints"):
            for message in _page_defects(page.obj):
                notes.add("pdf-x", f"page {number}", message, "file", f"{VERSION} is required")


def _file_defects(document: pikepdf.Pdf) -> list[str]:
    info = document.docinfo
    version = tuple(int(part) for part in document.pdf_version.split("."))
    intents = document.Root.get("/OutputIntents", pikepdf.Array())
    conditions = [each for each in intents if each.get("/S") == "/GTS_PDFX"]
    defects = {
        f"the file is PDF {document.pdf_version}, not 1.4 or older": version > _HIGHEST,
        "the file is encrypted": document.is_encrypted,
        "it is not marked as PDF/X-1a:2003 (GTS_PDFXVersion)": (
            str(info.get("/GTS_PDFXVersion", "")) != VERSION
        ),
        "it does not state whether it is trapped (Trapped)": (
            str(info.get("/Trapped", "")) not in ("/True", "/False")
        ),
        **{f"it has no {key}": f"/{key}" not in info for key in ("Title", "CreationDate", "ModDate")},
        "it does not state one printing condition (OutputIntent)": len(conditions) != 1,
        "it has no ID": "/ID" not in document.trailer,
    }
    return [message for message, is_defect in defects.items() if is_defect]


def _missing_fonts(document: pikepdf.Pdf) -> set[str]:
    missing = set()
    for each in document.objects:
        if not isinstance(each, pikepdf.Dictionary) or each.get("/Type") != "/Font":
            continue
        if each.get("/Subtype") in ("/Type0", "/Type3"):
            continue
        described = each.get("/FontDescriptor")
        if described is None or not any(key in described for key in _FILES):
            missing.add(str(each.get("/BaseFont", "without a name"))[1:])
    return missing


def _page_defects(page: pikepdf.Object) -> list[str]:
    defects = ["it has annotations or links"] if len(page.get("/Annots", pikepdf.Array())) else []
    for holder in (page, *painted_objects(page)):
        group = holder.get("/Group", pikepdf.Dictionary())
        states = resources_of(holder, "/ExtGState")
        if group.get("/S") == "/Transparency" or "/SMask" in holder or any(map(is_transparent, states)):
            return [*defects, "it is transparent in places"]
    return defects
