package queries

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/syntax"
)

// names writes IRIs with prefixes, invents variables, and remembers which
// prefixes a query has used.
type names struct {
	escaper
	prefixes map[string]string
	order    []string // of prefixes: longest namespace first, then by name
	labels   map[string]string
	used     map[string]bool
	count    map[string]int // variables so far, by their base name
}

// wellKnown are prefixes that need not be given.
var wellKnown = map[string]string{
	"xsd":    dl.XSD,
	"rdf":    "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
	"rdfs":   "http://www.w3.org/2000/01/rdf-schema#",
	"owl":    "http://www.w3.org/2002/07/owl#",
	"dct":    "http://purl.org/dc/terms/",
	"foaf":   "http://xmlns.com/foaf/0.1/",
	"schema": "http://schema.org/",
	"skos":   "http://www.w3.org/2004/02/skos/core#",
}

func newNames(o Options) *names {
	n := &names{
		prefixes: maps.Clone(o.Prefixes),
		labels:   o.Labels,
		used:     map[string]bool{},
		count:    map[string]int{},
	}
	if n.prefixes == nil {
		n.prefixes = map[string]string{}
	}
	own := slices.Collect(maps.Values(o.Prefixes))
	for p, ns := range wellKnown {
		if _, taken := n.prefixes[p]; !taken && !slices.Contains(own, ns) {
			n.prefixes[p] = ns
		}
	}
	n.order = slices.SortedFunc(maps.Keys(n.prefixes), func(a, b string) int {
		if d := len(n.prefixes[b]) - len(n.prefixes[a]); d != 0 {
			return d
		}
		return strings.Compare(a, b)
	})
	return n
}

// iri writes an IRI, shortened if a prefix fits and what is left is a plain
// name: SPARQL allows more (rule PN_LOCAL), engines do not all agree on it.
func (n *names) iri(s string) string {
	full := n.bracket(s)
	for _, p := range n.order {
		if local, ok := strings.CutPrefix(s, n.prefixes[p]); ok && localForm.MatchString(local) {
			n.used[p] = true
			return p + ":" + local
		}
	}
	return full
}

// iris are the IRIs with a separator between them.
func (n *names) iris(list []string, separator string) string { return each(list, separator, n.iri) }

// prologue is the declaration of the prefixes used, sorted.
func (n *names) prologue() string {
	var sb strings.Builder
	for _, p := range slices.Sorted(maps.Keys(n.used)) {
		fmt.Fprintf(&sb, "PREFIX %s: %s\n", p, n.bracket(n.prefixes[p]))
	}
	return sb.String()
}

// A prefix, and what is left of an IRI that gets one: ASCII letters, digits, _ and -,
// the latter not at the ends.
var (
	prefixForm = regexp.MustCompile(`^[a-zA-Z]([a-zA-Z0-9_-]*[a-zA-Z0-9_])?$`)
	localForm  = regexp.MustCompile(`^[a-zA-Z0-9_]([a-zA-Z0-9_-]*[a-zA-Z0-9_])?$`)
)

var alphanumeric = regexp.MustCompile(`[a-zA-Z0-9]+`)

// variable is a fresh variable named after an IRI: ?childOf1. Every variable
// but ?x ends in its number, so none is taken twice.
func (n *names) variable(iri string) string {
	words := alphanumeric.FindAllString(n.label(iri), -1)
	for i := 1; i < len(words); i++ {
		words[i] = strings.ToUpper(words[i][:1]) + words[i][1:]
	}
	base := strings.Join(words, "")
	base = base[:min(len(base), 30)]
	if base == "" || base[0] <= '9' {
		base = "v" + base
	}
	if base[len(base)-1] <= '9' {
		base += "_"
	}
	n.count[base]++
	return fmt.Sprintf("?%s%d", base, n.count[base])
}

// label is what people call an IRI, on one line.
func (n *names) label(iri string) string { return syntax.LabelOf(iri, n.labels) }

// writer writes the terms, triples and conditions that patterns are made of. The
// conditions that compare a value with a threshold are here for truth values, and
// in files of their own for numbers and dates.
type writer struct {
	*names
	o Options // with the defaults of its vocabulary
}

// comparator is the operator in SPARQL.
func comparator(op dl.Op) string {
	switch op {
	case dl.GreaterEq:
		return ">="
	case dl.LessEq:
		return "<="
	}
	return "="
}

// datatypeIs is the condition that w has one of the datatypes.
func (t writer) datatypeIs(w string, kinds []dl.Kind) string {
	if len(kinds) == 1 {
		return fmt.Sprintf("DATATYPE(%s) = %s", w, t.xsd(kinds[0]))
	}
	return fmt.Sprintf("DATATYPE(%s) IN (%s)", w, each(kinds, ", ", t.xsd))
}

// xsd writes the datatype of a kind.
func (n *names) xsd(k dl.Kind) string { return n.iri(k.IRI()) }

// literal writes a value: integers, decimals, doubles and booleans in SPARQL's short
// forms (grammar rules [134] and [146] to [148]), all others as typed literals.
func (n *names) literal(v dl.Value) string {
	switch v.Kind() {
	case dl.Integer, dl.Decimal, dl.Boolean:
		return v.Lexical()
	case dl.Double:
		if strings.Contains(v.Lexical(), "E") {
			return v.Lexical()
		}
	}
	return n.quote(v.Lexical()) + "^^" + n.xsd(v.Kind())
}
