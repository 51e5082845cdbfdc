package session

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testfiles"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/session/source"
)

// spoken are the data that TestSentences draws from, and how many sentences of each.
var spoken = []struct {
	name  string
	files []string
	n     int
}{
	{"codex", []string{"codex/codex.nt.gz"}, 70},
	{"statements", []string{"statements/statements.nt.gz"}, 34},
	{"corporate", []string{"corporate/inst.ttl.gz", "corporate/vocab.ttl"}, 24},
	{"pato", []string{"ontologies/pato-base.owl.gz"}, 12},
	{"family", []string{"dl-learner/family-benchmark/family-benchmark.owl"}, 10},
	{"poker", []string{"dl-learner/poker/straight.owl"}, 8},
	{"trains", []string{"dl-learner/trains/trains2.owl"}, 8},
	{"carcinogenesis", []string{"sml/carcinogenesis/carcinogenesis.nt.gz"}, 12},
	{"nctrer", []string{"sml/nctrer/nctrer.nt.gz"}, 8},
	{"suramin", []string{"sml/suramin/suramin.owl"}, 8},
	{"mammographic", []string{"sml/mammographic/mammographic.owl"}, 6},
}

// TestSentences draws 200 concepts from all data with a fixed seed, each of which has a member, and compares what
// they are called with a golden file, which was read sentence by sentence.
func TestSentences(t *testing.T) {
	for _, data := range spoken {
		t.Run(data.name, func(t *testing.T) {
			var paths []string
			for _, file := range data.files {
				paths = append(paths, testfiles.Dataset(t, file))
			}
			s := openSession(t, func(c *config.Config) { c.Data = paths })
			p := require.Value(source.Whole(t.Context(), s.Use(), dl.Top{}))(t)
			d := drawer{rand.New(rand.NewPCG(62, 3)), p}
			var text strings.Builder
			for range data.n {
				fmt.Fprintln(&text, p.English(d.concept()))
			}
			testfiles.Golden(t, filepath.Join("testdata", "sentences", data.name+".txt"), text.String())
		})
	}
}

// A drawer draws concepts of what is stated of individuals.
type drawer struct {
	*rand.Rand
	p *source.Problem
}

// concept draws one or two conditions of an individual.
func (d drawer) concept() dl.Concept {
	s := d.p.Structure
	c, a := d.restriction()
	if d.IntN(2) == 0 {
		return c
	}
	if roles := s.RolesOf(a); len(roles) > 0 && d.IntN(3) > 0 {
		if other := d.about(roles[d.IntN(len(roles))], a); other != c {
			return dl.Conj(c, other)
		}
	}
	for _, atom := range s.Signature().Atoms() {
		if id, ok := s.Signature().Atom(atom); ok && s.Atom(id).Test(uint(a)) && isName(atom) {
			return dl.Conj(atom, c)
		}
	}
	return c
}

func isName(c dl.Concept) bool {
	_, ok := c.(dl.Name)
	return ok
}

// restriction draws a condition, and an individual that meets it or nearly does. Rare properties are drawn as often
// as frequent ones.
func (d drawer) restriction() (dl.Concept, interp.Individual) {
	s := d.p.Structure
	if features := s.Signature().Features(); len(features) > 0 && d.IntN(5) == 0 {
		f := d.IntN(len(features))
		if values := s.Values(interp.FeatureID(f)); len(values) > 0 {
			op := []dl.Op{dl.GreaterEq, dl.LessEq}[d.IntN(2)]
			return dl.Compare{Feature: features[f], Op: op, Value: values[d.IntN(len(values))]}, d.anybody()
		}
	}
	for range min(100, 100*s.Signature().NumRoles()) {
		r := interp.RoleID(d.IntN(s.Signature().NumRoles()))
		if sources := s.Sources(r); len(sources) > 0 {
			a := sources[d.IntN(len(sources))]
			return d.about(r, a), a
		}
	}
	return dl.Top{}, d.anybody()
}

func (d drawer) anybody() interp.Individual { return interp.Individual(d.IntN(d.p.Structure.Len())) }

// about draws a condition on the role of the individual.
func (d drawer) about(r interp.RoleID, a interp.Individual) dl.Concept {
	s := d.p.Structure
	role := s.Signature().Role(r)
	all := s.Successors(r, a)
	b := all[d.IntN(len(all))]
	named := dl.Nominal{IRI: s.IRI(b)}
	switch d.IntN(8) {
	case 0:
		return dl.Exists{Role: role, C: dl.Top{}}
	case 1:
		return dl.AtLeast{N: 2 + d.IntN(2), Role: role, C: dl.Top{}}
	case 2:
		return dl.Not{C: dl.Exists{Role: role, C: named}}
	case 3:
		return dl.Not{C: dl.Exists{Role: role, C: dl.Top{}}}
	case 4:
		if roles := s.RolesOf(b); len(roles) > 0 {
			return dl.Exists{Role: role, C: d.about(roles[d.IntN(len(roles))], b)}
		}
	}
	return dl.Exists{Role: role, C: named}
}
