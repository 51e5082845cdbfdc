package browsertest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/genus-kg/genus/internal/check"
)

// TestBrowserStatements learns a role with a qualifier from a piece of a Wikibase: who became
// mayor in 2000 or later. Everybody was a mayor and a judge, one of the two before 2000. The
// page says what was meant, and its members are right.
func TestBrowserStatements(t *testing.T) {
	chromium(t)
	const entity = "http://www.wikidata.org/entity/"
	text := strings.Builder{}
	text.WriteString(`@prefix wd: <http://www.wikidata.org/entity/> .
@prefix s: <http://www.wikidata.org/entity/statement/> .
@prefix wdt: <http://www.wikidata.org/prop/direct/> .
@prefix p: <http://www.wikidata.org/prop/> .
@prefix ps: <http://www.wikidata.org/prop/statement/> .
@prefix pq: <http://www.wikidata.org/prop/qualifier/> .
@prefix wikibase: <http://wikiba.se/ontology#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
wd:Q1 rdfs:label "mayor"@en .
wd:Q100 wdt:P31 wd:Q5 .
wd:P39 wikibase:directClaim wdt:P39 ; rdfs:label "position held"@en .
wd:P580 wikibase:directClaim wdt:P580 ; rdfs:label "start time"@en .
`)
	var late, early []string
	for i := range 12 {
		who := 100 + i
		mayor, judge := 2000+i, 1980+i
		late = append(late, fmt.Sprint(entity, "Q", who))
		if i%2 == 1 {
			mayor, judge = judge, mayor
			early, late = append(early, late[len(late)-1]), late[:len(late)-1]
		}
		for office, year := range map[int]int{1: mayor, 2: judge} {
			fmt.Fprintf(&text, `wd:Q%[1]d wdt:P39 wd:Q%[2]d ; p:P39 s:Q%[1]d-%[2]d .
s:Q%[1]d-%[2]d ps:P39 wd:Q%[2]d ; pq:P580 "%[3]d-01-01T00:00:00Z"^^xsd:dateTime ; wikibase:rank wikibase:NormalRank .
`, who, office, year)
		}
	}
	p := open(t, serve(t).url, desktop)
	p.upload("offices.ttl", text.String())
	p.waitOpened()
	p.paste(late[:4], true)
	p.paste(early[:2], false)
	p.learn()
	p.waitText(".sentence", "held the position mayor from 2000 on")
	p.click(".details", "Table")
	p.wait("document.querySelector('table.members')")
	const names = "[...document.querySelectorAll('table.members tbody .name')].map((n) => n.title)"
	members := eval[[]string](p, names)
	slices.Sort(members)
	check.That(t, slices.Equal(members, late), "members %q, want %q", members, late)
	if query := p.query(); !strings.Contains(query, "pq:P580") || !strings.Contains(query, "DeprecatedRank") {
		t.Errorf("the query has no qualifier or no rank:\n%s", query)
	}
}
