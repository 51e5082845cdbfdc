package intent

import (
	"maps"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// qualifying proposes qualified roles from the statements in a structure.
type qualifying struct {
	*atoms
	missing int // how many of the individuals may lack a qualified role
}

// stated is one statement.
type stated struct {
	node       interp.Individual
	values     []dl.Concept // {o}
	qualifiers []dl.Concept // ∃pq:Q.{o} and ∃pq:Q.⊤
}

// statements returns the statements of a at the individual with the property.
func (q qualifying) statements(iri, property string) (out []stated) {
	v := q.o.Statements
	a, ok := q.s.Lookup(iri)
	claim, has := q.s.Signature().RoleID(dl.Role{IRI: v.Property(dl.Claim, property)})
	if !ok || !has {
		return nil
	}
	nodes := q.s.Successors(claim, a)
	if len(nodes) > mostStatements {
		return nil
	}
	for _, node := range nodes {
		st := stated{node: node}
		for _, r := range q.s.RolesOf(node) {
			role := q.s.Signature().Role(r)
			part, name, _ := v.Split(role.IRI)
			isNone := role.IRI == dl.TypeOfStatement
			if role.Inverse || !isNone && part != dl.Qualifier && (part != dl.ValueOf || name != property) {
				continue
			}
			if part == dl.Qualifier {
				st.qualifiers = append(st.qualifiers, dl.Exists{Role: role, C: dl.Top{}})
			}
			for _, b := range q.s.Successors(r, node) {
				o := dl.Nominal{IRI: q.s.IRI(b)}
				switch {
				case isNone:
					st.qualifiers = append(st.qualifiers, dl.Exists{Role: role, C: o})
				case q.skip[o.IRI] || isBlank(o.IRI) || v.IsNode(o.IRI):
				case part == dl.ValueOf:
					st.values = append(st.values, o)
				default:
					st.qualifiers = append(st.qualifiers, dl.Exists{Role: role, C: o})
				}
			}
		}
		out = append(out, st)
	}
	return out
}

// shared returns the values, and the qualified roles with at most two qualifiers, that at most
// missing of the individuals lack.
func (q qualifying) shared(property string, individuals []string) []dl.Concept {
	held := map[dl.Concept]int{}
	for _, iri := range individuals {
		here := map[dl.Concept]bool{}
		add := func(value dl.Concept, qualifiers ...dl.Concept) {
			c := dl.Qualified{Statements: q.o.Statements, Property: property, Qualifiers: qualifiers}
			if value != nil {
				c.Value = []dl.Concept{value}
			}
			here[c.Concept()] = true
		}
		for _, st := range q.statements(iri, property) {
			slices.SortFunc(st.qualifiers, compareConcepts)
			for _, value := range append([]dl.Concept{nil}, st.values...) {
				if value != nil {
					add(value)
				}
				for i, d := range st.qualifiers {
					add(value, d)
					for _, e := range st.qualifiers[:i] {
						if _, top := e.(dl.Exists).C.(dl.Top); !top && e.(dl.Exists).Role != d.(dl.Exists).Role {
							add(value, e, d)
						}
					}
				}
			}
		}
		for c := range here {
			held[c]++
		}
	}
	maps.DeleteFunc(held, func(_ dl.Concept, n int) bool { return n < len(individuals)-q.missing })
	return slices.SortedFunc(maps.Keys(held), compareConcepts)
}

// thresholds returns the qualified role with comparisons of qualifiers at natural break points,
// where at most missing of the individuals lack it.
func (q qualifying) thresholds(of dl.Qualified, individuals []string) (out []dl.Concept) {
	for f, feature := range q.s.Signature().Features() {
		if !q.o.Statements.Is(feature, dl.Qualifier) {
			continue
		}
		found := q.compare(interp.FeatureID(f), individuals, func(iri string) (nodes []interp.Individual) {
			for _, st := range q.statements(iri, of.Property) {
				if st.satisfies(of) {
					nodes = append(nodes, st.node)
				}
			}
			return nodes
		})
		for _, v := range found {
			c := of
			c.Qualifiers = append(slices.Clone(of.Qualifiers), v)
			out = append(out, c.Concept())
		}
	}
	return unique(out)
}

// compare returns comparisons of a feature at natural break points, for which at most missing of
// the individuals have none of their nodes.
func (q qualifying) compare(f interp.FeatureID, individuals []string,
	nodes func(iri string) []interp.Individual) (out []dl.Compare) {
	for _, op := range []dl.Op{dl.GreaterEq, dl.LessEq} {
		var extremes []uint32 // for each individual the best rank
		for _, iri := range individuals {
			var all []uint32
			for _, node := range nodes(iri) {
				all = append(all, q.s.Ranks(f, node)...)
			}
			switch {
			case len(all) == 0:
			case op == dl.GreaterEq:
				extremes = append(extremes, slices.Max(all))
			default:
				extremes = append(extremes, slices.Min(all))
			}
		}
		slices.Sort(extremes)
		if op == dl.LessEq {
			slices.Reverse(extremes)
		}
		for drop := range min(len(extremes), max(0, len(extremes)-len(individuals)+q.missing+1)) {
			for _, v := range qualifierBreaks(q.s.Values(f)[extremes[drop]], op) {
				out = append(out, dl.Compare{Feature: q.s.Signature().Features()[f], Op: op, Value: v})
			}
		}
	}
	return unique(out)
}

// satisfies reports whether the statement has the value and the qualifiers.
func (st stated) satisfies(of dl.Qualified) bool {
	for _, c := range of.Value {
		if !slices.Contains(st.values, c) {
			return false
		}
	}
	for _, c := range of.Qualifiers {
		if !slices.Contains(st.qualifiers, c) {
			return false
		}
	}
	return true
}

// qualifierBreaks returns the break points of a qualifier. Those of times are years: most times
// are known to a year or less well, and a year is an interval.
func qualifierBreaks(v dl.Value, op dl.Op) []dl.Value {
	all := breakPoints(v, op)
	if v.Kind() != dl.Date && v.Kind() != dl.DateTime || len(all) == 1 {
		return all
	}
	return all[1:]
}
