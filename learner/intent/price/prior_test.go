package price

import (
	"context"
	"fmt"
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

// untold is a graph that tells nothing before it is asked.
type untold struct{ ask.Graph }

func (untold) Extension(ctx context.Context, c dl.Concept) (interp.Set, bool, error) {
	return ask.Remote{}.Extension(ctx, c)
}

func (untold) Largest() ask.Bounds { return ask.Remote{}.Largest() }

// TestExclusionPrices: ¬D costs more the less of C it excludes, and as much as an accident of one member where D
// was not counted.
func TestExclusionPrices(t *testing.T) {
	c, often, once := dl.Name{IRI: "person"}, dl.Exists{Role: dl.Role{IRI: "r"}, C: dl.Nominal{IRI: "often"}}, dl.Exists{Role: dl.Role{IRI: "r"}, C: dl.Nominal{IRI: "once"}}
	without := func(d dl.Concept) dl.Concept { return dl.And{L: c, R: dl.Not{C: d}} }
	var b interp.Builder
	for i := range 64 {
		b.AddName(c.IRI, fmt.Sprint("a", i))
		b.AddRole("r", fmt.Sprint("a", i), []string{"often", "once"}[max(0, i-62)])
	}
	k := &Prior{Knowledge: ask.NewKnowledge(ask.NewMemory(require.Value(b.Build(t.Context()))(t), nil))}
	check.That(t, k.exclusion(c, once) == 6*priceExcluded && k.exclusion(c, often) < 0.1, "in memory %v, %v", k.exclusion(c, once), k.exclusion(c, often))
	check.Equal(t, k.Bits(without(once)), And+k.Bits(c)+k.Bits(dl.Not{C: once})+6*priceExcluded, "the length")
	asked := &Prior{Knowledge: ask.NewKnowledge(untold{})}
	asked.Counts[c], asked.Largest = ask.Exactly(64), 64
	check.Equal(t, asked.exclusion(c, often), 6*priceExcluded, "not counted")
	asked.Counts[often] = ask.Exactly(32)
	check.Equal(t, asked.exclusion(c, often), priceExcluded, "counted apart")
	asked.Counts[dl.And{L: c, R: often}] = ask.Exactly(64)
	check.Equal(t, asked.exclusion(c, often), 0.0, "counted together")
}
