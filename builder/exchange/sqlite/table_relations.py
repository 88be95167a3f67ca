"""The relations of the rules' tables: axes, cells, modifiers, and the odds of every result."""

from __future__ import annotations

from builder.exchange.sqlite.citation import cited
from builder.exchange.sqlite.schema import Relation, key, link, position, real, text, whole

_PLACE = (
    text("value", "The label or range in words"),
    whole("low", "Lowest number of the range; null for a label", null=True),
    whole("high", "Highest number of the range; null for a label, or where there is no end", null=True),
)

TABLE_RELATIONS = (
    Relation(
        "tables",
        "Tables of the rules",
        (
            link("entry_id", "entries", "The table's entry", key=True),
            text("result_name", "What the table answers"),
            text("result_type", "integer, text, label, flag, dice or record"),
            text("hit_policy", "unique: one cell answers; first: the first that fits; collect: all that fit"),
            text("beyond", "What a number off the table does: error, clamp or no-effect"),
            whole(
                "map_position", "Place among the tables printed beside a map; null for the others", null=True
            ),
        ),
    ),
    Relation(
        "axes",
        "The inputs of a table",
        (
            key("id", "table#axis"),
            link("table_id", "tables", "Table"),
            text("name", "Name of the input"),
            position("Order of the axes"),
            text("title", "Heading"),
            text("sort", "label, dice or number"),
            text("dice", "The roll, as in 2d6", null=True),
            text("unit", "Unit of a number; empty where it has none"),
            text("accepts", "What may be given, in words"),
        ),
    ),
    Relation(
        "axis_places",
        "The labels, faces or ranges of an axis",
        (link("axis_id", "axes", "Axis", key=True), position("Order of the places", key=True), *_PLACE),
    ),
    Relation(
        "cells",
        "One result of a table",
        (
            key("id", "Permalink: table#axis=place&axis=place"),
            link("table_id", "tables", "Table"),
            position("Place in the table, from 1"),
            text("inputs", "The inputs in words; one a row in cell_inputs"),
            text("value", "The result as JSON"),
            text("text", "The result in words"),
            whole("number", "The result, where it is a whole number", null=True),
            *cited(),
        ),
    ),
    Relation(
        "cell_inputs",
        "The inputs that lead to a cell, one an axis",
        (link("cell_id", "cells", "Cell", key=True), link("axis_id", "axes", "Axis", key=True), *_PLACE),
    ),
    Relation(
        "modifiers",
        "Conditions that change an input of a table",
        (
            key("id", "table/modifier"),
            link("table_id", "tables", "Table"),
            text("name", "Id inside the table, as --modifier takes it"),
            position("Order of the modifiers"),
            text("condition", "When it applies"),
            whole("change", "Added to the number; on labels, so many places along"),
            link("axis_id", "axes", "Axis that it changes"),
            whole("repeats", "1 where it counts as often as it is given"),
            *cited(),
        ),
    ),
    Relation(
        "alternatives",
        "The other readings of a datum whose print is ambiguous or damaged",
        (
            key("id", "Number", "INTEGER"),
            link("entry_id", "entries", "Entry"),
            link("cell_id", "cells", "Cell, where the reading is of one cell", null=True),
            link("modifier_id", "modifiers", "Modifier, where the reading is of one", null=True),
            position("Order of the readings"),
            text("text", "The other reading"),
        ),
    ),
    Relation(
        "odds_questions",
        "What may be asked of a table with dice: one place of each axis that is not rolled, no modifiers",
        (
            key("id", "table#axis=place, as brainbug odds takes it"),
            link("table_id", "tables", "Table"),
            position("Order of the questions of the table"),
            text("inputs", "The inputs in words; one a row in odds_inputs"),
            text("mean", "Mean result as an exact fraction; null where results are not numbers", null=True),
            real("mean_number", "The mean as a floating-point number", null=True),
        ),
    ),
    Relation(
        "odds_inputs",
        "The inputs of a question, one an axis that is not rolled",
        (
            link("question_id", "odds_questions", "Question", key=True),
            link("axis_id", "axes", "Axis", key=True),
            *_PLACE,
        ),
    ),
    Relation(
        "odds",
        "The exact chance of each result of a question; the chances of one question add up to 1",
        (
            link("question_id", "odds_questions", "Question", key=True),
            position("Order of the results", key=True),
            text("value", "The result as JSON"),
            text("text", "The result in words"),
            text("chance", "The chance as an exact fraction, as in 5/36"),
            real("probability", "The chance as a floating-point number"),
            link("basis", "bases", "The least sure basis among the cells that give the result"),
        ),
    ),
)
