package session

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/session/answer"
	"github.com/genus-kg/genus/session/source"
)

// phases is a source.Reporter that keeps the progress.
type phases struct {
	source.Silent
	texts []string
}

func (p *phases) Progress(phase, detail string) { p.texts = append(p.texts, phase+": "+detail) }

// A ranking reports what it asks an endpoint, which may take seconds to answer.
func TestRankingSaysWhatItAsks(t *testing.T) {
	text, ex := citizens(t)
	url, _ := serveTurtle(t, text)
	told := &phases{}
	s := openSession(t, func(c *config.Config) { c.Endpoint = url })
	s.use.Reporter = told
	ex.Neg = nil // then a question is needed
	m := require.Value(s.Rank(t.Context(), ex))(t)
	require.Value(m.Rank(t.Context()))(t)
	all := strings.Join(told.texts, "\n")
	check.That(t, strings.Contains(all, "counting the members of candidates: ") &&
		strings.Contains(all, "looking for an individual to ask about: "), "the ranking says\n%s", all)
}

// Positives that share nothing get the union of what they are, which is not likely. The
// text says which of them go together.
func TestPositivesApart(t *testing.T) {
	for _, test := range []struct {
		language  string
		pos       []string
		concept   string
		text      string
		misses    []string
		rival     string // the last one
		unlikely  bool
		noConcept bool
	}{
		{pos: []string{"Badhu", "Ada", "Lakeview"}, concept: "zoo:Keeper ⊔ zoo:Male ⊔ zoo:Zoo", unlikely: true, text: "Badhu is male; Ada is a keeper; Lakeview Zoo is a zoo: genus found nothing that all three share"},
		{pos: []string{"Badhu", "Bago", "Lakeview"}, concept: "zoo:Elephant ⊔ zoo:Zoo", unlikely: true, text: "each of Badhu and Bago is an elephant; Lakeview Zoo is a zoo: genus found nothing that all three share"},
		{pos: []string{"Badhu", "Bago", "Bako", "Lakeview"}, concept: "zoo:Elephant", misses: []string{"Lakeview"}, rival: "zoo:Elephant ⊔ zoo:Zoo", text: "each of Badhu, Bago and Bako is an elephant; Lakeview Zoo is a zoo: genus found nothing that all four share"},
		{pos: []string{"Badhu", "Lakeview"}, language: "el", noConcept: true, text: "Badhu is male; Lakeview Zoo is a zoo: genus found nothing that both share"},
		{pos: []string{"Badhu", "Bago"}, concept: "zoo:Elephant"},
	} {
		t.Run(strings.Join(test.pos, " "), func(t *testing.T) {
			s := openSession(t, func(c *config.Config) {
				c.Data = []string{elephantFile}
				if test.language != "" {
					c.Language = test.language
				}
			})
			ex := extract.Examples{Pos: zooIRIs(test.pos)}
			o := require.Value(s.use.Config.Learner())(t)
			r := require.Value(s.Answer(t.Context(), answer.Task{Examples: ex, Options: o}))(t)
			check.Equal(t, r.Ranking.Apart(r.Problem), test.text, "text")
			if test.noConcept {
				check.That(t, r.Fitting.Concept == nil && r.Err != nil && r.Err.Error() == test.text,
					"concept %v, error %v", r.Fitting.Concept, r.Err)
				return
			}
			got := syntax.Print(r.Fitting.Concept, syntax.Options{Prefixes: s.use.Source.Prefixes()})
			likely, ok := r.Likely()
			check.That(t, got == test.concept && ok && slices.Equal(likely.Wrong, zooIRIs(test.misses)),
				"%s without %q, want %s without %q", got, likely.Wrong, test.concept, test.misses)
			if rivals := r.Rivals(); test.rival != "" {
				last := syntax.Print(rivals[len(rivals)-1].Concept, syntax.Options{Prefixes: s.use.Source.Prefixes()})
				check.Equal(t, last, test.rival, "last rival")
			}
			p := likely.Probability
			check.That(t, p > 0 && (p < 0.05) == test.unlikely, "probability %g", p)
		})
	}
}

func zooIRIs(names []string) []string {
	iris := check.Map(names, func(name string) string { return "http://example.org/zoo#" + name })
	return iris
}

// A faulty is a client that fails at some requests.
type faulty struct {
	extract.Client
	n     atomic.Int64
	fails func(n int, query string) error
}

func (c *faulty) Select(ctx context.Context, query string) (*connector.Table, error) {
	if err := c.fails(int(c.n.Add(1))-1, query); err != nil {
		return nil, err
	}
	return c.Client.Select(ctx, query)
}

// A ranking is not lost by a fault after the facts near the examples are read. The notes say
// what is missing.
func TestRankingIsNotLost(t *testing.T) {
	text, ex := citizens(t)
	ex.Neg = nil // then a question is needed
	url, _ := serveTurtle(t, text)
	down := errors.New("the endpoint is down")
	rankedWith := func(t *testing.T, fails func(n int, query string) error) (*answer.Ranking, int) {
		t.Helper()
		s := openSession(t, func(c *config.Config) { c.Endpoint = url })
		client := &faulty{Client: s.use.Source.Endpoint(), fails: fails}
		source.WrapClient(s.use.Source, func(extract.Client) extract.Client { return client })
		m := require.Value(s.Rank(t.Context(), ex))(t)
		r, err := m.Rank(t.Context())
		require.That(t, err == nil, "after %d requests: %v", client.n.Load(), err)
		require.That(t, len(r.Candidates) != 0, "after %d requests no candidate", client.n.Load())
		return r, int(client.n.Load())
	}
	facts := 0 // requests for the facts near the examples, which come first
	whole, all := rankedWith(t, func(n int, query string) error {
		if facts == 0 && strings.Contains(query, "?i") {
			facts = n
		}
		return nil
	})
	require.That(t, len(whole.Notes) <= 0 && facts != 0, "%d requests, notes %q", all, whole.Notes)
	for _, test := range []struct {
		name, in, note string
		err            error
	}{
		{"counts", "SELECT DISTINCT ?x", "some numbers of members are bounds", down},
		{"counts time out", "SELECT DISTINCT ?x", "", connector.ErrTimeout},
		{"members", "SELECT ?i ?x", "there is no question: looking for an individual to ask about: the endpoint is down", down},
		{"labels", "rdf-schema#label", "labels are missing: asking about <http", down},
	} {
		t.Run(test.name, func(t *testing.T) {
			r, _ := rankedWith(t, func(_ int, query string) error {
				if strings.Contains(query, test.in) {
					return test.err
				}
				return nil
			})
			notes := strings.Join(r.Notes, "\n")
			check.That(t, strings.Contains(notes, test.note) && (notes == "") == (test.note == ""), "notes %q, want %q", notes, test.note)
		})
	}
	for from := facts; from < all; from++ {
		t.Run(fmt.Sprintf("down from request %d", from), func(t *testing.T) {
			r, _ := rankedWith(t, func(n int, _ string) error {
				if n >= from {
					return down
				}
				return nil
			})
			check.That(t, len(r.Notes) != 0, "no notes")
		})
		t.Run(fmt.Sprintf("down at request %d", from), func(t *testing.T) {
			rankedWith(t, func(n int, _ string) error {
				if n == from {
					return down
				}
				return nil
			})
		})
	}
}
