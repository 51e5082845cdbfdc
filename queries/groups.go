package queries

import (
	"fmt"
	"slices"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
)

// Kept says which groups a table has, and in which order. A number of a group is 0 for the number of its members, and
// i for the column at the index i of Options.Columns.
type Kept struct {
	Key    dl.Concept // their values are in it; nil: all are
	Having []Having   // all are true of them
	// By is the number that orders them, or ByKey or ByLabel; Ascending puts the lowest first.
	By        int
	Ascending bool
}

// Orders of groups by their values, and by the labels of these.
const (
	ByKey   = -1
	ByLabel = -2
)

// OrderBy sets the order to that of one of the columns, of which the first has the keys; false if there is none such.
func (k *Kept) OrderBy(columns []Column, by *Order) bool {
	at := slices.IndexFunc(columns, func(c Column) bool {
		return slices.Equal(c.Path, by.Path) && c.Aggregate == by.Aggregate
	})
	if k.Ascending, k.By = !by.Descending, at; at == 0 {
		k.By = ByLabel
	}
	return at >= 0
}

// A Having compares a number of a group.
type Having struct {
	Of   int
	Op   string // as SPARQL writes it: =, !=, <, <=, > or >=
	Than dl.Value
}

// Holds reports whether the comparison is true of a number.
func (h Having) Holds(v dl.Value) bool {
	c, ok := v.Cmp(h.Than)
	if !ok {
		return false
	}
	switch h.Op {
	case "=":
		return c == 0
	case "!=":
		return c != 0
	case "<":
		return c < 0
	case "<=":
		return c <= 0
	case ">":
		return c > 0
	}
	return c >= 0
}

// Groups returns a query for the values of the first column, each with the number ?members of the answers that have
// it, most members first. The other columns have aggregates: those of all values that these answers have. The values of
// a first column with an aggregate are those of each answer. Limit is that of the groups.
func Groups(c dl.Concept, o Options) (string, error) {
	if err := o.checkGroups(); err != nil {
		return "", err
	}
	slice := o
	o.Limit, o.Offset, o.Ordered = 0, 0, false
	t, err := translate(c, o, nil)
	if err != nil {
		return "", err
	}
	columns := Columns(o)
	v := "?" + columns[0][0]
	values, optionals, label := []string{v}, "", v
	if columns[0][1] != "" {
		expression, labels := t.labelOf(v, fmt.Sprintf(" && !isLiteral(%s)", v))
		values, optionals = append(values, fmt.Sprintf("(%s AS ?%s)", expression, columns[0][1])), labels
		label = "?" + columns[0][1]
	}
	edge, err := t.groupEdge(o.Columns[0], o.Kept.Key, v)
	if err != nil {
		return "", err
	}
	values = append(values, "?members")
	numbers := []string{"?members"} // as expressions
	for i, column := range o.Columns[1:] {
		n := "?" + columns[1+i][0]
		shown, number, expression := n, n, n
		call, pattern := t.aggregated(column, v, distinct(t.pattern, "")+edge)
		if column.Aggregate == Counted {
			number = t.newVariable("number")
			expression = fmt.Sprintf("COALESCE(%s, 0)", number)
			shown = fmt.Sprintf("(%s AS %s)", expression, n)
		}
		values, numbers = append(values, shown), append(numbers, expression)
		optionals += fmt.Sprintf("OPTIONAL {\nSELECT %s (%s AS %s)\nWHERE {\n%s}\nGROUP BY %[1]s\n}\n",
			v, call, number, pattern)
	}
	having := ""
	for _, h := range o.Kept.Having {
		if h.Of == 0 {
			having += fmt.Sprintf(" (COUNT(DISTINCT ?x) %s %s)", h.Op, h.Than.Lexical())
		} else {
			optionals += fmt.Sprintf("FILTER(%s %s %s)\n", numbers[h.Of], h.Op, h.Than.Lexical())
		}
	}
	if having != "" {
		having = "HAVING" + having + "\n"
	}
	order := "?members"
	switch {
	case o.Kept.By == ByKey:
		order = v
	case o.Kept.By == ByLabel:
		order = label
	case o.Kept.By > 0:
		order = "?" + columns[o.Kept.By][0]
	}
	hasNone := "" // groups without the number, or a label, come last
	if o.Kept.By == ByLabel || o.Kept.By > 0 && o.Columns[o.Kept.By].Aggregate != Counted {
		hasNone = fmt.Sprintf("(!BOUND(%s)) ", order)
	}
	if !o.Kept.Ascending {
		order = "DESC(" + order + ")"
	}
	q := newQuestion("concept-groups").text("Edge", edge).text("Value", v).text("Pattern", t.pattern)
	limit := strings.TrimPrefix(slice.limitClause(), "ORDER BY ?x\n")
	q.text("Having", having).text("Order", hasNone+order).text("Slice", limit)
	return t.write(q.text("Values", strings.Join(values, " ")).text("Optionals", optionals), c)
}

// checkGroups returns an error unless the options have the columns of groups.
func (o Options) checkGroups() error {
	if len(o.Columns) == 0 {
		return fmt.Errorf("%w: groups need a column", ErrOptions)
	}
	for _, column := range o.Columns[1:] {
		if column.Aggregate == "" {
			return fmt.Errorf("%w: the columns of groups have aggregates", ErrOptions)
		}
	}
	for _, of := range append([]int{o.Kept.By}, havingNumbers(o.Kept.Having)...) {
		if of < ByLabel || of >= len(o.Columns) {
			return fmt.Errorf("%w: groups have no number %d", ErrOptions, of)
		}
	}
	return nil
}

func havingNumbers(list []Having) (numbers []int) {
	for _, h := range list {
		numbers = append(numbers, h.Of)
	}
	return numbers
}

// groupEdge returns the pattern that leads from an answer to the values v of a column, which are in the concept key
// unless that is nil.
func (t *translator) groupEdge(c Column, key dl.Concept, v string) (string, error) {
	edge, _ := t.valuesOf(c.Path, v)
	if c.Aggregate != "" {
		value, patterns := t.aggregateOf(c, t.pattern)
		edge = fmt.Sprintf("%sBIND(%s AS %s)\n", patterns, value, v)
	}
	if key == nil {
		return edge, nil
	}
	e, complement, err := t.o.normalize(t.o.Vocabulary.Statements.WithoutDeprecated(key))
	if err != nil {
		return "", err
	}
	g := newGroup(v, true)
	e.add(t, g, v)
	if complement {
		return edge + "MINUS {\n" + g.String() + "}\n", nil
	}
	return edge + g.String(), nil
}
