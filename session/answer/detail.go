package answer

import (
	"fmt"

	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/queries"
	"github.com/genus-kg/genus/session/notation"
)

// A DetailedDocument adds to Document what the page of genus serve needs: the concept of
// every stage, and texts with labels.
type DetailedDocument struct {
	Document
	Stages   []DetailedStage    `json:"stages"`
	English  string             `json:"english"`
	Labelled *notation.Labelled `json:"labelled"` // null if there is no concept
	Proof    string             `json:"proof"`    // what is proved, in a sentence
	Why      string             `json:"why"`      // why this size is the default
	// Pending: something is still to come, and the result is sent again then. Running names it:
	// confirmation, question, proof.
	Pending bool     `json:"pending"`
	Running []string `json:"running"`
}

// A DetailedStage is a stage with its best concept, null if it has none.
type DetailedStage struct {
	Stage
	Concept  *notation.Written  `json:"concept"`
	Score    *notation.Score    `json:"score"`
	English  string             `json:"english"`
	SPARQL   string             `json:"sparql"`
	Labelled *notation.Labelled `json:"labelled"`
}

// Detailed returns the result as JSON, with names shortened by the prefixes of the
// source.
func (r *Result) Detailed() DetailedDocument {
	j := DetailedDocument{
		Document: r.Document(r.Problem.Source.Prefixes()),
		Pending:  r.Running != 0,
		Running:  r.Running.Names(),
		Stages:   []DetailedStage{},
	}
	for i, s := range r.Fitting.Stages {
		if len(j.Document.Stages) <= i { // too large to be written out
			break
		}
		d := DetailedStage{Stage: j.Document.Stages[i]}
		if s.Concept != nil && dl.Size(s.Concept) <= MostNodes {
			c := notation.Write(s.Concept, r.Problem.Source.Prefixes(), r.Problem.Info.Kinds)
			d.Concept = &c
			d.Score = notation.NewScore(s.Confusion)
			d.Labelled = r.labelled(s.Concept)
			d.English, d.SPARQL = d.Labelled.English, d.Labelled.SPARQL
		}
		j.Stages = append(j.Stages, d)
	}
	if r.Written() {
		j.Labelled = r.labelled(r.Fitting.Concept)
		j.English = j.Labelled.English
		j.Proof = r.Proof()
		j.Why = r.sizeReason()
	}
	return j
}

func (r *Result) labelled(c dl.Concept) *notation.Labelled {
	l := notation.NewLabelled(c, r.Problem.Writing(r.Problem.Source.Prefixes()))
	if q, err := r.Select(c); err == nil { // some concepts have no query, such as one about the year 10000
		l.SPARQL = q
	}
	return &l
}

// Select returns the query of a concept of the result.
func (r *Result) Select(c dl.Concept) (string, error) {
	if c == r.Fitting.Concept {
		return r.Query, nil
	}
	o := r.query
	o.Prefixes, o.Anchor = r.Problem.Source.PrefixesOf(c), ""
	if dl.OnlyExcludes(c) {
		o.Anchor = sharedClass(r.Problem.Problem, c)
	}
	return queries.Select(c, o)
}

// sizeReason explains the choice of the size in a sentence.
func (r *Result) sizeReason() string {
	if r.Smallest != nil {
		return "More likely meant than the smallest concept that fits the examples."
	}
	if selected := r.Selected(); selected != "" {
		return "Chosen " + selected + "."
	}
	switch {
	case r.Options.Optimal:
		return "The best score that is possible, at any size."
	case r.Options.Mode == learner.Exact:
		return "The smallest concept found that fits all the examples."
	}
	return fmt.Sprintf("The smallest concept with the best score, %s.", r.Correct(r.Fitting.Confusion))
}
