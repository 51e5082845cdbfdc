package intent_test

import (
	"context"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent"
	"github.com/genus-kg/genus/learner/intent/ask"
	"github.com/genus-kg/genus/learner/interp"
)

// remote is a graph that has to be asked, and answers from a structure.
type remote struct {
	ask.Remote
	m *intent.Memory
}

func newRemote(s *interp.Structure) intent.Graph { return remote{m: intent.NewMemory(s, nil)} }

func around(f ask.Facts, err error) (ask.Facts, error) {
	f.Scope = ask.Around
	return f, err
}

func (r remote) Look(ctx context.Context, further, individuals []string) (ask.Facts, error) {
	return around(r.m.Look(ctx, further, individuals))
}

func (r remote) Classes(ctx context.Context, individuals []string) (ask.Facts, error) {
	return around(r.m.Classes(ctx, individuals))
}

func (r remote) Statements(ctx context.Context, of dl.Statements, properties, individuals []string) (ask.Facts, error) {
	f, err := r.m.Statements(ctx, of, properties, individuals)
	f.Scope = ask.OfStatements
	return f, err
}

func (r remote) Count(ctx context.Context, cs []dl.Concept) ([]intent.Bounds, error) {
	return r.m.Count(ctx, cs)
}

func (r remote) Members(ctx context.Context, cs []dl.Concept, limit int) ([][]string, error) {
	return r.m.Members(ctx, cs, limit)
}

func (r remote) Holds(ctx context.Context, cs []dl.Concept, individuals []string) ([][]intent.Truth, error) {
	return r.m.Holds(ctx, cs, individuals)
}

func (r remote) Labels(ctx context.Context, iris []string) (map[string]string, error) {
	return r.m.Labels(ctx, iris)
}

func (r remote) Named(ctx context.Context, texts []string) ([]ask.Named, error) {
	return r.m.Named(ctx, texts)
}
