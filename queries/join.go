package queries

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// group is a group graph pattern under construction. Its parts are kept apart
// so that they come out in an order that every engine evaluates alike: what
// binds variables first, filters next, and MINUS last, where all that it is
// compared with is bound.
//
// Among what binds variables the order is that of a plan, for engines that
// join in the order of the text (Fuseki, goRDFlib) or look at the shape of
// patterns only (Oxigraph): begin where the fewest solutions are to be
// expected, go on with what is connected to it, and with what multiplies them
// least. No step is a cross product.
type group struct {
	about string // the variable whose values are wanted

	// known says that the variable has its values before: from VALUES, or
	// because an engine such as Fuseki puts those found so far into what comes
	// later in the text. Then the plan begins with it.
	known bool

	values  string // the VALUES block of about, if there is one
	nested  bool   // in another group, which has the variable, too
	braced  bool   // a union that would be alone with filters gets braces of its own
	given   bool   // about has its values from VALUES, here or around the group
	first   block  // a union or subselect to begin with; its text may be empty
	atoms   []atom
	blocks  []string // unions and subselects, which bind the variable they are about
	last    []string // triples that are true of almost all that is left
	filters []string
	minus   []string

	named map[string]bool // variables that cannot be literals, whatever the order
	bound map[string]bool // variables that first or a block is about
	depth map[string]int  // of variables, in edges from about
}

// block is a union or subselect, and the variable that it is about.
type block struct{ text, about string }

// atom is a triple pattern.
type atom struct {
	text     string // with its comments
	class    string // a variable between subject and class, which could be a literal; or empty
	opening  string // in place of text where the subject has no values yet; empty: the same
	estimate cardinality
	subject  string // a variable or an individual
	object   string // a variable, an individual, or empty for a class or a value of a feature
	mixed    bool   // a path that may go either way: a literal can be at either end
	filtered bool   // neither end is a literal
	depth    int    // of the subject or object farther from the root
}

func newGroup(about string, known bool) *group {
	return &group{about: about, known: known, named: map[string]bool{}, bound: map[string]bool{}, depth: map[string]int{}}
}

// inner is the group of a subselect or a MINUS about v, which cannot be a
// literal if named says so.
//
// Engines evaluate these on their own: without VALUES of its own, a question
// about one individual would look at all. (Virtuoso looks from the outside in,
// and VALUES would turn answers round.)
func (t *translator) inner(v string, known, named bool) *group {
	g := newGroup(v, known)
	g.nested = true
	if v == root && t.values != "" && !t.o.Dialect.Has(LooseOrder) {
		g.values, g.given, g.known, named = t.values, true, true, false
	}
	g.named[v] = named
	return g
}

// addBlock adds a union or subselect about v: to begin with, or behind what
// there is. It must have been written so, see canBegin.
func (g *group) addBlock(text, v string, begins bool) {
	if begins {
		g.first = block{text, v}
	} else {
		g.blocks = append(g.blocks, text)
	}
	g.bound[v] = true
	g.named[v] = g.named[v] || begins // else it counts on the filter of the group, see isNamed
}

// binds reports whether something in the group gives v its values.
func (g *group) binds(v string) bool {
	return g.bound[v] || slices.ContainsFunc(g.atoms, func(a atom) bool { return a.subject == v || a.object == v })
}

// canBegin reports whether a block about v may come first: if nothing but the
// path from the root to v, which is then walked the other way round, has been
// added.
func (g *group) canBegin(v string) bool {
	if g.known || g.first.text != "" || len(g.blocks) > 0 {
		return false
	}
	return !slices.ContainsFunc(g.atoms, func(a atom) bool { return a.object == "" }) && g.depth[v] == len(g.atoms)
}

// isNamed reports whether v cannot be a literal where the group is done with
// what it has so far: it is a subject, or it gets a filter.
func (g *group) isNamed(v string) bool {
	return g.named[v] || slices.ContainsFunc(g.atoms, func(a atom) bool { return a.subject == v || a.object == v })
}

// String is the inside of the group. A role may have literals among its
// values; they are no individuals, so a variable that is an object first gets a
// filter. By the standard it needs none if it is a subject later, but goRDFlib
// v0.1.5 takes a literal for a wildcard when it comes to that.
func (g *group) String() string {
	var sb strings.Builder
	sb.WriteString(g.values)
	sb.WriteString(g.first.text)
	named := maps.Clone(g.named)
	var objects []string
	for _, a := range g.plan() {
		sb.WriteString(a.text)
		ends := []string{a.object, a.class}
		switch {
		case a.filtered:
			named[a.subject], named[a.object] = true, true
		case a.mixed:
			ends = append(ends, a.subject)
		default:
			named[a.subject] = true
		}
		for _, v := range ends {
			if v != "" && !named[v] {
				named[v] = true
				objects = append(objects, v)
			}
		}
	}
	for _, part := range slices.Concat(g.blocks, g.last) {
		sb.WriteString(part)
	}
	if g.braced && g.isUnion() && len(objects)+len(g.filters) > 0 {
		binding := sb.String()
		sb.Reset()
		sb.WriteString("{\n" + binding + "}\n")
	}
	for _, v := range objects {
		fmt.Fprintf(&sb, "FILTER(!isLiteral(%s))\n", v)
	}
	for _, part := range slices.Concat(g.filters, g.minus) {
		sb.WriteString(part)
	}
	return sb.String()
}

// isUnion reports whether a union or subselect is all that binds variables.
func (g *group) isUnion() bool {
	parts, unions := len(g.atoms)+len(g.blocks)+len(g.last), len(g.blocks)
	if g.first.text != "" {
		parts, unions = parts+1, unions+1
	}
	if len(g.atoms) == 1 && g.atoms[0].filtered {
		unions++
	}
	return g.values == "" && parts == 1 && unions == 1
}

// isTriple reports whether a triple is all that binds variables.
func (g *group) isTriple() bool {
	return g.values == "" && g.first.text == "" && len(g.atoms) == 1 && len(g.blocks)+len(g.last) == 0
}

// plan is the atoms in the order in which to write them.
func (g *group) plan() []atom {
	left := slices.Clone(g.atoms)
	bound := map[string]bool{}
	if g.known {
		bound[g.about] = true
	}
	if g.first.text != "" {
		bound[g.first.about] = true
	}
	var out []atom
	for len(left) > 0 {
		best := 0
		for i := range left {
			if left[i].before(left[best], bound) {
				best = i
			}
		}
		a := left[best]
		left = slices.Delete(left, best, best+1)
		if a.opening != "" && !bound[a.subject] {
			a.text, a.class = a.opening, ""
		}
		out = append(out, a)
		for _, end := range []string{a.subject, a.object} {
			if end != "" && !isIndividual(end) {
				bound[end] = true
			}
		}
	}
	return out
}

// before reports whether a is to be written before b, given the variables that
// have values: what is connected to them, then by the number of solutions, then
// the deeper one.
func (a atom) before(b atom, bound map[string]bool) bool {
	an, aConnected := a.solutions(bound)
	bn, bConnected := b.solutions(bound)
	switch {
	case aConnected != bConnected:
		return aConnected
	case an != bn:
		return an < bn
	case !aConnected:
		return a.depth > b.depth
	}
	return false
}

// solutions is how many solutions the atom has for one of those so far, and
// whether it is connected to them.
func (a atom) solutions(bound map[string]bool) (n float64, connected bool) {
	connected = bound[a.subject] || bound[a.object]
	s, o := bound[a.subject] || isIndividual(a.subject), bound[a.object] || isIndividual(a.object)
	switch {
	case s && o:
		return 0, connected
	case s:
		return a.estimate.perSubject, connected
	case o:
		return a.estimate.perObject, connected
	}
	return a.estimate.all, connected
}

// isIndividual reports whether that end of an atom is an IRI.
func isIndividual(end string) bool { return end != "" && !strings.HasPrefix(end, "?") }
