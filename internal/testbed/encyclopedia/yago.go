package encyclopedia

import (
	"fmt"
	"math/rand/v2"
)

// Namespaces of YAGO.
const (
	yago = "http://yago-knowledge.org/resource/"
	ys   = "http://yago-knowledge.org/schema#"
	sh   = "http://www.w3.org/ns/shacl#"
)

// Yago draws a graph in the shape of YAGO 4.5: properties of schema.org, dates as they are known, numbers whose
// datatype is a unit, and its schema in SHACL (yago-naga/yago-4.5, CC BY 4.0).
func Yago(seed uint64) Graph {
	rng := rand.New(rand.NewPCG(seed, 4))
	w := &writer{Rand: rng}
	drawn := draw(rng)
	w.yagoSchema()
	for i, c := range countryNames {
		w.entity(yago+c, schema+"Country", c, i)
	}
	for _, kind := range []struct {
		class string
		names []string
	}{{yago + "Award", awardNames}, {schema + "CollegeOrUniversity", universityNames},
		{schema + "Organization", clubNames},
		{yago + "Genre", genreNames}, {yago + "Gender", []string{"Male_gender", "Female_gender"}}} {
		for i, name := range kind.names {
			w.entity(yago+name, kind.class, name, i)
		}
	}
	for i, c := range drawn.cities {
		iri := fmt.Sprint(yago, "City_", i)
		w.entity(iri, schema+"City", fmt.Sprint("City ", i), i)
		w.is(iri, schema+"location", yago+countryNames[c.country])
		w.has(iri, yago+"populationNumber", c.population, xsd+"decimal")
		w.has(iri, schema+"elevation", c.elevation, yago+"Metre")
		w.mean("cities of 100,000 to 200,000 inhabitants", iri, among(c.population, 100_000, 200_000))
	}
	for i := range drawn.people {
		w.yagoPerson(drawn, i)
	}
	for i := range drawn.films {
		w.yagoFilm(drawn, i)
	}
	for i, m := range drawn.mountains {
		iri := fmt.Sprint(yago, "Mountain_", i)
		w.entity(iri, yago+"Mountain", fmt.Sprint("Mountain ", i), i)
		w.is(iri, schema+"location", yago+countryNames[m.country])
		w.has(iri, schema+"height", m.height, yago+"Metre")
		w.mean("*mountains of 4000 m and more", iri, m.height >= 4000)
	}
	return Graph{Name: "yago", NTriples: w.text.String(), Preset: "yago", Concepts: w.concepts}
}

// entity states what YAGO says of everything.
func (w *writer) entity(iri, class, name string, number int) {
	w.is(iri, rdfType, class)
	w.has(iri, rdfs+"label", name, "@en")
	w.has(iri, schema+"alternateName", "The "+name, "@en")
	w.has(iri, rdfs+"comment", fmt.Sprint("something called ", name), "@en")
	w.is(iri, owl+"sameAs", fmt.Sprintf("%sQ%d", wikidata, 1000*len(name)+number))
	w.has(iri, schema+"mainEntityOfPage", "https://en.wikipedia.org/wiki/"+iri[len(yago):], xsd+"anyURI")
	w.has(iri, schema+"sameAs", fmt.Sprintf("/m/0%x", 7919*number+len(name)), xsd+"string")
}

// date states a date as it is known: to the year, the month, the day or the second.
func (w *writer) date(s, p string, year, month, day int) {
	switch w.IntN(5) {
	case 0:
		w.has(s, p, fmt.Sprint(year), xsd+"gYear")
	case 1:
		w.has(s, p, fmt.Sprintf("%d-%02d", year, month), xsd+"gYearMonth")
	case 2:
		w.has(s, p, fmt.Sprintf("%d-%02d-%02dT00:00:00Z", year, month, day), xsd+"dateTime")
	default:
		w.has(s, p, fmt.Sprintf("%d-%02d-%02d", year, month, day), xsd+"date")
	}
}

func (w *writer) yagoPerson(drawn world, i int) {
	p, iri := drawn.people[i], fmt.Sprint(yago, "Person_", i)
	w.entity(iri, yago+occupationNames[p.occupation], fmt.Sprint("Person ", i), i)
	w.date(iri, schema+"birthDate", p.born, p.month, p.day)
	if p.died > 0 {
		w.date(iri, schema+"deathDate", p.died, p.day%12+1, p.month)
	}
	w.is(iri, schema+"birthPlace", fmt.Sprint(yago, "City_", p.city))
	w.is(iri, schema+"nationality", yago+countryNames[p.country])
	w.is(iri, schema+"gender", yago+map[bool]string{true: "Male_gender", false: "Female_gender"}[p.isMale])
	w.is(iri, schema+"alumniOf", yago+universityNames[p.university])
	for _, c := range p.memberships {
		w.is(iri, schema+"memberOf", yago+clubNames[c])
	}
	switch {
	case p.height > 0 && i%12 == 0:
		w.has(iri, schema+"height", fmt.Sprintf("%.2f", float64(p.height)/100), yago+"Metre")
	case p.height > 0:
		w.has(iri, schema+"height", p.height, yago+"Centimetre")
	}
	if p.award >= 0 {
		w.is(iri, schema+"award", yago+awardNames[p.award])
	}
	if p.spouse >= 0 {
		w.is(iri, schema+"spouse", fmt.Sprint(yago, "Person_", p.spouse))
	}
	inCentimetres := p.height > 0 && i%12 > 0
	w.mean("people born in the 1950s", iri, among(p.born, 1950, 1959))
	w.mean("people of 190 cm and more", iri, inCentimetres && p.height >= 190)
	w.mean("singers born in France", iri, p.occupation == 0 && drawn.cities[p.city].country == 0)
	w.mean("writers who studied in Bologna", iri, p.occupation == 4 && p.university == 1)
	w.mean("*people who died in the 1990s", iri, among(p.died, 1990, 1999))
	w.mean("*people of 160 to 170 cm", iri, inCentimetres && among(p.height, 160, 170))
	w.mean("*people married to a singer", iri, drawn.isMarriedTo(p, 0))
	w.mean("*Italian physicists", iri, p.country == 1 && p.occupation == 2)
	w.mean("*people born in the 1930s in Germany", iri, among(p.born, 1930, 1939) && drawn.cities[p.city].country == 2)
}

func (w *writer) yagoFilm(drawn world, i int) {
	f, iri := drawn.films[i], fmt.Sprint(yago, "Film_", i)
	director := drawn.people[f.director]
	w.entity(iri, schema+"Movie", fmt.Sprint("Film ", i), i)
	w.is(iri, schema+"director", fmt.Sprint(yago, "Person_", f.director))
	w.is(iri, schema+"locationCreated", yago+countryNames[f.country])
	w.is(iri, yago+"genre", yago+genreNames[f.genre])
	w.date(iri, schema+"dateCreated", f.year, f.minutes%12+1, f.minutes%28+1)
	w.has(iri, schema+"duration", f.minutes, yago+"Minute")
	if f.award >= 0 {
		w.is(iri, schema+"award", yago+awardNames[f.award])
	}
	w.mean("films of the 1980s", iri, among(f.year, 1980, 1989))
	w.mean("films by an Italian", iri, director.country == 1)
	w.mean("films of less than 90 minutes", iri, f.minutes < 90)
	w.mean("*French comedies", iri, f.country == 0 && f.genre == 0)
	w.mean("*films by somebody born in Japan", iri, drawn.cities[director.city].country == 4)
}

// yagoSchema states classes and some of the schema.
func (w *writer) yagoSchema() {
	below := func(class, above string) { w.is(class, rdfs+"subClassOf", above) }
	for _, c := range []string{"Person", "Place", "CreativeWork", "Organization", "Intangible"} {
		below(schema+c, schema+"Thing")
		w.is(schema+c, rdfType, sh+"NodeShape")
	}
	for _, c := range [][2]string{
		{schema + "City", "Place"}, {schema + "Country", "Place"}, {yago + "Mountain", "Place"},
		{schema + "Movie", "CreativeWork"},
		{schema + "CollegeOrUniversity", "Organization"}, {yago + "Award", "Intangible"}, {yago + "Genre", "Intangible"},
		{yago + "Gender", "Intangible"},
	} {
		below(c[0], schema+c[1])
	}
	for _, o := range occupationNames {
		w.is(yago+o, rdfType, rdfs+"Class")
		below(yago+o, schema+"Person")
	}
	for _, pair := range [][2]string{
		{"Person", "CreativeWork"}, {"Person", "Organization"}, {"Person", "Place"}, {"Organization", "CreativeWork"},
	} {
		w.is(schema+pair[0], owl+"disjointWith", schema+pair[1])
	}
	for i, p := range []struct{ class, path, kind, of string }{
		{"Person", "birthDate", "datatype", xsd + "date"}, {"Person", "nationality", "class", schema + "Country"},
		{"Person", "height", "datatype", yago + "UnitOfMeasurement"},
		{"CreativeWork", "director", "class", schema + "Person"},
	} {
		shape := fmt.Sprint("_:shape", i)
		fmt.Fprintf(&w.text, "<%s> <%sproperty> %s .\n", schema+p.class, sh, shape)
		fmt.Fprintf(&w.text, "%s <%spath> <%s> .\n%s <%s%s> <%s> .\n", shape, sh, schema+p.path, shape, sh, p.kind, p.of)
		fmt.Fprintf(&w.text, "%s <%sfromProperty> <http://www.wikidata.org/prop/direct/P%d> .\n", shape, ys, 100+i)
	}
}
