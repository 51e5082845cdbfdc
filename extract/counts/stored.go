package counts

import (
	"context"
	"math"
	"slices"

	"github.com/genus-kg/genus/extract/source"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/queries"
)

// Stored is an [intent.Graph] over what was extracted of an endpoint into a
// database. Numbers and members come from the answers in the database; if some are
// missing there, from the endpoint; and if that does not answer, from the facts that
// were extracted: then a number is a lower bound. It is not safe for concurrent use.
type Stored struct {
	o       StoredOptions
	facts   *neighbourhood
	asked   *Endpoint // the database alone, or the endpoint
	isLocal bool
}

// StoredOptions say what a Stored knows.
type StoredOptions struct {
	// Structure is what was extracted around the examples, Labels the names in it.
	Structure *interp.Structure
	Labels    map[string]string
	Examples  []string
	// Covers reports whether the truth of the concept at the examples is its truth at
	// the endpoint.
	Covers func(c dl.Concept) bool
	// Answers are those in the database, none from before NotBefore, in milliseconds
	// since 1970.
	Answers   *source.Stored
	NotBefore int64
	// Online returns the graph of the endpoint, which keeps its answers; nil if the
	// endpoint does not answer. It is called once, when something is missing.
	Online func(ctx context.Context) (*Endpoint, error)
}

// NewStored makes a graph.
func NewStored(o StoredOptions) *Stored {
	offline := New(nil, source.Vocabulary{}, source.Exclusions{}, queries.Options{})
	offline.source = source.NewCache(o.Answers, nil, offline.vocabulary, o.NotBefore)
	return &Stored{o: o, asked: offline, facts: &neighbourhood{built: o.Structure, e: interp.NewEvaluator(o.Structure)}}
}

// IsLocal reports whether some numbers are lower bounds because nobody could be
// asked.
func (s *Stored) IsLocal() bool { return s.isLocal }

// Requests is how many requests were sent.
func (s *Stored) Requests() int { return s.asked.Requests() }

// ask calls do with the database, and with the endpoint if the database lacks
// something and the endpoint answers.
func (s *Stored) ask(ctx context.Context, do func(e *Endpoint) error) error {
	s.asked.lacks = false
	if err := do(s.asked); err != nil || !s.asked.lacks {
		return err
	}
	if s.o.Online != nil {
		online, err := s.o.Online(ctx)
		s.o.Online = nil
		if err != nil {
			return err
		}
		if online != nil {
			s.asked = online
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

// Count counts members; of what nobody can be asked about it counts those that the
// facts prove.
func (s *Stored) Count(ctx context.Context, cs []dl.Concept) (out []intent.Bounds, err error) {
	err = s.ask(ctx, func(e *Endpoint) error {
		out, err = e.Count(ctx, cs)
		return err
	})
	if err != nil {
		return nil, err
	}
	for i, c := range cs {
		if !out[i].Exact() && isMonotone(c) {
			if members, err := s.facts.e.Extension(c); err == nil {
				out[i] = intent.Bounds{Lower: int64(members.Count()), Upper: math.MaxInt64}
			}
		}
	}
	return out, nil
}

// Members are those of the endpoint, or the ones that the facts prove.
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

// Holds is known at the examples where the extraction covers the concept; else the
// facts may prove that an individual is a member.
func (s *Stored) Holds(ctx context.Context, cs []dl.Concept, individuals []string) ([][]intent.Truth, error) {
	out := make([][]intent.Truth, len(cs))
	for i, c := range cs {
		out[i] = s.facts.surely(c, individuals)
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
	return out, fillUnknown(out, cs, individuals, func(cs []dl.Concept, individuals []string) (found [][]intent.Truth, err error) {
		err = s.ask(ctx, func(e *Endpoint) error {
			found, err = e.Holds(ctx, cs, individuals)
			return err
		})
		return found, err
	})
}

// Labels are those that were extracted and, while the endpoint is asked, its own.
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
	if s.asked.client == nil {
		return out, nil
	}
	more, err := s.asked.Labels(ctx, missing)
	for iri, l := range more {
		out[iri] = l
	}
	return out, err
}
