package propose

import (
	"cmp"
	"context"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent/ask"
	"github.com/genus-kg/genus/learner/intent/normal"
	"github.com/genus-kg/genus/learner/intent/price"
	"github.com/genus-kg/genus/learner/interp"
)

// Several conditions at one node: ∃r.(C ⊓ D) says that one thing, to which r leads, is both C and D. A
// statement of a Wikibase is such a node: its value and its qualifiers are conditions there. So is the
// compound value of a quantity, with its amount and its unit.

// Limits of the conditions at nodes.
const (
	mostUnder  = 36  // conditions below one role that are joined
	mostBelow  = 150 // pairs of these
	mostBounds = 12  // of all roles that get a comparison, or a second one
)

// place is the nodes at the end of a path that satisfy a condition.
type place struct {
	path []dl.Role
	base dl.Concept
}

// concept returns ∃path.(base ⊓ d).
func (p place) concept(d dl.Concept) dl.Concept {
	c := d
	if p.base != dl.Concept(dl.Top{}) {
		c = normal.Conjunction(p.base, d)
	}
	for _, r := range slices.Backward(p.path) {
		c = dl.Exists{Role: r, C: c}
	}
	if q, ok := dl.QualifiedOf(c); ok {
		return q.Concept() // the value before its qualifiers
	}
	return c
}

// placeOf returns the place of ∃path.C: the path ends at the statement or the quantity that C is about, or
// else C is ⊤ and the path is as long as it may be; false if the concept has another form.
func (o options) placeOf(c dl.Concept) (p place, ok bool) {
	for {
		e, is := c.(dl.Exists)
		if !is || len(p.path) > 0 && o.isAboutStatements(p.path[0].IRI) && !o.leadsToQuantity(e.Role) {
			break
		}
		p.path, c = append(p.path, e.Role), e.C
	}
	p.base = c
	return p, len(p.path) > 0
}

// leadsToQuantity reports whether the role leads from a statement to a compound value.
func (o options) leadsToQuantity(r dl.Role) bool {
	_, is := o.Statements.PlainOf(r.IRI)
	return is
}

// nodes returns a function that returns the nodes of the place at an individual.
func (t *atoms) nodes(e *interp.Evaluator, p place) (func(iri string) []interp.Individual, error) {
	satisfied, err := e.Extension(p.base)
	return func(iri string) []interp.Individual {
		return slices.DeleteFunc(t.follow(iri, p.path...), func(a interp.Individual) bool { return !satisfied.Test(uint(a)) })
	}, err
}

// follow returns where the path leads from the individual.
func (t *atoms) follow(iri string, path ...dl.Role) []interp.Individual {
	a, ok := t.s.Lookup(iri)
	if !ok {
		return nil
	}
	at := []interp.Individual{a}
	for _, r := range path {
		var next []interp.Individual
		for _, b := range at {
			next = append(next, t.s.SuccessorsOf(r, b)...)
		}
		slices.Sort(next)
		at = slices.Compact(next)
	}
	return at
}

// comparisons returns the comparisons at natural break points of the nodes of the places that at most
// missing of the individuals lack, and at the bounds that words say, by one of the operators.
func (t *atoms) comparisons(
	e *interp.Evaluator, places []place, individuals []string, missing int, said *price.Words,
) (out []dl.Concept, _ error) {
	for _, p := range places {
		nodes, err := t.nodes(e, p)
		if err != nil {
			return nil, err
		}
		for f, feature := range t.s.Signature().Features() {
			breaks := breakPoints
			if t.qualifies(p, feature) {
				breaks = qualifierBreaks
			}
			if !t.isComparable(feature, p, individuals) {
				continue
			}
			withSaid := func(v dl.Value, op dl.Op) []dl.Value {
				bounds, own := said.Bounds(v, op, feature)
				bounds = t.cutting(bounds, op, interp.FeatureID(f))
				return append(breaks(v, op), within(append(bounds, own...), v, op)...)
			}
			t.compare(interp.FeatureID(f), individuals, missing, nodes, withSaid, func(c dl.Compare, _ int) {
				if x := p.concept(c); !hasBound(p.base, c) && t.o.allows(x) {
					out = append(out, x)
				}
			})
		}
	}
	out = normal.Unique(out)
	slices.SortFunc(out, normal.Compare)
	return out, nil
}

// within returns the bounds that v is within.
func within(bounds []dl.Value, v dl.Value, op dl.Op) []dl.Value {
	return slices.DeleteFunc(bounds, func(bound dl.Value) bool { return !isWithin(v, bound, op) })
}

func isWithin(v, bound dl.Value, op dl.Op) bool {
	c, ok := bound.Cmp(v)
	return ok && (c == 0 || (c < 0) == (op == dl.GreaterEq))
}

// cutting returns the bounds that, as far as all values are known, some value of the feature is not within.
func (t *atoms) cutting(bounds []dl.Value, op dl.Op, f interp.FeatureID) []dl.Value {
	if t.scope != ask.Everything {
		return bounds
	}
	return slices.DeleteFunc(bounds, func(bound dl.Value) bool {
		return !slices.ContainsFunc(t.s.Values(f), func(v dl.Value) bool { return !isWithin(v, bound, op) })
	})
}

// qualifies reports whether the feature is a qualifier of the statement at the place.
func (t *atoms) qualifies(p place, feature string) bool {
	_, _, reified := dl.ReifiedBy(feature)
	ofReifier := len(p.path) > 0 && t.o.isClaim(p.path[0].IRI) && t.o.Statements == ""
	return t.o.Statements.Is(feature, dl.Qualifier) || ofReifier && !reified
}

// hasBound reports whether a comparison of the feature by the operator is among the conjuncts. An amount has
// one bound: two are two conditions at its statement.
func hasBound(c dl.Concept, v dl.Compare) bool {
	return slices.ContainsFunc(dl.Conjuncts(c), func(d dl.Concept) bool {
		w, ok := d.(dl.Compare)
		return ok && w.Feature == v.Feature && (w.Op == v.Op || v.Feature == dl.QuantityAmount)
	})
}

// isComparable reports whether the values of the feature at the place can be compared: amounts in one
// unit, or normalised to units of the SI, and plain numbers without units.
func (t *atoms) isComparable(feature string, p place, individuals []string) bool {
	part, name, in := t.o.Statements.Split(feature)
	switch {
	case feature == dl.QuantityAmount && t.o.Statements != "":
		if len(p.path) == 0 {
			return false
		}
		last := p.path[len(p.path)-1].IRI
		if t.o.Statements.Is(last, dl.Normalized) || t.o.Statements.Is(last, dl.QualifierNormalized) {
			return p.base == dl.Concept(dl.Top{})
		}
		return t.o.hasUnit(p.base)
	case !in || part == dl.Direct && len(p.path) > 0:
		return !t.united[feature]
	case part == dl.Direct:
		claim, value := t.o.Statements.Property(dl.Claim, name), t.o.Statements.Property(dl.Quantity, name)
		return !t.united[feature] && !t.hasUnits(individuals, dl.Role{IRI: claim}, dl.Role{IRI: value})
	case part == dl.Qualifier && len(p.path) == 1:
		return !t.hasUnits(individuals, p.path[0], dl.Role{IRI: t.o.Statements.Property(dl.QualifierQuantity, name)})
	}
	return false
}

// hasUnit reports whether the condition says which unit a quantity has.
func (o options) hasUnit(c dl.Concept) bool {
	return slices.ContainsFunc(dl.Conjuncts(c), func(d dl.Concept) bool {
		e, is := valueOf(d)
		return is && e.Role.IRI == dl.QuantityUnit
	})
}

// hasUnits reports whether a quantity to which the path leads from one of the individuals has a unit.
func (t *atoms) hasUnits(individuals []string, path ...dl.Role) bool {
	path = append(path, dl.Role{IRI: dl.QuantityUnit})
	return slices.ContainsFunc(individuals, func(iri string) bool {
		return slices.ContainsFunc(t.follow(iri, path...), func(u interp.Individual) bool { return !dl.IsOne(t.s.IRI(u)) })
	})
}

// under holds the conditions below a role, and the nodes to which it leads from the positives.
type under struct {
	role    dl.Role
	fillers []dl.Concept
	nodes   []interp.Individual
	of      []int // the number of the positive of each node
}

// at returns which of the nodes satisfy the concept.
func (u *under) at(e *interp.Evaluator, c dl.Concept) ([]bool, error) {
	x, err := e.Extension(c)
	in := make([]bool, len(u.nodes))
	for j, a := range u.nodes {
		in[j] = err == nil && x.Test(uint(a))
	}
	return in, err
}

// count returns how many positives have a node that is in c, and in d or not.
func (u *under) count(c, d []bool, is bool) (n int) {
	last := -1
	for j, i := range u.of {
		if i != last && c[j] && d[j] == is {
			n, last = n+1, i
		}
	}
	return n
}

// below returns ∃r.(C ⊓ D) and ∃r.(C ⊓ ¬D) for the best ∃r.C and ∃r.D of the conditions, where at least
// this many positives have one node that is both, and then such concepts with one or two comparisons.
func (s *Proposer) below(ctx context.Context, w *world, t *atoms, e *interp.Evaluator, xs []condition,
	enough int) ([]condition, error) {
	if t.lim.joint == 0 || !s.Options.Language.Has(dl.WithAnd|dl.WithExists) {
		return nil, nil
	}
	var all []under
	err := w.decide(ctx, func() (chosen []*condition) {
		all, chosen = s.fillers(w, xs)
		return chosen
	})
	if err != nil {
		return nil, err
	}
	var cs []dl.Concept
	for _, u := range all {
		joint, err := s.joint(ctx, t, e, u, enough)
		if err != nil {
			return nil, err
		}
		cs = append(cs, joint...)
	}
	cs = cs[:min(len(cs), t.lim.joint)]
	out, err := w.conditions(ctx, cs)
	if err != nil {
		return nil, err
	}
	bases := slices.Concat(pointers(xs), pointers(out))
	for range 2 {
		bounded, err := s.bounded(ctx, w, t, e, bases)
		if err != nil {
			return nil, err
		}
		out, bases = append(out, bounded...), pointers(bounded)
	}
	return slices.DeleteFunc(out, func(x condition) bool { return x.pos < enough }), nil
}

// byOpen returns the conditions in the order of their scores without the price of the negatives.
func (s *Proposer) byOpen(w *world, xs []*condition) []*condition {
	xs = slices.Clone(xs)
	normal.SortWith(xs, func(x **condition) (float64, dl.Concept) {
		_, open := s.scoreOf(w, *x)
		return open, (*x).c
	})
	return xs
}

// fillers returns the best C of the conditions ∃r.C for each role, and the conditions that the choice depends on.
func (s *Proposer) fillers(w *world, xs []condition) (all []under, chosen []*condition) {
	at := map[dl.Role]int{}
	for _, x := range s.byOpen(w, pointers(xs)) {
		r, ok := x.c.(dl.Exists)
		if _, value := valueOf(x.c); !ok || value { // nothing can be said of a value
			continue
		}
		i, known := at[r.Role]
		if !known {
			i = len(all)
			at[r.Role], all = i, append(all, under{role: r.Role})
			chosen = append(chosen, x)
		}
		most := mostUnder
		if dl.Depth(r.C) > 1 { // further steps follow from few values: they leave room
			most = mostUnder / 3
		}
		if u := &all[i]; r.C != dl.Concept(dl.Top{}) && len(u.fillers) < most {
			u.fillers, chosen = append(u.fillers, r.C), append(chosen, x)
		}
	}
	return all, chosen
}

// bounded returns the best of the conditions with one more comparison at their nodes.
func (s *Proposer) bounded(
	ctx context.Context, w *world, t *atoms, e *interp.Evaluator, xs []*condition,
) ([]condition, error) {
	var places []place
	err := w.decide(ctx, func() (chosen []*condition) {
		places = nil
		for _, x := range s.byOpen(w, xs) {
			p, ok := s.Options.placeOf(x.c)
			if _, value := p.base.(dl.Nominal); ok && !value && p.base != dl.Concept(dl.Top{}) && len(places) < mostBounds {
				places, chosen = append(places, p), append(chosen, x)
			}
		}
		return chosen
	})
	if err != nil {
		return nil, err
	}
	cs, err := t.comparisons(e, places, s.Pos, price.AllowedMisses(len(s.Pos)), s.Words)
	if err != nil {
		return nil, err
	}
	return w.conditions(ctx, cs)
}

// joint returns ∃r.(C ⊓ D) and ∃r.(C ⊓ ¬D) for the fillers of a role.
func (s *Proposer) joint(ctx context.Context, t *atoms, e *interp.Evaluator, u under,
	enough int) (cs []dl.Concept, _ error) {
	for i, iri := range s.Pos {
		at := t.follow(iri, u.role)
		if len(at) > mostValues {
			return nil, nil
		}
		u.nodes, u.of = append(u.nodes, at...), append(u.of, slices.Repeat([]int{i}, len(at))...)
	}
	add := func(c, d dl.Concept) {
		if x := (place{[]dl.Role{u.role}, c}).concept(d); s.Options.allows(x) {
			cs = append(cs, x)
		}
	}
	in := make([][]bool, len(u.fillers))
	sets := make([]interp.Set, len(u.fillers))
	for i, c := range u.fillers {
		var err error
		if in[i], err = u.at(e, c); err != nil {
			return nil, err
		}
		if sets[i], err = e.Extension(c); err != nil {
			return nil, err
		}
		for j := range i {
			follows := sets[i].IsSuperSet(sets[j]) || sets[j].IsSuperSet(sets[i])
			if len(cs) < mostBelow && !follows && u.count(in[i], in[j], true) >= enough {
				add(u.fillers[j], c)
			}
		}
	}
	excluded, err := s.others(ctx, t, u.role)
	if err != nil {
		return nil, err
	}
	every := slices.Repeat([]bool{true}, len(u.nodes))
	most := len(cs) + mostUnder
	for _, d := range excluded {
		out, err := u.at(e, d)
		if err != nil {
			return nil, err
		}
		if u.count(every, out, false) >= enough {
			add(dl.Top{}, dl.Not{C: d})
		}
		if other, ok := valueOf(d); ok { // some other value: ∃r.∃s.¬{o}
			add(dl.Top{}, dl.Exists{Role: other.Role, C: dl.Not{C: other.C}})
			add(dl.Exists{Role: other.Role, C: dl.Top{}}, dl.Not{C: d})
		}
		for i, c := range u.fillers[:min(len(u.fillers), mostBounds)] {
			if len(cs) < most && u.count(in[i], out, false) >= enough {
				add(c, dl.Not{C: d})
			}
		}
	}
	return cs, nil
}

// valueOf returns c as ∃s.{o}; false if it has another form.
func valueOf(c dl.Concept) (e dl.Exists, ok bool) {
	e, _ = c.(dl.Exists)
	_, ok = e.C.(dl.Nominal)
	return e, ok
}

// others returns what may be excluded at the nodes to which the role leads: what nodes of negatives have, and
// what between a twentieth and nineteen twentieths of some of all nodes have.
func (s *Proposer) others(ctx context.Context, t *atoms, r dl.Role) ([]dl.Concept, error) {
	if t.lim.sampled == 0 || r.Closure != dl.NoClosure || !s.Options.Language.Has(dl.WithNot) {
		return nil, nil
	}
	some, err := s.Prior.Graph.Members(ctx, []dl.Concept{dl.Exists{Role: r.Inv(), C: dl.Top{}}}, t.lim.sampled)
	if err != nil || len(some[0]) < 5 {
		return nil, err
	}
	nodes := some[0]
	for _, iri := range s.Neg {
		for _, a := range t.follow(iri, r) {
			if len(nodes) < 2*t.lim.sampled {
				nodes = append(nodes, t.s.IRI(a))
			}
		}
	}
	walked, err := t.walkFrom(ctx, nodes, len(nodes), 1)
	if err != nil {
		return nil, err
	}
	var list []priced
	for k, h := range walked.at {
		all, n := size(h[:]), 0
		for i := range some[0] {
			n += int(h[i/64] >> (i % 64) & 1)
		}
		if k.n == 0 && (all > n || 20*n >= len(some[0])) && 20*n <= 19*len(some[0]) {
			list = append(list, priced{target: k, n: n + len(some[0])*(all-n)})
		}
	}
	slices.SortFunc(list, func(p, q priced) int { return cmp.Or(cmp.Compare(q.n, p.n), p.target.compare(q.target)) })
	return conceptsOfKeys(walked, list[:min(len(list), mostUnder)]), nil
}
