"""The file in Datasette, without any configuration."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from datasette.app import Datasette
from soak import soak_only

from builder.exchange.sqlite.file import metadata_rows

NAMES = [values["relation"] for _, values in metadata_rows() if values["sort"] in ("relation", "view")]
ROW = "/rules/entries/bug-hunter~3Arule~2F304~2E1"


def fetch(path: Path, urls: Sequence[str]) -> list[Any]:
    async def ask() -> list[Any]:
        served = Datasette([str(path)])
        await served.invoke_startup()
        return [await served.client.get(url) for url in urls]

    # Playwright keeps an event loop running in this thread.
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(ask())).result()


@pytest.fixture(scope="module")
def pages(rules_db: Path) -> dict[str, Any]:
    urls = ["/", "/rules", ROW, *(f"/rules/{name}" for name in NAMES)]
    return dict(zip(urls, fetch(rules_db, urls), strict=True))


@soak_only
def test_every_relation_and_view_has_a_page(pages: dict[str, Any]) -> None:
    assert {url: page.status_code for url, page in pages.items()} == dict.fromkeys(pages, 200)
    for name in NAMES:
        assert f"/rules/{name}" in pages["/rules"].text


@soak_only
def test_entries_can_be_searched_on_their_page(pages: dict[str, Any]) -> None:
    assert 'name="_search"' in pages["/rules/entries"].text


@soak_only
def test_keys_are_links_in_both_directions(pages: dict[str, Any]) -> None:
    assert "How decompression works" in pages[ROW].text
    for relation in ("links?from_id", "links?to_id", "sections?entry_id"):
        assert f'href="/rules/{relation}=bug-hunter:rule/304.1"' in pages[ROW].text
    assert 'href="/rules/documents/advanced-infantry~3Aadvanced-infantry"' in pages["/rules/entries"].text
    assert 'href="/rules/bases/printed"' in pages["/rules/cells"].text


def test_json_gives_cells_searches_and_queries(rules_db: Path) -> None:
    query = urlencode(
        {
            "sql": "SELECT chance FROM odds_readable WHERE question_id = :id AND result = '2'",
            "id": "bug-hunter:table/random-panic#force=marine",
            "_shape": "arrays",
        }
    )
    cell, search, odds = fetch(
        rules_db,
        [
            "/rules/cells.json?_shape=array&id=bug-hunter:table/random-panic%23force=marine%26die=5",
            "/rules/entries.json?_shape=array&_search=airlock&game_id=bug-hunter&kind=term",
            f"/rules.json?{query}",
        ],
    )
    assert [(row["number"], row["basis"]) for row in cell.json()] == [(4, "printed")]
    assert "bug-hunter:term/airlock" in [row["id"] for row in search.json()]
    assert odds.json()["rows"] == [["1/3"]]
