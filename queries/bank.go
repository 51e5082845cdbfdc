package queries

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"

	"github.com/knakk/sparql"
)

// The files of the bank. Its loader joins the lines of a query, so a comment must start
// in column one. The tests check that nothing gets lost.
var (
	//go:embed browse.rq
	browseFile string
	//go:embed concept.rq
	conceptFile string
	//go:embed crawl.rq
	crawlFile string
	//go:embed find.rq
	findFile string
)

var bank = sync.OnceValue(func() sparql.Bank {
	return sparql.LoadBank(strings.NewReader(browseFile + conceptFile + crawlFile + findFile))
})

// question is a template of the bank with its data. The templates do not escape, so the
// methods that add data do.
type question struct {
	escaper
	key  string
	data map[string]any
}

func newQuestion(key string) *question { return &question{key: key, data: map[string]any{}} }

// statement fills in the pattern of the statements with s as their subject or, if inverse, as their object. ?o is
// the other end. redirect, unless it is empty, is the property of redirects, and values binds s if it is a variable.
func (q *question) statement(s, p string, inverse bool, redirect, values string) *question {
	if redirect != "" {
		redirect = q.bracket(redirect)
	}
	if q.flag("Inverse", inverse); inverse {
		return q.text("Statement", resolvePointing(s, p, redirect, values))
	}
	return q.text("Statement", resolveObject(s, p, redirect, "?stated", "?to", "?o"))
}

func (q *question) iri(name, iri string) *question { return q.text(name, q.bracket(iri)) }

// values fills in the terms of a VALUES block of one variable, at least one.
func (q *question) values(name string, iris []string) *question {
	if len(iris) == 0 {
		q.fail(fmt.Errorf("%w: no IRIs to ask about", ErrOptions))
	}
	return q.text(name, q.brackets(iris, " "))
}

func (q *question) terms(iris []string) *question {
	list := make([]string, len(iris))
	for i, iri := range iris {
		list[i] = q.bracket(iri)
	}
	q.data["Terms"] = list
	return q
}

func (q *question) literal(name, s string) *question { return q.text(name, q.quote(s)) }

// text fills in a text whose parts are escaped.
func (q *question) text(name, text string) *question {
	q.data[name] = text
	return q
}

func (q *question) limit(n int) *question {
	q.data["Limit"] = max(n, 1)
	return q
}

func (q *question) flag(name string, is bool) *question {
	q.data[name] = is
	return q
}

func (q *question) write() (string, error) {
	if q.err != nil {
		return "", q.err
	}
	text, err := bank().Prepare(q.key, q.data)
	if err != nil {
		return "", fmt.Errorf("query %q: %w", q.key, err)
	}
	return Layout(text), nil
}
