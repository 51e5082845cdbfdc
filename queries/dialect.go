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

// The rules. The file beside each says why, and docs/engines-sparql.md which engine needs
// which. [Rules] has the queries that find out.
const (
	LooseOrder    Dialect = 1 << iota // virtuoso.go; in place of JavaOrder, and with TextInfinity
	JavaOrder                         // java.go
	TextInfinity                      // blazegraph.go
	LocalInstants                     // qlever.go
	DoubleNumbers                     // qlever.go
)

// StatedReifiers is no rule: it says that the graph states every statement that a reifier of it stands for. Engines
// find the reifiers of a statement of which they know all parts, so queries ask for the statement, too ([Reifiers]).
const StatedReifiers Dialect = 1 << 7

func (d Dialect) engine() engine {
	var e engine = standard{}
	if d.Has(JavaOrder) && !d.Has(LooseOrder) {
		e = java{e}
	}
	if d.Has(TextInfinity | LooseOrder) {
		e = blazegraph{e}
	}
	if d.Has(LooseOrder) {
		e = virtuoso{e}
	}
	if d.Has(LocalInstants) {
		e = qleverDates{e}
	}
	if d.Has(DoubleNumbers) {
		e = qleverNumbers{e}
	}
	return e
}

// Rule is a rule of a dialect, with the query that finds out whether an engine needs it.
type Rule struct {
	Dialect Dialect
	Name    string

	// Probe is an ASK query that needs no data. Right is its answer by the standard.
	// An engine that answers otherwise, or fails, needs the rule.
	Probe string
	Right bool
}

const probePrologue = "PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>\n"

// Rules returns all rules, in the order of their probes.
func Rules() []Rule {
	return []Rule{looseOrderRule, javaOrderRule, textInfinityRule, localInstantsRule, doubleNumbersRule}
}

// Probe returns the dialect of an engine by its answers to the probes of [Rules].
func Probe(ask func(query string) (bool, error)) Dialect {
	var d Dialect
	for _, r := range Rules() {
		if got, err := ask(r.Probe); err != nil || got != r.Right {
			d |= r.Dialect
		}
	}
	return d
}

// NumberOfReifiers is what ProbeAll returns for a graph with reifiers of statements ([HasReifiers]).
const NumberOfReifiers = "99"

// ProbeAll returns a SELECT of the numbers ?i of the rules of [Rules] whose probe is true.
// Where the engine refuses it, [Probe] asks one by one. ?i is also [NumberOfReifiers] if the graph has some.
func ProbeAll() string {
	var parts []string
	for i, r := range Rules() {
		_, pattern, _ := strings.Cut(r.Probe, "ASK {")
		pattern = strings.TrimSuffix(strings.TrimSpace(pattern), "}")
		parts = append(parts, fmt.Sprintf("{ %s BIND(%d AS ?i) }", pattern, i))
	}
	parts = append(parts,
		fmt.Sprintf("{ { SELECT ?r WHERE { ?r %s ?t } LIMIT 1 } BIND(%s AS ?i) }", reifies, NumberOfReifiers))
	return probePrologue + "SELECT ?i WHERE {\n" + strings.Join(parts, "\nUNION\n") + "\n}"
}

// DialectOf returns the dialect of an engine by the numbers that it returned for ProbeAll.
func DialectOf(numbers []string) Dialect {
	var d Dialect
	for i, r := range Rules() {
		if slices.Contains(numbers, strconv.Itoa(i)) != r.Right {
			d |= r.Dialect
		}
	}
	return d
}

// dialects are the dialects of known engines, with the hosts of public endpoints.
var dialects = []struct {
	name  string
	d     Dialect
	hosts []string
}{
	{"standard", 0, nil},
	{"virtuoso", LooseOrder | JavaOrder, []string{"dbpedia.org"}},
	{"fuseki", JavaOrder, nil},
	{"blazegraph", JavaOrder | TextInfinity, []string{
		"query.wikidata.org", "query-main.wikidata.org", "query-scholarly.wikidata.org",
	}},
	{"oxigraph", 0, nil},
	{"rdf4j", JavaOrder, nil},
	{"qlever", LocalInstants | DoubleNumbers, []string{"qlever.cs.uni-freiburg.de", "qlever.dev"}},
	{"embedded", 0, nil},
}

// DialectOfHost returns the dialect of a public endpoint that is known by its host.
func DialectOfHost(endpoint string) (d Dialect, known bool) {
	u, err := url.Parse(endpoint)
	if err != nil {
		return 0, false
	}
	for _, known := range dialects {
		if slices.Contains(known.hosts, u.Hostname()) {
			return known.d, true
		}
	}
	return 0, false
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
