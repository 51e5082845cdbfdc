package genus

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/queries"
)

// Found holds the individuals and classes that a search by name found, the best first.
type Found struct {
	Individuals []Term  `json:"individuals"`
	Classes     []Class `json:"classes"` // at an endpoint without their numbers of members
	More        bool    `json:"more"`    // the limit leaves individuals out
	Note        string  `json:"note"`    // for the user; may be empty
}

// mostFoundClasses limits how many classes a search by name returns.
const mostFoundClasses = 6

// Search finds individuals and classes by name. In files and databases every word of the
// text must be the beginning of a word of the name. At an endpoint the setting search
// says how.
func (s Session) Search(ctx context.Context, text string, limit int) (r Found, err error) {
	r = Found{Individuals: []Term{}, Classes: []Class{}}
	if len(wordsOf(text)) == 0 {
		return r, nil
	}
	if g := s.Source.Graph(); g != nil {
		individuals, classes := s.Source.indexes(ctx, g)
		found, _ := classes.search(text, mostFoundClasses)
		for _, f := range found {
			r.Classes = append(r.Classes, Class{Term{f.iri, f.label}, s.Source.classSizes[f.iri]})
		}
		found, r.More = individuals.search(text, limit)
		for _, f := range found {
			r.Individuals = append(r.Individuals, Term{f.iri, f.label})
		}
		return r, nil
	}
	ctx = connector.Interactive(ctx)
	list, err := s.find(ctx, text, limit+1)
	if err != nil {
		return r, err
	}
	list, r.More = firstOf(list, limit)
	if _, refused := s.Source.dialect.refused.Load(queries.FindScan); len(list) == 0 &&
		(refused || s.Config.Search == string(queries.FindExact)) {
		r.Note = "This endpoint finds whole names only."
	}
	var classes []Term
	r.Individuals, classes = s.separate(ctx, list)
	for _, m := range classes[:min(len(classes), mostFoundClasses)] {
		r.Classes = append(r.Classes, Class{Term: m})
	}
	return r, nil
}

// indexes returns the indexes of the names of the individuals and classes in the graph.
func (src *Source) indexes(ctx context.Context, g *graph.Memory) (individuals, classes *names) {
	individuals, classes = &src.names, &src.classNames
	individuals.once.Do(func() { individuals.build(g, g.Individuals()) })
	classes.once.Do(func() {
		src.classSizes = map[string]*int{}
		var iris []string
		sizes, _, _ := graph.ClassSizes(ctx, g, math.MaxInt) // in memory without an error
		for _, c := range sizes {
			src.classSizes[c.IRI] = &c.Members
			iris = append(iris, c.IRI)
		}
		classes.build(g, iris)
	})
	return individuals, classes
}

// searchTimeout limits the time of a search by name. A person waits for it.
const searchTimeout = 10 * time.Second

// find searches the endpoint for labels, as the setting search says. An endpoint that
// refuses this way of searching, such as a mirror of Wikidata without Wikidata's own
// search, is asked for exact names, and if it has none, for parts of names. If no label
// fits and the setting allows to scan everything, find searches for the last parts of
// IRIs. The results have the order of the answer.
func (s Session) find(ctx context.Context, text string, limit int) (found []Term, err error) {
	ctx, cancel := s.withSearchTimeout(ctx)
	defer cancel()
	chosen := cmp.Or(queries.Finder(s.Config.Search), queries.FindScan)
	ways := []queries.Finder{chosen}
	for _, way := range []queries.Finder{queries.FindExact, queries.FindScan} {
		if chosen != queries.FindScan && way != chosen {
			ways = append(ways, way)
		}
	}
	refused := &s.Source.dialect.refused
	answered := false
	for i, way := range ways {
		last := i == len(ways)-1
		if _, is := refused.Load(way); is && (answered || !last) {
			continue
		}
		limited := ctx
		if len(ways) > 1 { // leave time for the next way
			limited = connector.Within(ctx, min(searchTimeout, s.Config.RequestTimeout)/3)
		}
		found, err = s.findBy(limited, way, text, limit)
		switch {
		case err == nil && (len(found) > 0 || way == chosen):
			return found, nil
		case err == nil:
			answered = true
		case ctx.Err() != nil, !isRefusal(err), errors.Is(err, connector.ErrRateLimited):
			return nil, err
		default:
			refused.Store(way, true)
			s.Reporter.Detail("%s", OneLine(err.Error()))
		}
	}
	if answered {
		return nil, nil
	}
	return nil, err
}

// isRefusal reports whether another way of searching may succeed. An engine that cannot reach
// Wikidata's own search may say so in place of a row (Oxigraph).
func isRefusal(err error) bool {
	var status *connector.StatusError
	return errors.As(err, &status) || errors.Is(err, connector.ErrTimeout) || errors.Is(err, connector.ErrMalformed) ||
		errors.Is(err, connector.ErrTruncated)
}

// findBy searches the endpoint in one way.
func (s Session) findBy(ctx context.Context, way queries.Finder, text string, limit int) ([]Term, error) {
	g, err := s.graph(ctx)
	if err != nil {
		return nil, err
	}
	named, _, err := graph.FindNamed(ctx, g, way, limit, text)
	if err != nil {
		return nil, fmt.Errorf("searching by name with --search %s (one of %s): %w", way,
			strings.Join(queries.FinderNames(), ", "), err)
	}
	if len(named) == 0 && !s.isLarge() {
		if named, err = graph.FindByEnd(ctx, g, limit, text); err != nil {
			return nil, fmt.Errorf("searching by name: %w", err)
		}
	}
	var found []Term
	for _, m := range named { // a term may have several labels that fit
		if !slices.ContainsFunc(found, func(t Term) bool { return t.IRI == m.IRI }) {
			found = append(found, Term(m))
		}
	}
	return found, nil
}

// names is an index of the words in the labels and the last parts of the IRIs of
// individuals or classes. It is sorted, so that prefixes of words are found, and in
// memory, as the data is.
type names struct {
	once  sync.Once
	graph *graph.Memory
	iris  []string
	words []word // sorted
}

type word struct {
	text string
	at   int32 // in iris
}

// A match is a thing whose name fits; lower ranks are better.
type match struct {
	iri, label string
	rank       int
}

// build indexes the names of the IRIs in the graph. It is called within once.
func (n *names) build(g *graph.Memory, iris []string) {
	n.graph, n.iris = g, iris
	for i, iri := range n.iris {
		for _, text := range wordsOf(g.Label(iri) + " " + localName(iri)) {
			n.words = append(n.words, word{text, int32(i)})
		}
	}
	slices.SortFunc(n.words,
		func(a, b word) int { return cmp.Or(strings.Compare(a.text, b.text), cmp.Compare(a.at, b.at)) })
	n.words = slices.Compact(n.words)
}

// localName returns the last part of an IRI.
func localName(iri string) string {
	if i := strings.LastIndexAny(strings.TrimRight(iri, "/#"), "/#"); i >= 0 {
		return iri[i+1:]
	}
	return iri
}

// wordsOf returns the words of a text in lower case. An upper-case letter after a
// lower-case one begins a new word.
func wordsOf(text string) []string {
	var words []string
	var b strings.Builder
	flush := func() {
		if b.Len() > 0 {
			words = append(words, b.String())
			b.Reset()
		}
	}
	small := false
	for _, r := range text {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r):
			flush()
		case small && unicode.IsUpper(r):
			flush()
			fallthrough
		default:
			b.WriteRune(unicode.ToLower(r))
		}
		small = unicode.IsLower(r)
	}
	flush()
	return words
}

// search finds the things whose names have, for every word of the text, a word that
// begins with it. Exact names come first, then names that begin with the text, then the
// others. more reports whether there are more than the limit.
func (n *names) search(text string, limit int) (list []match, more bool) {
	wanted := wordsOf(text)
	if len(wanted) == 0 {
		return nil, false
	}
	// The text also counts as a whole: wordsOf splits names such as iPhone.
	whole := strings.ToLower(strings.Join(strings.Fields(text), " "))
	var all map[int32]bool
	for _, w := range wanted {
		from, _ := slices.BinarySearchFunc(n.words, w, func(e word, t string) int { return strings.Compare(e.text, t) })
		these := map[int32]bool{}
		for _, e := range n.words[from:] {
			if !strings.HasPrefix(e.text, w) {
				break
			}
			if all == nil || all[e.at] {
				these[e.at] = true
			}
		}
		all = these
	}
	for at := range all {
		f := match{iri: n.iris[at], rank: 3}
		f.label = n.graph.Label(f.iri)
		for _, name := range []string{f.label, localName(f.iri)} {
			switch name = strings.ToLower(name); {
			case name == whole:
				f.rank = min(f.rank, 0)
			case strings.HasPrefix(name, whole):
				f.rank = min(f.rank, 1)
			}
		}
		list = append(list, f)
	}
	slices.SortFunc(list, func(a, b match) int {
		return cmp.Or(
			cmp.Compare(a.rank, b.rank),
			strings.Compare(strings.ToLower(cmp.Or(a.label, localName(a.iri))),
				strings.ToLower(cmp.Or(b.label, localName(b.iri)))),
			strings.Compare(a.iri, b.iri),
		)
	})
	return firstOf(list, limit)
}
