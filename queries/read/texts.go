package read

import "github.com/genus-kg/genus/queries/sparql11"

// The members of a concept are individuals. A query whose answers are literals is about their subjects.

// literalStatement returns the statement that makes v a literal; nil if none is known to.
func (r *reader) literalStatement(q *sparql11.Query, v string) (literal *sparql11.Triple) {
	if r.o.Values == nil || isSubject(q.Where.Elements, v) {
		return nil
	}
	for _, e := range q.Where.Elements {
		t, is := e.(*sparql11.Triple)
		if !is || t.Object != variable(v) {
			continue
		}
		if roles := rolesOf(t.Path); roles != nil && !roles[len(roles)-1].Inverse {
			values := r.o.Values(roles[len(roles)-1].IRI)
			if values.Known && values.Literals && !values.Things && !values.Sampled {
				literal = t
			}
		}
	}
	return literal
}

// subject returns the subject of the statement, whose object has no members because it is a literal, as the answer
// variable. An individual becomes the only value of a new one.
func (r *reader) subject(q *sparql11.Query, t *sparql11.Triple) string {
	v := t.Subject.Value
	if len(q.GroupBy) > 0 {
		r.fail(t.Pos, "%s is a literal, and the groups of a table are counted: write COUNT, or group by what has it",
			t.Object)
		return v
	}
	if t.Subject.Kind == sparql11.IRI {
		named := t.Subject
		for v = "x"; q.Where.Visible()[v]; {
			v += "x"
		}
		t.Subject = variable(v)
		only := &sparql11.Values{Pos: t.Pos, Vars: []string{v}, Rows: [][]sparql11.Term{{named}}}
		q.Where.Elements = append(q.Where.Elements, only)
	}
	r.note(t.Pos, "%s is a literal: the members are %s, and it is a column of their table", t.Object, variable(v))
	if !q.Star {
		q.Select = append([]sparql11.Projection{{Pos: t.Pos, Var: v}}, q.Select...)
	}
	return v
}
