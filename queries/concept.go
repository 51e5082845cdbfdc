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

// conceptData is the data of the templates in concept.rq.
type conceptData struct {
	Prologue, From, Pattern, Slice patternText
	Labels, Optionals              patternText
	Individuals                    patternText
	Answer, Branches               patternText
}

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
	return t.write("concept-select", c, conceptData{Pattern: t.page(), Slice: o.limitClause()})
}

// page is the pattern of a query that orders its answers if it has a limit or an offset.
func (t *translator) page() patternText {
	if t.o.Limit > 0 || t.o.Offset > 0 {
		return t.listed()
	}
	return t.pattern
}

// listed is the pattern of a query that counts or orders all ?x. For Virtuoso
// (LooseOrder) they are listed in a subselect. From the text of the standard, it counts
// and orders the solutions of each branch of a union, and does not look at what is
// taken away from the union.
func (t *translator) listed() patternText {
	if !t.o.Dialect.Has(LooseOrder) || !strings.Contains(t.pattern.s, "UNION") {
		return t.pattern
	}
	return patternText{fmt.Sprintf("{\nSELECT DISTINCT %s\nWHERE {\n%s}\nLIMIT %d\n}\n", root, t.pattern.s, allRows)}
}

// labelled joins names to the answers, which are counted off before: an answer
// may have several names.
func (t *translator) labelled(c dl.Concept) (string, error) {
	property, err := t.iri(cmp.Or(t.o.ShowLabels.Property, rdfsLabel))
	if err != nil {
		return "", err
	}
	var labels []string
	var optionals strings.Builder
	for _, tag := range t.o.ShowLabels.Languages {
		v := t.variable("label")
		labels = append(labels, v)
		fmt.Fprintf(&optionals, "OPTIONAL { %s %s %s . FILTER(LANG(%[3]s) = %q) }\n", root, property, v, tag)
	}
	return t.write("concept-labelled", c, conceptData{
		Pattern: t.page(), Slice: t.o.limitClause(), Labels: patternText{strings.Join(labels, ", ")}, Optionals: patternText{optionals.String()},
	})
}

// Count is the query for the number of individuals of the graph that are in c:
// one row, one integer ?n. Limit and Offset do not apply.
func Count(c dl.Concept, o Options) (string, error) {
	t, err := translate(c, o, nil)
	if err != nil {
		return "", err
	}
	return t.write("concept-count", c, conceptData{Pattern: t.listed()})
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
	return t.write(key, c, conceptData{Pattern: t.pattern, Individuals: t.individuals})
}

// translate writes the graph pattern of c about ?x. If there are individuals,
// ?x is bound to their IRIs already.
func translate(c dl.Concept, o Options, individuals []string) (*translator, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	o.Vocabulary = o.Vocabulary.withDefaults()
	t := &translator{writer: writer{newNames(o), o}}
	e, complement, err := o.Axioms.normal(c)
	if err != nil {
		return nil, err
	}
	given := len(individuals) > 0
	if given {
		values, err := iriValues(individuals)
		if err != nil {
			return nil, fmt.Errorf("individual: %w", err)
		}
		t.values = fmt.Sprintf("VALUES %s { %s }\n", root, values)
	}
	// Of what is given, ?x is bound to no literal, yet it gets the filter of
	// objects like any other variable: with VALUES and one triple pattern without
	// a filter, Blazegraph looks into its index alone and answers with nothing.
	g := newGroup(root, given)
	g.given = given
	switch {
	case given || !complement && !isNothing(e):
	case complement && o.Anchor == "":
		err = t.addDomain(g, root)
	case complement:
		err = t.add(g, o.Axioms.class(o.Anchor), root)
	}
	if err != nil {
		return nil, err
	}
	switch {
	case !complement:
		err = t.add(g, e, root)
		if err == nil && !given && o.Anchor != "" {
			err = t.addAnchor(g, o.Anchor, root)
		}
	case !isNothing(e):
		err = t.addAll(g, nil, disjuncts(e), root)
	}
	if err != nil {
		return nil, err
	}
	t.pattern = patternText{g.String()}
	if given {
		err = t.setIndividuals(individuals)
	}
	return t, err
}

// setIndividuals are those that the query is about, but for those that are excluded.
func (t *translator) setIndividuals(individuals []string) error {
	left := slices.DeleteFunc(slices.Clone(individuals), func(iri string) bool {
		return slices.Contains(t.excluded, iri) || slices.ContainsFunc(t.only, func(some []string) bool { return !slices.Contains(some, iri) })
	})
	if len(left) == 0 {
		g := newGroup(root, true)
		if err := t.nothing(g); err != nil {
			return err
		}
		t.pattern, left = patternText{g.String()}, individuals
	}
	values, err := iriValues(left)
	t.individuals = patternText(values)
	return err
}

// nothing leaves ?x no values. Constants would not do it everywhere: rdflib heeds no
// FILTER(false), and RDF4J answers a COUNT with no row where it sees that a pattern is
// empty, and Virtuoso with a row without values where all branches of a union are empty.
// No IRI is spelled so, and what has a successor by the role that is empty by
// definition engines can look up.
func (n *names) nothing(g *group) error {
	role, err := n.iri(owlNS + "bottomObjectProperty")
	o := n.variable("o")
	g.atoms = append(g.atoms, atom{text: fmt.Sprintf("%s %s %s .\n", root, role, o), subject: root})
	g.filters = append(g.filters, fmt.Sprintf("FILTER(isIRI(%s) && STR(%[1]s) = \"\")\n", o))
	return err
}

func (o Options) limitClause() patternText {
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
	return patternText{sb.String()}
}

// write is the query of that template, headed with the concept unless that is nil.
func (t writer) write(key string, c dl.Concept, data conceptData) (string, error) {
	prologue, err := t.prologue()
	if err != nil {
		return "", err
	}
	var from strings.Builder
	for _, graph := range t.o.Graphs {
		iri, err := iriOf(graph)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&from, "FROM %s\n", iri)
	}
	data.Prologue, data.From = patternText{prologue}, patternText{from.String()}
	text, err := prepare(key, data)
	if err != nil || c == nil {
		return text, err
	}
	return comment(t.concept(c, false)) + text, nil
}
