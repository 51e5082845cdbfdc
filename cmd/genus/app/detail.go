package app

import (
	"fmt"

	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/queries"
)

// DetailedJSON is ResultJSON with what the page of genus serve needs in addition:
// the concept of every stage, and texts with labels.
type DetailedJSON struct {
	ResultJSON
	Stages   []DetailedStageJSON `json:"stages"`
	English  string              `json:"english"`
	Labelled *LabelledJSON       `json:"labelled"` // null if there is no concept
	Proof    string              `json:"proof"`    // what is proved, in a sentence
	Why      string              `json:"why"`      // why this size is the default
	// Pending: the endpoint has not confirmed yet; the result is sent again then.
	Pending bool `json:"pending"`
}

// DetailedStageJSON is a stage with its best concept, null if it has none.
type DetailedStageJSON struct {
	StageJSON
	Concept  *ConceptJSON  `json:"concept"`
	Score    *ScoreJSON    `json:"score"`
	English  string        `json:"english"`
	SPARQL   string        `json:"sparql"`
	Labelled *LabelledJSON `json:"labelled"`
}

// Detailed is the result as JSON with names shortened by the source's prefixes.
func (r *Result) Detailed(pending bool) DetailedJSON {
	j := DetailedJSON{ResultJSON: r.JSON(r.Problem.Source.Prefixes), Pending: pending, Stages: []DetailedStageJSON{}}
	for i, s := range r.Fitting.Stages {
		if len(j.ResultJSON.Stages) <= i { // too large to be written out
			break
		}
		d := DetailedStageJSON{StageJSON: j.ResultJSON.Stages[i]}
		if s.Concept != nil && dl.Size(s.Concept) <= MostNodes {
			c := NewConceptJSON(s.Concept, r.Problem.Source.Prefixes, r.Problem.Info.Kinds)
			d.Concept, d.Score, d.Labelled = &c, NewScoreJSON(s.Confusion), r.labelled(s.Concept)
			d.English, d.SPARQL = d.Labelled.English, d.Labelled.SPARQL
		}
		j.Stages = append(j.Stages, d)
	}
	if r.Written() {
		j.Labelled = r.labelled(r.Fitting.Concept)
		j.English, j.Proof, j.Why = j.Labelled.English, r.Proof(), r.why()
	}
	return j
}

func (r *Result) labelled(c dl.Concept) *LabelledJSON {
	l := Labelled(c, r.Problem.Vocabulary(r.Problem.Source.Prefixes))
	if q, err := r.Select(c); err == nil { // a concept without a query, such as one of the year 10000, has none
		l.SPARQL = q
	}
	return &l
}

// Select is the query of a concept of the result.
func (r *Result) Select(c dl.Concept) (string, error) {
	if c == r.Fitting.Concept {
		return r.Query, nil
	}
	o := r.query
	o.Prefixes, o.Anchor = r.Problem.Source.PrefixesOf(c), ""
	needed, err := queries.NeedsDomain(c)
	if err != nil {
		return "", err
	}
	if needed {
		o.Anchor = sharedClass(r.Problem.Problem)
	}
	return queries.Select(c, o)
}

// why explains the choice of the size in a sentence.
func (r *Result) why() string {
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
	return fmt.Sprintf("The best score, %s, by the smallest concept that has it.", r.Correct(r.Fitting.Confusion))
}
