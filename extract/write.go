package extract

import (
	"fmt"
	"slices"

	"github.com/genus-kg/genus/extract/store"
)

// judge notes what is wrong with what came for a part of some terms, in the
// tallies of part as, which are to be written afterwards.
func (c *crawl) judge(part, as store.Part, a answer) error {
	flawed := func(f flaw, state store.State) {
		t, _ := c.counted.get(as, f.s, f.p)
		if t.State == store.Gone { // the first reason stays
			return
		}
		c.counted.set(store.Tally{Term: f.s, Part: as, Property: f.p, N: max(t.N, f.n), State: state, Reason: f.reason})
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
	for run := range runs(a.rows) {
		c.store(tx, part, run)
	}
	for _, st := range a.beyond {
		switch {
		case st.o.kind != named:
			c.warn("an anonymous class above %s has a superclass that cannot be asked about: memberships that need it are missing", bracket(st.s))
		case part == store.Super:
			tx.AddSubclass(st.s, st.o.text)
		default:
			c.rememberClass(tx.AddClass(st.s, st.o.text))
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
	if !slices.ContainsFunc(rows, func(st statement) bool { return st.o.kind < named }) {
		return
	}
	type ends struct{ all, blank, bad int }
	at := map[pair]*ends{}
	for run := range runs(rows) {
		k := run[0].pair
		if !c.taste.uses(k.p) {
			continue
		}
		e := at[k]
		if e == nil {
			e = &ends{}
			at[k] = e
		}
		e.all += len(run)
		for _, st := range run {
			switch st.o.kind {
			case malformed, unnameable:
				e.bad++
			case anonymous:
				e.blank++
			}
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

// store keeps statements of one pair, as far as they belong to what is kept.
func (c *crawl) store(tx *store.Tx, part store.Part, run []statement) {
	s, p := run[0].s, run[0].p
	u := c.taste.use(p)
	uses, class := u.uses, part == store.Super || u.types
	valued := false
	for _, st := range run {
		o := st.o
		switch {
		case class:
			switch {
			case o.kind == named && part == store.Super:
				tx.AddSubclass(s, o.text)
			case o.kind == named:
				c.rememberClass(tx.AddClass(s, o.text))
			case o.kind == anonymous:
				tx.Skip(s, store.Skipped{Property: p, Reason: reasonAnonymous, N: 1})
			default:
				tx.Skip(s, store.Skipped{Property: p, Reason: "class that is not an IRI", N: 1})
			}
		case part == store.In:
			if uses && o.kind == named {
				c.remember(tx.AddRole(p, o.text, s), false)
				tx.AddIndividual(o.text)
			}
		case o.kind == named:
			if part == store.Out && uses {
				c.remember(tx.AddRole(p, s, o.text), true)
				tx.AddIndividual(o.text)
			}
		case o.kind != value || !uses:
			continue
		case o.unused == "":
			tx.AddValue(p, s, o.text, o.datatype)
			valued = true
		default:
			tx.Skip(s, store.Skipped{Property: p, Datatype: o.datatype, Reason: o.unused, N: 1})
		}
		c.received++
	}
	if valued {
		c.rememberValue(p)
	}
}

// Reasons of store.Skipped.
const (
	reasonAnonymous  = "anonymous class"
	reasonAnnotation = "annotation"
	reasonUnordered  = "datatype without an order"
	reasonTooLong    = "value of more than 2000 characters"
	reasonMalformed  = "malformed literal"
)

// cut takes a property out of the language of this run in one direction.
func (c *crawl) cut(cut store.Cut) {
	key := cutKey{cut.Property, cut.Direction}
	if c.cuts[key] {
		return
	}
	c.cuts[key] = true
	c.wants = nil
	c.cutList = append(c.cutList, cut)
	c.o.Logger.Info("cut", "property", cut.Property, "direction", cut.Direction, "reason", cut.Reason)
}
