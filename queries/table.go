package queries

import (
	"fmt"
	"slices"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
)

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
	isTaken := func(name string) bool {
		return slices.ContainsFunc(variables, func(v [2]string) bool { return v[0] == name })
	}
	for _, c := range o.Columns {
		if c.Heading != "" && !(c.Aggregate != "" && isTaken(c.Heading)) {
			variables = append(variables, [2]string{c.Heading, ""})
			continue
		}
		last := c.Path[len(c.Path)-1].IRI
		value := n.newColumn(last)
		if c.Aggregate != "" { // no other variable ends so
			numbered := value + "_" + string(c.Aggregate)
			value = strings.TrimSuffix(n.base(last), "_") + "_" + string(c.Aggregate)
			if isTaken(value) {
				value = numbered
			}
		}
		pair := [2]string{value, ""}
		if c.Labelled && c.Aggregate == "" && len(o.ShowLabels.Languages) > 0 {
			pair[1] = value + "Label"
		}
		variables = append(variables, pair)
	}
	return variables
}

// newColumn returns a new variable for a column, without its ?. It does not end in a digit, as
// all variables of patterns do, unless another column has the name; iri and label are those of
// the member in a file.
func (n *names) newColumn(iri string) string {
	name := strings.TrimPrefix(n.newVariable(iri), "?")
	plain, isFirst := strings.CutSuffix(name, "1")
	isTaken := plain == "x" || plain == "label" || plain == "iri" || strings.HasSuffix(plain, "Label")
	if isFirst && !isTaken {
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
		if t.o.Columns[i].Aggregate != "" {
			value, patterns := t.aggregateOf(t.o.Columns[i], members)
			values = append(values, fmt.Sprintf("(%s AS %s)", value, v))
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
			pattern, _ := t.valuesOf(column.Path, value)
			fmt.Fprintf(&optionals, "OPTIONAL {\n%s%s}\n", pattern, labels)
			continue
		}
		values = append(values, v)
		pattern, _ := t.valuesOf(t.o.Columns[i].Path, v)
		if variables[1] != "" {
			// goRDFlib v0.1.5 takes a subject that is a literal for a wildcard.
			expression, labels := t.labelOf(v, fmt.Sprintf(" && !isLiteral(%s)", v))
			values = append(values, fmt.Sprintf("(%s AS ?%s)", expression, variables[1]))
			pattern += labels // inside, because they would match any subject if there is no value
		}
		fmt.Fprintf(&optionals, "OPTIONAL {\n%s}\n", pattern)
	}
	q := newQuestion(template).text("Pattern", members).text("Slice", t.o.limitClause())
	q.text("Members", "DISTINCT ?x").text("Order", "")
	if t.o.By != nil {
		t.orderMembers(q, members)
	}
	return t.write(q.text("Values", strings.Join(values, " ")).text("Optionals", optionals.String()), c)
}

// valuesOf returns the pattern for the values at the end of the path, and the variable of their owner, from which the
// last step leads to them. A step on the way leads to no literal (see group.String).
func (t *translator) valuesOf(path []dl.Role, v string) (pattern, owner string) {
	from, filters := root, ""
	for i, role := range path {
		to := v
		if i < len(path)-1 {
			to = t.newVariable(role.IRI)
		}
		pattern += t.columnEdge(from, role, to, to == v)
		if t.o.Vocabulary.Classes {
			pattern += t.noNarrower(role.IRI, from, to)
		}
		if to != v {
			filters += fmt.Sprintf("FILTER(!isLiteral(%s))\n", to)
		}
		from, owner = to, from
	}
	return pattern + filters, owner
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
	return t.labelsOf(of, condition, t.o.ShowLabels)
}

func (t *translator) labelsOf(of, condition string, show ShowLabels) (expression, patterns string) {
	var labels []string
	var sb strings.Builder
	for _, property := range show.orDefault() {
		for _, tag := range show.Languages {
			v := t.newVariable("label")
			labels = append(labels, v)
			fmt.Fprintf(&sb, "OPTIONAL { %s %s %s . FILTER(LANG(%[3]s) = %q%s) }\n", of, t.iri(property), v, tag, condition)
		}
	}
	return "COALESCE(" + strings.Join(labels, ", ") + ")", sb.String()
}

// orDefault returns the properties, or if there are none, rdfs:label.
func (l ShowLabels) orDefault() []string {
	if len(l.Properties) == 0 {
		return []string{rdfsLabel}
	}
	return l.Properties
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
