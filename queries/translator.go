package queries

import "github.com/genus-kg/genus/learner/dl"

// translator writes the pattern of a query.
type translator struct {
	*names
	o      Options // with the defaults of its vocabulary
	engine engine

	pattern string   // the result
	values  string   // the VALUES block of ?x for given individuals; may be empty
	given   []string // the individuals that the query asks about; none: all
	chained bool     // the pattern has a path of several steps, written as a chain (virtuoso)
}

// An engine writes the parts of a query that engines need differently. [standard] writes
// SPARQL 1.1. The engine of a rule has another engine inside and overrides some methods:
// java.go, blazegraph.go, virtuoso.go, qlever.go. Methods call each other by t.engine, which
// is the outermost.
type engine interface {
	// minus adds to the group the condition that v is not in e.
	minus(t *translator, g *group, e safe, v string)
	// oneOf adds to the group the condition that v is one of the individuals.
	oneOf(t *translator, g *group, e nominals, v string)
	// branches returns the parts of a union that are written as its branches. branch
	// completes the group of a branch with the expression d.
	branches(parts []safe) []safe
	branch(t *translator, g *group, d safe)
	// path completes the atom with the pattern that a path leads from its subject to its
	// object, by any of the steps.
	path(t *translator, a atom, steps []step) atom
	// resolved returns the path that leads where a path leads, or from there to where that redirects.
	resolved(path, redirect string) string
	// valueOf returns the pattern that w is a value of v by one of the properties, and the
	// part of the filter on w that the pattern does not include.
	valueOf(t *translator, v string, properties []string, w, filter string) (text, left string)

	// given returns the pattern for the VALUES of ?x, with which a query begins.
	given(t *translator, values string) string
	// limit returns the LIMIT of a subselect that has all solutions.
	limit(t *translator) string
	// listed returns the pattern of a query that counts or orders all ?x.
	listed(t *translator) string
	// nestsValues reports whether VALUES may stand in inner groups, and before patterns
	// about other variables.
	nestsValues() bool
	// subclasses returns a subselect of the values of v that the path has, or nothing if
	// the path may stand beside other patterns.
	subclasses(v, path string) string
	// beforePath returns the pattern for the values of v in a union, before a path from v.
	beforePath(v, union string) string
	// repeatsStatements reports whether a pattern can match a statement several times.
	repeatsStatements() bool

	// number returns the condition of a comparison with a number, guard conditions that
	// come before it, and finite the comparison itself if the number is finite.
	number(t *translator, n numberTest) string
	guard(t *translator, n numberTest) []string
	finite(t *translator, n numberTest) string
	// compare returns a comparison with a literal. bound returns the literal's value for
	// numbers of a floating point kind, and exact the literals for all other numbers.
	compare(op dl.Op, w, literal string) string
	bound(c dl.Compare, kind dl.Kind) (v dl.Value, ok bool)
	exact(t *translator, x number) []string

	// zoned returns the comparison with a date that has a zone other than Z.
	zoned(t *translator, d dateTest) string
	// ordersUTC reports whether the engine compares dateTimes with the zone Z in all years.
	ordersUTC() bool
	// choose returns the condition yes or no, depending on test.
	choose(test, yes, no string) string
	// onlyIf returns the condition, which is an error unless the test holds, and false then.
	onlyIf(test, condition string) string
	// text returns the object of a statement whose value is the string, and its filter.
	text(t *translator, c dl.Compare) (object, filter string)
}
