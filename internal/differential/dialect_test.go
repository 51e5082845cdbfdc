package differential

import (
	"context"
	"testing"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/connector/embedded"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/queries"
)

// probed is the dialect that the endpoint's answers to the probes tell.
func probed(t *testing.T, url string) queries.Dialect {
	t.Helper()
	c, err := connector.New(connector.Options{URL: url, Retries: -1})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	return queries.Probe(func(query string) (bool, error) { return c.Ask(context.Background(), query) })
}

// The probes find for every engine the dialect that has its name.
func TestEnginesProbes(t *testing.T) {
	for _, s := range engines.All() {
		t.Run(s.Name, func(t *testing.T) {
			want, err := queries.ParseDialect(s.Name)
			if err != nil {
				t.Fatal(err)
			}
			if got := probed(t, s.Start(t, "").Endpoint); got != want {
				t.Errorf("the probes find %s, want %s", got, want)
			}
		})
	}
}

func TestEmbeddedProbes(t *testing.T) {
	e, err := embedded.Start(context.Background(), nil, embedded.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = e.Close() }()
	if got := probed(t, e.URL()); got != 0 {
		t.Errorf("the probes find %s, want standard", got)
	}
}
