package sparql11

import (
	"fmt"
	"slices"
	"strings"
)

var literalEscapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`, "\t", `\t`)

// String returns the term in the notation of SPARQL, without prefixes.
func (t Term) String() string {
	switch t.Kind {
	case IRI:
		return "<" + t.Value + ">"
	case Var:
		return "?" + t.Value
	case Blank:
		if inner, ok := strings.CutPrefix(t.Value, "["); ok { // [ ]
			return "_:blank." + strings.TrimSuffix(inner, "]") + "_"
		}
		return "_:" + t.Value
	case Literal:
		s := `"` + literalEscapes.Replace(t.Value) + `"`
		switch {
		case t.Language != "":
			return s + "@" + t.Language
		case slices.Contains([]string{xsd + "integer", xsd + "decimal", xsd + "double", xsd + "boolean"}, t.Datatype) &&
			isPlain(t):
			return t.Value
		case t.Datatype != xsd+"string":
			return s + "^^<" + t.Datatype + ">"
		}
		return s
	}
	return "UNDEF"
}

// isPlain reports whether a number or boolean can be written without its datatype.
func isPlain(t Term) bool {
	l := lexer{text: strings.TrimLeft(t.Value, "+-")}
	k := l.next()
	return int(k.end) == len(l.text) && (numberTypes[k.kind] == t.Datatype || t.Value == "true" || t.Value == "false")
}

// String returns the expression in the notation of SPARQL, without prefixes.
func (e *Expr) String() string {
	args := func(of []*Expr) string { return texts(of, ", ", (*Expr).String) }
	operand := func(a *Expr) string {
		if a.Op != "" && (a.Op[0] < 'A' || a.Op[0] > 'Z' || a.Op == "IN" || a.Op == "NOT IN") {
			return "(" + a.String() + ")"
		}
		return a.String()
	}
	distinct := ""
	if e.Distinct {
		distinct = "DISTINCT "
	}
	switch {
	case e.Op == "":
		return e.Term.String()
	case e.Op == "CALL":
		return e.Term.String() + "(" + distinct + args(e.Args) + ")"
	case e.Group != nil:
		return e.Op + " " + e.Group.String()
	case e.Op == "IN" || e.Op == "NOT IN":
		return operand(e.Args[0]) + " " + e.Op + " (" + args(e.Args[1:]) + ")"
	case e.Star:
		return e.Op + "(" + distinct + "*)"
	case e.Separator != "":
		return e.Op + "(" + distinct + args(e.Args) + "; SEPARATOR = " +
			Term{Kind: Literal, Value: e.Separator, Datatype: xsd + "string"}.String() + ")"
	case e.Op[0] >= 'A' && e.Op[0] <= 'Z':
		return e.Op + "(" + distinct + args(e.Args) + ")"
	case len(e.Args) == 1:
		return e.Op + " " + operand(e.Args[0])
	}
	return texts(e.Args, " "+e.Op+" ", operand)
}

func texts[T any](of []T, between string, text func(T) string) string {
	out := make([]string, len(of))
	for i, x := range of {
		out[i] = text(x)
	}
	return strings.Join(out, between)
}

// String returns the path in the notation of SPARQL, without prefixes.
func (p *Path) String() string {
	inner := func(a *Path) string {
		if a.Op != Link && a.Op != NotAny {
			return "(" + a.String() + ")"
		}
		return a.String()
	}
	switch p.Op {
	case Link:
		if p.Term == (Term{Kind: IRI, Value: "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"}) {
			return "a"
		}
		return p.Term.String()
	case Inv:
		return "^" + inner(p.Args[0])
	case Seq, Alt:
		return texts(p.Args, string(p.Op), inner)
	case NotAny:
		return "!(" + texts(p.Args, "|", func(a *Path) string { return a.String() }) + ")"
	}
	return inner(p.Args[0]) + string(p.Op)
}

// String returns the group in the notation of SPARQL, without prefixes, on a line for each part.
func (g *Group) String() string {
	if g.Sub != nil {
		return "{\n" + g.Sub.String() + "}"
	}
	return "{\n" + texts(g.Elements, "", func(e Element) string { return elementText(e) + "\n" }) + "}"
}

func elementText(e Element) string {
	switch e := e.(type) {
	case *Triple:
		if text, ok := e.reifiedText(); ok {
			return text
		}
		return fmt.Sprintf("%s %s %s .", e.Subject, e.Path, e.Object)
	case *Filter:
		return fmt.Sprintf("FILTER (%s)", e.Expr)
	case *Optional:
		return fmt.Sprintf("OPTIONAL %s", e.Group)
	case *Minus:
		return fmt.Sprintf("MINUS %s", e.Group)
	case *Union:
		return texts(e.Branches, " UNION ", (*Group).String)
	case *Graph:
		return fmt.Sprintf("GRAPH %s %s", e.Name, e.Group)
	case *Service:
		if e.Silent {
			return fmt.Sprintf("SERVICE SILENT %s %s", e.Name, e.Group)
		}
		return fmt.Sprintf("SERVICE %s %s", e.Name, e.Group)
	case *Bind:
		return fmt.Sprintf("BIND (%s AS ?%s)", e.Expr, e.Var)
	case *Values:
		return e.String()
	}
	return ""
}

// String returns VALUES in the notation of SPARQL, without prefixes.
func (v *Values) String() string {
	vars := texts(v.Vars, " ", func(v string) string { return "?" + v })
	if len(v.Vars) == 1 {
		return fmt.Sprintf("VALUES %s { %s }", vars, texts(v.Rows, " ", func(row []Term) string { return row[0].String() }))
	}
	return fmt.Sprintf("VALUES (%s) { %s }", vars, texts(v.Rows, " ", func(row []Term) string {
		return "(" + texts(row, " ", Term.String) + ")"
	}))
}

// String returns a SELECT query in the notation of SPARQL, without prefixes. Of other forms it
// returns the pattern.
func (q *Query) String() string {
	var b strings.Builder
	if q.Form == Select {
		b.WriteString("SELECT ")
		switch {
		case q.Distinct:
			b.WriteString("DISTINCT ")
		case q.Reduced:
			b.WriteString("REDUCED ")
		}
		if q.Star {
			b.WriteString("*")
		}
		b.WriteString(texts(q.Select, " ", Projection.String) + "\n")
	}
	for _, t := range q.From {
		fmt.Fprintf(&b, "FROM %s\n", t)
	}
	for _, t := range q.FromNamed {
		fmt.Fprintf(&b, "FROM NAMED %s\n", t)
	}
	fmt.Fprintf(&b, "WHERE %s\n", q.Where)
	if len(q.GroupBy) > 0 {
		fmt.Fprintf(&b, "GROUP BY %s\n", texts(q.GroupBy, " ", Projection.String))
	}
	if len(q.Having) > 0 {
		fmt.Fprintf(&b, "HAVING %s\n", texts(q.Having, " ", bracketed))
	}
	if len(q.OrderBy) > 0 {
		fmt.Fprintf(&b, "ORDER BY %s\n", texts(q.OrderBy, " ", func(e *Expr) string {
			if e.Op == "DESC" {
				return "DESC" + bracketed(e.Args[0])
			}
			return "ASC" + bracketed(e)
		}))
	}
	if q.Limit != nil {
		fmt.Fprintf(&b, "LIMIT %s\n", q.Limit.N)
	}
	if q.Offset != nil {
		fmt.Fprintf(&b, "OFFSET %s\n", q.Offset.N)
	}
	if q.Values != nil {
		fmt.Fprintf(&b, "%s\n", q.Values)
	}
	return b.String()
}

func bracketed(e *Expr) string { return "(" + e.String() + ")" }

// String returns the projection in the notation of SPARQL.
func (p Projection) String() string {
	switch {
	case p.Expr == nil:
		return "?" + p.Var
	case p.Var == "":
		return bracketed(p.Expr)
	}
	return fmt.Sprintf("(%s AS ?%s)", p.Expr, p.Var)
}

// Within reports whether all variables of the expression are inside. EXISTS has others.
func (e *Expr) Within(inside func(v string) bool) bool {
	if e.Op == "" && e.Term.Kind == Var && !inside(e.Term.Value) || e.Group != nil {
		return false
	}
	return !slices.ContainsFunc(e.Args, func(a *Expr) bool { return !a.Within(inside) })
}

// Renamed returns the expression, which has no group, with other names of its variables.
func (e *Expr) Renamed(by func(v string) string) *Expr {
	out := *e
	if e.Op == "" && e.Term.Kind == Var {
		out.Term.Value = by(e.Term.Value)
	}
	out.Args = make([]*Expr, len(e.Args))
	for i, a := range e.Args {
		out.Args[i] = a.Renamed(by)
	}
	return &out
}
