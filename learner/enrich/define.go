package enrich

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"time"

	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// definition proposes the best definition. It returns nil and the reason if there is
// none.
func (c *subject) definition(ctx context.Context) (*Candidate, string, error) {
	for _, x := range c.stated[c.class] {
		if x.Kind == dl.EquivalentClasses {
			if d, err := c.statedDefinition(x.Concept); err != nil {
				return nil, "", err
			} else if d.Confidence == 1 {
				return nil, "the stated definition fits the data", nil
			}
		}
	}
	timed, cancel := context.WithTimeout(ctx, c.o.Timeout)
	defer cancel()
	first, stop := context.WithTimeout(timed, c.o.Timeout/2)
	best, err := c.learn(first, c.hiddenUnless(func(x interp.Set) bool { return x.Count() > c.members.Count() }))
	stop()
	if err == nil && (best == nil || best.Confidence < 1) && timed.Err() == nil {
		var other *Candidate
		notPart := func(x interp.Set) bool { return !c.members.IsSuperSet(x) }
		if other, err = c.learn(timed, c.hiddenUnless(notPart)); other != nil &&
			(best == nil || other.Confidence > best.Confidence && !isNearer(best, other)) {
			best = other
		}
	}
	switch {
	case ctx.Err() != nil:
		return nil, "", ctx.Err()
	case err != nil:
		return nil, "", err
	case best == nil && timed.Err() != nil:
		return nil, "no definition within the time limit", nil
	case best == nil:
		return nil, "no definition does better than ⊤", nil
	case c.states(best.Axiom):
		return nil, "the best definition is stated already", nil
	}
	return best, "", nil
}

// sufficient proposes the concept of a definition that is none, because too many members do not meet it, as a condition
// for members: enough meet it, and nothing else does.
func (c *subject) sufficient(d Candidate) []Candidate {
	a := dl.Axiom{Kind: dl.Sufficient, Subject: c.class, Concept: d.Concept}
	if d.Confidence >= c.o.Confidence || d.Extra > 0 || d.Support < c.o.MinMembers || d.Others == 0 ||
		holdsOfUnknown(d.Concept) || c.states(a) {
		return nil
	}
	return []Candidate{{
		Axiom:      a,
		Support:    d.Support,
		Of:         d.Support,
		Others:     d.Others,
		Confidence: 1,
		Supporting: d.Supporting,
		Size:       d.Size,
	}}
}

// hiddenUnless returns the names to hide so that only classes remain whose members may.
// If they are more than those of the class, definitions are never circular. Otherwise
// Father ≡ ∃married.Mother and Mother ≡ ∃married.Father would be possible. If they are all
// in the class, a definition is no more than a list of kinds: Male ≡ Father ⊔ Son ⊔ ….
func (c *subject) hiddenUnless(may func(interp.Set) bool) []string {
	hidden := slices.Clone(c.hidden)
	for name := range c.names {
		if !may(c.Ontology.members(name)) {
			hidden = append(hidden, name)
		}
	}
	return hidden
}

// cost returns the length of a description of the members, in bits: the definition, and ⊔
// {a} or ⊓ ¬{a} for each individual a on its wrong side (minimum description length).
func (c *subject) cost(d Candidate) float64 {
	s := c.Problem.Structure
	sig := s.Signature()
	symbols := len(sig.Atoms()) + sig.NumRoles() + len(sig.Features()) + len(dl.ConstructorNames())
	node, individual := math.Log2(float64(symbols)), math.Log2(float64(s.Len()))
	bits := float64(d.Size)*node + float64(d.Of-d.Support+d.Extra)*(2*node+individual)
	dl.Walk(d.Concept, func(x dl.Concept) bool { // the choice of an individual, number or value
		switch x := x.(type) {
		case dl.Nominal:
			bits += individual
		case dl.AtLeast:
			bits += 2 * math.Log2(float64(x.N)+1)
		case dl.AtMost:
			bits += 2 * math.Log2(float64(x.N)+1)
		case dl.Compare:
			if x.Op == dl.Present {
				break // it has no value
			}
			if f, ok := sig.FeatureID(x.Feature); ok {
				bits += math.Log2(float64(len(s.Values(f)) + len(s.Strings(f)) + 1))
			}
		}
		return true
	})
	return bits
}

// shortestDefinition returns the definition with the lowest cost among the best concepts
// of each size. It returns nil if ⊤ or the list of the members costs no more.
func (c *subject) shortestDefinition(f learner.Fitting) (best *Candidate, err error) {
	none, err := c.define(dl.Top{}, true)
	if err != nil {
		return nil, err
	}
	list, err := c.define(dl.Bottom{}, false)
	if err != nil {
		return nil, err
	}
	lowest := min(c.cost(none), c.cost(list))
	try := func(concept dl.Concept, proved bool) error {
		if concept == nil {
			return nil
		}
		if form := plainForm(concept, false); !proved || dl.Size(form) <= dl.Size(concept) {
			concept = form
		}
		if ok, err := c.needsEachPart(concept); err != nil || !ok {
			return err
		}
		d, err := c.bestForm(concept)
		if err == nil && c.cost(d) < lowest && c.isBetter(&d, best) {
			d.Proved = proved
			best = &d
		}
		return err
	}
	if err := try(f.Concept, f.Optimal); err != nil { // it may be plainer than the concept of its stage
		return nil, err
	}
	for _, stage := range f.Stages {
		if err := try(stage.Concept, stage.Proved); err != nil {
			return nil, err
		}
	}
	return best, nil
}

// needsEachPart reports whether each operand of a ⊔ of the concept holds for enough members
// for which the others do not.
func (c *subject) needsEachPart(d dl.Concept) (bool, error) {
	for _, part := range dl.Conjuncts(d) {
		once, twice := c.Problem.Structure.NewSet(), c.Problem.Structure.NewSet()
		var extensions []interp.Set
		for _, operand := range dl.Disjuncts(part) {
			x, err := c.extension(operand)
			if err != nil {
				return false, err
			}
			extensions = append(extensions, x)
			twice.InPlaceUnion(once.Intersection(x))
			once.InPlaceUnion(x)
		}
		for _, x := range extensions {
			alone := x.Difference(twice).IntersectionCardinality(c.members)
			if len(extensions) > 1 && alone < uint(c.o.MinMembers) {
				return false, nil
			}
		}
	}
	return true, nil
}

// f1Tolerance is how much F1 a definition may lose if it says what members are, and not
// what they are not.
const f1Tolerance = 0.05

// isBetter reports whether to propose d rather than best, which may be nil.
func (c *subject) isBetter(d, best *Candidate) bool {
	switch {
	case best == nil || isNearer(d, best):
		return true
	case isNearer(best, d):
		return false
	}
	return c.cost(*d) < c.cost(*best)
}

// isNearer reports whether d says what members are, other says what they are not, and d
// is nearly as good.
func isNearer(d, other *Candidate) bool {
	return !holdsOfUnknown(d.Concept) && holdsOfUnknown(other.Concept) && d.Confidence >= other.Confidence-f1Tolerance
}

// holdsOfUnknown reports whether the concept holds for an individual about which nothing
// is stated.
func holdsOfUnknown(c dl.Concept) bool {
	switch c := c.(type) {
	case dl.Top, dl.ForAll, dl.AtMost:
		return true
	case dl.Not:
		return !holdsOfUnknown(c.C)
	case dl.And:
		return holdsOfUnknown(c.L) && holdsOfUnknown(c.R)
	case dl.Or:
		return holdsOfUnknown(c.L) || holdsOfUnknown(c.R)
	case dl.AtLeast:
		return c.N <= 0
	}
	return false
}

// closed are the constructors by which a concept holds for an individual because something
// is not stated about it.
const closed = dl.WithNot | dl.WithForAll | dl.WithAtMost | dl.WithBottom

// learn fits a concept to samples, to which it adds counterexamples in each round.
func (c *subject) learn(ctx context.Context, hidden []string) (*Candidate, error) {
	pos, neg := c.sample(c.members, mostExamples), c.sample(c.others, mostExamples)
	o := c.o.Learner
	if !c.o.Negation {
		o.Language = cmp.Or(o.Language, dl.ALCQIF) &^ closed
	}
	o.Mode = learner.Approx
	o.Score = interp.F1
	o.Select = learner.SelectScore
	var best *Candidate
	for round := range rounds {
		p := c.Problem
		p.Pos = interp.Members(pos)
		p.Neg = interp.Members(neg)
		p.Hidden = slices.Concat(p.Hidden, hidden)
		all := pos.Count() == c.members.Count() && neg.Count() == c.in.Count()-c.members.Count()
		timed, cancel := ctx, context.CancelFunc(func() {})
		if deadline, ok := ctx.Deadline(); ok && !all { // keep time for the last round, whose sample is the best
			timed, cancel = context.WithTimeout(ctx, time.Until(deadline)/time.Duration(rounds-round))
		}
		f, err := learner.Learn(timed, p, o)
		cancel()
		if f.Concept == nil {
			if err != nil && ctx.Err() == nil && timed.Err() == nil && !errors.Is(err, learner.ErrNoFitting) {
				return nil, err
			}
			break
		}
		d, err := c.shortestDefinition(f)
		if err != nil {
			return nil, err
		}
		if d != nil && c.isBetter(d, best) {
			best = d
		}
		x, err := c.extension(f.Concept)
		if err != nil {
			return nil, err
		}
		missed := c.sample(c.members.Difference(x).Difference(pos), mostCounter)
		wrong := c.sample(x.Difference(c.members).Difference(neg), mostCounter)
		if missed.None() && wrong.None() || round == rounds-1 || ctx.Err() != nil {
			break
		}
		pos.InPlaceUnion(missed)
		neg.InPlaceUnion(wrong)
		if dl.Size(f.Concept) <= o.MaxSize {
			o.Start = []dl.Concept{f.Concept}
		}
	}
	return best, nil
}

// bestForm returns the definition by d or, if that costs less, by d within the
// superclasses.
func (c *subject) bestForm(d dl.Concept) (Candidate, error) {
	plain, err := c.define(d, false)
	if err != nil || len(c.genus) == 0 {
		return plain, err
	}
	within, err := c.define(d, true)
	if err == nil && c.cost(within) >= c.cost(plain) {
		return plain, nil
	}
	return within, err
}

func (c *subject) define(d dl.Concept, within bool) (Candidate, error) {
	if within {
		var parts []dl.Concept
		for _, super := range c.genus {
			parts = append(parts, dl.Name{IRI: super})
		}
		if (d != dl.Top{}) {
			parts = append(parts, d)
		}
		d = dl.Conj(parts...)
	}
	x, err := c.extension(d)
	if err != nil {
		return Candidate{}, err
	}
	return c.definedAs(d, x), nil
}

// statedDefinition returns the stated definition, by the data and by what the definition itself
// entails.
func (c *subject) statedDefinition(d dl.Concept) (Candidate, error) {
	x, err := c.withEntailed(d)
	if err != nil {
		return Candidate{}, err
	}
	isName := func(d dl.Concept) bool { _, is := d.(dl.Name); return is }
	if !slices.ContainsFunc(dl.Conjuncts(d), func(d dl.Concept) bool { return !isName(d) }) {
		x = c.members // whoever is in all of these classes is a member
	}
	return c.definedAs(d, x), nil
}

// definedAs returns the definition by d, which has the extension x.
func (c *subject) definedAs(d dl.Concept, x interp.Set) Candidate {
	out := c.newCandidate(dl.Axiom{Kind: dl.EquivalentClasses, Subject: c.class, Concept: d}, c.members, x)
	extra := x.Difference(c.members)
	out.Extra, out.Extras, out.ExtraClasses = int(extra.Count()), c.firstIRIs(extra), c.classLists(extra)
	out.Others = int(c.in.Count()) - out.Of
	out.Confidence = interp.Confusion{TP: out.Support, FN: out.Of - out.Support, FP: out.Extra}.F1()
	return out
}
