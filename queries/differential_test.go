package queries

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/dltest"
	"github.com/genus-kg/genus/learner/interp"
)

// pairs is the number of pairs of a structure and a concept to compare:
// GENUS_PAIRS in the environment or what the test says.
func pairs(t *testing.T, otherwise int) int {
	t.Helper()
	s := os.Getenv("GENUS_PAIRS")
	if s == "" {
		return otherwise
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 {
		t.Fatalf("GENUS_PAIRS=%s: want a positive number", s)
	}
	return n
}

// conceptsPerGraph is how many concepts are asked about one random graph.
const conceptsPerGraph = 8

// engine is what compare judges.
type engine struct {
	serve func(t testing.TB, ntriples string) endpoint

	// covers says which values the engine can compare (doc.go lists those that
	// it cannot).
	covers func(dl.Value) bool
}

// compare judges the queries by the oracle: an engine that serves a random
// graph must answer with the extension that interp computes of the structure.
// GENUS_SEED in the environment is the first seed.
func compare(t *testing.T, n int, on engine) {
	t.Helper()
	first := uint64(1)
	if s := os.Getenv("GENUS_SEED"); s != "" {
		var err error
		if first, err = strconv.ParseUint(s, 10, 64); err != nil {
			t.Fatal(err)
		}
	}
	empty, full, asked := 0, 0, 0
	for seed := first; asked < n; seed++ {
		rng := dltest.Rand(seed)
		s := only(t, dltest.Structure(rng, dltest.Config{Names: 2 + rng.IntN(2), Features: 1 + rng.IntN(2)}), on.covers)
		vocab := Vocabulary{Closure: rng.IntN(3) == 0}
		if rng.IntN(2) == 0 {
			vocab.Type, vocab.SubClassOf = ns+"isA", ns+"isBelow"
		}
		g := &graph{rng: rng, vocab: vocab.withDefaults()}
		o := Options{Prefixes: map[string]string{"ex": ns}, Vocabulary: vocab}
		e := on.serve(t, g.write(t, s))
		if rng.IntN(2) == 0 {
			o.Kinds = g.kinds
		}
		eval := interp.NewEvaluator(s)
		for range conceptsPerGraph {
			c := randomConcept(rng, s, on.covers)
			want := extension(t, eval, s, c)
			t.Run(fmt.Sprintf("seed=%d", seed), func(t *testing.T) {
				judge(t, rng, e, s, c, want, o)
			})
			if t.Failed() {
				t.Fatalf("repeat with GENUS_SEED=%d", seed)
			}
			asked++
			switch len(want) {
			case 0:
				empty++
			case s.Len():
				full++
			}
		}
	}
	t.Logf("%d pairs, %d empty, %d everything", asked, empty, full)
	if empty+full > asked*4/5 {
		t.Errorf("of %d pairs, %d are empty and %d are everything: too easy", asked, empty, full)
	}
}

// randomConcept is one that covers allows, often with ⊤, ⊥ or ¬ at the root or
// with symbols that the graph does not have.
func randomConcept(rng *rand.Rand, s *interp.Structure, covers func(dl.Value) bool) dl.Concept {
	for {
		c := dltest.Concept(rng, s, dl.ALCQIF, 1+rng.IntN(10), 3)
		if c == nil {
			continue
		}
		switch rng.IntN(12) {
		case 0:
			c = dl.Not{C: c}
		case 1:
			c = dl.ForAll{Role: dl.Role{IRI: ns + "unknown", Inverse: rng.IntN(2) == 0}, C: c}
		case 2:
			c = dl.Or{L: c, R: dl.Exists{Role: dl.Role{IRI: ns + "unknown"}, C: dl.Top{}}}
		case 3:
			c = dl.And{L: dl.Not{C: dl.Name{IRI: ns + "Unknown"}}, R: c}
		case 4:
			c = dl.AtLeast{N: 2 + rng.IntN(2), Role: dl.Role{IRI: ns + "r0", Inverse: rng.IntN(2) == 0}, C: c}
		}
		ok := true
		dl.Walk(c, func(d dl.Concept) bool {
			if d, is := d.(dl.Compare); is && d.Value.Kind() != dl.Boolean && !covers(d.Value) {
				ok = false
			}
			return ok
		})
		if ok {
			return c
		}
	}
}

func extension(t *testing.T, eval *interp.Evaluator, s *interp.Structure, c dl.Concept) []string {
	t.Helper()
	set, err := eval.Extension(c)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for a := range s.Len() {
		if set.Test(uint(a)) {
			out = append(out, s.IRI(interp.Individual(a)))
		}
	}
	slices.Sort(out)
	return out
}

// judge asks one concept in all forms.
func judge(t *testing.T, rng *rand.Rand, e endpoint, s *interp.Structure, c dl.Concept, want []string, o Options) {
	query := func(text string, err error) string {
		t.Helper()
		if err != nil {
			t.Fatalf("%v: %v", c, err)
		}
		return text
	}
	same := func(form, q string, got, want []string) {
		t.Helper()
		if !slices.Equal(got, want) {
			t.Errorf("%s of %+v\n got %s\nwant %s\n%s", form, c, strings.Join(got, " "), strings.Join(want, " "), q)
		}
	}
	q := query(Select(c, o))
	same("Select", q, e.answers(t, q), want)

	individuals := make([]string, s.Len())
	for a := range individuals {
		individuals[a] = s.IRI(interp.Individual(a))
	}
	switch rng.IntN(4) {
	case 0:
		q = query(Count(c, o))
		if rows := e.ask(t, q).Results.Bindings; len(rows) != 1 || rows[0]["n"].Value != strconv.Itoa(len(want)) {
			t.Errorf("Count of %+v: got %v, want %d\n%s", c, rows, len(want), q)
		}
	case 1:
		for range 3 {
			a := individuals[rng.IntN(len(individuals))]
			q = query(Ask(c, a, o))
			if got := e.ask(t, q).Boolean; got != slices.Contains(want, a) {
				t.Errorf("Ask %s of %+v: got %t\n%s", a, c, got, q)
			}
		}
	case 2:
		q = query(Confirm(c, individuals, o))
		same("Confirm", q, e.answers(t, q), want)
	case 3:
		anchor := dl.Name{IRI: ns + "A0"}
		o.Anchor = anchor.IRI
		q = query(Select(c, o))
		same("anchored Select", q, e.answers(t, q), extension(t, interp.NewEvaluator(s), s, dl.And{L: anchor, R: c}))
	}
}

// covered: before the year 0001, zones are not heeded (temporal.go).
func covered(v dl.Value) bool {
	s := v.Lexical()
	zoned := len(s) > 6 && s[len(s)-3] == ':' && strings.ContainsRune("+-", rune(s[len(s)-6]))
	return !zoned || !strings.HasPrefix(s, "-000") && !strings.HasPrefix(s, "0000")
}

// The embedded engine reads 0.1 as a double even where it is a float.
func embeddedCovers(v dl.Value) bool {
	return covered(v) && (v.Kind() != dl.Float || !strings.HasPrefix(v.Lexical(), "1.0E-1"))
}

func TestQueriesEqualSemantics(t *testing.T) {
	compare(t, pairs(t, 400), engine{serve: serveEmbedded, covers: embeddedCovers})
}
