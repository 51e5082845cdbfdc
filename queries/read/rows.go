package read

import (
	"math"
	"slices"
	"strconv"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/queries"
	"github.com/genus-kg/genus/queries/sparql11"
)

// Rows say which rows of a table a query asks for. The concept has all members.
type Rows struct {
	By            *queries.Order // nil: no order is asked for
	Limit, Offset int            // a Limit of 0: all
	Groups        *Groups        // nil: a row is a member
}

// Groups are the rows of a query with GROUP BY and COUNT: the values at the end of a path from those that are counted.
type Groups struct {
	Counted *Reading // whose members are counted
	Path    []dl.Role
	Key     *Reading // whose members the values are; nil: they are literals
	// Least and Most are the numbers of members of the groups that HAVING keeps; a Most of 0 is any number.
	Least, Most int
	Ascending   bool // the groups with fewest members come first
}

// pathTo returns the roles that lead from the variable to another by statements of the elements, and the variables that
// it passes. It returns none if there is no such path.
func pathTo(elements []sparql11.Element, from, to string) (path []dl.Role, passed []string) {
	type way struct {
		path   []dl.Role
		passed []string
	}
	ways := map[string]way{from: {}}
	var follow func(elements []sparql11.Element) bool
	follow = func(elements []sparql11.Element) (changed bool) {
		for _, e := range elements {
			switch e := e.(type) {
			case *sparql11.Optional:
				changed = follow(e.Group.Elements) || changed
			case *sparql11.Triple:
				roles := rolesOf(e.Path)
				if roles == nil {
					continue
				}
				for _, end := range []struct {
					from, to node
					roles    []dl.Role
				}{{e.Subject, e.Object, roles}, {e.Object, e.Subject, inverse(roles)}} {
					before, known := ways[end.from.Value]
					if _, reached := ways[end.to.Value]; !known || reached || !isVar(end.from) || !isVar(end.to) {
						continue
					}
					ways[end.to.Value] = way{slices.Concat(before.path, end.roles), append(slices.Clone(before.passed), end.to.Value)}
					changed = true
				}
			}
		}
		return changed
	}
	for follow(elements) {
	}
	return ways[to].path, ways[to].passed
}

// rolesOf returns the roles of a path of single steps; nil if it has others.
func rolesOf(p *sparql11.Path) (roles []dl.Role) {
	switch p.Op {
	case sparql11.Link:
		if p.Term.Kind == sparql11.IRI {
			return []dl.Role{{IRI: p.Term.Value}}
		}
	case sparql11.Inv:
		if roles = rolesOf(p.Args[0]); roles != nil {
			return inverse(roles)
		}
	case sparql11.Seq:
		for _, part := range p.Args {
			more := rolesOf(part)
			if more == nil {
				return nil
			}
			roles = append(roles, more...)
		}
		return roles
	}
	return nil
}

func inverse(roles []dl.Role) (back []dl.Role) {
	for _, r := range slices.Backward(roles) {
		back = append(back, r.Inv())
	}
	return back
}

// conditions returns how many elements take solutions away and are about the variable.
func conditions(elements []sparql11.Element, v string) (n int) {
	for _, e := range elements {
		if limits(e, v) {
			n++
		}
	}
	return n
}

// rows returns which rows the query asks for.
func (r *reader) rows(q *sparql11.Query, v string) (rows Rows) {
	if q.Limit != nil {
		rows.Limit, _ = strconv.Atoi(q.Limit.N)
	}
	if q.Offset != nil {
		rows.Offset, _ = strconv.Atoi(q.Offset.N)
	}
	// A table has one order; those with equal values are in the order of their IRIs.
	isMember := func(e *sparql11.Expr) bool { return e.Op == "" && e.Term == variable(v) }
	if len(q.OrderBy) == 0 || slices.ContainsFunc(q.OrderBy[1:], func(e *sparql11.Expr) bool { return !isMember(e) }) {
		return rows
	}
	by, descending := q.OrderBy[0], false
	if by.Op == "DESC" {
		by, descending = by.Args[0], true
	}
	if by.Op == "" && by.Term.Kind == sparql11.Var && by.Term.Value != v {
		rows.By = r.orderBy(q, v, by.Term.Value, descending)
	}
	return rows
}

// orderBy returns the order by the values of a variable; nil if it is none of a column. The statements that lead to the
// values may have no conditions of their own: a column has all values of its properties.
func (r *reader) orderBy(q *sparql11.Query, v, by string, descending bool) *queries.Order {
	path, passed := pathTo(q.Where.Elements, v, by)
	for i, step := range passed {
		own := 2 // the statement that leads to it, and the next
		if i == len(passed)-1 {
			own = 1
		}
		if conditions(q.Where.Elements, step) > own {
			return nil
		}
	}
	if path == nil {
		return nil
	}
	return &queries.Order{Column: queries.Column{Path: path}, Descending: descending}
}

// readGroups reads the groups of a query with GROUP BY and COUNT; nil if it has none, or others than a table has. A
// query that shows no number, nor orders by one, asks for its members: a concept says who has so many values.
func readGroups(text string, o Options) (*Groups, error) {
	q, err := parse(text, o)
	if err != nil {
		return nil, err
	}
	counted, count := countedBy(q)
	isShown := func(c sparql11.Projection) bool { return c.Expr != nil }
	if !slices.ContainsFunc(q.Select, isShown) && len(q.OrderBy) == 0 {
		return nil, nil
	}
	key, path := keyOf(q, counted)
	if path == nil || !count.Distinct && hasSeveral(q, counted, key) {
		return nil, nil
	}
	g := &Groups{Path: path}
	if !g.addHaving(q) || !g.addOrder(q) {
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
	if g.Counted, err = about(counted); err != nil {
		return nil, nil //nolint:nilerr // the whole query is read in another way, or refused
	}
	if isSubject(q.Where.Elements, key) {
		if g.Key, err = about(key); err != nil {
			return nil, nil //nolint:nilerr // as above
		}
	}
	return g, nil
}

// countedBy returns the variable that the query counts, and its COUNT; it returns none if the query counts several or
// has other aggregates.
func countedBy(q *sparql11.Query) (v string, count *sparql11.Expr) {
	var all []*sparql11.Expr
	for _, c := range q.Select {
		if c.Expr != nil {
			all = append(all, c.Expr)
		}
	}
	keys := map[string]bool{}
	for _, k := range q.GroupBy {
		keys[k.Var] = true
		if k.Expr != nil {
			keys[k.Expr.Term.Value] = true
		}
	}
	for _, e := range slices.Concat(all, aggregatesOf(q.Having), aggregatesOf(q.OrderBy)) {
		if e.Op == "" { // another variable
			continue
		}
		if e.Op != "COUNT" || count != nil && e.String() != count.String() {
			return "", nil
		}
		count = e
	}
	if count == nil || len(q.GroupBy) == 0 {
		return "", nil
	}
	if !count.Star && count.Args[0].Op == "" && !keys[count.Args[0].Term.Value] {
		return count.Args[0].Term.Value, count
	}
	if count.Distinct {
		return "", nil
	}
	for _, name := range names(q.Where.Visible()) { // solutions are counted: those of the only other variable
		if !keys[name] && v != "" {
			return "", nil
		}
		if !keys[name] {
			v = name
		}
	}
	return v, count
}

// aggregatesOf returns the aggregates in the expressions.
func aggregatesOf(list []*sparql11.Expr) (out []*sparql11.Expr) {
	for _, e := range list {
		switch e.Op {
		case "COUNT", "SUM", "AVG", "MIN", "MAX", "SAMPLE", "GROUP_CONCAT":
			out = append(out, e)
		default:
			out = append(out, aggregatesOf(e.Args)...)
		}
	}
	return out
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

// hasSeveral reports whether a pair of key and counted individual may have several solutions.
func hasSeveral(q *sparql11.Query, counted, key string) bool {
	_, passed := pathTo(q.Where.Elements, counted, key)
	for name := range q.Where.Visible() {
		isKey := slices.ContainsFunc(q.GroupBy, func(k sparql11.Projection) bool { return k.Var == name })
		if name != counted && !isKey && !slices.Contains(passed, name) {
			return true
		}
	}
	return false
}

func isSubject(elements []sparql11.Element, v string) bool {
	return slices.ContainsFunc(elements, func(e sparql11.Element) bool {
		t, is := e.(*sparql11.Triple)
		return is && t.Subject == variable(v)
	})
}

// isCount reports whether the expression is the COUNT of the query, or its variable.
func isCount(q *sparql11.Query, e *sparql11.Expr) bool {
	if e.Op != "" || e.Term.Kind != sparql11.Var {
		return e.Op == "COUNT"
	}
	return slices.ContainsFunc(q.Select, func(c sparql11.Projection) bool {
		return c.Var == e.Term.Value && c.Expr != nil && c.Expr.Op == "COUNT"
	})
}

// addHaving reports whether HAVING compares the count with whole numbers only, and some group may have as many members.
func (g *Groups) addHaving(q *sparql11.Query) bool {
	for _, e := range q.Having {
		if len(e.Args) != 2 || !isCount(q, e.Args[0]) || e.Args[1].Op != "" {
			return false
		}
		n, err := strconv.Atoi(e.Args[1].Term.Value)
		if err != nil {
			return false
		}
		least, most := g.Least, math.MaxInt
		switch e.Op {
		case ">":
			least = n + 1
		case ">=":
			least = n
		case "<":
			most = n - 1
		case "<=":
			most = n
		case "=":
			least, most = n, n
		default:
			return false
		}
		if most < 1 {
			return false
		}
		g.Least = max(g.Least, least)
		if most < math.MaxInt && (g.Most == 0 || most < g.Most) {
			g.Most = most
		}
	}
	return true
}

// addOrder reports whether the query orders the groups by the count, if at all.
func (g *Groups) addOrder(q *sparql11.Query) bool {
	if len(q.OrderBy) == 0 {
		return true
	}
	e, descending := q.OrderBy[0], false
	if e.Op == "DESC" {
		e, descending = e.Args[0], true
	}
	if !isCount(q, e) {
		return q.Limit == nil // those with most members come first, as in other tables
	}
	g.Ascending = !descending
	return true
}
