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
	if len(o.ShowLabels.Languages)+len(o.Columns) > 0 {
		return t.writeTable("concept-table", c)
	}
	return t.write(newQuestion("concept-select").text("Pattern", t.pagePattern()).text("Slice", o.limitClause()), c)
}

func (t *translator) pagePattern() string {
	if t.o.Limit > 0 || t.o.Offset > 0 || t.o.Ordered {
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
	return comment(syntax.English(c, syntax.EnglishOptions{Labels: t.labels})) + text, nil
}

// Counts returns a query for the number of members of each concept: a row ?i, ?n, where
// ?i is the index of the concept. The engine stops at most members, unless the concept is a
// lookup of a value, which indexes count. For each restriction in tallied, it also asks for rows
// ?i, ?k, ?n: n individuals have exactly k successors. Their indexes follow those of the
// concepts.
func Counts(cs []dl.Concept, tallied []dl.Exists, most int, o Options) (string, error) {
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
	if len(tallied) > 0 {
		return b.query("?k ?n")
	}
	return b.query("?n")
}

// isLookup reports whether the pattern of a concept is one statement with a fixed property
// and value: it has every member once.
func (t *translator) isLookup(c dl.Concept) bool {
	exists, is := c.(dl.Exists)
	if !is || t.engine.repeatsStatements() || t.o.mayRepeat() {
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
	for _, c := range cs {
		b.add(c, nil, func(t *translator) string {
			return fmt.Sprintf("{ SELECT DISTINCT ?x WHERE {\n%s} LIMIT %d }", t.pattern, max(limit, 1))
		})
	}
	return b.query("?x")
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

// Rows returns a query for the number ?n of rows of the query that [Select] returns with the
// same options.
func Rows(c dl.Concept, o Options) (string, error) {
	t, err := translate(c, o, nil)
	if err != nil {
		return "", err
	}
	return t.writeTable("concept-rows", c)
}

// Properties returns a query for the properties ?p of the members of c, each with the number
// ?n of members that have it and one of its values, ?value. It looks at some members only, at
// most limit.
func Properties(c dl.Concept, limit int, o Options) (string, error) {
	t, err := translate(c, o, nil)
	if err != nil {
		return "", err
	}
	return t.write(newQuestion("concept-properties").text("Pattern", t.pattern).limit(limit), c)
}

// Columns returns the variables of the columns in the query that [Select] returns with the
// same options, without their ?: value and, if the column is labelled, label.
func Columns(o Options) (variables [][2]string) {
	n := newNames(o)
	for _, c := range o.Columns {
		if c.Heading != "" {
			variables = append(variables, [2]string{c.Heading, ""})
			continue
		}
		value := n.newColumn(c.Path[len(c.Path)-1].IRI)
		if c.Counted { // no other variable ends so
			value += "_count"
		}
		pair := [2]string{value, ""}
		if c.Labelled && !c.Counted && len(o.ShowLabels.Languages) > 0 {
			pair[1] = value + "Label"
		}
		variables = append(variables, pair)
	}
	return variables
}

// newColumn returns a new variable for a column, without its ?. It does not end in a digit, as
// all variables of patterns do, unless another column has the name.
func (n *names) newColumn(iri string) string {
	name := strings.TrimPrefix(n.newVariable(iri), "?")
	plain, isFirst := strings.CutSuffix(name, "1")
	if isFirst && plain != "x" && plain != "label" && !strings.HasSuffix(plain, "Label") {
		return plain
	}
	return name + "_"
}

// writeTable returns a query for the answers with labels and columns, or for the number of its
// rows, by the template. The limit applies to the answers before they are joined with values,
// because an answer may have several.
func (t *translator) writeTable(template string, c dl.Concept) (string, error) {
	var values []string
	var optionals strings.Builder
	labelled := len(t.o.ShowLabels.Languages) > 0
	members := t.pagePattern()
	switch {
	case t.o.Heading != "":
		expression, patterns := t.shownAs(root, true)
		values = append(values, fmt.Sprintf("(%s AS ?%s)", expression, t.o.Heading))
		optionals.WriteString(patterns)
	case labelled:
		expression, patterns := t.labelOf(root, "")
		values = append(values, "?x", "("+expression+" AS ?label)")
		optionals.WriteString(patterns)
	default:
		values = append(values, "?x")
	}
	for i, variables := range Columns(t.o) {
		v := "?" + variables[0]
		if t.o.Columns[i].Counted {
			number, patterns := t.numberOf(t.o.Columns[i].Path, members)
			values = append(values, fmt.Sprintf("(%s AS %s)", number, v))
			optionals.WriteString(patterns)
			continue
		}
		if column := t.o.Columns[i]; column.Heading != "" {
			value := t.newVariable("value")
			expression, labels := t.shownAs(value, column.Labelled)
			if column.Year {
				expression = fmt.Sprintf("YEAR(%s)", value)
			}
			values = append(values, fmt.Sprintf("(%s AS %s)", expression, v))
			fmt.Fprintf(&optionals, "OPTIONAL {\n%s%s}\n", t.valuesOf(column.Path, value), labels)
			continue
		}
		values = append(values, v)
		pattern := t.valuesOf(t.o.Columns[i].Path, v)
		if variables[1] != "" {
			// goRDFlib v0.1.5 takes a subject that is a literal for a wildcard.
			expression, labels := t.labelOf(v, fmt.Sprintf(" && !isLiteral(%s)", v))
			values = append(values, fmt.Sprintf("(%s AS ?%s)", expression, variables[1]))
			pattern += labels // inside, because they would match any subject if there is no value
		}
		fmt.Fprintf(&optionals, "OPTIONAL {\n%s}\n", pattern)
	}
	q := newQuestion(template).text("Pattern", members).text("Slice", t.o.limitClause())
	return t.write(q.text("Values", strings.Join(values, " ")).text("Optionals", optionals.String()), c)
}

// numberOf returns an expression for the number of values of each member at the end of the path, and the patterns
// that bind it.
func (t *translator) numberOf(path []dl.Role, members string) (expression, patterns string) {
	n, item := t.newVariable("number"), t.newVariable("item")
	return fmt.Sprintf("COALESCE(%s, 0)", n), fmt.Sprintf("OPTIONAL {\nSELECT ?x (COUNT(DISTINCT %s) AS %s)\nWHERE {\n{\nSELECT DISTINCT ?x\nWHERE {\n%s}\n%s\n}\n%s}\nGROUP BY ?x\n}\n",
		item, n, members, t.o.limitClause(), t.valuesOf(path, item))
}

// valuesOf returns the pattern for the values at the end of the path. A step on the way leads to no literal (see group.String).
func (t *translator) valuesOf(path []dl.Role, v string) (pattern string) {
	from, filters := root, ""
	for i, role := range path {
		to := v
		if i < len(path)-1 {
			to = t.newVariable(role.IRI)
		}
		pattern += t.edge(from, columnRoles(role, t.o.Axioms), to).text
		if t.o.Vocabulary.Classes {
			pattern += t.noNarrower(role.IRI, from, to)
		}
		if to != v {
			filters += fmt.Sprintf("FILTER(!isLiteral(%s))\n", to)
		}
		from = to
	}
	return pattern + filters
}

// Groups returns a query for the values of the only column, each with the number ?members of the answers that have
// it, most members first. The values of a counted column are numbers. Limit is that of the values.
func Groups(c dl.Concept, o Options) (string, error) {
	if len(o.Columns) != 1 {
		return "", fmt.Errorf("%w: groups need one column", ErrOptions)
	}
	slice := o
	o.Limit, o.Offset, o.Ordered = 0, 0, false
	t, err := translate(c, o, nil)
	if err != nil {
		return "", err
	}
	variables := Columns(o)[0]
	v := "?" + variables[0]
	values, optionals := v, ""
	if variables[1] != "" {
		expression, labels := t.labelOf(v, fmt.Sprintf(" && !isLiteral(%s)", v))
		values, optionals = fmt.Sprintf("%s (%s AS ?%s)", v, expression, variables[1]), labels
	}
	edge := ""
	if column := o.Columns[0]; column.Counted {
		number, patterns := t.numberOf(column.Path, t.pattern)
		edge = fmt.Sprintf("%sBIND(%s AS %s)\n", patterns, number, v)
	} else {
		edge = t.valuesOf(column.Path, v)
	}
	q := newQuestion("concept-groups").text("Pattern", t.pattern).text("Edge", edge).text("Value", v)
	return t.write(q.text("Values", values).text("Optionals", optionals).text("Slice", slice.limitClause()), c)
}

// shownAs returns an expression for a term under a heading and the patterns that bind it: the term or, if it is
// labelled, its label or else its text.
func (t *translator) shownAs(of string, labelled bool) (expression, patterns string) {
	if !labelled {
		return of, ""
	}
	if len(t.o.ShowLabels.Languages) == 0 {
		return fmt.Sprintf("STR(%s)", of), ""
	}
	condition := ""
	if of != root {
		condition = fmt.Sprintf(" && !isLiteral(%s)", of)
	}
	expression, patterns = t.labelOf(of, condition)
	return strings.TrimSuffix(expression, ")") + fmt.Sprintf(", STR(%s))", of), patterns
}

// labelOf returns an expression for the label of a term and the patterns that bind it, with a
// further condition.
func (t *translator) labelOf(of, condition string) (expression, patterns string) {
	property := t.iri(cmp.Or(t.o.ShowLabels.Property, rdfsLabel))
	var labels []string
	var sb strings.Builder
	for _, tag := range t.o.ShowLabels.Languages {
		v := t.newVariable("label")
		labels = append(labels, v)
		fmt.Fprintf(&sb, "OPTIONAL { %s %s %s . FILTER(LANG(%[3]s) = %q%s) }\n", of, property, v, tag, condition)
	}
	return "COALESCE(" + strings.Join(labels, ", ") + ")", sb.String()
}

// A ColumnStep leads from an answer to values of a column: by a statement with one of the roles or, if
// it is repeated, by one or more.
type ColumnStep struct {
	Roles    []dl.Role
	Repeated bool
}

// ColumnSteps returns what leads to the values of a column by the role, in the query that [Select] returns.
func ColumnSteps(r dl.Role, a Axioms) (steps []ColumnStep) {
	for _, s := range a.dropSteps(columnRoles(r, a)) {
		if a.Transitive[s.IRI] {
			steps = append(steps, ColumnStep{a.roles(s), true})
		} else {
			steps = append(steps, ColumnStep{[]dl.Role{s}, false})
		}
	}
	return steps
}

// columnRoles returns the roles whose statements give the values of a column.
func columnRoles(r dl.Role, a Axioms) []dl.Role {
	roles := a.roles(r)
	if !r.Inverse {
		for _, f := range a.Features[r.IRI] {
			if role := (dl.Role{IRI: f}); !slices.Contains(roles, role) {
				roles = append(roles, role)
			}
		}
	}
	return roles
}
