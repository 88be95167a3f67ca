"""The maps of a kit: who sees what, posters of true size, and dead ground as in the analysis."""

from __future__ import annotations

import io
import re
from pathlib import Path
from xml.etree import ElementTree

import pdfplumber
import placement
import pytest
from soak import every, times

from builder.analysis.dead_ground import dead_ground
from builder.draw.surface.canvas import Drawing, svg_text
from builder.draw.surface.theme import load_theme
from builder.press.kit.kit import Kit, compose_kit, kit_work
from builder.press.kit.map_choices import MapChoices
from builder.press.pdf.pdf import pdf_bytes
from builder.press.services.sheet_file import load_paper
from builder.scenario.load import load_scenario, scenario_from
from builder.scenario.model import Scenario
from builder.scenario.secrets import owners_of_secrets, with_secrets_of
from rulesdb import InputError
from rulesdb.shipped import shipped
from rulesdb.yaml_source import parse_yaml

pytestmark = pytest.mark.soak
SVG = "{http://www.w3.org/2000/svg}"
MM = 25.4 / 72
SCENARIOS = {
    "hex": "bug_hunter/dead-air.yaml",
    "land": "bugged/kessel-wash.yaml",
    "dots": "advanced_infantry/customs-house.yaml",
    "table": "mobile_infantry/fort-hadley.yaml",
}


def file_of(kind: str) -> Path:
    return shipped("scenarios") / SCENARIOS[kind]


def maps(scenario: Scenario, choices: MapChoices) -> Kit:
    return compose_kit(scenario, load_paper("a4"), load_theme(), parts=["map"], maps=choices)


def written(drawing: Drawing) -> str:
    """Every text of a drawing, including those of clipped drawings on it."""
    root = ElementTree.fromstring(svg_text(drawing).encode("utf-8"))
    return "\n".join(text.text or "" for text in root.iter(f"{SVG}text"))


@pytest.fixture(scope="module", params=every(times(3, 1), ["hex", "land", "table", "dots"]))
def with_secrets(request: pytest.FixtureRequest) -> Scenario:
    """A scenario of each kind of map, with a secret last zone and secret objectives."""
    text = file_of(request.param).read_text(encoding="utf-8")
    zones = re.findall(r"^    - \{id: [^}]*title: [^}]*\}", text[text.index("  zones:") :], flags=re.M)
    secret = next(zone for zone in reversed(zones) if "force:" not in zone)
    text = text.replace(secret, secret.removesuffix("}") + ", secret: true}")
    text = re.sub(r"^(  - id: [a-z-]+\n    title: [^\n]+\n    side: [a-z]+\n)(?=    (level|hex|dot|at))",
                  r"\1    secret: true\n", text, flags=re.M)  # fmt: skip
    return scenario_from(parse_yaml(text, "secret.yaml"))


def secrets_of(scenario: Scenario) -> set[str]:
    """The texts about secrets; objectives on decks are stars without names, which are tested below."""
    titles = {zone.title for zone in scenario.zones if zone.secret}
    if scenario.map.kind != "hex":
        titles |= {item.title for item in scenario.objectives if item.secret}
    return titles


def shows(text: str, title: str) -> bool:
    return bool(
        re.search(rf"^(\d[\d, ]* )?(.* · )?{re.escape(title)}( \(.*\)| · .*)?$", text, flags=re.M | re.I)
    )


def texts_of(kit: Kit) -> list[str]:
    """The texts of each page."""
    return [written(page.drawing) for page in kit.pages]


def test_secrets_are_only_on_the_copy_of_the_side_that_owns_them(with_secrets: Scenario) -> None:
    kit = maps(with_secrets, MapChoices())
    copies = {page.reader: written(page.drawing) for page in kit.pages if page.reader}
    assert "" not in copies
    assert set(copies) == set(owners_of_secrets(with_secrets))
    open_texts = [written(page.drawing) for page in kit.pages if not page.reader]
    open_texts += [written(drawing) for drawing in kit.loose]
    for owner, copy in copies.items():
        for title in secrets_of(with_secrets_of(with_secrets, owner)):
            assert shows(copy, title)
            assert not any(shows(text, title) for text in open_texts)
            assert not any(shows(text, title) for other, text in copies.items() if other != owner)


def test_the_side_that_draws_the_plan_of_tunnels_alone_has_it() -> None:
    kit = maps(load_scenario(shipped("scenarios") / "mobile_infantry" / "under-marrow.yaml"), MapChoices())
    assert [page.reader for page in kit.pages if page.drawing.name.startswith("tunnels")] == ["bug"]


def test_hidden_secrets_are_on_no_map_and_shown_ones_on_every_map(with_secrets: Scenario) -> None:
    hidden, visible = (
        texts_of(maps(with_secrets, MapChoices(secrets=choice))) for choice in ("hidden", "shown")
    )
    for title in secrets_of(with_secrets):
        assert not any(shows(text, title) for text in hidden)
        assert shows(visible[0], title)


def test_a_secret_objective_has_no_star_on_a_players_deck() -> None:
    text = file_of("hex").read_text(encoding="utf-8")
    secret = text.replace("    side: human\n    level:", "    side: human\n    secret: true\n    level:")
    scenario = scenario_from(parse_yaml(secret, "secret.yaml"))
    assert all(item.secret for item in scenario.objectives)
    for choice, stars in (("apart", False), ("shown", True)):
        drawing = maps(scenario, MapChoices(secrets=choice)).loose[0]
        assert ('class="objectives"' in svg_text(drawing)) is stars


def test_a_bare_map_has_neither_zones_nor_objectives(with_secrets: Scenario) -> None:
    kit = maps(with_secrets, MapChoices(layers=frozenset(), secrets="shown"))
    titles = {zone.title for zone in with_secrets.zones}
    titles |= {item.title for item in with_secrets.objectives}
    consoles = (
        {feature.name for feature in with_secrets.map.features} if with_secrets.map.kind == "hex" else set()
    )
    assert not any(shows(text, title) for text in texts_of(kit) for title in titles - consoles)


def test_without_secrets_there_is_no_secret_copy(dead_air: Scenario) -> None:
    assert not any("secret" in page.drawing.name for page in maps(dead_air, MapChoices()).pages)


@pytest.mark.parametrize("kind", every(times(2, 1), ["hex", "land"]))
def test_a_hex_of_a_poster_has_its_size_on_paper(kind: str) -> None:
    scenario = load_scenario(file_of(kind))
    kit = maps(scenario, MapChoices(poster=True))
    assert [page.drawing.name for page in kit.pages] == ["poster"]
    about = kit_work(kit).about
    with pdfplumber.open(io.BytesIO(pdf_bytes(kit.pages, about))) as pdf:
        page = pdf.pages[0]
        apart = placement.rows_apart(page.extract_words())
        size = scenario.hex_map.hex_size if kind == "hex" else scenario.land_map.hex_size
        assert apart == pytest.approx(size, abs=0.1)
        assert float(page.width) * MM == pytest.approx(kit.pages[0].drawing.width, abs=0.05)


def test_no_letter_is_twice_at_one_place_of_a_map() -> None:
    kit = maps(load_scenario(file_of("hex")), MapChoices())
    with pdfplumber.open(io.BytesIO(pdf_bytes(kit.pages[2:3], kit_work(kit).about))) as pdf:
        letters = [(char["text"], round(char["x0"]), round(char["top"])) for char in pdf.pages[0].chars]
        assert len(letters) == len(set(letters)) > 800


def test_a_poster_of_a_table_is_as_large_as_the_table() -> None:
    scenario = load_scenario(file_of("table"))
    (page,) = maps(scenario, MapChoices(poster=True)).pages
    placed = {text.text: text for text in page.drawing.texts}
    step = 12 * scenario.table_map.unit_mm
    middles = [placed[number].x + placed[number].width / 2 for number in ("12", "24")]
    # The same figure is along both edges; the last one written is that of the west edge.
    assert placed["24"].y - placed["12"].y == pytest.approx(step, abs=0.1) or (
        middles[1] - middles[0] == pytest.approx(step, abs=0.1)
    )
    assert any(text.endswith("1 : 1") for text in placed)


@pytest.mark.parametrize("kind", every(times(3, 1), ["hex", "land", "table", "dots"]))
def test_dead_ground_matches_the_analysis(kind: str) -> None:
    scenario = load_scenario(file_of(kind))
    zone = scenario.zones[0]
    dead = MapChoices(dead_ground=zone.id).look(scenario, load_theme()).dead
    assert dead is not None
    assert dead.spots == dead_ground(scenario, zone).hidden
    kit = maps(scenario, MapChoices(dead_ground=zone.id))
    assert all('class="dead-ground"' in svg_text(drawing) for drawing in kit.loose)


def test_an_unknown_zone_is_rejected_with_the_known_ones(dead_air: Scenario) -> None:
    with pytest.raises(InputError, match="watch"):
        maps(dead_air, MapChoices(dead_ground="wach"))


def test_a_deck_that_would_have_a_small_part_on_wide_sheets_has_even_parts_on_upright_ones() -> None:
    scenario = load_scenario(shipped("scenarios") / "bug_hunter" / "long-walk.yaml")
    parts = [page.drawing for page in maps(scenario, MapChoices()).pages if "part" in page.drawing.title]
    assert len(parts) == 2
    assert all(part.width < part.height for part in parts)
