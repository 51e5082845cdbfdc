package session

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/elephants"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/session/answer"
	"github.com/genus-kg/genus/session/source"
)

const (
	family       = "../cmd/genus/testdata/data/family.ttl"
	elephantFile = "../internal/elephants/elephants.ttl"
)

func settings(t *testing.T, change func(*config.Config)) Session {
	t.Helper()
	c := config.Default()
	change(&c)
	return Session{source.Use{Config: c, Reporter: source.Silent{}, Version: "test"}}
}

func openSession(t *testing.T, change func(*config.Config)) Session {
	t.Helper()
	s := settings(t, change)
	s.use.Source = require.Value(s.use.Open(t.Context()))(t)
	t.Cleanup(s.use.Source.Close)
	return s
}

// counted is a client that counts and keeps its requests.
type counted struct {
	extract.Client
	n atomic.Int64

	mu      sync.Mutex
	queries []string
}

// sentQueries returns the queries so far.
func (c *counted) sentQueries() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.queries)
}

func (c *counted) Select(ctx context.Context, query string) (*connector.Table, error) {
	c.n.Add(1)
	c.mu.Lock()
	c.queries = append(c.queries, query)
	c.mu.Unlock()
	return c.Client.Select(ctx, query)
}

func (c *counted) Ask(ctx context.Context, query string) (bool, error) {
	c.n.Add(1)
	return c.Client.Ask(ctx, query)
}

// onElephants returns the session on an endpoint of its own that serves the elephants.
func onElephants(t *testing.T, s Session) (Session, *counted) {
	t.Helper()
	s.use.Config.Data = []string{elephantFile}
	s.use.Source = require.Value(s.use.OpenServed(t.Context()))(t)
	t.Cleanup(s.use.Source.Close)
	c := &counted{Client: s.use.Source.Endpoint()}
	source.WrapClient(s.use.Source, func(extract.Client) extract.Client { return c })
	return s, c
}

func fit(t *testing.T, s Session, pos, neg []string) *answer.Result {
	t.Helper()
	ex := require.Value(extract.NewExamples(pos, neg))(t)
	o := require.Value(s.use.Config.Learner())(t)
	s.use.Config.Prefer = config.Smallest
	return require.Value(s.Answer(t.Context(), answer.Task{Examples: ex, Options: o, Confirm: true}))(t)
}

// An open endpoint is only asked for what is missing. Its results equal those of a new
// one.
func TestSourceReused(t *testing.T) {
	given := settings(t, func(c *config.Config) { c.MaxSize, c.Depth = 2, 1 })
	s, asked := onElephants(t, given)
	pos, neg := elephants.Positives, elephants.Negatives
	for _, step := range []struct {
		name     string
		pos, neg []string
		crawls   bool
	}{
		{"first", pos[:8], neg[:8], true},
		{"flipped", append(pos[1:8:8], neg[0]), append(neg[1:8:8], pos[0]), false},
		{"fewer", pos[:7], neg[:8], false},
		{"more", pos[:9], neg[:8], true},
	} {
		before := asked.n.Load()
		ex := require.Value(extract.NewExamples(step.pos, step.neg))(t)
		p, err := s.Problem(t.Context(), ex)
		require.That(t, err == nil, "%s: %v", step.name, err)
		n := asked.n.Load() - before
		check.That(t, (n > 0) == step.crawls, "%s: %d requests", step.name, n)
		for i, a := range p.Pos {
			check.Equal(t, p.Structure.IRI(a), step.pos[i], "%s: positive %d", step.name, i)
		}
		fresh, _ := onElephants(t, given)
		got, want := fit(t, s, step.pos, step.neg), fit(t, fresh, step.pos, step.neg)
		check.That(t, got.Fitting.Confusion == want.Fitting.Confusion && got.Fitting.Size == want.Fitting.Size &&
			got.Fitting.Optimal,
			"%s: %s %v, a new source gives %s %v", step.name, text(got.Fitting.Concept), got.Fitting.Confusion, text(want.Fitting.Concept), want.Fitting.Confusion)
		wrong := got.Verdict.Mismatches()
		check.That(t, got.ConfirmErr == nil && len(wrong) <= 0, "%s: %v, %v", step.name, got.ConfirmErr, wrong)
	}
}

// To look at a concept, genus reads an endpoint as it did for learning. An endpoint from
// which nothing was learned is read no deeper than the concept.
func TestProblemAbout(t *testing.T) {
	shallow := settings(t, func(c *config.Config) { c.MaxSize, c.Depth, c.Strings = 2, 1, true })
	usual := settings(t, func(*config.Config) {}) // goes deeper, without strings
	shallow, asked := onElephants(t, shallow)
	pos, neg := elephants.Positives[:8], elephants.Negatives[:8]
	ex := require.Value(extract.NewExamples(pos, neg))(t)
	learned := require.Value(shallow.Problem(t.Context(), ex))(t)
	female := dl.Name{IRI: elephants.Namespace + "Female"}
	daughters := dl.Exists{Role: dl.Role{IRI: elephants.Namespace + "childOf", Inverse: true}, C: female}
	fresh, _ := onElephants(t, usual)
	usual.use.Source = shallow.use.Source
	before := asked.n.Load()
	for _, c := range []dl.Concept{female, daughters} {
		p := require.Value(usual.ProblemAbout(t.Context(), ex, c))(t)
		check.That(t, p.Structure == learned.Structure && p.CheckCoverage(c) == nil && asked.n.Load() == before,
			"%s: another structure, or %d requests", text(c), asked.n.Load()-before)
	}
	deep := dl.Exists{Role: dl.Role{IRI: elephants.Namespace + "childOf"}, C: daughters}
	if p, err := usual.ProblemAbout(t.Context(), ex, deep); err != nil || p.CheckCoverage(deep) != nil ||
		p.Info.Depth != 2 {
		t.Errorf("deeper: %v", err)
	}
	for depth, c := range []dl.Concept{female, daughters, deep} {
		if p, err := fresh.ProblemAbout(t.Context(), ex, c); err != nil || p.CheckCoverage(c) != nil ||
			p.Info.Depth != depth {
			t.Errorf("%s: depth %d: %v", text(c), p.Info.Depth, err)
		}
	}
}

func text(c dl.Concept) string { return syntax.Print(c, syntax.Options{}) }

// Problems of one source give the same results at the same time as one after the other.
func TestSourceConcurrent(t *testing.T) {
	given := settings(t, func(c *config.Config) { c.MaxSize, c.Depth = 2, 1 })
	s, _ := onElephants(t, given)
	pos, neg := elephants.Positives, elephants.Negatives
	var want [4]string
	for i := range want {
		fresh, _ := onElephants(t, given)
		want[i] = summary(fit(t, fresh, pos[i%4:i%4+8], neg[i%2:i%2+8]))
		fresh.use.Source.Close()
	}
	var got [4]string
	var group sync.WaitGroup
	for i := range got {
		group.Go(func() { got[i] = summary(fit(t, s, pos[i%4:i%4+8], neg[i%2:i%2+8])) })
	}
	group.Wait()
	check.Diff(t, got, want)
}

func summary(r *answer.Result) string {
	return fmt.Sprint(r.Fitting.Size, r.Fitting.Confusion, r.Fitting.Optimal, len(r.Verdict.Mismatches()))
}

// The error names the examples that the source does not know.
func TestUnknown(t *testing.T) {
	s := openSession(t, func(c *config.Config) { c.Data = []string{family} })
	check.ErrorIs(t, check.Error(s.Writing(check.Ended())), context.Canceled, "writing")
	ex := require.Value(extract.NewExamples([]string{"http://example.org/nobody"}, []string{"http://example.org/nothing"}))(t)
	_, err := s.Problem(t.Context(), ex)
	var unknown *extract.UnknownExamplesError
	check.That(t, errors.As(err, &unknown) && len(unknown.IRIs) == 2 && source.IsUsage(err), "got %v", err)
	check.That(t, !source.IsUsage(errors.New("broken")), "any error is the user's")
}

// TestPagesOfMatches: the first page of matches is not ordered, because an engine would have
// to find all members first. The pages together have each member once.
func TestPagesOfMatches(t *testing.T) {
	s, asked := onElephants(t, settings(t, func(*config.Config) {}))
	female := dl.Name{IRI: elephants.Namespace + "Female"}
	ex := require.Value(extract.NewExamples(elephants.Positives[:2], elephants.Negatives[:2]))(t)
	p := require.Value(s.ProblemAbout(t.Context(), ex, female))(t)
	list := func(s Session, limit, offset int) (iris []string, more bool) {
		t.Helper()
		m := require.Value(s.Matches(t.Context(), p, female, limit, offset))(t)
		for _, m := range m.Matches {
			iris = append(iris, m.IRI)
		}
		return iris, m.More
	}
	want, _ := list(s, 1000, 0)
	for _, query := range asked.sentQueries() {
		check.That(t, !strings.Contains(query, "ORDER BY"), "the first page is ordered:\n%s", query)
	}
	var got []string
	for more := true; more; {
		var page []string
		page, more = list(s, 7, len(got))
		got = append(got, page...)
	}
	slices.Sort(got)
	check.That(t, len(want) >= 20 && slices.Equal(got, want), "the pages have %q, want %q", got, want)
}
