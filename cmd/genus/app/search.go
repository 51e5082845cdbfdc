package app

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

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
