package bisim

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/dltest"
	"github.com/genus-kg/genus/learner/interp"
)

// space is the full space of a random problem.
func space(p *interp.Problem, l dl.Language, maxNumber int) interp.Space {
	sp := interp.NewSpace(p, l)
	sp.MaxNumber = maxNumber
	for _, f := range interp.Features(p, l) {
		sp.Thresholds[f] = p.Structure.Values(f)
	}
	return sp
}

// TestLevelsPreserveConcepts is Lemma 2 of the paper, by depth: no concept of
// the language, with numbers up to what was counted and of role depth at most
// d, tells members of a class at level d apart.
func TestLevelsPreserveConcepts(t *testing.T) {
	concepts := 0
	for seed := range uint64(400) {
		rng := dltest.Rand(seed)
		p := dltest.Problem(rng, dltest.Config{Individuals: 6 + rng.IntN(8), Strings: 1, Nominals: 2})
		names := dl.LanguageNames()
		language, err := dl.ParseLanguage(names[rng.IntN(len(names))])
		if err != nil {
			t.Fatal(err)
		}
		language |= dl.Language(rng.Uint32()) & dl.Values
		maxNumber := 1 + rng.IntN(3)
		levels, err := Compute(context.Background(), p.Structure, space(&p, language, maxNumber), Unbounded, maxNumber, nil)
		if err != nil {
			t.Fatal(err)
		}
		if !levels.Stable() {
			t.Fatalf("seed %d: unbounded refinement did not end", seed)
		}
		eval := interp.NewEvaluator(p.Structure)
		for range 30 {
			c := dltest.Concept(rng, p.Structure, language, 1+rng.IntN(9), maxNumber)
			if c == nil {
				continue
			}
			concepts++
			x, err := eval.Extension(c)
			if err != nil {
				t.Fatal(err)
			}
			value := map[uint32]bool{}
			for a := range interp.Individual(p.Structure.Len()) {
				class := levels.Class(dl.Depth(c), a)
				holds, seen := value[class]
				if seen && holds != x.Test(uint(a)) {
					t.Fatalf("seed %d: class %d at level %d is split by %#v", seed, class, dl.Depth(c), c)
				}
				value[class] = x.Test(uint(a))
			}
		}
	}
	if concepts < 5000 {
		t.Errorf("only %d concepts", concepts)
	}
}

// chain has individuals x0 → x1 → … → xn, and a name at the end.
func chain(t *testing.T, prefix string, n int, b *interp.Builder) {
	t.Helper()
	for i := range n {
		b.AddRole("r", prefix+string(rune('0'+i)), prefix+string(rune('0'+i+1)))
	}
	b.AddName("A", prefix+string(rune('0'+n)))
}

func TestLevelsByDepth(t *testing.T) {
	var b interp.Builder
	chain(t, "x", 2, &b)
	chain(t, "y", 3, &b)
	s, err := b.Build(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	p := &interp.Problem{Structure: s}
	alc, _ := dl.ParseLanguage("alc")
	levels, err := Compute(context.Background(), s, space(p, alc, 0), Unbounded, Unbounded, nil)
	if err != nil {
		t.Fatal(err)
	}
	x, _ := s.Lookup("x0")
	y, _ := s.Lookup("y0")
	for d, apart := range []bool{false, false, true, true} {
		if got := levels.Class(d, x) != levels.Class(d, y); got != apart {
			t.Errorf("level %d: apart %v, want %v", d, got, apart)
		}
	}
}

// TestNumbersSeeNoFurther: two and three successors of a kind are one class
// for ALC, and for ALCQ with numbers up to 1, but not up to 2.
func TestNumbersSeeNoFurther(t *testing.T) {
	var b interp.Builder
	for _, e := range [][2]string{{"x", "x1"}, {"x", "x2"}, {"y", "y1"}, {"y", "y2"}, {"y", "y3"}} {
		b.AddRole("r", e[0], e[1])
	}
	s, err := b.Build(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	x, _ := s.Lookup("x")
	y, _ := s.Lookup("y")
	for _, test := range []struct {
		language  string
		maxNumber int
		apart     bool
	}{{"alc", 5, false}, {"alcq", 1, false}, {"alcq", 2, true}, {"alcq", Unbounded, true}} {
		l, _ := dl.ParseLanguage(test.language)
		levels, err := Compute(context.Background(), s, space(&interp.Problem{Structure: s}, l, test.maxNumber), 3, test.maxNumber, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := levels.Class(1, x) != levels.Class(1, y); got != test.apart {
			t.Errorf("%s up to %d: apart %v, want %v", test.language, test.maxNumber, got, test.apart)
		}
	}
}

func TestComputeStops(t *testing.T) {
	p := dltest.Problem(dltest.Rand(1), dltest.Config{Individuals: 10})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Compute(ctx, p.Structure, space(&p, dl.ALCQIF, 2), Unbounded, 2, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("err = %v", err)
	}
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
			if score.Compare(got.Confusion, best) != 0 {
				t.Fatalf("seed %d, %s: %+v, want %+v", seed, score, got.Confusion, best)
			}
			x := p.Structure.NewSet()
			for a, c := range classOf {
				x.SetTo(uint(a), slices.Contains(got.In, c))
			}
			if c := p.Classify(x); c != got.Confusion {
				t.Fatalf("seed %d, %s: the classes %v are classified %+v, not %+v", seed, score, got.In, c, got.Confusion)
			}
			for _, pair := range got.Pairs {
				if class(pair[0]) != class(pair[1]) {
					t.Fatalf("seed %d: pair %v is not of one class", seed, pair)
				}
			}
		}
	}
}
