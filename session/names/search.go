package names

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/queries"
	"github.com/genus-kg/genus/session/look"
	"github.com/genus-kg/genus/session/source"
)

// Found holds the individuals and classes that a search by name found, the best first.
type Found struct {
	Individuals []source.Term `json:"individuals"`
	Classes     []look.Class  `json:"classes"` // at an endpoint without their numbers of members
	Before      []int         `json:"before"`  // for each class, how many of the individuals are better
	More        bool          `json:"more"`    // the limit leaves individuals out
	Note        string        `json:"note"`    // for the user; may be empty
}

// mostFoundClasses limits how many classes a search by name returns.
const mostFoundClasses = 6

// Search finds individuals and classes by name. In files and databases every word of the
// text must be the beginning of a word of the name, or of the name of a class or of a linked
// individual; at least one must be of the name itself. If there are none, names with one
// other letter in a word of four letters count, too, or with two in a word of eight. At an
// endpoint the setting search says what is found.
func (s Finder) Search(ctx context.Context, text string, limit int) (r Found, err error) {
	r = Found{Individuals: []source.Term{}, Classes: []look.Class{}, Before: []int{}}
	if len(wordsOf(text)) == 0 {
		return r, nil
	}
	if g := s.Source.Graph(); g != nil {
		x, err := s.indexes(ctx, g)
		if err != nil {
			return r, err
		}
		found, more := x.individuals.search(text, limit)
		kinds, _ := x.classes.search(text, mostFoundClasses)
		if len(found)+len(kinds) == 0 {
			found, more = x.individuals.similar(text, limit)
			if kinds, _ = x.classes.similar(text, mostFoundClasses); len(found)+len(kinds) > 0 {
				r.Note = "Nothing is spelled like this: these names are similar."
			}
		}
		r.More = more
		for _, f := range kinds {
			r.Classes = append(r.Classes,
				look.Class{Term: source.Term{IRI: f.iri, Label: f.label}, Members: x.classSizes[f.iri]})
			before, _ := slices.BinarySearchFunc(found, f, compareMatches)
			r.Before = append(r.Before, before)
		}
		for _, f := range found {
			r.Individuals = append(r.Individuals, source.Term{IRI: f.iri, Label: f.label})
		}
		return r, nil
	}
	ctx = connector.Interactive(ctx)
	list, scanned, err := s.find(ctx, text, limit+1)
	if err != nil {
		return r, err
	}
	if list, r.More = source.FirstOf(list, limit); len(list) == 0 {
		r.Note = "This endpoint finds no names with other letters."
		if !scanned || s.way(ctx) == queries.FindExact {
			r.Note = "This endpoint finds whole names only, as they are spelled."
		}
	}
	var classes []source.Term
	r.Individuals, classes = look.On(s.Use).Separate(ctx, list)
	for _, m := range classes[:min(len(classes), mostFoundClasses)] {
		r.Classes = append(r.Classes, look.Class{Term: m})
		before := 0
		for _, better := range list[:slices.Index(list, m)] {
			if slices.Contains(r.Individuals, better) {
				before++
			}
		}
		r.Before = append(r.Before, before)
	}
	return r, nil
}

// indexes are the indexes of the names in files and databases.
type indexes struct {
	start                            sync.Once
	built                            chan struct{} // closed when they are
	individuals, classes, properties names
	classSizes                       map[string]*int
}

type indexesKey struct{}

// indexes returns the indexes of the names in the graph. They are built once, for all that ask: who
// gives up does not end it.
func (s Finder) indexes(ctx context.Context, g *graph.Memory) (*indexes, error) {
	x := s.Source.Keep(indexesKey{}, func() any { return &indexes{built: make(chan struct{})} }).(*indexes)
	x.start.Do(func() { go x.build(context.WithoutCancel(ctx), g, s.Source.Data().PropertyNames()) })
	select {
	case <-x.built:
		return x, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (x *indexes) build(ctx context.Context, g *graph.Memory, properties []string) {
	defer close(x.built)
	x.individuals.build(g, g.Individuals())
	x.individuals.classes = &x.classes
	x.classSizes = map[string]*int{}
	var iris []string
	sizes, _, _ := graph.ClassSizes(ctx, g, math.MaxInt) // in memory without an error
	for _, c := range sizes {
		x.classSizes[c.IRI] = &c.Members
		iris = append(iris, c.IRI)
	}
	x.classes.build(g, iris)
	x.properties.build(g, properties)
}

// find searches the endpoint for labels, as the setting search says. An endpoint that
// refuses this way of searching, such as a mirror of Wikidata without Wikidata's own
// search, is asked for exact names, and if it has none, for parts of names. If no label
// fits and the setting allows to scan everything, find searches for words in linked names,
// and then for the last parts of IRIs. The results have the order of the answer. scanned reports
// whether the endpoint was searched for parts of names, by whatever way, if there are no results.
func (s Finder) find(ctx context.Context, text string, limit int) (found []source.Term, scanned bool, err error) {
	ctx, cancel := look.On(s.Use).WithSearchTimeout(ctx)
	defer cancel()
	chosen := s.way(ctx)
	ways := []queries.Finder{chosen}
	for _, way := range []queries.Finder{queries.FindExact, queries.FindScan} {
		if chosen != queries.FindScan && way != chosen {
			ways = append(ways, way)
		}
	}
	refused := s.Source.Keep(refusedKey{}, func() any { return new(atomic.Int64) }).(*atomic.Int64)
	answered := false
	for i, way := range ways {
		last := i == len(ways)-1
		if last && answered && time.Since(time.UnixMilli(refused.Load())) < scanAgain {
			break
		}
		limited := ctx
		if len(ways) > 1 { // leave time for the next way
			limited = connector.Within(ctx, min(look.SearchTimeout, s.Config.RequestTimeout)/3)
		}
		found, err = s.findBy(limited, way, text, limit)
		switch {
		case err == nil && (len(found) > 0 || way == chosen || last):
			return found, true, nil
		case err == nil:
			answered = true
		case ctx.Err() != nil, !isRefusal(err), errors.Is(err, connector.ErrRateLimited):
			return nil, false, err
		default:
			if last {
				refused.Store(time.Now().UnixMilli())
			}
			s.Reporter.Detail("%s", say.OneLine(err.Error()))
		}
	}
	if answered {
		return nil, false, nil
	}
	return nil, false, err
}

// way returns how the endpoint is searched: as the setting says, but by the full-text index of a Virtuoso where the
// setting allows whole names only.
func (s Finder) way(ctx context.Context) queries.Finder {
	way := cmp.Or(queries.Finder(s.Config.Search), queries.FindScan)
	if way != queries.FindExact {
		return way
	}
	if d, err := source.Dialect(ctx, s.Use); err == nil && d.Has(queries.LooseOrder) {
		return queries.FindVirtuoso
	}
	return way
}

// refusedKey is the key of the time, in milliseconds since 1970, when the endpoint refused to search
// all names last.
type refusedKey struct{}

// scanAgain is how long an endpoint that was too slow to search all names is not asked for it again,
// if another way of searching has answered: a page searches at each letter. It may be well afterwards.
const scanAgain = time.Minute

// isRefusal reports whether another way of searching may succeed. An engine that cannot reach
// Wikidata's own search may say so in place of a row (Oxigraph).
func isRefusal(err error) bool {
	var status *connector.StatusError
	return errors.As(err, &status) || errors.Is(err, connector.ErrTimeout) || errors.Is(err, connector.ErrMalformed) ||
		errors.Is(err, connector.ErrTruncated)
}

// findBy searches the endpoint in one way for the text, or for it in another Unicode normal form.
func (s Finder) findBy(ctx context.Context, way queries.Finder, text string,
	limit int) (found []source.Term, err error) {
	forms := []string{text}
	if way != queries.FindWikidata { // whose search finds all forms
		forms = withOtherForms(forms)
	}
	for _, form := range forms {
		if found, err = s.findForm(ctx, way, form, limit); err != nil || len(found) > 0 {
			break
		}
	}
	return found, err
}

// findForm searches the endpoint in one way for the text as it is.
func (s Finder) findForm(ctx context.Context, way queries.Finder, text string, limit int) ([]source.Term, error) {
	g, err := source.Graph(ctx, s.Use)
	if err != nil {
		return nil, err
	}
	named, _, err := graph.FindNamed(ctx, g, way, limit, text)
	if err != nil {
		return nil, fmt.Errorf("searching by name as the preset says (search: %s): %w", way, err)
	}
	if len(named) == 0 && !look.On(s.Use).IsLarge() && len(queries.TypedWords(text)) > 1 {
		named, _, err = graph.FindNamed(ctx, g, queries.FindLinked, limit, text)
	}
	if err == nil && len(named) == 0 && !look.On(s.Use).IsLarge() {
		named, err = graph.FindByEnd(ctx, g, limit, text)
	}
	if err != nil {
		return nil, fmt.Errorf("searching by name: %w", err)
	}
	var found []source.Term
	labels := s.labelsOf(ctx, named)
	for _, m := range named { // a term may have several names that fit
		if !slices.ContainsFunc(found, func(t source.Term) bool { return t.IRI == m.IRI }) {
			found = append(found, source.Term{IRI: m.IRI, Label: labels[m.IRI]})
		}
	}
	return found, nil
}

// labelsOf returns the labels of terms that were found by their names. It asks for those of terms that were
// found by another name.
func (s Finder) labelsOf(ctx context.Context, named []graph.NamedTerm) map[string]string {
	labels := map[string]string{}
	best := map[string]uint8{}
	for _, m := range named {
		rank, known := best[m.IRI]
		if m.Name == "" || known && m.Rank >= rank {
			continue
		}
		if best[m.IRI] = m.Rank; m.IsLabel() {
			labels[m.IRI] = m.Name
		}
	}
	var others []string
	for iri, rank := range best {
		if rank > 0 {
			others = append(others, iri)
		}
	}
	slices.Sort(others)
	maps.Copy(labels, source.Labels(ctx, s.Use, others))
	return labels
}
