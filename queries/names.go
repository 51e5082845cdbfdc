package queries

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/syntax"
)

// names writes IRIs with prefixes and makes new variables. It keeps the prefixes that a
// query uses.
type names struct {
	escaper
	prefixes map[string]string
	order    []string // of prefixes: longest namespace first, then by name
	labels   map[string]string
	words    syntax.EnglishOptions // of comments
	used     map[string]bool
	count    map[string]int // number of variables by base name
}

// wellKnown are the prefixes that need not be in the options.
var wellKnown = map[string]string{
	"xsd":    dl.XSD,
	"rdf":    rdfNS,
	"rdfs":   rdfsNS,
	"owl":    owlNS,
	"dct":    "http://purl.org/dc/terms/",
	"foaf":   "http://xmlns.com/foaf/0.1/",
	"schema": "http://schema.org/",
	"skos":   "http://www.w3.org/2004/02/skos/core#",
}

func newNames(o Options) *names {
	n := &names{
		prefixes: maps.Clone(o.Prefixes),
		labels:   o.Labels,
		words:    syntax.EnglishOptions{Labels: o.Labels, SubClassOf: o.Vocabulary.SubClassOf},
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

// iri returns the text of an IRI. It is short if a prefix fits and the rest is a plain
// name: SPARQL allows more (rule PN_LOCAL), but engines disagree about it.
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

func (n *names) iris(list []string, separator string) string {
	return joinTexts(list, separator, n.iri)
}

func (n *names) prologue() string {
	var sb strings.Builder
	for _, p := range slices.Sorted(maps.Keys(n.used)) {
		fmt.Fprintf(&sb, "PREFIX %s: %s\n", p, n.bracket(n.prefixes[p]))
	}
	return sb.String()
}

// letters are those that may begin a prefix (SPARQL 1.1, PN_CHARS_BASE).
const letters = `A-Za-z\x{C0}-\x{D6}\x{D8}-\x{F6}\x{F8}-\x{2FF}\x{370}-\x{37D}\x{37F}-\x{1FFF}\x{200C}\x{200D}` +
	`\x{2070}-\x{218F}\x{2C00}-\x{2FEF}\x{3001}-\x{D7FF}\x{F900}-\x{FDCF}\x{FDF0}-\x{FFFD}\x{10000}-\x{EFFFF}`

// A prefix, and the local name of an IRI with a prefix, of ASCII letters: letters, digits, _
// and -, the latter not at the ends.
var (
	prefixForm = regexp.MustCompile(`^[` + letters + `]([` + letters + `0-9_-]*[` + letters + `0-9_])?$`)
	localForm  = regexp.MustCompile(`^[a-zA-Z0-9_]([a-zA-Z0-9_-]*[a-zA-Z0-9_])?$`)
)

var alphanumeric = regexp.MustCompile(`[a-zA-Z0-9]+`)

// newVariable returns a new variable named after an IRI, such as ?childOf1. All variables
// except ?x end in a number, so they are different.
func (n *names) newVariable(iri string) string {
	base := n.base(iri)
	n.count[base]++
	return fmt.Sprintf("?%s%d", base, n.count[base])
}

// base returns the name of a variable without its number.
func (n *names) base(iri string) string {
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
	return base
}

// label returns the label of an IRI, or its last part, on one line.
func (n *names) label(iri string) string { return syntax.LabelOf(iri, n.labels) }

func comparator(op dl.Op) string {
	switch op {
	case dl.GreaterEq:
		return ">="
	case dl.LessEq:
		return "<="
	}
	return "="
}

func (n *names) datatypeIs(w string, kinds []dl.Kind) string {
	if len(kinds) == 1 {
		return fmt.Sprintf("DATATYPE(%s) = %s", w, n.xsd(kinds[0]))
	}
	return fmt.Sprintf("DATATYPE(%s) IN (%s)", w, joinTexts(kinds, ", ", n.xsd))
}

func (n *names) xsd(k dl.Kind) string { return n.iri(k.IRI()) }

// literal returns the text of a value: a short form of SPARQL for integers, decimals,
// doubles and booleans (grammar rules [134] and [146] to [148]), otherwise a typed
// literal.
func (n *names) literal(v dl.Value) string {
	switch v.Kind() {
	case dl.Integer, dl.Decimal, dl.Boolean:
		return v.Lexical()
	case dl.Double:
		if strings.Contains(v.Lexical(), "E") {
			return v.Lexical()
		}
	}
	return n.quote(v.Lexical()) + "^^" + n.iri(v.Datatype())
}

// describe returns in English what a concept says of a member, for a comment.
func (n *names) describe(c dl.Concept) string {
	return syntax.EnglishClause(c, n.words)
}

// noCodepoints removes codepoint escapes from a comment: SPARQL would read them as
// characters, perhaps as the end of the line (section 19.2).
var noCodepoints = strings.NewReplacer(`\u`, `\ u`, `\U`, `\ U`)

// comment returns a comment line with the text, which is one line, cut to a readable
// length.
func comment(text string) string {
	const most = 160
	text = noCodepoints.Replace(text)
	if utf8.RuneCountInString(text) > most {
		text = string([]rune(text)[:most]) + "…"
	}
	return "# " + text + "\n"
}
