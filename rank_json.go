package genus

import (
	"cmp"
	"math"

	"github.com/genus-kg/genus/learner/intent"
	"github.com/genus-kg/genus/learner/syntax"
)

// A CandidateJSON is a concept that may have been meant.
type CandidateJSON struct {
	Concept     ConceptJSON `json:"concept"`
	English     string      `json:"english"`
	Members     MembersJSON `json:"members"`
	Probability float64     `json:"probability"` // of being meant
	LooksWrong  []string    `json:"looks_wrong"` // examples that look wrong if this is meant
}

// MembersJSON holds bounds of the number of members in the whole graph.
type MembersJSON struct {
	Lower int64  `json:"lower"`
	Upper *int64 `json:"upper"` // null: no bound is known
}

// A QuestionJSON asks whether an individual belongs to what is meant.
type QuestionJSON struct {
	IRI         string     `json:"iri"`
	Label       string     `json:"label"`
	Classes     []string   `json:"classes"` // labels, or IRIs
	Facts       []FactJSON `json:"facts"`
	Probability float64    `json:"probability"` // of the answer yes
}

// A FactJSON is a part of a candidate, and whether it holds at an individual.
type FactJSON struct {
	Concept  string `json:"concept"`
	Labelled string `json:"labelled"`
	English  string `json:"english"` // a clause, such as "is an elephant"
	Holds    bool   `json:"holds"`
}

// newMembersJSON returns the bounds as JSON.
func newMembersJSON(b intent.Bounds) MembersJSON {
	m := MembersJSON{Lower: b.Lower}
	if b.Upper != math.MaxInt64 {
		m.Upper = &b.Upper
	}
	return m
}

// mostListed is how many candidates a result lists.
const mostListed = 10

// notes returns the notes, empty if nothing was ranked.
func (r *Ranking) notes() []string {
	if r == nil {
		return []string{}
	}
	return append([]string{}, r.Notes...)
}

// candidatesJSON returns the candidates that are listed, at least the first.
func (r *Result) candidatesJSON(own syntax.Prefixes) []CandidateJSON {
	list := []CandidateJSON{}
	if r.Ranking == nil {
		return list
	}
	v := r.Problem.Vocabulary(own)
	for _, c := range r.Ranking.listed(mostListed) {
		wrong := c.Wrong
		if wrong == nil {
			wrong = []string{}
		}
		list = append(list, CandidateJSON{
			NewConceptJSON(c.Concept, own, v.Kinds), r.Problem.English(c.Concept), newMembersJSON(c.Members), c.Probability, wrong,
		})
	}
	return list
}

func (r *Result) questionJSON(own syntax.Prefixes) *QuestionJSON {
	if r.Ranking == nil || r.Ranking.Question == nil {
		return nil
	}
	q := r.Ranking.Question
	j := &QuestionJSON{IRI: q.Individual, Label: q.Label, Classes: []string{}, Facts: []FactJSON{}, Probability: q.Probability}
	for _, iri := range q.Classes {
		j.Classes = append(j.Classes, cmp.Or(r.Ranking.Labels[iri], iri))
	}
	for _, f := range q.Facts {
		j.Facts = append(j.Facts, FactJSON{
			syntax.Print(f.Concept, syntax.Options{Prefixes: own}),
			Labelled(f.Concept, r.Problem.Vocabulary(own)).DL, syntax.EnglishClause(f.Concept, r.Problem.inWords(f.Concept)), f.Holds,
		})
	}
	return j
}
