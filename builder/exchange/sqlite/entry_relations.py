"""The relations of games, documents and entries."""

from __future__ import annotations

from builder.exchange.sqlite.citation import cited
from builder.exchange.sqlite.schema import Relation, key, link, position, text, whole

ENTRY_RELATIONS = (
    Relation(
        "bases",
        "How a datum can relate to the book",
        (
            key("id", "printed, derived, reading, supplement or house"),
            position("Order, from what the book prints to what is ours"),
            text("meaning", "What the basis means"),
        ),
    ),
    Relation(
        "kinds",
        "The kinds of entries",
        (key("id", "Kind, as in rule or weapon"), text("title", "Name"), text("meaning", "What it is")),
    ),
    Relation(
        "games",
        "The games of the database",
        (
            key("id", "Id, as in bug-hunter"),
            position("Order of the games"),
            text("title", "Title"),
            text("subtitle", "Subtitle"),
            text("edition", "Publisher and year, or what is known of them"),
            text("summary", "What the game is about"),
        ),
    ),
    Relation(
        "measures",
        "The units that a game measures in",
        (
            link("game_id", "games", "Game", key=True),
            key("quantity", "What is measured: distance, time, movement"),
            text("unit", "The unit, as in hex or round"),
        ),
    ),
    Relation(
        "sides",
        "The sides that a force can play for",
        (
            link("game_id", "games", "Game", key=True),
            key("side", "Id of the side"),
            position("Order of the sides"),
            text("title", "Title"),
            text("text", "Who they are"),
        ),
    ),
    Relation(
        "documents",
        "The source documents of a game",
        (
            key("id", "game:document"),
            link("game_id", "games", "Game"),
            text("document", "Id inside the game, as citations use it"),
            position("Order of the documents"),
            text("title", "Title"),
            whole("year", "Year of publication, where known", null=True),
            text("publisher", "Publisher; empty where unknown"),
            text("note", "What else is known of it"),
        ),
    ),
    Relation(
        "document_authors",
        "The authors of a document",
        (
            link("document_id", "documents", "Document", key=True),
            position("Order of the authors", key=True),
            text("author", "Name"),
        ),
    ),
    Relation(
        "entries",
        "Everything with an id: rules, tables, weapons, units, terms, procedures …",
        (
            key("id", "game:kind/slug, as in bug-hunter:rule/304.2"),
            link("game_id", "games", "Game"),
            link("kind", "kinds", "Kind"),
            text("slug", "Name inside its kind; the number of a numbered rule"),
            position(),
            text("title", "Title"),
            text("text", "The entry in our own words; [[kind/slug]] links to an entry of the same game"),
            text("plain_text", "The same without marks; links are their words"),
            text("names", "Abbreviation and other names, for searching; one a row in other_names"),
            *cited(),
        ),
    ),
    Relation(
        "other_names",
        "Further names of an entry",
        (
            link("entry_id", "entries", "Entry", key=True),
            position("Order of the names", key=True),
            text("name", "The name"),
            text("sort", "abbreviation, or name"),
        ),
    ),
    Relation(
        "facts",
        "The figures of an entry that only its kind has; the schema of the kind documents them",
        (
            link("entry_id", "entries", "Entry", key=True),
            key("name", "Name of the fact"),
            position("Order of the facts"),
            text("value", "The fact as JSON"),
            text("text", "The fact in words"),
            link("basis", "bases", "Basis of the entry, so that no figure stands without it"),
        ),
    ),
    Relation(
        "links",
        "An entry that points at another",
        (
            link("from_id", "entries", "Entry that points", key=True),
            link("to_id", "entries", "Entry pointed at", key=True),
            position("Order of the links of the first"),
            text("place", "text, see or figures: where the link stands first"),
        ),
    ),
    Relation(
        "examples",
        "Worked examples, which run on the engine",
        (
            link("entry_id", "entries", "Entry", key=True),
            position("Order of the examples", key=True),
            text("title", "What the example shows"),
            text("doctest", "Python session; game is the opened game"),
        ),
    ),
    Relation(
        "sections",
        "The sections that the book of a game has",
        (
            link("game_id", "games", "Game", key=True),
            key("section", "Number or heading as a slug"),
            position(),
            link("entry_id", "entries", "Rule that restates it; none where it is still missing", null=True),
        ),
    ),
    Relation(
        "concepts",
        "The vocabulary that the games share; entries of kind concept say how each game treats them",
        (
            key("id", "Slug, as in line-of-sight"),
            position("Order of comparison"),
            text("title", "Title"),
            text("text", "What is compared"),
        ),
    ),
    Relation(
        "concept_names",
        "Other names of a shared concept",
        (
            link("concept_id", "concepts", "Concept", key=True),
            position("Order of the names", key=True),
            text("name", "The name"),
        ),
    ),
    Relation(
        "procedures",
        "Procedures: functions that carry out a rule",
        (
            link("entry_id", "entries", "The procedure's entry", key=True),
            text("function", "The Python function behind it"),
        ),
    ),
    Relation(
        "procedure_inputs",
        "The inputs of a procedure",
        (
            link("procedure_id", "procedures", "Procedure", key=True),
            key("name", "Name of the input"),
            position("Order of the inputs"),
            text("accepts", "What may be given, in words"),
            whole("required", "1 where it must be given"),
            text("default", "What counts where it is not given, as Python writes it", null=True),
        ),
    ),
    Relation(
        "layers",
        "Supplements that were laid over a game for this file",
        (
            key("id", "game:layer/number"),
            link("game_id", "games", "Game"),
            position("Order in which they were laid over"),
            text("title", "Title of the supplement, which notes name"),
            text("file", "Name of its file"),
        ),
    ),
    Relation(
        "layer_changes",
        "The changes of a supplement",
        (
            link("layer_id", "layers", "Supplement", key=True),
            position("Order of the changes", key=True),
            link("target_id", "entries", "Entry that is changed"),
            text(
                "cell", "Inputs of the one cell that is changed, as JSON; null for a whole entry", null=True
            ),
            text("expected", "What the database was expected to hold, as JSON", null=True),
            text("value", "The new cell, cells or facts, as JSON"),
            text("reason", "Where the new value comes from"),
        ),
    ),
)
