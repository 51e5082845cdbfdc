package extract

import (
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/testfiles"
	"github.com/genus-kg/genus/queries"
)

// The zones of a feature are those of all its dates, or AnyZones if they differ.
func TestZones(t *testing.T) {
	text := `@prefix : <http://example.org/> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:a :none "2000-01-01"^^xsd:date, "2000"^^xsd:gYear ;
   :utc "2000-01-01T00:00:00Z"^^xsd:dateTime, "2000Z"^^xsd:gYear ;
   :mixed "2000-01-01"^^xsd:date, "2000-01-02Z"^^xsd:date, "2000-01-03"^^xsd:date ;
   :other "2000-01-01-05:30"^^xsd:date ;
   :number 3 .
`
	d, _ := mustImport(t, ImportOptions{}, testfiles.Write(t, "dates.ttl", text))
	_, info, err := d.Problem(t.Context(), Examples{}, LoadOptions{})
	must(err)
	want := map[string]queries.Zones{"http://example.org/none": queries.NoZones, "http://example.org/utc": queries.UTCOnly,
		"http://example.org/mixed": queries.AnyZones, "http://example.org/other": queries.AnyZones}
	check.Diff(t, info.Zones, want, "(-want +got)")
}
