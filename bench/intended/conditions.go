package intended

import (
	"context"
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
	parts []dl.Concept
	acts  int
}

const mostActs = 12

func (b Bed) judgeOf(_ context.Context, c Case, s *intent.Session) (*conditionsJudge, error) {
	u := &conditionsJudge{b: b, c: c, s: s}
	if !b.Conditions || b.Read == nil {
		return u, nil
	}
	meant, err := b.Read(c)
	if err == nil {
		u.parts = dl.Conjuncts(meant)
	}
	return u, err
}

// accepts reports whether the user reads in the first candidate what is meant, and stops.
func (u *conditionsJudge) accepts(o Outcome) bool { return u.parts != nil && o.Exact }

// act judges one condition, and reports whether there was one to judge: a part of the first candidate that not all
// of what is meant has, a proposed condition that the first candidate lacks, or the question about a condition.
func (u *conditionsJudge) act(ctx context.Context, q *intent.Question) (bool, error) {
	if u.parts == nil || u.acts >= mostActs {
		return false, nil
	}
	proposals := u.s.Proposals()
	said := u.s.Requirements()
	asked, isAsked := intent.Choose(q, proposals)
	for _, p := range proposals {
		isNew := !slices.ContainsFunc(said, func(r intent.Requirement) bool { return r.Concept == p.Concept })
		if !isNew {
			continue
		}
		members, err := u.b.Extension(ctx, p.Concept)
		if err != nil {
			return false, err
		}
		in := 0
		for iri := range u.c.Members {
			if members[iri] {
				in++
			}
		}
		if u.judge(p, in, isAsked && p.Concept == asked.Concept) {
			u.acts++
			return true, nil
		}
	}
	return false, nil
}

// judge says what is true of the condition, of which in members are meant; false if the user would not judge it.
func (u *conditionsJudge) judge(p intent.Proposal, in int, asked bool) bool {
	all := in == len(u.c.Members)
	switch {
	case p.InFirst && !all:
		u.reject(p.Concept)
	case all && (asked || !p.InFirst && slices.Contains(u.parts, p.Concept)):
		u.require(p.Concept, intent.Must)
	case asked && in == 0:
		u.require(p.Concept, intent.MustNot)
	case asked:
		u.require(p.Concept, intent.NeedNot)
	default:
		return false
	}
	return true
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
		meant, ok := d.(dl.Exists)
		if !ok || meant.Role != e.Role {
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
