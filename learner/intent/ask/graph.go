package ask

import (
	"context"
	"iter"
	"math"
	"slices"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// Graph answers questions about a whole graph: a structure in memory ([Memory]), or an
// endpoint, which embeds [Remote]. Individuals are IRIs. For a request that is refused or times out, a method
// returns bounds or Unknown. Beside another error it may return what it knows all the same.
//
// What a graph cannot tell without being asked is an answer as well: an extension that is not known, bounds that
// are wide, facts that are only those around some individuals. So the ranking need not know what kind of graph
// it asks.
type Graph interface {
	Near
	Extensions
	Names
}

// Near tells what stands near individuals.
type Near interface {
	// Look returns the facts from which atoms are proposed: those up to one edge
	// from the individuals, and up to two edges from those of further, without edges to parts ([IsPart]). Facts may be
	// missing, but none is wrong.
	Look(ctx context.Context, further, individuals []string) (Facts, error)
	// Classes returns facts with the classes of the individuals.
	Classes(ctx context.Context, individuals []string) (Facts, error)
	// Statements returns facts with the statements of the properties, which the names
	// in the namespace of a Wikibase tell, at the individuals: their values and qualifiers.
	Statements(ctx context.Context, of dl.Statements, properties, individuals []string) (Facts, error)
	// Evaluator returns an evaluator of a structure that the graph has returned.
	Evaluator(s *interp.Structure) *interp.Evaluator
}

// Extensions tells the members of concepts in the whole graph.
type Extensions interface {
	// Extensions returns the members of every concept; nil if the graph has to be asked about them.
	Extensions(ctx context.Context, cs []dl.Concept) ([]interp.Set, error)
	// Domain returns the individuals that sets range over. The examples have places in it.
	Domain(examples []string) Domain
	// Sample returns individuals with the examples, by which numbers of members are bounded before they are counted;
	// nil if Extensions takes no longer.
	Sample(examples []string) *Sample
	// Largest bounds the number of members of the largest class or ∃r.⊤.
	Largest() Bounds
	// Ahead returns up to which number of members of the largest concept a request asks for more than is needed
	// now; 0 if nothing is gained by that.
	Ahead() int64
	// Count returns bounds on the number of members of every concept.
	Count(ctx context.Context, cs []dl.Concept) ([]Bounds, error)
	// Members returns at most limit members of every concept, in any order.
	Members(ctx context.Context, cs []dl.Concept, limit int) ([][]string, error)
	// Holds reports for every concept, in rows, and every individual, in
	// columns, whether the individual is a member.
	Holds(ctx context.Context, cs []dl.Concept, individuals []string) ([][]Truth, error)
}

// Names tells the names of things.
type Names interface {
	// Labels returns the labels of those individuals and terms that have one.
	Labels(ctx context.Context, iris []string) (map[string]string, error)
	// Named returns things that have one of the texts as a whole name, the best first.
	Named(ctx context.Context, texts []string) ([]Named, error)
	// NamesOf returns the label and the aliases of an IRI, and of a property of a Wikibase those of its entity;
	// false if the graph has to be asked for them.
	NamesOf(iri string, of dl.Statements) ([]string, bool)
	// AllNames returns what NamesOf does for everything, by IRI; false if the graph cannot list it.
	AllNames(of dl.Statements) (iter.Seq2[string, []string], bool)
}

// Facts are a structure, and what they are of.
type Facts struct {
	*interp.Structure
	Scope Scope
}

// Scope says what facts are of. They are complete within it.
type Scope uint8

// The scopes.
const (
	Around       Scope = iota // some individuals: there is more in the graph
	OfStatements              // only the statements of some properties at some individuals
	Everything                // the whole graph
)

// A Domain is the individuals that sets of bits range over, by their places.
type Domain interface {
	// Len returns the number of places.
	Len() int
	// Place returns the place of an individual; false if it has none.
	Place(iri string) (int, bool)
	// Count bounds the number of members of a concept that has the members n of the domain.
	Count(n int) Bounds
}

// Everyone is a domain of so many individuals, all of the graph: the members of a concept are counted by its set.
type everyone struct{ s *interp.Structure }

func (d everyone) Len() int { return d.s.Len() }

func (d everyone) Place(iri string) (int, bool) {
	a, ok := d.s.Lookup(iri)
	return int(a), ok
}

func (d everyone) Count(n int) Bounds { return Exactly(int64(n)) }

// given is a domain of the examples alone. The graph has to be asked for numbers of members.
type given []string

func (d given) Len() int { return len(d) }

func (d given) Place(iri string) (int, bool) {
	i := slices.Index(d, iri)
	return i, i >= 0
}

func (d given) Count(int) Bounds { return Unbounded }

// Remote has the answers of a graph that has to be asked about everything. An implementation of [Graph] embeds it.
type Remote struct{}

// Evaluator returns a new evaluator.
func (Remote) Evaluator(s *interp.Structure) *interp.Evaluator { return interp.NewEvaluator(s) }

// Extensions returns nil for every concept.
func (Remote) Extensions(_ context.Context, cs []dl.Concept) ([]interp.Set, error) {
	return make([]interp.Set, len(cs)), nil
}

// Domain returns the examples.
func (Remote) Domain(examples []string) Domain { return given(examples) }

// Sample returns nil.
func (Remote) Sample([]string) *Sample { return nil }

// Largest says nothing.
func (Remote) Largest() Bounds { return Bounds{1, Unbounded.Upper} }

// Ahead returns a number of members that an endpoint counts in little time. In a larger graph, more than is needed
// could take the time of what is needed.
func (Remote) Ahead() int64 { return 100_000 }

// NamesOf returns false.
func (Remote) NamesOf(string, dl.Statements) ([]string, bool) { return nil, false }

// AllNames returns false.
func (Remote) AllNames(dl.Statements) (iter.Seq2[string, []string], bool) { return nil, false }

// Named is a thing with one of its names.
type Named struct{ IRI, Name string }

// Truth says whether a concept holds at an individual.
type Truth int8

// The truth values of Kleene's logic: ¬ negates the number, ⊓ takes the smaller one and ⊔
// the larger. Unknown means that an endpoint has not answered.
const (
	No Truth = iota - 1
	Unknown
	Yes
)

// Bounds enclose the number of members of a concept.
type Bounds struct{ Lower, Upper int64 }

// Unbounded is the bounds of a number of which nothing is known.
var Unbounded = Bounds{0, math.MaxInt64}

// Exactly returns the bounds of a number that is known.
func Exactly(n int64) Bounds { return Bounds{n, n} }

// Exact reports whether the number is known.
func (b Bounds) Exact() bool { return b.Lower == b.Upper }

func (b Bounds) Within(c Bounds) Bounds {
	return Bounds{max(b.Lower, c.Lower), max(max(b.Lower, c.Lower), min(b.Upper, c.Upper))}
}

// IsPart reports whether the IRI stands for a part of the individual that has no name of its own, such as an
// annotation of a protein or an office of a person: it begins with that of the individual. Steps to parts do
// not count, because what is said of a part is said of the individual.
func IsPart(individual, iri string) bool {
	rest, ok := strings.CutPrefix(iri, individual)
	return ok && len(rest) > 1 && (rest[0] == '#' || rest[0] == '/' || strings.HasPrefix(rest, "__"))
}

// MostParts is the largest number of steps of a path that lead to parts.
const MostParts = 3
