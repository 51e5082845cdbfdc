package crawl

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"

	"github.com/genus-kg/genus/extract/entail"
	"github.com/genus-kg/genus/extract/facts"
	"github.com/genus-kg/genus/extract/graph"
)

// ErrTooMany: a bound is exceeded, and dropping a role does not help.
var ErrTooMany = errors.New("over the bound")

// UnknownError lists the examples that the source does not know.
type UnknownError struct{ IRIs []string }

func (e *UnknownError) Error() string { return fmt.Sprintf("unknown examples: %q", e.IRIs) }

// A RedirectError maps each example that is a redirect to the IRI that takes its place.
type RedirectError struct{ To map[string]string }

func (e *RedirectError) Error() string { return fmt.Sprintf("examples that are redirects: %q", e.To) }

// Options configure a crawl. Vocabulary, Exclusions and Bounds must have their defaults
// filled in.
type Options struct {
	Bounds     Bounds
	Vocabulary graph.Vocabulary
	Exclusions graph.Exclusions
	// Dropped is dropped from the start.
	Dropped []Dropped
	// Named returns the individuals that get a label in addition to the examples. May
	// be nil.
	Named func(ctx context.Context, result Result) ([]string, error)
	// Name is the name of the source. Elsewhere names another place to look for
	// examples, or is empty. Both are for messages.
	Name, Elsewhere string
	// Logger receives what is dropped; nil discards.
	Logger *slog.Logger
}

// Result is the result of a crawl.
type Result struct {
	// Facts are the statements that were fetched. Its Individuals are those within
	// Depth of the examples over kept roles. It may have some statements of dropped
	// properties.
	Facts    *facts.Facts
	Dropped  []Dropped
	Warnings []string
	Symbols  *graph.Symbols // with the axioms and the kinds of properties
	// Passing: something is missing for a reason that may pass, such as a time-out. Another crawl may have it.
	Passing bool
}

// Crawl extracts the neighbourhood of the examples (absolute IRIs), as the package
// comment describes. It returns an *UnknownError, a *RedirectError, ErrTooMany, or an error
// of the source.
func Crawl(ctx context.Context, src graph.Graph, examples []string, o Options) (Result, error) {
	c := newCrawler(src, examples, o)
	s, err := c.searchAll(ctx)
	if err == nil {
		err = s.finish(ctx)
	}
	if err != nil {
		return Result{Warnings: c.warnings}, err
	}
	return Result{
		Facts: s.Facts, Dropped: c.dropped.list(), Warnings: c.warnings, Symbols: c.symbols, Passing: c.passing,
	}, nil
}

// searchAll repeats the search until one finishes and finds nothing that would have
// changed it.
func (c *crawler) searchAll(ctx context.Context) (*search, error) {
	// A misspelt example should be reported before all axioms are fetched. At depth 0
	// the counts do not tell whether the source knows an example.
	if c.Vocabulary.RDFS || c.Bounds.Depth == 0 {
		if err := CheckKnown(ctx, c.source, c.examples); err != nil {
			return nil, err
		}
	}
	if err := c.askAxioms(ctx); err != nil {
		return nil, err
	}
	for {
		s := newSearch(c)
		if err := s.run(ctx); err != nil {
			return nil, err
		}
		if s.stale || s.addProperties() {
			continue
		}
		if again, err := s.recheck(ctx); err != nil || !again {
			return s, err
		}
	}
}

// askAxioms fetches the axioms about properties and applies them.
func (c *crawler) askAxioms(ctx context.Context) error {
	if !c.Vocabulary.RDFS {
		return nil
	}
	nameless := map[string]int{}
	err := c.ask(
		ctx,
		graph.Question{Kind: graph.Axioms, Terms: graph.AxiomPredicates, Phase: "axioms about properties"},
		func(a graph.Answer) error {
			for _, r := range a.Rows {
				if r.Property == "" {
					nameless[a.Term] += graph.Number(r)
				} else {
					c.axioms = append(c.axioms, axiom(a, r))
				}
			}
			return nil
		},
	)
	if err != nil {
		return err
	}
	for _, predicate := range slices.Sorted(maps.Keys(nameless)) {
		what := "properties"
		if predicate == entail.EquivalentClass {
			what = "classes"
		}
		c.warn("%s axioms with <%s> are about %s without a name and are not applied",
			graph.Thousands(nameless[predicate]), predicate, what)
	}
	if ignored := c.symbols.Apply(c.axioms); len(ignored) > 0 {
		c.warn("%s", graph.IgnoredAxioms(ignored))
	}
	return nil
}
