package intent_test

import (
	"slices"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent"
)

// What the user says of conditions decides, also where no example speaks for it, and can be taken back.
func TestRequire(t *testing.T) {
	some := func(r string, os ...string) dl.Concept {
		var sides []dl.Concept
		for _, o := range os {
			sides = append(sides, dl.Nominal{IRI: o})
		}
		return dl.Exists{Role: dl.Role{IRI: r}, C: dl.Disj(sides...)}
	}
	born := dl.Exists{Role: dl.Role{IRI: "born"}, C: dl.Top{}}
	must := func(c dl.Concept) intent.Requirement { return intent.Requirement{Concept: c, Answer: intent.Must} }
	not := func(c dl.Concept) intent.Requirement { return intent.Requirement{Concept: c, Answer: intent.MustNot} }
	need := func(c dl.Concept) intent.Requirement { return intent.Requirement{Concept: c, Answer: intent.NeedNot} }
	tests := []struct {
		name string
		said []intent.Requirement
		pos  []string
		want dl.Concept
	}{
		{"must", []intent.Requirement{must(some("genre", "jazz"))}, []string{"p1", "p4", "p7"},
			dl.Conj(some("genre", "jazz"), some("plays", "guitar"))},
		{"not", []intent.Requirement{not(some("from", "Italy"))}, []string{"p1", "p4", "p40"},
			dl.Conj(some("plays", "guitar"), dl.Not{C: some("from", "Italy")})},
		{"not what nobody has", []intent.Requirement{not(born)}, []string{"p10", "p25"},
			dl.Conj(some("plays", "guitar"), dl.Not{C: born})},
		{"or", []intent.Requirement{need(some("from", "US")), must(some("from", "Germany", "US"))},
			[]string{"p1", "p13", "p2"}, some("from", "Germany", "US")},
		{"not, of few", []intent.Requirement{not(some("from", "Italy"))}, []string{"p1", "p4"},
			dl.Conj(some("plays", "guitar"), dl.Not{C: some("from", "Italy")})},
		{"need not", []intent.Requirement{need(some("genre", "jazz"))}, []string{"p1", "p4", "p7"}, some("plays", "guitar")},
		{"an error is outweighed", []intent.Requirement{must(some("plays", "drums"))},
			[]string{"p1", "p4", "p7", "p13", "p16", "p19"}, some("plays", "guitar")},
	}
	m := musicians(t)
	members := func(c dl.Concept) []string { return require.Value(m.Members(t.Context(), []dl.Concept{c}, 1000))(t)[0] }
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := require.Value(intent.New(m, tt.pos, nil, intent.Options{}))(t)
			before := require.Value(s.Rank(t.Context()))(t).Candidates[0].Concept
			for _, r := range tt.said {
				s.Require(r)
			}
			got := require.Value(s.Rank(t.Context()))(t).Candidates[0].Concept
			check.That(t, slices.Equal(members(got), members(tt.want)), "%v, want %v", got, tt.want)
			s.Restore(nil)
			check.Equal(t, len(s.Requirements()), 0, "%v: left", tt.name)
			after := require.Value(s.Rank(t.Context()))(t).Candidates[0].Concept
			check.That(t, slices.Equal(members(after), members(before)), "%v after all is taken back, %v before", after, before)
		})
	}
}

// The parts of the first candidate come first, and what was judged is not proposed again. After a question was looked
// for, there is also what some of the members have and no positive, so that people can rule it out.
func TestProposals(t *testing.T) {
	s := require.Value(intent.New(musicians(t), []string{"p1", "p4", "p7"}, nil, intent.Options{}))(t)
	_ = require.Value(s.Next(t.Context()))(t)
	first := require.Value(s.Rank(t.Context()))(t).Candidates[0].Concept
	ps := s.Proposals()
	parts := dl.Conjuncts(first)
	places := map[dl.Concept]int{}
	for i, p := range ps {
		check.Equal(t, p.InFirst, i < len(parts), "%v", p.Concept)
		check.That(t, places[p.Concept] == 0, "%v is proposed twice", p.Concept)
		places[p.Concept] = i + 1
	}
	for _, want := range []dl.Concept{
		dl.Name{IRI: "Person"}, // all positives are that
		dl.Exists{Role: dl.Role{IRI: "genre"}, C: dl.Nominal{IRI: "rock"}}, // no positive has it
	} {
		check.That(t, places[want] > len(parts), "%v is not proposed: %v", want, ps)
	}
	best := ps[len(parts)]
	s.Require(intent.Requirement{Concept: best.Concept, Answer: intent.Unsure})
	isBest := func(p intent.Proposal) bool { return p.Concept == best.Concept }
	check.That(t, !slices.ContainsFunc(s.Proposals(), isBest), "%v is proposed again", best.Concept)
}

// Answers about conditions count as those about individuals: twelve are the most, and only plain conditions are asked
// about.
func TestConditionsAskedEnd(t *testing.T) {
	s := require.Value(intent.New(musicians(t), []string{"p1", "p4", "p7"}, nil, intent.Options{Sure: 1}))(t)
	answers, conditions := 0, 0
	for ; answers <= 12; answers++ {
		q := require.Value(s.Next(t.Context()))(t)
		if q == nil {
			break
		}
		c, isCondition := intent.Choose(q, s.Proposals())
		if !isCondition {
			require.NoError(t, s.Answer(t.Context(), q.Individual, intent.Unknown), "answer")
			continue
		}
		conditions++
		check.That(t, dl.Steps(c.Concept) <= 1, "asked about %v", c.Concept)
		s.Require(intent.Requirement{Concept: c.Concept, Answer: intent.NeedNot})
	}
	check.That(t, conditions > 0 && answers <= 12, "%d answers, %d about conditions", answers, conditions)
}
