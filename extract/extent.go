package extract

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/genus-kg/genus/extract/store"
)

// extent is the part of the data that a problem is made of, with what is not
// complete in it. What a database holds beyond it, from other runs, changes
// nothing.
type extent struct {
	d        *Data
	depth    int              // of the concepts to be learned; 0 for files without a bound
	covered  int              // how deep the runs went
	distance map[store.ID]int // from the examples; nil: everything belongs to it
	cuts     map[cutKey]bool
	cutList  []store.Cut
	taste    *taste
	follows  *entailing
	lost     map[cutKey]bool // symbols: what was cut, and what follows from it
	lostList []store.Cut
	since    int64 // what was asked before is out of date; milliseconds, 0: nothing is
}

func (e *extent) has(a store.ID) bool {
	if e.distance == nil {
		return true
	}
	_, ok := e.distance[a]
	return ok
}

func (e *extent) cut(p store.ID, dir store.Direction) bool {
	return e.cuts[cutKey{e.d.terms[p], dir}]
}

// needs reports whether a concept of the depth may look at the role fact.
func (e *extent) needs(f store.Tuple) bool {
	if e.d.crawled == nil {
		return e.has(f[1]) && e.has(f[2])
	}
	s, hasS := e.distance[f[1]]
	o, hasO := e.distance[f[2]]
	return hasS && hasO && (s < e.depth && !e.cut(f[0], store.CutOut) || o < e.depth && !e.cut(f[0], store.CutIn))
}

// needsRole is needs of a role, which follows from what is stated.
func (e *extent) needsRole(r string, a, b store.ID) bool {
	if e.d.crawled == nil {
		return e.has(a) && e.has(b)
	}
	s, hasS := e.distance[a]
	o, hasO := e.distance[b]
	return hasS && hasO && (s < e.depth && !e.lost[cutKey{r, store.CutOut}] || o < e.depth && !e.lost[cutKey{r, store.CutIn}])
}

// hasValues reports whether the values of the feature are whole.
func (e *extent) hasValues(f string) bool { return !e.lost[cutKey{f, store.CutValue}] }

// checkAxioms makes sure that the axioms are here, if they are heeded.
func (e *extent) checkAxioms() error {
	asked := e.d.crawled.axioms
	switch {
	case !e.d.vocabulary.RDFS || asked >= e.since && asked > 0:
		return nil
	case asked == 0:
		return fmt.Errorf("%w: the axioms about properties are not here: run genus extract again", ErrIncomplete)
	}
	return fmt.Errorf("%w: the axioms about properties were asked for at %s: run genus extract again with the same --max-age", ErrExpired, atTime(asked))
}

func atTime(ms int64) string { return time.UnixMilli(ms).UTC().Format(time.RFC3339) }

func (e *extent) add(c store.Cut) {
	if key := (cutKey{c.Property, c.Direction}); !e.cuts[key] {
		e.cuts[key] = true
		e.cutList = append(e.cutList, c)
	}
}

// extent finds it, and makes sure that it is whole: whatever the runs noted, at
// every individual within reach everything must have been asked for, and what was
// not answered whole is cut.
func (d *Data) extent(start []store.ID, ex Examples, o LoadOptions) (*extent, error) {
	e := &extent{d: d, depth: o.Depth, cuts: map[cutKey]bool{}, taste: d.taste(), lost: map[cutKey]bool{}}
	e.follows = d.entailing(e.taste)
	if d.crawled == nil {
		if o.Depth > 0 {
			e.measure(start, o.Depth)
		}
		return e, nil
	}
	if o.MaxAge > 0 {
		e.since = time.Now().Add(-o.MaxAge).UnixMilli()
	}
	if err := e.cover(ex, o.Depth); err != nil {
		return nil, err
	}
	if err := e.checkAxioms(); err != nil {
		return nil, err
	}
	for level := range e.depth + 1 {
		e.measure(start, level)
		if err := e.check(level); err != nil {
			return nil, err
		}
	}
	for before := -1; before != len(e.cutList); {
		before = len(e.cutList)
		e.measure(start, e.depth)
		e.checkHubs()
	}
	e.lostList = e.follows.cuts(e.cutList)
	for _, c := range e.lostList {
		e.lost[cutKey{c.Property, c.Direction}] = true
	}
	return e, nil
}

func compareCutKeys(a, b cutKey) int {
	return cmp.Or(cmp.Compare(a.property, b.property), cmp.Compare(a.direction, b.direction))
}

func (e *extent) measure(start []store.ID, limit int) {
	kept := func(p store.ID, dir store.Direction) bool { return !e.cut(p, dir) }
	e.distance = distances(len(e.d.terms), e.d.roles, start, limit, kept, func(store.ID) bool { return true })
}

// cover finds runs that started from all of the examples and went deep enough,
// and takes over what they cut. Of several, the latest that has all examples, or
// else for each example the latest that has it.
func (e *extent) cover(ex Examples, want int) error {
	best := map[string]int{} // the depth that is here, by example
	begun := map[string]bool{}
	for _, r := range e.d.crawled.runs {
		for _, iri := range r.Examples {
			begun[iri] = true
			if got, ok := best[iri]; !r.Finished.IsZero() && (!ok || r.Depth > got) {
				best[iri] = r.Depth
			}
		}
	}
	e.covered = -1
	examples := slices.Concat(ex.Pos, ex.Neg)
	for _, iri := range examples {
		got, done := best[iri]
		switch {
		case !begun[iri]:
			return fmt.Errorf("%w: the crawl did not start from %s: run genus extract with these examples", ErrIncomplete, bracket(iri))
		case !done:
			return fmt.Errorf("%w: the crawl was interrupted: run genus extract again, it goes on where it was", ErrIncomplete)
		case got < want:
			return fmt.Errorf("%w: it was extracted to depth %d and depth %d is asked for: extract deeper, or learn less deep", ErrIncomplete, got, want)
		case e.covered < 0 || got < e.covered:
			e.covered = got
		}
	}
	e.covered = max(e.covered, 0)
	if e.depth == 0 {
		e.depth = e.covered
	}
	for _, r := range e.runs(examples) {
		for _, c := range r.Cuts {
			e.add(c)
		}
	}
	return nil
}

func (e *extent) runs(examples []string) []store.Run {
	var some []store.Run
	left := set(examples)
	for _, r := range e.d.crawled.runs { // the latest first
		if r.Finished.IsZero() || r.Depth < e.depth {
			continue
		}
		has := set(r.Examples)
		if !slices.ContainsFunc(examples, func(iri string) bool { return !has[iri] }) {
			return []store.Run{r}
		}
		before := len(left)
		maps.DeleteFunc(left, func(iri string, _ bool) bool { return has[iri] })
		if len(left) < before {
			some = append(some, r)
		}
	}
	return some
}

// check looks at the individuals at that distance.
func (e *extent) check(level int) error {
	var at []store.ID
	for a, d := range e.distance {
		if d == level {
			at = append(at, a)
		}
	}
	slices.Sort(at)
	tells := len(e.taste.telling()) > 0
	for _, a := range at {
		has := e.d.crawled.present[a]
		switch {
		case level < e.depth && !(has.Out && has.In), !has.Out && !has.Leaf:
			return fmt.Errorf("%w: %s came within reach, or was asked for again, after the extraction: run genus extract again, it asks only for what is missing", ErrIncomplete, bracket(e.d.terms[a]))
		case has.Oldest < e.since:
			return fmt.Errorf("%w: %s was asked about at %s: run genus extract again with the same --max-age", ErrExpired, bracket(e.d.terms[a]), atTime(has.Oldest))
		case tells && e.d.crawled.occurs[e.d.terms[a]] < e.d.crawled.axioms:
			return fmt.Errorf("%w: what domains and ranges say of %s is not here: run genus extract again, it asks only for what is missing", ErrIncomplete, bracket(e.d.terms[a]))
		}
		for _, part := range e.parts(a, level) {
			dirs := directions(part)
			if level == e.depth {
				dirs = []store.Direction{store.CutValue}
			}
			for _, g := range e.d.crawled.gaps[a] {
				if g.Part == part {
					e.open(dirs, g)
				}
			}
		}
	}
	return nil
}

// parts are those that have to be whole at the individual. At the last distance
// that is the leaf or, if there is nothing amiss with it, everything about it.
func (e *extent) parts(a store.ID, level int) []store.Part {
	if level < e.depth {
		return []store.Part{store.Out, store.In}
	}
	has := e.d.crawled.present[a]
	whole := has.Out && !has.HubOut && !slices.ContainsFunc(e.d.crawled.gaps[a], func(g store.Gap) bool {
		return g.Part == store.Out && (g.State == store.Counted || g.State == store.Gone)
	})
	if has.Leaf && !whole {
		return []store.Part{store.Leaf}
	}
	return []store.Part{store.Out}
}

// open cuts what a gap leaves open of the directions.
func (e *extent) open(dirs []store.Direction, g store.Gap) {
	p, s := e.d.terms[g.Property], e.d.terms[g.Term]
	if g.State == store.Here || !e.taste.uses(p) {
		return
	}
	reason := g.Reason
	if g.State == store.Counted {
		reason = fmt.Sprintf("the %s statements of %s were counted and not asked for", count(g.N), bracket(s))
	}
	for _, dir := range dirs {
		if dir != store.CutValue || g.State != store.Values {
			e.add(store.Cut{Property: p, Direction: dir, Individual: s, N: g.N, Reason: reason})
		}
	}
}

// checkHubs cuts what was not asked, or is not whole, at individuals that are
// asked property by property.
func (e *extent) checkHubs() {
	var used []store.ID // properties
	for a, d := range e.distance {
		has := e.d.crawled.present[a]
		if d >= e.depth || !has.HubOut && !has.HubIn {
			continue
		}
		if used == nil {
			used = e.properties()
		}
		for _, h := range hubParts {
			if h.part == store.Out && !has.HubOut || h.part == store.In && !has.HubIn {
				continue
			}
			known := map[store.ID]store.Gap{}
			for _, g := range e.d.crawled.gaps[a] {
				if g.Part == h.hub {
					known[g.Property] = g
				}
			}
			for _, p := range used {
				g, ok := known[p]
				if !ok {
					g = store.Gap{Term: a, Property: p, State: store.Gone, Reason: fmt.Sprintf("%s has too many statements to ask for all, and was not asked for these", bracket(e.d.terms[a]))}
				}
				e.open(directions(h.part), g)
			}
		}
	}
}

// properties are those of the facts and values in the extent.
func (e *extent) properties() []store.ID {
	all := map[store.ID]bool{}
	for _, f := range e.d.roles {
		if !all[f[0]] && e.needs(f) {
			all[f[0]] = true
		}
	}
	for _, v := range e.d.values {
		if !all[v.Property] && e.has(v.Individual) && !e.cut(v.Property, store.CutValue) {
			all[v.Property] = true
		}
	}
	if e.follows.schema == nil {
		return slices.Sorted(maps.Keys(all))
	}
	var used []string
	for p := range all {
		used = append(used, e.d.terms[p])
	}
	var ids []store.ID
	for _, p := range e.taste.related(used) {
		ids = append(ids, e.d.index[p])
	}
	return ids
}
