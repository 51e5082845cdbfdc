package brute

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// Extension returns the extension of c by the naive semantics, indexed by individual. It
// does not use interp's evaluator, and takes time proportional to the syntax tree of c. It
// returns an error if c or an operand in it is nil.
func Extension(s *interp.Structure, c dl.Concept) ([]bool, error) {
	return newWorld(s).extension(c)
}

// world is a structure as plain slices and maps.
type world struct {
	n         int
	atoms     map[dl.Concept][]bool
	succ      map[dl.Role][][]int // the distinct successors, of roles and inverses
	values    map[string][][]dl.Value
	numValues func(property string, a interp.Individual) int
	named     map[string]int // individuals by IRI
}

func newWorld(s *interp.Structure) *world {
	w := &world{
		n:         s.Len(),
		atoms:     map[dl.Concept][]bool{},
		succ:      map[dl.Role][][]int{},
		values:    map[string][][]dl.Value{},
		named:     map[string]int{},
		numValues: s.NumValues,
	}
	for a := range w.n {
		w.named[s.IRI(interp.Individual(a))] = a
	}
	sig := s.Signature()
	for id, c := range sig.Atoms() {
		x := make([]bool, w.n)
		for a := range x {
			x[a] = s.Atom(interp.ConceptID(id)).Test(uint(a))
		}
		w.atoms[c] = x
	}
	// The inverse comes from the forward edges and not from the structure, so that
	// tests find a fault there.
	for r := interp.RoleID(0); int(r) < sig.NumRoles(); r += 2 {
		role := sig.Role(r)
		if role.Closure != dl.NoClosure { // they come from the edges, too
			continue
		}
		forward, backward := make([][]int, w.n), make([][]int, w.n)
		seen := map[[2]int]bool{}
		for a := range w.n {
			for _, b := range s.Successors(r, interp.Individual(a)) {
				if edge := [2]int{a, int(b)}; !seen[edge] {
					seen[edge] = true
					forward[a] = append(forward[a], int(b))
					backward[b] = append(backward[b], a)
				}
			}
		}
		w.succ[role], w.succ[role.Inv()] = forward, backward
	}
	for id, f := range sig.Features() {
		vs := make([][]dl.Value, w.n)
		for a := range w.n {
			for _, rank := range s.Ranks(interp.FeatureID(id), interp.Individual(a)) {
				vs[a] = append(vs[a], s.Values(interp.FeatureID(id))[rank])
			}
			for _, rank := range s.StringRanks(interp.FeatureID(id), interp.Individual(a)) {
				vs[a] = append(vs[a], s.Strings(interp.FeatureID(id))[rank])
			}
			for _, rank := range s.TextRanks(interp.FeatureID(id), interp.Individual(a)) {
				vs[a] = append(vs[a], s.Texts(interp.FeatureID(id))[rank])
			}
		}
		w.values[f] = vs
	}
	return w
}

func (w *world) extension(c dl.Concept) ([]bool, error) {
	var operands [][]bool
	for _, d := range dl.Children(c) {
		x, err := w.extension(d)
		if err != nil {
			return nil, err
		}
		operands = append(operands, x)
	}
	return w.apply(c, operands...)
}

// apply returns the extension of c, given those of its direct subconcepts.
func (w *world) apply(c dl.Concept, operands ...[]bool) ([]bool, error) {
	var holds func(a int) bool
	switch c := c.(type) {
	case dl.Top:
		holds = func(int) bool { return true }
	case dl.Bottom:
		holds = func(int) bool { return false }
	case dl.Name:
		x := w.atoms[c]
		holds = func(a int) bool { return x != nil && x[a] }
	case dl.Nominal: // by name, not by the structure's atoms
		o, known := w.named[c.IRI]
		holds = func(a int) bool { return known && a == o }
	case dl.Compare:
		holds = func(a int) bool { return w.holdsComparison(c, a) }
	case dl.Agree:
		holds = func(a int) bool {
			return slices.ContainsFunc(w.successors(c.R, a),
				func(b int) bool { return slices.Contains(w.successors(c.S, a), b) })
		}
	case dl.Less:
		holds = func(a int) bool { return w.holdsLess(c, a) }
	case dl.Not:
		holds = func(a int) bool { return !operands[0][a] }
	case dl.And:
		holds = func(a int) bool { return operands[0][a] && operands[1][a] }
	case dl.Or:
		holds = func(a int) bool { return operands[0][a] || operands[1][a] }
	case dl.Exists:
		holds = func(a int) bool { return w.count(c.Role, a, operands[0], true) > 0 }
	case dl.ForAll:
		holds = func(a int) bool { return w.count(c.Role, a, operands[0], false) == 0 }
	case dl.AtLeast:
		holds = func(a int) bool { return w.count(c.Role, a, operands[0], true) >= c.N }
	case dl.AtMost:
		holds = func(a int) bool { return w.count(c.Role, a, operands[0], true) <= c.N }
	default:
		return nil, fmt.Errorf("brute: %T is not a concept", c)
	}
	x := make([]bool, w.n)
	for a := range x {
		x[a] = holds(a)
	}
	return x, nil
}

// holdsLess compares each value of the one feature with each of the other.
func (w *world) holdsLess(c dl.Less, a int) bool {
	first, second := w.values[c.F], w.values[c.G]
	if first == nil || second == nil {
		return false
	}
	for _, v := range first[a] {
		for _, u := range second[a] {
			sort := func(v dl.Value) string {
				switch k := v.Kind(); {
				case k.Numeric():
					return "number"
				case k == dl.DateTime || k == dl.Date || k == dl.GYearMonth || k == dl.GYear:
					return "point of time"
				case k == dl.InUnit:
					return v.Datatype() + v.Unit()
				}
				return ""
			}
			if order, ok := compareAsSPARQL(v, u); ok && order < 0 && sort(v) != "" && sort(v) == sort(u) {
				return true
			}
		}
	}
	return false
}

// count returns the number of successors of a that are in x, or that are not in x if in is
// false.
func (w *world) count(r dl.Role, a int, x []bool, in bool) int {
	n := 0
	for _, b := range w.successors(r, a) {
		if x[b] == in {
			n++
		}
	}
	return n
}

// successors returns the successors of a by a role or closure.
func (w *world) successors(r dl.Role, a int) []int {
	var one []int
	if edges := w.succ[r.Step()]; edges != nil {
		one = edges[a]
	}
	if r.Closure == dl.NoClosure {
		return one
	}
	reached := slices.Clone(one)
	if r.Closure == dl.Star && !slices.Contains(reached, a) {
		reached = append(reached, a)
	}
	for again := true; again; {
		again = false
		for _, b := range reached {
			for _, next := range w.successors(r.Step(), b) {
				if !slices.Contains(reached, next) {
					reached, again = append(reached, next), true
				}
			}
		}
	}
	return reached
}

// holdsText reports whether a text or a string satisfies a condition on texts. It does not
// use dl's patterns.
func holdsText(c dl.Compare, v dl.Value) bool {
	text, want := []rune(v.Lexical()), []rune(c.Value.Lexical())
	at := func(i int) bool {
		return i >= 0 && i+len(want) <= len(text) && strings.EqualFold(string(text[i:i+len(want)]), string(want))
	}
	isEnd := func(i int) bool {
		return i < 0 || i >= len(text) || !unicode.In(text[i], unicode.L, unicode.M, unicode.N) && text[i] != '_'
	}
	switch c.Op {
	case dl.Starts:
		return at(0) && string(text[:len(want)]) == string(want)
	case dl.Ends:
		return at(len(text)-len(want)) && string(text[len(text)-len(want):]) == string(want)
	case dl.HasWord:
		for i := range text {
			if at(i) && isEnd(i-1) && isEnd(i+len(want)) {
				return true
			}
		}
	case dl.Lang:
		lang := strings.ToLower(v.Lang())
		return lang != "" && (string(want) == "*" || lang == string(want) || strings.HasPrefix(lang, string(want)+"-"))
	}
	return false
}

// compareAsSPARQL is Cmp, but compares a floating point number and another number as SPARQL defines it:
// it rounds the other one (XPath 2.0, B.1).
func compareAsSPARQL(v, w dl.Value) (c int, ok bool) {
	kind := max(v.Kind(), w.Kind())
	if !v.Kind().Numeric() || !w.Kind().Numeric() || kind < dl.Float {
		return v.Cmp(w)
	}
	number := func(v dl.Value) float64 {
		bits := 64
		if kind == dl.Float || v.Kind() == dl.Float {
			bits = 32
		}
		x, _ := strconv.ParseFloat(v.Lexical(), bits) // ±Inf beyond the range
		return x
	}
	x, y := number(v), number(w)
	return cmp.Compare(x, y), !math.IsNaN(x) && !math.IsNaN(y)
}

// holdsComparison reports whether some value of the feature at a satisfies the comparison.
func (w *world) holdsComparison(c dl.Compare, a int) bool {
	if n := max(c.N(), 1); c.Op == dl.Present || c.Op == dl.Many {
		return w.numValues(c.Feature, interp.Individual(a)) >= n
	}
	if c.Value.Kind() == dl.Boolean {
		x := w.atoms[c]
		return x != nil && x[a] // there are no atoms with ≥ and ≤: booleans have no order
	}
	vs := w.values[c.Feature]
	if vs == nil {
		return false
	}
	for _, v := range vs[a] {
		if c.Op == dl.Equal && v == c.Value { // strings have no order
			return true
		}
		if k := v.Kind(); c.Op.OnText() && (k == dl.String || k == dl.LangString) && holdsText(c, v) {
			return true
		}
		order, ok := compareAsSPARQL(v, c.Value)
		if !ok {
			continue
		}
		switch c.Op {
		case dl.GreaterEq:
			ok = order >= 0
		case dl.LessEq:
			ok = order <= 0
		case dl.Equal:
			ok = order == 0
		}
		if ok {
			return true
		}
	}
	return false
}
