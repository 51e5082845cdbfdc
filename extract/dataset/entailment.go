package dataset

import (
	"fmt"
	"slices"

	"github.com/genus-kg/genus/extract/crawl"
	"github.com/genus-kg/genus/extract/entail"
	"github.com/genus-kg/genus/extract/facts"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/queries"
)

// With Vocabulary.RDFS, a concept means both the facts that are stated and those that
// follow from axioms about properties. An endpoint has only the facts that are stated, so
// a problem gets the others here. For files, ImportFiles has added them.

// An entailment computes what follows from a statement with a property.
type entailment struct {
	symbols  *graph.Symbols
	schema   *entail.Schema       // nil if nothing follows
	roles    map[string][]dl.Role // results of rolesAbove
	features map[string][]string  // results of featuresAbove
}

// entailment returns the entailment for the facts that the data states.
func (d *Dataset) entailment() *entailment {
	e := &entailment{symbols: d.Symbols, roles: map[string][]dl.Role{}, features: map[string][]string{}}
	if !d.FromFiles() {
		e.schema = d.Symbols.Schema()
	}
	return e
}

// rolesAbove returns the roles that have every pair of the property, itself included.
func (e *entailment) rolesAbove(p string) []dl.Role {
	roles, known := e.roles[p]
	if !known {
		roles = []dl.Role{{IRI: p}}
		if e.schema != nil {
			roles = slices.DeleteFunc(e.schema.Above(roles[0]), func(r dl.Role) bool { return !e.symbols.IsSymbol(r.IRI) })
		}
		e.roles[p] = roles
	}
	return roles
}

// featuresAbove returns the features that have every value of the property, itself
// included.
func (e *entailment) featuresAbove(p string) []string {
	features, known := e.features[p]
	if !known {
		features = []string{p}
		if e.schema != nil {
			features = slices.DeleteFunc(e.schema.AboveValues(p), func(q string) bool { return !e.symbols.IsSymbol(q) })
		}
		e.features[p] = features
	}
	return features
}

// droppedSymbols returns the symbols that are incomplete, given the properties that a crawl has
// dropped: these, and the symbols above them.
func (e *entailment) droppedSymbols(stated []crawl.Dropped) []crawl.Dropped {
	var all []crawl.Dropped
	seen := map[crawl.Key]bool{}
	add := func(d crawl.Dropped, key crawl.Key) {
		if seen[key] {
			return
		}
		seen[key] = true
		if key.Property != d.Property {
			d.Reason = fmt.Sprintf("it follows from %s, which is not complete: %s", graph.Bracketed(d.Property), d.Reason)
		}
		d.Property, d.Direction = key.Property, key.Direction
		all = append(all, d)
	}
	for _, own := range []bool{true, false} { // the reason of the property itself comes first
		for _, d := range stated {
			if d.Direction == crawl.Values {
				for _, p := range e.featuresAbove(d.Property) {
					if own == (p == d.Property) {
						add(d, crawl.Key{Property: p, Direction: crawl.Values})
					}
				}
				continue
			}
			for _, r := range e.rolesAbove(d.Property) {
				if own == (r == dl.Role{IRI: d.Property}) {
					add(d, crawl.Key{Property: r.IRI, Direction: directionOf(d.Direction, r.Inverse)})
				}
			}
		}
	}
	slices.SortFunc(all, func(a, b crawl.Dropped) int { return crawl.CompareKeys(a.Key(), b.Key()) })
	return all
}

// directionOf returns the direction, or the opposite one if the role is inverse.
func directionOf(dir crawl.Direction, inverse bool) crawl.Direction {
	switch {
	case !inverse:
		return dir
	case dir == crawl.Out:
		return crawl.In
	}
	return crawl.Out
}

// evidence returns, for each class, the properties whose subjects or objects are its
// members. It leaves out an anonymous class without a named superclass, because membership
// in it does not make an individual.
func (d *Dataset) evidence(schema *entail.Schema) map[string]queries.Evidence {
	found := map[string]queries.Evidence{}
	above := d.directSuperclasses()
	isNamed := func(c facts.ID) bool { return !queries.BlankNode(d.Facts.Term(c)) }
	for _, o := range schema.Occurrences() {
		if queries.BlankNode(o.Property) {
			continue
		}
		for _, class := range schema.Classes(o) {
			if queries.BlankNode(class) && !slices.ContainsFunc(entail.Chain(d.Facts.Find(class), above), isNamed) {
				continue
			}
			e := found[class]
			switch o.Side {
			case entail.Subject:
				e.Subjects = append(e.Subjects, o.Property)
			case entail.Linked:
				e.Roles = append(e.Roles, dl.Role{IRI: o.Property})
			case entail.Object:
				e.Roles = append(e.Roles, dl.Role{IRI: o.Property, Inverse: true})
			}
			found[class] = e
		}
	}
	return found
}

// Axioms returns the properties and classes that a query must include for each symbol,
// because its facts follow from theirs.
func (d *Dataset) Axioms() queries.Axioms {
	schema := d.Symbols.Schema()
	if schema == nil || !d.Vocabulary.RDFS {
		return queries.Axioms{Unredirected: d.unmoved()}
	}
	a := queries.Axioms{Unredirected: d.unmoved(), Roles: map[string][]dl.Role{}, Features: map[string][]string{},
		Equivalent: d.Symbols.EquivalentClasses(), Classes: d.evidence(schema), Subclasses: d.directSubclasses()}
	a.Transitive, a.ThroughLiterals = map[string]bool{}, map[string]bool{}
	for _, p := range schema.Transitive() {
		if d.Symbols.Uses(p) && !queries.BlankNode(p) {
			a.Transitive[p] = true
		}
	}
	for _, c := range d.literalChains() {
		a.ThroughLiterals[c.Role.Property] = true
	}
	literal := d.literalProperties()
	for _, p := range schema.Properties() {
		if !d.Symbols.IsSymbol(p) && !a.Transitive[p] || queries.BlankNode(p) {
			continue
		}
		below := slices.DeleteFunc(schema.Below(dl.Role{IRI: p}), func(r dl.Role) bool { return queries.BlankNode(r.IRI) })
		if len(below) > 1 {
			a.Roles[p] = below[1:]
		}
		if passLiterals(below, literal) {
			a.ThroughLiterals[p] = true
		}
		values := slices.DeleteFunc(schema.BelowValues(p), queries.BlankNode)
		if len(values) > 1 {
			a.Features[p] = values[1:]
		}
	}
	return a
}

// members returns the class memberships that follow from domains and ranges.
func (d *Dataset) members() []facts.Tuple {
	schema := d.Symbols.Schema()
	if d.FromFiles() || schema == nil {
		return nil
	}
	memo := map[entail.Occurrence][]string{}
	var found []facts.Tuple
	for _, p := range d.Facts.Participation {
		o := entail.Occurrence{Property: d.Facts.Term(p.Property), Side: p.Side}
		classes, known := memo[o]
		if !known {
			classes = schema.Classes(o)
			memo[o] = classes
		}
		for _, class := range classes {
			if id := d.Facts.Find(class); id != 0 {
				found = append(found, facts.Tuple{p.Individual, id})
			}
		}
	}
	slices.SortFunc(found, func(a, b facts.Tuple) int { return slices.Compare(a[:], b[:]) })
	return slices.Compact(found)
}

// directSuperclasses returns the stated superclasses of each class. There are none with
// Vocabulary.NoClosure.
func (d *Dataset) directSuperclasses() map[facts.ID][]facts.ID {
	direct := map[facts.ID][]facts.ID{}
	if !d.Vocabulary.NoClosure {
		for _, t := range d.Facts.Superclasses {
			direct[t[0]] = append(direct[t[0]], t[1])
		}
	}
	return direct
}

// directSubclasses returns the inverse of directSuperclasses.
func (d *Dataset) directSubclasses() map[string][]string {
	direct := map[string][]string{}
	for c, above := range d.directSuperclasses() {
		for _, class := range above {
			direct[d.Facts.Term(class)] = append(direct[d.Facts.Term(class)], d.Facts.Term(c))
		}
	}
	return direct
}

// Kinds returns the sorted kinds of values of each feature, including booleans and
// strings. It must not be changed.
func (d *Dataset) Kinds() map[string][]dl.Kind { return d.kinds() }

// findKinds returns the sorted kinds of values of each feature.
func (d *Dataset) findKinds() map[string][]dl.Kind {
	kinds := map[string][]dl.Kind{}
	follows := d.entailment()
	for property, part := range facts.Parts(d.Facts.Values, facts.PropertyOf) {
		datatypes := map[facts.ID]bool{}
		for _, v := range part {
			datatypes[v.Datatype] = true
		}
		for datatype := range datatypes {
			k, ok := dl.KindOf(d.Facts.Term(datatype))
			for _, p := range follows.featuresAbove(d.Facts.Term(property)) {
				if ok && !slices.Contains(kinds[p], k) {
					kinds[p] = append(kinds[p], k)
				}
			}
		}
	}
	for _, ks := range kinds {
		slices.Sort(ks)
	}
	return kinds
}

// passLiterals reports whether chains of the steps can pass through a literal: they have a
// step to a literal and a step back from one.
func passLiterals(steps []dl.Role, literal map[string]bool) bool {
	way := func(inverse bool) bool {
		return slices.ContainsFunc(steps, func(s dl.Role) bool { return s.Inverse == inverse && literal[s.IRI] })
	}
	return way(false) && way(true)
}

// literalChains returns the transitive roles whose chains can pass through a literal. Both
// directions of a property are among them, or none.
func (d *Dataset) literalChains() []graph.Chain {
	chains := d.Symbols.Chains()
	if len(chains) == 0 || !d.Vocabulary.RDFS {
		return nil
	}
	literal := d.literalProperties()
	return slices.DeleteFunc(chains, func(c graph.Chain) bool {
		var steps []dl.Role
		for _, s := range c.Steps {
			steps = append(steps, dl.Role{IRI: s.Property, Inverse: s.Inverse})
		}
		return !passLiterals(steps, literal)
	})
}

func (d *Dataset) literalProperties() map[string]bool {
	all := map[string]bool{}
	for p := range facts.Parts(d.Facts.Values, facts.PropertyOf) {
		all[d.Facts.Term(p)] = true
	}
	for _, s := range d.Facts.Skipped {
		all[s.Property] = true
	}
	return all
}
