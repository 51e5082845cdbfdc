package queries

import (
	"slices"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/connector/embedded"
	"github.com/genus-kg/genus/internal/require"
)

type endpoint struct{ *connector.Client }

// serveEmbedded serves N-Triples by the embedded engine over HTTP until the test ends.
func serveEmbedded(t *testing.T, ntriples string) endpoint {
	t.Helper()
	e := require.Value(embedded.StartNTriples(t.Context(), strings.NewReader(ntriples), embedded.Options{}))(t)
	t.Cleanup(func() { _ = e.Close() })
	c := require.Value(connector.New(connector.Options{URL: e.URL(), Retries: -1}))(t)
	t.Cleanup(c.Close)
	return endpoint{c}
}

// rows returns the values of the variables in each row, separated by spaces; a blank node
// is "_:".
func (e endpoint) rows(t *testing.T, query string, names ...string) (rows []string) {
	t.Helper()
	table, err := e.Select(t.Context(), query)
	require.That(t, err == nil, "%v\n%s", err, query)
	for _, row := range table.Rows {
		var cells []string
		for _, name := range names {
			cell := ""
			if i := slices.Index(table.Vars, name); i >= 0 && row[i] != nil {
				if cell = row[i].String(); row[i].Type() == rdf.TermBlank {
					cell = "_:"
				}
			}
			cells = append(cells, cell)
		}
		rows = append(rows, strings.Join(cells, " "))
	}
	return rows
}

func (e endpoint) sorted(t *testing.T, query string, names ...string) []string {
	t.Helper()
	return slices.Sorted(slices.Values(e.rows(t, query, names...)))
}
