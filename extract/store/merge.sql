-- Takes what the database other holds into main. Statements with $S and $T are
-- run for every source: $T is its number in other, $S that in main.

-- @terms
INSERT OR IGNORE INTO main.term (iri) SELECT iri FROM other.term ORDER BY id;
CREATE TEMP TABLE same (old INTEGER PRIMARY KEY, new INTEGER NOT NULL);
INSERT INTO same SELECT o.id, m.id FROM other.term o JOIN main.term m ON m.iri = o.iri;

-- @source
-- What was asked there and not here, or later: all about these parts of these
-- terms comes from there.
CREATE TEMP TABLE newer AS
  SELECT o.term AS old, t.new AS new, o.part AS part, o.time AS time
  FROM other.asked_now o JOIN same t ON t.old = o.term
  LEFT JOIN main.asked m ON m.source = $S AND m.term = t.new AND m.part = o.part
  WHERE o.source = $T AND (m.time IS NULL OR m.time < o.time);
CREATE INDEX temp.newer_old ON newer (old, part);
CREATE INDEX temp.newer_new ON newer (new, part);

DELETE FROM main.tally WHERE source = $S AND EXISTS (SELECT 1 FROM newer n WHERE n.new = term AND n.part IN ('count-' || tally.part, tally.part));

-- @rest
-- What is a row for a fact, after those that are a row for many (mergerows.go).
DELETE FROM main.class_fact WHERE source = $S AND EXISTS (SELECT 1 FROM newer n WHERE n.new = individual AND n.part IN ('out', 'leaf'));
DELETE FROM main.subclass WHERE source = $S AND EXISTS (SELECT 1 FROM newer n WHERE n.new = class AND n.part = 'super');
DELETE FROM main.label WHERE source = $S AND EXISTS (SELECT 1 FROM newer n WHERE n.new = term AND n.part = 'label');
DELETE FROM main.skipped WHERE source = $S AND EXISTS (SELECT 1 FROM newer n WHERE n.new = term AND n.part IN ('out', 'leaf'));

INSERT OR IGNORE INTO main.prefix (source, prefix, iri) SELECT $S, prefix, iri FROM other.prefix WHERE source = $T;
INSERT OR IGNORE INTO main.individual (source, id) SELECT $S, t.new FROM other.individual i JOIN same t ON t.old = i.id WHERE i.source = $T;
INSERT OR IGNORE INTO main.declared (source, term, kind) SELECT $S, t.new, d.kind FROM other.declared d JOIN same t ON t.old = d.term WHERE d.source = $T;
INSERT OR IGNORE INTO main.class_fact (source, individual, class)
  SELECT $S, i.new, c.new FROM other.class_fact f JOIN same i ON i.old = f.individual JOIN same c ON c.old = f.class
  WHERE f.source = $T AND (EXISTS (SELECT 1 FROM newer n WHERE n.old = f.individual AND n.part IN ('out', 'leaf')) OR $F);
INSERT OR IGNORE INTO main.subclass (source, class, superclass)
  SELECT $S, c.new, u.new FROM other.subclass f JOIN same c ON c.old = f.class JOIN same u ON u.old = f.superclass
  WHERE f.source = $T AND (EXISTS (SELECT 1 FROM newer n WHERE n.old = f.class AND n.part = 'super') OR $F);
INSERT OR IGNORE INTO main.label (source, term, lang, text)
  SELECT $S, t.new, l.lang, l.text FROM other.label l JOIN same t ON t.old = l.term
  WHERE l.source = $T AND (EXISTS (SELECT 1 FROM newer n WHERE n.old = l.term AND n.part = 'label') OR $F);
INSERT OR IGNORE INTO main.skipped (source, term, property, datatype, reason, n)
  SELECT $S, coalesce(t.new, 0), coalesce(p.new, 0), k.datatype, k.reason, k.n FROM other.skipped k LEFT JOIN same t ON t.old = k.term LEFT JOIN same p ON p.old = k.property
  WHERE k.source = $T AND (EXISTS (SELECT 1 FROM newer n WHERE n.old = k.term AND n.part IN ('out', 'leaf')) OR $F);
DELETE FROM main.property_kind WHERE source = $S AND EXISTS (SELECT 1 FROM newer n WHERE n.new = property AND n.part = 'kind');
INSERT OR IGNORE INTO main.property_kind (source, property, kind)
  SELECT $S, p.new, k.new FROM other.property_kind f JOIN same p ON p.old = f.property JOIN same k ON k.old = f.kind
  WHERE f.source = $T AND EXISTS (SELECT 1 FROM newer n WHERE n.old = f.property AND n.part = 'kind');
DELETE FROM main.axiom WHERE source = $S AND EXISTS (SELECT 1 FROM newer n WHERE n.part = 'axioms');
INSERT OR IGNORE INTO main.axiom (source, property, predicate, object)
  SELECT $S, p.new, k.new, o.new FROM other.axiom a JOIN same p ON p.old = a.property JOIN same k ON k.old = a.predicate JOIN same o ON o.old = a.object
  WHERE a.source = $T AND (EXISTS (SELECT 1 FROM newer n WHERE n.part = 'axioms') OR $F);
DELETE FROM main.occurrence WHERE source = $S AND EXISTS (SELECT 1 FROM newer n WHERE n.new = individual AND n.part = 'occurs');
INSERT OR IGNORE INTO main.occurrence (source, individual, property, side)
  SELECT $S, i.new, p.new, f.side FROM other.occurrence f JOIN same i ON i.old = f.individual JOIN same p ON p.old = f.property
  WHERE f.source = $T AND EXISTS (SELECT 1 FROM newer n WHERE n.old = f.individual AND n.part = 'occurs');
INSERT OR REPLACE INTO main.asked (source, term, part, time) SELECT $S, new, part, time FROM newer;

-- A cut that holds for every run there holds for every run here.
INSERT OR IGNORE INTO main.cut (source, run, property, direction, individual, n, reason)
  SELECT $S, 0, p.new, c.direction, i.new, c.n, c.reason FROM other.cut c JOIN same p ON p.old = c.property JOIN same i ON i.old = c.individual
  WHERE c.source = $T AND c.run = 0;
DROP TABLE newer;

-- @run
INSERT INTO main.run (source, depth, bounds, since, started, finished) SELECT $S, depth, bounds, since, started, finished FROM other.run WHERE id = $R;
CREATE TEMP TABLE added AS SELECT last_insert_rowid() AS id;
INSERT INTO main.example (run, individual) SELECT (SELECT id FROM added), t.new FROM other.example e JOIN same t ON t.old = e.individual WHERE e.run = $R;
INSERT INTO main.cut (source, run, property, direction, individual, n, reason)
  SELECT $S, (SELECT id FROM added), p.new, c.direction, i.new, c.n, c.reason FROM other.cut c JOIN same p ON p.old = c.property JOIN same i ON i.old = c.individual
  WHERE c.source = $T AND c.run = $R;
DROP TABLE added;

-- @end
DROP TABLE same;
