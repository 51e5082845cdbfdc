package queries

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
)

// root is the variable whose values are the answers.
const root = "?x"

const rdfsLabel = "http://www.w3.org/2000/01/rdf-schema#label"

// languageTag is the form of a language tag (SPARQL 1.1, rule [145]), or empty.
var languageTag = regexp.MustCompile(`^([a-zA-Z]+(-[a-zA-Z0-9]+)*)?$`)

// Select is the query for the individuals of the graph that are in c: SELECT
// DISTINCT ?x. Answers are IRIs and blank nodes. With ShowLabels there is a
// ?label beside, unbound where an answer has none.
func Select(c dl.Concept, o Options) (string, error) {
	t, err := translate(c, o, nil)
	if err != nil {
		return "", err
	}
	if len(o.ShowLabels.Languages) > 0 {
		return t.labelled(c)
	}
	return t.write(newQuestion("concept-select").text("Pattern", t.page()).text("Slice", o.limitClause()), c)
}

// page is the pattern of a query that orders its answers if it has a limit or an offset.
func (t *translator) page() string {
	if t.o.Limit > 0 || t.o.Offset > 0 {
		return t.listed()
	}
	return t.pattern
}

// listed is the pattern of a query that counts or orders all ?x. For Virtuoso
// (LooseOrder) they are listed in a subselect. From the text of the standard, it counts
// and orders the solutions of each branch of a union, and does not look at what is
// taken away from the union.
func (t *translator) listed() string {
	if !t.o.Dialect.Has(LooseOrder) || !strings.Contains(t.pattern, "UNION") {
		return t.pattern
	}
	return fmt.Sprintf("{\nSELECT DISTINCT %s\nWHERE {\n%s}\nLIMIT %d\n}\n", root, t.pattern, allRows)
}

// labelled joins names to the answers, which are counted off before: an answer
// may have several names.
func (t *translator) labelled(c dl.Concept) (string, error) {
	property := t.iri(cmp.Or(t.o.ShowLabels.Property, rdfsLabel))
	var labels []string
	var optionals strings.Builder
	for _, tag := range t.o.ShowLabels.Languages {
		v := t.variable("label")
		labels = append(labels, v)
		fmt.Fprintf(&optionals, "OPTIONAL { %s %s %s . FILTER(LANG(%[3]s) = %q) }\n", root, property, v, tag)
	}
	q := newQuestion("concept-labelled").text("Pattern", t.page()).text("Slice", t.o.limitClause())
	return t.write(q.text("Labels", strings.Join(labels, ", ")).text("Optionals", optionals.String()), c)
}

// Count is the query for the number of individuals of the graph that are in c:
// one row, one integer ?n. Limit and Offset do not apply.
func Count(c dl.Concept, o Options) (string, error) {
	t, err := translate(c, o, nil)
	if err != nil {
		return "", err
	}
	return t.write(newQuestion("concept-count").text("Pattern", t.listed()), c)
}

// Ask is the ASK query whether the individual is in c. A blank node gives
// [ErrBlankNode]. An IRI without facts is an individual, too: it is in ¬A.
func Ask(c dl.Concept, individual string, o Options) (string, error) {
	return queryAbout("concept-ask", c, []string{individual}, o)
}

// Confirm is the query for those of the individuals that are in c: SELECT
// DISTINCT ?x. What was said of [Ask] holds; Limit and Offset do not apply.
// Callers keep batches of individuals within what the endpoint takes (2000 are
// known to be too many for some).
func Confirm(c dl.Concept, individuals []string, o Options) (string, error) {
	if len(individuals) == 0 {
		return "", fmt.Errorf("%w: no individuals to ask about", ErrOptions)
	}
	return queryAbout("concept-confirm", c, individuals, o)
}

// queryAbout is the query of that template about the individuals.
func queryAbout(key string, c dl.Concept, individuals []string, o Options) (string, error) {
	t, err := translate(c, o, individuals)
	if err != nil {
		return "", err
	}
	return t.write(newQuestion(key).text("Pattern", t.pattern).text("Individuals", t.individuals), c)
}

// translate writes the graph pattern of c about ?x. If there are individuals,
// ?x is bound to their IRIs already.
func translate(c dl.Concept, o Options, individuals []string) (*translator, error) {
	t, err := newTranslator(o)
	if err != nil {
		return nil, err
	}
	e, complement, err := o.Axioms.normal(c)
	if err != nil {
		return nil, err
	}
	given := len(individuals) > 0
	if given {
		t.values = fmt.Sprintf("VALUES %s { %s }\n", root, t.brackets(individuals, " "))
	}
	// Of what is given, ?x is bound to no literal, yet it gets the filter of
	// objects like any other variable: with VALUES and one triple pattern without
	// a filter, Blazegraph looks into its index alone and answers with nothing.
	g := newGroup(root, given)
	g.given = given
	switch {
	case given || !complement && !isNothing(e):
	case complement && o.Anchor == "":
		t.addDomain(g, root)
	case complement:
		t.add(g, o.Axioms.class(o.Anchor), root)
	}
	switch {
	case !complement:
		t.add(g, e, root)
		if !given && o.Anchor != "" {
			t.addAnchor(g, o.Anchor, root)
		}
	case !isNothing(e):
		t.addAll(g, nil, disjuncts(e), root)
	}
	t.pattern = g.String()
	if given {
		t.setIndividuals(individuals)
	}
	return t, t.err
}

func newTranslator(o Options) (*translator, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	o.Vocabulary = o.Vocabulary.withDefaults()
	return &translator{writer: writer{newNames(o), o}}, nil
}

// setIndividuals are those that the query is about, but for those that are excluded.
func (t *translator) setIndividuals(individuals []string) {
	left := slices.DeleteFunc(slices.Clone(individuals), func(iri string) bool {
		return slices.Contains(t.excluded, iri) || slices.ContainsFunc(t.only, func(some []string) bool { return !slices.Contains(some, iri) })
	})
	if len(left) == 0 {
		g := newGroup(root, true)
		t.nothing(g)
		t.pattern, left = g.String(), individuals
	}
	t.individuals = t.brackets(left, " ")
}

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

// write is the question with the prologue and the graphs, headed with the concept
// unless that is nil.
func (t writer) write(q *question, c dl.Concept) (string, error) {
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
