-- The views and the search index. The comments above a statement describe its columns.

-- game_id: Game
-- table_title: Table
-- inputs: Inputs in words
-- result_name: Name of the result
-- result: The result in words
-- basis: How it relates to the book
-- note: How it was derived, read or chosen
-- source: Place in the book
-- cell_id: Permalink of the cell
CREATE VIEW "cells_readable" ("game_id", "table_title", "inputs", "result_name", "result", "basis", "note", "source", "cell_id") AS -- Every cell of every table in words
SELECT entries.game_id, entries.title, cells.inputs, tables.result_name, cells.text, cells.basis, cells.note,
       documents.document || ' ' || cells.section, cells.id
FROM cells
JOIN tables ON tables.entry_id = cells.table_id
JOIN entries ON entries.id = cells.table_id
JOIN documents ON documents.id = cells.document_id
ORDER BY entries.rowid, cells.position;

-- game_id: Game
-- sort: entry, cell or modifier
-- id: Id of the entry, cell or modifier
-- title: Title of the entry
-- value: The value in words; empty for an entry
-- note: How it was chosen
-- source: The place that refers to it
CREATE VIEW "house_values" ("game_id", "sort", "id", "title", "value", "note", "source") AS -- House values: everything that the books refer to but do not contain
SELECT entries.game_id, 'entry', entries.id, entries.title, '', entries.note, documents.document || ' ' || entries.section
FROM entries JOIN documents ON documents.id = entries.document_id
WHERE entries.basis = 'house'
UNION ALL
SELECT entries.game_id, 'cell', cells.id, entries.title, cells.text, cells.note, documents.document || ' ' || cells.section
FROM cells JOIN entries ON entries.id = cells.table_id JOIN documents ON documents.id = cells.document_id
WHERE cells.basis = 'house'
UNION ALL
SELECT entries.game_id, 'modifier', modifiers.id, entries.title,
       modifiers.change || ', ' || modifiers.condition, modifiers.note, documents.document || ' ' || modifiers.section
FROM modifiers JOIN entries ON entries.id = modifiers.table_id
JOIN documents ON documents.id = modifiers.document_id
WHERE modifiers.basis = 'house';

-- game_id: Game
-- basis: Basis
-- meaning: Its meaning
-- entries: Number of entries
-- cells: Number of cells
-- modifiers: Number of modifiers
CREATE VIEW "entries_by_basis" ("game_id", "basis", "meaning", "entries", "cells", "modifiers") AS -- The number of entries, cells and modifiers of a game by basis
SELECT games.id, bases.id, bases.meaning,
       (SELECT count(*) FROM entries WHERE entries.game_id = games.id AND entries.basis = bases.id),
       (SELECT count(*) FROM cells JOIN entries ON entries.id = cells.table_id
        WHERE entries.game_id = games.id AND cells.basis = bases.id),
       (SELECT count(*) FROM modifiers JOIN entries ON entries.id = modifiers.table_id
        WHERE entries.game_id = games.id AND modifiers.basis = bases.id)
FROM games CROSS JOIN bases
ORDER BY games.position, bases.position;

-- game_id: Game
-- kind: Kind
-- entries: All entries
-- printed: As printed in the book
-- derived: Following from what is printed
-- reading: Ambiguous or damaged in print
-- supplement: From a supplement
-- house: House values, brainbug's own
CREATE VIEW "coverage" ("game_id", "kind", "entries", "printed", "derived", "reading", "supplement", "house") AS -- The number of entries of each kind in a game, by basis
SELECT game_id, kind, count(*), sum(basis = 'printed'), sum(basis = 'derived'), sum(basis = 'reading'),
       sum(basis = 'supplement'), sum(basis = 'house')
FROM entries
GROUP BY game_id, kind
ORDER BY game_id, kind;

-- game_id: Game
-- section: Section
-- rule_id: Rule that restates it; null where it is missing
-- title: Title of the rule
-- basis: Basis of the rule
-- tables: Number of tables linked with it in either direction
-- procedures: Number of procedures linked with it in either direction
CREATE VIEW "section_coverage" ("game_id", "section", "rule_id", "title", "basis", "tables", "procedures") AS -- Every section of every book: the rule that restates it, and its tables and procedures
SELECT sections.game_id, sections.section, entries.id, entries.title, entries.basis,
       (SELECT count(*) FROM entries AS other WHERE other.kind = 'table' AND other.id IN (
          SELECT to_id FROM links WHERE from_id = entries.id
          UNION SELECT from_id FROM links WHERE to_id = entries.id)),
       (SELECT count(*) FROM entries AS other WHERE other.kind = 'procedure' AND other.id IN (
          SELECT to_id FROM links WHERE from_id = entries.id
          UNION SELECT from_id FROM links WHERE to_id = entries.id))
FROM sections LEFT JOIN entries ON entries.id = sections.entry_id
JOIN games ON games.id = sections.game_id
ORDER BY games.position, sections.position;

-- concept: Concept
-- game_id: Game
-- treatment: How this game treats it
-- basis: How that relates to the book
-- source: Place in the book
-- entry_id: Entry
CREATE VIEW "concept_comparison" ("concept", "game_id", "treatment", "basis", "source", "entry_id") AS -- The games side by side: how each treats a shared concept
SELECT concepts.title, entries.game_id, entries.plain_text, entries.basis, documents.document || ' ' || entries.section,
       entries.id
FROM concepts
JOIN entries ON entries.kind = 'concept' AND entries.slug = concepts.id
JOIN games ON games.id = entries.game_id
JOIN documents ON documents.id = entries.document_id
ORDER BY concepts.position, games.position;

-- game_id: Game
-- table_title: Table
-- inputs: Inputs in words
-- result_name: Name of the result
-- result: The result in words
-- chance: Exact fraction
-- percent: The chance in percent, to two decimal places
-- basis: The least certain basis of the result
-- question_id: Question, as for brainbug odds
CREATE VIEW "odds_readable" ("game_id", "table_title", "inputs", "result_name", "result", "chance", "percent", "basis", "question_id") AS -- The chance of every result of every table with dice, in words
SELECT entries.game_id, entries.title, odds_questions.inputs, tables.result_name, odds.text, odds.chance,
       round(100 * odds.probability, 2), odds.basis, odds_questions.id
FROM odds
JOIN odds_questions ON odds_questions.id = odds.question_id
JOIN tables ON tables.entry_id = odds_questions.table_id
JOIN entries ON entries.id = odds_questions.table_id
ORDER BY entries.rowid, odds_questions.position, odds.position;

-- title: title of the entry, as words
-- slug: slug of the entry, as words
-- names: names of the entry, as words
-- plain_text: plain_text of the entry, as words
-- note: note of the entry, as words
CREATE VIRTUAL TABLE "entries_fts" USING fts5 (title, slug, names, plain_text, note, content="entries", tokenize="porter unicode61") -- Full-text search over entries: SELECT … WHERE entries_fts MATCH 'airlock door' ORDER BY rank
;
