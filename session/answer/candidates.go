package answer

import (
	"cmp"
	"slices"

	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/session/notation"
)

// A Candidate is a concept that may have been meant.
type Candidate struct {
	Concept     notation.Written `json:"concept"`
	English     string           `json:"english" jsonschema:"the concept in words"`
	Members     notation.Members `json:"members" jsonschema:"number of its members"`
	Probability float64          `json:"probability" jsonschema:"probability that it is meant, with these or other values in its comparisons"`
	LooksWrong  []string         `json:"looks_wrong" jsonschema:"examples on the wrong side if this concept is meant"`
}

// A ProposedCondition is a condition that the user may judge.
type ProposedCondition struct {
	Concept     string           `json:"concept" jsonschema:"the condition, to be given back in conditions"`
	English     string           `json:"english" jsonschema:"the condition in words, such as: is an elephant"`
	Part        bool             `json:"part" jsonschema:"it is a part of the first concept of the ranking"`
	Members     notation.Members `json:"members" jsonschema:"number of its members"`
	Probability float64          `json:"probability" jsonschema:"probability that all that are meant satisfy it"`
	Property    string           `json:"property,omitempty" jsonschema:"the property, as a column of a table, if the condition asks for a value of it or lists some"`
	Ask         bool             `json:"ask" jsonschema:"the user's answer to 'Must all satisfy it?' would tell more than the question about an individual"`
}

// A JudgedCondition is a condition that was judged, and what became of it.
type JudgedCondition struct {
	Concept string `json:"concept" jsonschema:"the condition"`
	English string `json:"english" jsonschema:"the condition in words, such as: is an elephant"`
	Answer  string `json:"answer" jsonschema:"what was said of it"`
	Outcome string `json:"outcome" jsonschema:"kept: the first concept meets it; changed: instead says something else of the same property; refused: it does not meet it; unknown: nobody has counted whether it does"`
	Instead string `json:"instead,omitempty" jsonschema:"the part of the first concept that says something else of the same property"`
	Reason  string `json:"reason,omitempty" jsonschema:"why it is not kept"`
}

// A NextQuestion asks whether an individual belongs to what is meant.
type NextQuestion struct {
	IRI         string   `json:"iri" jsonschema:"IRI of the individual"`
	Label       string   `json:"label" jsonschema:"its name; empty if it has none"`
	Classes     []string `json:"classes" jsonschema:"labels, or IRIs"`
	Facts       []Fact   `json:"facts" jsonschema:"parts of the concepts that may be meant, and whether they hold for the individual"`
	Probability float64  `json:"probability" jsonschema:"probability that the answer is yes"`
}

// A Fact is a part of a candidate, and whether it holds at an individual.
type Fact struct {
	Concept  string `json:"concept" jsonschema:"the part"`
	Labelled string `json:"labelled" jsonschema:"with labels in place of names"`
	English  string `json:"english" jsonschema:"the part in words, such as: is an elephant"`
	Holds    bool   `json:"holds" jsonschema:"it holds for the individual"`
	Reason   string `json:"reason,omitempty" jsonschema:"why it cannot hold: two classes that are disjoint"`
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

// candidates returns the candidates that are listed, at least the first.
func (r *Result) candidates(own syntax.Prefixes) []Candidate {
	list := []Candidate{}
	if r.Ranking == nil {
		return list
	}
	v := r.Problem.Writing(own)
	for _, c := range r.Ranking.listed(mostListed) {
		wrong := c.Wrong
		if wrong == nil {
			wrong = []string{}
		}
		list = append(list, Candidate{
			notation.Write(c.Concept, v), r.Problem.English(c.Concept), notation.NewMembers(c.Members), c.Probability, wrong,
		})
	}
	return list
}

// proposals returns the conditions that the user may judge.
func (r *Result) proposals(own syntax.Prefixes) []ProposedCondition {
	list := []ProposedCondition{}
	if r.Ranking == nil {
		return list
	}
	asked, isAsked := r.Ranking.Condition()
	for _, p := range r.Ranking.Proposals {
		list = append(list, ProposedCondition{
			syntax.Print(p.Concept, syntax.Options{Prefixes: own}),
			syntax.EnglishClause(p.Concept, r.Problem.InWords(p.Concept)), p.InFirst, notation.NewMembers(p.Members),
			p.Probability,
			propertyOf(p.Concept, own), isAsked && p.Concept == asked.Concept,
		})
	}
	return list
}

// judged returns what became of the conditions that were judged.
func (r *Result) judged(own syntax.Prefixes) []JudgedCondition {
	list := []JudgedCondition{}
	if r.Ranking == nil {
		return list
	}
	for _, o := range r.Ranking.Outcomes {
		j := JudgedCondition{
			Concept: syntax.Print(o.Concept, syntax.Options{Prefixes: own}),
			English: syntax.EnglishClause(o.Concept, r.Problem.InWords(o.Concept)),
			Answer:  answerOf(o.Answer),
			Outcome: "kept",
		}
		switch {
		case o.Kept == intent.Yes:
		case o.Kept == intent.Unknown:
			j.Outcome, j.Reason = "unknown", "nobody has counted whether all members of the first concept satisfy it"
		case o.Instead != nil:
			j.Outcome, j.Reason = "changed", r.whyNotKept(o, own)
			j.Instead = syntax.Print(o.Instead, syntax.Options{Prefixes: own})
		default:
			j.Outcome, j.Reason = "refused", r.whyNotKept(o, own)
		}
		list = append(list, j)
	}
	return list
}

// whyNotKept says in words why the first candidate does not meet the condition.
func (r *Result) whyNotKept(o intent.Outcome, own syntax.Prefixes) string {
	switch n := len(o.Against); {
	case o.Answer == intent.NeedNot:
		return "the examples speak for it"
	case n == 0:
		return "no example speaks for it: the first concept without it is likelier"
	default:
		name := cmp.Or(r.Problem.Info.Labels[o.Against[0]], own.Shorten(o.Against[0]))
		if n > 1 {
			name += " and " + say.Plural(n-1, "other positive")
		}
		return "it does not hold for " + name
	}
}

// propertyOf returns the property of which the condition asks for any value or lists values, as a column of a table;
// empty if it is another condition.
func propertyOf(c dl.Concept, p syntax.Prefixes) string {
	e, ok := c.(dl.Exists)
	if !ok || e.Role.Closure != dl.NoClosure {
		return ""
	}
	isOther := func(c dl.Concept) bool { _, is := c.(dl.Nominal); return !is }
	if e.C != dl.Concept(dl.Top{}) && slices.ContainsFunc(dl.Disjuncts(e.C), isOther) {
		return ""
	}
	if e.Role.Inverse {
		return "^" + p.Shorten(e.Role.IRI)
	}
	return p.Shorten(e.Role.IRI)
}

func (r *Result) nextQuestion(own syntax.Prefixes) *NextQuestion {
	if r.Ranking == nil || r.Ranking.Question == nil {
		return nil
	}
	q := r.Ranking.Question
	j := &NextQuestion{IRI: q.Individual, Label: q.Label, Classes: []string{}, Facts: []Fact{}, Probability: q.Probability}
	for _, iri := range q.Classes {
		j.Classes = append(j.Classes, cmp.Or(r.Ranking.Labels[iri], iri))
	}
	for _, f := range q.Facts {
		j.Facts = append(j.Facts, Fact{
			syntax.Print(f.Concept, syntax.Options{Prefixes: own}),
			notation.NewLabelled(f.Concept, r.Problem.Writing(own)).DL,
			syntax.EnglishClause(f.Concept, r.Problem.InWords(f.Concept)),
			f.Holds,
			r.Ranking.Reason(f.Concept, own),
		})
	}
	return j
}
