-- The local database of genus, version 4 (PRAGMA user_version), application id
-- 0x67656E75, "genu" (PRAGMA application_id). To look inside:
--
--   sqlite3 FILE.db 'SELECT * FROM roles LIMIT 10'
--
-- The tables hold numbers of terms; the views at the end show their IRIs. Facts
-- of different sources never meet: every table but the dictionary has the number
-- of the source as its first column.

-- Where facts come from: an endpoint with its default graphs, or a set of files;
-- and how they were read. The same endpoint read in another way is another source.
CREATE TABLE source (
  id         INTEGER PRIMARY KEY,
  kind       TEXT NOT NULL CHECK (kind IN ('endpoint', 'file')),
  name       TEXT NOT NULL,         -- URL without credentials, or paths
  graphs     TEXT NOT NULL,         -- JSON: IRIs of the default graphs asked about
  vocabulary TEXT NOT NULL,         -- JSON
  exclusions TEXT NOT NULL,         -- JSON
  started    INTEGER NOT NULL       -- milliseconds since 1970, as all times here
);

-- The files of a source, with size and SHA-256.
CREATE TABLE file (
  source INTEGER NOT NULL REFERENCES source(id),
  path   TEXT NOT NULL,
  size   INTEGER NOT NULL,          -- bytes
  sha256 TEXT NOT NULL,             -- hexadecimal
  PRIMARY KEY (source, path)
) WITHOUT ROWID;

CREATE TABLE prefix (
  source INTEGER NOT NULL REFERENCES source(id),
  prefix TEXT NOT NULL,             -- without the colon
  iri    TEXT NOT NULL,
  PRIMARY KEY (source, prefix)
) WITHOUT ROWID;

-- The dictionary, of all sources. A blank node (files only) is spelled _:label.
CREATE TABLE term (
  id  INTEGER PRIMARY KEY,
  iri TEXT NOT NULL UNIQUE
);

-- The domain of the structure.
CREATE TABLE individual (
  source INTEGER NOT NULL REFERENCES source(id),
  id     INTEGER NOT NULL REFERENCES term(id),
  PRIMARY KEY (source, id)
) WITHOUT ROWID;

-- class(individual), as stated: superclasses are not filled in.
CREATE TABLE class_fact (
  source     INTEGER NOT NULL REFERENCES source(id),
  individual INTEGER NOT NULL REFERENCES term(id),
  class      INTEGER NOT NULL REFERENCES term(id),
  PRIMARY KEY (source, individual, class)
) WITHOUT ROWID;

-- Every member of class is a member of superclass; direct edges only.
CREATE TABLE subclass (
  source     INTEGER NOT NULL REFERENCES source(id),
  class      INTEGER NOT NULL REFERENCES term(id),
  superclass INTEGER NOT NULL REFERENCES term(id),
  PRIMARY KEY (source, class, superclass)
) WITHOUT ROWID;

-- property(subject, object), all of a subject in a row: {"PROPERTY":[OBJECT,…],…}.
CREATE TABLE role_fact (
  source  INTEGER NOT NULL REFERENCES source(id),
  subject INTEGER NOT NULL REFERENCES term(id),
  n       INTEGER NOT NULL,         -- facts
  facts   TEXT    NOT NULL,         -- JSON
  PRIMARY KEY (source, subject)
) WITHOUT ROWID;

-- Which subjects have, or had, a role fact with the object: some of them in each
-- row, [SUBJECT,…].
CREATE TABLE role_object (
  source   INTEGER NOT NULL REFERENCES source(id),
  object   INTEGER NOT NULL REFERENCES term(id),
  subjects TEXT    NOT NULL,        -- JSON
  PRIMARY KEY (source, object, subjects)
) WITHOUT ROWID;

-- What is to be entered there when somebody looks for it, of many subjects in a row:
-- {"SUBJECT":[OBJECT,…],…}.
CREATE TABLE role_new (
  id       INTEGER PRIMARY KEY,
  source   INTEGER NOT NULL REFERENCES source(id),
  subjects TEXT    NOT NULL         -- JSON
);

-- property(individual, "lexical"^^datatype), exactly as received, all of an
-- individual in a row: {"PROPERTY":[["LEXICAL",DATATYPE],…],…}.
CREATE TABLE feature_fact (
  source     INTEGER NOT NULL REFERENCES source(id),
  individual INTEGER NOT NULL REFERENCES term(id),
  n          INTEGER NOT NULL,      -- facts
  facts      TEXT    NOT NULL,      -- JSON
  PRIMARY KEY (source, individual)
) WITHOUT ROWID;

-- A class, role or feature that belongs to the signature with or without facts.
CREATE TABLE declared (
  source INTEGER NOT NULL REFERENCES source(id),
  term   INTEGER NOT NULL REFERENCES term(id),
  kind   TEXT    NOT NULL CHECK (kind IN ('class', 'role', 'feature')),
  PRIMARY KEY (source, term, kind)
) WITHOUT ROWID;

CREATE TABLE label (
  source INTEGER NOT NULL REFERENCES source(id),
  term   INTEGER NOT NULL REFERENCES term(id),
  lang   TEXT    NOT NULL,          -- '' if the label has no language
  text   TEXT    NOT NULL,
  PRIMARY KEY (source, term, lang, text)
) WITHOUT ROWID;

-- What sort of property it is, as the source says: an external identifier, say.
CREATE TABLE property_kind (
  source   INTEGER NOT NULL REFERENCES source(id),
  property INTEGER NOT NULL REFERENCES term(id),
  kind     INTEGER NOT NULL REFERENCES term(id),
  PRIMARY KEY (source, property, kind)
) WITHOUT ROWID;

-- A statement about a property from which others follow: predicate(property,
-- object), such as rdfs:domain(property, class).
CREATE TABLE axiom (
  source    INTEGER NOT NULL REFERENCES source(id),
  property  INTEGER NOT NULL REFERENCES term(id),
  predicate INTEGER NOT NULL REFERENCES term(id),
  object    INTEGER NOT NULL REFERENCES term(id),
  PRIMARY KEY (source, property, predicate, object)
) WITHOUT ROWID;

-- That an individual is in some statement with the property: as its subject, as
-- the subject of one whose object is no literal, or as its object. Only what makes
-- it a member of a class by table axiom is asked for.
CREATE TABLE occurrence (
  source     INTEGER NOT NULL REFERENCES source(id),
  individual INTEGER NOT NULL REFERENCES term(id),
  property   INTEGER NOT NULL REFERENCES term(id),
  side       TEXT    NOT NULL CHECK (side IN ('subject', 'linked', 'object')),
  PRIMARY KEY (source, individual, property, side)
) WITHOUT ROWID;

-- What was asked about a term, and when. Of the parts out to occurs, every answer
-- is in the tables above, but for what table tally says.
--   known   that the source knows it
--   count-out, count-in, count-leaf, count-super   the numbers in table tally
--   out     all statements about an individual      in    all that point to it
--   leaf    its classes and literals only           super the superclasses of a class
--   label   labels
--   kind    the kinds of a property
--   axioms  all axioms, under the term rdf:Property  occurs  the occurrences
--   hub-out, hub-in   that it has too many statements to count them in one
--                     request: its properties are asked one by one
CREATE TABLE asked (
  source INTEGER NOT NULL REFERENCES source(id),
  term   INTEGER NOT NULL REFERENCES term(id),
  part   TEXT    NOT NULL,
  time   INTEGER NOT NULL,
  PRIMARY KEY (source, term, part)
) WITHOUT ROWID;

-- What is to be entered there when somebody looks for it, of all terms of an answer in
-- a row: [TERM,…]. What comes later takes the place of what came before.
CREATE TABLE asked_new (
  id     INTEGER PRIMARY KEY,
  source INTEGER NOT NULL REFERENCES source(id),
  part   TEXT    NOT NULL,
  time   INTEGER NOT NULL,          -- 0: it is as if the part had not been asked for
  terms  TEXT    NOT NULL           -- JSON
);

-- How many statements of each property a term has in a part (out, in, leaf, super,
-- hub-out, hub-in): [[PROPERTY,N],…]. The column state says which of them are here,
-- or a third member does where it is another, and a fourth why:
--   due      all as soon as the part has been asked for, until then none
--   counted  none: they were counted only
--   here     all
--   values   the values are, the successors are not
--   cut      not all
CREATE TABLE tally (
  source INTEGER NOT NULL REFERENCES source(id),
  term   INTEGER NOT NULL REFERENCES term(id),
  part   TEXT    NOT NULL,
  state  TEXT    NOT NULL,
  open   INTEGER NOT NULL,          -- members of which the state is another
  counts TEXT    NOT NULL,          -- JSON
  PRIMARY KEY (source, part, term)
) WITHOUT ROWID;

-- The extractions: from which examples, how deep. Everything within depth edges
-- of their examples is here, but for what table cut names.
CREATE TABLE run (
  id       INTEGER PRIMARY KEY AUTOINCREMENT,
  source   INTEGER NOT NULL REFERENCES source(id),
  depth    INTEGER NOT NULL,
  bounds   TEXT    NOT NULL,        -- JSON
  since    INTEGER NOT NULL,        -- what was asked before was asked again; 0: nothing
  started  INTEGER NOT NULL,
  finished INTEGER                  -- NULL: interrupted, or not yet
);

CREATE TABLE example (
  run        INTEGER NOT NULL REFERENCES run(id),
  individual INTEGER NOT NULL REFERENCES term(id),
  PRIMARY KEY (run, individual)
) WITHOUT ROWID;

-- What a run gave up and so must not be used: property in direction 'out' (a
-- role), 'in' (its inverse) or 'value' (a feature). individual and n say where
-- and how much was cut. Run 0 stands for every run: files of version 1, which
-- kept no tally.
CREATE TABLE cut (
  source     INTEGER NOT NULL REFERENCES source(id),
  run        INTEGER NOT NULL,
  property   INTEGER NOT NULL REFERENCES term(id),
  direction  TEXT    NOT NULL CHECK (direction IN ('out', 'in', 'value')),
  individual INTEGER NOT NULL REFERENCES term(id),
  n          INTEGER NOT NULL,
  reason     TEXT    NOT NULL,
  PRIMARY KEY (source, run, property, direction)
) WITHOUT ROWID;

-- What was received about a term and could not be used. property, term 0: does
-- not apply.
CREATE TABLE skipped (
  source   INTEGER NOT NULL REFERENCES source(id),
  term     INTEGER NOT NULL,
  property INTEGER NOT NULL,
  datatype TEXT    NOT NULL,        -- of a literal, else ''
  reason   TEXT    NOT NULL,
  n        INTEGER NOT NULL,
  PRIMARY KEY (source, term, property, datatype, reason)
) WITHOUT ROWID;

CREATE VIEW classes AS
  SELECT f.source AS source, i.iri AS individual, c.iri AS class
  FROM class_fact f JOIN term i ON i.id = f.individual JOIN term c ON c.id = f.class;

CREATE VIEW superclasses AS
  SELECT f.source AS source, c.iri AS class, s.iri AS superclass
  FROM subclass f JOIN term c ON c.id = f.class JOIN term s ON s.id = f.superclass;

CREATE VIEW roles AS
  SELECT f.source AS source, s.iri AS subject, p.iri AS property, o.iri AS object
  FROM role_fact f JOIN json_each(f.facts) g JOIN json_each(g.value) j
    JOIN term p ON p.id = CAST(g.key AS INTEGER) JOIN term s ON s.id = f.subject JOIN term o ON o.id = j.value;

CREATE VIEW features AS
  SELECT f.source AS source, i.iri AS individual, p.iri AS property, j.value ->> 0 AS lexical, d.iri AS datatype
  FROM feature_fact f JOIN json_each(f.facts) g JOIN json_each(g.value) j
    JOIN term p ON p.id = CAST(g.key AS INTEGER) JOIN term i ON i.id = f.individual JOIN term d ON d.id = j.value ->> 1;

CREATE VIEW axioms AS
  SELECT a.source AS source, p.iri AS property, k.iri AS predicate, o.iri AS object
  FROM axiom a JOIN term p ON p.id = a.property JOIN term k ON k.id = a.predicate JOIN term o ON o.id = a.object;

CREATE VIEW occurrences AS
  SELECT f.source AS source, i.iri AS individual, p.iri AS property, f.side AS side
  FROM occurrence f JOIN term i ON i.id = f.individual JOIN term p ON p.id = f.property;

CREATE VIEW examples AS
  SELECT r.source AS source, r.id AS run, t.iri AS example, r.depth AS depth, datetime(r.finished / 1000, 'unixepoch') AS finished
  FROM example e JOIN run r ON r.id = e.run JOIN term t ON t.id = e.individual;

CREATE VIEW cuts AS
  SELECT c.source AS source, c.run AS run, p.iri AS property, c.direction AS direction, i.iri AS individual, c.n AS n, c.reason AS reason
  FROM cut c JOIN term p ON p.id = c.property JOIN term i ON i.id = c.individual;

-- Table asked with what is to be entered there.
CREATE VIEW asked_now AS
  SELECT source, term, part, time
  FROM (
    SELECT source, term, part, time, max(id)
    FROM (
      SELECT source, term, part, time, 0 AS id FROM asked
      UNION ALL SELECT n.source, j.value, n.part, n.time, n.id FROM asked_new n JOIN json_each(n.terms) j
    )
    GROUP BY source, term, part
  )
  WHERE time <> 0;

-- Table tally without the state due.
CREATE VIEW tally_now AS
  SELECT y.source AS source, y.term AS term, y.part AS part,
    CASE WHEN y.state <> 'due' THEN y.state WHEN a.time IS NULL THEN 'counted' ELSE 'here' END AS state,
    y.open AS open, y.counts AS counts
  FROM tally y LEFT JOIN asked_now a ON a.source = y.source AND a.term = y.term AND a.part = y.part;

CREATE VIEW questions AS
  SELECT a.source AS source, t.iri AS term, a.part AS part, datetime(a.time / 1000, 'unixepoch') AS time
  FROM asked_now a JOIN term t ON t.id = a.term;

CREATE VIEW tallies AS
  SELECT y.source AS source, t.iri AS term, y.part AS part, p.iri AS property, j.value ->> 1 AS n,
    coalesce(j.value ->> 2, y.state) AS state, coalesce(j.value ->> 3, '') AS reason
  FROM tally_now y JOIN json_each(y.counts) j JOIN term t ON t.id = y.term JOIN term p ON p.id = j.value ->> 0;

CREATE VIEW not_used AS
  SELECT s.source AS source, coalesce(p.iri, '') AS property, s.datatype AS datatype, s.reason AS reason, sum(s.n) AS n
  FROM skipped s LEFT JOIN term p ON p.id = s.property
  GROUP BY 1, 2, 3, 4;
