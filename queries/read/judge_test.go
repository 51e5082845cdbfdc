package read_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/queries/read"
)

const (
	rdfType    = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
	subClassOf = "http://www.w3.org/2000/01/rdf-schema#subClassOf"
)

// A facts is a graph in which every property counts, as a judge of readings.
type facts struct {
	structure *interp.Structure
	values    map[string]read.Values // by property
}

// factsOf returns the facts of a graph and further individuals: a path of no step leads from any
// term to itself.
func factsOf(t *testing.T, triples []rdf.Triple, more ...string) facts {
	var b interp.Builder
	f := facts{values: map[string]read.Values{}}
	term := func(x rdf.Term) string {
		if x.Type() == rdf.TermBlank {
			return "_:" + strings.TrimPrefix(x.String(), "_:")
		}
		return x.String()
	}
	for _, iri := range more {
		b.Individual(iri)
	}
	for _, x := range triples {
		s, p := term(x.Subj), x.Pred.String()
		v := f.values[p]
		v.Known = true
		b.Individual(s)
		switch o, isLiteral := x.Obj.(rdf.Literal); {
		case isLiteral:
			v.Literals = true
			value, err := dl.ParseLiteral(o.String(), o.DataType.String())
			switch {
			case o.Lang() != "":
				b.AddValue(p, s, dl.Text(o.String(), o.Lang()))
			case err != nil:
				b.AddOther(p, s, x.Obj.Serialize(rdf.NTriples))
			default:
				b.AddValue(p, s, value)
				if !slices.Contains(v.Kinds, value.Kind()) {
					v.Kinds = append(v.Kinds, value.Kind())
				}
			}
		default:
			v.Things = true
			b.Individual(term(x.Obj))
			b.AddRole(p, s, term(x.Obj))
			if p == rdfType {
				b.AddName(term(x.Obj), s)
			}
			if p == subClassOf {
				b.AddInclusion(s, term(x.Obj))
			}
		}
		f.values[p] = v
	}
	var err error
	f.structure, err = b.Build(t.Context())
	require.NoError(t, err)
	return f
}

// known returns which values a property has.
func (f facts) known(property string) read.Values {
	v := f.values[property]
	v.Known = true
	return v
}

// nominals returns the individuals that a concept names.
func nominals(c dl.Concept) (out []string) {
	dl.Walk(c, func(c dl.Concept) bool {
		if o, ok := c.(dl.Nominal); ok {
			out = append(out, o.IRI)
		}
		return true
	})
	return out
}

// members returns the members of a concept: the IRIs sorted, and the number of blank nodes.
func (f facts) members(t *testing.T, c dl.Concept) (iris []string, blanks int) {
	var closures []dl.Role
	dl.Walk(c, func(c dl.Concept) bool {
		if r, ok := dl.RoleOf(c); ok && r.Closure != dl.NoClosure && !slices.Contains(closures, r) {
			closures = append(closures, r)
		}
		return true
	})
	s, _ := require.Values(f.structure.WithClosures(t.Context(), closures, 1<<20))(t)
	x := require.Value(interp.NewEvaluator(s).Extension(c))(t)
	for a := range s.Len() {
		if iri := s.IRI(interp.Individual(a)); x.Test(uint(a)) {
			if strings.HasPrefix(iri, "_:") {
				blanks++
			} else {
				iris = append(iris, iri)
			}
		}
	}
	slices.Sort(iris)
	return iris, blanks
}
