package answer

import (
	"context"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/session/source"
)

// unread returns a problem of an endpoint about which nothing is known but the facts in the
// structure.
func (s Worker) unread(ex extract.Examples, known *interp.Structure) *source.Problem {
	v := s.Config.Vocabulary().WithDefaults()
	info := extract.Info{Vocabulary: v, Domain: s.Config.Exclusions().Domain(v), Depth: -1}
	return &source.Problem{
		Problem:  source.ExamplesIn(interp.Problem{Structure: known}, ex),
		Source:   s.Source,
		Examples: ex,
		Unread:   true,
		Info:     info,
	}
}

// ProblemToQuery returns the problem of the examples for asking the source about the concept.
// It extracts nothing from an endpoint, unless the query depends on it.
func (s Worker) ProblemToQuery(ctx context.Context, ex extract.Examples, c dl.Concept) (*source.Problem, error) {
	none, atHand := len(ex.All()) == 0, s.Source.HasAround(ex)
	switch {
	case none && atHand:
		return source.Whole(ctx, s.Use, c)
	case atHand, !none && dl.OnlyExcludes(c), s.Config.Reasons():
		return source.ProblemAbout(ctx, s.Use, ex, c)
	}
	nothing, err := new(interp.Builder).Build(ctx)
	if err != nil {
		return nil, err
	}
	return s.unread(ex, nothing), nil
}

// looked returns the problem with the facts that the ranking has read. It returns an
// *extract.UnknownExamplesError if the endpoint does not know an example, and an
// *extract.RedirectError if it states nothing of one but another IRI.
func (s Worker) looked(ctx context.Context, m *Meant, ex extract.Examples) (*source.Problem, error) {
	if m.read != nil {
		p := *m.read
		p.Source = s.Source
		p.Examples = ex
		p.Problem = source.ExamplesIn(p.Problem, ex)
		return &p, nil
	}
	near, err := m.graph.Look(ctx, ex.Pos, ex.Neg)
	if err != nil {
		return nil, err
	}
	known := near.Structure
	p := s.unread(ex, known)
	var bare []string
	for a := range p.EachExample() {
		if !isSubject(known, a) {
			bare = append(bare, known.IRI(a))
		}
	}
	if len(bare) == 0 {
		return p, nil
	}
	g, err := source.Graph(ctx, s.Use)
	if err != nil {
		return nil, err
	}
	return p, extract.CheckKnown(ctx, g, bare, s.Source.URL(), s.Config.Elsewhere)
}

// unreadReason says why the ranking could not read all that is stated about the examples; empty if
// it did.
func (m *Meant) unreadReason() string {
	if m == nil {
		return ""
	}
	if g, ok := m.graph.(interface{ Unread() string }); ok {
		return g.Unread()
	}
	return ""
}

func isSubject(s *interp.Structure, a interp.Individual) bool {
	for c := range s.Signature().Atoms() {
		if s.Atom(interp.ConceptID(c)).Test(uint(a)) {
			return true
		}
	}
	for r := range s.Signature().NumRoles() {
		if !s.Signature().Role(interp.RoleID(r)).Inverse && len(s.Successors(interp.RoleID(r), a)) > 0 {
			return true
		}
	}
	for f := range s.Signature().Features() {
		if len(s.Ranks(interp.FeatureID(f), a)) > 0 || len(s.StringRanks(interp.FeatureID(f), a)) > 0 {
			return true
		}
	}
	return false
}

// Problem returns the problem of the examples in the source. It extracts the
// neighbourhood of the examples from an endpoint, and does not repeat requests that it made
// before, for these examples or others. Problems with the same individuals as examples, on whichever side, share a
// structure.
//
// Examples of an endpoint that are a subset of earlier ones are taken from what was
// extracted for those: a role that was dropped for the others stays dropped.
func (s Worker) Problem(ctx context.Context, ex extract.Examples) (*source.Problem, error) {
	return s.problemWith(ctx, ex, nil)
}

// problemWith returns the problem of the examples with the statements of the properties that the
// ranking finds promising. m may be nil.
func (s Worker) problemWith(ctx context.Context, ex extract.Examples, m *Meant) (*source.Problem, error) {
	return source.FollowRedirects(ctx, s.Use, ex, func(ex extract.Examples) (*source.Problem, error) {
		qualified, err := s.qualified(ctx, ex, m)
		if err != nil {
			return nil, err
		}
		return source.Load(ctx, s.Use, ex, nil, qualified)
	})
}

// qualified returns the names of the properties of a Wikibase whose statements have qualifiers that
// nearly all positives share, or of many positives nearly all of a sample. These qualifiers are in
// the language of the search, which needs the statements of all examples. A database has the
// statements that were extracted.
func (s Worker) qualified(ctx context.Context, ex extract.Examples, m *Meant) ([]string, error) {
	of := s.Config.Vocabulary().Statements
	switch {
	case of == "" || s.Config.Depth == 0 || len(ex.Pos) == 0 || source.ExtractedOnly(s.Use):
		return nil, nil
	case source.NeedsExtraction(s.Use):
		// A ranking with reasoning needs an extraction, and that needs the properties. What follows
		// from axioms does not change what the statements say.
		s.Config.Reasoning, m = config.None, nil
		fallthrough
	case m == nil:
		ex = sampleOf(ex)
		var err error
		if m, err = s.Rank(ctx, ex); err != nil {
			return nil, err
		}
		if _, err = s.looked(ctx, m, ex); err != nil {
			return nil, err
		}
	}
	return m.Qualified(ctx)
}

// sampleOf returns examples that are few enough for a ranking.
func sampleOf(ex extract.Examples) extract.Examples {
	return extract.Examples{Pos: sample(ex.Pos, mostRankedAlone), Neg: sample(ex.Neg, mostRankedAlone)}
}

// sample returns at most n elements of the list, at equal distances.
func sample(list []string, n int) []string {
	if len(list) <= n {
		return list
	}
	out := make([]string, n)
	for i := range out {
		out[i] = list[i*len(list)/n]
	}
	return out
}

// ExtractOptions returns the options of the settings for an extraction around the examples. Of a
// Wikibase it also reads the statements of the properties whose qualifiers nearly all positives
// share.
func (s Worker) ExtractOptions(ctx context.Context, ex extract.Examples) (extract.CrawlOptions, error) {
	o, err := source.CrawlOptions(s.Use)
	if err != nil {
		return o, err
	}
	return source.FollowRedirects(ctx, s.Use, ex, func(ex extract.Examples) (extract.CrawlOptions, error) {
		qualified, err := s.qualified(ctx, ex, nil)
		o.Bounds = o.Bounds.WithQualified(qualified)
		return o, err
	})
}
