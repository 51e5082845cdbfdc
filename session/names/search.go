package names

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"

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
	r = Found{Individuals: []source.Term{}, Classes: []look.Class{}}
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
			r.Classes = append(r.Classes, look.Class{Term: source.Term{IRI: f.iri, Label: f.label}, Members: x.classSizes[f.iri]})
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
		if !scanned || s.Config.Search == string(queries.FindExact) {
			r.Note = "This endpoint finds whole names only, as they are spelled."
		}
	}
	var classes []source.Term
	r.Individuals, classes = look.On(s.Use).Separate(ctx, list)
	for _, m := range classes[:min(len(classes), mostFoundClasses)] {
		r.Classes = append(r.Classes, look.Class{Term: m})
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
	chosen := cmp.Or(queries.Finder(s.Config.Search), queries.FindScan)
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
func (s Finder) findBy(ctx context.Context, way queries.Finder, text string, limit int) (found []source.Term, err error) {
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
	g, err := s.Graph(ctx)
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
	maps.Copy(labels, s.Labels(ctx, others))
	return labels
}

// names is an index of the words in the labels and the last parts of the IRIs of
// individuals or classes. It is sorted, so that prefixes of words are found, and in
// memory, as the data is.
type names struct {
	graph   *graph.Memory
	classes *names // of individuals; nil for classes
	iris    []string
	words   []word // sorted
}

type word struct {
	text string
	at   int32 // in iris
}

// A match is a thing whose name fits; lower ranks are better, then lower costs.
type match struct {
	iri, label string
	rank, cost int
	whole      bool // the text has the words of one of the names, and no others
}

// Ranks of matches.
const (
	wholeName   = iota
	beginOfName // the name begins with the text
	allWords    // the name has all words; with n words elsewhere the rank is n more
)

// build indexes the names of the IRIs in the graph.
func (n *names) build(g *graph.Memory, iris []string) {
	n.graph, n.iris = g, iris
	for i, iri := range n.iris {
		for _, name := range n.of(iri) {
			for _, text := range wordsOf(name) {
				n.words = append(n.words, word{text, int32(i)})
			}
		}
	}
	slices.SortFunc(n.words,
		func(a, b word) int { return cmp.Or(strings.Compare(a.text, b.text), cmp.Compare(a.at, b.at)) })
	n.words = slices.Compact(n.words)
}

// of returns the names of a thing: its best label first, then its other labels, then the last part of
// its IRI.
func (n *names) of(iri string) []string {
	var list []string
	if best := n.graph.Label(iri); best != "" {
		list = append(list, best)
	}
	for label := range n.graph.Labels(iri) {
		list = append(list, label)
	}
	return append(list, LocalName(iri))
}

// LocalName returns the last part of an IRI.
func LocalName(iri string) string {
	if i := strings.LastIndexAny(strings.TrimRight(iri, "/#"), "/#"); i >= 0 {
		return iri[i+1:]
	}
	return iri
}

// folded returns a text in lower case and in Unicode's normal form C.
func folded(text string) string { return norm.NFC.String(strings.ToLower(text)) }

// wordsOf returns the words of a text in lower case and in Unicode's normal form C. An upper-case letter after a
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
	for _, r := range norm.NFC.String(text) {
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
// begins with it, or that have it in the name of a class or of a linked individual. Exact
// names come first, then names that begin with the text, then those with most of the words.
// more reports whether there are more than the limit.
func (n *names) search(text string, limit int) (list []match, more bool) {
	return n.find(text, limit, (*names).beginning)
}

// similar does what search does, and words may have other letters.
func (n *names) similar(text string, limit int) (list []match, more bool) {
	return n.find(text, limit, (*names).near)
}

// closest returns what search finds, or else what similar finds.
func (n *names) closest(text string) []match {
	found, _ := n.search(text, searchedFor)
	if len(found) == 0 {
		found, _ = n.similar(text, searchedFor)
	}
	return found
}

// beginning returns the positions of the things that have a word that begins with w, with
// the number of letters that differ: none.
func (n *names) beginning(w string) map[int32]int {
	found := map[int32]int{}
	from, _ := slices.BinarySearchFunc(n.words, w, func(e word, t string) int { return strings.Compare(e.text, t) })
	for _, e := range n.words[from:] {
		if !strings.HasPrefix(e.text, w) {
			break
		}
		found[e.at] = 0
	}
	return found
}

// near adds to beginning the things that have a word with other letters: one in a word of
// four letters, two in a word of eight.
func (n *names) near(w string) map[int32]int {
	found := n.beginning(w)
	wanted := []rune(w)
	most := min(len(wanted)/4, 2)
	differ, last := 0, ""
	for i, e := range n.words {
		if i == 0 || e.text != last {
			last, differ = e.text, say.Distance(wanted, []rune(e.text), most)
		}
		if before, is := found[e.at]; differ <= most && (!is || differ < before) {
			found[e.at] = differ
		}
	}
	return found
}

// find is search with a way to find the things that have a word in their names.
func (n *names) find(text string, limit int, having func(*names, string) map[int32]int) (list []match, more bool) {
	wanted := wordsOf(text)
	// The text also counts as a whole: wordsOf splits names such as iPhone.
	whole := folded(strings.Join(strings.Fields(text), " "))
	own := make([]map[int32]int, len(wanted))
	number := map[int32]int{} // of words in the name
	for i, w := range wanted {
		own[i] = having(n, w)
		for at := range own[i] {
			number[at]++
		}
	}
	elsewhere := n.linkedTo(wanted, own, having)
	for at, words := range number {
		f := match{iri: n.iris[at], rank: allWords + len(wanted) - words}
		if f.rank > allWords && !elsewhere(at) {
			continue
		}
		f.label = n.graph.Label(f.iri)
		names := n.of(f.iri)
		f.whole = IsWhole(text, names...)
		if f.rank > allWords { // names with few other words are better, and then the first words of the text
			f.cost = len(wanted) * max(len(wordsOf(names[0]))-words, 0)
			f.cost += slices.IndexFunc(own, func(have map[int32]int) bool { _, is := have[at]; return is })
		}
		for _, have := range own {
			f.cost += have[at]
		}
		for _, name := range names {
			switch name = folded(name); {
			case name == whole:
				f.rank = wholeName
			case strings.HasPrefix(name, whole):
				f.rank = min(f.rank, beginOfName)
			}
		}
		list = append(list, f)
	}
	slices.SortFunc(list, func(a, b match) int {
		return cmp.Or(
			cmp.Compare(a.rank, b.rank),
			cmp.Compare(a.cost, b.cost),
			strings.Compare(strings.ToLower(cmp.Or(a.label, LocalName(a.iri))),
				strings.ToLower(cmp.Or(b.label, LocalName(b.iri)))),
			strings.Compare(a.iri, b.iri),
		)
	})
	return source.FirstOf(list, limit)
}

// linkedTo returns a function that reports whether the thing at a position has every word
// that is not in its name in the name of one of its classes or of an individual that a
// statement links to it. own has the positions of the things with each word in their names.
func (n *names) linkedTo(wanted []string, own []map[int32]int, having func(*names, string) map[int32]int) func(at int32) bool {
	if len(wanted) < 2 || n.classes == nil {
		return func(int32) bool { return false }
	}
	named := make([]map[string]bool, len(wanted))
	for i, w := range wanted {
		named[i] = map[string]bool{}
		for at := range own[i] {
			named[i][n.iris[at]] = true
		}
		for at := range having(n.classes, w) {
			named[i][n.classes.iris[at]] = true
		}
	}
	return func(at int32) bool {
		for i := range wanted {
			if _, is := own[i][at]; is {
				continue
			}
			found := false
			for linked := range n.graph.Linked(n.iris[at]) {
				if found = named[i][linked]; found {
					break
				}
			}
			if !found {
				return false
			}
		}
		return true
	}
}
