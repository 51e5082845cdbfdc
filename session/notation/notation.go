package notation

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/queries"
	"github.com/genus-kg/genus/queries/read"
	"github.com/genus-kg/genus/session/source"
)

// Members holds bounds of the number of members in the whole graph.
type Members struct {
	Lower int64  `json:"lower" jsonschema:"lower bound"`
	Upper *int64 `json:"upper" jsonschema:"upper bound; null if unknown"`
}

func NewMembers(b intent.Bounds) Members {
	m := Members{Lower: b.Lower}
	if b.Upper != math.MaxInt64 {
		m.Upper = &b.Upper
	}
	return m
}

// A Question says what SPARQL asks about a concept. The zero value asks for all members.
type Question struct {
	Ask           string // whether this IRI is a member
	Count         bool   // the number of members
	Limit, Offset int    // a page of them
	Ordered       bool   // by IRI, as pages with an offset always are
	ShowLabels    bool   // with labels
	// Columns are roles and features whose values the query returns, too, each an IRI or a
	// name with a prefix, its inverse with ^ before it, and the number of its values with # before that.
	Columns []string
	Group   string // a column by whose values to count the members; empty: none
	Order   string // a column in whose order the members come, with - before it the highest first; empty: none
	// Of is a user's query whose columns a query for all members keeps, unless Columns are given; nil: there is none.
	Of *read.Reading
}

// keepsColumns reports whether the question is for all members and names no columns of its own.
func (q Question) keepsColumns() bool {
	return q.Of != nil && !q.Count && q.Ask == "" && !q.ShowLabels && len(q.Columns) == 0 &&
		q.Limit == 0 && q.Offset == 0 && q.Order == "" && q.Group == ""
}

// Query returns the query that asks the question about c.
func (s Writer) Query(ctx context.Context, q Question, c dl.Concept, v source.Writing) (string, error) {
	dialect, err := source.Dialect(ctx, s.Use)
	if err != nil {
		return "", err
	}
	if !s.Config.Labels {
		v.Labels = nil
	}
	o := v.Options
	o.Dialect, o.Graphs = dialect, s.Config.Graph
	o.Limit = q.Limit
	o.Offset = q.Offset
	o.Ordered = q.Ordered
	if q.Group != "" {
		q.Columns = append([]string{q.Group}, q.Columns...)
	}
	for _, text := range q.Columns {
		column, err := namedColumn(text, v)
		if err != nil {
			return "", err
		}
		o.Columns = append(o.Columns, column)
	}
	if q.Order != "" {
		if err := s.addOrder(q, &o, v); err != nil {
			return "", err
		}
	}
	if s.Config.Anchor != config.Auto && s.Config.Anchor != config.None {
		if o.Anchor, err = source.IRIFlag("--anchor", s.Config.Anchor, v.Prefixes); err != nil {
			return "", err
		}
	}
	switch {
	case q.Count:
		return queries.Count(c, o)
	case q.Ask != "":
		individual, err := source.IRIFlag("--ask", q.Ask, v.Prefixes)
		if err != nil {
			return "", err
		}
		text, err := queries.Ask(c, individual, o)
		return text, source.Usage(err)
	case q.ShowLabels:
		o.ShowLabels = showLabels(s.Config)
	}
	if q.keepsColumns() {
		return q.Of.Print(c, o, showLabels(s.Config))
	}
	if q.Group != "" {
		if err := CheckGroups(o.Columns); err != nil {
			return "", err
		}
		return queries.Groups(c, o)
	}
	return queries.Select(c, o)
}

// namedColumn returns the column that a user names.
func namedColumn(text string, v source.Writing) (queries.Column, error) {
	steps, column := queries.NamedColumn(text)
	for i, name := range steps {
		if _, hasEmpty := v.Prefixes[""]; hasEmpty && !strings.Contains(name, ":") {
			name = ":" + name // as in a concept
		}
		iri, err := source.IRIFlag("--columns", name, v.Prefixes)
		if err != nil {
			return column, err
		}
		column.Path[i].IRI = iri
		column.Labelled = column.Path[i].Inverse || len(v.Kinds[iri]) == 0
	}
	return column, nil
}

// Names of orders that are no columns: by the label of a member, and by the number of members of a group.
const (
	LabelOrder   = "label"
	MembersOrder = "members"
)

// IsOrder reports whether a user names this order.
func IsOrder(steps []string, by *queries.Order, name string) bool {
	return by.Aggregate == "" && strings.EqualFold(strings.Join(steps, "/"), name)
}

// NoGroupOrder returns the error for an order that groups do not have.
func NoGroupOrder(text string) error {
	return source.Usagef(
		"groups come in the order of one of their columns, or of %s, their number: %s is none of these", MembersOrder, text)
}

// CheckGroups returns an error if the columns of groups, after the first, have more than one value.
func CheckGroups(columns []queries.Column) error {
	if !slices.ContainsFunc(columns[1:], func(c queries.Column) bool { return c.Aggregate == "" }) {
		return nil
	}
	return source.Usagef("a group has many members: " +
		"a column of groups is count(PROPERTY), sum(PROPERTY), avg(PROPERTY), min(PROPERTY) or max(PROPERTY)")
}

// addOrder adds the order that the question names to the options.
func (s Writer) addOrder(q Question, o *queries.Options, v source.Writing) error {
	steps, by := queries.NamedOrder(q.Order)
	switch {
	case q.Group != "" && IsOrder(steps, by, MembersOrder):
		o.Kept.Ascending = !by.Descending
		return nil
	case q.Group == "" && IsOrder(steps, by, LabelOrder):
		by.Path, by.Labels = nil, showLabels(s.Config)
		o.By = by
		return nil
	}
	name, _ := strings.CutPrefix(strings.TrimSpace(q.Order), "-")
	column, err := namedColumn(name, v)
	if err != nil {
		return err
	}
	by.Column = column
	if q.Group != "" {
		if !o.Kept.OrderBy(o.Columns, by) {
			return NoGroupOrder(q.Order)
		}
		return nil
	}
	if column.Labelled && column.Aggregate == "" {
		by.Labels = showLabels(s.Config)
	}
	o.By = by
	return nil
}

// Column returns the names in the text of a column with their roles. The IRI of a role is empty if the name is none.
func Column(text string, p syntax.Prefixes) (names []string, path []dl.Role) {
	names, column := queries.NamedColumn(text)
	for i, name := range names {
		column.Path[i].IRI, _ = source.IRIFlag("--columns", name, p)
	}
	return names, column.Path
}

// showLabels returns which labels to ask for, by the settings.
func showLabels(c config.Config) queries.ShowLabels {
	l := queries.ShowLabels{Languages: c.LabelLanguage, Properties: c.LabelProperty}
	if len(l.Languages) == 0 {
		l.Languages = []string{"en", ""}
	}
	return l
}

// Form writes a concept in one of the forms that need no query.
func (s Writer) Form(name string, c dl.Concept, v source.Writing) (string, error) {
	if !s.Config.Labels {
		v.Labels = nil
	}
	notation := func(n syntax.Notation) string {
		o := syntax.Options{Notation: n, Prefixes: v.Prefixes, Exact: true, Kinds: v.Kinds}
		if v.Labels != nil {
			o.Titles = syntax.Titles(c, v.Labels, v.Prefixes)
		}
		return syntax.Print(c, o)
	}
	var note string
	switch name {
	case "manchester", "turtle":
		c, note = inOWL(c, v)
	case "shacl":
		note = unsaid(c, v)
	}
	if note != "" {
		s.Reporter.Note("note: %s", note)
	}
	switch name {
	case "dl":
		return notation(syntax.DL), nil
	case "manchester":
		return notation(syntax.Manchester), nil
	case "text":
		return v.English(c), nil
	}
	as, target, err := s.OutputNames(v.Document)
	if err != nil {
		return "", err
	}
	var text string
	switch name {
	case "turtle":
		text, err = syntax.Turtle(c, syntax.OWLOptions{Class: as, Prefixes: v.Document, Kinds: v.Kinds})
	case "shacl":
		text, err = syntax.SHACL(c, syntax.SHACLOptions{
			Shape: as, Target: target, Prefixes: v.Document, Kinds: v.Kinds,
			Type: v.Vocabulary.Type, SubClassOf: v.Vocabulary.SubClassOf, Closure: !v.Vocabulary.NoClosure,
		})
	default:
		return "", source.Usagef("unknown form %q", name)
	}
	return text, source.Usage(err)
}

// OutputNames returns the IRIs of the class or shape that is written, and of the target
// of a shape, by the settings.
func (s Writer) OutputNames(p syntax.Prefixes) (as, target string, err error) {
	if as, err = source.IRIFlag("--as", s.Config.As, p); err != nil {
		return "", "", err
	}
	if class := s.Config.Anchor; class != config.Auto && class != config.None {
		target, err = source.IRIFlag("--anchor", class, p)
	}
	return as, target, err
}

// A Written is a concept in two notations.
type Written struct {
	DL         string `json:"dl" jsonschema:"in DL syntax"`
	Manchester string `json:"manchester" jsonschema:"in Manchester syntax"`
	Size       int    `json:"size" jsonschema:"number of nodes of the syntax tree"`
	Depth      int    `json:"depth" jsonschema:"role depth"`
	Note       string `json:"note,omitempty" jsonschema:"what manchester, which is the syntax of OWL, does not say of the concept"`
}

// A Score is how a concept classifies the examples.
type Score struct {
	TP       int     `json:"tp" jsonschema:"positives that are in"`
	FP       int     `json:"fp" jsonschema:"negatives that are in"`
	TN       int     `json:"tn" jsonschema:"negatives that are out"`
	FN       int     `json:"fn" jsonschema:"positives that are out"`
	Accuracy float64 `json:"accuracy" jsonschema:"share of examples that are classified correctly"`
	F1       float64 `json:"f1" jsonschema:"harmonic mean of precision and recall"`
}

// Write writes the concept. The Manchester syntax is that of OWL, as far as the data is known.
func Write(c dl.Concept, v source.Writing) Written {
	manchester, note := manchester(c, v, nil)
	return Written{
		DL:         syntax.Print(c, syntax.Options{Prefixes: v.Prefixes}),
		Manchester: manchester,
		Size:       dl.Size(c),
		Depth:      dl.Steps(c),
		Note:       note,
	}
}

func manchester(c dl.Concept, v source.Writing, titles map[string]string) (text, note string) {
	c, note = inOWL(c, v)
	o := syntax.Options{Notation: syntax.Manchester, Prefixes: v.Prefixes, Exact: true, Kinds: v.Kinds, Titles: titles}
	return syntax.Print(c, o), note
}

// inOWL returns the concept that OWL has for c, and says what it does not say of c; empty if it says all.
func inOWL(c dl.Concept, v source.Writing) (dl.Concept, string) {
	c, mixed := v.Presence(c)
	var notes []string
	if len(mixed) > 0 {
		notes = append(notes, fmt.Sprintf(
			"OWL says of %s only that there are literals; in the data some values are individuals", strings.Join(mixed, ", ")))
	}
	if note := unsaid(c, v); note != "" {
		notes = append(notes, note)
	}
	return c, strings.Join(notes, "; ")
}

// NewScore returns the confusion with its measures.
func NewScore(c interp.Confusion) *Score {
	return &Score{c.TP, c.FP, c.TN, c.FN, c.Accuracy(), c.F1()}
}

// A Labelled is a concept with labels in place of names.
type Labelled struct {
	DL         string `json:"dl" jsonschema:"in DL syntax"`
	Manchester string `json:"manchester" jsonschema:"in Manchester syntax"`
	English    string `json:"english" jsonschema:"in words"`
	SPARQL     string `json:"sparql" jsonschema:"the SPARQL query for the members"`
}

// Labelled writes the concept with labels in place of names. SPARQL stays empty.
func NewLabelled(c dl.Concept, v source.Writing) Labelled {
	titles := syntax.Titles(c, v.Labels, v.Prefixes)
	manchester, _ := manchester(c, v, titles)
	return Labelled{
		DL:         syntax.Print(c, syntax.Options{Prefixes: v.Prefixes, Titles: titles}),
		Manchester: manchester,
		English:    v.English(c),
	}
}

// unsaid says what neither OWL nor SHACL says of the concept; empty if they say all.
func unsaid(c dl.Concept, v source.Writing) string {
	notes := []string{}
	if note := reified(c, v.Prefixes); note != "" {
		notes = append(notes, note)
	}
	var moved []string
	for _, role := range dl.EntitiesOf(c).Roles {
		if v.MayRedirect(role) {
			moved = append(moved, syntax.Prefixes(v.Prefixes).Shorten(role))
		}
	}
	if moved != nil {
		notes = append(notes, fmt.Sprintf(
			"a value of %s that redirects counts as what it redirects to: OWL and SHACL do not say so",
			strings.Join(moved, " or ")))
	}
	return strings.Join(notes, "; ")
}

// reified says which properties of the concept lead to reifiers or from them; empty if none does.
func reified(c dl.Concept, p syntax.Prefixes) string {
	var names []string
	for _, iri := range dl.EntitiesOf(c).Properties() {
		if _, _, is := dl.ReifiedBy(iri); is {
			names = append(names, p.Shorten(iri))
		}
	}
	if names == nil {
		return ""
	}
	return fmt.Sprintf("no triple states %s, which genus uses for the reifiers of statements (RDF 1.2) and their values: "+
		"OWL and SHACL have no word for them", strings.Join(names, " and "))
}
