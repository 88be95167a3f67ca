-- The relations of the file. The word "table" is reserved for the tables of the rules. SQLite stores the
-- comments inside a statement with its schema; the relation metadata repeats them.

CREATE TABLE "bases" ( -- The ways in which a datum can relate to the book
  "id" TEXT NOT NULL PRIMARY KEY, -- printed, derived, reading, supplement or house
  "position" INTEGER NOT NULL, -- Order, from printed values to house values
  "meaning" TEXT NOT NULL -- Meaning of the basis
);

CREATE TABLE "kinds" ( -- The kinds of entries
  "id" TEXT NOT NULL PRIMARY KEY, -- Kind, as in rule or weapon
  "title" TEXT NOT NULL, -- Name
  "meaning" TEXT NOT NULL -- Meaning of the kind
);

CREATE TABLE "games" ( -- The games of the database
  "id" TEXT NOT NULL PRIMARY KEY, -- Id, as in bug-hunter
  "position" INTEGER NOT NULL, -- Order of the games
  "title" TEXT NOT NULL, -- Title
  "subtitle" TEXT NOT NULL, -- Subtitle
  "edition" TEXT NOT NULL, -- Publisher and year, as far as known
  "summary" TEXT NOT NULL -- Subject of the game
);

CREATE TABLE "measures" ( -- The units that a game measures in
  "game_id" TEXT NOT NULL REFERENCES "games" ("id"), -- Game
  "quantity" TEXT NOT NULL, -- The measured quantity: distance, time, movement
  "unit" TEXT NOT NULL, -- The unit, as in hex or round
  PRIMARY KEY ("game_id", "quantity")
);

CREATE TABLE "sides" ( -- The sides that a force can play for
  "game_id" TEXT NOT NULL REFERENCES "games" ("id"), -- Game
  "side" TEXT NOT NULL, -- Id of the side
  "position" INTEGER NOT NULL, -- Order of the sides
  "title" TEXT NOT NULL, -- Title
  "text" TEXT NOT NULL, -- Description
  PRIMARY KEY ("game_id", "side")
);

CREATE TABLE "documents" ( -- The source documents of a game
  "id" TEXT NOT NULL PRIMARY KEY, -- game:document
  "game_id" TEXT NOT NULL REFERENCES "games" ("id"), -- Game
  "document" TEXT NOT NULL, -- Id inside the game, as citations use it
  "position" INTEGER NOT NULL, -- Order of the documents
  "title" TEXT NOT NULL, -- Title
  "year" INTEGER, -- Year of publication; null if unknown
  "publisher" TEXT NOT NULL, -- Publisher; empty if unknown
  "note" TEXT NOT NULL -- Other information
);

CREATE TABLE "document_authors" ( -- The authors of a document
  "document_id" TEXT NOT NULL REFERENCES "documents" ("id"), -- Document
  "position" INTEGER NOT NULL, -- Order of the authors
  "author" TEXT NOT NULL, -- Name
  PRIMARY KEY ("document_id", "position")
);

CREATE TABLE "entries" ( -- Everything with an id: rules, tables, weapons, units, terms, procedures …
  "id" TEXT NOT NULL PRIMARY KEY, -- game:kind/slug, as in bug-hunter:rule/304.2
  "game_id" TEXT NOT NULL REFERENCES "games" ("id"), -- Game
  "kind" TEXT NOT NULL REFERENCES "kinds" ("id"), -- Kind
  "slug" TEXT NOT NULL, -- Name inside its kind; the number of a numbered rule
  "position" INTEGER NOT NULL, -- Place in the book's order, from 1
  "title" TEXT NOT NULL, -- Title
  "text" TEXT NOT NULL, -- The entry in brainbug's words; [[kind/slug]] links to an entry of the same game
  "plain_text" TEXT NOT NULL, -- The same without marks; links are their words
  "names" TEXT NOT NULL, -- Abbreviation and other names, for searching; one per row in other_names
  "basis" TEXT NOT NULL REFERENCES "bases" ("id"), -- How the datum relates to the book
  "document_id" TEXT NOT NULL REFERENCES "documents" ("id"), -- Document that it is cited from
  "section" TEXT NOT NULL, -- Place in that document
  "note" TEXT NOT NULL -- How it was derived, read or chosen; empty if the printed text needs no explanation
);

CREATE TABLE "other_names" ( -- Further names of an entry
  "entry_id" TEXT NOT NULL REFERENCES "entries" ("id"), -- Entry
  "position" INTEGER NOT NULL, -- Order of the names
  "name" TEXT NOT NULL, -- The name
  "sort" TEXT NOT NULL, -- abbreviation or name
  PRIMARY KEY ("entry_id", "position")
);

CREATE TABLE "facts" ( -- The figures of an entry that only its kind has; the schema of the kind documents them
  "entry_id" TEXT NOT NULL REFERENCES "entries" ("id"), -- Entry
  "name" TEXT NOT NULL, -- Name of the fact
  "position" INTEGER NOT NULL, -- Order of the facts
  "value" TEXT NOT NULL, -- The fact as JSON
  "text" TEXT NOT NULL, -- The fact in words
  "basis" TEXT NOT NULL REFERENCES "bases" ("id"), -- Basis of the entry, so that every figure has one
  PRIMARY KEY ("entry_id", "name")
);

CREATE TABLE "links" ( -- Links from one entry to another
  "from_id" TEXT NOT NULL REFERENCES "entries" ("id"), -- Entry with the link
  "to_id" TEXT NOT NULL REFERENCES "entries" ("id"), -- Entry that it links to
  "position" INTEGER NOT NULL, -- Order of the links of the entry
  "place" TEXT NOT NULL, -- text, see or figures: the first place of the link
  PRIMARY KEY ("from_id", "to_id")
);

CREATE TABLE "examples" ( -- Worked examples, which can be run
  "entry_id" TEXT NOT NULL REFERENCES "entries" ("id"), -- Entry
  "position" INTEGER NOT NULL, -- Order of the examples
  "title" TEXT NOT NULL, -- Subject of the example
  "doctest" TEXT NOT NULL, -- Python session; game is the opened game
  PRIMARY KEY ("entry_id", "position")
);

CREATE TABLE "sections" ( -- The sections of the book of a game
  "game_id" TEXT NOT NULL REFERENCES "games" ("id"), -- Game
  "section" TEXT NOT NULL, -- Number or heading as a slug
  "position" INTEGER NOT NULL, -- Place in the book's order, from 1
  "entry_id" TEXT REFERENCES "entries" ("id"), -- Rule that restates it; null if there is none yet
  PRIMARY KEY ("game_id", "section")
);

CREATE TABLE "concepts" ( -- The vocabulary that the games share; entries of kind concept describe how each game treats them
  "id" TEXT NOT NULL PRIMARY KEY, -- Slug, as in line-of-sight
  "position" INTEGER NOT NULL, -- Order of comparison
  "title" TEXT NOT NULL, -- Title
  "text" TEXT NOT NULL -- The compared aspect
);

CREATE TABLE "concept_names" ( -- Other names of a shared concept
  "concept_id" TEXT NOT NULL REFERENCES "concepts" ("id"), -- Concept
  "position" INTEGER NOT NULL, -- Order of the names
  "name" TEXT NOT NULL, -- The name
  PRIMARY KEY ("concept_id", "position")
);

CREATE TABLE "procedures" ( -- Procedures: functions that implement a rule
  "entry_id" TEXT NOT NULL PRIMARY KEY REFERENCES "entries" ("id"), -- The procedure's entry
  "function" TEXT NOT NULL -- The Python function
);

CREATE TABLE "procedure_inputs" ( -- The inputs of a procedure
  "procedure_id" TEXT NOT NULL REFERENCES "procedures" ("entry_id"), -- Procedure
  "name" TEXT NOT NULL, -- Name of the input
  "position" INTEGER NOT NULL, -- Order of the inputs
  "accepts" TEXT NOT NULL, -- Accepted values, in words
  "required" INTEGER NOT NULL, -- 1 if it is required
  "default" TEXT, -- Default value in Python notation
  PRIMARY KEY ("procedure_id", "name")
);

CREATE TABLE "layers" ( -- Supplements that were applied to a game for this file
  "id" TEXT NOT NULL PRIMARY KEY, -- game:layer/number
  "game_id" TEXT NOT NULL REFERENCES "games" ("id"), -- Game
  "position" INTEGER NOT NULL, -- Order in which they were applied
  "title" TEXT NOT NULL, -- Title of the supplement, as in notes
  "file" TEXT NOT NULL -- Name of its file
);

CREATE TABLE "layer_changes" ( -- The changes of a supplement
  "layer_id" TEXT NOT NULL REFERENCES "layers" ("id"), -- Supplement
  "position" INTEGER NOT NULL, -- Order of the changes
  "target_id" TEXT NOT NULL REFERENCES "entries" ("id"), -- Changed entry
  "cell" TEXT, -- Inputs of the changed cell, as JSON; null if the whole entry is changed
  "expected" TEXT, -- Expected old value, as JSON
  "value" TEXT NOT NULL, -- The new cell, cells or facts, as JSON
  "reason" TEXT NOT NULL, -- Source of the new value
  PRIMARY KEY ("layer_id", "position")
);

CREATE TABLE "tables" ( -- Tables of the rules
  "entry_id" TEXT NOT NULL PRIMARY KEY REFERENCES "entries" ("id"), -- The table's entry
  "result_name" TEXT NOT NULL, -- Name of the result
  "result_type" TEXT NOT NULL, -- integer, text, label, flag, dice or record
  "hit_policy" TEXT NOT NULL, -- unique: one cell matches; first: the first matching cell counts; collect: all matching cells count
  "beyond" TEXT NOT NULL, -- Treatment of numbers beyond the ends of the table: error, clamp or no-effect
  "map_position" INTEGER -- Place among the tables printed next to a map; null for the others
);

CREATE TABLE "axes" ( -- The inputs of a table
  "id" TEXT NOT NULL PRIMARY KEY, -- table#axis
  "table_id" TEXT NOT NULL REFERENCES "tables" ("entry_id"), -- Table
  "name" TEXT NOT NULL, -- Name of the input
  "position" INTEGER NOT NULL, -- Order of the axes
  "title" TEXT NOT NULL, -- Heading
  "sort" TEXT NOT NULL, -- label, dice or number
  "dice" TEXT, -- The roll, as in 2d6
  "unit" TEXT NOT NULL, -- Unit of a number; empty if it has none
  "accepts" TEXT NOT NULL -- Accepted values, in words
);

CREATE TABLE "axis_places" ( -- The labels, faces or ranges of an axis
  "axis_id" TEXT NOT NULL REFERENCES "axes" ("id"), -- Axis
  "position" INTEGER NOT NULL, -- Order of the places
  "value" TEXT NOT NULL, -- The label or range in words
  "low" INTEGER, -- Lowest number of the range; null for a label
  "high" INTEGER, -- Highest number of the range; null for a label, or if there is no end
  PRIMARY KEY ("axis_id", "position")
);

CREATE TABLE "cells" ( -- One result of a table
  "id" TEXT NOT NULL PRIMARY KEY, -- Permalink: table#axis=place&axis=place
  "table_id" TEXT NOT NULL REFERENCES "tables" ("entry_id"), -- Table
  "position" INTEGER NOT NULL, -- Place in the table, from 1
  "inputs" TEXT NOT NULL, -- The inputs in words; one per row in cell_inputs
  "value" TEXT NOT NULL, -- The result as JSON
  "text" TEXT NOT NULL, -- The result in words
  "number" INTEGER, -- The result if it is a whole number, otherwise null
  "basis" TEXT NOT NULL REFERENCES "bases" ("id"), -- How the datum relates to the book
  "document_id" TEXT NOT NULL REFERENCES "documents" ("id"), -- Document that it is cited from
  "section" TEXT NOT NULL, -- Place in that document
  "note" TEXT NOT NULL -- How it was derived, read or chosen; empty if the printed text needs no explanation
);

CREATE TABLE "cell_inputs" ( -- The inputs that lead to a cell, one for each axis
  "cell_id" TEXT NOT NULL REFERENCES "cells" ("id"), -- Cell
  "axis_id" TEXT NOT NULL REFERENCES "axes" ("id"), -- Axis
  "value" TEXT NOT NULL, -- The label or range in words
  "low" INTEGER, -- Lowest number of the range; null for a label
  "high" INTEGER, -- Highest number of the range; null for a label, or if there is no end
  PRIMARY KEY ("cell_id", "axis_id")
);

CREATE TABLE "modifiers" ( -- Conditions that change an input of a table
  "id" TEXT NOT NULL PRIMARY KEY, -- table/modifier
  "table_id" TEXT NOT NULL REFERENCES "tables" ("entry_id"), -- Table
  "name" TEXT NOT NULL, -- Id inside the table, as for --modifier
  "position" INTEGER NOT NULL, -- Order of the modifiers
  "condition" TEXT NOT NULL, -- When it applies
  "change" INTEGER NOT NULL, -- Added to the number; on an axis of labels, the number of places to move
  "axis_id" TEXT NOT NULL REFERENCES "axes" ("id"), -- Axis that it changes
  "repeats" INTEGER NOT NULL, -- 1 if it counts as often as it is given
  "basis" TEXT NOT NULL REFERENCES "bases" ("id"), -- How the datum relates to the book
  "document_id" TEXT NOT NULL REFERENCES "documents" ("id"), -- Document that it is cited from
  "section" TEXT NOT NULL, -- Place in that document
  "note" TEXT NOT NULL -- How it was derived, read or chosen; empty if the printed text needs no explanation
);

CREATE TABLE "alternatives" ( -- The other readings of a datum whose printed text is ambiguous or damaged
  "id" INTEGER NOT NULL PRIMARY KEY, -- Number
  "entry_id" TEXT NOT NULL REFERENCES "entries" ("id"), -- Entry
  "cell_id" TEXT REFERENCES "cells" ("id"), -- Cell, if the reading is about one cell
  "modifier_id" TEXT REFERENCES "modifiers" ("id"), -- Modifier, if the reading is about one
  "position" INTEGER NOT NULL, -- Order of the readings
  "text" TEXT NOT NULL -- The other reading
);

CREATE TABLE "odds_questions" ( -- Questions about tables with dice: one place of each axis that is not rolled, without modifiers
  "id" TEXT NOT NULL PRIMARY KEY, -- table#axis=place, as for brainbug odds
  "table_id" TEXT NOT NULL REFERENCES "tables" ("entry_id"), -- Table
  "position" INTEGER NOT NULL, -- Order of the questions of the table
  "inputs" TEXT NOT NULL, -- The inputs in words; one per row in odds_inputs
  "mean" TEXT, -- Mean result as an exact fraction; null if the results are not numbers
  "mean_number" REAL -- The mean as a floating-point number
);

CREATE TABLE "odds_inputs" ( -- The inputs of a question, one for each axis that is not rolled
  "question_id" TEXT NOT NULL REFERENCES "odds_questions" ("id"), -- Question
  "axis_id" TEXT NOT NULL REFERENCES "axes" ("id"), -- Axis
  "value" TEXT NOT NULL, -- The label or range in words
  "low" INTEGER, -- Lowest number of the range; null for a label
  "high" INTEGER, -- Highest number of the range; null for a label, or if there is no end
  PRIMARY KEY ("question_id", "axis_id")
);

CREATE TABLE "odds" ( -- The exact chance of each result of a question; the chances of a question add up to 1
  "question_id" TEXT NOT NULL REFERENCES "odds_questions" ("id"), -- Question
  "position" INTEGER NOT NULL, -- Order of the results
  "value" TEXT NOT NULL, -- The result as JSON
  "text" TEXT NOT NULL, -- The result in words
  "chance" TEXT NOT NULL, -- The chance as an exact fraction, as in 5/36
  "probability" REAL NOT NULL, -- The chance as a floating-point number
  "basis" TEXT NOT NULL REFERENCES "bases" ("id"), -- The least certain basis among the cells that give the result
  PRIMARY KEY ("question_id", "position")
);

CREATE TABLE "about" ( -- Information about the file
  "name" TEXT NOT NULL PRIMARY KEY, -- Name of the information
  "value" TEXT NOT NULL -- Its value
);

CREATE TABLE "metadata" ( -- The meaning of every relation, view and column of this file
  "relation" TEXT NOT NULL, -- Name of the relation, view or index
  "column" TEXT NOT NULL, -- Name of the column; empty for the relation itself
  "position" INTEGER NOT NULL, -- Order of the columns, from 1; 0 for the relation itself
  "sort" TEXT NOT NULL, -- relation, view or index; for a column its type
  "refers" TEXT, -- Relation whose key the column contains
  "says" TEXT NOT NULL, -- Meaning of a row or a value
  PRIMARY KEY ("relation", "column")
);

-- One index for each reference with which no primary key begins.
CREATE INDEX "documents_game_id_index" ON "documents" ("game_id");
CREATE INDEX "entries_game_id_index" ON "entries" ("game_id");
CREATE INDEX "entries_kind_index" ON "entries" ("kind");
CREATE INDEX "entries_basis_index" ON "entries" ("basis");
CREATE INDEX "entries_document_id_index" ON "entries" ("document_id");
CREATE INDEX "facts_basis_index" ON "facts" ("basis");
CREATE INDEX "links_to_id_index" ON "links" ("to_id");
CREATE INDEX "sections_entry_id_index" ON "sections" ("entry_id");
CREATE INDEX "layers_game_id_index" ON "layers" ("game_id");
CREATE INDEX "layer_changes_target_id_index" ON "layer_changes" ("target_id");
CREATE INDEX "axes_table_id_index" ON "axes" ("table_id");
CREATE INDEX "cells_table_id_index" ON "cells" ("table_id");
CREATE INDEX "cells_basis_index" ON "cells" ("basis");
CREATE INDEX "cells_document_id_index" ON "cells" ("document_id");
CREATE INDEX "cell_inputs_axis_id_index" ON "cell_inputs" ("axis_id");
CREATE INDEX "modifiers_table_id_index" ON "modifiers" ("table_id");
CREATE INDEX "modifiers_axis_id_index" ON "modifiers" ("axis_id");
CREATE INDEX "modifiers_basis_index" ON "modifiers" ("basis");
CREATE INDEX "modifiers_document_id_index" ON "modifiers" ("document_id");
CREATE INDEX "alternatives_entry_id_index" ON "alternatives" ("entry_id");
CREATE INDEX "alternatives_cell_id_index" ON "alternatives" ("cell_id");
CREATE INDEX "alternatives_modifier_id_index" ON "alternatives" ("modifier_id");
CREATE INDEX "odds_questions_table_id_index" ON "odds_questions" ("table_id");
CREATE INDEX "odds_inputs_axis_id_index" ON "odds_inputs" ("axis_id");
CREATE INDEX "odds_basis_index" ON "odds" ("basis");
