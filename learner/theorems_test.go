package learner

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// hittingSet is an instance of hitting set: the sets cover {1, …, n} and have n elements
// at most, as bits from 1.
type hittingSet struct {
	n    int
	sets []uint
}

// smallest returns the size of the smallest hitting set.
func (h hittingSet) smallest() int {
	smallest := h.n
	for x := uint(0); x < 1<<(h.n+1); x += 2 {
		if !slices.ContainsFunc(h.sets, func(s uint) bool { return s&x == 0 }) {
			smallest = min(smallest, bits.OnesCount(x))
		}
	}
	return smallest
}

// problem returns the database of the proof of Theorem 3, with groups of k' + 1
// individuals. If blind is set, both roots lead to one more path, which has all detours
// but no A at its end.
func (h hittingSet) problem(t *testing.T, k int, blind bool) interp.Problem {
	t.Helper()
	var b interp.Builder
	members := k + h.n + 3
	edge := func(role, from, to string) {
		for i := range members {
			for j := range members {
				b.AddRole(role, fmt.Sprintf("%s/%d", from, i), fmt.Sprintf("%s/%d", to, j))
			}
		}
	}
	path := func(name string, set uint, end bool, roots ...string) {
		at := func(i int) string { return fmt.Sprintf("%s.%d", name, i) }
		for _, root := range roots {
			edge("r", root, at(0))
		}
		for i := 1; i <= h.n; i++ {
			edge("r", at(i-1), at(i))
			if set&(1<<i) == 0 {
				edge("s", at(i-1), at(i)+"'")
				edge("s", at(i)+"'", at(i))
			}
		}
		for i := range members {
			if end {
				b.AddName("A", fmt.Sprintf("%s/%d", at(h.n), i))
			}
		}
	}
	path("a", 0, true, "a")
	for j, set := range h.sets {
		path(fmt.Sprintf("b%d", j+1), set, true, "a", "b")
	}
	if blind {
		path("c", 0, false, "a", "b")
	}
	return dltest.Labelled(t, &b, []string{"a/0"}, []string{"b/0"})
}

func learnExactly(t *testing.T, p interp.Problem, o Options) Fitting {
	t.Helper()
	o.Mode = Exact
	f := require.Value(Learn(context.Background(), p, o))(t)
	c := dltest.Classify(t, p, f.Concept)
	require.That(t, c.FN+c.FP <= 0 && f.Optimal, "%#v: %v, optimal %v", f.Concept, c, f.Optimal)
	return f
}

// TestTheorem3AsPrinted: the instance of the paper's Figure 1 has no hitting set below 2, so
// no concept smaller than k' = 2 + 4 + 2 should fit. But ∃r.∃s.∃s.∃s.⊤ does: no other path
// begins with three s. The proof overlooks it, since "the only other option D = ⊤ is
// impossible" holds only for words in (r+ss)* that every path has.
func TestTheorem3AsPrinted(t *testing.T) {
	h := hittingSet{4, []uint{1<<1 | 1<<3, 1<<2 | 1<<4}}
	k := h.smallest()
	require.That(t, k == 2, "smallest hitting set of size %d", k)
	for _, c := range []struct {
		blind bool
		size  int
	}{{false, 5}, {true, 8}} {
		f := learnExactly(t, h.problem(t, 2, c.blind), Options{})
		check.Equal(t, f.Size, c.size, "blind path %v: %#v of size", c.blind, f.Concept)
	}
}

// TestTheorem3: with the blind path, b satisfies ∃r.∃w.⊤ for each w that a does, and a
// concept must reach A. Then the smallest concept that fits has size n + k + 2 for a
// smallest hitting set of size k. (A concept may also look back by s⁻, which the proof
// excludes. That costs three nodes for a set, and a detour costs one.)
func TestTheorem3(t *testing.T) {
	for seed := range uint64(testsize.Rounds(testsize.Choose(12, 60))) {
		rng := dltest.Rand(seed)
		h := hittingSet{n: 2 + rng.IntN(3)}
		all := uint(0)
		for range 1 + rng.IntN(3) {
			set := uint(rng.IntN(1<<h.n-1)+1) << 1
			h.sets, all = append(h.sets, set), all|set
		}
		if missing := (uint(1)<<(h.n+1) - 2) &^ all; missing != 0 {
			h.sets = append(h.sets, missing)
		}
		k := h.smallest()
		f := learnExactly(t, h.problem(t, k, true), Options{})
		check.Equal(t, f.Size, h.n+k+2, "%b: %#v of size", h.sets, f.Concept)
	}
}

// TestTheorem4: with g(k) = k, 2k and 2^k each concept is found in some stage, the earlier
// the faster g grows. A constant finds none with larger numbers.
func TestTheorem4(t *testing.T) {
	var b interp.Builder
	for i := range 8 {
		b.AddRole("r", "many", fmt.Sprint(i))
		if i < 7 {
			b.AddRole("r", "few", fmt.Sprint(i))
		}
	}
	alcq := require.Value(dl.ParseLanguage("alcq"))(t)
	p := dltest.Labelled(t, &b, []string{"many"}, []string{"few"})
	for growth, stage := range map[Growth]int{Linear: 7, Double: 4, Exponential: 3} {
		f := learnExactly(t, p, Options{Language: alcq, Growth: growth})
		check.That(t, f.Size == 2 && f.Stages[f.Chosen].K == stage, "%s: %#v in stage %d, want stage %d",
			growthNames.Of(growth), f.Concept, f.Stages[f.Chosen].K, stage)
	}
	f, err := Learn(context.Background(), p, Options{Language: alcq, Mode: Exact, MaxNumber: 6})
	check.That(t, errors.Is(err, ErrNoFitting), "numbers up to 6: %#v, %v", f.Concept, err)
}

// featureSets returns the positives a1, …, an and the negative b of the proof of Theorem 5:
// each set g(j) of at most n/2 positives has an even value j, which their r-successors
// have. b's successors have the odd values. Every positive begins a path of s edges t. If
// blind is set, the positives have the successors of b as well, and b begins a path of s - 1
// edges. values bounds the number of values.
func featureSets(b *interp.Builder, n, s int, blind bool) (pos []string, values int) {
	sets := 0
	for g := uint(0); g < 1<<n; g++ {
		if bits.OnesCount(g) > n/2 {
			continue
		}
		sets++
		value := fmt.Sprint("a", 2*sets)
		b.AddValue("f", value, dl.Int(int64(2*sets)))
		for i := range n {
			if g&(1<<i) != 0 {
				b.AddRole("r", fmt.Sprint("p", i), value)
			}
		}
	}
	path := func(from string, length int) {
		for i := range length {
			to := fmt.Sprint("end", s-length+i)
			b.AddRole("t", from, to)
			from = to
		}
	}
	for j := -1; j <= 2*sets+1; j += 2 {
		b.AddRole("r", "b", fmt.Sprint("b", j))
		b.AddValue("f", fmt.Sprint("b", j), dl.Int(int64(j)))
		for i := range n {
			if blind {
				b.AddRole("r", fmt.Sprint("p", i), fmt.Sprint("b", j))
			}
		}
	}
	if blind {
		path("b", s-1)
	}
	for i := range n {
		pos = append(pos, fmt.Sprint("p", i))
		path(pos[i], s)
	}
	return pos, 2*sets + 2
}

// TestTheorem5AsPrinted: b has no t-successor and smaller values than all others, so ∃t.⊤
// and ∀r.(f ≥ 2) fit. They hold at all positives, so the error of the smallest concept is 0.
func TestTheorem5AsPrinted(t *testing.T) {
	var b interp.Builder
	pos, _ := featureSets(&b, 6, 4, false)
	alcf := require.Value(dl.ParseLanguage("alcf"))(t)
	sample := dltest.Labelled(t, &b, pos[:3], []string{"b"})
	f := learnExactly(t, sample, Options{Language: alcf, Thresholds: 1000})
	whole := dltest.Labelled(t, &b, pos, []string{"b"})
	if c := dltest.Classify(t, whole, f.Concept); f.Size != 2 || c.FN+c.FP > 0 {
		t.Errorf("%#v: %v", f.Concept, c)
	}
	for _, c := range []dl.Concept{
		dl.Exists{Role: dl.Role{IRI: "t"}, C: dl.Top{}},
		dl.ForAll{Role: dl.Role{IRI: "r"}, C: dl.Compare{Feature: "f", Op: dl.GreaterEq, Value: dl.Int(2)}},
	} {
		got := dltest.Classify(t, whole, c)
		check.That(t, got.FN+got.FP <= 0, "%#v: %v", c, got)
	}
}

// TestTheorem5: with b's successors at all positives and a shorter path at b, and all values
// as thresholds, each sample of half of the positives is fitted by ∃r.(f = j), which
// misses the other half. ∃t^s.⊤ holds for all but has size s + 1 > 4. The missed ones have
// probability 1/4, since all positives together have 1/2: so the theorem holds for
// ε < 1/4, not for ε = 1/2 as printed.
func TestTheorem5(t *testing.T) {
	alcf := require.Value(dl.ParseLanguage("alcf"))(t)
	const s = 4
	for _, n := range []int{4, 6, 8} {
		var b interp.Builder
		pos, values := featureSets(&b, n, s, true)
		whole := dltest.Labelled(t, &b, pos, []string{"b"})
		for first := range n/2 + 1 {
			sample := dltest.Labelled(t, &b, pos[first:first+n/2], []string{"b"})
			f := learnExactly(t, sample, Options{Language: alcf, Thresholds: values})
			c := dltest.Classify(t, whole, f.Concept)
			check.That(t, f.Size == 4 && c.FN == n/2 && c.FP == 0, "%d positives, from %d: %#v of size %d: %v", n, first,
				f.Concept, f.Size, c)
		}
		f := learnExactly(t, whole, Options{Language: alcf, Thresholds: values})
		check.That(t, f.Size == s+1, "%d positives: %#v", n, f.Concept)
	}
}

// TestTheorem6 checks the numbers that the condition of Theorem 6 bounds. In the databases of
// Theorem 5 both grow exponentially with the number of positives. Without features
// nothing is reported.
func TestTheorem6(t *testing.T) {
	for _, c := range []struct{ n, outdegree, values int }{{4, 17, 23}, {6, 60, 85}} {
		var b interp.Builder
		pos, _ := featureSets(&b, c.n, 4, true)
		p := dltest.Labelled(t, &b, pos, []string{"b"})
		for _, l := range []string{"alcf", "alc"} {
			language := require.Value(dl.ParseLanguage(l))(t)
			f := learnExactly(t, p, Options{Language: language})
			want := [2]int{c.outdegree, c.values}
			if l == "alc" {
				want = [2]int{}
			}
			check.Equal(t, [2]int{f.Outdegree, f.FeatureValues}, want, "%s, %d positives", l, c.n)
		}
	}
}
