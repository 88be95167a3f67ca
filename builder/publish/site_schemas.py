"""The JSON Schemas as part of a site, and a catalog of them in the format of SchemaStore."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

from sphinx.application import Sphinx

from rulesdb.files.writing import write_file
from rulesdb.shipped import shipped

FOLDER = "schemas"
CATALOG = "catalog.json"
_CATALOG_SCHEMA = "https://json.schemastore.org/schema-catalog.json"
_SUFFIX = ".schema.json"
_FILES = {
    "scenario": "*.brainbug.yaml",
    "supplement": "*.supplement.brainbug.yaml",
    "words": "*.words.brainbug.yaml",
}
"""The schemas of files that designers write, with the names by which editors recognize such files."""


def write_schemas(app: Sphinx, error: Exception | None) -> None:
    """Write every schema below ``schemas/``, where its address never changes, and the catalog."""
    if error is not None or app.builder.format != "html":
        return
    folder = Path(app.outdir) / FOLDER
    folder.mkdir(exist_ok=True)
    schemas = {path.name: json.loads(path.read_text(encoding="utf-8")) for path in _shipped_schemas()}
    base = urljoin(app.config.html_baseurl, f"{FOLDER}/") if app.config.html_baseurl else ""
    for name, schema in schemas.items():
        # Validators look for the other schemas next to the address in `$id`, so without one it is left out.
        _write(folder / name, {"$id": f"{base}{name}", **schema} if base else schema)
    _write(folder / CATALOG, catalog(base, schemas))


def catalog(base: str, schemas: dict[str, Any]) -> dict[str, Any]:
    """The entries for SchemaStore; ``base`` is the address of the folder, or empty for relative addresses."""
    entries = [
        {
            "name": f"brainbug {name}",
            "description": schemas[f"{name}{_SUFFIX}"]["description"],
            "fileMatch": [pattern, pattern.removesuffix("yaml") + "yml"],
            "url": f"{base}{name}{_SUFFIX}",
        }
        for name, pattern in _FILES.items()
    ]
    return {"$schema": _CATALOG_SCHEMA, "version": 1, "schemas": entries}


def _shipped_schemas() -> list[Path]:
    return sorted(shipped("schemas").glob(f"*{_SUFFIX}"))


def _write(path: Path, data: dict[str, Any]) -> None:
    write_file(path, json.dumps(data, indent=2, ensure_ascii=False) + "\n", force=True)
