package extract

import (
	"errors"
	"fmt"
	"slices"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/queries"
)

// write cuts what has a flaw and stores the rest of what came for a unit.
func (c *crawl) write(tx *store.Tx, part store.Part, u unit, a answer) error {
	for _, f := range a.flaws {
		if !c.taste.uses(f.p) {
			return fmt.Errorf("%w: classes cannot be left out, but <%s>: %s", ErrInconsistent, f.p, f.reason)
		}
		for _, dir := range directions(part) {
			c.cut(tx, store.Cut{Property: f.p, Direction: dir, Individual: f.s, N: f.n, Reason: f.reason})
		}
	}
	if part != store.Super {
		c.cutUnusable(tx, part, a.rows)
	}
	for _, st := range a.rows {
		c.store(tx, part, st)
	}
	for _, st := range a.beyond {
		switch {
		case !usable(st.o):
			c.warn("an anonymous class above %s has a superclass that cannot be asked about: memberships that need it are missing", bracket(st.s))
		case part == store.Super:
			tx.AddSubclass(st.s, st.o.String())
		default:
			tx.AddClass(st.s, st.o.String())
		}
	}
	return nil
}

// directions are what a part makes complete.
func directions(part store.Part) []store.Direction {
	switch part {
	case store.In:
		return []store.Direction{store.CutIn}
	case store.Leaf:
		return []store.Direction{store.CutValue}
	}
	return []store.Direction{store.CutOut, store.CutValue}
}

// cutUnusable cuts the properties whose other end cannot be kept.
func (c *crawl) cutUnusable(tx *store.Tx, part store.Part, rows []statement) {
	type ends struct{ all, blank, bad int }
	at := map[pair]*ends{}
	for _, st := range rows {
		if !c.taste.uses(st.p) {
			continue
		}
		e := at[st.pair]
		if e == nil {
			e = &ends{}
			at[st.pair] = e
		}
		e.all++
		switch {
		case st.o == nil:
			e.bad++
		case blank(st.o):
			e.blank++
		case st.o.Type() == rdf.TermIRI && !usable(st.o):
			e.bad++
		}
	}
	var pairs []pair
	for k, e := range at {
		if e.bad+e.blank > 0 {
			pairs = append(pairs, k)
		}
	}
	slices.SortFunc(pairs, comparePairs)
	for _, k := range pairs {
		e := at[k]
		dirs := directions(part)
		n, what := e.bad, "not valid RDF"
		if e.bad == 0 { // a blank node is no value: the feature stays
			n, what = e.blank, "blank nodes, which cannot be asked about"
			dirs = dirs[:1]
		}
		reason := fmt.Sprintf("%s of the %s successors of %s are %s", count(n), count(e.all), bracket(k.s), what)
		for _, dir := range dirs {
			c.cut(tx, store.Cut{Property: k.p, Direction: dir, Individual: k.s, N: n, Reason: reason})
		}
	}
}

// usable reports whether the term is an IRI that can be asked about.
func usable(t rdf.Term) bool {
	if t == nil || t.Type() != rdf.TermIRI || blank(t) {
		return false
	}
	_, err := queries.IRI(t.String())
	return err == nil
}

// store keeps one statement, if it belongs to what is kept.
func (c *crawl) store(tx *store.Tx, part store.Part, st statement) {
	kept := func(dir store.Direction) bool { return c.taste.uses(st.p) && !c.cuts[cutKey{st.p, dir}] }
	switch {
	case part == store.Super || c.taste.typing[st.p]:
		switch {
		case usable(st.o) && part == store.Super:
			tx.AddSubclass(st.s, st.o.String())
		case usable(st.o):
			tx.AddClass(st.s, st.o.String())
		case st.o != nil && blank(st.o):
			tx.Skip(store.Skipped{Property: st.p, Reason: reasonAnonymous, N: 1})
		default:
			tx.Skip(store.Skipped{Property: st.p, Reason: "class that is not an IRI", N: 1})
		}
	case part == store.In:
		if kept(store.CutIn) && usable(st.o) {
			tx.AddRole(st.p, st.o.String(), st.s)
			tx.AddIndividual(st.o.String())
		}
	case usable(st.o):
		if part == store.Out && kept(store.CutOut) {
			tx.AddRole(st.p, st.s, st.o.String())
			tx.AddIndividual(st.o.String())
		}
	default:
		lit, ok := st.o.(rdf.Literal)
		if !ok || !kept(store.CutValue) {
			return
		}
		datatype := lit.DataType.String()
		if reason := c.o.Vocabulary.unsupported(lit.String(), datatype); reason == "" {
			tx.AddValue(st.p, st.s, lit.String(), datatype)
		} else if !c.fetched[store.Leaf][st.s] { // else it was counted then
			tx.Skip(store.Skipped{Property: st.p, Datatype: datatype, Reason: reason, N: 1})
		}
	}
	c.received++
}

// Reasons of store.Skipped.
const (
	reasonAnonymous = "anonymous class"
	reasonUnordered = "datatype without an order"
	reasonMalformed = "malformed literal"
)

// unsupported is why a literal is no value of a feature; empty if it is one.
func (v Vocabulary) unsupported(lexical, datatype string) string {
	value, err := dl.ParseLiteral(lexical, datatype)
	switch {
	case err == nil && value.Kind() == dl.String && !v.Strings:
		return reasonUnordered
	case err == nil:
		return ""
	case errors.Is(err, dl.ErrUnordered):
		return reasonUnordered
	}
	return reasonMalformed
}

// cut takes a property out of the language in one direction and deletes the
// facts that nothing needs any more.
func (c *crawl) cut(tx *store.Tx, cut store.Cut) {
	key := cutKey{cut.Property, cut.Direction}
	if c.cuts[key] {
		return
	}
	c.cuts[key] = true
	tx.AddCut(cut)
	if cut.Direction == store.CutValue {
		tx.DropValues(cut.Property)
	} else {
		tx.DropRoleFacts(cut.Property, c.cuts[cutKey{cut.Property, store.CutOut}], c.cuts[cutKey{cut.Property, store.CutIn}])
	}
	c.o.Logger.Info("cut", "property", cut.Property, "direction", cut.Direction, "reason", cut.Reason)
}
