package endpoint

import (
	"context"
	"hash/fnv"
	"strings"

	"github.com/genus-kg/genus/connector"
)

// A Faulty client has the faults of public endpoints. A fault depends on the query only.
type Faulty struct {
	Querier
	Most int    // a query with more subjects times out; 0: none does
	Hubs string // counting all statements of one of these IRIs times out
	Drop uint32 // one in Drop results of statements silently loses its last row; 0: none
	Blur uint32 // one in Blur results of statements has a malformed last object; 0: none
	Cap  int    // a result with more rows is an error; 0: none is
	// Facts begins the predicates that may be blurred: a crawl can drop their statements.
	Facts string
}

func (f *Faulty) Select(ctx context.Context, query string) (*connector.Table, error) {
	late := f.Most > 0 && strings.Count(Subjects(query), "<") > f.Most
	if strings.Contains(query, "GROUP BY ?s ?p") && !strings.Contains(query, "FILTER") {
		for iri := range strings.FieldsSeq(f.Hubs) {
			late = late || strings.Contains(Subjects(query), "<"+iri+">")
		}
	}
	if late {
		return nil, &connector.TimeoutError{URL: f.URL(), Server: true, Status: 504}
	}
	to := f.Querier
	if f.Cap > 0 {
		to = Capped(to, f.Cap)
	}
	t, err := to.Select(ctx, query)
	if err != nil || len(t.Rows) == 0 || !IsPull(query) {
		return t, err
	}
	n := len(t.Rows)
	h := fnv.New32a()
	_, _ = h.Write([]byte(query))
	sum := h.Sum32()
	if f.Drop > 0 && sum%f.Drop == 0 {
		t.Rows = t.Rows[:n-1]
	} else if last := t.Rows[n-1]; f.Blur > 0 && sum%f.Blur == 0 && strings.HasPrefix(last[1].String(), f.Facts) {
		last[2] = nil
		t.Malformed++
	}
	return t, nil
}

// IsPull reports whether a query of a crawl asks for statements whose numbers it knows.
func IsPull(query string) bool { return strings.HasPrefix(query, "SELECT ?s ?p ?o\n") }

// Subjects returns the inside of VALUES in a query of a crawl.
func Subjects(query string) string {
	_, after, _ := strings.Cut(query, "VALUES ?s {")
	inside, _, _ := strings.Cut(after, "}")
	return inside
}
