package extract

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
)

// listening records the queries that are sent.
type listening struct {
	Client
	mu   sync.Mutex
	sent []string
}

func (l *listening) Select(ctx context.Context, q string) (*connector.Table, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.sent = append(l.sent, q)
	return l.Client.Select(ctx, q)
}

// knownQuestions returns the queries that ask whether the source knows examples.
func (l *listening) knownQuestions() (asked []string) {
	for _, q := range l.sent {
		if strings.HasPrefix(q, "SELECT ?s ?n ?o") {
			asked = append(asked, q)
		}
	}
	return asked
}

// TestKnownByCounting: a crawl asks whether the source knows an example only if the
// example has no statements, usable or not, or if the counts cannot tell.
func TestKnownByCounting(t *testing.T) {
	w := &world{}
	ada := ex + "ada"
	alan := ex + "alan"
	article := ex + "article"
	named := ex + "named"
	w.role(ex+"wrote", ada, article)
	w.member(alan, ex+"Person")
	w.role(ex+"hidden", named, ada) // its only statement, with an excluded property
	examples := []string{ada, alan, article, named}
	for _, at := range []struct {
		name string
		o    CrawlOptions
		ask  [][]string // the examples of each question
	}{
		{"stated", CrawlOptions{Bounds: Bounds{Depth: 1}}, [][]string{{article}}},
		{"depth 0", CrawlOptions{Bounds: Bounds{Depth: -1}}, [][]string{examples}},
		{"axioms", CrawlOptions{Bounds: Bounds{Depth: 1}, Vocabulary: Vocabulary{RDFS: true}}, [][]string{examples}},
	} {
		t.Run(at.name, func(t *testing.T) {
			at.o.Exclusions.Properties = []string{ex + "hidden"}
			c, db := &listening{Client: w.serve(t)}, memory(t)
			mustCrawl(t, c, db, examples, at.o)
			asked := c.knownQuestions()
			require.That(t, len(asked) == len(at.ask), "asked %q, want questions about %q", asked, at.ask)
			for i, q := range asked {
				for _, a := range examples {
					check.Equal(t, strings.Contains(q, "<"+a+">"), slices.Contains(at.ask[i], a), "%q: about %s", q, a)
				}
			}
			d := mustRead(t, db)
			for _, a := range examples {
				check.That(t, slices.Contains(d.Graph().Individuals(), a), "%s is not in the domain", a)
			}
			c.sent = nil
			if _, _, err := Crawl(t.Context(), c, db, examples, at.o); err != nil || len(c.sent) > 0 {
				t.Errorf("again: %v, %v; want nothing asked", c.sent, err)
			}
		})
	}
}
