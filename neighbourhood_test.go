package genus_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/cmd/genus/elephants"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
)

// A file and an endpoint with the same statements show the same neighbourhood.
func TestNeighbourhood(t *testing.T) {
	const zoo = elephants.Namespace
	ctx := t.Context()
	file := openSession(t, func(c *config.Config) { c.Data = []string{elephantFile} })
	endpoint, _ := onElephants(t, file)

	for _, name := range []string{"Bafari", "Kapiko", "Chobu", "Ada"} {
		read, err := file.Neighbourhood(ctx, zoo+name, 0)
		require.NoError(t, err)
		asked, err := endpoint.Neighbourhood(ctx, zoo+name, 0)
		require.NoError(t, err)
		check.Diff(t, asked, read, "%s: file and endpoint differ (-file +endpoint)", name)
	}

	n, err := file.Neighbourhood(ctx, zoo+"Bafari", 0)
	require.NoError(t, err)
	named := func(local, label string) genus.Term { return genus.Term{IRI: zoo + local, Label: label} }
	values := []genus.Value{
		{Feature: named("birthDate", "date of birth"), Value: "2003-08-02", Kind: "date"},
		{Feature: named("chipped", "has a chip"), Value: "false", Kind: "boolean"},
		{Feature: named("height", "height"), Value: "1.92", Kind: "decimal"},
		{Feature: named("weight", "weight"), Value: "1177", Kind: "integer"},
	}
	if diff := cmp.Diff(values, n.Values); diff != "" || n.Label != "Bafari" || n.Truncated {
		t.Errorf("%q, truncated %t, values %s", n.Label, n.Truncated, diff)
	}
	if diff := cmp.Diff([]genus.Term{named("Elephant", "elephant"), named("Female", "female")}, n.Classes); diff != "" {
		t.Error(diff)
	}
	parent := (genus.Edge{Role: named("childOf", "child of"), Target: named("Mogo", "Mogo")})
	check.That(t, slices.Contains(n.Edges, parent), "no parent: %v", n.Edges)

	for name, s := range map[string]genus.Session{"file": file, "endpoint": endpoint} {
		few, err := s.Neighbourhood(ctx, zoo+"Ada", 3) // a keeper of many animals
		check.That(t, err == nil && few.Truncated && len(few.Edges) != 0 && len(few.Edges) <= 6,
			"%s: limit 3: %d edges, truncated %t, %v", name, len(few.Edges), few.Truncated, err)
		if _, err := s.Neighbourhood(ctx, zoo+"Nobody", 0); !errors.Is(err, genus.ErrUnknownIndividual) ||
			!strings.Contains(err.Error(), zoo+"Nobody") {
			t.Errorf("%s: unknown: %v", name, err)
		}
		for _, bad := range []string{"", "no iri", "http://example.org/{x}"} {
			if _, err := s.Neighbourhood(ctx, bad, 0); !genus.IsUsage(err) {
				t.Errorf("%s: %q: %v", name, bad, err)
			}
		}
		if _, err := s.Neighbourhood(ctx, zoo+"Ada", -1); !genus.IsUsage(err) {
			t.Errorf("%s: a negative limit: %v", name, err)
		}
	}
}
