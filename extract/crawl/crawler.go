package crawl

import (
	"context"
	"fmt"
	"log/slog"
	"slices"

	"github.com/genus-kg/genus/extract/source"
)

// crawler is what the searches of one crawl share.
type crawler struct {
	Options
	source   source.Source
	examples []string // sorted
	symbols  *source.Symbols
	dropped  droppedSet
	// properties are those that high-degree nodes are asked about.
	properties map[string]bool
	kindKnown  map[string]bool // properties whose kinds were asked for
	rechecked  map[string]bool // terms that were counted anew
	axioms     [][3]string
	warnings   []string
	// sample, if positive, is how many individuals of a level are looked at.
	sample int
	levels []level // of the last search, with a sample
}

func newCrawler(src source.Source, examples []string, o Options) *crawler {
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	examples = slices.Sorted(slices.Values(examples))
	c := &crawler{
		Options: o, source: src, examples: slices.Compact(examples), symbols: source.NewSymbols(o.Vocabulary, o.Exclusions),
		dropped: droppedSet{}, properties: map[string]bool{}, kindKnown: map[string]bool{}, rechecked: map[string]bool{},
	}
	for _, d := range o.Dropped {
		c.dropped[d.Key()] = d
	}
	return c
}

// warn notes a warning, once.
func (c *crawler) warn(format string, args ...any) {
	s := fmt.Sprintf(format, args...)
	if !slices.Contains(c.warnings, s) {
		c.warnings = append(c.warnings, s)
		c.Logger.Warn(s)
	}
}

// findExamples makes sure that the source knows the examples.
func (c *crawler) findExamples(ctx context.Context, examples []string) error {
	var unknown []string
	err := c.source.Ask(ctx, source.Question{Kind: source.Known, Terms: examples, Phase: "looking for examples"}, func(batch []source.Answer) error {
		for _, a := range batch {
			if len(a.Rows) == 0 {
				unknown = append(unknown, a.Term)
			}
		}
		return nil
	})
	if err == nil && len(unknown) > 0 {
		slices.Sort(unknown)
		return &UnknownError{unknown}
	}
	return err
}
