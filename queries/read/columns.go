package read

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/queries"
	"github.com/genus-kg/genus/queries/sparql11"
)

// others returns what the user's query asks for beside the members.
func (r *Reading) others() (out []sparql11.Projection) {
	selected := r.Query.Select
	if r.Query.Star {
		for _, v := range names(r.Query.Where.Visible()) {
			selected = append(selected, sparql11.Projection{Var: v})
		}
	}
	for _, c := range selected {
		if c.Var != r.Variable && isColumn(r.Query, c) {
			out = append(out, c)
		}
	}
	return out
}

// isColumn reports whether a projection of the query has a value of each solution rather than of a group.
func isColumn(q *sparql11.Query, c sparql11.Projection) bool {
	return c.Expr == nil || !c.Expr.HasAggregate() && len(q.GroupBy) == 0
}

// elements returns the parts of the pattern that may give the columns values.
func (r *Reading) elements() []sparql11.Element {
	if sub := page(r.Query.Where); sub != nil {
		return slices.Concat(sub.Where.Elements, r.Query.Where.Elements)
	}
	return r.Query.Where.Elements
}

// Columns returns the roles whose values the user's query asks for beside the members. The notes name what it
// asks for that these do not have: a table has values of properties, and labels in any case.
func (r *Reading) Columns() (roles []dl.Role, notes []string) {
	x := columns{members: variable(r.inner()), prefixes: r.Query.Prefixes}
	labelled := map[string]bool{r.Variable: true}
	var lost []sparql11.Projection
	for _, c := range r.others() {
		if c.Expr == nil && x.find(r.elements(), c.Var, false) {
			labelled[c.Var] = true
		} else {
			lost = append(lost, c)
		}
	}
	for _, c := range lost {
		if !r.isLabel(c, labelled) {
			x.notes = append(x.notes, x.shorten(c.String())+
				" is no column of the table: it is not the value of one property of the members")
		}
	}
	return x.roles, x.notes
}

// columns collects the columns of a query.
type columns struct {
	members  sparql11.Term
	prefixes map[string]string
	roles    []dl.Role
	notes    []string
}

func (x *columns) shorten(text string) string {
	text, _ = shortened(text, x.prefixes)
	return text
}

// isValue reports whether the element says that v is a value of a property of the members.
func (x *columns) isValue(e sparql11.Element, v string) bool {
	t, ok := e.(*sparql11.Triple)
	return ok && t.Path.Op == sparql11.Link && t.Path.Term.Kind == sparql11.IRI && t.Path.Term.Value != rdfsLabel &&
		(t.Subject == x.members && t.Object == variable(v) || t.Object == x.members && t.Subject == variable(v))
}

// find adds the properties that v has the values of, and reports whether there is one. restricted: a condition
// around the elements takes some of the values away.
func (x *columns) find(elements []sparql11.Element, v string, restricted bool) (found bool) {
	stated, conditions := 0, 0
	for _, e := range elements {
		if x.isValue(e, v) {
			stated++
		} else if limits(e, v) {
			conditions++
		}
	}
	restricted = restricted || conditions > 0 || stated > 1
	for _, e := range elements {
		switch e := e.(type) {
		case *sparql11.Optional:
			found = x.find(e.Group.Elements, v, restricted || hasConditions(e.Group)) || found
		case *sparql11.Union:
			found = len(e.Branches) == 1 && x.find(e.Branches[0].Elements, v, restricted) || found
		case *sparql11.Triple:
			if x.isValue(e, v) {
				x.add(e, v, restricted)
				found = true
			}
		}
	}
	return found
}

// add adds the property of the triple.
func (x *columns) add(t *sparql11.Triple, v string, restricted bool) {
	role := dl.Role{IRI: t.Path.Term.Value, Inverse: t.Object == x.members}
	if !slices.Contains(x.roles, role) {
		x.roles = append(x.roles, role)
	}
	if restricted {
		x.notes = append(x.notes, fmt.Sprintf(
			"the column ?%s has all values of %s: further conditions on ?%s are left out", v, x.shorten("<"+role.IRI+">"), v))
	}
}

// limits reports whether an element may take values of the variable away. Labels and OPTIONAL do not.
func limits(e sparql11.Element, v string) bool {
	switch e := e.(type) {
	case *sparql11.Optional, *sparql11.Service, *sparql11.Bind:
		return false
	case *sparql11.Union:
		if len(e.Branches) == 1 { // a nested group is read as the parts that it has
			return false
		}
	case *sparql11.Triple:
		isLabel := e.Path.Op == sparql11.Link && e.Path.Term.Value == rdfsLabel
		return !isLabel && (e.Subject == variable(v) || e.Object == variable(v))
	case *sparql11.Filter:
		return isIn(e.Expr, v)
	case *sparql11.Minus:
		return e.Group.Visible()[v]
	}
	return (&sparql11.Group{Elements: []sparql11.Element{e}}).Visible()[v]
}

// isIn reports whether the expression has the variable.
func isIn(e *sparql11.Expr, v string) bool {
	return e.Op == "" && e.Term.Kind == sparql11.Var && e.Term.Value == v || e.Group != nil && e.Group.Visible()[v] ||
		slices.ContainsFunc(e.Args, func(a *sparql11.Expr) bool { return isIn(a, v) })
}

// hasConditions reports whether a group has more than one part that takes solutions away; labels are expected.
func hasConditions(g *sparql11.Group) bool {
	n := 0
	for _, e := range g.Elements {
		switch e := e.(type) {
		case *sparql11.Optional, *sparql11.Service:
			continue
		case *sparql11.Triple:
			if e.Path.Op == sparql11.Link && e.Path.Term.Value == rdfsLabel {
				continue
			}
		}
		n++
	}
	return n > 1
}

// isLabel reports whether the projection is the label of one of the variables.
func (r *Reading) isLabel(c sparql11.Projection, of map[string]bool) bool {
	var isStated func(elements []sparql11.Element) bool
	isStated = func(elements []sparql11.Element) bool {
		return slices.ContainsFunc(elements, func(e sparql11.Element) bool {
			switch e := e.(type) {
			case *sparql11.Optional:
				return isStated(e.Group.Elements)
			case *sparql11.Service:
				v, is := strings.CutSuffix(c.Var, "Label")
				return is && of[v]
			case *sparql11.Triple:
				return e.Path.Op == sparql11.Link && e.Path.Term.Value == rdfsLabel && e.Object == variable(c.Var) &&
					of[e.Subject.Value]
			}
			return false
		})
	}
	return c.Expr == nil && isStated(r.elements())
}

// WithColumns returns a query for the members that another query selects, as ?x, with the columns of the
// user's query: its OPTIONAL parts and label services as they are, and the statements that lead to
// other variables in an OPTIONAL. The names stay the user's.
func (r *Reading) WithColumns(query string) (string, error) {
	others := r.others()
	if len(others) == 0 {
		return query, nil
	}
	q, err := sparql11.Parse(query, nil)
	if err != nil {
		return "", fmt.Errorf("a query of genus: %w", err)
	}
	parts := r.columnParts(others)
	shown := "?" + r.Variable
	for _, c := range others {
		shown += " " + c.String()
	}
	var b strings.Builder
	for _, p := range names(q.Prefixes) {
		fmt.Fprintf(&b, "PREFIX %s: <%s>\n", p, q.Prefixes[p])
	}
	comment, _, _ := strings.Cut(query, "PREFIX")
	if !strings.HasPrefix(comment, "#") {
		comment = ""
	}
	inner := query[strings.Index(query, "SELECT"):]
	if v := r.inner(); v != "x" {
		inner = strings.Replace(inner, "SELECT DISTINCT ?x", "SELECT DISTINCT (?x AS ?"+v+")", 1)
	}
	if v := r.inner(); v != r.Variable {
		shown = fmt.Sprintf("(?%s AS %s", v, shown[:len(r.Variable)+1]) + ")" + shown[len(r.Variable)+1:]
	}
	prefixes := map[string]string{}
	for p, ns := range r.Query.Prefixes {
		if own, ok := q.Prefixes[p]; !ok || own == ns {
			prefixes[p] = ns
		}
	}
	columns := (&sparql11.Group{Elements: parts}).String()
	columns, used := shortened(columns[1:len(columns)-1], prefixes)
	shown, more := shortened(shown, prefixes)
	for p := range more {
		used[p] = true
	}
	for _, p := range names(used) {
		if _, declared := q.Prefixes[p]; !declared {
			fmt.Fprintf(&b, "PREFIX %s: <%s>\n", p, prefixes[p])
		}
	}
	fmt.Fprintf(&b, "SELECT DISTINCT %s WHERE {\n{\n%s}\n%s}\n", shown, inner, columns)
	return comment + queries.Layout(b.String()), nil
}

// columnParts returns the parts of a pattern that give the columns their values.
func (r *Reading) columnParts(others []sparql11.Projection) []sparql11.Element {
	var parts []sparql11.Element
	bound := map[string]bool{}
	for _, e := range r.elements() {
		switch e := e.(type) {
		case *sparql11.Optional:
			parts = append(parts, e)
			e.Group.VisibleIn(bound)
		case *sparql11.Service:
			parts = append(parts, e)
		}
	}
	for _, c := range others {
		for _, v := range variablesOf(c) {
			if way := r.way(v); way != nil && !bound[v] {
				g := &sparql11.Group{Elements: append(way, r.filtersOf(way)...)}
				parts = slices.Insert(parts, 0, sparql11.Element(&sparql11.Optional{Group: g}))
				g.VisibleIn(bound)
			}
		}
	}
	return parts
}

// filtersOf returns the FILTER and VALUES parts of the pattern that are about variables of the statements only.
func (r *Reading) filtersOf(way []sparql11.Element) (filters []sparql11.Element) {
	has := (&sparql11.Group{Elements: way}).Visible()
	for _, e := range r.elements() {
		switch e := e.(type) {
		case *sparql11.Filter:
			if e.Expr.Within(func(v string) bool { return has[v] }) {
				filters = append(filters, e)
			}
		case *sparql11.Values:
			if !slices.ContainsFunc(e.Vars, func(v string) bool { return !has[v] }) {
				filters = append(filters, e)
			}
		}
	}
	return filters
}

// variablesOf returns the variables that a projection needs.
func variablesOf(c sparql11.Projection) (out []string) {
	if c.Expr == nil {
		return []string{c.Var}
	}
	c.Expr.Within(func(v string) bool {
		out = append(out, v)
		return true
	})
	return out
}

// way returns the statements of the pattern that lead from the members to a variable.
func (r *Reading) way(v string) []sparql11.Element {
	from := map[node][]sparql11.Element{variable(r.inner()): {}}
	for changed := true; changed; {
		changed = false
		for _, e := range r.elements() {
			t, ok := e.(*sparql11.Triple)
			if !ok {
				continue
			}
			for _, ends := range [][2]node{{t.Subject, t.Object}, {t.Object, t.Subject}} {
				before, known := from[ends[0]]
				if _, found := from[ends[1]]; known && !found && isVar(ends[1]) {
					from[ends[1]] = append(slices.Clone(before), e)
					changed = true
				}
			}
		}
	}
	if way := from[variable(v)]; len(way) > 0 {
		return way
	}
	return nil
}

var iriOrString = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|<[^<>"\s]*>`)

// local matches the end of an IRI that a prefixed name can have without escapes.
var local = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_-]*$`)

// shortened replaces IRIs by prefixed names, and returns the prefixes used.
func shortened(text string, prefixes map[string]string) (string, map[string]bool) {
	used := map[string]bool{}
	return iriOrString.ReplaceAllStringFunc(text, func(s string) string {
		iri := strings.Trim(s, "<>")
		for _, p := range names(prefixes) {
			if end, ok := strings.CutPrefix(iri, prefixes[p]); ok && s[0] == '<' && local.MatchString(end) {
				used[p] = true
				return p + ":" + end
			}
		}
		return s
	}), used
}
