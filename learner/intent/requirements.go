package intent

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent/ask"
	"github.com/genus-kg/genus/learner/intent/normal"
	"github.com/genus-kg/genus/learner/intent/price"
)

// mostEdited is how many conjunctions judgements change.
const mostEdited = 20

// Require takes what the user says of a condition. It replaces what was said of the same one.
func (s *Session) Require(r ask.Requirement) {
	s.judge(r)
	isSame := func(old ask.Requirement) bool { return normal.Of(old.Concept) == normal.Of(r.Concept) }
	s.Restore(append(slices.DeleteFunc(s.Requirements(), isSame), r))
}

// Requirements returns what the user said of conditions, the first first.
func (s *Session) Requirements() []ask.Requirement { return slices.Clone(s.p.Required.All) }

// Restore takes back what was said of conditions since Requirements returned these.
func (s *Session) Restore(said []ask.Requirement) {
	s.p.Required.All = slices.Clone(said)
	s.p.Required.Read()
	s.over = false
	s.keepBest()
	s.stale = true
}

// answers returns how often the user has answered: about individuals, and about conditions.
func (s *Session) answers() int {
	n := len(s.p.Asked) + len(s.p.Unknown)
	for _, r := range s.p.Required.All {
		if r.Answer != ask.Likely {
			n++
		}
	}
	return n
}

// judge takes a judgement as an answer that the first candidate predicted, or not.
func (s *Session) judge(r ask.Requirement) {
	if len(s.ranked) == 0 || r.Answer == ask.Unsure || r.Answer == ask.Likely {
		return
	}
	c := normal.Of(r.Concept)
	if r.Answer == ask.MustNot {
		c = normal.Of(normal.Complement(c))
	}
	posterior, _ := s.posterior()
	p := min(max(s.probabilityOf(c, posterior), leastOfU), 1-leastOfU) // as U predicts
	if r.Answer == ask.NeedNot {
		p = 1 - p
	}
	if (s.p.Required.Entails(s.ranked[0].Concept, c) == ask.Yes) == (r.Answer != ask.NeedNot) {
		s.earned -= math.Log2(p)
	} else {
		s.earned -= surprised
	}
}

// edited returns the concepts with all that must be, with what is likely and what is not, and without what
// need not be. What is likely holds at each positive.
func (s *Session) edited(cs []dl.Concept) (out []dl.Concept) {
	q := s.p.Required
	if len(q.Must)+len(q.Free) == 0 {
		return nil
	}
	var must, likely []dl.Concept
	for _, d := range q.Must {
		if d.Price == price.Broken {
			must = append(must, d.Concept)
		} else if s.p.Prior.MayHold(d.Concept, s.p.Pos) == len(s.p.Pos) {
			likely = append(likely, d.Concept)
		}
	}
	for _, c := range cs[:min(len(cs), mostEdited)] {
		var parts, plain []dl.Concept
		for _, part := range dl.Conjuncts(c) {
			isFree := slices.ContainsFunc(q.Free, func(d dl.Concept) bool { return normal.Implies(part, d) })
			isDenied := slices.Contains(must, normal.Complement(part))
			if !isFree && !isDenied {
				parts = append(parts, part)
				// What must be replaces what it follows from: that may have been an accident of the examples.
				if !slices.ContainsFunc(must, func(d dl.Concept) bool { return d != part && normal.Implies(part, d) }) {
					plain = append(plain, part)
				}
			}
		}
		lists := [][]dl.Concept{slices.Concat(parts, must), slices.Concat(plain, must), slices.Concat(must, likely)}
		for _, list := range lists {
			if c := normal.Conjoin(list); len(list) > 0 && !dl.OnlyExcludes(c) { // people rarely mean only that
				out = append(out, c)
			}
		}
	}
	return slices.DeleteFunc(normal.Unique(out),
		func(c dl.Concept) bool { return !s.p.Options.Language.Has(dl.LanguageOf(c)) })
}

// Outcome says what became of a requirement.
type Outcome struct {
	ask.Requirement
	// Kept says whether the concept meets it. Over an endpoint that may be Unknown: nobody has counted it.
	Kept ask.Truth
	// Against are the positives that do not meet it.
	Against []string
	// Instead is a part of the concept that says something else of the same property; nil if there is none.
	Instead dl.Concept
}

// Outcomes returns what became of each requirement in the concept. That of Unsure is kept.
func (s *Session) Outcomes(ctx context.Context, c dl.Concept) (out []Outcome) {
	c = normal.Of(c)
	var demanded []dl.Concept
	for _, r := range s.p.Required.All {
		demanded = append(demanded, price.Demanded(r)...)
	}
	s.p.Prior.Learn(ctx, demanded, s.p.Pos)
	for _, r := range s.p.Required.All {
		o := Outcome{Requirement: r, Kept: ask.Yes}
		if r.Answer == ask.NeedNot && normal.Says(c, normal.Of(r.Concept)) {
			o.Kept = ask.No
		}
		for _, d := range price.Demanded(r) {
			is := s.p.Required.Entails(c, d)
			if is == ask.Yes {
				continue
			}
			for _, iri := range s.p.Pos {
				if s.p.Prior.Holds(d, iri) == ask.No && !slices.Contains(o.Against, iri) {
					o.Against = append(o.Against, iri)
				}
			}
			if len(o.Against) > 0 { // the concept has it: it was drawn from what is meant
				is = ask.No
			}
			o.Kept = min(o.Kept, is)
			o.Instead = cmp.Or(o.Instead, sameProperty(c, d))
		}
		out = append(out, o)
	}
	return out
}

// sameProperty returns the part of c that names the property of d, or a class if d is one; nil if there is none.
func sameProperty(c, d dl.Concept) dl.Concept {
	of := dl.EntitiesOf(d).Properties()
	for _, part := range dl.Conjuncts(c) {
		properties := dl.EntitiesOf(part).Properties()
		isClass := len(properties)+len(of) == 0 && part != dl.Concept(dl.Top{})
		if isClass || slices.ContainsFunc(properties, func(p string) bool { return slices.Contains(of, p) }) {
			return part
		}
	}
	return nil
}
