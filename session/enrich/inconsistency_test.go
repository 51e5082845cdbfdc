package enrich

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
)

// Proposals that contradict the ontology or each other are found, and no others are.
func TestInconsistencies(t *testing.T) {
	proposal := func(id string, kind dl.AxiomKind, subject, concept string) Proposal {
		return Proposal{ID: id, Kind: kind, Subject: subject, Concept: concept, Confidence: 1}
	}
	weak := func(p Proposal, exceptions ...string) Proposal {
		p.Confidence, p.ExceptionClasses = 0.9, [][]string{exceptions}
		return p
	}
	has := proposal("has", dl.SubClassOf, "u:A", "∃<u:r>.⊤")
	domain := proposal("domain", dl.PropertyDomain, "u:r", "<u:B>")
	apart := proposal("apart", dl.DisjointClasses, "u:A", "<u:B>")
	for _, tt := range []struct {
		name      string
		stated    []Stated
		proposals []Proposal
		want      string // the identifiers of each conflict, and what is impossible
	}{
		{"three together", nil, []Proposal{has, proposal("other", dl.SubClassOf, "u:C", "<u:B>"), domain, apart},
			"has domain apart: u:A"},
		{"one class twice, and another", nil, []Proposal{
			proposal("b", dl.SubClassOf, "u:A", "<u:B>"), apart, proposal("d", dl.SubClassOf, "u:A", "<u:D>"),
			proposal("not d", dl.DisjointClasses, "u:A", "<u:D>"), proposal("e", dl.SubClassOf, "u:C", "<u:E>"),
			proposal("not e", dl.DisjointClasses, "u:C", "<u:E>"),
		}, "b apart: u:A; d not d: u:A; e not e: u:C"},
		{"two of them", nil, []Proposal{has, domain}, ""},
		{"with what is stated", []Stated{{Kind: dl.SubClassOf, Subject: "u:Y", Concept: "<u:D> ⊓ ≤0 <u:r>.⊤"}},
			[]Proposal{proposal("one", dl.SubClassOf, "u:D", "∃<u:r>.⊤")}, "one: u:Y"},
		{"values", []Stated{{Kind: dl.SubClassOf, Subject: "u:Y", Concept: "¬(∃<u:f>)"}},
			[]Proposal{proposal("one", dl.EquivalentClasses, "u:Y", "(<u:f> ≥ 0)")}, "one: u:Y"},
		{"numbers", []Stated{{Kind: dl.SubClassOf, Subject: "u:A", Concept: "≥2 <u:r>.⊤"}},
			[]Proposal{proposal("one", dl.FunctionalProperty, "u:r", "")}, "one: u:A"},
		{"superproperty", []Stated{{Kind: subProperty, Subject: "u:s", Other: "u:r"},
			{Kind: dl.DisjointClasses, Subject: "u:A", Concept: "<u:B>"}},
			[]Proposal{proposal("has", dl.SubClassOf, "u:A", "∃<u:s>.⊤"), domain}, "has domain: u:A"},
		{"range", []Stated{{Kind: dl.DisjointClasses, Subject: "u:C", Concept: "<u:D>"}},
			[]Proposal{proposal("has", dl.SubClassOf, "u:A", "∃<u:r>.<u:C>"),
				proposal("range", dl.PropertyRange, "u:r", "<u:D>")}, "has range: u:A"},
		{"exceptions", nil, []Proposal{weak(domain, "u:A"), apart}, "apart domain: u:A"},
		{"exceptions elsewhere", nil, []Proposal{weak(domain, "u:C"), apart}, ""},
		{"it was impossible before", []Stated{{Kind: dl.SubClassOf, Subject: "u:A", Concept: "⊥"}},
			[]Proposal{has, domain, apart}, ""},
	} {
		var got []string
		for _, x := range require.Value(Inconsistencies(context.Background(), tt.stated, tt.proposals))(t) {
			got = append(got, strings.Join(append(x.With, x.ID), " ")+": "+strings.Join(x.Classes, " "))
		}
		check.Equal(t, strings.Join(got, "; "), tt.want, tt.name)
	}
}

// A conflict has no proposal that can be left out, however many others there are.
func TestLeastConflict(t *testing.T) {
	var claims []claim
	for id := range 40 {
		claims = append(claims, claim{Proposal: Proposal{ID: string(rune('A' + id))}})
	}
	want := []string{"C", "K", "Z"}
	least := leastOf(nil, false, claims, func(of []claim) bool {
		return !slices.ContainsFunc(want, func(id string) bool {
			return !slices.ContainsFunc(of, func(c claim) bool { return c.ID == id })
		})
	})
	check.Slice(t, check.Map(least, func(c claim) string { return c.ID }), want)
}
