package browsertest

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

const (
	entity   = "http://www.wikidata.org/entity/"
	direct   = "http://www.wikidata.org/prop/direct/"
	wikibase = "http://wikiba.se/ontology#"
)

// frenchActors has the ends of the statements about the intended individuals: occupation
// actor, citizenship France.
var frenchActors = []string{fmt.Sprintf("> <%sP106> <%sQ33999> .", direct, entity),
	fmt.Sprintf("> <%sP27> <%sQ142> .", direct, entity)}

// The successors of people in the graph, the most frequent first.
var (
	countries   = [][2]string{{"Q30", "United States"}, {"Q142", "France"}, {"Q183", "Germany"}, {"Q38", "Italy"}, {"Q145", "United Kingdom"}, {"Q29", "Spain"}, {"Q36", "Poland"}, {"Q34", "Sweden"}}
	occupations = [][2]string{{"Q33999", "actor"}, {"Q36180", "writer"}, {"Q177220", "singer"}, {"Q82955", "politician"}, {"Q1028181", "painter"}, {"Q36834", "composer"}, {"Q901", "scientist"}, {"Q1622272", "university teacher"}}
	languages   = [][2]string{{"Q1860", "English"}, {"Q150", "French"}, {"Q188", "German"}, {"Q652", "Italian"}}
	genders     = [][2]string{{"Q6581097", "male"}, {"Q6581072", "female"}}
	classes     = [][2]string{{"Q5", "human"}, {"Q6256", "country"}, {"Q28640", "profession"}, {"Q34770", "language"}, {"Q483501", "artist"}}
	properties  = [][2]string{{"P31", "instance of"}, {"P279", "subclass of"}, {"P106", "occupation"}, {"P27", "country of citizenship"}, {"P1412", "languages spoken"}, {"P21", "gender"}, {"P26", "spouse"}}
)

// people returns a graph of n people in the vocabulary of Wikidata. Some have two
// occupations or speak a language other than that of their country; each has a date of
// birth and an identifier.
func people(n int) string {
	rng := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	link := func(s, p, o string) { fmt.Fprintf(&b, "<%s%s> <%s%s> <%s%s> .\n", entity, s, direct, p, entity, o) }
	label := func(id, text string) {
		fmt.Fprintf(&b, "<%s%s> <http://www.w3.org/2000/01/rdf-schema#label> \"%s\"@en .\n", entity, id, text)
	}
	for _, kind := range []struct {
		class string
		list  [][2]string
	}{{"Q6256", countries}, {"Q28640", occupations}, {"Q34770", languages}} {
		for _, one := range kind.list {
			label(one[0], one[1])
			link(one[0], "P31", kind.class)
		}
	}
	for _, one := range append(genders, classes...) {
		label(one[0], one[1])
	}
	for _, one := range properties {
		label(one[0], one[1])
		fmt.Fprintf(&b, "<%s%s> <%sdirectClaim> <%s%s> .\n", entity, one[0], wikibase, direct, one[0])
	}
	for _, artist := range []string{"Q33999", "Q177220", "Q1028181"} {
		link(artist, "P279", "Q483501")
	}
	// draw prefers the first entries.
	draw := func(list [][2]string) int { return min(rng.IntN(len(list)), rng.IntN(len(list))) }
	for i := range n {
		id := fmt.Sprintf("Q%d", 1_000_000+i)
		label(id, fmt.Sprintf("Person %d", 1000+i))
		link(id, "P31", "Q5")
		link(id, "P21", genders[rng.IntN(2)][0])
		country := draw(countries)
		link(id, "P27", countries[country][0])
		occupation := draw(occupations)
		link(id, "P106", occupations[occupation][0])
		if second := draw(occupations); second != occupation && rng.IntN(3) == 0 {
			link(id, "P106", occupations[second][0])
		}
		language := country % len(languages)
		if rng.IntN(4) == 0 {
			language = draw(languages)
		}
		link(id, "P1412", languages[language][0])
		if i%10 == 1 {
			link(id, "P26", fmt.Sprintf("Q%d", 1_000_000+i-1))
		}
		fmt.Fprintf(&b, "<%s%s> <%sP569> \"%d-%02d-%02dT00:00:00Z\"^^<http://www.w3.org/2001/XMLSchema#dateTime> .\n",
			entity, id, direct, 1900+rng.IntN(100), 1+rng.IntN(12), 1+rng.IntN(28))
		fmt.Fprintf(&b, "<%s%s> <%sP214> \"%d\" .\n", entity, id, direct, rng.IntN(1<<30))
	}
	return b.String()
}
