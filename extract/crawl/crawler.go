package crawl

import (
	"context"
	"fmt"
	"log/slog"
	"slices"

	"github.com/genus-kg/genus/extract/graph"
)

// crawler is the state that the searches of one crawl share.
type crawler struct {
	Options
	source   graph.Graph
	examples []string // sorted
	symbols  *graph.Symbols
	dropped  droppedSet
	// properties are the properties that high-degree nodes are asked about.
	properties map[string]bool
	kindKnown  map[string]bool // properties whose kinds were asked for
	rechecked  map[string]bool // terms that were counted again
	axioms     [][3]string
	warnings   []string
	passing    bool // something is missing for a reason that may pass
}

func newCrawler(src graph.Graph, examples []string, o Options) *crawler {
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	examples = slices.Sorted(slices.Values(examples))
	c := &crawler{
		Options: o, source: src, examples: slices.Compact(examples), symbols: graph.NewSymbols(o.Vocabulary, o.Exclusions),
		dropped: droppedSet{}, properties: map[string]bool{}, kindKnown: map[string]bool{}, rechecked: map[string]bool{},
	}
	for _, d := range o.Dropped {
		c.dropped[d.Key()] = d
	}
	return c
}

// warn adds a warning, unless it is there already.
func (c *crawler) warn(format string, args ...any) {
	s := fmt.Sprintf(format, args...)
	if !slices.Contains(c.warnings, s) {
		c.warnings = append(c.warnings, s)
		c.Logger.Warn(s)
	}
}

func (c *crawler) ask(ctx context.Context, q graph.Question, add func(graph.Answer) error) error {
	return c.source.Ask(ctx, q, func(batch []graph.Answer) error {
		for _, a := range batch {
			c.passing = c.passing || a.Passes
			if err := add(a); err != nil {
				return err
			}
		}
		return nil
	})
}

// CheckKnown returns an *UnknownError if the source does not know all the examples, and a
// *RedirectError if some are redirects.
func CheckKnown(ctx context.Context, source graph.Graph, examples []string) error {
	var unknown []string
	to := map[string]string{}
	q := graph.Question{Kind: graph.Known, Terms: examples, Phase: "looking for examples"}
	err := source.Ask(ctx, q, func(batch []graph.Answer) error {
		for _, a := range batch {
			if len(a.Rows) == 0 {
				unknown = append(unknown, a.Term)
			} else if a.Rows[0].Value != "" {
				to[a.Term] = a.Rows[0].Value
			}
		}
		return nil
	})
	switch {
	case err != nil:
		return err
	case len(unknown) > 0:
		slices.Sort(unknown)
		return &UnknownError{unknown}
	case len(to) > 0:
		return &RedirectError{to}
	}
	return nil
}
