package intended

import (
	"context"
	"maps"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent"
)

// conditionsJudge is a user who knows the parts of the query, and sees the parts of the first candidate and
// the conditions that genus proposes. It acts on at most mostActs of them.
type conditionsJudge struct {
	b     Bed
	c     Case
	s     *intent.Session
	parts []part
	acts  int
}

// A part is a conjunct of the query: D or ¬D, with the members of D.
type part struct {
	concept dl.Concept // D
	negated bool
	members map[string]bool // of D
	all     map[string]bool // of the conjunct
}

const mostActs = 12

func (b Bed) judgeOf(ctx context.Context, c Case, s *intent.Session) (*conditionsJudge, error) {
	u := &conditionsJudge{b: b, c: c, s: s}
	if !b.Conditions || b.Read == nil {
		return u, nil
	}
	meant, err := b.Read(c)
	if err != nil {
		return u, err
	}
	for _, d := range dl.Conjuncts(meant) {
		of := part{concept: d}
		if not, ok := d.(dl.Not); ok {
			of.concept, of.negated = not.C, true
		}
		if of.members, err = b.Extension(ctx, of.concept); err != nil {
			return u, err
		}
		if of.all, err = b.Extension(ctx, d); err != nil {
			return u, err
		}
		u.parts = append(u.parts, of)
	}
	return u, nil
}

// accepts reports whether the user reads in the first candidate what is meant, and stops.
func (u *conditionsJudge) accepts(o Outcome) bool { return u.parts != nil && o.Exact }

// act judges one condition as people do on the page, and reports whether there was one to judge. First comes a
// listed condition that is a part of the query, or that a part of it rules out; then a part of the first candidate
// that not all of what is meant have; then a part that the query has tighter; and then the question about a condition.
func (u *conditionsJudge) act(ctx context.Context, q *intent.Question) (bool, error) {
	if u.parts == nil || u.acts >= mostActs {
		return false, nil
	}
	proposals := u.s.Proposals()
	asked, isAsked := intent.Choose(q, proposals)
	proposals = slices.DeleteFunc(proposals, func(p intent.Proposal) bool { return u.hasJudged(p.Concept) })
	acted := false
	var inFirst []intent.Proposal
	for _, p := range proposals {
		if p.InFirst {
			inFirst = append(inFirst, p)
			continue
		}
		members, err := u.b.Extension(ctx, p.Concept)
		if err != nil {
			return false, err
		}
		if acted = u.need(p.Concept, members); acted {
			break
		}
	}
	for _, p := range inFirst {
		if acted {
			break
		}
		members, err := u.b.Extension(ctx, p.Concept)
		if err != nil {
			return false, err
		}
		if acted = u.share(members) < len(u.c.Members); acted {
			u.reject(p.Concept)
		} else {
			acted = u.tighten(p.Concept)
		}
	}
	if isAsked && !acted && !u.hasJudged(asked.Concept) {
		members, err := u.b.Extension(ctx, asked.Concept)
		if err != nil {
			return false, err
		}
		u.answer(asked.Concept, u.share(members))
		acted = true
	}
	if acted {
		u.acts++
	}
	return acted, nil
}

func (u *conditionsJudge) hasJudged(c dl.Concept) bool {
	return slices.ContainsFunc(u.s.Requirements(), func(r intent.Requirement) bool { return r.Concept == c })
}

// share returns how many of those that are meant are members.
func (u *conditionsJudge) share(members map[string]bool) (in int) {
	for iri := range u.c.Members {
		if members[iri] {
			in++
		}
	}
	return in
}

// need judges the condition with these members if the query has it as a part, or its negation.
func (u *conditionsJudge) need(c dl.Concept, members map[string]bool) bool {
	for _, d := range u.parts {
		switch {
		case maps.Equal(d.all, members):
			u.require(c, intent.Must)
		case d.negated && maps.Equal(d.members, members):
			u.require(c, intent.MustNot)
		default:
			continue
		}
		return true
	}
	return false
}

// tighten puts one more in the place of a number, if the query asks for more: the page offers that.
func (u *conditionsJudge) tighten(part dl.Concept) bool {
	role, n, of := dl.Role{}, 1, dl.Concept(nil)
	switch c := part.(type) {
	case dl.Exists:
		role, of = c.Role, c.C
	case dl.AtLeast:
		role, n, of = c.Role, c.N, c.C
	}
	for _, d := range u.parts {
		if meant, ok := d.concept.(dl.AtLeast); ok && !d.negated && meant.Role == role && meant.C == of && meant.N > n {
			u.require(dl.AtLeast{N: n + 1, Role: role, C: of}, intent.Must)
			return true
		}
	}
	return false
}

// answer answers the question about the condition, which so many of those that are meant have.
func (u *conditionsJudge) answer(c dl.Concept, in int) {
	switch in {
	case len(u.c.Members):
		u.require(c, intent.Must)
	case 0:
		u.require(c, intent.MustNot)
	default:
		u.require(c, intent.NeedNot)
	}
}

func (u *conditionsJudge) require(c dl.Concept, a intent.Modality) {
	u.s.Require(intent.Requirement{Concept: c, Answer: a})
}

// reject says that the part need not be. Of a list it adds a value: that is one act on the page.
func (u *conditionsJudge) reject(part dl.Concept) {
	u.require(part, intent.NeedNot)
	e, ok := part.(dl.Exists)
	if !ok {
		return
	}
	have := dl.Disjuncts(e.C)
	for _, d := range u.parts {
		meant, ok := d.concept.(dl.Exists)
		if !ok || d.negated || meant.Role != e.Role {
			continue
		}
		sides := dl.Disjuncts(meant.C)
		in := func(c dl.Concept) bool { return slices.Contains(sides, c) }
		if len(sides) < 2 || slices.ContainsFunc(have, func(c dl.Concept) bool { return !in(c) }) {
			continue
		}
		for _, side := range sides {
			if !slices.Contains(have, side) {
				u.require(dl.Exists{Role: e.Role, C: dl.Disj(append(slices.Clone(have), side)...)}, intent.Must)
				return
			}
		}
	}
}
