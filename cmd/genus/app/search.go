package app

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/queries"
)

// Found are the individuals and classes with some name, the best first.
type Found struct {
	Individuals []TermJSON  `json:"individuals"`
	Classes     []ClassJSON `json:"classes"` // of an endpoint without the number of members
	More        bool        `json:"more"`    // the limit left individuals out
	Note        string      `json:"note"`    // for the user; may be empty
}

// mostFoundClasses is how many classes a search by name gives.
const mostFoundClasses = 6

// Search finds individuals and classes by name: in files and databases those that have,
// for every word of the text, a word that begins with it, at an endpoint as the setting
// search says.
func (s Browser) Search(ctx context.Context, text string, limit int) (r Found, err error) {
	r = Found{Individuals: []TermJSON{}, Classes: []ClassJSON{}}
	if len(wordsOf(text)) == 0 {
		return r, nil
	}
	if g := s.Source.Graph(); g != nil {
		individuals, classes := &s.Source.names, &s.Source.classNames
		individuals.once.Do(func() { individuals.build(g, g.Individuals()) })
		classes.once.Do(func() {
			s.Source.classSizes = map[string]*int{}
			var iris []string
			for _, c := range g.ClassSizes() {
				s.Source.classSizes[c.IRI] = &c.Members
				iris = append(iris, c.IRI)
			}
			classes.build(g, iris)
		})
		found, _ := classes.search(text, mostFoundClasses)
		for _, f := range found {
			r.Classes = append(r.Classes, ClassJSON{TermJSON{f.iri, f.label}, s.Source.classSizes[f.iri]})
		}
		found, r.More = individuals.search(text, limit)
		for _, f := range found {
			r.Individuals = append(r.Individuals, TermJSON{f.iri, f.label})
		}
		return r, nil
	}
	list, err := s.find(ctx, text, limit+1)
	if err != nil {
		return r, err
	}
	if r.More = len(list) > limit; r.More {
		list = list[:limit]
	}
	if s.Config.Search == string(queries.FindExact) && len(list) == 0 {
		r.Note = "This endpoint finds whole names only."
	}
	var classes []TermJSON
	r.Individuals, classes = s.separate(ctx, list)
	for _, m := range classes[:min(len(classes), mostFoundClasses)] {
		r.Classes = append(r.Classes, ClassJSON{TermJSON: m})
	}
	return r, nil
}

// searchTimeout is how long a search by name may take. A person waits for it.
const searchTimeout = 10 * time.Second

// find searches the endpoint for things by label, as the setting search says. Where
// the setting allows to look at everything and no label fits, it looks at the last
// parts of the IRIs. The results have the order of the answer.
func (s Browser) find(ctx context.Context, text string, limit int) ([]TermJSON, error) {
	v := s.Config.Vocabulary().WithDefaults()
	ctx, cancel := s.searching(ctx)
	defer cancel()
	q, err := queries.Find(text, queries.FindOptions{
		Finder: queries.Finder(s.Config.Search), Label: v.Label[0], Languages: v.Languages, Limit: limit,
	})
	what := fmt.Sprintf("searching by name with --search %s (one of %s)", s.Config.Search, strings.Join(queries.FinderNames(), ", "))
	rows, err := ask(ctx, s.Source.Client, what, q, err, "s", "o")
	if err != nil {
		return nil, err
	}
	var found []TermJSON
	for _, row := range rows {
		m := TermJSON{IRI: row[0].String(), Label: row[1].String()}
		if !slices.ContainsFunc(found, func(o TermJSON) bool { return o.IRI == m.IRI }) {
			found = append(found, m)
		}
	}
	if len(found) > 0 || s.isLarge() {
		return found, nil
	}
	typing, _ := s.typing()
	q, err = queries.FindEnds(typing, text, limit)
	rows, err = ask(ctx, s.Source.Client, "searching by name", q, err, "s")
	for _, row := range rows {
		found = append(found, TermJSON{IRI: row[0].String()})
	}
	return found, err
}

// names is an index of the words in labels and in last parts of IRIs of individuals or classes.
// It is sorted, so that prefixes of words are found, and in memory, as the data is.
type names struct {
	once  sync.Once
	graph *extract.Graph
	iris  []string
	words []word // sorted
}

// word is a word in the name of an individual.
type word struct {
	text string
	at   int32 // in iris
}

// found is an individual with its rank; lower ranks are better.
type found struct {
	iri, label string
	rank       int
}

// build indexes these things of the graph. It is called in once.
func (n *names) build(g *extract.Graph, iris []string) {
	n.graph, n.iris = g, iris
	for i, iri := range n.iris {
		for _, text := range wordsOf(g.Label(iri) + " " + local(iri)) {
			n.words = append(n.words, word{text, int32(i)})
		}
	}
	slices.SortFunc(n.words, func(a, b word) int { return cmp.Or(strings.Compare(a.text, b.text), cmp.Compare(a.at, b.at)) })
	n.words = slices.Compact(n.words)
}

// local is the last part of an IRI.
func local(iri string) string {
	if i := strings.LastIndexAny(strings.TrimRight(iri, "/#"), "/#"); i >= 0 {
		return iri[i+1:]
	}
	return iri
}

// wordsOf are the words of a text in small letters; a change from small to capital
// letters begins another one.
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

// search finds individuals that have, for every word of the text, a word with that
// prefix: first exact names, then names with the text as prefix, then the others.
// more: there are more than the limit.
func (n *names) search(text string, limit int) (list []found, more bool) {
	wanted := wordsOf(text)
	if len(wanted) == 0 {
		return nil, false
	}
	// The text as one word, too: a name such as w01 or iPhone.
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
		f := found{iri: n.iris[at], rank: 3}
		f.label = n.graph.Label(f.iri)
		for _, name := range []string{f.label, local(f.iri)} {
			switch name = strings.ToLower(name); {
			case name == whole:
				f.rank = min(f.rank, 0)
			case strings.HasPrefix(name, whole):
				f.rank = min(f.rank, 1)
			}
		}
		list = append(list, f)
	}
	slices.SortFunc(list, func(a, b found) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), strings.Compare(strings.ToLower(cmp.Or(a.label, local(a.iri))), strings.ToLower(cmp.Or(b.label, local(b.iri)))), strings.Compare(a.iri, b.iri))
	})
	if len(list) > limit {
		return list[:limit], true
	}
	return list, false
}
