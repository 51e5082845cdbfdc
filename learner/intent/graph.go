package intent

import (
	"context"
	"math"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// Graph answers questions about a whole graph: a structure in memory ([Memory]), or an
// endpoint. Individuals are IRIs. For a request that is refused or times out, a method returns
// bounds or Unknown. Beside another error it may return what it knows all the same.
type Graph interface {
	// Look returns a structure from which atoms are proposed: the facts up to one edge
	// from the individuals, and up to two edges from those of further, without edges to parts ([IsPart]). Facts may be
	// missing, but none is wrong.
	Look(ctx context.Context, further, individuals []string) (*interp.Structure, error)
	// Classes returns a structure with the classes of the individuals.
	Classes(ctx context.Context, individuals []string) (*interp.Structure, error)
	// Count returns bounds on the number of members of every concept.
	Count(ctx context.Context, cs []dl.Concept) ([]Bounds, error)
	// Members returns at most limit members of every concept, in any order.
	Members(ctx context.Context, cs []dl.Concept, limit int) ([][]string, error)
	// Holds reports for every concept, in rows, and every individual, in
	// columns, whether the individual is a member.
	Holds(ctx context.Context, cs []dl.Concept, individuals []string) ([][]Truth, error)
	// Statements returns a structure with the statements of the properties, which the names
	// in the namespace of a Wikibase tell, at the individuals: their values and qualifiers.
	Statements(ctx context.Context, of dl.Statements, properties, individuals []string) (*interp.Structure, error)
	// Labels returns the labels of those individuals and terms that have one.
	Labels(ctx context.Context, iris []string) (map[string]string, error)
	// Named returns things that have one of the texts as a whole name, the best first.
	Named(ctx context.Context, texts []string) ([]Named, error)
}

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

func (b Bounds) within(c Bounds) Bounds {
	return Bounds{max(b.Lower, c.Lower), max(max(b.Lower, c.Lower), min(b.Upper, c.Upper))}
}
