package counts

import (
	"context"
	"math"
	"slices"

	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/queries"
)

// Stored is an [intent.Graph] over a database with data extracted from an endpoint.
// Numbers and members come from the answers in the database. If an answer is missing, it
// asks the endpoint. If the endpoint does not answer, it counts in the extracted facts,
// and the number is a lower bound. It is not safe for concurrent use.
type Stored struct {
	o       StoredOptions
	facts   *neighbourhood
	graph   *Endpoint // offline at first, then perhaps the endpoint
	isLocal bool
}

// StoredOptions configure a Stored.
type StoredOptions struct {
	// Structure has the facts extracted around the examples, Labels the labels of its
	// terms.
	Structure *interp.Structure
	Labels    map[string]string
	Examples  []string
	// Covers reports whether the truth of the concept at the examples is its truth at
	// the endpoint.
	Covers func(c dl.Concept) bool
	// Answers are the answers in the database. Those from before NotBefore, in
	// milliseconds since 1970, are ignored.
	Answers   *graph.Stored
	NotBefore int64
	// Online returns a graph over the endpoint that keeps its answers, or nil if the
	// endpoint does not answer. It is called once, when an answer is missing; may be nil.
	Online func(ctx context.Context) (*Endpoint, error)
}

// NewStored returns a graph.
func NewStored(o StoredOptions) *Stored {
	offline := New(nil, graph.Vocabulary{}, graph.Exclusions{}, queries.Options{})
	offline.source = graph.NewCache(o.Answers, nil, offline.vocabulary, o.NotBefore)
	return &Stored{o: o, graph: offline, facts: &neighbourhood{built: o.Structure, e: interp.NewEvaluator(o.Structure)}}
}

// IsLocal reports whether some numbers are lower bounds because no endpoint could be
// asked.
func (s *Stored) IsLocal() bool { return s.isLocal }

// Requests returns the number of requests sent.
func (s *Stored) Requests() int { return s.graph.Requests() }

// ask calls do with the database, and if that lacks an answer with the endpoint.
func (s *Stored) ask(ctx context.Context, do func(e *Endpoint) error) error {
	s.graph.lacks = false
	if err := do(s.graph); err != nil || !s.graph.lacks {
		return err
	}
	if s.o.Online != nil {
		online, err := s.o.Online(ctx)
		s.o.Online = nil
		if err != nil {
			return err
		}
		if online != nil {
			s.graph = online
			return do(online)
		}
	}
	s.isLocal = true
	return nil
}

// Look returns all that was extracted.
func (s *Stored) Look(context.Context, []string, []string) (*interp.Structure, error) {
	return s.o.Structure, nil
}

// Count counts members. Without an answer, also after an error, it counts the members in the
// extracted facts, as a lower bound.
func (s *Stored) Count(ctx context.Context, cs []dl.Concept) (out []intent.Bounds, err error) {
	err = s.ask(ctx, func(e *Endpoint) error {
		out, err = e.Count(ctx, cs)
		return err
	})
	if out == nil {
		out = slices.Repeat([]intent.Bounds{intent.Unbounded}, len(cs))
	}
	for i, c := range cs {
		if !out[i].Exact() && isMonotone(c) {
			if members, err := s.facts.e.Extension(c); err == nil {
				out[i] = intent.Bounds{Lower: int64(members.Count()), Upper: math.MaxInt64}
			}
		}
	}
	return out, err
}

// Members returns members according to the endpoint or, without one, to the extracted
// facts.
func (s *Stored) Members(ctx context.Context, cs []dl.Concept, limit int) (out [][]string, err error) {
	err = s.ask(ctx, func(e *Endpoint) error {
		out, err = e.Members(ctx, cs, limit)
		return err
	})
	if err != nil || !s.isLocal {
		return out, err
	}
	for i, c := range cs {
		if len(out[i]) > 0 || !isMonotone(c) {
			continue
		}
		members, err := s.facts.e.Extension(c)
		if err != nil {
			return nil, err
		}
		for _, a := range interp.Members(members) {
			if len(out[i]) < limit {
				out[i] = append(out[i], s.o.Structure.IRI(a))
			}
		}
	}
	return out, nil
}

// Holds decides from the extracted facts at the examples if the extraction covers the
// concept, and elsewhere if the facts prove the truth. It asks for the rest.
func (s *Stored) Holds(ctx context.Context, cs []dl.Concept, individuals []string) ([][]intent.Truth, error) {
	out := make([][]intent.Truth, len(cs))
	for i, c := range cs {
		out[i] = s.facts.decideAt(c, individuals)
		if !s.o.Covers(c) {
			continue
		}
		members, err := s.facts.e.Extension(c)
		if err != nil {
			return nil, err
		}
		for j, iri := range individuals {
			a, ok := s.o.Structure.Lookup(iri)
			if !ok || !slices.Contains(s.o.Examples, iri) {
				continue
			}
			if out[i][j] = intent.No; members.Test(uint(a)) {
				out[i][j] = intent.Yes
			}
		}
	}
	return out, fillUnknown(ctx, out, cs, individuals, func(ctx context.Context, cs []dl.Concept, individuals []string) (found [][]intent.Truth, err error) {
		err = s.ask(ctx, func(e *Endpoint) error {
			found, err = e.Holds(ctx, cs, individuals)
			return err
		})
		return found, err
	})
}

// Labels returns the extracted labels and, if the endpoint is in use, further labels of
// the endpoint.
func (s *Stored) Labels(ctx context.Context, iris []string) (map[string]string, error) {
	out := map[string]string{}
	var missing []string
	for _, iri := range iris {
		if l := s.o.Labels[iri]; l != "" {
			out[iri] = l
		} else {
			missing = append(missing, iri)
		}
	}
	if s.graph.client == nil {
		return out, nil
	}
	more, err := s.graph.Labels(ctx, missing)
	for iri, l := range more {
		out[iri] = l
	}
	return out, err
}
