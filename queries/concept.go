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

// The data of the frames in concept.rq.
type selectFrame struct{ Prologue, From, Pattern, Slice patternText }
type labelledFrame struct {
	Prologue, From, Pattern, Slice, Labels, Optionals patternText
}
type countFrame struct{ Prologue, From, Pattern patternText }
type confirmFrame struct {
	Prologue, From, Pattern patternText
	Individuals             valuesText
}
type askFrame struct {
	Prologue, From, Pattern patternText
	Individual              iriText
}

// Select is the query for the individuals of the graph that are in c: SELECT
// DISTINCT ?x. Answers are IRIs and blank nodes. With ShowLabels there is a
// ?label beside, unbound where an answer has none.
func Select(c dl.Concept, o Options) (string, error) {
	t, pattern, err := translate(c, o, nil)
	if err != nil {
		return "", err
	}
	if len(o.ShowLabels.Languages) > 0 {
		return t.labelled(c, pattern)
	}
	prologue, from, err := t.frame()
	if err != nil {
		return "", err
	}
	return t.finish("concept-select", c, selectFrame{prologue, from, pattern, t.slice()})
}

// labelled joins names to the answers, which are counted off before: an answer
// may have several names.
func (t *translator) labelled(c dl.Concept, pattern patternText) (string, error) {
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
	prologue, from, err := t.frame()
	if err != nil {
		return "", err
	}
	return t.finish("concept-labelled", c, labelledFrame{
		prologue, from, pattern, t.slice(), patternText{strings.Join(labels, ", ")}, patternText{optionals.String()},
	})
}

// Count is the query for the number of individuals of the graph that are in c:
// one row, one integer ?n. Limit and Offset do not apply.
func Count(c dl.Concept, o Options) (string, error) {
	t, pattern, err := translate(c, o, nil)
	if err != nil {
		return "", err
	}
	prologue, from, err := t.frame()
	if err != nil {
		return "", err
	}
	return t.finish("concept-count", c, countFrame{prologue, from, pattern})
}

// Ask is the ASK query whether the individual is in c. A blank node gives
// [ErrBlankNode]. An IRI without facts is an individual, too: it is in ¬A.
func Ask(c dl.Concept, individual string, o Options) (string, error) {
	t, pattern, err := translate(c, o, []string{individual})
	if err != nil {
		return "", err
	}
	iri, err := iriOf(individual)
	if err != nil {
		return "", fmt.Errorf("individual: %w", err)
	}
	if pattern, _, err = t.about(pattern, individual); err != nil {
		return "", err
	}
	prologue, from, err := t.frame()
	if err != nil {
		return "", err
	}
	return t.finish("concept-ask", c, askFrame{prologue, from, pattern, iri})
}

// Confirm is the query for those of the individuals that are in c: SELECT
// DISTINCT ?x. What was said of [Ask] holds; Limit and Offset do not apply.
// Callers keep batches of individuals within what the endpoint takes (2000 are
// known to be too many for some).
func Confirm(c dl.Concept, individuals []string, o Options) (string, error) {
	if len(individuals) == 0 {
		return "", fmt.Errorf("%w: no individuals to ask about", ErrOptions)
	}
	t, pattern, err := translate(c, o, individuals)
	if err != nil {
		return "", err
	}
	pattern, values, err := t.about(pattern, individuals...)
	if err != nil {
		return "", err
	}
	prologue, from, err := t.frame()
	if err != nil {
		return "", err
	}
	return t.finish("concept-confirm", c, confirmFrame{prologue, from, pattern, values})
}

// about is the pattern with the individuals that it is about, but for those that
// are excluded.
func (t *translator) about(pattern patternText, individuals ...string) (patternText, valuesText, error) {
	left := slices.DeleteFunc(slices.Clone(individuals), func(iri string) bool {
		return slices.Contains(t.excluded, iri) || slices.ContainsFunc(t.only, func(some []string) bool { return !slices.Contains(some, iri) })
	})
	if len(left) == 0 {
		g := newGroup(root, true)
		if err := t.addNothing(g); err != nil {
			return pattern, valuesText{}, err
		}
		pattern, left = patternText{g.String()}, individuals
	}
	values, err := iriValues(left)
	if err != nil {
		return pattern, values, fmt.Errorf("individual: %w", err)
	}
	return pattern, values, nil
}

// translate writes the graph pattern of c about ?x. If there are individuals,
// ?x is bound to their IRIs already.
func translate(c dl.Concept, o Options, individuals []string) (*translator, patternText, error) {
	fail := func(err error) (*translator, patternText, error) { return nil, patternText{}, err }
	if err := o.Validate(); err != nil {
		return fail(err)
	}
	t := &translator{comparisons: comparisons{newNames(o), o}, vocab: o.Vocabulary.withDefaults()}
	e, complement, err := o.Axioms.normal(c)
	if err != nil {
		return fail(err)
	}
	given := len(individuals) > 0
	if given {
		values, err := iriValues(individuals)
		if err != nil {
			return fail(fmt.Errorf("individual: %w", err))
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
		return fail(err)
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
		return fail(err)
	}
	return t, patternText{g.String()}, nil
}

// addNothing leaves ?x no values. Constants would not do it everywhere: rdflib heeds no
// FILTER(false), and RDF4J answers a COUNT with no row where it sees that a pattern is
// empty. Subjects are no literals, and what has a successor by the role that is empty
// by definition engines can look up.
func (t *translator) addNothing(g *group) error {
	role, err := t.iri(owlNS + "bottomObjectProperty")
	g.atoms = append(g.atoms, atom{text: fmt.Sprintf("%s %s %s .\n", root, role, t.variable("o")), subject: root})
	g.filters = append(g.filters, fmt.Sprintf("FILTER(isLiteral(%s))\n", root))
	return err
}

// frame is the prologue and the data set.
func (t *translator) frame() (prologue, from patternText, err error) {
	text, err := t.prologue()
	if err != nil {
		return prologue, from, err
	}
	var sb strings.Builder
	for _, graph := range t.o.Graphs {
		iri, err := iriOf(graph)
		if err != nil {
			return prologue, from, err
		}
		fmt.Fprintf(&sb, "FROM %s\n", iri)
	}
	return patternText{text}, patternText{sb.String()}, nil
}

func (t *translator) slice() patternText {
	var sb strings.Builder
	if t.o.Limit > 0 || t.o.Offset > 0 {
		sb.WriteString("ORDER BY ?x\n")
	}
	if t.o.Limit > 0 {
		fmt.Fprintf(&sb, "LIMIT %d\n", t.o.Limit)
	}
	if t.o.Offset > 0 {
		fmt.Fprintf(&sb, "OFFSET %d\n", t.o.Offset)
	}
	return patternText{sb.String()}
}

// finish fills the frame in and heads it with the concept.
func (t *translator) finish(key string, c dl.Concept, data any) (string, error) {
	text, err := prepare(key, data)
	if err != nil {
		return "", err
	}
	return comment(t.concept(c, false)) + text, nil
}
