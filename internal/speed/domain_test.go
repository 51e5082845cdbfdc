package speed

import (
	"context"
	"fmt"
	"io"
	"testing"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/queries"
)

// TestEnginesDomain counts the individuals of the whole graph: whatever is stated, and
// what is left without the terms of RDF, RDFS and OWL, and without all that is excluded
// by default. The numbers must agree, for the graph has no such statements; processor
// times of a second round are printed, in seconds.
func TestEnginesDomain(t *testing.T) {
	domains := []queries.Domain{
		{Excluded: []string{}}, {}, extract.Exclusions{}.Domain(extract.Vocabulary{}),
	}
	for _, s := range engines.All() {
		t.Run(s.Name, func(t *testing.T) {
			e := s.Start(t, "")
			r, w := io.Pipe()
			go func() { _ = w.CloseWithError(generate(w, *facts, 1)) }()
			if err := e.LoadFrom(context.Background(), r); err != nil {
				t.Fatal(err)
			}
			dialect, err := queries.ParseDialect(s.Name)
			if err != nil {
				t.Fatal(err)
			}
			c, row, all := connect(t, e, connector.Options{Timeout: *limit, Retries: -1}), "| "+s.Name+" |", -1
			for i, d := range append(domains, domains...) { // a Java machine is slow at first
				q, err := queries.Count(dl.Top{}, queries.Options{Dialect: dialect, Domain: d})
				if err != nil {
					t.Fatal(err)
				}
				n, seconds := count(t, c, q)
				if n >= 0 && all >= 0 && n != all {
					t.Errorf("%d individuals, and %d\n%s", all, n, q)
				}
				if all = max(n, all); i >= len(domains) {
					row += " " + seconds + " |"
				}
			}
			fmt.Println(row)
		})
	}
}
