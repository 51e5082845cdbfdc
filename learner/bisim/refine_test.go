package bisim

import (
	"context"
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
						fmt.Fprint(&sb, f, op, v.Lexical(), " ")
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
			if got := classesAt(l, d, n); !slices.Equal(got, want[d]) {
				t.Fatalf("seed %d, %s, limit %d, level %d: %v, want %v", seed, sp.Language, limit, d, got, want[d])
			}
			classes := map[string]bool{}
			for _, c := range want[d] {
				classes[c] = true
			}
			if l.Count(d) != len(classes) {
				t.Fatalf("seed %d, level %d: count %d, want %d", seed, d, l.Count(d), len(classes))
			}
			for a := range n {
				c := l.Class(d, interp.Individual(a))
				if int(c) >= l.Count(d) || l.Class(d, l.Member(c)) != c {
					t.Fatalf("seed %d, level %d: class %d of %d with member %d", seed, d, c, l.Count(d), l.Member(c))
				}
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
	if _, err := r.run(context.Background(), s, sp.Roles, care, depth, func(int) {}); err != nil {
		t.Fatal(err)
	}
	if got := renumber(r.p.class); !slices.Equal(got, want[len(want)-1]) {
		t.Fatalf("seed %d, colliding hashes: %v, want %v", seed, got, want[len(want)-1])
	}
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
				if got, ok := l.Apart(a, b); ok != (want >= 0) || ok && got != want {
					t.Fatalf("seed %d: %d and %d apart at %d, %v; want %d", seed, a, b, got, ok, want)
				}
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
	l := require.Value(Compute(context.Background(), s, dltest.FullSpace(&interp.Problem{Structure: s}, alc, 0), Unbounded, 0, nil))(t)
	if l.Depth() != n || l.Count(n) != n+1 || l.Count(1000) != 1001 {
		t.Errorf("depth %d, %d classes, %d at level 1000", l.Depth(), l.Count(n), l.Count(1000))
	}
	// x[n-i] has i edges before it: level min(i,j)+1 tells i and j apart.
	d, _ := l.Apart(interp.Individual(n-70_000), interp.Individual(n-150_000))
	check.Equal(t, d, 70_001, "apart at level")
}
