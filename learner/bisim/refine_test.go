package bisim

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// refineNaively refines as the paper defines it (in the proof of the lemma on
// bisimulations in its appendix): it compares the profiles of all individuals at every
// level, as strings. It returns the classes of every level.
func refineNaively(s *interp.Structure, sp interp.Space, depth, limit int, care interp.Set) [][]string {
	level := make([]string, s.Len())
	eval := interp.NewEvaluator(s)
	for a := range level {
		var sb strings.Builder
		for _, id := range sp.Atoms {
			fmt.Fprint(&sb, s.Atom(id).Test(uint(a)), " ")
		}
		for f, values := range sp.Thresholds {
			for _, v := range values {
				for op, with := range map[dl.Op]dl.Language{dl.GreaterEq: dl.WithDataAtLeast, dl.LessEq: dl.WithDataAtMost} {
					if !sp.Language.Has(with) {
						continue
					}
					in, err := eval.Holds(dl.Compare{Feature: s.Signature().Features()[f], Op: op, Value: v}, interp.Individual(a))
					if err != nil {
						panic(err)
					}
					if in {
						fmt.Fprint(&sb, f, op, v.Lexical(), "^", v.Datatype(), " ")
					}
				}
			}
		}
		parts := strings.Fields(sb.String())
		slices.Sort(parts[len(sp.Atoms):])
		level[a] = strings.Join(parts, " ")
	}
	levels := [][]string{renumber(level)}
	for d := 0; depth == Unbounded || d < depth; d++ {
		last := levels[d]
		next := make([]string, len(last))
		for a := range next {
			key := last[a]
			if limit != 0 {
				for _, r := range sp.Roles {
					n := map[string]int{}
					for _, b := range s.Successors(r, interp.Individual(a)) {
						if care != nil && !care.Test(uint(a)) {
							break
						}
						if n[last[b]]++; limit != Unbounded {
							n[last[b]] = min(n[last[b]], limit)
						}
					}
					key += fmt.Sprint(" ", r, n) // maps print sorted
				}
			}
			next[a] = key
		}
		if next = renumber(next); slices.Equal(next, last) {
			break
		}
		levels = append(levels, next)
	}
	return levels
}

// renumber returns the classes named by their first members.
func renumber[T comparable](class []T) []string {
	first := map[T]int{}
	out := make([]string, len(class))
	for a, c := range class {
		if _, ok := first[c]; !ok {
			first[c] = a
		}
		out[a] = fmt.Sprint(first[c])
	}
	return out
}

func classesAt(l *Levels, d, n int) []string {
	class := make([]uint32, n)
	for a := range class {
		class[a] = l.Class(d, interp.Individual(a))
	}
	return renumber(class)
}

func randomSpace(seed uint64) (interp.Problem, interp.Space, int, interp.Set) {
	rng := dltest.Rand(seed)
	config := dltest.Config{Individuals: 2 + rng.IntN(40), RoleDensity: 0.3 + 2*rng.Float64(), NameDensity: 0.2, Roles: 1 +
		rng.IntN(3)}
	p := dltest.Problem(rng, config)
	names := dl.LanguageNames()
	language, _ := dl.ParseLanguage(names[rng.IntN(len(names))])
	if rng.IntN(6) == 0 {
		language = dl.Language(rng.Uint32()) & dl.ALCQIF
	}
	sp := dltest.FullSpace(&p, language, 0)
	for f := range sp.Thresholds { // fewer thresholds than values
		sp.Thresholds[f] = slices.DeleteFunc(slices.Clone(sp.Thresholds[f]), func(dl.Value) bool { return rng.IntN(3) == 0 })
	}
	sp.Roles = slices.DeleteFunc(sp.Roles, func(interp.RoleID) bool { return rng.IntN(6) == 0 })
	sp.MaxNumber = rng.IntN(5) - 1
	depth := rng.IntN(6) - 1
	var care interp.Set
	if rng.IntN(3) == 0 {
		care = p.Structure.NewSet()
		for a := range p.Structure.Len() {
			care.SetTo(uint(a), rng.IntN(4) > 0)
		}
	}
	return p, sp, depth, care
}

// TestComputeIsTheDefinition compares every level with the naive refinement, also with
// hashes that all collide.
func TestComputeIsTheDefinition(t *testing.T) {
	for seed := range uint64(1500) {
		p, sp, depth, care := randomSpace(seed)
		limit := CountLimit(sp.Language, sp.MaxNumber)
		want := refineNaively(p.Structure, sp, depth, limit, care)
		n := p.Structure.Len()
		l := require.Value(Compute(context.Background(), p.Structure, sp, depth, sp.MaxNumber, care))(t)
		require.That(t, l.Depth() == len(want)-1, "seed %d: %d levels, want %d", seed, l.Depth(), len(want)-1)
		for d := range want {
			got := classesAt(l, d, n)
			require.That(t, slices.Equal(got, want[d]), "seed %d, %s, limit %d, level %d: %v, want %v", seed, sp.Language, limit,
				d, got, want[d])
			classes := map[string]bool{}
			for _, c := range want[d] {
				classes[c] = true
			}
			require.That(t, l.Count(d) == len(classes), "seed %d, level %d: count %d, want %d", seed, d, l.Count(d),
				len(classes))
			for a := range n {
				c := l.Class(d, interp.Individual(a))
				require.That(t, int(c) < l.Count(d) && l.Class(d, l.Member(c)) == c,
					"seed %d, level %d: class %d of %d with member %d", seed, d, c, l.Count(d), l.Member(c))
			}
		}
		require.That(t, depth != Unbounded || l.Stable(), "seed %d: not stable", seed)
		if seed%10 == 0 {
			checkCollisions(t, seed, p.Structure, sp, depth, care, want)
		}
	}
}

// checkCollisions repeats the refinement with the same hash for everything and a split
// after every atom.
func checkCollisions(t *testing.T, seed uint64, s *interp.Structure, sp interp.Space, depth int, care interp.Set,
	want [][]string) {
	r := &refiner{p: newPartition(s.Len()), g: newSignatures(s.Len()), limit: CountLimit(sp.Language, sp.MaxNumber)}
	r.g.mask, r.g.most = 0, 1
	require.NoError(t, splitByAtoms(t.Context(), r.g, r.p, s, sp))
	_, err := r.run(context.Background(), s, sp.Roles, care, depth, func(int) {})
	require.NoError(t, err)
	got := renumber(r.p.class)
	require.That(t, slices.Equal(got, want[len(want)-1]), "seed %d, colliding hashes: %v, want %v", seed, got,
		want[len(want)-1])
}

func TestApartIsTheFirstLevel(t *testing.T) {
	for seed := range uint64(200) {
		p, sp, depth, care := randomSpace(seed)
		l := require.Value(Compute(context.Background(), p.Structure, sp, depth, sp.MaxNumber, care))(t)
		for a := range interp.Individual(p.Structure.Len()) {
			for b := range interp.Individual(p.Structure.Len()) {
				want := -1
				for d := l.Depth(); d >= 0; d-- {
					if l.Class(d, a) != l.Class(d, b) {
						want = d
					}
				}
				got, ok := l.Apart(a, b)
				require.That(t, ok == (want >= 0) && (!ok || got == want), "seed %d: %d and %d apart at %d, %v; want %d", seed, a,
					b, got, ok, want)
			}
		}
	}
}

// TestLevelsOfAPath: a path of n edges has n+1 classes, one more at each level.
// The time would show if a level cost more than what changes.
func TestLevelsOfAPath(t *testing.T) {
	const n = 200_000
	var b interp.Builder
	for i := range n {
		b.AddRole("r", fmt.Sprintf("x%06d", i), fmt.Sprintf("x%06d", i+1))
	}
	s := require.Value(b.Build(t.Context()))(t)
	alc, _ := dl.ParseLanguage("alc")
	l := require.Value(
		Compute(context.Background(), s, dltest.FullSpace(&interp.Problem{Structure: s}, alc, 0), Unbounded, 0, nil))(t)
	check.That(t, l.Depth() == n && l.Count(n) == n+1 && l.Count(1000) == 1001,
		"depth %d, %d classes, %d at level 1000", l.Depth(), l.Count(n), l.Count(1000))
	// x[n-i] has i edges before it: level min(i,j)+1 tells i and j apart.
	d, _ := l.Apart(interp.Individual(n-70_000), interp.Individual(n-150_000))
	check.Equal(t, d, 70_001, "apart at level")
}

// TestLevelsPreserveConcepts checks Lemma 2 of the paper by depth: no concept of the
// language of role depth at most d, with numbers up to maxNumber, tells members of a
// class at level d apart.
func TestLevelsPreserveConcepts(t *testing.T) {
	concepts := 0
	for seed := range uint64(400) {
		rng := dltest.Rand(seed)
		p := dltest.Problem(rng, dltest.Config{Individuals: 6 + rng.IntN(8), Strings: 1, Nominals: 2, Texts: 1, Derived: 3})
		names := dl.LanguageNames()
		language := require.Value(dl.ParseLanguage(names[rng.IntN(len(names))]))(t)
		language |= dl.Language(rng.Uint32()) & dl.Additions
		maxNumber := 1 + rng.IntN(3)
		levels := require.Value(
			Compute(context.Background(), p.Structure, dltest.FullSpace(&p, language, maxNumber), Unbounded,
				maxNumber, nil))(t)
		require.That(t, levels.Stable(), "seed %d: unbounded refinement did not end", seed)
		eval := interp.NewEvaluator(p.Structure)
		for range 30 {
			c := dltest.Concept(rng, p.Structure, language, 1+rng.IntN(9), maxNumber)
			if c == nil {
				continue
			}
			concepts++
			x := require.Value(eval.Extension(c))(t)
			value := map[uint32]bool{}
			for a := range interp.Individual(p.Structure.Len()) {
				class := levels.Class(dl.Depth(c), a)
				holds, seen := value[class]
				require.That(t, !seen || holds == x.Test(uint(a)), "seed %d: class %d at level %d is split by %#v", seed, class,
					dl.Depth(c), c)
				value[class] = x.Test(uint(a))
			}
		}
	}
	check.That(t, concepts >= 5000, "only %d concepts", concepts)
}

func TestComputeStops(t *testing.T) {
	p := dltest.Problem(dltest.Rand(1), dltest.Config{Individuals: 10})
	ctx := check.Ended()
	_, err := Compute(ctx, p.Structure, dltest.FullSpace(&p, dl.ALCQIF, 2), Unbounded, 2, nil)
	check.That(t, errors.Is(err, context.Canceled), "err = %v", err)
}

// TestCeilingIsTheBestChoiceOfClasses compares with trying every set of
// classes.
func TestCeilingIsTheBestChoiceOfClasses(t *testing.T) {
	for seed := range uint64(300) {
		rng := dltest.Rand(seed)
		p := dltest.Problem(rng, dltest.Config{Individuals: 4 + rng.IntN(12)})
		classOf := make([]uint32, p.Structure.Len())
		for a := range classOf {
			classOf[a] = rng.Uint32N(6)
		}
		class := func(a interp.Individual) uint32 { return classOf[a] }
		for _, score := range []interp.Score{interp.Accuracy, interp.F1, interp.Balanced} {
			got := CeilingOf(&p, class, score)
			var best interp.Confusion
			for chosen := range 1 << 6 {
				x := p.Structure.NewSet()
				for a, c := range classOf {
					x.SetTo(uint(a), chosen>>c&1 == 1)
				}
				if c := p.Classify(x); chosen == 0 || score.Compare(c, best) > 0 {
					best = c
				}
			}
			require.That(t, score.Compare(got.Confusion, best) == 0, "seed %d, %s: %+v, want %+v", seed, score, got.Confusion,
				best)
			x := p.Structure.NewSet()
			for a, c := range classOf {
				x.SetTo(uint(a), slices.Contains(got.In, c))
			}
			c := p.Classify(x)
			require.That(t, c == got.Confusion, "seed %d, %s: the classes %v are classified %+v, not %+v", seed, score, got.In,
				c, got.Confusion)
			for _, pair := range got.Pairs {
				require.That(t, class(pair[0]) == class(pair[1]), "seed %d: pair %v is not of one class", seed, pair)
			}
		}
	}
}
