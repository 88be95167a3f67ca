"""Texts of new scenarios: copies of those that come with brainbug, with another id and title."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path

from rulesdb import UnknownEntry
from rulesdb.files.folders import real_path
from rulesdb.nearest import nearest
from rulesdb.shipped import scenarios_folder, shipped
from rulesdb.yaml_source import load_yaml

SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*\Z")
"""The ids of scenarios."""
_TITLE = re.compile(r"^  title: (.*)$", re.MULTILINE)


def with_schema(text: str, path: Path) -> str:
    """The text after a first line with the schema's path for editors, relative to the file's folder."""
    schema = shipped("schemas") / "scenario.schema.json"
    try:
        place = os.path.relpath(schema, real_path(path).parent)
    except ValueError:
        # There is no relative path to another drive.
        place = str(schema)
    body = text.partition("\n")[2] if text.startswith("# yaml-language-server") else text
    return f"# yaml-language-server: $schema={Path(place).as_posix()}\n{body}"


def starters_of(game: str) -> dict[str, Path]:
    """The scenarios that come with a game, by id."""
    return {path.stem: path for path in sorted(scenarios_folder(game).glob("*.yaml"))}


def titles_of_starters(game: str) -> dict[str, str]:
    """The titles of the scenarios that come with a game, by id.

    >>> titles_of_starters("bug-hunter")["dead-air"]
    'Dead Air'
    """
    titles = {}
    for id, path in starters_of(game).items():
        match = _TITLE.search(path.read_text(encoding="utf-8"))
        titles[id] = match[1].strip("\"'") if match else id
    return titles


def scenario_of_mission(starters: Mapping[str, Path], mission: str) -> str:
    """The id of the first of some scenarios that plays a mission; empty if none does."""
    blocks = ((id, load_yaml(path).data["scenario"]) for id, path in starters.items())
    return next((id for id, block in blocks if block.get("mission") == mission), "")


def copied_scenario(starters: Mapping[str, Path], slug: str, title: str, source: str | None) -> str:
    """A copy of a scenario that comes with brainbug with another id; of the first one if none is named."""
    source = next(iter(starters)) if source is None else source
    if source not in starters:
        raise UnknownEntry(source, nearest(source, starters) or tuple(starters), "scenario")
    text = starters[source].read_text(encoding="utf-8")
    text = re.sub(r"^(  id: ).*$", rf"\g<1>{slug}", text, count=1, flags=re.MULTILINE)
    return re.sub(r"^(  title: ).*$", rf"\g<1>{title}", text, count=1, flags=re.MULTILINE)
