package store

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// TestWriters: several have the file open at once, each writes in turn, and
// nothing is lost.
func TestWriters(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	const writers, each = 4, 25
	var g sync.WaitGroup
	errs := make([]error, writers)
	for i := range writers {
		g.Go(func() {
			errs[i] = func() error {
				db, err := Open(t.Context(), path, Options{})
				if err != nil {
					return err
				}
				defer func() { _ = db.Close() }()
				s, err := db.Add(t.Context(), Source{Kind: Endpoint, Name: "http://e/sparql"})
				if err != nil {
					return err
				}
				for j := range each {
					if err := s.Update(t.Context(), func(tx *Tx) error {
						tx.AddRole("r", fmt.Sprint("shared", j), fmt.Sprint("own", i, "-", j))
						return nil
					}); err != nil {
						return err
					}
				}
				return nil
			}()
		})
	}
	g.Wait()
	for _, err := range errs {
		if err != nil {
			t.Error(err)
		}
	}
	db := open(t, path, Options{ReadOnly: true})
	s, err := db.Space(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	if n, err := s.Count(t.Context()); err != nil || n.Roles != writers*each {
		t.Errorf("%d facts, %v; want %d", n.Roles, err, writers*each)
	}
	if sources, _ := db.Sources(t.Context()); len(sources) != 1 {
		t.Errorf("%d sources; want 1", len(sources))
	}
}

// TestWaiting: a writer waits for another, says so, gives up after its patience
// or when its context ends, and readers do not wait.
func TestWaiting(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	a := open(t, path, Options{})
	s := space(t, a)
	told := make(chan bool, 8)
	b := open(t, path, Options{Waiting: func() { told <- true }})
	impatient := open(t, path, Options{Patience: -1})
	reader := open(t, path, Options{ReadOnly: true})
	add := func(db *DB, ctx context.Context) error {
		s, err := db.Space(ctx, 1)
		if err != nil {
			return err
		}
		return s.Update(ctx, func(tx *Tx) error { tx.AddIndividual("b"); return nil })
	}
	done := make(chan error, 1)
	err := s.Update(t.Context(), func(tx *Tx) error {
		tx.AddIndividual("a")
		if err := add(impatient, t.Context()); !errors.Is(err, ErrBusy) {
			t.Errorf("impatient: %v; want ErrBusy", err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		defer cancel()
		if err := add(b, ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("with a deadline: %v", err)
		}
		r, err := reader.Space(t.Context(), 1)
		if err != nil {
			return err
		}
		if n, err := r.Count(t.Context()); err != nil || n.Individuals != 0 {
			t.Errorf("a reader sees %d individuals, %v", n.Individuals, err)
		}
		go func() { done <- add(b, t.Context()) }()
		<-told
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
	if n, err := s.Count(t.Context()); err != nil || n.Individuals != 2 {
		t.Errorf("%d individuals, %v; want both", n.Individuals, err)
	}
}

// TestSnapshot: what is read within one is of one moment.
func TestSnapshot(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	s := space(t, open(t, path, Options{}))
	r, err := open(t, path, Options{ReadOnly: true}).Space(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	count := func() int {
		n, err := r.Count(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return n.Individuals
	}
	err = r.Snapshot(t.Context(), func() error {
		before := count()
		if err := s.Update(t.Context(), func(tx *Tx) error { tx.AddIndividual("a"); return nil }); err != nil {
			return err
		}
		if after := count(); after != before {
			t.Errorf("%d individuals and then %d", before, after)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if n := count(); n != 1 {
		t.Errorf("%d individuals afterwards; want 1", n)
	}
}
