package learner

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

const wikibase = dl.Statements("http://example.org/prop/")

// statedProblem returns a random problem over a graph in the shape of a Wikibase: individuals
// with direct properties, and with statements that have a value and qualifiers.
func statedProblem(t *testing.T, rng *rand.Rand) interp.Problem {
	t.Helper()
	var b interp.Builder
	n := 4 + rng.IntN(4)
	item := func(i int) string { return fmt.Sprintf("http://example.org/entity/Q%d", i) }
	for i := range n {
		if rng.IntN(3) == 0 {
			b.AddName("http://example.org/entity/A", item(i))
		}
		for j := range rng.IntN(3) {
			node := fmt.Sprintf("http://example.org/entity/statement/Q%d-%d", i, j)
			value := item(rng.IntN(n))
			if rng.IntN(2) == 0 {
				b.AddRole(wikibase.Property(dl.Direct, "P1"), item(i), value)
			}
			b.AddRole(wikibase.Property(dl.Claim, "P1"), item(i), node)
			b.AddRole(wikibase.Property(dl.ValueOf, "P1"), node, value)
			if rng.IntN(2) == 0 {
				b.AddRole(wikibase.Property(dl.Qualifier, "P2"), node, item(rng.IntN(n)))
			}
			if rng.IntN(2) == 0 {
				b.AddValue(wikibase.Property(dl.Qualifier, "P3"), node, dl.Int(int64(rng.IntN(3))))
			}
		}
		b.Individual(item(i))
	}
	s := require.Value(b.Build(context.Background()))(t)
	p := interp.Problem{Structure: s, Statements: wikibase}
	for i := range n {
		a, _ := s.Lookup(item(i))
		if i%2 == 0 {
			p.Pos = append(p.Pos, a)
		} else {
			p.Neg = append(p.Neg, a)
		}
	}
	return p
}

// TestStatementsEqualBruteForce: a statement with its value is one step of the role depth for
// the engines, the ceiling and the optimal fitting, as for the complete enumeration.
func TestStatementsEqualBruteForce(t *testing.T) {
	deeper := 0 // concepts whose roles are nested more deeply than the role depth says
	for seed := range uint64(testsize.Choose(60, 400)) {
		rng := dltest.Rand(seed)
		language := require.Value(dl.ParseLanguage([]string{"el", "alci", "alcqif", "alcf"}[seed%4]))(t)
		p := statedProblem(t, rng)
		o := Options{Language: language | dl.Language(rng.Uint32())&dl.WithNominals, MaxSize: 4, MaxDepth: 1 + rng.IntN(2)}
		for _, engine := range []Engine{SAT{}, Search{}} {
			o.Engine = engine
			where := fmt.Sprintf("seed %d, %s, %s, depth %d", seed, engine.Name(), o.Language, o.MaxDepth)
			f, err := Learn(context.Background(), p, o)
			require.That(t, err == nil || errors.Is(err, ErrNoFitting), "%s: %v", where, err)
			allowed := referenceProblem(t, p, o)
			for _, stage := range f.Stages {
				if best := compareStage(t, where, allowed, o, stage); best.Concept == nil {
					continue
				}
				d := wikibase.Depth(stage.Concept)
				require.That(t, d <= o.MaxDepth, "%s: role depth %d of %#v", where, d, stage.Concept)
				if dl.Depth(stage.Concept) > o.MaxDepth {
					deeper++
				}
			}
			require.That(t, o.Score.Compare(f.Confusion, f.Ceiling.Confusion) <= 0, "%s: %+v is above the ceiling %+v", where,
				f.Confusion, f.Ceiling.Confusion)
		}
		if !language.Has(dl.WithNot) {
			continue
		}
		o.Optimal = true
		f := require.Value(Learn(context.Background(), p, o))(t)
		d := wikibase.Depth(f.Concept)
		require.That(t, d <= o.MaxDepth, "seed %d: the optimal fitting has role depth %d", seed, d)
	}
	check.That(t, deeper >= 20, "only %d concepts have an inner role", deeper)
}

// TestSnapTimes: thresholds of times that qualify statements become ends of years, or of the decade of a
// time that is known to a decade, and beginnings for ≥, but not where an example would change sides.
func TestSnapTimes(t *testing.T) {
	for _, test := range []struct {
		name, pos, neg string
		precision      int
		want           string
	}{
		{"year", "1955-01-01", "1957-01-01", 0, "≤ 1955-12-31T23:59:59Z"},
		{"decade", "1950-01-01", "1962-01-01", 8, "≤ 1959-12-31T23:59:59Z"},
		{"decade with a negative", "1950-01-01", "1957-01-01", 8, "≤ 1950-12-31T23:59:59Z"},
		{"from", "1955-03-04", "1953-01-01", 0, "≥ 1955-01-01T00:00:00Z"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var b interp.Builder
			start := wikibase.Property(dl.Qualifier, "P3")
			for x, day := range map[string]string{"pos": test.pos, "neg": test.neg} {
				v := require.Value(dl.NewValue(dl.DateTime, day+"T00:00:00Z"))(t)
				b.AddRole(wikibase.Property(dl.Claim, "P1"), x, "statement of "+x)
				b.AddValue(start, "statement of "+x, v)
			}
			b.SetPrecision(start, "statement of pos", test.precision)
			s := require.Value(b.Build(t.Context()))(t)
			pos, _ := s.Lookup("pos")
			neg, _ := s.Lookup("neg")
			p := interp.Problem{Structure: s, Statements: wikibase, Pos: []interp.Individual{pos}, Neg: []interp.Individual{neg}}
			language := dl.WithExists | dl.WithDataAtLeast | dl.WithDataAtMost
			f := require.Value(Learn(t.Context(), p, Options{Language: language, MaxSize: 3}))(t)
			leaves := dl.Leaves(f.Concept)
			v, _ := leaves[len(leaves)-1].(dl.Compare)
			check.Equal(t, v.Op.String()+" "+v.Value.Lexical(), test.want, "%v has", f.Concept)
		})
	}
}
