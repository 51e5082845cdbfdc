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
	return &source.Problem{Problem: source.ExamplesIn(interp.Problem{Structure: known}, ex), Source: s.Source, Examples: ex, Unread: true, Info: info}
}

// ProblemToQuery returns the problem of the examples for asking the source about the concept.
// It extracts nothing from an endpoint, unless the query depends on it.
func (s Worker) ProblemToQuery(ctx context.Context, ex extract.Examples, c dl.Concept) (*source.Problem, error) {
	read := !s.Source.Slow() || len(ex.All()) > 0 && (s.Source.HasAround(ex) || dl.OnlyExcludes(c))
	if read || s.Config.Reasoning != config.None {
		return s.ProblemAbout(ctx, ex, c)
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
	known, err := m.graph.Look(ctx, ex.Pos, ex.Neg)
	if err != nil {
		return nil, err
	}
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
	g, err := s.Graph(ctx)
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
