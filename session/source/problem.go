package source

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/syntax"
)

// A Problem is a learning problem: examples in a source. Its structure and labels are
// shared with other problems and must not be changed.
type Problem struct {
	interp.Problem
	Source   *Source
	Info     extract.Info
	Examples extract.Examples
	// Unread: the structure has only some of the facts about the examples, or none. So it
	// decides no concept.
	Unread bool
}

// Prefixes returns the prefixes of the source.
func (p *Problem) Prefixes() syntax.Prefixes { return p.Source.Prefixes }

// PrefixesOf returns the prefixes of the source and those that the concept needs in addition.
func (p *Problem) PrefixesOf(c dl.Concept) syntax.Prefixes { return p.Source.PrefixesOf(c) }

// examplesIn returns the problem with these examples, as far as its structure knows them.
func ExamplesIn(p interp.Problem, ex extract.Examples) interp.Problem {
	p.Pos, p.Neg = nil, nil
	for _, side := range []struct {
		iris []string
		to   *[]interp.Individual
	}{{ex.Pos, &p.Pos}, {ex.Neg, &p.Neg}} {
		for _, iri := range side.iris {
			if a, ok := p.Structure.Lookup(iri); ok {
				*side.to = append(*side.to, a)
			}
		}
	}
	p.PosWeights, p.NegWeights = slices.Clone(ex.PosWeights), slices.Clone(ex.NegWeights)
	return p
}

// examples yields the individuals of the examples and whether they are positive, the
// positives first.
func (p *Problem) EachExample() iter.Seq2[interp.Individual, bool] {
	return func(yield func(interp.Individual, bool) bool) {
		for i, a := range slices.Concat(p.Pos, p.Neg) {
			if !yield(a, i < len(p.Pos)) {
				return
			}
		}
	}
}

// A problemCache holds what a source keeps from one problem for the next.
type problemCache struct {
	turn chan struct{} // holds one entry while an endpoint is crawled

	mu         sync.Mutex
	db         *store.DB // the answers of the endpoint
	data       *extract.Data
	covers     map[string]bool // the examples that data was extracted for
	options    extract.CrawlOptions
	key        string      // of the options that the data depends on
	structures []structure // the latest last
}

// A structure is a problem without its examples.
type structure struct {
	key     string
	data    *extract.Data
	problem interp.Problem
	info    extract.Info
}

// keptStructures is how many structures a source keeps. A user goes back and forth
// between few sets of examples.
const keptStructures = 4

// ProblemAbout returns the problem of the examples for looking at the concept, not for
// learning. It reads an endpoint to the depth of the earlier problem, whatever the
// settings are now, or else to the depth of the concept.
func (s Use) ProblemAbout(ctx context.Context, ex extract.Examples, c dl.Concept) (*Problem, error) {
	return FollowRedirects(ctx, s, ex, func(ex extract.Examples) (*Problem, error) {
		return s.Load(ctx, ex, c, s.Config.Vocabulary().Statements.Names(c))
	})
}

// problem loads the problem. If the source is an endpoint, it extracts the data for learning
// or, if about is not nil, for looking at that concept. It has the statements of the properties of
// a Wikibase with the names in qualified.
func (s Use) Load(ctx context.Context, ex extract.Examples, about dl.Concept,
	qualified []string) (*Problem, error) {
	data := s.Source.Data
	load := s.LoadOptions()
	if s.Source.IsEndpoint() {
		o, err := s.CrawlOptions()
		if err != nil {
			return nil, err
		}
		if about != nil {
			o = s.Source.kept.optionsAbout(about, o)
		}
		o.Bounds = o.Bounds.WithQualified(qualified)
		if data, err = s.CrawlAround(ctx, ex, o); err != nil {
			return nil, err
		}
		load = extract.LoadOptions{Depth: max(o.Bounds.Depth, 0)}
	}
	if s.Source.ShareStructure && s.Source.IsWhole() {
		load.Depth = 0
	}
	load.Statements, load.Properties = s.Source.IsWhole() && len(qualified) > 0, qualified
	p := &Problem{Source: s.Source, Examples: ex}
	var err error
	p.Problem, p.Info, err = s.Source.Load(ctx, data, ex, load)
	return p, err
}

func (s Use) LoadOptions() extract.LoadOptions {
	return extract.LoadOptions{
		Depth:      max(s.Config.Depth, 0),
		MaxAge:     s.Config.OldestLoaded(),
		Exclusions: s.Config.Exclusions(),
	}
}

// optionsAbout returns the options of the last extraction, or else o, with a depth that is
// enough for the concept.
func (k *problemCache) optionsAbout(c dl.Concept, o extract.CrawlOptions) extract.CrawlOptions {
	o.Bounds.Depth = 0
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.data != nil {
		o.Bounds = k.options.Bounds
		o.Vocabulary = k.options.Vocabulary
		o.Exclusions = k.options.Exclusions
		o.Graphs = k.options.Graphs
	}
	if o.Bounds.Depth = max(o.Bounds.Depth, o.Vocabulary.Statements.Depth(c)); o.Bounds.Depth == 0 {
		o.Bounds.Depth = -1 // 0 means the default there
	}
	o.Vocabulary.Strings = o.Vocabulary.Strings || dl.LanguageOf(c).Has(dl.WithStrings)
	return o
}

// crawlAround returns data of the endpoint with the neighbourhood of the examples.
// Extractions of one source take turns, because they write to one database.
func (s Use) CrawlAround(ctx context.Context, ex extract.Examples, o extract.CrawlOptions) (*extract.Data, error) {
	k := &s.Source.kept
	key := fmt.Sprint(o.Bounds, o.Vocabulary, o.Exclusions, o.Graphs)
	if d := k.dataAround(ex, key, o); d != nil {
		return d, nil
	}
	select {
	case k.turn <- struct{}{}:
		defer func() { <-k.turn }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if d := k.dataAround(ex, key, o); d != nil { // another problem has extracted it in the meantime
		return d, nil
	}
	db, err := s.database(ctx)
	if err != nil {
		return nil, err
	}
	d, err := s.crawl(ctx, db, s.Source.cache, ex, o)
	if err == nil {
		k.keepData(d, ex, o, key)
	}
	return d, err
}

// database returns the database of the endpoint's answers. It opens it if necessary.
func (s Use) database(ctx context.Context) (*store.DB, error) {
	k := &s.Source.kept
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.db == nil {
		db, err := s.OpenDatabase(ctx, s.Source.cache)
		if err != nil {
			return nil, err
		}
		k.db = db
	}
	return k.db, nil
}

// Forget drops what only further problems need, also the database of an endpoint's
// answers. If that is a file, it stays, and the next problem opens it again.
func (s *Source) Forget() {
	s.kept.mu.Lock()
	defer s.kept.mu.Unlock()
	if s.kept.db != nil {
		_ = s.kept.db.Close()
	}
	s.kept.db = nil
	s.kept.data = nil
	s.kept.covers = nil
	s.kept.structures = nil
}

// dataAround returns the data that was extracted with these options for these examples,
// and maybe for others. It returns nil if there is none, or if the options ask for new
// answers.
func (k *problemCache) dataAround(ex extract.Examples, key string, o extract.CrawlOptions) *extract.Data {
	k.mu.Lock()
	defer k.mu.Unlock()
	if o.Refresh || o.MaxAge > 0 || k.key != key || !k.hasAll(ex) {
		return nil
	}
	return k.data
}

// HasAround reports whether the surroundings of the examples were extracted.
func (s *Source) HasAround(ex extract.Examples) bool {
	k := &s.kept
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.data != nil && k.hasAll(ex)
}

func (k *problemCache) hasAll(ex extract.Examples) bool {
	return !slices.ContainsFunc(ex.All(), func(iri string) bool { return !k.covers[iri] })
}

func (k *problemCache) keepData(d *extract.Data, ex extract.Examples, o extract.CrawlOptions, key string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	o.Progress, o.Logger = nil, nil // they belong to the problem before
	k.data = d
	k.options = o
	k.key = key
	k.covers = map[string]bool{}
	for _, iri := range ex.All() {
		k.covers[iri] = true
	}
}

// load returns the problem of the examples. It reuses a structure that was kept.
func (s *Source) Load(ctx context.Context, data *extract.Data, ex extract.Examples,
	o extract.LoadOptions) (interp.Problem, extract.Info, error) {
	if o.MaxAge > 0 { // the data may be too old for the next problem
		return data.Problem(ctx, ex, o)
	}
	key := fmt.Sprint(o.Depth, o.Exclusions, o.Statements, o.Properties)
	if o.Depth > 0 || !s.IsWhole() {
		all := ex.All()
		slices.Sort(all)
		key += "\n" + strings.Join(all, "\n")
	}
	if p, info, ok := s.kept.problem(data, key, ex); ok {
		return p, info, nil
	}
	p, info, err := data.Problem(ctx, ex, o)
	if err == nil {
		s.kept.keepStructure(structure{key, data, p, info})
	}
	return p, info, err
}

// problem returns the problem with the key; false if its structure is not kept or lacks
// an example.
func (k *problemCache) problem(data *extract.Data, key string,
	ex extract.Examples) (interp.Problem, extract.Info, bool) {
	k.mu.Lock()
	i := slices.IndexFunc(k.structures, func(t structure) bool { return t.data == data && t.key == key })
	var found structure
	if i >= 0 {
		found = k.structures[i]
		k.structures = append(slices.Delete(k.structures, i, i+1), found)
	}
	k.mu.Unlock()
	if i < 0 {
		return interp.Problem{}, extract.Info{}, false
	}
	p := ExamplesIn(found.problem, ex)
	if len(p.Pos) < len(ex.Pos) || len(p.Neg) < len(ex.Neg) { // Data.Problem reports which are unknown
		return interp.Problem{}, extract.Info{}, false
	}
	return p, found.info, true
}

func (k *problemCache) keepStructure(t structure) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.structures = append(k.structures, t)
	if len(k.structures) > keptStructures {
		k.structures = slices.Delete(k.structures, 0, 1)
	}
}
