package learner_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/internal/brute"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/threshold"
)

var closeProblems = flag.Int("close-problems", testsize.Choose(200, 600),
	"random problems with values next to each other")

// closeValues are sets of values, many of which are neighbours in their kind: no value lies
// between them.
var closeValues = []struct {
	name   string
	values []dl.Value
}{
	{"integers", valuesOf(dl.Integer, "1", "2", "3", "4", "6", "7")},
	{"large integers",
		valuesOf(dl.Integer, "9223372036854775806", "9223372036854775807", "9223372036854775808",
			"9223372036854775810"),
	},
	{"decimals", valuesOf(dl.Decimal, "1", "1.5", "1.50000000000000000001", "2")},
	{"floats", valuesOf(dl.Float, "1", "1.0000001", "1.0000002", "INF", "-INF", "NaN")},
	{"doubles", valuesOf(dl.Double, "1", "1.0000000000000002", "1.0000000000000004", "7")},
	{"dates", valuesOf(dl.Date, "2000-02-28", "2000-02-29", "2000-03-01", "2000-03-03", "2000-03-01Z")},
	{"years", valuesOf(dl.GYear, "-0001", "0000", "1999", "2000", "2001")},
	{"instants",
		valuesOf(dl.DateTime, "2000-01-01T00:00:00Z", "2000-01-01T00:00:01Z", "2000-01-01T00:00:01.5Z",
			"2000-01-01T00:00:00"),
	},
	{"times", valuesOf(dl.Time, "00:00:00", "12:00:00", "12:00:01", "23:59:59")},
	{"months", valuesOf(dl.GMonth, "--01", "--02", "--03")},
	{"numbers of several kinds", append(valuesOf(dl.Integer, "1", "2", "3"), valuesOf(dl.Double, "1.5E0", "2", "3.5")...)},
	{"several families", append(valuesOf(dl.Integer, "1", "2"), valuesOf(dl.Date, "2000-01-01", "2000-01-02")...)},
}

func valuesOf(k dl.Kind, lexical ...string) []dl.Value {
	out := make([]dl.Value, len(lexical))
	for i, s := range lexical {
		v, err := dl.NewValue(k, s)
		if err != nil {
			panic(err)
		}
		out[i] = v
	}
	return out
}

// closeProblem returns a random problem whose individuals have none, one or several of the
// values. Labels are random, or those of a comparison with some noise.
func closeProblem(t *testing.T, rng *rand.Rand, values []dl.Value) interp.Problem {
	t.Helper()
	var b interp.Builder
	n := 3 + rng.IntN(5)
	cut := values[rng.IntN(len(values))]
	below, coin := rng.IntN(2) == 0, rng.IntN(3) == 0
	positive := make([]bool, n)
	b.Feature("f")
	for i := range n {
		a := fmt.Sprint("a", i)
		b.Individual(a)
		if rng.IntN(3) == 0 {
			b.AddName("A", a)
		}
		if rng.IntN(4) == 0 {
			b.AddRole("r", a, fmt.Sprint("a", rng.IntN(n)))
		}
		for range []int{0, 1, 1, 1, 2, 3}[rng.IntN(6)] {
			v := values[rng.IntN(len(values))]
			b.AddValue("f", a, v)
			if c, ok := v.Cmp(cut); ok && (c == 0 || (c < 0) == below) {
				positive[i] = true
			}
		}
		if coin || rng.IntN(8) == 0 {
			positive[i] = rng.IntN(2) == 0
		}
	}
	positive[0], positive[1] = true, false
	var examples [2][]string
	for i, pos := range positive {
		side := 0
		if !pos {
			side = 1
		}
		examples[side] = append(examples[side], fmt.Sprint("a", i))
	}
	p := dltest.Labelled(t, &b, examples[0], examples[1])
	p.MaxDepth = rng.IntN(3)
	return p
}

var proofLanguages = []dl.Language{0, 0, 0, dl.WithDataAtLeast, dl.WithDataAtMost,
	dl.WithAnd | dl.WithDataAtMost | dl.WithExists, dl.WithOr | dl.WithDataAtLeast | dl.WithForAll,
	dl.ALCQIF &^ dl.WithDataAtLeast, dl.ALCQIF &^ dl.WithDataAtMost}

// TestProofsOverCloseValues runs the default settings of genus learn. A stage that
// has all thresholds must prove what the reference finds with every value as a
// threshold. (Neighbouring values were once separated in one direction only.)
func TestProofsOverCloseValues(t *testing.T) {
	settings := require.Value(config.Default().Learner())(t)
	const maxSize = 4
	proofs := 0
	for seed := range uint64(*closeProblems) {
		rng := dltest.Rand(seed + 7_000_000)
		kind := closeValues[seed%uint64(len(closeValues))]
		p := closeProblem(t, rng, kind.values)
		o := settings
		o.MaxSize, o.Engine = maxSize, []learner.Engine{learner.Portfolio{}, learner.Search{}, learner.SAT{}}[rng.IntN(3)]
		if l := proofLanguages[rng.IntN(len(proofLanguages))]; l != 0 {
			o.Language = l
		}
		where := fmt.Sprintf("seed %d, %s, %s, %s", seed, kind.name, o.Language, o.Engine.Name())
		f, err := learner.Learn(context.Background(), p, o)
		require.That(t, err == nil || errors.Is(err, learner.ErrNoFitting), "%s: %v", where, err)
		feature, _ := p.Structure.Signature().FeatureID("f")
		for _, s := range f.Stages {
			if !s.Proved || len(p.Structure.Values(feature)) > threshold.Growth(s.K) {
				continue
			}
			proofs++
			result, err := brute.Best(p, brute.Options{Language: o.Language, MaxSize: s.K, MaxNumber: s.MaxNumber}, o.Score.Of)
			require.That(t, err == nil, "%s: %v", where, err)
			best := result.Best[s.K]
			switch {
			case (best.Concept == nil) != (s.Concept == nil):
				t.Errorf("%s: stage %d has %#v, the reference %#v", where, s.K, s.Concept, best.Concept)
			case s.Concept == nil:
			case o.Score.Compare(s.Confusion, best.Confusion) != 0:
				t.Errorf("%s: stage %d proves %+v of %#v, the reference has %+v by %#v", where, s.K, s.Confusion,
					s.Concept, best.Confusion, best.Concept)
			case dl.Size(s.Concept) > best.Size:
				t.Errorf("%s: stage %d proves size %d of %#v, the reference has %d by %#v", where, s.K,
					dl.Size(s.Concept), s.Concept, best.Size, best.Concept)
			}
		}
	}
	check.That(t, proofs >= *closeProblems, "%d proofs of %d problems", proofs, *closeProblems)
}
