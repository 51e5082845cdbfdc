package answer

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/genus-kg/genus/extract/ask"
	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/session/source"
)

// A Judged example has two answers: whether the concept holds for it, by the evaluator,
// and whether the query returns it, by the endpoint.
type Judged struct {
	IRI      string `json:"iri" jsonschema:"IRI"`
	Positive bool   `json:"positive" jsonschema:"it is a positive example"`
	Concept  bool   `json:"concept" jsonschema:"the concept holds for it in the extracted data"`
	Query    bool   `json:"query" jsonschema:"the query returns it"`
}

// A Verdict is what the endpoint answers about all examples.
type Verdict struct {
	URL      string
	Examples []Judged // positives first, in the order of the user
	// NotRun: the query was not run, because files have no endpoint that would answer it soon. Query is
	// then what Concept is.
	NotRun bool
}

// NotRun says why a query over files was not run.
const NotRun = "not run: files have no endpoint"

// Mismatches returns the examples about which evaluator and endpoint disagree.
func (v Verdict) Mismatches() []Judged {
	return slices.DeleteFunc(slices.Clone(v.Examples), func(j Judged) bool { return j.Concept == j.Query })
}

// Confusion returns how the concept classifies the examples.
func (v Verdict) Confusion() interp.Confusion {
	var c interp.Confusion
	for _, j := range v.Examples {
		switch {
		case j.Positive && j.Concept:
			c.TP++
		case j.Positive:
			c.FN++
		case j.Concept:
			c.FP++
		default:
			c.TN++
		}
	}
	return c
}

// expectations returns the verdict of the endpoint with that URL before it is asked: at
// which examples the concept holds, by expected or, if that is nil, by the evaluator.
func expectations(ctx context.Context, p *source.Problem, url string, c dl.Concept,
	expected func(iri string) bool) (Verdict, error) {
	v := Verdict{URL: url}
	if expected == nil {
		x, err := interp.NewEvaluator(p.Structure).ExtensionWithin(ctx, c)
		if err != nil {
			return v, err
		}
		expected = func(iri string) bool {
			a, ok := p.Structure.Lookup(iri)
			return ok && x.Test(uint(a))
		}
	}
	for a, positive := range p.EachExample() {
		iri := p.Structure.IRI(a)
		v.Examples = append(v.Examples, Judged{IRI: iri, Positive: positive, Concept: expected(iri)})
	}
	return v, nil
}

// take sets which of the examples the query returns.
func (v Verdict) take(returned func(iri string) bool) {
	for i, j := range v.Examples {
		v.Examples[i].Query = returned(j.IRI)
	}
}

// ask asks which of the examples are members.
func (v Verdict) ask(ctx context.Context, port ask.Port, c dl.Concept) error {
	iris := make([]string, len(v.Examples))
	for i, j := range v.Examples {
		iris[i] = j.IRI
	}
	is, err := ask.Of(ctx, port, c, iris)
	if err != nil {
		return fmt.Errorf("confirming the query: %w", err)
	}
	v.take(func(iri string) bool { return is[iri] })
	return nil
}

// The engine inside the process runs queries only over few facts, and for a short time.
const (
	mostFactsRun = 5000
	longestRun   = 2 * time.Second
)

// confirm asks an endpoint or, about files and databases, the engine inside the process which of the examples
// the query returns.
func (s Worker) confirm(ctx context.Context, v *Verdict, p *source.Problem, c dl.Concept) error {
	if s.Source.Slow() {
		port, err := source.Port(ctx, s.Use, p)
		if err != nil {
			return err
		}
		return v.ask(ctx, port, c)
	}
	v.NotRun = true
	for i, j := range v.Examples {
		v.Examples[i].Query = j.Concept
	}
	if !s.Source.Runs(c, mostFactsRun) {
		return nil
	}
	short, cancel := context.WithTimeout(ctx, longestRun)
	defer cancel()
	client, err := s.Source.Client(short, s.Use)
	run := Verdict{Examples: slices.Clone(v.Examples)}
	if err == nil {
		run.URL = client.URL()
		err = run.ask(short, source.PortOver(s.Use, client, source.QueryOptions(s.Use, p, c, 0)), c)
	}
	if short.Err() != nil {
		return ctx.Err()
	}
	if err == nil {
		*v = run
	}
	return err
}

// Confirm runs the query of the result at every example, and asks for members that are
// not examples. Over files and databases the evaluator finds these, and the query is run only if that takes
// a short time. The result must have a query.
func (s Worker) Confirm(ctx context.Context, r *Result) error {
	p, c := r.Problem, r.Fitting.Concept
	s.Reporter.Progress("confirming", say.Plural(len(p.Examples.All()), "example"))
	v, err := expectations(ctx, p, s.Source.URL(), c, r.expectedMembers())
	r.Verdict = &v
	if err != nil {
		return err
	}
	isConfirmed, err := s.confirmByMembers(ctx, r, v)
	if err == nil && !isConfirmed {
		err = s.confirm(ctx, &v, p, c)
	}
	if err != nil {
		return err
	}
	s.noteUncovered(v, p)
	if r.Others.Matches == nil && r.OthersErr == nil {
		s.Reporter.Progress("asking for other matches", "")
		r.Others, r.OthersErr = s.Matches(ctx, p, c, maxMatches, 0) // the concept is confirmed even if this fails
	}
	return nil
}

// confirmByMembers asks for all members if the ranking says that they are few: one request returns examples and
// others. It reports whether these confirm the query.
func (s Worker) confirmByMembers(ctx context.Context, r *Result, v Verdict) (bool, error) {
	p := r.Problem
	most := len(v.Examples) + maxMatches
	likely, isRanked := r.Likely()
	if !s.Source.Slow() || !isRanked || likely.Members.Upper > int64(most) {
		return false, nil
	}
	port, err := source.Port(ctx, s.Use, p)
	if err != nil {
		return false, err
	}
	s.Reporter.Progress("asking for other matches", "")
	q := ask.Question{Concept: r.Fitting.Concept, Anchor: r.Anchor, Limit: most}
	a, missing, err := port.Ask(ctx, q)
	if err != nil {
		r.OthersErr = fmt.Errorf("asking for other matches: %w", err)
	}
	if err != nil || missing.What != nil || a.More {
		return false, ctx.Err()
	}
	members := a.IRIs()
	v.take(func(iri string) bool { return slices.Contains(members, iri) })
	q.Limit = maxMatches
	r.Others, r.OthersErr = s.others(ctx, port, p, q) // the port has them
	return len(v.Mismatches()) == 0, nil
}
