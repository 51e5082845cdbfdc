package store

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"slices"
	"time"
)

// runKind is the kind of the answers that store runs: the term is the ID of the run, and
// the only row is its JSON.
const runKind Kind = reserved + "run"

// PutRun adds a run, or replaces the run with the same ID. A run without an ID is new and
// gets one, and a Started. PutRun removes the runs with the IDs in replaced.
func (s *Source) PutRun(ctx context.Context, r Run, replaced ...string) (Run, error) {
	if r.ID == "" {
		r.ID, r.Started = rand.Text(), time.Now()
	}
	text, err := json.Marshal(r)
	if err != nil {
		return r, err
	}
	a := Answer{Term: r.ID, Kind: runKind, Time: time.Now().UnixMilli(), Rows: []Row{{Value: string(text)}}}
	return r, s.db.update(ctx, func(tx *tx) error {
		var c totals
		for _, id := range append(replaced, r.ID) {
			if err := tx.remove(s, runKind, id, &c); err != nil {
				return err
			}
		}
		if err := tx.put(s, a, &c); err != nil {
			return err
		}
		return tx.addTotals(s, c)
	})
}

// RemoveRun removes the run with the ID.
func (s *Source) RemoveRun(ctx context.Context, id string) error {
	return s.db.update(ctx, func(tx *tx) error {
		var c totals
		if err := tx.remove(s, runKind, id, &c); err != nil {
			return err
		}
		return tx.addTotals(s, c)
	})
}

// Runs returns the runs, the latest first.
func (s *Source) Runs(ctx context.Context) ([]Run, error) {
	var runs []Run
	err := s.each(ctx, runKind, func(answers []Answer) error {
		for _, a := range answers {
			for _, row := range a.Rows {
				var r Run
				if err := json.Unmarshal([]byte(row.Value), &r); err != nil {
					return s.db.damageError(fmt.Errorf("unreadable run: %w", err))
				}
				runs = append(runs, r)
			}
		}
		return nil
	})
	slices.SortFunc(runs, func(a, b Run) int { return cmp.Or(b.Started.Compare(a.Started), cmp.Compare(a.ID, b.ID)) })
	return runs, err
}
