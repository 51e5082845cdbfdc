package bisim_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/bisim"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// facts builds a structure from words: "A x" a name, "r x y" a role,
// "f x =5" a value, "f x =true" a boolean.
func facts(t *testing.T, lines ...string) *interp.Structure {
	t.Helper()
	var b interp.Builder
	for _, line := range lines {
		w := strings.Fields(line)
		switch {
		case len(w) == 2:
			b.AddName(w[0], w[1])
		case w[2] == "=true" || w[2] == "=false":
			b.AddValue(w[0], w[1], dl.Bool(w[2] == "=true"))
		case strings.HasPrefix(w[2], `="`):
			b.AddValue(w[0], w[1], dl.Str(w[2][1:]))
		case w[2][0] == '=':
			v := require.Value(dl.NewValue(dl.Integer, w[2][1:]))(t)
			b.AddValue(w[0], w[1], v)
		default:
			b.AddRole(w[0], w[1], w[2])
		}
	}
	return require.Value(b.Build(t.Context()))(t)
}

func TestExplain(t *testing.T) {
	removedRole := interp.Removal{Role: dl.Role{IRI: "q"}, Reason: "fan-out"}
	removedInverse := interp.Removal{Role: dl.Role{IRI: "q", Inverse: true}, Reason: "fan-in"}
	removedFeature := interp.Removal{Feature: "f", Reason: "row cap"}
	for _, test := range []struct {
		name     string
		facts    []string
		language string
		number   int
		depth    int
		removed  []interp.Removal
		want     []string // kinds, + between those that go together
		number2  int      // Reason.Number of the first
		level    int      // Reason.Depth of the first
		text     string   // in the first
	}{
		{"told apart", []string{"A x", "B y"}, "alc", 0, 0, nil, nil, 0, 0, ""},
		{"nothing", []string{"A x", "A y"}, "alcqif", -1, 0, nil, []string{"nothing"}, 0, 0,
			"no concept over what was read tells them apart"},
		{"depth", []string{"r x x1", "r x1 x2", "r x2 x3", "r y y1", "r y1 y2"}, "alc", 0, 1, nil, []string{"depth"}, 0, 3,
			"role depth of 3, where 1"},
		{"numbers", []string{"r x u", "r x v", "r x w", "r y u", "r y v"}, "alc", 0, 0, nil, []string{"numbers"}, 2, 1,
			"up to 2"},
		{"larger numbers", []string{"r x a", "r x b", "r x c", "r x d", "r x e", "r y f", "r y g", "r y h", "r y i"}, "alcq",
			2, 0, nil, []string{"larger-numbers"}, 4, 1, "numbers up to 4, where 2"},
		{"inverse", []string{"r u x", "A y0", "A x", "A y"}, "alc", 0, 0, nil, []string{"inverse"}, 0, 1, "inverse roles"},
		{"features", []string{"f x =1", "f y =2"}, "alc", 0, 0, nil, []string{"features"}, 0, 0, "comparisons"},
		{"false", []string{"f x =false", "A x", "A y"}, "alc", 0, 0, nil, []string{"atoms"}, 0, 0, "false"},
		{"a string", []string{`f x ="s"`, `f y ="t"`, "A x", "A y"}, "alc", 0, 0, nil, []string{"strings"}, 0, 0,
			"strings by name"},
		{"a string that may be used", []string{`f x ="s"`, `f y ="t"`, "A x", "A y"}, "alc+string", 0, 0, nil, nil, 0, 0, ""},
		{"a nominal", []string{"r x u", "r y v"}, "alcqif", -1, 0, nil, []string{"nominals"}, 0, 1,
			"individuals by name {o}, at role depth 1"},
		{"a nominal that may be used", []string{"r x u", "r y v"}, "alcqif+nominal", -1, 0, nil, nil, 0, 0, ""},
		{"restrictions", []string{"r x u", "A y", "A x"}, "and,or,not", 0, 0, nil, []string{"restrictions"}, 0, 1, "roles"},
		{"a removed role", []string{"q x u", "A x", "A y"}, "alc", 0, 0, []interp.Removal{removedFeature, removedRole},
			[]string{"removed"}, 0, 1, "the role <q>, which was removed (fan-out), at role depth 1"},
		{"a removed feature", []string{"f x =1", "A x", "A y"}, "alcf", 0, 0, []interp.Removal{removedRole, removedFeature},
			[]string{"removed"}, 0, 0, "the feature <f>, which was removed (row cap)"},
		{"two ways", []string{"r x u", "r x v", "r y u", "f x =1", "f y =2"}, "alc", 0, 0, nil,
			[]string{"features", "numbers"}, 0, 0, ""},
		{"two at once", []string{"q u x", "q v x", "q w y", "A w"}, "el", 0, 0, []interp.Removal{removedInverse},
			[]string{"inverse+removed"}, 0, 1, "inverse roles, together with the inverse of the role <q>, which"},
		{"feature of successors", []string{"r x u", "r y v", "f u =1", "f v =2"}, "alc", 0, 0, nil, []string{"features"}, 0,
			1, "at role depth 1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := facts(t, test.facts...)
			language, err := dl.ParseLanguage(test.language)
			if err != nil {
				language = require.Value(dl.ParseConstructors(strings.Split(test.language, ",")))(t)
			}
			x, _ := s.Lookup("x")
			y, _ := s.Lookup("y")
			if strings.Contains(test.name, "string") || strings.Contains(test.name, "nominal") {
				s = require.Value(s.WithAtoms([]dl.Concept{dl.Nominal{IRI: "u"},
					dl.Compare{Feature: "f", Op: dl.Equal, Value: dl.Str(`"s"`)}}))(t)
			}
			p := interp.Problem{Structure: s, Pos: []interp.Individual{x}, Neg: []interp.Individual{y}, MaxDepth: test.depth,
				Removed: test.removed}
			got := require.Value(bisim.Explain(context.Background(), &p, dltest.FullSpace(&p, language, test.number),
				[][2]interp.Individual{{x, y}}))(t)
			var kinds []string
			for _, r := range got[0] {
				together := check.Map(r.Kinds, func(k bisim.Kind) string { return string(k) })
				kinds = append(kinds, strings.Join(together, "+"))
			}
			require.That(t, slices.Equal(kinds, test.want), "%q, want %q", kinds, test.want)
			if len(got[0]) == 0 {
				return
			}
			if r := got[0][0]; r.Number != test.number2 || r.Depth != test.level || !strings.Contains(r.Text, test.text) {
				t.Errorf("number %d, depth %d, %q; want %d, %d, %q", r.Number, r.Depth, r.Text, test.number2, test.level, test.text)
			}
		})
	}
}

func TestExplainThresholds(t *testing.T) {
	s := facts(t, "f x =1", "f y =2", "f z =3")
	p := interp.Problem{Structure: s, Pos: []interp.Individual{0}, Neg: []interp.Individual{1}}
	alcf, _ := dl.ParseLanguage("alcf")
	sp := interp.NewSpace(&p, alcf)
	sp.Thresholds[0] = s.Values(0)[2:]
	got := require.Value(bisim.Explain(context.Background(), &p, sp, [][2]interp.Individual{{0, 1}, {0, 2}}))(t)
	check.That(t, len(got[0]) == 1 && got[0][0].Kinds[0] == bisim.Thresholds, "1 and 2: %+v", got[0])
	check.That(t, got[1] == nil, "1 and 3, which a threshold tells apart: %+v", got[1])
}

// drawTask draws a problem and a space: every language of the table in turn,
// every ninth time a random set of constructors; with and without a bound on
// the depth, all thresholds or some, all roles or some.
func drawTask(seed uint64) (interp.Problem, interp.Space, *rand.Rand) {
	rng := dltest.Rand(seed)
	names := dl.LanguageNames()
	language, err := dl.ParseLanguage(names[seed%uint64(len(names))])
	if err != nil {
		panic(err)
	}
	if seed%9 == 8 {
		language = dl.Language(rng.Uint32())&dl.ALCQIF | dl.WithTop
	}
	c := dltest.Config{
		Individuals: 3 + rng.IntN(22),
		Names:       1 + rng.IntN(2),
		NameDensity: 0.3,
		Features:    1 - 2*rng.IntN(2),
		Booleans:    1 - 2*rng.IntN(2),
		RoleDensity: 0.4 + 2*rng.Float64(),
		Positives:   rng.IntN(4),
		Negatives:   rng.IntN(4),
	}
	if rng.IntN(3) == 0 {
		language |= dl.Language(rng.Uint32()) & dl.Additions
		c.Nominals, c.Strings, c.Texts, c.Derived = 1+rng.IntN(3), rng.IntN(2), rng.IntN(2), rng.IntN(4)
	}
	p := dltest.Problem(rng, c)
	sp := dltest.FullSpace(&p, language, 1+rng.IntN(3))
	for f := range sp.Thresholds {
		if rng.IntN(2) == 0 {
			sp.Thresholds[f] = slices.DeleteFunc(slices.Clone(sp.Thresholds[f]), func(dl.Value) bool { return rng.IntN(2) == 0 })
		}
	}
	if rng.IntN(4) == 0 {
		sp.Roles = slices.DeleteFunc(sp.Roles, func(interp.RoleID) bool { return rng.IntN(3) == 0 })
	}
	if rng.IntN(2) == 0 {
		sp.MaxDepth = 1 + rng.IntN(3)
	}
	if rng.IntN(5) == 0 {
		sp.MaxNumber = bisim.Unbounded
	}
	return p, sp, rng
}

// TestExplainIsComplete checks that a pair has reasons if and only if the space does not
// tell it apart, and that no concept of ALCQI(f) tells a pair with the reason Nothing
// apart.
func TestExplainIsComplete(t *testing.T) {
	nothing, reasons := 0, map[bisim.Kind]int{}
	for seed := range uint64(300) {
		p, sp, rng := drawTask(seed)
		if sp.MaxNumber == bisim.Unbounded && seed%2 == 0 {
			sp.MaxNumber = 1
		}
		depth := bisim.Unbounded
		if sp.MaxDepth > 0 {
			depth = sp.MaxDepth
		}
		levels := require.Value(bisim.Compute(context.Background(), p.Structure, sp, depth, sp.MaxNumber, nil))(t)
		var pairs [][2]interp.Individual
		for range 20 {
			pairs = append(pairs, [2]interp.Individual{interp.Individual(rng.IntN(p.Structure.Len())),
				interp.Individual(rng.IntN(p.Structure.Len()))})
		}
		got := require.Value(bisim.Explain(context.Background(), &p, sp, pairs))(t)
		eval := interp.NewEvaluator(p.Structure)
		for i, pair := range pairs {
			where := fmt.Sprintf("seed %d, %s, %v", seed, sp.Language, pair)
			_, apart := levels.Apart(pair[0], pair[1])
			require.That(t, apart == (len(got[i]) == 0), "%s: apart %v, reasons %+v", where, apart, got[i])
			for _, r := range got[i] {
				reasons[r.Kinds[0]]++
				if r.Kinds[0] != bisim.Nothing {
					continue
				}
				nothing++
				for range 30 {
					c := dltest.Concept(rng, p.Structure, dl.ALCQIF, 1+rng.IntN(8), 4)
					x := require.Value(eval.Extension(c))(t)
					require.That(t,
						slices.Contains(usableRoles(p.Structure, sp, c), false) || x.Test(uint(pair[0])) == x.Test(uint(pair[1])),
						"%s: %#v tells them apart", where, c)
				}
			}
		}
	}
	check.That(t, nothing >= 50 && len(reasons) >= 6, "%d pairs without reasons; reasons %v", nothing, reasons)
}

// usableRoles reports, for every restriction of c, whether its role is one that the
// space has or could have: spaces of drawTask lack some roles without a removal.
func usableRoles(s *interp.Structure, sp interp.Space, c dl.Concept) []bool {
	var out []bool
	dl.Walk(c, func(c dl.Concept) bool {
		if role, ok := dl.RoleOf(c); ok {
			id, _ := s.Signature().RoleID(role)
			out = append(out, slices.Contains(sp.Roles, id) || role.Inverse && !sp.Language.Has(dl.WithInverse) ||
				!sp.Language.Any(dl.WithRoles))
		}
		return true
	})
	return out
}

func TestExplainStops(t *testing.T) {
	s := facts(t, "A x", "A y", "r x z", "r y z")
	p := interp.Problem{Structure: s, Pos: []interp.Individual{0}, Neg: []interp.Individual{1}}
	ctx := check.Ended()
	_, err := bisim.Explain(ctx, &p, interp.NewSpace(&p, dl.ALCQIF), [][2]interp.Individual{{0, 1}})
	check.That(t, errors.Is(err, context.Canceled), "err = %v", err)
}
