"""A user's own Sphinx project: it cites rules and embeds tables, odds and rosters."""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from sphinx.application import Sphinx
from sphinx.errors import ConfigError
from sphinx.util.docutils import docutils_namespace

ROOT = Path(__file__).resolve().parents[3]
PUBLISHED = "https://reference.example/"
SETTINGS = 'brainbug_pages = False\nbrainbug_game = "bug-hunter"\n'


class Words(HTMLParser):
    """The text of the page's body, and the target of each link by its words."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: dict[str, str] = {}
        self._target = ""
        self.text = ""
        self.feed(html.partition("<body>")[2])

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "a":
            self._target = dict(attrs).get("href") or ""

    def handle_endtag(self, tag: str) -> None:
        if tag == "a":
            self._target = ""

    def handle_data(self, data: str) -> None:
        self.text += data
        if self._target:
            self.links[data] = self._target


def words(folder: Path, page: str = "index.html") -> Words:
    return Words((folder / page).read_text(encoding="utf-8"))


RULE = "304.2 Effects of decompression"
CITED = {
    "{rule}`bug-hunter:304.2`": (RULE, "bug-hunter/rule/304.2"),
    "{rule}`304.2`": (RULE, "bug-hunter/rule/304.2"),
    "{rule}`~304.2`": ("304.2", "bug-hunter/rule/304.2"),
    "{rule}`as air leaks <304.2>`": ("as air leaks", "bug-hunter/rule/304.2"),
    "{weapon}`MP`": ("Machine pistol", "bug-hunter/weapon/machine-pistol"),
    "{weapon}`~machine-pistol`": ("MP", "bug-hunter/weapon/machine-pistol"),
    "{bb:term}`handspan:command-point`": ("Command point", "handspan/term/command-point"),
    "{bb:procedure}`decompression`": ("Decompression", "bug-hunter/procedure/decompression"),
    "{bb:scenario}`dead-air`": ("Dead Air", "bug-hunter/scenarios/dead-air"),
    "{bb:code}`BB206`": ("BB206 unsealed-area", "lint/BB206"),
    "{bb:code}`~BB206`": ("BB206", "lint/BB206"),
    "[](inv:brainbug:bb:rule#bug-hunter:304.2)": (RULE, "bug-hunter/rule/304.2"),
    "{external+brainbug:bb:rule}`bug-hunter:304.2`": (RULE, "bug-hunter/rule/304.2"),
}


@pytest.fixture(scope="module")
def citing(tmp_path_factory: pytest.TempPathFactory, build: Any, whole_site: Path) -> Any:
    """A project without reference pages, linked to a site that has them: one page for each citation."""
    inventory = {"brainbug": (PUBLISHED, str(whole_site / "objects.inv"))}
    files = {f"page-{number}.md": f"# Mine\n\n{cited}\n" for number, cited in enumerate(CITED)}
    files["index.md"] = "# Mine\n\n```{toctree}\n:glob:\n\npage-*\n```\n"
    settings = f"{SETTINGS}intersphinx_mapping = {inventory!r}\n"
    return build(tmp_path_factory.mktemp("citing"), files, settings)


# Citing.


def test_citations_give_no_warning(citing: tuple[Path, list[str]]) -> None:
    assert citing[1] == []


@pytest.mark.parametrize("cited", CITED)
def test_a_citation_leads_to_the_published_site(citing: tuple[Path, list[str]], cited: str) -> None:
    text, page = CITED[cited]
    links = words(citing[0], f"page-{list(CITED).index(cited)}.html").links
    assert links[text] == f"{PUBLISHED}reference/{page}.html"


def test_a_project_without_reference_pages_keeps_its_search_and_cites_by_title(
    build: Any, tmp_path: Path
) -> None:
    built, warnings = build(tmp_path, {"index.md": "# Mine\n\nSee {rule}`304.2`.\n"}, SETTINGS)
    assert warnings == []
    assert "See 304.2 Effects of decompression." in words(built).text
    assert "304.2 Effects of decompression" not in words(built).links
    assert not (tmp_path / "reference").exists()
    assert (built / "searchindex.js").is_file()


WHICH = "is ambiguous: write one of bugged:movement, handspan:movement"
WARNINGS = {
    "{rule}`304.22`": "no rule 304.22; did you mean bug-hunter:304.2",
    "{rule}`movement`": f"rule 'movement' {WHICH}",
    "{weapon}`handspan:MP`": "no weapon handspan:MP",
    "{weapon}`bug-hunter:machine-pistole`": (
        "no weapon bug-hunter:machine-pistole; did you mean bug-hunter:machine-pistol"
    ),
    "```{bb:table} random-panik\n```": "no table random-panik; did you mean bug-hunter:random-panic",
    "```{bb:rule} movement\n```": f"rule 'movement' {WHICH}",
    "```{bb:odds} random-panic force=nobody\n```": "force='nobody': use one of: colonist, crew, marine, pred",
    "```{bb:odds} random-panic marine\n```": "not an input: 'marine'; write name=value, such as force=marine",
    "```{bb:odds} 4d6khh\n```": "dice, column 4: expected",
    "```{bb:roster} away.yaml\n```": "away.yaml:1:1: BB001 cannot read the file",
    "```{bb:map} mine.yaml\n:level: uper\n```": "mine.yaml: no level `uper`; did you mean `upper`?",
    "```{bb:roster} mine.yaml\n:force: crow\n```": "mine.yaml: no force `crow`; did you mean `crew`?",
}


@pytest.fixture(scope="module")
def warned(tmp_path_factory: pytest.TempPathFactory, build: Any) -> Mapping[str, str]:
    """The first warning of each page."""
    folder = tmp_path_factory.mktemp("warned")
    shutil.copy(ROOT / "scenarios/bug_hunter/dead-air.yaml", folder / "mine.yaml")
    files = {f"page-{number}.md": f"# Mine\n\nWords.\n\n{cited}\n" for number, cited in enumerate(WARNINGS)}
    files["index.md"] = "# Mine\n\n```{toctree}\n:glob:\n\npage-*\n```\n"
    _, warnings = build(folder, files, SETTINGS)
    by_target: dict[str, str] = {}
    for warning in warnings:
        page = re.search(r"page-\d+\.md", warning)
        by_target.setdefault(page[0] if page else "", warning)
    return by_target


@pytest.mark.parametrize("cited", WARNINGS)
def test_missing_and_ambiguous_targets_are_warnings_with_file_and_line(
    warned: Mapping[str, str], cited: str
) -> None:
    page = f"page-{list(WARNINGS).index(cited)}.md"
    assert f"{page}:5: WARNING: " in warned[page]
    assert WARNINGS[cited] in warned[page]


# Embedding.

EMBEDDED = """
```{bb:table} random-panic
```

```{bb:table} random-panic
:plain:
```

```{bb:odds} random-panic
:vary: force=marine,crew
:show: at-least
```

```{bb:odds} 4d6kh2
```

```{bb:roster} mine.yaml
:force: crew
```

```{bb:roster} standard-colonists
```

```{bb:map} mine.yaml
:level: upper
```

```{bb:weapon} MP
```

```{bb:table} combat-results
```
"""


@pytest.fixture(scope="module")
def embedded(tmp_path_factory: pytest.TempPathFactory, build: Any) -> tuple[Path, list[str]]:
    folder = tmp_path_factory.mktemp("designer")
    shutil.copy(ROOT / "scenarios/bug_hunter/dead-air.yaml", folder / "mine.yaml")
    files = {"index.md": f"# Mine\n\n{EMBEDDED}\n\n```{{toctree}}\nplain\n```\n"}
    files["plain.rst"] = "In reStructuredText\n===================\n\n.. bb:table:: random-panic\n"
    built, warnings = build(folder, files, SETTINGS)
    return built, warnings


def test_a_page_with_everything_embedded_has_no_warning(embedded: tuple[Path, list[str]]) -> None:
    assert embedded[1] == []


@pytest.mark.parametrize(("page", "played", "tables"), [("index.html", 2, 3), ("plain.html", 1, 1)])
def test_an_embedded_table_is_complete_and_playable_unless_plain(
    embedded: tuple[Path, list[str]], page: str, played: int, tables: int
) -> None:
    html = (embedded[0] / page).read_text(encoding="utf-8")
    assert html.count('class="bb-play') == played
    assert html.count('class="bb-table"') == tables
    assert "tables.js" in html
    assert "brainbug.css" in html


def test_embedded_odds_are_side_by_side_with_their_source(embedded: tuple[Path, list[str]]) -> None:
    text = words(embedded[0]).text
    assert re.search(r"force\s+marine\s+crew\s+2\s+1 · 100.0%\s+1 · 100.0%\s+3\s+2/3 · 66.7%", text)
    assert "bug-hunter 309.2" in text
    assert "19/144 · 13.2%" in text


def test_a_roster_of_a_scenario_lists_its_people(embedded: tuple[Path, list[str]]) -> None:
    text = words(embedded[0]).text
    assert re.search(r"Sub-Lt. Mara Quill\s+Assistant squad leader\s+1\s+2\s+G\s+Machine pistol", text)
    assert "Stranglers" not in text
    assert "Standard colonists" in text


def test_an_embedded_map_is_a_zoomable_figure(embedded: tuple[Path, list[str]]) -> None:
    html = (embedded[0] / "index.html").read_text(encoding="utf-8")
    assert html.count('<figure class="bb-map">') == 1
    assert re.search(r'<svg role="img" aria-label="Map: [^"]*Upper', html)
    assert "maps.js" in html


def test_a_house_table_is_marked(embedded: tuple[Path, list[str]]) -> None:
    assert 'class="bb-basis bb-house"' in (embedded[0] / "index.html").read_text(encoding="utf-8")


def test_tables_are_embedded_in_other_formats(build: Any, tmp_path: Path) -> None:
    built, _ = build(tmp_path, {"index.md": "# Mine\n\n```{bb:table} random-panic\n```\n"}, SETTINGS, "text")
    text = (built / "index.txt").read_text(encoding="utf-8")
    assert re.search(r"marine\W+2\W+2\W+3\W+3\W+4\W+5", text)


def test_a_page_is_rebuilt_when_its_scenario_changes(build: Any, tmp_path: Path) -> None:
    scenario = tmp_path / "mine.yaml"
    shutil.copy(ROOT / "scenarios/bug_hunter/dead-air.yaml", scenario)
    index = {"index.md": "# Mine\n\n```{bb:roster} mine.yaml\n```\n"}
    build(tmp_path, index, SETTINGS)
    scenario.write_text(scenario.read_text("utf-8").replace("Mara Quill", "Mara Quail"), "utf-8")
    built, _ = build(tmp_path, index, SETTINGS)
    assert "Mara Quail" in words(built).text


# The indexes and the inventory of a project that has the pages.


@pytest.mark.parametrize(
    ("index", "title", "page"),
    [
        ("bb-entries", "Machine pistol", "bug-hunter/weapon/machine-pistol"),
        ("bb-games", "304.2 Effects of decompression", "bug-hunter/rule/304.2"),
        ("bb-abbreviations", "LAG: Light assault gun", "bug-hunter/weapon/light-assault-gun"),
    ],
)
def test_an_index_links_to_the_pages(whole_site: Path, index: str, title: str, page: str) -> None:
    assert words(whole_site, f"{index}.html").links[title].rstrip("#") == f"reference/{page}.html"


def test_a_supplement_in_the_settings_applies_to_embedded_entries(build: Any, tmp_path: Path) -> None:
    supplement = tmp_path / "mine.yaml"
    supplement.write_text(
        "kind: supplement\ngame: bug-hunter\ntitle: My charts\nchanges:\n"
        '  - {target: "table/firepower#weapon=MP&range=2-5", value: 5, reason: Charts card}\n',
        encoding="utf-8",
    )
    page = {"index.md": "# Page\n\n```{bb:table} firepower\n```\n"}
    settings = f"{SETTINGS}brainbug_supplements = [{str(supplement)!r}]\n"
    folder, warnings = build(tmp_path / "project", page, settings)
    assert warnings == []
    assert "(supplement)" in words(folder).text


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("brainbug_supplements = ['missing.yaml']", "missing.yaml:1:1: BB001 cannot read the file"),
        ("brainbug_supplements = [5]", "brainbug_supplements: 5: use a list of paths of files"),
        ("brainbug_pages = ['chess']", "brainbug_pages: no game 'chess'"),
        ("brainbug_pages = [5]", "brainbug_pages: 5: use a list of ids of games"),
        ("brainbug_scenarios = [5]", "brainbug_scenarios: 5: use a list of paths of files"),
        ("brainbug_kits = [5]", "brainbug_kits: 5: use a list of papers"),
    ],
)
def test_a_wrong_setting_is_an_error_of_the_configuration(tmp_path: Path, setting: str, message: str) -> None:
    settings = f"extensions = ['builder.publish']\n{SETTINGS}{setting}\n"
    (tmp_path / "conf.py").write_text(settings, encoding="utf-8")
    (tmp_path / "index.md").write_text("# Page\n", encoding="utf-8")
    with docutils_namespace(), pytest.raises(ConfigError, match=re.escape(message)):
        Sphinx(tmp_path, tmp_path, tmp_path / "out", tmp_path / "doctrees", "html", status=None, warning=None)
