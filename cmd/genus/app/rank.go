package app

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent"
	"github.com/genus-kg/genus/learner/syntax"
)

// With more positives than this, concepts are not ranked. The size principle is about
// things that somebody picked by hand; with more, the negatives decide without it.
const (
	mostRanked = 100 // where there are negatives
	mostAlone  = 200 // without negatives
)

// rivalsShown is how many candidates are shown beside the first, leastShown how
// likely they are at least.
const (
	rivalsShown = 3
	leastShown  = 0.01
)

// Meant ranks the concepts that may have been meant, and asks about individuals.
// It is not safe for concurrent use.
type Meant struct {
	*intent.Session
	graph    intent.Graph
	reporter Reporter
	timeout  time.Duration
}

// Ranking is what the examples and the answers say so far.
type Ranking struct {
	intent.Ranking
	// Question is the next one; nil if none tells more, or the ranking is sure enough.
	Question *intent.Question
	// Labels of the individuals and symbols in the ranking.
	Labels map[string]string
}

// CanRank reports whether concepts are ranked by the settings and for these examples.
// The engine optimal answers another question.
func (s Session) CanRank(ex extract.Examples) bool {
	return canRank(s.Config, len(ex.Pos), len(ex.Neg))
}

func canRank(c config.Config, pos, neg int) bool {
	return c.Prefer == config.Meant && c.Engine != "optimal" && pos > 0 && (pos <= mostRanked || neg == 0 && pos <= mostAlone)
}

// Ranker starts rankings of what may have been meant, by the whole source.
type Ranker struct{ Session }

// Ranker is that of the session's source.
func (s Session) Ranker() Ranker { return Ranker{s} }

// Start starts a ranking by the examples. The user does not know whether the
// individuals in unknown belong.
func (s Ranker) Start(ctx context.Context, ex extract.Examples, unknown []string) (*Meant, error) {
	g, err := s.wholeGraph(ctx, ex)
	if err != nil {
		return nil, err
	}
	g = watched{g, s.Reporter}
	language, err := rankedLanguage(s.Config)
	if err != nil {
		return nil, err
	}
	is, err := intent.New(g, ex.Pos, ex.Neg, intent.Options{Language: language})
	if err != nil {
		return nil, Usage(err)
	}
	m := &Meant{is, g, s.Reporter, s.Config.Timeout}
	for _, iri := range unknown {
		if err := is.Answer(ctx, iri, intent.Unknown); err != nil && !errors.Is(err, intent.ErrContradiction) {
			return nil, err
		}
	}
	return m, nil
}

// rankedLanguage is what candidates may use: everything, nominals and strings
// included, unless the user chose a language.
func rankedLanguage(c config.Config) (dl.Language, error) {
	language := dl.All
	if len(c.Constructors) > 0 || c.Language != dl.ALCQIF.String() {
		o, err := c.Learner()
		if err != nil {
			return 0, Usage(err)
		}
		language = o.Language
	}
	if c.Depth == 0 {
		language &^= dl.WithRoles | dl.WithInverse
	}
	if c.Nominals == config.Off {
		language &^= dl.WithNominals
	}
	return language, nil
}

// Rank ranks the candidates, and finds the next question.
func (m *Meant) Rank(ctx context.Context) (*Ranking, error) {
	m.reporter.Progress("ranking", "what may be meant")
	ranking, err := m.Session.Rank(ctx)
	if err != nil {
		return nil, fmt.Errorf("ranking what may be meant: %w", err)
	}
	r := &Ranking{Ranking: ranking}
	if r.Question, err = m.Next(ctx); err != nil {
		return nil, fmt.Errorf("looking for a question: %w", err)
	}
	if r.Labels, err = m.graph.Labels(ctx, r.symbols()); err != nil {
		return nil, fmt.Errorf("asking for labels: %w", err)
	}
	return r, nil
}

// symbols are the IRIs in what is shown of the ranking.
func (r *Ranking) symbols() []string {
	var iris []string
	for _, c := range r.Candidates[:min(mostListed, len(r.Candidates))] {
		iris = append(append(iris, syntax.IRIs(c.Concept)...), c.Wrong...)
	}
	if q := r.Question; q != nil {
		iris = append(append(iris, q.Individual), q.Classes...)
		for _, f := range q.Facts {
			iris = append(iris, syntax.IRIs(f.Concept)...)
		}
	}
	slices.Sort(iris)
	return slices.Compact(iris)
}

// ranked sets the ranking, and takes over its labels.
func (r *Result) ranked(ranking *Ranking) {
	r.Ranking = ranking
	labels := maps.Clone(ranking.Labels)
	maps.Copy(labels, r.Problem.Info.Labels)
	r.Problem.Info.Labels = labels
}

// Likely is the candidate that the result is; false if nothing was ranked or the
// result is none of the candidates.
func (r *Result) Likely() (intent.Candidate, bool) {
	if r.Ranking == nil {
		return intent.Candidate{}, false
	}
	i := slices.IndexFunc(r.Ranking.Candidates, func(c intent.Candidate) bool { return c.Concept == r.Fitting.Concept })
	if i < 0 {
		return intent.Candidate{}, false
	}
	return r.Ranking.Candidates[i], true
}

// Rivals are the most likely candidates beside the result.
func (r *Result) Rivals() []intent.Candidate {
	if r.Ranking == nil {
		return nil
	}
	var rivals []intent.Candidate
	for _, c := range r.Ranking.Candidates {
		if len(rivals) == rivalsShown || c.Probability < leastShown {
			break
		}
		if c.Concept != r.Fitting.Concept {
			rivals = append(rivals, c)
		}
	}
	return rivals
}

// expected says what the concept of the result is true of by the ranking; nil if
// the structure can tell.
func (r *Result) expected() func(iri string) bool {
	likely, ok := r.Likely()
	if !ok || r.Problem.CheckCoverage(likely.Concept) == nil {
		return nil
	}
	return func(iri string) bool {
		return slices.Contains(r.Problem.Examples.Pos, iri) != slices.Contains(likely.Wrong, iri)
	}
}
