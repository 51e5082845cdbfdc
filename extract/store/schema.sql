-- The local database of genus, version 1 (PRAGMA user_version), application id
-- 0x67656E75, "genu" (PRAGMA application_id). To look inside:
--
--   sqlite3 FILE.db 'SELECT * FROM roles LIMIT 10'
--
-- The tables hold numbers of terms; the views at the end show their IRIs.

-- What is known about the whole: keys source, started, vocabulary, bounds ...
CREATE TABLE meta (
  key   TEXT PRIMARY KEY,
  value TEXT NOT NULL
) WITHOUT ROWID;

-- Where the facts come from: one endpoint, or files with size and SHA-256.
CREATE TABLE source (
  name   TEXT PRIMARY KEY,          -- URL without credentials, or path
  kind   TEXT NOT NULL CHECK (kind IN ('endpoint', 'file')),
  size   INTEGER,                   -- bytes; files only
  sha256 TEXT                       -- hexadecimal; files only
) WITHOUT ROWID;

CREATE TABLE prefix (
  prefix TEXT PRIMARY KEY,          -- without the colon
  iri    TEXT NOT NULL
) WITHOUT ROWID;

-- The dictionary. A blank node (files only) is spelled _:label.
CREATE TABLE term (
  id  INTEGER PRIMARY KEY,
  iri TEXT NOT NULL UNIQUE
);

-- The domain of the structure.
CREATE TABLE individual (
  id INTEGER PRIMARY KEY REFERENCES term(id)
);

-- The individuals from which the crawl started. depth: everything within so
-- many edges is complete (but for what table cut names); -1: not finished.
CREATE TABLE example (
  individual INTEGER PRIMARY KEY REFERENCES term(id),
  depth      INTEGER NOT NULL DEFAULT -1
);

-- class(individual), as stated: superclasses are not filled in.
CREATE TABLE class_fact (
  individual INTEGER NOT NULL REFERENCES term(id),
  class      INTEGER NOT NULL REFERENCES term(id),
  PRIMARY KEY (individual, class)
) WITHOUT ROWID;

-- Every member of class is a member of superclass; direct edges only.
CREATE TABLE subclass (
  class      INTEGER NOT NULL REFERENCES term(id),
  superclass INTEGER NOT NULL REFERENCES term(id),
  PRIMARY KEY (class, superclass)
) WITHOUT ROWID;

-- property(subject, object).
CREATE TABLE role_fact (
  property INTEGER NOT NULL REFERENCES term(id),
  subject  INTEGER NOT NULL REFERENCES term(id),
  object   INTEGER NOT NULL REFERENCES term(id),
  PRIMARY KEY (property, subject, object)
) WITHOUT ROWID;

-- property(individual, "lexical"^^datatype), exactly as received.
CREATE TABLE feature_fact (
  property   INTEGER NOT NULL REFERENCES term(id),
  individual INTEGER NOT NULL REFERENCES term(id),
  lexical    TEXT    NOT NULL,
  datatype   INTEGER NOT NULL REFERENCES term(id),
  PRIMARY KEY (property, individual, lexical, datatype)
) WITHOUT ROWID;

-- A class, role or feature that belongs to the signature with or without facts.
CREATE TABLE declared (
  term INTEGER NOT NULL REFERENCES term(id),
  kind TEXT    NOT NULL CHECK (kind IN ('class', 'role', 'feature')),
  PRIMARY KEY (term, kind)
) WITHOUT ROWID;

CREATE TABLE label (
  term INTEGER NOT NULL REFERENCES term(id),
  lang TEXT    NOT NULL,            -- '' if the label has no language
  text TEXT    NOT NULL,
  PRIMARY KEY (term, lang, text)
) WITHOUT ROWID;

-- How far the crawl is. part says what of a term has been asked for, and every
-- answer of it is in the tables above (or in cut):
--   count-out, count-in, count-leaf, count-super   the numbers in table fanout
--   out     all statements about an individual      in    all that point to it
--   leaf    its classes and literals only           super the superclasses of a class
--   label   labels
CREATE TABLE fetched (
  term     INTEGER NOT NULL REFERENCES term(id),
  part     TEXT    NOT NULL,
  distance INTEGER NOT NULL,        -- edges from the nearest example when asked; -1 for classes and labels
  PRIMARY KEY (term, part)
) WITHOUT ROWID;

-- Numbers of statements that were counted and not pulled yet; part is one of
-- out, in, leaf, super.
CREATE TABLE fanout (
  term     INTEGER NOT NULL REFERENCES term(id),
  part     TEXT    NOT NULL,
  property INTEGER NOT NULL REFERENCES term(id),
  n        INTEGER NOT NULL,
  PRIMARY KEY (term, part, property)
) WITHOUT ROWID;

-- What is not complete and so must not be used: property in direction 'out'
-- (a role), 'in' (its inverse) or 'value' (a feature). property 0 means every
-- property in that direction. individual and n say where and how much was cut.
CREATE TABLE cut (
  property   INTEGER NOT NULL,
  direction  TEXT    NOT NULL CHECK (direction IN ('out', 'in', 'value')),
  individual INTEGER NOT NULL REFERENCES term(id),
  n          INTEGER NOT NULL,
  reason     TEXT    NOT NULL,
  PRIMARY KEY (property, direction)
) WITHOUT ROWID;

-- What was received and could not be used, counted. property 0: does not apply.
CREATE TABLE skipped (
  property INTEGER NOT NULL,
  datatype TEXT    NOT NULL,        -- of a literal, else ''
  reason   TEXT    NOT NULL,
  n        INTEGER NOT NULL,
  PRIMARY KEY (property, datatype, reason)
) WITHOUT ROWID;

CREATE VIEW classes AS
  SELECT i.iri AS individual, c.iri AS class
  FROM class_fact f JOIN term i ON i.id = f.individual JOIN term c ON c.id = f.class;

CREATE VIEW superclasses AS
  SELECT c.iri AS class, s.iri AS superclass
  FROM subclass f JOIN term c ON c.id = f.class JOIN term s ON s.id = f.superclass;

CREATE VIEW roles AS
  SELECT s.iri AS subject, p.iri AS property, o.iri AS object
  FROM role_fact f JOIN term p ON p.id = f.property JOIN term s ON s.id = f.subject JOIN term o ON o.id = f.object;

CREATE VIEW features AS
  SELECT i.iri AS individual, p.iri AS property, f.lexical AS lexical, d.iri AS datatype
  FROM feature_fact f JOIN term p ON p.id = f.property JOIN term i ON i.id = f.individual JOIN term d ON d.id = f.datatype;

CREATE VIEW examples AS
  SELECT t.iri AS example, e.depth AS depth FROM example e JOIN term t ON t.id = e.individual;

CREATE VIEW cuts AS
  SELECT coalesce(p.iri, '(every property)') AS property, c.direction AS direction, i.iri AS individual, c.n AS n, c.reason AS reason
  FROM cut c LEFT JOIN term p ON p.id = c.property JOIN term i ON i.id = c.individual;

CREATE VIEW not_used AS
  SELECT coalesce(p.iri, '') AS property, s.datatype AS datatype, s.reason AS reason, s.n AS n
  FROM skipped s LEFT JOIN term p ON p.id = s.property;
