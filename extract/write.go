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

// judge notes what is wrong with what came for a part of some terms, in the
// tallies of part as, which are to be written afterwards.
func (c *crawl) judge(part, as store.Part, a answer) error {
	flawed := func(f flaw, state store.State) {
		t, _ := c.tally(as, f.s, f.p)
		if t.State == store.Gone { // the first reason stays
			return
		}
		c.setTally(store.Tally{Term: f.s, Part: as, Property: f.p, N: max(t.N, f.n), State: state, Reason: f.reason})
	}
	for _, f := range a.flaws {
		if !c.taste.uses(f.p) {
			return classesIncomplete(f.p, f.reason)
		}
		flawed(f, store.Gone)
	}
	if part != store.Super {
		c.unusable(a.rows, flawed)
	}
	return nil
}

// keep stores what came for a part of some terms.
func (c *crawl) keep(tx *store.Tx, part store.Part, a answer) {
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
}

func classesIncomplete(p, reason string) error {
	return fmt.Errorf("%w: classes cannot be left out, but <%s>: %s", ErrInconsistent, p, reason)
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

// unusable finds the properties whose other end cannot be kept.
func (c *crawl) unusable(rows []statement, flawed func(flaw, store.State)) {
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
		state, n, what := store.Gone, e.bad, "not valid RDF"
		if e.bad == 0 { // a blank node is no value: the feature stays
			state, n, what = store.Values, e.blank, "blank nodes, which cannot be asked about"
		}
		flawed(flaw{k, n, fmt.Sprintf("%s of the %s successors of %s are %s", count(n), count(e.all), bracket(k.s), what)}, state)
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
	uses := c.taste.uses(st.p)
	switch {
	case part == store.Super || c.taste.typing[st.p]:
		switch {
		case usable(st.o) && part == store.Super:
			tx.AddSubclass(st.s, st.o.String())
		case usable(st.o):
			tx.AddClass(st.s, st.o.String())
		case st.o != nil && blank(st.o):
			tx.Skip(st.s, store.Skipped{Property: st.p, Reason: reasonAnonymous, N: 1})
		default:
			tx.Skip(st.s, store.Skipped{Property: st.p, Reason: "class that is not an IRI", N: 1})
		}
	case part == store.In:
		if uses && usable(st.o) {
			tx.AddRole(st.p, st.o.String(), st.s)
			tx.AddIndividual(st.o.String())
		}
	case usable(st.o):
		if part == store.Out && uses {
			tx.AddRole(st.p, st.s, st.o.String())
			tx.AddIndividual(st.o.String())
		}
	default:
		lit, ok := st.o.(rdf.Literal)
		if !ok || !uses {
			return
		}
		datatype := lit.DataType.String()
		if reason := c.o.Vocabulary.unsupported(lit.String(), datatype); reason == "" {
			tx.AddValue(st.p, st.s, lit.String(), datatype)
		} else {
			tx.Skip(st.s, store.Skipped{Property: st.p, Datatype: datatype, Reason: reason, N: 1})
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

// cut takes a property out of the language of this run in one direction.
func (c *crawl) cut(cut store.Cut) {
	key := cutKey{cut.Property, cut.Direction}
	if c.cuts[key] {
		return
	}
	c.cuts[key] = true
	c.cutList = append(c.cutList, cut)
	c.o.Logger.Info("cut", "property", cut.Property, "direction", cut.Direction, "reason", cut.Reason)
}
