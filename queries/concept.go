package queries

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
)

// languageTag matches a language tag (SPARQL 1.1, rule [145]) or an empty text.
var languageTag = regexp.MustCompile(`^([a-zA-Z]+(-[a-zA-Z0-9]+)*)?$`)

// Select returns a query for the individuals of the graph that are in c: SELECT
// DISTINCT ?x. Answers are IRIs and blank nodes. With ShowLabels there is also a
// ?label, unbound for answers without one.
func Select(c dl.Concept, o Options) (string, error) {
	t, err := translate(c, o, nil)
	if err != nil {
		return "", err
	}
	if len(o.ShowLabels.Languages) > 0 {
		return t.writeLabelled(c)
	}
	return t.write(newQuestion("concept-select").text("Pattern", t.pagePattern()).text("Slice", o.limitClause()), c)
}

// pagePattern returns the pattern of a query with the limit and the offset of the options.
func (t *translator) pagePattern() string {
	if t.o.Limit > 0 || t.o.Offset > 0 {
		return t.engine.listed(t)
	}
	return t.pattern
}

// writeLabelled returns a query with labels. The limit applies to the answers before they
// are joined with labels, because an answer may have several.
func (t *translator) writeLabelled(c dl.Concept) (string, error) {
	property := t.iri(cmp.Or(t.o.ShowLabels.Property, rdfsLabel))
	var labels []string
	var optionals strings.Builder
	for _, tag := range t.o.ShowLabels.Languages {
		v := t.newVariable("label")
		labels = append(labels, v)
		fmt.Fprintf(&optionals, "OPTIONAL { %s %s %s . FILTER(LANG(%[3]s) = %q) }\n", root, property, v, tag)
	}
	q := newQuestion("concept-labelled").text("Pattern", t.pagePattern()).text("Slice", t.o.limitClause())
	return t.write(q.text("Labels", strings.Join(labels, ", ")).text("Optionals", optionals.String()), c)
}

// Count returns a query for the number of individuals of the graph that are in c: one
// row with an integer ?n. Limit and Offset do not apply.
func Count(c dl.Concept, o Options) (string, error) {
	t, err := translate(c, o, nil)
	if err != nil {
		return "", err
	}
	return t.write(newQuestion("concept-count").text("Pattern", t.engine.listed(t)), c)
}

// Ask returns an ASK query whether the individual is in c. For a blank node the error is
// [ErrBlankNode]. An IRI without facts is an individual: it is in ¬A.
func Ask(c dl.Concept, individual string, o Options) (string, error) {
	return queryAbout("concept-ask", c, []string{individual}, o)
}

// Confirm returns a query for those of the individuals that are in c: SELECT DISTINCT ?x.
// For the individuals see [Ask]. Limit and Offset do not apply. Callers choose batches of
// individuals that the endpoint accepts (2000 are too many for some).
func Confirm(c dl.Concept, individuals []string, o Options) (string, error) {
	if len(individuals) == 0 {
		return "", fmt.Errorf("%w: no individuals to ask about", ErrOptions)
	}
	return queryAbout("concept-confirm", c, individuals, o)
}

// queryAbout returns the query about the individuals with the template.
func queryAbout(key string, c dl.Concept, individuals []string, o Options) (string, error) {
	t, err := translate(c, o, individuals)
	if err != nil {
		return "", err
	}
	return t.write(newQuestion(key).text("Pattern", t.pattern).text("Individuals", t.individuals()), c)
}

func newTranslator(o Options) (*translator, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	o.Vocabulary = o.Vocabulary.withDefaults()
	return &translator{names: newNames(o), o: o, engine: o.Dialect.engine()}, nil
}

// translate returns a translator with the graph pattern of c about ?x. If individuals are
// given, the query binds ?x to their IRIs.
func translate(c dl.Concept, o Options, individuals []string) (*translator, error) {
	t, err := newTranslator(o)
	if err != nil {
		return nil, err
	}
	e, complement, err := o.Axioms.normalize(c)
	if err != nil {
		return nil, err
	}
	given := len(individuals) > 0
	if given {
		t.given = slices.Clone(individuals)
		t.values = fmt.Sprintf("VALUES %s { %s }\n", root, t.brackets(individuals, " "))
	}
	// A given ?x is not a literal, but it gets the filter of objects like any other
	// variable: for VALUES with one triple pattern and no filter, Blazegraph looks into
	// its index only and has no answers.
	g := newGroup(root, given)
	g.given = given
	if complement && !given {
		if o.Anchor == "" {
			t.addDomain(g, root)
		} else {
			o.Axioms.class(o.Anchor).add(t, g, root)
		}
	}
	switch {
	case !complement:
		e.add(t, g, root)
		if !given && o.Anchor != "" {
			t.addAnchor(g, o.Anchor, root)
		}
	case !isNothing(e):
		t.addAll(g, nil, disjuncts(e), root)
	}
	t.pattern = g.String()
	if given && len(t.given) == 0 {
		g = newGroup(root, true)
		nothing{}.add(t, g, root)
		t.pattern = g.String()
		t.given = individuals
	}
	return t, t.err
}

// individuals returns the terms of the given individuals.
func (t *translator) individuals() string { return t.brackets(t.given, " ") }

func (o Options) limitClause() string {
	var sb strings.Builder
	if o.Limit > 0 || o.Offset > 0 {
		sb.WriteString("ORDER BY ?x\n")
	}
	if o.Limit > 0 {
		fmt.Fprintf(&sb, "LIMIT %d\n", o.Limit)
	}
	if o.Offset > 0 {
		fmt.Fprintf(&sb, "OFFSET %d\n", o.Offset)
	}
	return sb.String()
}

// write returns the query of the question with prologue and graphs, and with a comment
// that describes the concept unless it is nil.
func (t *translator) write(q *question, c dl.Concept) (string, error) {
	var from strings.Builder
	for _, graph := range t.o.Graphs {
		fmt.Fprintf(&from, "FROM %s\n", t.bracket(graph))
	}
	text, err := q.text("Prologue", t.prologue()).text("From", from.String()).write()
	if err = cmp.Or(t.err, err); err != nil {
		return "", err
	}
	if c == nil {
		return text, nil
	}
	return comment(t.describe(c)) + text, nil
}
