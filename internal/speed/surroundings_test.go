package speed

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// plain returns the IRI without its brackets; empty for a literal.
func plain(term string) string {
	if iri, ok := strings.CutPrefix(term, "<"); ok {
		return strings.TrimSuffix(iri, ">")
	}
	return ""
}

// generated returns the graph of n facts as the generator states it, not read by the code
// under test.
func generated(t *testing.T, n int) *interp.Structure {
	t.Helper()
	var b interp.Builder
	wikidata(n, func(subject, property, object string) {
		a, p, o := plain(subject), plain(property), plain(object)
		kind := properties[strings.TrimPrefix(p, wdt)]
		switch {
		case p == wdt+"P31":
			b.AddName(o, a)
		case p == wdt+"P279":
			b.AddInclusion(a, o)
		case o != "":
			b.AddRole(p, a, o)
		case kind == "Time" || kind == "Quantity":
			lexical, datatype, _ := strings.Cut(strings.TrimPrefix(object, `"`), `"^^`)
			v, err := dl.ParseLiteral(lexical, plain(datatype))
			if err != nil {
				t.Fatal(err)
			}
			b.AddValue(p, a, v)
		}
	})
	s, err := b.Build(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// goneOf returns the roles and features that are removed.
func goneOf(removed []interp.Removal) map[any]bool {
	gone := map[any]bool{}
	for _, r := range removed {
		if r.Feature != "" {
			gone[r.Feature] = true
		} else {
			gone[r.Role] = true
		}
	}
	return gone
}

// describe returns the sorted statements about the individual in the structure, without
// what is removed, and its successors, if roles is set.
func describe(s *interp.Structure, iri string, gone map[any]bool, roles bool) (said, successors []string) {
	a, ok := s.Lookup(iri)
	if !ok {
		return nil, nil
	}
	sig := s.Signature()
	for i, c := range sig.Atoms() {
		if s.Atom(interp.ConceptID(i)).Test(uint(a)) {
			said = append(said, fmt.Sprint(c))
		}
	}
	for i, f := range sig.Features() {
		for _, rank := range s.Ranks(interp.FeatureID(i), a) {
			if !gone[f] {
				said = append(said, fmt.Sprint(f, " = ", s.Values(interp.FeatureID(i))[rank]))
			}
		}
	}
	for r := range interp.RoleID(sig.NumRoles()) {
		role := sig.Role(r)
		if !roles || gone[role] || properties[strings.TrimPrefix(role.IRI, wdt)] != "WikibaseItem" {
			continue
		}
		for _, b := range s.Successors(r, a) {
			said, successors = append(said, fmt.Sprint(role, " ", s.IRI(b))), append(successors, s.IRI(b))
		}
	}
	slices.Sort(said)
	return said, successors
}

// compareAround compares the extraction with the whole graph at every individual within
// depth steps of the examples, and returns their number.
func compareAround(t *testing.T, p interp.Problem, whole *interp.Structure, depth int) (compared int) {
	t.Helper()
	gone, seen, wrong := goneOf(p.Removed), map[string]bool{}, 0
	var level []string
	for _, a := range slices.Concat(p.Pos, p.Neg) {
		level = append(level, p.Structure.IRI(a))
		seen[p.Structure.IRI(a)] = true
	}
	for distance := 0; distance <= depth; distance++ {
		compared += len(level)
		var next []string
		for _, iri := range level {
			got, _ := describe(p.Structure, iri, gone, distance < depth)
			want, successors := describe(whole, iri, gone, distance < depth)
			if _, ok := p.Structure.Lookup(iri); !ok || !slices.Equal(got, want) {
				if wrong++; wrong <= 3 {
					t.Errorf("%s at distance %d: extracted %q, there are %q", iri, distance, got, want)
				}
			}
			for _, b := range successors {
				if !seen[b] {
					seen[b] = true
					next = append(next, b)
				}
			}
		}
		level = next
	}
	if wrong > 0 {
		t.Errorf("%d of %d individuals are wrong", wrong, compared)
	}
	return compared
}
