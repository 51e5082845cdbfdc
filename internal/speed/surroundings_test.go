package speed

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// surroundings are what the graph says around some individuals, read from the
// generator: not by the code under test, and without holding the graph.
type surroundings struct {
	distance map[string]int             // of individuals
	links    map[string]map[string]bool // at individuals at a distance < depth: "property object", "^property subject"
	said     map[string]map[string]bool // at all: names of classes and "property value"
}

func note(m map[string]map[string]bool, a, what string) {
	if m[a] == nil {
		m[a] = map[string]bool{}
	}
	m[a][what] = true
}

// plain is the IRI without its brackets; empty if it is a literal.
func plain(term string) string {
	if iri, ok := strings.CutPrefix(term, "<"); ok {
		return strings.TrimSuffix(iri, ">")
	}
	return ""
}

// isRole reports whether the property leads to items, and not to classes.
func isRole(property string) bool {
	p, ok := strings.CutPrefix(property, wdt)
	return ok && properties[p] == "WikibaseItem" && p != "P31" && p != "P279"
}

// around reads the graph of n facts once for every step from the examples, over
// the roles that are not gone.
func around(t *testing.T, n int, examples []string, depth int, gone map[string]bool) surroundings {
	t.Helper()
	s := surroundings{map[string]int{}, map[string]map[string]bool{}, map[string]map[string]bool{}}
	for _, a := range examples {
		s.distance[a] = 0
	}
	for level := range depth {
		next := map[string]bool{}
		at := func(a string) bool { d, ok := s.distance[a]; return ok && d == level }
		wikidata(n, func(subject, property, object string) {
			a, p, b := plain(subject), plain(property), plain(object)
			if !isRole(p) {
				return
			}
			if at(a) && !gone[p] {
				note(s.links, a, p+" "+b)
				next[b] = true
			}
			if at(b) && !gone["^"+p] {
				note(s.links, b, "^"+p+" "+a)
				next[a] = true
			}
		})
		for a := range next {
			if _, seen := s.distance[a]; !seen {
				s.distance[a] = level + 1
			}
		}
	}
	above := map[string][]string{}
	classes := map[string][]string{}
	wikidata(n, func(subject, property, object string) {
		a, p := plain(subject), plain(property)
		if p == wdt+"P279" {
			above[a] = append(above[a], plain(object))
		}
		if _, in := s.distance[a]; !in {
			return
		}
		short := strings.TrimPrefix(p, wdt)
		switch kind := properties[short]; {
		case short == "P31":
			classes[a] = append(classes[a], plain(object))
		case (kind == "Time" || kind == "Quantity") && !gone["="+p]:
			lexical, datatype, _ := strings.Cut(strings.TrimPrefix(object, `"`), `"^^`)
			v, err := dl.ParseLiteral(lexical, plain(datatype))
			if err != nil {
				t.Fatal(err)
			}
			note(s.said, a, fmt.Sprint(p, " ", v))
		}
	})
	for a, list := range classes {
		for len(list) > 0 {
			c := list[0]
			list = list[1:]
			if !s.said[a][c] {
				note(s.said, a, c)
				list = append(list, above[c]...)
			}
		}
	}
	return s
}

// goneOf are the roles, inverse roles and features that are left out.
func goneOf(removed []interp.Removal) map[string]bool {
	gone := map[string]bool{}
	for _, r := range removed {
		switch {
		case r.Feature != "":
			gone["="+r.Feature] = true
		case r.Role.Inverse:
			gone["^"+r.Role.IRI] = true
		default:
			gone[r.Role.IRI] = true
		}
	}
	return gone
}

// sameAs compares with what was extracted, at every individual within reach.
func (s surroundings) sameAs(t *testing.T, p interp.Problem, depth int) {
	t.Helper()
	sig, gone := p.Structure.Signature(), goneOf(p.Removed)
	wrong := 0
	for _, iri := range slices.Sorted(maps.Keys(s.distance)) {
		a, ok := p.Structure.Lookup(iri)
		if !ok {
			t.Fatalf("%s, at distance %d, is missing", iri, s.distance[iri])
		}
		links, said := map[string]bool{}, map[string]bool{}
		for r := range interp.RoleID(sig.NumRoles()) {
			name := sig.Role(r).IRI
			if sig.Role(r).Inverse {
				name = "^" + name
			}
			for _, b := range p.Structure.Successors(r, a) {
				if !gone[name] && s.distance[iri] < depth {
					links[name+" "+p.Structure.IRI(b)] = true
				}
			}
		}
		for i, c := range sig.Atoms() {
			if name, ok := c.(dl.Name); ok && p.Structure.Atom(interp.ConceptID(i)).Test(uint(a)) {
				said[name.IRI] = true
			}
		}
		for i, f := range sig.Features() {
			for _, rank := range p.Structure.Ranks(interp.FeatureID(i), a) {
				if !gone["="+f] {
					said[fmt.Sprint(f, " ", p.Structure.Values(interp.FeatureID(i))[rank])] = true
				}
			}
		}
		if !maps.Equal(links, s.links[iri]) || !maps.Equal(said, s.said[iri]) {
			if wrong++; wrong <= 3 {
				t.Errorf("%s at distance %d: extracted %v %v, there are %v %v", iri, s.distance[iri],
					slices.Sorted(maps.Keys(links)), slices.Sorted(maps.Keys(said)), slices.Sorted(maps.Keys(s.links[iri])), slices.Sorted(maps.Keys(s.said[iri])))
			}
		}
	}
	if wrong > 0 {
		t.Errorf("%d of %d individuals are wrong", wrong, len(s.distance))
	}
}
