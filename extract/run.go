package extract

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/genus-kg/genus/extract/crawl"
	"github.com/genus-kg/genus/extract/dataset"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/queries"
)

// settings are the options that change the meaning of the answers of a source.
type settings struct {
	Vocabulary Vocabulary `json:"vocabulary"`
	Exclusions Exclusions `json:"exclusions"`
}

func toJSON(v any) string {
	b, err := json.Marshal(v)
	if err != nil { // structs of strings, numbers and booleans
		panic(err)
	}
	return string(b)
}

func endpointKey(client Client, o CrawlOptions) store.SourceKey {
	graphs := slices.Clone(o.Graphs)
	slices.Sort(graphs)
	return store.SourceKey{
		Kind: dataset.Endpoint, Name: client.URL(), Graphs: slices.Compact(graphs),
		Settings: toJSON(settings{o.Vocabulary, o.Exclusions}),
	}
}

// run is an extraction that is recorded in the database. There is one run for each set of
// examples and depth. When it is repeated it stays finished. A refresh was interrupted if
// its Since is after Finished.
type run struct {
	stored *store.Source
	store.Run
	notBefore int64 // older answers are ignored; in milliseconds since 1970
}

// beginRun checks the arguments of a crawl, fills in the defaults of the options, and
// records a run.
func beginRun(ctx context.Context, client Client, db *store.DB, examples []string,
	o CrawlOptions) (*run, CrawlOptions, error) {
	if err := checkCrawl(examples, o); err != nil {
		return nil, o, err
	}
	o = o.withDefaults()
	stored, err := db.Source(ctx, endpointKey(client, o))
	if err != nil {
		return nil, o, err
	}
	examples = slices.Compact(slices.Sorted(slices.Values(examples)))
	runs, err := stored.Runs(ctx)
	if err != nil {
		return nil, o, err
	}
	now := time.Now()
	r := &run{
		stored: stored,
		Run:    store.Run{Examples: examples, Depth: o.Bounds.Depth, Bounds: toJSON(o.Bounds), Started: now},
	}
	for _, old := range runs {
		if slices.Equal(old.Examples, examples) && old.Depth == o.Bounds.Depth {
			r.Run = old
			break
		}
	}
	interrupted := r.Finished.IsZero() || r.Since.After(r.Finished)
	switch {
	case o.Refresh && r.ID != "" && interrupted && !r.Since.IsZero():
		r.notBefore = r.Since.UnixMilli()
	case o.Refresh:
		r.Since = now
		r.notBefore = now.UnixMilli()
	}
	if o.MaxAge > 0 {
		r.notBefore = max(r.notBefore, now.Add(-o.MaxAge).UnixMilli())
	}
	if len(o.Prefixes) > 0 {
		prefixes := graph.Answer{Kind: crawl.Prefixes, Time: now.UnixMilli()}
		for _, p := range slices.Sorted(maps.Keys(o.Prefixes)) {
			prefixes.Rows = append(prefixes.Rows, graph.Row{Property: p, Value: o.Prefixes[p]})
		}
		if err := stored.Put(ctx, []graph.Answer{prefixes}); err != nil {
			return nil, o, err
		}
	}
	if !r.Finished.IsZero() {
		r.Started = now
	}
	r.Run, err = stored.PutRun(ctx, r.Run)
	return r, o, err
}

// checkCrawl reports the first argument of a crawl that cannot be used.
func checkCrawl(examples []string, o CrawlOptions) error {
	if err := o.Validate(); err != nil {
		return err
	}
	if len(examples) == 0 {
		return ErrNoExamples
	}
	for _, iri := range examples {
		if _, err := queries.IRI(iri); err != nil {
			return fmt.Errorf("example: %w", err)
		}
	}
	return nil
}

func (r *run) replaceExamples(ctx context.Context, by map[string]string) (err error) {
	for i, iri := range r.Examples {
		r.Examples[i] = cmp.Or(by[iri], iri)
	}
	slices.Sort(r.Examples)
	r.Examples = slices.Compact(r.Examples)
	r.Run, err = r.stored.PutRun(ctx, r.Run)
	return err
}

// finish records the end of the run and what it has dropped.
func (r *run) finish(ctx context.Context, result crawl.Result, o CrawlOptions) error {
	r.Bounds = toJSON(o.Bounds)
	r.Finished = time.Now()
	r.Dropped = result.Dropped
	_, err := r.stored.PutRun(ctx, r.Run)
	return err
}
