"""``brainbug docs`` outside a checkout: the reference of some games, with the user's own scenarios."""

from __future__ import annotations

import json
import subprocess
import sys
import webbrowser
from pathlib import Path

import pytest
from click.testing import CliRunner
from processes import brainbug
from soak import soak_only

from builder.cli.docs import docs
from builder.publish.site_schemas import catalog
from rulesdb import BrainbugError

ROOT = Path(__file__).resolve().parents[3]
STATIC = ROOT / "scenarios" / "bugged" / "static.yaml"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a site about one game, and a scenario that it shows."""
    folder = tmp_path_factory.mktemp("elsewhere")
    text = STATIC.read_text(encoding="utf-8").replace("  id: static\n", "  id: mine\n")
    (folder / "mine.yaml").write_text(
        text.replace("  title: Static\n", "  title: My Mission\n"), encoding="utf-8"
    )
    options = ("--game", "bugged", "--kits", "none", "--jobs", "1", "-o", "site")
    done = brainbug("docs", "build", "mine.yaml", *options, cwd=folder)
    assert (done.returncode, done.stderr) == (0, "")
    return folder


@soak_only
def test_a_site_needs_no_checkout(built: Path) -> None:
    assert (built / "site" / "index.html").is_file()
    assert (built / "site" / "reference" / "bugged" / "rule" / "movement.html").is_file()


@soak_only
def test_a_site_can_be_about_one_game(built: Path) -> None:
    assert not (built / "site" / "reference" / "handspan").exists()


@soak_only
def test_the_gallery_shows_own_scenarios(built: Path) -> None:
    gallery = (built / "site" / "reference" / "scenarios.html").read_text(encoding="utf-8")
    assert "My Mission" in gallery
    assert (built / "site" / "reference" / "bugged" / "scenarios" / "mine.html").is_file()


def test_a_scenario_with_the_id_of_another_is_refused(tmp_path: Path) -> None:
    done = brainbug("docs", "build", STATIC, "--game", "bugged", "-o", "other", cwd=tmp_path)
    message = f"{STATIC}: `static` is also the id of static.yaml; give one of them another id"
    assert (done.returncode, done.stderr.strip()) == (2, f"brainbug: {message}")


def test_a_scenario_that_cannot_be_read_is_reported_like_lint_does(tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text("scenario: {id: [}", encoding="utf-8")
    done = brainbug("docs", "build", "bad.yaml", "-o", "other", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"{tmp_path / 'bad.yaml'}:1:17: BB002 YAML syntax")
    assert not (tmp_path / "other").exists()


@soak_only
def test_a_site_has_the_schemas_and_a_catalog_for_editors(built: Path) -> None:
    schemas = built / "site" / "schemas"
    catalog = json.loads((schemas / "catalog.json").read_text(encoding="utf-8"))
    scenario = next(entry for entry in catalog["schemas"] if entry["name"] == "brainbug scenario")
    assert scenario["fileMatch"] == ["*.brainbug.yaml", "*.brainbug.yml"]
    assert all((schemas / entry["url"]).is_file() for entry in catalog["schemas"])


@soak_only
def test_a_foreign_validator_accepts_a_scenario_with_the_schema_of_a_site(built: Path) -> None:
    schema = built / "site" / "schemas" / "scenario.schema.json"
    command = [sys.executable, "-m", "check_jsonschema", "--schemafile", schema, built / "mine.yaml"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_the_catalog_has_absolute_addresses_if_the_site_has_one() -> None:
    named = {f"{name}.schema.json": {"description": "x"} for name in ("scenario", "supplement", "words")}
    entries = catalog("https://example.org/bugs/schemas/", named)["schemas"]
    assert entries[0]["url"] == "https://example.org/bugs/schemas/scenario.schema.json"


@soak_only
def test_a_site_opens_in_the_browser(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", lambda address: not opened.append(address))
    done = CliRunner().invoke(docs, ["open", "-o", str(built / "site")])
    assert (done.exit_code, opened) == (0, [(built / "site" / "index.html").resolve().as_uri()])


def test_a_site_that_was_not_built_cannot_be_opened(tmp_path: Path) -> None:
    done = CliRunner().invoke(docs, ["open", "-o", str(tmp_path)])
    assert isinstance(done.exception, BrainbugError)
    assert str(done.exception) == f"no site in {tmp_path}; run `brainbug docs build` first"
