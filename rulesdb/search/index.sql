-- The tables of an index; what its words are worth is in ranking.py.
CREATE TABLE game (id TEXT PRIMARY KEY, title TEXT, position INTEGER);
CREATE TABLE entry (
    number INTEGER PRIMARY KEY, id TEXT, game TEXT, kind TEXT, slug TEXT, title TEXT,
    document TEXT, section TEXT, basis TEXT, note TEXT, alternatives TEXT, parts TEXT,
    text TEXT, facts TEXT, passages TEXT, length INTEGER, title_words INTEGER, incoming TEXT,
    questions TEXT
);
CREATE VIRTUAL TABLE words USING fts5 (
    title, names, section, text, facts, notes, place, questions,
    content = '', tokenize = "unicode61 remove_diacritics 0 tokenchars '.:'"
);
CREATE VIRTUAL TABLE word_at USING fts5vocab (words, instance);
CREATE TABLE name (words TEXT, stems TEXT, entry INTEGER, worth REAL);
CREATE INDEX name_words ON name (words);
CREATE INDEX name_stems ON name (stems);
CREATE TABLE synonym (words TEXT, other TEXT, game TEXT, worth REAL);
CREATE INDEX synonym_words ON synonym (words);
CREATE TABLE vocabulary (word TEXT PRIMARY KEY, stem TEXT, entries INTEGER) WITHOUT ROWID;
CREATE INDEX vocabulary_stem ON vocabulary (stem);
CREATE TABLE concept (id TEXT PRIMARY KEY, title TEXT, text TEXT);
CREATE TABLE concept_name (words TEXT PRIMARY KEY, concept TEXT);
