package queries

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// Dialect is a set of rules that make queries correct on engines that deviate from
// SPARQL 1.1. The zero value is for engines that do not.
type Dialect uint8

// The rules. docs/engines-sparql.md says why, and which engine needs which rule. [Rules]
// has the queries that find out.
const (
	// LooseOrder: the engine orders terms of all types, so that a date is ≥ 3, and
	// takes booleans for numbers. This is Virtuoso, which needs more. Some complements
	// are written as an OPTIONAL without a match, because MINUS is wrong (pattern.go).
	// Subclasses are listed in a subselect with a LIMIT, because a path beside another
	// pattern about the same variable loses members. A subselect that counts has a
	// LIMIT, because the engine would evaluate it again for every outer row. A union
	// that is counted or ordered has one, too (concept.go).
	LooseOrder Dialect = 1 << iota

	// JavaOrder: the engine orders floating point numbers as Java's Double.compare
	// does: NaN above every number (Fuseki, Blazegraph, RDF4J), -0 below 0 (Fuseki).
	JavaOrder

	// TextInfinity: infinities are not numbers (Virtuoso), or a query that names
	// one fails (Blazegraph). Queries compare them by their spelling.
	TextInfinity

	// LocalInstants: the engine orders instants by their local fields and ignores time
	// zones (QLever).
	LocalInstants

	// DoubleNumbers: the engine stores floats and decimals as doubles (QLever).
	DoubleNumbers
)

// Rule is a rule of a dialect, with the query that finds out whether an engine needs it.
type Rule struct {
	Dialect Dialect
	Name    string

	// Probe is an ASK query that needs no data. Right is its answer by the standard.
	// An engine that answers otherwise, or fails, needs the rule.
	Probe string
	Right bool

	// Implies are rules that the engine also needs, and that only stored data would
	// show.
	Implies Dialect
}

const probePrologue = "PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>\n"

// Rules returns all rules, in the order of their probes.
func Rules() []Rule {
	return []Rule{
		{LooseOrder, "loose-order", probePrologue + `ASK { VALUES ?v { true } FILTER(isNumeric(?v)) }`, false, TextInfinity},
		{JavaOrder, "java-order", probePrologue + `ASK { VALUES ?v { "NaN"^^xsd:double } FILTER(?v >= 1) }`, false, 0},
		{TextInfinity, "text-infinity", probePrologue + `ASK { VALUES ?v { "-INF"^^xsd:double } FILTER(?v <= 1) }`, true, 0},
		{LocalInstants, "local-instants", probePrologue + `ASK { VALUES ?v { "2000-01-01T00:00:00+14:00"^^xsd:dateTime } FILTER(?v <= "2000-01-01T00:00:00Z"^^xsd:dateTime) }`, true, 0},
		{DoubleNumbers, "double-numbers", probePrologue + `ASK { VALUES ?v { "1.5"^^xsd:float } FILTER(DATATYPE(?v) = xsd:float) }`, true, 0},
	}
}

// Probe returns the dialect of an engine by its answers to the probes of [Rules].
func Probe(ask func(query string) (bool, error)) Dialect {
	var d Dialect
	for _, r := range Rules() {
		if got, err := ask(r.Probe); err != nil || got != r.Right {
			d |= r.Dialect | r.Implies
		}
	}
	return d
}

// ProbeAll returns a SELECT of the numbers ?i of the rules of [Rules] whose probe is true.
// Where the engine refuses it, [Probe] asks one by one.
func ProbeAll() string {
	var parts []string
	for i, r := range Rules() {
		_, pattern, _ := strings.Cut(r.Probe, "ASK {")
		parts = append(parts, fmt.Sprintf("{ %s BIND(%d AS ?i) }", strings.TrimSuffix(strings.TrimSpace(pattern), "}"), i))
	}
	return probePrologue + "SELECT ?i WHERE {\n" + strings.Join(parts, "\nUNION\n") + "\n}"
}

// DialectOf returns the dialect of an engine by the numbers that it returned for ProbeAll.
func DialectOf(numbers []string) Dialect {
	var d Dialect
	for i, r := range Rules() {
		if slices.Contains(numbers, strconv.Itoa(i)) != r.Right {
			d |= r.Dialect | r.Implies
		}
	}
	return d
}

// hosts are the engines of public endpoints.
var hosts = map[string]string{
	"query.wikidata.org": "blazegraph", "query-main.wikidata.org": "blazegraph", "query-scholarly.wikidata.org": "blazegraph",
	"dbpedia.org": "virtuoso", "qlever.cs.uni-freiburg.de": "qlever", "qlever.dev": "qlever",
}

// DialectOfHost returns the dialect of a public endpoint that is known by its host.
func DialectOfHost(endpoint string) (d Dialect, known bool) {
	u, err := url.Parse(endpoint)
	if err != nil || hosts[u.Hostname()] == "" {
		return 0, false
	}
	d, err = ParseDialect(hosts[u.Hostname()])
	return d, err == nil
}

// dialects are the dialects of known engines by name.
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

// ErrDialect reports an unknown dialect.
var ErrDialect = errors.New("unknown dialect")

// DialectNames returns the names of engines that [ParseDialect] accepts.
func DialectNames() []string {
	var names []string
	for _, d := range dialects {
		names = append(names, d.name)
	}
	return names
}

// ParseDialect returns the dialect with the name of a known engine, or with a
// comma-separated list of names of rules.
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

// String returns the names of the rules, or "standard" without rules.
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
