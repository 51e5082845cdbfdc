package speed

import (
	"bufio"
	"io"
	"math"
	"math/rand/v2"
	"strconv"
)

// A graph in the shape of Wikidata with about n facts. Humans are instances of Q5, and four of
// five have the same gender. The numbers of humans by country, city, occupation, university
// and award follow Zipf's law. There are family names, relatives, dates, quantities, external
// identifiers, pictures, superclasses of occupations, and the properties as entities. Ten
// million facts have a million humans.
//
// Every part has its own random generator, so that the graph can be generated again and need
// not be kept.

const (
	wd       = "http://www.wikidata.org/entity/"
	wdt      = "http://www.wikidata.org/prop/direct/"
	wikibase = "http://wikiba.se/ontology#"
	label    = "<http://www.w3.org/2000/01/rdf-schema#label>"
	xsd      = "http://www.w3.org/2001/XMLSchema#"
	// factsPerHuman is slightly less than the number of facts per human.
	factsPerHuman = 10
)

// properties are the properties of the graph, with their kinds.
var properties = map[string]string{
	"P31":   "WikibaseItem",
	"P279":  "WikibaseItem",
	"P21":   "WikibaseItem",
	"P27":   "WikibaseItem",
	"P106":  "WikibaseItem",
	"P19":   "WikibaseItem",
	"P22":   "WikibaseItem",
	"P40":   "WikibaseItem",
	"P26":   "WikibaseItem",
	"P69":   "WikibaseItem",
	"P166":  "WikibaseItem",
	"P734":  "WikibaseItem",
	"P17":   "WikibaseItem",
	"P30":   "WikibaseItem",
	"P36":   "WikibaseItem",
	"P131":  "WikibaseItem",
	"P569":  "Time",
	"P570":  "Time",
	"P2048": "Quantity",
	"P1082": "Quantity",
	"P214":  "ExternalId",
	"P213":  "ExternalId",
	"P18":   "CommonsMedia",
}

// The numbers of items of each sort, and their first Q numbers.
const (
	countries, cities, occupations, universities, awards, names    = 200, 20_000, 400, 5_000, 1_000, 5_000
	country, city, occupation, university, award, familyName, born = 1_000, 100_000, 2_000, 10_000, 20_000, 30_000,
		1_000_000
)

func item(n int) string              { return "<" + wd + "Q" + strconv.Itoa(n) + ">" }
func human(i int) string             { return item(born + i) }
func directProperty(p string) string { return "<" + wdt + p + ">" }
func quote(s string) string          { return `"` + s + `"` }

// humans returns the number of humans in a graph of n facts.
func humans(n int) int { return max(n/factsPerHuman, 40) }

// wikidata calls fact with the subject, property and object of every statement, as
// written in N-Triples.
func wikidata(n int, fact func(s, p, o string)) {
	for p, kind := range properties {
		fact("<"+wd+p+">", "<"+wikibase+"directClaim>", directProperty(p))
		fact("<"+wd+p+">", "<"+wikibase+"propertyType>", "<"+wikibase+kind+">")
	}
	count := humans(n)
	share := func(most int) int { return min(most, max(count/40, 5)) } // small graphs have few of everything
	wikidataPlaces(share, fact)
	for i := range count {
		wikidataHuman(i, count, share, fact)
	}
}

// zipf returns a random number below n; k is drawn about half as often as k/2.
func zipf(rng *rand.Rand, n int) int {
	return min(int(math.Pow(float64(n+1), rng.Float64()))-1, n-1)
}

// wikidataPlaces generates the things that are not humans.
func wikidataPlaces(share func(int) int, fact func(s, p, o string)) {
	rng := rand.New(rand.NewPCG(1, 2))
	link := func(s int, p string, o int) { fact(item(s), directProperty(p), item(o)) }
	name := func(n int, text string) { fact(item(n), label, quote(text)+"@en") }
	for i := range share(countries) {
		link(country+i, "P31", 6256)
		link(country+i, "P30", 46+i%6)
		link(country+i, "P36", city+i%share(cities))
		name(country+i, "country "+strconv.Itoa(i))
	}
	for i := range share(cities) {
		link(city+i, "P31", []int{515, 1549591, 532}[min(i%7, 2)])
		link(city+i, "P17", country+zipf(rng, share(countries)))
		fact(item(city+i), directProperty("P1082"), quote("+"+strconv.Itoa(1000+rng.IntN(1_000_000)))+"^^<"+xsd+"decimal>")
	}
	link(515, "P279", 486972)
	link(1549591, "P279", 515)
	link(532, "P279", 486972)
	link(486972, "P279", 2221906)
	for i := range share(occupations) {
		link(occupation+i, "P31", 28640)
		link(occupation+i, "P279", []int{12737077, occupation + i/3}[min(i, 1)])
		name(occupation+i, "occupation "+strconv.Itoa(i))
	}
	link(28640, "P279", 12737077)
	for i := range share(universities) {
		link(university+i, "P31", 3918)
		link(university+i, "P17", country+zipf(rng, share(countries)))
		link(university+i, "P131", city+zipf(rng, share(cities)))
	}
	link(3918, "P279", 2385804)
	for i := range share(awards) {
		link(award+i, "P31", 618779)
	}
	for i := range share(names) {
		link(familyName+i, "P31", 101352)
	}
	link(5, "P279", 215627)
	name(5, "human")
}

// wikidataHuman generates the i-th of count humans.
func wikidataHuman(i, count int, share func(int) int, fact func(s, p, o string)) {
	rng := rand.New(rand.NewPCG(7, uint64(i)))
	a := human(i)
	link := func(p string, o int) { fact(a, directProperty(p), item(o)) }
	chance := func(percent int) bool { return rng.IntN(100) < percent }
	date := func(p string, year int) {
		day := strconv.Itoa(10 + rng.IntN(19))
		fact(a, directProperty(p),
			quote(strconv.Itoa(year)+"-"+strconv.Itoa(10+rng.IntN(3))+"-"+day+"T00:00:00Z")+"^^<"+xsd+"dateTime>")
	}
	link("P31", 5)
	link("P21", []int{6581097, 6581072}[rng.IntN(5)/4])
	link("P27", country+zipf(rng, share(countries)))
	link("P106", occupation+zipf(rng, share(occupations)))
	if chance(40) {
		link("P106", occupation+rng.IntN(share(occupations)))
	}
	if chance(80) {
		link("P19", city+zipf(rng, share(cities)))
	}
	year := 1800 + rng.IntN(200)
	date("P569", year)
	if chance(30) {
		date("P570", year+20+rng.IntN(80))
	}
	if i > 0 && chance(15) {
		father := rng.IntN(i)
		fact(a, directProperty("P22"), human(father))
		fact(human(father), directProperty("P40"), a)
	}
	if other := i ^ 1; i%10 < 2 && other < count { // two of ten are a couple
		fact(a, directProperty("P26"), human(other))
	}
	if chance(30) {
		link("P69", university+zipf(rng, share(universities)))
	}
	if chance(20) {
		link("P166", award+zipf(rng, share(awards)))
	}
	if chance(50) {
		link("P734", familyName+rng.IntN(share(names)))
	}
	if chance(10) {
		fact(a, directProperty("P2048"), quote("+1."+strconv.Itoa(50+rng.IntN(50)))+"^^<"+xsd+"decimal>")
	}
	if chance(60) {
		fact(a, directProperty("P214"), quote(strconv.Itoa(rng.IntN(1<<30))))
	}
	if chance(30) {
		fact(a, directProperty("P213"), quote("0000 "+strconv.Itoa(rng.IntN(1<<30))))
	}
	if chance(30) {
		fact(a, directProperty("P18"), "<http://commons.wikimedia.org/wiki/Special:FilePath/"+strconv.Itoa(i)+".jpg>")
	}
	fact(a, label, quote("human "+strconv.Itoa(i))+"@en")
}

// writeWikidata writes the graph as N-Triples and returns the number of facts.
func writeWikidata(w io.Writer, n int) (facts int, err error) {
	out := bufio.NewWriterSize(w, 1<<20)
	wikidata(n, func(s, p, o string) {
		facts++
		for _, part := range []string{s, " ", p, " ", o, " .\n"} {
			_, _ = out.WriteString(part) // the first error stays until Flush
		}
	})
	return facts, out.Flush()
}
