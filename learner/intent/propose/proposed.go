package propose

import (
	"cmp"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent/normal"
	"github.com/genus-kg/genus/learner/intent/price"
	"github.com/genus-kg/genus/learner/interp"
)

// Limits of what words propose.
const (
	valuesOfWord = 2 // values of one role for each word
	mostSaid     = 7 // said values of one role
	heardAt      = 0.4
)

// saidValue is a value or class that words say.
type saidValue struct {
	c    dl.Concept // the filler
	pays float64
	size int
}

// saidValues returns the values of the role, and classes of its values, for each word on this side of ¬ the two that it
// says best.
func (s *Proposer) saidValues(t *atoms, role dl.Role, negated bool) (out []saidValue) {
	r, ok := t.s.Signature().RoleID(role.Inv())
	if !ok {
		return nil
	}
	best := make([][]saidValue, len(s.Words.List))
	iris := slices.Clone(s.Words.Found)
	for _, b := range t.s.Sources(r) {
		if t.isValue(b) {
			iris = append(iris, t.s.IRI(b))
		}
	}
	for i, iri := range iris {
		x := saidValue{c: dl.Nominal{IRI: iri}, size: -1 - i} // an endpoint has the best first
		by := s.Words.Pays(iri)
		for _, n := range by {
			x.pays += n
		}
		if x.pays == 0 {
			continue
		}
		for i, n := range by {
			w := &s.Words.List[i]
			if n < heardAt*w.Weight || n == 0 || w.Negated != negated {
				continue
			}
			if b, ok := t.s.Lookup(iri); ok && x.size < 0 {
				x.size = len(t.s.Successors(r, b))
			}
			best[i] = append(best[i], x)
		}
	}
	seen := map[dl.Concept]bool{}
	for _, list := range best {
		slices.SortFunc(list, func(x, y saidValue) int {
			return cmp.Or(cmp.Compare(y.pays, x.pays), cmp.Compare(y.size, x.size), normal.Compare(x.c, y.c))
		})
		for _, x := range list[:min(len(list), valuesOfWord)] {
			if !seen[x.c] {
				seen[x.c] = true
				out = append(out, x)
			}
		}
	}
	slices.SortStableFunc(out,
		func(x, y saidValue) int { return cmp.Or(cmp.Compare(y.pays, x.pays), cmp.Compare(y.size, x.size)) })
	return out[:min(len(out), mostSaid)]
}

// said returns conditions that words propose although no example shows all of them: lists with said sides, one said
// value of two said roles, and some other value than a said one. Enough positives must have one of the sides.
func (s *Proposer) said(w *walk, enough int) (out []dl.Concept) {
	if s.Words == nil {
		return nil
	}
	by := map[dl.Concept][]saidUse{} // by said value
	var lists []dl.Concept
	for _, p := range w.direct() {
		role := w.paths[p].role
		values := s.saidValues(w.atoms, role, false)
		have := make([]held, len(values))
		for i, x := range values {
			if a, ok := w.s.Lookup(x.c.(dl.Nominal).IRI); ok {
				if h := w.at[target{path: p, kind: toValue, x: uint32(a)}]; h != nil {
					have[i] = *h
				}
			}
			if slices.ContainsFunc(s.Words.Pays(role.IRI), func(n float64) bool { return n > 0 }) {
				by[x.c] = append(by[x.c], saidUse{role, have[i]})
			}
		}
		lists = append(lists, saidLists(role, values, have, enough)...)
		if w.lim.others {
			out = append(out, s.otherThanSaid(w, p)...)
		}
	}
	for r := range interp.RoleID(w.s.Signature().NumRoles()) { // other said roles
		role := w.s.Signature().Role(r)
		isWalked := slices.ContainsFunc(w.direct(), func(p int) bool { return w.paths[p].role == role })
		says := func() bool { return slices.ContainsFunc(s.Words.Pays(role.IRI), func(n float64) bool { return n > 0 }) }
		if isWalked || role.Inverse || w.o.isAboutStatements(role.IRI) || !says() {
			continue
		}
		for _, x := range s.saidValues(w.atoms, role, false) {
			by[x.c] = append(by[x.c], saidUse{role, held{}})
		}
	}
	lists = append(lists, underTwoRoles(by, enough)...)
	slices.SortFunc(lists, func(c, d dl.Concept) int {
		return cmp.Or(cmp.Compare(s.Words.BitsOf(c), s.Words.BitsOf(d)), normal.Compare(c, d))
	})
	lists = normal.Unique(lists)
	out = append(out, s.Words.Labelled(w.labels(), false)...)
	out = append(out, s.comparedAsSaid(w)...)
	out = append(normal.Unique(out), lists[:min(len(lists), w.lim.saidLists)]...)
	return slices.DeleteFunc(out, func(c dl.Concept) bool { return !s.Options.allows(c) })
}

// A saidUse is a said role that a said value has, and the positives that have the value there.
type saidUse struct {
	role dl.Role
	held held
}

// saidLists returns the lists of two or more of the said values of the role of which enough positives have one.
func saidLists(role dl.Role, values []saidValue, have []held, enough int) (lists []dl.Concept) {
	for mask := 1; mask < 1<<len(values); mask++ {
		var all held
		var sides []dl.Concept
		for i, x := range values {
			if mask>>i&1 == 1 {
				sides = append(sides, dl.Exists{Role: role, C: x.c})
				for j := range all {
					all[j] |= have[i][j]
				}
			}
		}
		if n := len(sides); n >= 2 && n <= longest && size(all[:]) >= enough {
			lists = append(lists, normal.Disjoin(sides))
		}
	}
	return lists
}

// otherThanSaid returns the conditions with some other value than a said one: of the role of the path p of one
// step, and of the roles that go on from it.
func (s *Proposer) otherThanSaid(w *walk, p int) (out []dl.Concept) {
	role := w.paths[p].role
	for _, x := range s.saidValues(w.atoms, role, true) {
		for _, path := range w.paths {
			if path.before == p && path.steps == 2 {
				for _, y := range s.saidValues(w.atoms, path.role, true) {
					out = append(out, dl.Exists{Role: role, C: dl.Exists{Role: path.role, C: dl.Not{C: y.c}}})
				}
			}
		}
		out = append(out, dl.Exists{Role: role, C: dl.Not{C: x.c}})
	}
	return out
}

// underTwoRoles returns the unions of one said value under two roles of which enough positives have one.
func underTwoRoles(by map[dl.Concept][]saidUse, enough int) (lists []dl.Concept) {
	for c, uses := range by {
		for i, x := range uses {
			for _, y := range uses[:i] {
				both := x.held
				for j := range both {
					both[j] |= y.held[j]
				}
				if size(both[:]) >= enough {
					lists = append(lists, normal.Union(dl.Exists{Role: x.role, C: c}, dl.Exists{Role: y.role, C: c}))
				}
			}
		}
	}
	return lists
}

// direct returns the paths of one step, in order.
func (w *walk) direct() (out []int) {
	for p, path := range w.paths {
		if path.before < 0 && path.role.Closure == dl.NoClosure && !w.o.isAboutStatements(path.role.IRI) {
			out = append(out, p)
		}
	}
	return out
}

// directRoles returns the roles of the paths of one step.
func (w *walk) directRoles() (out []dl.Role) {
	for _, p := range w.direct() {
		out = append(out, w.paths[p].role)
	}
	return out
}

// denied returns the negations that words propose: of said values and classes, of the presence of said roles, and of
// conditions on labels.
func (s *Proposer) denied(t *atoms, roles []dl.Role) (out []dl.Concept) {
	var cs []dl.Concept
	if s.Words != nil && slices.ContainsFunc(s.Words.List, func(w price.Word) bool { return w.Form == price.Negation }) {
		cs = slices.Concat(s.deniedValues(t, roles), s.deniedSymbols(t))
	}
	for _, c := range append(cs, s.Words.Labelled(t.labels(), true)...) {
		if s.Options.allows(c) {
			out = append(out, dl.Not{C: c})
		}
	}
	return out
}

// deniedValues returns the said values after a negator, and the presence of the roles that are said there.
func (s *Proposer) deniedValues(t *atoms, roles []dl.Role) (out []dl.Concept) {
	for r := range interp.RoleID(t.s.Signature().NumRoles()) {
		role := t.s.Signature().Role(r)
		if t.o.isAboutStatements(role.IRI) || role.Inverse && !slices.Contains(roles, role) {
			continue
		}
		if s.saysDenied(role.IRI) {
			out = append(out, dl.Exists{Role: role, C: dl.Top{}})
		}
	}
	for _, role := range roles {
		for _, x := range s.saidValues(t, role, true) {
			out = append(out, dl.Exists{Role: role, C: x.c})
		}
	}
	return out
}

// deniedSymbols returns the classes and the presence of the features that are said after a negator.
func (s *Proposer) deniedSymbols(t *atoms) (out []dl.Concept) {
	for _, c := range t.s.Signature().Atoms() {
		if name, ok := c.(dl.Name); ok && s.saysDenied(name.IRI) {
			out = append(out, name)
		}
	}
	for _, f := range t.valued {
		if s.saysDenied(f) {
			out = append(out, dl.Has(f))
		}
	}
	return out
}

// saysDenied reports whether a word after a negator says the IRI.
func (s *Proposer) saysDenied(iri string) bool {
	for i, n := range s.Words.Pays(iri) {
		if n >= heardAt*s.Words.List[i].Weight && n > 0 && s.Words.List[i].Negated {
			return true
		}
	}
	return false
}

// labels returns the label properties that the facts have, or else the first of the vocabulary: an endpoint is not
// asked for labels as facts.
func (t *atoms) labels() []string {
	features := t.s.Signature().Features()
	isAbsent := func(p string) bool { return !slices.Contains(features, p) }
	if stated := slices.DeleteFunc(slices.Clone(t.o.Labels), isAbsent); len(stated) > 0 {
		return stated
	}
	return t.o.Labels[:min(1, len(t.o.Labels))]
}

// saidFirst moves the concepts for which words speak to the front.
func (s *Proposer) saidFirst(cs []dl.Concept) {
	if s.Words == nil {
		return
	}
	slices.SortStableFunc(cs, func(c, d dl.Concept) int { return cmp.Compare(s.Words.BitsOf(c), s.Words.BitsOf(d)) })
}

// comparedAsSaid returns the comparisons of two said features with each other, if the words compare: "wider than tall".
func (s *Proposer) comparedAsSaid(w *walk) (out []dl.Concept) {
	if !s.Words.Compare() {
		return nil
	}
	said := slices.DeleteFunc(slices.Clone(w.s.Signature().Features()), func(f string) bool {
		return !slices.ContainsFunc(s.Words.Pays(f), func(n float64) bool { return n > 0 })
	})
	for _, f := range said[:min(len(said), mostSaid)] {
		for _, g := range said[:min(len(said), mostSaid)] {
			if f != g {
				out = append(out, dl.Less{F: f, G: g})
			}
		}
	}
	return out
}
