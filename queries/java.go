package queries

import (
	"fmt"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
)

var javaOrderRule = Rule{
	Dialect: JavaOrder, Name: "java-order", Right: false,
	Probe: probePrologue + `ASK { VALUES ?v { "NaN"^^xsd:double } FILTER(?v >= 1) }`,
}

// java is Fuseki and RDF4J and, below [blazegraph], Blazegraph. They order floating point
// numbers as Java's Double.compare does: NaN is above every number, and to Fuseki -0 is
// below 0.
type java struct{ engine }

func (e java) guard(t *translator, n numberTest) []string {
	guard := e.engine.guard(t, n)
	if n.Op == dl.GreaterEq && n.floating {
		guard = append(guard, notNaN(n.w))
	}
	return guard
}

const negativeZero = "-0.0E0" // counts as 0

func (e java) finite(t *translator, n numberTest) string {
	if n.r.Sign() == 0 && !slices.Equal(n.groups, []dl.Kind{dl.Decimal}) {
		switch n.Op {
		case dl.GreaterEq:
			return t.engine.compare(n.Op, n.w, negativeZero)
		case dl.Equal:
			return fmt.Sprintf("%s >= %s && %[1]s <= 0", n.w, negativeZero)
		}
	}
	return e.engine.finite(t, n)
}

func (e java) bound(c dl.Compare, kind dl.Kind) (v dl.Value, ok bool) {
	v, ok = e.engine.bound(c, kind)
	if ok && v.Float() == 0 && c.Op == dl.GreaterEq {
		v, _ = dl.NewValue(kind, negativeZero)
	}
	return v, ok
}

// ordersUTC is false because XML Schema 1.0, which Java implements, has no year 0.
func (java) ordersUTC() bool { return false }

// choose has no IF: RDF4J fails on an IF beside an error.
func (java) choose(test, yes, no string) string {
	return fmt.Sprintf("(%s && %s || !%[1]s && %[3]s)", test, yes, no)
}

// branch adds a BIND where RDF4J fails: if a branch is a triple minus a subselect, and the
// union is joined with another that has such a branch.
func (java) branch(t *translator, g *group, d safe) {
	if g.isTriple() && len(g.minus) > 0 && counts(d) {
		g.blocks = append(g.blocks, fmt.Sprintf("BIND(true AS %s)\n", t.newVariable("bound")))
	}
}

// counts reports whether the expression has a count of successors.
func counts(e safe) bool {
	s, restricted := e.(some)
	return restricted && s.n > 1 || slices.ContainsFunc(parts(e), counts)
}
