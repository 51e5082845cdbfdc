package price

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent/ask"
	"github.com/genus-kg/genus/learner/interp"
)

// TestErrorBits: few errors cost ten bits each, many what it takes to name them.
func TestErrorBits(t *testing.T) {
	examples := make([]string, 50)
	few, many := Evidence{Pos: examples[:5], Neg: examples[:5]}, Evidence{Pos: examples, Neg: examples}
	if got := few.ErrorBits(2); got != 2*Wrong {
		t.Errorf("two errors among ten cost %v bits, want %v", got, 2*Wrong)
	}
	if got, want := many.ErrorBits(20), priceNoise+interp.ExceptionBits(100, 20); got != want {
		t.Errorf("20 errors among 100 cost %v bits, want %v", got, want)
	}
}

// isNear reports whether two sums are the same but for their order.
func isNear(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

// untold is a graph that tells nothing before it is asked.
type untold struct{ ask.Graph }

func (untold) Extensions(ctx context.Context, cs []dl.Concept) ([]interp.Set, error) {
	return ask.Remote{}.Extensions(ctx, cs)
}

func (untold) Largest() ask.Bounds { return ask.Remote{}.Largest() }

// TestExclusionPrices: ¬D costs more the less of C it excludes, and as much as an accident of one member where D
// was not counted.
func TestExclusionPrices(t *testing.T) {
	c, often, once := dl.Name{IRI: "person"}, dl.Exists{Role: dl.Role{IRI: "r"}, C: dl.Nominal{IRI: "often"}},
		dl.Exists{Role: dl.Role{IRI: "r"}, C: dl.Nominal{IRI: "once"}}
	without := func(d dl.Concept) dl.Concept { return dl.And{L: c, R: dl.Not{C: d}} }
	var b interp.Builder
	for i := range 64 {
		b.AddName(c.IRI, fmt.Sprint("a", i))
		b.AddRole("r", fmt.Sprint("a", i), []string{"often", "once"}[max(0, i-62)])
	}
	k := &Prior{Knowledge: ask.NewKnowledge(ask.NewMemory(require.Value(b.Build(t.Context()))(t), nil))}
	check.That(t, k.exclusion(c, once) == 6*priceExcluded && k.exclusion(c, often) < 0.1, "in memory %v, %v",
		k.exclusion(c, once), k.exclusion(c, often))
	length := And + k.Bits(c) + k.Bits(dl.Not{C: once}) + 6*priceExcluded
	check.That(t, isNear(k.Bits(without(once)), length), "the length is %v", k.Bits(without(once)))
	asked := &Prior{Knowledge: ask.NewKnowledge(untold{})}
	asked.Counts[c], asked.Largest = ask.Exactly(64), 64
	check.Equal(t, asked.exclusion(c, often), 6*priceExcluded, "not counted")
	asked.Counts[often] = ask.Exactly(32)
	check.Equal(t, asked.exclusion(c, often), priceExcluded, "counted apart")
	asked.Counts[dl.And{L: c, R: often}] = ask.Exactly(64)
	check.Equal(t, asked.exclusion(c, often), 0.0, "counted together")
}

// An interval is one part of a conjunction, wherever its bounds stand, also below a role.
func TestIntervalPrices(t *testing.T) {
	year := func(y int64) dl.Value { return dl.Int(y) }
	from := dl.Compare{Feature: "year", Op: dl.GreaterEq, Value: year(1950)}
	to := dl.Compare{Feature: "year", Op: dl.LessEq, Value: year(1960)}
	film := dl.Name{IRI: "film"}
	var b interp.Builder
	for i := range 40 {
		film := fmt.Sprint("f", i)
		b.AddName("film", film)
		b.AddValue("year", film, year(1930+int64(i)))
		b.AddRole("of", fmt.Sprint("studio", i%3), film)
	}
	k := &Prior{Knowledge: ask.NewKnowledge(ask.NewMemory(require.Value(b.Build(t.Context()))(t), nil))}
	interval := dl.And{L: from, R: to}
	below := func(c dl.Concept) dl.Concept { return dl.Exists{Role: dl.Role{IRI: "of"}, C: c} }
	want, wantBelow := k.Bits(interval)+And+k.Bits(film), k.Bits(below(interval))+And+priceBelow+Class
	for _, c := range []dl.Concept{
		dl.And{L: interval, R: film}, dl.And{L: film, R: interval},
		dl.And{L: from, R: dl.And{L: to, R: film}}, dl.And{L: dl.And{L: from, R: film}, R: to},
	} {
		check.That(t, isNear(k.Bits(c), want), "%v: %v, want %v", c, k.Bits(c), want)
		check.That(t, isNear(k.Bits(below(c)), wantBelow), "below a role %v: %v, want %v", c, k.Bits(below(c)), wantBelow)
	}
}
