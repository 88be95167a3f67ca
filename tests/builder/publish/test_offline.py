"""The site as an app, with a site of a few pages."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typst
from PIL import Image, ImageChops, ImageStat
from site_server import Served, served
from soak import soak_only

from builder.publish import STATIC
from builder.publish.offline import LIST, MANIFEST, WORKER, write_offline
from builder.publish.offline.site_files import MAX_PICTURE, files_of_site

PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<link rel="manifest" href="{up}manifest.webmanifest"><link rel="next" href="{up}guide/other.html">
<link rel="stylesheet" href="{up}_static/site.css?v=1"><script defer src="{up}_static/offline.js"></script>
</head><body><h1>{title}</h1><p class="bb-offline"></p><img src="{up}_static/big.png" alt="" width="9">
<a href="{up}guide/other.html">other</a></body></html>"""
KEPT = "(await (await caches.open((await caches.keys())[0])).keys()).map((request) => request.url)"
READY = "document.documentElement.dataset.offline === 'ready'"


def write_site(folder: Path, pages: dict[str, str]) -> None:
    """Write pages with these titles, and what makes them an app."""
    static = folder / "_static"
    static.mkdir(parents=True, exist_ok=True)
    (static / "offline.js").write_bytes((STATIC / "offline.js").read_bytes())
    (static / "site.css").write_text("@font-face { src: url('a.woff2') } i { background: url(big.png) }")
    (static / "a.woff2").write_bytes(b"font")
    (static / "big.png").write_bytes(bytes(MAX_PICTURE + 1))
    (static / "small.png").write_bytes(bytes(9))
    for name, title in pages.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(PAGE.format(title=title, up="../" * name.count("/")), encoding="utf-8")
    write_offline(folder, "index.html", ["index.html", "search.html"], "A site", "site")


FIRST = {
    "index.html": "Home",
    "search.html": "Search",
    "guide/other.html": "Other",
    "guide/last one.html": "Last",
}


@pytest.fixture
def site(tmp_path: Path) -> Path:
    folder = tmp_path / "host" / "my site"
    write_site(folder, FIRST)
    (folder / "_sources").mkdir()
    (folder / "_sources" / "index.md.txt").write_text("source", encoding="utf-8")
    (folder / "kit.pdf").write_bytes(b"%PDF")
    (folder / ".doctrees").mkdir()
    (folder / ".doctrees" / "x.html").write_text("hidden", encoding="utf-8")
    write_site(folder, FIRST)
    return folder


@pytest.fixture
def host(site: Path) -> Iterator[Served]:
    """A host that has the site in a folder."""
    with served(site.parent) as host:
        yield host


@pytest.fixture
def context(browser: Any) -> Iterator[Any]:
    context = browser.new_context()
    yield context
    context.close()


def ready(page: Any, address: str) -> None:
    """Open a page, and wait until the site is on the device."""
    page.goto(address)
    page.wait_for_function(READY)


def until(page: Any, condition: str) -> None:
    """Wait until a condition in JavaScript, which may wait itself, is true."""
    for _ in range(100):
        if page.evaluate(f"(async () => {condition})()"):
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"never true: {condition}")


def test_files_are_loaded_at_once_in_the_background_or_on_demand(site: Path) -> None:
    listed = json.loads((site / LIST).read_text(encoding="utf-8"))
    assert {group: sorted(files) for group, files in listed.items()} == {
        "core": ["_static/a.woff2", "_static/offline.js", "_static/site.css", "index.html",
                 "manifest.webmanifest", "search.html"],
        "pages": ["_static/small.png", "guide/last one.html", "guide/other.html"],
        "others": ["_sources/index.md.txt", "_static/big.png", "kit.pdf"],
    }  # fmt: skip


def test_the_same_site_gives_the_same_files(site: Path) -> None:
    names = (WORKER, LIST, MANIFEST)
    before = [(site / name).read_bytes() for name in names]
    write_site(site, FIRST)
    assert [(site / name).read_bytes() for name in names] == before
    write_site(site, {**FIRST, "guide/other.html": "Changed"})
    after = [(site / name).read_bytes() for name in names]
    assert [name for name, old, new in zip(names, before, after, strict=True) if old != new] == [WORKER, LIST]


def test_pages_of_the_games_come_before_other_pages(tmp_path: Path) -> None:
    write_site(
        tmp_path, {"index.html": "Home", "search.html": "Search", "api/a.html": "A", "reference/b.html": "B"}
    )
    pages = [*files_of_site(tmp_path, ["index.html"], [WORKER]).pages]
    assert pages == ["_static/small.png", "reference/b.html", "api/a.html", "search.html"]


def test_the_manifest_names_icons_that_exist(site: Path) -> None:
    manifest = json.loads((site / MANIFEST).read_text(encoding="utf-8"))
    assert (manifest["start_url"], manifest["scope"], manifest["display"]) == (
        "index.html",
        "./",
        "standalone",
    )
    for icon in manifest["icons"]:
        data = (STATIC / icon["src"].removeprefix("_static/")).read_bytes()
        size = int.from_bytes(data[16:20], "big")
        assert icon["sizes"] == f"{size}x{size}"
        assert len(data) < 8_000


@pytest.mark.parametrize("size", [192, 512])
@pytest.mark.parametrize("name", ["app", "maskable"])
def test_the_png_of_an_icon_is_drawn_from_its_svg(name: str, size: int) -> None:
    paper = f"width: {size}pt, height: {size}pt, margin: 0pt, fill: none"
    page = f'#set page({paper})\n#image("{name}.svg", width: 100%)'
    drawn = typst.compile(page.encode(), root=STATIC / "icons", format="png", ppi=72)
    committed = (STATIC / "icons" / f"{name}-{size}.png").read_bytes()
    images = [Image.open(io.BytesIO(data)).convert("RGBA") for data in (drawn, committed)]
    apart = ImageChops.difference(*images)
    # The committed file has a palette of 32 colors.
    assert max(ImageStat.Stat(apart).mean) < 1


def test_after_one_visit_all_pages_open_without_a_network(context: Any, host: Served) -> None:
    page = context.new_page()
    root = f"{host.address}my%20site/"
    ready(page, root)
    assert page.locator(".bb-offline").inner_text() == "This site is on this device and works offline."
    asked = {path.removeprefix("my%20site/") for path in host.loaded()}
    assert "guide/last%20one.html" in asked
    # Kits are loaded only on demand.
    assert "kit.pdf" not in asked
    context.set_offline(True)
    for address, title in {
        "": "Home", "index.html": "Home", "guide/other.html?q=x#y": "Other", "guide/other": "Other",
        "guide/last%20one.html": "Last", "search.html?q=airlock": "Search",
    }.items():  # fmt: skip
        page.goto(root + address)
        assert page.locator("h1").inner_text() == title
        assert page.evaluate("document.styleSheets.length") == 1
        assert page.url == root + address
    assert host.loaded() == []


def test_a_page_that_is_not_kept_is_explained_and_leads_home(context: Any, host: Served) -> None:
    page = context.new_page()
    ready(page, f"{host.address}my%20site/")
    context.set_offline(True)
    page.goto(f"{host.address}my%20site/guide/none.html")
    assert page.locator("h1").inner_text() == "Not on this device"
    page.get_by_role("link").click()
    page.wait_for_url("**/index.html")
    assert page.locator("h1").inner_text() == "Home"


def test_what_is_loaded_on_demand_is_kept_when_it_is_first_seen(context: Any, host: Served) -> None:
    page = context.new_page()
    ready(page, f"{host.address}my%20site/")
    ask = "fetch('kit.pdf').then((response) => response.text(), () => 'none')"
    context.set_offline(True)
    assert page.evaluate(ask) == "none"
    context.set_offline(False)
    assert page.evaluate(ask) == "%PDF"
    context.set_offline(True)
    assert page.evaluate(ask) == "%PDF"


def test_a_new_version_loads_only_what_changed_and_drops_what_is_gone(
    context: Any, host: Served, site: Path
) -> None:
    page = context.new_page()
    root = f"{host.address}my%20site/"
    ready(page, root)
    (site / "guide/last one.html").unlink()
    write_site(
        site,
        {"index.html": "Home", "search.html": "Search", "guide/other.html": "Changed", "new.html": "New"},
    )
    host.loaded()
    page.goto(root)
    has_new, has_gone = (f"{KEPT}.some((url) => url.includes('{name}'))" for name in ("new.html", "last"))
    until(page, f"{has_new} && !{has_gone}")
    asked = {path.removeprefix("my%20site/") for path in host.loaded()}
    # The picture was on the page before there was a worker to keep it.
    assert sorted(asked - {WORKER, LIST, "_static/big.png"}) == ["guide/other.html", "new.html"]
    context.set_offline(True)
    titles = []
    for name in ("guide/other.html", "new.html", "guide/last%20one.html"):
        page.goto(root + name)
        titles.append(page.locator("h1").inner_text())
    assert titles == ["Changed", "New", "Not on this device"]


def test_a_site_that_was_removed_from_its_host_leaves_the_device(
    context: Any, host: Served, site: Path
) -> None:
    page = context.new_page()
    root = f"{host.address}my%20site/"
    ready(page, root)
    (site / WORKER).unlink()
    (site / "index.html").write_text("<!doctype html><h1>Another site</h1>", encoding="utf-8")
    page.goto(root)
    until(page, "!(await caches.keys()).length")
    page.goto(root)
    assert page.locator("h1").inner_text() == "Another site"


def test_two_sites_on_a_host_stay_apart(context: Any, host: Served, site: Path) -> None:
    write_site(site.parent / "second", {"index.html": "Second", "search.html": "Search"})
    page = context.new_page()
    for name in ("my%20site", "second"):
        ready(page, f"{host.address}{name}/")
    context.set_offline(True)
    for name, title in (("my%20site", "Home"), ("second", "Second")):
        page.goto(f"{host.address}{name}/index.html")
        assert page.locator("h1").inner_text() == title


def test_pages_that_the_host_redirects_are_kept(context: Any, site: Path) -> None:
    page = context.new_page()
    with served(site, is_short=True) as host:
        ready(page, host.address)
        context.set_offline(True)
        for name in ("guide/other", "guide/other.html"):
            page.goto(host.address + name)
            assert page.locator("h1").inner_text() == "Other"


@soak_only
@pytest.mark.parametrize("to", ["dirhtml", "singlehtml", "epub"])
def test_only_a_site_of_several_pages_is_an_app(build: Any, tmp_path: Path, to: str) -> None:
    pages = {"index.md": "# Home\n\n```{toctree}\nreference/index\n```\n"}
    built, _ = build(tmp_path, pages, 'brainbug_pages = ["handspan"]\n', to)
    is_site = to == "dirhtml"
    assert (built / WORKER).is_file() == is_site
    start = next(built.glob("index.*html")).read_text(encoding="utf-8")
    assert ("manifest.webmanifest" in start) == ("offline.js" in start) == is_site
    if is_site:
        core = json.loads((built / LIST).read_text(encoding="utf-8"))["core"]
        assert {"index.html", "search/index.html", "_static/search_data.js"} <= core.keys()


def test_a_device_that_saves_data_loads_no_other_pages(context: Any, host: Served) -> None:
    context.add_init_script("Object.defineProperty(navigator, 'connection', { value: { saveData: true } })")
    page = context.new_page()
    page.goto(f"{host.address}my%20site/")
    page.wait_for_function(
        "async () => Boolean((await navigator.serviceWorker.ready) && navigator.serviceWorker.controller)"
    )
    page.wait_for_timeout(300)
    assert not [path for path in host.loaded() if path.endswith("other.html")]
    context.set_offline(True)
    page.goto(f"{host.address}my%20site/search.html")
    assert page.locator("h1").inner_text() == "Search"


def test_a_site_in_a_folder_has_no_worker_and_reports_no_error(context: Any, site: Path) -> None:
    page = context.new_page()
    messages: list[str] = []
    page.on("console", lambda message: messages.append(message.text))
    page.on("pageerror", lambda fault: messages.append(str(fault)))
    page.goto((site / "index.html").as_uri())
    page.wait_for_load_state()
    assert messages == []
    assert page.locator("link[rel=manifest]").count() == 0
