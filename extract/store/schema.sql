-- The database of genus, version 5 (PRAGMA user_version), application id
-- 0x67656E75, "genu" (PRAGMA application_id). To look inside:
--
--   sqlite3 FILE.db 'SELECT * FROM terms LIMIT 10'
--
-- genus db info and genus db export show what the answers say.

-- Where answers come from, as JSON: kind, name, graphs, settings, files, and when it
-- was first asked. The same endpoint asked with other settings is another source.
-- "answers" and "sum" are the number of rows of table answer and the sum of their
-- checksums.
CREATE TABLE source (
  id      INTEGER PRIMARY KEY AUTOINCREMENT,
  key     TEXT    NOT NULL,
  "check" INTEGER NOT NULL,
  answers INTEGER NOT NULL,
  sum     INTEGER NOT NULL
);

-- What IRIs begin with, up to the last "/", "#" or ":". Numbers have no gaps.
CREATE TABLE namespace (
  id      INTEGER PRIMARY KEY,
  iri     BLOB    NOT NULL,
  "check" INTEGER NOT NULL
);

-- All answers to one kind of question about one term, and a checksum: see
-- codec.go. The term is a namespace and the rest; namespace 0 is empty. The table has
-- row numbers: without them every search that passes a row of a megabyte, such as a
-- run of many examples, would read the whole row to compare its key.
CREATE TABLE answer (
  source INTEGER NOT NULL,
  kind   TEXT    NOT NULL,
  space  INTEGER NOT NULL,
  name   BLOB    NOT NULL,
  data   BLOB    NOT NULL,
  PRIMARY KEY (source, kind, space, name)
);

-- Which questions about which terms have answers, for people.
CREATE VIEW terms AS
  SELECT a.source AS source, a.kind AS kind, coalesce(n.iri, '') || a.name AS term, length(a.data) AS bytes
  FROM answer a LEFT JOIN namespace n ON n.id = a.space;
