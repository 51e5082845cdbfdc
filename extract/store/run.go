package store

import (
	"context"
	"time"
)

// Runs are the extractions, the latest first, with the cuts of each; the cuts
// that hold for every run are in each of them.
func (s *Space) Runs(ctx context.Context) ([]Run, error) {
	runs, err := of(ctx, s, "SELECT id, depth, bounds, since, started, coalesce(finished, 0) FROM run WHERE source = ? ORDER BY started DESC, id DESC",
		func(get func(...any) error, r *Run) error {
			var since, started, finished int64
			err := get(&r.ID, &r.Depth, &r.Bounds, &since, &started, &finished)
			r.Since, r.Started, r.Finished = moments(since), moments(started), moments(finished)
			return err
		})
	if err != nil {
		return nil, err
	}
	type example struct {
		run int
		iri string
	}
	examples, err := of(ctx, s, "SELECT e.run, t.iri FROM run r JOIN example e ON e.run = r.id JOIN term t ON t.id = e.individual WHERE r.source = ? ORDER BY 1, 2",
		func(get func(...any) error, e *example) error { return get(&e.run, &e.iri) })
	if err != nil {
		return nil, err
	}
	type cut struct {
		run int
		Cut
	}
	cuts, err := of(ctx, s, `SELECT c.run, p.iri, c.direction, i.iri, c.n, c.reason FROM cut c JOIN term p ON p.id = c.property JOIN term i ON i.id = c.individual
		WHERE c.source = ? ORDER BY 2, 3, 1`,
		func(get func(...any) error, c *cut) error {
			return get(&c.run, &c.Property, &c.Direction, &c.Individual, &c.N, &c.Reason)
		})
	at := make(map[int]*Run, len(runs))
	for i := range runs {
		at[runs[i].ID] = &runs[i]
	}
	for _, e := range examples {
		if r := at[e.run]; r != nil { // else it began since the first query
			r.Examples = append(r.Examples, e.iri)
		}
	}
	for _, c := range cuts {
		for i := range runs {
			if c.run == 0 || c.run == runs[i].ID {
				runs[i].Cuts = append(runs[i].Cuts, c.Cut)
			}
		}
	}
	return runs, err
}

// AlwaysCut are the cuts that hold for every run.
func (s *Space) AlwaysCut(ctx context.Context) ([]Cut, error) {
	return of(ctx, s, `SELECT p.iri, c.direction, i.iri, c.n, c.reason FROM cut c JOIN term p ON p.id = c.property JOIN term i ON i.id = c.individual
		WHERE c.source = ? AND c.run = 0 ORDER BY 1, 2`,
		func(get func(...any) error, c *Cut) error {
			return get(&c.Property, &c.Direction, &c.Individual, &c.N, &c.Reason)
		})
}

// BeginRun enters a run that is not finished, and returns its number.
func (tx *Tx) BeginRun(r Run) int {
	r.Started = time.Now()
	tx.exec("INSERT INTO run (source, depth, bounds, since, started) VALUES (?, ?, ?, ?, ?)", tx.source, r.Depth, r.Bounds, millis(r.Since), millis(r.Started))
	r.ID = int(tx.number("SELECT last_insert_rowid()"))
	tx.addExamples(r)
	return r.ID
}

// FinishRun says that everything the run needs is here, but for its cuts; it
// takes the place of earlier runs.
func (tx *Tx) FinishRun(r Run, replaced []int) {
	tx.dropRuns(replaced)
	now := time.Now().UnixMilli()
	if tx.exec("UPDATE run SET finished = ? WHERE id = ? AND source = ?", now, r.ID, tx.source) == 0 { // another process has replaced it by its own
		tx.exec("INSERT INTO run (id, source, depth, bounds, since, started, finished) VALUES (?, ?, ?, ?, ?, ?, ?)",
			r.ID, tx.source, r.Depth, r.Bounds, millis(r.Since), millis(r.Started), now)
		tx.addExamples(r)
	}
	for _, c := range r.Cuts {
		tx.exec("INSERT OR IGNORE INTO cut (source, run, property, direction, individual, n, reason) VALUES (?, ?, ?, ?, ?, ?, ?)",
			tx.source, r.ID, tx.Term(c.Property), string(c.Direction), tx.Term(c.Individual), c.N, c.Reason)
	}
}

func (tx *Tx) addExamples(r Run) {
	for _, iri := range r.Examples {
		tx.insertAt(r.ID, examples, int64(tx.Term(iri)))
	}
}

func (tx *Tx) dropRuns(ids []int) {
	for _, id := range ids {
		tx.exec("DELETE FROM cut WHERE source = ? AND run = ?", tx.source, id)
		tx.exec("DELETE FROM example WHERE run = ?", id)
		tx.exec("DELETE FROM run WHERE id = ?", id)
	}
}

// ForgetAll takes back that anything of the source was asked, and all runs: for
// sources of version 1, of which nothing less can be asked again.
func (tx *Tx) ForgetAll() {
	for _, q := range []string{
		"DELETE FROM example WHERE run IN (SELECT id FROM run WHERE source = ?)",
		"DELETE FROM run WHERE source = ?",
		"DELETE FROM cut WHERE source = ?",
		"DELETE FROM asked WHERE source = ?",
		"DELETE FROM asked_new WHERE source = ?",
		"DELETE FROM tally WHERE source = ?",
	} {
		tx.exec(q, tx.source)
	}
}
