-- Takes what a database of version 1 holds into one of this version. The tables of
-- version 1 are called old.x, where "old." is replaced by what leads to them.
-- Version 1 had one source, kept no times but that of the whole, and deleted the
-- facts of what it cut: so its cuts go on to hold for every run (run 0). What is
-- gathered into rows afterwards (migrate.go) goes into tables as version 2 had.

CREATE TEMP TABLE flat_role_fact (source, subject, property, object);
CREATE TEMP TABLE flat_feature_fact (source, individual, property, lexical, datatype);
CREATE TEMP TABLE flat_tally (source, term, part, property, n, state, reason, PRIMARY KEY (source, term, part, property));

INSERT INTO term (id, iri) SELECT id, iri FROM old.term;

INSERT INTO source (id, kind, name, graphs, vocabulary, exclusions, started)
  SELECT 1, min(kind), group_concat(name, ' '), '[]',
    coalesce((SELECT value FROM old.meta WHERE key = 'vocabulary'), '{}'),
    coalesce((SELECT value FROM old.meta WHERE key = 'exclusions'), '{}'),
    1000 * coalesce((SELECT CAST(strftime('%s', value) AS INTEGER) FROM old.meta WHERE key = 'started'), 0)
  FROM (SELECT kind, name FROM old.source ORDER BY name) HAVING count(*) > 0;

INSERT INTO file (source, path, size, sha256) SELECT 1, name, size, sha256 FROM old.source WHERE kind = 'file';
INSERT INTO prefix (source, prefix, iri) SELECT 1, prefix, iri FROM old.prefix;
INSERT INTO individual (source, id) SELECT 1, id FROM old.individual;
INSERT INTO class_fact (source, individual, class) SELECT 1, individual, class FROM old.class_fact;
INSERT INTO subclass (source, class, superclass) SELECT 1, class, superclass FROM old.subclass;
INSERT INTO flat_role_fact (source, subject, property, object) SELECT 1, subject, property, object FROM old.role_fact;
INSERT INTO flat_feature_fact (source, individual, property, lexical, datatype) SELECT 1, individual, property, lexical, datatype FROM old.feature_fact;
INSERT INTO declared (source, term, kind) SELECT 1, term, kind FROM old.declared;
INSERT INTO label (source, term, lang, text) SELECT 1, term, lang, text FROM old.label;
INSERT INTO skipped (source, term, property, datatype, reason, n) SELECT 1, 0, property, datatype, reason, n FROM old.skipped;

INSERT INTO asked (source, term, part, time)
  SELECT 1, term, part, (SELECT started FROM source WHERE id = 1) FROM old.fetched;
INSERT OR IGNORE INTO asked (source, term, part, time)
  SELECT 1, individual, 'known', (SELECT started FROM source WHERE id = 1) FROM old.example;

-- Numbers of what was pulled were not kept; they are those of the facts.
INSERT INTO flat_tally (source, term, part, property, n, state, reason)
  SELECT 1, f.term, 'out', r.property, count(*), 'here', ''
  FROM old.fetched f JOIN (
    SELECT subject, property FROM old.role_fact UNION ALL SELECT individual, property FROM old.feature_fact
  ) r ON r.subject = f.term
  WHERE f.part = 'out' GROUP BY f.term, r.property;
INSERT INTO flat_tally (source, term, part, property, n, state, reason)
  SELECT 1, f.term, 'in', r.property, count(*), 'here', ''
  FROM old.fetched f JOIN old.role_fact r ON r.object = f.term
  WHERE f.part = 'in' GROUP BY f.term, r.property;
INSERT INTO flat_tally (source, term, part, property, n, state, reason)
  SELECT 1, f.term, 'leaf', r.property, count(*), 'here', ''
  FROM old.fetched f JOIN old.feature_fact r ON r.individual = f.term
  WHERE f.part = 'leaf' GROUP BY f.term, r.property;
INSERT OR REPLACE INTO flat_tally (source, term, part, property, n, state, reason)
  SELECT 1, term, part, property, n,
    CASE WHEN part LIKE 'hub-%' AND n <= (SELECT json_extract(value, '$.successors') FROM old.meta WHERE key = 'bounds') THEN 'here' ELSE 'counted' END, ''
  FROM old.fanout;

-- A cut of version 1 is everywhere, but a property of 0 in it was never written.
INSERT INTO cut (source, run, property, direction, individual, n, reason)
  SELECT 1, 0, property, direction, individual, n, reason FROM old.cut WHERE property <> 0;

INSERT INTO run (id, source, depth, bounds, since, started, finished)
  SELECT depth + 1, 1, depth, coalesce((SELECT value FROM old.meta WHERE key = 'bounds'), '{}'), 0,
    (SELECT started FROM source WHERE id = 1),
    1000 * (SELECT CAST(strftime('%s', value) AS INTEGER) FROM old.meta WHERE key = 'finished')
  FROM old.example WHERE depth >= 0 GROUP BY depth;
INSERT INTO example (run, individual) SELECT depth + 1, individual FROM old.example WHERE depth >= 0;
