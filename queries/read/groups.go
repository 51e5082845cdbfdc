package read

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/queries"
	"github.com/genus-kg/genus/queries/sparql11"
)

// Groups are the rows of a query with GROUP BY and aggregates: the values at the end of a path from those that are
// counted, with what these have.
type Groups struct {
	Counted *Reading // whose members are counted
	Path    []dl.Role
	Key     *Reading         // whose members the values are; nil: they are literals
	Columns []queries.Column // aggregates of what the members of each group have
	Kept    queries.Kept     // of HAVING and ORDER BY; without the concept of Key
	notes   []string

	limit, offset int
}

// readGroups reads the groups of a query with GROUP BY and aggregates; nil if it has none, or others than a table
// has. A query that shows no number, nor orders by one, asks for its members: a concept says who has so many values.
func readGroups(text string, o Options) (*Groups, error) {
	q, err := parse(text, o)
	if err != nil {
		return nil, err
	}
	isShown := func(c sparql11.Projection) bool { return c.Expr != nil }
	if len(q.GroupBy) == 0 || !slices.ContainsFunc(q.Select, isShown) && len(q.OrderBy) == 0 {
		return nil, nil
	}
	x := grouping{q: q, counted: countedBy(q), Groups: &Groups{}}
	x.limit, x.offset = firstRows(q)
	x.key, x.Path = keyOf(q, x.counted)
	if x.Path == nil || !x.addAll() || x.addsSeveral() {
		return nil, nil
	}
	about := func(v string) (*Reading, error) {
		alone := o
		alone.Variable = v
		return readQuery(text, alone, func(q *sparql11.Query) {
			q.Select = []sparql11.Projection{{Pos: q.Pos, Var: v}}
			q.GroupBy, q.Having, q.OrderBy, q.Limit, q.Offset = nil, nil, nil, nil, nil
		}, false)
	}
	if x.Counted, err = about(x.counted); err != nil {
		return nil, nil //nolint:nilerr // the whole query is read in another way, or refused
	}
	if isSubject(q.Where.Elements, x.key) {
		if x.Key, err = about(x.key); err != nil {
			return nil, nil //nolint:nilerr // as above
		}
	}
	return x.Groups, nil
}

// A grouping is the work on the groups of a query.
type grouping struct {
	*Groups
	q            *sparql11.Query
	counted, key string
	passed       []string // variables on the paths of the columns
	added        *sparql11.Expr
}

// aggregatesOf returns the aggregates in the expressions.
func aggregatesOf(list []*sparql11.Expr) (out []*sparql11.Expr) {
	for _, e := range list {
		if isAggregate(e) {
			out = append(out, e)
		} else {
			out = append(out, aggregatesOf(e.Args)...)
		}
	}
	return out
}

func isAggregate(e *sparql11.Expr) bool {
	return slices.Contains([]string{"COUNT", "SUM", "AVG", "MIN", "MAX", "SAMPLE", "GROUP_CONCAT"}, e.Op)
}

// countedBy returns the variable whose values are the members of the groups: the one that is counted or, where
// solutions are, that has what the aggregates are of, or that alone is no key. It is empty if there is none.
func countedBy(q *sparql11.Query) string {
	var all []*sparql11.Expr
	for _, c := range q.Select {
		if c.Expr != nil {
			all = append(all, c.Expr)
		}
	}
	all = aggregatesOf(slices.Concat(all, q.Having, q.OrderBy))
	owner := ""
	for _, e := range all {
		v := aggregated(q, e)
		switch {
		case e.Op == "COUNT" && v != "" && !isKey(q, v):
			return v
		case e.Op != "COUNT" && v != "":
			owner = cmp.Or(owner, ownerOf(q.Where.Elements, v))
		}
	}
	if owner != "" || len(all) == 0 {
		return owner
	}
	for _, name := range names(q.Where.Visible()) {
		switch {
		case isKey(q, name):
		case owner != "":
			return ""
		default:
			owner = name
		}
	}
	return owner
}

func isKey(q *sparql11.Query, v string) bool {
	return slices.ContainsFunc(q.GroupBy, func(k sparql11.Projection) bool {
		return k.Var == v || k.Expr != nil && k.Expr.Op == "" && k.Expr.Term == variable(v)
	})
}

// ownerOf returns the variable of which a statement says that it has the values of v.
func ownerOf(elements []sparql11.Element, v string) string {
	for _, e := range elements {
		switch e := e.(type) {
		case *sparql11.Optional:
			if owner := ownerOf(e.Group.Elements, v); owner != "" {
				return owner
			}
		case *sparql11.Triple:
			if e.Object == variable(v) && e.Subject.Kind == sparql11.Var {
				return e.Subject.Value
			}
		}
	}
	return ""
}

// aggregated returns the variable that an aggregate is of, also if it makes numbers of its values; empty if it is of
// something else.
func aggregated(q *sparql11.Query, e *sparql11.Expr) string {
	if e.Star || len(e.Args) == 0 {
		return ""
	}
	return castVariable(q.Where.Elements, e.Args[0])
}

var numericType = regexp.MustCompile(`^` + regexp.QuoteMeta(dl.XSD) + `(int|integer|long|decimal|double|float)$`)

// castVariable returns the variable that an expression is, or makes numbers of, or that BIND does; empty if there is
// none.
func castVariable(elements []sparql11.Element, e *sparql11.Expr) string {
	if e.Op == "CALL" && len(e.Args) == 1 && numericType.MatchString(e.Term.Value) {
		e = e.Args[0]
	}
	if !isVariable(e) {
		return ""
	}
	for _, part := range elements {
		if b, is := part.(*sparql11.Bind); is && b.Var == e.Term.Value {
			return castVariable(elements, b.Expr)
		}
	}
	return e.Term.Value
}

// unrounded returns what an expression rounds to some digits.
func unrounded(e *sparql11.Expr) (of *sparql11.Expr, isRounded bool) {
	by := ""
	if e.Op == "/" {
		e, by = e.Args[0], e.Args[1].String()
	}
	if e.Op != "ROUND" {
		return e, by != ""
	}
	e = e.Args[0]
	if by != "" && e.Op == "*" && e.Args[1].String() == by {
		return e.Args[0], true
	}
	return e, true
}

// addAll reports whether a table has all numbers, comparisons and orders of the query.
func (x *grouping) addAll() bool {
	for _, c := range x.q.Select {
		if c.Expr == nil {
			continue
		}
		if _, ok := x.number(c); !ok {
			return false
		}
	}
	return x.addHaving() && x.addOrder()
}

// number returns the number of a group that a projection is (see queries.Kept); false if a table has none such.
func (x *grouping) number(p sparql11.Projection) (at int, ok bool) {
	e := p.Expr
	if e == nil {
		return 0, false
	}
	whole := e
	if e, ok = unrounded(e); ok && isAggregate(e) {
		x.note("%s is not rounded in a table: it has %s", short(whole.String()), short(e.String()))
	}
	if !isAggregate(e) {
		return 0, false
	}
	v := aggregated(x.q, e)
	if e.Op == "COUNT" && (v == x.counted || !e.Distinct && (e.Star || isKey(x.q, v))) {
		if !e.Distinct {
			x.added = cmp.Or(x.added, e)
		}
		return 0, true
	}
	c := columnOf(x.q, x.counted, e)
	if c == nil || e.Op == "COUNT" && !e.Distinct {
		return 0, false
	}
	_, passed := columnTo(x.q.Where.Elements, x.counted, v)
	x.passed = append(x.passed, passed...)
	if c.Aggregate.Adds() {
		x.added = cmp.Or(x.added, e)
	}
	for i, d := range x.Columns {
		if slices.Equal(c.Path, d.Path) && c.Aggregate == d.Aggregate {
			return i + 1, true
		}
	}
	c.Heading = heading(p.Var)
	x.Columns = append(x.Columns, *c)
	return len(x.Columns), true
}

func (x *grouping) note(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if !slices.Contains(x.notes, text) {
		x.notes = append(x.notes, text)
	}
}

// variableName matches the variables that no query of genus has for another purpose.
var variableName = regexp.MustCompile(`^[A-Za-z](\w*[A-Za-z_])?$`)

// heading returns the variable of a column that the user has named; empty if it must be another.
func heading(v string) string {
	if variableName.MatchString(v) && !slices.Contains([]string{"x", "label", "iri", "members"}, v) {
		return v
	}
	return ""
}

// columnOf returns the column that has the aggregate of the values of each member; nil if there is none.
func columnOf(q *sparql11.Query, members string, e *sparql11.Expr) *queries.Column {
	by := queries.Aggregate(strings.ToLower(e.Op))
	v := aggregated(q, e)
	if !slices.Contains(queries.Aggregates, by) || e.Distinct && by.Adds() || v == "" {
		return nil
	}
	path, _ := columnTo(q.Where.Elements, members, v)
	if path == nil {
		return nil
	}
	return &queries.Column{Path: path, Aggregate: by}
}

// memberAggregate returns the column that has the aggregate of a projection for each member; nil if it has none, or
// other values of the query multiply it.
func (r *reader) memberAggregate(q *sparql11.Query, v string, p sparql11.Projection) *queries.Column {
	if p.Expr == nil || r.ofGroups || !isKey(q, v) || !isAggregate(p.Expr) {
		return nil
	}
	c := columnOf(q, v, p.Expr)
	if c == nil {
		return nil
	}
	isSolutions := c.Aggregate.Adds() || c.Aggregate == queries.Counted && !p.Expr.Distinct
	_, passed := columnTo(q.Where.Elements, v, aggregated(q, p.Expr))
	if isSolutions && hasOthers(q, append(passed, v)) {
		return nil
	}
	c.Heading = heading(p.Var)
	return c
}

// hasOthers reports whether the pattern has variables that are neither keys nor among those, nor computed: one solution
// of these may be several.
func hasOthers(q *sparql11.Query, known []string) bool {
	for name := range q.Where.Visible() {
		isBound := slices.ContainsFunc(q.Where.Elements, func(e sparql11.Element) bool {
			b, is := e.(*sparql11.Bind)
			return is && b.Var == name
		})
		if !isBound && !isKey(q, name) && !slices.Contains(known, name) {
			return true
		}
	}
	return false
}

// addsSeveral reports whether the query counts or adds up solutions of which several may be about one pair of key and
// member. Columns of a member may make them several; a note says so.
func (x *grouping) addsSeveral() bool {
	if x.added == nil {
		return false
	}
	_, passed := pathTo(x.q.Where.Elements, x.counted, x.key)
	if hasOthers(x.q, slices.Concat(passed, x.passed, []string{x.counted})) {
		return true
	}
	values := slices.DeleteFunc(slices.Clone(x.passed), func(v string) bool { return aggregated(x.q, x.added) == v })
	if len(values) > 0 {
		const same = "%s in a table is that of the query if each ?%s has one ?%s"
		x.note(same, short(x.added.String()), x.counted, values[0])
	}
	return false
}

// keyOf returns the variable that the query groups by, and the path to it. Other keys must be values of properties of
// it.
func keyOf(q *sparql11.Query, counted string) (key string, path []dl.Role) {
	if counted == "" {
		return "", nil
	}
	elements, bound := q.Where.Elements, q.Where.Visible()
	for _, k := range q.GroupBy {
		v := k.Var
		if k.Expr != nil || !bound[v] {
			if k.Expr != nil {
				return "", nil
			}
			continue // an unbound key divides nothing
		}
		if key != "" {
			if more, _ := pathTo(elements, key, v); len(more) != 1 {
				return "", nil
			}
			continue
		}
		way, passed := pathTo(elements, counted, v)
		if way == nil {
			return "", nil
		}
		for _, step := range passed[:len(passed)-1] {
			if conditions(withoutTypes(elements), step) > 2 {
				return "", nil
			}
		}
		key, path = v, way
	}
	return key, path
}

// withoutTypes leaves out the statements about classes: who groups by what departments have means the departments.
func withoutTypes(elements []sparql11.Element) []sparql11.Element {
	return slices.DeleteFunc(slices.Clone(elements), func(e sparql11.Element) bool {
		t, is := e.(*sparql11.Triple)
		return is && t.Path.Op == sparql11.Link && t.Path.Term.Value == rdfType
	})
}

func isSubject(elements []sparql11.Element, v string) bool {
	return slices.ContainsFunc(elements, func(e sparql11.Element) bool {
		t, is := e.(*sparql11.Triple)
		return is && t.Subject == variable(v)
	})
}

// addHaving reports whether HAVING compares numbers of the table with numbers, and some group may have as many members.
func (x *grouping) addHaving() bool {
	for _, e := range x.q.Having {
		if len(e.Args) != 2 || !constant(e.Args[1]) {
			return false
		}
		of, ok := x.number(selected(x.q, e.Args[0]))
		t := signed(e.Args[1])
		than, err := dl.ParseLiteral(t.Value, t.Datatype)
		if !ok || err != nil || !than.IsNumber() || !slices.Contains([]string{"=", "!=", "<", "<=", ">", ">="}, e.Op) {
			return false
		}
		h := queries.Having{Of: of, Op: e.Op, Than: than}
		one := dl.Int(1)
		if isUpper := h.Op[0] == '<' || h.Op == "="; of == 0 && isUpper && !h.Holds(one) && !one.Less(than) {
			return false // a concept says who has none
		}
		x.Kept.Having = append(x.Kept.Having, h)
	}
	return true
}

// addOrder reports whether the query orders the groups as a table does, if at all: by a number, or by the keys.
func (x *grouping) addOrder() bool {
	if len(x.q.OrderBy) == 0 {
		return true
	}
	e, descending := direction(x.q.OrderBy[0])
	at, ok := x.number(selected(x.q, e))
	switch {
	case ok:
		x.Kept.By = at
	case e.Op == "" && e.Term == variable(x.key):
		x.Kept.By = queries.ByKey
	case e.Op == "" && e.Term == variable(x.key+"Label"):
		x.Kept.By = queries.ByLabel
	default:
		return x.q.Limit == nil // those with most members come first, as in other tables
	}
	x.Kept.Ascending = !descending
	return true
}
