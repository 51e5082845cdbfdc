package answer

import (
	"context"
	"fmt"
	"slices"
	"weak"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/learner/intent"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/session/source"
)

// A dialogue is the examples that a user picked, and the answers to questions since, in their order.
type dialogue struct {
	picked  extract.Examples
	answers []answered
}

type answered struct {
	iri string
	is  intent.Truth
}

// dialogueOf tells the answers from the examples that were picked. If nothing was picked, the answers are the only
// examples.
func dialogueOf(ex extract.Examples, asked []string) dialogue {
	isAnswer := func(iri string) bool { return slices.Contains(asked, iri) }
	d := dialogue{picked: ex}
	d.picked.PosWeights, d.picked.NegWeights = nil, nil
	d.picked.Pos = slices.DeleteFunc(slices.Clone(ex.Pos), isAnswer)
	d.picked.Neg = slices.DeleteFunc(slices.Clone(ex.Neg), isAnswer)
	if len(d.picked.Pos) == 0 {
		d.picked.Pos, d.picked.Neg = ex.Pos, ex.Neg
		return d
	}
	for _, iri := range asked {
		is := intent.Unknown
		switch {
		case slices.Contains(ex.Pos, iri):
			is = intent.Yes
		case slices.Contains(ex.Neg, iri):
			is = intent.No
		}
		d.answers = append(d.answers, answered{iri, is})
	}
	return d
}

// A place is a ranking in a dialogue about a structure. It does not keep the structure in memory.
type place struct {
	structure weak.Pointer[interp.Structure]
	text      string // the examples, the answers so far and the settings
}

// before returns the place before answer n, from 0.
func (d dialogue) before(n int, about *interp.Structure, c config.Config) place {
	return place{weak.Make(about), fmt.Sprintf("%q %q %v %+v", d.picked.Pos, d.picked.Neg, d.answers[:n], c)}
}

// resume starts a ranking of the examples that were picked, and repeats the answers in
// their order. It may take as long as the search. In memory it goes on from the last ranking that is kept. Over an
// endpoint it repeats them all, from answers in the cache: what a graph has been told spares it later requests.
func (s Worker) resume(ctx context.Context, ex extract.Examples, asked []string, said []Requirement) (*Meant, error) {
	named := s // the graph has what the conditions name
	for _, r := range said {
		named.Start = append(slices.Clip(named.Start), r.Concept)
	}
	d := dialogueOf(ex, asked)
	m, err := named.rank(ctx, d.picked) // a later concept would change the rankings before, and ask the endpoint for more
	if err != nil {
		return nil, err
	}
	ctx, cancel := source.Within(ctx, s.Config.Timeout, "ranking what may be meant")
	defer cancel()
	if len(d.answers) > 0 {
		if _, err := s.looked(ctx, m, d.picked); err != nil {
			return nil, err
		}
	}
	rankings := s.Rankings
	var structure *interp.Structure
	if m.graph.Ahead() == 0 {
		structure = m.read.Structure
	} else {
		rankings = nil
	}
	first := 0 // answer that is not in the ranking yet
	for n := range slices.Backward(d.answers) {
		if state, ok := rankings.Find(d.before(n, structure, s.Config)); ok {
			m.Resume(state)
			first = n
			break
		}
	}
	for n, a := range d.answers[first:] {
		if a.is != intent.Unknown { // the ranking counts whether its first candidate predicts the answer
			if _, err := m.Session.Rank(ctx); err != nil {
				return nil, fmt.Errorf("ranking candidates: %w", err)
			}
			rankings.Keep(d.before(first+n, structure, s.Config), m.Session)
		}
		if err := m.Answer(ctx, a.iri, a.is); err != nil {
			return nil, err
		}
	}
	if len(said)+len(s.Start) == 0 {
		m.keep = func() { rankings.Keep(d.before(len(d.answers), structure, s.Config), m.Session) }
	}
	m.Judge(said...)
	m.Add(s.Start...)
	return m, nil
}
