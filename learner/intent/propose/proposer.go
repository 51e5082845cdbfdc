package propose

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent/ask"
	"github.com/genus-kg/genus/learner/intent/normal"
	"github.com/genus-kg/genus/learner/intent/price"
)

// Proposer proposes concepts by the facts near the examples.
type Proposer struct {
	*price.Evidence
	Options options
	Unknown map[string]bool // individuals the user could not judge
	Groups  []ask.Group     // of the positives if they share no atom; nil if they share one
	atoms   *atoms          // of the last facts
	Shared  []dl.Concept    // conditions that all positives have, the shortest first, since the last Find
	Limits  limits          // of the facts near the examples
	united  map[string]bool // features whose values have units, so that they are not compared
	read    map[string]bool // names of the properties whose statements were read
	// statements are those that were read, if reading them takes time.
	statements ask.Facts
}

func NewProposer(e *price.Evidence, o ask.Options) *Proposer {
	return &Proposer{
		Evidence: e,
		Options:  options{o}.withDefaults(),
		Unknown:  map[string]bool{},
		united:   map[string]bool{},
		read:     map[string]bool{},
	}
}

// Find returns the best conjunctions of the conditions that the positives share, also with
// negations. The numbers of members of those in soon are needed next.
func (s *Proposer) Find(ctx context.Context, soon []dl.Concept) ([]dl.Concept, error) {
	near, err := s.Prior.Graph.Look(ctx, s.Pos, s.Neg)
	if err != nil {
		return nil, err
	}
	features := 0
	for _, f := range near.Signature().Features() {
		if !s.Options.isAboutStatements(f) && !s.Options.isLabel(f) {
			features++
		}
	}
	s.Prior.Features = math.Log2(float64(max(features, 1)))
	t, w := s.atomsOf(near), s.world()
	s.Limits = t.lim
	if s.Prior.AsksAhead() {
		of, err := t.foreign(ctx, s.Neg, s.Pos)
		if err != nil {
			return nil, err
		}
		foreign := conceptsOfForeign(of)
		s.Prior.Soon = slices.Concat(s.Prior.Needs(foreign), foreign, soon)
	}
	cs, err := s.propose(ctx, t, w)
	if err != nil {
		return nil, err
	}
	s.Shared = shared(cs, len(s.Pos))
	b, err := s.search(ctx, w, cs)
	if err != nil {
		return nil, err
	}
	s.Prior.Fail(b.negate(ctx))
	b.rememberCounts()
	return b.concepts(b.found[:min(len(b.found), mostFound)]), nil
}

// mostOfAll is how many conditions that all positives have are kept.
const mostOfAll = 40

// shared returns the conditions that all positives have, the shortest first, without negations and unions.
func shared(cs []condition, positives int) (out []dl.Concept) {
	cs = slices.DeleteFunc(slices.Clone(cs), func(x condition) bool {
		return dl.LanguageOf(x.c).Has(dl.WithNot) || x.tally.pos < positives || len(normal.Operands(x.c)) > 1
	})
	first, _ := least(cs, mostOfAll, func(x, y condition) int {
		return cmp.Or(cmp.Compare(x.bits, y.bits), normal.Compare(x.c, y.c))
	})
	for _, x := range first {
		out = append(out, x.c)
	}
	return out
}

// WithoutExamples returns the individuals that are not examples, answered or unknown to the
// user, each once.
func (s *Proposer) WithoutExamples(individuals []string) []string {
	return slices.DeleteFunc(normal.Unique(individuals), func(iri string) bool {
		return s.Unknown[iri] || normal.IsBlank(iri) || s.Options.Statements.IsNode(iri) || slices.Contains(s.Pos, iri) ||
			slices.Contains(s.Neg, iri)
	})
}

// ClassesOf returns a function that returns the most specific classes of an individual by the facts.
func (s *Proposer) ClassesOf(facts ask.Facts) func(iri string) []string {
	return s.atomsOf(facts).classesOf
}

// classesOf returns the classes of the individual that have no other of its classes below
// them, at most three. The name of a class is none of its own.
func (t *atoms) classesOf(iri string) []string {
	const most = 3
	a, ok := t.s.Lookup(iri)
	if !ok {
		return nil
	}
	var names []dl.Name
	for _, id := range t.classesAt(a) {
		if n, ok := t.s.Signature().Atoms()[id].(dl.Name); ok && !(t.o.OfClasses && n.IRI == iri) {
			names = append(names, n)
		}
	}
	var out []string
	for _, n := range names {
		if !slices.ContainsFunc(names, func(m dl.Name) bool { return t.isBelow(m, n) }) {
			out = append(out, n.IRI)
		}
	}
	slices.Sort(out)
	return out[:min(len(out), most)]
}
