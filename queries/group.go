package queries

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// group is a group graph pattern under construction. String writes its parts in an order
// that all engines evaluate alike: first the patterns that bind variables, then filters,
// and MINUS last, when all its variables are bound.
//
// The patterns that bind variables have the order of a plan (plan.go).
type group struct {
	about string // the variable whose values the group determines

	// known says that the variable has values before the group: from VALUES, or because
	// an engine such as Fuseki substitutes the values found so far in later parts of the
	// text. Then the plan begins with the variable.
	known bool

	values  string // the VALUES block of about; may be empty
	nested  bool   // in another group with the variable
	braced  bool   // write braces around a union that is the only pattern beside filters
	given   bool   // about has its values from VALUES, in or around the group
	sealed  bool   // filters beside a subselect are in one with it, before minus (virtuoso)
	first   block  // a union or subselect to begin with; its text may be empty
	atoms   []atom
	blocks  []string // unions and subselects, which bind the variable they are about
	last    []string // triples that almost all solutions satisfy
	filters []string
	minus   []string

	nonLiteral map[string]bool // variables that cannot be literals, whatever the order
	bound      map[string]bool // variables that first or a block is about
	depth      map[string]int  // of variables, in edges from about
}

// block is a union or subselect, and the variable that it is about.
type block struct{ text, about string }

func newGroup(about string, known bool) *group {
	return &group{
		about: about, known: known,
		nonLiteral: map[string]bool{}, bound: map[string]bool{}, depth: map[string]int{},
	}
}

// innerGroup returns the group of a subselect or a MINUS about v. nonLiteral says that v
// cannot be a literal. Engines evaluate such groups by themselves: without VALUES, a query
// about one individual would look at all of them.
func (t *translator) innerGroup(v string, known, nonLiteral bool) *group {
	g := newGroup(v, known)
	g.nested = true
	if v == root && t.values != "" && t.engine.nestsValues() {
		g.values = t.values
		g.given = true
		g.known = true
		nonLiteral = false
	}
	g.nonLiteral[v] = nonLiteral
	return g
}

// addBlock adds a union or subselect about v: at the beginning of the group if begins is
// set (see canBegin), otherwise after the other parts. The text must suit its place.
func (g *group) addBlock(text, v string, begins bool) {
	if begins {
		g.first = block{text, v}
	} else {
		g.blocks = append(g.blocks, text)
	}
	g.bound[v] = true
	g.nonLiteral[v] = g.nonLiteral[v] || begins // otherwise the filter of the group excludes literals
}

func (g *group) binds(v string) bool { return g.bound[v] || g.hasEnd(v) }

func (g *group) hasEnd(v string) bool {
	return slices.ContainsFunc(g.atoms, func(a atom) bool { return a.subject == v || a.object == v })
}

// canBegin reports whether the group may begin with a block about v: if it has only the
// path from the root to v, which the plan then walks backwards.
func (g *group) canBegin(v string) bool {
	if g.known || g.first.text != "" || len(g.blocks) > 0 {
		return false
	}
	return !slices.ContainsFunc(g.atoms, func(a atom) bool { return a.object == "" }) && g.depth[v] == len(g.atoms)
}

// isNonLiteral reports whether the parts of the group so far exclude literals for v: it
// is a subject, or String writes a filter.
func (g *group) isNonLiteral(v string) bool {
	return g.nonLiteral[v] || g.hasEnd(v)
}

// String returns the inside of the group. A role may have literals among its values,
// which are not individuals. So a variable that is an object first gets a filter. By the
// standard it needs none if it is a subject later, but goRDFlib v0.1.5 then takes a
// literal for a wildcard.
func (g *group) String() string {
	var sb strings.Builder
	sb.WriteString(g.values)
	sb.WriteString(g.first.text)
	nonLiteral := maps.Clone(g.nonLiteral)
	var objects []string
	for _, a := range g.plan() {
		sb.WriteString(a.text)
		ends := []string{a.object, a.class}
		switch {
		case a.filtered:
			nonLiteral[a.subject], nonLiteral[a.object] = true, true
		case a.mixed:
			ends = append(ends, a.subject)
		default:
			nonLiteral[a.subject] = true
		}
		for _, v := range ends {
			if v != "" && !nonLiteral[v] {
				nonLiteral[v] = true
				objects = append(objects, v)
			}
		}
	}
	for _, part := range slices.Concat(g.blocks, g.last) {
		sb.WriteString(part)
	}
	if g.braced && g.isUnion() && len(objects)+len(g.filters) > 0 {
		binding := "{\n" + sb.String() + "}\n"
		sb.Reset()
		sb.WriteString(binding)
	}
	for _, v := range objects {
		fmt.Fprintf(&sb, "FILTER(!isLiteral(%s))\n", v)
	}
	for _, part := range g.filters {
		sb.WriteString(part)
	}
	text := sb.String()
	if g.sealed && !g.given && len(g.filters) > 0 && g.hasSubselect() {
		text = allOf("*", text)
	}
	return text + strings.Join(g.minus, "")
}

// hasSubselect reports whether the group may have a subselect that binds variables.
func (g *group) hasSubselect() bool {
	return g.first.text != "" || len(g.blocks) > 0 || slices.ContainsFunc(g.atoms, func(a atom) bool { return a.filtered })
}

// isUnion reports whether a union or subselect is the only pattern that binds variables.
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

// isTriple reports whether a triple is the only pattern that binds variables.
func (g *group) isTriple() bool {
	return g.values == "" && g.first.text == "" && len(g.atoms) == 1 && len(g.blocks)+len(g.last) == 0
}
