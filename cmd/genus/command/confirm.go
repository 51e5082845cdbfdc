package command

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/queries"
)

const (
	confirmBatch = 200 // examples in one question; 2000 are too many for some
	maxMatches   = 10  // members that are no examples, shown with a result
)

// judged is one example: where the concept has it by the evaluator, and where
// the query has it by the endpoint.
type judged struct {
	iri      string
	positive bool
	concept  bool
	query    bool
}

// verdict is what the endpoint said about all examples.
type verdict struct {
	url      string
	examples []judged // positives first, in the order of the user
}

// mismatches are the examples about which evaluator and endpoint disagree.
func (v verdict) mismatches() []judged {
	return slices.DeleteFunc(slices.Clone(v.examples), func(j judged) bool { return j.concept == j.query })
}

// confusion is how the query classifies the examples.
func (v verdict) confusion() interp.Confusion {
	var c interp.Confusion
	for _, j := range v.examples {
		switch {
		case j.positive && j.query:
			c.TP++
		case j.positive:
			c.FN++
		case j.query:
			c.FP++
		default:
			c.TN++
		}
	}
	return c
}

// confirm runs the query of the concept for every example and sets the answers
// beside those of the evaluator.
func confirm(ctx context.Context, client extract.Client, c dl.Concept, o queries.Options, p *interp.Problem) (verdict, error) {
	v := verdict{url: client.URL()}
	x, err := interp.NewEvaluator(p.Structure).Extension(c)
	if err != nil {
		return v, err
	}
	for _, side := range []struct {
		list     []interp.Individual
		positive bool
	}{{p.Pos, true}, {p.Neg, false}} {
		for _, a := range side.list {
			v.examples = append(v.examples, judged{iri: p.Structure.IRI(a), positive: side.positive, concept: x.Test(uint(a))})
		}
	}
	for batch := range slices.Chunk(v.examples, confirmBatch) {
		iris := make([]string, len(batch))
		for i, j := range batch {
			iris[i] = j.iri
		}
		q, err := queries.Confirm(c, iris, o)
		if err != nil {
			return v, err
		}
		members, err := answers(ctx, client, q)
		if err != nil {
			return v, fmt.Errorf("confirming the query: %w", err)
		}
		for i := range batch {
			batch[i].query = slices.Contains(members, batch[i].iri)
		}
	}
	return v, nil
}

// answers are the values of the first variable.
func answers(ctx context.Context, client extract.Client, query string) ([]string, error) {
	t, err := client.Select(ctx, query)
	if err != nil {
		return nil, err
	}
	if t.Malformed > 0 {
		return nil, fmt.Errorf("endpoint %s: an answer is no RDF: %w", client.URL(), t.Examples[0])
	}
	var iris []string
	for _, row := range t.Rows {
		if len(row) > 0 && row[0] != nil {
			iris = append(iris, row[0].String())
		}
	}
	return iris, nil
}

// match is a member of the concept that was no example.
type match struct{ iri, label string }

// matches asks the endpoint for members that are not among the examples. more:
// there are others.
func matches(ctx context.Context, client extract.Client, c dl.Concept, o queries.Options, s *source, caps []int) (found []match, more bool, err error) {
	known := map[string]bool{}
	for _, iri := range s.examples.All() {
		known[iri] = true
	}
	o.Limit = len(known) + maxMatches + 1
	for slices.Contains(caps, o.Limit) { // a result of so many rows would look cut off
		o.Limit++
	}
	q, err := queries.Select(c, o)
	if err != nil {
		return nil, false, err
	}
	members, err := answers(ctx, client, q)
	if err != nil {
		return nil, false, fmt.Errorf("asking for other matches: %w", err)
	}
	members = slices.DeleteFunc(members, func(iri string) bool { return known[iri] })
	slices.Sort(members)
	if len(members) > maxMatches {
		members, more = members[:maxMatches], true
	}
	labels := labelsOf(ctx, client, members, s)
	for _, iri := range members {
		found = append(found, match{iri, labels[iri]})
	}
	return found, more, nil
}

// labelsOf asks for names; without them the IRIs have to do.
func labelsOf(ctx context.Context, client extract.Client, iris []string, s *source) map[string]string {
	names := map[string]string{}
	asked := slices.DeleteFunc(slices.Clone(iris), queries.BlankNode)
	v := s.info.Vocabulary
	if len(asked) == 0 || len(v.Label) == 0 {
		return names
	}
	for i := len(v.Languages) - 1; i >= 0; i-- { // the best language last, so that it stays
		q, err := queries.Labels(asked, v.Label, v.Languages[i:i+1])
		if err != nil {
			return names
		}
		t, err := client.Select(ctx, q)
		if err != nil {
			return names
		}
		for _, row := range t.Rows {
			subject, object := slices.Index(t.Vars, "s"), slices.Index(t.Vars, "o")
			if subject >= 0 && object >= 0 && row[subject] != nil && row[object] != nil {
				names[row[subject].String()] = row[object].String()
			}
		}
	}
	return names
}

// nameNominals asks the endpoint what the individuals of the concept are called:
// the extraction asks for classes, properties and examples only.
func (s *source) nameNominals(ctx context.Context, c dl.Concept) {
	var iris []string
	dl.Walk(c, func(c dl.Concept) bool {
		if o, ok := c.(dl.Nominal); ok && s.info.Labels[o.IRI] == "" {
			iris = append(iris, o.IRI)
		}
		return true
	})
	if s.client != nil && len(iris) > 0 {
		maps.Copy(s.info.Labels, labelsOf(ctx, s.client, iris, s))
	}
}

// queryOptions are how the concept is written as SPARQL for the source.
func (s *source) queryOptions(c dl.Concept, graphs []string, d queries.Dialect) queries.Options {
	o := queries.Options{
		Dialect:    d,
		Prefixes:   syntax.NewPrefixes(s.prefixes, syntax.IRIs(c)...),
		Vocabulary: queries.Vocabulary{Closure: !s.info.Vocabulary.NoClosure, InlinePath: !d.Has(queries.LooseOrder)},
		Kinds:      s.info.Kinds,
		Zones:      s.info.Zones,
		Statistics: s.info.Statistics,
		Labels:     s.info.Labels,
	}
	if v := s.info.Vocabulary; len(v.Type) > 0 && len(v.SubClass) > 0 {
		o.Vocabulary.Type, o.Vocabulary.SubClassOf = v.Type[0], v.SubClass[0]
	}
	if s.client != nil {
		o.Graphs = graphs
	}
	return o
}
