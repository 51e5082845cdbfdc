package extract

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/genus-kg/genus/internal/testfiles"
	"github.com/genus-kg/genus/queries"
)

func TestStatistics(t *testing.T) {
	zoo := `@prefix ex: <http://example.org/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
ex:Calf rdfs:subClassOf ex:Elephant .
ex:jumbo a ex:Elephant ; ex:childOf ex:clara, ex:tantor ; ex:weight 4000, 4100 .
ex:dumbo a ex:Calf ; ex:childOf ex:clara ; ex:weight 100 .
ex:clara a ex:Keeper .
`
	d, _ := mustImport(t, ImportOptions{}, testfiles.Write(t, "zoo.ttl", zoo))
	got, err := d.Statistics(t.Context())
	must(err)
	const ex = "http://example.org/"
	want := queries.Statistics{Individuals: 4,
		Members: map[string]int{ex + "Elephant": 2, ex + "Calf": 1, ex + "Keeper": 1},
		Properties: map[string]queries.PropertySize{
			ex + "childOf": {Facts: 3, Subjects: 2, Objects: 2},
			ex + "weight":  {Facts: 3, Subjects: 2, Objects: 3},
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
