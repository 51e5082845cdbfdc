package app

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// Problem is a learning problem: examples in a source. Its structure and its
// labels are shared with other problems and must not be changed.
type Problem struct {
	interp.Problem
	Source   *Source
	Info     extract.Info
	Examples extract.Examples
	Siblings *extract.Siblings // the negatives, if the program found them
}

// kept is what a source keeps from one problem for the next.
type kept struct {
	turn chan struct{} // has one entry while an endpoint is crawled

	mu         sync.Mutex
	db         *store.DB // what the endpoint has answered
	data       *extract.Data
	covers     map[string]bool // the examples that data was extracted for
	options    extract.CrawlOptions
	how        string      // the options that the data depends on
	structures []structure // the latest last
}

// structure is a problem without its examples.
type structure struct {
	key     string
	data    *extract.Data
	problem interp.Problem
	info    extract.Info
}

// keptStructures is how many structures a source keeps: a user goes back and
// forth between few sets of examples.
const keptStructures = 4

// Problem puts the examples into the source. What an endpoint has to be asked
// for them is asked; what was asked before, for these examples and others, is
// not asked again. Problems with the same individuals as examples, on whichever
// side, share a structure.
//
// Examples of an endpoint that are a part of those before are taken from what was
// extracted for those: a role that was cut for the others stays cut.
func (s *Source) Problem(ctx context.Context, b Session, ex extract.Examples) (*Problem, error) {
	if s.Client != nil {
		o, err := b.CrawlOptions()
		if err != nil {
			return nil, err
		}
		return s.ask(ctx, b, ex, o)
	}
	p := &Problem{Source: s, Examples: ex}
	var err error
	p.Problem, p.Info, err = s.load(ctx, s.Data, ex, extract.LoadOptions{
		Depth: max(b.Config.Depth, 0), MaxAge: b.Config.MaxAge, Exclusions: b.Config.Exclusions(),
	})
	return p, err
}

// ProblemAbout puts the examples into the source to look at the concept, not to
// learn. An endpoint is asked as it was for the examples before, whatever the
// settings are now, or else as deep as the concept looks.
func (s *Source) ProblemAbout(ctx context.Context, b Session, ex extract.Examples, c dl.Concept) (*Problem, error) {
	if s.Client == nil {
		return s.Problem(ctx, b, ex)
	}
	o, err := b.CrawlOptions()
	if err != nil {
		return nil, err
	}
	o.Bounds.Depth = 0
	s.kept.mu.Lock()
	if k := &s.kept; k.data != nil {
		o.Bounds, o.Vocabulary, o.Exclusions, o.Graphs = k.options.Bounds, k.options.Vocabulary, k.options.Exclusions, k.options.Graphs
	}
	s.kept.mu.Unlock()
	if o.Bounds.Depth = max(o.Bounds.Depth, dl.Depth(c)); o.Bounds.Depth == 0 {
		o.Bounds.Depth = -1 // there, 0 means the default
	}
	o.Vocabulary.Strings = o.Vocabulary.Strings || dl.LanguageOf(c).Has(dl.WithStrings)
	return s.ask(ctx, b, ex, o)
}

// ask is Problem of an endpoint.
func (s *Source) ask(ctx context.Context, b Session, ex extract.Examples, o extract.CrawlOptions) (*Problem, error) {
	p := &Problem{Source: s, Examples: ex}
	data, err := s.extracted(ctx, b, ex, o)
	if err != nil {
		return nil, err
	}
	p.Problem, p.Info, err = s.load(ctx, data, ex, extract.LoadOptions{Depth: max(o.Bounds.Depth, 0)})
	return p, err
}

// extracted is data of the endpoint in which the examples are. Extractions of one
// source take turns: they write to one database.
func (s *Source) extracted(ctx context.Context, b Session, ex extract.Examples, o extract.CrawlOptions) (*extract.Data, error) {
	how := fmt.Sprint(o.Bounds, o.Vocabulary, o.Exclusions, o.Graphs)
	again := o.Refresh || o.MaxAge > 0
	if d := s.kept.covering(ex, how); d != nil && !again {
		return d, nil
	}
	select {
	case s.kept.turn <- struct{}{}:
		defer func() { <-s.kept.turn }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if d := s.kept.covering(ex, how); d != nil && !again { // somebody else did it meanwhile
		return d, nil
	}
	db, err := s.database(ctx, b)
	if err != nil {
		return nil, err
	}
	space, err := b.Crawl(ctx, s.Client, db, ex, o)
	if err != nil {
		b.GoesOn(ctx, err, s.cache)
		return nil, err
	}
	d, err := extract.ReadData(ctx, space)
	if err == nil {
		s.kept.extracted(d, ex, o, how)
	}
	return d, err
}

// database is what the endpoint's answers are kept in.
func (s *Source) database(ctx context.Context, b Session) (*store.DB, error) {
	s.kept.mu.Lock()
	defer s.kept.mu.Unlock()
	if s.kept.db == nil {
		db, err := b.Database(ctx, s.cache)
		if err != nil {
			return nil, err
		}
		s.kept.db = db
	}
	return s.kept.db, nil
}

// Forget drops what only further problems need, the database of an endpoint's
// answers included; a file stays, and the next problem opens it again.
func (s *Source) Forget() {
	s.kept.mu.Lock()
	defer s.kept.mu.Unlock()
	if s.kept.db != nil {
		_ = s.kept.db.Close()
	}
	s.kept.db, s.kept.data, s.kept.covers, s.kept.structures = nil, nil, nil, nil
}

// covering is the data that was extracted for these examples, and maybe others.
func (k *kept) covering(ex extract.Examples, how string) *extract.Data {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.how != how || slices.ContainsFunc(ex.All(), func(iri string) bool { return !k.covers[iri] }) {
		return nil
	}
	return k.data
}

func (k *kept) extracted(d *extract.Data, ex extract.Examples, o extract.CrawlOptions, how string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	o.Progress, o.Logger = nil, nil // of the work that is over
	k.data, k.options, k.how, k.covers = d, o, how, map[string]bool{}
	for _, iri := range ex.All() {
		k.covers[iri] = true
	}
}

// load makes the problem, with a structure that is kept if there is one.
func (s *Source) load(ctx context.Context, data *extract.Data, ex extract.Examples, o extract.LoadOptions) (interp.Problem, extract.Info, error) {
	if o.MaxAge > 0 { // by the next time it may be too old
		return data.Problem(ctx, ex, o)
	}
	key := fmt.Sprint(o.Depth, o.Exclusions)
	if o.Depth > 0 || data.Source().Kind == store.Endpoint {
		all := ex.All()
		slices.Sort(all)
		key += "\n" + strings.Join(all, "\n")
	}
	if p, info, ok := s.kept.structure(data, key, ex); ok {
		return p, info, nil
	}
	p, info, err := data.Problem(ctx, ex, o)
	if err == nil {
		s.kept.keep(structure{key, data, p, info})
	}
	return p, info, err
}

// structure is the problem with that key, if it is kept and the examples are all
// in it.
func (k *kept) structure(data *extract.Data, key string, ex extract.Examples) (interp.Problem, extract.Info, bool) {
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
	p := found.problem
	p.Pos, p.Neg = nil, nil
	for _, side := range []struct {
		iris []string
		to   *[]interp.Individual
	}{{ex.Pos, &p.Pos}, {ex.Neg, &p.Neg}} {
		for _, iri := range side.iris {
			a, ok := p.Structure.Lookup(iri)
			if !ok { // Data.Problem says what is unknown
				return interp.Problem{}, extract.Info{}, false
			}
			*side.to = append(*side.to, a)
		}
	}
	p.PosWeights, p.NegWeights = slices.Clone(ex.PosWeights), slices.Clone(ex.NegWeights)
	return p, found.info, true
}

func (k *kept) keep(t structure) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.structures = append(k.structures, t)
	if len(k.structures) > keptStructures {
		k.structures = slices.Delete(k.structures, 0, 1)
	}
}

// Unknown are the IRIs that the error says are in no fact of the source.
func Unknown(err error) []string {
	var unknown *extract.UnknownExamplesError
	if errors.As(err, &unknown) {
		return unknown.IRIs
	}
	return nil
}
