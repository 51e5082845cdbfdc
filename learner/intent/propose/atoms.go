package propose

import (
	"context"
	"maps"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent/ask"
	"github.com/genus-kg/genus/learner/intent/normal"
	"github.com/genus-kg/genus/learner/interp"
)

// atoms is a view of a structure.
type atoms struct {
	s    *interp.Structure
	o    options
	skip map[string]bool // the examples: they do not become values
	// The names and booleans at a are classes[classesFrom[a]:classesFrom[a+1]].
	classes     []interp.ConceptID
	classesFrom []uint32
	// roles holds the roles with successors at an individual.
	roles  map[interp.Individual][]interp.RoleID
	united map[string]bool // features that are not compared, as in Session
	closed map[interp.RoleID]bool
	valued []string // properties with literals
	scope  ask.Scope
	lim    limits
	later  bool // so many questions were answered that derived symbols may take time
}

// atomsOf returns the view of the facts. It caches the last one.
func (s *Proposer) atomsOf(facts ask.Facts) *atoms {
	structure := facts.Structure
	if s.atoms == nil || s.atoms.s != structure || s.atoms.scope != facts.Scope {
		t := &atoms{
			s:      structure,
			scope:  facts.Scope,
			lim:    limitsOf[facts.Scope],
			o:      s.Options,
			roles:  map[interp.Individual][]interp.RoleID{},
			closed: map[interp.RoleID]bool{},
		}
		if s.Options.Language.Has(dl.WithPresence) {
			all := structure.Domain().Count()
			t.valued = slices.DeleteFunc(structure.Valued(), func(property string) bool {
				about := s.Options.isAboutStatements(property) || s.Options.Statements.IsSitelink(property)
				if about && !(t.lim.qualifiers && s.Options.Statements.Is(property, dl.Qualifier)) {
					return true
				}
				n, _ := s.Prior.Counted(dl.Has(property))
				return 100*n.Upper > int64(t.lim.percentPresent)*int64(all) // such as a label
			})
		}
		t.listClasses()
		s.atoms = t
	}
	s.atoms.united = s.united
	s.atoms.later = len(s.Asked) >= s.atoms.lim.closuresAfter
	s.atoms.skip = map[string]bool{}
	for _, iri := range slices.Concat(s.Pos, s.Neg) {
		s.atoms.skip[iri] = true
	}
	return s.atoms
}

// listClasses lists the names and booleans at each individual.
func (t *atoms) listClasses() {
	n := t.s.Len()
	sets := make([]interp.Set, len(t.s.Signature().Atoms()))
	t.classesFrom = make([]uint32, n+1)
	for id := range sets {
		sets[id] = t.s.Atom(interp.ConceptID(id))
		for a := range sets[id].EachSet() {
			t.classesFrom[a+1]++
		}
	}
	for a := range n {
		t.classesFrom[a+1] += t.classesFrom[a]
	}
	t.classes = make([]interp.ConceptID, t.classesFrom[n])
	next := slices.Clone(t.classesFrom)
	for id, x := range sets {
		for a := range x.EachSet() {
			t.classes[next[a]] = interp.ConceptID(id)
			next[a]++
		}
	}
}

// classesAt returns the names and booleans at a.
func (t *atoms) classesAt(a interp.Individual) []interp.ConceptID {
	return t.classes[t.classesFrom[a]:t.classesFrom[a+1]]
}

// rolesAt returns the roles with successors at a that a path may take. From a statement or a compound value
// these lead to what it says. No path takes single steps to superclasses but its first.
func (t *atoms) rolesAt(a interp.Individual) []interp.RoleID {
	if rs, ok := t.roles[a]; ok {
		return rs
	}
	var rs []interp.RoleID
	for _, r := range t.s.RolesOf(a) {
		role := t.s.Signature().Role(r)
		switch {
		case t.o.Statements.IsSitelink(role.IRI): // from a thing to its articles, and from these to their sites
			if role.Inverse == (role.IRI == dl.ArticleAbout) && t.o.Language.Has(dl.WithInverse) && t.lim.direct {
				rs = append(rs, r)
			}
		case t.o.isAboutStatements(role.IRI) || t.o.Statements.IsNode(t.s.IRI(a)):
			if !role.Inverse && (t.o.isClaim(role.IRI) || t.o.isInner(role.IRI)) {
				rs = append(rs, r)
			}
		case t.isReifier(a):
			if !role.Inverse {
				rs = append(rs, r)
			}
		case (!role.Inverse || t.o.Language.Has(dl.WithInverse)) && role.IRI != t.o.SubClassOf && t.lim.direct:
			rs = append(rs, r)
		}
	}
	t.roles[a] = rs
	return rs
}

// proposes reports whether conditions with the constructor are proposed.
func (t *atoms) proposes(l dl.Language) bool { return t.o.Language.Has(l) && !t.lim.unproposed.Has(l) }

// composes reports whether several steps of the role lead further than one: enough of its
// values have a further value, and fewer than a fifth of its edges go both ways.
func (t *atoms) composes(r interp.RoleID) bool {
	is, known := t.closed[r]
	if !known {
		if !t.s.Signature().Role(r).Inverse && t.o.Language.Has(dl.WithClosures) {
			edges, symmetric, values, further := t.s.Chains(r)
			is = further >= t.lim.further && 100*further >= t.lim.percentFurther*values && 5*symmetric < edges
		}
		t.closed[r] = is
	}
	return is
}

// isValue reports whether the individual may be the value of a path.
func (t *atoms) isValue(b interp.Individual) bool {
	iri := t.s.IRI(b)
	return !t.s.IsClass(b) && !t.skip[iri] && !normal.IsBlank(iri) &&
		(!t.o.Statements.IsNode(iri) || dl.IsUnknownValue(iri)) &&
		!t.o.Statements.NamesNothing(iri)
}

// isSite reports whether the path leads from articles to their sites.
func (w *walk) isSite(p int) bool {
	return p >= 0 && w.paths[p].role.IRI == dl.ArticleIn && w.o.Statements.IsSitelink(dl.ArticleIn)
}

// isOnlyPresent reports whether the atom is the presence of a property without values to compare, such as an
// identifier.
func (w *walk) isOnlyPresent(k target) bool {
	if k.kind != toPresence {
		return false
	}
	f, ok := w.s.Signature().FeatureID(w.valued[k.f])
	return ok && len(w.s.Values(f))+len(w.s.Strings(f)) == 0
}

// isExistence reports whether the atom says only that there is something: a property, or an article in a site.
func (w *walk) isExistence(k target) bool { return k.kind == toPresence || w.isSite(k.path) }

// mayFollow reports whether a path with these steps may take the role next. A path to a statement begins
// with it, and goes on to its value and qualifiers, those of its own property, and from a compound value to the unit.
func (t *atoms) mayFollow(before, role dl.Role) bool {
	of := t.o.Statements
	statement, toValue, reified := dl.ReifiedBy(before.IRI)
	own, isValue, _ := dl.ReifiedBy(role.IRI)
	switch {
	case reified && toValue:
		return false
	case reified:
		return isValue && own == statement || !t.o.isAboutStatements(role.IRI)
	case of.Is(before.IRI, dl.Claim):
		part, name, _ := of.Split(role.IRI)
		_, own, _ := of.Split(before.IRI)
		return part == dl.Qualifier || part == dl.QualifierQuantity || part == dl.QualifierNormalized || name == own ||
			role.IRI == dl.TypeOfStatement
	case of.IsInner(before.IRI):
		return t.o.leadsToQuantity(before) && role.IRI == dl.QuantityUnit
	}
	return !t.o.isAboutStatements(role.IRI)
}

// isBelow reports whether the members of a in the structure are a proper subset of those of
// b.
func (t *atoms) isBelow(a, b dl.Name) bool {
	l, known := t.s.Signature().Atom(a)
	r, other := t.s.Signature().Atom(b)
	return known && other && t.s.Atom(r).IsStrictSuperSet(t.s.Atom(l))
}

// path is a path from an individual: a role after another path.
type path struct {
	before int // -1: the individual itself
	role   dl.Role
	steps  int
}

// target is what a path leads to: an atom.
type target struct {
	path int // its number
	kind filler
	n    int    // of ≥n
	x    uint32 // an individual, or the number of a class or of a string
	f    interp.FeatureID
}

// filler is the kind of a target.
type filler uint8

const (
	toAnything filler = iota
	toPresence        // of the feature f
	toClass
	toString
	toValue
)

// held is a set of positives by their numbers. There are at most 256.
type held [4]uint64

func (h *held) add(i int) { h[i/64%4] |= 1 << (i % 64) }

func (h held) and(g held) held { return held{h[0] & g[0], h[1] & g[1], h[2] & g[2], h[3] & g[3]} }

// walk lists the atoms at individuals.
type walk struct {
	*atoms
	paths  []path
	number map[path]int
	at     map[target]*held
	start  string // the individual
	left   int    // keys that the individual may still get
	fresh  bool   // new atoms of several steps are kept
	known  int    // individuals that the structure knows
	// closing: the walk also takes any number of steps of a role that composes.
	closing bool
}

// walkFrom walks from the individuals, those with the fewest roles first, to atoms with at most
// this many steps. If there are many, atoms with several steps are kept only if at most missing of the
// individuals lack them. It skips individuals that the structure does not know.
func (t *atoms) walkFrom(ctx context.Context, individuals []string, missing, steps int) (*walk, error) {
	w := &walk{atoms: t, number: map[path]int{}, at: map[target]*held{}, closing: steps > 1 && t.later}
	return w, w.from(ctx, individuals, missing, steps)
}

func (w *walk) from(ctx context.Context, individuals []string, missing, steps int) error {
	t := w.atoms
	type start struct {
		i int
		a interp.Individual
	}
	var starts []start
	for i, iri := range individuals {
		if a, ok := t.s.Lookup(iri); ok {
			starts = append(starts, start{i, a})
		}
	}
	slices.SortStableFunc(starts, func(x, y start) int { return len(t.s.RolesOf(x.a)) - len(t.s.RolesOf(y.a)) })
	for done, x := range starts {
		if err := ctx.Err(); err != nil {
			return err
		}
		w.left, w.fresh, w.start = mostKeys, done <= missing, t.s.IRI(x.a)
		w.step(x.i, -1, []interp.Individual{x.a}, 0)
		w.superclasses(x.i, x.a)
		w.further(x.i, []reached{{-1, []interp.Individual{x.a}, 0}}, steps)
	}
	w.known = len(starts)
	w.dropReturns()
	if t.o.OfClasses && !t.lim.ownNames {
		w.dropOwnNames(individuals)
	}
	return nil
}

// dropOwnNames drops the names of those individuals that are classes with no other of them below: each says
// no more than a nominal. Of facts about everything step leaves out those of classes without subclasses.
func (w *walk) dropOwnNames(individuals []string) {
	for _, iri := range individuals {
		if id, ok := w.s.Signature().Atom(dl.Name{IRI: iri}); ok {
			k := target{path: -1, kind: toClass, x: uint32(id)}
			if h := w.at[k]; h != nil && size(h[:]) == 1 {
				delete(w.at, k)
			}
		}
	}
}

// dropReturns drops ∃r.∃r⁻.C if C holds at all individuals that have it: they lead back to themselves, and
// all that it says of them is ∃r.⊤ and C.
func (w *walk) dropReturns() {
	for k, h := range w.at {
		if k.kind == toValue || !w.returns(k.path) {
			continue
		}
		own := k
		own.path = -1
		if at := w.at[own]; k.kind == toAnything || at != nil && h.and(*at) == *h {
			delete(w.at, k)
		}
	}
}

// returns reports whether the path is a step and its inverse.
func (w *walk) returns(p int) bool {
	if p < 0 || w.paths[p].before < 0 {
		return false
	}
	before := w.paths[w.paths[p].before]
	return before.before < 0 && w.paths[p].role == before.role.Inv()
}

// reached is a path with the nodes that it leads to, and its number of steps, without those to parts.
type reached struct {
	path  int
	nodes []interp.Individual
	steps int
}

func (w *walk) areParts(nodes []interp.Individual) bool {
	return !slices.ContainsFunc(nodes, func(b interp.Individual) bool { return !ask.IsPart(w.start, w.s.IRI(b)) })
}

// further takes steps from the nodes, breadth first.
func (w *walk) further(i int, from []reached, steps int) {
	for depth := 1; depth <= steps+ask.MostParts && len(from) > 0; depth++ {
		var next []reached
		for _, f := range from {
			if f.steps >= steps {
				continue
			}
			by := map[interp.RoleID][]interp.Individual{}
			for _, a := range f.nodes {
				for _, r := range w.rolesAt(a) {
					by[r] = append(by[r], w.s.Successors(r, a)...)
				}
			}
			if depth > 1 && w.closing {
				w.kinds(i, f, depth)
			}
			for _, r := range slices.Sorted(maps.Keys(by)) {
				if w.left <= 0 {
					return
				}
				next = append(next, w.along(i, f, r, by[r], depth)...)
			}
		}
		from = next
	}
}

// along takes the step of a role to the nodes. It returns those from which further steps go on.
func (w *walk) along(i int, f reached, r interp.RoleID, nodes []interp.Individual, depth int) (next []reached) {
	role, most := w.s.Signature().Role(r), mostNodes
	switch {
	case w.o.isClaim(role.IRI):
		most = mostStatements
	case w.o.Statements.IsSitelink(role.IRI):
		most = mostArticles
	}
	if depth > 1 {
		before := w.paths[f.path].role
		slices.Sort(nodes)
		nodes = slices.Compact(nodes)
		if !w.mayFollow(before, role) || role == before.Inv() && len(nodes) == 1 { // back to where it came from
			return nil
		}
	}
	if len(nodes) <= most || depth == 1 {
		p := w.pathOf(path{f.path, role, depth})
		w.step(i, p, nodes, depth)
		if len(nodes) <= most {
			steps := f.steps + 1
			if w.areParts(nodes) || w.o.Statements.IsSitelink(role.IRI) {
				steps--
			}
			next = append(next, reached{p, nodes, steps})
		}
	}
	if w.closing && w.composes(r) {
		w.close(i, f, dl.Role{IRI: role.IRI, Closure: dl.Plus}, depth)
		if depth > 1 {
			w.close(i, f, dl.Role{IRI: role.IRI, Closure: dl.Star}, depth)
		}
	}
	return next
}

func (w *walk) pathOf(p path) int {
	n, ok := w.number[p]
	if !ok {
		n = len(w.paths)
		w.number[p], w.paths = n, append(w.paths, p)
	}
	return n
}

// step adds the atoms that the path to the nodes leads to.
func (w *walk) step(i, p int, nodes []interp.Individual, depth int) {
	add := func(k target) { w.add(i, k, depth) }
	counting := depth == 1 && w.o.Language.Has(dl.WithAtLeast) && !w.o.isAboutStatements(w.paths[p].role.IRI) &&
		!w.o.Statements.IsSitelink(w.paths[p].role.IRI)
	in := map[interp.ConceptID]int{}
	if depth > 0 && !w.isSite(p) { // every article has a site
		if !slices.ContainsFunc(nodes, func(b interp.Individual) bool { return dl.IsUnknownValue(w.s.IRI(b)) }) {
			add(target{path: p})
		}
		for n := 2; counting && n <= min(len(nodes), mostNumber); n++ {
			add(target{path: p, n: n})
		}
	}
	for _, b := range nodes {
		if depth > 0 && len(nodes) <= mostValues && w.mayEnd(p, b) {
			add(target{path: p, kind: toValue, x: uint32(b)})
		}
		for _, id := range w.classesAt(b) {
			if depth == 0 && w.s.IsOwnName(id) {
				continue
			}
			if in[id]++; in[id] == 1 {
				add(target{path: p, kind: toClass, x: uint32(id)})
			} else if counting && in[id] <= mostNumber {
				add(target{path: p, kind: toClass, x: uint32(id), n: in[id]})
			}
		}
		w.literals(i, p, b, depth)
	}
}

// mayEnd reports whether the path may end at the individual.
func (w *walk) mayEnd(p int, b interp.Individual) bool {
	return w.isSite(p) || w.isValue(b) && !ask.IsPart(w.start, w.s.IRI(b))
}

// literals adds the presence of properties, and the strings, at a node.
func (w *walk) literals(i, p int, b interp.Individual, depth int) {
	for f, property := range w.valued {
		if depth <= w.lim.presentAt && !w.o.isLabel(property) && w.s.NumValues(property, b) > 0 {
			w.add(i, target{path: p, kind: toPresence, f: interp.FeatureID(f)}, depth)
		}
	}
	for f, feature := range w.s.Signature().Features() {
		if w.o.Statements.IsSitelink(feature) || w.o.isLabel(feature) { // the site says it; a label is a name
			continue
		}
		for _, rank := range w.s.StringRanks(interp.FeatureID(f), b) {
			if w.o.Language.Has(dl.WithStrings) {
				w.add(i, target{path: p, kind: toString, x: rank, f: interp.FeatureID(f)}, depth)
			}
		}
	}
}

func (w *walk) add(i int, k target, depth int) {
	h := w.at[k]
	if h == nil {
		if depth > 1 && !w.fresh && len(w.at) > mostKeys/2 {
			return
		}
		h = new(held)
		w.at[k] = h
	}
	h.add(i)
	w.left--
}

// concept returns the atom of a target.
func (w *walk) concept(k target) dl.Concept {
	var c dl.Concept = dl.Top{}
	switch k.kind {
	case toPresence:
		c = dl.Has(w.valued[k.f])
	case toClass:
		c = w.s.Signature().Atoms()[k.x]
	case toString:
		c = dl.Compare{Feature: w.s.Signature().Features()[k.f], Op: dl.Equal, Value: w.s.Strings(k.f)[k.x]}
	case toValue:
		c = dl.Nominal{IRI: w.s.IRI(interp.Individual(k.x))}
	}
	for p := k.path; p >= 0; p = w.paths[p].before {
		role := w.paths[p].role
		if k.n > 0 && w.paths[p].before < 0 {
			c = dl.AtLeast{N: k.n, Role: role, C: c}
		} else {
			c = dl.Exists{Role: role, C: c}
		}
	}
	return c
}
