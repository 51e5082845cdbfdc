package queries

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/syntax"
)

// languageTag matches a language tag (SPARQL 1.1, rule [145]) or an empty text.
var languageTag = regexp.MustCompile(`^([a-zA-Z]+(-[a-zA-Z0-9]+)*)?$`)

// Select returns a query for the individuals of the graph that are in c: SELECT
// DISTINCT ?x. Answers are IRIs and blank nodes. With ShowLabels there is also a
// ?label, unbound for answers without one, and with Columns a variable for each, which
// [Columns] names.
func Select(c dl.Concept, o Options) (string, error) {
	t, err := translate(c, o, nil)
	if err != nil {
		return "", err
	}
	if len(o.ShowLabels.Languages)+len(o.Columns) > 0 || o.By != nil {
		return t.writeTable("concept-table", c)
	}
	return t.write(newQuestion("concept-select").text("Pattern", t.pagePattern()).text("Slice", o.limitClause()), c)
}

func (t *translator) pagePattern() string {
	if t.o.Limit > 0 || t.o.Offset > 0 || t.o.Ordered || t.o.By != nil {
		return t.engine.listed(t)
	}
	return t.pattern
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

func queryAbout(key string, c dl.Concept, individuals []string, o Options) (string, error) {
	t, err := translate(c, o, individuals)
	if err != nil {
		return "", err
	}
	return t.write(newQuestion(key).text("Pattern", t.pattern).text("Given", t.givenValues()), c)
}

func newTranslator(o Options) (*translator, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	o.Vocabulary = o.Vocabulary.WithDefaults()
	return &translator{names: newNames(o), o: o, engine: o.Dialect.engine()}, nil
}

// translate returns a translator with the graph pattern of c about ?x. If individuals are
// given, the query binds ?x to their IRIs.
func translate(c dl.Concept, o Options, individuals []string) (*translator, error) {
	t, err := newTranslator(o)
	if err != nil {
		return nil, err
	}
	e, complement, err := o.normalize(o.Vocabulary.Statements.WithoutDeprecated(c))
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
		if o.Vocabulary.Classes && !given {
			t.addClasses(g, root, true)
		}
		if !given && o.Anchor != "" {
			t.addAnchor(g, o.Anchor, root)
		}
	case !is[nothing](e):
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

// givenValues returns the pattern that binds ?x to the given individuals.
func (t *translator) givenValues() string {
	return t.engine.given(t, fmt.Sprintf("VALUES %s { %s }\n", root, t.brackets(t.given, " ")))
}

func (o Options) limitClause() string {
	var sb strings.Builder
	if o.Ordered || o.Offset > 0 {
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
	from := fromClause(t.o.Graphs, t.bracket)
	text, err := q.text("Prologue", t.prologue()).text("From", from).write()
	if err = cmp.Or(t.err, err); err != nil {
		return "", err
	}
	if isNamed(t.o.Graphs) {
		if text, err = OverNamedGraphs(text); err != nil {
			return "", err
		}
	}
	if c == nil {
		return text, nil
	}
	words := t.words
	words.Nouns = t.o.Nouns
	return comment(syntax.English(c, words)) + text, nil
}

// Counts returns a query for the number of members of each concept: a row ?i, ?n, where
// ?i is the index of the concept. The engine stops at most members, unless the concept is a
// lookup of a value, which indexes count. For each restriction in tallied, it also asks for rows
// ?i, ?k, ?n: n individuals have exactly k successors. Their indexes follow those of the
// concepts.
func Counts(cs []dl.Concept, tallied []dl.Exists, most int, o Options) (string, error) {
	return CountsWithSamples(cs, tallied, nil, most, 0, o)
}

// CountsWithSamples is Counts with the rows of [Samples] for further concepts, at most limit of each, in one request:
// ?x is bound in these alone. Their indexes follow those of Counts.
func CountsWithSamples(
	cs []dl.Concept, tallied []dl.Exists, sampled []dl.Concept, most, limit int, o Options,
) (string, error) {
	o.subselects = true
	b := branches{o: o}
	for _, c := range cs {
		b.add(c, nil, func(t *translator) string {
			if t.isLookup(c) {
				return fmt.Sprintf("{ SELECT (COUNT(*) AS ?n) WHERE {\n%s} }", t.engine.listed(t))
			}
			return fmt.Sprintf("{ SELECT (COUNT(*) AS ?n) WHERE {\n{ SELECT DISTINCT ?x WHERE {\n%s} LIMIT %d }\n} }",
				t.engine.listed(t), most)
		})
	}
	for _, c := range tallied {
		b.tally(c)
	}
	b.sample(sampled, limit)
	answer := "?n"
	if len(tallied) > 0 {
		answer = "?k ?n"
	}
	if len(sampled) > 0 {
		answer += " ?x"
	}
	return b.query(answer)
}

// isLookup reports whether the pattern of a concept is one statement with a fixed property
// and value: it has every member once. Several values may redirect to one.
func (t *translator) isLookup(c dl.Concept) bool {
	exists, is := c.(dl.Exists)
	if !is || t.engine.repeatsStatements() || t.o.mayRepeat() || t.redirects(exists.Role) {
		return false
	}
	o, is := exists.C.(dl.Nominal)
	is = is && !dl.IsUnknownValue(o.IRI)
	return is && strings.Count(t.pattern, " .\n") == 1 && !strings.Contains(t.pattern, "UNION")
}

// Samples returns a query for at most limit members of each concept: rows ?i, ?x. The
// engine chooses the members.
func Samples(cs []dl.Concept, limit int, o Options) (string, error) {
	o.subselects = true
	b := branches{o: o}
	b.sample(cs, limit)
	return b.query("?x")
}

// sample adds a branch for at most limit members of each concept.
func (b *branches) sample(cs []dl.Concept, limit int) {
	for _, c := range cs {
		b.add(c, nil, func(t *translator) string {
			return fmt.Sprintf("{ SELECT DISTINCT ?x WHERE {\n%s} LIMIT %d }", t.pattern, max(limit, 1))
		})
	}
}

// Memberships returns a query for the individuals that are in each concept: rows ?i, ?x.
// For the individuals see [Confirm].
func Memberships(cs []dl.Concept, individuals []string, o Options) (string, error) {
	if len(individuals) == 0 {
		return "", fmt.Errorf("%w: no individuals to ask about", ErrOptions)
	}
	b := branches{o: o}
	for _, c := range cs {
		b.add(c, individuals, func(t *translator) string {
			return fmt.Sprintf("{ SELECT DISTINCT ?x WHERE {\n%s%s} }", t.givenValues(), t.pattern)
		})
	}
	return b.query("?x")
}

// branches builds a query about several concepts, with a branch of a UNION for each.
type branches struct {
	o    Options
	all  *translator // with the prefixes of all branches
	text []string
	err  error // the first
}

// add adds a branch about the concept, for the given individuals or, if nil, for all.
func (b *branches) add(c dl.Concept, individuals []string, branch func(*translator) string) {
	t, err := translate(c, b.o, individuals)
	if b.err = cmp.Or(b.err, err); b.err == nil {
		b.join(t, branch(t))
	}
}

func (b *branches) join(t *translator, text string) {
	b.text = append(b.text, fmt.Sprintf("{\n%s\nBIND(%d AS ?i)\n}", text, len(b.text)))
	if b.all == nil {
		b.all = t
	}
	maps.Copy(b.all.used, t.used)
}

func (b *branches) tally(c dl.Exists) {
	two := dl.AtLeast{N: 2, Role: c.Role, C: c.C}
	e, complement, err := b.o.normalize(b.o.Vocabulary.Statements.WithoutDeprecated(two))
	s, ok := e.(some)
	if err == nil && (!ok || complement) {
		err = fmt.Errorf("%w: the successors of a restriction to tally cannot be listed", ErrOptions)
	}
	t, invalid := newTranslator(b.o)
	if b.err = cmp.Or(b.err, err, invalid); b.err != nil {
		return
	}
	g := newGroup(root, false)
	w := t.addSuccessor(g, s, root, "")
	b.err = t.err
	counts := fmt.Sprintf("SELECT ?x (COUNT(DISTINCT %s) AS ?k) WHERE {\n%s} GROUP BY ?x %s", w, g, t.engine.limit(t))
	b.join(t, fmt.Sprintf("{ SELECT ?k (COUNT(?x) AS ?n) WHERE {\n{ %s}\n} GROUP BY ?k }", counts))
}

func (b *branches) query(answer string) (string, error) {
	switch {
	case b.err != nil:
		return "", b.err
	case b.all == nil:
		return "", fmt.Errorf("%w: no concepts to ask about", ErrOptions)
	}
	q := newQuestion("concept-batch").text("Answer", answer).text("Branches", strings.Join(b.text, "\nUNION\n"))
	return b.all.write(q, nil)
}
