package search_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"testing"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/elephants"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testbed/suite"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/search"
)

// BenchmarkContradicting measures proofs on examples that contradict each other: the
// elephants with one negative more, which has what the others have in common, or with
// inverted labels; and datasets with every twentieth label inverted. Good incumbents are far
// from perfect there, so bounds prune late. The benchmark reports the time and the work that
// the session counts.
//
//	GENUS_DATASETS=../shared/datasets go test ./learner/search -run - -bench Contradicting -benchtime 1x
func BenchmarkContradicting(b *testing.B) {
	for _, c := range []struct {
		problem       string
		turned        int // inverted labels; 0: one negative more
		approx, exact int // sizes
	}{
		{"elephants", 0, 10, 10},
		{"elephants", 1, 10, 10},
		{"elephants", 2, 10, 10},
		{"elephants", 3, 9, 9},
		{"sml/suramin", 1, 11, 0}, // bisimilar examples
		{"sml/lymphography", 7, 11, 12},
		{"sml/carcinogenesis", 15, 5, 6},
		{"sml/nctrer", 11, 6, 6},
	} {
		for mode, size := range []int{learner.Approx: c.approx, learner.Exact: c.exact} {
			mode := learner.Mode(mode)
			if size == 0 {
				continue
			}
			b.Run(fmt.Sprintf("%s/turned=%d/%s=%d", c.problem, c.turned, mode, size), func(b *testing.B) {
				p := load(b, c.problem)
				o := learner.Options{MaxSize: size, Mode: mode, Midpoints: mode == learner.Approx}
				if c.problem == "elephants" {
					p = contradict(b, p, c.turned)
				} else {
					p = turn(p, c.turned)
					o.Language = dl.ALCQIF &^ dl.WithInverse
					o.MaxNumber = 3
					o.Thresholds = 10
				}
				work := int64(0)
				for b.Loop() {
					session := new(search.Session)
					o.Engine = keptSession{session}
					f, err := learner.Learn(b.Context(), p, o)
					require.That(b, err == nil || errors.Is(err, learner.ErrNoFitting), "%v", err)
					require.That(b, f.Refuted != 0, "nothing is proved")
					work += session.Work()
				}
				b.ReportMetric(float64(work)/float64(b.N), "work/op")
			})
		}
	}
}

type keptSession struct{ *search.Session }

func (keptSession) Name() string { return "search" }

func (e keptSession) Search(ctx context.Context, t learner.Task) (dl.Concept, bool, error) {
	return e.Run(ctx, t, search.Options{})
}

// load reads the built-in problem or a dataset.
func load(b *testing.B, name string) interp.Problem {
	b.Helper()
	problems := suite.Elephants()
	if name != "elephants" {
		dir := os.Getenv("GENUS_DATASETS")
		if dir == "" {
			b.Skipf("%s: no datasets (set GENUS_DATASETS)", b.Name())
		}
		problems = require.Value(suite.Find(dir))(b)
	}
	for _, found := range problems {
		if found.Name == name {
			p := require.Value(found.Load(b.Context(), extract.LoadOptions{Depth: 2}))(b)
			return p
		}
	}
	b.Skipf("%s: no problem %s", b.Name(), name)
	return interp.Problem{}
}

// contradict inverts some labels, or makes another elephant a negative.
func contradict(b *testing.B, p interp.Problem, turned int) interp.Problem {
	b.Helper()
	if turned > 0 {
		return turn(p, turned)
	}
	badhu, ok := p.Structure.Lookup(elephants.Namespace + "Badhu")
	require.That(b, ok, "there is no Badhu")
	p.Neg = append(p.Neg[:len(p.Neg):len(p.Neg)], badhu)
	return p
}

// turn inverts the labels of n random examples.
func turn(p interp.Problem, n int) interp.Problem {
	out := p
	out.Pos = nil
	out.Neg = nil
	out.PosWeights = nil
	out.NegWeights = nil
	order := dltest.Rand(1).Perm(len(p.Pos) + len(p.Neg))
	for i, a := range append(p.Pos[:len(p.Pos):len(p.Pos)], p.Neg...) {
		if positive := i < len(p.Pos); positive != (order[i] < n) {
			out.Pos = append(out.Pos, a)
		} else {
			out.Neg = append(out.Neg, a)
		}
	}
	return out
}
