package syntax_test

import (
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/syntax"
)

const wd = "http://www.wikidata.org/prop/"

// TestEnglishOfQualifiers: the statement, its value and its qualifiers are one clause.
func TestEnglishOfQualifiers(t *testing.T) {
	p := syntax.Prefixes{"wd": "http://www.wikidata.org/entity/", "p": wd, "ps": wd + "statement/", "pq": wd + "qualifier/", "wdt": wd + "direct/",
		"psn": wd + dl.Normalized, "psv": wd + dl.Quantity, "pqn": wd + dl.QualifierNormalized,
		"pqv": wd + dl.QualifierQuantity, "wdno": wd + dl.NoneOf, "wikibase": "http://wikiba.se/ontology#"}
	labels := map[string]string{"http://www.wikidata.org/entity/Q1": "mayor", "http://www.wikidata.org/entity/Q2": "acting",
		"http://www.wikidata.org/entity/Q3": "centimetre"}
	for property, label := range map[string]string{
		"P39": "position held", "P69": "educated at", "P20": "place of death", "P580": "start time", "P582": "end time",
		"P585": "point in time", "P812": "academic major", "P166": "award received", "P2048": "height",
		"P1686": "for work", "P805": "statement is subject of", "P642": "of", "P518": "applies to part",
	} {
		for _, form := range append(dl.Statements(wd).Forms(wd+"direct/"+property), wd+"direct/"+property) {
			labels[form] = label
		}
	}
	for _, test := range []struct{ in, want string }{
		{`∃p:P39.(∃ps:P39.{wd:Q1} ⊓ (pq:P580 ≥ "2000-01-01T00:00:00Z"^^xsd:dateTime))`, "things that held the position mayor from 2000 on"},
		{`∃p:P39.(∃ps:P39.{wd:Q1} ⊓ (pq:P582 ≤ "2010-12-31T23:59:59Z"^^xsd:dateTime))`, "things that held the position mayor until 2010 or earlier"},
		{`∃p:P166.(pq:P585 ≤ "1944-12-31T23:59:59Z"^^xsd:dateTime)`, "things that received an award in 1944 or earlier"},
		{`∃p:P69.(∃ps:P69.{wd:Q1} ⊓ ∃pq:P812.{wd:Q2})`, "things that were educated at mayor with the academic major acting"},
		{`∃p:P20.(∃ps:P20.{wd:Q1} ⊓ ∃pq:P812.⊤)`, "things that died in mayor with an academic major"},
		{`¬∃p:P39.(∃ps:P39.{wd:Q1} ⊓ ∃pq:P580.⊤)`, "things that are none of those that held the position mayor with a start time"},
		{`∃p:P2048.∃psn:P2048.(wikibase:quantityAmount ≥ 1.8)`, "things that have a height of at least 1.8 in units of the SI"},
		{`∃p:P2048.∃psv:P2048.((wikibase:quantityAmount ≤ 180) ⊓ ∃wikibase:quantityUnit.{wd:Q3})`, "things that have a height of at most 180 centimetre"},
		{`∃p:P2048.∃psv:P2048.(wikibase:quantityAmount ≤ 180)`, "things that have a height of at most 180 in any unit"},
		{`∃p:P39.(∃ps:P39.{wd:Q1} ⊓ ∃pqn:P2048.(wikibase:quantityAmount ≥ 1.8))`,
			"things that held the position mayor with a height of at least 1.8 in units of the SI"},
		{`∃p:P39.(∃ps:P39.{wd:Q1} ⊓ ∃pqv:P2048.((wikibase:quantityAmount ≤ 180) ⊓ ∃wikibase:quantityUnit.{wd:Q3}))`,
			"things that held the position mayor with a height of at most 180 centimetre"},
		{`∃p:P39.(∃ps:P39.{wd:Q1} ⊓ ∃pq:P582.{<http://www.wikidata.org/.well-known/genid/>})`,
			"things that held the position mayor with an unknown end time"},
		{`∃p:P20.∃ps:P20.{<http://www.wikidata.org/.well-known/genid/>}`,
			"things that have an unknown value for place of death"},
		{`∃p:P166.(∃ps:P166.{wd:Q1} ⊓ ∃pq:P1686.{wd:Q2})`, "things that received the award mayor for the work acting"},
		{`∃p:P166.∃pq:P1686.⊤`, "things that received an award for a work"},
		{`∃p:P166.∃pq:P1686.{<http://www.wikidata.org/.well-known/genid/>}`, "things that received an award for an unknown work"},
		{`∃p:P166.(∃ps:P166.{wd:Q1} ⊓ ∃pq:P805.{wd:Q2})`, "things that received the award mayor as described by acting"},
		{`∃p:P39.(∃ps:P39.{wd:Q1} ⊓ ∃pq:P642.{wd:Q2})`, "things that held the position mayor of acting"},
		{`∃p:P39.(∃ps:P39.{wd:Q1} ⊓ ∃pq:P642.⊤)`, "things that held the position mayor of something"},
		{`∃p:P39.(∃ps:P39.{wd:Q1} ⊓ ∃pq:P518.{wd:Q2})`, "things that held the position mayor for the part acting"},
		{`∃wdt:P39.{wd:Q1} ⊓ ∃wdt:P166.⊤`, "things that held the position mayor and received an award"},
		{`∃wdt:P39.wd:Q1`, "things that have a position held that is a mayor"},
		{`¬∃wdt:P39.{wd:Q1} ⊓ ¬∃wdt:P166.⊤`, "things that never held the position mayor and have no awards received"},
		{`∃p:P39.∃rdf:type.{wdno:P39}`, "things that have the value “none” for position held"},
		{`∃p:P39.(∃ps:P39.{wd:Q1} ⊓ ∃rdf:type.{wdno:P582})`, "things that held the position mayor with no end time"},
		{`∃p:P39.(∃ps:P39.{wd:Q1} ⊓ ∃pq:P812.{wd:Q2}) ⊓ ∃wdt:P20.{wd:Q2}`,
			"things that held the position mayor with the academic major acting and died in acting"},
	} {
		c, err := syntax.Parse(test.in, p)
		require.That(t, err == nil, "%s: %v", test.in, err)
		check.Equal(t, syntax.English(c, syntax.EnglishOptions{Labels: labels, Prefixes: p}), test.want, "%s:\n", test.in)
	}
}
