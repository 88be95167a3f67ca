"""Where each thing of the reference has its page: names of documents, from the root and without an ending."""

from __future__ import annotations

from builder.lint.registry import CodeDoc
from builder.scenario.model import Scenario
from rulesdb import Entry

FOLDER = "reference"


def document_of(entry: Entry) -> str:
    """The page of an entry."""
    return f"{FOLDER}/{entry.game}/{entry.kind}/{entry.slug}"


def scenario_document(scenario: Scenario) -> str:
    """The page of a scenario."""
    return f"{FOLDER}/{scenario.ruleset.id}/scenarios/{scenario.id}"


def code_document(doc: CodeDoc) -> str:
    """The page of a lint code."""
    return f"{FOLDER}/lint/{doc.code}"
