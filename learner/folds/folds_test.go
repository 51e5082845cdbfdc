package folds

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/interp"
)

// problem returns a problem with examples of these numbers, in this order.
func problem(t rapid.TB, pos, neg []int) interp.Problem {
	t.Helper()
	var b interp.Builder
	for _, list := range [][]int{pos, neg} {
		for _, n := range list {
			b.Individual(fmt.Sprintf("http://example.org/%03d", n))
		}
	}
	s := require.Value(b.Build(context.Background()))(t)
	p := interp.Problem{Structure: s}
	for side, list := range [][]int{pos, neg} {
		for _, n := range list {
			a, ok := s.Lookup(fmt.Sprintf("http://example.org/%03d", n))
			require.That(t, ok, "an individual is not there")
			if side == 0 {
				p.Pos, p.PosWeights = append(p.Pos, a), append(p.PosWeights, n+1)
			} else {
				p.Neg, p.NegWeights = append(p.Neg, a), append(p.NegWeights, n+1)
			}
		}
	}
	return p
}

func upTo(from, to int) []int {
	var out []int
	for i := from; i < to; i++ {
		out = append(out, i)
	}
	return out
}

// labels are the weights of the examples, negative for negatives.
func labels(p interp.Problem) map[interp.Individual]int {
	weight := map[interp.Individual]int{}
	for i, a := range p.Pos {
		weight[a] = p.PosWeights[i]
	}
	for i, a := range p.Neg {
		weight[a] = -p.NegWeights[i]
	}
	return weight
}

// Every example is tested once, with its weight, and trained on in all other folds. The
// sizes of folds and of their sides differ by at most one.
func TestStratified(t *testing.T) {
	testsize.Check(t, 100, func(t *rapid.T) {
		pos, neg := rapid.IntRange(2, 30).Draw(t, "pos"), rapid.IntRange(2, 30).Draw(t, "neg")
		n := rapid.IntRange(2, pos+neg).Draw(t, "folds")
		p := problem(t, upTo(0, pos), upTo(pos, pos+neg))
		f := require.Value(Stratified(p, n, rapid.Uint64().Draw(t, "seed")))(t)
		whole, tested := labels(p), map[interp.Individual]bool{}
		var sizes, positives []int
		for fold := range n {
			train, test := f.Split(p, fold)
			require.NoError(t, train.Validate())
			sizes, positives = append(sizes, len(test.Pos)+len(test.Neg)), append(positives, len(test.Pos))
			parts := labels(train)
			for a, label := range labels(test) {
				_, both := parts[a]
				require.That(t, !both && !tested[a], "fold %d trains on what it tests, or tests it again", fold)
				tested[a], parts[a] = true, label
			}
			require.That(t, maps.Equal(parts, whole), "fold %d has other examples or weights: %v, want %v", fold, parts, whole)
		}
		require.That(t, len(tested) == pos+neg, "%d of %d examples are tested", len(tested), pos+neg)
		for _, list := range [][]int{sizes, positives} {
			require.That(t, slices.Max(list)-slices.Min(list) <= 1, "folds are not even: %v", list)
		}
	})
}

func TestStratifiedIsOfTheExamplesAndTheSeed(t *testing.T) {
	of := func(pos, neg []int, seed uint64) map[string]int {
		p := problem(t, pos, neg)
		f := require.Value(Stratified(p, 4, seed))(t)
		out := map[string]int{}
		for i, a := range p.Pos {
			out[p.Structure.IRI(a)] = f.Pos[i]
		}
		for i, a := range p.Neg {
			out[p.Structure.IRI(a)] = f.Neg[i]
		}
		return out
	}
	pos, neg := upTo(0, 9), upTo(9, 20)
	first := of(pos, neg, 1)
	slices.Reverse(pos)
	slices.Reverse(neg)
	again := of(pos, neg, 1)
	check.That(t, fmt.Sprint(again) == fmt.Sprint(first), "another order of the examples gives other folds:\n%v\n%v",
		first, again)
	check.That(t, fmt.Sprint(of(pos, neg, 2)) != fmt.Sprint(first), "another seed gives the same folds")
}

func TestErrors(t *testing.T) {
	p := problem(t, upTo(0, 3), upTo(3, 6))
	for _, test := range []struct {
		name string
		p    interp.Problem
		f    Folds
		n    int // if not 0, stratified
		want string
	}{
		{name: "one fold", p: p, n: 1, want: "needs at least 2"},
		{name: "more folds than examples", p: p, n: 7, want: "more folds (7) than examples (6)"},
		{name: "one positive", p: problem(t, upTo(0, 1), upTo(1, 6)), n: 2, want: "fold 1 leaves no positive examples"},
		{name: "another problem", p: p, f: Folds{N: 2, Pos: []int{0}, Neg: []int{0}}, want: "of another problem"},
		{name: "a fold that is not", p: p, f: Folds{N: 2, Pos: []int{0, 1, 2}, Neg: []int{0, 1, 0}}, want: "fold 3 of 2"},
		{name: "no negatives left", p: p, f: Folds{N: 2, Pos: []int{0, 1, 0}, Neg: []int{1, 1, 1}},
			want: "fold 2 leaves no negative"},
	} {
		t.Run(test.name, func(t *testing.T) {
			err := test.f.Validate(test.p)
			if test.n != 0 {
				_, err = Stratified(test.p, test.n, 1)
			}
			check.That(t, err != nil && strings.Contains(err.Error(), test.want), "error %v, want one with %q", err, test.want)
		})
	}
}

// The right number of labels of the training part is flipped, with their weights. The
// test part keeps its labels, and a fold is the same each time.
func TestNoise(t *testing.T) {
	testsize.CheckTimes(t, testsize.Rounds(100), func(t *rapid.T) {
		pos, neg := rapid.IntRange(2, 30).Draw(t, "pos"), rapid.IntRange(2, 30).Draw(t, "neg")
		share := rapid.Float64Range(0, 0.49).Draw(t, "share")
		p := problem(t, upTo(0, pos), upTo(pos, pos+neg))
		f, err := Stratified(p, 2, rapid.Uint64().Draw(t, "seed"))
		if err != nil {
			t.Skip(err)
		}
		cleanTrain, cleanTest := f.Split(p, 1)
		f.Noise = share
		train, test := f.Split(p, 1)
		require.That(t, slices.Equal(test.Pos, cleanTest.Pos) && slices.Equal(test.Neg, cleanTest.Neg),
			"the labels of the test part changed")
		turned := 0
		for _, side := range []struct {
			examples []interp.Individual
			weights  []int
			clean    []interp.Individual
		}{{train.Pos, train.PosWeights, cleanTrain.Pos}, {train.Neg, train.NegWeights, cleanTrain.Neg}} {
			require.That(t, len(side.examples) != 0 && len(side.examples) == len(side.weights),
				"a side has %d examples and %d weights", len(side.examples), len(side.weights))
			for i, a := range side.examples {
				if !slices.Contains(side.clean, a) {
					turned++
				}
				if iri := train.Structure.IRI(a); !strings.HasSuffix(iri, fmt.Sprintf("/%03d", side.weights[i]-1)) {
					t.Fatalf("%s has the weight of another example: %d", iri, side.weights[i])
				}
			}
		}
		n := len(train.Pos) + len(train.Neg)
		want := min(int(math.Round(share*float64(n))), n-2)
		require.That(t, n == len(cleanTrain.Pos)+len(cleanTrain.Neg) && turned == want,
			"%d of %d labels are turned over, want %d", turned, n, want)
		again, _ := f.Split(p, 1)
		require.That(t, slices.Equal(again.Pos, train.Pos) && slices.Equal(again.Neg, train.Neg),
			"a fold is another one the second time")
	})
}
