package extract

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"github.com/genus-kg/genus/extract/crawl"
	"github.com/genus-kg/genus/extract/dataset"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/learner/interp"
)

// Choose returns a source in a database: the one that was added last, of those that were
// extracted from the examples if there are any. A database has several sources if an
// endpoint was read with several vocabularies or lists of exclusions.
func Choose(ctx context.Context, db *store.DB, ex Examples) (*store.Source, error) {
	infos, err := db.Sources(ctx)
	if err != nil {
		return nil, err
	}
	var last *store.Source
	for _, info := range slices.Backward(infos) {
		s, err := db.SourceByID(ctx, info.ID)
		if err != nil {
			return nil, err
		}
		runs, err := s.Runs(ctx)
		if err != nil {
			return nil, err
		}
		known := map[string]bool{}
		for _, r := range runs {
			maps.Copy(known, set(r.Examples))
		}
		if !slices.ContainsFunc(ex.All(), func(iri string) bool { return !known[iri] }) {
			return s, nil
		}
		last = cmp.Or(last, s)
	}
	if last == nil {
		return nil, fmt.Errorf("%w: %s is empty: fill it with genus extract", ErrIncomplete, db.Path())
	}
	return last, nil
}

// LoadOptions say which part of the data a problem is made of.
type LoadOptions struct {
	// Depth is the role depth of the concepts to be learned: the problem has the
	// individuals within that many edges of the examples. Zero means the depth of the
	// crawl or, for files, everything.
	Depth int
	// MaxAge is the largest age of an endpoint's answer; an older one is ErrExpired.
	// Zero means any age.
	MaxAge time.Duration
	// Exclusions are left out in addition to those of the extraction. Its Kinds are
	// ignored.
	Exclusions Exclusions
	// Statements: the individuals have the statements of a Wikibase, with qualifiers.
	// Properties are the names of those whose statements these are; nil: of all.
	Statements bool
	Properties []string
}

// Data is the data extracted from one source. It is safe for concurrent use. If it was
// read from a database with answers of an endpoint, the database must stay open: Problem
// reads the answers around its examples again.
type Data struct {
	*dataset.Dataset
	stored *store.Source // of an endpoint; nil: problems are made of the Dataset
	runs   []store.Run   // the latest first
}

// Answers returns the source in the database that the data was read from; nil for RDF
// files and for the result of Crawl.
func (d *Data) Answers() *store.Source { return d.stored }

// Answers returns the source in the database for the endpoint with these options. It is
// created if it is not there.
func Answers(ctx context.Context, db *store.DB, client Client, o CrawlOptions) (*store.Source, error) {
	return db.Source(ctx, endpointKey(client, o.withDefaults()))
}

// ReadData reads a source from a database.
func ReadData(ctx context.Context, stored *store.Source) (*Data, error) {
	info := stored.Info()
	var s settings
	if err := json.Unmarshal([]byte(info.Settings), &s); err != nil {
		return nil, fmt.Errorf("the vocabulary of source %d (%s) in the database is unreadable: %w", info.ID, info.Name, err)
	}
	symbols := graph.NewSymbols(s.Vocabulary, s.Exclusions)
	f, err := crawl.Collect(ctx, stored.All(ctx), symbols, s.Exclusions.Kinds)
	if err != nil {
		return nil, err
	}
	d := &Data{Dataset: dataset.New(f, info, s.Vocabulary, s.Exclusions, symbols, nil)}
	d.stored = stored
	if d.runs, err = stored.Runs(ctx); err != nil {
		return nil, err
	}
	dropped := map[crawl.Key]Dropped{}
	for _, r := range slices.Backward(d.runs) {
		for _, x := range r.Dropped {
			dropped[x.Key()] = x
		}
	}
	d.Coverage = &dataset.Coverage{}
	for _, k := range slices.SortedFunc(maps.Keys(dropped), crawl.CompareKeys) {
		d.Coverage.Dropped = append(d.Coverage.Dropped, dropped[k])
	}
	return d, nil
}

// Load makes a problem from a database, of the source that Choose returns.
func Load(ctx context.Context, db *store.DB, ex Examples, o LoadOptions) (interp.Problem, Info, error) {
	stored, err := Choose(ctx, db, ex)
	if err != nil {
		return interp.Problem{}, Info{}, err
	}
	d, err := ReadData(ctx, stored)
	if err != nil {
		return interp.Problem{}, Info{}, err
	}
	return d.Problem(ctx, ex, o)
}

// Problem makes a problem from the data. It returns an UnknownExamplesError if the source
// does not know an example, a RedirectError if some are redirects, and ErrIncomplete if no
// completed crawl started from one.
func (d *Data) Problem(ctx context.Context, ex Examples, o LoadOptions) (interp.Problem, Info, error) {
	from := d.Dataset
	if o.Depth < 0 {
		return interp.Problem{}, Info{}, fmt.Errorf("depth %d is negative", o.Depth)
	}
	to := map[string]string{}
	for _, iri := range ex.All() {
		if id := d.Facts.Redirects[d.Facts.Find(iri)]; id != 0 {
			to[iri] = d.Facts.Term(id)
		}
	}
	if len(to) > 0 {
		return interp.Problem{}, Info{}, &RedirectError{To: to}
	}
	if d.stored != nil {
		var err error
		if from, err = d.loadAround(ctx, ex, o); err != nil {
			return interp.Problem{}, Info{}, err
		}
	}
	if o.Statements {
		from = from.WithStatements(o.Properties)
	}
	p, info, err := from.Problem(ctx, ex.Pos, ex.Neg, o.Depth, o.Exclusions)
	p.PosWeights, p.NegWeights = slices.Clone(ex.PosWeights), slices.Clone(ex.NegWeights)
	hint := ""
	if err != nil && d.FromFiles() {
		isClass := set(d.ClassNames())
		switch {
		case d.Vocabulary.OfClasses():
			hint = "the classes are the individuals here; --individuals named learns from the others"
		case slices.ContainsFunc(ex.All(), func(iri string) bool { return isClass[iri] }):
			hint = "--individuals classes learns from the classes of an ontology"
		}
	}
	return p, info, explain(err, d.name(), hint)
}

// name returns the name of the source for messages.
func (d *Data) name() string {
	if n := len(d.Source.Files); n > 1 {
		return fmt.Sprintf("%s and %d more files", d.Source.Files[0].Path, n-1)
	}
	return d.Source.Name
}

// loadAround crawls from the examples, with answers from the database only.
func (d *Data) loadAround(ctx context.Context, ex Examples, o LoadOptions) (*dataset.Dataset, error) {
	known := map[string]bool{}
	for _, a := range d.Facts.Individuals {
		known[d.Facts.Term(a)] = true
	}
	for _, r := range d.runs { // answers may have been dropped
		maps.Copy(known, set(r.Examples))
	}
	examples := ex.All()
	if unknown := slices.DeleteFunc(slices.Clone(examples),
		func(iri string) bool { return known[iri] }); len(unknown) > 0 {
		return nil, &UnknownExamplesError{Source: d.name(), IRIs: unknown}
	}
	bounds, dropped, err := d.bounds(examples, o.Depth)
	if err != nil {
		return nil, err
	}
	notBefore := int64(0)
	if o.MaxAge > 0 {
		notBefore = time.Now().Add(-o.MaxAge).UnixMilli()
	}
	result, err := crawl.Crawl(ctx, graph.NewCache(d.stored, nil, d.Vocabulary, notBefore), examples, crawl.Options{
		Bounds: bounds, Vocabulary: d.Vocabulary, Exclusions: d.Exclusions, Name: d.name(), Dropped: dropped,
	})
	if err != nil {
		return nil, err
	}
	result.Facts.Prefixes, result.Facts.Labels = d.Facts.Prefixes, d.Facts.Labels
	covered := &dataset.Coverage{Examples: examples, Depth: bounds.Depth, Dropped: result.Dropped}
	around := dataset.New(result.Facts, d.Source, d.Vocabulary, d.Exclusions, result.Symbols, covered)
	return around.WithCrawledStatements(bounds), nil
}

// bounds returns the bounds for a crawl to the depth, and what earlier runs with the
// examples dropped: the latest run that has all the examples, or else for each example
// the latest run that has it.
func (d *Data) bounds(examples []string, depth int) (b Bounds, dropped []Dropped, err error) {
	covered, err := d.coveredDepth(examples, depth)
	if err != nil {
		return b, nil, err
	}
	if depth == 0 {
		depth = covered
	}
	left := set(examples)
	for _, r := range d.runs {
		if r.Finished.IsZero() || r.Depth < depth {
			continue
		}
		has := set(r.Examples)
		all := !slices.ContainsFunc(examples, func(iri string) bool { return !has[iri] })
		if all {
			b, dropped = Bounds{}, nil
		}
		if before := len(left); !all {
			maps.DeleteFunc(left, func(iri string, _ bool) bool { return has[iri] })
			if len(left) == before {
				continue
			}
		}
		var of Bounds
		if err := json.Unmarshal([]byte(r.Bounds), &of); err != nil {
			return b, nil, fmt.Errorf("the bounds of a run from %s in the database are unreadable: %w", d.name(), err)
		}
		if b == (Bounds{}) {
			b = of
		}
		b.Statements = b.QualifiedIn(of) // the other statements were not read around all examples
		dropped = append(dropped, r.Dropped...)
		if all {
			break
		}
	}
	b = b.WithDefaults()
	b.Depth = depth
	return b, dropped, nil
}

// coveredDepth returns the depth to which finished runs went from all the examples. It is an
// error if that is less than the depth.
func (d *Data) coveredDepth(examples []string, depth int) (int, error) {
	deepest := map[string]int{} // the depth of finished runs by example; -1 if none is finished
	for _, r := range d.runs {
		reached := r.Depth
		if r.Finished.IsZero() {
			reached = -1
		}
		for _, iri := range r.Examples {
			if got, begun := deepest[iri]; !begun || reached > got {
				deepest[iri] = reached
			}
		}
	}
	if len(examples) == 0 {
		return 0, ErrNoExamples
	}
	covered := math.MaxInt
	for _, iri := range examples {
		got, begun := deepest[iri]
		switch {
		case !begun:
			return 0, fmt.Errorf("%w: the crawl did not start from %s: run genus extract with these examples",
				ErrIncomplete, graph.Bracketed(iri))
		case got < 0:
			return 0, fmt.Errorf("%w: the crawl was interrupted: run the same genus extract command again to continue",
				ErrIncomplete)
		case got < depth:
			return 0, fmt.Errorf(
				"%w: the data was extracted to depth %d, and depth %d is needed: extract deeper, or learn with a smaller depth",
				ErrIncomplete,
				got,
				depth,
			)
		}
		covered = min(covered, got)
	}
	return covered, nil
}
