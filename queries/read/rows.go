package read

import (
	"slices"
	"strconv"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/queries"
	"github.com/genus-kg/genus/queries/sparql11"
)

// Rows say which rows of a table a query asks for. The concept has all members.
type Rows struct {
	// By is nil if no order is asked for. The Labels of a Labelled one are those of the table if it has none.
	By            *queries.Order
	Limit, Offset int              // a Limit of 0: all
	Columns       []queries.Column // aggregates of the values of each member
	Groups        *Groups          // nil: a row is a member
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
	rows.Limit, rows.Offset = firstRows(q)
	for _, p := range q.Select {
		if column := r.memberAggregate(q, v, p); column != nil {
			rows.Columns = append(rows.Columns, *column)
		}
	}
	// A table has one order; those with equal values are in the order of their IRIs.
	isMember := func(e *sparql11.Expr) bool { return e.Op == "" && e.Term == variable(v) }
	if len(q.OrderBy) == 0 || slices.ContainsFunc(q.OrderBy[1:], func(e *sparql11.Expr) bool { return !isMember(e) }) {
		return rows
	}
	by, descending := direction(q.OrderBy[0])
	if column := r.memberAggregate(q, v, selected(q, by)); column != nil {
		rows.By = &queries.Order{Column: *column, Descending: descending}
	} else if by.Op == "" && by.Term.Kind == sparql11.Var && by.Term.Value != v {
		rows.By = r.orderBy(q, v, by.Term.Value, descending)
	}
	return rows
}

// firstRows returns the LIMIT and the OFFSET of a query; 0 if it has none.
func firstRows(q *sparql11.Query) (limit, offset int) {
	if q.Limit != nil {
		limit, _ = strconv.Atoi(q.Limit.N)
	}
	if q.Offset != nil {
		offset, _ = strconv.Atoi(q.Offset.N)
	}
	return limit, offset
}

// direction returns what a condition of ORDER BY orders by.
func direction(e *sparql11.Expr) (by *sparql11.Expr, descending bool) {
	if e.Op == "DESC" {
		return e.Args[0], true
	}
	return e, false
}

// selected returns the projection that an expression names or is.
func selected(q *sparql11.Query, e *sparql11.Expr) sparql11.Projection {
	for _, p := range q.Select {
		if e.Op == "" && e.Term == variable(p.Var) {
			return p
		}
	}
	return sparql11.Projection{Pos: e.Pos, Expr: e}
}

// orderBy returns the order by the values of a variable, or by the labels that they are; nil if it is none of a column.
func (r *reader) orderBy(q *sparql11.Query, v, by string, descending bool) *queries.Order {
	o := &queries.Order{Descending: descending}
	if of, languages := r.labelled(q.Where.Elements, by); of != "" {
		by, o.Labelled, o.Labels.Languages = of, true, languages
		if of == v {
			return o
		}
	}
	if o.Path, _ = columnTo(q.Where.Elements, v, by); o.Path == nil {
		return nil
	}
	return o
}

// columnTo returns the path of a column with the values of a variable, and the variables that it passes; nil if it is
// none. The statements that lead to the values may have no conditions of their own: a column has all values of its
// properties.
func columnTo(elements []sparql11.Element, from, to string) (path []dl.Role, passed []string) {
	path, passed = pathTo(elements, from, to)
	for i, step := range passed {
		own := 2 // the statement that leads to it, and the next
		if i == len(passed)-1 {
			own = 1
		}
		if conditions(elements, step) > own {
			return nil, nil
		}
	}
	return path, passed
}

// labelled returns the variable whose labels a variable has, and their languages, if they are said; empty if it has no
// labels in languages.
func (r *reader) labelled(elements []sparql11.Element, v string) (of string, languages []string) {
	for _, e := range elements {
		switch e := e.(type) {
		case *sparql11.Optional:
			if of, languages = r.labelled(e.Group.Elements, v); of != "" {
				return of, languages
			}
		case *sparql11.Service:
			if of, is := strings.CutSuffix(v, "Label"); is && e.Name.Value == labelService {
				return of, serviceLanguages(e)
			}
		case *sparql11.Triple:
			isLabel := e.Path.Op == sparql11.Link && slices.Contains(r.labels, e.Path.Term.Value)
			if !isLabel || e.Object != variable(v) || e.Subject.Kind != sparql11.Var {
				continue
			}
			if languages = languagesOf(elements, v); len(languages) > 0 {
				return e.Subject.Value, languages
			}
		}
	}
	return "", nil
}

// serviceLanguages returns the languages that a label service is asked for; none if it chooses.
func serviceLanguages(e *sparql11.Service) (languages []string) {
	for _, part := range e.Group.Elements {
		t, is := part.(*sparql11.Triple)
		if !is || t.Path.Term.Value != wikibase+"language" {
			continue
		}
		for _, tag := range strings.Split(t.Object.Value, ",") {
			if tag = strings.TrimSpace(tag); tag == "[AUTO_LANGUAGE]" {
				return nil
			}
			languages = append(languages, tag)
		}
	}
	return languages
}

// languagesOf returns the languages of the only filter about a variable, such as LANG(?v) = "en"; none if it says more.
func languagesOf(elements []sparql11.Element, v string) (languages []string) {
	var tags func(e *sparql11.Expr) bool
	tags = func(e *sparql11.Expr) bool {
		if e.Op == "||" {
			return !slices.ContainsFunc(e.Args, func(a *sparql11.Expr) bool { return !tags(a) })
		}
		if !slices.Contains([]string{"=", "IN", "LANGMATCHES"}, e.Op) || e.Args[0].Op != "LANG" {
			return false
		}
		for _, a := range e.Args[1:] {
			if a.Op != "" || a.Term.Kind != sparql11.Literal {
				return false
			}
			languages = append(languages, a.Term.Value)
		}
		return true
	}
	for _, e := range elements {
		if f, is := e.(*sparql11.Filter); is && isIn(f.Expr, v) && !tags(f.Expr) {
			return nil
		}
	}
	return languages
}
