"""What PDF/X-1a:2003 asks of a file, and what every press does: fonts inside, nothing locked."""

from __future__ import annotations

from typing import Any

from builder.press.pdf.pdfx import VERSION
from builder.press.preflight.finding import Notebook
from builder.press.services.sheet import FileKind, Sheet

_FILES = ("/FontFile", "/FontFile2", "/FontFile3")
_HIGHEST = (1, 4)


def check_standard(document: Any, sheet: Sheet, notes: Notebook) -> None:
    """Note fonts that are missing, and what keeps the file from being PDF/X-1a where that is wanted."""
    for name in sorted(_missing_fonts(document)):
        notes.add("fonts", "file", f"font {name} is not embedded", "file", "every font is inside the file")
    if sheet.file is not FileKind.PDF_X:
        return
    wanted = f"{VERSION} is wanted"

    def add(message: str) -> None:
        notes.add("pdf-x", "file", message, "file", wanted)

    version = tuple(int(part) for part in document.pdf_version.split("."))
    if version > _HIGHEST:
        add(f"the file is PDF {document.pdf_version}, not 1.4 or older")
    if document.is_encrypted:
        add("the file is encrypted")
    info = document.docinfo
    if str(info.get("/GTS_PDFXVersion", "")) != VERSION:
        add("it does not say that it is PDF/X-1a:2003 (GTS_PDFXVersion)")
    if str(info.get("/Trapped", "")) not in ("/True", "/False"):
        add("it does not say whether it is trapped (Trapped)")
    for key in ("/Title", "/CreationDate", "/ModDate"):
        if key not in info:
            add(f"it has no {key[1:]}")
    intents = [each for each in document.Root.get("/OutputIntents", []) if each.get("/S") == "/GTS_PDFX"]
    if len(intents) != 1:
        add("it does not say for which printing condition it was made (OutputIntent)")
    if "/ID" not in document.trailer:
        add("it has no ID")
    for number, page in enumerate(document.pages, 1):
        for what in sorted(_not_allowed(page.obj.get("/Resources"), page.obj)):
            notes.add("pdf-x", f"page {number}", what, "file", wanted)


def _missing_fonts(document: Any) -> set[str]:
    import pikepdf

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


def _not_allowed(resources: Any, holder: Any) -> set[str]:
    """Transparency, notes and what else a page may not hold."""
    features = set()
    if holder.get("/Group", {}).get("/S") == "/Transparency":
        features.add("it is transparent in places")
    if len(holder.get("/Annots", [])):
        features.add("it has notes or links")
    if resources is None:
        return features
    for state in resources.get("/ExtGState", {}).values():
        if float(state.get("/ca", 1)) < 1 or float(state.get("/CA", 1)) < 1:
            features.add("it is transparent in places")
        if str(state.get("/SMask", "/None")) != "/None":
            features.add("it is transparent in places")
    for thing in resources.get("/XObject", {}).values():
        if "/SMask" in thing:
            features.add("it is transparent in places")
        if thing.get("/Subtype") == "/Form":
            features |= _not_allowed(thing.get("/Resources"), thing)
    return features
