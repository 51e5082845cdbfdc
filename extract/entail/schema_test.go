package entail

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/knakk/rdf"
	"pgregory.net/rapid"

	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/dl"
)

const ns = "http://e/"

// randomAxioms returns random axioms about three properties and three classes.
func randomAxioms(t *rapid.T) []Axiom {
	property := rapid.SampledFrom([]string{ns + "p", ns + "q", ns + "r"})
	class := rapid.SampledFrom([]string{ns + "A", ns + "B", ns + "C"})
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Axiom {
		p := property.Draw(t, "property")
		switch rapid.IntRange(0, 5).Draw(t, "kind") {
		case 0:
			return Axiom{p, SubPropertyOf, property.Draw(t, "above")}
		case 1:
			return Axiom{p, InverseOf, property.Draw(t, "inverse")}
		case 2:
			return Axiom{p, Type, Symmetric}
		case 3:
			return Axiom{p, Domain, class.Draw(t, "domain")}
		case 4:
			return Axiom{p, Equivalent, property.Draw(t, "equivalent")}
		}
		return Axiom{p, Range, class.Draw(t, "range")}
	}), 0, 6).Draw(t, "axioms")
}

func turtle(axioms []Axiom) string {
	var sb strings.Builder
	for _, a := range axioms {
		fmt.Fprintf(&sb, "<%s> <%s> <%s> .\n", a.Property, a.Predicate, a.Object)
	}
	return sb.String()
}

// TestSchema: the schema and RDFS derive the same from a statement, and Below is the inverse
// of Above.
func TestSchema(t *testing.T) {
	testsize.Check(t, 100, func(rt *rapid.T) {
		axioms := randomAxioms(rt)
		s := NewSchema(axioms)
		p := rapid.SampledFrom([]string{ns + "p", ns + "q", ns + "r"}).Draw(rt, "stated")
		literal := rapid.Bool().Draw(rt, "literal")
		object := "<" + ns + "b>"
		if literal {
			object = "3"
		}
		found, err := RDFS(t.Context(), parse(t, turtle(axioms)+fmt.Sprintf("<%sa> <%s> %s .", ns, p, object)))
		if err != nil {
			rt.Fatal(err)
		}
		var want []string
		for _, tr := range found {
			if line := strings.TrimSpace(tr.Serialize(rdf.NTriples)); about(line) {
				want = append(want, line)
			}
		}
		slices.Sort(want)
		got := map[string]bool{}
		member := func(individual string, o Occurrence) {
			for _, c := range s.Classes(o) {
				got[fmt.Sprintf("<%s%s> <%s> <%s> .", ns, individual, Type, c)] = true
			}
		}
		member("a", Occurrence{p, Subject})
		if literal {
			for _, q := range s.AboveValues(p)[1:] {
				got[fmt.Sprintf(`<%sa> <%s> "3"^^<http://www.w3.org/2001/XMLSchema#integer> .`, ns, q)] = true
			}
		} else {
			member("a", Occurrence{p, Linked})
			member("b", Occurrence{p, Object})
			for _, r := range s.Above(dl.Role{IRI: p})[1:] {
				x, y := "a", "b"
				if r.Inverse {
					x, y = y, x
				}
				got[fmt.Sprintf("<%s%s> <%s> <%s%s> .", ns, x, r.IRI, ns, y)] = true
			}
		}
		var have []string
		for line := range got {
			have = append(have, line)
		}
		slices.Sort(have)
		if diff := cmp.Diff(want, have); diff != "" {
			rt.Errorf("RDFS (-), the schema (+)\n%s", diff)
		}
		for _, r := range s.Above(dl.Role{IRI: p}) {
			if !slices.Contains(s.Below(r), dl.Role{IRI: p}) {
				rt.Errorf("%v is above %s, which is not below it", r, p)
			}
		}
		for _, q := range s.AboveValues(p) {
			if !slices.Contains(s.BelowValues(q), p) {
				rt.Errorf("%s is above %s, which is not below it", q, p)
			}
		}
		for _, q := range s.Properties() {
			for _, side := range []Side{Subject, Linked, Object} {
				o := Occurrence{q, side}
				if len(s.Classes(o)) > 0 != slices.Contains(s.Occurrences(), o) {
					rt.Errorf("%v: classes %v", o, s.Classes(o))
				}
			}
		}
	})
}

// about reports whether the statement is about one of the individuals.
func about(line string) bool {
	return strings.HasPrefix(line, "<"+ns+"a>") || strings.HasPrefix(line, "<"+ns+"b>")
}

func TestRelated(t *testing.T) {
	s := NewSchema([]Axiom{{ns + "mother", SubPropertyOf, ns + "parent"}, {ns + "child", InverseOf, ns + "parent"},
		{ns + "son", SubPropertyOf, ns + "child"}})
	want := []string{ns + "child", ns + "mother", ns + "parent", ns + "son"}
	if diff := cmp.Diff(want, s.Related([]string{ns + "parent"})); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{ns + "other"}, s.Related([]string{ns + "other"})); diff != "" {
		t.Error(diff)
	}
}
