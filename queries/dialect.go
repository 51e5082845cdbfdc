package queries

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Dialect is a set of rules that make queries right on engines that differ
// from the text of SPARQL 1.1. The zero value is the text itself.
type Dialect uint8

// The rules. docs/engines-sparql.md has the reasons and which engine needs
// which; [Rules] has the questions that tell.
const (
	// LooseOrder: the engine orders terms of all types, so that a date is ≥ 3,
	// and takes truth values for numbers. It is Virtuoso, which needs more: some
	// complements are written as an OPTIONAL that must have failed, for MINUS gets
	// them wrong (pattern.go); subclasses are
	// listed in a subselect with a LIMIT, for it drops members where a path
	// meets another pattern about the same variable; what is counted has
	// a LIMIT, for it would count again for every row of what is around it; and
	// so has a union that is counted or ordered (concept.go).
	LooseOrder Dialect = 1 << iota

	// JavaOrder: floating point is ordered as Java's Double.compare does: NaN
	// above every number (Fuseki, Blazegraph, RDF4J), -0 below 0 (Fuseki).
	JavaOrder

	// TextInfinity: infinities are no numbers (Virtuoso), or a query that names
	// one fails (Blazegraph): they are compared by their spelling.
	TextInfinity

	// LocalInstants: instants are ordered by their local fields, whatever their
	// time zones (QLever).
	LocalInstants

	// DoubleNumbers: floats and decimals are kept as doubles (QLever).
	DoubleNumbers
)

// Rule is a rule of a dialect, with the question that tells whether an engine
// needs it.
type Rule struct {
	Dialect Dialect
	Name    string

	// Probe is an ASK query about no data. Right is its answer by the standard;
	// an engine that answers otherwise, or fails, needs the rule.
	Probe string
	Right bool

	// Implies are rules that the engine needs, too, and that show only in what
	// it has stored.
	Implies Dialect
}

const probePrologue = "PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>\n"

// Rules are all rules, in the order in which to ask.
func Rules() []Rule {
	return []Rule{
		{LooseOrder, "loose-order", probePrologue + `ASK { VALUES ?v { true } FILTER(isNumeric(?v)) }`, false, TextInfinity},
		{JavaOrder, "java-order", probePrologue + `ASK { VALUES ?v { "NaN"^^xsd:double } FILTER(?v >= 1) }`, false, 0},
		{TextInfinity, "text-infinity", probePrologue + `ASK { VALUES ?v { "-INF"^^xsd:double } FILTER(?v <= 1) }`, true, 0},
		{LocalInstants, "local-instants", probePrologue + `ASK { VALUES ?v { "2000-01-01T00:00:00+14:00"^^xsd:dateTime } FILTER(?v <= "2000-01-01T00:00:00Z"^^xsd:dateTime) }`, true, 0},
		{DoubleNumbers, "double-numbers", probePrologue + `ASK { VALUES ?v { "1.5"^^xsd:float } FILTER(DATATYPE(?v) = xsd:float) }`, true, 0},
	}
}

// Probe is the dialect of an engine by its answers to the questions of
// [Rules].
func Probe(ask func(query string) (bool, error)) Dialect {
	var d Dialect
	for _, r := range Rules() {
		if got, err := ask(r.Probe); err != nil || got != r.Right {
			d |= r.Dialect | r.Implies
		}
	}
	return d
}

// dialects are the names of what known engines need.
var dialects = []struct {
	name string
	d    Dialect
}{
	{"standard", 0},
	{"virtuoso", LooseOrder | JavaOrder | TextInfinity},
	{"fuseki", JavaOrder},
	{"blazegraph", JavaOrder | TextInfinity},
	{"oxigraph", 0},
	{"rdf4j", JavaOrder},
	{"qlever", LocalInstants | DoubleNumbers},
	{"embedded", 0},
}

// ErrDialect is returned for a dialect that is not known.
var ErrDialect = errors.New("unknown dialect")

// DialectNames are the names that [ParseDialect] knows.
func DialectNames() []string {
	var names []string
	for _, d := range dialects {
		names = append(names, d.name)
	}
	return names
}

// ParseDialect is the dialect of a known engine, or of rules by their names
// with commas in between.
func ParseDialect(name string) (Dialect, error) {
	for _, d := range dialects {
		if d.name == name {
			return d.d, nil
		}
	}
	var d Dialect
	for _, rule := range strings.Split(name, ",") {
		i := slices.IndexFunc(Rules(), func(r Rule) bool { return r.Name == rule })
		if i < 0 {
			return 0, fmt.Errorf("%w %q: choose one of %s", ErrDialect, name, strings.Join(DialectNames(), ", "))
		}
		d |= Rules()[i].Dialect
	}
	return d, nil
}

// Has reports whether the dialect has the rule.
func (d Dialect) Has(rule Dialect) bool { return d&rule != 0 }

// String is "standard" or the names of the rules.
func (d Dialect) String() string {
	var names []string
	for _, r := range Rules() {
		if d.Has(r.Dialect) {
			names = append(names, r.Name)
		}
	}
	if len(names) == 0 {
		return "standard"
	}
	return strings.Join(names, ",")
}
