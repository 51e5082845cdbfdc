package answer

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/session/notation"
	"github.com/genus-kg/genus/session/source"
)

// A Conflict is a concept that nearly all examples agree on, with the examples that
// contradict it.
type Conflict struct {
	Concept   dl.Concept       `json:"-"`
	Confusion interp.Confusion `json:"-"`
	// Written, English and Score are set in a Document.
	Written  notation.Written `json:"concept"`
	English  string           `json:"english" jsonschema:"the concept in words"`
	Score    *notation.Score  `json:"score" jsonschema:"how it classifies the examples"`
	Examples []Contradiction  `json:"examples" jsonschema:"the examples that contradict it"`
}

// A Contradiction is an example that contradicts the others.
type Contradiction struct {
	source.Term
	Positive bool   `json:"positive" jsonschema:"it is a positive example"`
	Text     string `json:"text" jsonschema:"text for the user, to follow the name: fits like the 14 others: keep it as an exception, or undo?"`
}

// Examples contradict the others if it is cheaper to name them as exceptions than to extend
// the concept. An exception costs as much as two nodes: naming one of n examples takes log n
// bits, and a conjunct, the smallest part of a concept, has two nodes. Few examples have no
// exceptions, because each of them teaches something.
const (
	nodesPerException = 2
	examplesPerError  = 10 // at most one of 10 contradicts
)

// findConflict chooses, among the result, the candidates of the ranking and the best concepts
// of the stages, the concept that explains the examples in the fewest nodes, exceptions
// counted. Of two that cost the same it chooses the smaller one, then the likelier one.
// findConflict returns that concept with its exceptions, or nil if it has none.
func (r *Result) findConflict() (*Conflict, error) {
	if !r.Written() || r.Problem.Weighted() {
		return nil, nil
	}
	result := Conflict{Concept: r.Fitting.Concept, Confusion: r.Fitting.Confusion}
	var others []Conflict
	if r.Ranking != nil {
		for _, c := range r.Ranking.Candidates {
			others = append(others, Conflict{Concept: c.Concept, Confusion: confusionOf(r.Problem.Examples, c.Wrong)})
		}
	}
	for _, s := range r.Fitting.Stages {
		others = append(others, Conflict{Concept: s.Concept, Confusion: s.Confusion})
	}
	found := result
	for _, c := range others {
		if c.Concept == nil || dl.Size(c.Concept) >= dl.Size(result.Concept) {
			continue
		}
		if d := cmp.Or(cmp.Compare(c.nodes(), found.nodes()),
			cmp.Compare(dl.Size(c.Concept), dl.Size(found.Concept))); d < 0 {
			found = c
		}
	}
	errors := found.errors()
	if errors == 0 || errors*examplesPerError > found.Confusion.Total() || found.Confusion.TP == 0 {
		return nil, nil
	}
	var err error
	if found.Examples, err = r.contradictions(found); err != nil || len(found.Examples) == 0 ||
		!r.Ranking.doubts(found.Examples) {
		return nil, err
	}
	return &found, nil
}

// doubts reports whether the ranking takes all these examples for wrong, or nothing was
// ranked. An answer that settled what was meant contradicts nothing, though a smaller concept
// may explain the others.
func (r *Ranking) doubts(list []Contradiction) bool {
	return r == nil || !slices.ContainsFunc(list, func(c Contradiction) bool { return !slices.Contains(r.Wrong, c.IRI) })
}

// errors returns the number of examples that the concept is wrong about.
func (c Conflict) errors() int { return c.Confusion.Total() - c.Confusion.Correct() }

func (c Conflict) nodes() int { return dl.Size(c.Concept) + nodesPerException*c.errors() }

// contradictions returns the examples that the concept is wrong about. If the concept is
// a candidate of the ranking, the ranking says which these are: it may know more than the
// structure.
func (r *Result) contradictions(c Conflict) (list []Contradiction, err error) {
	likely, ranked := r.Ranking.candidate(c.Concept)
	e := interp.NewEvaluator(r.Problem.Structure)
	verbs := map[bool]string{true: "does not fit like", false: "fits like"}
	for a, positive := range r.Problem.EachExample() {
		iri := r.Problem.Structure.IRI(a)
		wrong := ranked && slices.Contains(likely.Wrong, iri)
		if !ranked {
			member, err := e.Holds(c.Concept, a)
			if err != nil {
				return nil, err
			}
			wrong = member != positive
		}
		if wrong {
			list = append(list,
				Contradiction{source.Term{IRI: iri, Label: r.Problem.Info.Labels[iri]}, positive,
					fmt.Sprintf("%s the %s: keep it as an exception, or undo?", verbs[positive], say.Plural(c.Confusion.TP, "other"))})
		}
	}
	return list, nil
}

// writtenConflict returns the conflict with its texts, nil if there is none. Names have the
// prefixes.
func (r *Result) writtenConflict(own syntax.Prefixes) *Conflict {
	if r.Conflict == nil {
		return nil
	}
	c := *r.Conflict
	c.Written = notation.Write(c.Concept, r.Problem.Writing(own))
	c.English = r.Problem.English(c.Concept)
	c.Score = notation.NewScore(c.Confusion)
	return &c
}
