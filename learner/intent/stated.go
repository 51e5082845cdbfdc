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
			isUnknown := func(b interp.Individual) bool { return dl.IsUnknownValue(q.s.IRI(b)) }
			if next := q.s.Successors(r, node); part == dl.Qualifier && !slices.ContainsFunc(next, isUnknown) {
				st.qualifiers = append(st.qualifiers, dl.Exists{Role: role, C: dl.Top{}})
			}
			for _, b := range q.s.Successors(r, node) {
				o := dl.Nominal{IRI: q.s.IRI(b)}
				switch {
				case isNone:
					st.qualifiers = append(st.qualifiers, dl.Exists{Role: role, C: o})
				case q.skip[o.IRI] || isBlank(o.IRI) || v.IsNode(o.IRI) && !dl.IsUnknownValue(o.IRI):
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

// nodes returns a function that returns the statements with the value and the qualifiers at one of
// the individuals.
func (q qualifying) nodes(of dl.Qualified, individuals []string) func(iri string) []interp.Individual {
	at := map[string][]interp.Individual{}
	for _, iri := range individuals {
		for _, st := range q.statements(iri, of.Property) {
			if st.satisfies(of) {
				at[iri] = append(at[iri], st.node)
			}
		}
	}
	return func(iri string) []interp.Individual { return at[iri] }
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
// where at most missing of the individuals lack it. Qualifiers with units are compared by their amounts.
func (q qualifying) thresholds(of dl.Qualified, individuals []string) (out []dl.Concept) {
	nodes := q.nodes(of, individuals)
	with := func(part dl.Concept) {
		c := of
		c.Qualifiers = append(slices.Clone(of.Qualifiers), part)
		out = append(out, c.Concept())
	}
	for f, feature := range q.s.Signature().Features() {
		part, name, _ := q.o.Statements.Split(feature)
		if part != dl.Qualifier {
			continue
		}
		if m := ofQualifier(name); q.hasUnits(m, individuals, nodes) {
			for _, c := range q.quantities(m, individuals, nodes) {
				with(c)
			}
			continue
		}
		for _, v := range q.comparisonsOf(interp.FeatureID(f), individuals, nodes) {
			with(v)
		}
	}
	if m := ofValue(of.Property); len(of.Value)+len(of.Qualifiers) == 0 && q.hasUnits(m, individuals, nodes) {
		for _, c := range q.quantities(m, individuals, nodes) {
			with(c)
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
