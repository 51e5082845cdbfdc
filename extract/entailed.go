package extract

import (
	"fmt"
	"maps"
	"slices"

	"github.com/genus-kg/genus/extract/entail"
	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/queries"
)

// When a problem is made of what an endpoint states, what follows from its axioms
// about properties is filled in. (Of files it is a fact already: ImportFiles.)

// entailing tells what follows from statements with a property.
type entailing struct {
	taste  *taste
	schema *entail.Schema       // nil: nothing does
	roles  map[string][]dl.Role // memo: the symbols above
	values map[string][]string
}

// entailing is what follows of what the data states.
func (d *Data) entailing(t *taste) *entailing {
	f := &entailing{taste: t, roles: map[string][]dl.Role{}, values: map[string][]string{}}
	if d.crawled != nil {
		f.schema = t.schema
	}
	return f
}

// above are the roles that have every pair of the property.
func (f *entailing) above(p string) []dl.Role {
	roles, known := f.roles[p]
	if !known {
		roles = []dl.Role{{IRI: p}}
		if f.schema != nil {
			roles = slices.DeleteFunc(f.schema.Above(roles[0]), func(r dl.Role) bool { return !f.taste.symbol(r.IRI) })
		}
		f.roles[p] = roles
	}
	return roles
}

// valuesAbove are the features that have every value of the property.
func (f *entailing) valuesAbove(p string) []string {
	properties, known := f.values[p]
	if !known {
		properties = []string{p}
		if f.schema != nil {
			properties = slices.DeleteFunc(f.schema.AboveValues(p), func(q string) bool { return !f.taste.symbol(q) })
		}
		f.values[p] = properties
	}
	return properties
}

// cuts are those of symbols: what is not whole takes with it what follows from it.
func (f *entailing) cuts(stated []store.Cut) []store.Cut {
	var all []store.Cut
	seen := map[cutKey]bool{}
	add := func(c store.Cut, property string, dir store.Direction) {
		if seen[cutKey{property, dir}] {
			return
		}
		seen[cutKey{property, dir}] = true
		if property != c.Property {
			c.Reason = fmt.Sprintf("it follows from %s, which is not whole: %s", bracket(c.Property), c.Reason)
		}
		c.Property, c.Direction = property, dir
		all = append(all, c)
	}
	for _, own := range []bool{true, false} { // its own reason is the better one
		for _, c := range stated {
			if c.Direction == store.CutValue {
				for _, p := range f.valuesAbove(c.Property) {
					if own == (p == c.Property) {
						add(c, p, store.CutValue)
					}
				}
				continue
			}
			for _, r := range f.above(c.Property) {
				if own == (r == dl.Role{IRI: c.Property}) {
					dir := c.Direction
					if r.Inverse {
						dir = turned(dir)
					}
					add(c, r.IRI, dir)
				}
			}
		}
	}
	slices.SortFunc(all, func(a, b store.Cut) int {
		return compareCutKeys(cutKey{a.Property, a.Direction}, cutKey{b.Property, b.Direction})
	})
	return all
}

func turned(dir store.Direction) store.Direction {
	if dir == store.CutOut {
		return store.CutIn
	}
	return store.CutOut
}

// evidence adds to each class what makes members of it, superclasses included.
func (d *Data) evidence(t *taste, above func(store.ID) []store.ID) map[string]queries.Evidence {
	found := map[string]queries.Evidence{}
	for _, o := range t.schema.Occurrences() {
		if queries.BlankNode(o.Property) {
			continue
		}
		classes := map[store.ID]bool{}
		for _, class := range t.schema.Classes(o) {
			for _, c := range above(d.index[class]) {
				classes[c] = true
			}
		}
		for c := range classes {
			e := found[d.terms[c]]
			switch o.Side {
			case entail.Subject:
				e.Subjects = append(e.Subjects, o.Property)
			case entail.Linked:
				e.Roles = append(e.Roles, dl.Role{IRI: o.Property})
			case entail.Object:
				e.Roles = append(e.Roles, dl.Role{IRI: o.Property, Inverse: true})
			}
			found[d.terms[c]] = e
		}
	}
	for class, e := range found {
		// Whose subject with any object is a member needs no second look.
		e.Roles = slices.DeleteFunc(e.Roles, func(r dl.Role) bool { return !r.Inverse && slices.Contains(e.Subjects, r.IRI) })
		found[class] = e
	}
	return found
}

// axiomsFor is what queries must know of the axioms.
func (d *Data) axiomsFor(t *taste) queries.Axioms {
	if t.schema == nil {
		return queries.Axioms{}
	}
	a := queries.Axioms{Roles: map[string][]dl.Role{}, Features: map[string][]string{}, Classes: d.evidence(t, d.closure(t))}
	for _, p := range t.schema.Properties() {
		if !t.symbol(p) || queries.BlankNode(p) {
			continue
		}
		below := slices.DeleteFunc(t.schema.Below(dl.Role{IRI: p}), func(r dl.Role) bool { return queries.BlankNode(r.IRI) })
		if len(below) > 1 {
			a.Roles[p] = below[1:]
		}
		values := slices.DeleteFunc(t.schema.BelowValues(p), queries.BlankNode)
		if len(values) > 1 {
			a.Features[p] = values[1:]
		}
	}
	return a
}

// members are the classes of individuals that follow from occurrences.
func (d *Data) members(t *taste) []store.Tuple {
	if d.crawled == nil || t.schema == nil {
		return nil
	}
	side := map[store.Side]entail.Side{}
	for s, stored := range sides {
		side[stored] = s
	}
	memo := map[entail.Occurrence][]string{}
	var found []store.Tuple
	for _, o := range d.crawled.occurrences {
		k := entail.Occurrence{Property: d.terms[o.Property], Side: side[o.Side]}
		classes, known := memo[k]
		if !known {
			classes = t.schema.Classes(k)
			memo[k] = classes
		}
		for _, class := range classes {
			found = append(found, store.Tuple{o.Individual, d.index[class]})
		}
	}
	slices.SortFunc(found, func(a, b store.Tuple) int { return slices.Compare(a[:], b[:]) })
	return slices.Compact(found)
}

// related are the properties and those from whose statements theirs follow.
func (t *taste) related(properties []string) []string {
	if t.schema == nil {
		return properties
	}
	// What is above is a symbol as well, and needs what is below it.
	all := map[string]bool{}
	for _, p := range properties {
		all[p] = true
		for _, r := range t.schema.Above(dl.Role{IRI: p}) {
			all[r.IRI] = true
		}
	}
	return t.schema.Related(slices.Sorted(maps.Keys(all)))
}
