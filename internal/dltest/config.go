package dltest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// Namespace is the prefix of every IRI that the package makes: the individuals i0, i1, …;
// the names A0, …; the roles r0, …; the features f0, …; the boolean features b0, …; the
// features with strings s0, …; those with texts t0, ….
const Namespace = "http://example.org/"

// Config describes a random structure or problem. For each field, 0 means the default and
// a negative number means none.
type Config struct {
	Individuals int  // 0: between 4 and 12; Problem makes at least 2
	Names       int  // 0: 2
	Roles       int  // 0: 2
	Features    int  // 0: 1, of numbers, of dates, of other times or of all of them
	Booleans    int  // 0: 1, features with boolean values
	Strings     int  // features with strings as values
	Tagged      bool // a third of these strings are texts in a language
	Texts       int  // features with texts in a language, strings, values that are not compared, and individuals
	Nominals    int  // individuals whose nominals are atoms; if positive, all strings are atoms too
	Derived     int  // derived symbols that are atoms; if positive, the structure has closures of roles too

	Keep func(dl.Value) bool // reports which values features have; nil: all

	NameDensity  float64 // share of the individuals that have a name; 0: 0.4
	RoleDensity  float64 // edges of a role per individual; 0: 1.3
	ValueDensity float64 // values of a feature per individual; 0: 1

	// Only Problem uses the fields below.

	Positives, Negatives int         // the largest numbers of examples, at least 1; 0: any
	Language             dl.Language // of the concept that labels the examples; 0: ALCQI(f)
	Size                 int         // of that concept; 0: between 1 and 7
	Labels               Labels      // the source of the labels
	Weights              int         // the largest weight of an example; 0: none, 4 or 1000, at random
}

// Labels is the source of the labels of a problem's examples.
type Labels uint8

// The sources of labels.
const (
	AnyLabels     Labels = iota // one of the others, at random
	RandomLabels                // a random label per example
	ConceptLabels               // a concept of Config.Language and Size, which fits
	NoisyLabels                 // such a concept, with some labels inverted
)

func (c Config) withDefaults(rng *rand.Rand) Config {
	setDefault(&c.Individuals, 4+rng.IntN(9))
	setDefault(&c.Names, 2)
	setDefault(&c.Roles, 2)
	setDefault(&c.Features, 1)
	setDefault(&c.Booleans, 1)
	setDefault(&c.Strings, 0)
	setDefault(&c.Texts, 0)
	setDefault(&c.Nominals, 0)
	setDefault(&c.Derived, 0)
	setDefault(&c.NameDensity, 0.4)
	setDefault(&c.RoleDensity, 1.3)
	setDefault(&c.ValueDensity, 1)
	if c.Language == 0 {
		c.Language = dl.ALCQIF
	}
	return c
}

// setDefault replaces 0 by the default, and a negative number by 0.
func setDefault[T int | float64](x *T, otherwise T) {
	if *x == 0 {
		*x = otherwise
	}
	*x = max(*x, 0)
}

// Rand returns the generator for that seed.
func Rand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15)) }

func iri(letter string, i int) string { return Namespace + letter + strconv.Itoa(i) }

// CheckSpace fails the test unless the space over the structure has the concept. It
// ignores the size and the names, and takes time linear in the DAG of the concept.
func CheckSpace(t testing.TB, where string, s *interp.Structure, sp interp.Space, c dl.Concept) {
	t.Helper()
	if used := dl.LanguageOf(c); !sp.Language.Has(used) {
		t.Fatalf("%s: the concept uses %s", where, used)
	}
	if d := dl.Depth(c); sp.MaxDepth > 0 && d > sp.MaxDepth {
		t.Fatalf("%s: role depth %d", where, d)
	}
	var table dl.Table
	table.ID(c)
	for id := range table.Len() {
		c, _ := table.At(id)
		if role, ok := dl.RoleOf(c); ok {
			if r, known := s.Signature().RoleID(role); !known || !slices.Contains(sp.Roles, r) {
				t.Fatalf("%s: role %v", where, role)
			}
		}
		switch c := c.(type) {
		case dl.AtLeast:
			if c.N < 1 || sp.MaxNumber >= 0 && c.N > sp.MaxNumber {
				t.Fatalf("%s: at least %d", where, c.N)
			}
		case dl.AtMost:
			if c.N < 0 || sp.MaxNumber >= 0 && c.N > sp.MaxNumber {
				t.Fatalf("%s: at most %d", where, c.N)
			}
		case dl.Compare:
			if f, ok := s.Signature().FeatureID(c.Feature); c.Op.IsOrder() &&
				(!ok || !slices.Contains(sp.Thresholds[f], c.Value)) {
				t.Fatalf("%s: comparison %v", where, c)
			}
		}
	}
}

// Families returns a structure of 240 persons, p000 to p239, and the concept of an aunt, by
// blood or by marriage. There are 80 couples; some persons have children and siblings.
func Families() (*interp.Structure, dl.Concept) {
	person := func(i int) string { return fmt.Sprintf("p%03d", i) }
	var b interp.Builder
	for i := range 240 {
		b.AddName([]string{"Male", "Female"}[i%2], person(i))
	}
	for i := range 160 {
		b.AddRole("married", person(i), person(i^1))
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for range 70 {
		i, j := rng.IntN(160), rng.IntN(160)
		b.AddRole("sibling", person(i), person(j))
		b.AddRole("sibling", person(j), person(i))
	}
	for i := range 50 {
		couple := rng.IntN(80)
		b.AddRole("child", person(2*couple), person(160+i))
		b.AddRole("child", person(2*couple+1), person(160+i))
	}
	s, err := b.Build(context.Background())
	if err != nil {
		panic(err) // only a context can end it
	}
	nephews := dl.Exists{Role: dl.Role{IRI: "sibling"}, C: dl.Exists{Role: dl.Role{IRI: "child"}, C: dl.Top{}}}
	return s, dl.And{
		L: dl.Name{IRI: "Female"},
		R: dl.Or{L: nephews, R: dl.Exists{Role: dl.Role{IRI: "married"}, C: nephews}},
	}
}
